"""The rules of Cour, clause by clause (rules.en.md), for every runtime.

A card is its character, 0..127, in the order of the set; copies are alike. Hands and cards set aside lie one after the
other in `cards`, each sorted: three groups a seat, its hand, what it set aside from the hand, and what it set aside
from elsewhere. There a card is `character * 4 + mark`, where the mark says who knows of it: all, the seat's right-hand
neighbour, or its owner alone. In the draft the hand is the pack, and what has been picked is set aside.

What a seat has passed on in the draft and does not know the place of is its `passed`: the first pack in places 0..5,
the second in 6..9, each sorted. Who took a card of them is one of the three seats to the left, its takers 0 to 2. Masks
of these ten places say in `gone` of which of them a taker has let a card alike go, and in `sure` which have left a hand
for certain, whoever took them (see "What the draft has shown").

The places of a pyramid are numbered row by row, 0..4 the base row, 14 the apex; with a base of 4 the last place of each
row is missing.

What actions, sights and the observation mean is declared below, once; `spaces.md` shows it as tables.
"""

import numpy as np

from camarilla.engine.rule import rule
from camarilla.engine.space import Piece, Space
from camarilla.engine.stream import below, shuffle, start

VERSION = 1

# --- Cards and places (COR-1, COR-2, COR-27) ---

SEATS, CHARACTERS, CARDS, PARTS = 6, 128, 250, 6
TYPES = 7
MERCHANT, ARTISAN, WARRIOR, NOBLE, CLERIC, SCHOLAR, ROGUE = range(TYPES)
NEUTRAL = 6  # a base
RESOURCES = 3
GOLD, STEEL, RUBY = range(RESOURCES)
ANY = 3  # of the resources
PLACES, ROWS = 15, 5
ANYTHING = 7  # the label of a card that goes with any other
EVERY_LABEL = 255
LOOKED = 9
LAST_ROUND = 40  # COR-36
NONE = -1

HAND, KEPT, RESERVED = range(3)  # groups of cards of a seat
GROUPS = SEATS * 3
KNOWN_TO_ALL, KNOWN_TO_RIGHT, KNOWN_TO_OWNER = range(3)

FIRST_PACK, PASSED = 6, 10  # cards of the first pack that a seat passes on; with those of the second
TAKERS = 3  # of a pack, beside the one who passes it on and remembers
FEW = 4  # no taker has more than this of the cards in question
WHOLE, ENDLESS = 4194304.0, 1 << 40  # the greatest weight of a way to share out cards; more than all together
NOW = FEW  # of the masks in `gone`: the latest; those before it are of the time when only so few cards were unknown

ANEW = np.uint64(0xDEA1)  # tells the stream of a redeal from that of a deal with the same seed

# --- The words of powers (COR-4) ---

PAY, GAIN, DRAW, LOOK, DISCARD, SELL, KEEP, RESERVE, CHEAPER, ANYWHERE, RECOVER, MOVE, COPY = range(1, 14)
STEAL, LEVY, PURGE, REMOVE = range(14, 18)
OF_CARDS, OF_BASES, BY_TYPES, BY_BASES, BY_ROWS, BY_HEIGHT, BY_PARENTS, BY_CHILDREN, BY_RESOURCES = range(20, 29)

# --- What is asked (notation.md) ---

DRAFT, INCOME, TURNS, BETWEEN, OVER = range(5)
NOTHING = 0
TO_PLACE, TO_PAY, TO_REFUND, TO_GAIN, TO_COST, TO_DISCARD, TO_SELL, TO_KEEP, TO_LOOK, TO_RECOVER = range(1, 11)
TO_COPY, TO_MOVE, TO_GO, TO_LIMIT, TO_ORDER, TO_EFFECT, TO_VICTIM, TO_SPOIL, TO_REMOVE, TO_PURGE = range(11, 21)

# --- Actions ---

ACTION_SPACE = Space(
    Piece("end", "end the turn"),
    Piece("enough", "enough"),
    Piece("resource", "gold, steel, ruby: to gain, to pay with, to take", RESOURCES),
    Piece("seat", "the seat from which to take; the seat whose effect comes next", SEATS),
    Piece("at", "the place of the card that is being enrolled or moved", PLACES),
    Piece("dismiss", "dismiss the card at this place", PLACES),
    Piece("activate", "activate the card at this place", PLACES),
    Piece("copy", "the child to copy, at this place", PLACES),
    Piece("move", "the card to move, at this place", PLACES),
    Piece("remove", "the card of another that is to be removed, at this place", PLACES),
    Piece("pick", "pick this character from the pack", CHARACTERS),
    Piece("enrol", "enrol this character", CHARACTERS),
    Piece("discard", "discard this character from the hand", CHARACTERS),
    Piece("keep", "set this character aside from the hand", CHARACTERS),
    Piece("take", "take this character, of the cards looked at or of the discard pile", CHARACTERS),
    Piece("effect", "the effect of this character comes next", CHARACTERS),
)
SIGHT_SPACE = ACTION_SPACE.followed_by(
    Piece("unseen", "a card is picked, set aside, taken of those looked at: nobody else sees which", 3)
)
(
    END_A,
    ENOUGH_A,
    RESOURCE_A,
    SEAT_A,
    PLACE_A,
    DISMISS_A,
    ACTIVATE_A,
    COPY_A,
    MOVE_A,
    REMOVE_A,
    PICK_A,
    ENROL_A,
    DISCARD_A,
    KEEP_A,
    TAKE_A,
    EFFECT_A,
) = ACTION_SPACE.bases
ACTIONS, SIGHTS = ACTION_SPACE.size, SIGHT_SPACE.size
SEEN_PICK, SEEN_KEEP, SEEN_TAKE = range(ACTIONS, SIGHTS)
CHOICES = 192

# --- The observation: seats are counted clockwise from the observer, numbers beyond 127 are 127 ---

MOST_SEEN = 127
COURT_SEEN = Space(
    Piece("resources", "gold, steel, ruby", RESOURCES, most=MOST_SEEN),
    Piece("hand", "cards in hand", most=MOST_SEEN),
    Piece("kept", "cards set aside from the hand", most=MOST_SEEN),
    Piece("reserved", "cards set aside from elsewhere", most=MOST_SEEN),
    Piece("done", "1 if through with the phase"),
    Piece("enrolments", "enrolments this turn", most=MOST_SEEN),
    Piece("anywhere", "1 if the next card may go anywhere"),
    Piece("discounts", "discount, by type", TYPES, most=MOST_SEEN),
    Piece("pending", "effects pending", most=PLACES),
    Piece("places", "0 free, else 1, + 2 if enrolled, + 4 if activated this turn, + 8 if used up", PLACES, most=15),
)
PASSED_SEEN = Space(
    Piece("there", "1 if there is one"),
    Piece("character", "its character", most=CHARACTERS - 1, is_name=True),
    Piece("gone", "1 if the next, the second, the third seat has let such a card go since", TAKERS),
)
OBSERVATION_SPACE = Space(
    Piece("players", "how many players there are", most=SEATS),
    Piece("base", "cards in the base row", most=ROWS),
    Piece("inverted", "1 if pyramids are inverted"),
    Piece("surcharge", "the surcharge"),
    Piece("simultaneous", "1 if turns are simultaneous"),
    Piece("hand_limit", "the hand limit; 0: none", most=MOST_SEEN),
    Piece("characters", "how many characters there are", most=MOST_SEEN),
    Piece("round", "round", most=LAST_ROUND),
    Piece("pick", "pick of the draft", most=4),
    Piece("phase", "draft, income, turns, between, over: 0 to 4", most=OVER, is_name=True),
    Piece("completed", "1 if a pyramid has been completed"),
    Piece("deck", "cards in the draw pile", most=MOST_SEEN),
    Piece("discards", "cards in the discard pile", most=MOST_SEEN),
    Piece(
        "step",
        "a flag for what is asked in an action or between turns: place, pay, refund, gain, cost, discard, "
        "sell, keep, look, recover, copy, move, go, limit, order, effect, victim, spoil, remove, purge",
        TO_PURGE,
    ),
    Piece("mover", "a flag for who is asked", SEATS),
    Piece("decider", "a flag for who decides the order", SEATS),
    Piece("user", "a flag for whose power is carried out", SEATS),
    Piece("victim", "a flag for the victim", SEATS),
    Piece("part", "part of that power", most=PARTS),
    Piece("units", "units of it left", most=MOST_SEEN),
    Piece("spot", "place chosen + 1", most=PLACES),
    Piece("first", "the seat that begins the round", most=SEATS - 1),
    Piece("has_power", "1 if there is such a power"),
    Piece("power", "its character", most=CHARACTERS - 1, is_name=True),
    Piece("has_chosen", "1 if a card is chosen"),
    Piece("chosen", "its character", most=CHARACTERS - 1, is_name=True),
    Piece("courts", "the players' courts", SEATS, of=COURT_SEEN),
    Piece("pyramids", "the character at each place", SEATS, PLACES, most=CHARACTERS - 1, is_name=True),
    Piece("effects", "the character of each pending effect", SEATS, PLACES, most=CHARACTERS - 1, is_name=True),
    Piece(
        "held",
        "cards in hand or set aside that the observer knows, by character; own ones in hand",
        SEATS,
        CHARACTERS,
        most=MOST_SEEN,
    ),
    Piece("aside", "own cards set aside, by character", CHARACTERS, most=MOST_SEEN),
    Piece("looked", "cards the observer is looking at, by character", CHARACTERS, most=LOOKED),
    Piece("discard", "the discard pile, by character", CHARACTERS, most=MOST_SEEN),
    Piece("leaving", "cards on their way to it, by character", CHARACTERS, most=MOST_SEEN),
    Piece("passed", "cards passed on in the draft: the first pack, then the second", PASSED, of=PASSED_SEEN),
)
OBSERVATION = OBSERVATION_SPACE.size
(
    AT_PLAYERS,
    AT_BASE,
    AT_INVERTED,
    AT_SURCHARGE,
    AT_SIMULTANEOUS,
    AT_HAND_LIMIT,
    AT_CHARACTERS,
    AT_ROUND,
    AT_PICK,
    AT_PHASE,
    AT_COMPLETED,
    AT_DECK,
    AT_DISCARDS,
    AT_STEP,
    AT_MOVER,
    AT_DECIDER,
    AT_USER,
    AT_VICTIM,
    AT_PART,
    AT_UNITS,
    AT_SPOT,
    AT_FIRST,
    AT_HAS_POWER,
    AT_POWER,
    AT_HAS_CHOSEN,
    AT_CHOSEN,
    AT_COURTS,
    AT_PYRAMIDS,
    AT_EFFECTS,
    AT_HELD,
    AT_ASIDE,
    AT_LOOKED,
    AT_DISCARD,
    AT_LEAVING,
    AT_PASSED,
) = OBSERVATION_SPACE.bases
(
    COURT_RESOURCES,
    COURT_HAND,
    COURT_KEPT,
    COURT_RESERVED,
    COURT_DONE,
    COURT_ENROLMENTS,
    COURT_ANYWHERE,
    COURT_DISCOUNTS,
    COURT_PENDING,
    COURT_PLACES,
) = COURT_SEEN.bases
COURT_SIZE = COURT_SEEN.size
PASSED_THERE, PASSED_KIND, PASSED_GONE = PASSED_SEEN.bases
PASSED_SIZE = PASSED_SEEN.size

