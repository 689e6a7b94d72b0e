"""The board on a page: every choice can be clicked, nothing hidden shows, and the markup is sound."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from markupsafe import escape

from camarilla import IllegalMove, Match
from camarilla.engine.picture import Context, Picture
from camarilla.games.courtisans import cards, missions, picture
from tests.games.courtisans.positions import game, refusal, table

NAMES = ('<u>&"', "Éloïse", "Baptiste", "Chiara", "Octave")
TABLES = [(2, "rulebook"), (3, "published"), (4, "rulebook"), (5, "published")]
EVERY_TABLE = pytest.mark.parametrize(("players", "edition"), TABLES)
VOID = {"use", "path", "br"}


class Page(HTMLParser):
    """What there is on a board. It must be balanced, and a button holds no button."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.things: list[dict[str, str | None]] = []
        self.ids: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert "style" not in found and tag != "script" and not any(name.startswith("on") for name in found)
        if tag == "button":
            assert "button" not in self.open and found["aria-label"]
            self.things.append(found)
        self.ids += [name for name in (found.get("id"),) if name]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag


def context(match: Match, language: str = "en") -> Context:
    return Context(match.game.words, language, NAMES[: match.game.players], "/static/courtisans/art.svg")


def draw(match: Match, seat: int | None, language: str = "en") -> Picture:
    return picture.picture(match.game, match.view(seat), context(match, language))


def attempt(match: Match, *things: str) -> str | None:
    return picture.attempt(match.game, match.view(0), things)


def positions(players: int, edition: str, steps: int = 20) -> Iterator[Match]:
    """Positions of a random match, its end among them."""
    match, chance = game(players, edition).new(players), random.Random(players)
    while not match.over:
        if chance.random() < steps / 100 or match.view()["assassin"]:
            yield match
        match.play(chance.choice(match.choices()))
    yield match


@EVERY_TABLE
def test_every_choice_has_a_path_of_its_own_and_back(players: int, edition: str) -> None:
    for match in positions(players, edition):
        for seat in match.waiting:
            view, choices = match.view(seat), match.choices(seat)
            there = draw(match, seat).names
            paths = [picture.path(match.game, view, choice.move) for choice in choices]
            assert [path for path in paths if not path] == [()] * bool(view["assassin"])
            clicked = [path for path in paths if path]
            assert {thing for path in clicked for thing in path} <= there
            assert len(set(clicked)) == len(clicked)
            assert not any(one != two and two[: len(one)] == one for one in clicked for two in clicked)
            meant = [picture.attempt(match.game, view, path) for path in clicked]
            assert meant == [choice.move for choice in choices if choice.move != "spare"]


@EVERY_TABLE
def test_markup_is_sound_for_everybody(players: int, edition: str) -> None:
    for match in positions(players, edition, steps=10):
        for seat in (None, *range(players)):
            for language in ("en", "fr"):
                drawn = draw(match, seat, language)
                page = Page(drawn.board)
                assert max(Counter(page.ids).values(), default=1) == 1 and set(page.ids) == drawn.ids
                assert all(re.fullmatch(r"[A-Za-z][\w-]*", name, re.ASCII) for name in page.ids)
                assert "<u>" not in drawn.board and escape(NAMES[0]) in drawn.board
                assert len(drawn.board.encode()) < 60_000
                assert drawn.prompt.text(language, NAMES)
                for card in {thing.card for thing in drawn.things if thing.card}:
                    assert picture.closeup(match.game, card, context(match, language))


@EVERY_TABLE
def test_things_are_told_as_they_are_drawn(players: int, edition: str) -> None:
    for match in positions(players, edition, steps=5):
        for seat in (None, 0):
            drawn = draw(match, seat)
            shown = {
                (one["data-thing"], one["aria-label"], one.get("data-card"), one.get("id"))
                for one in Page(drawn.board).things
            }
            assert set(drawn.things) == shown


def test_what_the_viewer_holds_is_told_apart() -> None:
    match = table(above="Sn", hands={"A": "Ta Hn B"})
    drawn = draw(match, 0)
    held = [thing["data-thing"] for thing in Page(drawn.holdings).things]
    assert held == ["hand-B", "hand-Hn", "hand-Ta"] and drawn.holdings in drawn.board
    assert not draw(match, None).holdings


def test_ids_that_a_page_has_are_not_given_again() -> None:
    match = table(above="Sn", hands={"A": "Ta Hn B"})
    first = draw(match, 0)
    again = picture.picture(match.game, match.view(0), replace(context(match), taken=first.ids))
    assert first.ids and not again.ids and not Page(again.board).ids


@EVERY_TABLE
def test_a_board_shows_nothing_that_its_viewer_cannot_know(players: int, edition: str) -> None:
    for match in positions(players, edition, steps=10):
        for seat in (None, *range(players)):
            assert all(draw(match.redeal(seat, n), seat) == draw(match, seat) for n in (1, 2))


def test_all_cards_lie_on_the_board() -> None:
    for match in positions(3, "rulebook"):
        for seat in (None, 0):
            view = match.view(seat)
            lying = Counter(thing.card for thing in draw(match, seat).things if thing.id)
            spies = [spy["card"] for spy in view["spies"] if not spy["removed"]]
            in_domains = [card for domain in view["domains"] for card in domain]
            assert lying == Counter([*view["above"], *view["below"], *in_domains, *view["hand"], *spies])


