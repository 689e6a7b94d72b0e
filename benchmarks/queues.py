"""The queues of a house, simulated: how long people wait for a move to be taken and for a bot to answer.

python -m benchmarks.queues [--tables 1000] [--cores 2] [--thinkers 2] [--seconds 600] [--busiest SHARE] [--measure]

At every table somebody moves, thinks, and moves again; at some of them the other players are bots, of all levels. A
move occupies a core that serves pages for as long as was measured (`MOVE`), a thought occupies a thinker. The queue of
thoughts is that of `camarilla.site.errands`: first comes who has the fewest being thought about, then who has waited
longest, what takes more thought some seconds later; and of several thinkers one is left to what is quick. `--busiest`
gives one visitor that share of all tables with bots, at the strongest level. With `--measure` the thoughts are measured
first, on this machine.

What is told is the load of the cores, and the half and the 95th percentile of both waits, in milliseconds; a bot waits
for its beat besides.
"""

from __future__ import annotations

import argparse
import heapq
import random
import statistics
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import camarilla
from camarilla.bots.ladder import LEVELS, level
from camarilla.bots.play import decide
from camarilla.games import games
from camarilla.site.ranks import A_RANK, RANKS

MOVE = 0.005  # seconds of a core for a move of somebody: taken, written, and drawn for two pages
THOUGHTS = {"page": 0.0003, "courtier": 0.0003, "chamberlain": 0.05, "minister": 0.25, "eminence": 2.0}  # seconds
PONDERING = 6.0, 1.0  # half of people's thoughts take less than so many seconds; and the spread of their logarithm
AGAINST_BOTS = 0.5  # of all tables
MIX = {"page": 0.2, "courtier": 0.35, "chamberlain": 0.2, "minister": 0.15, "eminence": 0.1}
DECISIONS = 2  # of a bot, between two of somebody


@dataclass
class Times:
    """Waits in seconds, and how busy those are who make one wait."""

    moves: list[float] = field(default_factory=list)
    thoughts: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in LEVELS})
    busy: dict[str, float] = field(default_factory=lambda: {"cores": 0.0, "thinkers": 0.0})


@dataclass(order=True)
class Thought:
    asked: float
    person: int = field(compare=False)
    level: str = field(compare=False)
    table: int = field(compare=False)
    left: int = field(compare=False)  # decisions, with this one, until somebody is to move

    @property
    def turn(self) -> float:
        return self.asked + (RANKS[self.level] * A_RANK).total_seconds()


class House:
    """Events in the order of their time; what happens next is a function of the house."""

    def __init__(self, tables: int, cores: int, thinkers: int, busiest: float, seed: int = 1) -> None:
        self.chance, self.now, self.times = random.Random(seed), 0.0, Times()
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.free_cores, self.moves = cores, deque[Callable[[], None]]()
        self.thinkers, self.waiting, self.thinking = thinkers, list[Thought](), list[Thought]()
        self.share: Counter[int] = Counter()
        self.tables = [self.company(number, busiest) for number in range(tables)]
        for table in range(tables):
            self.later(self.ponder() * self.chance.random(), partial(self.move, table))

    def company(self, number: int, busiest: float) -> tuple[int, str]:
        """Whose table it is, and the bot's level, if a bot plays there."""
        if self.chance.random() >= AGAINST_BOTS:
            return number, ""
        if self.chance.random() < busiest:
            return -1, LEVELS[-1]
        return number, self.chance.choices(list(MIX), list(MIX.values()))[0]

    def ponder(self) -> float:
        half, spread = PONDERING
        return half * self.chance.lognormvariate(0, spread)

    def later(self, seconds: float, deed: Callable[[], None]) -> None:
        heapq.heappush(self.events, (self.now + seconds, len(self.events) + self.chance.getrandbits(40), deed))

    def run(self, seconds: float) -> Times:
        while self.events and self.events[0][0] < seconds:
            self.now, _, deed = heapq.heappop(self.events)
            deed()
        return self.times

    # --- Moves, in the order in which they come ---

    def move(self, table: int) -> None:
        asked = self.now
        self.enter(lambda: self.answer(asked, table))

    def enter(self, then: Callable[[], None]) -> None:
        """Somebody's move, or a bot's, is taken as soon as a core is free."""
        self.moves.append(then)
        self.serve()

    def serve(self) -> None:
        while self.free_cores and self.moves:
            self.free_cores -= 1
            self.times.busy["cores"] += MOVE
            self.later(MOVE, partial(self.taken, self.moves.popleft()))

    def taken(self, then: Callable[[], None]) -> None:
        self.free_cores += 1
        then()
        self.serve()

    def answer(self, asked: float, table: int) -> None:
        """Somebody's move was taken: it is the bot's turn, or another's, who thinks about it."""
        self.times.moves.append(self.now - asked)
        person, name = self.tables[table]
        if name:
            self.ask(Thought(self.now, person, name, table, DECISIONS))
        else:
            self.later(self.ponder(), lambda: self.move(table))

    # --- Thoughts, in fair shares ---

    def ask(self, thought: Thought) -> None:
        self.waiting.append(thought)
        self.think()

    def think(self) -> None:
        while len(self.thinking) < self.thinkers and (thought := self.next_thought()):
            self.waiting.remove(thought)
            self.thinking.append(thought)
            self.share[thought.person] += 1
            taken = THOUGHTS[thought.level] * self.chance.uniform(0.5, 1.5)
            self.times.busy["thinkers"] += taken
            self.later(taken, partial(self.thought_out, thought))

    def next_thought(self) -> Thought | None:
        deep = sum(one.level == LEVELS[-1] for one in self.thinking)
        full = deep >= max(1, self.thinkers - 1)
        fitting = [one for one in self.waiting if not (full and one.level == LEVELS[-1])]
        return min(fitting, key=lambda one: (self.share[one.person], one.turn), default=None)

    def thought_out(self, thought: Thought) -> None:
        self.thinking.remove(thought)
        self.share[thought.person] -= 1
        self.enter(lambda: self.bot_moved(thought))
        self.think()

    def bot_moved(self, thought: Thought) -> None:
        self.times.thoughts[thought.level].append(self.now - thought.asked)
        if thought.left > 1:
            self.ask(Thought(self.now, thought.person, thought.level, thought.table, thought.left - 1))
        else:
            self.later(self.ponder(), lambda: self.move(thought.table))


