"""Tables of rules, or of a game, that this house does not have: they say so, and are left alone."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

import camarilla
from camarilla.games import games, kind
from camarilla.site import desk, live, steward
from camarilla.site.models import Entry, Table
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import SNAPSHOTS, game_of
from tests.website.parlour import Visitor, everything, fresh, moves, person, play_on, sit, visitor

GAME = games()[0]
CHANGES: dict[str, dict[str, Any]] = {
    "version": {"version": 99},
    "game": {"game": "gone"},
    "options": {"options": {"players": 77}},
}


@pytest.fixture
def anna() -> Visitor:
    return visitor("Anna")


def table_of_other_rules(anna: Visitor, how: str, made: int | None = 6) -> Table:
    """A table that was played at before the house changed its rules and was opened again."""
    table = play_on(sit(GAME, anna, "page", seed=11), made)
    if how == "move":
        Entry.objects.filter(table=table, ply=2).update(move="nonsense")
    else:
        Table.objects.filter(pk=table.pk).update(**CHANGES[how])
    SNAPSHOTS.clear()
    return fresh(table)


every_way = pytest.mark.parametrize("how", [*CHANGES, "move"])


@every_way
@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_page_says_so_and_shows_nothing_hidden(how: str, language: str) -> None:
    anna = visitor("Anna", language)
    table = table_of_other_rules(anna, how)
    before = everything()
    page = anna.get(f"/t/{table.slug}/")
    text = page.content.decode()
    assert page.status_code == 409
    assert {"en": "A match of other rules", "fr": "Une partie d’autres règles"}[language] in text
    assert not any(f"<code>{move}</code>" in text for _, _, _, move in moves(table)) and "record.json" not in text
    assert anna.get(f"/t/{table.slug}/record.json").status_code == 409
    assert everything() == before


@every_way
def test_the_steward_leaves_it_alone(anna: Visitor, how: str) -> None:
    table = table_of_other_rules(anna, how)
    assert steward.find_duty(table.pk) is None


@every_way
def test_open_pages_are_told_and_closed(anna: Visitor, how: str) -> None:
    table = table_of_other_rules(anna, how)
    revision, markup = live.news(table.slug, anna.person, "en", None, "")
    assert revision == "" and markup and 'role="alert"' in markup


@every_way
def test_the_lobby_still_lists_it(anna: Visitor, how: str) -> None:
    table = table_of_other_rules(anna, how)
    text = anna.get("/").content.decode()
    assert table.slug in text and "Of other rules" in text


@every_way
def test_put_away_it_ends_and_offers_its_log_and_record(anna: Visitor, how: str) -> None:
    table = table_of_other_rules(anna, how)
    assert anna.post(f"/t/{table.slug}/put_away/").status_code == 302
    text = anna.get(f"/t/{table.slug}/").content.decode()
    assert all(f"<code>{move}</code>" in text for _, _, _, move in moves(table))
    record = json.loads(anna.get(f"/t/{table.slug}/record.json").content)
    assert (record["seed"], record["version"], len(record["moves"])) == (11, fresh(table).version, len(moves(table)))
    assert anna.get("/").status_code == 200 and fresh(table).scores is None


@every_way
def test_of_a_finished_match_log_and_record_lie_open(anna: Visitor, how: str) -> None:
    table = table_of_other_rules(anna, how, None)
    for path in ("", "after/", "replay/", "analysis/"):
        page = anna.get(f"/t/{table.slug}/{path}")
        assert page.status_code == 409 and "record.json" in page.content.decode()
    assert len(json.loads(anna.get(f"/t/{table.slug}/record.json").content)["moves"]) == len(moves(table))


def test_nobody_else_can_put_it_away_nor_a_match_that_can_be_played(anna: Visitor) -> None:
    table = table_of_other_rules(anna, "version")
    with pytest.raises(Refusal):
        desk.put_away(table, person("Bob"))
    with pytest.raises(Refusal):
        desk.put_away(play_on(sit(GAME, anna, "page"), 3), anna.person)


def test_moves_there_are_refused_with_the_reason(anna: Visitor) -> None:
    table = table_of_other_rules(anna, "version")
    before = everything()
    with pytest.raises(OtherRules, match="version 99"):
        desk.play(table, 0, "1", len(moves(table)))
    assert everything() == before


# --- What a table carries ---


@pytest.mark.parametrize("name", games())
def test_a_table_carries_the_version_and_the_whole_data(anna: Visitor, name: str) -> None:
    table = sit(name, anna, *["page"] * (kind(name).options[0].values[0] - 1))
    played = camarilla.game(name, players=kind(name).options[0].values[0], **kind(name).at_table)
    assert (table.version, table.options) == (played.version, played.recorded)
    assert game_of(table).chosen == played.chosen


def test_tables_until_today_are_pinned_to_the_data_of_today(anna: Visitor) -> None:
    """The migration is run on a table as it was written before there were versions."""
    tables = [sit(name, anna, *["page"] * (kind(name).options[0].values[0] - 1)) for name in games()]
    for table in tables:
        Table.objects.filter(pk=table.pk).update(options=game_of(table).chosen)
    migration = import_module("camarilla.site.migrations.0003_table_version")
    migration.pin(MigrationExecutor(connection).loader.project_state().apps, None)
    assert [fresh(table).options for table in tables] == [table.options for table in tables]
