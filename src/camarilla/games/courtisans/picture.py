"""Courtisans on a page: the Queen's table in the middle, the rivals' domains above it, one's own things beneath.

Things are named by what everybody sees of them. A card lying open is its place and its letters (`above-Sn`, `B-Tg`):
cards that are alike share the name, as they share the choice (CTS-28). A spy is named by turn and place (CTS-27). A
card in the hand is `hand-Ca`, the assassin whose choice is open is `assassin`, and the places are `above`, `below` and
`domain-B`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from camarilla.engine.data_file import OURS
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.parts import View
from camarilla.engine.picture import Context, Painter, Picture, cite, classes, element, hide, items, join
from camarilla.engine.words import Message, signed
from camarilla.games.courtisans import cards, missions, rules
from camarilla.games.courtisans.cards import COPIES, FAMILIES, FATES, HIDDEN_SPY, ROLE_LETTERS, ROLES, WORDS, fate
from camarilla.games.courtisans.missions import CONDITIONS, FIELDS, SPEAKS_OF, STACKS, Mission, read_mission

if TYPE_CHECKING:
    from camarilla.games.courtisans.game import Courtisans

QUEEN = "queen"
COLUMNS = (*FAMILIES[:3], QUEEN, *FAMILIES[3:])
SIDES = {"+": "above", "-": "below"}
FAMILY = dict(zip(cards.FAMILY_LETTERS, FAMILIES, strict=True))
ROLE = dict(zip(ROLE_LETTERS, ROLES, strict=True))
CLAUSES = {
    "plain": ("CTS-2", "CTS-22"),
    "noble": ("CTS-14", "CTS-21", "CTS-22"),
    "guard": ("CTS-18",),
    "assassin": ("CTS-16", "CTS-18"),
    "spy": ("CTS-15", "CTS-17", "CTS-20"),
    "hidden": ("CTS-15", "CTS-17", "CTS-27"),
    "family": ("CTS-1", "CTS-21", "CTS-22"),
    "queen": ("CTS-15", "CTS-20"),
    "rulebook": ("CTS-3", "CTS-5", "CTS-23"),
    "published": ("CTS-4", "CTS-5", "CTS-23"),
}  # where to read on, by what is enlarged


# --- What a page asks for ---


def picture(game: Courtisans, view: View, context: Context) -> Picture:
    return Court(view, context).picture()


def path(game: Courtisans, view: View, move: str) -> tuple[str, ...]:
    """The things to click for a choice: a card of the hand and a place, or the victim where it lies."""
    if move == "spare":
        return ()
    if not move.startswith("x"):
        card, mark = split(move)
        return f"hand-{card}", place_thing(mark)
    here = split(view["assassin"])[1]
    if not move.startswith("xs"):
        card, side = split(move[1:])
        return (f"{where(side or here)}-{card}",)
    spies = (spy for spy in view["spies"] if not spy["removed"] and same_zone(spy["place"], here))
    return tuple(spy_thing(spy) for spy in spies if spy["turn"] == int(move[2:]))


def attempt(game: Courtisans, view: View, things: Sequence[str]) -> str | None:
    """The move that somebody means who clicks these things, possible or not."""
    if not things:
        return None
    first, _, rest = things[0].partition("-")
    if first == "hand":
        mark = mark_of(things[1]) if len(things) > 1 else next_mark(view)
        return f"{rest}{mark}" if mark else None
    if len(things) > 1 or (not rest and first != "assassin") or first in ("domain", "of", "mission"):
        return None
    return kill_of_spy(view, rest) if first == "spy" else kill(view, things[0])


def closeup(game: Courtisans, card: str, context: Context) -> Markup:
    """A card enlarged; also a family, the Queen, or a mission. KeyError if there is none of that name."""
    if assignment := find_assignment(card):
        return enlarge_mission(assignment, context)
    if card in FAMILIES or card == QUEEN:
        topic, name = ("queen", "picture.queen") if card == QUEEN else ("family", f"family.{card}.the")
        about = context.say(f"picture.closeup.{topic}")
        return describe(context, medal(card, context), WORDS(name), [about], CLAUSES[topic])
    if card == HIDDEN_SPY:
        about = context.say("picture.closeup.hidden")
        return describe(context, face(card, context), WORDS("card.hidden"), [about], CLAUSES["hidden"])
    if cards.read(card) is None:
        raise KeyError(card)
    return enlarge(card, context)


def little(game: Courtisans, card: str, context: Context) -> Markup:
    """A card in a line of an account."""
    name, kinds = context.text(card_name(card)), look(Piece(card, "", ""), True)
    drawn = inside(context, card, caption=False)
    return element("span", drawn, class_=f"card {kinds}", role="img", aria_label=name, title=name)


# --- What is asked ---


def prompt(view: View) -> Message:
    """What is asked of the viewer, or what the others are about to do. An open choice names its assassin (CTS-30)."""
    if view["mover"] is None:
        return ending(view)
    mine, who = view["mover"] == view["seat"], letter(view["mover"])
    if view["assassin"]:
        card, mark = split(view["assassin"])
        key = "picture.prompt.kill" if mine else "picture.prompt.other_kill"
        return WORDS(key, seat=who, card=card_name(card), place=place_name(view["seat"], mark))
    if mine:
        zones = either([WORDS(f"picture.prompt.zone.{zone}") for zone in view["zones"]])
        return WORDS("picture.prompt.lay", zones=zones)
    return WORDS("picture.prompt.other", seat=who, zones=[WORDS(f"board.zone.{zone}") for zone in view["zones"]])


def either(messages: list[Message]) -> Message:
    """One of these: "a, b, or c"."""
    return WORDS("picture.prompt.or", first=messages[:-1], last=messages[-1]) if len(messages) > 1 else messages[0]


def ending(view: View) -> Message:
    *others, last = [letter(seat) for seat, place in enumerate(view["places"]) if place == 1]
    points = signed(max(view["scores"]))
    if others:
        return WORDS("picture.prompt.shared", others=others, last=last, points=points)
    return WORDS("picture.prompt.won", winner=last, points=points)


# --- Places and names ---


def letter(seat: int) -> str:
    return SEAT_LETTERS[seat]


def split(move: str) -> tuple[str, str]:
    """A card and the mark of its place, if there is one: `Ca-` is ("Ca", "-"), `Ta@B` is ("Ta", "@B")."""
    card = move[:2] if move[1:2].islower() else move[:1]
    return card, move[len(card) :]


def where(mark: str) -> str:
    """The place as it stands in the name of a card: `above`, `below`, or the letter of a domain."""
    return SIDES.get(mark) or mark[1:]


def place_thing(mark: str) -> str:
    return SIDES.get(mark) or f"domain-{mark[1:]}"


def mark_of(thing: str) -> str | None:
    """The mark of the place that somebody means who clicks on this second: the place itself, or a card lying there."""
    at = thing.rpartition("-")[2] if thing.startswith(("spy-", "domain-")) else thing.partition("-")[0]
    sides = {name: mark for mark, name in SIDES.items()}
    return sides.get(at) or (f"@{at}" if at in [*SEAT_LETTERS] else None)


def next_mark(view: View) -> str:
    """A place that has still to be played to, to be meant by a card alone."""
    if view["seat"] is None or view["seat"] != view["mover"]:
        return "+"
    marks = {"queen": "+", "own": "@", "other": f"@{letter((view['seat'] + 1) % len(view['domains']))}"}
    return next((marks[zone] for zone in view["zones"]), "+")


def same_zone(mark: str, other: str) -> bool:
    """Both sides of the Queen's table are one zone (CTS-16)."""
    return mark == other or (mark in SIDES and other in SIDES)


