"""The rules of In the Shadow of the Sun King, clause by clause (rules.en.md), for every runtime.

A card is its kind, 0..19: quality cards `colour * 2 + seal` (0..9), then seven kinds of auction card (10..16), Gambling
Debts, Cardinal Mazarin and Louis XIV. Slots hold the kind + 1, and 0 for no card. A row of a sphere of influence is its
number of cards, and their seals as bits, the lowest bit for the card at the bottom.

What interrupts something else (a draw, a special card, an auction) lies on a stack of frames; `advance` goes on with
the innermost until somebody has to decide.

What actions and the observation mean is declared below, once; `spaces.md` shows it as tables.
"""

import numpy as np

from camarilla.engine.rule import rule
from camarilla.engine.space import Piece, Space
from camarilla.engine.stream import below, shuffle, start

VERSION = 2
REPLAYS = (1,)  # all but a match in which somebody was asked after a bid of 250, and dropped (SUN-32)

# --- The cards (SUN-1 to SUN-4) ---

SEATS, COLOURS = 6, 5
BLUE, GREEN, PURPLE, RED, YELLOW = range(COLOURS)
QUALITIES = COLOURS * 2
INFLUENCE, MEDAL, AUTHORITY, OVERLORD, PENSION, CONSPIRACY, DIPLOMACY = range(7)
AUCTIONS = 7
DEBTS, CARDINAL, LOUIS = QUALITIES + AUCTIONS, QUALITIES + AUCTIONS + 1, QUALITIES + AUCTIONS + 2
KINDS = LOUIS + 1
CARDS = 84
LONGEST_ROW, MOST_OPEN, MOST_WAITING, DEEPEST = 14, 4, 17, 12
MOST_TURNED = 3  # cards in phase 2 (SUN-23)
TYING = 4  # players from whom on a tie is a majority (SUN-15)
LAST_TWO = 2  # players with whom the King's first visit is the last (SUN-29)
BLUE_POINTS = 2  # of a blue card at the end (SUN-41)
TOKENS_A_DEBT = 2  # SUN-28
PRICE, DEARER = 2, 3  # what a card is worth for an auction card, and one of its colour (SUN-33)
CONSPIRED_POWER, CONSPIRED_GOLD = 3, 1  # SUN-36
STRIKE_PRICE, SWAP_PRICE, RUIN_PRICE, DRAW_PRICE = 1, 1, 2, 2  # in gold (SUN-26)

# --- What is asked (notation.md) ---

MAIN, PICK, WITH, FOR, MEDAL_TURN, TAKE, SECOND, CHOOSE, CHOOSE_TOKEN, DEBT, DEBT_TOKEN, BID, PAY = range(13)
NOTHING = -1
IN_DRAW, IN_CARDINAL, IN_DEBTS, IN_AUCTION = range(4)  # frames
USED_DUEL, USED_POWER, USED_WEALTH, USED_ETIQUETTE = 1, 2, 4, 8
USED_AUTHORITY, USED_OVERLORD, USED_PENSION, USED_CONSPIRACY = 16, 32, 64, 128
DUTIES = USED_DUEL + USED_POWER + USED_WEALTH + USED_AUTHORITY + USED_OVERLORD + USED_PENSION  # used while they can be

# --- Actions ---

HIGHEST_BID = 250
ACTION_SPACE = Space(
    Piece("duel", "two players lose 1 each, or one loses 2 if it is the same twice", SEATS, SEATS),
    Piece("power", "use power"),
    Piece("wealth", "use wealth"),
    Piece("authority", "use Authority"),
    Piece("pension", "use the Pension"),
    Piece("overlord", "the Overlord: this player loses 1", SEATS),
    Piece("etiquette", "etiquette: give the top card of the own row of this colour to the discard pile", COLOURS),
    Piece("pick", "and take this card out of it", QUALITIES),
    Piece("spoil", "etiquette: discard the top card of this player's row of this colour", SEATS, COLOURS),
    Piece("with", "together with that of the own row of this colour", COLOURS),
    Piece("conspire", "Conspiracy: discard the top card of the own row for 3 power, or 1 gold", COLOURS, 2),
    Piece("next", "end phase 1"),
    Piece("turn", "turn so many quality cards; from 1", 3),
    Piece("turn_one", "with a Medal: turn one more"),
    Piece("enough", "enough; also: take no second card"),
    Piece("take", "take this open card", QUALITIES),
    Piece("strike", "this player loses 1", SEATS),
    Piece("swap", "exchange the top card of the own row of this colour", COLOURS),
    Piece("for", "for that of this player's row of this colour", SEATS, COLOURS),
    Piece("ruin", "discard the top card of this player's row of this colour", SEATS, COLOURS),
    Piece("draw", "draw the top card of the deck"),
    Piece("end", "end the turn"),
    Piece("token", "a gold, a power point", 2),
    Piece("none", "nothing, from an empty bank"),
    Piece("give", "give the top card of the own row of this colour to pay a debt", COLOURS),
    Piece("give_card", "give this auction card", AUCTIONS),
    Piece("drop", "drop out of an auction"),
    Piece("bid", "bid so much; from 1", HIGHEST_BID),
    Piece("pay_token", "pay a gold, a power point", 2),
    Piece("pay", "pay the top card of the own row of this colour", COLOURS),
    Piece("pay_card", "pay this auction card", AUCTIONS),
)
SIGHT_SPACE = ACTION_SPACE  # nothing is played face down
(
    DUEL_A,
    POWER_A,
    WEALTH_A,
    AUTHORITY_A,
    PENSION_A,
    OVERLORD_A,
    ETIQUETTE_A,
    PICK_A,
    SPOIL_A,
    WITH_A,
    CONSPIRE_A,
    NEXT_A,
    TURN_A,
    TURN_ONE_A,
    ENOUGH_A,
    TAKE_A,
    STRIKE_A,
    SWAP_A,
    FOR_A,
    RUIN_A,
    DRAW_A,
    END_A,
    GOLD_A,
    NONE_A,
    GIVE_A,
    GIVE_CARD_A,
    DROP_A,
    BID_A,
    PAY_GOLD_A,
    PAY_ROW_A,
    PAY_CARD_A,
) = ACTION_SPACE.bases
TOKEN_A, PAY_TOKEN_A = GOLD_A + 1, PAY_GOLD_A + 1
ACTIONS, SIGHTS = ACTION_SPACE.size, SIGHT_SPACE.size
CHOICES = 320

# --- The observation: seats are counted clockwise from the observer, numbers beyond 127 are 127 ---

