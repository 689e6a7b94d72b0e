"""The admin: off unless it is asked for, behind a password, and of no help to who plays."""

from __future__ import annotations

import copy
import io
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import override_settings

from camarilla import cli
from camarilla.site import admin, limits, people
from camarilla.site.models import Errand, Person, Table, Token
from camarilla.site.tokens import make_token
from tests.samples import DUEL, GAME
from tests.website.parlour import Visitor, fresh, key_of, moves, person, play_on, sit, visitor

PASSWORD = "correct horse battery"
PROCESSORS = ["django.contrib.auth.context_processors.auth", "django.contrib.messages.context_processors.messages"]
TABLES, PEOPLE = "/admin/camarilla/table/", "/admin/camarilla/person/"


@pytest.fixture
def with_admin() -> Iterator[None]:
    """As `CAMARILLA_ADMIN=1` sets it up."""
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["OPTIONS"]["context_processors"] += PROCESSORS
    middleware = [*settings.MIDDLEWARE, "camarilla.site.admin.door"]
    changed = {"ROOT_URLCONF": "tests.website.addresses_with_admin", "MIDDLEWARE": middleware, "TEMPLATES": templates}
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the usual one takes its time on purpose
    with override_settings(**changed, PASSWORD_HASHERS=quick):
        yield
    User.objects.all().delete()
    Session.objects.all().delete()


def log_in(who: Visitor, password: str = PASSWORD) -> int:
    return who.post("/admin/login/", {"username": "keeper", "password": password, "next": "/admin/"}).status_code


@pytest.fixture
def keeper(with_admin: None) -> Visitor:
    """Who keeps the house, and plays there as Anna."""
    User.objects.create_superuser("keeper", password=PASSWORD)
    one = visitor("Anna")
    assert log_in(one) == 302
    return one