def measure(decisions: int = 8) -> None:
    """How long a thought takes here, on the average of all games and some moments of a match."""
    for name in LEVELS:
        taken = [time_thoughts(one, name, decisions) for one in games()]
        THOUGHTS[name] = statistics.mean(taken)
        each = ", ".join(f"{one} {1000 * seconds:.0f}" for one, seconds in zip(games(), taken, strict=True))
        print(f"{name}: {1000 * THOUGHTS[name]:.1f} ms a thought ({each})", flush=True)


def time_thoughts(game: str, name: str, decisions: int) -> float:
    match, chance = camarilla.game(game).new(1), random.Random(1)
    bot, taken = level(match.game, name), list[float]()
    while len(taken) <= decisions and not match.over:
        seat = match.waiting[0]
        choices = match.choices(seat)
        if len(choices) > 1 and chance.random() < 0.3:
            begun = time.process_time()
            decide(match, seat, bot, 1)
            taken.append(time.process_time() - begun)
        match.play(chance.choice(choices), seat)
    return statistics.mean(taken[1:])  # the first may have had to be compiled


def part(times: list[float], share: float) -> str:
    return f"{1000 * sorted(times)[int(share * (len(times) - 1))]:.0f}" if times else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1000])
    parser.add_argument("--cores", type=int, default=2, help="that serve pages")
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=600, help="of the house's time")
    parser.add_argument("--busiest", type=float, default=0.0)
    parser.add_argument("--measure", action="store_true")
    args = parser.parse_args()
    if args.measure:
        measure()
    print(
        "| tables | people's moves/s | cores busy | thinkers busy | move, ms (half / 95 %) |",
        *(f"{name} |" for name in LEVELS),
    )
    print("|---|---|---|---|---|" + "---|" * len(LEVELS))
    for tables in args.tables:
        found = House(tables, args.cores, args.thinkers, args.busiest).run(args.seconds)
        busy = {
            kind: found.busy[kind] / args.seconds / of
            for kind, of in (("cores", args.cores), ("thinkers", args.thinkers))
        }
        waits = [f"{part(found.thoughts[name], 0.5)} / {part(found.thoughts[name], 0.95)}" for name in LEVELS]
        moves = f"{len(found.moves) / args.seconds:.0f} | {busy['cores']:.0%} | {busy['thinkers']:.0%}"
        print(f"| {tables} | {moves} | {part(found.moves, 0.5)} / {part(found.moves, 0.95)} | {' | '.join(waits)} |")


if __name__ == "__main__":
    main()
