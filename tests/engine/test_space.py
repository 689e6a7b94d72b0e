"""Spaces: pieces one after the other, numbered both ways."""

from __future__ import annotations

import pytest

import camarilla
from camarilla.engine.space import Piece, Space
from camarilla.games import kind
from tools import spaces

INNER = Space(Piece("a", "one", most=9), Piece("b", "two", 2))
SPACE = Space(Piece("alone", "a single number"), Piece("pairs", "pairs", 3, 4), Piece("things", "things", 5, of=INNER))


def test_pieces_follow_one_another() -> None:
    assert (SPACE.bases, SPACE.size) == ((0, 1, 13), 1 + 12 + 5 * 3)
    assert SPACE.base("things") == 13


def test_every_number_is_decoded_and_encoded_back() -> None:
    pairs = [SPACE.decode(number) for number in range(1, 13)]
    assert pairs[:5] == [("pairs", (0, 0)), ("pairs", (0, 1)), ("pairs", (0, 2)), ("pairs", (0, 3)), ("pairs", (1, 0))]
    assert [SPACE.encode(name, *indices) for name, indices in pairs] == list(range(1, 13))
    assert SPACE.locate(12) == ("pairs", 11) and SPACE.decode(0) == ("alone", ())


@pytest.mark.parametrize("number", [-1, 28])
def test_there_are_no_other_numbers(number: int) -> None:
    with pytest.raises(IndexError, match=str(number)):
        SPACE.locate(number)


def test_an_index_out_of_range_is_refused_by_name() -> None:
    with pytest.raises(IndexError, match="pairs has no index 4: it goes from 0 to 3"):
        SPACE.encode("pairs", 0, 4)


def test_two_pieces_have_different_names() -> None:
    with pytest.raises(ValueError, match="same name"):
        Space(Piece("a", "one"), Piece("a", "two"))


def test_a_table_shows_every_piece_and_what_it_is_made_of() -> None:
    rows = SPACE.table().splitlines()[2:]
    assert rows[1] == "| 1..12 | `pairs` 3 x 4 | pairs |"
    assert rows[3:] == ["| + 0 | `a` | one |", "| + 1..2 | `b` 2 | two |"]


def test_a_table_of_an_observation_shows_what_its_numbers_can_be() -> None:
    assert SPACE.table(ranges=True).splitlines()[4:] == [
        "| 13..27 | `things` 5 |  | things |",
        "| + 0 | `a` | 0..9 | one |",
        "| + 1..2 | `b` 2 | 0..1 | two |",
    ]


def test_every_number_of_an_observation_has_a_bound() -> None:
    assert SPACE.bounds == (1,) * 13 + (9, 1, 1) * 5


@pytest.mark.parametrize("name", camarilla.games())
def test_the_tables_of_a_game_are_current(name: str) -> None:
    written = (kind(name).folder() / "spaces.md").read_text(encoding="utf-8")
    assert written == spaces.page(kind(name)), "run `python tools/spaces.py`"
