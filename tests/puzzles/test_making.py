"""From a decision to a puzzle: what stands out is looked at again, in worlds of its own, and told in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES
from camarilla.games import game, kind
from camarilla.puzzles import checking, making
from camarilla.puzzles.finding import CalledOff, Suspect, glance, looks_clear, suspects
from camarilla.puzzles.puzzle import Puzzle, name_seats, pack, unpack
from tests.analysis.blunders import all_but
from tests.samples import DUEL

SEAT, SEED = 0, 5


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """Short searches, which are enough where the end is near."""
    numbers = {
        "finding.GLANCE": (100, 100),
        "finding.LOOK": 200,
        "checking.SEARCHES": 3,
        "checking.DEEP": 200,
        "checking.AFTER": 120,
        "making.ATTEMPTS": 2,
        "making.WORLDS": 5,
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, number in numbers.items():
            patch.setattr(f"camarilla.puzzles.{name}", number)
        patch.setattr(kind(DUEL), "iterations", (1, 1, 1))
        patch.setattr(kind(DUEL), "lookahead", (1, 4_000))
        patch.setattr("camarilla.analysis.reasons.MEASURE", 100)
        yield


def last_turns() -> Match:
    """Of 7, 2 and 1 only the 2 keeps the others from a conspiracy."""
    inner = {"R": "R5", "G": "G3 G8 G6"}
    hands = {"R": "R7 R2 R1", "G": "G4"}
    return game(DUEL, runtime="compiled").at(
        {
            "mover": "R",
            "inner": " ".join(inner.values()).split(),
            "hands": hands,
            "decks": {"R": "", "G": ""},
            "limits": {"R": 10, "G": 10},
            "discards": {house: all_but(house, f"{inner[house]} {hands[house]}") for house in "RG"},
        }
    )


def action(move: str) -> int:
    return next(choice.id for choice in last_turns().choices(SEAT) if choice.move == move)


@pytest.fixture(scope="module")
def suspect() -> Suspect:
    match = last_turns()
    found = glance(match.game, match.state, SEAT, action("7"), SEED)
    assert found
    return found


@pytest.fixture(scope="module")
def puzzle(suspect: Suspect) -> Puzzle:
    made = making.make(suspect)
    assert made
    return made


def test_what_stands_out_is_found_in_a_world_dealt_anew(suspect: Suspect) -> None:
    match, world = last_turns(), Match(suspect.game, suspect.world, {"position": None})
    assert suspect.best == action("2")
    assert not np.array_equal(suspect.world["random"], match.state["random"])
    assert world.view(SEAT) == match.view(SEAT)


def test_a_second_look_sees_what_was_only_luck(suspect: Suspect) -> None:
    assert looks_clear(suspect)
    assert not looks_clear(replace(suspect, best=action("7"), others=(action("2"), action("1"))))


def test_what_stands_out_is_told_from_what_a_courtier_does(suspect: Suspect) -> None:
    assert not suspect.is_obvious and replace(suspect, usual=suspect.best).is_obvious


def test_a_match_is_left_when_nobody_waits_for_it() -> None:
    def refuse() -> None:
        raise CalledOff

    with pytest.raises(CalledOff):
        next(suspects(game(DUEL, runtime="compiled"), 1, refuse))


def test_deep_searches_have_to_agree(suspect: Suspect) -> None:
    assert checking.check(suspect)
    assert checking.check(replace(suspect, best=action("7"))) is None


def test_what_is_measured_follows_from_the_seeds_alone(suspect: Suspect) -> None:
    rivals = (action("7"), action("1"))
    found = checking.measure(suspect, rivals, (1, 2, 3))
    assert found and checking.measure(suspect, rivals, (1, 2, 3)) == found
    assert checking.measure(suspect, rivals, (4, 5, 6)) != found
    assert found.losses[0].mean <= found.losses[1].mean


def test_what_turns_out_to_be_hardly_better_is_given_up(suspect: Suspect, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    monkeypatch.setattr(checking, "HOPE", 2)
    monkeypatch.setattr(checking, "follow", lambda _, one, n, seed: measured.append(seed) or np.full(n, 0.5))
    assert checking.measure(suspect, [action("7")], (1, 2, 3)) is None
    assert measured == [1, 1, 2, 2]


def test_the_error_is_that_of_independent_searches(suspect: Suspect, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {"best": (0.9, 0.7, 0.8), "rival": (0.5, 0.5, 0.2)}  # of three searches
    names = {suspect.best: "best", action("7"): "rival"}
    monkeypatch.setattr(checking, "follow", lambda _, one, n, seed: np.full(n, shares[names[one]][seed]))
    found = checking.measure(suspect, [action("7")], (0, 1, 2))
    assert found
    (loss,) = found.losses
    assert loss.mean == pytest.approx(0.4)
    assert loss.error == pytest.approx(0.2 / 3**0.5)  # 0.4, 0.2 and 0.6


def test_a_loss_is_clear_by_three_standard_errors_and_by_its_size() -> None:
    assert checking.Loss(0, 0.31, 0.1).is_clear and not checking.Loss(0, 0.29, 0.1).is_clear
    assert not checking.Loss(0, 0.04, 0.001).is_clear


def test_a_puzzle_is_told_in_every_language_with_names_to_be_filled_in(puzzle: Puzzle) -> None:
    assert puzzle.best == "2" and puzzle.margin > 0.5
    for language in LANGUAGES:
        told = " ".join(name_seats(text, language, ["Anna", "Bob"]) for text in puzzle.why)
        assert ("Anna" in told or "Bob" in told) and "{" not in told
    assert puzzle.hands and all(set(hand.where) == set(LANGUAGES) for hand in puzzle.hands)


def test_a_puzzle_begins_where_the_seat_has_to_choose_and_comes_back_as_it_was_packed(puzzle: Puzzle) -> None:
    match = puzzle.begin(type(last_turns().game))
    assert match.view(SEAT) == last_turns().view(SEAT)
    assert match.fingerprint.startswith(puzzle.id)
    assert unpack(pack(puzzle)) == puzzle
