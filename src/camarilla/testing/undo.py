"""Laws of taking back."""

from __future__ import annotations

from camarilla.engine import calls
from camarilla.engine.errors import CannotUndo
from camarilla.engine.match import Match
from camarilla.testing.records import load
from camarilla.testing.secrets import known
from camarilla.testing.walks import observers

WORLDS = 4


def undo_restores_or_refuses(before: Match, after: Match) -> None:
    """The last step is taken back exactly when it revealed nothing, and then to the byte."""
    undone, revealed = after.copy(), has_revealed(before, after)
    try:
        undone.undo()
    except CannotUndo:
        assert revealed
        assert_same(undone, after)
    else:
        assert not revealed
        assert_same(undone, before)


def undo_by_anybody_is_clean(match: Match) -> None:
    """Whoever takes back: either nothing changes, or only that step goes and the rest re-plays."""
    for seat in match.game.seats:
        undone = match.copy()
        try:
            undone.undo(seat)
        except CannotUndo:
            assert_same(undone, match)
        else:
            assert [step.seat for step in match.steps].count(seat) == 1 + [s.seat for s in undone.steps].count(seat)
            assert load(type(match.game), undone.record()).state.tobytes() == undone.state.tobytes()


def what_reveals_nothing_shows_nothing(before: Match, after: Match) -> None:
    """A step that revealed nothing leads the mover to the same knowledge in every world that fits the mover's."""
    if has_revealed(before, after):
        return
    step = after.steps[-1]
    for seed in range(WORLDS):
        world = before.redeal(step.seat, seed)
        world.play(step.action, step.seat)
        assert known(world, step.seat) == known(after, step.seat)


def has_revealed(before: Match, after: Match) -> bool:
    return bool(before.game.call(calls.reveals, before.state, after.state))


def assert_same(one: Match, other: Match) -> None:
    assert one.state.tobytes() == other.state.tobytes()
    assert one.record() == other.record()
    for seat in observers(one.game):
        assert one.log(seat) == other.log(seat)