def spy_thing(spy: dict[str, Any]) -> str:
    return f"spy-{spy['turn']}-{where(spy['place'])}"


def card_name(card: str) -> Message:
    kind = cards.read(card)
    return WORDS("card.hidden") if kind is None else cards.name(kind)


def place_name(viewer: int | None, mark: str) -> Message:
    if mark in SIDES:
        return WORDS(f"place.{SIDES[mark]}")
    seat = SEAT_LETTERS.index(mark[1])
    return WORDS("place.yours") if seat == viewer else WORDS("place.domain", seat=letter(seat))


# --- What a click on a card means ---


def kill(view: View, thing: str) -> str | None:
    """The removal of an open card. Where the notation cannot say which card is meant, it says one that is not there."""
    deciding = view["assassin"]
    if thing == "assassin":
        if not deciding:
            return None
        card, mark = split(deciding)
        alone = at(view, mark).count(card) == 1  # its twin beside it may well be removed
        return f"x{card}{mark if mark in SIDES else ''}" if alone else None
    place, _, card = thing.rpartition("-")
    mark = mark_of(place) or ""
    if not mark or cards.read(card) is None:
        return None
    here = split(deciding)[1] if deciding else mark
    if mark in SIDES or (here not in SIDES and mark != here):
        return f"x{card}{mark if mark in SIDES else '+'}"
    if mark == here:
        return f"x{card}"
    absent = [side for side in SIDES if card not in at(view, side) or card.endswith("g")]  # a guard is safe anyway
    return f"x{card}{absent[0]}" if absent else None


