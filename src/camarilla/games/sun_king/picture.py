"""How the court looks on a page: what is being turned and sold in the middle, the spheres of influence around it.

Nothing but the order of the deck is hidden, so a card's id can say where it lies: the third card of A's blue row is
`r-A-b-3` there, and is called so already while it lies open for A to take, that the browser may see it travel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.picture import Context
from camarilla.engine.words import Message
from camarilla.games.sun_king import cards
from camarilla.games.sun_king.cards import COLOUR_LETTERS, COLOURS, NAMES, OTHERS, SEAL

View = dict[str, Any]
QUALITIES = dict(zip(COLOUR_LETTERS, ("etiquette", "duel", "intrigue", "power", "wealth"), strict=True))
COLOUR_OF = {"In": "b", "Me": "p", "Au": "r", "Ov": "g", "Pe": "y"}  # the colour of an auction card
SEALED = ("In", "Me", "Au")
NAME_OF = dict(zip(OTHERS, NAMES, strict=True))
AUCTION_USES = {"Au": "authority", "Pe": "pension", "Ov": "overlord", "Co": "conspiracy"}
TURNED = (1, 2, 3)
PRICES = {"strike": 1, "swap": 1, "ruin": 2, "draw": 2}  # in gold, of the actions of phase 3
GAINS = {"3": "power", "g": "gold"}  # what a conspiracy brings
TOKENS = {"g": "gold", "p": "power"}
PURSE = ("power", "gold")
SPECIAL = ("De", "Ca", "Lo")
FEW = 2  # with so many players left the King's first visit is the last
CLAUSES = {
    "b": (17, 20, 41), "g": (17, 18), "p": (21, 27, 42), "r": (17, 19), "y": (17, 19),
    "In": (13, 34, 41), "Me": (13, 35, 42), "Au": (13, 38), "Ov": (13, 39), "Pe": (13, 40), "Co": (36,), "Di": (37,),
    "De": (28,), "Ca": (27,), "Lo": (29, 30), "gold": (5, 26, 41), "power": (5, 22, 41),
}  # fmt: skip


def board(view: View, context: Context) -> str:
    """The whole table: the middle first, then the viewer's sphere, then the others clockwise."""
    court = Court(view, context)
    return court.middle() + court.mine() + court.rivals()


def prompt(view: View, context: Context) -> str:
    """What is asked of the viewer, or what the others are about to do."""
    return Court(view, context).prompt()


# --- What is clicked ---


def path(view: View, move: str) -> tuple[str, ...]:
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


def attempt(view: View, things: Sequence[str]) -> str | None:
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


# --- What is seen ---


