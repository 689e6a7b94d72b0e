"""The light step: a match is played by numbers, and words are made only for who asks."""

from __future__ import annotations

import pickle
import random

import pytest

import camarilla
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.record import copy_records
from camarilla.games import kind
from tests.samples import GAME

FOR_TWO = camarilla.game(GAME, players=2, runtime="interpreted")


def short(name: str) -> Game:
    return camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT)


def play_by_numbers(game: Game, seed: int) -> Match:
    match, chance = game.new(seed), random.Random(seed)
    while seats := match.waiting:
        match.step(chance.choice(match.legal(seats[0])), seats[0])
    return match


def play_by_choices(game: Game, seed: int) -> Match:
    match, chance = game.new(seed), random.Random(seed)
    while seats := match.waiting:
        match.play(chance.choice(match.choices(seats[0])))
    return match


@pytest.mark.parametrize("name", camarilla.games())
def test_numbers_lead_where_choices_lead(name: str) -> None:
    one, other = play_by_numbers(short(name), 5), play_by_choices(short(name), 5)
    assert one.state.tobytes() == other.state.tobytes()
    assert one.record() == other.record()
    assert one.log(0) == other.log(0) and one.log() == other.log()


@pytest.mark.parametrize("name", camarilla.games())
def test_legal_mask_and_choices_say_the_same(name: str) -> None:
    match, chance = short(name).new(2), random.Random(2)
    for _ in range(15):
        seat = match.waiting[0]
        legal = match.legal(seat)
        assert [choice.id for choice in match.choices(seat)] == legal == match.mask(seat).nonzero()[0].tolist()
        assert match.mask(seat).shape == (match.game.actions,)
        match.step(chance.choice(legal), seat)


def test_without_a_seat_it_is_the_one_that_waits() -> None:
    match = FOR_TWO.new(1)
    seat = match.waiting[0]
    assert match.legal() == match.legal(seat) and match.legal(1 - seat) == []
    match.step(match.legal()[0])
    assert match.steps[-1].seat == seat


def test_what_a_step_may_not_do_is_refused_with_its_clause_and_changes_nothing() -> None:
    match = FOR_TWO.new(1)
    before = match.state.tobytes()
    wrong = next(action for action in range(match.game.actions) if action not in match.legal())
    with pytest.raises(camarilla.IllegalMove) as refusal:
        match.step(wrong)
    assert refusal.value.clause
    for action in (match.game.actions, -1, True, 1.0, "pass", None):
        with pytest.raises(camarilla.IllegalMove):
            match.step(action)  # type: ignore[arg-type]
    assert match.state.tobytes() == before and not match.steps


@pytest.mark.parametrize("play", [play_by_numbers, play_by_choices])
def test_nobody_makes_words_that_nobody_asks_for(monkeypatch: pytest.MonkeyPatch, play: object) -> None:
    for name in ("write", "offer", "tell"):
        monkeypatch.setattr(FOR_TWO.notation, name, None)
    match = play(FOR_TWO, 3)  # type: ignore[operator]
    assert match.over and match.scores
    with pytest.raises(TypeError):
        match.log()


def test_a_choice_says_later_what_it_would_have_said_at_once() -> None:
    match, twin = play_by_choices(FOR_TWO, 4).after(20), FOR_TWO.new(4)
    at_once = [(choice.move, choice.text("fr")) for choice in match.choices()]
    later = match.choices()
    while match.waiting:
        match.step(match.legal()[0])
    assert [(choice.move, choice.text("fr")) for choice in later] == at_once
    assert later != twin.choices()


def test_a_choice_travels_without_the_match() -> None:
    choice = FOR_TWO.new(1).choices()[0]
    sent = pickle.dumps(choice)
    assert pickle.loads(sent) == choice and hash(pickle.loads(sent)) == hash(choice)
    assert b"_state" not in sent


def test_a_copy_of_records_has_a_memory_of_its_own() -> None:
    state = FOR_TWO.new(1).state
    twin = copy_records(state)
    assert twin.tobytes() == state.tobytes() and twin.dtype == state.dtype
    twin["random"] += 1
    assert twin.tobytes() != state.tobytes()


def test_a_world_remembers_nothing_that_neither_its_seat_nor_a_spectator_saw() -> None:
    for name in camarilla.games():
        match = play_by_numbers(short(name), 6)
        for seat in match.game.seats:
            memories = match.redeal(seat, 1)._past
            assert all(memory.sights[0] or memory.sights[1 + seat] for memory in memories)
            assert len(memories) <= len(match.steps)


def test_records_with_the_same_options_share_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    record = play_by_numbers(FOR_TWO, 1).record()
    one, other = camarilla.load(record), camarilla.load(record)
    assert one.game is other.game and one.state is not other.state
    begun = camarilla.game(GAME, players=3).new(1).record()
    assert camarilla.load(begun).game.players == 3
