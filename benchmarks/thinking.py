"""How long a bot thinks about a decision, level by level, beside the strongest search with playouts.

python -m benchmarks.thinking [--save]

Milliseconds of a processor, on one thread, at decisions spread over matches between quick players; all are asked at the
same ones, in turns. What a net takes for one evaluation stands beside it, in microseconds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import camarilla
from benchmarks import ours, run
from camarilla.bots.bot import Bot, Search, Thinker, ask_bot
from camarilla.bots.ladder import LEVELS, find_bot, title
from camarilla.bots.learned import find_net
from camarilla.bots.net import decide
from camarilla.engine.match import Match

HEADING = "## How long a bot thinks"
THINKING = LEVELS[2:]
MATCHES, ASKED = 3, 6  # of each match all are asked at so many decisions, from its beginning to its end
EVALUATIONS = 200
LEVEL_NAMES = [title(name).text() for name in THINKING]
HEAD = ["", "decisions", "an evaluation", *LEVEL_NAMES, "a search", f"{LEVEL_NAMES[-1]} beside it"]


def decisions(game: camarilla.Game, seed: int) -> Iterator[tuple[Match, int]]:
    """Positions of a match where somebody has a choice, and who."""
    player, match = find_bot(game, game.styles[0]), game.new(seed)
    while not match.over:
        seat = match.waiting[0]
        actions = match.legal(seat)
        if len(actions) > 1:
            yield match.copy(), seat
        match.step(ask_bot(player, game, match.state, seat, seed) if len(actions) > 1 else actions[0], seat)


def spread(game: camarilla.Game) -> list[tuple[Match, int]]:
    """Some of them, evenly."""
    lines = [list(decisions(game, seed)) for seed in range(MATCHES)]
    return [line[len(line) * number // ASKED] for line in lines for number in range(ASKED)]


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def alone(bot: Bot) -> Bot:
    """On one thread."""
    return replace(bot, threads=1) if isinstance(bot, Thinker) else bot


def measure(name: str, players: int) -> list[str]:
    """A row of the table."""
    game = camarilla.game(name, players=players, runtime="compiled")
    bots = [*(alone(find_bot(game, level)) for level in THINKING), alone(Search(game.iterations[-1]))]
    asked = spread(game)
    for bot in bots:  # what is not compiled yet is compiled now
        ask_bot(bot, game, asked[0][0].state, asked[0][1], 0)
    taken = [[seconds(partial(ask_bot, bot, game, match.state, seat, 1)) for bot in bots] for match, seat in asked]
    each = [[1000 * one for one in times] for times in zip(*taken, strict=True)]
    told = [f"{bot.name}: {statistics.fmean(one):.1f} ({max(one):.0f})" for bot, one in zip(bots, each, strict=True)]
    beside = sum(each[-2]) / sum(each[-1])
    return [f"{name}, {players} players", str(len(asked)), evaluation(game, *asked[0]), *told, f"**{beside:.2f}x**"]


def evaluation(game: camarilla.Game, match: Match, seat: int) -> str:
    """What a net takes, called from Python."""
    net = find_net(game)
    if not net:
        return ""
    mind = net.mind(game)
    game.call(decide, match.state, seat, *mind)
    taken = seconds(lambda: [game.call(decide, match.state, seat, *mind) for _ in range(EVALUATIONS)])
    return f"{1e6 * taken / EVALUATIONS:.0f} µs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true", help="write it into results.md")
    args = parser.parse_args()
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for table in ours.tables():
        lines.append("| " + " | ".join(measure(*table)) + " |")
        print(lines[-1], flush=True)
    if args.save:
        how = "milliseconds of one core for a decision, on the average (and the longest)"
        run.renew(HEADING, how, "\n".join(lines))


if __name__ == "__main__":
    main()
