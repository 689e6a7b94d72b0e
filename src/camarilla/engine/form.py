"""The form of a game: what every `games/<game>/rules.py` defines.

Generic code (`playout`, the laws in the tests, search) imports these names from here; `camarilla.engine.runtime`
puts the rules of the game at hand in their place. In all of them `t` is the game's data (options, cards, missions:
never written to) and `s` the state of one match. Rules allocate nothing, know no Python objects, and draw chance
only from `s.random`.

Beside these functions a rulebook defines

    State, Data    the NumPy dtypes of `s` and `t`; State has a field `random` of 64 bits
    ACTION_SPACE     what the numbers of actions mean (`camarilla.engine.space`); ACTIONS is its size
    SIGHT_SPACE      the same with all else that can be seen of a move; SIGHTS is its size
    OBSERVATION_SPACE  what `observe` writes where; OBSERVATION is its size
    CHOICES          no seat ever has more choices than this at once
    VERSION          grows with every change of behaviour: a match is played on by the rules it began with
    REPLAYS          (if there are such) earlier versions, whose matches these rules replay and play on all the same
"""

import inspect
from types import ModuleType
from typing import Any

from camarilla.engine.errors import BadGame
from camarilla.engine.rule import is_rule, rule

SPACES = {"ACTION_SPACE": "ACTIONS", "SIGHT_SPACE": "SIGHTS", "OBSERVATION_SPACE": "OBSERVATION"}  # and their sizes
CONSTANTS = ("State", "Data", "CHOICES", "VERSION", *SPACES, *SPACES.values())
OF_BALANCE = ("count_held", "thing_used", "count_earned", "phase_of", "points_now", "came_to_nothing")
OPTIONAL = ("indifferent", "choose", *OF_BALANCE)  # what is said of these here is true where a rulebook says nothing


@rule
def setup(t: Any, s: Any) -> None:
    """Deal a new match into `s`, whatever it held, from the stream `s.random`."""


@rule
def waiting(t: Any, s: Any) -> int:
    """The seats that may act now, as bits (seat 0 is 1, seat 1 is 2, seat 2 is 4, ...); 0 when the match is over."""
    return 0


@rule
def legal(t: Any, s: Any, seat: int, out: Any) -> int:
    """Write the seat's choices into `out`, ascending; return how many there are."""
    return 0


@rule
def forced(t: Any, s: Any, seat: int, out: Any) -> int:
    """The seat's only choice, where everybody, a spectator too, can tell that it has no other; -1 otherwise. In `out`
    there is room for choices."""
    return -1


@rule
def play(t: Any, s: Any, seat: int, action: int) -> None:
    """Carry out a legal action."""


@rule
def indifferent(t: Any, s: Any, seat: int) -> int:
    """An action that loses nothing where the choice cannot matter: bots are spared it; -1 (the default) if it can."""
    return -1


@rule
def choose(t: Any, s: Any, seat: int, style: int, out: Any) -> int:
    """What a quick player of that style does in the seat: of games with a module `greedy`, which is bound instead."""
    return -1


@rule
def score(t: Any, s: Any, points: Any, places: Any) -> None:
    """Write each seat's points and its place (1 for the winners; equals share one) in a match that is over."""


@rule
def seen(t: Any, s: Any, seat: int, mover: int, action: int) -> int:
    """What `seat` (-1: a spectator) sees of `mover` playing `action`: it, a number from ACTIONS up, or -1, nothing."""
    return action


@rule
def reveals(t: Any, before: Any, after: Any) -> bool:
    """Whether the step from `before` to `after` brought to light something that the one who took it did not know."""
    return False


@rule
def redeal(t: Any, s: Any, seat: int, seed: Any) -> None:
    """Deal anew, uniformly, all that `seat` (-1 for a spectator) cannot know, the future of the stream included."""


@rule
def observe(t: Any, s: Any, seat: int, out: Any) -> None:
    """Write what `seat` knows as a vector of small integers into `out`, which comes as zeros."""


# --- What a report on the balance of a game is told (`balance` of its folder, which is bound beside the rules) ---


@rule
def count_held(t: Any, s: Any, seat: int, out: Any) -> None:
    """Add to `out`, by the number of the thing, what the seat holds now."""


@rule
def thing_used(t: Any, s: Any, seat: int, action: int) -> int:
    """The thing that the seat is about to use by this action, out of what it holds; -1 if it uses none."""
    return -1


@rule
def count_earned(t: Any, s: Any, seat: int, out: Any) -> None:
    """Add to `out` what the seat has made use of only by how the match ended, such as a mission that is fulfilled."""


@rule
def phase_of(t: Any, s: Any, seat: int) -> int:
    """Which kind of decision the seat, which may act, is asked for."""
    return 0


@rule
def points_now(t: Any, s: Any, points: Any) -> None:
    """Write each seat's points as they would be if the match ended here; all alike where nobody can say."""


@rule
def came_to_nothing(t: Any, s: Any) -> bool:
    """Whether a match that is over has ended without what it is played for."""
    return False


def check(rules: ModuleType) -> None:
    """Refuse a rulebook that lacks a function or a constant, or whose functions take other arguments, by name."""
    faults = [f"it has no constant {name}" for name in CONSTANTS if not hasattr(rules, name)]
    faults += [fault for name in functions() if (fault := fault_in(rules, name))]
    faults += [f"{size} is not the size of {space}" for space, size in SPACES.items() if not fits(rules, space, size)]
    if hasattr(rules, "State") and "random" not in (rules.State.names or ()):
        faults.append("State has no field random, the stream that all chance comes from")
    if faults:
        raise BadGame(f"{rules.__name__} is not a rulebook: {'; '.join(faults)}")


def fits(rules: ModuleType, space: str, size: str) -> bool:
    """Whether a size is that of its space; where one of them is missing, that is fault enough."""
    names = vars(rules)
    return not (space in names and size in names) or names[space].size == names[size]


def functions() -> list[str]:
    return [name for name, value in globals().items() if is_rule(value)]


def fault_in(rules: ModuleType, name: str) -> str:
    """What is wrong with one function; "" if nothing."""
    found = getattr(rules, name, None)
    if found is None:
        return "" if name in OPTIONAL else f"it has no rule {name}"
    if not is_rule(found):
        return f"{name} is not marked as a rule"
    wanted, taken = (list(inspect.signature(one).parameters) for one in (globals()[name], found))
    return "" if taken == wanted else f"{name} takes ({', '.join(taken)}) instead of ({', '.join(wanted)})"


def is_form(value: object) -> bool:
    """Whether this is one of the functions above, which only stand for those of a game."""
    return getattr(value, "__module__", None) == __name__
