"""A plain second implementation of In the Shadow of the Sun King, to check the engine against.

It reads like the clauses it cites, and is slow on purpose: cards are their names, a row is a tuple of them, and every
question is answered by counting. What is being resolved is a list of frames, the innermost last, just as it is written;
between two decisions the innermost is carried on until somebody has to decide. Cards, moves, steps and positions are
written as in the game's notation.md.
"""

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

# SUN-1, SUN-4: the quality cards, those with a seal starred.
COLOURS = "bgpry"
QUALITIES = {"b": 9, "b*": 5, "g": 9, "g*": 5, "p": 9, "p*": 4, "r": 9, "r*": 4, "y": 9, "y*": 4}
# SUN-2: the auction cards in the order of written positions, and their colours; a grey one has none.
AUCTIONS = {"In": 1, "Me": 1, "Au": 1, "Ov": 1, "Pe": 2, "Co": 1, "Di": 1}
AUCTION_COLOURS = {"In": "b", "Me": "p", "Au": "r", "Ov": "g", "Pe": "y", "Co": "", "Di": ""}
SEALED_AUCTIONS = ["In", "Me", "Au"]
# SUN-3
DEBTS, CARDINAL, LOUIS = "De", "Ca", "Lo"
COPIES = QUALITIES | AUCTIONS | {DEBTS: 4, CARDINAL: 4, LOUIS: 1}

# SUN-5
ALL_GOLD, ALL_POWER = 20, 60
# SUN-32
LAST_BID = 250

SEAT_LETTERS = "ABCDEF"
USES = ["duel", "power", "wealth", "etiquette", "authority", "overlord", "pension", "conspiracy"]
# SUN-36: the steps in which the player whose turn it is decides, and may conspire.
OWN_STEPS = ["main", "medal", "take", "second"]
# Which steps belong to which innermost frame.
ERRAND_STEPS = {CARDINAL: ["cardinal", "cardinal token"], DEBTS: ["debt", "debt token"]}
# How moves name tokens: by a letter, but in a payment by a word, since the letters there are those of rows.
TOKEN_LETTERS = {"g": "gold", "p": "power"}
PAY_WORDS = {"gold": "gold", "power": "power"}
# More cards than this are not turned between the first Louis XIV and the next decision.
MOST_TURNED = 9


@dataclass(frozen=True)
class Errand:
    """A Cardinal or Debts being resolved: who turned it, and who has not finished acting, the one deciding first."""

    card: str
    by: int
    left: tuple[int, ...]


@dataclass(frozen=True)
class Auction:
    """An auction: who is still in, the one to be asked first. `paid` is None until the winner has to pay."""

    card: str
    by: int
    left: tuple[int, ...]
    bid: int
    bidder: int | None
    paid: int | None


@dataclass(frozen=True)
class Draw:
    """Somebody is drawing the deck's top card into the own sphere."""

    seat: int


Frame = Errand | Auction | Draw


class Chance(ValueError):
    """Chance orders these cards, and Louis XIV among them, for a new deck."""

    def __init__(self, cards: list[str]) -> None:
        super().__init__("chance decides the order of the new deck: the position after the move is needed")
        self.cards = cards


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise ValueError(complaint)


def read_cards(text: str) -> list[str]:
    for name in text.split():
        require(name in COPIES, f"no such card: {name}")
    return text.split()


def canonical(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=list(COPIES).index)


def colour_of(card: str) -> str:
    """The colour of a quality or auction card."""
    return card[0] if card in QUALITIES else AUCTION_COLOURS[card]


