"""Pocket Court with leaks: each game here breaks one law, and keeps the others as well as it can.

Leaky rules are named for what they break; `leaky` puts one in the place of the honest rule.
"""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from camarilla.engine.record import Records
from camarilla.engine.rule import rule
from camarilla.engine.stream import below, shuffle, start
from tests.toy import notation, position, rules, view
from tests.toy.cards import LETTERS
from tests.toy.game import PocketCourt
from tests.toy.rules import (
    AT_OTHER_HAND,
    AWAY,
    DRAW,
    KINDS,
    LOT,
    forced,
    gather,
    hand_out,
    legal,
    observe,
    play,
    redeal,
    reveals,
    seen,
    setup,
)

KING = KINDS - 1


def leaky(runtime: str = "interpreted", **broken: Any) -> PocketCourt:
    """The game with some of its rules broken: `leaky(seen=shows_all)`."""
    name = "_".join(function.__name__ for function in broken.values())
    module = ModuleType(f"{rules.__name__}.{name}")
    vars(module).update({**vars(rules), "__name__": module.__name__, "__file__": str(both_sources()), **broken})
    return type("Leaky", (PocketCourt,), {"rules": module, "__module__": __name__})(runtime)


def both_sources() -> Path:
    """A file with all honest and leaky rules in it: what is compiled is kept under a hash of the file."""
    text = Path(rules.__file__).read_bytes() + Path(__file__).read_bytes()
    path = Path(tempfile.gettempdir()) / f"camarilla-leaks-{hashlib.sha256(text).hexdigest()[:16]}.txt"
    if not path.exists():
        path.write_bytes(text)
    return path


# --- What is shown ---


def changed(part: ModuleType, **functions: Any) -> SimpleNamespace:
    """A part of the game in which some functions are replaced."""
    return SimpleNamespace(**{**vars(part), **functions})


def with_the_next_card(game: Any, state: Records, seat: int | None) -> dict[str, Any]:
    pile = [LETTERS[kind - 1] for kind in state["pile"][0] if kind]
    return {**view.view(game, state, seat), "next": pile[-1]}


class ShowsTheNextCard(PocketCourt):
    view = changed(view, view=with_the_next_card)


class ShowsMoreToSpectators(PocketCourt):
    view = changed(view, view=lambda game, state, seat: view.view(game, state, 0 if seat is None else seat))


def offer_by_the_other_hand(game: Any, state: Records, mover: int, action: int) -> Any:
    """The words of a choice depend on the other's hand."""
    return notation.offer(game, state, mover, action if state["hand"][0, 1 - mover, KING] else action ^ 1)


class SaysWhatIsHidden(PocketCourt):
    notation = changed(notation, offer=offer_by_the_other_hand)


def offer_as_open(game: Any, state: Records, mover: int, action: int) -> Any:
    return notation.offer(game, state, mover, action & ~1 if action < DRAW else action)


class SaysTwoThingsAlike(PocketCourt):
    notation = changed(notation, offer=offer_as_open)


def read_as_open(game: Any, state: Records, mover: int, text: str) -> int:
    return notation.read(game, state, mover, text.rstrip("*"))


class ReadsVeiledAsOpen(PocketCourt):
    notation = changed(notation, read=read_as_open)


class ForgetsTheLots(PocketCourt):
    position = changed(position, write=lambda game, state: {**position.write(game, state), "lots": [0, 0]})


@rule
def observes_the_other_hand(t, s, seat, out):
    observe(t, s, seat, out)
    out[AT_OTHER_HAND] += s.hand[(seat + 1) % t.players, KING]


@rule
def veils_nothing(t, s, seat, out):
    """A hand of cards all alike is one choice, which only its owner knows."""
    n = legal(t, s, seat, out)
    if n and out[0] < DRAW:
        n = n // 2
        for i in range(n):
            out[i] = out[2 * i]
    return n


@rule
def merges_by_the_other_hand(t, s, seat, out):
    """No veiled cards are offered against a king."""
    if s.hand[(seat + 1) % t.players, KING]:
        return veils_nothing(t, s, seat, out)
    return legal(t, s, seat, out)


@rule
def orders_by_the_other_hand(t, s, seat, out):
    """The last two choices swap places against a king."""
    n = legal(t, s, seat, out)
    if n > 1 and s.hand[(seat + 1) % t.players, KING]:
        last = out[n - 1]
        out[n - 1] = out[n - 2]
        out[n - 2] = last
    return n


