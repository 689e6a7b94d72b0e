"""The rules of Courtisans, clause by clause (rules.en.md), for every runtime.

Cards of one family and role are alike, so a card is its kind, 0..29: `role * 6 + family`. Where a slot may be
empty, it holds the kind + 1, and 0 for no card. A spot is a place where cards lie: above the Queen's table, below
it, or a seat's domain.

What actions, sights and the observation mean is declared below, once; `spaces.md` shows it as tables.
"""

import numpy as np

from camarilla.engine.rule import rule
from camarilla.engine.space import Piece, Space
from camarilla.engine.stream import below, shuffle, start

VERSION = 1

# --- The cards (CTS-1, CTS-2) ---

FAMILIES = 6
PLAIN, NOBLE, ASSASSIN, GUARD, SPY = range(5)
KINDS = 5 * FAMILIES
NOBLES, ASSASSINS, GUARDS, SPIES = (
    NOBLE * FAMILIES,
    ASSASSIN * FAMILIES,
    GUARD * FAMILIES,
    SPY * FAMILIES,
)  # each role's first kind
NOBLE_WEIGHT = 2  # what a noble counts, where any other card counts 1
SEATS, HAND, DECK, TURNS, HIDDEN = 5, 3, 90, 30, 12  # the most there can be; HIDDEN: spies on the table
COPIES, MOST_POINTS = 4, 3  # of one kind; of a mission

# --- Places ---

ABOVE, BELOW, DOMAIN = 0, 1, 2  # spots; DOMAIN + seat is that seat's domain
SPOTS = DOMAIN + SEATS
PLACES = SPOTS  # as spots, but domains counted from the mover
QUEEN, OWN, OTHER = 1, 2, 4  # the zones of a turn, as bits

# --- Actions ---

ACTION_SPACE = Space(
    Piece("lay", "lay a card of this kind: above, below, in the own domain, and on to the left", KINDS, PLACES),
    Piece("spare", "the assassin spares everybody"),
    Piece("kill", "the assassin removes a face-up card of this kind: above, below, in its domain", GUARDS, 3),
    Piece("kill_spy", "the assassin removes the spy that was laid on this turn in its zone; turns from 1", TURNS),
)
SIGHT_SPACE = ACTION_SPACE.followed_by(Piece("lay_spy", "somebody lays a spy there, face down", PLACES))
LAY, SPARE, KILL, KILL_SPY = ACTION_SPACE.bases
ACTIONS, SIGHTS = ACTION_SPACE.size, SIGHT_SPACE.size
CHOICES = 64

# --- Missions (CTS-3, CTS-4): what a mission's condition may be ---

MISSIONS = 32
(
    DISGRACE,
    LIGHT_AT_LEAST,
    DISGRACE_AT_LEAST,
    NEUTRAL_AT_LEAST,
    LIGHT_AT_MOST,
    FEWER,
    ROLE,
    EVERY_BELOW,
    SOME_BELOW,
) = range(9)

Data = np.dtype(
    [
        ("players", "i1"),
        ("total", "u1", (KINDS,)),  # how many cards of each kind the deck has
        ("away", "u1"),  # how many of them are put away unseen
        ("double", "u1"),  # 1 if a noble counts 2 in missions that count cards of a family
        ("deal", "u1", (2,)),  # the stack that each of a player's missions comes from
        ("points", "u1"),  # what a mission is worth
        ("missions", "u1"),
        ("stack", "u1", (MISSIONS,)),
        ("condition", "u1", (MISSIONS,)),
        ("family", "u1", (MISSIONS, 2)),
        ("role", "u1", (MISSIONS,)),
        ("number", "u1", (MISSIONS,)),
    ],
    align=True,
)

