"""A quick player of Cour that goes by rules of thumb, for every runtime.

It weighs every choice in hundredths of prestige and takes the best, the first of equals: no chance is in it. It looks
at nothing but what its seat may know: its own hand, and what lies open. What a card is worth comes from its price, its
prestige and the words of its power, so it plays any set of characters.
"""

from camarilla.engine.rule import rule
from camarilla.games.cour.rules import (
    ACTIVATE_A,
    ANY,
    ANYTHING,
    ANYWHERE,
    BY_BASES,
    BY_CHILDREN,
    BY_HEIGHT,
    BY_PARENTS,
    BY_RESOURCES,
    BY_ROWS,
    BY_TYPES,
    CHARACTERS,
    CHEAPER,
    COPY,
    COPY_A,
    DISCARD,
    DISCARD_A,
    DISMISS_A,
    DRAFT,
    DRAW,
    EFFECT_A,
    END_A,
    ENOUGH_A,
    ENROL_A,
    GAIN,
    HAND,
    INCOME,
    KEEP_A,
    KEPT,
    LAST_ROUND,
    LEVY,
    LOOK,
    LOOKED,
    MOVE,
    MOVE_A,
    NONE,
    OF_BASES,
    OF_CARDS,
    PAY,
    PICK_A,
    PLACE_A,
    PURGE,
    RECOVER,
    REMOVE,
    REMOVE_A,
    RESERVE,
    RESERVED,
    RESOURCE_A,
    RESOURCES,
    ROGUE,
    ROWS,
    SEAT_A,
    SELL,
    STEAL,
    TAKE_A,
    TO_COPY,
    TO_COST,
    TO_EFFECT,
    TO_GO,
    TO_KEEP,
    TO_LOOK,
    TO_MOVE,
    TO_ORDER,
    TO_PAY,
    TO_PLACE,
    TO_RECOVER,
    TO_REMOVE,
    TO_SELL,
    TO_SPOIL,
    TO_VICTIM,
    TYPES,
    can_activate,
    can_copy,
    can_dismiss,
    can_move,
    can_pay,
    can_remove,
    cards_with,
    character,
    different,
    discount_on,
    fits,
    group,
    is_of,
    may_go_anywhere,
    open_labels,
    prestige_of,
    price,
    refund_of,
    riches,
    size,
)

BALANCED, ENGINE_FIRST, PRESTIGE_FIRST = range(3)
STYLES = ("greedy", "engine_first", "prestige_first")
GUIDANCE = 15  # sixteenths of the decisions in a search's playouts that are left to it

POINT = 100  # one prestige
COIN = 35  # a resource, if what there is is just enough
PRICE = 25  # of a card, for each resource, in the draft
DEAR = 4  # what a card costs on average, with the surcharge
PATIENCE = 40  # what an enrolment has to be worth while there is time for a better one
NEVER = -1_000_000
AT_ONCE, BEFORE_ENROLLING = 20_000, 10_000  # powers are used before anything covers them


@rule
def choose(t, s, seat, style, out):
    """The action that the player in this seat, whose turn it is, takes. `out` is a table to scribble on."""
    left = turns_left(t, s)
    coin = value_of_coin(t, s, seat, left)
    if s.mover < 0:
        if s.phase == DRAFT:
            return PICK_A + best_pick(t, s, seat, style, left, coin)
        weigh_hand(t, s, seat, style, left, coin, out)
        if s.phase == INCOME:
            return RESOURCE_A + best_gain(t, s, seat, left, coin, out)
        return main_action(t, s, seat, style, left, coin, out)
    if s.step == TO_PLACE:
        return PLACE_A + best_place(t, s, seat, style, left, coin, whole(s.chosen), may_go_anywhere(s, seat), out)
    if s.step == TO_LOOK or s.step == TO_RECOVER:
        return TAKE_A + best_taken(t, s, seat, style, left, coin)
    if s.step == TO_REMOVE:
        return REMOVE_A + best_removed(t, s, whole(s.victim), left, coin)
    weigh_hand(t, s, seat, style, left, coin, out)
    if s.step == TO_MOVE or s.step == TO_GO or s.step == TO_COPY:
        return action_on_places(t, s, seat, style, left, coin, out)
    if s.step == TO_ORDER or s.step == TO_EFFECT or s.step == TO_VICTIM:
        return action_between(t, s, seat, left, coin, out)
    if s.step <= TO_COST or s.step == TO_SPOIL:
        return RESOURCE_A + resource_chosen(t, s, seat, left, coin, out)
    if s.step == TO_KEEP:
        return card_kept(t, s, seat, out)
    return DISCARD_A + worst_card(t, s, seat, left, coin, out)


