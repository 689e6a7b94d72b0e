"""How the court looks on a page: what is being turned and sold in the middle, the spheres of influence around it.

Nothing but the order of the deck is hidden, so a card's id can say where it lies: the third card of A's blue row is
`r-A-b-3` there, and is called so already while it lies open for A to take, that the browser may see it travel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Painter, Picture, cite, classes, element, hide, items, join
from camarilla.engine.words import Message
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.cards import (
    COLOUR_LETTERS,
    COLOUR_OF,
    COLOURS,
    NAMES,
    OTHERS,
    PRICES,
    SEAL,
    SEALED,
    WORDS,
)  # fmt: skip

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing

QUALITIES = dict(zip(COLOUR_LETTERS, ("etiquette", "duel", "intrigue", "power", "wealth"), strict=True))
NAME_OF = dict(zip(OTHERS, NAMES, strict=True))
AUCTION_USES = {"Au": "authority", "Pe": "pension", "Ov": "overlord", "Co": "conspiracy"}
GAINS = {"3": ("power", rules.CONSPIRED_POWER), "g": ("gold", rules.CONSPIRED_GOLD)}  # of a conspiracy
TOKENS = {"g": "gold", "p": "power"}
PURSE = ("power", "gold")
SPECIAL = OTHERS[rules.AUCTIONS :]
CLAUSES = {
    "b": (17, 20, 41), "g": (17, 18), "p": (21, 27, 42), "r": (17, 19), "y": (17, 19),
    "In": (13, 34, 41), "Me": (13, 35, 42), "Au": (13, 38), "Ov": (13, 39), "Pe": (13, 40), "Co": (36,), "Di": (37,),
    "De": (28,), "Ca": (27,), "Lo": (29, 30), "gold": (5, 26, 41), "power": (5, 22, 41),
}  # fmt: skip


def picture(game: SunKing, view: View, context: Context) -> Picture:
    """The middle first, then the viewer's sphere, then the others clockwise. Nobody holds anything in secret."""
    court = Court(view, context)
    return court.finish(court.middle() + court.mine() + court.rivals(), Markup(), court.prompt())


# --- What is clicked ---


def path(game: SunKing, view: View, move: str) -> tuple[str, ...]:
    """The things to click for a move of the viewer. Bids, and ways to stop, are buttons."""
    verb, *rest = move.split()
    me, what = SEAT_LETTERS[view["mover"]], rest[0] if rest else ""
    if verb in ("power", "wealth"):
        return (f"do-{verb}",)
    if verb == "draw":
        return ("deck",) if view["frames"] else ("do-draw",)
    if verb in ("authority", "pension"):
        return (f"card-{me}-{verb.capitalize()[:2]}",)
    if verb == "duel":
        return ("do-duel", f"power-{what}" if len(what) == 1 else f"pair-{what}")
    if verb == "overlord":
        return (f"card-{me}-Ov", f"power-{what}")
    if verb == "strike":
        return ("do-strike", f"power-{what}")
    if verb in ("etiquette", "swap"):
        return (f"do-{verb}", f"row-{me}-{what}")
    if verb in ("spoil", "ruin"):
        return ("do-etiquette" if verb == "spoil" else "do-ruin", f"row-{what[0]}-{what[1]}")
    if verb == "conspire":
        return (f"gain-{rest[1]}", f"row-{me}-{what}")
    if verb == "turn":
        return (f"turn-{what}",) if what else ("deck",)
    return answer(view, verb, what, me)


def answer(view: View, verb: str, what: str, me: str) -> tuple[str, ...]:
    """The thing to click in the second step of something, or where something is being resolved."""
    if verb in ("take", "pick"):
        return (f"{'open' if verb == 'take' else 'pile'}-{what}",)
    if verb == "for":
        return (f"row-{what[0]}-{what[1]}",)
    if verb == "token":
        return (f"bank-{TOKENS[what]}" if "cardinal" in view["step"] else f"{TOKENS[what]}-{me}",)
    if verb in ("with", "give", "pay"):
        if what in PURSE:
            return (f"{what}-{me}",)
        return (f"card-{me}-{what}" if what in OTHERS else f"row-{me}-{what}",)
    return ()  # bid, drop, next, enough, end, none