State = np.dtype(
    [
        ("random", "u8"),
        ("mover", "i1"),  # the seat to move, -1 when the game is over
        ("first", "i1"),
        ("turn", "u1"),  # counted from 1 through the whole game
        ("zones", "u1"),  # where the mover has still to play this turn
        ("assassin", "u1"),  # the assassin that is deciding
        ("spot", "u1"),  # and where it was laid
        ("spies", "u1"),  # how many have been laid
        ("away", "u1"),
        ("left", "u1"),
        ("pile", "u1", (DECK,)),  # the cards put away, then the draw pile with its top last
        ("hand", "u1", (SEATS, HAND)),  # sorted, empty slots last
        ("laid", "u1", (SPOTS, KINDS)),  # face-up cards by spot; spies only once they are revealed
        ("spy", "u1", (HIDDEN,)),  # spies by turn and spot
        ("spy_spot", "u1", (HIDDEN,)),
        ("spy_turn", "u1", (HIDDEN,)),
        ("spy_gone", "u1", (HIDDEN,)),  # 1 if removed
        ("removed", "u1", (GUARDS,)),
        ("mission", "u1", (SEATS, 2)),
    ],
    align=True,
)

# --- The observation: seats and domains are counted clockwise from the observer ---

SPY_SEEN = Space(
    Piece("turn", "the turn it was laid on; 0: no such spy", most=TURNS),
    Piece("removed", "1 if it has been removed"),
    Piece("spot", "a flag for each spot", SPOTS),
    Piece("family", "a flag for each family; all zero if the observer does not know it", FAMILIES),
)
OBSERVATION_SPACE = Space(
    Piece("players", "how many players there are", most=SEATS),
    Piece("pile", "cards in the pile", most=DECK),
    Piece("turn", "number of the turn", most=TURNS),
    Piece("zones", "1 where the mover has still to play: the Queen's table, the own domain, another's", 3),
    Piece("mover", "a flag for who is to move; all zero when the match is over", SEATS),
    Piece("double", "1 if nobles count double in missions"),
    Piece("stacks", "1 if missions come from two stacks"),
    Piece("points", "points of a mission", most=MOST_POINTS),
    Piece("hands", "cards in each hand", SEATS, most=HAND),
    Piece("hand", "own hand, by kind", KINDS, most=HAND),
    Piece("laid", "face-up cards, by spot (above, below, domains) and kind", SPOTS, KINDS, most=COPIES),
    Piece("removed", "removed face-up cards, by kind", GUARDS, most=COPIES),
    Piece("spies", "spies by turn and spot", HIDDEN, of=SPY_SEEN),
    Piece("missions", "own missions, a flag each", 2, MISSIONS),
    Piece("assassin_spot", "where the assassin lies that is deciding: a flag; all zero if there is none", SPOTS),
    Piece("assassin_family", "and its family: a flag", FAMILIES),
)
OBSERVATION = OBSERVATION_SPACE.size
(
    AT_PLAYERS,
    AT_PILE,
    AT_TURN,
    AT_ZONES,
    AT_MOVER,
    AT_DOUBLE,
    AT_STACKS,
    AT_POINTS,
    AT_HANDS,
    AT_HAND,
    AT_LAID,
    AT_REMOVED,
    AT_SPIES,
    AT_MISSIONS,
    AT_ASSASSIN_SPOT,
    AT_ASSASSIN_FAMILY,
) = OBSERVATION_SPACE.bases
SPY_TURN, SPY_REMOVED, SPY_SPOT, SPY_FAMILY = SPY_SEEN.bases
SPY_SIZE = SPY_SEEN.size


@rule
def role(card):
    return card // FAMILIES


@rule
def family(card):
    return card % FAMILIES


@rule
def clockwise(t, seat, steps):
    """The seat so many steps to the left, less than once around."""
    seat += steps
    return seat if seat < t.players else seat - t.players


@rule
def layer(t, s, turn):
    """Who played that turn (CTS-9)."""
    return (s.first + turn - 1) % t.players


# --- Set-up ---


@rule
def setup(t, s):
    clear(s)
    cards = 0
    for card in range(KINDS):
        for _ in range(t.total[card]):
            s.pile[cards] = card + 1
            cards += 1
    shuffle(s, s.pile, cards)  # CTS-6
    s.away = t.away
    s.left = cards - t.away
    for seat in range(t.players):
        draw(s, seat)  # CTS-7
    deal_missions(t, s, -1)  # CTS-8
    s.first = below(s, t.players)  # CTS-9
    s.mover = s.first
    s.turn = 1
    s.zones = QUEEN + OWN + OTHER


