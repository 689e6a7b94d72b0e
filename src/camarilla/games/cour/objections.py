"""Why a move is not possible, with the clause that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.cour import carrying, powers, pyramid, rules
from camarilla.games.cour.notation import OF_CARDS, OF_PLACES, Set, amount, name_of, sort_of
from camarilla.games.cour.position import STEPS, filled
from camarilla.games.cour.powers import TYPES, WORDS

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

MAIN = ("end", "dismiss", "activate", "enrol")
PHASES = {
    rules.DRAFT: ("draft", ("pick",), "COR-6"),
    rules.INCOME: ("income", ("resource",), "COR-10"),
    rules.TURNS: ("turns", MAIN, "COR-11"),
}  # what is asked, the sorts of moves that answer it, and the clause about it
ANSWERS = {
    rules.TO_PLACE: (("at",), "COR-28"),
    rules.TO_PAY: (("resource",), "COR-15"),
    rules.TO_REFUND: (("resource",), "COR-17"),
    rules.TO_GAIN: (("resource",), "COR-22"),
    rules.TO_COST: (("resource",), "COR-22"),
    rules.TO_DISCARD: (("discard",), "COR-22"),
    rules.TO_SELL: (("discard",), "COR-22"),
    rules.TO_KEEP: (("keep", "enough"), "COR-22"),
    rules.TO_LOOK: (("take",), "COR-22"),
    rules.TO_RECOVER: (("take",), "COR-22"),
    rules.TO_COPY: (("copy",), "COR-25"),
    rules.TO_MOVE: (("move",), "COR-29"),
    rules.TO_GO: (("at",), "COR-29"),
    rules.TO_LIMIT: (("discard",), "COR-12"),
    rules.TO_ORDER: (("seat",), "COR-26"),
    rules.TO_EFFECT: (("effect",), "COR-26"),
    rules.TO_VICTIM: (("seat",), "COR-26"),
    rules.TO_SPOIL: (("resource",), "COR-26"),
    rules.TO_REMOVE: (("remove",), "COR-26"),
    rules.TO_PURGE: (("discard",), "COR-26"),
}


def objection(game: Cour, state: Records, seat: int, action: int) -> IllegalMove:
    """Why the seat may not do this now."""
    return Objection(action, opened(state)[0], opened(game.data)[0], game.characters, seat).found()


def no(key: str, clause: str, **parts: Any) -> IllegalMove:
    return IllegalMove(WORDS(f"why.{key}", **parts), clause)


class Objection:
    """To an action: of that sort, number `which` among those."""

    def __init__(self, action: int, s: Any, t: Any, characters: Set, mover: int) -> None:
        self.name, self.which = sort_of(action)
        self.s, self.t, self.characters, self.mover = s, t, characters, mover

    def found(self) -> IllegalMove:
        key, sorts, clause = self.asked
        if self.name not in sorts:
            return no(f"first.{key}", clause)
        if self.name in OF_PLACES and self.which not in self.places:
            return no("no_place", "COR-27", place=self.place)
        if self.name in OF_CARDS and self.which >= len(self.characters):
            return no("no_number", "COR-5", number=len(self.characters))
        return getattr(self, f"to_{self.name}")() or no("impossible", clause)

    @property
    def asked(self) -> tuple[str, tuple[str, ...], str]:
        """What is asked now, the sorts of moves that answer it, and the clause about it."""
        if self.s.mover < 0:
            return PHASES[self.s.phase]
        return STEPS[self.s.step], *ANSWERS[self.s.step]

    # --- Names ---

    @property
    def places(self) -> list[int]:
        return pyramid.places(self.t.width)

    @property
    def place(self) -> str:
        return pyramid.NAMES[self.which]

    @property
    def card(self) -> Message:
        """The card that the action names."""
        return self.named(self.which)

    def named(self, kind: int) -> Message:
        return name_of(self.characters[kind])

    # --- Cards of the hand and of the piles ---

    def held(self) -> bool:
        return bool(rules.find(self.s, self.mover, rules.HAND, self.which) >= 0)

    def to_pick(self) -> IllegalMove | None:
        return no("not_in_pack", "COR-6", card=self.card)

    def to_discard(self) -> IllegalMove | None:
        return no("not_in_hand", self.asked[2], card=self.card)

    def to_keep(self) -> IllegalMove | None:
        return no("not_in_hand", self.asked[2], card=self.card)

    def to_take(self) -> IllegalMove | None:
        key = "not_looked_at" if self.s.step == rules.TO_LOOK else "not_in_pile"
        return no(key, "COR-22", card=self.card)

    def to_effect(self) -> IllegalMove | None:
        known = [self.named(kind) for kind in sorted(set(filled(self.s.pending[self.s.victim])))]
        return no("not_pending", "COR-26", card=self.card, seat=SEAT_LETTERS[self.s.victim], known=known)

    # --- Enrolling and moving ---

    def to_enrol(self) -> IllegalMove | None:
        t, s, kind = self.t, self.s, self.which
        if not self.held():
            return no("not_in_hand", "COR-13", card=self.card)
        price, resource = rules.price(t, s, self.mover, kind), t.resource[kind]
        if not rules.can_pay(t, s, self.mover, kind):
            if resource == rules.ANY:
                return no("price_rogue", "COR-15", card=self.card, price=price, most=rules.most(s, self.mover))
            cost, have = amount(price, resource), s.resource[self.mover, resource]
            return no("price", "COR-13", card=self.card, price=cost, have=have)
        return no("nowhere", self.clause_of_fit, card=self.card, rule=self.rule_of_fit(kind))

    def to_at(self) -> IllegalMove | None:
        t, s, place = self.t, self.s, self.which
        moving = s.step == rules.TO_GO
        if moving and place == s.spot:
            return no("same_place", "COR-29", place=self.place)
        if s.pyramid[self.mover, place] >= 0:
            return no("taken", "COR-28", place=self.place, card=self.named(s.pyramid[self.mover, place]))
        child = t.child[place]
        children = [pyramid.NAMES[child], pyramid.NAMES[child + 1]]
        if not rules.is_supported(t, s, self.mover, place):
            return no("no_children", "COR-28", place=self.place, one=children[0], other=children[1])
        if moving and s.spot in (child, child + 1):
            return no("on_itself", "COR-29", place=self.place)
        kind = s.pyramid[self.mover, s.spot] if moving else s.chosen
        parts = {"card": self.named(kind), "place": self.place, "rule": self.rule_of_fit(kind)}
        return no("base", self.clause_of_fit, **parts)

    @property
    def clause_of_fit(self) -> str:
        return "COR-31" if self.t.inverted else "COR-28"

    def rule_of_fit(self, kind: int) -> Message:
        """Above what a card may go."""
        label = self.t.goes_by[kind]
        if label == rules.ANYTHING:
            return WORDS("why.rule.any")
        return WORDS(f"why.rule.{'inverted' if self.t.inverted else 'plain'}", label=WORDS(f"type.{TYPES[label]}"))

    def to_move(self) -> IllegalMove | None:
        t, s = self.t, self.s
        kind = s.pyramid[self.mover, self.which]
        if kind < 0:
            return no("empty", "COR-29", place=self.place)
        key = "parent" if rules.has_parent(t, s, self.mover, self.which) else "nowhere_else"
        return no(key, "COR-29", place=self.place, card=self.named(kind))

    # --- Dismissing ---

    def to_dismiss(self) -> IllegalMove | None:
        t, s, place = self.t, self.s, self.which
        kind = s.pyramid[self.mover, place]
        if kind < 0:
            return no("empty", "COR-16", place=self.place)
        parts = {"card": self.named(kind), "place": self.place}
        if rules.has_parent(t, s, self.mover, place):
            return no("parent", "COR-16", **parts)
        if s.enrolled[self.mover] >> place & 1:
            return no("enrolled", "COR-16", **parts)
        return no("used", "COR-19", **parts)

    # --- Activating ---

    def to_activate(self) -> IllegalMove | None:
        t, s, place, seat = self.t, self.s, self.which, self.mover
        kind = s.pyramid[seat, place]
        if kind < 0:
            return no("empty", "COR-21", place=self.place)
        parts = {"card": self.named(kind), "place": self.place}
        if t.green[kind]:
            return no("green", "COR-24", **parts)
        if s.enrolled[seat] >> place & 1:
            return no("enrolled", "COR-21", **parts)
        if s.activated[seat] >> place & 1:
            return no("activated", "COR-21", **parts)
        if t.once[kind] and s.used[seat] >> place & 1:
            return no("used_up", "COR-25", **parts)
        if rules.is_covered(t, s, seat, place):
            return no("covered", "COR-23", **parts)
        if t.word[kind, 0] == rules.COPY:
            return self.to_actor(kind)
        return no("not_in_full", "COR-22", card=self.named(kind), lack=carrying.lack(t, s, seat, kind))

    def to_actor(self, actor: int) -> IllegalMove:
        child = self.t.child[self.which]
        if child < 0:
            return no("copy_on_base", "COR-25", card=self.named(actor))
        reasons = [self.about_child(self.which, one) for one in (child, child + 1)]
        return no("nothing_to_copy", "COR-25", card=self.named(actor), reasons=reasons)

    def about_child(self, actor: int, child: int) -> Message:
        """Why an Actor cannot copy it."""
        t, s, kind = self.t, self.s, self.s.pyramid[self.mover, child]
        parts = {"card": self.named(kind), "place": pyramid.NAMES[child]}
        if t.green[kind]:
            return WORDS("why.copy.green", **parts)
        if t.word[kind, 0] == rules.COPY:
            return WORDS("why.copy.copy", **parts)
        if t.once[kind] and s.used[self.mover] >> actor & 1:
            return WORDS("why.copy.used", **parts)
        return WORDS("why.copy.lack", **parts, lack=carrying.lack(t, s, self.mover, kind))

    def to_copy(self) -> IllegalMove | None:
        child = self.t.child[self.s.spot]
        if self.which not in (child, child + 1):
            names = {"one": pyramid.NAMES[child], "other": pyramid.NAMES[child + 1]}
            return no("no_child", "COR-25", place=self.place, **names)
        return IllegalMove(self.about_child(self.s.spot, self.which), "COR-25")

    # --- Resources ---

    def to_resource(self) -> IllegalMove | None:
        s = self.s
        resource = WORDS(f"resource.{powers.RESOURCES[self.which]}")
        if s.step == rules.TO_SPOIL:
            return no("victim_without", "COR-26", seat=SEAT_LETTERS[s.victim], resource=resource)
        have = s.resource[self.mover, self.which]
        price = rules.price(self.t, s, self.mover, s.chosen) if s.step == rules.TO_PAY else 1
        return no("too_little", self.asked[2], price=amount(price, self.which), have=have)

    # --- The others ---

    def to_seat(self) -> IllegalMove | None:
        t, s, seat = self.t, self.s, self.which
        letter = SEAT_LETTERS[seat]
        if seat >= t.players:
            return no("no_seat", "COR-26", seat=letter, last=SEAT_LETTERS[t.players - 1])
        if s.step == rules.TO_ORDER:
            return no("no_effects", "COR-26", seat=letter)
        if seat == self.mover:
            return no("not_oneself", "COR-26")
        if t.word[s.power, s.part] == rules.STEAL:
            return no("poor", "COR-26", seat=letter)
        return no("nothing_to_remove", "COR-26", seat=letter, most=t.amount[s.power, s.part])

    def to_remove(self) -> IllegalMove | None:
        t, s, place = self.t, self.s, self.which
        kind, seat = s.pyramid[s.victim, place], SEAT_LETTERS[s.victim]
        if kind < 0:
            return no("empty_there", "COR-26", place=self.place, seat=seat)
        parts = {"card": self.named(kind), "place": self.place}
        if rules.has_parent(t, s, s.victim, place):
            return no("parent", "COR-26", **parts)
        return no("too_grand", "COR-26", **parts, prestige=t.prestige[kind], most=t.amount[s.power, s.part])
