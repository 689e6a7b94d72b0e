"""Moves as people write them (notation.md), and what is wrong with those that are not possible."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from camarilla.engine.errors import IllegalMove
from camarilla.engine.record import Records
from camarilla.engine.words import ENGINE, Message
from camarilla.games.medici import cards, rules
from camarilla.games.medici.cards import HOUSES, LETTERS, RANKS, WORDS
from camarilla.games.medici.court import AREA_LETTERS, Stack, jesters, label, place, stacks

if TYPE_CHECKING:
    from camarilla.games.medici.game import Medici

EXAMPLES = "7, send, plan, I3, I3!, xR2, X2=7, done"
WORD_ACTIONS = {"send": rules.SEND, "plan": rules.PLAN, "done": rules.DONE, "stop": rules.STOP}

RANK = re.compile("10|[0-9xd]")
OWN_CARD = re.compile(f"([rg])({RANK.pattern})")
ONTO = re.compile("([irg])([0-9]{1,3})(!?)")
ELIMINATE = re.compile("x([irg])([0-9]{1,3})")
NAME = re.compile("x([0-9]{1,3})=([0-9]{1,3})")
LIMIT = re.compile("limit([0-9]{1,3})")
SWAP = re.compile(f"swap({RANK.pattern})")


STEP_OF = {
    "take": rules.TAKE,
    **dict.fromkeys(("send", "plan", "ally", "conspire"), rules.PLACE),
    "eliminate": rules.TARGET,
    **dict.fromkeys(("name", "done"), rules.VALUES),
    "limit": rules.LIMIT,
    **dict.fromkeys(("swap", "stop"), rules.START),
}  # the step of a turn that each sort of action belongs to


def uncovered(sight: int, state: Records, mover: int) -> tuple[int, int]:
    """The card that a move is about, and the action: others see both only as the card is laid down."""
    if sight < rules.ACTIONS:
        return int(state["card"][0]) - 1, sight
    _, (which, how) = rules.SIGHT_SPACE.decode(sight)
    return cards.number(mover, which), rules.ALLY + how - 1 if how else rules.SEND


# --- Writing ---


def write(game: Medici, state: Records, mover: int, sight: int) -> str:
    card, action = uncovered(sight, state, mover)
    if sight >= rules.ACTIONS:
        return f"{cards.letters(card)}>{write(game, state, mover, action)}"
    name, indices = rules.ACTION_SPACE.decode(action)
    if name in WORD_ACTIONS:
        return name
    if name in ("ally", "conspire", "eliminate"):
        before, after = {"ally": ("", ""), "conspire": ("", "!"), "eliminate": ("x", "")}[name]
        return f"{before}{stack_label(state, indices[0])}{after}"
    if name == "name":
        return f"X{indices[0] + 1}={indices[1] + 1}"
    if name == "limit":
        return f"limit {indices[0] + 1}"
    return f"{'swap ' if name == 'swap' else ''}{RANKS[indices[0]]}"


def stack_label(state: Records, index: int) -> str:
    """The label of the stack with this place in the row."""
    counts = [int(count) for count in state["stacks"][0]]
    for area, count in enumerate(counts):
        if index < count:
            return label(area, index + 1)
        index -= count
    raise IndexError(f"no stack {index} after the last one")


# --- Reading ---


def read(game: Medici, state: Records, mover: int, text: str) -> int:
    """The action that the text means. Capitals and spaces do not matter."""
    typed = re.sub(r"\s", "", text).lower()
    if typed in WORD_ACTIONS:
        return WORD_ACTIONS[typed]
    for form, meaning in FORMS:
        if match := form.fullmatch(typed):
            action = meaning(match, state, mover)
            if action is not None:
                return action
    raise IllegalMove(ENGINE("move.unreadable", text=text, examples=EXAMPLES))


def read_card(match: re.Match[str], state: Records, mover: int) -> int:
    return RANKS.index(match[0].upper())


def read_own_card(match: re.Match[str], state: Records, mover: int) -> int | None:
    """While a card is to be chosen, `R7` is the card; later it is a stack."""
    if state["step"][0] != rules.TAKE or match[1].upper() != LETTERS[mover]:
        return None
    return RANKS.index(match[2].upper())


def read_onto(match: re.Match[str], state: Records, mover: int) -> int:
    first = rules.CONSPIRE if match[3] else rules.ALLY
    return first + read_stack(match[1], match[2], state)


def read_target(match: re.Match[str], state: Records, mover: int) -> int:
    return rules.ELIMINATE + read_stack(match[1], match[2], state)


def read_stack(letter: str, number: str, state: Records) -> int:
    """The place in the row of the stack with this label."""
    area = AREA_LETTERS.index(letter.upper())
    counts = [int(count) for count in state["stacks"][0]]
    if not 1 <= int(number) <= counts[area]:
        said = WORDS("why.no_stack", label=label(area, int(number)), place=place(area), count=counts[area])
        raise IllegalMove(said, "MED-10")
    return sum(counts[:area]) + int(number) - 1


def no_jester(number: int, count: int) -> IllegalMove:
    return IllegalMove(WORDS("why.no_jester", number=number, count=count), "MED-28")


def read_name(match: re.Match[str], state: Records, mover: int) -> int:
    number, value = int(match[1]), int(match[2])
    if not 1 <= number <= rules.JESTERS:
        raise no_jester(number, len(jesters(stacks(state))))
    if not 1 <= value <= rules.HIGHEST:
        raise IllegalMove(WORDS("why.value", value=value), "MED-27")
    return rules.NAME + (number - 1) * rules.HIGHEST + value - 1


def read_limit(match: re.Match[str], state: Records, mover: int) -> int:
    if not 1 <= int(match[1]) <= rules.HIGHEST:
        raise IllegalMove(WORDS("why.value", value=int(match[1])), "MED-20")
    return rules.SET_LIMIT + int(match[1]) - 1


def read_swap(match: re.Match[str], state: Records, mover: int) -> int:
    return rules.SWAP + RANKS.index(match[1].upper())


FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Records, int], int | None]], ...] = (
    (RANK, read_card),
    (OWN_CARD, read_own_card),
    (ONTO, read_onto),
    (ELIMINATE, read_target),
    (NAME, read_name),
    (LIMIT, read_limit),
    (SWAP, read_swap),
)


# --- Choices ---


def offer(game: Medici, state: Records, mover: int, action: int) -> Message:
    """The action as a choice."""
    name, indices = rules.ACTION_SPACE.decode(action)
    if name in ("take", "swap"):
        return WORDS(f"offer.{name}", card=cards.name(cards.number(mover, indices[0])))
    if name in ("send", "plan"):
        return WORDS(f"offer.{name}", card=cards.name(int(state["card"][0]) - 1))
    if name in ("ally", "conspire"):
        return WORDS("offer.onto", how=WORDS(f"offer.{name}"), stack=labelled(stacks(state)[indices[0]]))
    if name == "eliminate":
        return WORDS("offer.eliminate", stack=labelled(stacks(state)[indices[0]]))
    if name == "name":
        return WORDS("offer.name", jester=jester_name(indices[0] + 1, state), value=indices[1] + 1)
    return WORDS(f"offer.{name}", **({"value": indices[0] + 1} if name == "limit" else {}))


def labelled(stack: Stack) -> Message:
    """ "I3, the Banker Ludovico Capponi (6) +2: 14"."""
    others = len(stack.nobles) - 1
    key = "labelled" if others else "labelled_alone"
    return WORDS(f"stack.{key}", label=stack.label, top=stack.top.name, others=others, total=stack.total)


def jester_name(number: int, state: Records) -> Message:
    stack, noble = jesters(stacks(state))[number - 1]
    return WORDS("stack.jester", number=number, jester=str(noble), label=stack.label)


# --- The log ---


def tell(game: Medici, state: Records, mover: int, sight: int) -> Message:
    """The move as a sentence in the log."""
    card, action = uncovered(sight, state, mover)
    name, indices = rules.ACTION_SPACE.decode(action)
    house = HOUSES[mover]
    if name in ("take", "swap"):
        return WORDS(f"told.{name}", house=house, card=cards.brief(cards.number(mover, indices[0])))
    if name == "send":
        return WORDS("told.send", house=house, card=cards.brief(card))
    if name in ("ally", "conspire"):
        return tell_onto(house, card, stacks(state)[indices[0]], conspiracy=name == "conspire")
    if name == "eliminate":
        stack = stacks(state)[indices[0]]
        return WORDS("told.eliminate", stack=stack.name, place=place(stack.area))
    if name == "name":
        return tell_name(house, indices[0] + 1, indices[1] + 1, state)
    return WORDS(f"told.{name}", house=house, **({"value": indices[0] + 1} if name == "limit" else {}))


def tell_onto(house: str, card: int, stack: Stack, conspiracy: bool) -> Message:
    """A card is put onto a stack; what a minister or a lady-in-waiting does there is told as well (MED-23, MED-25)."""
    key = "ally"
    if conspiracy:
        key = "conspire"
    elif cards.rank(card) == rules.MINISTER and len(stack.nobles) > 1:
        key = "minister"
    elif cards.rank(card) == rules.LADY:
        key = "lady"
    return WORDS(f"told.{key}", house=house, card=cards.brief(card), stack=stack.name, place=place(stack.area))


def tell_name(house: str, number: int, value: int, state: Records) -> Message:
    stack, noble = jesters(stacks(state))[number - 1]
    name, where = cards.person_of(noble.card), place(stack.area)
    return WORDS("told.name", house=house, name=name, place=where, value=value)
