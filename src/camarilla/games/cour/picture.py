"""How a view of Cour looks on a page (in the form of `camarilla.engine.picture`).

Things are called by where they are. A seat has its letter: `B-b2` is a place of its pyramid, with a card or without,
`B-gold` what it has of a resource, `seat-B` the seat itself, `B-effect-Raider` what waits for the end of the turns. The
viewer's cards are `hand-Miner`, `aside-Miner` if set aside, `held` while it is being enrolled, and `looked-Miner`; the
discard pile has `discard-Miner`, and `leaving-Miner` goes there soon. `dismiss` is the door: to dismiss somebody one
chooses the door, and then the card. Spaces in names are written `_`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from camarilla.engine.data_file import OURS
from camarilla.engine.errors import BadOption
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Painter, Picture, cite, classes, element, hide, items, join
from camarilla.engine.words import AND, Message
from camarilla.games.cour import characters, powers
from camarilla.games.cour.characters import ROGUE, Character
from camarilla.games.cour.notation import amount, name_of
from camarilla.games.cour.powers import BASES, RESOURCES, TYPES, UNITS, Part, Power
from camarilla.games.cour.pyramid import NAMES, ROW_LETTERS

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

OF_HAND = ("pick", "enrol", "discard", "keep")  # moves that begin with a card of the hand
OF_PYRAMID = ("at", "activate", "copy", "move")  # with a place of the own pyramid
DISCARDING = ("discard", "sell", "limit", "purge")  # steps that take a card out of the hand
PLACING = ("place", "to")
NEUTRAL = BASES.index("neutral")
TURNED = "~"  # before the name of a card for `closeup`, if pyramids are inverted
CROWDED = 11  # cards in hand from which on they lie in several rows


# --- The contract ---


def picture(game: Cour, view: View, context: Context) -> Picture:
    """The own court and hand, then the middle of the table, then the courts of the others."""
    return Table(view, context).picture()


def path(game: Cour, view: View, move: str) -> tuple[str, ...]:
    word, _, rest = move.partition(" ")
    if word in RESOURCES:
        return (f"{letter(view['victim'] if view['step'] == 'spoil' else view['seat'])}-{word}",)
    if word in OF_HAND:
        return (f"hand-{slug(rest)}",)
    if word == "take":
        return (f"{'looked' if view['step'] == 'look' else 'discard'}-{slug(rest)}",)
    if word in ("first", "from"):
        return (f"seat-{rest}",)
    if word == "effect":
        return (f"{letter(view['victim'])}-effect-{slug(rest)}",)
    if word == "remove":
        return (f"{letter(view['victim'])}-{rest}",)
    if word == "dismiss":
        return ("dismiss", f"{letter(view['seat'])}-{rest}")
    return (f"{letter(view['seat'])}-{rest}",) if word in OF_PYRAMID else ()


def attempt(game: Cour, view: View, things: Sequence[str]) -> str | None:
    """What somebody means with these things; several are read as their first, but for the door."""
    if view["seat"] is None or not things:
        return None
    first, _, rest = things[0].partition("-")
    if first == "dismiss":
        owner, _, place = "".join(things[1:2]).partition("-")
        return f"dismiss {place}" if owner == letter(view["seat"]) and place in NAMES else None
    if first in ("hand", "aside"):
        return f"{word_for_hand(view)} {unslug(rest)}"
    if first in ("looked", "discard", "leaving"):
        return f"take {unslug(rest)}"
    if first == "seat":
        return with_seat(view, rest)
    return with_court(view, first, rest)


def with_court(view: View, owner: str, rest: str) -> str | None:
    """What somebody means with something of a court."""
    own, victim = owner == letter(view["seat"]), owner == letter(view["victim"])
    if rest.startswith("effect-") and victim and view["step"] == "effect":
        return f"effect {unslug(rest.removeprefix('effect-'))}"
    if rest in RESOURCES and (own or (victim and view["step"] == "spoil")):
        return rest
    if rest in NAMES and own:
        return f"{word_for_place(view, rest)} {rest}"
    if rest in NAMES and victim and view["step"] == "remove":
        return f"remove {rest}"
    return with_seat(view, owner)


def closeup(game: Cour, card: str, context: Context) -> Markup:
    """A card enlarged; KeyError if there is none of that name."""
    return Sheet(read(card.removeprefix(TURNED)), card.startswith(TURNED), context).draw()


def little(game: Cour, card: str, context: Context) -> Markup:
    """The name of a card will do: an account counts them one by one."""
    return escape(card)


# --- Names of things ---


def letter(seat: int | None) -> str:
    return "" if seat is None else SEAT_LETTERS[seat]


def slug(name: str) -> str:
    return name.replace(" ", "_")


def unslug(name: str) -> str:
    return name.replace("_", " ")


def word_for_hand(view: View) -> str:
    """What one does with a card of the hand now."""
    if view["phase"] == "draft":
        return "pick"
    if view["mover"] == view["seat"] and view["step"] in DISCARDING:
        return "discard"
    return "keep" if view["mover"] == view["seat"] and view["step"] == "keep" else "enrol"


def word_for_place(view: View, place: str) -> str:
    """What one does with a place of the own pyramid now."""
    if view["mover"] == view["seat"]:
        if view["step"] in PLACING:
            return "at"
        if view["step"] in ("copy", "move"):
            return str(view["step"])
    return "activate" if place in view["seats"][view["seat"]]["pyramid"] else "at"


def with_seat(view: View, seat: str) -> str | None:
    """What somebody means with a player; most of the time, nothing."""
    word = {"order": "first", "victim": "from"}.get(view["step"])
    return f"{word} {seat}" if word and seat in SEAT_LETTERS[: len(view["seats"])] else None


def write(card: Character, source: str, inverted: bool) -> str:
    """What `closeup` knows a card by: its name, or all there is about it if it is not of our set."""
    if inverted:
        return TURNED + write(card, source, False)
    if source == OURS:
        return card.en
    fields = (card.en, card.fr, TYPES[card.type], BASES[card.base], card.cost, card.prestige, powers.write(card.power))
    return "|".join(map(str, (*fields, card.copies)))


def read(name: str) -> Character:
    if name.count("|") != len(characters.FIELDS) - 1:
        return ours()[name]
    en, fr, kind, base, cost, prestige, power, copies = name.split("|")
    table = {"en": en, "fr": fr, "type": kind, "base": base, "power": power}
    try:
        numbers = {"cost": int(cost), "prestige": int(prestige), "copies": int(copies)}
        return characters.read_all([{**table, **numbers}])[0]
    except (ValueError, BadOption):
        raise KeyError(name) from None


def ours() -> dict[str, Character]:
    return {card.en: card for card in characters.chosen(OURS)}


# --- Faces of cards ---


@dataclass(frozen=True, eq=False)
class Face:
    """What is always the same about a card. There is one of each in a set and a language."""

    kind: int  # its number in the set
    card: Character
    key: str  # for `closeup`
    name: str
    title: str  # read aloud: name, type, base, prestige
    power: str

    @property
    def type(self) -> str:
        return TYPES[self.card.type]

    @property
    def base(self) -> str:
        return BASES[self.card.base]

    @property
    def classes(self) -> str:
        return f"{self.type} green" if self.card.power.green else self.type


@lru_cache(maxsize=32)
def faces(source: str, inverted: bool, language: str) -> dict[str, Face]:
    """The set of characters in a language."""
    return {
        card.en: Face(
            kind,
            card,
            write(card, source, inverted),
            card.name(language),
            title(card).text(language),
            powers.say(card.power).text(language),
        )
        for kind, card in enumerate(characters.chosen(source))
    }


def faces_of(view: View, context: Context) -> dict[str, Face]:
    return faces(str(view["options"]["characters"]), bool(view["options"]["inverted"]), context.language)


def title(card: Character) -> Message:
    return powers.WORDS(
        "picture.card.title",
        card=name_of(card),
        type=powers.WORDS(f"type.{TYPES[card.type]}"),
        base=powers.WORDS(f"base.{BASES[card.base]}"),
        prestige=card.prestige,
    )


def is_upside_down(card: Character) -> bool:
    """In an inverted pyramid (COR-31)."""
    return card.type == ROGUE or card.base == NEUTRAL


def price_tag(context: Context, card: Character, now: int) -> Markup:
    """What it costs, in its resource; dearer or cheaper than printed shows."""
    unit = characters.unit(card)
    kind = classes("price", unit, now > card.cost and "dear", now < card.cost and "cheap")
    return element("span", context.icon(unit), element("b", now), class_=kind)


def worth(context: Context, card: Character, bonus: int = 0) -> Markup:
    more = element("em", f"+{bonus}") if bonus else ""
    return element("span", element("b", card.prestige), more, context.icon("star"), class_="worth")


# --- Powers in signs ---

SIGNS = {
    "draw": ("+{n}", "cards"),
    "look": ("{n}", "eye"),
    "discard": ("−{n}", "cards"),
    "keep": ("{n}", "chest"),
    "reserve": ("{n}", "chest"),
    "cheaper": ("−{n}", "tag"),
    "anywhere": ("", "ladder"),
    "recover": ("{n}", "recover"),
    "move": ("", "move"),
    "copy": ("", "copy"),
    "steal": ("{n}", "grab"),
    "purge": ("", "flame"),
    "remove": ("", "bomb"),
}  # the number and the symbol of a part
COUNTED = {"cards": "pyramid", "on": "plinth", "types": "kinds", "bases": "plinth", "rows": "row", "height": "stairs"}
COUNTED |= {"parents": "parent", "children": "child", "resources": "any"}  # the symbols of what a bonus counts


def signs(context: Context, power: Power) -> Markup:
    """A power in numbers and symbols, for a place where its words have no room."""
    shown = [context.icon("seal")] if power.once else []
    parts = sorted(power.parts, key=lambda part: part.later)
    for part in parts:
        if part.later and part is next(later for later in parts if later.later):
            shown.append(context.icon("hourglass"))
        shown += [element("span", number, context.icon(symbol, kind)) for number, symbol, kind in signs_of(part)]
    return element("span", *shown, class_="signs") if shown else Markup()


def signs_of(part: Part) -> Iterator[tuple[str, str, str | None]]:
    """Numbers, symbols and their classes."""
    n, unit = part.amount, UNITS[min(part.of, 3)]
    if part.word in powers.BONUSES:
        yield f"+{n}" + (f"/{part.of}" if part.of > 1 else ""), *counted(part)
    elif part.word in ("pay", "gain"):
        yield f"{'−' if part.word == 'pay' else '+'}{n}", unit, unit
    elif part.word == "levy":
        yield from (("", "grab", None), (str(n), unit, unit))
    elif part.word == "sell":
        yield from (("−1", "cards", None), (f"+{n}", "any", None))
    else:
        number, symbol = SIGNS[part.word]
        yield number.format(n=n), symbol, None


def counted(part: Part) -> tuple[str, str | None]:
    """The symbol of what a bonus counts: that of a type, if it is one type's cards."""
    kinds = powers.members(part.mask, TYPES)
    if part.word == "cards" and len(kinds) == 1:
        return kinds[0], kinds[0]
    return COUNTED[part.word], None


