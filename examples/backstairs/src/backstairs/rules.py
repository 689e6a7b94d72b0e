"""The rules of Backstairs, clause by clause (rules.en.md), for every runtime.

Visitors of one rank are alike, so a card is its rank, 1..6, and 0 is no card. Everybody sends one visitor a turn, so
the number of a visit tells whose it is: visits are kept in their order, and named by it.

What actions, sights and the observation mean is declared below, once.
"""

import numpy as np

from camarilla.engine.rule import rule
from camarilla.engine.space import Piece, Space
from camarilla.engine.stream import below, shuffle, start

VERSION = 1

# --- The material (BST-1, BST-2, BST-3) ---

CHAMBERS, RANKS, FAVOURS = 3, 6, 5
SEATS, HAND, DECK, VISITS = 4, 3, 24, 16  # the most there can be
GREAT, BACK = 0, 1  # the stairs

# --- Actions ---

WAYS = CHAMBERS * 2  # in which a visitor can be sent
ACTION_SPACE = Space(
    Piece("send", "a visitor of this rank goes to this chamber, by the great or the back stairs", RANKS, CHAMBERS, 2),
)
SIGHT_SPACE = ACTION_SPACE.followed_by(Piece("slip", "somebody unseen comes to this chamber", CHAMBERS))
SEND, SLIP = SIGHT_SPACE.bases
ACTIONS, SIGHTS = ACTION_SPACE.size, SIGHT_SPACE.size
CHOICES = HAND * WAYS

# --- The observation: seats are counted clockwise from the observer ---

VISIT_SEEN = Space(
    Piece("sender", "who sent it + 1; 0: not paid yet", most=SEATS),
    Piece("chamber", "where to", most=CHAMBERS - 1),
    Piece("stairs", "1 if by the backstairs"),
    Piece("rank", "the visitor's rank; 0 if the observer does not know it", most=RANKS),
)
OBSERVATION_SPACE = Space(
    Piece("players", "how many players there are", most=SEATS),
    Piece("meetings", "1 if visitors of one rank meet on the backstairs"),
    Piece("visits_paid", "visits paid so far", most=VISITS),
    Piece("pile", "cards in the pile", most=DECK),
    Piece("mover", "a flag for who is to move; all zero when the match is over", SEATS),
    Piece("favours", "the favour of each chamber", CHAMBERS, most=6),
    Piece("hand", "own hand, by rank", RANKS, most=HAND),
    Piece("hands", "cards in each hand", SEATS, most=HAND),
    Piece("visits", "the visits in their order", VISITS, of=VISIT_SEEN),
)
OBSERVATION = OBSERVATION_SPACE.size
AT_PLAYERS, AT_MEETINGS, AT_VISITS_PAID, AT_PILE, AT_MOVER, AT_FAVOURS, AT_HAND, AT_HANDS, AT_VISITS = (
    OBSERVATION_SPACE.bases
)
VISIT_SENDER, VISIT_CHAMBER, VISIT_STAIRS, VISIT_RANK = VISIT_SEEN.bases
VISIT_SIZE = VISIT_SEEN.size

# --- Records ---

Data = np.dtype(
    [
        ("players", "i1"),  # signed, as is all that is subtracted from: compiled numbers without a sign wrap around
        ("turns", "u1"),  # that everybody takes
        ("copies", "u1"),  # of each rank in the deck
        ("honour", "u1"),  # what an announced visitor counts beyond its rank
        ("discretion", "u1"),  # points for a visit that nobody saw
        ("meetings", "u1"),  # 1 if visitors of one rank meet on the backstairs
        ("favour", "u1", (FAVOURS,)),
    ],
    align=True,
)

State = np.dtype(
    [
        ("random", "u8"),
        ("mover", "i1"),  # the seat to move, -1 when the match is over
        ("first", "i1"),
        ("visits", "u1"),  # how many have been paid
        ("favour", "u1", (FAVOURS,)),  # of each chamber, then those that are out of the game
        ("pile", "u1", (DECK,)),  # the cards laid aside, then the draw pile with its top last
        ("hand", "u1", (SEATS, RANKS)),  # how many cards of each rank
        ("visitor", "u1", (VISITS,)),  # of each visit: the rank,
        ("chamber", "u1", (VISITS,)),  # where to,
        ("stairs", "u1", (VISITS,)),  # and by which stairs
    ],
    align=True,
)


