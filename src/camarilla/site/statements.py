"""The statements that every move makes, without ceremony: Django's querysets take ten times as long to put one together
as the database takes to carry it out. What is written is the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model
from django.db.models.options import Options

Fields = list["Field[Any, Any]"]


def update(model: type[Model], where: Mapping[str, Any], fields: Mapping[str, Any]) -> int:
    """Give those rows these fields: how many there are."""
    statement, known = spell_update(model._meta, tuple(where), tuple(fields))
    return execute(statement, known, [*fields.values(), *where.values()])


def insert(rows: Sequence[Model]) -> None:
    """New rows of one kind, whose numbers the database gives."""
    if rows:
        statement, fields = spell_insert(rows[0]._meta, len(rows))
        execute(statement, fields * len(rows), [getattr(row, field.attname) for row in rows for field in fields])


@lru_cache(maxsize=256)
def spell_update(about: Options[Any], where: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, Fields]:
    """The statement, and the fields in the order in which it takes their values."""
    chosen = [about.get_field(name) for name in where]
    given = [about.get_field(name) for name in names]
    condition = " AND ".join(f"{field.column} = %s" for field in chosen)
    values = ", ".join(f"{field.column} = %s" for field in given)
    return f"UPDATE {about.db_table} SET {values} WHERE {condition}", [*given, *chosen]


@lru_cache(maxsize=256)
def spell_insert(about: Options[Any], rows: int) -> tuple[str, Fields]:
    """The statement, and the fields of a row in the order in which it takes their values."""
    fields = [field for field in about.concrete_fields if not field.primary_key]
    blank = f"({', '.join(['%s'] * len(fields))})"
    into = f"{about.db_table} ({', '.join(field.column for field in fields)})"
    return f"INSERT INTO {into} VALUES {', '.join([blank] * rows)}", fields


def execute(statement: str, fields: Fields, values: Sequence[Any]) -> int:
    """Carry it out, each value as the database takes it: how many rows it concerned."""
    database = connections[DEFAULT_DB_ALIAS]  # the connection itself: what stands for it looks it up at every word
    given = [field.get_db_prep_save(value, database) for field, value in zip(fields, values, strict=True)]
    with database.cursor() as cursor:
        cursor.execute(statement, given)
        return int(cursor.rowcount)
