"""The desk: everything that may be done at a table, each thing in one transaction, or refused with a reason.

Whoever asks has been recognised before (see `people`); what the rules say is asked of the match.
"""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from camarilla.bots.ladder import LEVELS, USUAL
from camarilla.engine.errors import CannotUndo
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.match import FORMAT, Match
from camarilla.engine.options import Option, Value, checked, written
from camarilla.engine.words import plain
from camarilla.games import games, kind
from camarilla.site import errands, metrics, people, ranks, ratings, reminders, statements
from camarilla.site.bell import ring_on_commit
from camarilla.site.models import Entry, Errand, Guest, Person, Remark, Seat, Table
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import (
    SNAPSHOTS,
    Moves,
    Snapshot,
    begin_match,
    changed,
    effective_moves,
    find_snapshot,
    game_of,
    make_game,
    take_snapshot,
)
from camarilla.site.thinker import PREPARING
from camarilla.site.writing import in_turn, write

TRIES = 20  # at the next ply, where several act at once
PATIENCE, GLANCE = 20, 0.05  # how often, after how many seconds, one who has to wait for another looks again
PHRASES = ("hello", "well_played", "thanks", "oops", "thinking", "hurry", "again", "bye")
REMARKS_A_MINUTE = 10
JUMP = timedelta(seconds=5)  # by which clocks of several machines may differ
HINT_PATIENCE = timedelta(seconds=60)
GATHERING, LISTED = 20, 3  # tables of one host that wait for players, and those of them that all can see


def lock_table(table: Table) -> Table:
    """The table as it is at the moment when nobody else can change it: it may have changed since it was looked up."""
    try:
        return Table.objects.select_for_update().get(slug=table.slug)
    except Table.DoesNotExist:
        raise Refusal("no_table", 404) from None


def touch(table: Table, **fields: Any) -> None:
    """Something that pages show is different now."""
    Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1, **fields)
    ring_on_commit(table.pk)


@in_turn
def refresh_pages(table: Table) -> None:
    """Pages of this table have something else to say, though nothing was done."""
    touch(table)


# --- Sitting down ---


