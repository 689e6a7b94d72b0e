"""The steward attends to tables: lets bots move, and looks after clocks.

It knows nothing that is not in the database, so a server that starts picks up every table where it was left.

A bot answers on the beat: never earlier, and later only by whole beats, so that the time it takes tells nothing about
what it holds, not even whether it had a choice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from camarilla.engine.errors import CamarillaError
from camarilla.games import games
from camarilla.site import desk, thinker
from camarilla.site.bell import BELL, EVERY_TABLE
from camarilla.site.models import Table
from camarilla.site.refusals import OtherRules
from camarilla.site.snapshots import take_snapshot
from camarilla.site.thinker import PREPARING
from camarilla.site.threads import in_thread

log = logging.getLogger("camarilla.steward")
LOOK_AGAIN = 30.0  # seconds after which a table is looked at though nobody rang
BEATS = {"eminence": 3}  # of a level; of all others one
THINKERS = thinker.Thinkers(settings.THINKERS)


@dataclass(frozen=True)
class Duty:
    """What is to be done at a table: bots that are to move, by seat, and a time that will be up."""

    bots: dict[int, str]
    together: bool  # whether several seats may act now, people or bots
    ply: int
    task: thinker.Task | None
    due: datetime | None


def find_duty(table: int) -> Duty | None:
    """None if nothing will ever be to do here by itself: then somebody has to ring first."""
    found = Table.objects.filter(pk=table, stage=Table.Stage.PLAYING).first()
    if not found:
        return None
    try:
        now = take_snapshot(found)
    except OtherRules as problem:
        log.warning("table %s is left alone: %s", found.slug, problem)
        return None
    bots = {seat: name for seat in now.match.waiting if (name := now.played_by_bot(seat))}
    task = thinker.make_task(now.match, found.seed, found.position) if bots else None
    due = desk.deadline(now)
    return Duty(bots, len(now.match.waiting) > 1, now.ply, task, due) if bots or due else None


def submit_bot_move(table: int, seat: int, move: str, ply: int) -> None:
    """A bot's move, if the seat is still a bot's."""
    with contextlib.suppress(CamarillaError, Table.DoesNotExist):
        found = Table.objects.get(pk=table)
        if take_snapshot(found).played_by_bot(seat):
            desk.play(found, seat, move, ply)


def run_out_of_time(table: int) -> None:
    with contextlib.suppress(CamarillaError, Table.DoesNotExist):
        desk.run_out_of_time(Table.objects.get(pk=table))


class Steward:
    def __init__(self) -> None:
        self.attending: dict[int, asyncio.Task[None]] = {}

    async def serve(self) -> None:
        """Attend to every table that rings, and first to all where a match is going on."""
        with BELL.heard(EVERY_TABLE) as rings:
            for table in await in_thread(tables_in_play):
                self.attend(table)
            while True:
                self.attend(await rings.get())

    def attend(self, table: int) -> None:
        if table not in self.attending:
            self.attending[table] = asyncio.get_running_loop().create_task(self.at_table(table))

    async def at_table(self, table: int) -> None:
        """As long as there is something to do at this table, or to wait for."""
        with BELL.heard(table) as rings:
            while await self.attend_once(table, rings) or not rings.empty():
                pass
            del self.attending[table]

    async def attend_once(self, table: int, rings: asyncio.Queue[int]) -> bool:
        """Look at the table, and do what is to be done there now. False if there is nothing."""
        while not rings.empty():
            rings.get_nowait()
        try:
            wanted = await in_thread(find_duty, table)
            if wanted and wanted.bots:
                await self.let_move(table, wanted)
            elif wanted:
                await wait_until(wanted.due, rings)
                await in_thread(run_out_of_time, table)
        except Exception:
            log.exception("something went wrong at table %s; it is looked at again", table)
            await asyncio.sleep(1)
            return True
        return wanted is not None

    async def let_move(self, table: int, wanted: Duty) -> None:
        """Every bot that is to move makes one decision, all on the same beat.

        Where all act at the same time nobody can while a bot is in the middle of something, so it goes through with it.
        """
        started = time.monotonic()
        moves = await asyncio.gather(*(think(wanted, seat) for seat in wanted.bots))
        beats = max(BEATS.get(name, 1) for name in wanted.bots.values())
        await asyncio.sleep(to_the_beat(time.monotonic() - started, beats))
        for seat, move in zip(wanted.bots, moves, strict=True):
            await in_thread(submit_bot_move, table, seat, move, wanted.ply)
            while wanted.together and (more := await in_thread(find_duty, table)) and in_the_middle(more, seat):
                await in_thread(submit_bot_move, table, seat, await think(more, seat), more.ply)


def think(wanted: Duty, seat: int) -> asyncio.Future[str]:
    return asyncio.wrap_future(THINKERS.ask(thinker.choose_move, wanted.task, seat, wanted.bots[seat]))


def in_the_middle(wanted: Duty, seat: int) -> bool:
    """Whether everybody is waiting for this bot alone."""
    return list(wanted.bots) == [seat] and not wanted.together


async def prepare_bots() -> None:
    """Have the bots of one game after the other compiled, while people already play. Once done, it takes a moment."""
    wanted = games() if THINKERS.number > 1 else ()  # a thinker alone is left to the bots that are to move
    PREPARING.update(wanted)
    for name in wanted:
        try:
            await asyncio.wrap_future(THINKERS.ask(thinker.compile_game, name, True))
        except Exception:
            log.exception("the bots of %s could not be prepared; they will be when they are to move", name)
        PREPARING.discard(name)
        for table in await in_thread(tables_in_play, name):
            await in_thread(desk.refresh_pages, Table(pk=table))


def to_the_beat(taken: float, beats: int) -> float:
    """How long to wait after thinking for so long."""
    beat = settings.BEAT * beats
    return math.ceil(max(taken, 1e-9) / beat) * beat - taken if beat else 0.0


async def wait_until(due: datetime | None, rings: asyncio.Queue[int]) -> None:
    """Until the time is up, or somebody rings."""
    left = LOOK_AGAIN if due is None else min(LOOK_AGAIN, (due - timezone.now()).total_seconds() + 0.01)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(rings.get(), max(0.01, left))


def tables_in_play(*games: str) -> list[int]:
    """The tables where a match is going on, of all games or of some."""
    tables = Table.objects.filter(stage=Table.Stage.PLAYING)
    return list((tables.filter(game__in=games) if games else tables).values_list("pk", flat=True))
