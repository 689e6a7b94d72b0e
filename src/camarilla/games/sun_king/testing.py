"""What the laws have to be told about In the Shadow of the Sun King. SUN-43 says what is hidden: the deck's order."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.game import Game
from camarilla.engine.places import Place, picks, portions
from camarilla.engine.record import Records
from camarilla.games.sun_king import rules

TURNED = 2 * rules.CARDS  # cards at most: the deck, and the deck after the first Louis
OF_A_TURN = 24  # moves beside those below: every quality and auction card, turning, taking, a gold action
OF_AN_AUCTION = 2 * rules.HIGHEST_BID + rules.SEATS
LONGEST = TURNED * OF_A_TURN + 16 * OF_AN_AUCTION + 16 * 2 * rules.SEATS
SHORT = {"players": 2}
EXAMPLES = {
    # B has one power point left, and A, who leads in green, begins with a duel.
    "last_point": {
        "options": {"players": 2},
        "rows": {"A": {"g": "g g"}, "B": {"y": "y"}},
        "gold": {"A": 1, "B": 1},
        "power": {"A": 9, "B": 1},
    }
}
SHARED = ()

Chances = npt.NDArray[np.float64]


def cards(game: Game, position: dict[str, Any]) -> Counter[str]:
    lists = [position[key] for key in ("open", "waiting", "deck", "discard")] + [*position["cards"].values()]
    lists += [row for rows in position["rows"].values() for row in rows.values()]
    lists += [frame["card"] for frame in position["frames"] if "card" in frame]
    return Counter(word for words in lists for word in words.split())


def dealt(game: Game, states: Records) -> list[Place]:
    """SUN-6, SUN-7, SUN-9. How many cards were put under the deck is chance as well."""
    total = game.data["total"][0].astype(float)
    qualities, others = total.copy(), total.copy()
    qualities[rules.QUALITIES :] = 0
    others[: rules.QUALITIES] = others[rules.LOUIS] = 0
    places = [Place(f"sphere {seat}", one_of_sphere(states, seat), portions(qualities)) for seat in game.seats]
    n, special, given = int(total.sum()) - 1, int(others.sum()), int(game.data["dealt"][0].sum())
    under = [
        comb(b + given - 1, b) * comb(n - b - given, special - b) / comb(n, special) for b in range(special + 1)
    ]  # the chance that so many came before the last card that was dealt
    base = np.zeros((n - given, rules.KINDS))
    for b, chance in enumerate(under):
        rest = portions(qualities) * (qualities.sum() - given) + portions(others) * (special - b)
        base[:b] += chance * portions(others)
        base[b:] += chance * portions(rest)
    return [*places, *in_deck(states, base, len(base) - len(base) // 2 + 1)]


def unseen(game: Game, state: Records, seat: int, states: Records) -> list[Place]:
    s = state[0]
    deck = [int(card) - 1 for card in s["deck"][: s["left"]] if card != rules.LOUIS + 1]
    base = np.zeros((len(deck), rules.KINDS))
    known = int(s["bottom"])
    base[range(known), deck[:known]] = 1
    if deck[known:]:
        base[known:] = portions(np.bincount(deck[known:], minlength=rules.KINDS))
    return in_deck(states, base, int(s["lower"]))


def in_deck(states: Records, base: Chances, lower: int) -> list[Place]:
    """The deck from the bottom up, with Louis at any of the `lower` lowest places; `base` is the deck without him."""
    louis = np.eye(rules.KINDS)[rules.LOUIS]
    found = []
    for i in range(len(base) + (lower > 0)):
        above, here = max(0, lower - 1 - i), int(i < lower)  # places where Louis may be
        below = lower - above - here
        chances = here * louis
        if above:
            chances = chances + above * base[i]
        if below:
            chances = chances + below * base[i - 1]
        found.append(Place(f"deck {i}", states["deck"][:, i] - 1, portions(chances if lower else base[i])))
    return found


def one_of_sphere(states: Records, seat: int) -> npt.NDArray[Any]:
    """A card of each sphere, any of them."""
    rows, seals = states["row"][:, seat].astype(int), states["seals"][:, seat].astype(int)
    which = picks(len(states), int(rows[0].sum()))
    colour = (np.cumsum(rows, axis=1) <= which[:, None]).sum(axis=1)
    place = which - np.where(colour > 0, np.cumsum(rows, axis=1)[np.arange(len(states)), colour - 1], 0)
    cards: npt.NDArray[Any] = colour * 2 + (seals[np.arange(len(states)), colour] >> place & 1)
    return cards