Data = np.dtype(
    [
        ("kinds", "i2"),  # characters of the set
        ("hand_limit", "i2"),  # 0 for none
        ("players", "i1"),
        ("width", "i1"),  # of the base row
        ("inverted", "i1"),
        ("surcharge", "i1"),
        ("simultaneous", "i1"),
        ("places", "i1"),
        ("place", "i1", (PLACES,)),  # the places there are
        ("row", "i1", (PLACES,)),
        ("child", "i1", (PLACES,)),  # the left one; the right one is the next place
        ("left_parent", "i1", (PLACES,)),
        ("right_parent", "i1", (PLACES,)),
        ("type", "i1", (CHARACTERS,)),
        ("base", "i1", (CHARACTERS,)),
        ("resource", "i1", (CHARACTERS,)),
        ("goes_by", "i1", (CHARACTERS,)),  # the label that one of the two children has to bear
        ("bears", "i1", (CHARACTERS,)),  # the label for parents
        ("cost", "i1", (CHARACTERS,)),
        ("prestige", "i1", (CHARACTERS,)),
        ("copies", "i1", (CHARACTERS,)),  # in this game: without Rogues, 0 of each
        ("once", "i1", (CHARACTERS,)),
        ("green", "i1", (CHARACTERS,)),
        ("parts", "i1", (CHARACTERS,)),
        ("later_parts", "i1", (CHARACTERS,)),
        ("word", "i1", (CHARACTERS, PARTS)),
        ("amount", "i1", (CHARACTERS, PARTS)),
        ("of", "i1", (CHARACTERS, PARTS)),
        ("mask", "i1", (CHARACTERS, PARTS)),
        ("later", "i1", (CHARACTERS, PARTS)),
        ("spare", "i1"),  # so that no byte of the record is left over
    ],
    align=True,
)

State = np.dtype(
    [
        ("random", "u8"),
        ("cards", "i2", (CARDS,)),  # hands and cards set aside, group after group
        ("first", "i2", (GROUPS + 1,)),  # where each group begins, and where the last ends
        ("left", "i2"),
        ("discards", "i2"),
        ("resource", "i2", (SEATS, RESOURCES)),
        ("enrolled", "i2", (SEATS,)),  # places as bits: enrolled this turn
        ("activated", "i2", (SEATS,)),
        ("used", "i2", (SEATS,)),  # once a game
        ("deck", "i1", (CARDS,)),  # the next card last
        ("discard", "i1", (CHARACTERS,)),
        ("leaving", "i1", (CHARACTERS,)),  # on the discard pile when the turns have ended (COR-18)
        ("pyramid", "i1", (SEATS, PLACES)),
        ("enrolments", "i1", (SEATS,)),
        ("discounts", "i1", (SEATS,)),
        ("discount", "i1", (SEATS, PLACES)),
        ("discount_for", "i1", (SEATS, PLACES)),  # types as bits
        ("anywhere", "i1"),  # seats as bits
        ("pending", "i1", (SEATS, PLACES)),  # effects between turns, sorted
        ("looked", "i1", (LOOKED,)),  # sorted
        ("round", "i1"),
        ("phase", "i1"),
        ("pick", "i1"),
        ("done", "i1"),  # seats as bits
        ("completed", "i1"),
        ("mover", "i1"),  # who is in the middle of an action, or asked between turns
        ("step", "i1"),
        ("chosen", "i1"),  # the card being enrolled, or refunded
        ("spot", "i1"),  # the place for it, or of the card being moved, or of the Actor
        ("victim", "i1"),
        ("power", "i1"),  # the card whose power is being carried out
        ("user", "i1"),
        ("part", "i1"),
        ("units", "i1"),  # of this part still to come; -1 before it has begun
        ("decider", "i1"),
        ("spare", "i1", (7,)),  # so that no byte of the record is left over
        ("gone", "i2", (SEATS, TAKERS, FEW + 1)),  # -1 where a taker never had so few unknown cards
        ("sure", "i2", (SEATS,)),
        ("passed", "i1", (SEATS, PASSED)),
    ],
    align=True,
)


@rule
def bit(n):
    return 1 << n


# --- Hands and cards set aside ---


@rule
def group(seat, which):
    return seat * 3 + which


@rule
def size(s, seat, which):
    return s.first[group(seat, which) + 1] - s.first[group(seat, which)]


@rule
def character(code):
    return code >> 2  # compiled, // 4 takes three times as long: it would round down below 0


@rule
def mark(code):
    """Who knows of a card."""
    return code & 3


@rule
def insert(s, seat, which, code):
    """Sort a card into a group."""
    here = group(seat, which)
    place = s.first[here + 1]
    for i in range(s.first[GROUPS], place, -1):
        s.cards[i] = s.cards[i - 1]
    while place > s.first[here] and s.cards[place - 1] > code:
        s.cards[place] = s.cards[place - 1]
        place -= 1
    s.cards[place] = code
    for i in range(here + 1, GROUPS + 1):
        s.first[i] += 1


@rule
def find(s, seat, which, kind):
    """Where the best known card of this character is in the group, or -1."""
    here = group(seat, which)
    for i in range(s.first[here], s.first[here + 1]):
        if character(s.cards[i]) == kind:
            return i
    return NONE


@rule
def lift(s, seat, which, i):
    """Take the card at this index out of the group."""
    code = s.cards[i]
    end = s.first[GROUPS] - 1
    for j in range(i, end):
        s.cards[j] = s.cards[j + 1]
    s.cards[end] = 0
    for j in range(group(seat, which) + 1, GROUPS + 1):
        s.first[j] -= 1
    return code


@rule
def shift(s, seat, source, target, i):
    """Move a card from one group of the seat to another, with its mark."""
    insert(s, seat, target, lift(s, seat, source, i))


@rule
def leave_hand(t, s, seat, kind):
    """A card leaves the hand for all to see: it may be any of those alike, so the best known one is not known now."""
    code = lift(s, seat, HAND, find(s, seat, HAND, kind))
    known = find(s, seat, KEPT, kind)
    if known >= 0 and s.cards[known] < code:
        best = lift(s, seat, KEPT, known)
        insert(s, seat, KEPT, code)
        code = best
    remember_departure(t, s, seat, code)


# --- Piles (COR-12, COR-18) ---


@rule
def draw(t, s):
    """The top card of the draw pile, which is made anew when it is empty; -1 if there is none."""
    if s.left == 0:
        for seat in range(t.players):
            make_sure(t, s, seat)
        for kind in range(CHARACTERS):
            for _ in range(s.discard[kind]):
                s.deck[s.left] = kind
                s.left += 1
            s.discard[kind] = 0
        s.discards = 0
        shuffle(s, s.deck, s.left)
    if s.left == 0:
        return NONE
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = 0
    return kind


@rule
def draw_into(t, s, seat, which):
    """Whether there was a card to draw."""
    kind = draw(t, s)
    if kind < 0:
        return False
    insert(s, seat, which, kind * 4 + KNOWN_TO_OWNER)
    return True


@rule
def throw(s, kind):
    """COR-18: onto the discard pile when the turns have ended; between turns at once."""
    if s.phase == BETWEEN:
        s.discard[kind] += 1
        s.discards += 1
    else:
        s.leaving[kind] += 1


# --- The pyramid (COR-27 to COR-31) ---


@rule
def has_parent(t, s, seat, place):
    left = t.left_parent[place]
    right = t.right_parent[place]
    return (left >= 0 and s.pyramid[seat, left] >= 0) or (right >= 0 and s.pyramid[seat, right] >= 0)


@rule
def is_covered(t, s, seat, place):
    """COR-21: by all its parents; the apex has none."""
    left = t.left_parent[place]
    right = t.right_parent[place]
    if left < 0 and right < 0:
        return False
    return (left < 0 or s.pyramid[seat, left] >= 0) and (right < 0 or s.pyramid[seat, right] >= 0)


@rule
def is_supported(t, s, seat, place):
    child = t.child[place]
    return child < 0 or (s.pyramid[seat, child] >= 0 and s.pyramid[seat, child + 1] >= 0)


@rule
def fits(t, s, seat, kind, place, anywhere):
    """COR-28, COR-31."""
    if s.pyramid[seat, place] >= 0 or not is_supported(t, s, seat, place):
        return False
    child = t.child[place]
    label = t.goes_by[kind]
    if child < 0 or anywhere or label == ANYTHING:
        return True
    return label == t.bears[s.pyramid[seat, child]] or label == t.bears[s.pyramid[seat, child + 1]]


@rule
def may_go_anywhere(s, seat):
    return s.anywhere >> seat & 1


