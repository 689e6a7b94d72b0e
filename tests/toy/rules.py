"""The rules of Pocket Court.

Two players, twelve cards of four kinds; one is put away, three go to each hand, the rest is the pile. On a turn one
lays a card in the row, openly or veiled, and then either draws a card or has the Queen choose a favourite by lot.
Whoever has no card left on their turn ends the match: veiled cards turn over, and a card is worth its rank, twice that
if it is of the favourite kind. Every lot that one had drawn costs a point, unless lots are free.
"""

import numpy as np

from camarilla.engine.rule import rule
from camarilla.engine.space import Piece, Space
from camarilla.engine.stream import below, shuffle, start

VERSION = 1

KINDS, SEATS, HAND, DECK, AWAY = 4, 2, 3, 12, 1
CHOICES = KINDS * 2

ACTION_SPACE = Space(
    Piece("lay", "lay a card of this kind, openly or veiled", KINDS, 2),
    Piece("draw", "draw a card"),
    Piece("lot", "have the Queen choose by lot"),
)
SIGHT_SPACE = ACTION_SPACE.followed_by(Piece("veiled", "a card is laid veiled"))
LAY, DRAW, LOT, VEILED = SIGHT_SPACE.bases
ACTIONS, SIGHTS = ACTION_SPACE.size, SIGHT_SPACE.size

LAID_SEEN = Space(
    Piece("owner", "whose it is + 1, from the observer on", most=SEATS),
    Piece("veiled", "1 if it was laid veiled"),
    Piece("kind", "kind + 1; 0 if it is not known", most=KINDS),
)
OBSERVATION_SPACE = Space(
    Piece("pile", "cards in the pile", most=DECK),
    Piece("favourite", "the Queen's favourite kind", most=KINDS),
    Piece("laid", "1 if the mover has laid a card"),
    Piece("mine", "1 if the observer is to move"),
    Piece("hand", "own hand, by kind", KINDS, most=DECK),
    Piece("other_hand", "cards in the other hand", most=DECK),
    Piece("lots", "lots drawn by each, from the observer on", SEATS, most=DECK),
    Piece("row", "the cards laid", DECK, of=LAID_SEEN),
)
OBSERVATION = OBSERVATION_SPACE.size
AT_PILE, AT_FAVOURITE, AT_LAID, AT_MINE, AT_HAND, AT_OTHER_HAND, AT_LOTS, AT_ROW = OBSERVATION_SPACE.bases
LAID_OWNER, LAID_VEILED, LAID_KIND = LAID_SEEN.bases
LAID_SIZE = LAID_SEEN.size

Data = np.dtype([("players", "i1"), ("total", "u1", (KINDS,)), ("price", "i1")], align=True)
State = np.dtype(
    [
        ("random", "u8"),
        ("mover", "i1"),  # -1 when the match is over
        ("first", "i1"),
        ("laid", "u1"),  # 1 once the mover has laid a card
        ("favourite", "u1"),
        ("left", "u1"),  # cards in the pile
        ("length", "u1"),  # of the row
        ("lots", "u1", (SEATS,)),
        ("pile", "u1", (DECK,)),  # the card put away, then the pile with its top last; kind + 1
        ("hand", "u1", (SEATS, KINDS)),  # how many of each kind
        ("row", "u1", (DECK,)),  # kind + 1
        ("owner", "u1", (DECK,)),
        ("veiled", "u1", (DECK,)),
    ],
    align=True,
)


# --- Set-up ---


@rule
def setup(t, s):
    clear(s)
    cards = 0
    for kind in range(KINDS):
        for _ in range(t.total[kind]):
            s.pile[cards] = kind + 1
            cards += 1
    shuffle(s, s.pile, cards)
    s.left = cards - AWAY
    for seat in range(t.players):
        for _ in range(HAND):
            draw(s, seat)
    s.favourite = below(s, KINDS)
    s.first = below(s, t.players)
    s.mover = s.first


@rule
def clear(s):
    s.laid = 0
    s.length = 0
    for seat in range(SEATS):
        s.lots[seat] = 0
        for kind in range(KINDS):
            s.hand[seat, kind] = 0
    for i in range(DECK):
        s.pile[i] = 0
        s.row[i] = 0
        s.owner[i] = 0
        s.veiled[i] = 0


@rule
def draw(s, seat):
    s.left -= 1
    s.hand[seat, s.pile[AWAY + s.left] - 1] += 1
    s.pile[AWAY + s.left] = 0


@rule
def cards_in_hand(s, seat):
    n = 0
    for kind in range(KINDS):
        n += s.hand[seat, kind]
    return n


# --- A turn ---


