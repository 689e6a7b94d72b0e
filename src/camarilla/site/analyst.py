"""The analysis of a finished match: made once, when somebody asks for it, and kept with the table.

The thinkers judge one decision at a time, so that bots at other tables hardly wait. What has been found is kept as it
comes: a server that was stopped in the middle goes on from there as soon as somebody looks.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from django.db import connection

from camarilla.analysis.reasons import COSTLIEST
from camarilla.analysis.review import Review, pack, unpack, usual_iterations
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES, Message
from camarilla.site import drawing
from camarilla.site.judging import SEED, explain, find_decisions, judge
from camarilla.site.models import Table
from camarilla.site.snapshots import game_of, take_snapshot
from camarilla.site.steward import THINKERS
from camarilla.site.writing import write

log = logging.getLogger("camarilla.analyst")
ITERATIONS: int | None = None  # for each decision; None: as many as is usual for the game
BEAT = 2.0  # seconds after which who works says so
SILENCE = 20.0  # seconds without a word after which nobody is taken to be working
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
    def working(self) -> bool:
        """Whether somebody is at it: who is says so every few seconds."""
        return self.begun and not self.done and not self.broken and time.time() - self.kept["beat"] < SILENCE

    @property
    def judged(self) -> int:
        return len(self.kept["decisions"])

    @property
    def whole(self) -> int:
        """Decisions in all; 0 while nobody knows."""
        return int(self.kept["whole"])

    @property
    def left(self) -> int:
        """Seconds that it will still take, going by the last decisions; 0 while that is not clear."""
        pace = self.kept.get("pace")
        return round(pace * (self.whole - self.judged)) + 1 if pace else 0


def progress(table: Table) -> Progress:
    return Progress(table.analysis or {})


def review(match: Match, kept: dict[str, Any]) -> Review:
    """The whole review again."""
    decisions = tuple(unpack(match, numbers) for numbers in kept["decisions"])
    return Review(match, tuple(match.game.seats), decisions, kept["iterations"], SEED)


# --- Making it ---


def see_to(table: Table) -> None:
    """Let the analysis be made, unless it has been or somebody is at it."""
    if write(lambda: claim(table)):
        launch(table.pk)


def claim(table: Table) -> bool:
    """Whether there is work to do, which nobody else will do now."""
    here = progress(Table.objects.select_for_update().get(pk=table.pk))
    if here.done or here.working:
        return False
    blank = {"decisions": [], "whole": 0, "iterations": ITERATIONS or usual_iterations(game_of(table))}
    tries = 1 if here.broken else here.kept.get("tries", 0) + 1
    note(table.pk, {**blank, **here.kept, "beat": time.time(), "broken": False, "tries": tries})
    return True


def note(table: int, fields: dict[str, Any]) -> None:
    """Keep how far it has come."""
    write(lambda: Table.objects.filter(pk=table).update(analysis=fields))


def launch(table: int) -> None:
    threading.Thread(target=attended, args=[table], daemon=True).start()


def attended(table: int) -> None:
    """Make the analysis. If something goes wrong that is said, and it can be asked for once more."""
    try:
        Work(Table.objects.get(pk=table)).make()
    except Exception as problem:
        fields = progress(Table.objects.get(pk=table)).kept
        if isinstance(problem, BrokenProcessPool) and fields["tries"] < TRIES:
            return  # a thinker was ended, perhaps with the whole server: who looks next lets it go on
        log.exception("the analysis of table %s broke off", table)
        note(table, {**fields, "broken": True})
    finally:
        connection.close()


class Work:
    def __init__(self, table: Table) -> None:
        self.table, self.fields = table, dict(table.analysis)
        self.standing = take_snapshot(table)
        self.match = self.standing.match
        self.record = json.dumps(self.match.record())
        self.saved = time.monotonic()

    def make(self) -> None:
        numbers = self.awaited(THINKERS.ask(find_decisions, self.record))
        found = self.fields["decisions"]
        self.fields["whole"] = len(numbers)
        began = time.monotonic()
        for done, number in enumerate(numbers[len(found) :], 1):
            found.append(self.awaited(THINKERS.ask(judge, self.record, number, self.fields["iterations"])))
            self.fields["pace"] = (time.monotonic() - began) / done
            self.save_now_and_then()
        self.fields["why"] = list(self.explained())
        self.save()

    def explained(self) -> Iterator[dict[str, Any]]:
        """The costliest mistakes: which move, and why it was one, with the players' names."""
        for mistake in review(self.match, self.fields).mistakes[:COSTLIEST]:
            said = self.awaited(THINKERS.ask(explain, self.record, pack(mistake)))
            yield {"number": mistake.moment.number, "why": [self.texts(message) for message in said]}

    def texts(self, message: Message) -> Texts:
        return {one: message.text(one, drawing.name_players(self.standing.seats, one)) for one in LANGUAGES}

    def awaited(self, answer: Future[Any]) -> Any:
        while True:
            try:
                return answer.result(BEAT)
            except TimeoutError:
                self.save()

    def save_now_and_then(self) -> None:
        if time.monotonic() - self.saved > BEAT / 2:
            self.save()

    def save(self) -> None:
        self.saved, self.fields["beat"] = time.monotonic(), time.time()
        note(self.table.pk, dict(self.fields))
