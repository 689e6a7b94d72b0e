"""Court of the Medici at the terminal: its board, its menus, and whole games."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

import camarilla
from camarilla.engine.match import Match
from tests.terminal.fake import Fake, forever
from tests.terminal.looks import board, choices_of, positions

pytestmark = pytest.mark.usefixtures("quick_and_tidy")


def new(seed: int, **options: object) -> Match:
    return camarilla.game("medici", runtime="interpreted", **options).new(seed)


# --- The board ---


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_at_court_is_on_the_board_and_fits(width: int, language: str) -> None:
    for match in positions("medici", 5, dukes=True, distinct_start=True):
        text = board(match, 0, language, width)
        assert max(map(cell_len, text.splitlines())) <= width
        view = match.view(0)
        for stack in [*view["inner"], *view["outer"][0], *view["outer"][1]]:
            assert re.search(rf"\b{stack['label']}\b", text)
            assert f"={stack['total']}" in text
            assert all(noble in text for noble in stack["nobles"])
        assert all(f" {card}" in text for card in view["hand"])


def test_it_is_the_same_for_all_that_the_seat_cannot_tell_apart() -> None:
    for number, match in enumerate(positions("medici", 2)):
        for seat in (0, 1, None)[number % 2 :: 2]:
            assert board(match, seat) == board(match.redeal(seat, seed=number), seat)


def test_the_own_part_of_the_outer_court_is_below() -> None:
    match = new(1)
    for seat, order in ((0, "GR"), (1, "RG"), (None, "GR")):
        rows = re.findall(r"^of (.) +│", board(match, seat), re.MULTILINE)
        assert "".join(rows) == order


def test_a_conspiracy_and_its_target_are_marked() -> None:
    game = camarilla.game("medici", runtime="interpreted")
    match = game.at({"inner": ["R6", "G6+RX=3"], "hands": {"R": "R3", "G": "G2"}})
    for move in ("3", "I1!"):
        match.play(move)
    assert "I1!" in board(match, 1) and "I1 conspires: against whom?" in board(match, 1)
    match.play("xI2")
    assert "xI2" in board(match, 1) and "I1 conspires against I2" in board(match, 1)


def test_houses_have_colours_too() -> None:
    out, match = io.StringIO(), new(1)
    console = Console(file=out, width=80, height=50, force_terminal=True, color_system="standard", _environ={})
    console.print(match.game.board.board(match.game, match.view(0), "en"))
    assert "\x1b[94mR" in out.getvalue() and "\x1b[91mG" in out.getvalue()


# --- Menus ---


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_choice_is_there_once(width: int, language: str) -> None:
    for match in positions("medici", 3, edition="french"):
        choices = match.choices() if match.waiting else []
        if not choices:
            continue
        text = choices_of(match, language, width)
        assert max(map(len, text.splitlines())) <= width
        for number, choice in enumerate(choices, 1):
            label = "" if match.view(match.waiting[0])["step"] == "card" else number
            assert len(re.findall(rf"(?m)(?:^|  ) *{label} +{choice.move}(?: |$)", text)) == 1, (choice.move, text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_stacks_to_join_make_a_table_at_80_columns(language: str) -> None:
    game = camarilla.game("medici", runtime="interpreted", dukes=True)
    inner = ["R5+R10", "R5+R1", "G3+G1", "G4+G7", "R0+RD", "G0+RX=10+R10+R9"]
    match = game.at({"inner": inner, "hands": {"R": "R6", "G": "G2"}})
    match.play("6")
    text = choices_of(match, language)
    assert len(text.splitlines()) <= 5 + 1 + len(inner)
    assert re.search(r"\d+ I1 +\d+ I1!", text)


# --- Whole games ---


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", ["english", "french"])
def test_a_whole_game_can_be_played(language: str, edition: str) -> None:
    chance = random.Random(language)
    match = new(8, edition=edition, distinct_start=True)
    fake = Fake(match, forever(lambda s: "" if s.match.over else chance.choice(s.match.choices()).move), 2, language)
    assert fake.play() == 0
    assert fake.match.over
    assert {"en": "The game is over", "fr": "La partie est terminée"}[language] in fake.text


def test_a_number_is_a_card_while_one_is_to_be_chosen_and_a_choice_later() -> None:
    game = camarilla.game("medici", runtime="interpreted")
    match = game.at({"inner": ["R6", "G9"], "hands": {"R": "R1 R3", "G": "G2"}})
    fake = Fake(match, ["2", "3", "1"])
    fake.play()
    assert "(2) is not in the hand of Della Rovere (MED-8)" in fake.text
    assert [step.move for step in fake.match.steps][:2] == ["3", "send"]


def test_the_house_does_not_dither_over_jesters() -> None:
    """What values they have cannot matter, so the random player leaves them as they are."""
    fake = Fake(new(3), humans=0)
    fake.play()
    moves = [step.move for step in fake.match.steps]
    assert "done" in moves and not [move for move in moves if "=" in move]


def test_the_end_explains_scores_and_ties() -> None:
    game = camarilla.game("medici", runtime="interpreted")
    over = {"mover": None, "inner": ["R6+RX=9", "G9"], "outer": {"R": ["R3"], "G": ["G1"]}}
    account = [[(line.message.text(), line.points) for line in seat] for seat in game.at(over).account()]
    assert account == [
        [
            ("in the Inner Circle: R6", 6),
            ("in the Outer Court of Della Rovere: R3", 3),
            ("Jesters at court, 1 each: RX", 1),
            ("the points are equal, so nobles are counted: 3 at court", 0),
        ],
        [
            ("in the Inner Circle: G9", 9),
            ("in the Outer Court of Gonzaga: G1", 1),
            ("the points are equal, so nobles are counted: 2 at court", 0),
        ],
    ]
    assert game.at(over).winners == (0,)
