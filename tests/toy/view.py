"""What is known.

| key | what it is |
|---|---|
| `first`, `mover` | seats: who began, and who is to act |
| `favourite` | the Queen's favourite kind |
| `hand`, `hands` | one's own cards, and how many everybody holds |
| `row` | the cards laid, as far as they are known |
| `pile` | how many cards are left |
| `lots` | how many lots everybody had drawn |
"""

from __future__ import annotations

from typing import Any

from camarilla.engine.record import Records
from tests.toy.cards import LETTERS, held, laid


def view(game: Any, state: Records, seat: int | None) -> dict[str, Any]:
    s, over = state[0], bool(state["mover"][0] < 0)
    return {
        "first": int(s["first"]),
        "mover": None if over else int(s["mover"]),
        "favourite": LETTERS[s["favourite"]],
        "hand": "" if seat is None else held(s, seat),
        "hands": [int(size) for size in s["hand"].sum(axis=1)],
        "row": [laid(s, i, over or seat == s["owner"][i]) for i in range(s["length"])],
        "pile": int(s["left"]),
        "lots": s["lots"].tolist(),
    }
