"""A quick player of Courtisans that goes by rules of thumb, for every runtime.

It tries every way to lay its hand, and every victim of an assassin, and takes what leaves it best off, the first of
equals: no chance is in it. A position is weighed in hundredths of a point: what the domains are likely to bring by
how each family stands, and how near the seat's missions are. It looks at nothing but what its seat may know: its own
hand, missions and spies, and what lies open.
"""

from camarilla.engine.rule import rule
from camarilla.games.courtisans.rules import (
    ABOVE,
    ASSASSIN,
    BELOW,
    DECK,
    DISGRACE,
    DISGRACE_AT_LEAST,
    DOMAIN,
    EVERY_BELOW,
    FAMILIES,
    FEWER,
    HAND,
    KILL,
    KILL_SPY,
    LIGHT_AT_LEAST,
    LIGHT_AT_MOST,
    NEUTRAL_AT_LEAST,
    OTHER,
    OWN,
    PLACES,
    QUEEN,
    ROLE,
    SPARE,
    cards_of,
    clockwise,
    fulfilled,
    knows_spy,
    layer,
    mission_count,
    most_below,
    removable_spy,
    role,
    role_count,
    sheathe,
    victims,
    weight,
)

STYLES = ("greedy",)
GUIDANCE = 0  # sixteenths of the decisions in a search's playouts that are left to it

POINT = 100
BYTE = 8  # bits, of an outlook among others
LIGHT, NEUTRAL, DISGRACED = 1, 0, -1  # how a family may stand, as in `rules.standing`
FIRM = 6  # how many turns still to come make a balance of one half as sure as at the end
SUSPICION = 40  # what it is worth to remove a spy that was laid to do harm
NEVER = -1_000_000

BEST = 0  # of the table to scribble on, where the victims were until all have been looked at


@rule
def choose(t, s, seat, style, out):
    """The action that the player in this seat, whose turn it is, takes. `out` is a table to scribble on."""
    turn_own_spies(t, s, seat, 1)
    action = best_victim(t, s, seat, outlooks(t, s), out) if s.assassin else best_placement(t, s, seat, out)
    turn_own_spies(t, s, seat, -1)
    return action


@rule
def whole(n):
    """A small field as a whole number: a rule that is given nothing else is compiled only once."""
    return n + 0


@rule
def turn_own_spies(t, s, seat, up):
    """Turn up (1) in thought, or down again (-1), the spies that the seat knows: they count for their family."""
    for i in range(whole(s.spies)):
        if s.spy_gone[i] == 0 and knows_spy(t, s, seat, i):
            s.laid[s.spy_spot[i], s.spy[i] - 1] += up


# --- Laying a hand (CTS-10) ---


@rule
def best_placement(t, s, seat, out):
    """The first card of the best way to lay the rest of the hand: a slot for each zone, a side, and an opponent."""
    best = NEVER
    chosen = SPARE
    sides = DOMAIN if s.zones & QUEEN else 1
    opponents = t.players if s.zones & OTHER else 2
    for queens in range(HAND):
        for own in range(HAND):
            if not suits(s, seat, queens, own):
                continue
            for side in range(sides):
                put(s, side, whole(s.hand[seat, queens]), 1)
                fates = outlooks(t, s)
                for steps in range(1, opponents):
                    worth = worth_of_plan(t, s, seat, queens, side, own, steps, fates, out)
                    if worth > best:
                        best = worth
                        chosen = first_of_plan(s, seat, queens, side, own, steps)
                put(s, side, whole(s.hand[seat, queens]), -1)
    return chosen


@rule
def others(queens, own):
    """The slot that is left for an opponent's domain: slots 0, 1 and 2 make 3."""
    return 3 - queens - own


@rule
def suits(s, seat, queens, own):
    """Whether the zones still open, and no others, get a card: the hand has as many cards as zones are open.

    Where both are closed it does not matter which of two empty slots is whose: one way to say so is enough.
    """
    if queens == own or (s.zones & (QUEEN | OWN) == 0 and queens > own):
        return False
    return (s.hand[seat, queens] > 0) == (s.zones & QUEEN > 0) and (s.hand[seat, own] > 0) == (s.zones & OWN > 0)


