"""The board on a page: every choice is somewhere on it, it is sound markup, and it gives nothing away."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

import camarilla
from camarilla import Game, IllegalMove, Match
from camarilla.engine.picture import Context, Picture
from camarilla.engine.words import LANGUAGES
from camarilla.games.cour import characters, picture
from tests.games.cour.positions import table

NAMES = ("Anna", '<b>&"', "Éloïse", "Basil", "Octave", "Chiara")
MARK = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
TABLES = (
    {"players": 2},
    {"players": 3, "inverted": True, "hand_limit": 6},
    {"players": 4, "turns": "in_order"},
    {"players": 6, "base": 4, "rogues": False},
)
LARGEST = 60_000  # bytes of a board


class Page(HTMLParser):
    """What is on a page: things, ids, and whether what is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.things: list[dict[str, str]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        assert tag not in ("script", "style") and "style" not in found and not any(name[:2] == "on" for name in found)
        assert not (tag == "button" and "button" in self.open)
        self.open.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.things += [found] if "data-thing" in found else []
        self.links += [found["href"]] if tag == "use" else []

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        self.said.append(text)


def game(**options: Any) -> Game:
    return camarilla.game("cour", runtime="interpreted", **options)


def context(match: Match, language: str, can: frozenset[str] = frozenset()) -> Context:
    return Context(match.game.words, language, NAMES[: match.game.players], can=can)


def draw(match: Match, seat: int | None, language: str = "en", can: frozenset[str] = frozenset()) -> Picture:
    return picture.picture(match.game, match.view(seat), context(match, language, can))


def attempt(match: Match, seat: int | None, *things: str) -> str | None:
    return picture.attempt(match.game, match.view(seat), things)


def moments(options: dict[str, Any], seed: int, steps: int = 200, every: int = 13) -> Iterator[Match]:
    """A match at random, which ends turns seldom, looked at again and again."""
    match, chance = game(**options).new(seed), random.Random(seed)
    for step in range(steps):
        if match.over:
            break
        if step % every == 0 or match.view()["step"] in ("order", "effect", "victim", "spoil", "remove", "recover"):
            yield match
        choices = match.choices(chance.choice(match.waiting))
        match.play(chance.choice([choice for choice in choices if choice.move != "end"] or choices))
        if match.view()["phase"] == "turns" and chance.random() < 0.2:
            for seat in match.waiting:
                if "end" in [choice.move for choice in match.choices(seat)]:
                    match.play("end", seat)
    yield match


def check(match: Match, seat: int | None, language: str) -> None:
    view = match.view(seat)
    choices = match.choices(seat) if seat in match.waiting else []
    paths = {choice.move: picture.path(match.game, view, choice.move) for choice in choices}
    can = frozenset(path[0] for path in paths.values() if path)
    drawn = draw(match, seat, language, can)
    markup = Page(drawn.board)
    assert drawn.names == {thing["data-thing"] for thing in markup.things}
    assert all(set(path) <= drawn.names for path in paths.values())
    assert all(
        one != other[: len(one)]
        for pair in combinations(filter(None, paths.values()), 2)
        for one, other in (pair, pair[::-1])
    )
    assert all(attempt(match, seat, *path) == move for move, path in paths.items() if path)
    assert {thing["data-thing"] for thing in markup.things if "can" in thing["class"].split()} == can
    assert len(markup.ids) == len(drawn.ids) and set(markup.ids) == drawn.ids
    assert all(MARK.fullmatch(mark) for mark in markup.ids)
    assert bool(drawn.holdings) == (seat is not None) and drawn.holdings in drawn.board
    assert all(thing["aria-label"].strip() for thing in markup.things)
    assert len(drawn.board.encode()) < LARGEST
    said = drawn.prompt.text(language, NAMES)
    assert said and not re.search(r"\{|\bNone\b", said)
    for thing in {thing.name for thing in drawn.things[::7]}:
        reads(match, seat, attempt(match, seat, thing))


def reads(match: Match, seat: int | None, move: str | None) -> None:
    """What somebody may mean can be played, or is refused for a reason."""
    if move is not None and seat in match.waiting:
        try:
            match.copy().play(move, seat)
        except IllegalMove as refused:
            assert not str(refused).startswith("cannot read"), move


@pytest.mark.parametrize("options", TABLES)
def test_every_choice_is_on_the_board_and_the_board_is_sound(options):
    for number, match in enumerate(moments(options, seed=3)):
        observers = {None, *match.waiting, number % match.game.players}
        for seat in observers:
            check(match, seat, LANGUAGES[number % 2])


def test_every_step_of_the_game_has_its_question():
    asked = set()
    for seed in range(2):
        for match in moments({"players": 3, "hand_limit": 6}, seed, steps=300, every=1):
            view = match.view(match.waiting[0]) if match.waiting else match.view()
            asked.add(view["step"] or view["phase"])
            for seat in (view["seat"], None):
                assert all(draw(match, seat).prompt.text(language) for language in LANGUAGES)
    assert {"draft", "income", "turns", "place", "pay", "gain", "limit", "victim", "spoil"} <= asked


def test_the_end_shows_places_and_winners():
    *_, match = moments({"players": 2, "base": 4}, seed=1, steps=5000, every=999)
    assert match.over
    for seat in (None, 0, 1):
        check(match, seat, "en")
        assert 'class="court' in (text := draw(match, seat).board) and "winner" in text


@pytest.mark.parametrize("options", TABLES[:3])
def test_nothing_hidden_shows(options):
    for number, match in enumerate(moments(options, seed=5, every=29)):
        seat = number % match.game.players
        for observer in (seat, None):
            again = match.redeal(observer, number)
            assert draw(again, observer) == draw(match, observer)


def test_names_are_escaped():
    match = game(players=2).new(1)
    for seat in (0, 1, None):
        text = draw(match, seat).board
        assert '<b>&"' not in text and escape('<b>&"') in text


def test_a_card_keeps_its_mark_from_the_hand_to_the_pyramid():
    match = table("- / -", "-", hands=["Smith Guard"])
    mark = mark_of(match, "hand-Smith")
    match.play("enrol Smith")
    assert mark_of(match, "held") == mark
    match.play("at a2")
    assert mark_of(match, "A-a2") == mark


def mark_of(match: Match, name: str) -> str | None:
    return next(thing.id for thing in draw(match, 0).things if thing.name == name)


def test_a_click_means_what_is_asked():
    match = table("Smith Smith - / Guard", "Trader", hands=["Miner"], Smith="gain 1 gold")
    assert attempt(match, 0, "A-a1") == "activate a1"
    assert attempt(match, 0, "A-a3") == "at a3"
    assert attempt(match, 0, "dismiss", "A-b1") == "dismiss b1"
    assert attempt(match, 0, "hand-Miner", "A-a3") == "enrol Miner"
    for nothing in (
        ("dismiss",),
        ("dismiss", "hand-Miner"),
        ("dismiss", "B-a1"),
        ("B-gold",),
        ("seat-B",),
        ("held",),
        (),
    ):
        assert attempt(match, 0, *nothing) is None
    assert attempt(match, 0, "B-a1") is None
    assert attempt(match, None, "A-a1") is None
    match.play("enrol Miner")
    assert attempt(match, 0, "A-a1") == "at a1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_enlarged(language):
    match = game(players=2).new(1)
    for card in match.game.characters:
        for called in (card.en, f"~{card.en}"):
            text = picture.closeup(match.game, called, context(match, language))
            assert f"<h2>{card.name(language)}</h2>" in text and 'data-clause="COR-' in text
            assert Page(text).said


def test_a_card_of_another_set_can_be_enlarged_too():
    match = table("Smith", "Trader", hands=["Guard"], Smith="gain 1 gold; between turns: levy 2 ruby")
    keys = {thing.name: thing.card for thing in draw(match, 0).things}
    text = picture.closeup(match.game, keys["A-a1"] or "", context(match, "en"))
    assert "every other player gives you 2 rubies" in text
    for unknown in ("Nobody", "", "a|b|c|d|e|f|g|h", "Guard|Guard|warrior|rogue|4|3||6"):
        with pytest.raises(KeyError):
            picture.closeup(match.game, unknown, context(match, "en"))


def test_every_symbol_is_drawn():
    art = Path(picture.__file__).with_name("art") / "art.svg"
    drawn = set(re.findall(r'<symbol id="(\w+)"', art.read_text(encoding="utf-8")))
    words = [*picture.SIGNS.values()]
    used = (
        {symbol for _, symbol in words}
        | set(picture.COUNTED.values())
        | {*characters.TYPES, *characters.BASES, "crest"}
    )
    for match in moments({"players": 3, "hand_limit": 6}, seed=2, every=5):
        used |= {link[1:] for link in Page(draw(match, 0).board).links}
    assert used <= drawn


def test_the_last_move_is_marked():
    match = table("Smith", "Trader", hands=["Guard"], Smith="gain 1 gold")
    assert not any("last move" in thing.label for thing in draw(match, 0).things)
    match.play("activate a1", 0)
    for seat in (0, 1, None):
        assert [thing.name for thing in draw(match, seat).things if "last move" in thing.label] == ["A-a1"]
