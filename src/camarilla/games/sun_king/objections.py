"""Why a move is not possible, with the clause that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.cards import COLOURS, PRICES, WORDS
from camarilla.games.sun_king.notation import PURSE, sort_of
from camarilla.games.sun_king.position import filled

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing

PHASE_1, PHASE_2, PHASE_3 = (rules.MAIN, 1), (rules.MAIN, 2), (rules.MAIN, 3)
MEDAL, TAKE, SECOND = (rules.MEDAL_TURN, 2), (rules.TAKE, 2), (rules.SECOND, 2)
MOMENTS: dict[str, tuple[tuple[int, int], ...]] = {
    "conspire": (PHASE_1, PHASE_2, MEDAL, TAKE, SECOND, PHASE_3),
    "turn": (PHASE_2, MEDAL),
    "turn_one": (PHASE_2, MEDAL),
    "enough": (PHASE_2, MEDAL, SECOND),
    "take": (TAKE, SECOND),
    "strike": (PHASE_3,),
    "swap": (PHASE_3,),
    "ruin": (PHASE_3,),
    "end": (PHASE_3,),
}  # of phase 1 unless it says otherwise; step and phase
STEPS_OF = {
    "pick": (rules.PICK,),
    "with": (rules.WITH,),
    "for": (rules.FOR,),
    "draw": (rules.CHOOSE, rules.CHOOSE_TOKEN),
    "token": (rules.CHOOSE, rules.CHOOSE_TOKEN, rules.DEBT, rules.DEBT_TOKEN),
    "none": (rules.CHOOSE, rules.CHOOSE_TOKEN),
    "give": (rules.DEBT, rules.DEBT_TOKEN),
    "give_card": (rules.DEBT, rules.DEBT_TOKEN),
    "drop": (rules.BID,),
    "bid": (rules.BID,),
    "pay_token": (rules.PAY,),
    "pay": (rules.PAY,),
    "pay_card": (rules.PAY,),
}  # whatever the phase
ASKED = {
    rules.PICK: ("pick", "SUN-20"),
    rules.WITH: ("with", "SUN-20"),
    rules.FOR: ("for", "SUN-26"),
    rules.MEDAL_TURN: ("medal", "SUN-35"),
    rules.TAKE: ("take", "SUN-25"),
    rules.SECOND: ("second", "SUN-34"),
    rules.CHOOSE: ("cardinal", "SUN-27"),
    rules.CHOOSE_TOKEN: ("cardinal_token", "SUN-27"),
    rules.DEBT: ("debt", "SUN-28"),
    rules.DEBT_TOKEN: ("debt_token", "SUN-28"),
    rules.BID: ("bid", "SUN-31"),
    rules.PAY: ("pay", "SUN-33"),
}
ASKED_IN_PHASE = (("phase_1", "SUN-17"), ("phase_2", "SUN-23"), ("phase_3", "SUN-26"))
DUTIES = {
    "duel": rules.USED_DUEL,
    "power": rules.USED_POWER,
    "wealth": rules.USED_WEALTH,
    "authority": rules.USED_AUTHORITY,
    "overlord": rules.USED_OVERLORD,
    "pension": rules.USED_PENSION,
}
MAJORITIES = {
    "duel": (rules.GREEN, rules.USED_DUEL),
    "power": (rules.RED, rules.USED_POWER),
    "wealth": (rules.YELLOW, rules.USED_WEALTH),
    "etiquette": (rules.BLUE, rules.USED_ETIQUETTE),
    "spoil": (rules.BLUE, rules.USED_ETIQUETTE),
}
AUCTION_CARDS = {
    "authority": (rules.AUTHORITY, rules.USED_AUTHORITY, "SUN-38"),
    "overlord": (rules.OVERLORD, rules.USED_OVERLORD, "SUN-39"),
    "pension": (rules.PENSION, rules.USED_PENSION, "SUN-40"),
    "conspire": (rules.CONSPIRACY, rules.USED_CONSPIRACY, "SUN-36"),
}


def objection(game: SunKing, state: Records, seat: int, action: int) -> IllegalMove:
    """Why the seat may not do this now."""
    name, which = sort_of(action)
    return Objection(name, which, opened(state)[0], opened(game.data)[0], seat).found()


def no(key: str, clause: str, **parts: Any) -> IllegalMove:
    return IllegalMove(WORDS(f"why.{key}", **parts), clause)


class Objection:
    """To an action of that sort, number `which` among those."""

    def __init__(self, name: str, which: int, s: Any, t: Any, mover: int) -> None:
        self.name, self.which, self.s, self.t, self.mover = name, which, s, t, mover

    def found(self) -> IllegalMove:
        if not self.timely:
            return self.untimely()
        for look in (self.by_right, self.by_price, self.by_target, self.by_row, self.by_answer):
            if objection := look():
                return objection
        return no("impossible", self.asked[1])

    # --- The moment ---

    @property
    def moment(self) -> tuple[int, int]:
        return self.s.step, self.s.phase

    @property
    def timely(self) -> bool:
        """Whether moves of this sort are made now."""
        if self.name == "draw" and self.moment == PHASE_3:
            return True
        if self.name in STEPS_OF:
            return self.s.step in STEPS_OF[self.name]
        return self.moment in MOMENTS.get(self.name, (PHASE_1,))

    @property
    def asked(self) -> tuple[str, str]:
        """What is asked now, and the clause about it."""
        return ASKED.get(self.s.step, ASKED_IN_PHASE[self.s.phase - 1])

    def untimely(self) -> IllegalMove:
        key, clause = self.asked
        if self.name == "conspire":
            return no("conspire_inside", "SUN-36")
        if self.moment == PHASE_1 and self.duties():
            return no("duties", "SUN-17", duties=self.duties())
        if key == "phase_2" and self.s.medal:
            key, clause = "medal_first", "SUN-35"
        return no(f"first.{key}", clause)

    def duties(self) -> list[Message]:
        """What is obligatory and can still be used (SUN-17)."""
        found = rules.rights(self.t, self.s, self.mover)
        return [WORDS(f"use.{name}") for name, use in DUTIES.items() if found & use]

    # --- Qualities and auction cards ---

    def by_right(self) -> IllegalMove | None:
        """Used already, no majority, or no such card."""
        t, s, seat = self.t, self.s, self.mover
        if self.name == "next":
            return no("duties", "SUN-17", duties=self.duties())
        if self.name in MAJORITIES:
            colour, used = MAJORITIES[self.name]
            if s.used & used:
                return no("used", "SUN-17", use=self.use)
            if not rules.has_majority(t, s, seat, colour):
                ties = rules.how_many(rules.in_game(t, s)) >= rules.TYING
                named = WORDS(f"colour.{COLOURS[colour]}.name")
                return no("no_majority", "SUN-15" if ties else "SUN-14", seat=SEAT_LETTERS[seat], colour=named)
        if self.name in AUCTION_CARDS:
            card, used, clause = AUCTION_CARDS[self.name]
            if not s.auction[seat, card]:
                return no("no_card", clause, seat=SEAT_LETTERS[seat], card=cards.auction_name(card))
            if s.used & used:
                return no("used", "SUN-17", use=self.use)
        return self.about_etiquette()

    @property
    def use(self) -> Message:
        name = {"spoil": "etiquette", "conspire": "conspiracy"}.get(self.name, self.name)
        return WORDS(f"use.{name}")

    def about_etiquette(self) -> IllegalMove | None:
        if self.name == "etiquette" and not rules.quality_in_pile(self.s):
            return no("no_pile", "SUN-20")
        if self.name == "spoil" and not rules.any_row(self.s, self.mover):
            return no("no_own_card", "SUN-20")
        return None

    # --- Gold actions ---

    def by_price(self) -> IllegalMove | None:
        s, seat = self.s, self.mover
        price = PRICES.get(self.name, 0) if self.moment == PHASE_3 else 0
        if s.gold[seat] < price:
            return no("no_gold", "SUN-26", price=price, gold=s.gold[seat])
        if self.name == "swap" and s.row[seat, self.which] and not rules.any_row_of_others(self.t, s, seat):
            return no("nothing_to_swap", "SUN-26")
        return None

    # --- Other players, and rows ---

    def targets(self) -> list[int]:
        if self.name == "duel":
            return [*divmod(self.which, rules.SEATS)]
        if self.name in ("overlord", "strike"):
            return [self.which]
        return [self.which // rules.COLOURS] if self.name in ("spoil", "for", "ruin") else []

    def by_target(self) -> IllegalMove | None:
        s, targets = self.s, self.targets()
        clause = {"duel": "SUN-18", "overlord": "SUN-39", "spoil": "SUN-20"}.get(self.name, "SUN-26")
        for target in targets:
            if target >= self.t.players:
                return no("no_seat", "SUN-6", seat=SEAT_LETTERS[target], last=SEAT_LETTERS[self.t.players - 1])
            if target == self.mover:
                return no("not_oneself", clause)
            if s.out[target]:
                return no("gone", "SUN-22", seat=SEAT_LETTERS[target])
        if self.name == "duel" and targets[0] > targets[1]:
            return no("duel_order", clause, one=SEAT_LETTERS[targets[1]], other=SEAT_LETTERS[targets[0]])
        if self.name in ("spoil", "for", "ruin") and not s.row[targets[0], self.which % rules.COLOURS]:
            row = cards.row(self.which % rules.COLOURS)
            return no("no_top_card", "SUN-12", seat=SEAT_LETTERS[targets[0]], row=row)
        return None

    def by_row(self) -> IllegalMove | None:
        """Of the own rows."""
        if self.name not in ("etiquette", "with", "swap", "conspire", "give", "pay"):
            return None
        colour = self.which // 2 if self.name == "conspire" else self.which
        if self.s.row[self.mover, colour]:
            return None
        return no("no_top_card", "SUN-12", seat=SEAT_LETTERS[self.mover], row=cards.row(colour))

    # --- Answers ---

    def by_answer(self) -> IllegalMove | None:
        answers = {
            "pick": self.to_pick,
            "turn": lambda: no("medal_turns", "SUN-35"),
            "turn_one": lambda: no("announce", "SUN-23"),
            "enough": self.to_enough,
            "take": self.to_take,
            "draw": lambda: no("token_taken", "SUN-27"),
            "token": self.to_token,
            "none": lambda: no("bank_has_some", "SUN-27"),
            "give": lambda: no("token_paid", "SUN-28"),
            "give_card": self.to_card,
            "bid": self.to_bid,
            "pay_token": self.to_purse,
            "pay_card": self.to_card,
        }
        return answers[self.name]() if self.name in answers else None

    def to_pick(self) -> IllegalMove:
        given = self.which == self.s.discard[self.s.discards - 1] - 1
        return no("just_given" if given else "not_in_pile", "SUN-20", card=cards.name(self.which))

    def to_enough(self) -> IllegalMove:
        return no("turn_one" if self.s.medal else "announce", "SUN-35" if self.s.medal else "SUN-23")

    def to_take(self) -> IllegalMove:
        if self.which not in filled(self.s.open):
            return no("not_open", "SUN-25", card=cards.name(self.which))
        return no("other_colour", "SUN-34", card=cards.name(self.which))

    def to_token(self) -> IllegalMove:
        if self.s.step in (rules.CHOOSE, rules.CHOOSE_TOKEN):
            return no(f"bank_without_{PURSE[self.which]}", "SUN-27")
        if self.s.step == rules.DEBT and rules.tokens(self.s, self.mover) < rules.TOKENS_A_DEBT:
            return no("two_tokens", "SUN-28")
        return no(f"without_{PURSE[self.which]}", "SUN-28", seat=SEAT_LETTERS[self.mover])

    def to_purse(self) -> IllegalMove:
        return no(f"without_{PURSE[self.which]}", "SUN-33", seat=SEAT_LETTERS[self.mover])

    def to_card(self) -> IllegalMove:
        if self.s.step == rules.DEBT_TOKEN:
            return no("token_paid", "SUN-28")
        clause = "SUN-28" if self.name == "give_card" else "SUN-33"
        return no("no_card", clause, seat=SEAT_LETTERS[self.mover], card=cards.auction_name(self.which))

    def to_bid(self) -> IllegalMove:
        bid, highest = self.which + 1, self.s.bid[self.s.frames - 1]
        if bid <= highest:
            return no("too_low", "SUN-31", bid=bid, highest=highest)
        worth = rules.could_pay(self.s, self.mover, rules.auctioned(self.s))
        return no("too_high", "SUN-32", bid=bid, worth=worth)