USES, MOST_SEEN = 8, 127
KNOWN_AT_BOTTOM = 16
SPHERE_SEEN = Space(
    Piece("out", "when eliminated; 0: not", most=SEATS),
    Piece("gold", "gold", most=MOST_SEEN),
    Piece("power", "power", most=MOST_SEEN),
    Piece("seals", "visible seals", most=CARDS),
    Piece("majorities", "1 for each colour in which it has the majority", COLOURS),
    Piece("auction", "auction cards", AUCTIONS, most=2),
    Piece("rows", "rows from the bottom up: 1 a card without a seal, 2 one with", COLOURS, LONGEST_ROW, most=2),
)
FRAME_SEEN = Space(
    Piece("what", "1 a draw, 2 a Cardinal, 3 Debts, 4 an auction; 0: no such frame", most=4, is_name=True),
    Piece("card", "its card as kind + 1", most=KINDS, is_name=True),
    Piece("by", "a flag for who turned it, or draws", SEATS),
    Piece("at", "a flag for who acts", SEATS),
    Piece("left", "a flag for everybody who has not finished, or is still in", SEATS),
    Piece("bid", "the bid", most=MOST_SEEN),
    Piece("bidder", "a flag for the bidder", SEATS),
    Piece("paid", "what has been paid", most=MOST_SEEN),
)
OBSERVATION_SPACE = Space(
    Piece("players", "how many players there are", most=SEATS),
    Piece("limited", "1 if the bank can run out"),
    Piece("auctions_count", "1 if auction cards count in majorities"),
    Piece("sealed", "how many cards with a seal there are, by colour", COLOURS, most=LONGEST_ROW),
    Piece("phase", "phase", most=3, is_name=True),
    Piece("louis", "how often Louis has been turned", most=2),
    Piece("medal", "1 if this phase 2 is one with a Medal"),
    Piece(
        "step",
        "a flag for what is to be decided: main, pick, with, for, medal, take, second, cardinal, cardinal token, debt, "
        "debt token, bid, pay; all zero when the match is over",
        PAY + 1,
    ),
    Piece("mover", "a flag for who is to decide", SEATS),
    Piece("turn", "a flag for whose turn it is", SEATS),
    Piece("used", "used this turn: duel, power, wealth, etiquette, authority, overlord, pension, conspiracy", USES),
    Piece("bank_gold", "gold in the bank; 0 if it cannot run out", most=MOST_SEEN),
    Piece("bank_power", "power in the bank; 0 if it cannot run out", most=MOST_SEEN),
    Piece("deck", "cards in the deck", most=CARDS),
    Piece("bottom", "known cards at its bottom", most=KNOWN_AT_BOTTOM),
    Piece("lower", "among how many places from the bottom Louis can be", most=CARDS),
    Piece("chosen", "in the steps for and second: the colour chosen + 1", most=COLOURS, is_name=True),
    Piece("open", "open cards in the order turned, each as kind + 1", MOST_OPEN, most=KINDS, is_name=True),
    Piece("waiting", "cards that wait, likewise", MOST_WAITING, most=KINDS, is_name=True),
    Piece("spheres", "the players' spheres of influence", SEATS, of=SPHERE_SEEN),
    Piece("discards", "the discard pile, by kind", KINDS, most=LONGEST_ROW),
    Piece("discard_top", "its top card as kind + 1", most=KINDS, is_name=True),
    Piece(
        "bottom_cards",
        "known cards at the bottom of the deck from the bottom up, each as kind + 1",
        KNOWN_AT_BOTTOM,
        most=KINDS,
        is_name=True,
    ),
    Piece("frames", "what interrupts something else, from the outermost", DEEPEST, of=FRAME_SEEN),
)
OBSERVATION = OBSERVATION_SPACE.size
(
    AT_PLAYERS,
    AT_LIMITED,
    AT_AUCTIONS_COUNT,
    AT_SEALED,
    AT_PHASE,
    AT_LOUIS,
    AT_MEDAL,
    AT_STEP,
    AT_MOVER,
    AT_TURN,
    AT_USED,
    AT_BANK_GOLD,
    AT_BANK_POWER,
    AT_DECK,
    AT_BOTTOM,
    AT_LOWER,
    AT_CHOSEN,
    AT_OPEN,
    AT_WAITING,
    AT_SPHERES,
    AT_DISCARDS,
    AT_DISCARD_TOP,
    AT_BOTTOM_CARDS,
    AT_FRAMES,
) = OBSERVATION_SPACE.bases
(
    SPHERE_OUT,
    SPHERE_GOLD,
    SPHERE_POWER,
    SPHERE_SEALS,
    SPHERE_MAJORITIES,
    SPHERE_AUCTION,
    SPHERE_ROWS,
) = SPHERE_SEEN.bases
(
    FRAME_WHAT,
    FRAME_CARD,
    FRAME_BY,
    FRAME_AT,
    FRAME_LEFT,
    FRAME_BID,
    FRAME_BIDDER,
    FRAME_PAID,
) = FRAME_SEEN.bases
SPHERE_SIZE, FRAME_SIZE = SPHERE_SEEN.size, FRAME_SEEN.size

Data = np.dtype(
    [
        ("players", "i1"),
        ("limited", "i1"),  # 1 if the bank can run out
        ("majorities", "i1"),  # 1 if auction cards count in majorities
        ("total", "i1", (KINDS,)),
        ("dealt", "i1", (SEATS,)),  # quality cards to each seat (SUN-6)
    ],
    align=True,
)

State = np.dtype(
    [
        ("random", "u8"),
        ("used", "i2"),
        ("bank_power", "i2"),
        ("power", "i2", (SEATS,)),
        ("gold", "i2", (SEATS,)),
        ("seals", "i2", (SEATS, COLOURS)),
        ("bid", "i2", (DEEPEST,)),
        ("paid", "i2", (DEEPEST,)),
        ("bank_gold", "i1"),
        ("row", "i1", (SEATS, COLOURS)),
        ("auction", "i1", (SEATS, AUCTIONS)),
        ("out", "i1", (SEATS,)),  # 0 in the game; else when eliminated, 1 first
        ("turn", "i1"),
        ("mover", "i1"),
        ("phase", "i1"),
        ("step", "i1"),
        ("stage", "i1"),
        ("chosen", "i1"),  # of an action of two steps: the card given or the row chosen
        ("louis", "i1"),
        ("medal", "i1"),  # 1 if this phase 2 began with a medal
        ("to_turn", "i1"),
        ("opened", "i1"),
        ("open", "i1", (MOST_OPEN,)),
        ("waitings", "i1"),
        ("wait", "i1", (MOST_WAITING,)),
        ("frames", "i1"),
        ("frame", "i1", (DEEPEST,)),
        ("frame_card", "i1", (DEEPEST,)),
        ("frame_by", "i1", (DEEPEST,)),
        ("frame_at", "i1", (DEEPEST,)),
        ("frame_left", "i1", (DEEPEST,)),
        ("bidder", "i1", (DEEPEST,)),
        ("left", "i1"),
        ("bottom", "i1"),
        ("lower", "i1"),
        ("deck", "i1", (CARDS,)),  # the next card last
        ("discards", "i1"),
        ("discard", "i1", (CARDS,)),
        ("spare", "i1", (4,)),  # so that no byte of the record is left over
    ],
    align=True,
)

# --- Stages of a turn, between decisions ---

PHASE_1, PICKING, SPOILING, ANNOUNCE, TURNING, RESOLVING, TAKING, TAKING_SECOND, PHASE_3, SWAPPING, ENDING = range(11)


