"""Cour at the terminal: its pyramids, its prices, its menus, and whole games."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from rich.cells import cell_len
from rich.console import Console

import camarilla
from camarilla.engine.match import Match
from tests.terminal.fake import Fake, forever
from tests.terminal.looks import board, choices_of, positions

pytestmark = pytest.mark.usefixtures("quick_and_tidy")

ROWS = ["a1", "b1", "c1", "d1", "e1"]


def court(**position: object) -> Match:
    game = camarilla.game("cour", runtime="interpreted", players=2, turns="in_order")
    purse = {"gold": 9, "steel": 9, "ruby": 9}
    return game.at({"resources": {"A": purse, "B": purse}, **position})


PYRAMID = {"a1": "Miner", "a2": "Monk", "a3": "Knight", "b1": "Actor", "b2": "Goldsmith"}


# --- The board ---


@pytest.mark.parametrize(("players", "base", "inverted"), [(2, 5, False), (6, 4, True)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_and_shows_every_seat(players: int, base: int, inverted: bool, language: str) -> None:
    for match in list(positions("cour", 5, players=players, base=base, inverted=inverted))[::7]:
        for courts in (False, True):
            text = board(match, 0, language, courts=courts)
            assert max(map(cell_len, text.splitlines())) <= 80
            for seat in range(players):
                assert re.search(rf"(?m)[ ▸]{'ABCDEF'[seat]} +{match.view(0)['seats'][seat]['prestige']}★", text)


def test_it_is_the_same_for_all_that_the_seat_cannot_tell_apart() -> None:
    for number, match in enumerate(list(positions("cour", 2, players=3))[::5]):
        for seat in (0, 1, 2, None)[number % 2 :: 2]:
            assert board(match, seat) == board(match.redeal(seat, seed=number), seat)


@pytest.mark.parametrize("inverted", [False, True])
def test_a_pyramid_is_a_pyramid(inverted: bool) -> None:
    game = camarilla.game("cour", runtime="interpreted", players=2, turns="in_order", inverted=inverted)
    lines = board(game.at({}), 0).splitlines()
    found = [next((i, line.index(row)) for i, line in enumerate(lines) if f"{row} ·" in line) for row in ROWS]
    heights, insets = zip(*found, strict=True)
    assert list(heights) == sorted(heights, reverse=not inverted)
    steps = {b - a for a, b in pairwise(insets)}
    assert insets[0] == 0 and steps <= {7, 8}


def test_covered_cards_are_dim_and_what_can_be_done_is_marked() -> None:
    match = court(pyramids={"A": PYRAMID}, hands={"A": ["Duke", "Banker"]})
    console = Console(width=80, force_terminal=True, color_system="standard", record=True, file=None, _environ={})
    with console.capture() as shown:
        console.print(match.game.board.board(match.game, match.view(0), "en"))
    text = shown.get()
    assert re.search(r"\x1b\[2;36ma1 Miner", text)  # its only parent stands on it
    assert re.search(r"\x1b\[2;37ma2 Monk", text)
    plain = board(match, 0)
    assert "▸×1★ Artisan" in plain  # the Goldsmith can be activated and dismissed
    assert "a1 Miner" in plain and "▸1★ Artisan" not in plain
    assert "✓Banker" in plain and "✓Duke" in plain
    match.play("activate b2")
    assert "▸×1★ Artisan" not in board(match, 0) and "×1★ Artisan" in board(match, 0)


def test_the_price_shows_the_surcharge_and_the_discount() -> None:
    match = court(pyramids={"A": {"a1": "Patron"}}, hands={"A": ["Inventor", "Banker", "Miner"]})
    match.play("enrol Banker")
    assert "a place for Banker (price 3)" in board(match, 0)
    match.play("at a2")
    assert "5 rubies (4+1)" in board(match, 0) and "3 steel (2+1)" in board(match, 0)
    match.play("activate a1")
    assert "3 rubies (4−1)" in board(match, 0)
    assert "next enrolment (Artisan, Scholar): 2 less" in board(match, 0)


def test_what_is_looked_at_is_shown_to_the_looker_alone() -> None:
    match = court(pyramids={"A": {"a1": "Scout"}}, deck=["Duke", "Knight", "Monk"])
    match.play("activate a1")
    assert "You are looking at:" in board(match, 0) and re.search("(?m)^ Knight +Warrior", board(match, 0))
    assert "You are looking at:" not in board(match, 1) and not re.search("(?m)^ Knight +Warrior", board(match, 1))
    assert "Scout: look at the top 2 cards" in board(match, 1)


# --- Menus ---


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_choice_is_there_once(language: str) -> None:
    for match in list(positions("cour", 3, players=3))[::3]:
        for seat in match.waiting:
            text = choices_of(match, language, seat=seat)
            assert max(map(cell_len, text.splitlines())) <= 80
            for number, choice in enumerate(match.choices(seat), 1):
                found = re.findall(rf"(?m)(?:^|  ) *{number} +{re.escape(choice.move)}(?: |$)", text)
                assert len(found) == 1, (choice.move, text)


# --- Whole games ---


@pytest.mark.parametrize(("language", "turns"), [("en", "simultaneous"), ("fr", "in_order")])
def test_a_whole_game_can_be_played(language: str, turns: str) -> None:
    chance = random.Random(language)
    match = camarilla.game("cour", players=2, base=4, turns=turns).new(8)
    wish = forever(lambda s: "" if s.match.over else chance.choice(s.match.choices(s.next_seat())).move)
    fake = Fake(match, wish, 2, language)
    assert fake.play() == 0
    assert fake.match.over
    assert {"en": "The game is over", "fr": "La partie est terminée"}[language] in fake.text


def test_nonsense_is_answered_with_what_would_be_right() -> None:
    match = court(pyramids={"A": PYRAMID}, hands={"A": ["Duke", "Banker"]})
    typed = ["enrol king", "enrol Pedlar", "dismiss a1", "activate a1", "activate a3", "at z9", "resign me", ""]
    fake = Fake(match, typed)
    fake.play()
    for said in ("(COR-3)", "Pedlar", "(COR-16)", "(COR-23)", "(COR-24)", "z9", "resign me"):
        assert said in fake.text
    assert not fake.match.steps
