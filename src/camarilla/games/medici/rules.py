"""The rules of Court of the Medici, clause by clause (rules.en.md), for every runtime.

A card is its house and rank, 0..25: `house * 13 + rank`; ranks 0..10 are values, 11 is the jester, 12 the duke. Where a
slot may be empty it holds the card + 1, and 0 for no card. The court is one row of stacks: those of the Inner Circle,
then of the Outer Court of seat 0, then of seat 1; `court` is the row of their cards, each stack from the bottom up.

What actions, sights and the observation mean is declared below, once; `spaces.md` shows it as tables.
"""

import numpy as np

from camarilla.engine.rule import rule
from camarilla.engine.space import Piece, Space
from camarilla.engine.stream import below, shuffle, start

VERSION = 1

# --- The cards (MED-1) ---

HOUSES = 2
RANKS = 13
MINISTER, LADY, JESTER, DUKE = 0, 1, 11, 12
CARDS = 50
HOUSE = 25  # cards of a house
COPIES = 2  # of one rank
HAND = 5
INNER = 4  # nobles of each house in the Inner Circle at first
JESTERS = 4
HIGHEST, DUKE_VALUE = 10, 15  # the highest value of a jester; that of a duke
MOST_PLANS, LONGEST_RUN = 3, 6  # plans of a player in the French edition; in a row in the English one (MED-17)

# --- Areas and steps ---

AREAS = 3  # the Inner Circle, the Outer Court of seat 0, that of seat 1
CIRCLE, OUTER = 0, 1
TAKE, PLACE, TARGET, VALUES, LIMIT, START = range(6)
NOBODY = -1

# --- Actions ---

SENT_BY_RANK = 1 + 2 * CARDS  # sights of a card being played: sent, allied to or conspiring with each stack
ACTION_SPACE = Space(
    Piece("take", "take a card of this rank from the hand, to be played", RANKS),
    Piece("send", "send it to the own Outer Court"),
    Piece("plan", "plan for the future with it"),
    Piece("ally", "ally it to this stack, counted along the row", CARDS),
    Piece("conspire", "conspire with this stack", CARDS),
    Piece("eliminate", "this stack is the target of the conspiracy", CARDS),
    Piece("name", "give this jester, in the order of the row, this value; values from 1", JESTERS, HIGHEST),
    Piece("done", "leave the jesters as they are"),
    Piece("limit", "the jester drawn last sets this limit; from 1", HIGHEST),
    Piece("swap", "replace one of two cards of this rank (`distinct_start`)", RANKS),
    Piece("stop", "replace no more"),
)
SIGHT_SPACE = ACTION_SPACE.followed_by(
    Piece(
        "played", "a card of this rank is played: sent, allied to each stack, conspiring with each", RANKS, SENT_BY_RANK
    )
)
TAKE_CARD, SEND, PLAN, ALLY, CONSPIRE, ELIMINATE, NAME, DONE, SET_LIMIT, SWAP, STOP = ACTION_SPACE.bases
ACTIONS, SIGHTS = ACTION_SPACE.size, SIGHT_SPACE.size
CHOICES = 128
UNSEEN = -1

ENGLISH, FRENCH = 0, 1

# --- The observation: the observer's house comes first, stacks and jesters are in the order of the row ---