@rule
def open_labels(t, s, seat):
    """The labels, as bits, that have a place somewhere in the pyramid."""
    labels = 0
    for i in range(t.places):
        place = t.place[i]
        if s.pyramid[seat, place] < 0 and is_supported(t, s, seat, place):
            child = t.child[place]
            if child < 0 or may_go_anywhere(s, seat):
                return EVERY_LABEL
            left = bit(t.bears[s.pyramid[seat, child]])
            labels |= left | bit(t.bears[s.pyramid[seat, child + 1]]) | bit(ANYTHING)
    return labels


@rule
def take_off(s, seat, place):
    """Take a card out of the pyramid; its marks go."""
    kind = s.pyramid[seat, place]
    s.pyramid[seat, place] = NONE
    s.enrolled[seat] &= ~bit(place)
    s.activated[seat] &= ~bit(place)
    s.used[seat] &= ~bit(place)
    return kind


@rule
def can_move(t, s, seat, place):
    """COR-29."""
    kind = s.pyramid[seat, place]
    if kind < 0 or has_parent(t, s, seat, place):
        return False
    s.pyramid[seat, place] = NONE
    found = False
    for i in range(t.places):
        if t.place[i] != place and fits(t, s, seat, kind, t.place[i], False):
            found = True
            break
    s.pyramid[seat, place] = kind
    return found


@rule
def can_move_any(t, s, seat):
    for i in range(t.places):
        if can_move(t, s, seat, t.place[i]):
            return True
    return False


@rule
def move_card(s, seat, source, target):
    """With its marks."""
    was_enrolled = s.enrolled[seat] >> source & 1
    was_activated = s.activated[seat] >> source & 1
    was_used = s.used[seat] >> source & 1
    s.pyramid[seat, target] = take_off(s, seat, source)
    s.enrolled[seat] |= was_enrolled << target
    s.activated[seat] |= was_activated << target
    s.used[seat] |= was_used << target


# --- Prices (COR-14, COR-15, COR-17) ---


@rule
def discount_on(t, s, seat, kind):
    less = 0
    for i in range(s.discounts[seat]):
        if s.discount_for[seat, i] >> t.type[kind] & 1:
            less += s.discount[seat, i]
    return less


@rule
def price(t, s, seat, kind):
    """COR-14."""
    return max(1, t.cost[kind] + t.surcharge * s.enrolments[seat] - discount_on(t, s, seat, kind))


@rule
def most(s, seat):
    """Of one resource."""
    return max(s.resource[seat, GOLD], max(s.resource[seat, STEEL], s.resource[seat, RUBY]))


@rule
def riches(s, seat):
    return s.resource[seat, GOLD] + s.resource[seat, STEEL] + s.resource[seat, RUBY]


@rule
def can_pay(t, s, seat, kind):
    resource = t.resource[kind]
    purse = most(s, seat) if resource == ANY else s.resource[seat, resource]
    return purse >= price(t, s, seat, kind)


@rule
def use_discounts(t, s, seat, kind):
    """Those that fit the card enrolled are used up."""
    kept = 0
    for i in range(s.discounts[seat]):
        if not s.discount_for[seat, i] >> t.type[kind] & 1:
            s.discount[seat, kept] = s.discount[seat, i]
            s.discount_for[seat, kept] = s.discount_for[seat, i]
            kept += 1
    for i in range(kept, s.discounts[seat]):
        s.discount[seat, i] = 0
        s.discount_for[seat, i] = 0
    s.discounts[seat] = kept


@rule
def refund_of(t, kind):
    """COR-17."""
    return t.cost[kind] - (t.prestige[kind] == 0)


# --- What may be activated (COR-21 to COR-25) ---


@rule
def cost_in(t, kind, resource):
    """What a power costs in one resource."""
    amount = 0
    for i in range(t.parts[kind]):
        if t.word[kind, i] == PAY and t.of[kind, i] == resource:
            amount += t.amount[kind, i]
    return amount


@rule
def can_afford(t, s, seat, kind):
    """The costs of a power."""
    for resource in range(RESOURCES):
        if s.resource[seat, resource] < cost_in(t, kind, resource):
            return False
    certain = cost_in(t, kind, GOLD) + cost_in(t, kind, STEEL) + cost_in(t, kind, RUBY)
    return riches(s, seat) >= certain + cost_in(t, kind, ANY)


@rule
def can_carry_out(t, s, seat, kind):
    """COR-22: whether a power, but for what waits until the turns have ended, can be carried out in full."""
    if t.word[kind, 0] == PAY and not can_afford(t, s, seat, kind):
        return False
    left = s.left
    discards = s.discards
    hand = size(s, seat, HAND)
    for i in range(t.parts[kind]):
        if t.later[kind, i]:
            continue
        word = t.word[kind, i]
        amount = t.amount[kind, i]
        if word == DRAW or word == LOOK or word == RESERVE:
            if left >= amount:
                left -= amount
            else:
                left += discards - amount
                discards = 0
            hand += amount if word == DRAW else t.of[kind, i] if word == LOOK else 0
        elif word == RECOVER:
            discards -= amount
            hand += amount
        elif word == DISCARD:
            hand -= amount
        elif word == SELL:
            hand -= 1
        elif word == MOVE and not can_move_any(t, s, seat):
            return False
        if left < 0 or discards < 0 or hand < 0:
            return False
    return True


@rule
def can_copy(t, s, seat, actor, child):
    """COR-25: the power of a child as if printed on the Actor."""
    kind = s.pyramid[seat, child]
    if t.green[kind] or t.word[kind, 0] == COPY or (t.once[kind] and s.used[seat] >> actor & 1):
        return False
    return can_carry_out(t, s, seat, kind)


@rule
def can_activate(t, s, seat, place):
    kind = s.pyramid[seat, place]
    if kind < 0 or t.green[kind] or (s.enrolled[seat] | s.activated[seat]) >> place & 1:
        return False
    if (t.once[kind] and s.used[seat] >> place & 1) or is_covered(t, s, seat, place):
        return False
    if t.word[kind, 0] == COPY:
        child = t.child[place]
        return child >= 0 and (can_copy(t, s, seat, place, child) or can_copy(t, s, seat, place, child + 1))
    return can_carry_out(t, s, seat, kind)


@rule
def can_dismiss(t, s, seat, place):
    """COR-16, COR-19."""
    if s.pyramid[seat, place] < 0 or (s.enrolled[seat] | s.used[seat]) >> place & 1:
        return False
    return not has_parent(t, s, seat, place)


@rule
def can_remove(t, s, seat, place, highest):
    """COR-26: a card that another may have removed."""
    kind = s.pyramid[seat, place]
    return kind >= 0 and t.prestige[kind] <= highest and not has_parent(t, s, seat, place)


@rule
def has_removable(t, s, seat, highest):
    for i in range(t.places):
        if can_remove(t, s, seat, t.place[i], highest):
            return True
    return False


# --- Set-up (COR-6 to COR-8) ---


@rule
def setup(t, s):
    clear(s)
    for kind in range(t.kinds):
        for _ in range(t.copies[kind]):
            s.deck[s.left] = kind
            s.left += 1
    shuffle(s, s.deck, s.left)
    for _ in range(8):
        for seat in range(t.players):
            draw_into(t, s, seat, HAND)
    for seat in range(t.players):
        for resource in range(RESOURCES):
            s.resource[seat, resource] = 3 if t.width == 5 else 2
    s.phase = DRAFT
    s.pick = 1


@rule
def clear(s):
    for i in range(CARDS):
        s.cards[i] = 0
        s.deck[i] = 0
    for i in range(GROUPS + 1):
        s.first[i] = 0
    for kind in range(CHARACTERS):
        s.discard[kind] = 0
        s.leaving[kind] = 0
    for seat in range(SEATS):
        s.used[seat] = 0
        for resource in range(RESOURCES):
            s.resource[seat, resource] = 0
        for i in range(PLACES):
            s.pyramid[seat, i] = NONE
            s.pending[seat, i] = NONE
            s.discount[seat, i] = 0
            s.discount_for[seat, i] = 0
        s.discounts[seat] = 0
        begin_turn(s, seat)
        forget_packs(s, seat)
    for i in range(LOOKED):
        s.looked[i] = NONE
    for i in range(len(s.spare)):
        s.spare[i] = 0
    s.left = 0
    s.discards = 0
    s.anywhere = 0
    s.round = 0
    s.pick = 0
    s.done = 0
    s.completed = 0
    s.decider = NONE
    rest(s)


@rule
def begin_turn(s, seat):
    """Nothing has been done this turn; discounts lapse."""
    s.enrolled[seat] = 0
    s.activated[seat] = 0
    s.enrolments[seat] = 0
    for i in range(s.discounts[seat]):
        s.discount[seat, i] = 0
        s.discount_for[seat, i] = 0
    s.discounts[seat] = 0


@rule
def rest(s):
    """Nobody is in the middle of anything."""
    s.mover = NONE
    s.step = NOTHING
    s.chosen = NONE
    s.spot = NONE
    s.victim = NONE
    s.power = NONE
    s.user = NONE
    s.part = 0
    s.units = 0


@rule
def ask(s, seat, step):
    s.mover = seat
    s.step = step
    return True


# --- The course of a match ---


@rule
def first_seat(t, s):
    """COR-9: it moves on by one each round."""
    return max(0, s.round - 1) % t.players


@rule
def all_done(t, s):
    return s.done == bit(t.players) - 1


@rule
def pass_packs(t, s):
    """COR-6: what has been picked is put away, and the packs go to the left; who passed a pack knows what is in it."""
    remember_packs(t, s)
    seen = (t.players == 2 and s.pick > 1) or s.pick == 4
    for seat in range(t.players):
        while size(s, seat, KEPT):
            code = lift(s, seat, KEPT, s.first[group(seat, KEPT)])
            insert(s, seat, RESERVED, character(code) * 4 + (KNOWN_TO_RIGHT if seen else KNOWN_TO_OWNER))
    for i in range(size(s, 0, HAND)):
        last = s.cards[s.first[group(t.players - 1, HAND)] + i]
        for seat in range(t.players - 1, 0, -1):
            code = s.cards[s.first[group(seat - 1, HAND)] + i]
            s.cards[s.first[group(seat, HAND)] + i] = character(code) * 4 + KNOWN_TO_RIGHT
        s.cards[i] = character(last) * 4 + KNOWN_TO_RIGHT
    if t.players == 3 and s.pick == 3:
        for seat in range(t.players):
            see_missing(s, seat)


