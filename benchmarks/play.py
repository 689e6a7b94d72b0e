"""Random play on one core, ours beside our peers': all take turns, and what counts is the ratio in each round.

python -m benchmarks.play [--quick]
"""

from __future__ import annotations

import argparse
from functools import partial

import camarilla
from benchmarks import ours, peers
from benchmarks.peers import FULL, QUICK, Effort, Player, measured
from benchmarks.picture import Panel, ratios
from benchmarks.turns import Measured
from camarilla.engine.space import row


def our_player(table: tuple[str, int], effort: Effort) -> Player:
    name, players = table
    game = camarilla.game(name, players=players, runtime="compiled")
    how = "compiled, deal and scores included"
    return Player(f"Camarilla {name}, {players} players", how, partial(ours.turn, game, effort.seconds))


def measure(quick: bool = False) -> tuple[list[Measured], list[Measured]]:
    """Ours, and our peers."""
    effort = QUICK if quick else FULL
    our_own = [our_player(table, effort) for table in ours.compared()]
    players = [*our_own, *peers.players(effort)]
    found = measured("random play", players, effort.rounds)
    return found[: len(our_own)], found[len(our_own) :]


def report(our_own: list[Measured], others: list[Measured]) -> str:
    """A row for everybody, a column for each of ours."""
    head = ["", "decisions/s", *(f"{one.name} is" for one in our_own), "how"]
    rows = [[one.name, f"{one.middle:,.0f}", *[""] * len(our_own), one.how] for one in our_own]
    rows += [
        [peer.name, f"{peer.middle:,.0f}", *(str(one.beside(peer)) for one in our_own), peer.how] for peer in others
    ]
    about = f"In turns, {len(our_own[0].rates)} rounds, seconds of the processor; ratios with 95 % intervals."
    return "\n".join([about, "", row(head), "|" + "---|" * len(head), *map(row, rows)])


def picture(our_own: list[Measured], others: list[Measured]) -> Panel:
    rows = [(f"beside {peer.name}", [one.beside(peer) for one in our_own]) for peer in others]
    return ratios("Random play on one core: how many times as fast", [one.name for one in our_own], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller samples, for a rough figure")
    print(report(*measure(parser.parse_args().quick)))


if __name__ == "__main__":
    main()
