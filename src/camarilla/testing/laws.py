"""The laws that every game keeps, each with the number of matches it is tried on.

A law is a plain function that takes a game, a match or a step and asserts. Here each becomes a law of a game, of the
seed of a match and of the luck with which it is played: those three find a broken law again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.testing import chance, choices, course, histories, records, runtimes, secrets, simultaneous, undo, views
from camarilla.testing.walks import observers, some, some_steps, walk

MATCHES = 3  # that a law is tried on
SET_UPS, REDEALS, WHOLE_MATCHES = 60_000, 30_000, 2_000  # for laws of large numbers
PARTS = (0, 0.3, 0.7, 1)  # of a match, at which many redeals are looked at

Check = Callable[[Game, int, int], None]


@dataclass(frozen=True)
class Law:
    """`check(game, seed, luck)` asserts. A slow law, or one of large numbers, is tried once instead of on several
    matches."""

    name: str
    check: Check
    once: bool = False


@functools.lru_cache(maxsize=MATCHES)
def line(game: Game, seed: int, luck: int) -> list[Match]:
    """A random match, walked once for all laws that look at it."""
    return walk(game, seed, luck)


# --- Laws of lines, positions, steps and knowledge as laws of a game ---


def of_lines(law: Callable[[list[Match]], None]) -> Law:
    return Law(law.__name__, lambda game, seed, luck: law(line(game, seed, luck)))


def of_ends(law: Callable[[Match], None]) -> Law:
    return Law(law.__name__, lambda game, seed, luck: law(line(game, seed, luck)[-1]))


def of_positions(law: Callable[[Match], None], n: int) -> Law:
    """Tried on so many positions of a match."""

    def check(game: Game, seed: int, luck: int) -> None:
        for match in some(line(game, seed, luck), luck, n):
            law(match)

    return Law(law.__name__, check)


def of_steps(law: Callable[[Match, Match], None], n: int) -> Law:
    """Tried on so many steps of a match."""

    def check(game: Game, seed: int, luck: int) -> None:
        for before, after in some_steps(line(game, seed, luck), luck, n):
            law(before, after)

    return Law(law.__name__, check)


def of_observers(law: Callable[..., None], n: int, *, seeded: bool = True) -> Law:
    """Tried on what everybody knows in so many positions of a match; `seeded` laws redeal from a seed."""

    def check(game: Game, seed: int, luck: int) -> None:
        redealt = [luck % 2**63] if seeded else []
        for match in some(line(game, seed, luck), luck, n):
            for seat in observers(game):
                law(match, seat, *redealt)

    return Law(law.__name__, check)


def of_large_numbers(law: Callable[..., None], *numbers: int) -> Law:
    return Law(law.__name__, lambda game, seed, luck: law(game, *numbers), once=True)


# --- Laws that look at a match in their own way ---


def worlds_can_be_played(game: Game, seed: int, luck: int) -> None:
    """Redealt for a different observer at every position."""
    seats = observers(game)
    for number, match in enumerate(some(line(game, seed, luck), luck, 3)):
        secrets.worlds_can_be_played(match, seats[(luck + number) % len(seats)], luck % 2**63)


def forced_is_what_all_can_tell(game: Game, seed: int, luck: int) -> None:
    for match in some(line(game, seed, luck), luck, 30):
        choices.forced_is_what_all_can_tell(match, luck % 2**32)


def records_from_positions_replay(game: Game, seed: int, luck: int) -> None:
    for match in some(line(game, seed, luck), luck, 3):
        records.records_from_positions_replay(match, luck)


def redeals_are_uniform(game: Game, seed: int, luck: int) -> None:
    """At the beginning, on the way and at the end, for every observer: they share the redeals of a position."""
    positions, seats = line(game, seed, luck), observers(game)
    for part in PARTS:
        for seat in seats:
            match = positions[round(part * (len(positions) - 1))]
            chance.redeal_is_uniform(match, seat, REDEALS // len(seats))


def runtimes_agree(game: Game, seed: int, luck: int) -> None:
    runtimes.runtimes_agree(line(game, seed, luck), seed, luck)


def playouts_agree(game: Game, seed: int, luck: int) -> None:
    runtimes.playouts_agree(game, seed, 2)


def named(check: Check, once: bool = False) -> Law:
    return Law(check.__name__, check, once)


EVERY: tuple[Law, ...] = (
    Law("records_have_no_gaps", lambda game, seed, luck: course.records_have_no_gaps(game), once=True),
    of_lines(course.cards_are_conserved),
    named(course.set_up_forgets),
    named(course.data_is_only_read),
    named(course.bytes_depend_on_nothing_else),
    of_large_numbers(course.every_match_ends, WHOLE_MATCHES),
    of_large_numbers(course.somebody_wins, WHOLE_MATCHES),
    of_ends(course.accounts_add_up),
    of_positions(course.observations_keep_to_their_bounds, 25),
    of_positions(choices.choices_are_in_order, 25),
    of_positions(choices.notation_reads_as_written, 25),
    of_positions(choices.choices_are_told_apart, 25),
    of_positions(choices.nobody_is_spared_more_than_a_choice, 25),
    named(forced_is_what_all_can_tell),
    of_positions(choices.everything_else_is_refused, 5),
    of_positions(records.record_replays, 4),
    of_positions(records.position_is_the_whole_truth, 20),
    named(records_from_positions_replay),
    of_positions(views.view_is_documented, 6),
    of_steps(undo.undo_restores_or_refuses, 9),
    of_positions(undo.undo_by_anybody_is_clean, 4),
    of_steps(undo.what_reveals_nothing_shows_nothing, 9),
    named(simultaneous.who_acts_first_makes_no_difference),
    of_observers(secrets.nothing_known_changes, 5),
    of_observers(secrets.moves_look_alike, 6),
    of_observers(secrets.sights_show_only_what_lies_open, 6, seeded=False),
    of_observers(secrets.redeal_depends_on_knowledge_only, 10),
    of_observers(secrets.stream_is_fresh, 10),
    named(worlds_can_be_played),
    of_observers(histories.worlds_have_a_history, 4),
    of_observers(chance.hidden_cards_move, 6, seeded=False),
    named(redeals_are_uniform, once=True),
    of_large_numbers(chance.set_up_is_uniform, SET_UPS),
    named(runtimes_agree, once=True),
    named(playouts_agree, once=True),
    named(runtimes.rules_keep_to_their_arrays, once=True),
)
LAWS = {law.name: law for law in EVERY}


def try_out(law: Law, game: Game, matches: int = MATCHES) -> None:
    """The law on so many matches: the same ones for every law, so that they share the walks."""
    for number in range(1 if law.once else matches):
        luck = Random(number)
        check_law(law.name, game, luck.getrandbits(64), luck.getrandbits(64))


def check_law(name: str, game: Game, seed: int, luck: int) -> None:
    """One law on one match; what is broken is said with the call that breaks it again."""
    try:
        LAWS[name].check(game, seed, luck)
    except AssertionError as broken:
        again = f"check_law({name!r}, {game!r}, {seed}, {luck})"
        raise AssertionError(f"{broken}\nTo see it again: {again}") from broken
