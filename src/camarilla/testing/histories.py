"""The law of histories: whatever a seat may take for true could have come about."""

from __future__ import annotations

from typing import Any

from camarilla.engine.errors import CamarillaError
from camarilla.engine.match import Match, Sight, Step


def worlds_have_a_history(match: Match, seat: int | None, seed: int) -> None:
    """A world's own history can be played, move for move, and the seat would have seen all that it saw."""
    world = match.redeal(seat, seed)
    check_history(match, world, seat, seed, *match.game.history.retrace(match, world, seat))
    if match.game.pasts:
        start, actions = match.game.pasts.recall(match, seat).draw(world.state, seed)
        check_history(match, world, seat, seed, Match(match.game, start, {}).position(), actions)


def check_history(
    match: Match, world: Match, seat: int | None, seed: int, position: dict[str, Any], actions: list[int]
) -> None:
    history = match.game.history
    try:
        past = played(match, seat, position, actions)
    except CamarillaError as refused:
        raise AssertionError(f"this world cannot have come about: {refused}") from refused
    assert shown(past, seat) == shown(match, seat), "the seat sees something else now"
    assert past.redeal(seat, seed).state.tobytes() == world.state.tobytes(), "the seat knows something else"
    assert history.truth(past.position()) == history.truth(world.position()), "it leads to another world"


def played(match: Match, seat: int | None, position: dict[str, Any], actions: list[int]) -> Match:
    """The history as a match, if the seat sees of every move what it saw of the true one."""
    past, first = match.game.at(position), len(match.steps) - len(actions)
    assert shown(past, seat) == shown(match.after(first), seat), "the seat saw something else at first"
    for number, action in enumerate(actions, first):
        step = match.steps[number]
        past.play(action, step.seat)
        assert seen(past.steps[-1], seat) == seen(step, seat), f"the seat saw another move {number}"
        assert observed(past, seat) == observed(match.after(number + 1), seat), f"it knew something else after {number}"
    return past


def shown(match: Match, seat: int | None) -> dict[str, Any]:
    """What the seat is shown, but for the log, which may begin later."""
    return {key: value for key, value in match.view(seat).items() if key != "log"}


def observed(match: Match, seat: int | None) -> bytes:
    """The same as a vector, which is quicker; a spectator has none."""
    return b"" if seat is None else match.observe(seat).tobytes()


def seen(step: Step, seat: int | None) -> Sight | None:
    return step.sights[0 if seat is None else 1 + seat]