def kill_of_spy(view: View, rest: str) -> str | None:
    turn, _, place = rest.partition("-")
    mark, here = mark_of(place), split(view["assassin"])[1] if view["assassin"] else None
    if mark is None or not turn.isdigit():
        return None
    others = [spy["place"] for spy in view["spies"] if spy["turn"] == int(turn) and spy["place"] != mark]
    if here and not same_zone(mark, here) and any(same_zone(other, here) for other in others):
        return None  # that turn's spy of the assassin's zone would be meant
    return f"xs{turn}"


def at(view: View, mark: str) -> list[str]:
    """The open cards at a place."""
    found: list[str] = view[SIDES[mark]] if mark in SIDES else view["domains"][SEAT_LETTERS.index(mark[1])]
    return found


# --- Cards and the ids they keep on their way ---


@dataclass(frozen=True)
class Piece:
    """A card on the table. `mark` is its id; `turn` is when it was laid, if it is a spy, and 0 otherwise."""

    card: str
    place: str
    mark: str
    turn: int = 0
    mine: bool = False  # a spy that the viewer laid
    new: bool = False  # laid by another since the viewer's last turn


def pieces(view: View) -> list[Piece]:
    """The cards on the table: the open ones place by place, then the spies."""
    played = replayed(view)
    found: list[Piece] = []
    for mark in (*SIDES, *(f"@{letter(seat)}" for seat in range(len(view["domains"])))):
        for card, number in Counter(at(view, mark)).items():
            logged = [piece for piece in played if piece.card == card and piece.place == mark][:number]
            early = range(1, number - len(logged) + 1)
            found += [Piece(card, mark, f"early-{where(mark)}-{card}-{i}") for i in early]
            found += logged
    return found + spies(view)


def replayed(view: View) -> list[Piece]:
    """The open cards that the log tells of: each has the id that it had in the hand of who laid it.

    Of cards that are alike an assassin removes the one that has lain there longest, never itself.
    """
    lying: list[Piece] = []
    laid: Counter[str] = Counter()
    assassin: Piece | None = None
    news = meanwhile(view)
    for number, entry in enumerate(view["log"]):
        move, own = entry["move"], letter(entry["seat"])
        if move[0].isupper() and not split(move)[0].endswith("s"):
            card, mark = split(move)
            laid[own + card] += 1
            lying.append(assassin := Piece(card, mark, f"{own}-{card}-{laid[own + card]}", new=number in news))
        elif move[0] == "x" and move[1].isupper():
            card, side = split(move[1:])
            place = side or (assassin.place if assassin else "")
            alike = [piece for piece in lying if (piece.card, piece.place) == (card, place) and piece is not assassin]
            lying = [piece for piece in lying if piece not in alike[:1]]
    return lying


def meanwhile(view: View) -> range:
    """The entries of the log since the viewer's last turn, without what the viewer has done on the one being played.
    Who only watches has the last turn marked."""
    seats = [entry["seat"] for entry in view["log"]]
    end = len(seats)
    if view["seat"] is None:
        before = next((place for place in range(end, 0, -1) if seats[place - 1] != seats[-1]), 0)
        return range(before, end)
    while end and seats[end - 1] == view["seat"] == view["mover"]:
        end -= 1
    begin = end
    while begin and seats[begin - 1] != view["seat"]:
        begin -= 1
    return range(begin, end)


def spies(view: View) -> list[Piece]:
    """The spies on the table, by the public facts that name them; the viewer's own have the ids of the hand's cards."""
    found, laid = [], Counter[str]()
    since = last_turn(view)
    for spy in view["spies"]:
        mark, mine = spy_thing(spy), spy["by"] == view["seat"] and spy["card"] != HIDDEN_SPY
        if mine:
            laid[spy["card"]] += 1
            mark = f"{letter(spy['by'])}-{spy['card']}-{laid[spy['card']]}"
        if not spy["removed"]:
            found.append(Piece(spy["card"], spy["place"], mark, spy["turn"], mine, spy["turn"] > since and not mine))
    return found