@rule
def aside(t):
    """How many cards take no part (BST-5)."""
    return RANKS * t.copies - t.players * t.turns


@rule
def left(t, s):
    """How many cards are in the draw pile: each visit takes one, as long as there are any (BST-10)."""
    return max(0, t.players * (t.turns - HAND) - s.visits)


@rule
def sender(t, s, i):
    """Whose visit it is: everybody sends one visitor a turn (BST-7)."""
    return (s.first + i) % t.players


@rule
def cards_in_hand(s, seat):
    n = 0
    for i in range(RANKS):
        n += s.hand[seat, i]
    return n


# --- Set-up ---


@rule
def setup(t, s):
    clear(s)
    for i in range(FAVOURS):
        s.favour[i] = t.favour[i]
    shuffle(s, s.favour, FAVOURS)  # BST-4
    cards = 0
    for i in range(RANKS):
        for _ in range(t.copies):
            s.pile[cards] = i + 1
            cards += 1
    shuffle(s, s.pile, cards)  # BST-5
    for seat in range(t.players):
        for _ in range(HAND):
            cards -= 1
            take(s, seat, cards)
    s.first = below(s, t.players)  # BST-6
    s.mover = s.first


@rule
def clear(s):
    s.visits = 0
    for i in range(DECK):
        s.pile[i] = 0
    for seat in range(SEATS):
        for i in range(RANKS):
            s.hand[seat, i] = 0
    for i in range(VISITS):
        s.visitor[i] = 0
        s.chamber[i] = 0
        s.stairs[i] = 0


@rule
def take(s, seat, card):
    """A card of the pile goes to a hand."""
    s.hand[seat, s.pile[card] - 1] += 1
    s.pile[card] = 0


# --- A turn (BST-7) ---


@rule
def waiting(t, s):
    return 1 << s.mover if s.mover >= 0 else 0


@rule
def legal(t, s, seat, out):
    """Every rank in the hand, to every chamber, by either staircase."""
    if s.mover != seat:
        return 0
    n = 0
    for i in range(RANKS):
        if s.hand[seat, i]:
            for way in range(WAYS):
                out[n] = i * WAYS + way
                n += way % 2 == BACK or not night(t, s)
    return n


@rule
def forced(t, s, seat, out):
    """Nobody is ever without a choice: the last card can still go to three chambers."""
    return -1


@rule
def night(t, s):
    """On everybody's last turn the great staircase is closed (BST-11)."""
    return s.visits >= t.players * (t.turns - 1)


@rule
def play(t, s, seat, action):
    card = action // WAYS
    s.hand[seat, card] -= 1
    s.visitor[s.visits] = card + 1
    s.chamber[s.visits] = action % WAYS // 2
    s.stairs[s.visits] = action % 2
    if left(t, s):
        take(s, seat, aside(t) + left(t, s) - 1)  # BST-10
    s.visits += 1
    s.mover = sender(t, s, s.visits) if s.visits < t.players * t.turns else -1  # BST-12


# --- The end (BST-12) ---


@rule
def met(t, s, i):
    """Whether a visitor met another of its rank on the same backstairs (BST-13)."""
    if t.meetings and s.stairs[i] == BACK:
        for j in range(s.visits):
            if j != i and s.stairs[j] == BACK and s.chamber[j] == s.chamber[i] and s.visitor[j] == s.visitor[i]:
                return True
    return False


@rule
def weight(t, s, i):
    """What a visit counts in its chamber (BST-8, BST-9)."""
    if s.stairs[i] == GREAT:
        return s.visitor[i] + t.honour
    return 0 if met(t, s, i) else s.visitor[i]


@rule
def influence(t, s, seat, chamber):
    """BST-14."""
    n = 0
    for i in range(s.visits):
        if s.chamber[i] == chamber and sender(t, s, i) == seat:
            n += weight(t, s, i)
    return n


@rule
def winner(t, s, chamber):
    """Who has the most influence, of equals whoever called there first; -1 if nobody has any (BST-14)."""
    best = 0
    found = -1
    for i in range(s.visits):
        if s.chamber[i] == chamber:
            seat = sender(t, s, i)
            n = influence(t, s, seat, chamber)
            if n > best:
                best = n
                found = seat
    return found


@rule
def discreet(t, s, seat):
    """How many of a seat's visitors went up the backstairs and met nobody (BST-15)."""
    n = 0
    for i in range(s.visits):
        if s.stairs[i] == BACK and sender(t, s, i) == seat and not met(t, s, i):
            n += 1
    return n


