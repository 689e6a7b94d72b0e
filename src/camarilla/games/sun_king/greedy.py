"""A quick player of In the Shadow of the Sun King that goes by rules of thumb, for every runtime.

It tries every choice, weighs how it would then stand, in hundredths of a point, and takes the best, the first of
equals: no chance is in it. All but the order of the deck lies open in this game, and at that it never looks: of the
deck it knows the size, and where Louis can be.

What it tries it does on the state itself, and takes back: afterwards the state is as it was.
"""

from camarilla.engine.rule import rule
from camarilla.games.sun_king.rules import (
    AUCTIONS,
    BID,
    BID_A,
    BLUE,
    CARDS,
    CHOOSE,
    CHOOSE_TOKEN,
    COLOURS,
    CONSPIRACY,
    CONSPIRE_A,
    DEBT,
    DIPLOMACY,
    DRAW_A,
    DROP_A,
    END_A,
    ENOUGH_A,
    ETIQUETTE_A,
    FOR_A,
    GIVE_A,
    GOLD_A,
    GREEN,
    INFLUENCE,
    MAIN,
    MEDAL,
    MEDAL_TURN,
    NEXT_A,
    NONE_A,
    OVERLORD,
    OVERLORD_A,
    PAY,
    PAY_CARD_A,
    PAY_GOLD_A,
    PAY_ROW_A,
    PAY_TOKEN_A,
    PENSION,
    PICK_A,
    POWER_A,
    PURPLE,
    QUALITIES,
    RUIN_A,
    SEATS,
    SECOND,
    SPOIL_A,
    STRIKE_A,
    SWAP_A,
    TAKE_A,
    TURN_A,
    TURN_ONE_A,
    WITH_A,
    YELLOW,
    auctioned,
    bit,
    colour_of,
    count,
    duel_loss,
    how_many,
    in_game,
    is_ahead,
    lay,
    legal,
    lift,
    price,
    visible_seals,
)

STYLES = ("greedy",)
GUIDANCE = 15  # sixteenths of the decisions in a search's playouts that are left to it

POINT = 100
CARD = 40  # any card can pay for something
COIN = 10  # gold can also be spent
TIE_BREAK = 5  # a purple card
SAFE_POWER, FEAR = 8, 10  # below so much power, elimination is to be feared
GONE = -1_000  # an eliminated player
WON = 500_000
NEVER = -1_000_000
DUTY = 100_000  # duties come first, before a majority is given up
NOBODY = -1
ROUND = 10  # rounds are counted in tenths
TURNED_IN_TEN_TURNS = 36  # cards


@rule
def choose(t, s, seat, style, out):
    """The action that the player in this seat, whose turn it is, takes. `out` is a table to scribble on."""
    if s.step == BID:
        return bid_or_drop(t, s, seat, out)
    if s.step == PAY:
        return payment(t, s, seat)
    if s.step == MEDAL_TURN:
        return ENOUGH_A if fears_the_end(t, s, seat) else TURN_ONE_A
    best = NEVER
    chosen = whole(NOBODY)
    for i in range(legal(t, s, seat, out)):
        action = whole(out[i])
        worth = worth_of(t, s, seat, action)
        if chosen < 0 or worth > best:
            best = worth
            chosen = action
    return chosen


@rule
def whole(n):
    """A small field as a whole number: a rule that is given nothing else is compiled only once."""
    return n + 0


@rule
def worth_of(t, s, seat, action):
    """How one would stand after an action, or would after those that it leads to."""
    if action < NEXT_A:
        return worth_of_use(t, s, seat, action)
    if action == NEXT_A or action == END_A or action == ENOUGH_A or action == NONE_A:
        return standing(t, s, seat)
    if action < TAKE_A:
        return worth_of_turning(t, s, seat, action)
    if action < STRIKE_A:
        return worth_of_taking(t, s, seat, action - TAKE_A)
    if action <= DRAW_A:
        return worth_of_spending(t, s, seat, action)
    if action < NONE_A:
        return worth_of_token(t, s, seat, action)
    return without(t, s, seat, action - GIVE_A + PAY_ROW_A)


# --- How one stands ---


