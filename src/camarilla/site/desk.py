"""The desk: everything that may be done at a table, each thing in one transaction, or refused with a reason.

Whoever asks has been recognised before (see `people`); what the rules say is asked of the match.
"""

from __future__ import annotations

import functools
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from camarilla.bots.ladder import LEVELS, USUAL
from camarilla.engine.errors import BadOption, CamarillaError, CannotUndo
from camarilla.engine.game import SEAT_LETTERS, Game
from camarilla.engine.match import FORMAT, Match
from camarilla.engine.options import Option, Value, checked, written
from camarilla.games import game, games, kind
from camarilla.site import WORDS
from camarilla.site.bell import BELL
from camarilla.site.models import Entry, Person, Remark, Seat, Table

STAND_IN = USUAL  # plays for somebody who is away
KEPT_MATCHES = 64
TRIES = 5  # at the next ply, where several act at once
PATIENCE, GLANCE = 20, 0.05  # how often, after how many seconds, one who has to wait for another looks again
PHRASES = ("hello", "well_played", "thanks", "oops", "thinking", "hurry", "again", "bye")
REMARKS_A_MINUTE = 10


class Refusal(CamarillaError):
    """Something that cannot be done at this table; `status` is HTTP's word for why."""

    def __init__(self, key: str, status: int = 409, **parts: Any) -> None:
        self.status = status
        super().__init__(WORDS(f"refusal.{key}", **parts))


class OtherRules(Refusal):
    """A table of rules, or of a game, that this house does not have: it is left alone, and says so."""

    def __init__(self, table: Table, key: str, **parts: Any) -> None:
        self.table = table
        super().__init__(f"other_rules.{key}", **parts)


# --- How a table stands ---


@dataclass(frozen=True)
class Snapshot:
    """A table with its seats, its match and the number of entries in its log."""

    table: Table
    seats: tuple[Seat, ...]
    match: Match
    ply: int

    def of(self, person: Person | None) -> list[int]:
        """The seats of a person: several if friends play on one device."""
        return [seat.number for seat in self.seats if person and seat.person_id == person.key]

    @property
    def playing(self) -> bool:
        return bool(self.table.stage == Table.Stage.PLAYING)

    def played_by_bot(self, seat: int) -> str:
        """The level of the bot that plays the seat now, "" if a person does."""
        here = self.seats[seat]
        return str(here.level) if here.kind == Seat.Kind.BOT else STAND_IN if here.away else ""


def take_snapshot(table: Table) -> Snapshot:
    match, ply = MATCHES.of(table)
    return Snapshot(table, tuple(table.seats.all()), match, ply)


def get_table(slug: str) -> Table:
    try:
        return Table.objects.get(slug=slug)
    except Table.DoesNotExist:
        raise Refusal("no_table", 404) from None


def reload(table: Table) -> Table:
    """The table as it is at the moment when nobody else can write: it may have changed since it was looked up."""
    return get_table(table.slug)


@functools.lru_cache(maxsize=256)
def _game(name: str, options: str) -> Game:
    return game(name, **json.loads(options))


def game_of(table: Table) -> Game:
    """The game of a table, if this house has it, and has the rules that the table was begun by."""
    if table.game not in games():
        raise OtherRules(table, "game", game=table.game)
    made = kind(table.game)
    if not made.replays(table.version):
        raise OtherRules(table, "version", game=made.words("title"), version=table.version, ours=made.rules.VERSION)
    try:
        return _game(table.game, json.dumps(table.options, sort_keys=True))
    except BadOption as problem:
        raise OtherRules(table, "options", game=made.words("title"), problem=problem.message) from problem


def begin_match(table: Table) -> Match:
    """The match before its first move."""
    played = game_of(table)
    return played.at(table.position) if table.position else played.new(table.seed)


