"""The house opens at once: what is not compiled yet is played interpreted, others play for bots that cannot search yet,
and nobody notices when it goes over but by what the page says."""

from __future__ import annotations

import asyncio
import html
import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from camarilla.bots import search
from camarilla.bots.ladder import title
from camarilla.engine import at_once, compiling
from camarilla.engine.runtime import AT_ONCE
from camarilla.games import game, games
from camarilla.site import WORDS, desk, errands, steward, thinker
from camarilla.site.models import Errand
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import SNAPSHOTS, make_game
from tests.samples import DUEL, GAME, GLASS
from tests.website.caller import Game, sat_down, turn
from tests.website.house import House
from tests.website.parlour import bots_move, moves, person, play_on, sit, standing, visitor


@pytest.fixture(autouse=True)
def at_once_unless_told(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CAMARILLA_RUNTIME", AT_ONCE)
    for kept in (SNAPSHOTS.clear, make_game.cache_clear):
        kept()
    yield
    make_game.cache_clear()


@pytest.fixture
def preparing(at_once_unless_told: None) -> Iterator[None]:
    """Nothing has been compiled."""
    thinker.PREPARING.update(games())
    yield
    thinker.PREPARING.clear()


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("this needs a compiler")

    monkeypatch.setattr(search.Tree, "grow", refuse)
    monkeypatch.setattr(compiling.COMPILED, "bind", refuse)


@pytest.mark.parametrize("name", games())
def test_a_strong_bot_answers_at_once_as_a_courtier_would(name: str, preparing: None, no_search: None) -> None:
    anna = person()
    strong, usual = (sit(name, level, anna, seed=5) for level in ("minister", "courtier"))
    for table in (strong, usual):
        desk.leave(table, anna)
        bots_move(table, 6)
    assert moves(strong) == moves(usual) and 0 in {seat for _, seat, _, _ in moves(strong)}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_says_who_plays_for_whom_until_it_goes_over(language: str, preparing: None) -> None:
    anna = visitor("Anna", language)
    table = sit(DUEL, anna, "eminence")
    said = WORDS("turn.preparing", level=title("courtier")).text(language)
    assert said in anna.page(table)
    thinker.PREPARING.clear()
    assert said not in anna.page(table)


def test_the_page_says_nothing_where_nobody_searches(preparing: None) -> None:
    anna = visitor("Anna")
    said = re.escape(WORDS("turn.preparing", level="x").text("en").partition("x")[2])
    assert not re.search(said, anna.page(sit(DUEL, anna, "courtier")))


def test_a_hint_has_to_wait_and_says_so(preparing: None) -> None:
    anna = person()
    table = sit(GAME, anna, anna)
    with pytest.raises(Refusal) as refused:
        desk.ask_for_hint(standing(table), standing(table).match.waiting[0], anna)
    assert refused.value.status == 503 and not Errand.objects.filter(kind="hint").exists()


def test_who_shows_no_pages_leaves_a_strong_bot_to_those_who_can_search(preparing: None) -> None:
    anna = person()
    table = sit(DUEL, anna, "eminence")
    desk.leave(table, anna)
    errands.plan(table, ["eminence"], None)
    alone = steward.Steward(shows_pages=False)
    asyncio.run(alone.attend(errands.claim(alone.name, steward.ANY)))
    assert moves(table) == [] and Errand.objects.get(kind="move").due > Errand.objects.get(kind="move").asked
    errands.plan(table, ["courtier"], None)
    asyncio.run(alone.attend(errands.claim(alone.name, steward.ANY)))
    assert moves(table)


# --- Going over ---


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were compiled, in the order in which that was done; nothing was before."""
    done: list[str] = []

    async def note(name: str) -> None:
        if name == GLASS:
            raise RuntimeError("no memory")
        done.append(name)

    monkeypatch.setattr(steward, "is_whole", lambda made: made.id in done)
    monkeypatch.setattr(steward, "compile_aside", note)
    monkeypatch.setattr(steward, "prepare", lambda made: done.append(f"{made.id} loaded"))
    return done


def test_games_that_are_played_are_compiled_first_and_one_that_fails_keeps_no_other_waiting(
    compiled: list[str], preparing: None
) -> None:
    last = games()[-1]
    anna = person()
    sit(last, anna, "page"), sit(last, anna, "page"), sit(GLASS, anna, "page")
    asyncio.run(steward.go_over())
    assert compiled[:2] == [last, f"{last} loaded"] and GLASS not in compiled
    assert {f"{name} loaded" for name in games() if name != GLASS} < set(compiled)
    assert list(thinker.PREPARING) == [GLASS]


def test_what_is_on_disk_is_not_compiled_again(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steward, "is_whole", lambda made: True)
    asyncio.run(steward.go_over())
    assert sorted(compiled) == sorted(f"{name} loaded" for name in games())


def test_open_pages_hear_of_it(compiled: list[str], preparing: None) -> None:
    table = sit(DUEL, person(), "minister")
    before = standing(table).table.revision
    asyncio.run(steward.go_over_to(DUEL))
    assert standing(table).table.revision > before


def test_a_house_that_is_told_what_to_run_on_does_not_go_over(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    asyncio.run(steward.go_over())
    assert compiled == [] and steward.find_uncompiled() == set()


def test_thinkers_run_on_what_is_ready(preparing: None) -> None:
    assert thinker.runtime_for(game(GAME)) == "interpreted"
    assert thinker.runtime_for(game(GAME, runtime="compiled")) == "compiled"
    thinker.PREPARING.discard(GAME)
    assert thinker.runtime_for(game(GAME)) == "compiled"
    assert thinker.runtime_for(game(GAME, runtime="interpreted")) == "interpreted"


def test_the_steward_alone_has_games_compiled() -> None:
    assert math.isinf(at_once.PATIENCE)


def test_bots_go_on_compiled_as_they_began(preparing: None) -> None:
    here, there = (sit(DUEL, person(), "courtier", seed=3) for _ in range(2))
    for number in range(6):
        for table in (here, there):
            thinker.PREPARING.clear()
            thinker.PREPARING.update([DUEL] if table is here and number < 3 else [])
            play_on(table, 1, luck=number)
            bots_move(table)
    assert moves(here) == moves(there) != []


# --- A real one ---


@pytest.mark.xdist_group("at once")
def test_in_a_house_where_nothing_is_compiled_a_strong_bot_answers(tmp_path: Path) -> None:
    house, said = House(tmp_path / "house", thinkers=1), WORDS("turn.preparing", level=title("courtier")).text("en")
    house.environment |= {"CAMARILLA_RUNTIME": AT_ONCE, "CAMARILLA_CACHE": str(tmp_path / "cache")}
    with house:
        me, table = sat_down(house, DUEL, "minister")
        mine, now = 0, turn(me, table)
        assert html.escape(said) in now.page
        while now.number("ply") == mine:
            mine = Game(me.post(f"{table}play/", seat=0, ply=mine, move=now.moves[0])).number("ply")
            now = turn(me, table)
    assert "Traceback" not in house.said.read_text()
