"""Whether a suspect is a puzzle: deep searches that agree, and choices compared in many worlds.

What is measured is measured anew, in worlds that played no part in finding the suspect, so that no puzzle is one by the
luck of being found. Within one search everything hangs together: its worlds share a tree. So the standard error is that
of several searches, each from worlds and chances of its own, and of nothing within them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from camarilla.bots.bot import on_one_thread
from camarilla.bots.ladder import LEVELS, level
from camarilla.bots.search import Thought, weigh
from camarilla.engine.seeds import draw_seeds
from camarilla.puzzles.finding import GoOn, Suspect, follow, whatever_comes
from camarilla.puzzles.puzzle import CERTAIN, LEAST

SEARCHES = 12  # independent ones, of each kind
DEEP = 2_000  # iterations of one that chooses among all, at least
AFTER = 1_000  # iterations of one that begins after a choice
RIVALS = 3  # choices beside which the best one is measured
HOPE = 4  # searches after which a choice that is hardly better is given up
CHECK_STREAM = 0xC4EC  # tells the chance of a check from that of the glance


@dataclass(frozen=True)
class Loss:
    """What a choice gives away of the victory beside the best one, and the standard error of that."""

    action: int
    mean: float
    error: float

    @property
    def is_clear(self) -> bool:
        return self.mean >= max(LEAST, CERTAIN * self.error)


@dataclass(frozen=True)
class Verdict:
    """The share of the victory after the best choice, and what the nearest others lose, the least first."""

    share: float
    losses: tuple[Loss, ...]


def check(suspect: Suspect, go_on: GoOn = whatever_comes) -> Verdict | None:
    """The verdict on a puzzle; None if the suspect is none."""
    seeds: list[int] = draw_seeds(suspect.seed ^ CHECK_STREAM, 2 * SEARCHES).tolist()
    rivals = find_rivals(suspect, seeds[:SEARCHES], go_on) if pleases_the_strongest(suspect, seeds[0]) else []
    found = measure(suspect, rivals, seeds[SEARCHES:], go_on) if rivals else None
    return found if found and all(loss.is_clear for loss in found.losses) else None


def find_rivals(suspect: Suspect, seeds: Sequence[int], go_on: GoOn = whatever_comes) -> list[int]:
    """The choices that deep searches look at most beside the best one; none if one of them prefers another."""
    visits: Counter[int] = Counter()
    for seed in seeds:
        go_on()
        best, *others = search_deep(suspect, seed)
        if best.action != suspect.best:
            return []
        visits.update({one.action: one.visits for one in others})
    return [action for action, _ in visits.most_common(RIVALS)]


def search_deep(suspect: Suspect, seed: int) -> list[Thought]:
    iterations = max(DEEP, suspect.game.iterations[1])
    return weigh(suspect.game, suspect.world, suspect.seat, iterations, seed)


def pleases_the_strongest(suspect: Suspect, seed: int) -> bool:
    """Whether the best there is would choose it too: it may see further than searches of one kind, however many."""
    bot = on_one_thread(level(suspect.game, LEVELS[-1]))
    return bot.action(suspect.game, suspect.world, suspect.seat, seed) == suspect.best


def measure(
    suspect: Suspect, rivals: Sequence[int], seeds: Sequence[int], go_on: GoOn = whatever_comes
) -> Verdict | None:
    """All choices in the same worlds, search by search; None as soon as it is hopeless."""
    shares = np.zeros((0, 1 + len(rivals)))
    for seed in seeds:
        go_on()
        row = [float(follow(suspect, one, AFTER, seed).mean()) for one in (suspect.best, *rivals)]
        shares = np.vstack([shares, row])
        lost = shares[:, :1] - shares[:, 1:]
        if len(lost) >= HOPE and lost.mean(axis=0).min() < LEAST / 2:
            return None
    errors = lost.std(axis=0, ddof=1) / math.sqrt(len(lost))
    losses = map(Loss, rivals, lost.mean(axis=0).tolist(), errors.tolist())
    return Verdict(float(shares[:, 0].mean()), tuple(sorted(losses, key=lambda loss: loss.mean)))
