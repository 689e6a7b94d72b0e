"""The law of histories: whatever a seat may take for true could have come about."""

from __future__ import annotations

from typing import Any

from camarilla.engine.match import Match


def worlds_have_a_history(match: Match, seat: int | None, seed: int) -> None:
    """A world's own history can be played, move for move, and the seat would have seen all that it saw."""
    world, history = match.redeal(seat, seed), match.game.history
    position, moves = history.retrace(match, world, seat)
    past, first = match.game.at(position), len(match.steps) - len(moves)
    for number, action in enumerate(moves, first):
        step = match.steps[number]
        assert shown(past, seat) == shown(match.after(number), seat), f"before move {number}"
        past.play(action, step.seat)
        assert past.steps[-1].sights[sight_of(seat)] == step.sights[sight_of(seat)], f"of move {number}"
    assert shown(past, seat) == shown(match, seat)
    assert past.redeal(seat, seed).state.tobytes() == world.state.tobytes(), "the seat would know something else"
    assert history.truth(past.position()) == history.truth(world.position())


def shown(match: Match, seat: int | None) -> dict[str, Any]:
    """What the seat is shown, but for the log, which begins later."""
    view = {key: value for key, value in match.view(seat).items() if key != "log"}
    return view | ({} if seat is None else {"observation": match.observe(seat).tolist()})


def sight_of(seat: int | None) -> int:
    return 0 if seat is None else 1 + seat