def attempt(game: SunKing, view: View, things: Sequence[str]) -> str | None:
    """The move that is meant by clicking these things."""
    if view["seat"] is None or not things:
        return None
    hand = Hand(view)
    parts = [thing.split("-") for thing in things]
    return hand.one(*parts[0]) if len(parts) == 1 else hand.two(parts[0], parts[1])


@dataclass(frozen=True)
class Hand:
    """The viewer's hand over the table: what may it want with the things it touches?"""

    view: View

    @property
    def me(self) -> str:
        return SEAT_LETTERS[self.view["seat"]]

    def two(self, first: list[str], second: list[str]) -> str | None:
        kind, what = first[0], first[-1]
        if second[0] in ("power", "pair") and (kind == "do" or what == "Ov"):
            verb = "overlord" if kind == "card" else what
            return f"{verb} {second[1]}" if verb in ("duel", "strike", "overlord") else None
        if second[0] != "row":
            return None
        mine, whose, row = second[1] == self.me, second[1], second[2]
        if kind == "gain" and mine:
            return f"conspire {row} {what}"
        if what == "etiquette":
            return f"etiquette {row}" if mine else f"spoil {whose}{row}"
        if what == "swap" and mine:
            return f"swap {row}"
        return f"ruin {whose}{row}" if what == "ruin" and not mine else None

    def one(self, kind: str, *rest: str) -> str | None:
        view, what = self.view, rest[-1] if rest else ""
        if kind in ("open", "pile"):
            return f"{'take' if kind == 'open' else 'pick'} {what}"
        if kind == "turn":
            return f"turn {what}"
        if kind == "bank":
            return f"token {what[0]}"
        if kind == "do":
            return self.deed(what)
        if kind == "gain":
            return f"conspire {self.row(self.me)} {what}"
        if kind == "deck":
            turning = view["phase"] == 2 and not view["frames"]
            return ("turn" if view["medal"] else "turn 1") if turning else "draw"
        if kind in (*PURSE, "row", "card") and rest:
            return self.own(kind, what) if rest[0] == self.me else self.of_another(kind, *rest)
        return self.deed("etiquette") if kind == "discard" else None

    def deed(self, what: str) -> str:
        """An action alone: with the first things at hand, to learn whether it can be done at all."""
        other = self.somebody()
        if what in ("duel", "strike"):
            return f"{what} {other}"
        if what in ("etiquette", "swap"):
            return f"{what} {self.row(self.me)}"
        return f"ruin {other}{self.row(other)}" if what == "ruin" else what

    def own(self, kind: str, what: str) -> str | None:
        step, token = self.view["step"], kind in PURSE
        if step == "pay":
            return f"pay {kind if token else what}"
        if step in ("debt", "debt token"):
            return f"token {kind[0]}" if token else f"give {what}"
        if kind == "row":
            if step in ("with", "for"):
                return f"with {what}" if step == "with" else f"for {self.me}{what}"
            return f"etiquette {what}" if self.view["phase"] == 1 else f"swap {what}"
        if kind == "card" and what in ("Au", "Pe"):
            return AUCTION_USES[what]
        if kind == "card" and what == "Ov":
            return f"overlord {self.somebody()}"
        return f"conspire {self.row(self.me)} 3" if what == "Co" else None

    def of_another(self, kind: str, whose: str, what: str = "") -> str | None:
        first = self.view["phase"] == 1
        if kind == "power":
            return f"duel {whose}" if first else f"strike {whose}"
        if kind != "row":
            return None
        if self.view["step"] == "for":
            return f"for {whose}{what}"
        return f"spoil {whose}{what}" if first else f"ruin {whose}{what}"

    def somebody(self) -> str:
        """The next player who is in the game."""
        seats, out = len(self.view["out"]), self.view["out"]
        around = [(self.view["seat"] + i) % seats for i in range(1, seats)]
        return SEAT_LETTERS[next((seat for seat in around if not out[seat]), around[0])]

    def row(self, letter: str) -> str:
        """A row that has a card."""
        rows = self.view["rows"][SEAT_LETTERS.index(letter)]
        return next((colour for colour, row in rows.items() if row), COLOUR_LETTERS[0])


# --- The last move ---

EARNED = {"power": "power", "authority": "power", "wealth": "gold", "pension": "gold"}  # the token, by the move


def find_latest(view: View) -> list[str]:
    """The rows, cards and tokens that were changed last."""
    return next(filter(None, (touch(SEAT_LETTERS[one["seat"]], one["move"]) for one in reversed(view["log"]))), [])