@dataclass(frozen=True)
class Court:
    """A view on the context."""

    view: View
    context: Context
    seen: Counter[str] = field(default_factory=Counter)  # copies of auction and special cards that have an id

    def __post_init__(self) -> None:
        self.seen.update(self.settled(len(self.seats)))

    def settled(self, seats: int) -> Counter[str]:
        """Auction and special cards that lie in the pile or in the spheres of so many seats."""
        owned = [card for sphere in self.view["cards"][:seats] for card in sphere]
        return Counter([*owned, *(card for card in self.view["discard"] if card in OTHERS)])

    # --- Words ---

    def say(self, key: str, **parts: Any) -> str:
        return self.context.say(f"picture.{key}", **parts)

    def message(self, key: str, **parts: Any) -> Message:
        return self.context.words(f"picture.{key}", **parts)

    def card_name(self, card: str) -> Message:
        kind = cards.read(card)
        assert kind is not None
        return cards.name(kind)

    @property
    def seats(self) -> range:
        return range(len(self.view["gold"]))

    @property
    def in_game(self) -> list[int]:
        return [seat for seat in self.seats if not self.view["out"][seat]]

    @property
    def frame(self) -> dict[str, Any] | None:
        """What is being resolved, the innermost."""
        return self.view["frames"][-1] if self.view["frames"] else None

    # --- Cards ---

    def card(self, thing: str, card: str, mark: str | None, label: str = "", kind: str = "", extra: str = "") -> str:
        spoken = label or self.context.spoken(self.card_name(card))
        classes = f"card {look(card)} {kind}".strip()
        return self.context.thing(thing, spoken, face(card, self.context) + extra, classes, card=card, mark=mark)

    def mark(self, card: str) -> str:
        """The id of a card that is being resolved or waits: its letters, and which of its copies."""
        self.seen[card] += 1
        return f"c-{card}-{self.seen[card]}"

    # --- Spheres ---

    def mine(self) -> str:
        """The viewer's own sphere; a spectator has none."""
        seat = self.view["seat"]
        return "" if seat is None else self.sphere(seat, "mine")

    def rivals(self) -> str:
        """The others, clockwise from the viewer."""
        seats, seat = len(self.seats), self.view["seat"]
        around = list(self.seats) if seat is None else [(seat + i) % seats for i in range(1, seats)]
        spheres = "".join(self.sphere(other, "rival") for other in around)
        return f'<div class="rivals n{len(around)}">{spheres}</div>'

    def sphere(self, seat: int, kind: str) -> str:
        view = self.view
        classes = f"panel sphere {kind}"
        classes += " turn" if seat in view["waiting"] else ""
        label = self.say("sphere", seat=SEAT_LETTERS[seat])
        if view["out"][seat]:
            inside = f'<header>{self.owner(seat)}<span class="gone">{self.say("gone")}</span></header>'
            return f'<section class="{classes} out" aria-label="{label}">{inside}</section>'
        rows = "".join(self.row(seat, colour) for colour in COLOUR_LETTERS)
        return (
            f'<section class="{classes}" aria-label="{label}"><header>{self.owner(seat)}{self.purse(seat)}</header>'
            f'<ul class="rows">{rows}</ul>{self.auction_cards(seat)}</section>'
        )

    def owner(self, seat: int) -> str:
        """The name, with a sun for the player whose turn it is."""
        turn = seat == self.view["turn"] and self.view["mover"] is not None
        sun = f'<span class="sun" title="{self.say("in_turn")}">{self.context.icon("sun")}</span>' if turn else ""
        return f'<span class="who">{self.context.plate(seat)}{sun}{self.result(seat)}</span>'

    def result(self, seat: int) -> str:
        """At the end, the place."""
        if not self.view["places"]:
            return ""
        first = self.view["places"][seat] == 1
        crown = self.context.icon("crown") if first else ""
        place = self.say("winner") if first else self.say("place", place=self.view["places"][seat])
        return f'<span class="place{" first" if first else ""}">{crown}{place}</span>'

    def purse(self, seat: int) -> str:
        """Power and gold, which others may aim at and the owner may pay with; then seals and points."""
        view, letter = self.view, SEAT_LETTERS[seat]
        tokens = "".join(
            self.context.thing(
                f"{token}-{letter}",
                self.say(f"has.{token}", seat=letter, number=view[token][seat]),
                f"{self.context.icon(token)}<b>{view[token][seat]}</b>",
                f"token {token}",
                card=token,
            )
            for token in PURSE
        )
        seals, points = view["seals"][seat], self.points(seat)
        figures = self.figure("seals", seals, f"{self.context.icon('seal')}{seals}")
        figures += self.figure("points", points, self.score(points))
        return f'<span class="purse">{tokens}</span><span class="figures">{figures}</span>'

    def figure(self, key: str, number: int, shown: str) -> str:
        said = self.say(key, number=number)
        return (
            f'<span class="figure {key}" title="{said}"><b aria-hidden="true">{shown}</b>'
            f'<span class="visually-hidden">{said}</span></span>'
        )

    def score(self, points: int) -> str:
        return self.say("score_one" if points == 1 else "score", number=points)

    def points(self, seat: int) -> int:
        """What the sphere would be worth if the game ended now (SUN-41)."""
        view = self.view
        blue = len(view["rows"][seat]["b"]) + view["cards"][seat].count("In")
        return int(view["gold"][seat] + view["power"][seat] + 2 * blue)

    def row(self, seat: int, colour: str) -> str:
        """A row: its top card, how many there are, whether that is the majority, and below each of them as a mark."""
        row, letter = self.view["rows"][seat][colour], SEAT_LETTERS[seat]
        more = self.more(seat, colour)
        majority = colour in self.view["majorities"][seat]
        number = f"{len(row)}+{more}" if more else f"{len(row)}"
        badge = f'<b class="count">{number}</b>' if row or more else ""
        crown = self.context.icon("crown", "lead") if majority else ""
        inner = face(row[-1] if row else colour, self.context) + badge + crown
        kind = f"card {look(colour)}" + (" deep" if len(row) > 1 else "" if row else " empty")
        top = self.context.thing(
            f"row-{letter}-{colour}",
            self.row_label(letter, colour, row, more, majority),
            inner,
            kind + (" leads" if majority else ""),
            card=row[-1] if row else colour,
            mark=f"r-{letter}-{colour}-{len(row)}",
        )
        pips = "".join("<u></u>" if card.endswith(SEAL) else "<s></s>" for card in row if len(row) > 1)
        return f'<li>{top}<span class="pips {look(colour)}" aria-hidden="true">{pips}</span></li>'

    def row_label(self, letter: str, colour: str, row: list[str], more: int, majority: bool) -> str:
        key = ("none", "one", "many")[min(len(row), 2)]
        parts = {
            "seat": letter,
            "number": len(row),
            "colour": self.context.words(f"colour.{COLOURS[COLOUR_LETTERS.index(colour)]}.feminine"),
            "quality": quality(colour, self.context),
            "card": self.card_name(row[-1]) if row else "",
        }
        label = [self.say(f"row.{key}", **parts)]
        label += [self.say("row.more", number=more)] if more else []
        label += [self.say("row.majority")] if majority else []
        return ", ".join(label)

    def more(self, seat: int, colour: str) -> int:
        """How many auction cards count in the row's colour (SUN-13)."""
        if not self.view["options"]["auction_cards_in_majorities"]:
            return 0
        return sum(COLOUR_OF.get(card) == colour for card in self.view["cards"][seat])

    def auction_cards(self, seat: int) -> str:
        owned = self.view["cards"][seat]
        drawn = "".join(f"<li>{self.owned(seat, card)}</li>" for card in dict.fromkeys(owned))
        return f'<ul class="owned" aria-label="{self.say("owned")}">{drawn}</ul>' if owned else ""

    def owned(self, seat: int, card: str) -> str:
        """An auction card in a sphere, two Pensions as one; the viewer's Conspiracy with what it may bring."""
        view, letter = self.view, SEAT_LETTERS[seat]
        mark = f"c-{card}-{self.settled(seat)[card] + 1}"
        use = AUCTION_USES.get(card)
        used = seat == view["turn"] and use in view["used"]
        extra = copies(view["cards"][seat].count(card))
        extra += self.context.icon("tick", "done") if used else ""
        label = self.say("owned_card", seat=letter, card=self.card_name(card))
        label += f", {self.say('used')}" if used else ""
        drawn = self.card(f"card-{letter}-{card}", card, mark, label, "used" if used else "", extra)
        return drawn + (self.gains() if card == "Co" and seat == view["seat"] else "")

    def gains(self) -> str:
        chips = "".join(
            self.context.thing(
                f"gain-{gain}",
                self.say(f"gain.{gain}"),
                f"<b>+{3 if gain == '3' else 1}</b>{self.context.icon(token)}",
                f"chip {token}",
                card="Co",
            )
            for gain, token in GAINS.items()
        )
        return f'<span class="gains">{chips}</span>'

    # --- The middle ---

    def middle(self) -> str:
        piles = f'<div class="piles">{self.deck()}{self.pile()}</div>'
        stage = f'<div class="stage">{"".join(self.stage())}</div>'
        inner = piles + stage + self.bank() + self.king() + self.turn()
        return f'<section class="court" aria-label="{self.say("table")}">{inner}</section>'

    def deck(self) -> str:
        number = self.view["deck"]
        label = self.say("deck", number=number)
        inner = f'{self.context.icon("sun", "emblem")}<b class="count">{number}</b>'
        return self.captioned("deck", self.context.thing("deck", label, inner, "card back deep", mark="deck"))

    def captioned(self, key: str, drawn: str) -> str:
        return f'<div>{drawn}<p class="caption" aria-hidden="true">{self.say(f"caption.{key}")}</p></div>'

    def pile(self) -> str:
        pile = self.view["discard"]
        if not pile:
            return self.captioned(
                "pile", self.context.thing("discard", self.say("no_pile"), "", "card slot", mark="pile")
            )
        label = self.say("pile", number=len(pile), card=self.card_name(pile[-1]))
        kind, badge = "deep" if len(pile) > 1 else "", f'<b class="count">{len(pile)}</b>'
        return self.captioned("pile", self.card("discard", pile[-1], "pile", label, kind, badge))

    def bank(self) -> str:
        stock = self.view["bank"]
        things = "".join(
            self.context.thing(
                f"bank-{token}",
                self.say(f"bank.{token}", number=stock[token]) if stock else self.say(f"bank.endless_{token}"),
                f"{self.context.icon(token)}<b>{stock[token] if stock else '∞'}</b>",
                f"token {token}",
                card=token,
            )
            for token in PURSE
        )
        return f'<div class="bank"><h3>{self.say("bank.name")}</h3>{things}</div>'

    def king(self) -> str:
        """How near the King may be, and what he will bring."""
        view = self.view
        if view["mover"] is None:
            return ""
        safe = view["deck"] - view["lower"]
        known = self.say("king.safe", number=safe) if safe else self.say("king.any")
        last = view["louis"] or len(self.in_game) <= FEW
        then = self.say("king.last" if last else "king.first")
        bar = (
            f'<svg class="meter" viewBox="0 0 {view["deck"]} 4" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect width="{view["deck"]}" height="4" opacity=".25"/>'
            f'<rect x="{safe}" width="{view["lower"]}" height="4"/></svg>'
        )
        icon = self.context.icon("louis")
        bottom = self.bottom()
        return f'<div class="king{" last" if last else ""}">{icon}<p>{known} {then}{bottom}</p>{bar}</div>'

    def bottom(self) -> str:
        """The cards that are known to lie at the bottom of the deck (SUN-7)."""
        known = self.view["bottom"]
        if not known:
            return ""
        names = [self.card_name(card) for card in known]
        icons = "".join(self.context.icon(NAME_OF[card]) for card in known)
        said = self.say("bottom", names=names)
        return (
            f' <span class="bottom" title="{said}"><span class="visually-hidden">{said}</span>'
            f'<span aria-hidden="true">{self.say("below")}{icons}</span></span>'
        )

    # --- What they fight over ---

    def stage(self) -> Iterator[str]:
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
            yield self.context.icon("louis", "calm")

    def lying(self, where: str, lying: list[str], marks: list[str]) -> str:
        drawn = "".join(
            f"<li>{self.card(f'{where}-{card}', card, mark)}</li>" for card, mark in zip(lying, marks, strict=True)
        )
        return f'<div class="lying {where}"><h3>{self.say(f"lying.{where}")}</h3><ul>{drawn}</ul></div>'

    def open_marks(self, lying: list[str]) -> list[str]:
        """An open card is known by the place that it would have in the row of the player whose turn it is."""
        turn = self.view["turn"]
        length = Counter({colour: len(row) for colour, row in self.view["rows"][turn].items()})
        marks = []
        for card in lying:
            length[card[0]] += 1
            marks.append(f"r-{SEAT_LETTERS[turn]}-{card[0]}-{length[card[0]]}")
        return marks

    def searched(self) -> str:
        """The pile while somebody searches it (SUN-20): the quality cards by kind, without the one just given."""
        pile = Counter(card for card in self.view["discard"][:-1] if card[0] in COLOUR_LETTERS)
        kinds = sorted(pile)
        drawn = "".join(
            f"<li>{self.card(f'pile-{card}', card, mark, extra=copies(pile[card]))}</li>"
            for card, mark in zip(kinds, self.open_marks(kinds), strict=True)
        )
        return f'<div class="lying searched"><h3>{self.say("lying.pile")}</h3><ul>{drawn}</ul></div>'

    def resolving(self) -> str:
        """The auction, the Cardinal or the debts that are being resolved, and what they interrupt."""
        outer = [self.story(frame) for frame in self.view["frames"][:-1]]
        told = f'<p class="outer">{" · ".join(outer)}</p>' if outer else ""
        outer_cards = [frame["card"] for frame in self.view["frames"][:-1] if frame["card"]]
        self.seen.update(outer_cards)
        frame = self.view["frames"][-1]
        if frame["card"] is None:
            return f'<div class="resolving"><p>{self.story(frame)}</p></div>'
        drawn = self.card("resolved", frame["card"], self.mark(frame["card"]))
        about = self.sale(frame) if frame["bid"] is not None else self.settling(frame)
        return f'<div class="resolving">{drawn}<div class="about">{told}{about}</div></div>'

    def story(self, frame: dict[str, Any]) -> str:
        seat = SEAT_LETTERS[frame["by"]]
        if frame["card"] is None:
            return self.context.say("board.frame.draw", seat=seat)
        return self.context.spoken(self.card_name(frame["card"]))

    def sale(self, frame: dict[str, Any]) -> str:
        """The state of an auction: the bid, who made it, who is still in."""
        paying, bidder = self.view["step"] == "pay", frame["bidder"]
        if bidder is None:
            high = self.say("sale.none")
        else:
            parts = {"seat": SEAT_LETTERS[bidder], "bid": frame["bid"], "paid": frame["paid"]}
            high = self.say("sale.paying" if paying else "sale.high", **parts)
        bid = f'<b class="bid">{frame["bid"]}</b>' if bidder is not None else ""
        chips = "".join(self.bidder(frame, seat) for seat in self.in_game)
        return (
            f'<h3>{self.context.icon("gavel")}{self.say("sale.name")}</h3><p class="high">{bid}<span>{high}</span></p>'
            f'<ul class="seats">{chips}</ul>'
        )

    def bidder(self, frame: dict[str, Any], seat: int) -> str:
        if seat not in frame["left"]:
            dropped = f'<span class="visually-hidden"> {self.say("sale.dropped")}</span>'
            return f'<li class="dropped"><s>{self.context.name(seat)}</s>{dropped}</li>'
        kind = "high" if seat == frame["bidder"] else "asked" if seat in self.view["waiting"] else "in"
        crown = self.context.icon("gavel") if kind == "high" else ""
        return f'<li class="{kind}">{crown}{self.context.name(seat)}</li>'

    def settling(self, frame: dict[str, Any]) -> str:
        """Who has still to act on a Cardinal or on debts."""
        key = {"Ca": "cardinal", "De": "debts"}[frame["card"]]
        chips = "".join(
            f'<li class="{"asked" if seat in self.view["waiting"] else "in"}">{self.context.name(seat)}</li>'
            for seat in frame["left"]
        )
        head = f"<h3>{title(frame['card'], self.context)}</h3><p>{self.say(f'settling.{key}')}</p>"
        return f'{head}<ul class="seats">{chips}</ul>'

    def outcome(self) -> str:
        """The standings at the end."""
        order = sorted(self.seats, key=lambda seat: self.view["places"][seat])
        lines = "".join(
            f"<li><b>{self.view['places'][seat]}</b> {self.context.name(seat)} "
            f"<span>{self.result_line(seat)}</span></li>"
            for seat in order
        )
        return f'<div class="outcome">{self.context.icon("louis")}<ol>{lines}</ol></div>'

    def result_line(self, seat: int) -> str:
        return self.say("gone") if self.view["out"][seat] else self.score(self.view["scores"][seat])

    # --- The turn ---

    def turn(self) -> str:
        """What can be done in a turn, phase by phase."""
        if self.view["mover"] is None:
            return ""
        phases = (self.qualities(), self.turning(), self.gold_actions())
        drawn = "".join(self.phase(number, inner) for number, inner in enumerate(phases, 1))
        return f'<div class="ledger">{drawn}{self.pairs()}</div>'

    def phase(self, number: int, inner: str) -> str:
        now = number == self.view["phase"]
        kind = "phase" + (" now" if now else "") + (" busy" if self.view["step"] != "main" else "")
        current = ' aria-current="step"' if now else ""
        name = self.say(f"phase.{number}")
        inside = f'<h3>{name}</h3><div class="acts">{inner}</div>'
        return f'<div class="{kind}" role="group" aria-label="{name}"{current}>{inside}</div>'

    def qualities(self) -> str:
        return "".join(self.deed(QUALITIES[colour], look(colour), colour) for colour in "bgry")

    def turning(self) -> str:
        if self.view["medal"] and self.view["phase"] == 2:
            return f'<p class="medal">{self.context.icon("medal")}{self.say("turn.medal")}</p>'
        return "".join(
            self.context.thing(
                f"turn-{number}",
                self.say("turn.one" if number == 1 else "turn.many", number=number),
                f'<span class="fan">{self.context.icon("card") * number}</span><i>{number}</i>',
                "act",
            )
            for number in TURNED
        )

    def gold_actions(self) -> str:
        return "".join(self.deed(name, "", None) for name in PRICES)

    def deed(self, name: str, kind: str, card: str | None) -> str:
        used = name in self.view["used"]
        price = f'<b class="price">{PRICES[name]}{self.context.icon("gold")}</b>' if name in PRICES else ""
        done = self.context.icon("tick", "done") if used else ""
        label = self.say(f"do.{name}") + (f", {self.say('used')}" if used else "")
        written = title(card, self.context) if card else self.say(f"short.{name}")
        inner = f"{self.context.icon(name)}<i>{written}</i>{price}{done}"
        return self.context.thing(
            f"do-{name}", label, inner, f"act {kind}{' used' if used else ''}".rstrip(), card=card
        )

    def pairs(self) -> str:
        """The pairs of opponents that a duel of the viewer's may strike; shown when Duel is chosen."""
        view, seat = self.view, self.view["seat"]
        if seat is None or seat != view["mover"]:
            return ""
        if view["phase"] != 1 or "duel" in view["used"] or "g" not in view["majorities"][seat]:
            return ""
        others = [other for other in self.in_game if other != seat]
        pairs = [(one, two) for one in others for two in others if one < two]
        drawn = "".join(
            self.context.thing(
                f"pair-{SEAT_LETTERS[one]}{SEAT_LETTERS[two]}",
                self.context.say("offer.duel_two", seat=SEAT_LETTERS[one], other=SEAT_LETTERS[two]),
                f"{self.context.name(one)} <b>−1</b> {self.context.name(two)} <b>−1</b>",
                "pair",
            )
            for one, two in pairs
        )
        return f'<div class="pairs">{drawn}</div>' if pairs else ""

    # --- The prompt ---

    def prompt(self) -> str:
        view = self.view
        if view["mover"] is None:
            return self.farewell()
        step = view["step"].replace(" ", "_")
        if step == "main":
            step = "medal_first" if view["phase"] == 2 and view["medal"] else f"phase_{view['phase']}"
        parts: dict[str, Any] = {"seat": SEAT_LETTERS[view["mover"]]}
        if self.frame:
            parts["card"] = title_saying(self.frame["card"], self.context) if self.frame["card"] else ""
            if self.frame["bid"] is not None:
                parts |= {"bid": self.frame["bid"], "left": self.frame["bid"] - max(0, self.frame["paid"])}
                parts["worth"] = worth(view, view["mover"], self.frame["card"])
                step = "bid_first" if self.frame["bid"] == 0 else step
        return self.say(f"prompt.{'you' if view['mover'] == view['seat'] else 'other'}.{step}", **parts)

    def farewell(self) -> str:
        winners = [seat for seat in self.seats if self.view["places"][seat] == 1]
        if len(winners) > 1:
            return self.say("prompt.shared", seats=[SEAT_LETTERS[seat] for seat in winners])
        key = "alone" if len(self.in_game) == 1 else "won"
        return self.say(f"prompt.{key}", seat=SEAT_LETTERS[winners[0]], points=self.view["scores"][winners[0]])


