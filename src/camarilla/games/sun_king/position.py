"""Positions: the whole truth of a match as JSON that a person can read and edit (notation.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from camarilla.engine import arrangement
from camarilla.engine.arrangement import bad, write_stream
from camarilla.engine.errors import BadPosition
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import ENGINE
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.cards import COLOUR_LETTERS, WORDS

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing

STEPS = (
    "main",
    "pick",
    "with",
    "for",
    "medal",
    "take",
    "second",
    "cardinal",
    "cardinal token",
    "debt",
    "debt token",
    "bid",
    "pay",
)
FRAME_STEPS = {
    rules.IN_CARDINAL: (rules.CHOOSE, rules.CHOOSE_TOKEN),
    rules.IN_DEBTS: (rules.DEBT, rules.DEBT_TOKEN),
    rules.IN_AUCTION: (rules.BID, rules.PAY),
}
PHASES = {rules.PICK: 1, rules.WITH: 1, rules.MEDAL_TURN: 2, rules.TAKE: 2, rules.SECOND: 2, rules.FOR: 3}
STAGES = {
    rules.PICK: rules.PICKING,
    rules.WITH: rules.SPOILING,
    rules.MEDAL_TURN: rules.TURNING,
    rules.TAKE: rules.TAKING,
    rules.SECOND: rules.TAKING_SECOND,
    rules.FOR: rules.SWAPPING,
}
MAIN_STAGES = (rules.PHASE_1, rules.ANNOUNCE, rules.PHASE_3)
USES = ("duel", "power", "wealth", "etiquette", "authority", "overlord", "pension", "conspiracy")
KEYS = [
    "mover",
    "turn",
    "phase",
    "step",
    "row",
    "used",
    "rows",
    "cards",
    "gold",
    "power",
    "bank",
    "out",
    "open",
    "waiting",
    "to_turn",
    "frames",
    "deck",
    "bottom",
    "lower",
    "discard",
    "louis",
    "stream",
]
FRAME_KEYS = {"card", "by", "left"}
AUCTION_KEYS = {*FRAME_KEYS, "bid", "bidder", "paid"}
SPHERE = range(rules.COLOURS)
GOLD, POWER = 20, 60  # in all, if the bank can run out (SUN-5)
MOST = 10_000  # tokens, if it cannot


# --- Describing a state ---


def write(game: SunKing, state: Records) -> dict[str, Any]:
    s, t = opened(state)[0], opened(game.data)[0]
    over, letters = s.mover < 0, SEAT_LETTERS[: t.players]
    row = {"row": COLOUR_LETTERS[s.chosen]} if s.step in (rules.FOR, rules.SECOND) else {}
    return {
        "mover": None if over else letters[s.mover],
        "turn": letters[s.turn],
        "phase": s.phase,
        "step": "" if over else STEPS[s.step],
        **row,
        "used": " ".join(used(s)),
        "rows": {letter: rows(s, seat) for seat, letter in enumerate(letters)},
        "cards": {letter: listed(owned(s, seat)) for seat, letter in enumerate(letters)},
        "gold": {letter: s.gold[seat] for seat, letter in enumerate(letters)},
        "power": {letter: s.power[seat] for seat, letter in enumerate(letters)},
        "bank": {"gold": s.bank_gold if t.limited else None, "power": s.bank_power if t.limited else None},
        "out": eliminated(t, s),
        "open": listed(filled(s.open)),
        "waiting": listed(filled(s.wait)),
        "to_turn": s.to_turn,
        "frames": [frame(t, s, i) for i in range(s.frames)],
        "deck": listed([s.deck[i] - 1 for i in range(s.left - 1, -1, -1)]),
        "bottom": s.bottom,
        "lower": s.lower,
        "discard": listed(filled(s.discard)),
        "louis": s.louis,
        "stream": write_stream(state),
    }


def used(s: Any) -> list[str]:
    return [name for i, name in enumerate(USES) if s.used >> i & 1]


def filled(slots: Any) -> list[int]:
    return [slots[i] - 1 for i in range(len(slots)) if slots[i]]


def listed(kinds: list[int]) -> str:
    return " ".join(map(cards.letters, kinds))


def row_cards(s: Any, seat: int, colour: int) -> list[int]:
    """A row from the bottom to the top."""
    return [colour * 2 + (s.seals[seat, colour] >> i & 1) for i in range(s.row[seat, colour])]


def rows(s: Any, seat: int) -> dict[str, str]:
    return {COLOUR_LETTERS[one]: listed(row_cards(s, seat, one)) for one in SPHERE if s.row[seat, one]}


def owned(s: Any, seat: int) -> list[int]:
    """The auction cards of a sphere."""
    return [rules.QUALITIES + card for card in range(rules.AUCTIONS) for _ in range(s.auction[seat, card])]


def eliminated(t: Any, s: Any) -> list[str]:
    """Who was eliminated, in that order, those together who went together."""
    groups = sorted({s.out[seat] for seat in range(t.players)} - {0})
    return ["".join(SEAT_LETTERS[seat] for seat in range(t.players) if s.out[seat] == when) for when in groups]


def seats_left(t: Any, s: Any, i: int) -> list[int]:
    """The seats that a frame is still about, the one deciding first."""
    seats = [(s.frame_at[i] + steps) % t.players for steps in range(t.players)]
    return [seat for seat in seats if s.frame_left[i] >> seat & 1]


def frame(t: Any, s: Any, i: int) -> dict[str, Any]:
    by = SEAT_LETTERS[s.frame_by[i]]
    if s.frame[i] == rules.IN_DRAW:
        return {"draw": by}
    left = "".join(SEAT_LETTERS[seat] for seat in seats_left(t, s, i))
    found = {"card": cards.letters(s.frame_card[i] - 1), "by": by, "left": left}
    if s.frame[i] != rules.IN_AUCTION:
        return found
    bidder = SEAT_LETTERS[s.bidder[i]] if s.bid[i] else None
    return {**found, "bid": s.bid[i], "bidder": bidder, "paid": s.paid[i] if s.step == rules.PAY else None}


def bottom_cards(s: Any) -> list[int]:
    """The known cards at the bottom of the deck, the next to come first; where Louis is among them is not known."""
    deck = [s.deck[i] - 1 for i in range(s.left) if s.deck[i] != rules.LOUIS + 1]
    return deck[: s.bottom][::-1]


# --- Arranging a state ---


def read(game: SunKing, position: Mapping[str, Any]) -> Records:
    """The state that a position describes, or BadPosition."""
    return Arrangement(game, position).read()


class Arrangement(arrangement.Arrangement):
    keys = KEYS

    def carry_out(self) -> None:
        rules.clear(self.t, self.s)
        self.set_out()
        self.set_mover()
        self.read_spheres()
        self.read_table()
        self.read_frames()
        self.share_out()
        self.hide_louis()
        self.set_tokens()
        self.set_stage()
        self.check_step()

    # --- Reading parts ---

    def kinds(self, key: str, text: object, least: int = 0, end: int = rules.KINDS) -> list[int]:
        """Cards of the kinds from `least` to before `end`."""
        found = [cards.read(word) for word in text.split()] if isinstance(text, str) else [None]
        known = [kind for kind in found if kind is not None and least <= kind < end]
        if len(known) < len(found):
            examples = {rules.QUALITIES: "b g* y", rules.DEBTS: "In Pe Pe", rules.LOUIS: "Ca In"}
            raise bad(key, text, WORDS("position.cards", example=examples.get(end, "b Ca g* In")))
        return known

    def seat(self, letter: object) -> int | None:
        """The seat of a letter, if it is one that is in the game."""
        if not isinstance(letter, str) or letter not in [*self.letters]:
            return None
        seat = self.letters.index(letter)
        return None if self.s.out[seat] else seat

    # --- Whose turn it is ---

    @property
    def over(self) -> bool:
        return bool(self.s.mover < 0)

    @property
    def left(self) -> int:
        """How many players are in the game."""
        return int(rules.how_many(rules.in_game(self.t, self.s)))

    def set_out(self) -> None:
        groups = self.position.get("out", [])
        texts = isinstance(groups, list) and all(isinstance(group, str) and group for group in groups)
        gone = "".join(groups) if texts else "?"
        if len(set(gone)) < len(gone) or not set(gone) < set(self.letters):
            raise self.refuse("out", "out", letters=self.letters)
        for when, group in enumerate(groups, 1):
            for letter in group:
                self.s.out[self.letters.index(letter)] = when

    def set_mover(self) -> None:
        s, over = self.s, self.position.get("mover", ...) is None
        if not over and "mover" in self.position and self.seat(self.position["mover"]) is None:
            raise self.refuse("mover", "mover", letters=self.in_game)
        first = self.in_game[0] if over else self.position.get("mover", self.in_game[0])
        turn = self.seat(self.position.get("turn", first))
        if turn is None:
            raise self.refuse("turn", "turn", letters=self.in_game)
        mover = self.seat(self.position.get("mover", self.letters[turn]))
        s.turn, s.mover = turn, rules.NOTHING if mover is None else mover
        step = self.position.get("step", "" if over else STEPS[rules.MAIN])
        if not isinstance(step, str) or step not in ([""] if over else STEPS):
            raise self.refuse("step", "step_over" if over else "step", steps=list(STEPS))
        s.step = rules.MAIN if over else STEPS.index(step)
        if self.left == 1 and not over:
            raise bad("mover", self.letters[s.mover], WORDS("position.one_left"))
        self.set_phase()
        self.set_used()

    @property
    def in_game(self) -> str:
        return "".join(letter for seat, letter in enumerate(self.letters) if not self.s.out[seat])

    def set_phase(self) -> None:
        inner = self.s.step >= rules.CHOOSE and not self.over
        drawing = inner and self.drawing
        wanted = 2 + drawing if inner else PHASES.get(self.s.step, 0)
        phases = [wanted] if wanted and not self.over else [1, 2, 3]
        phase = self.position.get("phase", phases[0])
        if type(phase) is not int or phase not in phases:
            raise self.refuse("phase", "phase", phases=phases)
        self.s.phase = phase

    @property
    def drawing(self) -> bool:
        """Whether all begins with a draw, which is an action of phase 3."""
        frames = self.position.get("frames")
        return isinstance(frames, list) and bool(frames) and isinstance(frames[0], Mapping) and "draw" in frames[0]

    def set_used(self) -> None:
        names = self.position.get("used", "")
        words = names.split() if isinstance(names, str) else [""]
        if any(word not in USES for word in words) or len(set(words)) < len(words):
            raise self.refuse("used", "used", uses=" ".join(USES))
        self.s.used = sum(1 << USES.index(word) for word in words)

    # --- Where the cards are ---

    def read_spheres(self) -> None:
        given, auction = self.by_seat("rows", {}), self.by_seat("cards", "")
        for seat, letter in enumerate(self.letters):
            if not isinstance(given[seat], Mapping) or any(row not in [*COLOUR_LETTERS] for row in given[seat]):
                raise bad("rows", {letter: given[seat]}, WORDS("position.rows"))
            for row, text in given[seat].items():
                self.lay_row(seat, COLOUR_LETTERS.index(row), text)
            for kind in self.kinds("cards", auction[seat], rules.QUALITIES, rules.DEBTS):
                self.s.auction[seat, kind - rules.QUALITIES] += 1
            if self.s.out[seat] and rules.any_card(self.s, seat):
                raise bad("rows", {letter: given[seat]}, WORDS("position.gone", seat=letter))

    def lay_row(self, seat: int, colour: int, text: object) -> None:
        kinds = self.kinds("rows", text, 0, rules.QUALITIES)
        if any(kind // 2 != colour for kind in kinds) or len(kinds) > rules.LONGEST_ROW:
            raise bad("rows", text, WORDS("position.rows"))
        for kind in kinds:
            rules.lay(self.s, seat, kind)

    def read_table(self) -> None:
        """What was turned in phase 2: open cards, and those that wait."""
        s = self.s
        opened_cards = self.kinds("open", self.position.get("open", ""), 0, rules.QUALITIES)
        waiting = self.kinds("waiting", self.position.get("waiting", ""), rules.QUALITIES, rules.LOUIS)
        resolving = self.over or (s.step >= rules.CHOOSE and not self.drawing)
        turning = s.step == rules.MEDAL_TURN and not self.over
        taking = s.step in (rules.TAKE, rules.SECOND) and not self.over
        most = rules.MOST_OPEN if resolving or taking else rules.MOST_OPEN - 1 if turning else 0
        if len(opened_cards) > most or (most and not self.over and not opened_cards):
            raise self.refuse("open", "open" if most else "no_open", most=most)
        if len(waiting) > rules.MOST_WAITING or (waiting and not (resolving or turning)):
            raise self.refuse("waiting", "no_waiting")
        s.opened, s.waitings = len(opened_cards), len(waiting)
        for slots, kinds in ((s.open, opened_cards), (s.wait, waiting)):
            for i, kind in enumerate(kinds):
                slots[i] = kind + 1
        s.to_turn = self.number("to_turn", 0, 0, 3 if self.over else 0)

    def share_out(self) -> None:
        """Every card is somewhere, and only there."""
        s = self.s
        named = [*filled(s.open), *filled(s.wait), *filled(s.frame_card)]
        for seat in range(self.players):
            named += [kind for colour in SPHERE for kind in row_cards(s, seat, colour)] + owned(s, seat)
        deck, discard = (
            self.kinds(key, self.position[key]) if key in self.position else None for key in ("deck", "discard")
        )
        total = [self.t.total[kind] for kind in range(rules.KINDS)]
        rest = self.rest_of([*named, *(deck or ()), *(discard or ())], total)
        if deck is None:
            deck, rest = rest, []
        if discard is None:
            discard, rest = rest, []
        if rest:
            raise self.miscount("too_few", rest[0], self.t.total[rest[0]] - rest.count(rest[0]))
        s.left, s.discards = len(deck), len(discard)
        for slots, kinds in ((s.deck, deck[::-1]), (s.discard, discard)):
            for i, kind in enumerate(kinds):
                slots[i] = kind + 1

    def miscount(self, fault: str, kind: int, found: int) -> BadPosition:
        parts = {"found": found, "card": cards.letters(kind), "total": self.t.total[kind]}
        clause = "SUN-1" if kind < rules.QUALITIES else "SUN-2" if kind < rules.DEBTS else "SUN-3"
        return BadPosition(WORDS(f"position.{fault}", **parts), clause)

    def hide_louis(self) -> None:
        """He is in the lower half of the deck, until he ends the game (SUN-9, SUN-30, SUN-47)."""
        s = self.s
        deck = [s.deck[i] - 1 for i in range(s.left)]
        ended = rules.LOUIS not in deck
        if ended and (not self.over or rules.LOUIS not in filled(s.discard)):
            raise self.refuse("deck", "louis_in_deck")
        if self.over and not ended and self.left > 1:
            raise self.refuse("mover", "not_over")
        s.louis = self.number("louis", 2 if ended else 0, 1 if ended else 0, 2 if ended else 1)
        place = 1 + deck.index(rules.LOUIS) if not ended else 0
        s.lower = self.number("lower", len(deck) if place else 0, place, len(deck) if place else 0)
        s.bottom = self.number("bottom", 0, 0, 0 if s.louis else len(deck) - 1)
        if any(kind < rules.QUALITIES for kind in bottom_cards(s)):
            raise self.refuse("bottom", "bottom")

    # --- Tokens ---

    def set_tokens(self) -> None:
        s, bank = self.s, self.position.get("bank", {})
        if not isinstance(bank, Mapping) or any(key not in ("gold", "power") for key in bank):
            raise self.refuse("bank", "bank")
        for key, all_of_it, slots in (("gold", GOLD, s.gold), ("power", POWER, s.power)):
            self.set_purses(key, slots)
            there = sum(slots[seat] for seat in range(self.players))
            left = all_of_it - there if self.t.limited else None
            if left is not None and left < 0:
                raise self.refuse(key, "too_much", all=all_of_it, found=there)
            if bank.get(key, left) != left or isinstance(bank.get(key), bool | float):
                raise self.refuse("bank", "bank_left" if self.t.limited else "bank_null", what=key, left=left)
            setattr(s, f"bank_{key}", left or 0)

    def set_purses(self, key: str, slots: Any) -> None:
        for seat, amount in enumerate(self.by_seat(key, 0)):
            letter = self.letters[seat]
            if type(amount) is not int or not 0 <= amount <= MOST:
                raise bad(key, {letter: amount}, ENGINE("position.number", least=0, most=MOST))
            if amount and self.s.out[seat]:
                raise bad(key, {letter: amount}, WORDS("position.gone", seat=letter))
            slots[seat] = amount

    # --- What is being resolved ---

    def read_frames(self) -> None:
        """Draws and cards in turn: in a draw a card comes up, with a Cardinal somebody draws (SUN-45)."""
        frames = self.position.get("frames", [])
        inner = self.s.step >= rules.CHOOSE and not self.over
        if not isinstance(frames, list) or bool(frames) != inner or len(frames) > rules.DEEPEST:
            raise self.refuse("frames", "frames" if inner else "no_frames")
        by = self.s.turn
        for i, part in enumerate(frames):
            last = i == len(frames) - 1
            if not isinstance(part, Mapping):
                raise bad("frames", part, WORDS("position.frame"))
            if set(part) == {"draw"} and not last and (i == 0 or self.s.frame[i - 1] == rules.IN_CARDINAL):
                if self.seat(part["draw"]) != by:
                    raise bad("frames", part, WORDS("position.by", letter=self.letters[by]))
                rules.begin_draw(self.s, by)
            elif "draw" not in part and (i == 0 or self.s.frame[i - 1] == rules.IN_DRAW):
                by = self.read_frame(i, part, by, last)
            else:
                raise bad("frames", part, WORDS("position.frame"))

    def read_frame(self, i: int, part: Mapping[str, Any], by: int, last: bool) -> int:
        """A card that is being resolved; who acts."""
        s, wanted = self.s, WORDS("position.frame")
        kind = cards.read(part["card"]) if isinstance(part.get("card"), str) else None
        if kind is None or not rules.QUALITIES <= kind < rules.LOUIS:
            raise bad("frames", part, wanted)
        form = {rules.CARDINAL: rules.IN_CARDINAL, rules.DEBTS: rules.IN_DEBTS}.get(kind, rules.IN_AUCTION)
        if set(part) != (AUCTION_KEYS if form == rules.IN_AUCTION else FRAME_KEYS):
            raise bad("frames", part, wanted)
        if not last and form != rules.IN_CARDINAL:
            raise bad("frames", part, WORDS("position.not_last"))
        if self.seat(part["by"]) != by:
            raise bad("frames", part, WORDS("position.by", letter=self.letters[by]))
        rules.push(s, form, kind, by)
        s.frame_left[i], s.frame_at[i] = self.read_left(part)
        if last:
            self.check_innermost(i, part)
        if form == rules.IN_AUCTION:
            self.read_auction(i, part)
        return int(s.frame_at[i])

    def read_left(self, part: Mapping[str, Any]) -> tuple[int, int]:
        """Seats as bits, and the first of them: clockwise, each once."""
        text = part["left"]
        seats = [self.seat(letter) for letter in text] if isinstance(text, str) else []
        known = [seat for seat in seats if seat is not None]
        if not known or len(known) < len(seats) or len(set(known)) < len(known):
            raise bad("frames", part, WORDS("position.left"))
        if sorted(known, key=lambda seat: (seat - known[0]) % self.players) != known:
            raise bad("frames", part, WORDS("position.left"))
        return sum(1 << seat for seat in known), known[0]

    def check_innermost(self, i: int, part: Mapping[str, Any]) -> None:
        s = self.s
        steps = FRAME_STEPS[s.frame[i]]
        if s.step not in steps:
            raise self.refuse("step", "step", steps=[STEPS[step] for step in steps])
        if s.mover != s.frame_at[i]:
            raise bad("mover", self.letters[s.mover], WORDS("position.acting", letter=self.letters[s.frame_at[i]]))
        if s.step in (rules.CHOOSE_TOKEN, rules.DEBT_TOKEN):
            s.paid[i] = 1

    def read_auction(self, i: int, part: Mapping[str, Any]) -> None:
        s, bid, paid = self.s, part["bid"], part["paid"]
        bidder = None if part["bidder"] is None else self.seat(part["bidder"])
        if type(bid) is not int or not 0 <= bid <= rules.HIGHEST_BID or (bid == 0) != (part["bidder"] is None):
            raise bad("frames", part, WORDS("position.bid"))
        if bid and (bidder is None or not s.frame_left[i] >> bidder & 1):
            raise bad("frames", part, WORDS("position.bidder"))
        s.bid[i], s.bidder[i] = bid, rules.NOTHING if bidder is None else bidder
        alone = bidder is not None and s.frame_left[i] == 1 << bidder
        if s.step == rules.PAY:
            if not alone or type(paid) is not int or not 0 <= paid < bid:
                raise bad("frames", part, WORDS("position.paid"))
            s.paid[i] = paid
        elif alone or paid is not None or bidder == s.mover:
            raise bad("frames", part, WORDS("position.bidding"))

    # --- In the middle of a turn ---

    def set_stage(self) -> None:
        s = self.s
        if self.over:
            s.stage = rules.ENDING
        elif s.frames:
            s.stage = rules.PHASE_3 if self.drawing else rules.RESOLVING
        else:
            s.stage = STAGES.get(s.step, MAIN_STAGES[s.phase - 1])
        if not self.over and s.step < rules.CHOOSE and s.mover != s.turn:
            raise bad("mover", self.letters[s.mover], WORDS("position.acting", letter=self.letters[s.turn]))
        if s.step == rules.MEDAL_TURN or s.stage == rules.ANNOUNCE:
            s.medal = s.auction[s.turn, rules.MEDAL] > 0
        row = self.position.get("row", "")
        if not self.over and s.step in (rules.FOR, rules.SECOND):
            if not isinstance(row, str) or row not in [*COLOUR_LETTERS]:
                raise self.refuse("row", "row")
            s.chosen = COLOUR_LETTERS.index(row)
        elif row:
            raise self.refuse("row", "no_row")

    def check_step(self) -> None:
        """What is asked can be asked: there is something to answer."""
        s = self.s
        if self.over:
            return
        if s.frames and s.frame[s.frames - 1] == rules.IN_AUCTION:
            self.check_means(s.frames - 1)
        given = rules.QUALITIES if not s.discards else s.discard[s.discards - 1] - 1
        checks: dict[tuple[int, int], Callable[[], Any]] = {
            (rules.MAIN, 1): lambda: s.used or rules.any_use(self.t, s, s.turn),
            (rules.PICK, 1): lambda: s.used & rules.USED_ETIQUETTE and given < rules.QUALITIES,
            (rules.WITH, 1): lambda: s.used & rules.USED_ETIQUETTE and given < rules.QUALITIES,
            (rules.FOR, 3): lambda: s.row[s.turn, s.chosen] > 0,
            (rules.MEDAL_TURN, 2): lambda: s.medal,
            (rules.SECOND, 2): lambda: (
                s.auction[s.turn, rules.INFLUENCE]
                and (s.row[s.turn, s.chosen] or s.used & rules.USED_CONSPIRACY)  # which may have cost the card taken
                and rules.open_of_colour(s, s.chosen)
            ),
        }
        check = checks.get((s.step, s.phase))
        if (check and not check()) or not rules.legal(self.t, s, s.mover, [0] * rules.CHOICES):
            idle = (s.step, s.phase) == (rules.MAIN, 1)
            raise bad("step", STEPS[s.step], WORDS("position.idle" if idle else "position.impossible"))

    def check_means(self, i: int) -> None:
        """Nobody bids more than he could pay, and who cannot raise is not asked (SUN-32)."""
        s = self.s
        if s.bid[i] and rules.could_pay(s, s.bidder[i], rules.auctioned(s)) < s.bid[i] - s.paid[i]:
            parts = {"bid": s.bid[i], "letter": self.letters[s.bidder[i]]}
            raise BadPosition(WORDS("position.beyond_means", **parts), "SUN-32")
        if s.step == rules.BID and rules.means(s, s.mover) <= s.bid[i]:
            raise BadPosition(WORDS("position.cannot_raise", letter=self.letters[s.mover]), "SUN-32")
