"""A quick player of Court of the Medici that goes by rules of thumb, for every runtime.

It weighs every play in hundredths of a point and takes the best, the first of equals: no chance is in it. A play is
worth the lead that it leaves, less what the opponent's next conspiracy is likely to cost. It looks at nothing but what
its seat may know: its own hand, and what lies open; of the opponent's hand, only which cards are still to be seen.
"""

from camarilla.engine.rule import rule
from camarilla.games.medici.rules import (
    ALLY,
    CARDS,
    CIRCLE,
    CONSPIRE,
    DONE,
    ELIMINATE,
    ENGLISH,
    FRENCH,
    HAND,
    HIGHEST,
    JESTER,
    LADY,
    LIMIT,
    MINISTER,
    PLACE,
    PLAN,
    RANKS,
    SEND,
    SET_LIMIT,
    STOP,
    SWAP,
    TAKE,
    TARGET,
    VALUES,
    conspiracy_high,
    conspiracy_low,
    hand_size,
    house,
    house_points,
    in_circle,
    may_plan,
    playable,
    rank,
    reach,
    size,
    stack_begin,
    stack_count,
    worth,
)

STYLES = ("greedy",)
GUIDANCE = 0  # sixteenths of the decisions in a search's playouts that are left to it

POINT = 100
VICTORY = 1_000_000
NEVER = -10 * VICTORY
DOWNFALL = 60  # points: what it costs if the opponent can end the game, and win
AVERAGE = 5  # value of a card of the deck, rounded up
TEMPO = 2  # points lost by planning, even with the best card
MOST = 15  # the greatest value of a card
NONE = -1
FAR = 1_000  # a total that nobody can reach

# --- Of the table to scribble on: the court as it would be after a play, with room for a card sent ---

LOW = 0  # by stack: the least and the greatest total that it can have
HIGH = LOW + CARDS + 1
HELD = HIGH + CARDS + 1  # by rank: how likely the opponent holds such a card and may play it, in hundredths
BEST = HELD + RANKS  # what the best place for a card is worth
LEAD = BEST + 1  # of the seat, before the play
NOBLES = LEAD + 1  # in the Inner Circle before the play: the own ones, the other's


@rule
def choose(t, s, seat, style, out):
    """The action that the player in this seat, whose turn it is, takes. `out` is a table to scribble on."""
    if s.step == VALUES:
        return DONE  # the values that a conspiracy needs are set already
    if s.step == LIMIT:
        return SET_LIMIT + HIGHEST - 1  # as little as possible shall be barred
    survey(t, s, seat, out)
    if s.step == TAKE:
        return best_card(t, s, seat, out)
    if s.step == PLACE:
        return best_place(t, s, seat, rank(s.card - 1), NEVER, out)
    if s.step == TARGET:
        return ELIMINATE + best_target(t, s, seat, out)
    return best_swap(s, seat)


@rule
def whole(n):
    """A small field as a whole number: a rule that is given nothing else is compiled only once."""
    return n + 0


@rule
def survey(t, s, seat, out):
    """The court as it is, and what the opponent may hold: whatever has not been seen, in hand or deck."""
    for stack in range(CARDS):
        out[LOW + stack] = s.low[stack]
        out[HIGH + stack] = s.high[stack]
    other = 1 - seat
    out[LEAD] = house_points(s, seat) - house_points(s, other)
    out[NOBLES] = 0
    out[NOBLES + 1] = 0
    for stack in range(s.stacks[CIRCLE]):
        mine = own_nobles(s, seat, stack)
        out[NOBLES] += mine
        out[NOBLES + 1] += size(s, stack) - mine
    cards = hand_size(s, other)
    for which in range(RANKS):
        out[HELD + which] = t.total[which] - s.discard[other, which]
    for i in range(s.cards):
        card = s.court[i] - 1
        out[HELD + rank(card)] -= house(card) == other
    for which in range(RANKS):
        may_be_played = s.limit[other] < 0 or worth(which) <= s.limit[other]
        odds = POINT * out[HELD + which] * cards // max(1, cards + s.left[other])
        out[HELD + which] = odds if may_be_played else 0


# --- Which card, and where to ---


@rule
def best_card(t, s, seat, out):
    best = NEVER
    chosen = NONE
    before = 0
    for i in range(HAND):
        card = s.hand[seat, i]
        if card and card != before and playable(s, seat, card - 1):
            best_place(t, s, seat, rank(card - 1), best, out)
            if out[BEST] > best:
                best = out[BEST]
                chosen = rank(card - 1)
        before = card
    return chosen


