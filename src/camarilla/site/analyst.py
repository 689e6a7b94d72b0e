"""The analysis of a finished match: made once, when somebody asks for it, and kept with the table.

It is an errand of many small questions to the thinkers, one a decision, so that bots at other tables hardly wait. What
has been found is kept as it comes: whoever takes the errand over goes on from there.

People learn from their own mistakes: each of theirs is explained, and of the bots' the costliest ones. What every other
choice would have lost is kept with it, so that somebody can look for a better one (`pages/retry.py`).
"""

from __future__ import annotations

import json
import logging
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from camarilla.analysis.reasons import COSTLIEST
from camarilla.analysis.review import Review, moments, packed_cost, unpack, usual_iterations
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES, Message
from camarilla.site import drawing, errands, ranks
from camarilla.site.bell import ring_on_commit
from camarilla.site.judging import SEED, explain, find_decisions, judge
from camarilla.site.models import Errand, Person, Seat, Table
from camarilla.site.snapshots import Snapshot, game_of, take_snapshot
from camarilla.site.writing import write

log = logging.getLogger("camarilla.analyst")
ITERATIONS: int | None = None  # for each decision; None: as many as is usual for the game
TRIES = 5  # that go without asking
RECENT = 3  # analyses that tell how long the next one takes
TRUST = 10  # judgements for which what is usual counts
ENOUGH = 5  # judgements from which on the time is told
EXPLAINING = 5  # times as long as a judgement it takes to explain a mistake, until that is known better
MISTAKES = 0.06  # of the decisions are mistakes of people, until that is known better
PAUSE = 60.0  # seconds: what takes longer was interrupted
NOTHING = {"decisions": 0, "lessons": 0}
FRESH = {"lessons": {}, "spent": NOTHING, "timed": NOTHING}  # what was explained, and how long how many answers took

Texts = dict[str, str]  # by language
Paces = dict[str, float]  # seconds, by part
Themes = dict[str, tuple[int, int, float]]


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
        if not self.begun or self.done or not self.whole or not (paces := find_paces(self.kept)):
            return 0
        return round(paces["decisions"] * (self.whole - self.judged) + paces["lessons"] * lessons_ahead(self.kept)) + 1


def progress(table: Table) -> Progress:
    return Progress(table.analysis or {})


def review(match: Match, kept: dict[str, Any]) -> Review:
    """The whole review again."""
    decisions = tuple(unpack(match, numbers) for numbers in sorted(kept["decisions"]))
    return Review(match, tuple(match.game.seats), decisions, kept["iterations"], SEED)


def choose_mistakes(kept: dict[str, Any]) -> list[list[float]]:
    """Of what has been judged, those that are explained: every one that people made, and the costliest of the bots. In
    the order of their cost."""
    mistakes = sorted((one for one in kept["decisions"] if packed_cost(one)), key=packed_cost, reverse=True)
    ours = [one for one in mistakes if one[0] in kept["people"]]
    others = [one for one in mistakes if one[0] not in kept["people"]]
    return sorted([*ours, *others[:COSTLIEST]], key=packed_cost, reverse=True)


# --- How long it takes ---


def find_paces(kept: dict[str, Any]) -> Paces | None:
    """Seconds that a judgement and an explanation take here, by what was done so far; None while that is too little.
    What is usual in this house counts like some that were done, so that the first ones do not say too much."""
    usual, spent, number = kept.get("usual"), kept.get("spent", NOTHING), kept.get("timed", NOTHING)
    if not usual and number["decisions"] < ENOUGH:
        return None
    known = TRUST if usual else 0
    judging = (spent["decisions"] + known * (usual or NOTHING)["decisions"]) / (number["decisions"] + known)
    explaining = usual["lessons"] if usual else EXPLAINING * judging
    return {"decisions": judging, "lessons": (spent["lessons"] + explaining) / (number["lessons"] + 1)}


def lessons_ahead(kept: dict[str, Any]) -> float:
    """How many mistakes will still be explained, as far as that can be told from those that were found."""
    judged, whole, found = len(kept["decisions"]), kept["whole"], choose_mistakes(kept)
    if judged >= whole:
        return len(found) - len(kept["lessons"])
    ours = sum(one[0] in kept["people"] for one in found)
    expected = whole * (ours + TRUST * MISTAKES) / (judged + TRUST)
    return expected + min(COSTLIEST, whole * (len(found) - ours) / max(1, judged))