# --- The last move ---


def find_latest(view: View) -> tuple[str, ...]:
    """The place, the resource or the prestige that was changed last."""
    return next(filter(None, (touch(letter(entry["seat"]), entry["move"]) for entry in reversed(view["log"]))), ())


def touch(owner: str, move: str) -> tuple[str, ...]:
    word, _, rest = move.partition(" ")
    if word in RESOURCES:
        return (f"{owner}-{word}",)
    if word == "dismiss":
        return (f"seat-{owner}",)
    return (f"{owner}-{rest}",) if word in OF_PYRAMID else ()


# --- The table ---

STATES = ("covered", "enrolled", "activated", "used")  # of a card in a pyramid
SYMBOLS = {"used": "seal", "activated": "tick", "enrolled": "spark"}


class Table(Painter):
    """A view, ready to be drawn."""

    def __init__(self, view: View, context: Context) -> None:
        super().__init__(view, context, find_latest(view))
        self.seat: int | None = view["seat"]
        self.faces = faces_of(view, context)
        self.is_draft = bool(view["phase"] == "draft")
        self.copies: Counter[int] = Counter()  # how many of each kind have got their mark

    def picture(self) -> Picture:
        view, inverted = self.view, self.view["options"]["inverted"] and "inverted"
        size = f"b{view['options']['base']}", f"p{len(view['seats'])}"
        kind = classes("stage", *size, view["phase"], inverted, self.seat is None and "watched")
        held = Markup() if self.seat is None else self.holdings()  # first, since marks are given in this order
        own = "" if self.seat is None else join((self.court(self.seat, "own"), self.holding(held)))
        drawn = element("div", own, self.middle(), self.rivals(), class_=kind)
        return self.finish(drawn, held, Question(view, self.context).ask())

    def is_enrolled_by(self, seat: int | None) -> bool:
        """Whether a card is out of that seat's hand and not yet in its pyramid."""
        return bool(self.view["mover"] == seat and self.view["step"] in ("place", "pay"))

    def mark(self, face: Face) -> str:
        """The id of one more card of the viewer's: copies are numbered in the order in which they are drawn."""
        self.copies[face.kind] += 1
        return f"c{face.kind}-{self.copies[face.kind]}"

    # --- What the viewer holds ---

    def holding(self, held: Markup) -> Markup:
        return element("section", held, class_="holding", aria_label=self.say("pack" if self.is_draft else "hand"))

    def holdings(self) -> Markup:
        """The cards looked at, the hand (in the draft the pack), and what is set aside."""
        hand, aside, looked = self.hand(), self.aside(), self.looked()
        crowd = len(self.view["own"]["hand"]) + len(self.view["looked"]) >= CROWDED
        parts = [self.group("looked", self.say("looked"), looked)] if looked else []
        parts.append(element("ul", hand, class_=classes("hand", crowd and "crowded")))
        if aside:
            parts.append(self.group("aside", self.say("picked" if self.is_draft else "aside"), aside))
        return join(parts)

    def group(self, kind: str, title: str, cards: Markup) -> Markup:
        return element("div", element("h3", title), element("ul", cards), class_=f"{kind} panel")

    def hand(self) -> Markup:
        cards = [self.held()] if self.is_enrolled_by(self.seat) else []
        for entry in self.view["own"]["hand"]:
            face = self.faces[entry["card"]]
            cost = self.once(label_price, face, entry["price"])
            cards.append(self.full(f"hand-{slug(face.card.en)}", face, entry["price"], [cost]))
        return items(cards)

    def aside(self) -> Markup:
        """What is set aside; in the draft what has been picked, which is to be read while picking on."""
        own = self.view["own"]
        found = [self.faces[entry["card"]] for entry in [*own["kept"], *own["reserved"]]]
        if self.is_draft:
            return items(self.full(f"aside-{slug(face.card.en)}", face, face.card.cost) for face in found)
        return items(self.chip(f"aside-{slug(face.card.en)}", face, own=True) for face in found)

    def looked(self) -> Markup:
        found = [self.faces[card] for card in self.view["looked"]]
        return items(self.full(f"looked-{slug(face.card.en)}", face, face.card.cost) for face in found)

    def held(self) -> Markup:
        """The card that is being enrolled."""
        face = self.faces[self.view["chosen"]]
        return self.full("held", face, self.view["price"], [self.say("card.enrolling")], "full held")

    def full(self, name: str, face: Face, price: int, facts: Iterable[str] = (), kind: str = "full") -> Markup:
        """A card with all that is on it."""
        label = ", ".join([face.title, *facts]) + f". {face.power}"
        inner = self.once(draw_full, face, price, self.view["options"]["inverted"])
        return self.thing(name, label, inner, f"card {kind} {face.classes}", card=face.key, mark=self.mark(face))

    # --- Courts ---

    def rivals(self) -> Markup:
        others = [seat for seat in range(len(self.view["seats"])) if seat != self.seat]
        others = [*others[self.seat or 0 :], *others[: self.seat or 0]]  # clockwise from the left
        courts = [self.court(seat, "rival") for seat in others]
        size = f"{'w' if self.seat is None else 'n'}{len(others)}"
        return element("section", *courts, class_=f"rivals {size}", aria_label=self.say("rivals"))

    def court(self, seat: int, kind: str) -> Markup:
        """Who it is with what they own, in the corners beside the pyramid; and what waits, below."""
        view, own = self.view, seat == self.seat
        won = view["places"] and view["places"][seat] == 1
        kinds = classes("court", kind, "panel", seat in view["waiting"] and "turn", won and "winner")
        label = self.say("court.own") if own else self.say("court.of", seat=SEAT_LETTERS[seat])
        parts = [self.owner(seat), self.medal(seat)]
        if not self.is_draft:
            parts.append(self.pyramid(seat))
            parts += [self.door()] if own and view["phase"] != "over" else []
        return element("section", *parts, self.promises(seat), class_=kinds, aria_label=label)

    def owner(self, seat: int) -> Markup:
        purse = element("ul", items(self.token(seat, name) for name in RESOURCES), class_="purse")
        counts = "" if seat == self.seat else self.counts(seat)
        return element("div", element("h3", self.context.plate(seat), *self.flags(seat)), purse, counts, class_="owner")

    def flags(self, seat: int) -> Iterator[Markup]:
        """Who begins the round, and who is through."""
        view = self.view
        if seat == view["first"] and view["phase"] not in ("draft", "over"):
            yield self.flag("banner", "first")
        if seat in view["done"]:
            yield self.flag("tick", "done")

    def flag(self, symbol: str, key: str) -> Markup:
        return element("span", self.icon(symbol), hide(self.say(key)), class_="flag")

    def medal(self, seat: int) -> Markup:
        court, places = self.view["seats"][seat], self.view["places"]
        label = self.say("seat", seat=SEAT_LETTERS[seat], n=court["prestige"])
        label += ", " + self.say("rank", n=places[seat]) if places else ""
        rank = element("span", places[seat]) if places else ""
        inner = join((self.icon("laurel"), element("b", court["prestige"]), rank))
        return self.thing(f"seat-{SEAT_LETTERS[seat]}", label, inner, "medal")

    def token(self, seat: int, resource: str) -> Markup:
        n, name = self.view["seats"][seat]["resources"][resource], f"{SEAT_LETTERS[seat]}-{resource}"
        label, inner = self.once(draw_token, resource, n, SEAT_LETTERS[seat])
        return self.thing(name, label, inner, f"token {resource}")

    def counts(self, seat: int) -> Markup:
        """How many cards somebody else has."""
        court = self.view["seats"][seat]
        aside = court["kept"] + court["reserved"]
        counts = [self.count("cards", court["hand"], "count.pack" if self.is_draft else "count.hand")]
        if aside:
            counts.append(self.count("chest", aside, "count.picked" if self.is_draft else "count.aside"))
        return element("p", *counts, class_="counts")

    def count(self, symbol: str, n: int, key: str) -> Markup:
        return element("span", self.icon(symbol), element("b", n), hide(f" {self.say(key)}"), class_="count")

    def promises(self, seat: int) -> Markup:
        """The card that is being enrolled, discounts, effects that wait, and cards that the viewer knows."""
        court, found = self.view["seats"][seat], list[Markup]()
        if seat != self.seat and self.is_enrolled_by(seat):
            face = self.faces[self.view["chosen"]]
            found.append(self.chip(f"{SEAT_LETTERS[seat]}-held", face, [self.say("card.enrolling")]))
        found += [self.discount(discount) for discount in court["discounts"]]
        if court["anywhere"]:
            found.append(join((self.icon("ladder"), element("span", self.context.say("board.anywhere")))))
        found += [self.effect(seat, card, n) for card, n in Counter(court["pending"]).items()]
        found += self.known(seat)
        return element("ul", items(found), class_="promises") if found else Markup()

    def known(self, seat: int) -> Iterator[Markup]:
        """The cards of somebody else that the viewer knows."""
        court, fact = self.view["seats"][seat], self.say("known", seat=SEAT_LETTERS[seat])
        for card, n in Counter([*court["known"], *court["known_reserved"]]).items():
            yield self.chip(f"{SEAT_LETTERS[seat]}-known-{slug(card)}", self.faces[card], [fact], n)

    def discount(self, discount: dict[str, Any]) -> Markup:
        kinds = [self.context.words(f"type.{kind}") for kind in discount["for"]]
        key = "discount" if len(kinds) == len(TYPES) else "discount_for"
        words = self.context.say(f"board.{key}", less=discount["less"], types=kinds)
        less = element("b", f"−{discount['less']}", aria_hidden="true")
        return join((self.icon("tag"), less, element("span", words)))

    def effect(self, seat: int, card: str, n: int) -> Markup:
        face = self.faces[card]
        label = self.say("effect", card=name_of(face.card), seat=SEAT_LETTERS[seat]) + f". {face.power}"
        number = f" ×{n}" if n > 1 else ""
        inner = join((self.icon("hourglass"), self.icon(face.type, "emblem"), element("strong", face.name, number)))
        name = f"{SEAT_LETTERS[seat]}-effect-{slug(card)}"
        return self.thing(name, label, inner, f"card chip {face.classes}", card=face.key)

    def door(self) -> Markup:
        """Where characters are shown out."""
        inner = join((self.icon("door"), element("span", self.say("dismiss.name"))))
        return self.thing("dismiss", self.say("dismiss.label"), inner, "door")

    # --- Pyramids ---

    def pyramid(self, seat: int) -> Markup:
        """Row by row from the top of the drawing; inverted, the base row is the first."""
        base = int(self.view["options"]["base"])
        rows = [[f"{ROW_LETTERS[row]}{column + 1}" for column in range(base - row)] for row in range(base)]
        if not self.view["options"]["inverted"]:
            rows.reverse()
        drawn = [element("ul", items(self.place(seat, place) for place in row)) for row in rows]
        return element("div", *drawn, class_="pyramid")

    def place(self, seat: int, place: str) -> Markup:
        entry = self.view["seats"][seat]["pyramid"].get(place)
        if entry:
            return self.tile(seat, place, entry)
        kind = classes("spot", self.is_lifted(seat, place) and "lifted")
        if seat != self.seat:
            return element("span", class_=kind)
        return self.thing(f"{SEAT_LETTERS[seat]}-{place}", self.once(label_spot, place), place, kind)

    def is_lifted(self, seat: int, place: str) -> bool:
        """Whether it is chosen for the card being enrolled, or that of the card being moved, or of the Actor."""
        return (self.view["mover"], self.view["place"]) == (seat, place)

    def tile(self, seat: int, place: str, entry: dict[str, Any]) -> Markup:
        """A card of a pyramid. The own ones say their powers in signs, and those of an only rival."""
        face, own = self.faces[entry["card"]], seat == self.seat
        large = own or len(self.view["seats"]) == 2
        states = tuple(state for state in STATES if entry[state])
        inner = self.once(draw_tile, face, entry["bonus"], large, self.view["options"]["inverted"], states)
        kind = classes("card tile", face.classes, *states, self.is_lifted(seat, place) and "lifted")
        label = self.once(label_tile, face, place, states, entry["bonus"]) + (f". {face.power}" if own else "")
        mark = self.mark(face) if own else f"p{SEAT_LETTERS[seat]}-{place}"
        return self.thing(f"{SEAT_LETTERS[seat]}-{place}", label, inner, kind, card=face.key, mark=mark)

    # --- The middle of the table ---

    def middle(self) -> Markup:
        deck = self.icon("deck"), element("b", self.view["deck"]), " ", element("span", self.say("deck"))
        piles = element("p", *deck, class_="pile deck"), self.pile("discard"), self.pile("leaving")
        return element("section", self.moment(), *piles, class_="middle panel", aria_label=self.say("middle"))

    def moment(self) -> Markup:
        """Which part of which round it is."""
        view = self.view
        if view["phase"] == "over":
            said = self.context.say("board.over")
        elif self.is_draft:
            said = self.say("draft", pick=view["pick"])
        else:
            phase = self.context.words(f"board.phase.{view['phase']}")
            said = self.say("moment", round=view["round"], phase=phase)
        last = view["completed"] and view["phase"] != "over"
        more = " " + element("strong", self.say("last"), class_="last") if last else ""
        return element("p", said, more, class_="moment")

    def pile(self, name: str) -> Markup:
        """Cards that lie open, a chip a character. The discard pile is there even when it is empty."""
        cards = Counter[str](self.view[name])
        if self.is_draft or (name == "leaving" and not cards):
            return Markup()
        fact = self.say(name)
        chips = items(self.chip(f"{name}-{slug(card)}", self.faces[card], [fact], n) for card, n in cards.items())
        number = element("b", sum(cards.values()))
        heading = element("p", self.icon("discard"), number, " ", element("span", fact))
        asked = self.view["step"] == "recover" and self.view["mover"] == self.seat and name == "discard"
        listed = element("ul", chips) if chips else ""
        return element("div", heading, listed, class_=classes("pile", name, asked and "asked"))

    def chip(self, name: str, face: Face, facts: Iterable[str] = (), number: int = 1, *, own: bool = False) -> Markup:
        """A card in little: its type, name and base."""
        times = f" ×{number}" if number > 1 else ""
        label = ", ".join([face.title, *facts]) + times
        inner = self.once(draw_chip, face, times, self.view["options"]["inverted"])
        mark = self.mark(face) if own else None
        return self.thing(name, label, inner, f"card chip {face.classes}", card=face.key, mark=mark)


