"""A view holds what its documentation says: the tables in the docstring of a game's part `view`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from camarilla.engine.match import Match
from camarilla.testing.walks import observers

NAMED = re.compile(r'[`"](\w+)[`"]')
WORD = re.compile(r"[a-z_]{2,}")  # the name of a key; others are data, such as the name of a card or of a place


def view_is_documented(match: Match) -> None:
    """The first table has every key of the view and no other; those within are named somewhere."""
    told = match.game.view.__doc__ or ""
    keys, named = first_table(told), set(NAMED.findall(told))
    for seat in observers(match.game):
        view = match.game.view.view(match.game, match.state, seat)
        assert set(view) == keys, f"the view of {match.game.id} documents other keys: {sorted(set(view) ^ keys)}"
        inner = {key for key in inner_keys(list(view.values())) if WORD.fullmatch(key)}
        assert inner <= named, f"the view of {match.game.id} does not document {sorted(inner - named)}"


def first_table(text: str) -> set[str]:
    """The keys in the first column of the first table."""
    table = re.search(r"(^\|.*\n)+", text, re.MULTILINE)
    rows = table[0].splitlines() if table else []
    return {key for row in rows for key in NAMED.findall(row.split("|")[1])}


def inner_keys(value: Any) -> Iterator[str]:
    """The keys of all that lies within."""
    if isinstance(value, dict):
        yield from value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from inner_keys(part)