def copies(number: int) -> str:
    """The badge of cards that lie as one."""
    return f'<b class="count">×{number}</b>' if number > 1 else ""


def worth(view: View, seat: int, card: str) -> int:
    """What a player could pay for a card (SUN-33)."""
    owned = [one for row in view["rows"][seat].values() for one in row] + list(view["cards"][seat])
    colour = COLOUR_OF.get(card)
    in_cards = sum(3 if colour and COLOUR_OF.get(one, one[0]) == colour else 2 for one in owned)
    return int(view["gold"][seat] + view["power"][seat] + in_cards)


# --- Cards ---


def look(card: str) -> str:
    """The classes that give a card its colour and form."""
    if card[0] in COLOUR_LETTERS:
        return card[0]
    if card in SPECIAL:
        return "special"
    return f"auction {COLOUR_OF.get(card, 'grey')}"


def quality(colour: str, context: Context) -> Message:
    name = QUALITIES[colour]
    return context.words("picture.title.intrigue" if name == "intrigue" else f"use.{name}")


def title_saying(card: str, context: Context) -> Message:
    """A card's name, as it stands on it."""
    if card[0] in COLOUR_LETTERS:
        return quality(card[0], context)
    return context.words(f"use.{AUCTION_USES[card]}" if card in AUCTION_USES else f"picture.title.{NAME_OF[card]}")