# --- What many boards have in common ---


def draw_full(context: Context, face: Face, price: int, inverted: bool) -> Markup:
    """All that is on a card."""
    numbers = price_tag(context, face.card, price), worth(context, face.card)
    words = element("strong", face.name), element("small", face.power)
    return join((*numbers, context.icon(face.type, "emblem"), *words, foot(context, face, inverted)))


def foot(context: Context, face: Face, inverted: bool) -> Markup:
    """What it stands on; in an inverted pyramid what it bears, with what it hangs from on top (COR-31)."""
    if inverted and is_upside_down(face.card):
        return join((end(context, "head", face.base), end(context, "foot", face.type)))
    return end(context, "foot", face.base)


def end(context: Context, where: str, label: str) -> Markup:
    """The upper or lower end of a card."""
    return element("span", context.icon(label), class_=f"{where} {label}")


def draw_chip(context: Context, face: Face, times: str, inverted: bool) -> Markup:
    name = element("strong", face.name, times)
    return join((context.icon(face.type, "emblem"), name, foot(context, face, inverted)))


def draw_tile(context: Context, face: Face, bonus: int, large: bool, inverted: bool, states: tuple[str, ...]) -> Markup:
    """What is on a card of a pyramid."""
    parts = [context.icon(face.type, "emblem"), element("strong", face.name), worth(context, face.card, bonus)]
    parts += [signs(context, face.card.power)] if large else []
    shown = [context.icon(symbol) for state, symbol in SYMBOLS.items() if state in states]
    marks = element("span", *shown, class_="marks") if shown else ""
    return join((*parts, foot(context, face, inverted), marks))


