"""What was found by attacking the house, each as a test."""

from __future__ import annotations

import stat
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F
from django.urls import reverse

from camarilla.site import desk, known, live, people, steward
from camarilla.site.desk import Wish
from camarilla.site.models import Errand, Table
from camarilla.site.refusals import Refusal
from camarilla.site.server import hide
from camarilla.site.settings import kept_key
from tests.samples import DUEL, GAME
from tests.website.parlour import Visitor, do_errands, everything, key_of, person, sit, standing, visitor

# --- Names ---


@pytest.mark.parametrize("name", ["\u3164", "\u115f", "\u2800\u2800", "A\u3164", "\u200b", "  "])
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        people.check_name(name)
    assert caught.value.status == 400


@pytest.mark.parametrize("name", ["a" + "\u0301" * 6, "Zalgo\u0335\u0322\u0337"])
def test_accents_make_no_towers(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        people.check_name(name)
    assert caught.value.status == 400


@pytest.mark.parametrize("name", ["Aurèle", "Łukasz", "Nguyễn", "राहुल", "Зоя", "李", "O’Neill", "7", "🙂"])
def test_names_of_people_are_welcome(name: str) -> None:
    assert people.check_name(name) == name


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Ánna"])
def test_no_two_at_a_table_are_called_alike(name: str) -> None:
    table = sit(GAME, person("Anna"), None, "page")
    before = everything()
    answer = visitor("Eve").post_to(table, "join", name=name)
    assert answer.status_code == 409 and "Anna" in answer.content.decode()
    assert [row for row in everything() if row.get("name") != "Eve"] == before
    assert visitor("Bob").post_to(table, "join", name="Bob").status_code == 302


# --- The lobby ---


def test_nobody_fills_the_lobby_alone() -> None:
    anna = person("Anna")
    for _ in range(desk.LISTED):
        desk.new_table(anna, DUEL, {}, [Wish("me"), Wish("open")], listed=True)
    with pytest.raises(Refusal) as caught:
        desk.new_table(anna, DUEL, {}, [Wish("me"), Wish("open")], listed=True)
    assert caught.value.status == 429
    for _ in range(desk.GATHERING - desk.LISTED):
        desk.new_table(anna, DUEL, {}, [Wish("me"), Wish("open")])
    with pytest.raises(Refusal) as caught:
        desk.new_table(anna, DUEL, {}, [Wish("me"), Wish("open")])
    assert caught.value.status == 429 and Table.objects.count() == desk.GATHERING
    assert desk.new_table(anna, DUEL, {}, [Wish("me"), Wish("bot", level="page")]).pk, "a game at once is not refused"
    assert desk.new_table(person("Bob"), DUEL, {}, [Wish("me"), Wish("open")], listed=True).pk


# --- Open pages ---


def test_one_visitor_opens_only_so_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "OF_PERSON", 3)
    monkeypatch.setattr(settings, "PAGES", 5)
    anna, bob, table = visitor("Anna"), visitor("Bob"), sit(GAME, person("Carl"), "page", "page")
    address = reverse("events", args=[table.slug])
    opened = [anna.get(address) for _ in range(3)]
    assert anna.get(address).status_code == 429
    opened += [bob.get(address) for _ in range(2)]
    assert bob.get(address).status_code == 429, "of one address"
    assert "close some" in bob.get(address).content.decode()
    for one in opened:
        one.close()
        one.close()
    assert not live.PAGES._open, "whoever has closed all pages is forgotten"
    assert anna.get(address).status_code == 200


# --- Files and logs ---


def test_a_first_start_on_a_full_disk_leaves_a_key_that_is_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.touch()
    drawn = kept_key(path)
    assert len(drawn) > 40 and kept_key(path) == drawn
    assert [one.name for one in tmp_path.iterdir()] == ["key"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    for name in ("house.sqlite3", "house.sqlite3-wal", "other"):
        (tmp_path / name).touch(0o644)
    hide(tmp_path / "house.sqlite3")
    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
    assert modes == {"house.sqlite3": 0o600, "house.sqlite3-wal": 0o600, "other": 0o644}


# --- Thinkers that fail ---


def ask_for_hint(who: Visitor, table: Table) -> dict[str, Any]:
    asked = {"seat": standing(table).match.waiting[0]}
    assert who.post_to(table, "hint", **asked).status_code == 302
    return asked


@pytest.mark.parametrize("problem", [BrokenProcessPool("died"), ValueError("a mistake of ours")])
def test_a_hint_whose_thinker_fails_is_no_riddle(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    thought: Future[None] = Future()
    thought.set_exception(problem)
    monkeypatch.setattr(steward.THINKERS, "ask", lambda *task: thought)
    anna = visitor("Anna")
    table = sit(DUEL, anna, anna)
    asked = ask_for_hint(anna, table)
    waiting = anna.get(reverse("hint", args=[table.slug]), asked)
    assert waiting.status_code == 200 and "Thinking…" in waiting.content.decode() and waiting["Refresh"] == "1"
    do_errands()
    answer = anna.get(reverse("hint", args=[table.slug]), asked)
    assert answer.status_code == 503 and "in a moment" in answer.content.decode()
    assert anna.get(reverse("hint", args=[table.slug]), asked).status_code == 409, "it can be asked for once more"


def test_a_hint_that_nobody_finds_in_time_is_not_thought_about_any_more() -> None:
    anna = visitor("Anna")
    table = sit(DUEL, anna, anna)
    asked = ask_for_hint(anna, table)
    Errand.objects.update(asked=F("asked") - desk.HINT_PATIENCE)
    assert anna.get(reverse("hint", args=[table.slug]), asked).status_code == 503
    assert not Errand.objects.exists()


def test_a_hint_is_asked_for_once_and_by_who_decides() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = sit(DUEL, anna, bob)
    mover, other = (anna, bob) if standing(table).match.waiting == (0,) else (bob, anna)
    asked = ask_for_hint(mover, table)
    held = Errand.objects.get()
    ask_for_hint(mover, table)
    assert Errand.objects.get() == held
    assert other.post_to(table, "hint", **asked).status_code == 403
    assert other.post_to(table, "hint", seat=1 - asked["seat"]).status_code == 400
    do_errands()
    assert "to win" in mover.get(reverse("hint", args=[table.slug]), asked).content.decode()
    mover.play(table)
    assert mover.get(reverse("hint", args=[table.slug]), asked).status_code == 409, "that was for another decision"


# --- Keys ---


def test_a_key_that_was_renewed_while_it_was_looked_up_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = person()
    key = key_of(anna)
    asked = known.ask_database

    def slowly(key_hash: str) -> known.Row | None:
        found = asked(key_hash)
        people.throw_out(anna)
        return found

    monkeypatch.setattr(known, "ask_database", slowly)
    assert people.find_person(key) == anna, "so it was when it was asked"
    monkeypatch.undo()
    assert people.find_person(key) is None


def test_only_so_many_are_remembered_and_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    few = known.Known(most=2, seconds=0.05)
    few.forget(hears=True)
    hashes = [person(name).key_hash for name in "abc"]
    for one in hashes:
        few.find(one)
    asked: list[str] = []
    monkeypatch.setattr(known, "ask_database", lambda key_hash: asked.append(key_hash))
    for one in hashes:
        few.find(one)
    assert asked == hashes[:1], "the first was forgotten for the third"
    time.sleep(0.06)
    few.find(hashes[2])
    assert asked == [hashes[0], hashes[2]]
