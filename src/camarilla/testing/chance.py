"""Laws of chance. All seeds are fixed: what passes once passes always."""

from __future__ import annotations

import numpy as np
from scipy.stats import chi2, norm

from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.places import Place
from camarilla.engine.record import Records
from camarilla.testing import batch

RISK = 1e-5  # of calling fair chance unfair, whatever the number of places looked at


def many_set_ups(game: Game, n: int) -> Records:
    states = np.zeros(n, game.rules.State)
    game.call(batch.set_ups, states, 0)
    return states


def many_redeals(match: Match, seat: int | None, n: int) -> list[Place]:
    """Where hidden cards lie in many redeals."""
    states, observer = np.repeat(match.state, n), -1 if seat is None else seat
    match.game.call(batch.redeals, states, observer, 0)
    return match.game.testing.unseen(match.game, match.state, observer, states)


# --- The laws ---


def set_up_is_uniform(game: Game, n: int) -> None:
    """Every card is at every place as often as chance has it, and neighbouring seeds are strangers."""
    places = game.testing.dealt(game, many_set_ups(game, n))
    assert_fair(places)
    assert_unrelated(places)


def redeal_is_uniform(match: Match, seat: int | None, n: int) -> None:
    """Every hidden card is at every place as often as chance has it."""
    assert_fair(many_redeals(match, seat, n))


def hidden_cards_move(match: Match, seat: int | None, n: int = 300) -> None:
    """Wherever another card may lie, in some redeal another does, unless so few redeals may well not show it."""
    for place in many_redeals(match, seat, n):
        if place.chances.max() ** n < RISK:
            assert len(np.unique(place.cards)) > 1, f"for {seat}, {place.name} is always {place.cards[0]}"


# --- The statistics ---


def assert_fair(places: list[Place]) -> None:
    assert_likely([place.name for place in places], [chi_squared(place) for place in places])


def assert_unrelated(places: list[Place]) -> None:
    assert_likely([place.name for place in places], [agreement(place) for place in places])


def assert_likely(names: list[str], chances: list[float]) -> None:
    """Whether the least of so many chances may be that small."""
    if names:
        worst = int(np.argmin(chances))
        assert chances[worst] * len(names) > RISK, f"{names[worst]}: {chances[worst]:.3g} of {len(names)}"


def chi_squared(place: Place) -> float:
    """How likely frequencies at least this far off are."""
    counts = np.bincount(place.cards, minlength=len(place.chances))
    if len(counts) > len(place.chances) or counts[place.chances == 0].any():
        return 0.0  # a card that cannot be there
    possible = place.chances > 0
    if possible.sum() == 1:
        return 1.0
    expected = place.chances[possible] * len(place.cards)
    return float(chi2.sf(((counts[possible] - expected) ** 2 / expected).sum(), possible.sum() - 1))


def agreement(place: Place) -> float:
    """How likely it is that each deal has the card of the deal before at least this much more, or less, often."""
    n, same = len(place.cards) - 1, np.count_nonzero(place.cards[1:] == place.cards[:-1])
    chance, twice = (place.chances**2).sum(), (place.chances**3).sum()  # the same card in two deals, in three
    spread = np.sqrt(n * (chance * (1 - chance) + 2 * (twice - chance**2)))
    return float(2 * norm.sf(abs(same - n * chance) / spread))