STEPS = 6
MOST_SEEN = 127  # of plans: larger numbers are seen as this
EITHER_SEEN, FREE_SEEN = 1, 2  # readings of the English rulebook; the usual ones are seen as 0
JESTER_SEEN = Space(
    Piece("value", "its value; 0: no such jester", most=HIGHEST),
    Piece("named", "1 if it was named in this turn"),
)
STACK_SEEN = Space(
    Piece("area", "a flag: the Inner Circle, the own Outer Court, the other's", AREAS),
    Piece("cards", "its cards, by house and rank", HOUSES, RANKS, most=COPIES),
    Piece("values", "the values of its jesters together", most=JESTERS * HIGHEST),
    Piece("onto", "1 if the card just played lies there"),
    Piece("target", "1 if it is the target"),
)
OBSERVATION_SPACE = Space(
    Piece("french", "1 in the French edition"),
    Piece("dukes", "1 with dukes"),
    Piece(
        "readings",
        "1 if either player who cannot play ends the game, and 2 more if a limit does not bind jesters",
        most=EITHER_SEEN + FREE_SEEN,
    ),
    Piece(
        "step",
        "a flag for what is to be decided: card, place (to the other: card), target, values, limit, start",
        STEPS,
    ),
    Piece("mover", "a flag for who is to move; all zero when the match is over", HOUSES),
    Piece("card", "the card taken (to the other only once it is played): a flag by house and rank", HOUSES, RANKS),
    Piece("hand", "own hand, by rank", RANKS, most=COPIES),
    Piece("hands", "cards in hand, with the one taken, of each house", HOUSES, most=HAND),
    Piece("decks", "cards in the deck of each house", HOUSES, most=HOUSE),
    Piece("planned", "of those, planned at its bottom", HOUSES, most=HOUSE),
    Piece(
        "own_plans",
        "own planned cards from the bottom of the deck up, each as rank + 1",
        HOUSE,
        most=RANKS,
        is_name=True,
    ),
    Piece("plans", "plans made by each house", HOUSES, most=MOST_SEEN),
    Piece("run", "plans in unbroken succession", most=LONGEST_RUN),
    Piece("limits", "limits + 1; 0: none", HOUSES, most=DUKE_VALUE + 1),
    Piece(
        "shown", "the last card of the deck, which was shown, as rank + 1; 0: none", HOUSES, most=RANKS, is_name=True
    ),
    Piece("discards", "discarded cards, by house and rank", HOUSES, RANKS, most=COPIES),
    Piece("aside", "cards set aside, by house and rank", HOUSES, RANKS, most=COPIES),
    Piece("jesters", "the jesters at court", JESTERS, of=JESTER_SEEN),
    Piece("stacks", "the stacks", CARDS, of=STACK_SEEN),
)
OBSERVATION = OBSERVATION_SPACE.size
(
    AT_FRENCH,
    AT_DUKES,
    AT_READINGS,
    AT_STEP,
    AT_MOVER,
    AT_CARD,
    AT_HAND,
    AT_HANDS,
    AT_DECKS,
    AT_PLANNED,
    AT_OWN_PLANS,
    AT_PLANS,
    AT_RUN,
    AT_LIMITS,
    AT_SHOWN,
    AT_DISCARDS,
    AT_ASIDE,
    AT_JESTERS,
    AT_STACKS,
) = OBSERVATION_SPACE.bases
JESTER_VALUE, JESTER_NAMED = JESTER_SEEN.bases
STACK_AREA, STACK_CARDS, STACK_VALUES, STACK_ONTO, STACK_TARGET = STACK_SEEN.bases
JESTER_SIZE, STACK_SIZE = JESTER_SEEN.size, STACK_SEEN.size
REST = 3

Data = np.dtype(
    [
        ("edition", "i1"),
        ("distinct_start", "i1"),
        ("either", "i1"),  # 1 if the game ends when either player cannot play (MED-32)
        ("free", "i1"),  # 1 if a limit does not bind the values of jesters (MED-21)
        ("total", "i1", (RANKS,)),  # cards of each rank in a house
    ],
    align=True,
)

State = np.dtype(
    [
        ("random", "u8"),
        ("low", "i2", (CARDS,)),  # the least and the greatest total that the jesters of a stack can give it
        ("high", "i2", (CARDS,)),
        ("mover", "i1"),  # -1 when the game is over
        ("step", "i1"),
        ("card", "i1"),  # taken from the hand, and until `finish` the one just played
        ("onto", "i1"),  # the stack that it lies on top of, -1 if it does not lie at court yet
        ("target", "i1"),  # of the conspiracy being declared, -1 if there is none
        ("named", "i1"),  # jesters whose values the mover has named, as bits
        ("drawn", "i1"),  # 1 if the plans made the game a draw
        ("run", "i1"),  # plans in unbroken succession
        ("plans", "i1", (HOUSES,)),
        ("limit", "i1", (HOUSES,)),  # -1 for none
        ("shown", "i1", (HOUSES,)),  # the last card of the deck, once drawn
        ("left", "i1", (HOUSES,)),
        ("known", "i1", (HOUSES,)),  # cards at the bottom of the deck that its owner put there
        ("deck", "i1", (HOUSES, HOUSE)),  # the next card last
        ("hand", "i1", (HOUSES, HAND)),  # sorted, empty slots last
        ("aside", "i1", (HOUSES, RANKS)),
        ("discard", "i1", (HOUSES, RANKS)),
        ("cards", "i1"),  # at court
        ("jesters", "i1"),  # at court
        ("stacks", "i1", (AREAS,)),
        ("end", "i1", (CARDS,)),  # where each stack ends in the row of cards
        ("court", "i1", (CARDS,)),
        ("value", "i1", (CARDS,)),
        ("rest", "i1", (REST,)),  # nothing: with it the record has no gaps
    ],
    align=True,
)


@rule
def house(card):
    return 1 if card >= RANKS else 0


@rule
def rank(card):
    return card - house(card) * RANKS


@rule
def worth(which):
    """The value printed on a card; a jester is worth 1 where nobody chooses (MED-4, MED-30)."""
    if which == DUKE:
        return DUKE_VALUE
    return 1 if which == JESTER else which


# --- The court: a row of stacks ---


@rule
def stack_count(s):
    return s.stacks[0] + s.stacks[1] + s.stacks[2]


@rule
def stack_begin(s, stack):
    """Where the cards of a stack begin in the row of cards."""
    return s.end[stack - 1] if stack > 0 else 0


