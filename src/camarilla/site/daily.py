"""The deal of the day: every day, by the clock of Greenwich, and for every game one deal, with the same bots for all.

Somebody's first try counts, if it is finished on that day; after it, and after the day, the deal can be played for
practice. The bots are of a level that needs no time to get ready and leaves nothing to time: what one of them does
follows from the deal and from the moves so far (`bots.play.decide`), so the same moves get the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone

from camarilla.bots.ladder import USUAL
from camarilla.games import kind
from camarilla.site import deals, desk
from camarilla.site.desk import Wish
from camarilla.site.models import Daily, Person, Table, Try
from camarilla.site.refusals import Refusal
from camarilla.site.writing import write

RIVAL = USUAL
SEAT = 0  # of who plays it
A_DAY = timedelta(days=1)
TRIES = 3  # somebody may have been quicker to draw the deal, and then another tab to lay the table: both are found then


def today() -> date:
    return timezone.now().date()


def end_of(day: date) -> datetime:
    return datetime.combine(day + A_DAY, time(), UTC)


def address(day: date, game: str, name: str = "deal") -> str:
    """Of a deal's results, or of something to be done with it."""
    return reverse(name, args=[day.isoformat(), game])


# --- Playing it ---


def begin(day: date, game: str, person: Person) -> Table:
    """Somebody's try that counts: a new one, or, if there is one, where it was left."""
    for _ in range(TRIES):
        with suppress(IntegrityError):
            return write(lambda: find_or_lay(day, game, person))
    raise Refusal("busy", 503)


def find_or_lay(day: date, game: str, person: Person) -> Table:
    if found := Try.objects.filter(daily__day=day, daily__game=game, person=person).first():
        return found.table
    if day != today():
        raise Refusal("day_over")
    daily = find_or_draw(day, game)
    table = deals.lay(daily.deal, person, wishes_of(daily.game), unaided=True)
    Try.objects.create(daily=daily, person=person, table=table)
    return table


def find_or_draw(day: date, game: str) -> Daily:
    """The first who plays has it drawn. The bots begin to play it among themselves at the same moment."""
    if found := Daily.objects.filter(day=day, game=game).first():
        return found
    deal = deals.draw(game, kind(game).daily, end_of(day))
    bots = deals.lay(deal, None, [Wish("bot", level=RIVAL)] * len(wishes_of(game)))
    return Daily.objects.create(day=day, game=game, deal=deal, bots=bots)


def wishes_of(game: str) -> list[Wish]:
    players = desk.read_options(game, kind(game).daily)["players"]
    return [Wish("me"), *[Wish("bot", level=RIVAL)] * (players - 1)]


def practise(daily: Daily, person: Person) -> Table:
    """Once more, or too late: it does not count, so help is allowed."""
    if not deals.is_open(daily.deal, person):
        raise Refusal("deal_closed", 403)
    return write(lambda: deals.lay(daily.deal, person, wishes_of(daily.game), practice=True))


# --- What came of it ---


@dataclass(frozen=True)
class Result:
    """What somebody reached in the seat that all have."""

    table: int
    slug: str
    person: int | None
    name: str
    scores: Sequence[int]
    places: Sequence[int]

    @property
    def points(self) -> int:
        return self.scores[SEAT]

    @property
    def order(self) -> tuple[int, int]:
        """Who has more points is better; among those, who stands further ahead."""
        return -self.points, self.places[SEAT]


def counted() -> QuerySet[Try]:
    """The tries that were finished on their day."""
    ended = {"table__stage": Table.Stage.OVER, "table__scores__isnull": False}
    return Try.objects.filter(table__since__lt=F("daily__deal__opens"), **ended)


def list_results(daily: Daily) -> list[Result]:
    """Everybody's, the best first."""
    fields = ("table_id", "table__slug", "person_id", "person__name", "table__scores", "table__places")
    rows = counted().filter(daily=daily).values_list(*fields)
    return sorted((Result(*row) for row in rows), key=lambda one: one.order)


def result_of_bots(daily: Daily) -> Result | None:
    """What a bot reached in the seat; None while they are still playing."""
    table = daily.bots
    return Result(table.pk, table.slug, None, "", table.scores, table.places) if table.scores else None


def tables_of(results: Sequence[Result]) -> QuerySet[Table]:
    return Table.objects.filter(pk__in=[one.table for one in results])


def streak(person: Person | None) -> int:
    """Days in a row on which somebody has finished a deal; today may still be to come."""
    days = set(counted().filter(person=person).values_list("daily__day", flat=True)) if person else set[Any]()
    last = today() if today() in days else today() - A_DAY
    length = 0
    while last - length * A_DAY in days:
        length += 1
    return length