@rule
def end_picks(t, s):
    pass_packs(t, s)
    s.done = 0
    if s.pick < 4:
        s.pick += 1
    else:
        s.pick = 0
        begin_round(t, s)


@rule
def begin_round(t, s):
    """COR-10: the income, but for the resource of choice."""
    s.round += 1
    s.phase = INCOME
    s.done = 0
    for seat in range(t.players):
        while size(s, seat, KEPT):
            shift(s, seat, KEPT, HAND, s.first[group(seat, KEPT)])
        if s.round > 1:
            remember_few(t, s, seat)
        while size(s, seat, RESERVED):
            shift(s, seat, RESERVED, HAND, s.first[group(seat, RESERVED)])
        for resource in range(RESOURCES):
            s.resource[seat, resource] += 1
    for i in range(2 * t.players):
        if not draw_into(t, s, (first_seat(t, s) + i) % t.players, HAND):
            return


@rule
def begin_pause(t, s):
    """All have finished: cards on their way reach the discard pile; effects between turns (COR-18, COR-26)."""
    s.phase = BETWEEN
    s.done = 0
    s.anywhere = 0
    for kind in range(t.kinds):
        s.discards += s.leaving[kind]
        s.discard[kind] += s.leaving[kind]
        s.leaving[kind] = 0
    for seat in range(t.players):
        begin_turn(s, seat)
    if different_effects(t, s) > 1:
        s.decider = most_prestigious(t, s)


@rule
def end_pause(t, s):
    """COR-32, COR-36."""
    s.decider = NONE
    if s.completed or s.round == LAST_ROUND:
        s.phase = OVER
    else:
        begin_round(t, s)


# --- Effects between turns (COR-26) ---


@rule
def add_pending(s, seat, kind):
    i = PLACES - 1
    while i > 0 and (s.pending[seat, i - 1] < 0 or s.pending[seat, i - 1] > kind):
        s.pending[seat, i] = s.pending[seat, i - 1]
        i -= 1
    s.pending[seat, i] = kind


@rule
def drop_pending(s, seat, kind):
    for i in range(PLACES - 1):
        if s.pending[seat, i] >= kind:
            s.pending[seat, i] = s.pending[seat, i + 1]
    s.pending[seat, PLACES - 1] = NONE


@rule
def effects_of(s, seat):
    """How many different effects of the seat are pending."""
    n = 0
    for i in range(PLACES):
        if s.pending[seat, i] >= 0 and (i == 0 or s.pending[seat, i] != s.pending[seat, i - 1]):
            n += 1
    return n


@rule
def different_effects(t, s):
    n = 0
    for seat in range(t.players):
        n += effects_of(s, seat)
    return n


@rule
def owner_of_effects(t, s):
    """The only seat with effects pending; -1 if there are several."""
    owner = NONE
    for seat in range(t.players):
        if s.pending[seat, 0] >= 0:
            if owner >= 0:
                return NONE
            owner = seat
    return owner


@rule
def printed_prestige(t, s, seat):
    n = 0
    for place in range(PLACES):
        if s.pyramid[seat, place] >= 0:
            n += t.prestige[s.pyramid[seat, place]]
    return n


@rule
def most_prestigious(t, s):
    """The seat with the most printed prestige; of several one drawn at random."""
    best = NONE
    ties = 0
    for seat in range(t.players):
        own = printed_prestige(t, s, seat)
        if own > best:
            best = own
            ties = 0
        ties += own == best
    nth = below(s, ties) if ties > 1 else 0
    for seat in range(t.players):
        if printed_prestige(t, s, seat) == best:
            if nth == 0:
                return seat
            nth -= 1
    return NONE


@rule
def begin_effect(s, seat, kind):
    drop_pending(s, seat, kind)
    begin_power(s, seat, kind)


@rule
def choose_effect_of(s, seat):
    """Go on with the only effect of the seat, or ask which."""
    if effects_of(s, seat) > 1:
        s.victim = seat
        ask(s, s.decider, TO_EFFECT)
    else:
        begin_effect(s, seat, s.pending[seat, 0])


@rule
def begin_next_effect(t, s):
    """False if there is nothing to go on with: somebody has to decide which, or the pause is over."""
    if different_effects(t, s) == 0:
        end_pause(t, s)
        return False
    owner = owner_of_effects(t, s)
    if owner < 0:
        ask(s, s.decider, TO_ORDER)
        return False
    choose_effect_of(s, owner)
    return s.step != TO_EFFECT


# --- Powers ---


@rule
def begin_power(s, seat, kind):
    s.power = kind
    s.user = seat
    s.part = 0
    s.units = NONE
    s.spot = NONE
    s.victim = NONE


@rule
def advance(t, s):
    """Go on, between turns with one effect after the other, until somebody has to decide or nothing is left."""
    while True:
        if s.power >= 0 and carry_on(t, s):
            return
        rest(s)
        if s.phase != BETWEEN or not begin_next_effect(t, s):
            return


@rule
def carry_on(t, s):
    """Carry out what is left of a power; true if somebody has to decide first."""
    while s.part < t.parts[s.power]:
        if t.later[s.power, s.part] == (s.phase == BETWEEN):
            if s.units < 0:
                s.step = NOTHING
                s.units = begin_part(t, s)
            if s.units > 0 and ask_part(t, s):
                return True
            end_part(s)
        s.part += 1
        s.units = NONE
    return False


@rule
def begin_part(t, s):
    """Do what needs no answer; how many answers the part needs."""
    word = t.word[s.power, s.part]
    amount = t.amount[s.power, s.part]
    if word == PAY or word == GAIN:
        if t.of[s.power, s.part] == ANY:
            return amount
        s.resource[s.user, t.of[s.power, s.part]] += amount if word == GAIN else 0 - amount
        return 0
    if word == DRAW or word == RESERVE:
        if word == DRAW:
            remember_few(t, s, s.user)
        for _ in range(amount):
            draw_into(t, s, s.user, HAND if word == DRAW else RESERVED)
        return 0
    if word == LOOK:
        for _ in range(amount):
            look_at(s, draw(t, s))
        return t.of[s.power, s.part]
    if word == CHEAPER:
        s.discount[s.user, s.discounts[s.user]] = amount
        s.discount_for[s.user, s.discounts[s.user]] = t.mask[s.power, s.part]
        s.discounts[s.user] += 1
        return 0
    if word == ANYWHERE:
        s.anywhere |= bit(s.user)
        return 0
    if word == LEVY:
        levy(t, s, t.of[s.power, s.part], amount)
        return 0
    if word == PURGE:
        return t.players - 1
    return amount if word == DISCARD or word == KEEP or word == RECOVER or word == STEAL else 1


@rule
def ask_part(t, s):
    """Ask for the next answer; false if there is nothing to choose from."""
    word = t.word[s.power, s.part]
    amount = t.amount[s.power, s.part]
    if word == GAIN or s.step == TO_GAIN:
        return ask(s, s.user, TO_GAIN)
    if word == PAY:
        return ask(s, s.user, TO_COST)
    if word == DISCARD:
        return ask(s, s.user, TO_DISCARD)
    if word == SELL:
        return ask(s, s.user, TO_SELL)
    if word == KEEP:
        return size(s, s.user, HAND) > 0 and ask(s, s.user, TO_KEEP)
    if word == LOOK:
        return ask(s, s.user, TO_LOOK)
    if word == RECOVER:
        return ask(s, s.user, TO_RECOVER)
    if word == MOVE:
        return ask(s, s.user, TO_MOVE)
    if word == COPY:
        return ask(s, s.user, TO_COPY)
    if word == STEAL:
        return others_have_any(t, s, s.user) and ask(s, s.user, TO_VICTIM)
    if word == REMOVE:
        return others_have_removable(t, s, s.user, amount) and ask(s, s.user, TO_VICTIM)
    return ask_purged(t, s, amount)


@rule
def end_part(s):
    """Cards that were looked at and not taken are discarded."""
    for i in range(LOOKED):
        if s.looked[i] >= 0:
            throw(s, s.looked[i])
            s.looked[i] = NONE


@rule
def look_at(s, kind):
    i = LOOKED - 1
    while i > 0 and (s.looked[i - 1] < 0 or s.looked[i - 1] > kind):
        s.looked[i] = s.looked[i - 1]
        i -= 1
    s.looked[i] = kind


@rule
def take_looked(s, kind):
    found = False
    for i in range(LOOKED):
        if found:
            s.looked[i - 1] = s.looked[i]
        elif s.looked[i] == kind:
            found = True
    s.looked[LOOKED - 1] = NONE


@rule
def levy(t, s, resource, amount):
    """Every other player gives what is asked for, or what there is."""
    for seat in range(t.players):
        if seat != s.user:
            given = min(amount, s.resource[seat, resource])
            s.resource[seat, resource] -= given
            s.resource[s.user, resource] += given


@rule
def others_have_any(t, s, seat):
    for other in range(t.players):
        if other != seat and riches(s, other) > 0:
            return True
    return False


@rule
def others_have_removable(t, s, seat, highest):
    for other in range(t.players):
        if other != seat and has_removable(t, s, other, highest):
            return True
    return False


@rule
def ask_purged(t, s, limit):
    """The others, clockwise from the left of the one who purges."""
    while s.units > 0:
        seat = (s.user + t.players - s.units) % t.players
        if size(s, seat, HAND) >= limit:
            return ask(s, seat, TO_PURGE)
        s.units -= 1
    return False


# --- Who may act, and what ---


@rule
def waiting(t, s):
    if s.phase == OVER:
        return 0
    if s.mover >= 0:
        return bit(s.mover)
    if t.simultaneous:
        return bit(t.players) - 1 - s.done
    seat = first_seat(t, s)
    while s.done >> seat & 1:
        seat = (seat + 1) % t.players
    return bit(seat)