@rule
def size(s, stack):
    return s.end[stack] - stack_begin(s, stack)


@rule
def area_of(s, stack):
    if stack < s.stacks[0]:
        return CIRCLE
    return OUTER if stack < s.stacks[0] + s.stacks[1] else OUTER + 1


@rule
def area_end(s, area):
    """Just past the last stack of an area."""
    end = 0
    for i in range(area + 1):
        end += s.stacks[i]
    return end


@rule
def insert_card(s, place, card, value):
    for i in range(s.cards, place, -1):
        s.court[i] = s.court[i - 1]
        s.value[i] = s.value[i - 1]
    s.court[place] = card + 1
    s.value[place] = value


@rule
def open_stack(s, stack, area):
    """Make room for a stack of nobody yet before the given one."""
    for i in range(stack_count(s), stack, -1):
        s.end[i] = s.end[i - 1]
        s.low[i] = s.low[i - 1]
        s.high[i] = s.high[i - 1]
    s.end[stack] = stack_begin(s, stack)
    s.low[stack] = 0
    s.high[stack] = 0
    s.stacks[area] += 1


@rule
def close_stack(s, stack):
    """Take an empty stack out of the row; the later ones move up."""
    area = area_of(s, stack)
    last = stack_count(s) - 1
    for i in range(stack, last):
        s.end[i] = s.end[i + 1]
        s.low[i] = s.low[i + 1]
        s.high[i] = s.high[i + 1]
    s.end[last] = 0
    s.low[last] = 0
    s.high[last] = 0
    s.stacks[area] -= 1


@rule
def put_on(s, stack, card):
    """Lay a card on top of a stack."""
    which = rank(card)
    insert_card(s, s.end[stack], card, worth(which))
    s.cards += 1
    s.jesters += which == JESTER
    for i in range(stack, stack_count(s)):
        s.end[i] += 1
    s.low[stack] += worth(which)
    s.high[stack] += HIGHEST if which == JESTER else worth(which)


@rule
def lay_alone(s, stack, area, card):
    open_stack(s, stack, area)
    put_on(s, stack, card)


@rule
def discard_stack(s, stack, keep):
    """Every card of a stack but the topmost `keep` goes to its own house's pile (MED-11, MED-23)."""
    begin = stack_begin(s, stack)
    gone = size(s, stack) - keep
    for i in range(begin, begin + gone):
        card = s.court[i] - 1
        s.discard[house(card), rank(card)] += 1
        s.jesters -= rank(card) == JESTER
    last = s.cards
    s.cards -= gone
    for i in range(begin, last - gone):
        s.court[i] = s.court[i + gone]
        s.value[i] = s.value[i + gone]
    for i in range(last - gone, last):
        s.court[i] = 0
        s.value[i] = 0
    for i in range(stack, stack_count(s)):
        s.end[i] -= gone


# --- Set-up ---


@rule
def setup(t, s):
    clear(s)
    for seat in range(HOUSES):
        for which in range(RANKS):
            for _ in range(t.total[which]):
                s.deck[seat, s.left[seat]] = seat * RANKS + which + 1
                s.left[seat] += 1
        shuffle_deck(s, seat)
        for _ in range(INNER):  # MED-4
            lay_alone(s, s.stacks[CIRCLE], CIRCLE, top_card(s, seat))
    begin_start(t, s, 0)


@rule
def clear(s):
    s.mover = NOBODY
    s.step = TAKE
    s.card = 0
    s.onto = -1
    s.target = -1
    s.named = 0
    s.drawn = 0
    s.run = 0
    s.cards = 0
    s.jesters = 0
    for seat in range(HOUSES):
        s.plans[seat] = 0
        s.limit[seat] = -1
        s.shown[seat] = 0
        s.left[seat] = 0
        s.known[seat] = 0
        for i in range(HOUSE):
            s.deck[seat, i] = 0
        for i in range(HAND):
            s.hand[seat, i] = 0
        for which in range(RANKS):
            s.aside[seat, which] = 0
            s.discard[seat, which] = 0
    for area in range(AREAS):
        s.stacks[area] = 0
    for i in range(CARDS):
        s.end[i] = 0
        s.low[i] = 0
        s.high[i] = 0
        s.court[i] = 0
        s.value[i] = 0
    for i in range(REST):
        s.rest[i] = 0


@rule
def shuffle_deck(s, seat):
    shuffle(s, s.deck[seat], s.left[seat])


@rule
def top_card(s, seat):
    """Take the top card off a deck."""
    s.left[seat] -= 1
    card = s.deck[seat, s.left[seat]] - 1
    s.deck[seat, s.left[seat]] = 0
    if s.known[seat] > s.left[seat]:
        s.known[seat] = s.left[seat]
    return card


