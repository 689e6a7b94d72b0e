"""A whole house as one file, or copied from one database into another.

An archive is a zip: of every kind of row a file of JSON lines, and a head that says what there has to be. It is of no
database in particular. Left out are what a house finds out for itself (`Note`), the admin's passwords, and the key that
signs sessions: who finds an archive must not be able to sign anything.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from camarilla.engine.errors import BadOption, BadRecord, CamarillaError
from camarilla.site import WORDS
from camarilla.site.models import Note, fingerprint
from camarilla.version import __version__

FORMAT = 1
HEAD = "head.json"
READING = "reading"
AT_ONCE = 500  # rows
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError, DeserializationError)

Tell = Callable[[int, int], None]  # rows done, of how many
Rows = Callable[[type[Model]], Iterable[Model]]


def kept_models() -> list[type[Model]]:
    return [model for model in apps.get_app_config("camarilla").get_models() if model is not Note]


def name_of(model: type[Model]) -> str:
    return str(model._meta.model_name)


def count_rows(alias: str = DEFAULT_DB_ALIAS) -> dict[str, int]:
    return {name_of(model): model.objects.using(alias).count() for model in kept_models()}


# --- Reading a database as it is at one moment ---


@contextlib.contextmanager
def reading(database: dict[str, Any]) -> Iterator[str]:
    """The name of a connection that sees one moment of a database, however long it reads, and hinders nobody."""
    options = dict(database.get("OPTIONS", {}))
    if database["ENGINE"].endswith("sqlite3"):
        options["transaction_mode"] = "DEFERRED"
    else:
        from psycopg import IsolationLevel

        options["isolation_level"] = IsolationLevel.REPEATABLE_READ
    with connected({**database, "OPTIONS": options}, READING), transaction.atomic(using=READING):
        yield READING


@contextlib.contextmanager
def connected(database: dict[str, Any], alias: str) -> Iterator[None]:
    """While another database is known by this name."""
    connections.databases[alias] = connections.configure_settings({DEFAULT_DB_ALIAS: database})[DEFAULT_DB_ALIAS]
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias], connections.databases[alias]


def rows_of(alias: str) -> Rows:
    return lambda model: model.objects.using(alias).order_by("pk").iterator(AT_ONCE)


def told(rows: Iterable[Model], tell: Tell, done: int, whole: int) -> Iterator[Model]:
    """The rows, saying now and then how far one is."""
    for number, row in enumerate(rows, done + 1):
        if number % AT_ONCE == 0 or number == whole:
            tell(number, whole)
        yield row


# --- Writing an archive ---


def back_up(path: Path, tell: Tell) -> dict[str, int]:
    """Write the whole house, as it is now, into a file: beside it first, so that it is there whole or not at all."""
    with reading(settings.DATABASES[DEFAULT_DB_ALIAS]) as alias:
        counts = count_rows(alias)
        with written_beside(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            done = 0
            for model in kept_models():
                rows = told(rows_of(alias)(model), tell, done, sum(counts.values()))
                with archive.open(f"{name_of(model)}.jsonl", "w", force_zip64=True) as part:
                    write_lines(rows, part)
                done += counts[name_of(model)]
            archive.writestr(HEAD, json.dumps(describe(counts), indent=1))
    return counts


@contextlib.contextmanager
def written_beside(path: Path) -> Iterator[Any]:
    """A file for nobody else's eyes, which takes its place when all of it is on disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


class Exactly(json.JSONEncoder):
    """Times to the microsecond: Django's own encoder rounds them."""

    def default(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, datetime) else super().default(value)


def write_lines(rows: Iterable[Model], part: Any) -> None:
    text = io.TextIOWrapper(part, "utf-8", write_through=True)
    serializers.serialize("jsonl", rows, stream=text, cls=Exactly)
    text.detach()


def describe(counts: dict[str, int]) -> dict[str, Any]:
    return {
        "camarilla": __version__,
        "format": FORMAT,
        "made": timezone.now().isoformat(),
        "migrations": sorted(known_migrations()),
        "key": fingerprint(settings.SECRET_KEY),
        "rows": counts,
    }


def known_migrations() -> set[str]:
    return {name for app, name in MigrationLoader(None).disk_migrations if app == "camarilla"}


# --- Reading one ---


def restore(path: Path, tell: Tell, replace: bool = False) -> dict[str, Any]:
    """Fill an empty house with what an archive holds: all of it, or nothing. Gives the archive's head."""
    try:
        with zipfile.ZipFile(path) as archive:
            head = read_head(archive)
            fill(lambda model: read_lines(archive, model), head["rows"], tell, replace)
            return head
    except CamarillaError:
        raise
    except DAMAGE as problem:
        raise BadRecord(WORDS("archive.damaged", problem=str(problem)[:200])) from problem


def read_head(archive: zipfile.ZipFile) -> dict[str, Any]:
    head = json.loads(archive.read(HEAD))
    if int(head["format"]) > FORMAT or not known_migrations().issuperset(head["migrations"]):
        raise BadRecord(WORDS("archive.newer", version=head["camarilla"], ours=__version__))
    none = dict.fromkeys(map(name_of, kept_models()), 0)  # an older house may have known fewer kinds of things
    return {**head, "rows": none | head["rows"]}


def read_lines(archive: zipfile.ZipFile, model: type[Model]) -> Iterator[Model]:
    if (name := f"{name_of(model)}.jsonl") not in archive.namelist():
        return
    with archive.open(name) as part:
        for one in serializers.deserialize("jsonl", io.TextIOWrapper(part, "utf-8")):
            if not isinstance(one.object, model):
                raise BadRecord(WORDS("archive.damaged", problem=type(one.object).__name__))
            yield one.object


def fill(rows: Rows, counts: dict[str, int], tell: Tell, replace: bool = False) -> None:
    """Write these rows into this house, if it is empty, or is to be emptied first."""
    whole, done = sum(counts.values()), 0
    try:
        with transaction.atomic():
            make_room(replace)
            for model in kept_models():
                insert(model, told(rows(model), tell, done, whole))
                done += counts[name_of(model)]
            check_counts(counts)
            reset_sequences()
    except IntegrityError as problem:
        raise BadRecord(WORDS("archive.damaged", problem=str(problem)[:200])) from problem


def check_counts(wanted: dict[str, int]) -> None:
    for name, number in count_rows().items():
        if number != wanted[name]:
            raise BadRecord(WORDS("archive.damaged", problem=f"{name}: {number} ≠ {wanted[name]}"))


def make_room(replace: bool) -> None:
    if not any(count_rows().values()):
        return
    if not replace:
        raise BadOption(WORDS("archive.not_empty"))
    with connection.cursor() as cursor:
        for model in kept_models():  # in any order: what belongs together is looked at when all is written
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def insert(model: type[Model], rows: Iterator[Model]) -> None:
    while some := list(islice(rows, AT_ONCE)):
        model.objects.bulk_create(some)


def reset_sequences() -> None:
    """The next row gets a number that nobody has."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)


# --- From the embedded database into this one ---


def move(tell: Tell) -> dict[str, int]:
    """Copy the house out of the embedded database."""
    from django.core.management import call_command

    with connected(settings.EMBEDDED, READING):
        call_command("migrate", database=READING, verbosity=0)
    with reading(settings.EMBEDDED) as alias:
        counts = count_rows(alias)
        fill(rows_of(alias), counts, tell)
    return counts