def title(card: str, context: Context) -> str:
    return context.spoken(title_saying(card, context))


def face(card: str, context: Context) -> str:
    """What is printed on a card: the emblem, the seal if it has one, the name."""
    seal = context.icon("seal", "role") if card.endswith(SEAL) or card in SEALED else ""
    return f"{context.icon(symbol(card), 'emblem')}{seal}<i>{title(card, context)}</i>"


def symbol(card: str) -> str:
    return QUALITIES.get(card[0]) or NAME_OF[card]


def little(card: str, context: Context) -> str:
    """The name of a card will do: an account counts them one by one."""
    return escape(card)


def closeup(card: str, context: Context) -> str:
    """A card or token with all that there is to read about it."""
    sealed = card[:1] in COLOUR_LETTERS and card[1:] == SEAL
    clauses = [f"SUN-{one}" for one in CLAUSES[card[0] if sealed else card] + ((12,) if sealed else ())]
    if card in PURSE:
        drawn, key = f'<div class="token {card}">{context.icon(card)}</div>', f"{card}_token"
        head = context.say(f"picture.title.{key}")
    else:
        drawn, key = f'<div class="card {look(card)}">{face(card, context)}</div>', symbol(card)
        head = title(card, context)
    text = [context.say(f"picture.about.{key}")] + ([context.say("picture.about.seal")] if sealed else [])
    links = " ".join(f'<a href="?rules#{one}" data-clause="{one}">{one}</a>' for one in clauses)
    return (
        f'<div class="reading">{drawn}<div class="text"><h2>{head}</h2>'
        f'<p class="kind">{context.say(f"picture.kind.{kind_of(card)}")}</p>'
        f'{"".join(f"<p>{one}</p>" for one in text)}<p class="clauses">{links}</p></div></div>'
    )


def kind_of(card: str) -> str:
    """Which sort of thing it is: a quality card by its colour, an auction card likewise."""
    if card in PURSE:
        return "token"
    if card[0] in COLOUR_LETTERS:
        return COLOURS[COLOUR_LETTERS.index(card[0])]
    if card in SPECIAL:
        return "special"
    return f"auction_{COLOURS[COLOUR_LETTERS.index(COLOUR_OF[card])]}" if card in COLOUR_OF else "auction_grey"
