"""What is wrong with moves that are not possible, each with the clause that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.record import Records, opened
from camarilla.engine.words import Message
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, RANKS, WORDS
from camarilla.games.medici.court import jesters, stacks
from camarilla.games.medici.notation import STEP_OF, no_jester

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici


def objection(game: Medici, state: Records, seat: int, action: int) -> IllegalMove:
    """Why the seat may not do this now."""
    t, s, (name, indices) = opened(game.data)[0], opened(state)[0], rules.ACTION_SPACE.decode(action)
    step = STEP_OF[name]
    if step != s.step:
        return out_of_step(step, s)
    if step == rules.TAKE:
        return objection_to_card(cards.number(seat, action), s, seat)
    if step == rules.PLACE:
        return objection_to_place(action, t, state, seat)
    if step == rules.TARGET:
        return objection_to_target(indices[0], t, state, seat)
    if step == rules.VALUES:
        return objection_to_value(indices[0] + 1, indices[1] + 1, t, state, seat)
    return IllegalMove(WORDS("why.no_pair", rank=RANKS[indices[0]]), "MED-7")


def out_of_step(step: int, s: Any) -> IllegalMove:
    """The move belongs to another moment: one that may never come, or one that something else comes before."""
    if step == rules.START:
        return IllegalMove(WORDS("why.no_start"), "MED-7")
    if step == rules.LIMIT:
        return IllegalMove(WORDS("why.no_limit"), "MED-20")
    if step == rules.VALUES:
        return IllegalMove(WORDS("why.no_values"), "MED-28")
    if step == rules.TARGET:
        return IllegalMove(WORDS("why.no_conspiracy"), "MED-11")
    first = ("take", "place", "target", "values", "limit", "start")[s.step]
    clause = ("MED-8", "MED-8", "MED-11", "MED-28", "MED-20", "MED-7")[s.step]
    card = cards.name(s.card - 1) if s.card else ""
    return IllegalMove(WORDS(f"why.first.{first}", card=card), clause)


def objection_to_card(card: int, s: Any, mover: int) -> IllegalMove:
    if card + 1 not in [s.hand[mover, i] for i in range(rules.HAND)]:
        return IllegalMove(WORDS("why.not_held", card=cards.name(card), house=HOUSES[mover]), "MED-8")
    if cards.rank(card) == rules.JESTER:
        return IllegalMove(WORDS("why.jester_under_zero", card=cards.name(card)), "MED-21")
    return IllegalMove(WORDS("why.above_limit", card=cards.name(card), limit=s.limit[mover]), "MED-18")


def objection_to_place(action: int, t: Any, state: Records, mover: int) -> IllegalMove:
    court = stacks(state)
    if action == rules.PLAN:
        if t.edition == rules.FRENCH and state["left"][0, mover]:
            return IllegalMove(WORDS("why.planned_enough"), "MED-17")
        return IllegalMove(WORDS("why.empty_deck"), "MED-19")
    index = (action - rules.ALLY) % rules.CARDS
    if index >= len(court):
        return no_such_stack(len(court))
    card = Played(t, state, mover)
    least, most = court[index].least + card.least, court[index].most + card.most
    said = WORDS("why.no_target", label=court[index].label, card=cards.name(card.card), totals=totals(least, most))
    return IllegalMove(said, "MED-11")


def objection_to_target(index: int, t: Any, state: Records, mover: int) -> IllegalMove:
    court, onto = stacks(state), int(state["onto"][0])
    if index >= len(court):
        return no_such_stack(len(court))
    if index == onto:
        return IllegalMove(WORDS("why.itself", label=court[index].label), "MED-13")
    target, conspiracy, card = court[index], court[onto], Played(t, state, mover)
    most = conspiracy.most - conspiracy.top.most + card.most
    ours, theirs = totals(conspiracy.least, most), totals(target.least, target.most)
    return IllegalMove(WORDS("why.totals_differ", label=target.label, theirs=theirs, ours=ours), "MED-11")


class Played:
    """The card taken from the hand, and what it may be worth."""

    def __init__(self, t: Any, state: Records, mover: int) -> None:
        s = opened(state)[0]
        self.card = s.card - 1
        self.least, self.most = rules.card_low(s), rules.card_high(t, s, mover)


def totals(least: int, most: int) -> Message:
    return WORDS("why.total" if least == most else "why.totals", least=least, most=most)


def no_such_stack(count: int) -> IllegalMove:
    return IllegalMove(WORDS("why.no_such_stack", count=count), "MED-10")


def objection_to_value(number: int, value: int, t: Any, state: Records, mover: int) -> IllegalMove:
    s, court = opened(state)[0], stacks(state)
    fools = jesters(court)
    if number > len(fools):
        return no_jester(number, len(fools))
    stack, noble = fools[number - 1]
    if s.named >> (number - 1) & 1:
        return IllegalMove(WORDS("why.named", number=number), "MED-28")
    if noble.value == value:
        return IllegalMove(WORDS("why.same_value", number=number, value=value), "MED-28")
    if value > rules.card_high(t, s, mover) and stack is court[s.onto] and noble is stack.top:
        return IllegalMove(WORDS("why.jester_above_limit", value=value, limit=s.limit[mover]), "MED-21")
    return IllegalMove(WORDS("why.unequal", number=number, value=value), "MED-28")
