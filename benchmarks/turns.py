"""Who is measured in turns, and how many times as fast one is as another, with a 95 % interval.

What else the machine does falls on all alike when they take turns. Every round gives a ratio; their mean is that of
their logarithms, so that it does not matter which of two stands above.
"""

from __future__ import annotations

import contextlib
import gc
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

T95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10)
LARGE = 2.09  # the same quantile of Student's distribution for more degrees of freedom: at 19, and hardly less beyond
SURE = 1.96  # of the normal one

Turn = Callable[[int], float]  # a rate, in the round of that number


@dataclass(frozen=True)
class Ratio:
    """How many times as fast, and between which bounds; after one round alone, there are none."""

    times: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return f"**{digits(self.times)}x**"
        return f"**{digits(self.times)}x** ({digits(self.low)} to {digits(self.high)})"


@dataclass(frozen=True)
class Measured:
    """One who has had its turns."""

    name: str
    how: str
    rates: Sequence[float]  # a second, round by round
    doubt: float = 0.0  # the standard error, as a share, of what was not measured anew in every round

    @property
    def middle(self) -> float:
        return statistics.median(self.rates)

    def beside(self, other: Measured) -> Ratio:
        return ratio(self.rates, other.rates, math.hypot(self.doubt, other.doubt))


def in_turns(what: str, turns: Sequence[Turn], rounds: int) -> list[list[float]]:
    """The rates of each, round by round; a line on standard error tells how far it is."""
    rates: list[list[float]] = []
    with leaving_the_rest_alone():
        for number in range(1, rounds + 1):
            print(f"{what}: round {number} of {rounds}", file=sys.stderr, flush=True)
            rates.append([turn(number) for turn in turns])
    return [list(found) for found in zip(*rates, strict=True)]


@contextlib.contextmanager
def leaving_the_rest_alone() -> Iterator[None]:
    """Who makes many objects has Python look for garbage; it shall not have to look through what the others keep."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def ratio(ours: Sequence[float], theirs: Sequence[float], doubt: float = 0.0) -> Ratio:
    """How many times as fast ours are, round by round."""
    logs = [math.log(one / other) for one, other in zip(ours, theirs, strict=True)]
    middle = statistics.fmean(logs)
    margin = math.hypot(margin_of(logs), SURE * doubt)
    return Ratio(*(math.exp(bound) for bound in (middle, middle - margin, middle + margin)))


def ratio_of_repeats(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """Of those who had no turns, but each its repeats on a machine of their own: any pairs of them do as well."""
    number = min(len(ours), len(theirs))
    if number == 1:
        return ratio([statistics.median(ours)], [statistics.median(theirs)])
    return ratio(ours[:number], theirs[:number])


def margin_of(values: Sequence[float]) -> float:
    """Half of the interval around their mean."""
    if len(values) == 1:
        return 0.0
    freedom = len(values) - 1
    quantile = T95[freedom - 1] if freedom <= len(T95) else LARGE
    return quantile * statistics.stdev(values) / math.sqrt(len(values))


def digits(number: float) -> str:
    """Three that tell something, and more before the point."""
    return f"{number:,.{max(0, 2 - math.floor(math.log10(number)))}f}"
