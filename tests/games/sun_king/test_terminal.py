"""In the Shadow of the Sun King at the terminal: its board, its menus, and whole games."""

from __future__ import annotations

import random
import re

import pytest
from rich.cells import cell_len

import camarilla
from camarilla.engine.match import Match
from tests.terminal.fake import Fake, forever
from tests.terminal.looks import board, choices_of, positions

pytestmark = pytest.mark.usefixtures("quick_and_tidy")


def new(seed: int, **options: object) -> Match:
    return camarilla.game("sun_king", runtime="interpreted", **options).new(seed)


def auction(**power: int) -> Match:
    game = camarilla.game("sun_king", runtime="interpreted", players=3)
    frame = {"card": "In", "by": "A", "left": "ABC", "bid": 0, "bidder": None, "paid": None}
    return game.at({"phase": 2, "step": "bid", "open": "b g", "frames": [frame], "power": power})


# --- The board ---


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sphere_is_on_the_board_and_fits(width: int, language: str) -> None:
    for match in positions("sun_king", 5, players=6):
        text = board(match, 0, language, width)
        assert max(map(cell_len, text.splitlines())) <= width
        view = match.view(0)
        lines = {line[1]: line for line in text.splitlines() if re.match("[ ▸][A-F]['  ]", line)}
        for seat in range(6):
            line = lines["ABCDEF"[seat]]
            if not view["out"][seat]:
                assert re.findall(r"\d+", line)[:3] == [str(view[key][seat]) for key in ("gold", "power", "seals")]
                assert line.count("♛") == len(view["majorities"][seat])
                assert all(card in line for card in view["cards"][seat][:2])


def test_it_is_the_same_for_all_that_the_seat_cannot_tell_apart() -> None:
    for number, match in enumerate(positions("sun_king", 2, players=3)):
        for seat in (0, 1, 2, None)[number % 2 :: 2]:
            assert board(match, seat) == board(match.redeal(seat, seed=number), seat)


def test_an_auction_is_told_as_it_goes_on() -> None:
    match = auction(A=5, B=9, C=3)
    assert "Auction: Influence, no bid yet; still in: A B C" in board(match, 0)
    match.play("bid 3")
    assert "Auction: Influence, highest bid 3 by A; still in: B C A" in board(match, 0)
    match.play("bid 5")
    assert "Auction: Influence is sold to B for 5; paid: 0" in board(match, 0)


def test_the_discard_pile_is_shown_while_it_is_searched() -> None:
    game = camarilla.game("sun_king", runtime="interpreted", players=3)
    match = game.at({"rows": {"A": {"b": "b b"}}, "discard": "r y* Ca g"})
    assert "discard pile: 4, on top g" in board(match, 0) and "y*" not in board(match, 0)
    match.play("etiquette b")
    assert "In the discard pile: g r y*" in board(match, 1)


# --- Menus ---


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_choice_is_there_once(language: str) -> None:
    for match in positions("sun_king", 3, players=5):
        if not match.waiting:
            continue
        text = choices_of(match, language)
        assert max(map(cell_len, text.splitlines())) <= 80
        if match.view()["step"] == "bid":
            assert text.split()[0] == "drop"
            continue
        for number, choice in enumerate(match.choices(), 1):
            found = re.findall(rf"(?m)(?:^|  ) *{number} +{re.escape(choice.move)}(?: |$)", text)
            assert len(found) == 1, (choice.move, text)


def test_bids_take_one_line_and_are_named_by_their_amount() -> None:
    match = auction(A=30, B=9)
    assert "bid 1 … bid 30" in choices_of(match) and len(choices_of(match).splitlines()) == 2
    fake = Fake(match, ["99", "0", "9", ""], humans=1)
    fake.play()
    assert "you could not pay 99: all you have is worth 30 here (SUN-32)" in fake.text
    assert "a bid is a number from 1 to 250, not 0 (SUN-31)" in fake.text
    assert fake.match.steps[0].move == "bid 9"


# --- Whole games ---


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_can_be_played(language: str, players: int) -> None:
    chance, match = random.Random(language), new(8, players=players)
    wish = forever(lambda s: "" if s.match.over else chance.choice(s.match.choices()).move)
    fake = Fake(match, wish, players, language)
    assert fake.play() == 0
    assert fake.match.over
    assert {"en": "The game is over", "fr": "La partie est terminée"}[language] in fake.text


def test_the_end_explains_scores_and_ties() -> None:
    game = camarilla.game("sun_king", runtime="interpreted", players=3)
    over = {
        "mover": None,
        "out": ["C"],
        "rows": {"A": {"b": "b b*", "p": "p"}, "B": {"b": "b"}},
        "cards": {"B": "In"},
        "gold": {"A": 2, "B": 1},
        "power": {"A": 3, "B": 4},
        "discard": "Lo",
    }
    account = [[(line.message.text(), line.points) for line in seat] for seat in game.at(over).account()]
    tie = "the points are equal to somebody’s, so purple cards are counted: "
    assert account == [
        [("gold: 2", 2), ("power: 3", 3), ("blue cards, 2 each: 2", 4), (f"{tie}1", 0)],
        [
            ("gold: 1", 1),
            ("power: 4", 4),
            ("blue cards, 2 each: 1", 2),
            ("Influence, which is blue", 2),
            (f"{tie}0", 0),
        ],
        [("eliminated", 0)],
    ]
    assert game.at(over).places == (1, 2, 3)