@rule
def first_of_plan(s, seat, queens, side, own, steps):
    if s.zones & QUEEN:
        return (s.hand[seat, queens] - 1) * PLACES + side
    if s.zones & OWN:
        return (s.hand[seat, own] - 1) * PLACES + DOMAIN
    return (s.hand[seat, others(queens, own)] - 1) * PLACES + DOMAIN + steps


@rule
def worth_of_plan(t, s, seat, queens, side, own, steps, fates, out):
    """Of the position with these cards laid, the Queen's already, and with the victims of the assassins among them."""
    queens_card = whole(s.hand[seat, queens])
    own_card = whole(s.hand[seat, own])
    others_card = whole(s.hand[seat, others(queens, own)])
    other = DOMAIN + clockwise(t, seat, steps)
    put(s, DOMAIN + seat, own_card, 1)
    put(s, other, others_card, 1)
    now = worth_of_position(t, s, seat, fates)
    worth = now + worth_of_kill(t, s, seat, side, queens_card, fates, now, out)
    worth += worth_of_kill(t, s, seat, DOMAIN + seat, own_card, fates, now, out)
    worth += worth_of_kill(t, s, seat, other, others_card, fates, now, out)
    put(s, DOMAIN + seat, own_card, -1)
    put(s, other, others_card, -1)
    return worth


@rule
def put(s, spot, card, n):
    """Lay a card of the hand in thought, or (-1) take it back; an empty slot is no card."""
    if card:
        s.laid[spot, card - 1] += n


# --- The assassin (CTS-16) ---


@rule
def worth_of_kill(t, s, seat, spot, card, fates, now, out):
    """What a card laid there gains by its best victim: nothing unless it is an assassin."""
    if card == 0 or role(card - 1) != ASSASSIN:
        return 0
    s.assassin = card
    s.spot = spot
    best_victim(t, s, seat, fates, out)
    sheathe(s)
    return out[BEST] - now


@rule
def best_victim(t, s, seat, fates, out):
    """To spare everybody comes first: nobody is killed for nothing. Into `out[BEST]`, what is best is worth."""
    best = NEVER
    chosen = SPARE
    for i in range(victims(s, out)):
        action = whole(out[i])
        worth = worth_without(t, s, seat, action, fates)
        if worth > best:
            best = worth
            chosen = action
    out[BEST] = best
    return chosen


@rule
def worth_without(t, s, seat, action, fates):
    """Of the position when the assassin has done this."""
    if action >= KILL_SPY:
        return worth_without_spy(t, s, seat, spy_laid_on(s, action - KILL_SPY + 1), fates)
    if action == SPARE:
        return worth_of_position(t, s, seat, fates)
    card = (action - KILL) // 3
    spot = (action - KILL) % 3
    return worth_without_card(t, s, seat, whole(s.spot) if spot == DOMAIN else spot, card, fates)


@rule
def worth_without_card(t, s, seat, spot, card, fates):
    """Only a victim at the Queen's table changes how a family stands."""
    s.laid[spot, card] -= 1
    worth = worth_of_position(t, s, seat, outlooks(t, s) if spot < DOMAIN else fates)
    s.laid[spot, card] += 1
    return worth


@rule
def spy_laid_on(s, turn):
    """The spy of that turn in the assassin's zone."""
    found = 0
    for i in range(whole(s.spies)):
        if s.spy_turn[i] == turn and removable_spy(s, i):
            found = i
    return found


@rule
def worth_without_spy(t, s, seat, i, fates):
    spot = whole(s.spy_spot[i])
    if knows_spy(t, s, seat, i):
        return worth_without_card(t, s, seat, spot, s.spy[i] - 1, fates)
    return worth_of_position(t, s, seat, fates) + (SUSPICION if suspect(t, s, seat, i) else 0)


@rule
def suspect(t, s, seat, i):
    """A spy that another laid in the seat's domain is likely to harm it, one in his own domain to serve him."""
    owner = s.spy_spot[i] - DOMAIN
    return owner == seat or owner == layer(t, s, s.spy_turn[i])


# --- What a position is worth ---