@rule
def waiting(t, s):
    return 1 << s.mover if s.mover >= 0 else 0


@rule
def legal(t, s, seat, out):
    if s.mover != seat:
        return 0
    n = 0
    if s.laid:
        if s.left:
            out[n] = DRAW
            n += 1
        out[n] = LOT
        return n + 1
    for kind in range(KINDS):
        if s.hand[seat, kind]:
            out[n] = kind * 2
            out[n + 1] = kind * 2 + 1
            n += 2
    return n


@rule
def forced(t, s, seat, out):
    """A card can always be laid in two ways; only an empty pile leaves no choice, and all can see that it is empty."""
    return out[0] if legal(t, s, seat, out) == 1 else -1


@rule
def play(t, s, seat, action):
    if action < DRAW:
        lay(s, action // 2, action % 2)
        return
    if action == DRAW:
        draw(s, seat)
    else:
        s.favourite = below(s, KINDS)
        s.lots[seat] += 1
    pass_on(t, s)


@rule
def lay(s, kind, veiled):
    s.hand[s.mover, kind] -= 1
    s.row[s.length] = kind + 1
    s.owner[s.length] = s.mover
    s.veiled[s.length] = veiled
    s.length += 1
    s.laid = 1


@rule
def pass_on(t, s):
    s.laid = 0
    s.mover = (s.mover + 1) % t.players
    if cards_in_hand(s, s.mover) == 0:
        s.mover = -1


@rule
def score(t, s, points, places):
    for seat in range(t.players):
        points[seat] = -t.price * s.lots[seat]
    for i in range(s.length):
        points[s.owner[i]] += s.row[i] * (2 if s.row[i] - 1 == s.favourite else 1)
    for seat in range(t.players):
        places[seat] = 1
        for other in range(t.players):
            if points[other] > points[seat]:
                places[seat] += 1


# --- What is hidden ---


@rule
def seen(t, s, seat, mover, action):
    if action < DRAW and action % 2 and seat != mover:
        return VEILED
    return action


@rule
def reveals(t, before, after):
    """A card was drawn or a lot: that is always the second step of a turn."""
    return after.laid == 0


@rule
def knows(s, seat, i):
    """Whether the seat knows the card at this place of the row."""
    return s.veiled[i] == 0 or s.owner[i] == seat or s.mover < 0


@rule
def redeal(t, s, seat, seed):
    s.random = start(seed)
    cards = gather(t, s, seat)
    shuffle(s, s.pile, cards)
    hand_out(t, s, seat, cards)


@rule
def gather(t, s, seat):
    """Bring all that the seat cannot see into the pile's array, in an order that tells nothing; how many they are."""
    cards = 0
    for kind in range(KINDS):
        for _ in range(unseen(t, s, seat, kind)):
            s.pile[cards] = kind + 1
            cards += 1
    return cards


@rule
def unseen(t, s, seat, kind):
    n = t.total[kind]
    for i in range(s.length):
        if knows(s, seat, i) and s.row[i] == kind + 1:
            n -= 1
    if seat >= 0:
        n -= s.hand[seat, kind]
    return n


@rule
def hand_out(t, s, seat, cards):
    """Deal from the end of the pile's array what `gather` brought there."""
    for i in range(s.length):
        if not knows(s, seat, i):
            cards -= 1
            s.row[i] = s.pile[cards]
    for other in range(t.players):
        if other != seat:
            cards = refill(s, other, cards)
    for i in range(cards, DECK):
        s.pile[i] = 0


@rule
def refill(s, seat, cards):
    size = cards_in_hand(s, seat)
    for kind in range(KINDS):
        s.hand[seat, kind] = 0
    for _ in range(size):
        cards -= 1
        s.hand[seat, s.pile[cards] - 1] += 1
    return cards


@rule
def observe(t, s, seat, out):
    other = (seat + 1) % t.players
    out[AT_PILE] = s.left
    out[AT_FAVOURITE] = s.favourite
    out[AT_LAID] = s.laid
    out[AT_MINE] = s.mover == seat
    for kind in range(KINDS):
        out[AT_HAND + kind] = s.hand[seat, kind]
    out[AT_OTHER_HAND] = cards_in_hand(s, other)
    out[AT_LOTS] = s.lots[seat]
    out[AT_LOTS + 1] = s.lots[other]
    for i in range(s.length):
        at = AT_ROW + i * LAID_SIZE
        out[at + LAID_OWNER] = (s.owner[i] - seat) % t.players + 1
        out[at + LAID_VEILED] = s.veiled[i]
        if knows(s, seat, i):
            out[at + LAID_KIND] = s.row[i]
