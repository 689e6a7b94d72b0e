"""How it looks in a terminal."""

from __future__ import annotations

from typing import Any


def board(game: Any, view: dict[str, Any], language: str, **settings: bool) -> str:
    return " ".join(view["row"])
