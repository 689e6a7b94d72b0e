"""How Court of the Medici looks on a page: the Inner Circle in the middle, the Outer Courts behind and before it.

A stack is one thing: its cards lie in a row, the bottom card first, over its total. While a card is to be placed, a
dagger beside each stack conspires with it, and the stack itself allies. Jesters get their values on a dial.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Painter, Picture, cite, classes, element, hide, items, join
from camarilla.engine.words import Message, kept
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, LETTERS, RANKS, WORDS

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici

KINDS = ("rovere", "gonzaga")  # of the houses: classes, which set colour and shape
CRESTS = ("acorn", "lion")
TALL = 7  # nobles; of a taller stack only the topmost is a whole card
JESTER = RANKS[rules.JESTER]

NOBLE = re.compile(r"([RG])(?:(10|[0-9]|D)|X(?:=(10|[1-9]))?)")
LABEL = re.compile(r"([IRG][0-9]+)(!?)")
NAMING = re.compile(r"(X[1-4])=(10|[1-9])")
PLACED = re.compile(r"(?:.+>)?(?:[IRG][0-9]+!?|send|plan)")
DIAL = re.compile(r"(X[1-4])-(10|[1-9])")


def picture(game: Medici, view: View, context: Context) -> Picture:
    return Court(view, context).picture()


def prompt(view: View) -> Message:
    """What is asked of the viewer, or what the other is about to do."""
    mover, seat, step = view["mover"], view["seat"], view["step"]
    if mover is None:
        return outcome(view)
    if step == "values" and view["target"]:
        step = "against"
    if mover != seat:
        return WORDS(f"picture.theirs.{step}", player=LETTERS[mover])
    card = cards.name(known(view["card"])) if view["card"] else ""
    return WORDS(f"picture.yours.{step}", card=card, onto=view["onto"], target=view["target"])


def outcome(view: View) -> Message:
    """Who has won, and how."""
    if view["drawn"]:
        return WORDS("picture.over.planned")
    points, nobles = view["points"], view["nobles"]
    winners = [seat for seat, place in enumerate(view["places"]) if place == 1]
    if len(winners) > 1:
        return WORDS("picture.over.draw", points=points[0], nobles=nobles[0])
    (winner,) = winners
    key, counts = ("nobles", nobles) if points[0] == points[1] else ("points", points)
    return WORDS(f"picture.over.{key}", player=LETTERS[winner], ours=counts[winner], theirs=counts[1 - winner])


# --- Clicks ---


def path(game: Medici, view: View, move: str) -> tuple[str, ...]:
    """The thing to click. Every step of a turn is a click; `done` and `stop` are buttons."""
    if move in RANKS:
        return (f"hand-{LETTERS[view['mover']]}{move}",)
    if move in ("send", "plan"):
        return (move,)
    if match := LABEL.fullmatch(move.removeprefix("x")):
        return (f"conspire-{match[1]}" if match[2] else match[1],)
    if match := NAMING.fullmatch(move):
        return (f"{match[1]}-{match[2]}",)
    word, _, value = move.partition(" ")
    if word == "limit":
        return (f"limit-{value}",)
    if word == "swap":
        return (pair(view, value),)
    return ()


def pair(view: View, rank: str) -> str:
    """The later one of two cards of a rank, which is the one to be replaced."""
    alike = [stack["label"] for stack in view["inner"] if own_rank(view, stack) == rank]
    return str(alike[-1])


def own_rank(view: View, stack: dict[str, Any]) -> str | None:
    """The rank of a noble of the mover that stands alone."""
    if len(stack["nobles"]) == 1 and stack["nobles"][0][0] == LETTERS[view["mover"]]:
        return str(stack["nobles"][0][1:].partition("=")[0])
    return None


def attempt(game: Medici, view: View, things: Sequence[str]) -> str | None:
    """What a click means in this step, possible or not. Before a card is taken it means that one should be."""
    if len(things) != 1 or view["mover"] is None:
        return None
    (thing,) = things
    if thing in ("send", "plan"):
        return thing
    if thing.startswith("hand-"):
        return thing.removeprefix("hand-")[1:]
    if thing.startswith("conspire-"):
        return f"{thing.removeprefix('conspire-')}!"
    if thing.startswith("limit-"):
        return thing.replace("-", " ")
    if match := DIAL.fullmatch(thing):
        return f"{match[1]}={match[2]}"
    return meant_by_stack(view, thing) if LABEL.fullmatch(thing) else None


def meant_by_stack(view: View, label: str) -> str:
    if view["step"] == "card":
        return f"{label}!"  # R7 alone would be the card
    if view["step"] == "target":
        return f"x{label}"
    if view["step"] == "start":
        rank = next(own_rank(view, stack) for stack in everything(view) if stack["label"] == label)
        return f"swap {rank}" if rank else label
    return label


def everything(view: View) -> Iterator[dict[str, Any]]:
    """All stacks, in the order in which their jesters are numbered."""
    return chain(view["inner"], *view["outer"])


# --- Cards ---


def known(text: str) -> int:
    """The card, which must be one."""
    card = cards.read(text)
    if card is None:
        raise KeyError(text)
    return card


@dataclass(frozen=True)
class Face:
    """What is to be seen of a card: in a hand, or at court, where a jester has a value."""

    house: int
    rank: int
    value: int | None = None

    @classmethod
    @lru_cache(maxsize=512)
    def read(cls, text: str) -> Face:
        match = NOBLE.fullmatch(text)
        if match is None:
            raise KeyError(text)
        card = known(text.partition("=")[0])
        return cls(cards.house(card), cards.rank(card), int(match[3]) if match[3] else None)

    @property
    def card(self) -> int:
        return cards.number(self.house, self.rank)

    @property
    def title(self) -> str:
        return cards.TITLES[self.house][self.rank]

    @property
    def is_jester(self) -> bool:
        return self.rank == rules.JESTER

    @property
    def figure(self) -> str:
        """What stands in the corner."""
        if self.is_jester:
            return str(self.value or JESTER)
        return str(rules.worth(self.rank))

    @property
    def kinds(self) -> str:
        return f"card {KINDS[self.house]}{' fool' if self.is_jester else ''}"

    @property
    def name(self) -> Message:
        return name_noble(self.house, self.rank, self.value)

    def inner(self, context: Context) -> Markup:
        sign, emblem = context.icon(CRESTS[self.house], "sign"), context.icon(self.title, "emblem")
        return join((element("b", self.figure), sign, emblem))


@kept
def name_noble(house: int, rank: int, value: int | None) -> Message:
    named = cards.name(cards.number(house, rank), value)
    return WORDS("picture.noble", name=named, house=HOUSES[house])


def written(nobles: Sequence[str]) -> str:
    """What `closeup` knows some cards by: R7_GX-4."""
    return "_".join(nobles).replace("=", "-")


def closeup(game: Medici, card: str, context: Context) -> Markup:
    """A card, or several: those of a stack, the bottom card first, or of a pile."""
    faces = [Face.read(text.replace("-", "=")) for text in card.split("_")]
    if len(faces) == 1:
        return enlarge(game, faces[0], context)
    rows = [element("li", small(face, context), caption(face, context), class_=KINDS[face.house]) for face in faces]
    return element("h2", context.say("picture.several", count=len(faces))) + element("ul", *rows)


def enlarge(game: Medici, face: Face, context: Context) -> Markup:
    title = element("i", context.say(f"picture.title.{face.title}"))
    large = element("div", face.inner(context), title, class_=f"{face.kinds} large")
    return large + element("div", caption(face, context), *telling(game, face, context), class_="reading")


def small(face: Face, context: Context) -> Markup:
    return element("span", face.inner(context), class_=face.kinds)


def little(game: Medici, card: str, context: Context) -> Markup:
    """A card in a line of an account."""
    face = Face.read(card)
    name = context.text(face.name)
    return element("span", face.inner(context), class_=face.kinds, role="img", aria_label=name, title=name)


def caption(face: Face, context: Context) -> Markup:
    """Who it is, and of which house."""
    heading = f"{context.say(f'picture.title.{face.title}')} {cards.person_of(face.card)}"
    house = context.say("picture.house", house=HOUSES[face.house])
    return element("h3", heading.strip()) + element("p", context.icon(CRESTS[face.house]), house, class_="of")


def telling(game: Medici, face: Face, context: Context) -> Iterator[Markup]:
    """What a card is worth and does, with its clauses."""
    jester = "free_jester" if game.data["free"][0] else "jester"
    kind = {rules.MINISTER: "minister", rules.LADY: "lady", rules.JESTER: jester, rules.DUKE: "duke"}.get(face.rank)
    if face.value:
        yield element("p", context.say("picture.told.now", value=face.value))
    for key, clause in [*TOLD[kind], ("ways", "MED-8")]:
        text = context.say(f"picture.told.{key}", value=rules.worth(face.rank))
        yield element("p", text, " ", cite(clause))


TOLD = {
    None: [("worth", "MED-1")],
    "minister": [("minister", "MED-23"), ("minister_else", "MED-24")],
    "lady": [("lady", "MED-25"), ("lady_else", "MED-26")],
    "jester": [("jester", "MED-27"), ("jester_changes", "MED-28"), ("jester_counts", "MED-30")],
    "free_jester": [("free_jester", "MED-21"), ("jester_changes", "MED-28"), ("jester_counts", "MED-30")],
    "duke": [("worth", "MED-1"), ("duke", "MED-2")],
}  # by the kind of card, if it is of a special one


# --- The last move ---


def find_latest(view: View) -> Iterator[str]:
    """The stack that the last card was put on, or the deck that it went under."""
    placed = next((i for i, entry in reversed([*enumerate(view["log"])]) if PLACED.fullmatch(entry["move"])), None)
    if placed is None:
        return
    entry, before = view["log"][placed], view["log"][placed - 1]
    card, _, place = entry["move"].rpartition(">")
    if place == "plan":
        yield "plan" if entry["seat"] == view["seat"] else f"deck-{LETTERS[entry['seat']]}"
    else:
        card = card or f"{LETTERS[entry['seat']]}{before['move']}"  # of one's own moves the card is told before
        on_top = [stack["label"] for stack in everything(view) if stack["nobles"][-1].partition("=")[0] == card]
        yield place.rstrip("!") if place.rstrip("!") in on_top else (on_top or [""])[-1]


# --- The board ---


class Court(Painter):
    """A view on its way to the page."""

    def __init__(self, view: View, context: Context) -> None:
        super().__init__(view, context, find_latest(view))
        self.copies: Counter[str] = Counter()

    @property
    def near(self) -> int:
        """The seat from whose side the table is seen; spectators sit with Della Rovere."""
        return self.view["seat"] or 0

    @property
    def deciding(self) -> str:
        """The step, if it is the viewer's."""
        view = self.view
        return view["step"] if view["mover"] is not None and view["mover"] == view["seat"] else ""

    def picture(self) -> Picture:
        """Drawn in the order in which the copies of cards are counted, put together as they are read."""
        near, far = self.near, 1 - self.near
        hand = Markup() if self.view["seat"] is None else self.hand()
        circle = self.circle()
        courts = [self.outer(seat) for seat in range(rules.HOUSES)]
        panels = [self.panel(seat) for seat in range(rules.HOUSES)]
        holding = element("section", hand, class_="holding", aria_label=self.say("hand")) if hand else ""
        parts = (panels[far], courts[far], circle, courts[near], self.dial(), holding, panels[near])
        return self.finish(element("div", *parts, class_="table"), hand, prompt(self.view))

    def mark(self, noble: str) -> str:
        """The kind of a card and which of its copies it is, counted over hand, court, deck and discards."""
        kind = noble.partition("=")[0]
        self.copies[kind] += 1
        return f"c-{kind}-{self.copies[kind]}"

    # --- Court ---

    def circle(self) -> Markup:
        """The stacks in a ring, the nobles of the viewer nearest at first: an end, a side, the other end and side."""
        stacks = self.view["inner"]
        above = (len(stacks) - 1) // 2
        parts = (stacks[:1], stacks[1 : 1 + above], stacks[1 + above : 2 + above], stacks[2 + above :])
        places = ("right", "below", "left", "above") if self.near == 0 else ("left", "above", "right", "below")
        arcs = [
            element("ul", *map(self.stack, part), class_=f"arc {place}")
            for place, part in zip(places, parts, strict=True)
            if part
        ]
        ring, title = element("div", *arcs, self.plaque(), class_="ring"), self.say("inner")
        return element("section", element("h3", title), ring, class_="circle", aria_label=title)

    def plaque(self) -> Markup:
        """How the houses stand, around the Grand Duke."""
        palle = self.icon("palle", "palle")
        return element("div", self.tally(1 - self.near), palle, self.tally(self.near), class_="plaque")

    def tally(self, seat: int) -> Markup:
        """The points and nobles of a house."""
        points = self.view["points"]
        nobles = element("small", self.say("nobles", count=self.view["nobles"][seat]))
        kind = classes("side", KINDS[seat], points[seat] > points[1 - seat] and "leads")
        parts = self.icon(CRESTS[seat]), hide(f"{HOUSES[seat]} "), element("b", points[seat]), nobles
        return element("p", *parts, class_=kind)

    def outer(self, seat: int) -> Markup:
        """A part of the Outer Court; the viewer's own has a place for one more."""
        own = seat == self.view["seat"]
        stacks = self.view["outer"][seat]
        heading = self.say("own_outer") if own else self.say("outer", house=HOUSES[seat])
        listed = [self.stack(stack) for stack in stacks]
        if own and self.view["mover"] is not None:
            listed.append(element("li", self.send()))
        elif not stacks:
            listed.append(element("li", self.say("nobody"), class_="empty"))
        many = sum(min(len(stack["nobles"]), TALL) + 2 for stack in stacks) > 30
        kind = classes("outer", KINDS[seat], "near" if seat == self.near else "far", many and "many")
        return element("section", element("h3", heading), element("ul", *listed), class_=kind, aria_label=heading)

    def send(self) -> Markup:
        inner = self.icon("send") + element("small", self.say("send"))
        return self.thing("send", self.say("send_here"), inner, "slot")

    def stack(self, stack: dict[str, Any]) -> Markup:
        label, nobles = stack["label"], stack["nobles"]
        part, sign = self.part(label)
        fan = element("span", *map(self.lying, nobles), class_="fan")
        total = element("span", element("small", label), element("b", stack["total"]), class_="total")
        size = "tall" if len(nobles) > TALL else "pair" if len(nobles) > 1 else ""
        named = self.once(label_stack, label, stack["total"], tuple(nobles), part)
        kind = classes("stack", size, part)
        thing = self.thing(label, named, join((fan, sign, total)), kind, card=written(nobles))
        return element("li", thing, self.dagger(stack))

    def lying(self, noble: str) -> Markup:
        return self.once(draw_lying, noble, self.claim(self.mark(noble)))

    def part(self, label: str) -> tuple[str, Markup]:
        """What a stack has to do with the play that is being made: conspiring, to be eliminated, or just played on."""
        view = self.view
        if label == view["target"]:
            return "doomed", self.icon("skull", "fate")
        if label == view["onto"]:
            conspires = view["target"] or view["step"] == "target"
            return ("conspires", self.icon("dagger", "fate")) if conspires else ("fresh", Markup())
        return "", Markup()

    def dagger(self, stack: dict[str, Any]) -> Markup:
        """The way to conspire with a stack, while a card is to be placed."""
        if self.deciding != "place":
            return Markup()
        label, card = stack["label"], Face.read(self.view["card"])
        sure = not card.is_jester and not any("=" in noble for noble in stack["nobles"])
        total = stack["total"] + rules.worth(card.rank) if sure else "?"
        named = self.say("conspire_total" if sure else "conspire", label=label, total=total)
        return self.thing(f"conspire-{label}", named, join((self.icon("dagger"), element("b", total))), "dagger")

    # --- Jesters and limits ---

    def dial(self) -> Markup:
        """Where values are named: of each jester at court, or of the one that sets the limit."""
        if self.deciding == "limit":
            rows = [self.values("limit", WORDS("picture.limit"))]
        elif self.deciding == "values":
            rows = list(self.jesters())
        else:
            return Markup()
        return element("section", *rows, class_="dial panel turn", aria_label=self.say("dial"))

    def jesters(self) -> Iterator[Markup]:
        number = 0
        for stack in everything(self.view):
            for noble in stack["nobles"]:
                face = Face.read(noble)
                if face.is_jester:
                    number += 1
                    heading = WORDS("picture.jester", number=number, label=stack["label"])
                    yield self.values(f"X{number}", heading, face)

    def values(self, name: str, heading: Message, face: Face | None = None) -> Markup:
        """Ten values to choose from."""
        buttons = []
        for value in range(1, rules.HIGHEST + 1):
            kind = classes("value", face is not None and face.value == value and "now")
            label = self.say("value", what=heading, value=value)
            buttons.append(self.thing(f"{name}-{value}", label, str(value), kind))
        crest = self.icon(CRESTS[face.house]) if face else ""
        title = element("h3", self.icon("jester"), crest, self.context.text(heading))
        kind = classes("row", face is not None and KINDS[face.house])
        return element("div", title, element("div", *buttons, class_="values"), class_=kind)

    # --- Hands and panels ---

    def hand(self) -> Markup:
        """The viewer's hand. A card that has been taken lies in it until it is placed."""
        view = self.view
        taken = [view["card"]] if self.deciding == "place" else []
        held = sorted([*view["hand"], *taken], key=known)
        last = len(held) - 1 - held[::-1].index(taken[0]) if taken else -1
        listed = items(self.held(card, place == last) for place, card in enumerate(held))
        empty = "" if held else element("p", self.say("no_cards"), class_="empty")
        return element("ul", listed, class_="hand") + empty

    def held(self, card: str, taken: bool) -> Markup:
        face, limit = Face.read(card), self.view["limits"][self.view["seat"]]
        barred = limit is not None and rules.worth(face.rank) > limit
        state = "taken" if taken else "barred" if barred else ""
        label, inner = self.once(draw_held, card, state or "in_hand")
        kind, mark = classes(face.kinds, state), self.mark(card)
        return self.thing(f"hand-{card}", label, inner, kind, card=card, mark=mark)

    def panel(self, seat: int) -> Markup:
        view = self.view
        won = view["places"] and view["places"][seat] == 1 and view["places"].count(1) == 1
        near = "near" if seat == self.near else "far"
        kind = classes("seat panel", KINDS[seat], near, seat in view["waiting"] and "turn", won and "winner")
        house = self.say("house", house=HOUSES[seat])
        piles = self.deck(seat), self.facts(seat), self.pile("discards", seat), self.pile("aside", seat)
        label = f"{self.context.names[seat]}, {house}"
        return element("section", self.owner(seat, house, won), *piles, class_=kind, aria_label=label)

    def owner(self, seat: int, house: str, won: bool) -> Markup:
        who = element("span", self.context.plate(seat), element("small", house))
        return element("h3", self.icon(CRESTS[seat], "crest"), who, self.icon("laurel", "laurel") if won else "")

    def deck(self, seat: int) -> Markup:
        """The deck. Plans go under the viewer's own, who knows what lies there."""
        view = self.view
        count, under = view["decks"][seat], view["under"][seat]
        label = self.say("deck", count=count, house=HOUSES[seat], under=under)
        kind = classes("card back", KINDS[seat], not count and "gone")
        inner = element("span", self.icon(CRESTS[seat]), element("b", count), class_=kind)
        if seat != view["seat"]:
            return element("p", inner, self.trace(f"deck-{LETTERS[seat]}"), class_="deck", role="img", aria_label=label)
        if view["mover"] is not None:
            inner += element("small", self.icon("plan"), self.say("plan"))
        thing = self.thing("plan", f"{label} {self.say('plan_here')}", inner, "own")
        return element("div", thing, self.planned(), class_="deck")

    def planned(self) -> Markup:
        """What the viewer has put under the own deck."""
        planned = self.view["planned"]
        title = element("small", self.say("planned"))
        return element("p", title, *map(self.chip, planned), class_="planned") if planned else Markup()

    def facts(self, seat: int) -> Markup:
        """What is public about a player besides the court."""
        view, facts = self.view, []
        if seat != view["seat"]:
            facts.append(self.backs(seat))
            if view["under"][seat]:
                facts.append(element("li", self.say("under", count=view["under"][seat])))
        if plans := self.plans(seat):
            facts.append(element("li", plans))
        if view["shown"][seat]:
            facts.append(element("li", self.limit(seat), class_="limit"))
        if view["passed"][seat] and view["mover"] is not None:
            facts.append(element("li", self.say("passes")))
        return element("ul", *facts, class_="facts") if facts else Markup()

    def backs(self, seat: int) -> Markup:
        """A hand as the other sees it."""
        number = self.view["hands"][seat]
        backs = element("i", class_=f"card back {KINDS[seat]}") * number
        return element("li", backs, element("span", self.say("in_hand_count", count=number)), class_="backs")

    def plans(self, seat: int) -> str:
        """How near a draw by planning is: by plans of each in all, or by plans in a row, which is said once."""
        plans, run = self.view["plans"][seat], self.view["run"]
        if self.view["options"]["edition"] == "french":
            return self.say("plans", count=plans, most=rules.MOST_PLANS) if plans else ""
        return self.say("run", run=run, most=rules.LONGEST_RUN) if run and seat == self.near else ""

    def limit(self, seat: int) -> Markup:
        limit, shown = self.view["limits"][seat], Face.read(self.view["shown"][seat])
        said = self.say("limit_open") if limit is None else self.say("limit_is", limit=limit)
        name = self.say("limit_shown", card=shown.name)
        return self.icon("seal") + element("span", said, hide(f" {name}"))

    def pile(self, key: str, seat: int) -> Markup:
        """Cards that are out of the game, or set aside before it."""
        pile = self.view[key][seat]
        if not pile:
            return Markup()
        label = self.once(label_pile, key, seat, tuple(pile))
        sign = self.icon("skull" if key == "discards" else "aside")
        inner = element("span", sign, *map(self.chip, pile), class_="chips")
        return self.thing(f"{key}-{LETTERS[seat]}", label, inner, f"pile {key}", card=written(pile))

    def chip(self, card: str) -> Markup:
        return self.once(draw_chip, card, self.claim(self.mark(card)))