def label_tile(context: Context, face: Face, place: str, states: tuple[str, ...], bonus: int) -> str:
    facts = [context.say("picture.place.at", place=place)]
    facts += [context.say(f"picture.state.{state}") for state in states]
    facts += [context.say("picture.bonus", n=bonus)] if bonus else []
    return ", ".join([face.title, *facts])


def label_spot(context: Context, place: str) -> str:
    return context.say("picture.place.empty", place=place)


def label_price(context: Context, face: Face, price: int) -> str:
    return context.say("picture.card.costs", cost=price_of(face.card, price))


def draw_token(context: Context, resource: str, number: int, letter: str) -> tuple[str, Markup]:
    """What somebody has of a resource: read aloud, and as it looks."""
    label = context.say("picture.token", cost=amount(number, RESOURCES.index(resource)), seat=letter)
    return label, join((context.icon(resource), element("b", number)))


def price_of(card: Character, n: int) -> Message:
    """So much of the card's resource."""
    if card.type == ROGUE:
        return powers.WORDS("characters.cost.rogue", n=n)
    return amount(n, characters.RESOURCE_OF[card.type])


# --- What is asked ---


@dataclass(frozen=True)
class Question:
    """What a view asks of the viewer, or of the others."""

    view: View
    context: Context

    def say(self, key: str, **parts: Any) -> Message:
        return self.context.words(f"picture.{key}", **parts)

    def ask(self) -> Message:
        view = self.view
        if view["phase"] == "over":
            return self.result()
        if view["seat"] not in view["waiting"]:
            return self.others()
        if view["phase"] == "draft":
            picked = view["seats"][view["seat"]]["kept"]
            return self.say("ask.draft_again" if picked else "ask.draft")
        if not view["step"]:
            return self.say(f"ask.{view['phase']}")
        return self.say(f"ask.{self.key()}", **self.parts())

    def key(self) -> str:
        step = str(self.view["step"])
        return "victim_remove" if step == "victim" and self.part().word == "remove" else step

    def part(self) -> Part:
        power = self.view["power"]
        parts = self.card(power["card"]).power.parts
        return parts[int(power["part"])]

    def card(self, name: str) -> Character:
        return faces_of(self.view, self.context)[name].card

    def parts(self) -> dict[str, Any]:
        """All that a question may have to name."""
        view, power = self.view, self.view["power"]
        found: dict[str, Any] = {"left": power["left"]} if power else {}
        if power:
            found |= {"power": name_of(self.card(power["card"])), "user": SEAT_LETTERS[power["seat"]]}
        if view["chosen"]:
            chosen = self.card(view["chosen"])
            found |= {"card": name_of(chosen), "price": view["price"], "cost": price_of(chosen, view["price"])}
        elif view["step"] == "to":
            found["card"] = name_of(self.card(view["seats"][view["mover"]]["pyramid"][view["place"]]["card"]))
        if view["victim"] is not None:
            found["victim"] = SEAT_LETTERS[view["victim"]]
        found["limit"] = view["options"]["hand_limit"]
        return found

    def others(self) -> Message:
        view = self.view
        if view["mover"] is None:
            return self.say("others.waiting", seats=listed([SEAT_LETTERS[seat] for seat in view["waiting"]]))
        step = self.context.words(f"board.step.{view['step']}", **self.parts())
        mover = SEAT_LETTERS[view["mover"]]
        if view["power"]:
            return self.say("others.power", mover=mover, power=name_of(self.card(view["power"]["card"])), step=step)
        return self.say("others.step", mover=mover, step=step)

    def result(self) -> Message:
        places, scores = self.view["places"], self.view["scores"]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        seats = listed([SEAT_LETTERS[seat] for seat in winners])
        return self.say("result.shared" if len(winners) > 1 else "result.one", seats=seats, n=scores[winners[0]])


