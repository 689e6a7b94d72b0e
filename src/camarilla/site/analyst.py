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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from camarilla.analysis.reasons import COSTLIEST
from camarilla.analysis.review import Decision, Review, moments, pack, unpack, usual_iterations
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
TRUST = 10  # decisions for which what is usual counts
ENOUGH = 6  # decisions from which on the time is told
EXPLAINING = 5  # times as long as a judgement it takes to explain a mistake

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
        if not pace or not self.whole:
            return 0
        return round(pace * (self.whole - self.judged + EXPLAINING * self.kept.get("others", 0))) + 1


def progress(table: Table) -> Progress:
    return Progress(table.analysis or {})


def review(match: Match, kept: dict[str, Any]) -> Review:
    """The whole review again."""
    decisions = tuple(unpack(match, numbers) for numbers in sorted(kept["decisions"]))
    return Review(match, tuple(match.game.seats), decisions, kept["iterations"], SEED)


def choose_mistakes(found: Review, seats: Sequence[Seat]) -> list[Decision]:
    """Those that are explained: everyone that people made, and the costliest of the bots; the costliest first."""
    ours = [one for one in found.mistakes if is_persons(seats, one)]
    others = [one for one in found.mistakes if not is_persons(seats, one)]
    return sorted([*ours, *others[:COSTLIEST]], key=lambda one: -one.cost)


def is_persons(seats: Sequence[Seat], decision: Decision) -> bool:
    return bool(seats[decision.moment.seat].kind == Seat.Kind.PERSON)


# --- How long it takes ---


def usual_pace(table: Table) -> float | None:
    """Seconds that a decision of such a match took in this house, the last times that one was analysed."""
    alike = Table.objects.filter(game=table.game, options__players=table.options["players"], analysis__pace__gt=0)
    paces = alike.exclude(pk=table.pk).order_by("-pk").values_list("analysis__pace", flat=True)[:RECENT]
    return statistics.median(paces) if paces else None


def expect_seconds(now: Snapshot) -> int:
    """That the analysis of a match will take, by those that were made before; 0 if there were none."""
    pace = usual_pace(now.table)
    decisions = sum(1 for _ in moments(now.match, now.match.game.seats)) if pace else 0
    return round((pace or 0) * (decisions + EXPLAINING * count_others(now.seats)))


def count_others(seats: Sequence[Seat]) -> int:
    """How many mistakes of bots will be explained, at most."""
    return COSTLIEST if any(seat.kind == Seat.Kind.BOT for seat in seats) else 0


def measure_pace(kept: dict[str, Any]) -> float | None:
    """Seconds a decision, with what is explained on the way; None while too few have been judged. What is usual here
    counts like some decisions, so that the first ones do not say too much."""
    judged, usual = len(kept["decisions"]) - kept["from"], kept.get("usual")
    known = TRUST if usual else 0
    if judged + known < ENOUGH:
        return None
    return float(time.time() - kept["asked"] + known * (usual or 0)) / (judged + known)


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
    seats, usual = list(table.seats.all()), usual_pace(table)
    blank = {"decisions": [], "whole": 0, "iterations": ITERATIONS or usual_iterations(game_of(table))}
    blank |= {"lessons": {}, "others": count_others(seats)}
    again = {"broken": False, "tries": 0, "pace": usual, "usual": usual, "from": None}
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
    if "numbers" not in kept:
        return Question("numbers", find_decisions, (record,))
    for mistake in find_unexplained(now, kept):
        return Question("lessons", explain, (record, pack(mistake)))
    judged = {int(numbers[0]) for numbers in kept["decisions"]}
    for number in kept["numbers"]:
        if number not in judged:
            return Question("decisions", judge, (record, number, kept["iterations"]))
    return None


def find_unexplained(now: Snapshot, kept: dict[str, Any]) -> Iterator[Decision]:
    """A person's mistake as soon as it is found; once all has been judged, whatever else is to be explained."""
    if len(kept["decisions"]) < kept["whole"]:
        last = [unpack(now.match, numbers) for numbers in kept["decisions"][-1:]]
        found = [one for one in last if one.is_mistake and is_persons(now.seats, one)]
    else:
        found = choose_mistakes(review(now.match, kept), now.seats)
    return (one for one in found if str(one.moment.number) not in kept.get("lessons", {}))


def note_answer(table: int, question: Question, found: Any) -> None:
    here = Table.objects.get(pk=table)
    kept = dict(here.analysis)
    if question.part == "numbers":
        kept |= {"numbers": found, "whole": len(found)}
    elif question.part == "decisions":
        kept["decisions"] = [*kept["decisions"], found]
    else:
        note_lesson(kept, take_snapshot(here), question, *found)
    if kept["decisions"] and kept.get("from") is None:  # the first answer took longer: all was made ready for it
        kept |= {"from": len(kept["decisions"]), "asked": time.time()}
    if kept.get("from") is not None:
        kept["pace"] = measure_pace(kept)
    note(table, {**kept, "tries": 0})


def note_lesson(
    kept: dict[str, Any], now: Snapshot, question: Question, why: list[Message], losses: dict[int, float]
) -> None:
    """What can be learned from a mistake: why it was one, and what each choice would have lost."""
    decision = unpack(now.match, question.about[1])
    lesson = {"why": [in_every_language(message, now.seats) for message in why], "losses": list(losses.items())}
    kept["lessons"] = {**kept.get("lessons", {}), str(decision.moment.number): lesson}
    kept["others"] = max(0, kept.get("others", 0) - (not is_persons(now.seats, decision)))


def finish(table: int) -> None:
    """All that was explained, the costliest mistake first; unless it broke off."""
    found = Table.objects.get(pk=table)
    kept = dict(found.analysis)
    if "why" in kept or kept["broken"]:
        return
    now, lessons = take_snapshot(found), kept.pop("lessons", {})
    mistakes = [one.moment.number for one in choose_mistakes(review(now.match, kept), now.seats)]
    note(table, {**kept, "why": [{"number": number, **lessons[str(number)]} for number in mistakes]})


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