def read_options(name: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game as the form gave them. A site reads no files of its own: only the values on offer."""
    schema = kind(name).table_options()
    given: dict[str, Any] = dict(wanted)
    for option in schema:
        if option.name in given:
            read = read_offered if option.other else Option.read
            given[option.name] = read(option, str(given[option.name]))
    return checked(name, schema, given)


def read_offered(option: Option, text: str) -> Value:
    for value in option.values:
        if written(value) == text.strip().lower():
            return value
    raise option.refusal(text)


@dataclass(frozen=True)
class Wish:
    """Who is to sit at a new table's seat."""

    kind: str = "open"  # "me", "friend", "guest", "open" or "bot"
    name: str = ""
    level: str = ""
    person: Person | None = None  # the guest


@in_turn
def new_table(
    host: Person,
    name: str,
    options: Mapping[str, Any],
    wishes: Sequence[Wish],
    *,
    listed: bool = False,
    clock: int = 0,
    sand: int = 0,
    chat: bool = False,
    position: dict[str, Any] | None = None,
) -> Table:
    chosen = read_options(name, options)
    played = make_game(name, json.dumps(chosen, sort_keys=True))
    if len(wishes) != played.players:
        raise Refusal("seats", 400, seats=len(wishes), players=played.players)
    if any(wish.kind == "open" for wish in wishes):
        check_number(host, listed)
    if any(wish.kind == "bot" for wish in wishes):
        errands.check_share(host)
    table = Table.objects.create(
        host=host,
        game=name,
        version=played.version,
        options=played.recorded,
        listed=listed,
        clock=clock,
        sand=sand,
        chat=chat,
        position=position,
    )
    Seat.objects.bulk_create(make_seat(table, host, number, wish) for number, wish in enumerate(wishes))
    start_if_full(table)
    return table


def check_number(host: Person, listed: bool) -> None:
    """Nobody fills the lobby alone."""
    gathering = Table.objects.filter(host=host, stage=Table.Stage.GATHERING)
    if gathering.count() >= GATHERING:
        raise Refusal("too_many_tables", 429, most=GATHERING)
    if listed and gathering.filter(listed=True).count() >= LISTED:
        raise Refusal("too_many_listed", 429, most=LISTED)


def check_name_at(table: Table, name: str) -> None:
    """No two at a table are called alike, however it is written."""
    for other in table.seats.filter(kind=Seat.Kind.PERSON).values_list("name", flat=True):
        if plain(other) == plain(name):
            raise Refusal("name_taken", name=other)


def make_seat(table: Table, host: Person | None, number: int, wish: Wish) -> Seat:
    if wish.kind == "bot":
        if wish.level not in LEVELS:
            raise Refusal("level", 400, value=wish.level, known=list(LEVELS))
        return Seat(table=table, number=number, kind=Seat.Kind.BOT, level=wish.level)
    if host and wish.kind in ("me", "friend"):
        name = host.name if wish.kind == "me" else wish.name
        return Seat(table=table, number=number, kind=Seat.Kind.PERSON, person=host, name=name)
    if wish.person:
        return Seat(table=table, number=number, kind=Seat.Kind.PERSON, person=wish.person, name=wish.name)
    if wish.kind != "open":
        raise Refusal("wish", 400, value=wish.kind)
    return Seat(table=table, number=number)


def start_if_full(table: Table) -> None:
    if not table.seats.filter(kind=Seat.Kind.OPEN).exists():
        begun = Change(begin_match(table)).with_forced_steps()
        Entry.objects.bulk_create(begun.numbered(table, 0))
        fields = {"stage": Table.Stage.PLAYING, **begun.fields(table)}
        table.stage, table.since = fields["stage"], fields["since"]
        plan(Snapshot(table, tuple(table.seats.all()), begun.match, len(begun.entries)))
        touch(table, **fields)


@in_turn
def join(table: Table, person: Person, number: int | None = None) -> None:
    """Take an open seat: what is kept for the person, or else a certain one, or the first."""
    table = lock_table(table)
    if table.stage != Table.Stage.GATHERING:
        raise Refusal("begun")
    if table.seats.filter(person=person, kind=Seat.Kind.PERSON).exists():
        raise Refusal("seated")
    check_name_at(table, person.name)
    free = table.seats.filter(kind=Seat.Kind.OPEN, person=None)
    seat = free.filter(number=number).first() if number is not None else free.first()
    taken = take_kept(table, person) or (
        seat and free.filter(pk=seat.pk).update(kind=Seat.Kind.PERSON, person=person, name=person.name)
    )
    if not taken:
        raise Refusal("taken")
    touch_offer(table, since=timezone.now())
    start_if_full(table)


def take_kept(table: Table, person: Person) -> int:
    """The person sits down where seats are kept for them; at how many."""
    return table.seats.filter(person=person, kind=Seat.Kind.OPEN).update(kind=Seat.Kind.PERSON)


def touch_offer(table: Table, **fields: Any) -> None:
    """Something is different at a table that waits for players. If it is a rematch, the pages of the match before show
    how the offer stands."""
    touch(table, **fields)
    for before in Table.objects.filter(again=table):
        touch(before)


@in_turn
def fill(table: Table, person: Person, level: str) -> None:
    """The host lets bots take the open seats."""
    table = lock_table(table)
    if table.host_id != person.pk:
        raise Refusal("not_host", 403)
    if level not in LEVELS:
        raise Refusal("level", 400, value=level, known=list(LEVELS))
    if table.stage != Table.Stage.GATHERING:
        raise Refusal("begun")
    table.seats.filter(kind=Seat.Kind.OPEN).update(kind=Seat.Kind.BOT, level=level, person=None, name="")
    touch_offer(table)
    start_if_full(table)


@in_turn
def leave(table: Table, person: Person) -> None:
    """Get up: before the match the seat is open again, in the match a bot plays until the person returns. Who is only
    expected declines."""
    table = lock_table(table)
    seats = table.seats.filter(person=person)
    if not seats.exists():
        raise Refusal("not_seated", 403)
    if table.stage == Table.Stage.GATHERING:
        seats.update(kind=Seat.Kind.OPEN, person=None, name="")
        touch_offer(table)
        if table.host_id == person.pk:
            table.delete()
        return
    if table.stage == Table.Stage.OVER:
        raise Refusal("over")
    check_aid(table)
    hand_over(table, person)
    touch(table)


def hand_over(table: Table, person: Person) -> None:
    """A bot plays for somebody until they return."""
    table.seats.filter(person=person).update(away=True)
    errands.ask_for_bots(table)


@in_turn
def come_back(table: Table, person: Person) -> None:
    if not table.seats.filter(person=person, away=True).update(away=False):
        raise Refusal("not_away")
    now = timezone.now()
    if table.clock:
        errands.ask(table, errands.CLOCK, due=now + timedelta(seconds=table.clock))
    touch(table, since=now)


@in_turn
def rematch(table: Table, person: Person) -> Table:
    """Offer another match to the same company, or accept: who asks second meets the offer of who asked first."""
    table = lock_table(table)
    if not table.seats.filter(person=person).exists():
        raise Refusal("not_seated", 403)
    if table.stage != Table.Stage.OVER:
        raise Refusal("not_over")
    again = lock_table(table.again) if table.again else offer_rematch(table, person)
    touch(table, again=again)
    if take_kept(again, person):
        touch(again, since=timezone.now())
        start_if_full(again)
    return again


def offer_rematch(table: Table, host: Person) -> Table:
    """A table for the same people and bots, one seat further on. Bots accept at once; everybody else's seat is kept."""
    again = Table.objects.create(
        host=host,
        game=table.game,
        version=game_of(table).version,
        options=table.options,
        clock=table.clock,
        sand=table.sand,
        chat=table.chat,
        position=table.position,
    )
    seats = list(table.seats.all())
    shifted = seats if table.position else [*seats[1:], *seats[:1]]
    for number, seat in enumerate(shifted):
        Seat.objects.create(table=again, number=number, **keep_for(seat))
    return again


def keep_for(seat: Seat) -> dict[str, Any]:
    """Who is to sit there in a rematch: a bot also for somebody who has left the house for good."""
    if seat.kind == Seat.Kind.PERSON and seat.person_id:
        return {"kind": Seat.Kind.OPEN, "person": seat.person, "name": seat.name}
    return {"kind": Seat.Kind.BOT, "level": seat.level or USUAL}


@in_turn
def put_away(table: Table, person: Person) -> None:
    """A match that this house cannot play on ends here, without a result, if somebody at the table wants that."""
    table = lock_table(table)
    if not table.seats.filter(person=person).exists():
        raise Refusal("not_seated", 403)
    if table.stage != Table.Stage.PLAYING or not is_of_other_rules(table):
        raise Refusal("put_away")
    end_without_result(table)


def end_without_result(table: Table) -> None:
    """Nothing is left to do here; the log stays, and lies open."""
    table.errands.all().delete()
    touch(table, stage=Table.Stage.OVER)
    transaction.on_commit(lambda: SNAPSHOTS.drop(table.slug), robust=True)


@in_turn
def end_by_keeper(table: Table) -> bool:
    """Whoever keeps the house ends a match without a result; whether there was one to end."""
    table = lock_table(table)
    playing = table.stage == Table.Stage.PLAYING
    if playing:
        end_without_result(table)
    return bool(playing)


@in_turn
def unlist(table: Table) -> bool:
    """The table is not on the list in the lobby any more; whether it was."""
    was = lock_table(table).listed
    if was:
        touch(table, listed=False)
    return bool(was)


@in_turn
def rename_everywhere(person: Person, before: str, name: str) -> None:
    """Another name, also where the person has sat down under the one before."""
    people.give_name(person, name)
    seats = Seat.objects.filter(person=person, name=before)
    tables = list(Table.objects.filter(seats__in=seats).distinct())
    seats.update(name=name)
    Guest.objects.filter(person=person, name=before).update(name=name)
    for table in tables:
        touch(table)


def is_of_other_rules(table: Table) -> bool:
    try:
        take_snapshot(table)
    except OtherRules:
        return True
    return False


def raw_record(table: Table) -> dict[str, Any]:
    """The record of a match that cannot be replayed here, from its log alone; None of it is secret once it is over."""
    if table.stage != Table.Stage.OVER:
        raise Refusal("after")
    letters = kind(table.game).letters if table.game in games() else SEAT_LETTERS
    begun = {"position": table.position} if table.position else {"seed": table.seed}
    moves = [f"{letters[seat]} {move}" for seat, move in effective_moves(table.entries.all())]
    head = {"camarilla": FORMAT, "game": table.game, "version": table.version, "options": table.options}
    return {**head, **begun, "moves": moves}


# --- Playing ---


def check_seat(now: Snapshot, person: Person | None, seat: int) -> int:
    """The seat, if it is this person's to play."""
    if seat not in range(len(now.seats)):
        raise Refusal("no_seat", 400, seat=seat)
    if seat not in now.of(person):
        raise Refusal("not_yours", 403)
    if not now.playing:
        raise Refusal("over" if now.table.stage == Table.Stage.OVER else "not_begun")
    return seat


def check_aid(table: Table) -> None:
    """Where a result is compared with others, everybody plays alone and takes nothing back."""
    if table.unaided:
        raise Refusal("unaided")


@dataclass(frozen=True)
class Change:
    """What is done at a table, worked out on a copy of the match, to be written if nobody was quicker."""

    match: Match
    entries: tuple[Entry, ...] = ()
    away: tuple[int, ...] = ()  # seats whose time was up

    def with_forced_steps(self) -> Change:
        """And then what comes by itself: where all can see that a seat has no choice, it is not asked."""
        forced = []
        while choice := next(filter(None, map(self.match.forced, self.match.waiting)), None):
            self.match.play(choice)
            forced.append(Entry(seat=choice.seat, move=choice.move))
        return replace(self, entries=(*self.entries, *forced))

    def numbered(self, table: Table, ply: int) -> tuple[Entry, ...]:
        """The entries as the log takes them in."""
        for number, entry in enumerate(self.entries, ply):
            entry.table, entry.ply = table, number
        return self.entries

    def fields(self, table: Table) -> dict[str, Any]:
        """What becomes of the table."""
        fields: dict[str, Any] = {} if self.away else {"since": timezone.now()}
        glass = self.match.game.hourglass
        if glass and table.turned_by is not None and not glass.may_turn(self.match, table.turned_by):
            fields |= {"turned_by": None, "runs_out": None}
        if self.match.over:
            fields |= {"stage": Table.Stage.OVER, "scores": self.match.scores, "places": self.match.places}
        return fields


def has_duties(now: Snapshot) -> bool:
    """Whether at this table something may be to do that no visitor asks for: for a bot, or because time is up."""
    table = now.table
    return bool(table.clock or table.runs_out or any(map(now.played_by_bot, now.match.game.seats)))


def plan(now: Snapshot, before: Collection[int] = (), acted: Collection[int] = ()) -> None:
    """Have done what is to be done at this table by itself, now that some seats have acted, which waited before."""
    waiting = now.match.waiting if now.playing else ()
    errands.plan(now.table, [level for level in map(now.played_by_bot, waiting) if level], deadline(now))
    reminders.plan(now, before, acted)


class Quicker(Exception):
    """Another has changed the table meanwhile."""


def play(table: Table, seat: int, move: str | int, ply: int, now: Snapshot | None = None) -> Snapshot:
    """Make a move that was chosen when the log had `ply` entries. Who has just looked how the table stands says it.

    Where several act at once others may have been quicker: the move is then made at the next ply, if it still can be.
    """
    for _ in range(PATIENCE):
        if done := at_next_ply(table, lambda now: try_play(now, seat, move, ply), now):
            return done
        time.sleep(GLANCE)
        now = None
    raise Refusal("moved_on")


def try_play(now: Snapshot, seat: int, move: str | int, ply: int) -> Change | None:
    """None if the seat has to wait for another that was quicker and is in the middle of something."""
    check_ply(now, seat, ply)
    if ply < now.ply and now.match.waiting and seat not in now.match.waiting:
        return None
    match = now.match.copy()
    match.play(move, seat)
    return Change(match, (Entry(seat=seat, move=match.steps[-1].move),))


def check_ply(now: Snapshot, seat: int, ply: int) -> None:
    """A choice counts only if its seat has done nothing since the log had `ply` entries, and if nobody has taken
    anything back that it may have been an answer to. Where several act at once, none answers another."""
    if not 0 <= ply <= now.ply:
        raise Refusal("ply", 400)
    later = list(Entry.objects.filter(table=now.table, ply__gte=ply)) if ply < now.ply else []
    answers = len(now.match.waiting) < 2
    if any(entry.kind == Entry.Kind.UNDO and (answers or entry.seat == seat) for entry in later):
        raise Refusal("moved_on")
    if any(entry.seat == seat for entry in later):
        raise Refusal("twice")


def undo(table: Table, seat: int) -> Snapshot:
    """Take the seat's last step back, and with it all that was not asked for."""
    done = at_next_ply(table, lambda now: try_undo(now, seat))
    assert done
    return done


def try_undo(now: Snapshot, seat: int) -> Change:
    check_aid(now.table)
    match = now.match.copy()
    steps = undo_asked(match, seat)
    return Change(match, tuple(Entry(seat=seat, kind=Entry.Kind.UNDO) for _ in range(steps)))


def undo_asked(match: Match, seat: int) -> int:
    """Take back the last step that the seat was asked for, and with it those that came by themselves: how many."""
    match.undo(seat)
    return 1 + undo_asked(match, seat) if match.forced(seat) else 1


def may_undo(match: Match, seat: int) -> bool:
    with suppress(CannotUndo):
        undo_asked(match.copy(), seat)
        return True
    return False


def at_next_ply(
    table: Table, deed: Callable[[Snapshot], Change | None], now: Snapshot | None = None
) -> Snapshot | None:
    """Do something at the ply that comes next: how the table stands then, or None if it was not done. If another was
    quicker, look again. Nothing is locked while it is worked out."""
    for _ in range(TRIES):
        now = now or find_snapshot(table.slug)
        if (change := deed(now)) is None:
            return None
        with suppress(Quicker, IntegrityError):
            return enter(now, change.with_forced_steps())
        now = None
    raise Refusal("busy", 503)


def enter(now: Snapshot, change: Change) -> Snapshot:
    """Write down what was done, unless the table is not as it was any more."""
    fields = {"revision": now.table.revision + 1, **change.fields(now.table)}
    table = changed(now.table, **fields)
    seats = tuple(changed(seat, away=True) if seat.number in change.away else seat for seat in now.seats)
    after = Snapshot(table, seats, change.match, now.ply + len(change.entries), now.remarks)
    write(functools.partial(write_change, now, change, fields, after))
    metrics.MOVES.labels(table.game).inc(len(change.entries))
    return after


def write_change(now: Snapshot, change: Change, fields: dict[str, Any], after: Snapshot) -> None:
    if not statements.update(Table, {"id": now.table.pk, "revision": now.table.revision}, fields):
        raise Quicker
    statements.insert(change.numbered(now.table, now.ply))
    if change.away:
        Seat.objects.filter(table=now.table, number__in=change.away).update(away=True)
    if duty := has_duties(now) or has_duties(after):
        plan(after, now.match.waiting, {entry.seat for entry in change.entries})
    if change.match.over:
        ratings.rate(after.table)
    transaction.on_commit(lambda: SNAPSHOTS.keep(after))  # before the bell rings: whoever hears it finds it there
    ring_on_commit(now.table.pk, duty, after.table.revision, tell_moves(now, change, fields))


def tell_moves(now: Snapshot, change: Change, fields: dict[str, Any]) -> Moves | None:
    """What was done, if the moves are all that is new at the table."""
    if fields.keys() != {"revision", "since"} or any(entry.kind == Entry.Kind.UNDO for entry in change.entries):
        return None
    moves = [(entry.seat, entry.move) for entry in change.entries]
    return now.table.slug, fields["revision"], fields["since"].isoformat(), moves


# --- Clocks, and the hourglass ---


def deadline(now: Snapshot) -> Any:
    """When a clock, or the hourglass, will have run out; None if neither runs."""
    if not now.playing:
        return None
    due = [now.table.runs_out] if now.table.runs_out else []
    if now.table.clock and any(not now.played_by_bot(seat) for seat in now.match.waiting):
        due.append(now.table.since + timedelta(seconds=now.table.clock))
    return min(due, default=None)


def may_turn_glass(now: Snapshot, seat: int) -> bool:
    glass = now.match.game.hourglass
    return bool(glass and now.table.sand and now.table.turned_by is None and glass.may_turn(now.match, seat))


@in_turn
def turn_glass(table: Table, seat: int) -> None:
    now = take_snapshot(lock_table(table))
    glass = now.match.game.hourglass
    if glass is None:
        raise Refusal("no_hourglass")
    if not may_turn_glass(now, seat):
        raise Refusal("hourglass", clause=glass.CLAUSE)
    runs_out = timezone.now() + timedelta(seconds=now.table.sand)
    errands.ask(table, errands.CLOCK, due=min(filter(None, [deadline(now), runs_out])))
    touch(table, turned_by=seat, runs_out=runs_out)


def run_out_of_time(table: Table) -> None:
    """The sand has run out, or somebody's clock."""
    at_next_ply(table, try_run_out)


def try_run_out(now: Snapshot) -> Change | None:
    due = deadline(now)
    if due is None or due > timezone.now():
        return None
    if due == now.table.runs_out:
        return run_out_glass(now)
    return Change(now.match, away=tuple(seat for seat in now.match.waiting if not now.played_by_bot(seat)))


def run_out_glass(now: Snapshot) -> Change:
    match, before = now.match.copy(), len(now.match.steps)
    match.game.hourglass.run_out(match, now.table.turned_by)  # type: ignore[union-attr]  # it was turned
    return Change(match, tuple(Entry(seat=step.seat, move=step.move) for step in match.steps[before:]))


@in_turn
def mend_clocks() -> None:
    """Where the machine's clock was put back a last move lies in the future: from now on it was just now."""
    now = timezone.now()
    for table in Table.objects.filter(stage=Table.Stage.PLAYING, since__gt=now + JUMP):
        runs_out = table.runs_out and now + timedelta(seconds=table.sand)
        due = [runs_out] if runs_out else [now + timedelta(seconds=table.clock)] if table.clock else []
        for one in due:
            errands.ask(table, errands.CLOCK, due=one)
        touch(table, since=now, runs_out=runs_out)


# --- Asking ---


def ask_for_hint(now: Snapshot, seat: int, person: Person | None) -> None:
    """Have somebody think about what the seat might do, unless that is being done already."""
    check_aid(now.table)
    if now.table.game in PREPARING:
        raise Refusal("hint_preparing", 503)
    asked = Errand.objects.filter(table=now.table, kind=Errand.Kind.HINT, seat=seat, ply=now.ply, answer__isnull=True)
    if not asked.exists():
        errands.check_share(person)
        write(lambda: order_hint(now, seat, person))


def order_hint(now: Snapshot, seat: int, person: Person | None) -> None:
    errands.ask(now.table, Errand.Kind.HINT, ranks.HINT, seat=seat, ply=now.ply, person=person)
    Seat.objects.filter(table=now.table, number=seat).update(helped=True)
    ring_on_commit(now.table.pk)


def find_hint(now: Snapshot, seat: int) -> list[tuple[str, float]] | None:
    """The best moves, each with the share of games that it may win; None while somebody is thinking about it."""
    asked = Errand.objects.filter(table=now.table, kind=Errand.Kind.HINT, seat=seat, ply=now.ply).first()
    if asked is None:
        raise Refusal("hint_unasked")
    if asked.answer:
        return [(move, share) for move, share in asked.answer]
    if asked.answer is None and timezone.now() - asked.asked < HINT_PATIENCE:
        return None
    write(asked.delete)  # nobody goes on thinking for who is not waiting any more
    raise Refusal("no_hint", 503)


# --- Talking ---


@in_turn
def say(table: Table, seat: int, phrase: str) -> None:
    if phrase not in PHRASES:
        raise Refusal("phrase", 400, value=phrase[:20])
    minute = timezone.now() - timedelta(minutes=1)
    if Remark.objects.filter(table=table, seat=seat, made__gte=minute).count() >= REMARKS_A_MINUTE:
        raise Refusal("too_much", 429)
    Remark.objects.create(table=table, seat=seat, phrase=phrase)
    touch(table)
