"""Choosing, taking back and recording, in every game."""

from camarilla.engine.game import Game
from tests.laws import choices, records, undo
from tests.laws.cases import every_game, matches
from tests.laws.walks import some, some_steps, walk


@every_game
@matches(3)
def test_choices_are_in_order_and_told_apart(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 25):
        choices.choices_are_in_order(match)
        choices.notation_reads_as_written(match)
        choices.choices_are_told_apart(match)
        choices.nobody_is_spared_more_than_a_choice(match)


@every_game
@matches(3)
def test_forced_is_the_only_choice_for_all_that_anybody_knows(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 30):
        choices.forced_is_what_all_can_tell(match, luck % 2**32)


@every_game
@matches(3)
def test_what_is_no_choice_is_refused_with_a_reason(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 5):
        choices.everything_else_is_refused(match)


@every_game
@matches(3)
def test_records_replay_at_any_ply(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 4):
        records.record_replays(match)


@every_game
@matches(3)
def test_positions_are_the_whole_truth(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 20):
        records.position_is_the_whole_truth(match)


@every_game
@matches(3)
def test_records_from_positions_replay(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 3):
        records.records_from_positions_replay(match, luck)


@every_game
@matches(3)
def test_undo_restores_exactly_or_is_refused(game: Game, seed: int, luck: int) -> None:
    line = walk(game, seed, luck)
    for before, after in some_steps(line, luck, 9):
        undo.undo_restores_or_refuses(before, after)
    for match in some(line, luck, 4):
        undo.undo_by_anybody_is_clean(match)


@every_game
@matches(3)
def test_what_reveals_nothing_shows_nothing(game: Game, seed: int, luck: int) -> None:
    for before, after in some_steps(walk(game, seed, luck), luck, 9):
        undo.what_reveals_nothing_shows_nothing(before, after)
