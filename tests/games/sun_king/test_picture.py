"""The court on a page: what can be done can be clicked, and nothing is shown that is not known."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from markupsafe import escape

from camarilla import Match
from camarilla.engine.picture import Context, Picture
from camarilla.games.sun_king import picture
from tests.games.sun_king.positions import game, table

TABLES = [
    (2, {}),
    (3, {"bank": "unlimited"}),
    (4, {"auction_cards_in_majorities": False}),
    (5, {}),
    (6, {}),
]
NAMES = ("Anna", "<b>&\"'", "Baptiste", "Chiara", "Octave", "Diane")
VOID = ("use", "rect", "br")
ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
QUALITY_CARDS = [colour + seal for colour in "bgpry" for seal in ("", "*")]
OTHER_CARDS = ["In", "Me", "Au", "Ov", "Pe", "Co", "Di", "De", "Ca", "Lo"]
LARGEST = 60_000  # bytes of markup


class Page(HTMLParser):
    """The things, ids and labels of a board, whose elements must be balanced."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.things: Counter[str] = Counter()
        self.ids: list[str] = []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "style" not in given and tag not in ("script", "style", "b&")
        assert not any(name.startswith("on") for name in given)
        assert all(given[name] for name in ("aria-label", "title", "id") if name in given)
        if tag == "button":
            assert "button" not in self.open
            assert given["aria-label"]
            self.things[given["data-thing"] or ""] += 1
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def context(match: Match, seat: int | None, language: str) -> Context:
    paths = [path for _, path in choices(match, seat)]
    can = frozenset(path[0] for path in paths if path)
    return Context(match.game.words, language, NAMES[: match.game.players], can=can)


def choices(match: Match, seat: int | None) -> list[tuple[str, tuple[str, ...]]]:
    if seat not in match.waiting:
        return []
    view = match.view(seat)
    return [(choice.move, picture.path(match.game, view, choice.move)) for choice in match.choices(seat)]


def draw(match: Match, seat: int | None, language: str = "en") -> Picture:
    return picture.picture(match.game, match.view(seat), context(match, seat, language))


def attempt(match: Match, seat: int | None, *things: str) -> str | None:
    return picture.attempt(match.game, match.view(seat), things)


def positions(players: int, options: dict[str, Any]) -> Iterator[Match]:
    """Some positions of a random match, and its end."""
    match, chance = game(players, **options).new(players), random.Random(players)
    while not match.over:
        if chance.random() < 0.06:
            yield match
        match.play(chance.choice(match.choices()))
    yield match


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_choice_can_be_clicked(players: int, options: dict[str, Any]) -> None:
    for match in positions(players, options):
        for seat in match.waiting:
            things = draw(match, seat).names
            clicked = [(move, path) for move, path in choices(match, seat) if path]
            for move, path in clicked:
                assert len(path) <= 2 and all(thing in things for thing in path), (move, path)
                assert attempt(match, seat, *path) == move
            paths = [path for _, path in clicked]
            assert len(set(paths)) == len(paths)
            assert not any(len(one) < len(other) and other[: len(one)] == one for one in paths for other in paths)


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_markup_is_sound(players: int, options: dict[str, Any], language: str) -> None:
    for match in positions(players, options):
        for seat in (None, *range(players)):
            drawn = draw(match, seat, language)
            page = Page(drawn.board)
            assert len(page.ids) == len(drawn.ids) and set(page.ids) == drawn.ids
            assert all(ID.fullmatch(one) for one in page.ids)
            assert page.things == Counter(thing.name for thing in drawn.things)
            assert len(drawn.board.encode()) < LARGEST
            assert "<b>&\"'" not in drawn.board and escape("<b>&\"'") in drawn.board
            assert drawn.prompt.text(language, NAMES) and not drawn.holdings


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_order_of_the_deck_shows_nowhere(players: int, options: dict[str, Any]) -> None:
    for number, match in enumerate(positions(players, options)):
        for seat in range(players):
            again = match.redeal(seat, number)
            assert draw(match, seat) == draw(again, seat)


def test_a_click_on_anything_means_a_move_that_can_be_read() -> None:
    match = table("b b g Co Ov Pe", "g* y In", "r p", gold="3 1 1", open="b* r", phase=2, step="take", discard="y p De")
    meant = {thing: attempt(match, 0, thing) for thing in draw(match, 0).names}
    for move in filter(None, meant.values()):
        match.game.notation.read(match.game, match.state, 0, move)
    assert meant["row-B-g"] == "ruin Bg" and meant["row-A-b"] == "swap b" and meant["power-C"] == "strike C"
    assert meant["card-A-Ov"] == "overlord B" and meant["card-A-Co"] == "conspire b 3"
    assert meant["card-B-In"] is None and meant["gold-B"] is None


def test_a_spectator_means_nothing() -> None:
    assert attempt(table("b", "g"), None, "do-duel") is None


def test_two_things_that_do_not_go_together() -> None:
    match = table("b Ov", "g")
    assert attempt(match, 0, "do-power", "power-B") is None
    assert attempt(match, 0, "do-ruin", "row-A-b") is None
    assert attempt(match, 0, "do-duel", "deck") is None


def test_what_a_card_costs_is_told_to_who_bids() -> None:
    frame = {"card": "In", "by": "A", "left": "AB", "bid": 0, "bidder": None, "paid": None}
    match = table("b b g Me", "g", gold="2 1", power="9 9", phase=2, step="bid", open="y", frames=[frame])
    assert "worth 21 here" in draw(match, 0).prompt.text()  # 11 tokens, 3 + 3 + 2 + 2


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("card", [*QUALITY_CARDS, *OTHER_CARDS, "gold", "power"])
def test_every_card_can_be_read(card: str, language: str) -> None:
    context = Context(game().words, language, NAMES[:3])
    markup = picture.closeup(game(), card, context)
    Page(markup)
    assert 'data-clause="SUN-' in markup


@pytest.mark.parametrize("card", ["", "Xx", "In*", "gold*", "q", "b**"])
def test_other_cards_there_are_none(card: str) -> None:
    with pytest.raises(KeyError):
        picture.closeup(game(), card, Context(game().words, "en", NAMES[:3]))


def test_a_card_that_is_taken_keeps_its_id() -> None:
    match = table("b b", "g", phase=2, step="take", open="b* r", turn="A", mover="A")
    lying = {thing.name: thing.id for thing in draw(match, 0).things}["open-b*"]
    match.play("take b*")
    assert lying and {thing.name: thing.id for thing in draw(match, 0).things}["row-A-b"] == lying


@pytest.mark.parametrize(
    ("move", "things"),
    [
        ("take g*", ["row-B-g"]),
        ("take Au", ["card-B-Au"]),
        ("pay gold", ["gold-B"]),
        ("pension", ["gold-B"]),
        ("token p", ["power-B"]),
        ("duel AC", ["power-A", "power-C"]),
        ("ruin Dg", ["row-D-g"]),
        ("for Cr", ["row-C-r", "row-B-r"]),
        ("end", []),
    ],
)
def test_what_a_move_was_about_is_marked(move: str, things: list[str]) -> None:
    assert picture.touch("B", move) == things


def test_the_last_move_is_marked_for_everybody() -> None:
    marked = 0
    for match in positions(3, {}):
        for seat in (0, None):
            drawn = draw(match, seat)
            marked += any("last move" in thing.label for thing in drawn.things)
    assert marked > 10