@rule
def begin_start(t, s, seat):
    """MED-7, seat by seat; then hands are drawn (MED-5) and the first player is found (MED-6)."""
    while seat < HOUSES:
        if t.distinct_start and any_pair(s, seat):
            s.mover = seat
            s.step = START
            return
        shuffle_back(s, seat)
        seat += 1
    for owner in range(HOUSES):
        for i in range(HAND):
            if s.left[owner] > 0:
                s.hand[owner, i] = top_card(s, owner) + 1
        sort_hand(s, owner)
    begin_turn(t, s, first_player(s))


@rule
def in_circle(s, seat, which):
    """How many of the seat's cards in the Inner Circle have this rank, while all stand alone."""
    n = 0
    for i in range(s.stacks[CIRCLE]):
        if s.court[i] - 1 == seat * RANKS + which:
            n += 1
    return n


@rule
def any_pair(s, seat):
    for which in range(RANKS):
        if in_circle(s, seat, which) > 1:
            return True
    return False


@rule
def swap(t, s, seat, which):
    """Set the later card of a pair aside and replace it from the deck."""
    place = 0
    for i in range(s.stacks[CIRCLE]):
        if s.court[i] - 1 == seat * RANKS + which:
            place = i
    s.aside[seat, which] += 1
    card = top_card(s, seat)
    s.jesters += (rank(card) == JESTER) - (which == JESTER)
    s.court[place] = card + 1
    s.value[place] = worth(rank(card))
    s.low[place] = worth(rank(card))
    s.high[place] = HIGHEST if rank(card) == JESTER else worth(rank(card))
    begin_start(t, s, seat)


@rule
def shuffle_back(s, seat):
    """Cards set aside go back into the deck when the seat is done."""
    before = s.left[seat]
    for which in range(RANKS):
        while s.aside[seat, which] > 0:
            s.aside[seat, which] -= 1
            s.deck[seat, s.left[seat]] = seat * RANKS + which + 1
            s.left[seat] += 1
    if s.left[seat] > before:
        shuffle_deck(s, seat)


@rule
def first_player(s):
    lead = house_points(s, 0) - house_points(s, 1)
    if lead == 0:
        return below(s, HOUSES)
    return 0 if lead > 0 else 1


@rule
def sort_hand(s, seat):
    """Largest first: an order that tells the opponent nothing."""
    for i in range(1, HAND):
        sort_in(s, seat, i)


@rule
def sort_in(s, seat, i):
    """Move a card of the hand to where it belongs among those before it, which are sorted."""
    card = s.hand[seat, i]
    while i > 0 and s.hand[seat, i - 1] < card:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = card


# --- What may be done ---


@rule
def waiting(t, s):
    return 1 << s.mover if s.mover >= 0 else 0


@rule
def legal(t, s, seat, out):
    if s.mover != seat:
        return 0
    if s.step == TAKE:
        return cards_to_take(s, seat, out)
    if s.step == PLACE:
        return places(t, s, seat, out)
    if s.step == TARGET:
        return targets(t, s, out)
    if s.step == VALUES:
        return namings(t, s, out)
    if s.step == LIMIT:
        return limits(out)
    return swaps(s, seat, out)


@rule
def forced(t, s, seat, out):
    """Once the deck is empty all can tell what the hand is; before, several cards may be of different ranks."""
    if s.step == TAKE and s.left[seat] and hand_size(s, seat) > 1:
        return -1
    return out[0] if legal(t, s, seat, out) == 1 else -1


@rule
def playable(s, seat, card):
    """MED-18 and MED-21: nothing above the limit; a jester can be 1."""
    return s.limit[seat] < 0 or worth(rank(card)) <= s.limit[seat]


@rule
def cards_to_take(s, seat, out):
    n = 0
    before = 0
    for i in range(HAND - 1, -1, -1):
        card = s.hand[seat, i]
        out[n] = rank(card - 1)
        n += (card != before) & playable(s, seat, card - 1)
        before = card
    return n


@rule
def may_plan(t, s, seat):
    """MED-16, MED-17, MED-19."""
    return s.left[seat] > 0 and (t.edition == ENGLISH or s.plans[seat] < MOST_PLANS)


@rule
def places(t, s, seat, out):
    """MED-9, MED-10, MED-11 and MED-16."""
    out[0] = SEND
    n = 1
    if may_plan(t, s, seat):
        out[n] = PLAN
        n += 1
    stacks = stack_count(s)
    for stack in range(stacks):
        out[n + stack] = ALLY + stack
    n += stacks
    low = card_low(s)
    high = card_high(t, s, seat)
    for stack in range(stacks):
        out[n] = CONSPIRE + stack
        n += any_target(s, stack, stacks, s.low[stack] + low, s.high[stack] + high)
    return n


@rule
def card_low(s):
    return worth(rank(s.card - 1))


@rule
def card_high(t, s, seat):
    return reach(t, s, seat, rank(s.card - 1))


