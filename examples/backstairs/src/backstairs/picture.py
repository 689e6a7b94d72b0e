"""Backstairs on a page: the three chambers, and beneath them one's own hand.

A card of the hand is `hand-4`; cards that are alike share the name, as they share the choice. The places are `great-C`
and `back-C`, a visitor lying there is `visit-7` by its turn, which everybody knows, and a chamber is `chamber-C`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from backstairs import cards
from backstairs.cards import CHAMBERS, LETTERS, STAIRS, UNKNOWN, VISITORS, WORDS, visitor
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Painter, Picture, cite, classes, element, hide, items, join
from camarilla.engine.words import Message

if TYPE_CHECKING:
    from backstairs.game import Backstairs

CHAMBER = dict(zip(LETTERS, CHAMBERS, strict=True))
RANKS = dict(zip("123456", VISITORS, strict=True))
WAYS = {"great": STAIRS[0], "back": STAIRS[1]}
CLAUSES = {"visitor": ("BST-8", "BST-9", "BST-13"), "unknown": ("BST-9", "BST-13"), "chamber": ("BST-14", "BST-15")}


# --- What a page asks for ---


def picture(game: Backstairs, view: View, context: Context) -> Picture:
    return Antechamber(view, context).picture()


def path(game: Backstairs, view: View, move: str) -> tuple[str, ...]:
    """A card of the hand, then a staircase: `4C*` is ("hand-4", "back-C")."""
    return f"hand-{move[0]}", f"{'back' if move.endswith(STAIRS[1]) else 'great'}-{move[1]}"


def attempt(game: Backstairs, view: View, things: Sequence[str]) -> str | None:
    """A card alone means that it is to go anywhere: whether that is possible depends on no place."""
    kind, _, card = things[0].partition("-") if things else ("", "", "")
    if kind != "hand":
        return None
    place, _, letter = (things[1] if len(things) > 1 else "back-C").partition("-")
    if place == "visit":
        found = (visit for visit in view["visits"] if str(visit["turn"]) == letter)
        place, letter = next(((visit["stairs"], visit["chamber"]) for visit in found), ("", ""))
    return f"{card}{letter}{WAYS[place]}" if place in WAYS else None


def closeup(game: Backstairs, card: str, context: Context) -> Markup:
    """A visitor enlarged, or a chamber; KeyError if there is none of that name."""
    if card in CHAMBER:
        about = context.say("picture.closeup.chamber", discretion=cards.DISCRETION)
        emblem = element("span", context.icon(CHAMBER[card]), class_="medal")
        return describe(context, emblem, WORDS(f"chamber.{CHAMBER[card]}.name"), about, CLAUSES["chamber"])
    if card == UNKNOWN:
        about = context.say("picture.closeup.unknown")
        return describe(context, face(card, context), visitor(card), about, CLAUSES["unknown"])
    name = WORDS(f"visitor.{RANKS[card]}", rank=card)
    counts = {"rank": card, "announced": int(card) + cards.HONOUR, "copies": cards.COPIES}
    about = context.say("picture.closeup.visitor", **counts)
    return describe(context, face(card, context), name, about, CLAUSES["visitor"])


def little(game: Backstairs, card: str, context: Context) -> Markup:
    """A card in a line of an account: `4`, or `4*` by the backstairs."""
    rank, name = card[0], context.text(visitor(card[0]))
    kinds = classes("card", RANKS[rank], card.endswith(STAIRS[1]) and "unseen")
    drawn = inside(rank, context, caption=False)
    return element("span", drawn, class_=kinds, role="img", aria_label=name, title=name)


# --- What is asked ---


def prompt(view: View) -> Message:
    if view["mover"] is None:
        winners = [SEAT_LETTERS[seat] for seat, place in enumerate(view["places"]) if place == 1]
        return WORDS("picture.prompt.over", winners=winners, points=max(view["scores"]))
    if view["mover"] != view["seat"]:
        return WORDS("picture.prompt.other", seat=SEAT_LETTERS[view["mover"]])
    return WORDS("picture.prompt.night" if view["night"] else "picture.prompt.send")


# --- The table ---


class Antechamber(Painter):
    """A view on its way to the page."""

    def picture(self) -> Picture:
        chambers = element("div", *map(self.chamber, LETTERS), class_="chambers")
        hand = Markup() if self.view["seat"] is None or self.view["mover"] is None else self.hand()
        held = element("section", hand, class_="holding", aria_label=self.say("hand")) if hand else ""
        below = element("div", held, self.stock(), class_="below")
        return self.finish(chambers + below, hand, prompt(self.view))

    def chamber(self, letter: str) -> Markup:
        name = CHAMBER[letter]
        stairs = join(self.staircase(kind, letter) for kind in WAYS)
        groups = element("ul", *(self.group(seat, letter) for seat in self.seats_in(letter)), class_="groups")
        title = self.context.say(f"chamber.{name}.name")
        return element("section", self.heading(letter, title), stairs, groups, class_="panel chamber", aria_label=title)

    def heading(self, letter: str, title: str) -> Markup:
        favour = self.view["favours"][letter]
        inner = self.icon(CHAMBER[letter]) + element("span", title) + element("b", favour, class_="favour")
        label = self.say("label.chamber", chamber=title, favour=favour)
        return element("h3", self.thing(f"chamber-{letter}", label, inner, "office", card=letter))

    def staircase(self, kind: str, letter: str) -> Markup:
        """A place to send a visitor to."""
        closed = kind == "great" and self.view["night"]
        text = self.say("closed" if closed else kind)
        label = self.say("label.stairs", stairs=text, chamber=WORDS(f"chamber.{CHAMBER[letter]}.to"))
        return self.thing(
            f"{kind}-{letter}",
            label,
            self.icon(kind) + element("span", text),
            classes("stairs", kind, closed and "closed"),
        )

    def seats_in(self, letter: str) -> list[int]:
        """Who has visitors in a chamber, in the order of the round."""
        players = len(self.view["hands"])
        there = {visit["seat"] for visit in self.view["visits"] if visit["chamber"] == letter}
        return [seat for i in range(players) if (seat := (self.view["first"] + i) % players) in there]

    def group(self, seat: int, letter: str) -> Markup:
        """A player's visitors in a chamber, with what they count as far as all can tell."""
        here = [visit for visit in self.view["visits"] if (visit["seat"], visit["chamber"]) == (seat, letter)]
        count = self.view["influence"][letter][seat]
        won = self.view["received"].get(letter) == seat
        badge = element("b", count, hide(f" {self.say('influence')}"), class_="count", title=self.say("influence"))
        name = element("h4", self.context.names[seat], badge)
        row = element("ul", items(map(self.visit, here)), class_="visitors")
        return element("li", name, row, class_=classes("group", seat == self.view["seat"] and "yours", won and "won"))

    def visit(self, visit: dict[str, Any]) -> Markup:
        """Face down it is a back, with a reminder for who sent it; at the end all lie open (BST-12)."""
        card, unseen = visit["card"], visit["stairs"] == "back"
        down = unseen and self.view["mover"] is not None
        kind = classes("card", look(card, down), unseen and not down and "unseen", visit["met"] and "met")
        inner = self.back(card) if down else inside(card, self.context)
        told = "met" if visit["met"] else visit["stairs"]
        who = SEAT_LETTERS[visit["seat"]]
        label = self.say(f"label.{told}", visitor=visitor(card), seat=who, turn=visit["turn"])
        return self.thing(f"visit-{visit['turn']}", label, inner, kind, card=card, mark=self.mark(visit))

    def back(self, card: str) -> Markup:
        return self.icon("back", "emblem") + (element("b", card, class_="peek") if card != UNKNOWN else "")

    def mark(self, visit: dict[str, Any]) -> str:
        """The viewer's own cards keep the id that they had in the hand; those of others are named by their turn."""
        if visit["seat"] != self.view["seat"]:
            return f"visit-{visit['turn']}"
        earlier = [one for one in self.own() if one["turn"] <= visit["turn"] and one["card"] == visit["card"]]
        return f"own-{visit['card']}-{len(earlier)}"

    def own(self) -> list[dict[str, Any]]:
        return [visit for visit in self.view["visits"] if visit["seat"] == self.view["seat"]]

    # --- One's own hand, and what lies beside the chambers ---

    def hand(self) -> Markup:
        numbers, held = Counter(visit["card"] for visit in self.own()), []
        for card in self.view["hand"]:
            numbers[card] += 1
            held.append(self.held(card, f"own-{card}-{numbers[card]}"))
        return element("ul", items(held), class_="hand") if held else element("p", self.say("empty"))

    def held(self, card: str, mark: str) -> Markup:
        label = self.say("label.held", visitor=visitor(card))
        kind = f"card {look(card, False)}"
        return self.thing(f"hand-{card}", label, inside(card, self.context), kind, card=card, mark=mark)

    def stock(self) -> Markup:
        """Everybody by name, and how far the game has come."""
        players = items(map(self.player, range(len(self.view["hands"]))))
        numbers = {key: self.view[key] for key in ("round", "rounds", "pile", "aside")}
        said = element("p", self.say("stock", **numbers))
        return element("section", element("ul", players), said, class_="panel stock")

    def player(self, seat: int) -> Markup:
        over = self.view["mover"] is None
        text = self.say(
            "points" if over else "held", number=(self.view["scores"] if over else self.view["hands"])[seat]
        )
        kind = classes("player", seat in self.view["waiting"] and "turn")
        return element("span", self.context.plate(seat), element("span", text), class_=kind)


# --- Drawing ---


def look(card: str, down: bool) -> str:
    """The class of a card: its rank by name, or a back."""
    return "back" if down or card == UNKNOWN else RANKS[card]


def inside(card: str, context: Context, caption: bool = True) -> Markup:
    """What is on a card: its rank, the emblem of its visitor, and the visitor's name."""
    name = element("i", context.say(f"picture.name.{RANKS[card]}")) if caption else ""
    return element("b", card, class_="grade") + context.icon(RANKS[card], "emblem") + name


def face(card: str, context: Context) -> Markup:
    """A card that is only looked at."""
    inner = context.icon("back", "emblem") if card == UNKNOWN else inside(card, context)
    return element("div", inner, class_=f"card {look(card, False)}")


def describe(context: Context, drawn: Markup, name: Message, about: str, clauses: Sequence[str]) -> Markup:
    """A picture beside its name, what there is to say about it, and where to read on."""
    links = element("p", Markup(" ").join(map(cite, clauses)), class_="clauses")
    told = element("div", element("h2", context.text(name)), element("p", about), links, class_="told")
    return element("div", element("div", drawn, class_="pictured"), told, class_="enlarged")