def listed(seats: list[str]) -> Message:
    """ "Anna, Basil and Clara"."""
    *others, last = seats
    if not others:
        return Message(dict.fromkeys(AND, "{last}"), {"last": last})
    return Message(
        {language: f"{{others}}{word}{{last}}" for language, word in AND.items()}, {"others": others, "last": last}
    )


# --- A card enlarged ---


@dataclass(frozen=True)
class Sheet:
    """A character with all that there is to read about it."""

    card: Character
    inverted: bool
    context: Context

    def draw(self) -> Markup:
        card, context = self.card, self.context
        costs = {"cost": characters.cost(card), "prestige": card.prestige, "n": card.copies}
        power = context.text(powers.say(card.power))
        words = (
            element("h2", card.name(context.language)),
            element("p", context.say("picture.sheet.kind", **self.labels())),
            element("p", context.say("picture.sheet.costs", **costs)),
            element("p", f"{power[:1].upper()}{power[1:]}.", class_="power"),
            element("ul", items(self.note(key, clauses) for key, clauses in self.notes())),
        )
        return element("div", self.face(), element("div", *words, class_="words"), class_="sheet")

    def face(self) -> Markup:
        """The card itself."""
        card, context = self.card, self.context
        kind, base = TYPES[card.type], BASES[card.base]
        numbers = price_tag(context, card, card.cost) + worth(context, card)
        foot = element("span", context.icon(base), class_=f"foot {base}")
        parts = numbers, context.icon(kind, "emblem"), signs(context, card.power), foot
        return element("div", *parts, class_=classes("card full", kind, card.power.green and "green"))

    def labels(self) -> dict[str, Message]:
        words = self.context.words
        return {"type": words(f"type.{TYPES[self.card.type]}"), "base": words(f"base.{BASES[self.card.base]}")}

    def note(self, key: str, clauses: tuple[str, ...]) -> Markup:
        text = self.context.say(f"picture.note.{key}", **self.labels())
        return join([text, " ", Markup(", ").join(map(cite, clauses))])

    def notes(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What is to be known about it, with the clauses that say so."""
        card, power = self.card, self.card.power
        yield from self.places()
        if card.type == ROGUE:
            yield "rogue", ("COR-15",)
        if power.green:
            yield ("bonus" if power.parts else "plain"), (("COR-24", "COR-33") if power.parts else ("COR-24",))
            return
        yield "activate", ("COR-21", "COR-22")
        if power.once:
            yield "once", ("COR-19", "COR-25")
        words = {part.word for part in power.parts}
        if any(part.later for part in power.parts):
            yield "later", ("COR-26",)
        for word, clauses in NOTES.items():
            if word in words:
                yield word, clauses

    def places(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Where it may go, and what may go on it."""
        card = self.card
        if self.inverted:
            side = "any" if card.base == NEUTRAL else "base" if card.type == ROGUE else "type"
            yield f"inverted.{side}", ("COR-31",)
            yield ("inverted.bears_type" if is_upside_down(card) else "inverted.bears_base"), ("COR-31",)
            return
        yield ("stands.any" if card.base == NEUTRAL else "stands.on"), ("COR-28",)
        yield ("bears.rogue" if card.type == ROGUE else "bears.type"), ("COR-28",)


NOTES = {
    "look": ("COR-35",),
    "keep": ("COR-10", "COR-35"),
    "reserve": ("COR-10", "COR-35"),
    "cheaper": ("COR-14",),
    "anywhere": ("COR-14", "COR-28"),
    "recover": ("COR-18", "COR-35"),
    "move": ("COR-29",),
    "copy": ("COR-25",),
    "remove": ("COR-17", "COR-26"),
    "purge": ("COR-26",),
}  # parts of powers about which there is more to know
