"""What notebooks show as pictures. Who draws lies above the engine: the package `camarilla` appoints it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar


class Shown:
    """Something that a notebook shows as `camarilla.show` draws it. Jupyter and its kin ask for `_repr_html_`."""

    draw: ClassVar[Callable[[Any], str]]

    def _repr_html_(self) -> str:
        return Shown.draw(self)


class SeatView(dict[str, Any], Shown):
    """A view: plain data, which a notebook shows as the board of its seat."""


class MatchRecord(dict[str, Any], Shown):
    """A record: plain data, which a notebook shows as a replay."""