@rule
def whole(n):
    """A small field as a whole number: a rule that is given nothing else is compiled only once."""
    return n + 0


# --- Time and money ---


@rule
def filled(t, s, seat):
    """The cards in a pyramid."""
    n = 0
    for i in range(t.places):
        n += s.pyramid[seat, t.place[i]] >= 0
    return n


@rule
def turns_left(t, s):
    """About how many turns come after this one: the fullest pyramid grows by two cards a turn."""
    if s.completed:
        return 0
    fullest = 0
    for seat in range(t.players):
        fullest = max(fullest, filled(t, s, seat))
    return min((t.places - fullest) // 2, LAST_ROUND - s.round)


@rule
def value_of_coin(t, s, seat, left):
    """What a resource is worth to the seat: the less, the more there is for what is still to be paid."""
    needed = DEAR * (t.places - filled(t, s, seat))
    there = riches(s, seat) + 4 * left + 1
    return max(3, min(COIN * needed // there, 52 if left > 1 else 20 if left == 1 else 8))


@rule
def a_card(t):
    """What a card drawn is worth: more if there is time to use it."""
    return 20 if t.width == ROWS else 12


@rule
def weigh_hand(t, s, seat, style, left, coin, out):
    """Into `out`, by character: what each card of the hand is worth beyond its price, or nothing if it has no place."""
    labels = open_labels(t, s, seat)
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        net = card_worth(t, s, seat, style, left, coin, kind, NONE) - t.cost[kind] * coin
        out[kind] = max(0, net if labels >> t.goes_by[kind] & 1 else net // 4)


@rule
def hope(t, s, seat, resource, stock, out):
    """How near a stock of the resource brings the seat to a good card that it cannot pay for."""
    best = 0
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        if t.resource[kind] == resource:
            lack = price(t, s, seat, kind) - stock
            if lack > 0:
                best = max(best, out[kind] // (3 * lack))
    return best


@rule
def unit_worth(t, s, seat, left, coin, resource, stock, out):
    """What one more of a resource is worth to somebody with that stock of it."""
    return coin + hope(t, s, seat, resource, stock, out) - min(9, stock)


@rule
def best_gain(t, s, seat, left, coin, out):
    best = NEVER
    chosen = 0
    for resource in range(RESOURCES):
        worth = unit_worth(t, s, seat, left, coin, resource, s.resource[seat, resource], out)
        if worth > best:
            best = worth
            chosen = resource
    return chosen


@rule
def resource_chosen(t, s, seat, left, coin, out):
    """To gain, to be refunded, to take, or to pay with."""
    if s.step == TO_SPOIL:
        return best_spoil(t, s, seat, whole(s.victim), left, coin, out)
    if s.step != TO_PAY and s.step != TO_COST:
        return best_gain(t, s, seat, left, coin, out)
    amount = price(t, s, seat, s.chosen) if s.step == TO_PAY else 1
    least = NEVER
    chosen = 0
    for resource in range(RESOURCES):
        stock = s.resource[seat, resource] - amount
        if stock >= 0:
            worth = 0 - unit_worth(t, s, seat, left, coin, resource, stock, out)
            if worth > least:
                least = worth
                chosen = resource
    return chosen


# --- What a card is worth ---


@rule
def style_of_powers(style, left):
    """How much the style makes of powers, in hundredths."""
    if style == ENGINE_FIRST:
        return 130 if left > 2 else 110
    return 75 if style == PRESTIGE_FIRST else 100


@rule
def card_worth(t, s, seat, style, left, coin, kind, place):
    """Of a card at this place, or (-1) at any place, for the rest of the game; its price is not in it."""
    worth = POINT * t.prestige[kind]
    if t.green[kind]:
        for part in range(t.parts[kind]):
            worth += bonus_worth(t, s, seat, left, kind, part, place)
        return worth
    use = copy_worth(t, s, seat, coin, place) if t.word[kind, 0] == COPY else use_worth(t, coin, kind)
    return worth + max(0, use) * uses(t, kind, left) * style_of_powers(style, left) // 200


@rule
def uses(t, kind, left):
    """How often, in halves, the power of a card enrolled now will be used."""
    return min(left, 1) if t.once[kind] else 2 * min(left, 4)


@rule
def use_worth(t, coin, kind):
    """Of using a power once, roughly."""
    worth = 0
    for part in range(t.parts[kind]):
        word = whole(t.word[kind, part])
        amount = whole(t.amount[kind, part])
        worth += part_worth(t, coin, word, amount, whole(t.of[kind, part]), whole(t.mask[kind, part]))
    return worth


@rule
def part_worth(t, coin, word, amount, of, mask):
    if word == PAY:
        return 0 - amount * (coin - 4 if of == ANY else coin)
    if word == GAIN:
        return amount * coin
    if word == SELL:
        return amount * coin * 3 // 4 - 2 * a_card(t)
    if word == STEAL:
        return amount * (coin + 5)
    if word == LEVY:
        return amount * (t.players - 1) * (coin - 5)
    if word == CHEAPER:
        return amount * (coin - 3) * (2 + width_of(mask)) // 9
    return part_worth_of_cards(t, word, amount, of)


@rule
def part_worth_of_cards(t, word, amount, of):
    """Parts of powers that bring cards, or change the rules."""
    if word == DRAW or word == RESERVE:
        return amount * a_card(t)
    if word == LOOK:
        return of * (a_card(t) + 3 * (amount - of))
    if word == DISCARD:
        return 0 - amount * a_card(t) // 2
    if word == RECOVER:
        return a_card(t) * amount  # of one's choice, but often there is none
    if word == REMOVE:
        return (1 + amount) * POINT // (2 * t.players)
    if word == PURGE:
        return 6 * (t.players - 1)
    return 15 if word == ANYWHERE or word == MOVE else 2


@rule
def copy_worth(t, s, seat, coin, place):
    """What an Actor at this place can copy."""
    if place < 0:
        return coin
    child = whole(t.child[place])
    if child < 0:
        return 0
    return max(0, max(copied_worth(t, s, seat, coin, child), copied_worth(t, s, seat, coin, child + 1)))


@rule
def copied_worth(t, s, seat, coin, child):
    kind = whole(s.pyramid[seat, child])
    return 0 if kind < 0 or t.green[kind] or t.word[kind, 0] == COPY else use_worth(t, coin, kind)


@rule
def width_of(mask):
    """How many types, bases or resources a mask has."""
    n = 0
    for label in range(TYPES):
        n += mask >> label & 1
    return n


# --- Bonuses at the end ---


@rule
def bonus_worth(t, s, seat, left, kind, part, place):
    """Of a bonus of a card enrolled now, on average rounded down."""
    of = t.of[kind, part]
    expected = expected_measure(t, s, seat, left, kind, part, place)
    return max(0, t.amount[kind, part] * (expected - POINT // 2 * (of - 1)) // of)


@rule
def expected_measure(t, s, seat, left, kind, part, place):
    """In hundredths: what the bonus will count at the end."""
    word = whole(t.word[kind, part])
    mask = whole(t.mask[kind, part])
    now = filled(t, s, seat)
    more = max(0, min(t.places, now + 2 * left + 1) - now - 1)
    if word == OF_CARDS:
        return expected_cards(cards_with(t, s, seat, t.type, mask) + (mask >> t.type[kind] & 1), more, mask)
    if word == OF_BASES:
        return expected_cards(cards_with(t, s, seat, t.base, mask) + (mask >> t.base[kind] & 1), more, mask)
    if word == BY_TYPES:
        return expected_labels(different(t, s, seat, t.type), more)
    if word == BY_BASES:
        return expected_labels(different(t, s, seat, t.base), more)
    if word == BY_ROWS:
        return POINT * rows_of(t, now + 1 + more)
    if word == BY_RESOURCES:
        return expected_riches(s, seat, left, mask)
    return measure_of_place(t, s, seat, left, word, mask, place)


@rule
def expected_cards(now, more, mask):
    return POINT * now + more * POINT * width_of(mask) // TYPES


@rule
def expected_labels(now, more):
    return POINT * now + (TYPES - now) * POINT * more // (more + 4)


@rule
def rows_of(t, cards):
    """The complete rows that so many cards make, from the base row on."""
    rows = 0
    while rows < t.width and cards >= t.width - rows:
        cards -= t.width - rows
        rows += 1
    return rows


@rule
def expected_riches(s, seat, left, mask):
    """The resources left over at the end."""
    n = 0
    for resource in range(RESOURCES):
        if mask >> resource & 1:
            n += s.resource[seat, resource] if left == 0 else 2
    return POINT * n


@rule
def measure_of_place(t, s, seat, left, word, mask, place):
    """What counts for a bonus because of where the card stands."""
    if word == BY_HEIGHT:
        return POINT * t.row[place] if place >= 0 else 2 * POINT
    if word == BY_CHILDREN:
        if place < 0:
            return min(2 * POINT, 2 * POINT * width_of(mask) * 2 // TYPES)
        child = whole(t.child[place])
        return 0 if child < 0 else POINT * (is_of(t, s, seat, child, mask) + is_of(t, s, seat, child + 1, mask))
    parents = 1 if place < 0 else (t.left_parent[place] >= 0) + (t.right_parent[place] >= 0)
    return parents * min(POINT, POINT * width_of(mask) // (TYPES - 2)) * min(left, 3) // 3


@rule
def company(t, s, seat, kind, place):
    """What a card at this place adds to the bonuses of the cards in the pyramid."""
    worth = 0
    for i in range(t.places):
        where = whole(t.place[i])
        other = s.pyramid[seat, where]
        if other >= 0 and t.green[other]:
            for part in range(t.parts[other]):
                if adds_to(t, s, seat, kind, place, where, whole(t.word[other, part]), whole(t.mask[other, part])):
                    worth += POINT * t.amount[other, part] // t.of[other, part]
    return worth


@rule
def adds_to(t, s, seat, kind, place, other, word, mask):
    """Whether the card, put at this place, is counted by such a bonus of the card at the other."""
    if word == OF_CARDS:
        return mask >> t.type[kind] & 1
    if word == OF_BASES:
        return mask >> t.base[kind] & 1
    if word == BY_TYPES:
        return cards_with(t, s, seat, t.type, 1 << t.type[kind]) == 0
    if word == BY_BASES:
        return cards_with(t, s, seat, t.base, 1 << t.base[kind]) == 0
    if word == BY_PARENTS and (t.left_parent[other] == place or t.right_parent[other] == place):
        return mask >> t.type[kind] & 1
    return False


# --- Where to put a card ---


@rule
def place_worth(t, s, seat, style, left, coin, kind, place):
    """Of enrolling the card there, but for its price."""
    worth = card_worth(t, s, seat, style, left, coin, kind, place) + company(t, s, seat, kind, place)
    worth -= 25 if t.bears[kind] == ROGUE and left > 0 else 0  # on which nothing is based
    child = whole(t.child[place])
    if child < 0:
        return worth - (20 if t.goes_by[kind] == ANYTHING else 8)  # any card can go there: a pity for one that fits all
    return (
        worth
        - covering(t, s, seat, style, left, coin, child, place)
        - covering(t, s, seat, style, left, coin, child + 1, place)
    )


@rule
def covering(t, s, seat, style, left, coin, child, place):
    """What is lost when a card at `place` covers this child."""
    kind = whole(s.pyramid[seat, child])
    other = t.left_parent[child] if t.right_parent[child] == place else t.right_parent[child]
    if t.green[kind] or (other >= 0 and s.pyramid[seat, other] < 0):
        return 0
    if t.once[kind]:
        return 0 if left == 0 or s.used[seat] >> child & 1 else use_worth(t, coin, kind)
    use = copy_worth(t, s, seat, coin, child) if t.word[kind, 0] == COPY else use_worth(t, coin, kind)
    return max(0, use) * min(left, 3) * style_of_powers(style, left) // 100


@rule
def best_place(t, s, seat, style, left, coin, kind, anywhere, out):
    """The place for a card, or -1 if there is none; into `out[CHARACTERS]`, what the card is worth there."""
    best = NEVER
    chosen = NONE
    for i in range(t.places):
        place = whole(t.place[i])
        if fits(t, s, seat, kind, place, anywhere):
            worth = place_worth(t, s, seat, style, left, coin, kind, place)
            if worth > best:
                best = worth
                chosen = place
    out[CHARACTERS] = best
    return chosen


@rule
def enrolment_worth(t, s, seat, style, left, coin, kind, anywhere, out):
    """Of enrolling the card now at the best place."""
    if best_place(t, s, seat, style, left, coin, kind, anywhere, out) < 0:
        return NEVER
    return out[CHARACTERS] - cost_of_paying(t, s, seat, left, coin, kind, out)


@rule
def cost_of_paying(t, s, seat, left, coin, kind, out):
    """The price, and the better card that has to wait for it."""
    amount = price(t, s, seat, kind)
    resource = t.resource[kind]
    if resource == ANY:
        return amount * coin
    stock = s.resource[seat, resource]
    own = out[kind]
    out[kind] = 0
    later = hope(t, s, seat, resource, stock, out) - hope(t, s, seat, resource, stock - amount, out)
    out[kind] = own
    return amount * coin + max(0, later)


@rule
def best_enrolment(t, s, seat, style, left, coin, anywhere, out):
    """The card of the hand to enrol, or -1; into `out[CHARACTERS]`, what that is worth."""
    best = PATIENCE if left > 1 else 0
    chosen = NONE
    last = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        if kind != last and can_pay(t, s, seat, kind):
            worth = enrolment_worth(t, s, seat, style, left, coin, kind, anywhere, out)
            if worth > best:
                best = worth
                chosen = kind
        last = kind
    out[CHARACTERS] = best
    return chosen


# --- The turn ---


@rule
def main_action(t, s, seat, style, left, coin, out):
    """Powers first, then cards, then the end of the turn."""
    best = 0
    chosen = NONE
    for i in range(t.places):
        place = whole(t.place[i])
        if can_activate(t, s, seat, place):
            worth = activation_worth(t, s, seat, style, left, coin, place, out)
            if worth > best:
                best = worth
                chosen = place
    if chosen >= 0:
        return ACTIVATE_A + chosen
    kind = best_enrolment(t, s, seat, style, left, coin, may_go_anywhere(s, seat), out)
    best = out[CHARACTERS]
    if left < 3:
        for i in range(t.places):
            place = whole(t.place[i])
            if can_dismiss(t, s, seat, place):
                worth = exchange_worth(t, s, seat, style, left, coin, place, out)
                if worth > best:
                    best = worth
                    chosen = place
    if chosen >= 0:
        return DISMISS_A + chosen
    return ENROL_A + kind if kind >= 0 else END_A


@rule
def exchange_worth(t, s, seat, style, left, coin, place, out):
    """Of dismissing a card for the best one of the hand that could take its place."""
    gone = whole(s.pyramid[seat, place])
    resource = t.resource[gone]
    refund = refund_of(t, gone)
    s.pyramid[seat, place] = NONE
    loss = place_worth(t, s, seat, style, left, coin, gone, place) - refund * coin
    best = NEVER
    last = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        amount = price(t, s, seat, kind)
        helped = resource == ANY or t.resource[kind] == ANY or t.resource[kind] == resource
        payable = purse(t, s, seat, kind) + refund * helped >= amount
        if kind != last and payable and fits(t, s, seat, kind, place, may_go_anywhere(s, seat)):
            best = max(best, place_worth(t, s, seat, style, left, coin, kind, place) - amount * coin)
        last = kind
    s.pyramid[seat, place] = gone
    return best - loss - 30


@rule
def purse(t, s, seat, kind):
    """What a card could be paid with, at the least that helps."""
    if t.type[kind] == ROGUE:
        return max(s.resource[seat, 0], max(s.resource[seat, 1], s.resource[seat, 2]))
    return s.resource[seat, t.resource[kind]]


# --- Using a power now ---


@rule
def activation_worth(t, s, seat, style, left, coin, place, out):
    """Of activating the card now, or 0. What brings cards and resources comes before what helps to enrol."""
    kind = whole(s.pyramid[seat, place])
    if t.word[kind, 0] == COPY:
        child = best_copied(t, s, seat, style, left, coin, place, out)
        kind = whole(s.pyramid[seat, child])
    worth = worth_now(t, s, seat, style, left, coin, kind, out)
    if worth <= 0:
        return 0
    helps = t.word[kind, 0] == CHEAPER or t.word[kind, 0] == ANYWHERE
    return worth + (BEFORE_ENROLLING if helps else AT_ONCE)


@rule
def best_copied(t, s, seat, style, left, coin, actor, out):
    """The child whose power the Actor copies."""
    best = NEVER
    chosen = NONE
    for child in range(whole(t.child[actor]), whole(t.child[actor]) + 2):
        if can_copy(t, s, seat, actor, child):
            worth = worth_now(t, s, seat, style, left, coin, whole(s.pyramid[seat, child]), out)
            if worth > best:
                best = worth
                chosen = child
    return chosen


@rule
def worth_now(t, s, seat, style, left, coin, kind, out):
    """Of a power, used now."""
    worth = 0
    for part in range(t.parts[kind]):
        word = whole(t.word[kind, part])
        amount = whole(t.amount[kind, part])
        of = whole(t.of[kind, part])
        if t.later[kind, part]:
            worth += worth_later(t, s, seat, left, coin, word, amount, of)
        elif word == PAY or word == GAIN:
            worth += worth_of_resources(t, s, seat, left, coin, word, amount, of, out)
        elif word == CHEAPER:
            worth += worth_of_discount(t, s, seat, left, coin, amount, whole(t.mask[kind, part]), out)
        elif word == ANYWHERE:
            worth += worth_of_freedom(t, s, seat, style, left, coin, out)
        elif word == SELL:
            worth += worth_of_sale(t, s, seat, left, coin, amount, out)
        elif word == MOVE:
            worth += worth_of_move(t, s, seat, style, left, coin, out)
        else:
            worth += part_worth_of_cards(t, word, amount, of)
    return worth


@rule
def worth_of_resources(t, s, seat, left, coin, word, amount, of, out):
    resource = of
    if of == ANY:
        resource = best_gain(t, s, seat, left, coin, out) if word == GAIN else richest(s, seat)
    stock = s.resource[seat, resource]
    if word == GAIN:
        return amount * unit_worth(t, s, seat, left, coin, resource, stock, out)
    return 0 - amount * unit_worth(t, s, seat, left, coin, resource, stock - amount, out)


@rule
def richest(s, seat):
    """The resource of which the seat has most."""
    best = 0
    for resource in range(1, RESOURCES):
        if s.resource[seat, resource] > s.resource[seat, best]:
            best = resource
    return best


@rule
def worth_of_discount(t, s, seat, left, coin, amount, mask, out):
    """For the card of the hand that gains most by it."""
    labels = open_labels(t, s, seat)
    best = 0
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        if mask >> t.type[kind] & 1 and labels >> t.goes_by[kind] & 1 and out[kind] > 0:
            full = price(t, s, seat, kind)
            less = min(amount, full - 1)
            if purse(t, s, seat, kind) >= full:
                best = max(best, less * coin)
            elif purse(t, s, seat, kind) >= full - less:
                best = max(best, less * coin + out[kind] // 2)
    return best


@rule
def worth_of_freedom(t, s, seat, style, left, coin, out):
    """What the best enrolment gains if it may go above any two cards."""
    if may_go_anywhere(s, seat):
        return 0
    best_enrolment(t, s, seat, style, left, coin, 0, out)
    bound = out[CHARACTERS]
    best_enrolment(t, s, seat, style, left, coin, 1, out)
    return out[CHARACTERS] - bound - 5


@rule
def worth_of_sale(t, s, seat, left, coin, amount, out):
    """Of the card that is sold best; with an empty hand, of one that is drawn."""
    kind = worst_to_sell(t, s, seat, left, coin, amount, out)
    return amount * coin - a_card(t) if kind < 0 else sale(t, s, seat, left, coin, kind, amount, out)


@rule
def sale(t, s, seat, left, coin, kind, amount, out):
    resource = t.resource[kind]
    if resource == ANY:
        resource = best_gain(t, s, seat, left, coin, out)
    own = out[kind]
    out[kind] = 0  # nobody hopes for what he sells
    gain = amount * coin * 3 // 4 + hope(t, s, seat, resource, s.resource[seat, resource], out)
    out[kind] = own
    return gain - parting(t, s, seat, left, kind, out)


@rule
def parting(t, s, seat, left, kind, out):
    """What the loss of a card means: little to a hand with more than there is time to enrol."""
    spare = size(s, seat, HAND) - 2 * left - 1
    return max(a_card(t), out[kind] // 4) if spare > 2 else max(2 * a_card(t), out[kind] // (2 if spare > 0 else 1))


@rule
def worst_to_sell(t, s, seat, left, coin, amount, out):
    best = NEVER
    chosen = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        worth = sale(t, s, seat, left, coin, kind, amount, out)
        if worth > best:
            best = worth
            chosen = kind
    return chosen


@rule
def worth_later(t, s, seat, left, coin, word, amount, of):
    """Of what happens when the turns have ended."""
    if word == REMOVE:
        return worth_of_removal(t, s, seat, left, coin, amount)
    if left == 0:
        return 1
    if word == GAIN:
        return amount * coin
    worth = 0
    for other in range(t.players):
        if other != seat:
            if word == STEAL:
                worth = max(worth, min(amount, riches(s, other)) * (coin + 5))
            elif word == LEVY:
                worth += min(amount, s.resource[other, of]) * coin
            elif word == PURGE and size(s, other, HAND) >= amount:
                worth += 6
    return worth


@rule
def worth_of_removal(t, s, seat, left, coin, highest):
    """It pays at the end, when the card cannot be replaced, or where the card is as good as may be removed."""
    best = NONE
    for other in range(t.players):
        if other != seat:
            place = best_removed_of(t, s, other, left, coin, highest)
            if place >= 0:
                best = max(best, t.prestige[s.pyramid[other, place]])
    return best * POINT // t.players if left < 2 or best == highest else 0


# --- Moving a card (COR-29) ---


@rule
def worth_of_move(t, s, seat, style, left, coin, out):
    best = 0
    for i in range(t.places):
        place = whole(t.place[i])
        if can_move(t, s, seat, place):
            best_target(t, s, seat, style, left, coin, place, out)
            best = max(best, out[CHARACTERS])
    return best - 5


@rule
def best_target(t, s, seat, style, left, coin, source, out):
    """Where to move a card; into `out[CHARACTERS]`, what is gained."""
    kind = whole(s.pyramid[seat, source])
    s.pyramid[seat, source] = NONE
    freed = freeing(t, s, seat, coin, source)
    before = place_worth(t, s, seat, style, left, coin, kind, source)
    best = NEVER
    chosen = NONE
    for i in range(t.places):
        place = whole(t.place[i])
        if place != source and fits(t, s, seat, kind, place, 0):
            worth = place_worth(t, s, seat, style, left, coin, kind, place)
            if worth > best:
                best = worth
                chosen = place
    s.pyramid[seat, source] = kind
    out[CHARACTERS] = best - before + freed
    return chosen


@rule
def freeing(t, s, seat, coin, source):
    """What can be used this turn once nothing stands at `source`."""
    child = whole(t.child[source])
    if child < 0:
        return 0
    return awakening(t, s, seat, coin, child, source) + awakening(t, s, seat, coin, child + 1, source)


@rule
def awakening(t, s, seat, coin, child, source):
    other = t.left_parent[child] if t.right_parent[child] == source else t.right_parent[child]
    if other >= 0 and s.pyramid[seat, other] < 0:
        return 0
    return max(0, use_worth(t, coin, whole(s.pyramid[seat, child]))) if can_activate(t, s, seat, child) else 0


@rule
def action_on_places(t, s, seat, style, left, coin, out):
    """Which child to copy; which card to move, and where to."""
    if s.step == TO_COPY:
        return COPY_A + best_copied(t, s, seat, style, left, coin, whole(s.spot), out)
    if s.step == TO_GO:
        return PLACE_A + best_target(t, s, seat, style, left, coin, whole(s.spot), out)
    best = NEVER
    chosen = NONE
    for i in range(t.places):
        place = whole(t.place[i])
        if can_move(t, s, seat, place):
            best_target(t, s, seat, style, left, coin, place, out)
            if out[CHARACTERS] > best:
                best = out[CHARACTERS]
                chosen = place
    return MOVE_A + chosen


# --- Cards to take, to keep, to discard ---


@rule
def pick_worth(t, s, seat, style, left, coin, kind):
    """In the draft: what a card is worth beyond its price, and beside those already picked."""
    worth = card_worth(t, s, seat, style, left, coin, kind, NONE) - t.cost[kind] * PRICE
    worth += 20 if t.goes_by[kind] == ANYTHING else 0
    for i in range(s.first[group(seat, KEPT)], s.first[group(seat, RESERVED) + 1]):
        other = character(s.cards[i])
        worth -= 12 if t.resource[other] == t.resource[kind] else 0
        worth += 6 if t.bears[other] == t.goes_by[kind] else 0
        worth += 6 if t.goes_by[other] == t.bears[kind] else 0
        worth -= 15 if other == kind else 0
    return worth


@rule
def best_pick(t, s, seat, style, left, coin):
    best = NEVER
    chosen = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        worth = pick_worth(t, s, seat, style, left, coin, kind)
        if worth > best:
            best = worth
            chosen = kind
    return chosen


@rule
def best_taken(t, s, seat, style, left, coin):
    """Of the cards looked at, or of the discard pile."""
    best = NEVER
    chosen = NONE
    if s.step == TO_LOOK:
        for i in range(LOOKED):
            kind = whole(s.looked[i])
            if kind >= 0:
                worth = taking(t, s, seat, style, left, coin, kind)
                if worth > best:
                    best = worth
                    chosen = kind
        return chosen
    for kind in range(t.kinds):
        if s.discard[kind]:
            worth = taking(t, s, seat, style, left, coin, kind)
            if worth > best:
                best = worth
                chosen = kind
    return chosen


@rule
def taking(t, s, seat, style, left, coin, kind):
    """What a card would be worth in hand: more if it has a place and can be paid."""
    worth = card_worth(t, s, seat, style, left, coin, kind, NONE) - t.cost[kind] * coin
    if not open_labels(t, s, seat) >> t.goes_by[kind] & 1:
        worth = worth // 2 - 50
    lack = price(t, s, seat, kind) - purse(t, s, seat, kind)
    return worth - max(0, lack) * 20


@rule
def card_kept(t, s, seat, out):
    """A card that cannot be enrolled this turn is safe aside; where no hand is too large there is no need of it."""
    if t.hand_limit == 0 and size(s, seat, HAND) < 5:
        return ENOUGH_A
    best = NEVER
    chosen = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        if purse(t, s, seat, kind) + 1 < t.cost[kind] - discount_on(t, s, seat, kind) and out[kind] > best:
            best = out[kind]
            chosen = kind
    return ENOUGH_A if chosen < 0 else KEEP_A + chosen


@rule
def worst_card(t, s, seat, left, coin, out):
    """Of the hand, to discard or to sell."""
    if s.step == TO_SELL:
        return worst_to_sell(t, s, seat, left, coin, whole(t.amount[s.power, s.part]), out)
    least = 0
    chosen = NONE
    last = NONE
    for i in range(s.first[group(seat, HAND)], s.first[group(seat, HAND) + 1]):
        kind = character(s.cards[i])
        worth = out[kind] // 2 if kind == last else out[kind]
        if chosen < 0 or worth < least:
            least = worth
            chosen = kind
        last = kind
    return chosen


# --- Between turns ---


@rule
def action_between(t, s, seat, left, coin, out):
    """Whose effect comes next: one's own first; from whom to take: the best of those who have it."""
    if s.step == TO_EFFECT:
        return EFFECT_A + s.pending[s.victim, 0]
    if s.step == TO_ORDER:
        for steps in range(t.players):
            other = (seat + steps) % t.players
            if s.pending[other, 0] >= 0:
                return SEAT_A + other
    return SEAT_A + best_victim(t, s, seat, left, coin, out)


@rule
def best_victim(t, s, seat, left, coin, out):
    best = NEVER
    chosen = NONE
    steals = t.word[s.power, s.part] == STEAL
    highest = whole(t.amount[s.power, s.part])
    for other in range(t.players):
        if other == seat:
            continue
        worth = POINT * prestige_of(t, s, other) // 10
        if steals and riches(s, other) > 0:
            resource = best_spoil(t, s, seat, other, left, coin, out)
            worth += unit_worth(t, s, seat, left, coin, resource, s.resource[seat, resource], out)
        elif not steals and best_removed_of(t, s, other, left, coin, highest) >= 0:
            place = best_removed_of(t, s, other, left, coin, highest)
            worth += POINT * t.prestige[s.pyramid[other, place]]
        else:
            continue
        if worth > best:
            best = worth
            chosen = other
    return chosen


@rule
def best_spoil(t, s, seat, victim, left, coin, out):
    """The resource to take from the victim."""
    best = NEVER
    chosen = NONE
    for resource in range(RESOURCES):
        if s.resource[victim, resource] > 0:
            worth = unit_worth(t, s, seat, left, coin, resource, s.resource[seat, resource], out)
            if worth > best:
                best = worth
                chosen = resource
    return chosen


@rule
def best_removed(t, s, victim, left, coin):
    return best_removed_of(t, s, victim, left, coin, whole(t.amount[s.power, s.part]))


@rule
def best_removed_of(t, s, victim, left, coin, highest):
    """The victim's best card that may be removed, or -1."""
    best = NEVER
    chosen = NONE
    for i in range(t.places):
        place = whole(t.place[i])
        if can_remove(t, s, victim, place, highest):
            kind = whole(s.pyramid[victim, place])
            worth = card_worth(t, s, victim, BALANCED, left, coin, kind, place) - refund_of(t, kind) * coin
            if worth > best:
                best = worth
                chosen = place
    return chosen