def touch(mover: str, move: str) -> list[str]:
    verb, *rest = move.split()
    what = rest[0] if rest else ""
    if verb in EARNED:
        return [f"{EARNED[verb]}-{mover}"]
    if verb == "token":
        return [f"{TOKENS[what]}-{mover}"]
    if verb in ("duel", "overlord", "strike"):
        return [f"power-{seat}" for seat in what]
    if verb in ("spoil", "ruin"):
        return [f"row-{what[0]}-{what[1]}"]
    if verb == "for":
        return [f"row-{what[0]}-{what[1]}", f"row-{mover}-{what[1]}"]
    if verb in ("take", "pick", "with", "give", "pay", "etiquette", "conspire"):
        return [
            f"{what}-{mover}"
            if what in PURSE
            else f"card-{mover}-{what}"
            if what in OTHERS
            else f"row-{mover}-{what[0]}"
        ]
    return []


# --- What is seen ---


class Court(Painter):
    """A view on its way to the page."""

    def __init__(self, view: View, context: Context) -> None:
        super().__init__(view, context, find_latest(view))
        self.seats = range(len(view["gold"]))
        self.in_game = [seat for seat in self.seats if not view["out"][seat]]
        self.frame = view["frames"][-1] if view["frames"] else None  # what is being resolved, the innermost
        self.seen = self.settled(len(self.seats))  # copies of auction and special cards that have an id

    def settled(self, seats: int) -> Counter[str]:
        """Auction and special cards that lie in the pile or in the spheres of so many seats."""
        owned = [card for sphere in self.view["cards"][:seats] for card in sphere]
        return Counter([*owned, *(card for card in self.view["discard"] if card in OTHERS)])

    # --- Cards ---

    def card(self, thing: str, card: str, mark: str | None, label: str = "", kind: str = "", extra: str = "") -> Markup:
        label = label or self.context.text(card_name(card))
        kinds = classes("card", look(card), kind)
        return self.thing(thing, label, join((self.once(face, card), extra)), kinds, card=card, mark=mark)

    def mark(self, card: str) -> str:
        """The id of a card that is being resolved or waits: its letters, and which of its copies."""
        self.seen[card] += 1
        return f"c-{card}-{self.seen[card]}"

    # --- Spheres ---

    def mine(self) -> Markup:
        """The viewer's own sphere; a spectator has none."""
        seat = self.view["seat"]
        return Markup() if seat is None else self.sphere(seat, "mine holding")

    def rivals(self) -> Markup:
        """The others, clockwise from the viewer."""
        seats, seat = len(self.seats), self.view["seat"]
        around = list(self.seats) if seat is None else [(seat + i) % seats for i in range(1, seats)]
        return element("div", *(self.sphere(other, "rival") for other in around), class_=f"rivals n{len(around)}")

    def sphere(self, seat: int, kind: str) -> Markup:
        out = self.view["out"][seat]
        if out:
            parts = [element("header", self.owner(seat), element("span", self.say("gone"), class_="gone"))]
        else:
            rows = element("ul", *(self.row(seat, colour) for colour in COLOUR_LETTERS), class_="rows")
            parts = [element("header", self.owner(seat), self.purse(seat)), rows, self.auction_cards(seat)]
        kinds = classes("panel sphere", kind, seat in self.view["waiting"] and "turn", out and "out")
        return element("section", *parts, class_=kinds, aria_label=self.say("sphere", seat=SEAT_LETTERS[seat]))

    def owner(self, seat: int) -> Markup:
        """The name, with a sun for the player whose turn it is."""
        turn = seat == self.view["turn"] and self.view["mover"] is not None
        sun = element("span", self.icon("sun"), class_="sun", title=self.say("in_turn")) if turn else ""
        return element("span", self.context.plate(seat), sun, self.result(seat), class_="who")

    def result(self, seat: int) -> Markup:
        """At the end, the place."""
        if not self.view["places"]:
            return Markup()
        first = self.view["places"][seat] == 1
        crown = self.icon("crown") if first else ""
        place = self.say("winner") if first else self.say("place", place=self.view["places"][seat])
        return element("span", crown, place, class_=classes("place", first and "first"))

    def purse(self, seat: int) -> Markup:
        """Power and gold, which others may aim at and the owner may pay with; then seals and points."""
        tokens = element("span", *(self.token(seat, token) for token in PURSE), class_="purse")
        seals, points = self.view["seals"][seat], self.points(seat)
        figures = (
            self.figure("seals", seals, join((self.icon("seal"), seals))),
            self.figure("points", points, self.score(points)),
        )
        return join((tokens, element("span", *figures, class_="figures")))

    def token(self, seat: int, token: str) -> Markup:
        number, letter = self.view[token][seat], SEAT_LETTERS[seat]
        label, inner = self.once(draw_token, token, letter, number)
        return self.thing(f"{token}-{letter}", label, inner, f"token {token}", card=token)

    def figure(self, key: str, number: int, shown: str) -> Markup:
        said = self.say(key, number=number)
        return element("span", element("b", shown, aria_hidden="true"), hide(said), class_=f"figure {key}", title=said)

    def score(self, points: int) -> str:
        return self.say("score_one" if points == 1 else "score", number=points)

    def points(self, seat: int) -> int:
        """What the sphere would be worth if the game ended now (SUN-41)."""
        view = self.view
        blue = len(view["rows"][seat]["b"]) + view["cards"][seat].count("In")
        return int(view["gold"][seat] + view["power"][seat] + rules.BLUE_POINTS * blue)

    def row(self, seat: int, colour: str) -> Markup:
        """A row: its top card, how many there are, whether that is the majority, and below each of them as a mark."""
        row, letter = self.view["rows"][seat][colour], SEAT_LETTERS[seat]
        top, more, majority = row[-1] if row else colour, self.more(seat, colour), self.leads(seat, colour)
        number = f"{len(row)}+{more}" if more else f"{len(row)}"
        badge = element("b", number, class_="count") if row or more else ""
        inner = join((self.once(face, top), badge, self.icon("crown", "lead") if majority else ""))
        depth = "deep" if len(row) > 1 else "" if row else "empty"
        name, mark = f"row-{letter}-{colour}", f"r-{letter}-{colour}-{len(row)}"
        label = self.once(label_row, letter, colour, len(row), row[-1] if row else "", more, majority)
        kinds = classes("card", look(colour), depth, majority and "leads")
        pips = [element("u" if card.endswith(SEAL) else "s") for card in row if len(row) > 1]
        below = element("span", *pips, class_=f"pips {look(colour)}", aria_hidden="true")
        return element("li", self.thing(name, label, inner, kinds, card=top, mark=mark), below)

    def leads(self, seat: int, colour: str) -> bool:
        return colour in self.view["majorities"][seat]

    def more(self, seat: int, colour: str) -> int:
        """How many auction cards count in the row's colour (SUN-13)."""
        if not self.view["options"]["auction_cards_in_majorities"]:
            return 0
        return sum(COLOUR_OF.get(card) == colour for card in self.view["cards"][seat])

    def auction_cards(self, seat: int) -> Markup:
        owned = self.view["cards"][seat]
        drawn = items(self.owned(seat, card) for card in dict.fromkeys(owned))
        return element("ul", drawn, class_="owned", aria_label=self.say("owned")) if owned else Markup()

    def owned(self, seat: int, card: str) -> Markup:
        """An auction card in a sphere, two Pensions as one; the viewer's Conspiracy with what it may bring."""
        view, letter = self.view, SEAT_LETTERS[seat]
        mark = f"c-{card}-{self.settled(seat)[card] + 1}"
        used = seat == view["turn"] and AUCTION_USES.get(card) in view["used"]
        extra = join((copies(view["cards"][seat].count(card)), self.icon("tick", "done") if used else ""))
        label = self.say("owned_card", seat=letter, card=card_name(card))
        label += f", {self.say('used')}" if used else ""
        drawn = self.card(f"card-{letter}-{card}", card, mark, label, "used" if used else "", extra)
        return drawn + (self.gains() if card == "Co" and seat == view["seat"] else "")

    def gains(self) -> Markup:
        chips = [
            self.thing(
                f"gain-{gain}",
                self.say(f"gain.{gain}"),
                element("b", f"+{number}") + self.icon(token),
                f"chip {token}",
                card="Co",
            )
            for gain, (token, number) in GAINS.items()
        ]
        return element("span", *chips, class_="gains")

    # --- The middle ---

    def middle(self) -> Markup:
        piles = element("div", self.deck(), self.pile(), class_="piles")
        stage = element("div", *self.stage(), class_="stage")
        parts = piles, stage, self.bank(), self.king(), self.turn()
        return element("section", *parts, class_="court", aria_label=self.say("table"))

    def deck(self) -> Markup:
        number = self.view["deck"]
        inner = join((self.icon("sun", "emblem"), element("b", number, class_="count")))
        label = self.say("deck", number=number)
        return self.caption("deck", self.thing("deck", label, inner, "card back deep", mark="deck"))

    def caption(self, key: str, drawn: Markup) -> Markup:
        return element("div", drawn, element("p", self.say(f"caption.{key}"), class_="caption", aria_hidden="true"))

    def pile(self) -> Markup:
        pile = self.view["discard"]
        if not pile:
            return self.caption("pile", self.thing("discard", self.say("no_pile"), "", "card slot", mark="pile"))
        label = self.say("pile", number=len(pile), card=card_name(pile[-1]))
        kind, badge = "deep" if len(pile) > 1 else "", element("b", len(pile), class_="count")
        return self.caption("pile", self.card("discard", pile[-1], "pile", label, kind, badge))

    def bank(self) -> Markup:
        things = [self.stock(token) for token in PURSE]
        return element("div", element("h3", self.say("bank.name")), *things, class_="bank")

    def stock(self, token: str) -> Markup:
        """What the bank has of a token."""
        stock = self.view["bank"]
        label = self.say(f"bank.{token}", number=stock[token]) if stock else self.say(f"bank.endless_{token}")
        inner = join((self.icon(token), element("b", stock[token] if stock else "∞")))
        return self.thing(f"bank-{token}", label, inner, f"token {token}", card=token)

    def king(self) -> Markup:
        """How near the King may be, and what he will bring."""
        view = self.view
        if view["mover"] is None:
            return Markup()
        safe = view["deck"] - view["lower"]
        known = self.say("king.safe_one" if safe == 1 else "king.safe", number=safe) if safe else self.say("king.any")
        last = view["louis"] or len(self.in_game) <= rules.LAST_TWO
        then = self.say("king.last" if last else "king.first")
        told = element("p", known, " ", then, self.bottom())
        return element("div", self.icon("louis"), told, self.meter(safe), class_=classes("king", last and "last"))

    def meter(self, safe: int) -> Markup:
        """The deck as a bar, with the part where the King may be."""
        deck, lower = self.view["deck"], self.view["lower"]
        whole = element("rect", width=deck, height=4, opacity=".25")
        part = element("rect", x=safe, width=lower, height=4)
        size = {"viewBox": f"0 0 {deck} 4", "preserveAspectRatio": "none"}
        return element("svg", whole, part, class_="meter", aria_hidden="true", **size)

    def bottom(self) -> Markup:
        """The cards that are known to lie at the bottom of the deck (SUN-7)."""
        known = self.view["bottom"]
        if not known:
            return Markup()
        icons = [self.icon(NAME_OF[card]) for card in known]
        said = self.say("bottom", names=[card_name(card) for card in known])
        shown = element("span", self.say("below"), *icons, aria_hidden="true")
        return " " + element("span", hide(said), shown, class_="bottom", title=said)

    # --- What they fight over ---

    def stage(self) -> Iterator[Markup]:
        view = self.view
        if self.frame:
            yield self.resolving()
        if view["step"] == "pick":
            yield self.searched()
        if view["open"]:
            yield self.lying("open", view["open"], self.open_marks(view["open"]))
        if view["queue"]:
            yield self.lying("queue", view["queue"], [self.mark(card) for card in view["queue"]])
        if view["mover"] is None:
            yield self.outcome()
        elif not (view["frames"] or view["open"] or view["queue"] or view["step"] == "pick"):
            yield self.icon("louis", "calm")

    def lying(self, where: str, lying: list[str], marks: list[str]) -> Markup:
        drawn = items(self.card(f"{where}-{card}", card, mark) for card, mark in zip(lying, marks, strict=True))
        heading = element("h3", self.say(f"lying.{where}"))
        return element("div", heading, element("ul", drawn), class_=f"lying {where}")

    def open_marks(self, lying: list[str]) -> list[str]:
        """An open card is known by the place that it would have in the row of the player whose turn it is."""
        turn = self.view["turn"]
        length = Counter({colour: len(row) for colour, row in self.view["rows"][turn].items()})
        marks = []
        for card in lying:
            length[card[0]] += 1
            marks.append(f"r-{SEAT_LETTERS[turn]}-{card[0]}-{length[card[0]]}")
        return marks

    def searched(self) -> Markup:
        """The pile while somebody searches it (SUN-20): the quality cards by kind, without the one just given."""
        pile = Counter(card for card in self.view["discard"][:-1] if card[0] in COLOUR_LETTERS)
        kinds = sorted(pile)
        drawn = items(
            self.card(f"pile-{card}", card, mark, extra=copies(pile[card]))
            for card, mark in zip(kinds, self.open_marks(kinds), strict=True)
        )
        return element("div", element("h3", self.say("lying.pile")), element("ul", drawn), class_="lying searched")

    def resolving(self) -> Markup:
        """The auction, the Cardinal or the debts that are being resolved, and what they interrupt."""
        *outer, frame = self.view["frames"]
        self.seen.update(one["card"] for one in outer if one["card"])
        if frame["card"] is None:
            return element("div", element("p", self.story(frame)), class_="resolving")
        told = element("p", " · ".join(map(self.story, outer)), class_="outer") if outer else ""
        drawn = self.card("resolved", frame["card"], self.mark(frame["card"]))
        about = self.sale(frame) if frame["bid"] is not None else self.settling(frame)
        return element("div", drawn, element("div", told, about, class_="about"), class_="resolving")

    def story(self, frame: dict[str, Any]) -> str:
        seat = SEAT_LETTERS[frame["by"]]
        if frame["card"] is None:
            return self.context.say("board.frame.draw", seat=seat)
        return self.context.text(card_name(frame["card"]))

    def sale(self, frame: dict[str, Any]) -> Markup:
        """The state of an auction: the bid, who made it, who is still in."""
        paying, bidder = self.view["step"] == "pay", frame["bidder"]
        if bidder is None:
            high: list[str] = [element("span", self.say("sale.none"))]
        else:
            parts = {"seat": SEAT_LETTERS[bidder], "bid": frame["bid"], "paid": frame["paid"]}
            said = self.say("sale.paying" if paying else "sale.high", **parts)
            high = [element("b", frame["bid"], class_="bid"), element("span", said)]
        heading = element("h3", self.icon("gavel"), self.say("sale.name"))
        chips = element("ul", *(self.bidder(frame, seat) for seat in self.in_game), class_="seats")
        return heading + element("p", *high, class_="high") + chips

    def bidder(self, frame: dict[str, Any], seat: int) -> Markup:
        name = self.context.names[seat]
        if seat not in frame["left"]:
            return element("li", element("s", name), hide(f" {self.say('sale.dropped')}"), class_="dropped")
        kind = "high" if seat == frame["bidder"] else "asked" if seat in self.view["waiting"] else "in"
        return element("li", self.icon("gavel") if kind == "high" else "", name, class_=kind)

    def settling(self, frame: dict[str, Any]) -> Markup:
        """Who has still to act on a Cardinal or on debts."""
        key = {"Ca": "cardinal", "De": "debts"}[frame["card"]]
        chips = [
            element("li", self.context.names[seat], class_="asked" if seat in self.view["waiting"] else "in")
            for seat in frame["left"]
        ]
        heading = element("h3", self.context.text(title(frame["card"])))
        return heading + element("p", self.say(f"settling.{key}")) + element("ul", *chips, class_="seats")

    def outcome(self) -> Markup:
        """The standings at the end."""
        order = sorted(self.seats, key=lambda seat: self.view["places"][seat])
        return element("div", self.icon("louis"), element("ol", *map(self.rank, order)), class_="outcome")

    def rank(self, seat: int) -> Markup:
        score = self.say("gone") if self.view["out"][seat] else self.score(self.view["scores"][seat])
        name = f" {self.context.names[seat]} "
        return element("li", element("b", self.view["places"][seat]), name, element("span", score))

    # --- The turn ---

    def turn(self) -> Markup:
        """What can be done in a turn, phase by phase."""
        if self.view["mover"] is None:
            return Markup()
        phases = (self.qualities(), self.turning(), self.gold_actions())
        drawn = [self.phase(number, inner) for number, inner in enumerate(phases, 1)]
        return element("div", *drawn, self.pairs(), class_="ledger")

    def phase(self, number: int, inner: Markup) -> Markup:
        now = number == self.view["phase"]
        kind = classes("phase", now and "now", self.view["step"] != "main" and "busy")
        name, acts = self.say(f"phase.{number}"), element("div", inner, class_="acts")
        named = {"aria_label": name, "aria_current": "step" if now else None}
        return element("div", element("h3", name), acts, class_=kind, role="group", **named)

    def qualities(self) -> Markup:
        return join(self.deed(QUALITIES[colour], look(colour), colour) for colour in "bgry")

    def turning(self) -> Markup:
        if self.view["medal"] and self.view["phase"] == 2:
            return element("p", self.icon("medal"), self.say("turn.medal"), class_="medal")
        numbers = range(1, rules.MOST_TURNED + 1)
        return join(self.thing(f"turn-{number}", *self.once(draw_turned, number), "act") for number in numbers)

    def gold_actions(self) -> Markup:
        return join(self.deed(name, "", None) for name in PRICES)

    def deed(self, name: str, kind: str, card: str | None) -> Markup:
        used = name in self.view["used"]
        label, inner = self.once(draw_deed, name, card, used)
        return self.thing(f"do-{name}", label, inner, classes("act", kind, used and "used"), card=card)

    def pairs(self) -> Markup:
        """The pairs of opponents that a duel of the viewer's may strike; shown when Duel is chosen."""
        view, seat = self.view, self.view["seat"]
        if seat is None or seat != view["mover"]:
            return Markup()
        if view["phase"] != 1 or "duel" in view["used"] or not self.leads(seat, "g"):
            return Markup()
        others = [other for other in self.in_game if other != seat]
        pairs = [self.pair(one, two) for one in others for two in others if one < two]
        return element("div", *pairs, class_="pairs") if pairs else Markup()

    def pair(self, one: int, two: int) -> Markup:
        names, letters, loss = self.context.names, SEAT_LETTERS, element("b", "−1")
        label = self.context.say("offer.duel_two", seat=letters[one], other=letters[two])
        inner = join([names[one], " ", loss, " ", names[two], " ", loss])
        return self.thing(f"pair-{letters[one]}{letters[two]}", label, inner, "pair")

    # --- The prompt ---

    def prompt(self) -> Message:
        """What is asked of the viewer, or what the others are about to do."""
        view = self.view
        if view["mover"] is None:
            return self.farewell()
        step = view["step"].replace(" ", "_")
        if step == "main":
            step = "medal_first" if view["phase"] == 2 and view["medal"] else f"phase_{view['phase']}"
        parts: dict[str, Any] = {"seat": SEAT_LETTERS[view["mover"]]}
        if self.frame:
            parts["card"] = title(self.frame["card"]) if self.frame["card"] else ""
            if self.frame["bid"] is not None:
                parts |= {"bid": self.frame["bid"], "left": self.frame["bid"] - max(0, self.frame["paid"])}
                parts["worth"] = worth(view, view["mover"], self.frame["card"])
                step = "bid_first" if self.frame["bid"] == 0 else step
        return WORDS(f"picture.prompt.{'you' if view['mover'] == view['seat'] else 'other'}.{step}", **parts)

    def farewell(self) -> Message:
        winners = [seat for seat in self.seats if self.view["places"][seat] == 1]
        if len(winners) > 1:
            return WORDS("picture.prompt.shared", seats=[SEAT_LETTERS[seat] for seat in winners])
        key = "alone" if len(self.in_game) == 1 else "won"
        points = self.view["scores"][winners[0]]
        return WORDS(f"picture.prompt.{key}", seat=SEAT_LETTERS[winners[0]], points=points)