@rule
def reach(t, s, seat, which):
    """The greatest value that a card has when the seat plays it: a jester up to 10, or up to the limit that binds it
    (MED-21)."""
    if which != JESTER:
        return worth(which)
    return HIGHEST if t.free or s.limit[seat] < 0 else min(HIGHEST, s.limit[seat])


@rule
def can_have(s, stack, low, high):
    """Whether the stack can have a total from `low` to `high`: all between its own two ends are possible."""
    return (s.low[stack] <= high) & (s.high[stack] >= low)


@rule
def any_target(s, onto, stacks, low, high):
    """Whether a stack other than its own can have a total that the conspiracy can have."""
    found = -can_have(s, onto, low, high)
    for stack in range(stacks):
        found += can_have(s, stack, low, high)
    return found > 0


@rule
def conspiracy_low(s):
    return s.low[s.onto]


@rule
def conspiracy_high(t, s):
    """The card just played, on top, may be a jester bound by a limit."""
    high = s.high[s.onto]
    if rank(s.card - 1) == JESTER:
        high -= HIGHEST - card_high(t, s, s.mover)
    return high


@rule
def targets(t, s, out):
    """MED-13: any other stack, as a whole."""
    low = conspiracy_low(s)
    high = conspiracy_high(t, s)
    n = 0
    for stack in range(stack_count(s)):
        out[n] = ELIMINATE + stack
        n += can_have(s, stack, low, high) & (stack != s.onto)
    return n


@rule
def limits(out):
    """MED-20."""
    for v in range(HIGHEST):
        out[v] = SET_LIMIT + v
    return HIGHEST


@rule
def swaps(s, seat, out):
    n = 0
    for which in range(RANKS):
        if in_circle(s, seat, which) > 1:
            out[n] = SWAP + which
            n += 1
    out[n] = STOP
    return n + 1


# --- A turn ---


