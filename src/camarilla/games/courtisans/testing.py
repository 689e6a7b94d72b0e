"""What the laws have to be told about Courtisans. CTS-26 says what is hidden; nothing here asks the rules for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from camarilla.engine.game import Game
from camarilla.engine.places import Place, even, picks, portions
from camarilla.engine.record import Records
from camarilla.games.courtisans import rules

LONGEST = rules.DECK + 12  # every card and every assassin
SHORT = {"players": 3}
EXAMPLES = {
    # A's butterfly noble, the last card, decides whether A's butterflies count for or against A: above the Queen's
    # table they win the match, below they lose it, whatever the missions of B.
    "last_card": {
        "options": {"players": 2},
        "turn": 13,
        "mover": "A",
        "zones": "queen",
        "above": "C Tn",
        "below": "Bg",
        "domains": {"A": "B B B B T T T", "B": "C C"},
        "hands": {"A": "Bn"},
        "missions": {
            "A": ["disgrace-nightingale-hare", "disgrace-hare-stag"],
            "B": ["disgrace-hare-carp", "one-neutral"],
        },
    }
}
SHARED = ()


def cards(game: Game, position: dict[str, Any]) -> Counter[str]:
    lists = [position[zone] for zone in ("above", "below", "removed", "pile", "away")]
    lists += [*position["domains"].values(), *position["hands"].values()]
    return Counter(word.split("/")[0] for words in lists for word in words.split())


def dealt(game: Game, states: Records) -> list[Place]:
    deck, missions = portions(game.data["total"][0]), np.ones(rules.MISSIONS)
    return [
        *in_pile(states, deck, rules.DECK - rules.HAND * game.players),
        *(Place(f"hand {seat}", one_of_hand(states, seat), deck) for seat in game.seats),
        *(place for seat in game.seats for place in missions_of(game, states, seat, missions)),
        Place("first", states["first"], even(game.players)),
    ]


def unseen(game: Game, state: Records, seat: int, states: Records) -> list[Place]:
    s, over = state[0], bool(state["mover"][0] < 0)
    face_down = [i for i in range(s["spies"]) if not known_spy(game, s, seat, i)]
    pool = hidden_cards(game, s, seat, face_down)
    spies = np.where(np.arange(rules.KINDS) >= rules.SPIES, pool, 0)
    rest = pool - (portions(spies) * len(face_down) if face_down else 0)
    others = [other for other in game.seats if other != seat]
    places = [Place(f"spy {i}", states["spy"][:, i] - 1, portions(spies)) for i in face_down]
    if rest.sum() > 0.5:
        places += [Place(f"hand {o}", one_of_hand(states, o), portions(rest)) for o in others if s["hand"][o].any()]
        places += in_pile(states, portions(rest), int(s["away"]) + int(s["left"]))
    if not over:
        left = np.ones(rules.MISSIONS)
        left[s["mission"][seat] - 1 if seat >= 0 else []] = 0
        places += [place for other in others for place in missions_of(game, states, other, left)]
    return places


def known_spy(game: Game, s: Any, seat: int, i: int) -> bool:
    """One's own spies; at the end all that are still there."""
    layer = (int(s["first"]) + int(s["spy_turn"][i]) - 1) % game.players
    return layer == seat or bool(s["mover"] < 0 and not s["spy_gone"][i])


def hidden_cards(game: Game, s: Any, seat: int, face_down: list[int]) -> npt.NDArray[np.int64]:
    """How many of each kind the seat cannot see."""
    known = [int(s["spy"][i]) - 1 for i in range(s["spies"]) if i not in face_down]
    known += [int(card) - 1 for card in (s["hand"][seat] if seat >= 0 else ()) if card]
    hidden: npt.NDArray[np.int64] = game.data["total"][0].astype(int) - np.bincount(known, minlength=rules.KINDS)
    hidden[: rules.SPIES] -= s["laid"][:, : rules.SPIES].sum(axis=0, dtype=int)
    hidden[: rules.GUARDS] -= s["removed"]
    return hidden


def in_pile(states: Records, chances: npt.NDArray[np.float64], n: int) -> list[Place]:
    return [Place(f"pile {i}", states["pile"][:, i] - 1, chances) for i in range(n)]


def one_of_hand(states: Records, seat: int) -> npt.NDArray[Any]:
    size = int(np.count_nonzero(states["hand"][0, seat]))
    found: npt.NDArray[Any] = states["hand"][:, seat][np.arange(len(states)), picks(len(states), size)] - 1
    return found


def missions_of(game: Game, states: Records, seat: int, left: npt.NDArray[np.float64]) -> list[Place]:
    """Each of a seat's missions comes from its stack, out of those that are left."""
    t = game.data[0]
    stacks = [
        np.where((np.arange(rules.MISSIONS) < t["missions"]) & (t["stack"] == deal), left, 0) for deal in t["deal"]
    ]
    return [
        Place(f"mission {i} of {seat}", states["mission"][:, seat, i] - 1, portions(stacks[i]))
        for i in range(len(stacks))
    ]
