"""How Court of the Medici looks on a page: the Inner Circle in the middle, the Outer Courts behind and before it.

A stack is one thing: its cards lie in a row, the bottom card first, over its total. While a card is to be placed, a
dagger beside each stack conspires with it, and the stack itself allies. Jesters get their values on a dial.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from camarilla.engine.picture import Context
from camarilla.engine.words import Message
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, LETTERS, RANKS, WORDS

View = dict[str, Any]

KINDS = ("rovere", "gonzaga")  # of the houses: classes, which set colour and shape
CRESTS = ("acorn", "lion")
TALL = 7  # nobles; of a taller stack only the topmost is a whole card
JESTER = RANKS[rules.JESTER]

NOBLE = re.compile(r"([RG])(?:(10|[0-9]|D)|X(?:=(10|[1-9]))?)")
LABEL = re.compile(r"([IRG][0-9]+)(!?)")
NAMING = re.compile(r"(X[1-4])=(10|[1-9])")
DIAL = re.compile(r"(X[1-4])-(10|[1-9])")


def board(view: View, context: Context) -> str:
    return Painter(view, context).board()


def prompt(view: View, context: Context) -> str:
    mover, seat, step = view["mover"], view["seat"], view["step"]
    if mover is None:
        return context.spoken(outcome(view))
    if step == "values" and view["target"]:
        step = "against"
    if mover != seat:
        return context.say(f"picture.theirs.{step}", player=LETTERS[mover])
    card = cards.name(known(view["card"])) if view["card"] else ""
    return context.say(f"picture.yours.{step}", card=card, onto=view["onto"], target=view["target"])


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


def path(view: View, move: str) -> tuple[str, ...]:
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


def attempt(view: View, things: Sequence[str]) -> str | None:
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
        named = cards.name(self.card, self.value)
        return WORDS("picture.noble", name=named, house=HOUSES[self.house])

    def inner(self, context: Context) -> str:
        return f"<b>{self.figure}</b>{context.icon(CRESTS[self.house], 'sign')}{context.icon(self.title, 'emblem')}"


def written(nobles: Sequence[str]) -> str:
    """What `closeup` knows some cards by: R7_GX-4."""
    return "_".join(nobles).replace("=", "-")


def closeup(card: str, context: Context) -> str:
    """A card, or several: those of a stack, the bottom card first, or of a pile."""
    faces = [Face.read(text.replace("-", "=")) for text in card.split("_")]
    if len(faces) == 1:
        return single(faces[0], context)
    rows = "".join(
        f'<li class="{KINDS[face.house]}">{small(face, context)}{named(face, context)}</li>' for face in faces
    )
    return f"<h2>{context.say('picture.several', count=len(faces))}</h2><ul>{rows}</ul>"


def single(face: Face, context: Context) -> str:
    return (
        f'<div class="{face.kinds} large">{face.inner(context)}'
        f"<i>{context.say(f'picture.title.{face.title}')}</i></div>"
        f'<div class="reading">{named(face, context)}{told(face, context)}</div>'
    )


def small(face: Face, context: Context) -> str:
    return f'<span class="{face.kinds}">{face.inner(context)}</span>'


def little(card: str, context: Context) -> str:
    """A card in a line of text."""
    face = Face.read(card)
    name = context.spoken(face.name)
    return f'<span class="{face.kinds}" role="img" aria-label="{name}" title="{name}">{face.inner(context)}</span>'


def named(face: Face, context: Context) -> str:
    person = cards.person_of(face.card)
    heading = f"{context.say(f'picture.title.{face.title}')} {person}"
    house = context.say("picture.house", house=HOUSES[face.house])
    return f'<h3>{heading.strip()}</h3><p class="of">{context.icon(CRESTS[face.house])}{house}</p>'


def told(face: Face, context: Context) -> str:
    """What a card is worth and does, with its clauses."""
    kind = {rules.MINISTER: "minister", rules.LADY: "lady", rules.JESTER: "jester", rules.DUKE: "duke"}.get(face.rank)
    messages = [("worth", "MED-1")] if kind is None else TOLD[kind]
    now = context.say("picture.told.now", value=face.value) if face.value else ""
    value = rules.worth(face.rank)
    lines = [f"<p>{context.say(f'picture.told.{key}', value=value)} {clause(at)}</p>" for key, at in messages]
    return (
        f"{f'<p>{now}</p>' if now else ''}{''.join(lines)}<p>{context.say('picture.told.ways')} {clause('MED-8')}</p>"
    )


TOLD = {
    "minister": [("minister", "MED-23"), ("minister_else", "MED-24")],
    "lady": [("lady", "MED-25"), ("lady_else", "MED-26")],
    "jester": [("jester", "MED-27"), ("jester_changes", "MED-28"), ("jester_counts", "MED-30")],
    "duke": [("worth", "MED-1"), ("duke", "MED-2")],
}


def clause(name: str) -> str:
    return f'<a href="?rules#{name}" data-clause="{name}">{name}</a>'


# --- The board ---


@dataclass
class Painter:
    view: View
    context: Context
    copies: Counter[str] = field(default_factory=Counter)

    @property
    def near(self) -> int:
        """The seat from whose side the table is seen; spectators sit with Della Rovere."""
        return self.view["seat"] or 0

    @property
    def deciding(self) -> str:
        """The step, if it is the viewer's."""
        view = self.view
        return view["step"] if view["mover"] is not None and view["mover"] == view["seat"] else ""

    def board(self) -> str:
        """Drawn in the order in which the copies of cards are counted, put together as they are read."""
        near, far = self.near, 1 - self.near
        hand = self.hand()
        circle = self.circle()
        courts = [self.outer(seat) for seat in range(rules.HOUSES)]
        panels = [self.panel(seat) for seat in range(rules.HOUSES)]
        parts = (panels[far], courts[far], circle, courts[near], self.dial(), hand, panels[near])
        return f'<div class="table">{"".join(parts)}</div>'

    def say(self, key: str, **parts: Any) -> str:
        return self.context.say(f"picture.{key}", **parts)

    def mark(self, noble: str) -> str:
        """The kind of a card and which of its copies it is, counted over hand, court, deck and discards."""
        kind = noble.partition("=")[0]
        self.copies[kind] += 1
        return f"c-{kind}-{self.copies[kind]}"

    # --- Court ---

    def circle(self) -> str:
        """The stacks in a ring, the nobles of the viewer nearest at first: an end, a side, the other end and side."""
        stacks = self.view["inner"]
        above = (len(stacks) - 1) // 2
        parts = (stacks[:1], stacks[1 : 1 + above], stacks[1 + above : 2 + above], stacks[2 + above :])
        places = ("right", "below", "left", "above") if self.near == 0 else ("left", "above", "right", "below")
        arcs = [
            f'<ul class="arc {place}">{"".join(map(self.stack, part))}</ul>'
            for place, part in zip(places, parts, strict=True)
            if part
        ]
        return (
            f'<section class="circle" aria-label="{self.say("inner")}"><h3>{self.say("inner")}</h3>'
            f'<div class="ring">{"".join(arcs)}{self.plaque()}</div></section>'
        )

    def plaque(self) -> str:
        """How the houses stand, around the Grand Duke."""
        near, points = self.near, self.view["points"]
        sides = []
        for seat in (1 - near, near):
            nobles = self.say("nobles", count=self.view["nobles"][seat])
            leads = " leads" if points[seat] > points[1 - seat] else ""
            sides.append(
                f'<p class="side {KINDS[seat]}{leads}">{self.context.icon(CRESTS[seat])}'
                f'<span class="visually-hidden">{HOUSES[seat]} </span><b>{points[seat]}</b><small>{nobles}</small></p>'
            )
        return f'<div class="plaque">{sides[0]}{self.context.icon("palle", "palle")}{sides[1]}</div>'

    def outer(self, seat: int) -> str:
        """A part of the Outer Court; the viewer's own has a place for one more."""
        own = seat == self.view["seat"]
        stacks = self.view["outer"][seat]
        heading = self.say("own_outer") if own else self.say("outer", house=HOUSES[seat])
        send = f"<li>{self.send()}</li>" if own and self.view["mover"] is not None else ""
        empty = "" if stacks or send else f'<li class="empty">{self.say("nobody")}</li>'
        many = sum(min(len(stack["nobles"]), TALL) + 2 for stack in stacks) > 30
        return (
            f'<section class="outer {KINDS[seat]} {"near" if seat == self.near else "far"}{" many" if many else ""}"'
            f' aria-label="{heading}"><h3>{heading}</h3>'
            f"<ul>{''.join(map(self.stack, stacks))}{send}{empty}</ul></section>"
        )

    def send(self) -> str:
        inner = f"{self.context.icon('send')}<small>{self.say('send')}</small>"
        return self.context.thing("send", self.say("send_here"), inner, "slot")

    def stack(self, stack: dict[str, Any]) -> str:
        label, nobles = stack["label"], stack["nobles"]
        faces = [Face.read(noble) for noble in nobles]
        fan = "".join(
            f'<span class="{face.kinds}" id="{self.mark(noble)}">{face.inner(self.context)}</span>'
            for face, noble in zip(faces, nobles, strict=True)
        )
        part, sign = self.part(label)
        total = f'<span class="total"><small>{label}</small><b>{stack["total"]}</b></span>'
        size = " tall" if len(nobles) > TALL else " pair" if len(nobles) > 1 else ""
        named = self.named(stack, faces, part)
        inner = f'<span class="fan">{fan}</span>{sign}{total}'
        thing = self.context.thing(
            label, named, inner, f"stack{size}{f' {part}' if part else ''}", card=written(nobles)
        )
        return f"<li>{thing}{self.dagger(stack)}</li>"

    def part(self, label: str) -> tuple[str, str]:
        """What a stack has to do with the play that is being made: conspiring, to be eliminated, or just played on."""
        view = self.view
        if label == view["target"]:
            return "doomed", self.context.icon("skull", "fate")
        if label == view["onto"]:
            conspires = view["target"] or view["step"] == "target"
            return ("conspires", self.context.icon("dagger", "fate")) if conspires else ("fresh", "")
        return "", ""

    def named(self, stack: dict[str, Any], faces: list[Face], part: str) -> str:
        names = [face.name for face in faces]
        key = "alone" if len(names) == 1 else "stack"
        label = WORDS(f"picture.{key}", label=stack["label"], total=stack["total"], nobles=names)
        return self.say(part, stack=label) if part in ("doomed", "conspires") else self.context.spoken(label)

    def dagger(self, stack: dict[str, Any]) -> str:
        """The way to conspire with a stack, while a card is to be placed."""
        if self.deciding != "place":
            return ""
        label, card = stack["label"], Face.read(self.view["card"])
        sure = not card.is_jester and not any("=" in noble for noble in stack["nobles"])
        total = stack["total"] + rules.worth(card.rank) if sure else "?"
        named = self.say("conspire_total" if sure else "conspire", label=label, total=total)
        return self.context.thing(f"conspire-{label}", named, f"{self.context.icon('dagger')}<b>{total}</b>", "dagger")

    # --- Jesters and limits ---

    def dial(self) -> str:
        """Where values are named: of each jester at court, or of the one that sets the limit."""
        if self.deciding == "limit":
            rows = [self.values("limit", WORDS("picture.limit"))]
        elif self.deciding == "values":
            rows = list(self.jesters())
        else:
            return ""
        return f'<section class="dial panel turn" aria-label="{self.say("dial")}">{"".join(rows)}</section>'

    def jesters(self) -> Iterator[str]:
        number = 0
        for stack in everything(self.view):
            for noble in stack["nobles"]:
                face = Face.read(noble)
                if face.is_jester:
                    number += 1
                    heading = WORDS("picture.jester", number=number, label=stack["label"])
                    yield self.values(f"X{number}", heading, face)

    def values(self, name: str, heading: Message, face: Face | None = None) -> str:
        """Ten values to choose from."""
        buttons = []
        for value in range(1, rules.HIGHEST + 1):
            now = " now" if face and face.value == value else ""
            label = self.say("value", what=heading, value=value)
            buttons.append(self.context.thing(f"{name}-{value}", label, str(value), f"value{now}"))
        kind = f" {KINDS[face.house]}" if face else ""
        crest = self.context.icon(CRESTS[face.house]) if face else ""
        return (
            f'<div class="row{kind}"><h3>{self.context.icon("jester")}{crest}{self.context.spoken(heading)}</h3>'
            f'<div class="values">{"".join(buttons)}</div></div>'
        )

    # --- Hands and panels ---

    def hand(self) -> str:
        """The viewer's hand. A card that has been taken lies in it until it is placed."""
        view = self.view
        seat = view["seat"]
        if seat is None:
            return ""
        taken = [view["card"]] if self.deciding == "place" else []
        held = sorted([*view["hand"], *taken], key=known)
        last = len(held) - 1 - held[::-1].index(taken[0]) if taken else -1
        limit = view["limits"][seat]
        listed = "".join(f"<li>{self.held(card, limit, place == last)}</li>" for place, card in enumerate(held))
        empty = "" if held else f'<p class="empty">{self.say("no_cards")}</p>'
        return (
            f'<section class="holding" aria-label="{self.say("hand")}"><ul class="hand">{listed}</ul>{empty}</section>'
        )

    def held(self, card: str, limit: int | None, taken: bool) -> str:
        face = Face.read(card)
        barred = limit is not None and rules.worth(face.rank) > limit
        state = "taken" if taken else "barred" if barred else ""
        label = self.say(state or "in_hand", card=face.name)
        inner = f"{face.inner(self.context)}<i>{self.say(f'title.{face.title}')}</i>"
        return self.context.thing(
            f"hand-{card}", label, inner, f"{face.kinds} {state}".strip(), card=card, mark=self.mark(card)
        )

    def panel(self, seat: int) -> str:
        view = self.view
        kinds = [KINDS[seat], "near" if seat == self.near else "far"]
        if seat in view["waiting"]:
            kinds.append("turn")
        if view["places"] and view["places"][seat] == 1 and view["places"].count(1) == 1:
            kinds.append("winner")
        crown = self.context.icon("laurel", "laurel") if "winner" in kinds else ""
        house = self.say("house", house=HOUSES[seat])
        return (
            f'<section class="seat panel {" ".join(kinds)}" aria-label="{self.context.name(seat)}, {house}">'
            f"<h3>{self.context.icon(CRESTS[seat], 'crest')}"
            f"<span>{self.context.plate(seat)}<small>{house}</small></span>{crown}</h3>"
            f"{self.deck(seat)}{self.facts(seat)}{self.pile('discards', seat)}{self.pile('aside', seat)}</section>"
        )

    def deck(self, seat: int) -> str:
        """The deck. Plans go under the viewer's own, who knows what lies there."""
        view, own = self.view, seat == self.view["seat"]
        count, under = view["decks"][seat], view["under"][seat]
        label = self.say("deck", count=count, house=HOUSES[seat], under=under)
        back = self.context.icon(CRESTS[seat])
        empty = "" if count else " gone"
        inner = f'<span class="card back {KINDS[seat]}{empty}">{back}<b>{count}</b></span>'
        if not own:
            return f'<p class="deck" role="img" aria-label="{label}">{inner}</p>'
        if view["mover"] is not None:
            inner += f"<small>{self.context.icon('plan')}{self.say('plan')}</small>"
        planned = view["planned"]
        chips = "".join(self.chip(card) for card in planned)
        kept = f'<p class="planned"><small>{self.say("planned")}</small>{chips}</p>' if planned else ""
        thing = self.context.thing("plan", f"{label} {self.say('plan_here')}", inner, "own")
        return f'<div class="deck">{thing}{kept}</div>'

    def facts(self, seat: int) -> str:
        """What is public about a player besides the court."""
        view, facts = self.view, []
        if seat != view["seat"]:
            backs = f'<i class="card back {KINDS[seat]}"></i>' * view["hands"][seat]
            facts.append(
                f'<li class="backs">{backs}<span>{self.say("in_hand_count", count=view["hands"][seat])}</span></li>'
            )
            if view["under"][seat]:
                facts.append(f"<li>{self.say('under', count=view['under'][seat])}</li>")
        if plans := self.plans(seat):
            facts.append(f"<li>{plans}</li>")
        if view["shown"][seat]:
            facts.append(f'<li class="limit">{self.limit(seat)}</li>')
        if view["passed"][seat] and view["mover"] is not None:
            facts.append(f"<li>{self.say('passes')}</li>")
        return f'<ul class="facts">{"".join(facts)}</ul>' if facts else ""

    def plans(self, seat: int) -> str:
        """How near a draw by planning is: three of each in all, or six in a row, which is said once."""
        view = self.view
        if view["options"]["edition"] == "french":
            return self.say("plans", count=view["plans"][seat]) if view["plans"][seat] else ""
        return self.say("run", run=view["run"]) if view["run"] and seat == self.near else ""

    def limit(self, seat: int) -> str:
        limit, shown = self.view["limits"][seat], Face.read(self.view["shown"][seat])
        said = self.say("limit_open") if limit is None else self.say("limit_is", limit=limit)
        name = self.say("limit_shown", card=shown.name)
        return f'{self.context.icon("seal")}<span>{said}<span class="visually-hidden"> {name}</span></span>'

    def pile(self, key: str, seat: int) -> str:
        """Cards that are out of the game, or set aside before it."""
        pile = self.view[key][seat]
        if not pile:
            return ""
        label = self.say(f"{key}_of", house=HOUSES[seat], cards=[Face.read(card).name for card in pile])
        chips = "".join(self.chip(card) for card in pile)
        inner = f'<span class="chips">{self.context.icon("skull" if key == "discards" else "aside")}{chips}</span>'
        return self.context.thing(f"{key}-{LETTERS[seat]}", label, inner, f"pile {key}", card=written(pile))

    def chip(self, card: str) -> str:
        face = Face.read(card)
        return f'<span class="chip {KINDS[face.house]}" id="{self.mark(card)}"><b>{face.figure}</b></span>'