def do(keeper: Visitor, path: str, action: str, *rows: Table | Person) -> str:
    fields = {"action": action, "_selected_action": [row.pk for row in rows]}
    answer = keeper.post(path, fields, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


# --- The door ---


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", TABLES])
def test_without_being_asked_for_there_is_none(path: str) -> None:
    assert visitor().get(path).status_code == 404


def test_nobody_enters_without_the_password(with_admin: None) -> None:
    User.objects.create_superuser("keeper", password=PASSWORD)
    stranger = visitor("Eve")
    assert all(stranger.get(path).status_code == 302 for path in ("/admin/", TABLES, PEOPLE))
    assert log_in(stranger, "wrong") == 200 and stranger.get(TABLES).status_code == 302
    assert admin.COOKIE not in stranger.cookies


def test_few_passwords_are_tried_from_one_address(with_admin: None) -> None:
    User.objects.create_superuser("keeper", password=PASSWORD)
    eve, tries = visitor("Eve"), int(limits.RATES["password"][limits.ADDRESS].burst)
    assert [log_in(eve, "wrong") for _ in range(tries)] == [200] * tries
    assert log_in(eve) == 429, "now the right one does not help either"
    assert log_in(visitor("Anna", REMOTE_ADDR="198.51.100.7")) == 302, "others are not kept out"


def test_its_session_is_apart_from_the_visitor_s(keeper: Visitor) -> None:
    kept = keeper.cookies[admin.COOKIE]
    assert (kept["path"], kept["samesite"], bool(kept["httponly"])) == ("/admin/", "Strict", True)
    assert kept["max-age"] == admin.HOURS * 3600
    assert "Anna" in keeper.get("/me/").content.decode(), "who logs in stays who they are at the tables"
    assert keeper.get(TABLES).status_code == 200
    keeper.post("/admin/logout/")
    assert keeper.get(TABLES).status_code == 302 and not Session.objects.exists()
    assert "Anna" in keeper.get("/me/").content.decode()


def test_its_pages_obey_the_policy(keeper: Visitor) -> None:
    sit(GAME, person("Bob"), None, None)
    for path in ("/admin/", TABLES, PEOPLE, f"{PEOPLE}{person('Carl').pk}/change/"):
        answer = keeper.get(path)
        text = answer.content.decode()
        assert answer.status_code == 200 and "script-src 'self'" in answer.headers["Content-Security-Policy"]
        scripts = re.findall(r"<script(?![^>]*(?:src=|application/json))[^>]*>", text)
        assert not scripts and not re.search(r"\son\w+=|\sstyle=|<style", text), path


# --- What it shows ---


def test_nothing_is_shown_that_would_help_who_plays(keeper: Visitor) -> None:
    table = play_on(sit(DUEL, keeper, "page", seed=7_403_118_265_501), 6)
    shown = keeper.get(TABLES).content.decode() + keeper.get(f"{TABLES}{table.pk}/change/").content.decode()
    assert table.slug in shown and "7403118265501" not in shown.replace(",", "").replace("\xa0", "")
    assert not re.search(r"seed|position|entr(y|ies)\b|analysis", shown, re.IGNORECASE)
    assert moves(table)[0][3] not in re.findall(r">([^<]+)<", shown)
    for other in ("entry", "errand", "seat", "remark", "note"):
        assert keeper.get(f"/admin/camarilla/{other}/").status_code == 404


def test_no_hash_of_a_key_is_shown(keeper: Visitor) -> None:
    bob = person("Bob")
    shown = keeper.get(PEOPLE).content.decode() + keeper.get(f"{PEOPLE}{bob.pk}/change/").content.decode()
    assert "Bob" in shown and bob.key_hash not in shown and "hash" not in shown


@pytest.mark.parametrize("asked", ["?q=Bob", "?stage=gathering", f"?game={GAME}"])
def test_tables_are_found_by_name_stage_and_game(keeper: Visitor, asked: str) -> None:
    wanted, other = sit(GAME, person("Bob"), None, None), sit(DUEL, person("Carl"), "page")
    shown = keeper.get(TABLES + asked).content.decode()
    assert wanted.slug in shown and other.slug not in shown


def test_it_speaks_both_languages(keeper: Visitor) -> None:
    sit(GAME, person("Bob"), None, None)
    assert "waits for players" in keeper.get(TABLES).content.decode()
    french = keeper.language("fr").get(TABLES).content.decode()
    assert "attend des joueurs" in french and "Terminer sans résultat" in french and "dernier coup" in french.lower()


def test_nothing_can_be_made_or_deleted(keeper: Visitor) -> None:
    table = sit(GAME, person("Bob"), None, None)
    for path in (f"{TABLES}add/", f"{TABLES}{table.pk}/delete/", f"{PEOPLE}add/"):
        assert keeper.post(path).status_code == 403


# --- What can be done ---


def test_a_match_is_ended_without_a_result(keeper: Visitor) -> None:
    table, over = play_on(sit(DUEL, person("Bob"), "page", clock=60), 3), play_on(sit(DUEL, person("Carl"), "page"))
    assert "End without a result: 1" in do(keeper, TABLES, "end", table, over)
    after = fresh(table)
    assert (after.stage, after.scores) == (Table.Stage.OVER, None) and fresh(over).scores == over.scores
    assert not Errand.objects.filter(table=table).exists()
    assert "was put away" in keeper.page(table)


def test_a_table_is_taken_off_the_list(keeper: Visitor) -> None:
    table = sit(GAME, person("Bob"), None, None, listed=True)
    assert table.slug in keeper.get("/").content.decode()
    assert "Take off the list: 1" in do(keeper, TABLES, "unlist", table)
    assert table.slug not in keeper.get("/").content.decode() and fresh(table).revision > table.revision


def test_a_person_is_renamed_wherever_they_sit(keeper: Visitor) -> None:
    bob = person("Rude word")
    table = sit(GAME, bob, None, "page")
    path = f"{PEOPLE}{bob.pk}/change/"
    assert keeper.post(path, {"name": "\u3164"}).status_code == 200, "a name is a name"
    assert keeper.post(path, {"name": "Guest"}).status_code == 302
    assert Person.objects.get(pk=bob.pk).name == "Guest"
    assert "Rude word" not in keeper.page(table) and "Guest" in keeper.page(table)


def test_a_person_is_thrown_out(keeper: Visitor) -> None:
    bob = visitor("Bob")
    make_token(bob.person, "bot")  # type: ignore[arg-type]
    do(keeper, PEOPLE, "renew", bob.person)  # type: ignore[arg-type]
    assert "Bob" not in bob.get("/me/").content.decode() and people.find_person(key_of(bob.person)) is None
    assert not Token.objects.exists()


# --- The command ---


def test_a_password_is_given_and_changed(
    with_admin: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for password in ("the first password", PASSWORD):
        monkeypatch.setattr("sys.stdin", io.StringIO(password + "\n"))
        assert cli.main(["admin", "keeper", "--password-stdin"]) == 0
    assert "CAMARILLA_ADMIN=1" in capsys.readouterr().out
    assert log_in(visitor("Anna"), "the first password") == 200 and log_in(visitor("Anna")) == 302


@pytest.mark.parametrize(("typed", "told"), [(["short"], "12"), (["a long password", "another password"], "different")])
def test_a_password_that_is_short_or_mistyped_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: list[str], told: str
) -> None:
    answers = iter(typed * 2)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
    assert cli.main(["admin", "keeper"]) == 2 and told in capsys.readouterr().err
    assert not User.objects.exists()
