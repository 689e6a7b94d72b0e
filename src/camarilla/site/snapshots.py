"""How tables stand: each looked up once for all who ask, and kept until something about it changes.

The log of a table says what is true; what is kept here is only a shortcut. A table's revision grows with everything
that a page shows, so one small question tells whether what is kept is still how it stands.
"""

from __future__ import annotations

import copy
import functools
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.conf import settings
from django.db import DataError, connection

from camarilla.bots.ladder import USUAL
from camarilla.engine.errors import BadOption, CamarillaError
from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.games import game, games, kind
from camarilla.site import metrics
from camarilla.site.models import Entry, Person, Remark, Seat, Table
from camarilla.site.refusals import OtherRules, PutAway, Refusal

STAND_IN = USUAL  # plays for somebody who is away
SAID, SAID_IN_CHAT = 4, 30  # remarks
WHILE = 900.0  # seconds for which one is kept that nobody asks for
A_STEP = 3_000  # bytes that a step of a match takes beside the state before it

Row = TypeVar("Row", Table, Seat)
Moves = tuple[str, int, str, list[tuple[int, str]]]  # a table's name and revision, since when, who did what


@dataclass(frozen=True)
class Snapshot:
    """A table with its seats, its match, the number of entries in its log, and what was said last. Nobody may change
    any of it: play on a copy of the match."""

    table: Table
    seats: tuple[Seat, ...]
    match: Match
    ply: int
    remarks: tuple[Remark, ...] = ()
    drawings: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # by who may see the same
    pencil: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)  # held by who draws it

    def of(self, person: Person | None) -> list[int]:
        """The seats of a person: several if friends play on one device. What is kept for somebody is not theirs yet."""
        taken = (seat for seat in self.seats if seat.kind != Seat.Kind.OPEN)
        return [seat.number for seat in taken if person and seat.person_id == person.pk]

    @property
    def playing(self) -> bool:
        return bool(self.table.stage == Table.Stage.PLAYING)

    def played_by_bot(self, seat: int) -> str:
        """The level of the bot that plays the seat now, "" if a person does."""
        here = self.seats[seat]
        return str(here.level) if here.kind == Seat.Kind.BOT else STAND_IN if here.away else ""

    @property
    def size(self) -> int:
        """Bytes of memory, roughly: every step keeps the state before it."""
        return (len(self.match.steps) + 1) * (self.match.state.nbytes + A_STEP)


# --- The match of a table ---


@functools.lru_cache(maxsize=256)
def make_game(name: str, options: str) -> Game:
    return game(name, **json.loads(options))


def game_of(table: Table) -> Game:
    """The game of a table, if this house has it, and has the rules that the table was begun by."""
    if table.game not in games():
        raise OtherRules(table, "game", game=table.game)
    made = kind(table.game)
    if not made.replays(table.version):
        raise OtherRules(table, "version", game=made.words("title"), version=table.version, ours=made.rules.VERSION)
    try:
        return make_game(table.game, json.dumps(table.options, sort_keys=True))
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


def played_on(table: Table, before: Snapshot | None) -> tuple[Match, int]:
    """The match and its ply, from what was known before, or from its first move."""
    ply = before.ply if before else 0
    new = list(Entry.objects.filter(table=table, ply__gte=ply))
    if before is None or any(entry.kind == Entry.Kind.UNDO for entry in new):
        new = list(Entry.objects.filter(table=table))
        match = begin_match(table)
    else:
        match = before.match.copy() if new else before.match
    replay(table, match, effective_moves(new))
    return match, new[-1].ply + 1 if new else ply


# --- Those that are kept ---


