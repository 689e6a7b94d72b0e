"""Evenings: tournaments that a host opens by link. Everything that may be done there, each thing in one transaction, or
refused with a reason; and how an evening stands.

All tables of a round are laid with one deal (see `deals`), and who held the same seat is compared (see `duplicate`). So
nothing of a round is told before all its tables are over, not even a score: whoever still plays holds the same cards.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

from django.db import DataError
from django.db.models import F, QuerySet
from django.utils import timezone

from camarilla.engine.words import plain
from camarilla.site import deals, desk
from camarilla.site.desk import Wish
from camarilla.site.duplicate import WHOLE, Comparison, compare_tables
from camarilla.site.models import Evening, Guest, Person, Round, Seat, Table
from camarilla.site.pairing import Seating, arrange
from camarilla.site.refusals import Refusal
from camarilla.site.writing import in_turn, write

GUESTS, ROUNDS = 64, 15  # of one evening
FEWEST = 2  # guests that make a round
COMING = 5  # evenings of one host that have rounds to come
PATIENCE = timedelta(minutes=3)  # after which guests need not wait for the host
TRIES = 5  # at a round, while guests come and go


# --- Coming and going ---


@in_turn
def open_evening(host: Person, game: str, options: Mapping[str, Any], **fields: Any) -> Evening:
    if Evening.objects.filter(host=host, round__lt=F("planned")).count() >= COMING:
        raise Refusal("too_many_evenings", 429, most=COMING)
    return Evening.objects.create(host=host, game=game, options=desk.read_options(game, options), **fields)


def get_evening(slug: str) -> Evening:
    try:
        return Evening.objects.get(slug=slug)
    except (Evening.DoesNotExist, DataError):  # PostgreSQL cannot even be asked for some signs
        raise Refusal("no_evening", 404) from None


def lock_evening(evening: Evening) -> Evening:
    """The evening at a moment when nobody else can change it."""
    return Evening.objects.select_for_update().get(pk=evening.pk)


def touch(evening: Evening, **fields: Any) -> None:
    """Something that pages show is different now."""
    Evening.objects.filter(pk=evening.pk).update(revision=F("revision") + 1, **fields)


@in_turn
def join(evening: Evening, person: Person) -> None:
    """Come, or come back: to be seated from the next round on."""
    evening = lock_evening(evening)
    if find_stage(evening) == OVER:
        raise Refusal("evening_over")
    others = evening.guests.exclude(person=person)
    for name in others.values_list("name", flat=True):
        if plain(name) == plain(person.name):
            raise Refusal("name_taken", name=name)
    if others.count() >= GUESTS:
        raise Refusal("evening_full", most=GUESTS)
    Guest.objects.update_or_create(evening=evening, person=person, defaults={"name": person.name, "gone": False})
    touch(evening)


@in_turn
def leave(evening: Evening, person: Person) -> None:
    """Go: a bot plays the match to its end, and there is no seat in the next round."""
    evening = lock_evening(evening)
    if not evening.guests.filter(person=person, gone=False).update(gone=True):
        raise Refusal("no_guest", 403)
    if table := find_table(evening, person):
        desk.hand_over(table, person)
        desk.touch(table)
    touch(evening)


def take_out(evening: Evening, host: Person | None, guest: int) -> None:
    """The host sees that somebody has gone."""
    check_host(evening, host)
    found = evening.guests.filter(pk=guest).select_related("person").first()
    if found is None:
        raise Refusal("no_guest", 404)
    leave(evening, found.person)


@in_turn
def end(evening: Evening, host: Person | None) -> None:
    """No further round: the one that is being played is the last."""
    check_host(evening, host)
    evening = lock_evening(evening)
    touch(evening, planned=evening.round)


def check_host(evening: Evening, person: Person | None) -> None:
    if person is None or evening.host_id != person.pk:
        raise Refusal("not_host", 403)


# --- Rounds ---


@dataclass(frozen=True)
class Course:
    """A round with its tables and who sits there."""

    number: int
    tables: tuple[Table, ...]

    @property
    def over(self) -> bool:
        return all(table.stage == Table.Stage.OVER for table in self.tables)

    @functools.cached_property
    def comparisons(self) -> list[list[Comparison]]:
        """By table and seat, once the round is over; none at a table that has no result."""
        return compare_tables([(table.scores, table.places) if table.scores else None for table in self.tables])

    def placed(self) -> list[tuple[Seat, Comparison | None]]:
        """Everybody in the round, bots too, with what they reached."""
        return [
            (seat, results[seat.number] if results else None)
            for table, results in zip(self.tables, self.comparisons, strict=True)
            for seat in table.seats.all()
        ]


def list_rounds(evening: Evening) -> list[Course]:
    tables = Table.objects.filter(deal__round__evening=evening, unaided=True).order_by("pk").prefetch_related("seats")
    by_number = defaultdict(list)
    for table in tables.annotate(in_round=F("deal__round__number")):
        by_number[table.in_round].append(table)
    return [Course(number, tuple(laid)) for number, laid in sorted(by_number.items())]


def list_tables(evening: Evening) -> QuerySet[Table]:
    """Of the round that was begun last."""
    last = {"deal__round__evening": evening, "deal__round__number": evening.round}
    return Table.objects.filter(unaided=True, **last).order_by("pk")


def find_table(evening: Evening, person: Person | None) -> Table | None:
    """Where somebody plays just now."""
    playing = list_tables(evening).filter(stage=Table.Stage.PLAYING)
    return playing.filter(seats__person=person).first() if person else None


GATHERING, PLAYING, BETWEEN, OVER = "gathering", "playing", "between", "over"  # stages of an evening


def find_stage(evening: Evening) -> str:
    if list_tables(evening).exclude(stage=Table.Stage.OVER).exists():
        return PLAYING
    if evening.round >= evening.planned:
        return OVER
    return BETWEEN if evening.round else GATHERING


def start_round(evening: Evening, person: Person | None, number: int) -> None:
    """Begin the round of this number. Who sits where is worked out before anything is locked; if guests have come or
    gone meanwhile, once more. Who asks second for the same round finds it begun."""
    for _ in range(TRIES):
        evening = get_evening(evening.slug)
        if evening.round >= number:
            return
        check_start(evening, person)
        if write(functools.partial(lay_round, evening, *seat_guests(evening))):
            return
    raise Refusal("busy", 503)


def check_start(evening: Evening, person: Person | None) -> None:
    stage = find_stage(evening)
    if stage in (PLAYING, OVER):
        raise Refusal("round_running" if stage == PLAYING else "evening_over")
    if not may_start(evening, person):
        raise Refusal("not_host", 403)
    if evening.guests.filter(gone=False).count() < FEWEST:
        raise Refusal("too_few_guests", fewest=FEWEST)


def may_start(evening: Evening, person: Person | None) -> bool:
    """The host; if the host does not after a round, any guest."""
    if person is None or evening.host_id == person.pk:
        return person is not None
    last = list_tables(evening).order_by("-since").first()
    waited = last is not None and timezone.now() - last.since >= PATIENCE
    return waited and evening.guests.filter(person=person, gone=False).exists()


def seat_guests(evening: Evening) -> tuple[dict[int, Guest], list[Seating]]:
    """Who is here, by number, and who of them sits where in the next round."""
    rounds = list_rounds(evening)
    ranks = rank_guests(list(evening.guests.select_related("person")), rounds)
    present = {one.guest.person_id: one.guest for one in ranks if not one.guest.gone}
    past = [[tuple(seat.person_id for seat in table.seats.all()) for table in one.tables] for one in rounds]
    swiss = evening.kind == Evening.Kind.SWISS
    return present, arrange(list(present), past, evening.options["players"], swiss=swiss, seed=evening.seed)


def lay_round(before: Evening, guests: Mapping[int, Guest], seatings: Sequence[Seating]) -> bool:
    """Lay the tables, unless the evening is not as it was any more."""
    evening = lock_evening(before)
    if evening.revision != before.revision:
        return False
    deal = deals.draw(evening.game, evening.options, None)
    Round.objects.create(evening=evening, number=evening.round + 1, deal=deal)
    bot = Wish("bot", level=evening.level)
    for seating in seatings:
        wishes = [Wish("guest", guests[who].name, person=guests[who].person) if who else bot for who in seating]
        deals.lay(deal, evening.host, wishes, unaided=True, clock=evening.clock, sand=evening.sand)
    touch(evening, round=evening.round + 1)
    return True


# --- Standings ---


@dataclass(frozen=True)
class Rank:
    """How somebody stands after the rounds that are over."""

    guest: Guest
    rounds: tuple[Fraction | None, ...] = ()  # the points of each; None where they did not play
    wins: Fraction = Fraction(0)
    place: int = 1

    @property
    def points(self) -> Fraction:
        return sum((one for one in self.rounds if one is not None), Fraction(0))

    @property
    def order(self) -> tuple[Fraction, Fraction]:
        return self.points, self.wins


def rank_guests(guests: Sequence[Guest], rounds: Sequence[Course]) -> list[Rank]:
    """The best first: by points, then by wins; who is equal in both shares a place."""
    reached = [{seat.person_id: one for seat, one in course.placed()} for course in rounds if course.over]
    ranks = sorted((make_rank(guest, reached) for guest in guests), key=lambda one: one.order, reverse=True)
    return [replace(one, place=1 + sum(other.order > one.order for other in ranks)) for one in ranks]


def make_rank(guest: Guest, reached: Sequence[Mapping[int, Comparison | None]]) -> Rank:
    """A match that was ended without a result counts as the middle."""
    seen = [(guest.person_id in one, one.get(guest.person_id)) for one in reached]
    points = tuple((one.points if one else Fraction(WHOLE, 2)) if there else None for there, one in seen)
    return Rank(guest, points, sum((one.share for _, one in seen if one), Fraction(0)))
