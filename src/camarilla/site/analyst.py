"""The analysis of a finished match: made once, when somebody asks for it, and kept with the table.

It is an errand of many small questions to the thinkers, one a decision, so that bots at other tables hardly wait. What
has been found is kept as it comes: whoever takes the errand over goes on from there.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from camarilla.analysis.reasons import COSTLIEST
from camarilla.analysis.review import Review, pack, unpack, usual_iterations
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES, Message
from camarilla.site import drawing, errands, ranks
from camarilla.site.bell import ring_on_commit
from camarilla.site.judging import SEED, explain, find_decisions, judge
from camarilla.site.models import Errand, Person, Seat, Table
from camarilla.site.snapshots import game_of, take_snapshot
from camarilla.site.writing import write

log = logging.getLogger("camarilla.analyst")
ITERATIONS: int | None = None  # for each decision; None: as many as is usual for the game
TRIES = 5  # that go without asking

Texts = dict[str, str]  # by language


# --- What is kept with the table ---


@dataclass(frozen=True)
class Progress:
    """How far the analysis of a table has come."""

    kept: dict[str, Any]

    @property
    def begun(self) -> bool:
        return bool(self.kept)

    @property
    def done(self) -> bool:
        return "why" in self.kept

    @property
    def broken(self) -> bool:
        return bool(self.kept.get("broken"))

    @property
    def judged(self) -> int:
        return len(self.kept["decisions"])

    @property
    def whole(self) -> int:
        """Decisions in all; 0 while nobody knows."""
        return int(self.kept["whole"])

    @property
    def left(self) -> int:
        """Seconds that it will still take, going by how long it took so far; 0 while that is not clear."""
        pace = self.kept.get("pace")
        return round(pace * (self.whole - self.judged)) + 1 if pace else 0


def progress(table: Table) -> Progress:
    return Progress(table.analysis or {})


def review(match: Match, kept: dict[str, Any]) -> Review:
    """The whole review again."""
    decisions = tuple(unpack(match, numbers) for numbers in kept["decisions"])
    return Review(match, tuple(match.game.seats), decisions, kept["iterations"], SEED)


# --- Asking for it ---


def see_to(table: Table, person: Person | None) -> None:
    """Let the analysis be made, unless it has been or somebody is at it."""
    if not progress(table).done and not Errand.objects.filter(table=table, kind=Errand.Kind.ANALYSIS).exists():
        errands.check_share(person)
        write(lambda: begin(table, person))


def begin(table: Table, person: Person | None) -> None:
    here = progress(Table.objects.select_for_update().get(pk=table.pk))
    if here.done:
        return
    blank = {"decisions": [], "whole": 0, "iterations": ITERATIONS or usual_iterations(game_of(table))}
    note(table.pk, {**blank, **here.kept, "broken": False, "tries": 0, "pace": None, "asked": time.time()})
    errands.ask(table, Errand.Kind.ANALYSIS, ranks.ANALYSIS, person=person)
    ring_on_commit(table.pk)


# --- Making it ---


@dataclass(frozen=True)
class Question:
    """What a thinker is asked next, and where its answer belongs."""

    part: str
    deed: Callable[..., Any]
    about: tuple[Any, ...]


def find_question(table: int) -> Question | None:
    """None if nothing is left to ask, or it has failed too often."""
    found = Table.objects.get(pk=table)
    kept, now = progress(found).kept, take_snapshot(found)
    if "why" in kept or kept["broken"]:
        return None
    record = json.dumps(now.match.record())
    if "numbers" not in kept:
        return Question("numbers", find_decisions, (record,))
    if (judged := len(kept["decisions"])) < len(kept["numbers"]):
        return Question("decisions", judge, (record, kept["numbers"][judged], kept["iterations"]))
    explained = len(kept.get("reasons", []))
    for mistake in review(now.match, kept).mistakes[explained:COSTLIEST]:
        return Question("reasons", explain, (record, pack(mistake)))
    return None


def note_answer(table: int, question: Question, found: Any) -> None:
    here = Table.objects.get(pk=table)
    kept = dict(here.analysis)
    if question.part == "numbers":
        kept |= {"numbers": found, "whole": len(found), "from": len(kept["decisions"]), "asked": time.time()}
    elif question.part == "decisions":
        kept["decisions"] = [*kept["decisions"], found]
    else:
        seats = take_snapshot(here).seats
        kept["reasons"] = [*kept.get("reasons", []), [in_every_language(message, seats) for message in found]]
    if new := len(kept["decisions"]) - kept.get("from", 0):
        kept["pace"] = max(0.0, time.time() - kept["asked"]) / new
    note(table, {**kept, "tries": 0})


def finish(table: int) -> None:
    """The costliest mistakes: which move, and why it was one, with the players' names; unless it broke off."""
    found = Table.objects.get(pk=table)
    kept = dict(found.analysis)
    if "why" in kept or kept["broken"]:
        return
    mistakes = review(take_snapshot(found).match, kept).mistakes[:COSTLIEST]
    why = [
        {"number": mistake.moment.number, "why": reasons}
        for mistake, reasons in zip(mistakes, kept.pop("reasons", []), strict=True)
    ]
    note(table, {**kept, "why": why})


def note_failure(table: int, problem: Exception) -> None:
    """A thinker that was ended is tried again, some times; anything else is said, and can be asked for once more."""
    kept = dict(Table.objects.get(pk=table).analysis)
    kept["tries"] += 1
    if not isinstance(problem, BrokenProcessPool) or kept["tries"] >= TRIES:
        log.error("the analysis of table %s broke off", table, exc_info=problem)
        kept["broken"] = True
    note(table, kept)


def note(table: int, fields: dict[str, Any]) -> None:
    """Keep how far it has come."""
    write(lambda: Table.objects.filter(pk=table).update(analysis=fields))


def in_every_language(message: Message, seats: Sequence[Seat]) -> Texts:
    return {one: message.text(one, drawing.name_players(seats, one)) for one in LANGUAGES}