@rule
def legal(t, s, seat, out):
    if not waiting(t, s) >> seat & 1:
        return 0
    if s.mover < 0:
        if s.phase == DRAFT:
            return cards_of_hand(s, seat, PICK_A, out)
        return resources(out) if s.phase == INCOME else main_choices(t, s, seat, out)
    if s.step == TO_PLACE or TO_COPY <= s.step <= TO_GO or s.step == TO_REMOVE:
        return place_choices(t, s, seat, out)
    if s.step <= TO_COST or s.step == TO_SPOIL:
        return resource_choices(t, s, seat, out)
    if s.step == TO_DISCARD or s.step == TO_SELL or s.step == TO_LIMIT or s.step == TO_PURGE:
        return cards_of_hand(s, seat, DISCARD_A, out)
    if s.step <= TO_RECOVER:
        return card_choices(s, seat, out)
    return effect_choices(t, s, seat, out)


@rule
def forced(t, s, seat, out):
    """The only choice, if it would be the only one with any card that the others may take one of the seat's for."""
    action = only_choice(t, s, seat, out)
    for kind in range(t.kinds):
        if action >= 0 and may_have(s, seat, kind):
            card = suppose(s, seat, kind)
            if only_choice(t, s, seat, out) < 0:
                action = NONE
            suppose(s, seat, card)
    return action


@rule
def only_choice(t, s, seat, out):
    return out[0] if legal(t, s, seat, out) == 1 else NONE


@rule
def suppose(s, seat, kind):
    """Put a character in the place of the first card that the seat chooses from; which one was there."""
    if s.step == TO_LOOK:
        was = s.looked[0]
        s.looked[0] = kind
        return was
    first = s.first[group(seat, HAND)]
    was = character(s.cards[first])
    s.cards[first] += (kind - was) * 4
    return was


@rule
def may_have(s, seat, kind):
    """Whether a card that the seat chooses from may be of this character, for all that a spectator knows. Of the hand
    and what was set aside from it nobody saw which is which."""
    if s.step == TO_LOOK:
        return is_hidden(s, kind)
    hidden = False
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, RESERVED)]):
        if s.cards[i] == kind * 4 + KNOWN_TO_ALL:
            return True
        hidden = hidden or mark(s.cards[i]) != KNOWN_TO_ALL
    return hidden and is_hidden(s, kind)


@rule
def is_hidden(s, kind):
    """Whether a card of this character lies where not all can see it."""
    for i in range(s.left):
        if s.deck[i] == kind:
            return True
    for i in range(s.first[GROUPS]):
        if character(s.cards[i]) == kind and mark(s.cards[i]) != KNOWN_TO_ALL:
            return True
    for i in range(LOOKED):
        if s.looked[i] == kind:
            return True
    return False


@rule
def cards_of_hand(s, seat, action, out):
    n = 0
    last = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        if kind != last:
            out[n] = action + kind
            n += 1
        last = kind
    return n


@rule
def resources(out):
    for resource in range(RESOURCES):
        out[resource] = RESOURCE_A + resource
    return RESOURCES


@rule
def main_choices(t, s, seat, out):
    """COR-11. Each place is looked at once only: processors often guess wrong whether it is free."""
    out[0] = END_A
    n = 1
    ready = 0
    for i in range(t.places):
        place = t.place[i]
        if s.pyramid[seat, place] >= 0:
            if can_dismiss(t, s, seat, place):
                out[n] = DISMISS_A + place
                n += 1
            if can_activate(t, s, seat, place):
                ready |= bit(i)
    for i in range(t.places if ready else 0):
        if ready >> i & 1:
            out[n] = ACTIVATE_A + t.place[i]
            n += 1
    labels = open_labels(t, s, seat)
    last = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        if kind != last and labels >> t.goes_by[kind] & 1 and can_pay(t, s, seat, kind):
            out[n] = ENROL_A + kind
            n += 1
        last = kind
    return n


@rule
def resource_choices(t, s, seat, out):
    if s.step == TO_REFUND or s.step == TO_GAIN:
        return resources(out)
    purse = s.victim if s.step == TO_SPOIL else seat
    least = price(t, s, seat, s.chosen) if s.step == TO_PAY else 1
    n = 0
    for resource in range(RESOURCES):
        if s.resource[purse, resource] >= least:
            out[n] = RESOURCE_A + resource
            n += 1
    return n


@rule
def card_choices(s, seat, out):
    if s.step == TO_KEEP:
        n = cards_of_hand(s, seat, KEEP_A, out)
        for i in range(n, 0, -1):
            out[i] = out[i - 1]
        out[0] = ENOUGH_A
        return n + 1
    n = 0
    if s.step == TO_LOOK:
        for i in range(LOOKED):
            if s.looked[i] >= 0 and (i == 0 or s.looked[i] != s.looked[i - 1]):
                out[n] = TAKE_A + s.looked[i]
                n += 1
        return n
    for kind in range(CHARACTERS):
        if s.discard[kind]:
            out[n] = TAKE_A + kind
            n += 1
    return n


@rule
def place_choices(t, s, seat, out):
    n = 0
    moved = NONE
    if s.step == TO_GO:
        moved = s.pyramid[seat, s.spot]
        s.pyramid[seat, s.spot] = NONE
    for i in range(t.places):
        action = action_at(t, s, seat, t.place[i], moved)
        if action >= 0:
            out[n] = action
            n += 1
    if s.step == TO_GO:
        s.pyramid[seat, s.spot] = moved
    return n


@rule
def action_at(t, s, seat, place, moved):
    """What the seat may do with this place, in the middle of an action; -1 if nothing."""
    if s.step == TO_PLACE:
        return PLACE_A + place if fits(t, s, seat, s.chosen, place, may_go_anywhere(s, seat)) else NONE
    if s.step == TO_GO:
        return PLACE_A + place if place != s.spot and fits(t, s, seat, moved, place, False) else NONE
    if s.step == TO_MOVE:
        return MOVE_A + place if can_move(t, s, seat, place) else NONE
    if s.step == TO_REMOVE:
        return REMOVE_A + place if can_remove(t, s, s.victim, place, t.amount[s.power, s.part]) else NONE
    child = t.child[s.spot]
    if place != child and place != child + 1:
        return NONE
    return COPY_A + place if can_copy(t, s, seat, s.spot, place) else NONE


@rule
def effect_choices(t, s, seat, out):
    """Between turns: whose effect, or which; from whom to take."""
    n = 0
    if s.step == TO_EFFECT:
        for i in range(PLACES):
            kind = s.pending[s.victim, i]
            if kind >= 0 and (i == 0 or kind != s.pending[s.victim, i - 1]):
                out[n] = EFFECT_A + kind
                n += 1
        return n
    for other in range(t.players):
        if is_choice(t, s, seat, other):
            out[n] = SEAT_A + other
            n += 1
    return n


@rule
def is_choice(t, s, seat, other):
    if s.step == TO_ORDER:
        return s.pending[other, 0] >= 0
    if other == seat:
        return False
    if t.word[s.power, s.part] == STEAL:
        return riches(s, other) > 0
    return has_removable(t, s, other, t.amount[s.power, s.part])


# --- Doing it ---


@rule
def play(t, s, seat, action):
    """Only here something goes on: on a device, matches that came by different actions then go on together."""
    if act(t, s, seat, action):
        advance(t, s)


@rule
def act(t, s, seat, action):
    """True if what the action was part of goes on, false if somebody has to decide first."""
    if action >= PICK_A:
        return play_card(t, s, seat, action)
    if action >= PLACE_A:
        return play_place(t, s, seat, action)
    if action >= SEAT_A:
        return choose_seat(t, s, action - SEAT_A)
    if action >= RESOURCE_A:
        return choose_resource(t, s, seat, action - RESOURCE_A)
    if action == ENOUGH_A:
        s.units = 0
        return True
    return end_turn(t, s, seat)


@rule
def end_turn(t, s, seat):
    """COR-12: down to the hand limit first."""
    if t.hand_limit and size(s, seat, HAND) > t.hand_limit:
        ask(s, seat, TO_LIMIT)
        return False
    rest(s)
    s.done |= bit(seat)
    if not all_done(t, s):
        return False
    begin_pause(t, s)
    return True


@rule
def choose_resource(t, s, seat, resource):
    if s.step == NOTHING:
        take_income(t, s, seat, resource)
        return False
    if s.step == TO_PAY:
        pay_for(t, s, seat, resource)
        return False
    if s.step == TO_REFUND:
        s.resource[seat, resource] += refund_of(t, s.chosen)
        s.chosen = NONE
        s.units = 0
        return True
    if s.step == TO_COST:
        s.resource[seat, resource] -= 1
    else:
        s.resource[seat, resource] += 1
    if s.step == TO_SPOIL:
        s.resource[s.victim, resource] -= 1
        s.victim = NONE
    s.units -= 1
    return True


@rule
def take_income(t, s, seat, resource):
    s.resource[seat, resource] += 1
    s.done |= bit(seat)
    if all_done(t, s):
        s.done = 0
        s.phase = TURNS


@rule
def choose_seat(t, s, seat):
    if s.step == TO_ORDER:
        choose_effect_of(s, seat)
        return s.step != TO_EFFECT
    s.victim = seat
    s.step = TO_SPOIL if t.word[s.power, s.part] == STEAL else TO_REMOVE
    return False


@rule
def play_place(t, s, seat, action):
    if action < DISMISS_A:
        if s.step == TO_PLACE:
            place_card(t, s, seat, action - PLACE_A)
            return False
        move_card(s, seat, s.spot, action - PLACE_A)
        s.spot = NONE
        s.units = 0
        return True
    if action < ACTIVATE_A:
        return give_back(t, s, seat, take_off(s, seat, action - DISMISS_A))
    if action < COPY_A:
        return activate(t, s, seat, action - ACTIVATE_A)
    if action < MOVE_A:
        use_power(t, s, seat, s.spot, s.pyramid[seat, action - COPY_A])
        return True
    if action < REMOVE_A:
        s.spot = action - MOVE_A
        s.step = TO_GO
        return False
    victim = s.victim
    s.victim = NONE
    return give_back(t, s, victim, take_off(s, victim, action - REMOVE_A))


