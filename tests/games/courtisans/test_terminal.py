"""The board of Courtisans: everything a seat may know, nothing more, and in its place."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from camarilla.games.courtisans.cards import FAMILIES
from tests.terminal.looks import board, positions

pytestmark = pytest.mark.usefixtures("quick_and_tidy")


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_and_its_columns_stand_in_line(width: int, players: int, language: str) -> None:
    for match in positions("courtisans", 4, players=players):
        lines = board(match, 0, language, width).splitlines()
        assert max(map(cell_len, lines)) <= width
        bars = {tuple(place for place, sign in enumerate(line) if sign in "│┼") for line in lines if "│" in line}
        assert len(bars) == 1
        assert len(bars.pop()) == 7


def test_nothing_is_cut_off_at_80_columns() -> None:
    """Every face-up card is on the board, with its letters and as often as it lies there."""
    for match in positions("courtisans", 11, players=3):
        view, text = match.view(None), board(match, None)
        for place in (view["above"], view["below"], *view["domains"]):
            for card in set(place):
                times = f"×{place.count(card)}" if place.count(card) > 1 else ""
                glyph = {"": "", "n": "♚", "a": "†", "g": "♜"}[card[1:]]
                assert f"{card}{glyph}{times}" in text.replace("!", "")


def test_it_is_the_same_for_all_that_the_seat_cannot_tell_apart() -> None:
    for number, match in enumerate(positions("courtisans", 2, players=3)):
        for seat in (0, 1, 2, None)[number % 2 :: 2]:
            other = match.redeal(seat, seed=number)
            assert board(match, seat, spies=True) == board(other, seat, spies=True)


def test_the_deciding_assassin_is_named_on_every_screen() -> None:
    deciding = [match.copy() for match in positions("courtisans", 6, players=3) if match.view(None)["assassin"]]
    assert deciding
    for match in deciding:
        for seat in (0, 1, 2, None):
            card = match.view(None)["assassin"][:2]
            assert f"{card}† is deciding: the " in board(match, seat)
            assert f"{card}†!" in board(match, seat)


def test_families_stand_in_the_order_of_the_table() -> None:
    names = next(line for line in board(next(positions("courtisans", 1)), 0).splitlines() if "QUEEN" in line)
    order = [*FAMILIES[:3], "QUEEN", *FAMILIES[3:]]
    assert [name.strip() for name in names.split("│")[1:]] == order


def test_standing_is_shown_without_colour_and_in_words_if_there_is_room() -> None:
    *_, match = positions("courtisans", 7)
    standing = match.view(None)["standing"]
    for family, letter in zip(FAMILIES, "BTNHSC", strict=True):
        sign = "▲" if standing[family] > 0 else "▼" if standing[family] < 0 else "="
        word = {"▲": "light", "▼": "disgrace", "=": "neutral"}[sign]
        assert f"{letter} {sign} " in board(match, None)
        assert any(f"{letter} {sign} " in part and word in part for part in board(match, None, width=120).split("│"))


def test_at_the_end_spies_lie_with_their_families() -> None:
    *_, match = positions("courtisans", 7)
    text = board(match, None)
    for spy in match.view(None)["spies"]:
        assert (f"{spy['card']}◉" in text) or spy["removed"]
    assert "?s" not in text.split("♚ noble")[0]


def test_the_hand_and_the_missions_are_only_for_the_seat() -> None:
    match = next(positions("courtisans", 1))
    assert "Your hand" not in board(match, None)
    assert board(match, 0).count("Your mission: ") == 2


def test_colour_is_a_help() -> None:
    out = io.StringIO()
    match = next(positions("courtisans", 1))
    console = Console(file=out, width=80, height=50, force_terminal=True, color_system="standard", _environ={})
    console.print(match.game.board.board(match.game, match.view(0), "en"))
    assert "\x1b[1;32mtoad" in out.getvalue()


def test_a_low_terminal_does_without_the_legend() -> None:
    out = io.StringIO()
    match = next(positions("courtisans", 1))
    console = Console(file=out, width=80, height=24, force_terminal=True, no_color=True, _environ={})
    console.print(match.game.board.board(match.game, match.view(0), "en"))
    assert "counts" not in out.getvalue() and "worth 2" not in out.getvalue()
    assert len(out.getvalue().splitlines()) < 18