def usual_paces(table: Table) -> Paces | None:
    """The same for such a match, by the last times that one was analysed in this house."""
    alike = Table.objects.filter(game=table.game, options__players=table.options["players"], analysis__has_key="paces")
    found = list(alike.exclude(pk=table.pk).order_by("-pk").values_list("analysis__paces", flat=True)[:RECENT])
    return {part: statistics.median(one[part] for one in found) for part in NOTHING} if found else None


def expect_seconds(now: Snapshot) -> int:
    """That the analysis of a match will take, by those that were made before; 0 if there were none."""
    if not (paces := usual_paces(now.table)):
        return 0
    decisions = sum(1 for _ in moments(now.match, now.match.game.seats))
    return round(decisions * (paces["decisions"] + MISTAKES * paces["lessons"]))


def note_time(kept: dict[str, Any], part: str) -> None:
    """How long the last answer took. The very first is not counted: all was made ready for it."""
    now = time.time()
    if part in NOTHING and kept.get("asked"):
        taken = min(PAUSE, max(0.0, now - kept["asked"]))
        kept["spent"] = kept["spent"] | {part: kept["spent"][part] + taken}
        kept["timed"] = kept["timed"] | {part: kept["timed"][part] + 1}
    kept["asked"] = now if kept["decisions"] else None


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
    blank = {"decisions": [], "whole": 0, "iterations": ITERATIONS or usual_iterations(game_of(table)), "lessons": {}}
    again = {
        "broken": False,
        "tries": 0,
        "usual": usual_paces(table),
        "spent": NOTHING,
        "timed": NOTHING,
        "asked": None,
    }
    note(table.pk, {**blank, **here.kept, **again})
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
    if "numbers" not in kept or "people" not in kept:
        return Question("numbers", find_decisions, (record,))
    judged = {int(numbers[0]) for numbers in kept["decisions"]}
    for number in kept["numbers"]:
        if number not in judged:
            return Question("decisions", judge, (record, number, kept["iterations"]))
    for numbers in choose_mistakes(kept):
        if str(int(numbers[0])) not in kept["lessons"]:
            return Question("lessons", explain, (record, numbers))
    return None


def note_answer(table: int, question: Question, found: Any) -> None:
    here = Table.objects.get(pk=table)
    kept, now = dict(here.analysis), take_snapshot(here)
    if question.part == "numbers":
        people = [seat.number for seat in now.seats if seat.kind == Seat.Kind.PERSON]
        ours = [number for number in found if now.match.steps[number - 1].seat in people]
        kept = {**FRESH, **kept, "numbers": found, "whole": len(found), "people": ours}
    elif question.part == "decisions":
        kept["decisions"] = [*kept["decisions"], found]
    else:
        kept["lessons"] = kept["lessons"] | {str(int(question.about[1][0])): make_lesson(now.seats, *found)}
    note_time(kept, question.part)
    note(table, {**kept, "tries": 0})


def make_lesson(seats: Sequence[Seat], why: list[Message], losses: dict[int, float]) -> dict[str, Any]:
    """What can be learned from a mistake: why it was one, and what each choice would have lost."""
    return {"why": [in_every_language(message, seats) for message in why], "losses": list(losses.items())}


def finish(table: int) -> None:
    """All that was explained, the costliest mistake first, and how long it took; unless it broke off."""
    found = Table.objects.get(pk=table)
    kept = dict(found.analysis)
    if "why" in kept or kept["broken"]:
        return
    numbers, lessons = [int(one[0]) for one in choose_mistakes(kept)], kept.pop("lessons")
    if paces := find_paces(kept):
        kept["paces"] = paces
    kept["themes"] = sort_by_theme(review(take_snapshot(found).match, kept))
    note(table, {**kept, "why": [{"number": number, **lessons[str(number)]} for number in numbers]})


def sort_by_theme(found: Review) -> dict[str, Themes]:
    """By seat, how many decisions there were of each theme, how many of them were mistakes, and what was lost by them.
    What a decision is about, the best choice tells; nothing where a game has no themes."""
    game, seats = found.match.game, {str(seat): Themes() for seat in found.seats}
    if not game.puzzles:
        return seats
    for decision in found.decisions:
        moment = decision.moment
        theme = game.puzzles.theme(game, moment.match.state, moment.seat, decision.best.id)
        number, mistakes, lost = seats[str(moment.seat)].get(theme, (0, 0, 0.0))
        seats[str(moment.seat)][theme] = number + 1, mistakes + decision.is_mistake, lost + decision.cost
    return seats


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