@rule
def give_back(t, s, seat, kind):
    """COR-17, COR-18: the price of a card taken out of the pyramid; of a Rogue in a resource of choice."""
    throw(s, kind)
    if t.resource[kind] == ANY:
        s.chosen = kind
        ask(s, seat, TO_REFUND)
        return False
    s.resource[seat, t.resource[kind]] += refund_of(t, kind)
    s.units = 0
    return True


@rule
def activate(t, s, seat, place):
    s.activated[seat] |= bit(place)
    kind = s.pyramid[seat, place]
    if t.word[kind, 0] == COPY:
        begin_power(s, seat, kind)
        s.spot = place
        s.units = 1
        ask(s, seat, TO_COPY)
        return False
    use_power(t, s, seat, place, kind)
    return True


@rule
def use_power(t, s, seat, place, kind):
    """COR-25, COR-26: a power, as if it were printed on the card at this place."""
    if t.once[kind]:
        s.used[seat] |= bit(place)
    if t.later_parts[kind]:
        add_pending(s, seat, kind)
    begin_power(s, seat, kind)


@rule
def place_card(t, s, seat, place):
    s.spot = place
    if t.resource[s.chosen] == ANY:
        s.step = TO_PAY
    else:
        pay_for(t, s, seat, t.resource[s.chosen])


@rule
def pay_for(t, s, seat, resource):
    """The enrolment is paid, and the card takes its place (COR-13 to COR-15, COR-32)."""
    kind = s.chosen
    s.resource[seat, resource] -= price(t, s, seat, kind)
    use_discounts(t, s, seat, kind)
    s.anywhere &= ~bit(seat)
    s.enrolments[seat] += 1
    s.pyramid[seat, s.spot] = kind
    s.enrolled[seat] |= bit(s.spot)
    if is_complete(t, s, seat):
        s.completed = 1
    rest(s)


@rule
def is_complete(t, s, seat):
    for i in range(t.places):
        if s.pyramid[seat, t.place[i]] < 0:
            return False
    return True


@rule
def play_card(t, s, seat, action):
    if action < ENROL_A:
        pick(t, s, seat, action - PICK_A)
        return False
    if action < DISCARD_A:
        s.chosen = action - ENROL_A
        leave_hand(t, s, seat, s.chosen)
        ask(s, seat, TO_PLACE)
        return False
    if action < KEEP_A:
        return discard_card(t, s, seat, action - DISCARD_A)
    if action < EFFECT_A:
        if action < TAKE_A:
            shift(s, seat, HAND, KEPT, find(s, seat, HAND, action - KEEP_A))
        else:
            take_card(t, s, seat, action - TAKE_A)
        s.units -= 1
    else:
        begin_effect(s, s.victim, action - EFFECT_A)
    return True


@rule
def pick(t, s, seat, kind):
    """COR-6: two cards of each pack."""
    shift(s, seat, HAND, KEPT, find(s, seat, HAND, kind))
    if size(s, seat, KEPT) == 2:
        s.done |= bit(seat)
        if all_done(t, s):
            end_picks(t, s)


@rule
def discard_card(t, s, seat, kind):
    """From the hand: for a power of one's own or of another, to sell it, or for the hand limit."""
    leave_hand(t, s, seat, kind)
    throw(s, kind)
    if s.step == TO_LIMIT:
        return end_turn(t, s, seat)
    s.units -= 1
    if s.step == TO_SELL:
        if t.resource[kind] == ANY:
            s.units = t.amount[s.power, s.part]
            s.step = TO_GAIN
        else:
            s.resource[seat, t.resource[kind]] += t.amount[s.power, s.part]
    return True


@rule
def take_card(t, s, seat, kind):
    """Of the cards looked at, which the others do not see, or of the discard pile, for all to see."""
    if s.step == TO_LOOK:
        remember_few(t, s, seat)
        take_looked(s, kind)
        insert(s, seat, HAND, kind * 4 + KNOWN_TO_OWNER)
    else:
        s.discard[kind] -= 1
        s.discards -= 1
        insert(s, seat, HAND, kind * 4 + KNOWN_TO_ALL)


@rule
def indifferent(t, s, seat):
    """The last two cards of the draft; the order of effects that only bring their owners resources of a kind."""
    if s.phase == DRAFT and s.pick == 4:
        return PICK_A + character(s.cards[s.first[group(seat, HAND)]])
    if s.step == TO_ORDER and only_gains(t, s):
        for other in range(t.players):
            if s.pending[other, 0] >= 0:
                return SEAT_A + other
    if s.step == TO_EFFECT and only_gains(t, s):
        return EFFECT_A + s.pending[s.victim, 0]
    return NONE


@rule
def only_gains(t, s):
    for seat in range(t.players):
        for i in range(PLACES):
            kind = s.pending[seat, i]
            if kind >= 0:
                for part in range(t.parts[kind]):
                    if t.later[kind, part] and (t.word[kind, part] != GAIN or t.of[kind, part] == ANY):
                        return False
    return True


# --- The end (COR-32 to COR-34) ---


@rule
def cards_with(t, s, seat, labels, mask):
    """How many cards of the pyramid have one of these types, or bases."""
    n = 0
    for place in range(PLACES):
        kind = s.pyramid[seat, place]
        if kind >= 0:
            n += mask >> labels[kind] & 1
    return n


@rule
def different(t, s, seat, labels):
    """How many different types, or bases, there are in the pyramid."""
    found = 0
    for place in range(PLACES):
        kind = s.pyramid[seat, place]
        if kind >= 0:
            found |= bit(labels[kind])
    n = 0
    for label in range(TYPES):
        n += found >> label & 1
    return n


@rule
def complete_rows(t, s, seat):
    n = 0
    for row in range(t.width):
        complete = 1
        for i in range(t.places):
            if t.row[t.place[i]] == row and s.pyramid[seat, t.place[i]] < 0:
                complete = 0
        n += complete
    return n


@rule
def is_of(t, s, seat, place, mask):
    """1 if there is such a place, and on it a card of one of the types."""
    if place < 0 or s.pyramid[seat, place] < 0:
        return 0
    return mask >> t.type[s.pyramid[seat, place]] & 1


@rule
def measure(t, s, seat, place, part):
    """What a bonus of the card at this place counts."""
    kind = s.pyramid[seat, place]
    word = t.word[kind, part]
    mask = t.mask[kind, part]
    if word == OF_CARDS:
        return cards_with(t, s, seat, t.type, mask)
    if word == OF_BASES:
        return cards_with(t, s, seat, t.base, mask)
    if word == BY_TYPES:
        return different(t, s, seat, t.type)
    if word == BY_BASES:
        return different(t, s, seat, t.base)
    if word == BY_ROWS:
        return complete_rows(t, s, seat)
    if word == BY_HEIGHT:
        return t.row[place]
    if word == BY_PARENTS:
        return is_of(t, s, seat, t.left_parent[place], mask) + is_of(t, s, seat, t.right_parent[place], mask)
    if word == BY_CHILDREN:
        child = t.child[place]
        return 0 if child < 0 else is_of(t, s, seat, child, mask) + is_of(t, s, seat, child + 1, mask)
    n = 0
    for resource in range(RESOURCES):
        n += s.resource[seat, resource] * (mask >> resource & 1)
    return n


@rule
def bonus(t, s, seat, place):
    """COR-33: each one is rounded down."""
    kind = s.pyramid[seat, place]
    n = 0
    for part in range(t.parts[kind]):
        if t.word[kind, part] >= OF_CARDS:
            n += measure(t, s, seat, place, part) // t.of[kind, part] * t.amount[kind, part]
    return n


@rule
def prestige_of(t, s, seat):
    n = printed_prestige(t, s, seat)
    for place in range(PLACES):
        if s.pyramid[seat, place] >= 0:
            n += bonus(t, s, seat, place)
    return n


@rule
def score(t, s, points, places):
    for seat in range(t.players):
        points[seat] = prestige_of(t, s, seat)
    for seat in range(t.players):
        places[seat] = 1
        for other in range(t.players):
            ahead = points[other] > points[seat]
            if ahead or (points[other] == points[seat] and riches(s, other) > riches(s, seat)):
                places[seat] += 1


# --- What is hidden (COR-35) ---


@rule
def seen(t, s, seat, mover, action):
    if seat == mover or action < PICK_A:
        return action
    if action < ENROL_A:
        return SEEN_PICK
    if KEEP_A <= action < TAKE_A:
        return SEEN_KEEP
    if TAKE_A <= action < EFFECT_A and s.step == TO_LOOK:
        return SEEN_TAKE
    return action


@rule
def reveals(t, before, after):
    """Cards were drawn or packs passed. An ended turn is final (COR-9)."""
    if after.left != before.left or after.random != before.random or after.pick != before.pick:
        return True
    return before.phase == TURNS and (after.phase != TURNS or after.done != before.done)


@rule
def knows(t, seat, owner, code):
    """Whether the seat (-1: a spectator) knows of this card of the owner."""
    if owner == seat or mark(code) == KNOWN_TO_ALL:
        return True
    return mark(code) == KNOWN_TO_RIGHT and seat >= 0 and (seat + 1) % t.players == owner


@rule
def redeal(t, s, seat, seed):
    """All cards that the seat does not know go into the draw pile; those of packs that it passed on go where they may
    be, the others anywhere.

    A world says who took each card of these packs and where each hidden card lies. It fits if it may have come about
    with all that the seat has seen; all that fit are equally likely.
    """
    s.random = start(np.uint64(seed) ^ ANEW)
    hidden_look = s.looked[0] >= 0 and s.user != seat
    for other in range(t.players):
        if other != seat:
            forget_packs(s, other)
    rooms = 0
    if seat >= 0:
        make_sure(t, s, seat)
        rooms = rooms_for_packs(t, s, seat)
    for owner in range(t.players):
        if owner != seat:
            for i in range(s.first[group(owner, HAND)], s.first[group(owner, RESERVED) + 1]):
                if not knows(t, seat, owner, s.cards[i]):
                    s.deck[s.left] = character(s.cards[i])
                    s.left += 1
                    s.cards[i] = NONE
    if hidden_look:
        for i in range(LOOKED):
            if s.looked[i] >= 0:
                s.deck[s.left] = s.looked[i]
                s.left += 1
    sort(s.deck, 0, s.left)
    if seat >= 0:
        deal_packs(t, s, seat, rooms)
    shuffle(s, s.deck, s.left)
    for owner in range(t.players):
        if owner != seat:
            deal_again(s, owner)
    if hidden_look:
        for i in range(LOOKED):
            if s.looked[i] >= 0:
                s.looked[i] = top(s)
        sort_looked(s)


