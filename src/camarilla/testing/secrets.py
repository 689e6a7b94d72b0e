"""Laws of what is hidden. `redeal` makes the worlds that a seat cannot tell from the true one; so nothing that the seat
is shown may differ between them, and all that it is not shown must."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import numpy as np

from camarilla.engine import calls
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES, Message
from camarilla.testing.course import cards_are_conserved
from camarilla.testing.walks import onwards


def said(message: Message) -> list[str]:
    return [message.text(language) for language in LANGUAGES]


def known(match: Match, seat: int | None) -> dict[str, Any]:
    """All that is shown to the seat, or to a spectator."""
    shown: dict[str, Any] = {"view": json.dumps(match.view(seat)), "log": match.log(seat)}
    if seat is not None:
        shown["choices"] = [(one.id, one.seat, one.move, *said(one.message)) for one in match.choices(seat)]
        shown["observation"] = match.observe(seat).tolist()
    return shown


def sights(match: Match, seat: int | None, mover: int, action: int) -> int:
    """What the seat would see of a move."""
    out = np.zeros(1 + match.game.players, np.int64)
    match.game.call(calls.seen, match.state, mover, action, out)
    return int(out[0 if seat is None else 1 + seat])


# --- The laws ---


def nothing_known_changes(match: Match, seat: int | None, seed: int) -> None:
    """View, log, choices and observation of a seat are the same in every world; so is what a spectator is shown."""
    world = match.redeal(seat, seed)
    assert known(world, seat) == known(match, seat)
    assert known(world, None) == known(match, None)


def moves_look_alike(match: Match, seat: int | None, seed: int) -> None:
    """A move that others could make in both worlds would look the same to the seat."""
    world = match.redeal(seat, seed)
    for mover in set(match.waiting) - {seat}:
        here, there = ({choice.id for choice in one.choices(mover)} for one in (match, world))
        for action in here & there:
            assert sights(match, seat, mover, action) == sights(world, seat, mover, action)


def sights_show_only_what_lies_open(match: Match, seat: int | None) -> None:
    """Two moves of another that leave the seat with the same worlds, but not at the same place, look the same to it;
    unless chance comes in, by which a card that was shown may have been shuffled away."""
    for mover in set(match.waiting) - {seat}:
        looks, truths = defaultdict(set), defaultdict(set)
        for choice in match.choices(mover):
            after = match.copy()
            after.play(choice)
            if after.state["random"] != match.state["random"]:
                continue
            world = after.redeal(seat, 1).state.tobytes()
            looks[world].add(sights(match, seat, mover, choice.id))
            truths[world].add(after.state.tobytes())
        assert all(len(alike) == 1 or len(truths[world]) == 1 for world, alike in looks.items()), looks.values()


def redeal_depends_on_knowledge_only(match: Match, seat: int | None, seed: int) -> None:
    """A redeal of a redeal is a redeal of the truth, byte for byte."""
    world = match.redeal(seat, seed)
    assert world.redeal(seat, seed + 1).state.tobytes() == match.redeal(seat, seed + 1).state.tobytes()
    assert world.redeal(seat, seed).state.tobytes() == world.state.tobytes()


def stream_is_fresh(match: Match, seat: int | None, seed: int) -> None:
    """The stream of a redeal comes from its seed, another for each, and not from the stream before."""
    streams = {int(match.redeal(seat, seed + i).state["random"][0]) for i in range(8)}
    assert len(streams) == 8 and int(match.state["random"][0]) not in streams
    other = match.copy()
    other.state["random"] ^= np.uint64(0x123456789ABCDEF)
    assert other.redeal(seat, seed).state.tobytes() == match.redeal(seat, seed).state.tobytes()


def worlds_can_be_played(match: Match, seat: int | None, seed: int) -> None:
    """A redealt match has the same cards and is played to its end."""
    line = onwards(match.redeal(seat, seed), seed)
    cards_are_conserved([match, *line])
    assert line[-1].over and line[-1].winners