@rule
def play(t, s, seat, action):
    if action < SEND:
        take(s, seat, action)
    elif action == PLAN:
        plan(t, s, seat)
    elif action < CONSPIRE:
        send_or_ally(t, s, seat, action)
    elif action < ELIMINATE:
        conspire(s, action - CONSPIRE)
    elif action < NAME:
        aim(t, s, seat, action - ELIMINATE)
    elif action < DONE:
        name(t, s, (action - NAME) // HIGHEST, (action - NAME) % HIGHEST + 1)
    elif action == DONE:
        complete(t, s, seat)
    elif action < SWAP:
        s.limit[seat] = action - SET_LIMIT + 1
        begin_turn(t, s, 1 - seat)
    elif action < STOP:
        swap(t, s, seat, action - SWAP)
    else:
        shuffle_back(s, seat)
        begin_start(t, s, seat + 1)


@rule
def take(s, seat, which):
    """Nobody sees yet which card it is."""
    card = seat * RANKS + which + 1
    found = False
    for i in range(HAND - 1):
        found = found or s.hand[seat, i] == card
        s.hand[seat, i] = s.hand[seat, i + 1] if found else s.hand[seat, i]
    s.hand[seat, HAND - 1] = 0
    s.card = card
    s.step = PLACE


@rule
def plan(t, s, seat):
    """MED-16: under the own deck. MED-17: too many plans are a draw."""
    for i in range(s.left[seat], 0, -1):
        s.deck[seat, i] = s.deck[seat, i - 1]
    s.deck[seat, 0] = s.card
    s.left[seat] += 1
    s.known[seat] += 1
    s.plans[seat] += 1
    s.run += 1
    s.card = 0
    if t.edition == ENGLISH:
        s.drawn = s.run >= LONGEST_RUN
    else:
        s.drawn = s.plans[0] >= MOST_PLANS and s.plans[1] >= MOST_PLANS
    if s.drawn:
        end(s)
    else:
        draw(t, s, seat)


@rule
def send_or_ally(t, s, seat, action):
    s.run = 0
    if action == SEND:
        s.onto = area_end(s, OUTER + seat)
        lay_alone(s, s.onto, OUTER + seat, s.card - 1)
    else:
        s.onto = action - ALLY
        ally(s, s.onto, s.card - 1)
    begin_naming(t, s, seat)


@rule
def ally(s, stack, card):
    alliance = size(s, stack) > 1
    put_on(s, stack, card)
    if rank(card) == MINISTER and alliance:  # MED-23, MED-24
        discard_stack(s, stack, 1)
        s.low[stack] = 0
        s.high[stack] = 0
    elif rank(card) == LADY:  # MED-25
        separate(s, stack)


@rule
def separate(s, stack):
    """Every card of the stack stands alone in its area; the row of cards stays as it is."""
    area = area_of(s, stack)
    cards = size(s, stack)
    begin = stack_begin(s, stack)
    for _ in range(cards - 1):
        open_stack(s, stack + 1, area)
    for i in range(cards):
        which = rank(s.court[begin + i] - 1)
        s.end[stack + i] = begin + i + 1
        s.low[stack + i] = worth(which)
        s.high[stack + i] = HIGHEST if which == JESTER else worth(which)
    s.onto = stack + cards - 1


@rule
def conspire(s, stack):
    """MED-11: the card joins the stack; the target is asked for next."""
    put_on(s, stack, s.card - 1)
    s.run = 0
    s.onto = stack
    s.step = TARGET


@rule
def aim(t, s, seat, target):
    s.target = target
    solve(t, s)
    begin_naming(t, s, seat)


@rule
def begin_naming(t, s, seat):
    """MED-27, MED-28: with a jester at court the mover may name values; without one the play is complete."""
    s.step = VALUES
    if s.jesters == 0:
        complete(t, s, seat)


@rule
def complete(t, s, seat):
    """The play is made: the target goes (MED-11), the game may end (MED-31), a card is drawn (MED-8)."""
    thinned = s.target >= 0 or rank(s.card - 1) == MINISTER  # nobody else takes nobles from the court
    if s.target >= 0:
        discard_stack(s, s.target, 0)
        close_stack(s, s.target)
    s.onto = -1
    s.target = -1
    s.named = 0
    s.card = 0
    if thinned and circle_is_lost(t, s):
        end(s)
    else:
        draw(t, s, seat)


@rule
def draw(t, s, seat):
    """MED-8; the last card is shown and sets the limit (MED-18), a jester whatever its owner names (MED-20)."""
    if s.left[seat] > 0:
        card = top_card(s, seat)
        s.hand[seat, HAND - 1] = card + 1
        sort_in(s, seat, HAND - 1)
        if s.left[seat] == 0:
            s.shown[seat] = card + 1
            if rank(card) == JESTER:
                s.step = LIMIT
                return
            s.limit[seat] = worth(rank(card))
    begin_turn(t, s, 1 - seat)


@rule
def begin_turn(t, s, seat):
    """MED-32: who cannot play ends the game, or in the French edition passes, until neither can."""
    s.mover = seat
    s.step = TAKE
    if not can_play(s, seat):
        if t.edition == FRENCH and can_play(s, 1 - seat):
            s.mover = 1 - seat
        else:
            end(s)
    elif t.either and not can_play(s, 1 - seat):
        end(s)


@rule
def can_play(s, seat):
    """MED-33: an empty hand cannot."""
    for i in range(HAND):
        if s.hand[seat, i] and playable(s, seat, s.hand[seat, i] - 1):
            return True
    return False


@rule
def end(s):
    s.mover = NOBODY
    s.step = TAKE


@rule
def circle_is_lost(t, s):
    """MED-31: a house, in the French edition both, has nobody left in the Inner Circle."""
    nobles = stack_begin(s, s.stacks[CIRCLE])
    if t.edition == FRENCH:
        return nobles == 0
    of_second = 0
    for i in range(nobles):
        of_second += house(s.court[i] - 1)
    return of_second == 0 or of_second == nobles


# --- Jesters (MED-27, MED-28) ---


@rule
def jester(s, number):
    """Where in the row the jester with that number lies, counted from 0; -1 if there are not so many."""
    return jester_from(s, 0, number)


@rule
def jester_from(s, place, number):
    """The same, counted from some place on."""
    for i in range(place, s.cards):
        if rank(s.court[i] - 1) == JESTER:
            if number == 0:
                return i
            number -= 1
    return -1


@rule
def jester_number(s, place):
    n = 0
    for i in range(place):
        if rank(s.court[i] - 1) == JESTER:
            n += 1
    return n


@rule
def highest(t, s, place):
    """The highest value that the jester there may have: the one just played is bound by the limit (MED-21)."""
    return reach(t, s, s.mover, JESTER) if is_new(s, place) else HIGHEST


@rule
def is_named(s, place):
    return s.named > 0 and s.named >> jester_number(s, place) & 1 == 1


@rule
def side_total(t, s, stack, fixed, value, most):
    """The least total of a stack, or the most, if the jester at `fixed` has this value and those named keep theirs."""
    total = 0
    for i in range(stack_begin(s, stack), s.end[stack]):
        if i == fixed:
            total += value
        elif rank(s.court[i] - 1) != JESTER or is_named(s, i):
            total += s.value[i]
        else:
            total += highest(t, s, i) if most else 1
    return total


@rule
def can_be(t, s, place, value):
    """Whether the jester may get that value: in a conspiracy the others must still be able to make the totals equal."""
    if s.target < 0:
        return True
    low = side_total(t, s, s.onto, place, value, False)
    high = side_total(t, s, s.onto, place, value, True)
    least = side_total(t, s, s.target, place, value, False)
    return low <= side_total(t, s, s.target, place, value, True) and high >= least


@rule
def namings(t, s, out):
    """Each jester not named yet, each value but the one it has."""
    n = 0
    for number in range(s.jesters):
        if s.named >> number & 1:
            continue
        place = jester(s, number)
        for value in range(1, highest(t, s, place) + 1):
            if value != s.value[place] and can_be(t, s, place, value):
                out[n] = NAME + number * HIGHEST + value - 1
                n += 1
    out[n] = DONE
    return n + 1


@rule
def name(t, s, number, value):
    s.value[jester(s, number)] = value
    s.named += 1 << number
    if s.target >= 0:
        solve(t, s)


@rule
def jesters_in(s, stack):
    """Each sets the two ends of its total as far apart as any other."""
    return (s.high[stack] - s.low[stack]) // (HIGHEST - 1)


@rule
def involved(s, number):
    """Where the jester with that number lies among those of the conspiracy and then of its target."""
    conspirators = jesters_in(s, s.onto)
    if number < conspirators:
        return jester_from(s, stack_begin(s, s.onto), number)
    return jester_from(s, stack_begin(s, s.target), number - conspirators)


@rule
def is_conspirator(s, place):
    return stack_begin(s, s.onto) <= place < s.end[s.onto]


@rule
def solve(t, s):
    """Give the jesters of a conspiracy and its target the values of MED-28: few changes first, then small values.

    All but the last run through all values; the last one then has to make up the difference.
    """
    jesters = jesters_in(s, s.onto) + jesters_in(s, s.target)
    if jesters == 0:
        return
    combinations = 1
    for _ in range(jesters - 1):
        combinations *= HIGHEST
    fewest = JESTERS + 1
    best = 0
    for combination in range(combinations):
        last = last_value(t, s, jesters, combination)
        if last > 0:
            changes = changed(s, jesters, combination * HIGHEST + last - 1)
            if changes < fewest:
                fewest = changes
                best = combination * HIGHEST + last - 1
    for number in range(jesters - 1, -1, -1):
        s.value[involved(s, number)] = best % HIGHEST + 1
        best //= HIGHEST


@rule
def may_have(t, s, place, value):
    return s.value[place] == value if is_named(s, place) else 1 <= value <= highest(t, s, place)


@rule
def last_value(t, s, jesters, combination):
    """What the last jester must be worth if the others have the values of the combination; 0 if that cannot be."""
    lead = fixed_total(s, s.onto) - fixed_total(s, s.target)
    for number in range(jesters - 2, -1, -1):
        place = involved(s, number)
        value = combination % HIGHEST + 1
        combination //= HIGHEST
        if not may_have(t, s, place, value):
            return 0
        lead += value if is_conspirator(s, place) else -value
    place = involved(s, jesters - 1)
    value = -lead if is_conspirator(s, place) else lead
    return value if may_have(t, s, place, value) else 0


@rule
def fixed_total(s, stack):
    """The total of a stack without its jesters."""
    return s.low[stack] - jesters_in(s, stack)


@rule
def changed(s, jesters, combination):
    """How many jesters the combination changes; the one just played had no value before."""
    n = 0
    for number in range(jesters - 1, -1, -1):
        place = involved(s, number)
        if s.value[place] != combination % HIGHEST + 1 and not is_new(s, place):
            n += 1
        combination //= HIGHEST
    return n


@rule
def is_new(s, place):
    return place == s.end[s.onto] - 1 and s.court[place] == s.card


@rule
def indifferent(t, s, seat):
    """Values only ever matter in a conspiracy, where they are solved for: nothing is lost by leaving them alone."""
    return DONE if s.step == VALUES else -1


# --- The end ---


@rule
def house_points(s, seat):
    """MED-34, MED-30."""
    points = 0
    for i in range(s.cards):
        if house(s.court[i] - 1) == seat:
            points += worth(rank(s.court[i] - 1))
    return points


@rule
def house_nobles(s, seat):
    n = 0
    for i in range(s.cards):
        if house(s.court[i] - 1) == seat:
            n += 1
    return n


@rule
def score(t, s, points, places):
    for seat in range(HOUSES):
        points[seat] = house_points(s, seat)
    lead = points[0] - points[1]
    if lead == 0:
        lead = house_nobles(s, 0) - house_nobles(s, 1)  # MED-35
    if s.drawn:
        lead = 0  # MED-17
    places[0] = 2 if lead < 0 else 1
    places[1] = 2 if lead > 0 else 1


# --- What is hidden (MED-37) ---


@rule
def seen(t, s, seat, mover, action):
    """A card taken is seen only when it is played; one that is planned with is never seen."""
    if seat == mover:
        return action
    if action < SEND:
        return UNSEEN
    if action == SEND:
        return ACTIONS + rank(s.card - 1) * SENT_BY_RANK
    if ALLY <= action < ELIMINATE:
        return ACTIONS + rank(s.card - 1) * SENT_BY_RANK + 1 + action - ALLY
    return action


@rule
def hand_size(s, seat):
    n = 0
    for i in range(HAND):
        if s.hand[seat, i]:
            n += 1
    return n


@rule
def reveals(t, before, after):
    """A card was drawn, or turned up in the place of another."""
    turned_up = False
    if before.step == START:
        for i in range(HOUSES * INNER):
            turned_up = turned_up or before.court[i] != after.court[i]
    return turned_up or hand_size(after, before.mover) > hand_size(before, before.mover)


@rule
def redeal(t, s, seat, seed):
    s.random = start(seed)
    for owner in range(HOUSES):
        if owner == seat:
            redeal_deck(s, owner, s.known[owner])
        else:
            redeal_house(s, owner)


@rule
def redeal_house(s, owner):
    """Hand and deck of somebody else; a card taken and not yet played goes back first, since nobody saw that."""
    if s.mover == owner and s.step == PLACE:
        s.hand[owner, HAND - 1] = s.card
        s.card = 0
        s.step = TAKE
    cards = hand_size(s, owner)
    sort_hand(s, owner)
    for i in range(cards):
        s.deck[owner, s.left[owner] + i] = s.hand[owner, i]
    s.left[owner] += cards
    redeal_deck(s, owner, 0)
    for i in range(cards):
        s.left[owner] -= 1
        s.hand[owner, i] = s.deck[owner, s.left[owner]]
        s.deck[owner, s.left[owner]] = 0
    sort_hand(s, owner)


@rule
def redeal_deck(s, owner, first):
    """Shuffle the deck from `first` up, whatever order it was in."""
    for i in range(first + 1, s.left[owner]):
        card = s.deck[owner, i]
        j = i
        while j > first and s.deck[owner, j - 1] < card:
            s.deck[owner, j] = s.deck[owner, j - 1]
            j -= 1
        s.deck[owner, j] = card
    for i in range(s.left[owner] - 1, first, -1):
        j = first + below(s, i - first + 1)
        card = s.deck[owner, i]
        s.deck[owner, i] = s.deck[owner, j]
        s.deck[owner, j] = card


# --- For learners: see the table at the top ---


@rule
def observe(t, s, seat, out):
    out[AT_FRENCH] = t.edition == FRENCH
    out[AT_DUKES] = t.total[DUKE]
    out[AT_READINGS] = EITHER_SEEN * t.either + FREE_SEEN * t.free
    if s.mover >= 0:
        out[AT_MOVER + (s.mover != seat)] = 1
        out[AT_STEP + (TAKE if s.step == PLACE and s.mover != seat else s.step)] = 1
    if s.card and (s.step != PLACE or s.mover == seat):
        out[AT_CARD + from_seat(seat, s.card - 1)] = 1
    for i in range(HAND):
        if s.hand[seat, i]:
            out[AT_HAND + rank(s.hand[seat, i] - 1)] += 1
    for i in range(s.known[seat]):
        out[AT_OWN_PLANS + i] = rank(s.deck[seat, i] - 1) + 1
    for steps in range(HOUSES):
        observe_house(s, seat if steps == 0 else 1 - seat, steps, out)
    out[AT_RUN] = s.run
    observe_court(s, seat, out)


@rule
def from_seat(seat, card):
    """The card with the observer's house first."""
    return rank(card) if house(card) == seat else RANKS + rank(card)


@rule
def observe_house(s, owner, steps, out):
    out[AT_HANDS + steps] = hand_size(s, owner) + (s.step == PLACE and s.mover == owner)
    out[AT_DECKS + steps] = s.left[owner]
    out[AT_PLANNED + steps] = s.known[owner]
    out[AT_PLANS + steps] = min(MOST_SEEN, s.plans[owner])
    out[AT_LIMITS + steps] = s.limit[owner] + 1
    if s.shown[owner]:
        out[AT_SHOWN + steps] = rank(s.shown[owner] - 1) + 1
    for which in range(RANKS):
        out[AT_DISCARDS + steps * RANKS + which] = s.discard[owner, which]
        out[AT_ASIDE + steps * RANKS + which] = s.aside[owner, which]


@rule
def observe_court(s, seat, out):
    place = 0
    jesters = 0
    for stack in range(stack_count(s)):
        at = AT_STACKS + stack * STACK_SIZE
        area = area_of(s, stack)
        out[at + STACK_AREA + (area if area == CIRCLE or seat == 0 else 3 - area)] = 1
        out[at + STACK_ONTO] = stack == s.onto
        out[at + STACK_TARGET] = stack == s.target
        for _ in range(size(s, stack)):
            card = s.court[place] - 1
            out[at + STACK_CARDS + from_seat(seat, card)] += 1
            if rank(card) == JESTER:
                out[at + STACK_VALUES] += s.value[place]
                out[AT_JESTERS + jesters * JESTER_SIZE + JESTER_VALUE] = s.value[place]
                out[AT_JESTERS + jesters * JESTER_SIZE + JESTER_NAMED] = s.named >> jesters & 1
                jesters += 1
            place += 1