@rule
def top(s):
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = 0
    return kind


@rule
def deal_again(s, owner):
    """The unknown cards of a seat; of those in hand and set aside from it nobody knows which are which."""
    begin = s.first[group(owner, HAND)]
    middle = s.first[group(owner, KEPT)]
    rest_ = s.first[group(owner, RESERVED)]
    end = s.first[group(owner, RESERVED) + 1]
    for i in range(begin, end):
        if s.cards[i] < 0:
            s.cards[i] = top(s) * 4 + KNOWN_TO_OWNER
    sort(s.cards, begin, rest_)
    if middle < rest_:
        for i in range(rest_ - 1, begin, -1):
            j = begin + below(s, i - begin + 1)
            code = s.cards[i]
            s.cards[i] = s.cards[j]
            s.cards[j] = code
        sort(s.cards, begin, middle)
        sort(s.cards, middle, rest_)
    sort(s.cards, rest_, end)


@rule
def sort(cards, begin, end):
    for i in range(begin + 1, end):
        card = cards[i]
        j = i
        while j > begin and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@rule
def sort_looked(s):
    n = 0
    while n < LOOKED and s.looked[n] >= 0:
        n += 1
    sort(s.looked, 0, n)


# --- What the draft has shown (COR-35) ---
#
# A seat knows what is in a pack that it has passed on, but not who takes which of its cards. Of the third pack the next
# seat takes all that is left, and with two players every pack comes back at once: marks say what is known of these. Of
# the first two packs a seat remembers the cards, and what the takers have let go since. A card that has gone counts as
# one of those passed on if its owner took one alike: in the same hand nobody can tell them apart.


@rule
def forget_packs(s, seat):
    s.sure[seat] = 0
    for i in range(PASSED):
        s.passed[seat, i] = NONE
    for taker in range(TAKERS):
        for few in range(FEW):
            s.gone[seat, taker, few] = NONE
        s.gone[seat, taker, NOW] = 0


@rule
def remember_packs(t, s):
    """The first and the second pack, as they are passed on."""
    if t.players == 2 or s.pick > 2:
        return
    begin = 0 if s.pick == 1 else FIRST_PACK
    for seat in range(t.players):
        for i in range(size(s, seat, HAND)):
            s.passed[seat, begin + i] = character(s.cards[s.first[group(seat, HAND)] + i])


@rule
def see_missing(s, seat):
    """Among three players the first pack comes round with its last two cards: the others have been taken."""
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, KEPT)]):
        found = False
        for j in range(FIRST_PACK):
            if s.passed[seat, j] == character(s.cards[i]):
                found = True
            if found:
                s.passed[seat, j] = s.passed[seat, j + 1] if j + 1 < FIRST_PACK else NONE


@rule
def remember_departure(t, s, owner, code):
    """A card has left a hand: whoever passed on cards to its owner remembers it, unless it is a card known before."""
    if t.players == 2 or mark(code) == KNOWN_TO_ALL:
        return
    for taker in range(1 if mark(code) == KNOWN_TO_RIGHT else 0, min(TAKERS, t.players - 1)):
        seat = passer(t, owner, taker)
        settled = s.gone[seat, taker, NOW] | s.sure[seat]
        for i in range(PASSED):
            if s.passed[seat, i] == character(code) and not settled >> i & 1:
                if taker < 2 or is_of_first_pack(s, seat, i):
                    s.gone[seat, taker, NOW] |= bit(i)
                break


@rule
def is_of_first_pack(s, seat, i):
    """Whether the third taker, who took of the first pack alone, can have let one more card like this go. It may be
    noted at a place of the second pack: of cards alike places only count, and those before may be settled by others."""
    same = alike(s, seat, i)
    return ones(same & (bit(FIRST_PACK) - 1)) > ones(same & s.gone[seat, 2, NOW])


@rule
def passer(t, owner, taker):
    """The seat that passed on cards to the owner as their first, second or third taker."""
    seat = owner - 1 - taker
    return seat + t.players if seat < 0 else seat


@rule
def remember_few(t, s, owner):
    """Before cards join a hand: where it has few that a seat does not know, most of those taken must have left it."""
    if t.players == 2 or has_many_unknown(s, owner):
        return
    for taker in range(min(TAKERS, t.players - 1)):
        seat = passer(t, owner, taker)
        for few in range(unknown_cards(t, s, seat, owner), FEW):
            if s.gone[seat, taker, few] < 0:
                s.gone[seat, taker, few] = s.gone[seat, taker, NOW]


@rule
def has_many_unknown(s, owner):
    """Whether a hand has as many cards as matter that nobody else knows, as it mostly has: nobody need count them."""
    n = 0
    for i in range(s.first[group(owner, HAND)], s.first[group(owner, RESERVED)]):
        n += mark(s.cards[i]) == KNOWN_TO_OWNER
        if n == FEW:
            return True
    return False


@rule
def unknown_cards(t, s, seat, owner):
    """How many cards of the draft another may hold that the seat does not know."""
    n = 0
    for i in range(s.first[group(owner, HAND)], s.first[group(owner, RESERVED) + (s.phase == DRAFT)]):
        if not knows(t, seat, owner, s.cards[i]):
            n += 1
    return n


@rule
def alike(s, seat, i):
    """The places of cards passed on that show the same character as this one."""
    places = 0
    for j in range(PASSED):
        places |= (s.passed[seat, j] == s.passed[seat, i]) << j
    return places


@rule
def ones(mask):
    """How many of the ten places are in a mask."""
    n = (mask & 0x155) + (mask >> 1 & 0x155)
    n = (n & 0x333) + (n >> 2 & 0x333)
    return (n & 15) + (n >> 4 & 15) + (n >> 8)


@rule
def gone_from_hands(s, seat):
    return s.gone[seat, 0, NOW] | s.gone[seat, 1, NOW] | s.gone[seat, 2, NOW]


@rule
def doubtful(s, seat):
    """The places of cards passed on of which one alike has been let go."""
    gone = gone_from_hands(s, seat)
    places = 0
    for i in range(PASSED if gone else 0):
        if alike(s, seat, i) & gone:
            places |= bit(i)
    return places


@rule
def make_sure(t, s, seat):
    """What has left a hand for certain. To be noted before a pile is shuffled: afterwards more cards are hidden."""
    gone = gone_from_hands(s, seat)
    for i in range(PASSED if gone else 0):
        if gone >> i & 1:
            make_sure_of(t, s, seat, i)


@rule
def make_sure_of(t, s, seat, i):
    """Of the cards like this one no more can be where they were taken to than are hidden."""
    there = alike(s, seat, i) & ~s.sure[seat]
    for _ in range(ones(there) - hidden_cards(t, s, seat, s.passed[seat, i]) if there else 0):
        s.sure[seat] |= there & -there
        there &= there - 1


@rule
def hidden_cards(t, s, seat, kind):
    """How many cards of a character the seat cannot see."""
    n = 0
    owner = 0
    for i in range(s.first[GROUPS]):
        if character(s.cards[i]) == kind:
            while s.first[group(owner + 1, HAND)] <= i:
                owner += 1
            n += not knows(t, seat, owner, s.cards[i])
    for i in range(s.left):
        n += s.deck[i] == kind
    if s.user != seat:
        for i in range(LOOKED):
            n += s.looked[i] == kind
    return n


# A way to share out cards passed on has three masks of places, one a taker, one after the other.


@rule
def cards_of(way, taker):
    return way >> PASSED * taker & (bit(PASSED) - 1)


@rule
def quota(s, cards, taker):
    """How many cards of a pack a taker has; in the draft who holds the pack has all that is left."""
    if s.pick == 3 and taker:
        return max(0, cards - 2) if taker == 1 else 0
    return max(0, min(2, cards - 2 * taker))


@rule
def owed(s, first, second, taker):
    return quota(s, ones(first), taker) + quota(s, ones(second), taker)


@rule
def combinations(n, k):
    if k < 0 or k > n:
        return 0
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@rule
def ways_of_rest(s, pack, doubt, one, two):
    """How many ways there are to share out a pack's other cards if these doubtful ones go to the first two takers."""
    rest = ones(pack & ~doubt)
    first = quota(s, ones(pack), 0) - ones(one)
    return combinations(rest, first) * combinations(rest - first, quota(s, ones(pack), 1) - ones(two))


@rule
def next_part(places, mask):
    """Goes through all parts of a mask, from the mask itself down to 0; then -1."""
    return NONE if places == 0 else (places - 1) & mask


@rule
def twins(s, seat):
    """The places of cards passed on that have another alike among them."""
    places = 0
    for i in range(PASSED):
        if s.passed[seat, i] >= 0 and alike(s, seat, i) != bit(i):
            places |= bit(i)
    return places


@rule
def left_hand(s, seat, mine, gone, twin):
    """How many of the cards taken have left the hand, if such cards have gone from it."""
    n = ones(mine & gone & ~twin)
    for i in range(PASSED if mine & twin else 0):
        n += (mine & twin) >> i & 1 and has_left(s, seat, mine, gone, i)
    return n


@rule
def has_left(s, seat, mine, gone, i):
    """Whether this card of those taken has left the hand: of those alike the first leave first."""
    same = alike(s, seat, i)
    return ones(mine & same & (bit(i) - 1)) < ones(gone & same)


@rule
def is_sure_kept(s, seat, way, twin):
    """Whether of the cards that are sure to have left hands each was taken by somebody who has let one go."""
    sure = s.sure[seat]
    stays = 0
    for taker in range(TAKERS):
        stays |= cards_of(way, taker) & ~s.gone[seat, taker, NOW]
    if stays & sure & ~twin:
        return False
    for i in range(PASSED if sure & twin else 0):
        if (sure & twin) >> i & 1:
            same = alike(s, seat, i)
            until = same & sure & (bit(i + 1) - 1)
            n = 0
            for taker in range(TAKERS):
                n += min(ones(cards_of(way, taker) & same), ones(s.gone[seat, taker, NOW] & until))
            if n < ones(until):
                return False
    return True


