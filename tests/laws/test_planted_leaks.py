"""Every law is tried on a game that breaks it: a law that finds nothing there would find nothing anywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.testing import chance, choices, course, histories, records, runtimes, secrets, undo
from camarilla.testing.walks import observers, walk
from tests.toy import leaks
from tests.toy.game import PocketCourt
from tests.toy.leaks import leaky

Law = Callable[[Game], None]
LINES = range(2, 8)  # seeds of the matches that a law is tried on: in some of them the pile runs out
SEED = 1  # of redeals


# --- Laws of a position, of a step and so on as laws of a game ---


def of_positions(law: Callable[[Match], None]) -> Law:
    def of_game(game: Game) -> None:
        for seed in LINES:
            for match in walk(game, seed, seed):
                law(match)

    return of_game


def of_steps(law: Callable[[Match, Match], None]) -> Law:
    def of_game(game: Game) -> None:
        for seed in LINES:
            for before, after in pairwise(walk(game, seed, seed)):
                law(before, after)

    return of_game


def of_matches(law: Callable[[Game, int, int], None]) -> Law:
    def of_game(game: Game) -> None:
        for seed in LINES:
            law(game, seed, seed)

    return of_game


def of_redeals(law: Callable[..., None], *settings: Any) -> Law:
    def of_position(match: Match) -> None:
        for seat in observers(match.game):
            law(match, seat, *settings)

    return of_positions(of_position)


def of_one_redeal(law: Callable[..., None], *settings: Any) -> Law:
    """For laws that redeal a position many times."""

    def of_game(game: Game) -> None:
        for seat in observers(game):
            law(walk(game, 1, 1)[7], seat, *settings)

    return of_game


def cards_are_conserved(game: Game, seed: int, luck: int) -> None:
    course.cards_are_conserved(walk(game, seed, luck))


def runtimes_agree(game: Game, seed: int, luck: int) -> None:
    runtimes.runtimes_agree(walk(game, seed, luck), seed, luck)


# --- The leaks ---

known = of_redeals(secrets.nothing_known_changes, SEED)
looks = of_redeals(secrets.moves_look_alike, SEED)
sights = of_redeals(secrets.sights_show_only_what_lies_open)
redeal = of_redeals(secrets.redeal_depends_on_knowledge_only, SEED)
stream = of_redeals(secrets.stream_is_fresh, SEED)
worlds = of_redeals(secrets.worlds_can_be_played, SEED)
retraced = of_redeals(histories.worlds_have_a_history, SEED)
moving = of_one_redeal(chance.hidden_cards_move)
uniform = of_one_redeal(chance.redeal_is_uniform, 1500)
revealing = of_steps(undo.what_reveals_nothing_shows_nothing)
telling_apart = of_positions(choices.choices_are_told_apart)
in_order = of_positions(choices.choices_are_in_order)
sparing = of_positions(choices.nobody_is_spared_more_than_a_choice)
forcing = of_positions(functools.partial(choices.forced_is_what_all_can_tell, seed=SEED))
notation = of_positions(choices.notation_reads_as_written)
position = of_positions(records.position_is_the_whole_truth)
conserved = of_matches(cards_are_conserved)
clean = of_matches(course.set_up_forgets)
same = of_matches(runtimes_agree)
strict = of_matches(runtimes.rules_keep_to_their_arrays)


def ends(game: Game) -> None:
    course.every_match_ends(game, 30)


def shuffles(game: Game) -> None:
    chance.set_up_is_uniform(game, 1500)


FORGETFUL: dict[str, Game] = {
    "a redeal veils a card that nobody could veil": leaky(legal=leaks.veils_no_king),
    "a redeal shuffles a card that all could tell": leaky(play=leaks.favours_the_next_card),
}
LEAKS: dict[str, tuple[Law, Game]] = {
    "the view shows the next card": (known, leaks.ShowsTheNextCard("interpreted")),
    "spectators see a hand": (known, leaks.ShowsMoreToSpectators("interpreted")),
    "the words of a choice depend on a hidden card": (known, leaks.SaysWhatIsHidden("interpreted")),
    "the observation depends on a hidden card": (known, leaky(observe=leaks.observes_the_other_hand)),
    "choices are merged by a hidden card": (known, leaky(legal=leaks.merges_by_the_other_hand)),
    "choices are ordered by a hidden card": (known, leaky(legal=leaks.orders_by_the_other_hand)),
    "others see the card drawn": (looks, leaky(seen=leaks.shows_the_card_drawn)),
    "others see a veiled card being laid": (sights, leaky(seen=leaks.shows_what_is_veiled)),
    "a redeal leaves the other hand": (moving, leaky(redeal=leaks.leaves_the_other_hand)),
    "a redeal keeps the stream": (stream, leaky(redeal=leaks.keeps_the_stream)),
    "a redeal goes on with the stream": (stream, leaky(redeal=leaks.goes_on_with_the_stream)),
    "a redeal depends on a hidden card": (redeal, leaky(redeal=leaks.shuffles_by_the_other_hand)),
    "a redeal is not uniform": (uniform, leaky(redeal=leaks.shuffles_off_by_one)),
    "a redeal loses a card": (worlds, leaky(redeal=leaks.loses_a_card)),
    **{what: (retraced, game) for what, game in FORGETFUL.items()},
    "reveals is silent": (revealing, leaky(reveals=leaks.says_that_nothing_is_revealed)),
    "reveals is silent about lots": (revealing, leaky(reveals=leaks.says_that_lots_reveal_nothing)),
    "two choices read alike": (telling_apart, leaks.SaysTwoThingsAlike("interpreted")),
    "choices are not in order": (in_order, leaky(legal=leaks.orders_by_the_other_hand)),
    "what is no choice is called indifferent": (sparing, leaky(indifferent=leaks.spares_what_is_no_choice)),
    "what is forced depends on a hidden hand": (
        forcing,
        leaky(legal=leaks.veils_nothing, forced=leaks.forces_by_the_own_hand),
    ),
    "what all can tell is not called forced": (forcing, leaky(forced=leaks.forces_nothing)),
    "one choice of two is called forced": (forcing, leaky(forced=leaks.forces_what_is_one_choice_of_two)),
    "a move is read as another": (notation, leaks.ReadsVeiledAsOpen("interpreted")),
    "a position leaves something out": (position, leaks.ForgetsTheLots("interpreted")),
    "a page becomes a king": (conserved, leaky(play=leaks.crowns_a_page)),
    "a set-up leaves old bytes": (clean, leaky(setup=leaks.leaves_old_bytes)),
    "a set-up is not uniform": (shuffles, leaky(setup=leaks.shuffles_too_little)),
    "a match never ends": (ends, leaky(play=leaks.never_ends)),
    "compiled numbers wrap around": (same, leaky("compiled", play=leaks.wraps_around)),
    "an index is below zero": (strict, leaky(play=leaks.counts_from_the_end)),
    "an index is out of range": (strict, leaky(legal=leaks.writes_beyond)),
}


@pytest.mark.parametrize(("law", "game"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(law: Law, game: Game) -> None:
    with pytest.raises(AssertionError):
        law(game)


@pytest.mark.parametrize("game", FORGETFUL.values(), ids=FORGETFUL.keys())
def test_only_a_history_tells_what_a_redeal_has_forgotten(game: Game) -> None:
    for law in (known, looks, sights, redeal, stream, worlds, moving, uniform, revealing):
        law(game)


def test_without_a_leak_every_one_of_these_laws_is_kept() -> None:
    for law, runtime in {(law, game.runtime) for law, game in LEAKS.values()}:
        law(PocketCourt(runtime))
