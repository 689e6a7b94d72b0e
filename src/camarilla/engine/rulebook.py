"""The rulebooks that people read: `rules.<language>.md` in the folder of a game, a heading a clause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from camarilla.engine.errors import UnknownClause
from camarilla.engine.words import ENGINE, check_language

if TYPE_CHECKING:
    from camarilla.engine.game import Game

CLAUSE = re.compile(r"^### ([A-Z]+-\d+) · (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Clause:
    id: str
    title: str
    body: str

    def __str__(self) -> str:
        return f"### {self.id} · {self.title}\n\n{self.body}"


def text(game: type[Game], language: str = "en") -> str:
    """The whole rulebook in Markdown."""
    check_language(language)
    return (game.folder() / f"rules.{language}.md").read_text(encoding="utf-8")


def clauses(game: type[Game], language: str = "en") -> dict[str, Clause]:
    """Every clause by its id, in the order of the rulebook."""
    whole = text(game, language)
    headings = list(CLAUSE.finditer(whole))
    ends = [re.compile(r"^##? |^### ", re.MULTILINE).search(whole, heading.end()) for heading in headings]
    found = {}
    for heading, end in zip(headings, ends, strict=True):
        body = whole[heading.end() : end.start() if end else len(whole)].strip()
        found[heading[1]] = Clause(heading[1], heading[2], body)
    return found


def clause(game: type[Game], wanted: str, language: str = "en") -> Clause:
    """The clause with this id; `16` and `abc-16` will do for `ABC-16`."""
    known = clauses(game, language)
    for name in (wanted.strip().upper(), f"{next(iter(known)).split('-')[0]}-{wanted.strip()}"):
        if name in known:
            return known[name]
    first, *_, last = sorted(known, key=lambda name: int(name.split("-")[1]))
    raise UnknownClause(ENGINE("rules.clause", game=game.id, clause=wanted, first=first, last=last))