# --- What many boards have in common ---


def card_name(card: str) -> Message:
    kind = cards.read(card)
    assert kind is not None
    return cards.name(kind)


def draw_token(context: Context, token: str, letter: str, number: int) -> tuple[str, Markup]:
    """What somebody has of a token: read aloud, and as it looks."""
    label = context.say(f"picture.has.{token}", seat=letter, number=number)
    return label, join((context.icon(token), element("b", number)))


def label_row(context: Context, letter: str, colour: str, number: int, top: str, more: int, majority: bool) -> str:
    """A row of so many cards, read aloud."""
    key = ("none", "one", "many")[min(number, 2)]
    parts = {
        "seat": letter,
        "number": number,
        "colour": WORDS(f"colour.{COLOURS[COLOUR_LETTERS.index(colour)]}.feminine"),
        "quality": quality(colour),
        "card": card_name(top) if top else "",
    }
    label = [context.say(f"picture.row.{key}", **parts)]
    label += [context.say("picture.row.more", number=more)] if more else []
    label += [context.say("picture.row.majority")] if majority else []
    return ", ".join(label)


def draw_turned(context: Context, number: int) -> tuple[str, Markup]:
    """So many cards to be turned: read aloud, and as it looks."""
    label = context.say("picture.turn.one" if number == 1 else "picture.turn.many", number=number)
    return label, join((element("span", context.icon("card") * number, class_="fan"), element("i", number)))