@rule
def bit(seat):
    return 1 << seat


@rule
def clockwise(t, seat):
    return seat + 1 if seat + 1 < t.players else 0


@rule
def next_in(t, seats, seat):
    """The first seat after the given one, clockwise, of those given as bits; there is at least one."""
    seat = clockwise(t, seat)
    while not seats >> seat & 1:
        seat = clockwise(t, seat)
    return seat


@rule
def first_in(t, seats, seat):
    """The same, the given seat included."""
    return seat if seats >> seat & 1 else next_in(t, seats, seat)


@rule
def in_game(t, s):
    """The players who have not been eliminated, as bits."""
    seats = 0
    for seat in range(t.players):
        if s.out[seat] == 0:
            seats += bit(seat)
    return seats


@rule
def how_many(seats):
    n = 0
    for seat in range(SEATS):
        n += seats >> seat & 1
    return n


# --- Cards of the auctions (SUN-2) ---


@rule
def colour_of(card):
    """Of an auction card; -1 for a grey one."""
    if card == INFLUENCE:
        return BLUE
    if card == MEDAL:
        return PURPLE
    if card == AUTHORITY:
        return RED
    if card == OVERLORD:
        return GREEN
    return YELLOW if card == PENSION else -1


@rule
def has_seal(card):
    return card <= AUTHORITY


# --- Spheres of influence (SUN-11 to SUN-13) ---


@rule
def lay(s, seat, kind):
    """A quality card goes on top of its row."""
    colour = kind // 2
    s.seals[seat, colour] += (kind % 2) << s.row[seat, colour]
    s.row[seat, colour] += 1


@rule
def top(s, seat, colour):
    """The top card of a row that is not empty."""
    return colour * 2 + (s.seals[seat, colour] >> (s.row[seat, colour] - 1) & 1)


@rule
def lift(s, seat, colour):
    """Take the top card off a row."""
    kind = top(s, seat, colour)
    s.row[seat, colour] -= 1
    s.seals[seat, colour] -= (kind % 2) << s.row[seat, colour]
    return kind


@rule
def throw(s, kind):
    """Onto the discard pile."""
    s.discard[s.discards] = kind + 1
    s.discards += 1


@rule
def visible_seals(s, seat):
    """SUN-12: of top cards and auction cards."""
    n = 0
    for colour in range(COLOURS):
        if s.row[seat, colour]:
            n += top(s, seat, colour) % 2
    for card in range(AUCTIONS):
        if has_seal(card):
            n += s.auction[seat, card]
    return n


@rule
def any_row(s, seat):
    for colour in range(COLOURS):
        if s.row[seat, colour]:
            return True
    return False


# --- Majorities (SUN-13 to SUN-16) ---


@rule
def card_of(colour):
    """The auction card of a colour."""
    if colour == BLUE:
        return INFLUENCE
    if colour == GREEN:
        return OVERLORD
    if colour == PURPLE:
        return MEDAL
    return AUTHORITY if colour == RED else PENSION


@rule
def count(t, s, seat, colour):
    n = s.row[seat, colour]
    if t.majorities:
        n += s.auction[seat, card_of(colour)]
    return n


@rule
def tie_will_do(t, s):
    """SUN-15."""
    return t.players >= TYING and how_many(in_game(t, s)) >= TYING


@rule
def has_majority(t, s, seat, colour):
    """Strictly more than anyone else; with four or more players left a tie will do, but not with no card."""
    own = count(t, s, seat, colour)
    if own == 0:
        return False
    for other in range(t.players):
        if other != seat and s.out[other] == 0:
            theirs = count(t, s, other, colour)
            if theirs > own or (theirs == own and not tie_will_do(t, s)):
                return False
    return True


# --- Tokens and the bank (SUN-5) ---


@rule
def gain_power(t, s, seat, amount):
    if t.limited:
        amount = min(amount, s.bank_power)
        s.bank_power -= amount
    s.power[seat] += amount


@rule
def gain_gold(t, s, seat, amount):
    if t.limited:
        amount = min(amount, s.bank_gold)
        s.bank_gold -= amount
    s.gold[seat] += amount


@rule
def pay_power(t, s, seat, amount):
    s.power[seat] -= amount
    if t.limited:
        s.bank_power += amount


@rule
def pay_gold(t, s, seat, amount):
    s.gold[seat] -= amount
    if t.limited:
        s.bank_gold += amount


@rule
def bank_is_empty(t, s):
    return t.limited and s.bank_gold == 0 and s.bank_power == 0


# --- Set-up ---


@rule
def setup(t, s):
    clear(t, s)
    for kind in range(LOUIS):
        for _ in range(t.total[kind]):
            s.deck[s.left] = kind + 1
            s.left += 1
    shuffle(s, s.deck, s.left)
    deal(t, s)
    insert_louis(s)
    for seat in range(t.players):  # SUN-8
        gain_power(t, s, seat, 9)
        gain_gold(t, s, seat, 1)
    s.turn = 0  # SUN-10
    begin_turn(s)
    advance(t, s)


@rule
def clear(t, s):
    s.used = 0
    s.bank_power = 60 if t.limited else 0
    s.bank_gold = 20 if t.limited else 0
    s.turn = 0
    s.mover = NOTHING
    s.phase = 1
    s.step = MAIN
    s.stage = PHASE_1
    s.chosen = 0
    s.louis = 0
    s.medal = 0
    s.to_turn = 0
    s.opened = 0
    s.waitings = 0
    s.frames = 0
    s.left = 0
    s.bottom = 0
    s.lower = 0
    s.discards = 0
    for seat in range(SEATS):
        s.power[seat] = 0
        s.gold[seat] = 0
        s.out[seat] = 0
        for colour in range(COLOURS):
            s.row[seat, colour] = 0
            s.seals[seat, colour] = 0
        for card in range(AUCTIONS):
            s.auction[seat, card] = 0
    for i in range(MOST_OPEN):
        s.open[i] = 0
    for i in range(MOST_WAITING):
        s.wait[i] = 0
    for i in range(DEEPEST):
        forget_frame(s, i)
    for i in range(CARDS):
        s.deck[i] = 0
        s.discard[i] = 0
    for i in range(len(s.spare)):
        s.spare[i] = 0


@rule
def forget_frame(s, i):
    s.frame[i] = 0
    s.frame_card[i] = 0
    s.frame_by[i] = 0
    s.frame_at[i] = 0
    s.frame_left[i] = 0
    s.bid[i] = 0
    s.bidder[i] = 0
    s.paid[i] = 0


@rule
def deal(t, s):
    """SUN-6: a card a round to each who has not yet all; SUN-7: what is no quality goes under the deck."""
    for turn in range(4):
        for seat in range(t.players):
            if turn < t.dealt[seat]:
                kind = top_card(s)
                while kind >= QUALITIES:
                    put_under(s, kind)
                    kind = top_card(s)
                lay(s, seat, kind)


