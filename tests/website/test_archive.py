"""A whole house as a file, restored, and moved into a PostgreSQL: everybody and everything is there, or nothing is."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from camarilla import cli
from camarilla.engine.errors import BadOption, CamarillaError
from camarilla.site import archive, desk, server
from camarilla.site.models import Note, Person, Table, fingerprint
from tests.samples import DUEL, GAME
from tests.website.parlour import MODELS, everything, moves, person, play_on, sit, visitor

Call = Callable[..., tuple[int, str, str]]
on_postgres = pytest.mark.xdist_group("postgres")


def quiet(done: int, whole: int) -> None:
    """Nobody looks how far it is."""


@pytest.fixture
def full() -> list[dict[str, Any]]:
    """A house with something of everything."""
    anna, bob = person("Anna"), person("Bjørn 🙂")
    over = play_on(sit(DUEL, anna, bob, clock=60), 3)
    desk.end_by_keeper(over)
    Table.objects.filter(pk=over.pk).update(scores=[3, 1], places=[1, 2], analysis={"decisions": [0.5, None, "é"]})
    desk.rematch(over, anna)
    desk.say(over, 0, "well_played")
    sit(GAME, anna, None, "page", listed=True)
    play_on(sit(GAME, bob, "page", "minister"), 5)
    return everything()


@pytest.fixture
def kept(full: list[dict[str, Any]], tmp_path: Path) -> Path:
    path = tmp_path / "house.zip"
    archive.back_up(path, quiet)
    return path


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    def run(*words: str | Path, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = cli.main(list(map(str, words)))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def empty_house() -> None:
    for model in MODELS:
        model.objects.all().delete()


def rewrite(path: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """The archive with other parts."""
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as new:
        for name, part in parts.items():
            new.writestr(name, part)


def in_head(**fields: Any) -> Callable[[dict[str, bytes]], None]:
    return lambda parts: parts.update({archive.HEAD: json.dumps(json.loads(parts[archive.HEAD]) | fields).encode()})


# --- A file ---


def test_what_was_written_comes_back_to_the_microsecond(full: list[dict[str, Any]], kept: Path) -> None:
    empty_house()
    head = archive.restore(kept, quiet)
    assert everything() == full and head["rows"]["table"] == 4
    table = Table.objects.get(stage="playing", game=GAME)
    assert visitor(Person.objects.get(name="Bjørn 🙂")).page(table), "the house goes on"
    assert sit(DUEL, person("Carl"), "page").pk > table.pk


def test_nobody_else_may_read_it_and_nothing_is_left_beside_it(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [one.name for one in kept.parent.iterdir()] == ["house.zip"]


def test_neither_a_key_nor_the_key_of_sessions_is_in_it(kept: Path) -> None:
    with zipfile.ZipFile(kept) as parts:
        text = b"".join(map(parts.read, parts.namelist()))
    assert settings.SECRET_KEY.encode() not in text and b"Anna" in text
    assert set(parts.namelist()) == {archive.HEAD, *(f"{name}.jsonl" for name in archive.count_rows())}


def test_a_copy_is_of_one_moment_and_hinders_nobody(
    full: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody moves, and another comes, while the copy is being written."""

    def meddle(done: int, whole: int) -> None:
        if not Person.objects.filter(name="Late").exists():
            meddling = threading.Thread(target=lambda: (person("Late"), connection.close()))
            meddling.start()
            meddling.join(10)
            assert not meddling.is_alive()

    monkeypatch.setattr(archive, "AT_ONCE", 1)
    archive.back_up(tmp_path / "house.zip", meddle)
    assert Person.objects.filter(name="Late").exists()
    empty_house()
    archive.restore(tmp_path / "house.zip", quiet)
    assert everything() == full


# --- Refused, with nothing changed ---


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    """A bit has fallen over in the middle of the log."""
    with zipfile.ZipFile(path) as parts:
        here = parts.getinfo("entry.jsonl").header_offset + 200
    content = bytearray(path.read_bytes())
    content[here] ^= 0xFF
    path.write_bytes(content)


def drop_lines(parts: dict[str, bytes]) -> None:
    parts["entry.jsonl"] = b"\n".join(parts["entry.jsonl"].split(b"\n")[:-3]) + b"\n"


def drop_people(parts: dict[str, bytes]) -> None:
    """Tables without hosts."""
    parts["person.jsonl"] = b""
    head = json.loads(parts[archive.HEAD])
    head["rows"]["person"] = 0
    parts[archive.HEAD] = json.dumps(head).encode()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "half": truncate,
    "a bit": flip,
    "no zip": lambda path: path.write_text("hello"),
    "nothing": lambda path: path.write_bytes(b""),
    "no head": lambda path: rewrite(path, lambda parts: parts.pop(archive.HEAD) and None),
    "lines": lambda path: rewrite(path, drop_lines),
    "a file": lambda path: rewrite(path, lambda parts: parts.pop("entry.jsonl") and None),
    "other rows": lambda path: rewrite(path, lambda parts: parts.update({"entry.jsonl": parts["person.jsonl"]})),
    "people": lambda path: rewrite(path, drop_people),
    "no json": lambda path: rewrite(path, lambda parts: parts.update({"seat.jsonl": b"{\n"})),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_archive_is_refused_whole(kept: Path, damage: str) -> None:
    empty_house()
    DAMAGES[damage](kept)
    with pytest.raises(CamarillaError, match="damaged"):
        archive.restore(kept, quiet)
    assert everything() == []


