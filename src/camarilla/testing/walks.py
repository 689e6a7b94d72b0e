"""Random matches."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from camarilla.engine.game import Game
from camarilla.engine.match import Match


def luck_in(game: Game, luck: int) -> Random:
    """The same number is another luck in another game, or with other options."""
    return Random(f"{game!r} {luck}")


def walk(game: Game, seed: int, luck: int) -> list[Match]:
    """Every position of a random match, from the set-up to the end."""
    return onwards(game.new(seed), luck)


def onwards(match: Match, luck: int) -> list[Match]:
    """The match as it is, and every position of it played on at random."""
    chance, line = luck_in(match.game, luck), [match]
    while not match.over:
        match = match.copy()
        match.play(chance.choice(match.choices(chance.choice(match.waiting))))
        line.append(match)
    return line


def some(line: list[Match], luck: int, n: int) -> list[Match]:
    """A few positions, the last one among them."""
    return [*luck_in(line[0].game, luck).sample(line[:-1], min(n - 1, len(line) - 1)), line[-1]]


def some_steps(line: list[Match], luck: int, n: int) -> list[tuple[Match, Match]]:
    """A few steps, each as the positions before and after, the last one among them."""
    every = list(pairwise(line))
    return [*luck_in(line[0].game, luck).sample(every[:-1], min(n - 1, len(every) - 1)), every[-1]]


def interpreted(game: Game) -> Game:
    return type(game)(runtime="interpreted", **game.chosen)


def observers(game: Game) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*game.seats, None]