class Referee:
    """A game of In the Shadow of the Sun King, from a position on."""

    def __init__(self, position: dict[str, Any]) -> None:
        options = position["options"]
        self.players: int = options["players"]
        self.auction_cards_count: bool = options.get("auction_cards_in_majorities", True)
        self.limited: bool = options.get("bank", "limited") == "limited"
        self.seals: str = options.get("seals", "ours")
        self.letters = SEAT_LETTERS[: self.players]
        self.turn = self.letters.index(position.get("turn", position.get("mover") or "A"))
        self.phase: int = position.get("phase", 1)
        used = position.get("used", "").split()
        self.used = [use for use in USES if use in used]
        require(len(self.used) == len(used), f"no such uses: {used}")
        rows = position.get("rows", {})
        self.rows = [self._read_rows(rows.get(letter, {})) for letter in self.letters]
        cards = position.get("cards", {})
        self.cards = [canonical(read_cards(cards.get(letter, ""))) for letter in self.letters]
        self.gold: list[int] = [position.get("gold", {}).get(letter, 0) for letter in self.letters]
        self.power: list[int] = [position.get("power", {}).get(letter, 0) for letter in self.letters]
        bank = position.get("bank", {"gold": ALL_GOLD - sum(self.gold), "power": ALL_POWER - sum(self.power)})
        self.bank: dict[str, int] = dict(bank) if self.limited else {}
        self.out: list[str] = list(position.get("out", []))
        self.open = read_cards(position.get("open", ""))
        self.put_off = read_cards(position.get("waiting", ""))
        self.to_turn: int = position.get("to_turn", 0)
        # A colour: in the step "for" of the own row to be exchanged, in the step "second" of the card already taken.
        self.row: str = position.get("row", "")
        self.frames = [self._read_frame(frame) for frame in position.get("frames", [])]
        self.louis: int = position.get("louis", 0)
        self.mover = self._read_mover(position)
        self.step: str = position.get("step", "" if self.mover is None else "main")
        self._read_deck(position)
        self.lower: int = position.get("lower", len(self.deck))
        self.bottom: int = position.get("bottom", 0)
        self.stream: str = position.get("stream", "0" * 16)
        # What chance has decided for the move being made: the whole new deck (SUN-29).
        self.new_deck: list[str] | None = None
        self._check()

    # Reading and writing positions

    def _read_rows(self, rows: dict[str, str]) -> dict[str, tuple[str, ...]]:
        """One row a colour (SUN-11), the empty ones too."""
        require(set(rows) <= set(COLOURS), f"no such colours: {rows}")
        read = {colour: tuple(read_cards(rows.get(colour, ""))) for colour in COLOURS}
        for colour, cards in read.items():
            require(all(card in (colour, colour + "*") for card in cards), f"a card in a wrong row: {rows}")
        return read

    def _read_frame(self, frame: dict[str, Any]) -> Frame:
        if "draw" in frame:
            return Draw(self.letters.index(frame["draw"]))
        card, by = frame["card"], self.letters.index(frame["by"])
        left = tuple(self.letters.index(letter) for letter in frame["left"])
        if card in ERRAND_STEPS:
            return Errand(card, by, left)
        require(card in AUCTIONS, f"not a card to be resolved: {card}")
        bidder = frame.get("bidder")
        seat = None if bidder is None else self.letters.index(bidder)
        return Auction(card, by, left, frame.get("bid", 0), seat, frame.get("paid"))

    def _write_frame(self, frame: Frame) -> dict[str, Any]:
        if isinstance(frame, Draw):
            return {"draw": self.letters[frame.seat]}
        left = "".join(self.letters[seat] for seat in frame.left)
        written = {"card": frame.card, "by": self.letters[frame.by], "left": left}
        if isinstance(frame, Errand):
            return written
        bidder = None if frame.bidder is None else self.letters[frame.bidder]
        return written | {"bid": frame.bid, "bidder": bidder, "paid": frame.paid}

    def _read_mover(self, position: dict[str, Any]) -> int | None:
        """Whoever decides in the innermost frame, or else the one whose turn it is."""
        if "mover" in position:
            return None if position["mover"] is None else self.letters.index(position["mover"])
        if not self.frames:
            return self.turn
        frame = self.frames[-1]
        return frame.seat if isinstance(frame, Draw) else frame.left[0]

    def _read_deck(self, position: dict[str, Any]) -> None:
        """The cards named nowhere lie under the deck."""
        self.deck = read_cards(position.get("deck", ""))
        self.discard = read_cards(position.get("discard", ""))
        self.deck += canonical((Counter(COPIES) - Counter(self._named_cards())).elements())

    def _named_cards(self) -> list[str]:
        cards = self.open + self.put_off + self.deck + self.discard
        for seat in range(self.players):
            cards += self._sphere(seat)
        return cards + [frame.card for frame in self.frames if not isinstance(frame, Draw)]

    def _check(self) -> None:
        """The position is one that a game could go on from (the game's notation.md)."""
        require(2 <= self.players <= 6, "2 to 6 players")
        require(Counter(self._named_cards()) == Counter(COPIES), "the cards are not those of the game")
        require(all(card in QUALITIES for card in self.open), "an open card that is not a quality card")
        require(not any(card in QUALITIES or card == LOUIS for card in self.put_off), "a card that cannot wait")
        require(all(card in AUCTIONS for cards in self.cards for card in cards), "not an auction card")
        require(min(self.gold + self.power) >= 0, "less than no tokens")
        if self.limited:
            require(min(self.bank.values()) >= 0, "less than no tokens in the bank")
            require(self.bank["gold"] + sum(self.gold) == ALL_GOLD, "the gold is not all there")
            require(self.bank["power"] + sum(self.power) == ALL_POWER, "the power is not all there")
        for seat in range(self.players):
            if seat not in self._living():
                require(not self._sphere(seat) and not self._tokens(seat), "an eliminated player has something")
        require(self.phase in (1, 2, 3) and 0 <= self.to_turn <= 3, "no such phase")
        require(0 <= self.lower <= len(self.deck), "Louis XIV in more places than the deck has")
        require(0 <= self.bottom <= sum(card != LOUIS for card in self.deck), "more cards known than the deck has")
        if self.mover is None:
            require(self.step == "" and not self.frames, "the game is over but there is something to decide")
            return
        require(len(self._living()) >= 2, "only one player is left")
        require(self.turn in self._living() and self.mover in self._living(), "the mover is eliminated")
        # SUN-30, SUN-47
        require(LOUIS in self.deck and self.louis < (1 if self.players == 2 else 2), "Louis XIV has ended the game")
        require(len(self.deck) - self.deck.index(LOUIS) <= self.lower, "Louis XIV is not where he can be")
        require(self.louis == 0 or self.bottom == 0, "cards of the set-up after the first Louis XIV")
        self._check_step()

    def _check_step(self) -> None:
        phases = {"main": [1, 2, 3], "pick": [1], "with": [1], "for": [3], "medal": [2], "take": [2], "second": [2]}
        require(self.to_turn == 0, "somebody decides while cards are being turned")
        require((self.row != "") == (self.step in ("for", "second")), "a row, or none")
        require(bool(self.open) or self.step not in ("medal", "take", "second"), "no open card")
        if not self.frames:
            require(self.phase in phases.get(self.step, []), f"no such step in this phase: {self.step}")
            require(self.mover == self.turn, "somebody else's turn")
            require(not self.put_off or self.step == "medal", "cards are waiting")
            require(self.step != "main" or not self.open, "open cards out of phase 2")
            require(bool(self.choices()), "nothing to decide")
            return
        require(self.phase == (3 if isinstance(self.frames[0], Draw) else 2), "cards are turned in another phase")
        for outer, inner in zip(self.frames, self.frames[1:], strict=False):
            if isinstance(outer, Draw):
                require(not isinstance(inner, Draw) and inner.by == outer.seat, "not the card of a draw")
            else:
                require(outer.card == CARDINAL and inner == Draw(outer.left[0]), "not the draw of a Cardinal")
        frame = self.frames[-1]
        require(not isinstance(frame, Draw) and frame.left[:1] == (self.mover,), "the mover is not the first left")
        if isinstance(frame, Errand):
            require(self.step in ERRAND_STEPS[frame.card], f"no such step: {self.step}")
        elif isinstance(frame, Auction):
            require(self.step == ("bid" if frame.paid is None else "pay"), f"no such step: {self.step}")

    def position(self) -> dict[str, Any]:
        """The complete position."""
        written = {
            "game": "sun_king",
            "options": {
                "players": self.players,
                "auction_cards_in_majorities": self.auction_cards_count,
                "bank": "limited" if self.limited else "unlimited",
                "seals": self.seals,
            },
            "mover": None if self.mover is None else self.letters[self.mover],
            "turn": self.letters[self.turn],
            "phase": self.phase,
            "step": self.step,
            "used": " ".join(self.used),
            "rows": self._by_letter(
                [{colour: " ".join(cards) for colour, cards in rows.items() if cards} for rows in self.rows]
            ),
            "cards": self._by_letter([" ".join(cards) for cards in self.cards]),
            "gold": self._by_letter(self.gold),
            "power": self._by_letter(self.power),
            "bank": dict(self.bank) if self.limited else {"gold": None, "power": None},
            "out": list(self.out),
            "open": " ".join(self.open),
            "waiting": " ".join(self.put_off),
            "to_turn": self.to_turn,
            "frames": [self._write_frame(frame) for frame in self.frames],
            "deck": " ".join(self.deck),
            "bottom": self.bottom,
            "lower": self.lower,
            "discard": " ".join(self.discard),
            "louis": self.louis,
            "stream": self.stream,
        }
        return written | {"row": self.row} if self.row else written

    def _by_letter(self, things: list[Any]) -> dict[str, Any]:
        return dict(zip(self.letters, things, strict=True))

    def copy(self) -> "Referee":
        """A game to try moves on. Rows and frames never change, so copies of what holds them are enough."""
        twin = copy.copy(self)
        twin.used = list(self.used)
        twin.rows = [dict(rows) for rows in self.rows]
        twin.cards = [list(cards) for cards in self.cards]
        twin.gold = list(self.gold)
        twin.power = list(self.power)
        twin.bank = dict(self.bank)
        twin.out = list(self.out)
        twin.open = list(self.open)
        twin.put_off = list(self.put_off)
        twin.frames = list(self.frames)
        twin.deck = list(self.deck)
        twin.discard = list(self.discard)
        return twin

    # Players, their spheres and their tokens

    def _living(self) -> list[int]:
        gone = "".join(self.out)
        return [seat for seat, letter in enumerate(self.letters) if letter not in gone]

    def _clockwise(self, seat: int) -> list[int]:
        """Those who are in the game, from `seat` on."""
        around = [(seat + step) % self.players for step in range(self.players)]
        return [other for other in around if other in self._living()]

    def _others(self) -> list[int]:
        """SUN-22: those who are in the game, but for the one whose turn it is."""
        return [seat for seat in self._living() if seat != self.turn]

    def _sphere(self, seat: int) -> list[str]:
        """All cards, in the order in which those of an eliminated player are discarded (SUN-22)."""
        return [card for colour in COLOURS for card in self.rows[seat][colour]] + self.cards[seat]

    def _tokens(self, seat: int) -> int:
        """SUN-5: a token is 1 gold or 1 power point."""
        return self.gold[seat] + self.power[seat]

    def _full_rows(self, seat: int) -> list[str]:
        """SUN-12: the colours of which the player has a top card."""
        return [colour for colour in COLOURS if self.rows[seat][colour]]

    def _lay(self, seat: int, card: str) -> None:
        """SUN-11: on top of its row."""
        self.rows[seat][card[0]] += (card,)

    def _lift(self, seat: int, colour: str) -> str:
        """SUN-12: the top card of a row."""
        card = self.rows[seat][colour][-1]
        self.rows[seat][colour] = self.rows[seat][colour][:-1]
        return card

    def _give_up(self, seat: int, name: str) -> str:
        """A card that pays: the top of a row, or an auction card (SUN-13). To the discard pile."""
        if name in COLOURS:
            card = self._lift(seat, name)
        else:
            card = name
            self.cards[seat].remove(card)
        self.discard.append(card)
        return card

    def _purse(self, kind: str) -> list[int]:
        return {"gold": self.gold, "power": self.power}[kind]

    def _in_bank(self, kind: str, wanted: int) -> int:
        """SUN-5: a gain takes what is left and no more."""
        return min(wanted, self.bank[kind]) if self.limited else wanted

    def _gain(self, seat: int, kind: str, wanted: int) -> None:
        gained = self._in_bank(kind, wanted)
        self._purse(kind)[seat] += gained
        if self.limited:
            self.bank[kind] -= gained

    def _spend(self, seat: int, kind: str, amount: int) -> None:
        """To the bank."""
        require(self._purse(kind)[seat] >= amount, "more than the player has")
        self._purse(kind)[seat] -= amount
        if self.limited:
            self.bank[kind] += amount

    # Majorities and seals

    def _count(self, seat: int, colour: str, with_auction_cards: bool) -> int:
        beside = [card for card in self.cards[seat] if colour_of(card) == colour]
        return len(self.rows[seat][colour]) + (len(beside) if with_auction_cards else 0)

    def _has_majority(self, seat: int, colour: str) -> bool:
        """SUN-13 to SUN-16, for the players who are left now."""
        counts = {other: self._count(other, colour, self.auction_cards_count) for other in self._living()}
        most = max(counts.values())
        if most == 0 or counts[seat] < most:
            return False
        alone = list(counts.values()).count(most) == 1
        return alone or len(counts) >= 4

    def _visible_seals(self, seat: int) -> int:
        """SUN-12."""
        tops = [self.rows[seat][colour][-1] for colour in self._full_rows(seat)]
        return sum(top.endswith("*") for top in tops) + sum(card in SEALED_AUCTIONS for card in self.cards[seat])

    # What may be chosen

    @property
    def over(self) -> bool:
        return self.mover is None

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.mover is None else (self.mover,)

    def choices(self, seat: int | None = None) -> set[str]:
        """Every move of the mover in this step, in canonical notation; another seat has none."""
        if self.mover is None or seat not in (None, self.mover):
            return set()
        if self.frames:
            return set(self._frame_choices(self.frames[-1], self.mover))
        conspiracies = set(self._conspiracies()) if self.step in OWN_STEPS else set()
        if self.step == "main":
            phases = {1: self._phase_1_choices, 2: self._phase_2_choices, 3: self._phase_3_choices}
            return conspiracies | set(phases[self.phase]())
        answers = {
            # SUN-20: any quality card but the one just given, which is the last of the pile.
            "pick": [f"pick {card}" for card in self.discard[:-1] if card in QUALITIES],
            "with": [f"with {colour}" for colour in self._full_rows(self.turn)],
            "for": [f"for {target}" for target in self._foreign_tops()],
            # SUN-35
            "medal": ["turn", "enough"],
            # SUN-25, SUN-34
            "take": [f"take {card}" for card in self.open],
            "second": ["enough"] + [f"take {card}" for card in self.open if card[0] == self.row],
        }
        return conspiracies | set(answers[self.step])

    def _foreign_tops(self) -> list[str]:
        """The top cards of other players' rows, as in a move: "Bg"."""
        return [self.letters[seat] + colour for seat in self._others() for colour in self._full_rows(seat)]

    def _conspiracies(self) -> Iterator[str]:
        """SUN-36: once a turn, the top card of an own row for 3 power or 1 gold."""
        if "Co" in self.cards[self.turn] and "conspiracy" not in self.used:
            for colour in self._full_rows(self.turn):
                yield f"conspire {colour} 3"
                yield f"conspire {colour} g"

    def _obligations(self) -> Iterator[str]:
        """SUN-17: what has to be used in phase 1 while it can be."""
        others = [self.letters[seat] for seat in self._others()]
        if self._may_use("duel", "g"):
            # SUN-18
            yield from (f"duel {other}" for other in others)
            yield from (f"duel {one}{two}" for one, two in combinations(others, 2))
        if self._may_use("power", "r"):
            yield "power"
        if self._may_use("wealth", "y"):
            yield "wealth"
        if self._may_use("authority", "Au"):
            yield "authority"
        if self._may_use("overlord", "Ov"):
            yield from (f"overlord {other}" for other in others)
        if self._may_use("pension", "Pe"):
            yield "pension"

    def _may_use(self, use: str, needed: str) -> bool:
        """SUN-17: a majority in a colour, judged now, or an auction card; each once a turn."""
        held = self._has_majority(self.turn, needed) if needed in COLOURS else needed in self.cards[self.turn]
        return held and use not in self.used

    def _etiquettes(self) -> Iterator[str]:
        """SUN-20: (a) needs a quality card in the pile, (b) one on both sides; both need an own one."""
        if not self._may_use("etiquette", "b") or not self._full_rows(self.turn):
            return
        if any(card in QUALITIES for card in self.discard):
            yield from (f"etiquette {colour}" for colour in self._full_rows(self.turn))
        yield from (f"spoil {target}" for target in self._foreign_tops())

    def _phase_1_choices(self) -> list[str]:
        must = list(self._obligations())
        return must + list(self._etiquettes()) + ([] if must else ["next"])

    def _phase_2_choices(self) -> list[str]:
        """SUN-23; SUN-35: with a Medal one by one. It cannot be lost between the beginning of the phase and here."""
        return ["turn"] if "Me" in self.cards[self.turn] else ["turn 1", "turn 2", "turn 3"]

    def _phase_3_choices(self) -> Iterator[str]:
        """SUN-26: an action without the gold or the cards it needs cannot be chosen."""
        yield "end"
        if self.gold[self.turn] >= 1:
            yield from (f"strike {self.letters[seat]}" for seat in self._others())
            if self._foreign_tops():
                yield from (f"swap {colour}" for colour in self._full_rows(self.turn))
        if self.gold[self.turn] >= 2:
            yield from (f"ruin {target}" for target in self._foreign_tops())
            yield "draw"

    def _frame_choices(self, frame: Frame, seat: int) -> Iterator[str]:
        if isinstance(frame, Auction):
            if frame.paid is None:
                # SUN-31, SUN-32
                yield "drop"
                yield from (f"bid {bid}" for bid in range(frame.bid + 1, self._highest_bid(seat, frame.card) + 1))
            else:
                # SUN-33
                yield from (f"pay {word}" for word, kind in PAY_WORDS.items() if self._purse(kind)[seat])
                yield from (f"pay {name}" for name in self._full_rows(seat) + self.cards[seat])
        elif self.step in ("cardinal", "cardinal token"):
            # SUN-27
            bank = [letter for letter, kind in TOKEN_LETTERS.items() if self._in_bank(kind, 1)]
            yield from (f"token {letter}" for letter in bank)
            if self.step == "cardinal":
                yield "draw"
                if not bank:
                    yield "none"
        else:
            # SUN-28
            if self.step == "debt":
                yield from (f"give {name}" for name in self._full_rows(seat) + self.cards[seat])
            if self.step == "debt token" or self._tokens(seat) >= 2:
                yield from (f"token {letter}" for letter, kind in TOKEN_LETTERS.items() if self._purse(kind)[seat])

    def _highest_bid(self, seat: int, auctioned: str) -> int:
        """SUN-32, SUN-33: all tokens and the whole sphere, but bids end somewhere."""
        everything = self._tokens(seat) + sum(self._worth(card, auctioned) for card in self._sphere(seat))
        return min(everything, LAST_BID)

    def _worth(self, card: str, auctioned: str) -> int:
        """SUN-33: 2, or 3 if of the auctioned card's colour; a grey card has no colour."""
        return 3 if colour_of(card) == colour_of(auctioned) != "" else 2

    # Making a move

    def play(self, move: str, after: dict[str, Any] | None = None, seat: int | None = None) -> None:
        """Make a move. `after` is the position that the engine has then, asked only for what chance decides.

        That is the new deck after the first Louis XIV (SUN-29). What is left of it is the deck of `after`; the cards
        missing there have been turned since, and their order is the one that leads to `after`. Instead, `after` may
        have a key "reshuffled": the whole new deck, the next card first.
        """
        require(move in self.choices(seat), f"not a legal move: {move}")
        if self.louis:
            self._make(move)
        else:
            twin = self.copy()
            try:
                twin._make(move)
            except Chance as chance:
                if after is None:
                    raise
                twin = self._after_the_shuffle(move, chance.cards, after)
            vars(self).update(vars(twin))
        if after is not None:
            self.stream = after.get("stream", self.stream)

    def _after_the_shuffle(self, move: str, cards: list[str], after: dict[str, Any]) -> "Referee":
        """If no order leads to `after`, then the first one: whoever compares will find a difference."""
        first = None
        for new_deck in self._possible_decks(cards, after):
            twin = self.copy()
            twin.new_deck = new_deck
            twin._make(move)
            twin.new_deck = None
            written = twin.position()
            if all(after.get(key, value) == value for key, value in written.items() if key != "stream"):
                return twin
            first = first or twin
        require(first is not None, "Louis XIV is not in the lower half")
        assert first is not None
        return first

    def _possible_decks(self, cards: list[str], after: dict[str, Any]) -> Iterator[list[str]]:
        """SUN-9, SUN-29: the right cards, and Louis XIV in the lower half."""
        whole = Counter([*cards, LOUIS])
        if "reshuffled" in after:
            turned, rest = [], read_cards(after["reshuffled"])
            require(Counter(rest) == whole, "the new deck does not have the right cards")
        else:
            rest = read_cards(after["deck"])
            require(Counter(rest) <= whole, "the new deck does not have the right cards")
            turned = canonical((whole - Counter(rest)).elements())
            require(len(turned) <= MOST_TURNED, "too many cards of the new deck are missing")
        for order in sorted(set(permutations(turned))):
            new_deck = [*order, *rest]
            if new_deck.index(LOUIS) >= len(cards) // 2:
                yield new_deck

    def _make(self, move: str) -> None:
        word, *details = move.split()
        if self.frames:
            self._act_in_frame(self.frames[-1], word, *details)
        elif word == "conspire":
            self._conspire(*details)
        elif self.step in ("pick", "with", "for"):
            self._second_step(*details)
        elif self.phase == 1:
            self._use(word, *details)
        elif self.phase == 2:
            self._turn_or_take(word, *details)
        else:
            self._gold_action(word, *details)

    def _ask(self, seat: int, step: str) -> None:
        self.mover, self.step = seat, step

    def _mark(self, use: str) -> None:
        """SUN-17: never again this turn."""
        self.used = [known for known in USES if known in self.used or known == use]

    def _conspire(self, colour: str, price: str) -> None:
        """SUN-36. What was asked before is asked again."""
        self._mark("conspiracy")
        self.discard.append(self._lift(self.turn, colour))
        if price == "3":
            self._gain(self.turn, "power", 3)
        else:
            self._gain(self.turn, "gold", 1)

    # Phase 1

    def _use(self, word: str, target: str = "") -> None:
        if word == "next":
            self.phase = 2
            return
        self._mark("etiquette" if word == "spoil" else word)
        if word == "duel":
            # SUN-18, SUN-37
            loss = 2 if len(target) == 1 else 1
            victims = [self.letters.index(letter) for letter in target]
            self._lose_power({seat: loss - self.cards[seat].count("Di") for seat in victims})
        elif word == "overlord":
            # SUN-39
            self._lose_power({self.letters.index(target): 1})
        elif word in ("power", "authority"):
            # SUN-19, SUN-38
            self._gain(self.turn, "power", 1)
        elif word == "wealth":
            # SUN-19
            self._gain(self.turn, "gold", 1)
        elif word == "pension":
            # SUN-40
            self._gain(self.turn, "gold", self.cards[self.turn].count("Pe"))
        elif word == "etiquette":
            # SUN-20 (a)
            self.discard.append(self._lift(self.turn, target))
            self.step = "pick"
        else:
            # SUN-20 (b)
            self.discard.append(self._lift(self.letters.index(target[0]), target[1]))
            self.step = "with"

    def _second_step(self, what: str) -> None:
        """SUN-20, SUN-26: what comes after `etiquette`, `spoil` and `swap`."""
        if self.step == "pick":
            # Of several that are alike, the one that has lain there longest.
            self.discard.remove(what)
            self._lay(self.turn, what)
            self.step = "main"
        elif self.step == "with":
            self.discard.append(self._lift(self.turn, what))
            self.step = "main"
        else:
            other = self.letters.index(what[0])
            own, foreign = self._lift(self.turn, self.row), self._lift(other, what[1])
            self._lay(self.turn, foreign)
            self._lay(other, own)
            self.row = ""
            self._go_on()

    def _lose_power(self, losses: dict[int, int]) -> None:
        """SUN-18, SUN-22: together; who must give more than he has is eliminated, several in seat order."""
        gone = sorted(seat for seat, loss in losses.items() if loss > self.power[seat])
        for seat, loss in losses.items():
            if seat not in gone:
                self._spend(seat, "power", loss)
        for seat in gone:
            self._spend(seat, "power", self.power[seat])
            self._spend(seat, "gold", self.gold[seat])
            self.discard += self._sphere(seat)
            self.rows[seat] = dict.fromkeys(COLOURS, ())
            self.cards[seat] = []
        if gone:
            self.out.append("".join(self.letters[seat] for seat in gone))
        if len(self._living()) == 1:
            self._end()

    # Phase 2

    def _turn_or_take(self, word: str, what: str = "") -> None:
        if word == "turn":
            # SUN-23; SUN-35: one quality card at a time, four in all.
            self._turn_open(int(what or "1"))
            if self.over:
                return
            if not what and len(self.open) < 4:
                self._ask(self.turn, "medal")
            else:
                self._go_on()
        elif self.step == "medal":
            self._go_on()
        elif word == "take":
            self.open.remove(what)
            self._lay(self.turn, what)
            # SUN-34
            more = any(card[0] == what[0] for card in self.open)
            if self.step == "take" and more and "In" in self.cards[self.turn]:
                self.row = what[0]
                self._ask(self.turn, "second")
            else:
                self._clear_open()
        else:
            self._clear_open()

    def _turn_open(self, wanted: int) -> None:
        """SUN-23, SUN-24: until so many more quality cards lie open; special and auction cards wait."""
        self.to_turn = wanted
        while self.to_turn:
            card = self._turn_up(self.turn)
            if self.over:
                return
            if card in QUALITIES:
                self.open.append(card)
                self.to_turn -= 1
            elif card != LOUIS:
                self.put_off.append(card)

    def _clear_open(self) -> None:
        """SUN-25: the rest is discarded as turned."""
        self.discard += self.open
        self.open = []
        self.row = ""
        self.phase = 3
        self._ask(self.turn, "main")

    # Phase 3

    def _gold_action(self, word: str, target: str = "") -> None:
        """SUN-26: gold is paid first. After one action, or none, the turn is over."""
        self._spend(self.turn, "gold", {"end": 0, "strike": 1, "swap": 1, "ruin": 2, "draw": 2}[word])
        if word == "swap":
            self.row = target
            self.step = "for"
            return
        if word == "strike":
            self._lose_power({self.letters.index(target): 1})
            if self.over:
                return
        elif word == "ruin":
            self.discard.append(self._lift(self.letters.index(target[0]), target[1]))
        elif word == "draw":
            self.frames.append(Draw(self.turn))
        self._go_on()

    # What goes on by itself

    def _go_on(self) -> None:
        """Carry on what is innermost, until somebody has to decide or the game is over."""
        while not self._carry_on():
            pass

    def _carry_on(self) -> bool:
        """One thing; true when somebody is asked or the game is over."""
        if self.frames:
            frame = self.frames[-1]
            if isinstance(frame, Draw):
                return self._draw(frame)
            return self._auction(frame) if isinstance(frame, Auction) else self._errand(frame)
        if self.phase == 2:
            # SUN-24: in the order turned, before the player takes a card.
            if self.put_off:
                self._begin(self.put_off.pop(0), self.turn)
                return False
            self._ask(self.turn, "take")
            return True
        self._next_turn()
        return True

    def _next_turn(self) -> None:
        """SUN-10, SUN-22: the next player clockwise who is in. SUN-17: an idle phase 1 is passed over."""
        self.turn = next(seat for seat in self._clockwise(self.turn) if seat != self.turn)
        self.used = []
        self.phase = 1
        if self._phase_1_choices() == ["next"] and not list(self._conspiracies()):
            self.phase = 2
        self._ask(self.turn, "main")

    def _turn_up(self, by: int) -> str:
        """The deck's top card. SUN-24: Louis XIV is resolved at once."""
        card = self.deck.pop(0)
        self.lower = min(self.lower, len(self.deck))
        # SUN-43: cards of the set-up lie at the bottom, so they are turned last.
        self.bottom = min(self.bottom, sum(left != LOUIS for left in self.deck))
        if card == LOUIS:
            self._resolve_louis(by)
        return card

    def _resolve_louis(self, by: int) -> None:
        self.louis += 1
        self.bottom = self.lower = 0
        if self.louis == 2 or len(self._living()) == 2:
            # SUN-30
            self.discard.append(LOUIS)
            self._end()
            return
        # SUN-29, SUN-44
        for seat in self._clockwise(by):
            self._gain(seat, "gold", 1)
        cards = self.deck + self.discard
        if self.new_deck is None:
            raise Chance(cards)
        self.deck, self.discard = list(self.new_deck), []
        # SUN-9: the lower half is the larger one, and Louis XIV is in it.
        self.lower = len(cards) - len(cards) // 2 + 1

    def _begin(self, card: str, by: int) -> None:
        """A special or auction card begins to be resolved. SUN-46: whom it concerns is settled now."""
        around = self._clockwise(by)
        if card == CARDINAL:
            # SUN-27
            self.frames.append(Errand(card, by, tuple(seat for seat in around if self._has_majority(seat, "p"))))
        elif card == DEBTS:
            # SUN-28: if nobody has a seal the most is none, and nobody has fewer.
            most = max(self._visible_seals(seat) for seat in around)
            self.frames.append(Errand(card, by, tuple(seat for seat in around if self._visible_seals(seat) < most)))
        else:
            # SUN-31
            self.frames.append(Auction(card, by, tuple(around), 0, None, None))

    def _draw(self, frame: Draw) -> bool:
        """SUN-26, SUN-27, SUN-45: until a quality card comes; anything else is resolved first."""
        card = self._turn_up(frame.seat)
        if self.over:
            return True
        if card in QUALITIES:
            self._lay(frame.seat, card)
            self.frames.pop()
            if self.frames:
                self._first_is_done()
        elif card != LOUIS:
            self._begin(card, frame.seat)
        return False

    def _first_is_done(self) -> None:
        """The first one left has finished acting in the innermost Cardinal or Debts."""
        errand = self.frames.pop()
        assert isinstance(errand, Errand)
        self.frames.append(replace(errand, left=errand.left[1:]))

    def _errand(self, frame: Errand) -> bool:
        if not frame.left:
            # SUN-25: discarded the moment it is done.
            self.frames.pop()
            self.discard.append(frame.card)
            return False
        seat = frame.left[0]
        if frame.card == CARDINAL:
            self._ask(seat, "cardinal")
            return True
        if not self._sphere(seat) and self._tokens(seat) < 2:
            # SUN-28: he pays what he has, and is not asked.
            self._spend(seat, "gold", self.gold[seat])
            self._spend(seat, "power", self.power[seat])
            self._first_is_done()
            return False
        self._ask(seat, "debt")
        return True

    def _auction(self, frame: Auction) -> bool:
        if frame.paid is not None:
            if frame.paid < frame.bid:
                self._ask(frame.left[0], "pay")
                return True
            # SUN-33: the card is laid down after payment.
            self.frames.pop()
            self.cards[frame.left[0]] = canonical([*self.cards[frame.left[0]], frame.card])
        elif not frame.left:
            # SUN-31: nobody has bid.
            self.frames.pop()
            self.discard.append(frame.card)
        elif frame.left == (frame.bidder,):
            self.frames[-1] = replace(frame, paid=0)
        elif self._highest_bid(frame.left[0], frame.card) <= frame.bid:
            # SUN-32: who cannot raise drops by himself.
            self.frames[-1] = replace(frame, left=frame.left[1:])
        else:
            self._ask(frame.left[0], "bid")
            return True
        return False

    def _act_in_frame(self, frame: Frame, word: str, what: str = "") -> None:
        if isinstance(frame, Auction):
            self._bid_or_pay(frame, word, what)
        elif isinstance(frame, Errand) and frame.card == CARDINAL:
            self._act_in_cardinal(frame, word, what)
        elif isinstance(frame, Errand):
            self._act_in_debts(frame, word, what)

    def _bid_or_pay(self, frame: Auction, word: str, what: str) -> None:
        """SUN-31 to SUN-33."""
        seat, *others = frame.left
        if word == "drop":
            self.frames[-1] = replace(frame, left=tuple(others))
        elif word == "bid":
            self.frames[-1] = replace(frame, left=(*others, seat), bid=int(what), bidder=seat)
        else:
            assert frame.paid is not None
            self.frames[-1] = replace(frame, paid=frame.paid + self._pay(seat, what, frame.card))
        self._go_on()

    def _pay(self, seat: int, what: str, auctioned: str) -> int:
        """SUN-33: one item, and what it is worth."""
        if what in PAY_WORDS:
            self._spend(seat, PAY_WORDS[what], 1)
            return 1
        return self._worth(self._give_up(seat, what), auctioned)

    def _act_in_cardinal(self, frame: Errand, word: str, what: str) -> None:
        """SUN-27."""
        seat = frame.left[0]
        if word == "draw":
            self.frames.append(Draw(seat))
        else:
            if word == "token":
                self._gain(seat, TOKEN_LETTERS[what], 1)
                # The second one, while the bank has any.
                if self.step == "cardinal" and (self._in_bank("gold", 1) or self._in_bank("power", 1)):
                    self.step = "cardinal token"
                    return
            self._first_is_done()
        self._go_on()

    def _act_in_debts(self, frame: Errand, word: str, what: str) -> None:
        """SUN-28."""
        seat = frame.left[0]
        if word == "give":
            self._give_up(seat, what)
        else:
            self._spend(seat, TOKEN_LETTERS[what], 1)
            if self.step == "debt":
                self.step = "debt token"
                return
        self._first_is_done()
        self._go_on()

    # The end of the game

    def _end(self) -> None:
        """SUN-22, SUN-30: what lies open or waits stays as it lies; a card being resolved is discarded."""
        self.discard += [frame.card for frame in self.frames if not isinstance(frame, Draw)]
        self.frames = []
        self.mover = None
        self.step = ""

    def scores(self) -> list[int]:
        """SUN-41. An eliminated player has nothing left."""
        require(self.over, "the game is not over")
        return [self._tokens(seat) + 2 * self._count(seat, "b", True) for seat in range(self.players)]

    def places(self) -> list[int]:
        """SUN-42: points, then purple cards; equal players share a place and the next one is skipped."""
        points = self.scores()
        merits: list[tuple[int, int, int]] = []
        for seat, letter in enumerate(self.letters):
            # Whoever is in comes before all others, and of these, the later one before the earlier.
            when = [index for index, gone in enumerate(self.out) if letter in gone]
            merits.append((when[0] if when else len(self.out), points[seat], self._count(seat, "p", True)))
        return [1 + sum(other > merit for other in merits) for merit in merits]