class Snapshots:
    """The latest snapshots, as many as fit into so many bytes; those that nobody asked for longest go first. What
    nobody has asked for in a while goes, too: to replay a match takes some milliseconds."""

    def __init__(self, room: int) -> None:
        self.room, self.taken = room, 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._asked: dict[str, float] = {}  # when they were asked for last

    def get(self, slug: str) -> Snapshot | None:
        with self._lock:
            if slug in self._kept:
                self._note(slug)
            return self._kept.get(slug)

    def _note(self, slug: str) -> None:
        self._kept.move_to_end(slug)
        self._asked[slug] = time.monotonic()

    def keep(self, new: Snapshot) -> Snapshot:
        """Unless a later one is here already. Of two that are alike the first is kept, and given, with its drawings."""
        with self._lock:
            old = self._kept.get(new.table.slug)
            if old and old.table.revision == new.table.revision:
                return old
            if old is None or old.table.revision < new.table.revision:
                self._kept[new.table.slug] = new
                self._note(new.table.slug)
                self.taken += new.size - (old.size if old else 0)
            while len(self._kept) > 1 and (self.taken > self.room or self._oldest < time.monotonic() - WHILE):
                slug, gone = self._kept.popitem(last=False)
                self.taken -= gone.size
                del self._asked[slug]
            metrics.SNAPSHOTS.set(len(self._kept))
            metrics.SNAPSHOT_BYTES.set(self.taken)
        return new

    @property
    def _oldest(self) -> float:
        return self._asked[next(iter(self._kept))]

    def drop(self, slug: str) -> None:
        with self._lock:
            if old := self._kept.pop(slug, None):
                self.taken -= old.size
                del self._asked[slug]

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._asked.clear()
            self.taken = 0

    def __len__(self) -> int:
        return len(self._kept)


SNAPSHOTS = Snapshots(settings.SNAPSHOTS)


def find_snapshot(slug: str, told: int = 0) -> Snapshot:
    """How the table with this name stands. Who was told of a revision need not ask whether there is a later one."""
    here = SNAPSHOTS.get(slug)
    if here and (here.table.revision >= told if told else revision_of(slug) == here.table.revision):
        return here
    return take_snapshot(get_table(slug))


def play_on(slug: str, revision: int, since: str, moves: Sequence[tuple[int, str]]) -> None:
    """Bring what is kept up to moves that another process has written, if they are the very next thing that happened;
    otherwise who wants to know will ask the database."""
    here = SNAPSHOTS.get(slug)
    if here and here.table.revision == revision - 1:
        table, match = changed(here.table, revision=revision, since=datetime.fromisoformat(since)), here.match.copy()
        with suppress(OtherRules):
            replay(table, match, moves)
            SNAPSHOTS.keep(Snapshot(table, here.seats, match, here.ply + len(moves), here.remarks))


def changed(row: Row, **fields: Any) -> Row:
    """A copy of a row, with these fields."""
    new = copy.copy(row)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def find_to_play(slug: str, ply: int) -> Snapshot:
    """How the table stands for who is about to move, and has seen so many plies. What is kept is good enough if it is
    no older than that: whatever else has changed shows when the move is written."""
    here = SNAPSHOTS.get(slug)
    return here if here and here.playing and here.ply >= ply else find_snapshot(slug)


def take_snapshot(table: Table) -> Snapshot:
    """How a table stands that has just been looked up."""
    if table.stage == Table.Stage.OVER and table.scores is None:
        raise PutAway(table)
    while True:
        here = SNAPSHOTS.get(table.slug)
        if here and here.table.revision == table.revision:
            return here
        match, ply = played_on(table, here)
        taken = Snapshot(table, tuple(table.seats.all()), match, ply, find_remarks(table))
        if revision_of(table.slug) == table.revision:
            return SNAPSHOTS.keep(taken)
        table = get_table(table.slug)  # it has changed in the meantime


def find_remarks(table: Table) -> tuple[Remark, ...]:
    """What was said last. Where there is a chat, by those who play and by those who watch: neither crowds out the
    other."""
    latest = table.remarks.order_by("-pk")
    if not table.chat:
        return tuple(latest.filter(text="")[:SAID])[::-1]
    rooms = (latest.filter(seat__isnull=watching)[:SAID_IN_CHAT] for watching in (False, True))
    return tuple(sorted((one for room in rooms for one in room), key=lambda one: one.pk))


def revision_of(slug: str) -> int | None:
    """None if there is no such table. Everybody asks this all the time, so it is asked without ceremony."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT revision FROM {Table._meta.db_table} WHERE slug = %s", [slug])
        found = cursor.fetchone()
    return int(found[0]) if found else None


def get_table(slug: str) -> Table:
    try:
        return Table.objects.get(slug=slug)
    except (Table.DoesNotExist, DataError):  # PostgreSQL cannot even be asked for some signs
        raise Refusal("no_table", 404) from None