# --- What many boards have in common ---


def draw_lying(context: Context, noble: str, mark: str | None) -> Markup:
    """A noble in a stack."""
    face = Face.read(noble)
    return element("span", face.inner(context), class_=face.kinds, id=mark)


def label_stack(context: Context, label: str, total: int, nobles: tuple[str, ...], part: str) -> str:
    """A stack, and what it has to do with the play that is being made."""
    names = [Face.read(noble).name for noble in nobles]
    key = "alone" if len(names) == 1 else "stack"
    named = WORDS(f"picture.{key}", label=label, total=total, nobles=names)
    return context.say(f"picture.{part}", stack=named) if part in ("doomed", "conspires") else context.text(named)


def draw_held(context: Context, card: str, state: str) -> tuple[str, Markup]:
    """A card in the hand: what it is called, and what is on it."""
    face = Face.read(card)
    title = element("i", context.say(f"picture.title.{face.title}"))
    return context.say(f"picture.{state}", card=face.name), join((face.inner(context), title))


def label_pile(context: Context, key: str, seat: int, pile: tuple[str, ...]) -> str:
    return context.say(f"picture.{key}_of", house=HOUSES[seat], cards=[Face.read(card).name for card in pile])


def draw_chip(context: Context, card: str, mark: str | None) -> Markup:
    face = Face.read(card)
    return element("span", element("b", face.figure), class_=f"chip {KINDS[face.house]}", id=mark)