def draw_deed(context: Context, name: str, card: str | None, used: bool) -> tuple[str, Markup]:
    """An action of a turn: read aloud, and as it looks."""
    label = context.say(f"picture.do.{name}") + (f", {context.say('picture.used')}" if used else "")
    written = context.text(title(card)) if card else context.say(f"picture.short.{name}")
    price = element("b", PRICES[name], context.icon("gold"), class_="price") if name in PRICES else ""
    done = context.icon("tick", "done") if used else ""
    return label, join((context.icon(name), element("i", written), price, done))


def copies(number: int) -> Markup:
    """The badge of cards that lie as one."""
    return element("b", f"×{number}", class_="count") if number > 1 else Markup()


def worth(view: View, seat: int, card: str) -> int:
    """What a player could pay for a card (SUN-33)."""
    owned = [one for row in view["rows"][seat].values() for one in row] + list(view["cards"][seat])
    in_cards = sum(rules.price(OTHERS.index(card), cards.colour(one)) for one in owned)
    return int(view["gold"][seat] + view["power"][seat] + in_cards)


# --- Cards ---


def look(card: str) -> str:
    """The classes that give a card its colour and form."""
    if card[0] in COLOUR_LETTERS:
        return card[0]
    if card in SPECIAL:
        return "special"
    return f"auction {COLOUR_OF.get(card, 'grey')}"