@rule
def precedence(t, s, seat):
    """Who goes first sees least: a point for each player who comes later in the round (BST-16)."""
    return t.players - 1 - (seat - s.first) % t.players


@rule
def all_influence(t, s, seat):
    n = 0
    for chamber in range(CHAMBERS):
        n += influence(t, s, seat, chamber)
    return n


@rule
def score(t, s, points, places):
    for seat in range(t.players):
        points[seat] = precedence(t, s, seat) + t.discretion * discreet(t, s, seat)
        for chamber in range(CHAMBERS):
            points[seat] += s.favour[chamber] if winner(t, s, chamber) == seat else 0
    for seat in range(t.players):
        places[seat] = 1
        for other in range(t.players):
            if beats(t, s, points, other, seat):
                places[seat] += 1


@rule
def beats(t, s, points, one, other):
    """More points, or as many and more influence in all (BST-17)."""
    if points[one] == points[other]:
        return all_influence(t, s, one) > all_influence(t, s, other)
    return points[one] > points[other]


# --- What is hidden (BST-18) ---


@rule
def seen(t, s, seat, mover, action):
    """Of a visitor on the backstairs, others learn only where it goes (BST-9)."""
    if action % 2 == BACK and seat != mover:
        return SLIP + action % WAYS // 2
    return action


@rule
def reveals(t, before, after):
    """A card was drawn, or the end has turned everything up."""
    return left(t, before) > 0 or after.mover < 0


@rule
def knows(t, s, seat, i):
    """Whether the seat knows the rank of a visitor: announced, its own, or turned up at the end (BST-12)."""
    return s.stairs[i] == GREAT or sender(t, s, i) == seat or s.mover < 0


@rule
def redeal(t, s, seat, seed):
    """Every deal that fits what the seat knows is as likely as another. The pile holds the unseen cards meanwhile."""
    s.random = start(seed)
    cards = gather(t, s, seat)
    shuffle(s, s.pile, cards)
    for i in range(s.visits):
        if not knows(t, s, seat, i):
            cards -= 1
            s.visitor[i] = s.pile[cards]
    for other in range(t.players):
        if other != seat:
            cards = redeal_hand(s, other, cards)
    for i in range(cards, DECK):
        s.pile[i] = 0


@rule
def gather(t, s, seat):
    """Bring all that the seat cannot see into the pile's array, in an order that tells nothing; how many they are."""
    cards = 0
    for i in range(RANKS):
        for _ in range(unseen(t, s, seat, i)):
            s.pile[cards] = i + 1
            cards += 1
    return cards


@rule
def unseen(t, s, seat, i):
    """How many cards of a rank are somewhere the seat cannot see."""
    n = t.copies
    for visit in range(s.visits):
        if s.visitor[visit] == i + 1 and knows(t, s, seat, visit):
            n -= 1
    return n - s.hand[seat, i] if seat >= 0 else n


@rule
def redeal_hand(s, seat, cards):
    size = cards_in_hand(s, seat)
    for i in range(RANKS):
        s.hand[seat, i] = 0
    for _ in range(size):
        cards -= 1
        s.hand[seat, s.pile[cards] - 1] += 1
    return cards


# --- For learners ---


@rule
def observe(t, s, seat, out):
    out[AT_PLAYERS] = t.players
    out[AT_MEETINGS] = t.meetings
    out[AT_VISITS_PAID] = s.visits
    out[AT_PILE] = left(t, s)
    if s.mover >= 0:
        out[AT_MOVER + (s.mover - seat) % t.players] = 1
    for chamber in range(CHAMBERS):
        out[AT_FAVOURS + chamber] = s.favour[chamber]
    for i in range(RANKS):
        out[AT_HAND + i] = s.hand[seat, i]
    for steps in range(t.players):
        out[AT_HANDS + steps] = cards_in_hand(s, (seat + steps) % t.players)
    for i in range(s.visits):
        observe_visit(t, s, seat, i, out)


@rule
def observe_visit(t, s, seat, i, out):
    at = AT_VISITS + i * VISIT_SIZE
    out[at + VISIT_SENDER] = (sender(t, s, i) - seat) % t.players + 1
    out[at + VISIT_CHAMBER] = s.chamber[i]
    out[at + VISIT_STAIRS] = s.stairs[i]
    if knows(t, s, seat, i):
        out[at + VISIT_RANK] = s.visitor[i]