@rule
def weight(s, seat, first, second, way, twin, rooms):
    """How many worlds have the doubtful cards shared out in this way, as a share of WHOLE; 0 if it does not fit.

    The cards that nothing is known of can be dealt in f! / (r0! r1! r2!) ways, where r are those in the takers' hands.
    """
    if not is_sure_kept(s, seat, way, twin):
        return 0
    share = WHOLE
    cards = s.left - ones(first | second)
    left = 0
    most = 0
    for taker in range(TAKERS):
        mine = cards_of(way, taker)
        gone = s.gone[seat, taker, NOW]
        due = owed(s, first, second, taker)
        departed = left_hand(s, seat, mine, gone, twin)
        room = (rooms >> 8 * taker & 255) - due
        if room + departed < 0 or had_too_few(s, seat, taker, mine, due, twin):
            return 0
        for i in range(departed + 1, min(due, ones(gone)) + 1):
            share *= room + i
        left += departed
        most += min(due, ones(gone))
    for i in range(left + 1, most + 1):
        share /= cards + i
    return max(1, int(share))


@rule
def had_too_few(s, seat, taker, mine, due, twin):
    """Whether the taker once had fewer unknown cards than must then have been left of those taken."""
    for few in range(FEW):
        gone = s.gone[seat, taker, few]
        if gone >= 0 and due - left_hand(s, seat, mine, gone, twin) > few:
            return True
    return False


@rule
def walk_ways(s, seat, first, second, rooms, target):
    """Go through the ways to share out the doubtful cards, until their weights come to more than the target: the sum,
    and the way that was reached."""
    doubt = doubtful(s, seat)
    twin = twins(s, seat)
    total = 0
    one = first & doubt
    while one >= 0:
        two = first & doubt & ~one
        while two >= 0:
            ways = ways_of_rest(s, first, doubt, one, two)
            three = second & doubt if ways else NONE
            while three >= 0:
                four = second & doubt & ~three
                way = one | three | (two | four) << PASSED | (first & doubt & ~one & ~two) << 2 * PASSED
                rest = ways * ways_of_rest(s, second, doubt, three, four)
                if rest:
                    total += rest * weight(s, seat, first, second, way, twin, rooms)
                if total > target:
                    return total, way
                three = next_part(three, second & doubt)
            two = next_part(two, first & doubt & ~one)
        one = next_part(one, first & doubt)
    return total, 0


@rule
def rooms_for_packs(t, s, seat):
    """How many unknown cards each taker has, in eight bits each."""
    rooms = 0
    for taker in range(min(TAKERS, t.players - 1)):
        rooms |= unknown_cards(t, s, seat, (seat + 1 + taker) % t.players) << 8 * taker
    return rooms


@rule
def spread_pack(s, seat, pack):
    """The places of a pack's cards, once several seats have taken of it."""
    begin = 0 if pack == 0 else FIRST_PACK
    end = FIRST_PACK if pack == 0 else PASSED
    places = 0
    if s.pick == 0 or s.pick > pack + 2:
        for i in range(begin, end):
            if s.passed[seat, i] >= 0:
                places |= bit(i)
    return places


@rule
def deal_packs(t, s, seat, rooms):
    """Of the cards passed on, those that have not left a hand are taken out of the draw pile and put into the hands."""
    first = spread_pack(s, seat, 0)
    second = spread_pack(s, seat, 1)
    if first | second == 0:
        return
    total, way = walk_ways(s, seat, first, second, rooms, ENDLESS)
    if total == 0:  # only in a position that somebody has made up
        return
    total, way = walk_ways(s, seat, first, second, rooms, below(s, total))
    way = share_rest(s, seat, first, way)
    way = share_rest(s, seat, second, way)
    for taker in range(min(TAKERS, t.players - 1)):
        mine = cards_of(way, taker)
        for i in range(PASSED):
            if mine >> i & 1 and not has_left(s, seat, mine, s.gone[seat, taker, NOW], i):
                put_back(s, (seat + 1 + taker) % t.players, taker + 2 + (i >= FIRST_PACK), s.passed[seat, i])


@rule
def share_rest(s, seat, pack, way):
    """Cards of a pack of which none alike has gone are anybody's."""
    rest = pack & ~doubtful(s, seat)
    for i in range(PASSED):
        if rest >> i & 1:
            nth = below(s, ones(rest >> i))
            taker = 0
            while nth >= quota(s, ones(pack), taker) - ones(cards_of(way, taker) & pack):
                nth -= quota(s, ones(pack), taker) - ones(cards_of(way, taker) & pack)
                taker += 1
            way |= bit(i) << PASSED * taker
    return way


@rule
def put_back(s, owner, pick, kind):
    """From the draw pile to where a card lies that the owner took in this pick, or is about to."""
    which = RESERVED if 0 < pick < s.pick else HAND
    place = s.first[group(owner, which)]
    end = s.first[group(owner, RESERVED) + (which == RESERVED)]
    while place < end and s.cards[place] >= 0:
        place += 1
    for i in range(s.left if place < end else 0):
        if s.deck[i] == kind:
            s.cards[place] = kind * 4 + KNOWN_TO_OWNER
            s.left -= 1
            s.deck[i] = s.deck[s.left]
            s.deck[s.left] = 0
            return


# --- For learners: see the table at the top ---


@rule
def observe(t, s, seat, out):
    out[AT_PLAYERS] = t.players
    out[AT_BASE] = t.width
    out[AT_INVERTED] = t.inverted
    out[AT_SURCHARGE] = t.surcharge
    out[AT_SIMULTANEOUS] = t.simultaneous
    out[AT_HAND_LIMIT] = min(MOST_SEEN, t.hand_limit)
    out[AT_CHARACTERS] = min(MOST_SEEN, t.kinds)
    observe_moment(t, s, seat, out)
    for steps in range(t.players):
        owner = (seat + steps) % t.players
        observe_court(t, s, owner, steps, out)
        for i in range(s.first[group(owner, HAND)], s.first[group(owner, RESERVED) + 1]):
            aside = owner == seat and i >= s.first[group(owner, KEPT)]
            if knows(t, seat, owner, s.cards[i]):
                out[(AT_ASIDE if aside else AT_HELD + steps * CHARACTERS) + character(s.cards[i])] += 1
    for i in range(LOOKED):
        if s.looked[i] >= 0 and s.user == seat:
            out[AT_LOOKED + s.looked[i]] += 1
    for kind in range(t.kinds):
        out[AT_DISCARD + kind] = s.discard[kind]
        out[AT_LEAVING + kind] = s.leaving[kind]
    for i in range(PASSED):
        at = AT_PASSED + i * PASSED_SIZE
        out[at + PASSED_THERE] = s.passed[seat, i] >= 0
        out[at + PASSED_KIND] = max(0, s.passed[seat, i])
        for taker in range(TAKERS):
            out[at + PASSED_GONE + taker] = s.gone[seat, taker, NOW] >> i & 1


@rule
def observe_moment(t, s, seat, out):
    out[AT_ROUND] = s.round
    out[AT_PICK] = s.pick
    out[AT_PHASE] = s.phase
    out[AT_COMPLETED] = s.completed
    out[AT_DECK] = min(MOST_SEEN, s.left)
    out[AT_DISCARDS] = min(MOST_SEEN, s.discards)
    if s.step:
        out[AT_STEP + s.step - 1] = 1
    observe_seat(t, seat, s.mover, AT_MOVER, out)
    observe_seat(t, seat, s.decider, AT_DECIDER, out)
    observe_seat(t, seat, s.user, AT_USER, out)
    observe_seat(t, seat, s.victim, AT_VICTIM, out)
    out[AT_PART] = s.part
    out[AT_UNITS] = max(0, s.units)
    out[AT_SPOT] = s.spot + 1
    out[AT_FIRST] = (first_seat(t, s) - seat) % t.players
    if s.power >= 0:
        out[AT_HAS_POWER] = 1
        out[AT_POWER] = s.power
    if s.chosen >= 0:
        out[AT_HAS_CHOSEN] = 1
        out[AT_CHOSEN] = s.chosen


@rule
def observe_seat(t, seat, other, at, out):
    if other >= 0:
        out[at + (other - seat) % t.players] = 1


@rule
def observe_court(t, s, owner, steps, out):
    at = AT_COURTS + steps * COURT_SIZE
    for resource in range(RESOURCES):
        out[at + COURT_RESOURCES + resource] = min(MOST_SEEN, s.resource[owner, resource])
    out[at + COURT_HAND] = min(MOST_SEEN, size(s, owner, HAND))
    out[at + COURT_KEPT] = min(MOST_SEEN, size(s, owner, KEPT))
    out[at + COURT_RESERVED] = min(MOST_SEEN, size(s, owner, RESERVED))
    out[at + COURT_DONE] = s.done >> owner & 1
    out[at + COURT_ENROLMENTS] = s.enrolments[owner]
    out[at + COURT_ANYWHERE] = may_go_anywhere(s, owner)
    for kind in range(TYPES):
        less = 0
        for i in range(s.discounts[owner]):
            less += s.discount[owner, i] * (s.discount_for[owner, i] >> kind & 1)
        out[at + COURT_DISCOUNTS + kind] = min(MOST_SEEN, less)
    for place in range(PLACES):
        if s.pending[owner, place] >= 0:
            out[at + COURT_PENDING] += 1
            out[AT_EFFECTS + steps * PLACES + place] = s.pending[owner, place]
        if s.pyramid[owner, place] >= 0:
            out[at + COURT_PLACES + place] = marks(s, owner, place)
            out[AT_PYRAMIDS + steps * PLACES + place] = s.pyramid[owner, place]


@rule
def marks(s, owner, place):
    """Of a card in the pyramid."""
    enrolled = s.enrolled[owner] >> place & 1
    return 1 + 2 * enrolled + 4 * (s.activated[owner] >> place & 1) + 8 * (s.used[owner] >> place & 1)
