"""Bots: they see only what their seat may know, each by its name, and none can spoil a match."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
import pytest

import camarilla
from camarilla.bots.bot import AtRandom, Bot, Dreamer, Quick, Search, ask_bot, chance
from camarilla.bots.ladder import LEVELS, adviser, below, level, parse_bot, seat_bots, stand_in, title
from camarilla.bots.play import decide, play_match
from camarilla.engine import calls
from camarilla.engine.errors import BadOption, IllegalMove
from camarilla.engine.game import Game
from camarilla.engine.record import Records
from camarilla.games import kind
from camarilla.testing.walks import walk
from tests.samples import GAME, GLASS
from tests.toy.game import PocketCourt

GAMES = [(name, kind(name).testing.SHORT) for name in camarilla.games()]
POSITIONS = 1_000
DUEL = camarilla.game(GAME, players=2, runtime="compiled")


# --- What they know ---


def positions(game: Game) -> Iterator[tuple[Records, int]]:
    """Where a seat has a choice, in matches between quick and random players."""
    for seed in count():
        bots: list[Bot] = [(Quick("greedy"), AtRandom())[(seed + seat) % 2] for seat in game.seats]
        state = np.zeros(1, game.rules.State)
        game.call(calls.setup, state, np.uint64(seed))
        for step in count():
            seats = int(game.call(calls.waiting, state))
            if not seats:
                break
            for seat in game.seats:
                if (
                    seats >> seat & 1
                    and game.call(calls.indifferent, state, seat) < 0
                    and len(game.legal(state, seat)) > 1
                ):
                    yield state.copy(), seat
            seat = (seats & -seats).bit_length() - 1
            game.call(calls.play, state, seat, ask_bot(bots[seat], game, state, seat, chance(seed, seat, step)))


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nobody_peeks(name: str, options: dict[str, object]) -> None:
    """Every bot, shown the match itself, does what it does in any world that its seat cannot tell from it."""
    game = camarilla.game(name, runtime="compiled", **options)
    bots = [level(game, "page"), level(game, "courtier"), Search(12, threads=1), AtRandom()]
    for number, (state, seat) in zip(range(POSITIONS), positions(game), strict=False):
        other = state.copy()
        game.call(calls.redeal, other, seat, np.uint64(number))
        for bot in bots:
            assert bot.action(game, state, seat, number) == bot.action(game, other, seat, number), bot.name


def test_a_searcher_that_sees_all_does_peek() -> None:
    """Otherwise the test above would show nothing."""
    oracle, peeks = Search(40, threads=1, sees_all=True), 0
    for number, (state, seat) in zip(range(60), positions(DUEL), strict=False):
        other = state.copy()
        DUEL.call(calls.redeal, other, seat, np.uint64(number))
        peeks += oracle.action(DUEL, state, seat, number) != oracle.action(DUEL, other, seat, number)
    assert peeks > 10


def test_a_bot_is_shown_a_world_dealt_anew() -> None:
    shown = []

    @dataclass(frozen=True)
    class Spy(Bot):
        name = "spy"

        def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
            shown.append(world.tobytes())
            return game.legal(world, seat)[0]

    match = DUEL.new(3)
    seat = match.waiting[0]
    ask_bot(Spy(), DUEL, match.state, seat, 5)
    ask_bot(Spy(), DUEL, match.redeal(seat, 9).state, seat, 5)
    assert shown[0] == shown[1] != match.state.tobytes()


# --- Whom there is ---


def test_each_level_goes_by_its_name_in_either_language() -> None:
    for name in LEVELS:
        for text in (name, name.upper(), title(name).text("en"), f" {title(name).text('fr')} "):
            assert parse_bot(DUEL, text) == level(DUEL, name)
    assert parse_bot(DUEL, "eminence grise") == level(DUEL, "eminence")
    assert len({level(DUEL, name).name for name in LEVELS}) == len(LEVELS)


def test_other_bots_go_by_names_too() -> None:
    assert parse_bot(DUEL, "random") == AtRandom()
    assert parse_bot(DUEL, "greedy") == Quick("greedy")
    assert parse_bot(DUEL, "search:250") == Search(250)
    assert parse_bot(DUEL, "oracle:250").sees_all


@pytest.mark.parametrize("text", ["king", "", "search", "search:", "search:0", "search:-3", "search:x", "search:1e99"])
def test_who_does_not_exist_is_said(text: str) -> None:
    with pytest.raises(BadOption) as problem:
        parse_bot(DUEL, text)
    assert problem.value.text("en") != problem.value.text("fr")
    assert ("eminence" in str(problem.value)) != text.startswith("search:")


def test_a_table_is_filled_by_one_bot_or_one_a_seat() -> None:
    assert seat_bots(DUEL, "courtier,page", 2) == (level(DUEL, "courtier"), level(DUEL, "page"))
    assert seat_bots(DUEL, "page", 3) == (level(DUEL, "page"),) * 3
    with pytest.raises(BadOption, match="3 seats, not 2"):
        seat_bots(DUEL, "page,page", 3)


def test_every_game_has_levels_that_think_longer_and_longer() -> None:
    for name in camarilla.games():
        game = camarilla.game(name)
        thoughts = [getattr(level(game, name), "iterations", 0) for name in LEVELS[2:]]
        assert thoughts == sorted({*thoughts})
        assert [*game.iterations] == sorted({*game.iterations})
        assert isinstance(level(game, "page"), Dreamer) and isinstance(level(game, "courtier"), Quick)


def test_the_upper_levels_play_by_what_was_learned_of_such_matches() -> None:
    duel, crowd = (camarilla.game(GLASS, players=players) for players in (2, 6))
    few, many = duel.lookahead
    assert [level(duel, name).name for name in LEVELS[2:]] == ["net", f"net:{few}", f"net:{many}"]
    assert [level(crowd, name).name for name in LEVELS[2:]] == [f"search:{number}" for number in crowd.iterations]
    assert adviser(duel).name == f"net:{many}" and adviser(crowd, 7).name == "search:7"
    assert stand_in(duel, level(duel, "chamberlain")) == level(duel, "courtier")


def test_a_game_without_rules_of_thumb_has_levels_too() -> None:
    game = PocketCourt(runtime="interpreted")
    assert [level(game, name).name for name in LEVELS[:2]] == ["random", "search:10"]
    match = game.new(1)
    assert decide(match, match.waiting[0], level(game, "courtier")) in match.choices()


# --- None can spoil a match ---


AWAKE = threading.Event()  # a bot that stalls waits for it


@dataclass(frozen=True)
class Broken(Bot):
    how: str

    @property
    def name(self) -> str:
        return "broken"

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        if self.how == "fails":
            raise ZeroDivisionError
        if self.how == "stalls":
            AWAKE.wait()
        return game.actions + 5


@pytest.mark.parametrize("how", ["fails", "stalls", "cheats"])
def test_a_bot_that_fails_is_replaced_and_that_is_logged(how: str, caplog: pytest.LogCaptureFixture) -> None:
    AWAKE.clear()
    match = DUEL.new(4)
    seat = match.waiting[0]
    expected = decide(match, seat, level(DUEL, "courtier"))
    with caplog.at_level(logging.ERROR, "camarilla.bots"):
        choice = decide(match, seat, Broken(how), patience=2)
    AWAKE.set()
    assert choice == expected
    assert len(caplog.records) == 1 and "broken" in caplog.text


def test_a_thought_that_takes_too_long_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    match = DUEL.new(4)
    expected = decide(match, match.waiting[0], level(DUEL, "courtier"))
    assert decide(match, match.waiting[0], Search(10**6), patience=2) == expected
    assert "search:1000000" in caplog.text


def test_who_takes_over_is_the_next_level_below() -> None:
    names = [level(DUEL, name).name for name in LEVELS]
    for number, name in enumerate(LEVELS):
        assert [bot.name for bot in below(DUEL, level(DUEL, name))] == names[:number][::-1]
    assert [bot.name for bot in below(DUEL, Search(77))] == [names[1], names[0]]


def test_if_nobody_is_left_the_first_choice_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camarilla.bots.play.below", lambda game, bot: [Broken("cheats")])
    match = DUEL.new(4)
    assert decide(match, match.waiting[0], Broken("fails")) == match.choices()[0]


def test_only_a_seat_that_is_to_move_decides() -> None:
    match = DUEL.new(4)
    with pytest.raises(IllegalMove):
        decide(match, 1 - match.waiting[0], AtRandom())
    with pytest.raises(IllegalMove, match="over"):
        decide(walk(DUEL, 1, 1)[-1], 0, AtRandom())


# --- Whole matches ---


def test_a_match_is_the_same_decision_by_decision() -> None:
    bots = (Search(30), level(DUEL, "page"))
    match = DUEL.new(11)
    while not match.over:
        seat = match.waiting[0]
        match.play(decide(match, seat, bots[seat]))
    found = play_match(DUEL, 11, bots)
    assert (found.points, found.places) == (match.scores, match.places)
    assert found.moves == len(match.steps)