@rule
def standing(t, s, seat):
    """What one has, less what the others have: half of that the strongest's, and half the average."""
    if in_game(t, s) == bit(seat):
        return WON
    left = rounds_left(t, s)
    strongest = NEVER
    total = 0
    for other in range(whole(t.players)):
        if other != seat:
            worth = GONE
            if s.out[other] == 0:
                worth = worth_of_sphere(t, s, other, left)
                strongest = max(strongest, worth)
            total += worth
    return worth_of_sphere(t, s, seat, left) - (strongest + total // (t.players - 1)) // 2


@rule
def rounds_left(t, s):
    """About how many tenths of a round there will be before Louis ends the game, as far as one can know."""
    players = how_many(in_game(t, s))
    cards = s.left - s.lower // 2
    if s.louis == 0 and players > 2:
        cards += CARDS // 2
    return cards * ROUND * 10 // (TURNED_IN_TEN_TURNS * players)


@rule
def worth_of_sphere(t, s, seat, left):
    """Points, and what is to be expected from majorities, seals and auction cards in the rounds left."""
    players = how_many(in_game(t, s))
    worth = POINT * (s.power[seat] + s.gold[seat] + 2 * (s.row[seat, BLUE] + s.auction[seat, INFLUENCE]))
    worth += TIE_BREAK * (s.row[seat, PURPLE] + s.auction[seat, MEDAL])
    income = 26 * players * hold(1 + lead_in_seals(t, s, seat))
    cards = 0
    for colour in range(COLOURS):
        cards += s.row[seat, colour]
        income += income_of_colour(colour, players) * hold(lead(t, s, seat, colour))
    for card in range(AUCTIONS):
        if s.auction[seat, card]:
            income += POINT * s.auction[seat, card] * income_of_card(card, players)
    worth += income // 100 * left // ROUND
    return worth + (CARD * cards + COIN * s.gold[seat] - fear(whole(s.power[seat]))) * min(left, 2 * ROUND) // (
        2 * ROUND
    )


@rule
def fear(power):
    """Of elimination."""
    return FEAR * (SAFE_POWER - power) * (SAFE_POWER - power) if power < SAFE_POWER else 0


@rule
def income_of_colour(colour, players):
    """What a majority brings in a round."""
    if colour == GREEN:
        return 2 * POINT // (players - 1) + 20
    if colour == PURPLE:
        return 36 * players
    return 110 if colour == BLUE or colour == YELLOW else 100


@rule
def income_of_card(card, players):
    """What an auction card brings in a round, beside its colour and its seal."""
    if card == OVERLORD:
        return POINT // (players - 1) + 20
    if card == CONSPIRACY:
        return 180
    if card == DIPLOMACY or card == MEDAL:
        return 50
    return 60 if card == INFLUENCE else 110 if card == PENSION else 100


@rule
def hold(ahead):
    """How likely a lead by so many is to be there when it counts, in hundredths."""
    if ahead >= 3:
        return 100
    if ahead > 0:
        return 75 if ahead == 1 else 90
    if ahead > -3:
        return 40 if ahead == 0 else 22 if ahead == -1 else 10
    return 0


@rule
def lead(t, s, seat, colour):
    """By how many cards one is ahead of all the others; where being level is enough, one more."""
    own = whole(count(t, s, seat, colour))
    most = 0
    for other in range(whole(t.players)):
        if other != seat and s.out[other] == 0:
            most = max(most, whole(count(t, s, other, colour)))
    ties = own > 0 and how_many(in_game(t, s)) >= 4
    return own - most + 1 if ties else own - most


@rule
def lead_in_seals(t, s, seat):
    most = 0
    for other in range(whole(t.players)):
        if other != seat and s.out[other] == 0:
            most = max(most, whole(visible_seals(s, other)))
    return whole(visible_seals(s, seat)) - most


@rule
def fears_the_end(t, s, seat):
    """The next cards may end the game, and somebody else would win it."""
    if (s.louis == 0 and how_many(in_game(t, s)) > 2) or s.left - s.lower > 3:
        return False
    for other in range(whole(t.players)):
        if is_ahead(s, other, seat):
            return True
    return False


# --- Phase 1 ---


