"""Trained players: a net is evaluated the same way everywhere, and goes by nothing that a seat cannot know."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from camarilla.bots import learned, net
from camarilla.bots.bot import Bot, ask_bot
from camarilla.bots.foresight import begin_trails, between, expect, exponential, follow, mark_decision
from camarilla.bots.ladder import parse_bot
from camarilla.bots.learned import (
    Foresight,
    Instinct,
    Net,
    choose_by,
    find_net,
    load_net,
    look_ahead,
)
from camarilla.engine.errors import BadOption
from camarilla.engine.form import play, waiting
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.playout import lowest
from camarilla.engine.rule import rule
from camarilla.games import game, games, kind
from camarilla.lab.standings import standings
from camarilla.lab.tournament import tournament
from camarilla.testing.walks import walk
from tests.bots.untaught import BLOCKS, MOST, WIDTH, judge_first, random_numbers, untaught
from tests.samples import DUEL, GAME, GLASS, RESHUFFLED


def decisions(of: Game, number: int) -> list[Match]:
    """Positions in which somebody has a choice."""
    line = [match for match in walk(of, 3, 5) if match.waiting and len(match.legal(match.waiting[0])) > 1]
    return line[:: max(1, len(line) // number)][:number]


# --- The net ---


def in_double_precision(of: Game, kept: np.ndarray, known: np.ndarray) -> tuple[float, np.ndarray]:
    """The value and the logits of all actions, by arithmetic that knows nothing of how the rules do it."""
    array, at, space = kept.astype(float), 0, of.rules.OBSERVATION_SPACE

    def take(*shape: int) -> np.ndarray:
        nonlocal at
        part = array[at : at + int(np.prod(shape))].reshape(shape)
        at += part.size
        return part

    def normal(x: np.ndarray) -> np.ndarray:
        return (x - x.mean()) / np.sqrt(x.var() + 1e-5)

    traits = {}
    for piece, numbers in space.names.items():
        traits |= dict.fromkeys(numbers, take(piece.most + 1, net.TRAITS))
    hidden = np.zeros(WIDTH)
    for number, value in enumerate(known):
        if number in traits:
            rows = take(net.TRAITS, WIDTH)
            hidden += traits[number][value] @ rows if value else 0
        else:
            hidden += value * take(WIDTH)
    hidden = np.maximum(hidden + take(WIDTH), 0)
    for _ in range(BLOCKS):
        inner = np.maximum(normal(hidden) @ take(WIDTH, WIDTH) + take(WIDTH), 0)
        hidden = hidden + inner @ take(WIDTH, WIDTH) + take(WIDTH)
    ends = take(of.actions + 1, WIDTH + 1)
    assert at == len(array)
    numbers = ends[:, :-1] @ normal(hidden) + ends[:, -1]
    return float(numbers[0]), numbers[1:]


@pytest.mark.parametrize("name", MOST)
def test_it_computes_what_was_trained(name: str) -> None:
    of = game(name, runtime="compiled")
    one = untaught(of)
    for match in decisions(of, 5):
        seat = match.waiting[0]
        mind, out, worth = one.mind(of)
        choices, value = of.call(judge_first, match.state, seat, mind, out, worth)
        expected_value, logits = in_double_precision(of, random_numbers(of), np.array(match.observe(seat), int))
        assert value == pytest.approx(expected_value, abs=1e-3)
        assert worth[:choices] == pytest.approx(logits[out[:choices]], abs=1e-3)
        assert list(out[:choices]) == match.legal(seat)


@pytest.mark.parametrize("name", MOST)
def test_every_runtime_comes_to_the_same_bits(name: str) -> None:
    compiled, interpreted = (game(name, runtime=runtime) for runtime in ("compiled", "interpreted"))
    one = untaught(compiled)
    for match in decisions(compiled, 3):
        found = []
        for of in (compiled, interpreted):
            mind, out, worth = one.mind(of)
            choices, value = of.call(judge_first, match.state, match.waiting[0], mind, out, worth)
            found.append((choices, np.float32(value), worth[:choices].tobytes()))
        assert found[0] == found[1]


# --- Looking ahead ---


def test_powers_and_shares_are_what_they_are_called() -> None:
    for x in (0.0, -0.1, -1.0, -5.0):
        assert exponential(x) == pytest.approx(np.exp(x), rel=0.01)
    for x in (-2.0, -0.3, 0.0, 0.7):
        assert between(x) == pytest.approx(np.tanh(x), abs=0.01)
    worth = np.array([1.0, 2.0, 0.5], np.float32)
    expect(worth, 3)
    assert worth.sum() == pytest.approx(1) and worth.argmax() == 1


@pytest.mark.parametrize("name", MOST)
def test_all_that_is_looked_at_can_be_chosen_and_threads_change_nothing(name: str) -> None:
    of = game(name, runtime="compiled")
    one, match = untaught(of), decisions(of, 3)[-1]
    seat = match.waiting[0]
    thoughts = look_ahead(one, of, match.state, seat, 300, seed=9)
    assert sorted(thought.action for thought in thoughts) == sorted(match.legal(seat))
    assert sum(thought.visits for thought in thoughts) <= 300
    assert thoughts[0].visits == max(thought.visits for thought in thoughts) > 0
    assert all(-1 <= thought.value <= 1 and 0 <= thought.won <= 1 for thought in thoughts)
    assert thoughts == look_ahead(one, of, match.state, seat, 300, seed=9, threads=2)
    assert thoughts != look_ahead(one, of, match.state, seat, 300, seed=10)


@rule
def mark_next(data, states, seat, action, trails, known):
    """What the decision after this action of a seat that searches is remembered by, and whose decision it is."""
    t, s = data[0], states[0]
    begin_trails(trails)
    follow(t, s, seat, action, trails)
    play(t, s, seat, action)
    seats = waiting(t, s)
    mover = lowest(seats)
    return mover, mark_decision(t, s, seat, mover, trails, known) if seats else 0


def marks_next(match: Match, action: int, worlds: int, watched: int) -> list[tuple[int, int, bytes]]:
    """Of as many worlds that who acts first cannot tell apart: who decides then, by what it is remembered, and what
    they know. `watched` seats leave trails: all, or none where a game wants it so."""
    of, seat, found = match.game, match.waiting[0], []
    for seed in range(worlds):
        state, known = match.redeal(seat, seed).state, np.zeros(of.rules.OBSERVATION, np.int8)
        mover, mark = of.call(mark_next, state, seat, action, np.zeros(watched, np.uint64), known)
        found.append((int(mover), int(mark), Match(of, state, {"position": None}).observe(int(mover)).tobytes()))
    return found


@pytest.mark.parametrize("name", games())
def test_others_decide_once_for_all_that_they_may_hold_and_the_seat_by_what_it_knows(name: str) -> None:
    of, differed = game(name, runtime="interpreted"), 0
    for match in decisions(of, 30):
        seat, actions = match.waiting[0], match.legal(match.waiting[0])
        found = [marks_next(match, action, 4, of.players) for action in (actions[0], actions[-1])]
        for mover, after in itertools.product(range(of.players), found):
            marks = {mark for who, mark, _ in after if who == mover}
            knowledge = {known for who, _, known in after if who == mover}
            assert len(marks) <= (len(knowledge) if mover == seat else 1)
            differed += mover != seat and len(knowledge) > 1
    assert differed


def test_a_game_may_want_others_to_be_remembered_by_what_they_hold() -> None:
    of = game(GLASS, players=2, runtime="interpreted")
    assert not of.by_sights
    found = [marks_next(match, match.legal(match.waiting[0])[-1], 4, 0) for match in decisions(of, 20)]
    assert all(
        len({(who, mark) for who, mark, _ in after}) == len({(who, known) for who, _, known in after})
        for after in found
    )
    assert any(len({mark for _, mark, _ in after}) > 1 for after in found)


@pytest.mark.parametrize("bot", (Instinct(), Foresight(40, threads=1)), ids=lambda bot: bot.name)
@pytest.mark.parametrize("name", MOST)
def test_nobody_peeks(taught: Callable[[Game], None], name: str, bot: Bot) -> None:
    """Whatever is hidden from a seat is dealt anew, and the bot does the same."""
    of = game(name, runtime="compiled")
    taught(of)
    for match in decisions(of, 4):
        seat = match.waiting[0]
        answers = {
            ask_bot(bot, of, world.state, seat, 7) for world in (match, match.redeal(seat, 1), match.redeal(seat, 2))
        }
        assert len(answers) == 1


# --- Files and names ---


def save(of: Game, path: Path) -> Path:
    about = json.dumps({"options": {"players": [of.players]}, "rules": of.version})
    np.savez_compressed(path, weights=random_numbers(of).astype(np.float16), shape=(WIDTH, BLOCKS), about=about)
    return path


def test_a_net_is_read_from_its_file(tmp_path: Path) -> None:
    of = game(GAME, runtime="compiled")
    one, kept = untaught(of), load_net(save(of, tmp_path / "net.npz"), of)
    assert np.array_equal(kept.weights, one.weights) and kept.about == one.about
    match = decisions(of, 1)[0]
    assert choose_by(kept, of, match.state, match.waiting[0]) in match.legal(match.waiting[0])


def test_a_net_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="other observations or actions"):
        load_net(save(game(GAME), tmp_path / "net.npz"), game(DUEL))


def test_a_net_knows_what_it_was_trained_on() -> None:
    two, three = game(GAME, players=2), game(GAME, players=3)
    one = untaught(two)
    assert one.knows(two) and not one.knows(three)
    older = Net(one.weights, one.places, WIDTH, BLOCKS, {**one.about, "rules": two.version - 1})
    assert not older.knows(two)
    for data, known in (([two.digest], True), (["another set"], False)):
        assert Net(one.weights, one.places, WIDTH, BLOCKS, {**one.about, "data": data}).knows(two) == known


def test_of_an_option_that_came_later_a_net_knows_the_usual_value() -> None:
    usual = game(DUEL)
    assert untaught(usual).knows(usual) and not untaught(usual).knows(game(DUEL, **RESHUFFLED))


@pytest.mark.parametrize("name", games())
def test_what_is_shipped_fits_and_is_small(name: str) -> None:
    file = kind(name).folder() / learned.FILE
    if file.exists():
        assert file.stat().st_size <= 3_000_000
        about = load_net(file, game(name)).about
        assert about["rules"] == game(name).version and game(name).digest in about.get("data", [game(name).digest])


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name in games() if (kind(name).folder() / learned.FILE).exists()])
def test_what_is_shipped_beats_the_courtier(name: str) -> None:
    played = tournament(game(name, players=2), ["net", "courtier"], deals=100)
    (first, _) = standings(played).ranked
    assert first.bot == Instinct() and first.share.value > 0.7


@pytest.mark.parametrize("name", games())
def test_they_are_called_by_name_where_there_are_any(name: str) -> None:
    of = game(name)
    for text, bot in (("net", Instinct()), ("net:50", Foresight(50))):
        if find_net(of):
            assert parse_bot(of, text) == bot
        else:
            with pytest.raises(BadOption, match="no player that was trained"):
                parse_bot(of, text)