@rule
def worth_of_position(t, s, seat, fates):
    """The seat's prospects beyond those of the others: half against the strongest, half against all of them."""
    left = turns_left(t, s)
    strongest = NEVER
    total = 0
    for steps in range(1, t.players):
        theirs = prospects(s, clockwise(t, seat, steps), fates)
        strongest = max(strongest, theirs)
        total += theirs
    worth = prospects(s, seat, fates) - (strongest + total // (t.players - 1)) // 2
    for i in range(2):
        worth += t.points * hope(t, s, seat, left, fates, s.mission[seat, i] - 1)
    return worth


@rule
def prospects(s, seat, fates):
    """What the seat's domain is likely to bring."""
    worth = 0
    for kin in range(FAMILIES):
        held = weight(s, DOMAIN + seat, kin)
        if held:
            worth += held * fate(fates, kin)
    return worth


@rule
def turns_left(t, s):
    """How many turns come after this one, whoever takes them."""
    return (DECK - t.away) // HAND - s.turn


@rule
def balance(s, kin):
    """By how much a family is above rather than below."""
    return weight(s, ABOVE, kin) - weight(s, BELOW, kin)


@rule
def outlook(ahead, left):
    """In hundredths, from -100 to 100: how likely what is so much ahead, or behind, stays so to the end."""
    if ahead == 0:
        return 0
    return POINT * FIRM * ahead // (FIRM * abs(ahead) + left)


@rule
def outlooks(t, s):
    """Of all families, a byte each: they are asked for again and again while positions are weighed."""
    left = turns_left(t, s)
    fates = 0
    for kin in range(FAMILIES):
        fates |= outlook(balance(s, kin), left) + POINT << BYTE * kin
    return fates


@rule
def fate(fates, kin):
    return (fates >> BYTE * kin & 255) - POINT


# --- Missions (CTS-3, CTS-4) ---


@rule
def hope(t, s, seat, left, fates, mission):
    """In hundredths, how near a mission of the seat is; on the last turn it is fulfilled or not."""
    if left == 0:
        return POINT if fulfilled(t, s, seat, mission) else 0
    condition = t.condition[mission]
    number = whole(t.number[mission])
    if condition == DISGRACE:
        one = chance(fates, whole(t.family[mission, 0]), DISGRACED)
        return max(one, chance(fates, whole(t.family[mission, 1]), DISGRACED))
    if condition == LIGHT_AT_LEAST:
        return part_of(expected(fates, LIGHT), number)
    if condition == DISGRACE_AT_LEAST:
        return part_of(expected(fates, DISGRACED), number)
    if condition == NEUTRAL_AT_LEAST:
        return part_of(expected(fates, NEUTRAL), number)
    if condition == LIGHT_AT_MOST:
        return part_of(POINT * FAMILIES - expected(fates, LIGHT), FAMILIES - number)
    return hope_of_cards(t, s, seat, left, mission, number)


@rule
def hope_of_cards(t, s, seat, left, mission, number):
    """Of the missions that count cards."""
    condition = t.condition[mission]
    if condition == FEWER:
        kin = whole(t.family[mission, 0])
        his = mission_count(t, s, DOMAIN + clockwise(t, seat, 1), kin)
        return (POINT + outlook(his - mission_count(t, s, DOMAIN + seat, kin), left)) // 2
    if condition == ROLE:
        return part_of(POINT * role_count(s, DOMAIN + seat, whole(t.role[mission])), number)
    if condition == EVERY_BELOW:
        return part_of(POINT * families_below(s), FAMILIES)
    return part_of(POINT * most_below(t, s), number)  # SOME_BELOW


@rule
def chance(fates, kin, how):
    """That a family ends so: in the light, neutral or in disgrace."""
    ahead = fate(fates, kin)
    if how == NEUTRAL:
        return POINT - abs(ahead)
    return max(0, how * ahead)


@rule
def expected(fates, how):
    """The families that will end so, in hundredths of a family."""
    n = 0
    for kin in range(FAMILIES):
        n += chance(fates, kin, how)
    return n


@rule
def families_below(s):
    n = 0
    for kin in range(FAMILIES):
        n += cards_of(s, BELOW, kin) > 0
    return n


@rule
def part_of(there, needed):
    return min(POINT, there // needed)