def ids(match: Match, seat: int | None) -> dict[str, str]:
    """Where the card of each id is."""
    return {piece.mark: piece.place for piece in (*picture.pieces(match.view(seat)), *picture.hand(match.view(seat)))}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_card_keeps_its_id_wherever_it_goes(seat: int | None) -> None:
    match, chance = game(2).new(1), random.Random(1)
    seen: list[dict[str, str]] = []
    while not match.over:
        seen.append(ids(match, seat))
        match.play(chance.choice(match.choices()))
    for before, after in pairwise(seen):
        moved = [name for name in before if name in after and after[name] != before[name]]
        assert all(before[name] == "" for name in moved)  # only out of the hand
        assert len(moved) <= 1
        assert len(before.keys() - after.keys()) <= 1  # a victim


def test_cards_of_a_position_have_ids_too() -> None:
    match = table(above="S S Sa", below="S Ts/2", domains={"A": "Sn", "B": "S Cs/1"}, hands={"A": "Sa Sn Cs"})
    first = ids(match, 0)
    assert len(first) == 11
    match.play("Sa+")
    assert ids(match, 0).keys() == first.keys()
    match.play("xSa+")
    assert first.keys() - ids(match, 0).keys() == {"early-above-Sa-1"}


def test_cards_that_others_laid_meanwhile_are_marked() -> None:
    match = table(hands={"A": "Hn H Ts", "B": "S C Ns"}, pile="B B B T T T", turn=3)

    def news(seat: int | None) -> set[str]:
        return {f"{piece.card}{piece.place}" for piece in picture.pieces(match.view(seat)) if piece.new}

    for move in ("Hn+", "H@B", "Ts@A"):
        match.play(move)
    assert news(0) == set() and news(1) == {"Hn+", "H@B", "?s@A"}
    for move in ("S-", "C@B", "Ns@A"):
        match.play(move)
    assert news(0) == {"S-", "C@B", "?s@A"} and news(1) == set()
    match.play("B+")
    assert news(0) == {"S-", "C@B", "?s@A"} and news(1) == {"B+"}
    assert news(None) == {"B+"}


def test_what_a_click_means_that_is_not_possible() -> None:
    lying = {"above": "Tg Hn Ca", "below": "Hn Tg"}
    match = table(**lying, domains={"A": "Hn", "B": "Hn T Tg Bs/2"}, hands={"A": "Ta C B"})
    assert attempt(match, "hand-C") == "C+"
    assert attempt(match, "hand-C", "B-T") == "C@B"
    meaningless = [("above",), ("domain-B",), ("of-stag",), ("hand-C", "of-stag"), ("assassin",), ("B-T", "above"), ()]
    assert not any(attempt(match, *things) for things in meaningless)
    assert refused(match, "above-Hn") == "CTS-16"  # no assassin is there
    match.play("Ta+")
    assert {refused(match, thing) for thing in ("above-Tg", "B-Tg", "assassin")} == {"CTS-18"}
    assert refused(match, "hand-B") == "CTS-16"
    assert refused(match, "B-T") == "CTS-16"  # not where the assassin is
    assert refused(match, "spy-2-B") == "CTS-27"
    assert attempt(match, "B-Hn") is None  # `xHn` would be one at the table


def test_what_a_click_elsewhere_means_while_an_assassin_is_in_a_domain() -> None:
    match = table(above="Hn", domains={"A": "Hn Ta", "B": "Hn Hg Cs/2"}, hands={"A": "Ta Hn B"}, below="Bs/1 Ns/2")
    match.play("Ta@B")
    assert {refused(match, thing) for thing in ("above-Hn", "A-Hn", "A-Ta", "spy-1-below")} == {"CTS-16", "CTS-27"}
    assert refused(match, "B-Hg") == "CTS-18"
    assert attempt(match, "spy-2-below") is None  # `xs2` would be the one in the domain
    assert attempt(match, "spy-2-B") == "xs2"


def refused(match: Match, *things: str) -> str | None:
    """The clause that forbids what these clicks mean."""
    move = attempt(match, *things)
    assert move
    return refusal(match, move)


def test_an_attempt_is_refused_or_is_what_its_path_says() -> None:
    for match in positions(4, "rulebook"):
        for seat in match.waiting:
            view = match.view(seat)
            possible = {picture.path(match.game, view, choice.move): choice.move for choice in match.choices(seat)}
            for thing in sorted(draw(match, seat).names):
                move = picture.attempt(match.game, view, (thing,))
                if move and (thing,) not in possible and not thing.startswith("hand-"):
                    with pytest.raises(IllegalMove):
                        match.play(move)


def test_closeups() -> None:
    match = game(2).new(1)
    every = [cards.letters(kind) for kind in range(len(cards.DECK))]
    every += ["?s", "queen", *cards.FAMILIES]
    every += [mission.name for edition in missions.STACKS for mission in missions.of_edition(edition)]
    for language in ("en", "fr"):
        for card in every:
            text = picture.closeup(match.game, card, context(match, language))
            Page(text)
            assert re.search(r'href="\?rules#(CTS-\d+)" data-clause="\1"', text)
    for unknown in ("", "X", "Sx", "S ", "sn", "?"):
        with pytest.raises(KeyError):
            picture.closeup(match.game, unknown, context(match))


def test_a_prompt_names_the_assassin() -> None:
    match = table(above="Hn", hands={"A": "Ta Hn B"})
    assert "your own domain, or a rival" in draw(match, 0).prompt.text()
    match.play("Ta+")
    for seat in (None, *range(2)):
        assert "the toad assassin above the Queen’s table" in draw(match, seat).prompt.text()
