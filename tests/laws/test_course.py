"""How a match runs, in every game."""

import pytest

from camarilla.engine.game import Game
from tests.laws import cases, chance, course, runtimes
from tests.laws.cases import every_game, interpreted, matches
from tests.laws.walks import walk


@every_game
@matches(3)
def test_cards_are_conserved(game: Game, seed: int, luck: int) -> None:
    course.cards_are_conserved(walk(game, seed, luck))


@every_game
@matches(3)
def test_a_set_up_does_not_depend_on_what_was_there(game: Game, seed: int, luck: int) -> None:
    course.set_up_forgets(game, seed, luck)
    course.set_up_forgets(interpreted(game), seed, luck)


@every_game
@matches(3)
def test_the_data_of_a_game_are_only_read(game: Game, seed: int, luck: int) -> None:
    course.data_is_only_read(game, seed, luck)


@every_game
@matches(3)
def test_a_match_depends_on_nothing_but_seed_and_moves(game: Game, seed: int, luck: int) -> None:
    course.bytes_depend_on_nothing_else(game, seed, luck)


@every_game
def test_records_have_no_gaps(game: Game) -> None:
    course.records_have_no_gaps(game)


@every_game
def test_every_match_ends(game: Game) -> None:
    course.every_match_ends(game, 3000)
    course.somebody_wins(game, 3000)


@every_game
@matches(4)
def test_accounts_add_up_to_scores(game: Game, seed: int, luck: int) -> None:
    course.accounts_add_up(walk(game, seed, luck)[-1])


@every_game
def test_seeds_shuffle_uniformly(game: Game) -> None:
    chance.set_up_is_uniform(game, 100_000)


@every_game
@matches(1)
def test_interpreted_and_compiled_rules_are_the_same(game: Game, seed: int, luck: int) -> None:
    runtimes.runtimes_agree(game, seed, luck)
    runtimes.playouts_agree(game, seed, 2)


@every_game
@matches(1)
def test_rules_keep_to_their_arrays(game: Game, seed: int, luck: int) -> None:
    runtimes.rules_keep_to_their_arrays(game, seed, luck)


def test_few_combinations_bring_every_two_values_together() -> None:
    every = [(a, b, c, d) for a in range(5) for b in range(3) for c in range(3) for d in range(2)]
    chosen = list(cases.pairwise(every))
    assert len(chosen) < 25
    assert set().union(*map(cases.pairs, chosen)) == set().union(*map(cases.pairs, every))


def test_a_game_without_hooks_is_told_to_write_them() -> None:
    from tests.laws.hooks import hooks
    from tests.toy.game import PocketCourt

    class Nameless(PocketCourt):
        id = "nameless"

    with pytest.raises(AssertionError, match="write a module of hooks for nameless"):
        hooks(Nameless())