@rule
def worth_of_use(t, s, seat, action):
    """Gains come before losses of others, and both before what is voluntary."""
    if action < POWER_A:
        return DUTY + worth_of_duel(t, s, seat, action // SEATS, action % SEATS)
    if action < OVERLORD_A:
        return 2 * WON
    if action < ETIQUETTE_A:
        return DUTY + worth_of_blow(t, s, seat, action - OVERLORD_A, whole(1))
    if action < PICK_A:
        return worth_of_search(t, s, seat, action - ETIQUETTE_A)
    if action < SPOIL_A:
        return with_card(t, s, seat, action - PICK_A)
    if action < WITH_A:
        return worth_of_spoiling(t, s, seat, (action - SPOIL_A) // COLOURS, (action - SPOIL_A) % COLOURS)
    if action < CONSPIRE_A:
        return without(t, s, seat, action - WITH_A + PAY_ROW_A)
    return worth_of_conspiracy(t, s, seat, (action - CONSPIRE_A) // 2, (action - CONSPIRE_A) % 2)


@rule
def hurt(s, victim, amount):
    """For a moment: whoever has too little power is out."""
    s.power[victim] -= amount
    if s.power[victim] < 0:
        s.out[victim] = 1


@rule
def heal(s, victim, amount):
    s.power[victim] += amount
    s.out[victim] = 0


@rule
def worth_of_blow(t, s, seat, victim, amount):
    hurt(s, victim, amount)
    worth = standing(t, s, seat)
    heal(s, victim, amount)
    return worth


@rule
def worth_of_duel(t, s, seat, one, other):
    if one == other:
        return worth_of_blow(t, s, seat, one, duel_loss(s, one, 2))
    loss = duel_loss(s, one, 1)
    hurt(s, one, loss)
    worth = worth_of_blow(t, s, seat, other, duel_loss(s, other, 1))
    heal(s, one, loss)
    return worth


@rule
def with_card(t, s, seat, kind):
    """A card more."""
    lay(s, seat, kind)
    worth = standing(t, s, seat)
    lift(s, seat, kind // 2)
    return worth


@rule
def worth_of_search(t, s, seat, colour):
    """Give a card for the best of the discard pile (SUN-20 a)."""
    given = whole(lift(s, seat, colour))
    best = NEVER
    tried = 0
    for i in range(s.discards):
        kind = s.discard[i] - 1
        if kind < QUALITIES and not tried >> kind & 1:
            tried += 1 << kind
            best = max(best, with_card(t, s, seat, whole(kind)))
    lay(s, seat, given)
    return best


@rule
def worth_of_spoiling(t, s, seat, other, colour):
    """A card of another's together with the least of one's own (SUN-20 b)."""
    theirs = whole(lift(s, other, colour))
    best = NEVER
    for own in range(COLOURS):
        if s.row[seat, own]:
            best = max(best, without(t, s, seat, PAY_ROW_A + own))
    lay(s, other, theirs)
    return best


@rule
def worth_of_conspiracy(t, s, seat, colour, for_gold):
    """In phases 1 and 3; in phase 2 the card to be taken comes first."""
    if s.step != MAIN or s.phase == 2:
        return NEVER
    given = whole(lift(s, seat, colour))
    gold = 1 if for_gold else 0
    worth = with_tokens(t, s, seat, gold, 3 - 3 * gold)
    lay(s, seat, given)
    return worth


# --- Phase 2 ---


@rule
def worth_of_turning(t, s, seat, action):
    """The more cards the better, unless the King is near and one is behind."""
    return TURN_A - action if fears_the_end(t, s, seat) else action


@rule
def worth_of_taking(t, s, seat, kind):
    """With Influence, together with the best second card of the colour."""
    lay(s, seat, kind)
    worth = standing(t, s, seat)
    if s.auction[seat, INFLUENCE] and s.step != SECOND:
        passed = False
        for i in range(s.opened):
            second = s.open[i] - 1
            if second == kind and not passed:
                passed = True
            elif second // 2 == kind // 2:
                worth = max(worth, with_card(t, s, seat, whole(second)))
    lift(s, seat, kind // 2)
    return worth


# --- Phase 3 ---


@rule
def worth_of_spending(t, s, seat, action):
    """A gold action (SUN-26), or the Cardinal's draw, which is free."""
    if FOR_A <= action < RUIN_A:
        return worth_of_exchange(t, s, seat, whole(s.chosen), (action - FOR_A) // COLOURS, (action - FOR_A) % COLOURS)
    cost = 1 if action < FOR_A else 0 if s.step == CHOOSE else 2
    s.gold[seat] -= cost
    if action < SWAP_A:
        worth = worth_of_blow(t, s, seat, action - STRIKE_A, whole(1))
    elif action < FOR_A:
        worth = best_exchange(t, s, seat, action - SWAP_A)
    elif action < DRAW_A:
        theirs = whole(lift(s, (action - RUIN_A) // COLOURS, (action - RUIN_A) % COLOURS))
        worth = standing(t, s, seat)
        lay(s, (action - RUIN_A) // COLOURS, theirs)
    else:
        worth = worth_of_draw(t, s, seat)
    s.gold[seat] += cost
    return worth


@rule
def best_exchange(t, s, seat, colour):
    best = NEVER
    for other in range(whole(t.players)):
        if other != seat and s.out[other] == 0:
            for theirs in range(COLOURS):
                if s.row[other, theirs]:
                    best = max(best, worth_of_exchange(t, s, seat, colour, other, theirs))
    return best


@rule
def worth_of_exchange(t, s, seat, colour, other, their_colour):
    theirs = whole(lift(s, other, their_colour))
    ours = whole(lift(s, seat, colour))
    lay(s, other, ours)
    worth = with_card(t, s, seat, theirs)
    lift(s, other, colour)
    lay(s, seat, ours)
    lay(s, other, theirs)
    return worth


@rule
def worth_of_draw(t, s, seat):
    """With any quality card, on average."""
    total = 0
    cards = 0
    for kind in range(QUALITIES):
        if t.total[kind]:
            total += t.total[kind] * with_card(t, s, seat, kind)
            cards += t.total[kind]
    return total // cards


# --- Tokens: from the Cardinal, or for a debt ---


@rule
def with_tokens(t, s, seat, gold, power):
    """So many more, or less; never if one has not so many."""
    if s.gold[seat] + gold < 0 or s.power[seat] + power < 0:
        return NEVER
    s.gold[seat] += gold
    s.power[seat] += power
    worth = standing(t, s, seat)
    s.gold[seat] -= gold
    s.power[seat] -= power
    return worth


@rule
def worth_of_token(t, s, seat, action):
    """The first of two, together with the better second; or the second."""
    sign = 1 if s.step == CHOOSE or s.step == CHOOSE_TOKEN else -1
    gold = sign if action == GOLD_A else 0
    power = sign - gold
    if s.step == CHOOSE or s.step == DEBT:
        return max(with_tokens(t, s, seat, gold + sign, power), with_tokens(t, s, seat, gold, power + sign))
    return with_tokens(t, s, seat, gold, power)


# --- Paying: an item is the action that pays it in an auction ---


@rule
def give(s, seat, item):
    """For a moment; what to take back afterwards: the kind of a card of a row, or the item."""
    if item == PAY_GOLD_A:
        s.gold[seat] -= 1
    elif item == PAY_TOKEN_A:
        s.power[seat] -= 1
    elif item < PAY_CARD_A:
        return whole(lift(s, seat, item - PAY_ROW_A))
    else:
        s.auction[seat, item - PAY_CARD_A] -= 1
    return whole(item)


@rule
def take_back(s, seat, thing):
    if thing < QUALITIES:
        lay(s, seat, thing)
    elif thing == PAY_GOLD_A:
        s.gold[seat] += 1
    elif thing == PAY_TOKEN_A:
        s.power[seat] += 1
    else:
        s.auction[seat, thing - PAY_CARD_A] += 1


@rule
def without(t, s, seat, item):
    thing = give(s, seat, item)
    worth = standing(t, s, seat)
    take_back(s, seat, thing)
    return worth


@rule
def has_item(s, seat, item, bought):
    """The card being bought, which counts already, is no payment for itself."""
    if item == PAY_GOLD_A:
        return s.gold[seat] > 0
    if item == PAY_TOKEN_A:
        return s.power[seat] > 0
    if item < PAY_CARD_A:
        return s.row[seat, item - PAY_ROW_A] > 0
    spoken_for = 1 if item - PAY_CARD_A == bought else 0
    return s.auction[seat, item - PAY_CARD_A] > spoken_for


@rule
def item_pays(item, bought):
    """SUN-33."""
    if item < PAY_ROW_A:
        return 1
    return price(bought, item - PAY_ROW_A if item < PAY_CARD_A else colour_of(item - PAY_CARD_A))


@rule
def cheapest_item(t, s, seat, bought, due):
    """What costs least for what it pays."""
    now = standing(t, s, seat)
    best = NEVER
    chosen = whole(NOBODY)
    for item in range(PAY_GOLD_A, PAY_CARD_A + AUCTIONS):
        if has_item(s, seat, item, bought):
            worth = (without(t, s, seat, item) - now) * 6 // min(due, item_pays(item, bought))
            if chosen < 0 or worth > best:
                best = worth
                chosen = item
    return chosen


@rule
def payment(t, s, seat):
    bought = whole(auctioned(s))
    i = s.frames - 1
    s.auction[seat, bought] += 1
    item = cheapest_item(t, s, seat, bought, whole(s.bid[i] - s.paid[i]))
    s.auction[seat, bought] -= 1
    return item


@rule
def worth_of_buying(t, s, seat, bought, amount, out):
    """The card for such a bid; `out` remembers what was paid."""
    s.auction[seat, bought] += 1
    due = amount
    n = 0
    while due > 0:
        item = cheapest_item(t, s, seat, bought, due)
        due -= item_pays(item, bought)
        out[n] = give(s, seat, item)
        n += 1
    worth = standing(t, s, seat)
    while n > 0:
        n -= 1
        take_back(s, seat, whole(out[n]))
    s.auction[seat, bought] -= 1
    return worth


@rule
def bid_or_drop(t, s, seat, out):
    """One more than the last, which whoever is asked can pay (SUN-32), as long as the card is worth it."""
    bought = whole(auctioned(s))
    amount = s.bid[s.frames - 1] + 1
    if worth_of_buying(t, s, seat, bought, amount, out) <= standing(t, s, seat):
        return DROP_A
    return BID_A + amount - 1
