"""Choices to read: every one of them once, with its number and its notation."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.console import Console

import camarilla
from camarilla.terminal.menu import fold, menu
from tests.samples import GAME


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 5])
def test_every_choice_is_there_once(width: int, language: str, players: int) -> None:
    match = camarilla.game(GAME, runtime="interpreted", players=players).new(9)
    chance = random.Random(9)
    while match.waiting:
        choices = match.choices()
        out = io.StringIO()
        console = Console(file=out, width=width, force_terminal=False, _environ={})
        console.print(menu(choices, language, console))
        found = {int(number): move for number, move in re.findall(r"(\d+) +([\w?]+[+\-@]?[A-E]?)", out.getvalue())}
        for number, choice in enumerate(choices, 1):
            assert found[number] == choice.move
        assert max(map(len, out.getvalue().splitlines())) <= width
        match.play(chance.choice(choices))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_and_places_make_a_table_even_with_five_players_at_80_columns(language: str) -> None:
    match = camarilla.game(GAME, runtime="interpreted", players=5).new(9)
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=False, _environ={})
    console.print(menu(match.choices(), language, console))
    assert len(out.getvalue().splitlines()) <= 2 + 7


def test_long_headings_are_folded() -> None:
    assert fold("the nightingale assassin") == "the nightingale\nassassin"
    assert fold("one") == "one"