def last_turn(view: View) -> int:
    """The viewer's last turn before the one that is being played."""
    if view["seat"] is None or view["mover"] is None:
        return int(view["turn"])
    ago = (view["mover"] - view["seat"]) % len(view["domains"])
    return int(view["turn"]) - (ago or len(view["domains"]))


def hand(view: View) -> list[Piece]:
    """The viewer's cards, numbered after those of the same kind that the viewer has laid."""
    seat, found = view["seat"], []
    laid = Counter(split(entry["move"])[0] for entry in view["log"] if entry["seat"] == seat)
    laid.update({spy: -number for spy, number in laid.items() if spy.endswith("s")})  # not all are in the log
    laid.update(spy["card"] for spy in view["spies"] if spy["by"] == seat)
    for card in view["hand"]:
        laid[card] += 1
        found.append(Piece(card, "", f"{letter(seat)}-{card}-{laid[card]}"))
    return found


# --- Missions ---


class Assignment(NamedTuple):
    """A mission with what goes for all of its edition."""

    mission: Mission
    edition: str
    points: int
    card: str  # what `closeup` knows it by: its name, or all there is about it if it is not one of ours


@lru_cache(maxsize=16)
def assignments(edition: str, value: str) -> dict[str, Assignment]:
    """By name."""
    points = missions.points(edition, value)
    found = {mission.name: mission for mission in missions.of_edition(edition, value)}
    return {
        name: Assignment(mission, edition, points, name if value == OURS else write(mission, points))
        for name, mission in found.items()
    }


def write(mission: Mission, points: int) -> str:
    fields = (mission.name, mission.stack, mission.condition, "+".join(mission.families), mission.role)
    return "|".join(map(str, (*fields, mission.number, points)))


def find_assignment(card: str) -> Assignment | None:
    if card.count("|") != len(FIELDS):
        return next((known[card] for edition in STACKS if card in (known := assignments(edition, OURS))), None)
    name, stack, condition, families, role, number, points = card.split("|")
    if condition not in CONDITIONS or not number.isdecimal() or not points.isdecimal():
        return None
    told = {"families": [family for family in families.split("+") if family], "role": role, "number": int(number)}
    spoken_of = {field: told[field] for field in SPEAKS_OF[condition]}
    mission, _ = read_mission(1, {"name": name, "stack": stack, "condition": condition, **spoken_of})
    edition = next((edition for edition in STACKS if stack in STACKS[edition]), "")
    return Assignment(mission, edition, int(points), card) if mission else None


# --- The table ---


