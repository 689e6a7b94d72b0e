"""Every decision of whole matches, noted as it is made: what the seat knew and might do, and what it did."""

import numpy as np

from camarilla.engine.form import play, waiting
from camarilla.engine.playout import deal, decide, lowest
from camarilla.engine.rule import rule
from camarilla.engine.stream import nth
from camarilla.lockstep.tables import sense


@rule
def note_match(t, s, seed, styles, out, row, observations, masks, choices, seats, moves):
    """Play the match as `playout.play_match` does and note its decisions from that row on. Returns the row after."""
    chance = deal(t, s, seed)
    waits = waiting(t, s)
    move = 0
    while waits:
        seat = lowest(waits)
        action, known, chance = decide(t, s, seat, styles[seat], chance, out)
        if known > 1:
            sense(t, s, seat, observations[row], masks[row], out)
            choices[row] = action
            seats[row] = seat
            moves[row] = move
            row += 1
        play(t, s, seat, action)
        move += 1
        waits = waiting(t, s)
    return row


@rule
def note_matches(data, states, out, seed, first, number, styles, observations, masks, choices, seats, moves):
    """So many matches of a series. There must be a row for each of their decisions."""
    row = 0
    for i in range(number):
        dealt = nth(seed, first + np.uint64(i))
        row = note_match(data[0], states[0], dealt, styles, out, row, observations, masks, choices, seats, moves)