@rule
def best_place(t, s, seat, which, least, out):
    """To send, to plan, to ally, to conspire; into `out[BEST]`, what that is worth, if it is more than `least`."""
    stacks = stack_count(s)
    best = least
    chosen = SEND
    value = sending(t, s, seat, which, best, out)
    if value > best:
        best = value
    if may_plan(t, s, seat):
        value = planning(t, s, seat, which, best, out)
        if value > best:
            best = value
            chosen = PLAN
    for stack in range(stacks):
        value = allying(t, s, seat, which, stack, best, out)
        if value > best:
            best = value
            chosen = ALLY + stack
    for stack in range(stacks):
        value = conspiring(t, s, seat, which, stack, best, out)
        if value > best:
            best = value
            chosen = CONSPIRE + stack
    out[BEST] = best
    return chosen


@rule
def best_target(t, s, seat, out):
    """The card lies on the conspiracy already, and counts."""
    onto = whole(s.onto)
    low = conspiracy_low(s)
    high = conspiracy_high(t, s)
    best = NEVER
    chosen = NONE
    for target in range(stack_count(s)):
        if target != onto and s.low[target] <= high and s.high[target] >= low:
            after = out[LEAD] - balance(s, seat, target)
            value = play_worth(t, s, seat, 0, onto, target, after, best, out)
            if value > best:
                best = value
                chosen = target
    return chosen


@rule
def best_swap(s, seat):
    """Of pairs in the Inner Circle: the least noble makes room, if the next one is likely to be greater."""
    least = AVERAGE
    chosen = NONE
    for which in range(RANKS):
        if in_circle(s, seat, which) > 1 and worth(which) < least:
            least = worth(which)
            chosen = which
    return STOP if chosen < 0 else SWAP + chosen


# --- The four ways to play a card ---


@rule
def lay(s, which, onto, out):
    """On a stack of the court to be; a card sent is a stack after all others."""
    out[LOW + onto] = worth(which)
    out[HIGH + onto] = HIGHEST if which == JESTER else worth(which)
    if onto < stack_count(s):
        out[LOW + onto] += s.low[onto]
        out[HIGH + onto] += s.high[onto]


@rule
def take_back(s, onto, out):
    out[LOW + onto] = s.low[onto]
    out[HIGH + onto] = s.high[onto]


@rule
def keeping(s, seat, which):
    """What a card is worth in hand, for a better occasion."""
    if s.left[seat] == 0:
        return 0
    if which == JESTER:
        return 4 * POINT
    return 3 * POINT if which == MINISTER else POINT if which == LADY else 0


@rule
def sending(t, s, seat, which, least, out):
    onto = stack_count(s)
    kept = keeping(s, seat, which)
    lay(s, which, onto, out)
    after = out[LEAD] + worth(which)
    return play_worth(t, s, seat, worth(which), onto, NONE, after, least + kept, out) - kept


@rule
def planning(t, s, seat, which, least, out):
    """The card comes back as the last one, and bars all above it. A draw is as good as level scores."""
    if plan_draws(t, s, seat):
        return 0
    bars = HIGHEST - min(HIGHEST, HIGHEST if which == JESTER else worth(which))
    ahead = whole(out[LEAD])
    calm = POINT * (ahead - TEMPO - bars)
    return calm - danger(t, s, seat, 0, NONE, NONE, ahead, calm - least, out)


@rule
def plan_draws(t, s, seat):
    """MED-17."""
    if t.edition == ENGLISH:
        return s.run >= 5
    return s.plans[seat] >= 2 and s.plans[1 - seat] >= 3


@rule
def allying(t, s, seat, which, onto, least, out):
    """A Minister clears an alliance, a Lady parts it: to nobles alone both are better sent."""
    alliance = size(s, onto) > 1
    if which == LADY:
        return parting(t, s, seat, onto, least, out) if alliance else NEVER
    kept = keeping(s, seat, which)
    after = out[LEAD] + worth(which)
    if which == MINISTER and alliance:
        after -= balance(s, seat, onto)
        return play_worth(t, s, seat, 0, onto, onto, after, least + kept, out) - kept
    lay(s, which, onto, out)
    value = play_worth(t, s, seat, worth(which), onto, NONE, after, least + kept, out) - kept
    take_back(s, onto, out)
    return value


@rule
def parting(t, s, seat, onto, least, out):
    """Together they were in danger; now only the greatest of them is, somewhat."""
    cost = keeping(s, seat, LADY) + POINT * greatest(s, seat, onto) // 3
    out[LOW + onto] = FAR
    out[HIGH + onto] = FAR
    value = play_worth(t, s, seat, 1, onto, NONE, out[LEAD] + 1, least + cost, out) - cost
    take_back(s, onto, out)
    return value


