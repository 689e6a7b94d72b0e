"""A quick player of Backstairs that goes by rules of thumb, for every runtime.

It tries every choice and takes the one that leaves it best off, the first of equals: no chance is in it. A position is
weighed in hundredths of a point: what each favour is likely to bring, and discretion. It looks at nothing but what its
seat may know; a visitor it does not know counts as an average one.
"""

from backstairs.rules import BACK, GREAT, WAYS, knows, legal, sender
from camarilla.engine.rule import rule

STYLES = ("greedy",)
GUIDANCE = 0  # sixteenths of the decisions in a search's playouts that are left to it

POINT = 100
AVERAGE = 3 * POINT  # what an unknown visitor counts: more often than not it is a low one
SOFT = 25  # for each visit still to be paid, a lead of so much is less sure
CROWDED = 70  # what each other visitor on the same backstairs takes off the worth of discretion
PRICE = 50  # what a card is worth on a better occasion, for each point of its rank
NEVER = -1_000_000


@rule
def choose(t, s, seat, style, out):
    """The action that the player in this seat, whose turn it is, takes. `out` is a table to scribble on."""
    best = NEVER
    chosen = 0
    for i in range(legal(t, s, seat, out)):
        worth = worth_of(t, s, seat, out[i])
        if worth > best:
            best = worth
            chosen = out[i]
    return chosen


@rule
def worth_of(t, s, seat, action):
    """What a choice gains, less what its card might gain on a better occasion."""
    rank = action // WAYS + 1
    chamber = action % WAYS // 2
    gain = POINT * rank
    worth = -PRICE * rank
    if action % 2 == GREAT:
        gain += POINT * t.honour
    else:
        worth += t.discretion * (POINT - CROWDED * company(s, chamber))
    lead = lead_in(t, s, seat, chamber)
    unsure = POINT + SOFT * (t.players * t.turns - s.visits)
    return worth + s.favour[chamber] * (hope(lead + gain, unsure) - hope(lead, unsure))


@rule
def company(s, chamber):
    """How many are on the backstairs of a chamber."""
    n = 0
    for i in range(s.visits):
        n += s.chamber[i] == chamber and s.stairs[i] == BACK
    return n


@rule
def lead_in(t, s, seat, chamber):
    """By how much the seat is ahead of its strongest rival in a chamber, in hundredths."""
    mine = strength(t, s, seat, seat, chamber)
    strongest = 0
    for steps in range(1, t.players):
        strongest = max(strongest, strength(t, s, seat, (seat + steps) % t.players, chamber))
    return mine - strongest


@rule
def strength(t, s, seat, other, chamber):
    """The influence of another in a chamber, as the seat estimates it."""
    n = 0
    for i in range(s.visits):
        if s.chamber[i] == chamber and sender(t, s, i) == other:
            if s.stairs[i] == GREAT:
                n += POINT * (s.visitor[i] + t.honour)
            else:
                n += POINT * s.visitor[i] if knows(t, s, seat, i) else AVERAGE
    return n


@rule
def hope(lead, unsure):
    """In hundredths, from 0 to 100: how likely a lead, or a lag, makes a favour one's own."""
    return POINT // 2 + POINT * lead // (2 * (unsure + abs(lead)))