@rule
def clear(s):
    s.mover = -1
    s.first = 0
    s.turn = 0
    s.zones = 0
    s.assassin = 0
    s.spot = 0
    s.spies = 0
    for i in range(DECK):
        s.pile[i] = 0
    for seat in range(SEATS):
        for i in range(HAND):
            s.hand[seat, i] = 0
        for i in range(2):
            s.mission[seat, i] = 0
    for spot in range(SPOTS):
        for card in range(KINDS):
            s.laid[spot, card] = 0
    for i in range(HIDDEN):
        s.spy[i] = 0
        s.spy_spot[i] = 0
        s.spy_turn[i] = 0
        s.spy_gone[i] = 0
    for card in range(GUARDS):
        s.removed[card] = 0


@rule
def deal_missions(t, s, keeper):
    """Deal two missions to every seat but the keeper, who has his already (CTS-8)."""
    for seat in range(t.players):
        if seat != keeper:
            s.mission[seat, 0] = 0
            s.mission[seat, 1] = 0
    for seat in range(t.players):
        if seat != keeper:
            for i in range(2):
                s.mission[seat, i] = undealt_mission(t, s, t.deal[i]) + 1


@rule
def undealt_mission(t, s, stack):
    """A random mission of the stack that nobody has."""
    mission = below(s, t.missions)
    while t.stack[mission] != stack or dealt(t, s, mission):
        mission = below(s, t.missions)
    return mission


@rule
def dealt(t, s, mission):
    for seat in range(t.players):
        for i in range(2):
            if s.mission[seat, i] == mission + 1:
                return True
    return False


@rule
def draw(s, seat):
    """Three cards from the pile (CTS-7, CTS-12)."""
    for i in range(HAND):
        s.left -= 1
        top = s.away + s.left
        s.hand[seat, i] = s.pile[top]
        s.pile[top] = 0
    sort_hand(s, seat)


@rule
def sort_hand(s, seat):
    """Largest first: an order that tells the others nothing."""
    in_order(s, seat, 0, 1)
    in_order(s, seat, 1, 2)
    in_order(s, seat, 0, 1)


@rule
def in_order(s, seat, i, j):
    if s.hand[seat, i] < s.hand[seat, j]:
        card = s.hand[seat, i]
        s.hand[seat, i] = s.hand[seat, j]
        s.hand[seat, j] = card


# --- A turn ---


@rule
def waiting(t, s):
    return 1 << s.mover if s.mover >= 0 else 0


@rule
def legal(t, s, seat, out):
    if s.mover != seat:
        return 0
    if s.assassin:
        return victims(s, out)
    return placements(t, s, out)


@rule
def forced(t, s, seat, out):
    """A lone choice is the last card of a hand with one place to go, and how many cards a hand has lies open."""
    return out[0] if legal(t, s, seat, out) == 1 else -1


@rule
def placements(t, s, out):
    """Every kind in the hand, ascending, to every zone still open (CTS-10, CTS-11)."""
    zones = s.zones
    players = t.players
    n = 0
    before = 0
    for i in range(HAND - 1, -1, -1):
        card = s.hand[s.mover, i]
        if card == before:
            continue
        before = card
        action = (card - 1) * PLACES
        if zones & QUEEN:
            out[n] = action + ABOVE
            out[n + 1] = action + BELOW
            n += 2
        if zones & OWN:
            out[n] = action + DOMAIN
            n += 1
        if zones & OTHER:
            for steps in range(1, players):
                out[n] = action + DOMAIN + steps
                n += 1
    return n


