"""OpenSpiel's own tests pass for every game, its algorithms run, and nobody learns in it what a seat cannot know."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, ismcts, mcts
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import UniformRandomPolicy

from camarilla.engine.match import Match
from camarilla.games import game, games, kind
from camarilla.interop.nodes import BASE, DIGITS
from camarilla.interop.openspiel import BotPolicy, SpielState, reduced_games
from tests.samples import DUEL, GAME, RESHUFFLED

SEED = 0x0123456789ABCDEF
CASES: list[tuple[str, dict[str, Any]]] = [*((name, {}) for name in games()), (DUEL, RESHUFFLED)]


def load(name: str, **options: Any) -> Any:
    return pyspiel.load_game(f"camarilla_{name}", {**kind(name).testing.SHORT, **options})


def tables() -> list[tuple[str, dict[str, Any]]]:
    """Every game at every size."""
    sizes = {name: next(one.values for one in kind(name).options if one.name == "players") for name in games()}
    return [(name, {"players": players}) for name, values in sizes.items() for players in values]


def random_line(spiel: Any, luck: int = 0) -> list[SpielState]:
    """Every state of a random match."""
    chance, state = Random(luck), spiel.new_initial_state()
    line = [state]
    while not state.is_terminal():
        state = state.child(chance.choice(state.legal_actions()))
        line.append(state)
    return line


def decisions(line: list[SpielState]) -> list[SpielState]:
    return [state for state in line if not state.is_chance_node()]


def some(states: list[SpielState], n: int = 6) -> list[SpielState]:
    """A few of them, spread out, the last among them."""
    return states[:: -max(1, len(states) // n)]


def deal(spiel: Any, seed: int) -> SpielState:
    state = spiel.new_initial_state()
    for digit in seed.to_bytes(DIGITS, "big"):
        state.apply_action(digit)
    return state


# --- What it is to OpenSpiel ---


@pytest.mark.parametrize("name", games())
def test_its_parameters_are_the_options(name: str) -> None:
    known = {option.name: option.default for option in kind(name).options}
    assert pyspiel.load_game(f"camarilla_{name}").get_parameters() == known


@pytest.mark.parametrize(("name", "options"), CASES)
def test_its_own_test_passes_with_serialisation(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, **options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "options"), [*tables(), (DUEL, RESHUFFLED)])
def test_its_own_test_passes_at_every_table(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, **options), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", reduced_games())
def test_its_own_test_passes_for_reduced_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", games())
def test_who_wins_alone_gets_one_and_all_together_nothing(name: str) -> None:
    end = random_line(load(name))[-1]
    places = game(name, **kind(name).testing.SHORT).score(end.node.state)[1]
    assert sum(end.returns()) == pytest.approx(0)
    assert [one > 0 for one in end.returns()] == [place == 1 and places.count(1) < len(places) for place in places]
    if places.count(1) == 1:
        assert max(end.returns()) == 1


# --- Chance ---


@pytest.mark.parametrize("name", games())
def test_the_digits_of_a_seed_deal_its_match(name: str) -> None:
    spiel = load(name)
    dealt = deal(spiel, SEED).node.state
    assert dealt.tobytes() == game(name, **kind(name).testing.SHORT).new(SEED).state.tobytes()


def test_a_move_that_needs_chance_waits_for_it() -> None:
    waiting = reshuffled()[0]
    outcomes = {played_on(waiting, digits).node.state.tobytes() for digits in ([0] * DIGITS, [1] * DIGITS)}
    assert len(outcomes) == 2
    assert all(chance == 1 / BASE for _, chance in waiting.chance_outcomes())


def reshuffled() -> list[SpielState]:
    """A match from where it waits for chance after the deal."""
    spiel = load(DUEL, **RESHUFFLED)
    lines = (random_line(spiel, luck) for luck in range(20))
    found = ((line, number) for line in lines for number, state in enumerate(line) if state.node.pending)
    line, number = next(found)
    return line[number:]


def played_on(state: SpielState, actions: list[int]) -> SpielState:
    for action in actions:
        state = state.child(action)
    return state


@pytest.mark.parametrize("name", games())
def test_chance_changes_the_stream_and_nothing_else_does(name: str) -> None:
    """Whatever the seed was, no move foresees the next shuffle."""
    steps = random_line(load(name))[DIGITS:]
    for before, after in pairwise(steps):
        if not before.is_chance_node() and not after.is_chance_node():
            assert before.node.state["random"] == after.node.state["random"]


# --- What a seat knows ---


@pytest.mark.parametrize("name", games())
def test_a_seat_cannot_tell_a_sampled_state_from_the_true_one(name: str) -> None:
    check_samples(some(decisions(random_line(load(name)))))


def test_nor_can_it_after_a_shuffle() -> None:
    check_samples(some(decisions(reshuffled())))


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "options"), tables())
def test_nor_can_it_at_any_table(name: str, options: dict[str, Any]) -> None:
    for luck in range(2):
        check_samples(some(decisions(random_line(load(name, **options), luck)), 10))


def check_samples(states: list[SpielState]) -> None:
    sampler, differ = pyspiel.UniformProbabilitySampler(0.0, 1.0), 0
    for state in states:
        for seat in range(state.num_players()):
            other = state.resample_from_infostate(seat, sampler)
            assert known(other, seat) == known(state, seat)
            differ += str(other) != str(state)
    assert differ, "nothing was dealt anew"


def known(state: SpielState, seat: int) -> tuple[Any, ...]:
    texts = state.information_state_string(seat), state.observation_string(seat)
    tensors = state.information_state_tensor(seat), state.observation_tensor(seat)
    return *texts, *tensors, state.current_player(), state.legal_actions(seat)


@pytest.mark.parametrize("name", games())
def test_a_seat_forgets_nothing(name: str) -> None:
    """What it has seen begins with what it had seen, and tells its own decisions apart."""
    line = some(decisions(random_line(load(name))), 20)[::-1]
    for before, after in pairwise(line):
        seat = before.current_player()
        assert after.information_state_string(seat).startswith(before.information_state_string(seat))
        assert after.information_state_string(seat) != before.information_state_string(seat)


def test_a_chance_node_cannot_be_sampled() -> None:
    with pytest.raises(ValueError, match="sampled anew"):
        load(GAME).new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_a_tensor_has_the_pieces_of_the_observation_by_name() -> None:
    spiel = load(GAME)
    state, observer = deal(spiel, SEED), spiel.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    state.apply_action(state.legal_actions()[0])
    mover, seat = state.node.edges[0].seat, 0
    observer.set_from(state, seat)
    rules, players = kind(GAME).rules, spiel.num_players()
    assert [*observer.dict] == [*(piece.name for piece in rules.OBSERVATION_SPACE.pieces), "log"]
    assert (observer.tensor[: rules.OBSERVATION] == Match(spiel.tree.game, state.node.state, {}).observe(seat)).all()
    sight = state.node.recalls[seat].events[1].sight
    assert observer.dict["log"][0].tolist() == [1 + (mover - seat) % players, 1 + sight]
    assert not observer.dict["log"][1:].any()


def test_other_observations_are_refused() -> None:
    with pytest.raises(ValueError, match="all that one seat knows"):
        load(GAME).make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False))


# --- Its algorithms ---


def play_ismcts(spiel: Any, simulations: int) -> SpielState:
    chance = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(spiel, evaluator, uct_c=2.0, max_simulations=simulations, random_state=chance)
    state = deal(spiel, SEED)
    while not state.is_terminal():
        outcomes = state.legal_actions() if state.is_chance_node() else [bot.step(state)]
        state.apply_action(int(chance.choice(outcomes)))
    return state


def test_ismcts_plays_to_the_end() -> None:
    assert play_ismcts(load(GAME), 2).is_terminal()


@pytest.mark.sweep
@pytest.mark.parametrize("name", games())
def test_ismcts_plays_every_game_to_the_end(name: str) -> None:
    assert play_ismcts(load(name), 3).is_terminal()


@pytest.mark.sweep
@pytest.mark.parametrize("name", reduced_games())
def test_cfr_solves_reduced_games(name: str) -> None:
    spiel = pyspiel.load_game(name)
    at_random = exploitability(spiel, UniformRandomPolicy(spiel)) / spiel.max_utility()
    solver = cfr.CFRSolver(spiel)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    solved = exploitability(spiel, solver.average_policy()) / spiel.max_utility()
    assert solved < 0.05 < at_random


@pytest.mark.parametrize("bot", ["page", "courtier"])
def test_a_bot_of_ours_is_a_policy(bot: str) -> None:
    """A page has a chance of its own, a courtier has none."""
    spiel = load(GAME)
    state = deal(spiel, SEED)
    chances = BotPolicy(spiel, bot, times=50).action_probabilities(state)
    assert [*chances] == state.legal_actions() and sum(chances.values()) == pytest.approx(1)
    assert (max(chances.values()) == 1) == (bot == "courtier")


# --- Reduced games ---


@pytest.mark.parametrize("name", reduced_games())
def test_worlds_of_a_reduced_game_are_its_deals_and_as_likely(name: str) -> None:
    spiel = pyspiel.load_game(name)
    chances = dict(spiel.new_initial_state().chance_outcomes())
    assert sum(chances.values()) == pytest.approx(1)
    dealt = {number: spiel.new_initial_state().child(number) for number in chances}
    by_truth = {truth(state): number for number, state in dealt.items()}
    for seat in range(spiel.num_players()):
        same = [n for n, state in dealt.items() if is_alike(state, dealt[0], seat)]
        wanted = {number: chances[number] / sum(chances[n] for n in same) for number in same}
        worlds = [dealt[0].tree.resample(dealt[0].node, seat, seed) for seed in range(400)]
        found = Counter(by_truth[truth_of(dealt[0], world)] for world in worlds)
        assert found.keys() == wanted.keys()
        assert all(abs(found[number] / found.total() - wanted[number]) < 0.1 for number in wanted)


def is_alike(one: SpielState, other: SpielState, seat: int) -> bool:
    return bool(one.information_state_string(seat) == other.information_state_string(seat))


def truth(state: SpielState) -> str:
    return truth_of(state, state.node)


def truth_of(state: SpielState, node: Any) -> str:
    played = state.tree.game
    return str(played.history.truth(Match(played, node.state, {}).position()))


@pytest.mark.sweep
@pytest.mark.parametrize("name", reduced_games())
def test_no_chance_is_left_and_scores_differ_as_much_as_is_said(name: str) -> None:
    spiel = pyspiel.load_game(name)
    assert widest_below(spiel.new_initial_state()) == spiel.max_utility()


def widest_below(state: SpielState) -> float:
    if state.is_terminal():
        return max(state.returns())
    assert not (state.is_chance_node() and state.node.record is not None)
    return max(widest_below(state.child(action)) for action in state.legal_actions())