def quality(colour: str) -> Message:
    name = QUALITIES[colour]
    return WORDS("picture.title.intrigue" if name == "intrigue" else f"use.{name}")


def title(card: str) -> Message:
    """A card's name, as it stands on it."""
    if card[0] in COLOUR_LETTERS:
        return quality(card[0])
    return WORDS(f"use.{AUCTION_USES[card]}" if card in AUCTION_USES else f"picture.title.{NAME_OF[card]}")


def face(context: Context, card: str) -> Markup:
    """What is printed on a card: the emblem, the seal if it has one, the name."""
    seal = context.icon("seal", "role") if card.endswith(SEAL) or card in SEALED else ""
    return join((context.icon(symbol(card), "emblem"), seal, element("i", context.text(title(card)))))


def symbol(card: str) -> str:
    return QUALITIES.get(card[0]) or NAME_OF[card]


def little(game: SunKing, card: str, context: Context) -> Markup:
    """The name of a card will do: an account counts them one by one."""
    return escape(card)


def closeup(game: SunKing, card: str, context: Context) -> Markup:
    """A card or token with all that there is to read about it."""
    sealed = card[:1] in COLOUR_LETTERS and card[1:] == SEAL
    clauses = [f"SUN-{one}" for one in CLAUSES[card[0] if sealed else card] + ((12,) if sealed else ())]
    if card in PURSE:
        drawn, key = element("div", context.icon(card), class_=f"token {card}"), f"{card}_token"
        heading = context.say(f"picture.title.{key}")
    else:
        drawn, key = element("div", face(context, card), class_=f"card {look(card)}"), symbol(card)
        heading = context.text(title(card))
    about = [f"picture.about.{key}"] + (["picture.about.seal"] if sealed else [])
    text = (
        element("h2", heading),
        element("p", context.say(f"picture.kind.{kind_of(card)}"), class_="kind"),
        *(element("p", context.say(one)) for one in about),
        element("p", Markup(" ").join(map(cite, clauses)), class_="clauses"),
    )
    return element("div", drawn, element("div", *text, class_="text"), class_="reading")


def kind_of(card: str) -> str:
    """Which sort of thing it is: a quality card by its colour, an auction card likewise."""
    if card in PURSE:
        return "token"
    if card[0] in COLOUR_LETTERS:
        return COLOURS[COLOUR_LETTERS.index(card[0])]
    if card in SPECIAL:
        return "special"
    return f"auction_{COLOURS[COLOUR_LETTERS.index(COLOUR_OF[card])]}" if card in COLOUR_OF else "auction_grey"
