"""How much thought an errand takes, as a number: what stands where in the queue (`errands`)."""

from __future__ import annotations

from datetime import timedelta

from camarilla.bots.ladder import LEVELS

AT_ONCE = 1  # below this rank nothing is to be thought about
RANKS = {level: 10 * number for number, level in enumerate(LEVELS, 1)}
HINT, ANALYSIS = RANKS[LEVELS[1]] + 5, RANKS[LEVELS[-1]] + 10
DEEP = RANKS[LEVELS[-1]]  # from this rank on an errand may take seconds, and must not take up all who think
A_RANK = timedelta(seconds=1)  # by which each rank stands further back in the queue