@rule
def conspiring(t, s, seat, which, onto, least, out):
    """With the best target."""
    low = s.low[onto] + worth(which)
    high = s.high[onto] + reach(t, s, seat, which)
    kept = keeping(s, seat, which)
    best = least
    lay(s, which, onto, out)
    for target in range(stack_count(s)):
        if target != onto and s.low[target] <= high and s.high[target] >= low:
            after = out[LEAD] + worth(which) - balance(s, seat, target)
            value = play_worth(t, s, seat, worth(which), onto, target, after, best + kept, out) - kept
            best = max(best, value)
    take_back(s, onto, out)
    return best


# --- What a play is worth ---


@rule
def balance(s, seat, stack):
    """Of the points in a stack: the own ones less the opponent's."""
    points = 0
    for i in range(stack_begin(s, stack), s.end[stack]):
        card = s.court[i] - 1
        points += worth(rank(card)) if house(card) == seat else 0 - worth(rank(card))
    return points


@rule
def greatest(s, seat, stack):
    """The greatest own noble in a stack."""
    found = 0
    for i in range(stack_begin(s, stack), s.end[stack]):
        card = s.court[i] - 1
        if house(card) == seat:
            found = max(found, worth(rank(card)))
    return found


@rule
def play_worth(t, s, seat, points, onto, gone, after, least, out):
    """Of a card of so many points on the stack `onto`, if the stack `gone` goes and the lead is `after`.

    Danger can only take away from it: it is looked for no longer than `least` is within reach.
    """
    if gone >= 0 and deserted(t, s, seat, onto, gone, NONE, out):
        return POINT * after + (VICTORY if after > 0 else 0 - VICTORY if after < 0 else 0)
    if POINT * after <= least:
        return POINT * after
    return POINT * after - danger(t, s, seat, points, onto, gone, after, POINT * after - least, out)


@rule
def deserted(t, s, seat, onto, gone, struck, out):
    """Whether the Inner Circle ends the game (MED-31) without these two stacks; the card played stays on `onto`."""
    inside = s.stacks[CIRCLE]
    own = out[NOBLES]
    others = out[NOBLES + 1]
    if onto >= 0 and onto < inside and onto != struck:
        own += 1
    if gone >= 0 and gone < inside:
        mine = own_nobles(s, seat, gone)
        own -= mine
        others -= size(s, gone) - mine
    if struck >= 0 and struck < inside and struck != gone:
        mine = own_nobles(s, seat, struck)
        own -= mine
        others -= size(s, struck) - mine
    return own + others == 0 if t.edition == FRENCH else own == 0 or others == 0


@rule
def own_nobles(s, seat, stack):
    n = 0
    for i in range(stack_begin(s, stack), s.end[stack]):
        n += house(s.court[i] - 1) == seat
    return n


# --- What the opponent may do next ---


@rule
def danger(t, s, seat, points, onto, gone, after, enough, out):
    """What the worst conspiracy that the opponent may hatch costs, in view of how likely it is; or `enough` of it."""
    stacks = stack_count(s)
    if onto == stacks:
        stacks += 1
    worst = 0
    for stack in range(stacks):
        if worst >= enough:
            return worst
        if stack != gone:
            loss = stake(t, s, seat, points, onto, gone, after, stack, out)
            if loss * POINT > worst:
                worst = max(worst, loss * min(POINT, odds_against(t, s, seat, stack, onto, gone, stacks, out)))
    return worst


@rule
def stake(t, s, seat, points, onto, gone, after, stack, out):
    """What is lost if the opponent eliminates this stack; nobody ends a game that he loses."""
    loss = balance(s, seat, stack)
    if stack == onto:
        loss += points
    if stack < s.stacks[CIRCLE] and deserted(t, s, seat, onto, gone, stack, out):
        return 0 if after > loss else DOWNFALL
    return loss


@rule
def odds_against(t, s, seat, stack, onto, gone, stacks, out):
    """How likely, in hundredths, the opponent holds a card that strikes the stack."""
    values = striking(s, stack, onto, gone, stacks, out)
    odds = 0
    for which in range(RANKS):
        first = worth(which)
        last = reach(t, s, 1 - seat, which)
        if last >= first and values & (2 << last) - (1 << first):
            odds += out[HELD + which]
    return odds


@rule
def striking(s, stack, onto, gone, stacks, out):
    """As bits: the values that, laid on some other stack, strike this one. A Minister (0) also clears an alliance."""
    values = 0
    low = out[LOW + stack]
    high = out[HIGH + stack]
    for other in range(stacks):
        if other != stack and other != gone:
            first = max(0, low - out[HIGH + other])
            last = min(MOST, high - out[LOW + other])
            if first <= last:
                values |= (2 << last) - (1 << first)
    cards = size(s, stack)
    if stack == onto:
        cards += 1
    return values | 1 if cards > 1 and low < FAR else values