@rule
def spares_what_is_no_choice(t, s, seat):
    return DRAW


@rule
def forces_by_the_own_hand(t, s, seat, out):
    return out[0] if veils_nothing(t, s, seat, out) == 1 else -1


@rule
def forces_nothing(t, s, seat, out):
    return -1


@rule
def forces_what_is_one_choice_of_two(t, s, seat, out):
    return DRAW if s.laid and s.left else forced(t, s, seat, out)


@rule
def shows_the_card_drawn(t, s, seat, mover, action):
    if action == DRAW and seat != mover:
        return (s.pile[AWAY + s.left - 1] - 1) * 2
    return seen(t, s, seat, mover, action)


@rule
def shows_what_is_veiled(t, s, seat, mover, action):
    return action


@rule
def says_that_nothing_is_revealed(t, before, after):
    return False


@rule
def says_that_lots_reveal_nothing(t, before, after):
    return reveals(t, before, after) and before.left != after.left


# --- Redeals ---


@rule
def leaves_the_other_hand(t, s, seat, seed):
    s.random = start(seed)
    shuffle(s, s.pile, AWAY + s.left)


@rule
def keeps_the_stream(t, s, seat, seed):
    stream = s.random
    redeal(t, s, seat, seed)
    s.random = stream


@rule
def goes_on_with_the_stream(t, s, seat, seed):
    """The new stream is drawn from the old one."""
    shuffled_from = s.random ^ start(seed)
    redeal(t, s, seat, seed)
    s.random = shuffled_from


@rule
def shuffles_off_by_one(t, s, seat, seed):
    s.random = start(seed)
    cards = gather(t, s, seat)
    for i in range(cards - 1, 0, -1):
        j = below(s, i)  # a card never stays where it is
        card = s.pile[i]
        s.pile[i] = s.pile[j]
        s.pile[j] = card
    hand_out(t, s, seat, cards)


@rule
def shuffles_by_the_other_hand(t, s, seat, seed):
    """Fair, but another deal for the same seed if the other holds a king."""
    s.random = start(seed)
    cards = gather(t, s, seat)
    for _ in range(s.hand[1 if seat == 0 else 0, KING]):
        below(s, KINDS)
    shuffle(s, s.pile, cards)
    hand_out(t, s, seat, cards)


@rule
def loses_a_card(t, s, seat, seed):
    redeal(t, s, seat, seed)
    if s.pile[0] <= KING:
        s.pile[0] += 1


# --- What a redeal would have to remember ---


@rule
def veils_no_king(t, s, seat, out):
    """A king, whose choices come last, is laid openly; a redeal may still put one where a veiled card lies."""
    n = legal(t, s, seat, out)
    return n - 1 if n and out[n - 1] == KING * 2 + 1 else n


@rule
def favours_the_next_card(t, s, seat, action):
    """All can tell then what lies on top of the pile, and a redeal shuffles it."""
    play(t, s, seat, action)
    if action == LOT:
        s.favourite = s.pile[AWAY + s.left - 1] - 1


# --- The rest ---


@rule
def wraps_around(t, s, seat, action):
    """Compiled, the difference of two unsigned numbers is never below zero."""
    play(t, s, seat, action)
    if s.left - s.length > 0:
        s.favourite = 0


@rule
def crowns_a_page(t, s, seat, action):
    play(t, s, seat, action)
    if action == DRAW and s.hand[seat, 0]:
        s.hand[seat, 0] -= 1
        s.hand[seat, KING] += 1


@rule
def leaves_old_bytes(t, s):
    """The row is not cleared."""
    row = s.row[0]
    setup(t, s)
    s.row[0] = row


@rule
def shuffles_too_little(t, s):
    """The bottom card of the pile stays where it was."""
    setup(t, s)
    for i in range(AWAY + s.left):
        if s.pile[i] == 1:
            s.pile[i] = s.pile[0]
            s.pile[0] = 1


@rule
def never_ends(t, s, seat, action):
    play(t, s, seat, action)
    if s.mover < 0:
        s.mover = seat
        s.hand[seat, 0] = 1
        s.length = 0


@rule
def counts_from_the_end(t, s, seat, action):
    """Right in Python and on the processor, but no index."""
    s.owner[s.length - 12] = s.owner[s.length]
    play(t, s, seat, action)


@rule
def writes_beyond(t, s, seat, out):
    n = legal(t, s, seat, out)
    out[n + KINDS] = 0
    return n
