"""The picture of the board: what can be clicked, that it can be read, and that it gives nothing away."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

import camarilla
from camarilla import IllegalMove, Match
from camarilla.engine.picture import Context, Picture
from camarilla.games.medici import cards, picture
from tests.games.medici.positions import game, over, played, refusal, starting, table

NAMES = ("Anna", "Éloïse")
ART = Path(picture.__file__).parent / "art"
OPTIONS = [
    {},
    {"edition": "french", "dukes": True},
    {"distinct_start": True},
]


class Page(HTMLParser):
    """The elements of a piece of markup, which must be balanced."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "button":
            assert "button" not in self.open
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]


def draw(match: Match, seat: int | None, language: str = "en", names: tuple[str, ...] = NAMES) -> Picture:
    context = Context(match.game.words, language, names, can=can(match, seat))
    return picture.picture(match.game, match.view(seat), context)


def attempt(match: Match, thing: str) -> str | None:
    """What somebody means who clicks it and is to move."""
    return picture.attempt(match.game, match.view(match.waiting[0]), (thing,))


def can(match: Match, seat: int | None) -> frozenset[str]:
    if seat not in match.waiting:
        return frozenset()
    paths = (picture.path(match.game, match.view(seat), choice.move) for choice in match.choices(seat))
    return frozenset(path[0] for path in paths if path)


def positions(options: dict[str, Any], seed: int, count: int = 20) -> Iterator[Match]:
    """Some moments of a random match, its end among them."""
    match, chance = game(**options).new(seed), random.Random(seed)
    while not match.over:
        if chance.random() < count / 150:
            yield match
        match.play(chance.choice(match.choices()))
    yield match


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_choice_can_be_clicked(options: dict[str, Any], seed: int) -> None:
    for match in positions(options, seed):
        for seat in match.waiting:
            view = match.view(seat)
            things = draw(match, seat).names
            paths = {choice.move: picture.path(match.game, view, choice.move) for choice in match.choices(seat)}
            clicked = [path for path in paths.values() if path]
            assert set().union(*clicked) <= things
            assert len(set(clicked)) == len(clicked)
            assert not any(one != other and other[: len(one)] == one for one in clicked for other in clicked)
            assert all(picture.attempt(match.game, view, path) == move for move, path in paths.items() if path)
            assert [move for move, path in paths.items() if not path] in ([], ["done"], ["stop"])


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_markup_is_sound(options: dict[str, Any], language: str) -> None:
    symbols = set(re.findall(r'<symbol id="(\w+)"', (ART / "art.svg").read_text(encoding="utf-8")))
    for match in positions(options, seed=4):
        for seat in (0, 1, None):
            drawn = draw(match, seat, language)
            text, markup = drawn.board, Page(drawn.board)
            ids = markup.all("id")
            assert len(drawn.ids) == len(ids) and drawn.ids == set(ids)
            assert markup.all("data-thing") and set(markup.all("data-thing")) == drawn.names
            assert bool(drawn.holdings) == (seat is not None) and drawn.holdings in text
            assert all(re.fullmatch(r"[A-Za-z][\w-]*", one) for one in ids)
            assert all(label.strip() for label in markup.all("aria-label"))
            assert "style=" not in text
            assert "<script" not in text
            assert {address.removeprefix("#") for address in markup.all("href")} <= symbols
            assert len(text.encode()) < 60_000
            context = Context(cards.WORDS, language, NAMES)
            assert all(picture.closeup(match.game, card, context) for card in markup.all("data-card"))
            assert drawn.prompt.text(language, NAMES)


@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_hidden_does_not_show(options: dict[str, Any]) -> None:
    for match in positions(options, seed=5):
        for seat in (0, 1, None):
            shown = draw(match, seat)
            assert all(draw(match.redeal(seat, seed), seat) == shown for seed in (1, 2))


def test_a_click_that_is_not_possible_has_its_reason() -> None:
    """Whatever is clicked in whatever step, the move that it means can be read, and is possible or objected to."""
    for match in positions({"dukes": True}, seed=6):
        for seat in match.waiting:
            for thing in draw(match, seat).names:
                move = attempt(match, thing)
                assert (move is None) == bool(re.match("discards-|aside-", thing))
                try:
                    match.copy().play(move or match.choices()[0])
                except IllegalMove as refused:
                    assert refused.clause