@rule
def top_card(s):
    s.left -= 1
    kind = s.deck[s.left] - 1
    s.deck[s.left] = 0
    s.lower = min(s.lower, s.left)
    s.bottom = min(s.bottom, max(0, s.left - 1))  # Louis is below
    return kind


@rule
def put_under(s, kind):
    for i in range(s.left, 0, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[0] = kind + 1
    s.left += 1
    s.bottom += 1


@rule
def insert_louis(s):
    """SUN-9: anywhere in the lower half, which is the larger one."""
    s.lower = s.left - s.left // 2 + 1
    put_louis(s, below(s, s.lower))


@rule
def put_louis(s, place):
    for i in range(s.left, place, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[place] = LOUIS + 1
    s.left += 1


# --- Going on until somebody has to decide ---


@rule
def begin_turn(s):
    s.phase = 1
    s.stage = PHASE_1
    s.used = 0


@rule
def ask(s, seat, step):
    s.mover = seat
    s.step = step
    return True


@rule
def end(s):
    """The game is over; cards that are being resolved are discarded."""
    s.mover = NOTHING
    s.step = MAIN
    s.stage = ENDING
    s.medal = 0
    s.chosen = 0
    for i in range(s.frames):
        if s.frame_card[i]:
            throw(s, s.frame_card[i] - 1)
        forget_frame(s, i)
    s.frames = 0
    return True


@rule
def advance(t, s):
    """Go on with the innermost of what is being done, until somebody has to decide or the game is over."""
    asked = False
    while not asked:
        asked = go_on(t, s) if s.frames else go_on_with_turn(t, s)


@rule
def go_on_with_turn(t, s):
    if s.stage == PHASE_1:
        if s.used or any_use(t, s, s.turn):  # else it is passed over (SUN-17)
            return ask(s, s.turn, MAIN)
        begin_phase_2(s)
        return False
    if s.stage == PICKING:
        return ask(s, s.turn, PICK)
    if s.stage == SPOILING:
        return ask(s, s.turn, WITH)
    if s.stage == SWAPPING:
        return ask(s, s.turn, FOR)
    if s.stage == ANNOUNCE:
        return ask(s, s.turn, MAIN)
    if s.stage == TURNING:
        return turn_cards(t, s)
    if s.stage == RESOLVING:
        resolve_next(t, s)
        return False
    if s.stage == TAKING:
        return ask(s, s.turn, TAKE)
    if s.stage == TAKING_SECOND:
        return ask(s, s.turn, SECOND)
    if s.stage == PHASE_3:
        s.phase = 3
        return ask(s, s.turn, MAIN)
    s.turn = next_in(t, in_game(t, s), s.turn)
    begin_turn(s)
    return False


@rule
def begin_phase_2(s):
    s.phase = 2
    s.stage = ANNOUNCE
    s.medal = s.auction[s.turn, MEDAL] > 0  # SUN-35: one bought later comes too late


# --- Phase 1 (SUN-17 to SUN-22) ---


@rule
def use_of_colour(colour):
    """What a majority in that colour may be used for; purple ones are not used (SUN-27)."""
    if colour == GREEN:
        return USED_DUEL
    if colour == RED:
        return USED_POWER
    if colour == YELLOW:
        return USED_WEALTH
    return USED_ETIQUETTE if colour == BLUE else 0


@rule
def use_of_card(card):
    """What an auction card may be used for."""
    if card == AUTHORITY:
        return USED_AUTHORITY
    if card == OVERLORD:
        return USED_OVERLORD
    if card == PENSION:
        return USED_PENSION
    return USED_CONSPIRACY if card == CONSPIRACY else 0


@rule
def rights(t, s, seat):
    """What the seat has a majority or a card for and has not used yet, as bits of `used`."""
    found = 0
    for colour in range(COLOURS):
        if use_of_colour(colour) & ~s.used and has_majority(t, s, seat, colour):
            found |= use_of_colour(colour)
    for card in range(AUCTIONS):
        if s.auction[seat, card]:
            found |= use_of_card(card) & ~s.used
    return found


@rule
def may_conspire(s, seat):
    """SUN-36. After a gold action nothing is left to decide, so there it is too late."""
    return not s.used & USED_CONSPIRACY and s.auction[seat, CONSPIRACY] > 0 and any_row(s, seat)


@rule
def quality_in_pile(s):
    for i in range(s.discards):
        if s.discard[i] - 1 < QUALITIES:
            return True
    return False


@rule
def any_row_of_others(t, s, seat):
    for other in range(t.players):
        if other != seat and s.out[other] == 0 and any_row(s, other):
            return True
    return False


@rule
def etiquette_is_possible(t, s, seat):
    """SUN-20: either way needs an own card; the one a quality card in the pile, the other somebody else's card."""
    return any_row(s, seat) and (quality_in_pile(s) or any_row_of_others(t, s, seat))


@rule
def any_use(t, s, seat):
    found = rights(t, s, seat)
    if found & DUTIES or (found & USED_ETIQUETTE and etiquette_is_possible(t, s, seat)):
        return True
    return may_conspire(s, seat)


@rule
def lose(t, s, seat, amount):
    """SUN-22: whoever must give more power than he has is out. True if so."""
    if s.power[seat] < amount:
        return True
    pay_power(t, s, seat, amount)
    return False


@rule
def duel_loss(s, seat, amount):
    """SUN-37."""
    return amount - 1 if s.auction[seat, DIPLOMACY] else amount


@rule
def duel(t, s, one, other):
    """SUN-18: losses happen together."""
    s.used += USED_DUEL
    losers = 0
    if one == other:
        if lose(t, s, one, duel_loss(s, one, 2)):
            losers = bit(one)
    else:
        if lose(t, s, one, duel_loss(s, one, 1)):
            losers += bit(one)
        if lose(t, s, other, duel_loss(s, other, 1)):
            losers += bit(other)
    eliminate(t, s, losers)


@rule
def eliminate(t, s, losers):
    """SUN-22: several discard in seat order."""
    when = 0
    for seat in range(t.players):
        when = max(when, s.out[seat])
    for seat in range(t.players):
        if losers >> seat & 1:
            s.out[seat] = when + 1
            leave(t, s, seat)


@rule
def leave(t, s, seat):
    for colour in range(COLOURS):
        for i in range(s.row[seat, colour]):
            throw(s, colour * 2 + (s.seals[seat, colour] >> i & 1))
        s.row[seat, colour] = 0
        s.seals[seat, colour] = 0
    for card in range(AUCTIONS):
        for _ in range(s.auction[seat, card]):
            throw(s, QUALITIES + card)
        s.auction[seat, card] = 0
    pay_power(t, s, seat, s.power[seat])
    pay_gold(t, s, seat, s.gold[seat])


@rule
def one_left(t, s):
    return how_many(in_game(t, s)) == 1


# --- Phase 2 (SUN-23 to SUN-25) ---


@rule
def turn_cards(t, s):
    """Turn cards until enough quality cards lie open; with a medal, one at a time (SUN-35)."""
    while s.to_turn > 0:
        kind = top_card(s)
        if kind == LOUIS:
            if meet_louis(t, s, s.turn):
                return end(s)
        elif kind < QUALITIES:
            s.open[s.opened] = kind + 1
            s.opened += 1
            s.to_turn -= 1
        else:
            s.wait[s.waitings] = kind + 1
            s.waitings += 1
    if s.medal and s.opened < MOST_OPEN:
        return ask(s, s.turn, MEDAL_TURN)
    finish_turning(s)
    return False


@rule
def finish_turning(s):
    s.medal = 0
    s.stage = RESOLVING


@rule
def resolve_next(t, s):
    """SUN-24: waiting cards in the order turned; then the player takes."""
    if s.waitings == 0:
        s.stage = TAKING
        return
    kind = s.wait[0] - 1
    s.waitings -= 1
    for i in range(s.waitings):
        s.wait[i] = s.wait[i + 1]
    s.wait[s.waitings] = 0
    resolve(t, s, kind, s.turn)


@rule
def take_open(s, kind):
    """The first open card of that kind goes into the sphere of the player whose turn it is."""
    found = False
    for i in range(s.opened):
        if not found and s.open[i] == kind + 1:
            found = True
        elif found:
            s.open[i - 1] = s.open[i]
    s.opened -= 1
    s.open[s.opened] = 0
    lay(s, s.turn, kind)


@rule
def open_of_colour(s, colour):
    for i in range(s.opened):
        if (s.open[i] - 1) // 2 == colour:
            return True
    return False


@rule
def finish_taking(s):
    """SUN-25: the others are discarded as turned."""
    for i in range(s.opened):
        throw(s, s.open[i] - 1)
        s.open[i] = 0
    s.opened = 0
    s.chosen = 0
    s.stage = PHASE_3


# --- Louis XIV (SUN-29, SUN-30, SUN-44) ---


@rule
def meet_louis(t, s, by):
    """True if he ends the game."""
    s.louis += 1
    s.bottom = 0
    s.lower = 0
    if s.louis == 2 or how_many(in_game(t, s)) == LAST_TWO:
        throw(s, LOUIS)
        return True
    seat = by
    for _ in range(t.players):
        if s.out[seat] == 0:
            gain_gold(t, s, seat, 1)
        seat = clockwise(t, seat)
    for i in range(s.discards):
        s.deck[s.left] = s.discard[i]
        s.left += 1
        s.discard[i] = 0
    s.discards = 0
    shuffle(s, s.deck, s.left)
    insert_louis(s)
    return False


# --- What is resolved (SUN-27, SUN-28, SUN-31, SUN-45, SUN-46) ---


@rule
def push(s, frame, card, by):
    s.frame[s.frames] = frame
    s.frame_card[s.frames] = card + 1
    s.frame_by[s.frames] = by
    s.frame_at[s.frames] = by
    s.frames += 1


@rule
def pop(s):
    s.frames -= 1
    forget_frame(s, s.frames)


@rule
def resolve(t, s, kind, by):
    """Begin with a special or auction card; who is concerned is settled now."""
    i = s.frames
    if kind == CARDINAL:
        push(s, IN_CARDINAL, kind, by)
        for seat in range(t.players):
            if s.out[seat] == 0 and has_majority(t, s, seat, PURPLE):
                s.frame_left[i] += bit(seat)
    elif kind == DEBTS:
        push(s, IN_DEBTS, kind, by)
        s.frame_left[i] = debtors(t, s)
    else:
        push(s, IN_AUCTION, kind, by)
        s.frame_left[i] = in_game(t, s)
        s.bidder[i] = NOTHING
    if s.frame_left[i]:
        s.frame_at[i] = first_in(t, s.frame_left[i], by)


@rule
def debtors(t, s):
    most = 0
    for seat in range(t.players):
        if s.out[seat] == 0:
            most = max(most, visible_seals(s, seat))
    seats = 0
    for seat in range(t.players):
        if s.out[seat] == 0 and visible_seals(s, seat) < most:
            seats += bit(seat)
    return seats


@rule
def go_on(t, s):
    """Go on with the innermost frame. True if somebody has to decide, or the game is over."""
    i = s.frames - 1
    if s.frame[i] == IN_DRAW:
        return go_on_drawing(t, s, s.frame_by[i])
    if s.frame[i] == IN_AUCTION:
        return go_on_with_auction(t, s, i)
    if s.frame_left[i] == 0:
        throw(s, s.frame_card[i] - 1)
        pop(s)
        return False
    seat = s.frame_at[i]
    if s.frame[i] == IN_CARDINAL:
        if s.paid[i] == 0:
            return ask(s, seat, CHOOSE)
        if not bank_is_empty(t, s):
            return ask(s, seat, CHOOSE_TOKEN)
        done(t, s)
        return False
    if s.paid[i]:
        return ask(s, seat, DEBT_TOKEN)
    if tokens(s, seat) < TOKENS_A_DEBT and not any_card(s, seat):  # SUN-28
        pay_power(t, s, seat, s.power[seat])
        pay_gold(t, s, seat, s.gold[seat])
        done(t, s)
        return False
    return ask(s, seat, DEBT)


@rule
def done(t, s):
    """The one who acted in the innermost frame has finished."""
    i = s.frames - 1
    if s.frame[i] != IN_AUCTION:
        s.paid[i] = 0
    s.frame_left[i] -= bit(s.frame_at[i])
    if s.frame_left[i]:
        s.frame_at[i] = next_in(t, s.frame_left[i], s.frame_at[i])


@rule
def tokens(s, seat):
    return s.gold[seat] + s.power[seat]


@rule
def any_card(s, seat):
    for card in range(AUCTIONS):
        if s.auction[seat, card]:
            return True
    return any_row(s, seat)


@rule
def go_on_drawing(t, s, by):
    """SUN-26: the deck's top card into the sphere; whatever is no quality card comes first (SUN-45)."""
    kind = top_card(s)
    if kind == LOUIS:
        if meet_louis(t, s, by):
            return end(s)
    elif kind < QUALITIES:
        lay(s, by, kind)
        pop(s)
        if s.frames:
            done(t, s)
        else:
            s.stage = ENDING
    else:
        resolve(t, s, kind, by)
    return False


@rule
def begin_draw(s, seat):
    push(s, IN_DRAW, NOTHING, seat)


# --- Auctions (SUN-31 to SUN-33) ---


@rule
def price(card, colour):
    """What a card of that colour is worth for an auction card."""
    return DEARER if colour == colour_of(card) and colour >= 0 else PRICE


@rule
def could_pay(s, seat, card):
    """With all that the seat has."""
    cards = 0
    for colour in range(COLOURS):
        cards += s.row[seat, colour]
    for other in range(AUCTIONS):
        cards += s.auction[seat, other]
    worth = tokens(s, seat) + PRICE * cards
    colour = colour_of(card)
    if colour >= 0:
        worth += (DEARER - PRICE) * (s.row[seat, colour] + s.auction[seat, card])
    return worth


@rule
def auctioned(s):
    return s.frame_card[s.frames - 1] - 1 - QUALITIES


@rule
def means(s, seat):
    """SUN-32: the highest bid that the seat may ever make."""
    return min(HIGHEST_BID, could_pay(s, seat, auctioned(s)))


@rule
def go_on_with_auction(t, s, i):
    seat = s.frame_at[i]
    if s.frame_left[i] == 0:  # nobody bids
        throw(s, s.frame_card[i] - 1)
        pop(s)
        return False
    if s.bidder[i] == seat and s.frame_left[i] == bit(seat):
        if s.paid[i] < s.bid[i]:
            return ask(s, seat, PAY)
        s.auction[seat, auctioned(s)] += 1
        pop(s)
        return False
    if means(s, seat) <= s.bid[i]:  # SUN-32
        done(t, s)
        return False
    return ask(s, seat, BID)


# --- What may be done ---


@rule
def waiting(t, s):
    return 1 << s.mover if s.mover >= 0 else 0


@rule
def legal(t, s, seat, out):
    if s.mover != seat:
        return 0
    if s.step == MAIN:
        return main_choices(t, s, seat, out)
    if s.step == PICK:
        return picks(s, out)
    if s.step == WITH:
        return own_rows(s, seat, WITH_A, out, 0)
    if s.step == FOR:
        return rows_of_others(t, s, seat, FOR_A, out, 0)
    if s.step == MEDAL_TURN:
        return medal_choices(s, seat, out)
    if s.step == TAKE or s.step == SECOND:
        return takes(s, seat, out)
    if s.step == BID:
        return bids(s, seat, out)
    return payments(t, s, seat, out)


@rule
def forced(t, s, seat, out):
    """SUN-43: the deck alone is hidden, and no choice depends on it."""
    return out[0] if legal(t, s, seat, out) == 1 else -1


@rule
def main_choices(t, s, seat, out):
    if s.phase == 1:
        return uses(t, s, seat, out)
    if s.phase == 3:
        return gold_actions(t, s, seat, out)
    n = conspiracies(s, seat, out, 0)
    if s.medal:
        out[n] = TURN_ONE_A
        return n + 1
    for i in range(MOST_TURNED):
        out[n + i] = TURN_A + i
    return n + MOST_TURNED


@rule
def uses(t, s, seat, out):
    n = 0
    found = rights(t, s, seat)
    if found & USED_DUEL:
        n = duels(t, s, seat, out)
    if found & USED_POWER:
        out[n] = POWER_A
        n += 1
    if found & USED_WEALTH:
        out[n] = WEALTH_A
        n += 1
    if found & USED_AUTHORITY:
        out[n] = AUTHORITY_A
        n += 1
    if found & USED_PENSION:
        out[n] = PENSION_A
        n += 1
    if found & USED_OVERLORD:
        n = others(t, s, seat, OVERLORD_A, out, n)
    if found & USED_ETIQUETTE and any_row(s, seat):
        if quality_in_pile(s):
            n = own_rows(s, seat, ETIQUETTE_A, out, n)
        n = rows_of_others(t, s, seat, SPOIL_A, out, n)
    n = conspiracies(s, seat, out, n)
    if not found & DUTIES:
        out[n] = NEXT_A
        n += 1
    return n


@rule
def duels(t, s, seat, out):
    """One loses 2, or two lose 1 each; with one opponent left he loses 2."""
    n = 0
    for one in range(t.players):
        for other in range(one, t.players):
            if one != seat and other != seat and s.out[one] == 0 and s.out[other] == 0:
                out[n] = DUEL_A + one * SEATS + other
                n += 1
    return n


@rule
def others(t, s, seat, action, out, n):
    for other in range(t.players):
        if other != seat and s.out[other] == 0:
            out[n] = action + other
            n += 1
    return n


@rule
def own_rows(s, seat, action, out, n):
    for colour in range(COLOURS):
        if s.row[seat, colour]:
            out[n] = action + colour
            n += 1
    return n


@rule
def rows_of_others(t, s, seat, action, out, n):
    for other in range(t.players):
        if other != seat and s.out[other] == 0:
            for colour in range(COLOURS):
                if s.row[other, colour]:
                    out[n] = action + other * COLOURS + colour
                    n += 1
    return n


@rule
def conspiracies(s, seat, out, n):
    if may_conspire(s, seat):
        for colour in range(COLOURS):
            if s.row[seat, colour]:
                out[n] = CONSPIRE_A + colour * 2
                out[n + 1] = CONSPIRE_A + colour * 2 + 1
                n += 2
    return n


@rule
def picks(s, out):
    """Any quality card of the pile but the one just given, which lies on top."""
    n = 0
    for kind in range(QUALITIES):
        for i in range(s.discards - 1):
            if s.discard[i] == kind + 1:
                out[n] = PICK_A + kind
                n += 1
                break
    return n


@rule
def medal_choices(s, seat, out):
    n = conspiracies(s, seat, out, 0)
    out[n] = TURN_ONE_A
    out[n + 1] = ENOUGH_A
    return n + 2


@rule
def takes(s, seat, out):
    """One of the open cards; as the second only one of the same colour, or none (SUN-34)."""
    n = conspiracies(s, seat, out, 0)
    if s.step == SECOND:
        out[n] = ENOUGH_A
        n += 1
    for kind in range(QUALITIES):
        if s.step == SECOND and kind // 2 != s.chosen:
            continue
        for i in range(s.opened):
            if s.open[i] == kind + 1:
                out[n] = TAKE_A + kind
                n += 1
                break
    return n


@rule
def gold_actions(t, s, seat, out):
    """SUN-26."""
    n = conspiracies(s, seat, out, 0)
    if s.gold[seat] >= STRIKE_PRICE:
        n = others(t, s, seat, STRIKE_A, out, n)
    if s.gold[seat] >= SWAP_PRICE and any_row_of_others(t, s, seat):
        n = own_rows(s, seat, SWAP_A, out, n)
    if s.gold[seat] >= RUIN_PRICE:
        n = rows_of_others(t, s, seat, RUIN_A, out, n)
    if s.gold[seat] >= DRAW_PRICE:
        out[n] = DRAW_A
        n += 1
    out[n] = END_A
    return n + 1


@rule
def bids(s, seat, out):
    """SUN-31, SUN-32."""
    out[0] = DROP_A
    n = 1
    for bid in range(s.bid[s.frames - 1] + 1, means(s, seat) + 1):
        out[n] = BID_A + bid - 1
        n += 1
    return n


@rule
def payments(t, s, seat, out):
    """To the Cardinal's questions, for a debt or for an auction card."""
    n = 0
    if s.step == CHOOSE:
        out[0] = DRAW_A
        n = 1
    if s.step == CHOOSE or s.step == CHOOSE_TOKEN:
        return bank_tokens(t, s, out, n)
    if s.step == PAY:
        return items(s, seat, PAY_GOLD_A, PAY_ROW_A, PAY_CARD_A, True, out, 0)
    if s.step == DEBT_TOKEN:
        return own_tokens(s, seat, GOLD_A, out, 0)
    return items(s, seat, GOLD_A, GIVE_A, GIVE_CARD_A, tokens(s, seat) >= TOKENS_A_DEBT, out, 0)


@rule
def bank_tokens(t, s, out, n):
    if not t.limited or s.bank_gold:
        out[n] = GOLD_A
        n += 1
    if not t.limited or s.bank_power:
        out[n] = TOKEN_A
        n += 1
    if bank_is_empty(t, s):
        out[n] = NONE_A
        n += 1
    return n


@rule
def own_tokens(s, seat, action, out, n):
    if s.gold[seat]:
        out[n] = action
        n += 1
    if s.power[seat]:
        out[n] = action + 1
        n += 1
    return n


@rule
def items(s, seat, token, row, card, with_tokens, out, n):
    """Tokens, top cards and auction cards, each a way to pay."""
    if with_tokens:
        n = own_tokens(s, seat, token, out, n)
    n = own_rows(s, seat, row, out, n)
    for kind in range(AUCTIONS):
        if s.auction[seat, kind]:
            out[n] = card + kind
            n += 1
    return n


# --- Doing it ---


@rule
def play(t, s, seat, action):
    if action < NEXT_A:
        use(t, s, seat, action)
    elif action < STRIKE_A:
        turn_or_take(t, s, seat, action)
    elif action < DRAW_A:
        spend(t, s, seat, action)
    elif action < DROP_A:
        answer(t, s, seat, action)
    else:
        bid_or_pay(t, s, seat, action)
    if one_left(t, s):
        end(s)
    else:
        advance(t, s)


@rule
def use(t, s, seat, action):
    """Qualities and auction cards of phase 1, and Conspiracy in any phase."""
    if action < POWER_A:
        duel(t, s, action // SEATS, action % SEATS)
    elif action == POWER_A:
        s.used += USED_POWER
        gain_power(t, s, seat, 1)
    elif action == WEALTH_A:
        s.used += USED_WEALTH
        gain_gold(t, s, seat, 1)
    elif action == AUTHORITY_A:
        s.used += USED_AUTHORITY
        gain_power(t, s, seat, 1)
    elif action == PENSION_A:
        s.used += USED_PENSION
        gain_gold(t, s, seat, s.auction[seat, PENSION])
    elif action < ETIQUETTE_A:
        s.used += USED_OVERLORD
        if lose(t, s, action - OVERLORD_A, 1):
            eliminate(t, s, bit(action - OVERLORD_A))
    elif action < WITH_A + COLOURS:
        use_etiquette(t, s, seat, action)
    else:
        s.used += USED_CONSPIRACY
        throw(s, lift(s, seat, (action - CONSPIRE_A) // 2))
        if (action - CONSPIRE_A) % 2:
            gain_gold(t, s, seat, CONSPIRED_GOLD)
        else:
            gain_power(t, s, seat, CONSPIRED_POWER)


@rule
def use_etiquette(t, s, seat, action):
    """SUN-20, in two steps either way."""
    if action < PICK_A:
        s.used += USED_ETIQUETTE
        throw(s, lift(s, seat, action - ETIQUETTE_A))
        s.stage = PICKING
    elif action < SPOIL_A:
        lay(s, seat, pick_out(s, action - PICK_A))
        s.stage = PHASE_1
    elif action < WITH_A:
        s.used += USED_ETIQUETTE
        throw(s, lift(s, (action - SPOIL_A) // COLOURS, (action - SPOIL_A) % COLOURS))
        s.stage = SPOILING
    else:
        throw(s, lift(s, seat, action - WITH_A))
        s.stage = PHASE_1


@rule
def pick_out(s, kind):
    """Take a card out of the discard pile, of cards alike the lowest."""
    place = 0
    while s.discard[place] != kind + 1:
        place += 1
    for i in range(place, s.discards - 1):
        s.discard[i] = s.discard[i + 1]
    s.discards -= 1
    s.discard[s.discards] = 0
    return kind


@rule
def turn_or_take(t, s, seat, action):
    if action == NEXT_A:
        begin_phase_2(s)
    elif action < TAKE_A:
        if action == ENOUGH_A:
            if s.stage == TAKING_SECOND:
                finish_taking(s)
            else:
                finish_turning(s)
        else:
            s.to_turn = 1 if action == TURN_ONE_A else action - TURN_A + 1
            s.stage = TURNING
    else:
        take_open(s, action - TAKE_A)
        colour = (action - TAKE_A) // 2
        if s.stage == TAKING and s.auction[seat, INFLUENCE] and open_of_colour(s, colour):
            s.chosen = colour
            s.stage = TAKING_SECOND
        else:
            finish_taking(s)


@rule
def spend(t, s, seat, action):
    """Gold actions but the draw (SUN-26)."""
    if action < SWAP_A:
        pay_gold(t, s, seat, STRIKE_PRICE)
        if lose(t, s, action - STRIKE_A, 1):
            eliminate(t, s, bit(action - STRIKE_A))
        s.stage = ENDING
    elif action < FOR_A:
        pay_gold(t, s, seat, SWAP_PRICE)
        s.chosen = action - SWAP_A
        s.stage = SWAPPING
    elif action < RUIN_A:
        other = (action - FOR_A) // COLOURS
        theirs = lift(s, other, (action - FOR_A) % COLOURS)
        ours = lift(s, seat, s.chosen)
        lay(s, seat, theirs)
        lay(s, other, ours)
        s.chosen = 0
        s.stage = ENDING
    else:
        pay_gold(t, s, seat, RUIN_PRICE)
        throw(s, lift(s, (action - RUIN_A) // COLOURS, (action - RUIN_A) % COLOURS))
        s.stage = ENDING


@rule
def answer(t, s, seat, action):
    """To draw or end the turn; to the Cardinal, or for a debt."""
    if action == END_A:
        s.stage = ENDING
    elif action == DRAW_A:
        if s.frames == 0:
            pay_gold(t, s, seat, DRAW_PRICE)
        begin_draw(s, seat)
    elif action == NONE_A:
        done(t, s)
    elif action >= GIVE_A:
        if action < GIVE_CARD_A:
            throw(s, lift(s, seat, action - GIVE_A))
        else:
            s.auction[seat, action - GIVE_CARD_A] -= 1
            throw(s, QUALITIES + action - GIVE_CARD_A)
        done(t, s)
    else:
        token(t, s, seat, action)


@rule
def token(t, s, seat, action):
    """A gold or a power point, the first or the second: from the bank, or for a debt to it."""
    i = s.frames - 1
    if s.frame[i] == IN_CARDINAL:
        if action == GOLD_A:
            gain_gold(t, s, seat, 1)
        else:
            gain_power(t, s, seat, 1)
    elif action == GOLD_A:
        pay_gold(t, s, seat, 1)
    else:
        pay_power(t, s, seat, 1)
    s.paid[i] += 1
    if s.paid[i] == 2:
        done(t, s)


@rule
def bid_or_pay(t, s, seat, action):
    i = s.frames - 1
    if action == DROP_A:
        done(t, s)
    elif action < PAY_GOLD_A:
        s.bid[i] = action - BID_A + 1
        s.bidder[i] = seat
        s.frame_at[i] = next_in(t, s.frame_left[i], seat)
    else:
        s.paid[i] += pay(t, s, seat, action)


@rule
def pay(t, s, seat, action):
    """SUN-33: an item, and what it is worth."""
    card = auctioned(s)
    if action == PAY_GOLD_A:
        pay_gold(t, s, seat, 1)
        return 1
    if action == PAY_TOKEN_A:
        pay_power(t, s, seat, 1)
        return 1
    if action < PAY_CARD_A:
        throw(s, lift(s, seat, action - PAY_ROW_A))
        return price(card, action - PAY_ROW_A)
    s.auction[seat, action - PAY_CARD_A] -= 1
    throw(s, QUALITIES + action - PAY_CARD_A)
    return price(card, colour_of(action - PAY_CARD_A))


# --- The end (SUN-41, SUN-42) ---


@rule
def final_points(s, seat):
    if s.out[seat]:
        return 0
    return s.gold[seat] + s.power[seat] + BLUE_POINTS * (s.row[seat, BLUE] + s.auction[seat, INFLUENCE])


@rule
def is_ahead(s, one, other):
    """Whether one ranks before the other."""
    if s.out[one] or s.out[other]:
        return s.out[other] > 0 and (s.out[one] == 0 or s.out[one] > s.out[other])
    if final_points(s, one) != final_points(s, other):
        return final_points(s, one) > final_points(s, other)
    return s.row[one, PURPLE] + s.auction[one, MEDAL] > s.row[other, PURPLE] + s.auction[other, MEDAL]


@rule
def score(t, s, points, places):
    for seat in range(t.players):
        points[seat] = final_points(s, seat)
        places[seat] = 1
        for other in range(t.players):
            if is_ahead(s, other, seat):
                places[seat] += 1


# --- What is hidden (SUN-43): the order of the deck ---


@rule
def seen(t, s, seat, mover, action):
    return action


@rule
def reveals(t, before, after):
    """A card was turned, or the deck made anew."""
    return after.left != before.left or after.louis != before.louis


@rule
def redeal(t, s, seat, seed):
    """Shuffle the deck but for the cards put under it at set-up; Louis is anywhere he can be."""
    s.random = start(seed)
    lift_louis(s)
    for i in range(s.bottom + 1, s.left):
        card = s.deck[i]
        j = i
        while j > s.bottom and s.deck[j - 1] < card:
            s.deck[j] = s.deck[j - 1]
            j -= 1
        s.deck[j] = card
    for i in range(s.left - 1, s.bottom, -1):
        j = s.bottom + below(s, i - s.bottom + 1)
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card
    if s.lower > 0:
        put_louis(s, below(s, s.lower))


@rule
def lift_louis(s):
    """Take Louis out of the deck, if he is in it."""
    found = False
    for i in range(s.left):
        if s.deck[i] == LOUIS + 1:
            found = True
        elif found:
            s.deck[i - 1] = s.deck[i]
    if found:
        s.left -= 1
        s.deck[s.left] = 0


# --- For learners: see the table at the top ---


@rule
def observe(t, s, seat, out):
    out[AT_PLAYERS] = t.players
    out[AT_LIMITED] = t.limited
    out[AT_AUCTIONS_COUNT] = t.majorities
    for colour in range(COLOURS):
        out[AT_SEALED + colour] = t.total[colour * 2 + 1]
    observe_turn(t, s, seat, out)
    for i in range(s.opened):
        out[AT_OPEN + i] = s.open[i]
    for i in range(s.waitings):
        out[AT_WAITING + i] = s.wait[i]
    for steps in range(t.players):
        observe_sphere(t, s, (seat + steps) % t.players, AT_SPHERES + steps * SPHERE_SIZE, out)
    for i in range(s.discards):
        out[AT_DISCARDS + s.discard[i] - 1] += 1
        out[AT_DISCARD_TOP] = s.discard[i]
    observe_bottom(s, out)
    for i in range(s.frames):
        observe_frame(t, s, seat, i, AT_FRAMES + i * FRAME_SIZE, out)


@rule
def observe_turn(t, s, seat, out):
    out[AT_PHASE] = s.phase
    out[AT_LOUIS] = s.louis
    out[AT_MEDAL] = s.medal
    if s.mover >= 0:
        out[AT_STEP + s.step] = 1
        out[AT_MOVER + (s.mover - seat) % t.players] = 1
    out[AT_TURN + (s.turn - seat) % t.players] = 1
    for i in range(USES):
        out[AT_USED + i] = s.used >> i & 1
    out[AT_BANK_GOLD] = s.bank_gold
    out[AT_BANK_POWER] = s.bank_power
    out[AT_DECK] = s.left
    out[AT_BOTTOM] = s.bottom
    out[AT_LOWER] = s.lower
    if s.step == FOR or s.step == SECOND:
        out[AT_CHOSEN] = s.chosen + 1


@rule
def observe_sphere(t, s, owner, at, out):
    out[at + SPHERE_OUT] = s.out[owner]
    out[at + SPHERE_GOLD] = min(MOST_SEEN, s.gold[owner])
    out[at + SPHERE_POWER] = min(MOST_SEEN, s.power[owner])
    out[at + SPHERE_SEALS] = visible_seals(s, owner)
    for colour in range(COLOURS):
        out[at + SPHERE_MAJORITIES + colour] = has_majority(t, s, owner, colour)
        for i in range(s.row[owner, colour]):
            out[at + SPHERE_ROWS + colour * LONGEST_ROW + i] = 1 + (s.seals[owner, colour] >> i & 1)
    for card in range(AUCTIONS):
        out[at + SPHERE_AUCTION + card] = s.auction[owner, card]


@rule
def observe_bottom(s, out):
    """The cards at the bottom of the deck that are known; where Louis is among them is not."""
    n = 0
    for i in range(s.left):
        if n < s.bottom and s.deck[i] != LOUIS + 1:
            out[AT_BOTTOM_CARDS + n] = s.deck[i]
            n += 1


@rule
def observe_frame(t, s, seat, i, at, out):
    out[at + FRAME_WHAT] = 1 + s.frame[i]
    out[at + FRAME_CARD] = s.frame_card[i]
    out[at + FRAME_BY + (s.frame_by[i] - seat) % t.players] = 1
    out[at + FRAME_AT + (s.frame_at[i] - seat) % t.players] = 1
    for other in range(t.players):
        out[at + FRAME_LEFT + (other - seat) % t.players] = s.frame_left[i] >> other & 1
    if s.frame[i] == IN_AUCTION and s.bidder[i] >= 0:
        out[at + FRAME_BIDDER + (s.bidder[i] - seat) % t.players] = 1
    out[at + FRAME_BID] = min(MOST_SEEN, s.bid[i])
    out[at + FRAME_PAID] = min(MOST_SEEN, s.paid[i])
