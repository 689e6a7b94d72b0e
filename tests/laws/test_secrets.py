"""What is hidden stays hidden, in every game."""

import pytest

from camarilla.engine.game import Game
from tests.laws import chance, secrets
from tests.laws.cases import every_game, matches
from tests.laws.walks import observers, some, walk


@every_game
@matches(3)
def test_nothing_shown_depends_on_anything_hidden(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 5):
        for seat in observers(game):
            secrets.nothing_known_changes(match, seat, luck % 2**63)


@every_game
@matches(3)
def test_the_moves_of_others_show_nothing_hidden(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 6):
        for seat in observers(game):
            secrets.moves_look_alike(match, seat, luck % 2**63)
            secrets.sights_show_only_what_lies_open(match, seat)


@every_game
@matches(3)
def test_a_redeal_depends_on_what_the_seat_knows_and_on_its_seed_only(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 10):
        for seat in observers(game):
            secrets.redeal_depends_on_knowledge_only(match, seat, luck % 2**63)
            secrets.stream_is_fresh(match, seat, luck % 2**63)


@every_game
@matches(3)
def test_redealt_matches_can_be_played_to_the_end(game: Game, seed: int, luck: int) -> None:
    for number, match in enumerate(some(walk(game, seed, luck), luck, 3)):
        seats = observers(game)
        secrets.worlds_can_be_played(match, seats[(luck + number) % len(seats)], luck % 2**63)


@every_game
@matches(3)
def test_hidden_cards_really_move(game: Game, seed: int, luck: int) -> None:
    for match in some(walk(game, seed, luck), luck, 6):
        for seat in observers(game):
            chance.hidden_cards_move(match, seat)


@every_game
@pytest.mark.parametrize("part", [0, 0.3, 0.7, 1])
def test_redeals_are_uniform(game: Game, part: float) -> None:
    line = walk(game, 7, 7)
    match = line[round(part * (len(line) - 1))]
    for seat in observers(game):
        chance.redeal_is_uniform(match, seat, 20_000)