def test_a_stack_means_what_the_step_asks() -> None:
    match = table("R4 G3|R2|G7", "R3 R5")
    assert attempt(match, "R1") == "R1!"  # not the card R1
    assert refusal(match, "R1!") == "MED-8"
    played(match, "3")
    assert attempt(match, "I1") == "I1"
    assert attempt(match, "conspire-I1") == "I1!"
    played(match, "I1!")
    assert attempt(match, "G1") == "xG1"


def test_a_pair_is_broken_by_its_later_card() -> None:
    match = starting("R5 R7 R5 R2 G1 G2 G3 G4")
    assert picture.path(match.game, match.view(0), "swap 5") == ("I3",)
    assert attempt(match, "I1") == "swap 5"
    assert refusal(match, attempt(match, "I2") or "") == "MED-7"


def test_a_card_keeps_its_id_on_its_way() -> None:
    match = table("R4 G3||G7", "R3 R5")
    marks = {"c-R3-1", "c-R5-1", "c-R4-1", "c-G3-1", "c-G7-1"}
    for step in ("3", "I1!", "xG1"):
        assert marks <= draw(match, 0).ids
        match.play(step)
    assert marks <= draw(match, 0).ids


def test_a_card_that_is_taken_is_not_seen_by_the_other() -> None:
    match = table("R4 G3||", "R3 R5")
    before = draw(match, 1)
    match.play("3")
    assert draw(match, 1).board == before.board
    assert 'taken"' in draw(match, 0).board


def test_names_are_escaped() -> None:
    name = '<b>&"'
    text = draw(table("R4 G3||", "R3 R5"), 1, names=(name, name)).board
    assert name not in text
    assert text.count(escape(name)) > 2


def test_every_card_can_be_enlarged() -> None:
    for language in camarilla.engine.words.LANGUAGES:
        context = Context(cards.WORDS, language, NAMES)
        for card in range(2 * len(cards.RANKS)):
            markup = Page(picture.closeup(game(), cards.letters(card), context))
            assert "MED-8" in markup.all("data-clause")
        assert len(Page(picture.closeup(game(), "R7_GX-4_R0", context)).all("class")) > 3
    for unknown in ("R11", "7", "", "R7_", "RX-11", "R7-3"):
        with pytest.raises(KeyError):
            picture.closeup(game(), unknown, Context(cards.WORDS, "en", NAMES))


def test_how_it_ended_is_said() -> None:
    def said(match: Match) -> str:
        return draw(match, None).prompt.text("en", NAMES)

    assert said(over("R9|R2|G5")) == "The game is over: Anna wins, 11 to 5."
    assert said(over("R9||G4 G5")) == "The game is over: the points are equal, and Éloïse wins with 2 nobles to 1."
    assert said(over("R9||G9")) == "The game is over: a draw. Each side has the same points, 9, and as many nobles, 1."


def test_styles_stay_with_the_game() -> None:
    """Every selector is under the class of the board or of a card enlarged."""
    style = re.sub(r"/\*.*?\*/", "", (ART / "board.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [one for part in re.findall(r"([^{}]+)\{", style) for one in re.split(r",(?![^(]*\))", part)]
    ours = re.compile(r"\s*(@(container|media) .*|(\.board|\.closeup|:is\(\.board, \.closeup\))\.medici\b.*)")
    assert [one for one in selectors if not ours.fullmatch(one.strip())] == []


def latest(match: Match, seat: int | None) -> set[str]:
    """The things that are told to be the last move."""
    return {thing.name for thing in draw(match, seat).things if "last move" in thing.label}


def test_the_last_move_is_marked_for_everybody() -> None:
    court = "R6 G3|R4|G5"
    allied, sent = played(table(court, "R7"), "7", "I1"), played(table(court, "R7"), "7", "send")
    for seat in (0, 1, None):
        assert latest(allied, seat) == {"I1"}
        assert latest(sent, seat) == {"R2"}
    taken = played(table(court, "R7"), "7")
    assert latest(taken, 0) == latest(taken, 1) == set(), "nothing has been played yet"


def test_of_a_plan_the_deck_is_marked_and_not_the_card() -> None:
    planned = played(table("R6 G3|R4|G5", "R7"), "7", "plan")
    assert latest(planned, 0) == {"plan"}
    for seat in (1, None):
        assert latest(planned, seat) == set() and draw(planned, seat).board.count('class="trace"') == 1