class Court(Painter):
    """A view on its way to the page."""

    def __init__(self, view: View, context: Context) -> None:
        super().__init__(view, context)
        self.seat, self.over = view["seat"], view["mover"] is None
        self.players = len(view["domains"])
        self.pieces = pieces(view)
        self.fates = {family: fate(balance) for family, balance in view["standing"].items()}
        self.assignments = assignments(view["options"]["edition"], view["options"]["missions"])
        self.columns: dict[tuple[str, str], list[Piece]] = defaultdict(list)  # by family, or the Queen, and place
        for piece in self.pieces:
            self.columns[self.group(piece), piece.place].append(piece)

    def picture(self) -> Picture:
        """Rivals stand in the order of their turns after the viewer; who only watches sees half of the seats on top."""
        hand = Markup() if self.seat is None or self.over else self.hand()
        if self.seat is None:
            seats, half = range(self.players), (self.players + 1) // 2
            top, own = [*seats[:half]], join(self.domain(seat) for seat in seats[half:])
        else:
            top = [(self.seat + i) % self.players for i in range(1, self.players)]
            own = join((self.domain(self.seat), self.final() if self.over else self.holding(hand)))
        rivals = element("div", *map(self.domain, top), class_="rivals")
        aside = element("div", self.aside(), class_="aside")
        below = element("div", own, aside, class_=classes("own", self.seat is None and "watching"))
        return self.finish(join((rivals, self.table(), below)), hand, prompt(self.view))

    # --- The Queen's table ---

    def table(self) -> Markup:
        zones = join(self.zone(side, self.say(side), WORDS(f"place.{side}")) for side in SIDES.values())
        columns = join(self.queen() if column == QUEEN else self.column(column) for column in COLUMNS)
        return element("section", zones, columns, class_="table", aria_label=self.say("table"))

    def zone(self, name: str, text: str, label: Message) -> Markup:
        """A place to put a card. It lies beneath the cards, and over them as soon as it is among the choices."""
        return self.thing(name, self.context.text(label), element("span", text), f"zone {name}")

    def column(self, family: str) -> Markup:
        balance, name = self.view["standing"][family], WORDS(f"family.{family}.the")
        stands = FATES[fate(balance)]
        label = self.say(f"label.{stands}", family=name, number=abs(balance))
        return self.seats_of(family, f"{family} {stands}", label, signed(balance))

    def queen(self) -> Markup:
        return self.seats_of(QUEEN, QUEEN, self.say("label.queen"), self.say("spies"))

    def seats_of(self, column: str, kind: str, label: str, written: str) -> Markup:
        """A column: what is above, the medal, what is below."""
        above, below = (self.stack(self.columns[column, mark]) for mark in SIDES)
        middle = join((medal(column, self.context), element("b", written)))
        named = self.thing(f"of-{column}", label, middle, "standing", card=column)
        return element(
            "div", element("ul", above, class_="up"), named, element("ul", below, class_="down"), class_=f"col {kind}"
        )

    def group(self, piece: Piece) -> str:
        """Spies are the Queen's until the end reveals them (CTS-20)."""
        return QUEEN if self.face_down(piece) else FAMILY[piece.card[0]]

    def face_down(self, piece: Piece) -> bool:
        return piece.turn > 0 and not self.over

    def stack(self, stacked: list[Piece]) -> Markup:
        """Cards over one another. Those alike lie closer; the assassin that is deciding lies on top."""
        deciding = [piece for piece in stacked if f"{piece.card}{piece.place}" == self.view["assassin"]][-1:]
        under = [piece for piece in stacked if piece not in deciding]
        alike = [not one.turn and one.card == other.card for one, other in pairwise(under)]
        lying = join(self.laid(piece, tucked) for piece, tucked in zip(under, [*alike, False], strict=False))
        return join((lying, *(self.laid(piece, deciding=True) for piece in deciding)))

    def laid(self, piece: Piece, tucked: bool = False, deciding: bool = False) -> Markup:
        name = "assassin" if deciding else f"{where(piece.place)}-{piece.card}"
        name = f"spy-{piece.turn}-{where(piece.place)}" if piece.turn else name
        new = piece.new and not self.over
        kind = classes("card", look(piece, self.over), deciding and "deciding", new and "new")
        inner = self.back(piece) if self.face_down(piece) else self.once(inside, piece.card, piece.place in SIDES)
        thing = self.thing(name, self.label(piece, deciding), inner, kind, card=piece.card, mark=piece.mark)
        return element("li", thing, class_="tucked" if tucked else None)

    def back(self, piece: Piece) -> Markup:
        """A spy face down, with its turn; who laid it is reminded of its family (CTS-15)."""
        reminder = self.icon(FAMILY[piece.card[0]], "peek") if piece.mine else ""
        return join((self.icon("spy", "emblem"), element("b", piece.turn, class_="when"), reminder))

    def label(self, piece: Piece, deciding: bool) -> str:
        key = "card"
        if piece.turn:
            key = "revealed" if self.over else "your_spy" if piece.mine else "spy"
        elif deciding:
            key = "deciding"
        return self.once(label_laid, key, piece.card, piece.place, self.seat, piece.turn, piece.new and not self.over)

    # --- Domains ---

    def domain(self, seat: int) -> Markup:
        mark, own = f"@{letter(seat)}", seat == self.seat
        name = self.say("place.yours") if own else self.say("place.domain", seat=letter(seat))
        won = self.over and self.view["places"][seat] == 1
        kind = classes("panel domain", own and "yours", seat in self.view["waiting"] and "turn", won and "won")
        heading, zone = self.heading(seat, own), self.zone(place_thing(mark), "", place_name(self.seat, mark))
        families = join(self.family(family, mark) for family in (*FAMILIES, QUEEN))
        cards = element("ul", families, class_="cards") if families else element("p", self.say("empty"))
        return element("section", heading, zone, cards, self.counted(seat), class_=kind, aria_label=name)

    def heading(self, seat: int, own: bool) -> Markup:
        """Whose domain it is, what it is worth as things stand, and how many cards its owner holds."""
        points = self.view["scores"][seat] if self.over else self.worth(f"@{letter(seat)}")
        said = self.say("scored" if self.over else "worth")
        whose = element("small", self.say("place.yours")) if own else ""
        held = "" if self.over else self.held_by(seat)
        worth = element("span", signed(points), hide(f" {said}"), class_="worth", title=said)
        return element("h3", self.context.plate(seat), whose, held, worth)

    def held_by(self, seat: int) -> Markup:
        said, number = self.say("held"), self.view["hands"][seat]
        return element("span", self.icon("hand"), number, hide(f" {said}"), class_="held", title=said)

    def worth(self, mark: str, family: str | None = None) -> int:
        """What the open cards of a domain, or those of one family, would bring if the game ended now (CTS-22)."""
        open_cards = (piece.card for piece in self.pieces if piece.place == mark and (self.over or not piece.turn))
        mine = [card for card in open_cards if family in (None, FAMILY[card[0]])]
        return cards.worth(mine, self.view["standing"])

    def family(self, column: str, mark: str) -> Markup:
        """The cards of a family in a domain, as a fan."""
        found = self.columns[column, mark]
        if not found:
            return Markup()
        fan = element("ul", self.stack(found))
        if column == QUEEN:
            return element("li", fan, class_="fan")
        worth = element("b", signed(self.worth(mark, column)))
        return element("li", fan, worth, class_=f"fan {FATES[self.fates[column]]}")

    def counted(self, seat: int) -> Markup:
        """At the end: what domain and missions brought, and the missions, which everybody shows (CTS-20)."""
        if not self.over:
            return Markup()
        domain = self.worth(f"@{letter(seat)}")
        parts = {"domain": signed(domain), "missions": signed(self.view["scores"][seat] - domain)}
        known = () if seat == self.seat else self.view["missions"][seat]
        shown = items(self.mission(self.assignments[name], short=True) for name in known)
        total = element("p", self.say("sum", **parts), class_="sum")
        return total + (element("ul", shown, class_="short") if shown else "")

    # --- One's own things, and what lies beside the table ---

    def holding(self, hand: Markup) -> Markup:
        return element("section", hand, class_="holding", aria_label=self.say("hand"))

    def hand(self) -> Markup:
        held = items(map(self.held, hand(self.view)))
        return element("ul", held, class_="hand") if held else element("p", self.say("waiting"))

    def held(self, piece: Piece) -> Markup:
        label, kind = self.once(label_held, piece.card), f"card {look(piece, True)}"
        inner = self.once(inside, piece.card)
        return self.thing(f"hand-{piece.card}", label, inner, kind, card=piece.card, mark=piece.mark)

    def final(self) -> Markup:
        order = sorted(range(self.players), key=lambda seat: int(self.view["places"][seat]))
        ranks = element("ol", *map(self.rank, order))
        return element("section", element("h3", self.say("final")), ranks, class_="panel final")

    def rank(self, seat: int) -> Markup:
        place, score = self.view["places"][seat], signed(self.view["scores"][seat])
        parts = element("span", place), self.context.names[seat], element("b", score)
        return element("li", *parts, class_="won" if place == 1 else None)

    def aside(self) -> Markup:
        own = self.view["missions"][self.seat] if self.seat is not None else None
        if own is None:
            return self.stock()
        listed = element("ul", items(self.mission(self.assignments[name]) for name in own))
        return (
            element("section", element("h3", self.say("your_missions")), listed, class_="panel secret") + self.stock()
        )

    def mission(self, assignment: Assignment, short: bool = False) -> Markup:
        mission = assignment.mission
        text = self.context.text(mission.message)
        icons = join(map(self.icon, mission.families))
        if not icons or (short and mission.condition != "fewer"):
            icons += self.icon(sign(mission))
        points = element("b", f"+{assignment.points}")
        inner = icons + (bound(mission) if short else element("span", text) + points)
        return self.thing(f"mission-{mission.name}", text, inner, "mission", card=assignment.card)

    def stock(self) -> Markup:
        view, mover = self.view, self.view["mover"]
        if self.over:
            turn = self.say("over", last=view["turn"])
        else:
            after = view["pile"] + sum(view["hands"]) - view["hands"][mover]  # a turn for every hand of them (CTS-12)
            turn = self.say("turn", turn=view["turn"], last=view["turn"] + after // rules.HAND)
        counts = [turn, self.say("pile", number=view["pile"])]
        counts += [self.say("away", number=view["away"])] if view["away"] else []
        listed = element("ul", items(counts))
        return element("section", listed, self.removed(), class_="panel stock", aria_label=self.say("stock"))

    def removed(self) -> Markup:
        gone = [*self.view["removed"], *(spy["card"] for spy in self.view["spies"] if spy["removed"])]
        if not gone:
            return Markup()
        listed = element("ul", *map(self.gone, gone), class_="removed")
        return element("div", element("h3", self.say("removed")), listed, class_="gone")

    def gone(self, card: str) -> Markup:
        name, kind = self.context.text(card_name(card)), look(Piece(card, "", ""), True)
        return element("li", self.once(inside, card, False), hide(f" {name}"), class_=kind, title=name)


# --- Drawing ---


def look(piece: Piece, known: bool) -> str:
    """The classes of a card: its family and its role, or a back."""
    if (piece.turn and not known) or piece.card == HIDDEN_SPY:
        return "back mine" if piece.mine else "back"
    return f"{FAMILY[piece.card[0]]} {ROLE[piece.card[1:]]}"


def label_laid(context: Context, key: str, card: str, mark: str, viewer: int | None, turn: int, is_new: bool) -> str:
    """A card on the table, read aloud to the viewer."""
    label = WORDS(f"picture.label.{key}", card=card_name(card), place=place_name(viewer, mark), turn=turn)
    return context.say("picture.label.new", told=label) if is_new else context.text(label)


def label_held(context: Context, card: str) -> str:
    return context.say("picture.label.card", card=card_name(card), place=WORDS("picture.place.hand"))


def inside(context: Context, card: str, caption: bool = True) -> Markup:
    """What is on a card: the emblem of its family, the sign of its role, and the role in letters."""
    if card == HIDDEN_SPY:
        return context.icon("spy", "emblem")
    role = ROLE[card[1:]]
    drawn = [context.icon(role, "role")] if role != "plain" else []
    drawn.append(context.icon(FAMILY[card[0]], "emblem"))
    written = context.say("picture.courtier" if role == "plain" else f"role.{role}")
    return join([*drawn, element("i", written) if caption else ""])


def face(card: str, context: Context) -> Markup:
    """A card that is only looked at."""
    return element("div", inside(context, card), class_=f"card {look(Piece(card, '', ''), True)}")


def medal(column: str, context: Context) -> Markup:
    return element("span", context.icon(column), class_=f"medal {column}")


def sign(mission: Mission) -> str:
    """The symbol of what a mission is about."""
    if mission.condition == "role":
        return mission.role
    return {"light": "light", "neutral": "balance"}.get(mission.condition.partition("_")[0], "shadow")


def bound(mission: Mission) -> str:
    """What a mission asks for, in signs: "≥3"."""
    number = str(mission.number) if "number" in SPEAKS_OF[mission.condition] else ""
    relation = {"light_at_most": "≤", "fewer": "<"}.get(mission.condition, "≥" if number else "")
    return relation + number


# --- Cards enlarged ---


def enlarge(card: str, context: Context) -> Markup:
    """A card that is neither a mission nor a spy face down."""
    role = ROLE[card[1:]]
    copies = context.say("picture.closeup.copies", number=COPIES[ROLES.index(role)])
    about = context.say(f"picture.closeup.{role}")
    return describe(context, face(card, context), card_name(card), [about, copies], CLAUSES[role])


def enlarge_mission(assignment: Assignment, context: Context) -> Markup:
    mission = assignment.mission
    icons = join(medal(family, context) for family in mission.families) or medal(sign(mission), context)
    about = context.say(f"picture.closeup.mission{'_one' * (assignment.points == 1)}", points=assignment.points)
    return describe(context, icons, mission.message, [about], CLAUSES[assignment.edition])


def describe(context: Context, picture: Markup, name: Message, about: Iterable[str], clauses: Iterable[str]) -> Markup:
    """A picture beside its name, what there is to say about it, and where to read on."""
    lines = [element("p", line) for line in about]
    links = element("p", Markup(" ").join(map(cite, clauses)), class_="clauses")
    told = element("div", element("h2", context.text(name)), *lines, links, class_="told")
    return element("div", element("div", picture, class_="pictured"), told, class_="enlarged")
