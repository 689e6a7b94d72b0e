"""Spaces: what the numbers of actions, of sights and of an observation mean, declared once.

A rulebook lists the pieces of each space in their order. Where a piece begins, how many numbers there are, what a
number means and the tables that learners read (`spaces.md` in a game's folder) all come from that list.

    ACTION_SPACE = Space(
        Piece("lay", "lay a card of that kind at that place", KINDS, PLACES),
        Piece("spare", "the assassin spares everybody"),
    )
    LAY, SPARE = ACTION_SPACE.bases
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """So many numbers in a row: one, or one for every combination of indices within `shape`, the last index fastest.

    With `of`, each of them is a whole space of its own, such as what is known of each of several cards. What an
    observation has there lies between 0 and `most`: unless more is said it is a flag. Where it is a name, such as that
    of a kind of card, a learner must not take it for a measure.
    """

    name: str
    meaning: str
    shape: tuple[int, ...]
    of: Space | None
    most: int
    is_name: bool

    def __init__(
        self, name: str, meaning: str, *shape: int, of: Space | None = None, most: int = 1, is_name: bool = False
    ) -> None:
        fields = {"name": name, "meaning": meaning, "shape": shape, "of": of, "most": most, "is_name": is_name}
        for field, value in fields.items():
            object.__setattr__(self, field, value)

    @property
    def size(self) -> int:
        return math.prod(self.shape) * (self.of.size if self.of else 1)

    @property
    def bounds(self) -> tuple[int, ...]:
        """The largest that each of its numbers can be in an observation."""
        return (self.of.bounds if self.of else (self.most,)) * math.prod(self.shape)


class Space:
    """Pieces one after the other, numbered from 0."""

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces
        ends = [0]
        for piece in pieces:
            ends.append(ends[-1] + piece.size)
        self.bases, self.size = tuple(ends[:-1]), ends[-1]
        self._by_name = dict(zip((piece.name for piece in pieces), self.bases, strict=True))
        if len(self._by_name) < len(pieces):
            raise ValueError("two pieces of a space have the same name")

    def followed_by(self, *pieces: Piece) -> Space:
        """A larger space in which the numbers of this one mean what they mean here."""
        return Space(*self.pieces, *pieces)

    @property
    def bounds(self) -> tuple[int, ...]:
        """The largest that each number of an observation can be; the smallest is 0.

        >>> Space(Piece("turn", "number of the turn", most=30), Piece("mover", "a flag", 2)).bounds
        (30, 1, 1)
        """
        return tuple(bound for piece in self.pieces for bound in piece.bounds)

    @property
    def names(self) -> dict[Piece, list[int]]:
        """The pieces whose numbers are names, and where in the whole space these are.

        >>> card = Space(Piece("kind", "its kind", most=9, is_name=True), Piece("turned", "1 if turned"))
        >>> list(Space(Piece("turn", "number of the turn", most=30), Piece("cards", "", 2, of=card)).names.values())
        [[1, 3]]
        """
        found: dict[Piece, list[int]] = {}
        for base, piece in zip(self.bases, self.pieces, strict=True):
            if piece.is_name:
                found.setdefault(piece, []).extend(range(base, base + piece.size))
            elif piece.of:
                for start in range(base, base + piece.size, piece.of.size):
                    for one, numbers in piece.of.names.items():
                        found.setdefault(one, []).extend(start + number for number in numbers)
        return found

    def base(self, name: str) -> int:
        """The first number of a piece."""
        return self._by_name[name]

    def locate(self, number: int) -> tuple[str, int]:
        """The piece that a number belongs to, and its place among the numbers of that piece."""
        if not 0 <= number < self.size:
            raise IndexError(f"{number} is not in a space of {self.size}")
        which = bisect_right(self.bases, number) - 1
        return self.pieces[which].name, number - self.bases[which]

    def decode(self, number: int) -> tuple[str, tuple[int, ...]]:
        """The piece that a number belongs to, and its indices there."""
        name, rest = self.locate(number)
        indices: list[int] = []
        for length in reversed(self.pieces[self._order(name)].shape):
            rest, index = divmod(rest, length)
            indices.insert(0, index)
        return name, tuple(indices)

    def encode(self, name: str, *indices: int) -> int:
        """The number that `decode` takes apart."""
        number = 0
        for length, index in zip(self.pieces[self._order(name)].shape, indices, strict=True):
            if not 0 <= index < length:
                raise IndexError(f"{name} has no index {index}: it goes from 0 to {length - 1}")
            number = number * length + index
        return self.base(name) + number

    def table(self, first: int = 0, ranges: bool = False) -> str:
        """The space as a table in Markdown, from the piece number `first` on; of an observation with the ranges."""
        head = ["number", "piece", *(["range"] if ranges else []), "meaning"]
        return "\n".join([row(head), "|" + "---|" * len(head), *self._rows(first, ranges)])

    def _rows(self, first: int, ranges: bool, indent: str = "") -> Iterator[str]:
        for base, piece in zip(self.bases[first:], self.pieces[first:], strict=True):
            span = f"{indent}{base}" if piece.size == 1 else f"{indent}{base}..{base + piece.size - 1}"
            shape = " x ".join(map(str, piece.shape))
            name = f"`{piece.name}`" + (f" {shape}" if shape else "")
            within = [range_of(piece)] if ranges else []
            yield row([span, name, *within, piece.meaning])
            if piece.of:
                yield from piece.of._rows(0, ranges, f"{indent}+ ")

    def _order(self, name: str) -> int:
        return bisect_right(self.bases, self.base(name)) - 1


def range_of(piece: Piece) -> str:
    if piece.of:
        return ""
    return f"0..{piece.most}" + (", a name" if piece.is_name else "")


def row(cells: list[str]) -> str:
    """Of a table in Markdown."""
    return f"| {' | '.join(cells)} |"