@pytest.mark.parametrize("newer", [{"format": 2}, {"migrations": ["0001_initial", "9999_tomorrow"]}])
def test_an_archive_of_tomorrow_is_refused(kept: Path, newer: dict[str, Any]) -> None:
    empty_house()
    rewrite(kept, in_head(**newer))
    with pytest.raises(CamarillaError, match="later version"):
        archive.restore(kept, quiet)
    assert everything() == []


def test_a_house_that_is_not_empty_stays_as_it_is(kept: Path) -> None:
    empty_house()
    person("Somebody")
    before = everything()
    with pytest.raises(BadOption, match="already"):
        archive.restore(kept, quiet)
    assert everything() == before


# --- The commands ---


@pytest.mark.parametrize(("language", "word"), [("en", "replace"), ("fr", "remplacer")])
def test_a_house_is_replaced_only_by_who_says_so(
    call: Call, full: list[dict[str, Any]], tmp_path: Path, language: str, word: str
) -> None:
    file = tmp_path / "house.zip"
    status, out, _ = call("backup", file, "--lang", language)
    assert status == 0 and "4 tables" in out
    empty_house()
    person("Somebody")
    before = everything()
    for typed in ("", "yes\n"):
        status, _, err = call("restore", file, "--replace", "--lang", language, typed=typed)
        assert status == 2 and everything() == before and err
    assert call("restore", file, "--replace", "--lang", language, typed=f"{word}\n")[0] == 0
    assert everything() == full


def test_a_house_that_is_open_is_not_replaced(call: Call, kept: Path) -> None:
    before = everything()
    with server.claim_house(Path(settings.HOME), "http://localhost:8000/"):
        status, _, err = call("restore", kept, "--replace", typed="replace\n")
    assert status == 2 and "already open: http://localhost:8000/" in err and everything() == before


def test_another_key_is_spoken_of(call: Call, kept: Path) -> None:
    empty_house()
    rewrite(kept, in_head(key=fingerprint("another")))
    assert "signed with another key" in call("restore", kept)[1]


@pytest.mark.parametrize("words", [["backup", "nowhere/house.zip"], ["restore", "nowhere.zip"]])
def test_a_file_that_cannot_be_is_one_line(call: Call, words: list[str]) -> None:
    status, _, err = call(*words)
    assert status == 2 and err.startswith("camarilla: ") and err.count("\n") == 1


# --- PostgreSQL ---


def camarilla(*words: str, database: str, **environment: str) -> str:
    """A command of a house on that database, as a process."""
    done = subprocess.run(
        [sys.executable, "-c", "from camarilla.cli import main; raise SystemExit(main())", *words],
        env={**os.environ, "CAMARILLA_HOME": str(settings.HOME), "DATABASE_URL": database, **environment},
        capture_output=True,
        text=True,
    )
    return f"{done.returncode} {done.stdout}{done.stderr}"


@on_postgres
def test_a_house_moves_into_a_postgresql_and_back_again(
    full: list[dict[str, Any]], postgres: str, tmp_path: Path
) -> None:
    said = camarilla("move-house", postgres, database="")
    assert said.startswith("0 The house has moved: 4 tables, 2 people.") and str(settings.HOME) in said
    with psycopg.connect(postgres) as line:
        found = line.execute("SELECT ply, seat, kind, move FROM camarilla_entry ORDER BY table_id, ply").fetchall()
        assert found == [entry for table in Table.objects.order_by("pk") for entry in moves(table)]
        line.execute("INSERT INTO camarilla_person (key_hash, name, created) VALUES ('x', 'New', now())")
        line.rollback()
    assert "already" in camarilla("move-house", database=postgres), "only into an empty one"
    assert "does not exist" in camarilla("move-house", database=postgres, CAMARILLA_HOME=str(tmp_path))
    assert camarilla("backup", str(tmp_path / "house.zip"), database=postgres).startswith("0 ")
    empty_house()
    archive.restore(tmp_path / "house.zip", quiet)
    assert everything() == full


@on_postgres
def test_an_archive_fills_a_postgresql_whose_next_rows_get_new_numbers(kept: Path, postgres: str) -> None:
    assert camarilla("restore", str(kept), database=postgres).startswith("0 ")
    with psycopg.connect(postgres) as line:
        last = line.execute("SELECT max(id) FROM camarilla_person").fetchone()
        new = line.execute(
            "INSERT INTO camarilla_person (key_hash, name, created) VALUES ('x', '', now()) RETURNING id"
        )
        assert last and new.fetchone() == (last[0] + 1,)
        line.rollback()
        said = camarilla("restore", str(kept), "--replace", database=postgres)
        assert said.startswith("2 ") and "already open" in said, "somebody else is connected"


def test_who_does_not_say_where_to_is_asked(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    status, _, err = call("move-house")
    assert status == 2 and "postgresql://" in err


# --- The key that all who serve a house sign with ---


def test_all_who_serve_a_house_sign_with_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    server.check_key()
    server.check_key()
    monkeypatch.setattr(settings, "SECRET_KEY", "another")
    with pytest.raises(BadOption, match="CAMARILLA_SECRET"):
        server.check_key()


def test_a_key_is_changed_by_who_knows_the_one_until_now(monkeypatch: pytest.MonkeyPatch) -> None:
    server.check_key()
    old = settings.SECRET_KEY
    monkeypatch.setattr(settings, "SECRET_KEY", "another")
    monkeypatch.setattr(settings, "SECRET_KEY_FALLBACKS", [old])
    server.check_key()
    assert Note.objects.get(name="key").text == fingerprint("another")
    monkeypatch.setattr(settings, "SECRET_KEY_FALLBACKS", [])
    server.check_key()