def effective_moves(entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """The moves that count: an undo takes back the last of its seat."""
    moves: list[tuple[int, str]] = []
    for entry in entries:
        if entry.kind == Entry.Kind.MOVE:
            moves.append((entry.seat, entry.move))
        else:
            last = max(number for number, (seat, _) in enumerate(moves) if seat == entry.seat)
            del moves[last]
    return moves


def replay(table: Table, match: Match, moves: Iterable[tuple[int, str]]) -> None:
    """Play the log's moves. One that is refused was made by other rules, whatever their version says."""
    for seat, move in moves:
        try:
            match.play(move, seat)
        except CamarillaError as problem:
            parts = {"game": match.game.title, "number": len(match.steps) + 1, "move": move, "problem": problem.message}
            raise OtherRules(table, "move", **parts) from problem


class Matches:
    """Matches as replayed so far. Only a shortcut: the log says what is true."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[int, Match]] = OrderedDict()

    def of(self, table: Table) -> tuple[Match, int]:
        """The match and its ply. Nobody may change this match: play on a copy."""
        with self._lock:
            ply, match = self._kept.get(table.slug, (0, None))
        new = list(Entry.objects.filter(table=table, ply__gte=ply))
        if match is None or any(entry.kind == Entry.Kind.UNDO for entry in new):
            new = list(Entry.objects.filter(table=table))
            match = begin_match(table)
        elif new:
            match = match.copy()
        replay(table, match, effective_moves(new))
        ply = new[-1].ply + 1 if new else ply
        self.keep(table, match, ply)
        return match, ply

    def keep(self, table: Table, match: Match, ply: int) -> None:
        with self._lock:
            if ply >= self._kept.get(table.slug, (0, None))[0]:
                self._kept[table.slug] = ply, match
            self._kept.move_to_end(table.slug)
            while len(self._kept) > KEPT_MATCHES:
                self._kept.popitem(last=False)


MATCHES = Matches()


def touch(table: Table, **fields: Any) -> None:
    """Something that pages show is different now."""
    Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1, **fields)
    transaction.on_commit(functools.partial(BELL.ring, table.pk))


def refresh_pages(table: int) -> None:
    """Pages of this table have something else to say, though nothing was done."""
    Table.objects.filter(pk=table).update(revision=F("revision") + 1)
    BELL.ring(table)


# --- Sitting down ---


def read_options(name: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game as the form gave them. A site reads no files of its own: only the values on offer."""
    schema = kind(name).options
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

    kind: str = "open"  # "me", "friend", "open" or "bot"
    name: str = ""
    level: str = ""


@transaction.atomic
def new_table(
    host: Person,
    name: str,
    options: Mapping[str, Any],
    wishes: Sequence[Wish],
    *,
    listed: bool = False,
    clock: int = 0,
    sand: int = 0,
    position: dict[str, Any] | None = None,
) -> Table:
    chosen = read_options(name, options)
    played = _game(name, json.dumps(chosen, sort_keys=True))
    if len(wishes) != played.players:
        raise Refusal("seats", 400, seats=len(wishes), players=played.players)
    table = Table.objects.create(
        host=host,
        game=name,
        version=played.version,
        options=played.recorded,
        listed=listed,
        clock=clock,
        sand=sand,
        position=position,
    )
    Seat.objects.bulk_create(make_seat(table, host, number, wish) for number, wish in enumerate(wishes))
    start_if_full(table)
    return table


def make_seat(table: Table, host: Person, number: int, wish: Wish) -> Seat:
    if wish.kind == "bot":
        if wish.level not in LEVELS:
            raise Refusal("level", 400, value=wish.level, known=list(LEVELS))
        return Seat(table=table, number=number, kind=Seat.Kind.BOT, level=wish.level)
    if wish.kind in ("me", "friend"):
        name = host.name if wish.kind == "me" else wish.name
        return Seat(table=table, number=number, kind=Seat.Kind.PERSON, person=host, name=name)
    if wish.kind != "open":
        raise Refusal("wish", 400, value=wish.kind)
    return Seat(table=table, number=number)


def start_if_full(table: Table) -> None:
    if not table.seats.filter(kind=Seat.Kind.OPEN).exists():
        table.stage, table.since = Table.Stage.PLAYING, timezone.now()
        touch(table, stage=table.stage, since=table.since)
        append(table, begin_match(table), 0, [])


@transaction.atomic
def join(table: Table, person: Person, number: int | None = None) -> None:
    """Take an open seat: a certain one, or the first."""
    table = reload(table)
    free = table.seats.filter(kind=Seat.Kind.OPEN)
    if table.stage != Table.Stage.GATHERING:
        raise Refusal("begun")
    if table.seats.filter(person=person).exists():
        raise Refusal("seated")
    seat = free.filter(number=number).first() if number is not None else free.first()
    taken = seat and free.filter(pk=seat.pk).update(kind=Seat.Kind.PERSON, person=person, name=person.name)
    if not taken:
        raise Refusal("taken")
    touch(table)
    start_if_full(table)


@transaction.atomic
def fill(table: Table, person: Person, level: str) -> None:
    """The host lets bots take the open seats."""
    table = reload(table)
    if table.host_id != person.key:
        raise Refusal("not_host", 403)
    if level not in LEVELS:
        raise Refusal("level", 400, value=level, known=list(LEVELS))
    if table.stage != Table.Stage.GATHERING:
        raise Refusal("begun")
    table.seats.filter(kind=Seat.Kind.OPEN).update(kind=Seat.Kind.BOT, level=level)
    touch(table)
    start_if_full(table)


@transaction.atomic
def leave(table: Table, person: Person) -> None:
    """Get up: before the match the seat is open again, in the match a bot plays until the person returns."""
    table = reload(table)
    seats = table.seats.filter(person=person)
    if not seats.exists():
        raise Refusal("not_seated", 403)
    if table.stage == Table.Stage.GATHERING:
        if table.host_id == person.key:
            transaction.on_commit(functools.partial(BELL.ring, table.pk))
            table.delete()
            return
        seats.update(kind=Seat.Kind.OPEN, person=None, name="")
    elif table.stage == Table.Stage.PLAYING:
        seats.update(away=True)
    else:
        raise Refusal("over")
    touch(table)


@transaction.atomic
def come_back(table: Table, person: Person) -> None:
    if not table.seats.filter(person=person, away=True).update(away=False):
        raise Refusal("not_away")
    touch(table, since=timezone.now())


@transaction.atomic
def rematch(table: Table, person: Person) -> Table:
    """The same people and bots once more, one seat further on. Who asks second finds the table of who asked first."""
    table = reload(table)
    if table.stage != Table.Stage.OVER:
        raise Refusal("not_over")
    if not table.seats.filter(person=person).exists():
        raise Refusal("not_seated", 403)
    if table.again:
        return table.again
    again = Table.objects.create(
        host=person,
        game=table.game,
        version=game_of(table).version,
        options=table.options,
        listed=table.listed,
        clock=table.clock,
        sand=table.sand,
        position=table.position,
    )
    seats = list(table.seats.all())
    shifted = seats if table.position else [*seats[1:], *seats[:1]]
    for number, seat in enumerate(shifted):
        Seat.objects.create(
            table=again, number=number, kind=seat.kind, person=seat.person, name=seat.name, level=seat.level
        )
    table.again = again
    touch(table, again=again)
    start_if_full(again)
    return again


@transaction.atomic
def put_away(table: Table, person: Person) -> None:
    """A match that this house cannot play on ends here, without a result, if somebody at the table wants that."""
    table = reload(table)
    if not table.seats.filter(person=person).exists():
        raise Refusal("not_seated", 403)
    if table.stage != Table.Stage.PLAYING or not is_of_other_rules(table):
        raise Refusal("put_away")
    touch(table, stage=Table.Stage.OVER)


def is_of_other_rules(table: Table) -> bool:
    try:
        MATCHES.of(table)
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


def play(table: Table, seat: int, move: str, ply: int) -> None:
    """Make a move that was chosen when the log had `ply` entries.

    Where several act at once others may have been quicker: the move is then made at the next ply, if it still can be.
    """
    for _ in range(PATIENCE):
        if at_next_ply(table, lambda now: try_play(now, seat, move, ply)):
            return
        time.sleep(GLANCE)
    raise Refusal("moved_on")


def try_play(now: Snapshot, seat: int, move: str, ply: int) -> bool:
    """False if the seat has to wait for another that was quicker and is in the middle of something."""
    if seat in since(now, ply):
        raise Refusal("twice")
    if ply < now.ply and now.match.waiting and seat not in now.match.waiting:
        return False
    match = now.match.copy()
    match.play(move, seat)
    append(now.table, match, now.ply, [Entry(seat=seat, move=match.steps[-1].move)])
    return True


def since(now: Snapshot, ply: int) -> set[int]:
    """The seats that have done something since the log had `ply` entries."""
    if not 0 <= ply <= now.ply:
        raise Refusal("ply", 400)
    if ply == now.ply:
        return set()
    later = Entry.objects.filter(table=now.table, ply__gte=ply)
    if any(entry.kind == Entry.Kind.UNDO for entry in later):
        raise Refusal("moved_on")
    return {entry.seat for entry in later}


def undo(table: Table, seat: int) -> None:
    """Take the seat's last step back, and with it all that was not asked for."""
    at_next_ply(table, lambda now: try_undo(now, seat))


def try_undo(now: Snapshot, seat: int) -> bool:
    match = now.match.copy()
    steps = undo_asked(match, seat)
    append(now.table, match, now.ply, [Entry(seat=seat, kind=Entry.Kind.UNDO) for _ in range(steps)])
    return True


def undo_asked(match: Match, seat: int) -> int:
    """Take back the last step that the seat was asked for, and with it those that came by themselves: how many."""
    match.undo(seat)
    return 1 + undo_asked(match, seat) if match.forced(seat) else 1


def may_undo(match: Match, seat: int) -> bool:
    with suppress(CannotUndo):
        undo_asked(match.copy(), seat)
        return True
    return False


def at_next_ply(table: Table, deed: Callable[[Snapshot], bool]) -> bool:
    """Do something at the ply that comes next, and say whether it was done; if another was quicker, look again."""
    for _ in range(TRIES):
        with suppress(IntegrityError), transaction.atomic():
            return deed(take_snapshot(Table.objects.get(pk=table.pk)))
    raise Refusal("busy", 503)


def append(table: Table, match: Match, ply: int, entries: list[Entry]) -> None:
    """Write into the log what was done, and then what nobody need be asked for."""
    entries = [*entries, *play_forced(match)]
    for number, entry in enumerate(entries):
        entry.table, entry.ply = table, ply + number
    Entry.objects.bulk_create(entries)
    fields: dict[str, Any] = {"since": timezone.now()}
    glass = match.game.hourglass
    if glass and table.turned_by is not None and not glass.may_turn(match, table.turned_by):
        fields |= {"turned_by": None, "runs_out": None}
    if match.over:
        fields |= {"stage": Table.Stage.OVER, "scores": match.scores, "places": match.places}
    touch(table, **fields)
    if entries:
        transaction.on_commit(functools.partial(MATCHES.keep, table, match, ply + len(entries)))


def play_forced(match: Match) -> list[Entry]:
    """The steps that come by themselves: where all can see that a seat has no choice, it is not asked."""
    entries: list[Entry] = []
    while choice := next(filter(None, map(match.forced, match.waiting)), None):
        match.play(choice)
        entries.append(Entry(seat=choice.seat, move=choice.move))
    return entries


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


@transaction.atomic
def turn_glass(table: Table, seat: int) -> None:
    now = take_snapshot(Table.objects.get(pk=table.pk))
    glass = now.match.game.hourglass
    if glass is None:
        raise Refusal("no_hourglass")
    if not may_turn_glass(now, seat):
        raise Refusal("hourglass", clause=glass.CLAUSE)
    touch(table, turned_by=seat, runs_out=timezone.now() + timedelta(seconds=now.table.sand))


def run_out_of_time(table: Table) -> None:
    """The sand has run out, or somebody's clock."""
    at_next_ply(table, try_run_out)


def try_run_out(now: Snapshot) -> bool:
    due = deadline(now)
    if due is None or due > timezone.now():
        return False
    if due == now.table.runs_out:
        run_out_glass(now)
        return True
    late = [seat for seat in now.match.waiting if not now.played_by_bot(seat)]
    now.table.seats.filter(number__in=late).update(away=True)
    touch(now.table)
    return True


def run_out_glass(now: Snapshot) -> None:
    match, before = now.match.copy(), len(now.match.steps)
    match.game.hourglass.run_out(match, now.table.turned_by)  # type: ignore[union-attr]  # it was turned
    append(now.table, match, now.ply, [Entry(seat=step.seat, move=step.move) for step in match.steps[before:]])


# --- Talking ---


@transaction.atomic
def say(table: Table, seat: int, phrase: str) -> None:
    if phrase not in PHRASES:
        raise Refusal("phrase", 400, value=phrase[:20])
    minute = timezone.now() - timedelta(minutes=1)
    if Remark.objects.filter(table=table, seat=seat, made__gte=minute).count() >= REMARKS_A_MINUTE:
        raise Refusal("too_much", 429)
    Remark.objects.create(table=table, seat=seat, phrase=phrase)
    touch(table)
