"""The sweep: what everybody has left behind goes, what was finished stays."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from camarilla import cli
from camarilla.site import errands, live, people, sweep
from camarilla.site.models import Entry, Errand, Note, Person, Seat, Table
from camarilla.site.refusals import PutAway
from camarilla.site.snapshots import find_snapshot
from camarilla.site.writing import write
from tests.samples import DUEL, GAME
from tests.website.parlour import everything, fresh, moves, person, play_on, sit, visitor

NOTHING = {"gathering": 0, "playing": 0, "evenings": 0, "people": 0, "sessions": 0}
NOTHING |= {"answers": 0, "addresses": 0, "confirmations": 0}


def age(table: Table, days: float) -> Table:
    Table.objects.filter(pk=table.pk).update(since=timezone.now() - timedelta(days=days))
    return fresh(table)


# --- Tables where seats are open ---


def test_a_table_where_nobody_sat_down_any_more_is_closed() -> None:
    anna = visitor("Anna")
    old, new = sit(GAME, anna, None, None), sit(GAME, anna, None, None)
    age(old, 7.1), age(new, 6.9)
    assert sweep.sweep() == NOTHING | {"gathering": 1}
    assert list(Table.objects.all()) == [new]
    revision, told = live.news(old.slug, anna.person, "en", None, "")
    assert revision == "" and told and "closed" in told


def test_who_sits_down_keeps_it_open() -> None:
    table = age(sit(GAME, person("Anna"), None, None), 8)
    bob = visitor("Bob")
    assert bob.post_to(table, "join").status_code == 302
    assert sweep.sweep() == NOTHING


# --- Matches that nobody plays on ---


def test_a_match_without_a_move_ends_without_a_result_and_its_log_lies_open() -> None:
    anna = visitor("Anna")
    table = play_on(sit(DUEL, anna, "page", clock=60), 4)
    assert Errand.objects.exists()
    age(table, 60.1)
    before = moves(table)
    assert sweep.sweep() == NOTHING | {"playing": 1}
    after = fresh(table)
    assert (after.stage, after.scores, moves(table)) == (Table.Stage.OVER, None, before)
    assert not Errand.objects.exists()
    assert anna.get(f"/t/{table.slug}/record.json").json()["seed"] == table.seed


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ["was put away", "without a result"]), ("fr", ["Une partie rangée", "sans résultat"])],
)
def test_its_page_says_so(language: str, told: list[str]) -> None:
    anna = visitor("Anna", language)
    table = play_on(sit(DUEL, anna, "page"), 4)
    age(table, 61)
    sweep.sweep()
    page = anna.page(table)
    assert all(one in page for one in told)
    assert all(f"<code>{move}</code>" in page for _, _, _, move in moves(table))
    assert anna.post_to(table, "play", seat=0, move="1", ply=0).status_code == 409
    with pytest.raises(PutAway):
        find_snapshot(table.slug)
    assert anna.get("/").status_code == 200


def test_a_move_in_time_keeps_it() -> None:
    table = age(play_on(sit(DUEL, person("Anna"), "page"), 4), 59.9)
    assert sweep.sweep() == NOTHING and fresh(table).stage == Table.Stage.PLAYING


def test_one_that_is_played_on_during_the_sweep_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = age(sit(DUEL, person("Anna"), "page"), 61)
    pile = next(one for one in sweep.find_piles() if one.name == "playing")
    assert pile.rows.count() == 1
    monkeypatch.setattr(sweep, "write", lambda deed: (age(table, 0), write(deed)))
    sweep.clear(pile)
    assert fresh(table).stage == Table.Stage.PLAYING


def test_nothing_finished_is_ever_deleted() -> None:
    anna = person("Anna")
    table = play_on(sit(DUEL, anna, anna))
    age(table, 10_000)
    Person.objects.update(created=timezone.now() - timedelta(days=10_000))
    before = everything()
    assert sweep.sweep() == NOTHING and everything() == before
    assert Entry.objects.exists() and Seat.objects.count() == 2


def test_a_keeper_can_keep_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "KEEP_GATHERING", 0)
    monkeypatch.setattr(settings, "KEEP_PLAYING", 0)
    age(sit(GAME, person("Anna"), None, None), 10_000)
    age(sit(DUEL, person("Bob"), "page"), 10_000)
    assert sweep.sweep() == NOTHING


# --- People and answers ---


def test_people_of_whom_nothing_is_left_are_forgotten() -> None:
    sits, hosts, gone, new = (person(name) for name in ("Anna", "Bob", "Carl", "Dora"))
    sit(GAME, hosts, sits, None)
    Person.objects.exclude(pk=new.pk).update(created=timezone.now() - timedelta(days=401))
    assert sweep.sweep() == NOTHING | {"people": 1}
    assert set(Person.objects.all()) == {sits, hosts, new}
    assert people.find_person("no key") is None and gone


def test_answers_that_nobody_fetched_are_forgotten() -> None:
    table = sit(GAME, person("Anna"), None, None)
    for seat, (answer, days) in enumerate([([], 2), ([], 0), (None, 2)]):
        errands.ask(table, Errand.Kind.HINT, seat=seat)
        asked = timezone.now() - timedelta(days=days)
        Errand.objects.filter(seat=seat).update(answer=answer, asked=asked)
    assert sweep.sweep() == NOTHING | {"answers": 1}
    assert set(Errand.objects.values_list("seat", flat=True)) == {1, 2}


# --- When, and by whom ---


def test_one_of_several_sweeps_once_an_hour(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        age(sit(GAME, person("Anna"), None, None), 8)
        sweep.sweep_if_due()
    assert Table.objects.count() == 1, "the second time it was not due"
    Note.objects.update(made=timezone.now() - sweep.HOUR)
    with caplog.at_level(logging.WARNING):
        sweep.sweep_if_due()
    assert Table.objects.count() == 0 and "swept: 1 gathering" in caplog.text
    Note.objects.update(made=timezone.now() + timedelta(days=900))
    assert sweep.claim_hour(), "a clock was put back"


@pytest.mark.parametrize(
    ("language", "would", "done"),
    [
        ("en", "tables at which nobody sat down any more: 1", "Cleared away"),
        ("fr", "tables où plus personne ne s’est assis\u00a0: 1", "Balayé"),
    ],
)
def test_a_keeper_can_look_first(capsys: pytest.CaptureFixture[str], language: str, would: str, done: str) -> None:
    age(sit(GAME, person("Anna"), None, None), 8)
    assert cli.main(["sweep", "--dry-run", "--lang", language]) == 0
    assert would in capsys.readouterr().out and Table.objects.count() == 1
    assert cli.main(["sweep", "--lang", language]) == 0
    assert done in capsys.readouterr().out and Table.objects.count() == 0