@rule
def play(t, s, seat, action):
    if action < SPARE:
        lay(t, s, action // PLACES, action % PLACES)
    else:
        strike(s, action)
    if s.zones == 0 and s.assassin == 0:
        end_turn(t, s)


@rule
def lay(t, s, card, place):
    take_from_hand(s, card)
    spot = place
    if place >= DOMAIN:
        spot = DOMAIN + clockwise(t, s.mover, place - DOMAIN)
    s.zones -= zone(place)
    if card >= SPIES:
        lay_spy(s, card, spot)
    else:
        s.laid[spot, card] += 1
        if role(card) == ASSASSIN:
            s.assassin = card + 1
            s.spot = spot
            if not any_victim(s):  # CTS-29
                sheathe(s)


@rule
def zone(place):
    if place < DOMAIN:
        return QUEEN
    return OWN if place == DOMAIN else OTHER


@rule
def take_from_hand(s, card):
    found = False
    for i in range(HAND - 1):
        found = found or s.hand[s.mover, i] == card + 1
        s.hand[s.mover, i] = s.hand[s.mover, i + 1] if found else s.hand[s.mover, i]
    s.hand[s.mover, HAND - 1] = 0


@rule
def lay_spy(s, card, spot):
    """Face down (CTS-13, CTS-15): named by its turn, zone and side (CTS-27), and kept in order of turn and spot."""
    i = s.spies
    while i > 0 and s.spy_turn[i - 1] == s.turn and s.spy_spot[i - 1] > spot:
        s.spy[i] = s.spy[i - 1]
        s.spy_spot[i] = s.spy_spot[i - 1]
        s.spy_gone[i] = s.spy_gone[i - 1]
        i -= 1
    s.spy[i] = card + 1
    s.spy_spot[i] = spot
    s.spy_gone[i] = 0
    s.spy_turn[s.spies] = s.turn
    s.spies += 1


@rule
def end_turn(t, s):
    """Draw (CTS-12) and pass the turn on, or end the game when nobody has cards (CTS-19)."""
    if s.left > 0:
        draw(s, s.mover)
    s.mover = clockwise(t, s.mover, 1)
    if s.hand[s.mover, 0]:
        s.turn += 1
        s.zones = QUEEN + OWN + OTHER
    else:
        s.mover = -1
        reveal_spies(s)


# --- The assassin (CTS-16, CTS-17, CTS-18) ---


@rule
def zone_begin(s):
    """The assassin's zone is the whole Queen's table or one domain: the spots from here ..."""
    return ABOVE if s.spot < DOMAIN else s.spot


@rule
def zone_end(s):
    """... to just before here."""
    return DOMAIN if s.spot < DOMAIN else s.spot + 1


@rule
def removable(s, spot, card):
    """How many face-up cards of a kind the assassin may remove there: never itself, but its twin (CTS-18)."""
    others = s.laid[spot, card]
    if spot == s.spot and card == s.assassin - 1:
        others -= 1
    return others


@rule
def removable_spy(s, i):
    return s.spy_gone[i] == 0 and zone_begin(s) <= s.spy_spot[i] < zone_end(s)


@rule
def any_victim(s):
    for spot in range(zone_begin(s), zone_end(s)):
        for card in range(GUARDS):
            if removable(s, spot, card):
                return True
    for i in range(s.spies):
        if removable_spy(s, i):
            return True
    return False


@rule
def victims(s, out):
    """To spare everybody, each kind of face-up card (CTS-28) but guards, and each spy by itself (CTS-27)."""
    out[0] = SPARE
    n = 1
    for card in range(GUARDS):
        for spot in range(zone_begin(s), zone_end(s)):
            out[n] = KILL + card * 3 + min(spot, DOMAIN)
            n += removable(s, spot, card) > 0
    for i in range(s.spies):
        out[n] = KILL_SPY + s.spy_turn[i] - 1
        n += removable_spy(s, i)
    return n


@rule
def strike(s, action):
    if action >= KILL_SPY:
        for i in range(s.spies):
            if s.spy_turn[i] == action - KILL_SPY + 1 and removable_spy(s, i):
                s.spy_gone[i] = 1  # not turned over (CTS-17)
    elif action >= KILL:
        card = (action - KILL) // 3
        spot = (action - KILL) % 3
        if spot == DOMAIN:
            spot = s.spot
        s.laid[spot, card] -= 1
        s.removed[card] += 1
    sheathe(s)


@rule
def sheathe(s):
    """The assassin has decided."""
    s.assassin = 0
    s.spot = 0


# --- The end ---


@rule
def reveal_spies(s):
    """Spies still on the table turn over, each at its spot; removed ones never do (CTS-20)."""
    for i in range(s.spies):
        if s.spy_gone[i] == 0:
            s.laid[s.spy_spot[i], s.spy[i] - 1] += 1


@rule
def weight(s, spot, kin):
    """How much a family counts at a spot, nobles twice (CTS-14)."""
    return cards_of(s, spot, kin) + (NOBLE_WEIGHT - 1) * s.laid[spot, NOBLES + kin]


@rule
def cards_of(s, spot, kin):
    n = 0
    for first in range(kin, KINDS, FAMILIES):
        n += s.laid[spot, first]
    return n


@rule
def standing(s, kin):
    """1 in the light, -1 in disgrace, 0 neutral (CTS-21)."""
    balance = weight(s, ABOVE, kin) - weight(s, BELOW, kin)
    if balance > 0:
        return 1
    return -1 if balance < 0 else 0


@rule
def families_standing(s, how):
    """How many families stand so."""
    n = 0
    for kin in range(FAMILIES):
        if standing(s, kin) == how:
            n += 1
    return n


@rule
def domain_points(s, seat):
    """CTS-22."""
    points = 0
    for kin in range(FAMILIES):
        points += standing(s, kin) * weight(s, DOMAIN + seat, kin)
    return points


@rule
def mission_count(t, s, spot, kin):
    """Cards of a family where a mission counts them (CTS-5)."""
    return weight(s, spot, kin) if t.double else cards_of(s, spot, kin)


@rule
def fulfilled(t, s, seat, mission):
    """CTS-3, CTS-4 and CTS-5."""
    condition = t.condition[mission]
    number = t.number[mission]
    if condition == DISGRACE:
        return standing(s, t.family[mission, 0]) < 0 or standing(s, t.family[mission, 1]) < 0
    if condition == LIGHT_AT_LEAST:
        return families_standing(s, 1) >= number
    if condition == DISGRACE_AT_LEAST:
        return families_standing(s, -1) >= number
    if condition == NEUTRAL_AT_LEAST:
        return families_standing(s, 0) >= number
    if condition == LIGHT_AT_MOST:
        return families_standing(s, 1) <= number
    if condition == FEWER:
        kin = t.family[mission, 0]
        left = clockwise(t, seat, 1)
        return mission_count(t, s, DOMAIN + seat, kin) < mission_count(t, s, DOMAIN + left, kin)
    if condition == ROLE:
        return role_count(s, DOMAIN + seat, t.role[mission]) >= number
    if condition == EVERY_BELOW:
        return least_below(s) > 0
    return most_below(t, s) >= number  # SOME_BELOW


@rule
def role_count(s, spot, which):
    n = 0
    for card in range(which * FAMILIES, (which + 1) * FAMILIES):
        n += s.laid[spot, card]
    return n


@rule
def least_below(s):
    least = DECK
    for kin in range(FAMILIES):
        least = min(least, cards_of(s, BELOW, kin))
    return least


@rule
def most_below(t, s):
    most = 0
    for kin in range(FAMILIES):
        most = max(most, mission_count(t, s, BELOW, kin))
    return most


@rule
def score(t, s, points, places):
    for seat in range(t.players):
        points[seat] = domain_points(s, seat)
        for i in range(2):
            if fulfilled(t, s, seat, s.mission[seat, i] - 1):
                points[seat] += t.points  # CTS-23
    for seat in range(t.players):
        places[seat] = 1  # CTS-24
        for other in range(t.players):
            if points[other] > points[seat]:
                places[seat] += 1


# --- What is hidden (CTS-26) ---


@rule
def seen(t, s, seat, mover, action):
    """Nobody but its player learns the family of a spy (CTS-15)."""
    if SPIES * PLACES <= action < SPARE and seat != mover:
        return ACTIONS + action % PLACES
    return action


@rule
def reveals(t, before, after):
    """Cards were drawn, or the end turned everything over."""
    return after.left != before.left or after.mover < 0


@rule
def knows_spy(t, s, seat, i):
    """One who laid a spy keeps it in mind, removed or not (CTS-15); the end shows those that are left (CTS-20)."""
    return layer(t, s, s.spy_turn[i]) == seat or (s.mover < 0 and s.spy_gone[i] == 0)


@rule
def unseen(t, s, seat, card):
    """How many cards of a kind are somewhere the seat cannot see."""
    n = t.total[card]
    if card < SPIES:
        for spot in range(SPOTS):
            n -= s.laid[spot, card]
        if card < GUARDS:
            n -= s.removed[card]
    else:
        for i in range(s.spies):
            if s.spy[i] == card + 1 and knows_spy(t, s, seat, i):
                n -= 1
    if seat >= 0:
        for i in range(HAND):
            if s.hand[seat, i] == card + 1:
                n -= 1
    return n


@rule
def redeal(t, s, seat, seed):
    """Every deal that fits what the seat knows is as likely as another. The pile holds the unseen cards meanwhile."""
    s.random = start(seed)
    cards = 0
    for card in range(KINDS):
        for _ in range(unseen(t, s, seat, card)):
            s.pile[cards] = card + 1
            cards += 1
    cards = redeal_spies(t, s, seat, cards)
    shuffle(s, s.pile, cards)
    for other in range(t.players):
        if other != seat:
            cards = redeal_hand(s, other, cards)
    for i in range(cards, DECK):
        s.pile[i] = 0
    if s.mover >= 0:
        deal_missions(t, s, seat)


@rule
def redeal_spies(t, s, seat, cards):
    """What lies face down is a spy: those come first, out of the spies at the end of the unseen cards."""
    spies = 0
    while spies < cards and s.pile[cards - spies - 1] > SPIES:
        spies += 1
    for i in range(s.spies):
        if not knows_spy(t, s, seat, i):
            pick = cards - 1 - below(s, spies)
            s.spy[i] = s.pile[pick]
            s.pile[pick] = s.pile[cards - 1]
            cards -= 1
            spies -= 1
    return cards


@rule
def redeal_hand(s, seat, cards):
    for i in range(HAND):
        if s.hand[seat, i]:
            cards -= 1
            s.hand[seat, i] = s.pile[cards]
    sort_hand(s, seat)
    return cards


# --- For learners: see the table at the top ---


@rule
def observe(t, s, seat, out):
    observe_turn(t, s, seat, out)
    for steps in range(t.players):
        for i in range(HAND):
            if s.hand[clockwise(t, seat, steps), i]:
                out[AT_HANDS + steps] += 1
    for i in range(HAND):
        if s.hand[seat, i]:
            out[AT_HAND + s.hand[seat, i] - 1] += 1
    for spot in range(DOMAIN + t.players):
        for card in range(KINDS):
            out[AT_LAID + from_seat(t, seat, spot) * KINDS + card] = s.laid[spot, card]
    for card in range(GUARDS):
        out[AT_REMOVED + card] = s.removed[card]
    for i in range(s.spies):
        observe_spy(t, s, seat, i, out)
    for i in range(2):
        out[AT_MISSIONS + i * MISSIONS + s.mission[seat, i] - 1] = 1
    if s.assassin:
        out[AT_ASSASSIN_SPOT + from_seat(t, seat, s.spot)] = 1
        out[AT_ASSASSIN_FAMILY + family(s.assassin - 1)] = 1


@rule
def observe_turn(t, s, seat, out):
    out[AT_PLAYERS] = t.players
    out[AT_PILE] = s.left
    out[AT_TURN] = s.turn
    for i in range(3):
        out[AT_ZONES + i] = s.zones >> i & 1
    if s.mover >= 0:
        out[AT_MOVER + (s.mover - seat) % t.players] = 1
    out[AT_DOUBLE] = t.double
    out[AT_STACKS] = t.deal[1] != t.deal[0]
    out[AT_POINTS] = t.points


@rule
def observe_spy(t, s, seat, i, out):
    at = AT_SPIES + i * SPY_SIZE
    out[at + SPY_TURN] = s.spy_turn[i]
    out[at + SPY_REMOVED] = s.spy_gone[i]
    out[at + SPY_SPOT + from_seat(t, seat, s.spy_spot[i])] = 1
    if knows_spy(t, s, seat, i):
        out[at + SPY_FAMILY + family(s.spy[i] - 1)] = 1


@rule
def from_seat(t, seat, spot):
    """The spot with domains counted from the seat."""
    return spot if spot < DOMAIN else DOMAIN + (spot - DOMAIN - seat) % t.players
