"""The steward does errands: lets bots move, looks after clocks, thinks about hints and finished matches.

It knows nothing that is not in the database. Several may serve the same house, in the process that shows the pages, in
others and on other machines (`camarilla think`): each takes the errands that it has thinkers for, and what one of them
was doing when it died is done by another.

A bot answers on the beat: never earlier, and later only by whole beats, so that the time it takes tells nothing about
what it holds, not even whether it had a choice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from camarilla.bots.compiling import compile_game, is_whole
from camarilla.bots.patience import PATIENCE
from camarilla.engine.aside import find_failure, name_of, start_aside
from camarilla.engine.compiling import prepare
from camarilla.engine.errors import CamarillaError
from camarilla.engine.runtime import AT_ONCE
from camarilla.games import game, games, kind
from camarilla.site import analyst, desk, errands, letters, metrics, ranks, sweep, thinker
from camarilla.site.bell import BELL, EVERY_TABLE, carry_rings
from camarilla.site.models import Errand, Table
from camarilla.site.refusals import OtherRules
from camarilla.site.snapshots import take_snapshot
from camarilla.site.thinker import PREPARING
from camarilla.site.threads import in_thread
from camarilla.site.writing import write

log = logging.getLogger("camarilla.steward")
LOOK = 1.0  # seconds after which it is looked for errands though nobody rang: a clock may be up, or somebody dead
ROUND = 60.0  # seconds between two rounds of the house
ALIVE = 30.0  # seconds after which a steward who has not looked for errands is taken for lost
ANY = range(1000)  # every rank
BEATS = {"eminence": 3}  # of a level; of all others one
THINKERS = thinker.Thinkers(settings.THINKERS)
SOON = timedelta(seconds=1)  # after which it is looked whether a search has been compiled
SLICE = 1.0  # seconds for which an analysis goes on before others have their turn


# --- What is to be done at a table ---


@dataclass(frozen=True)
class Duty:
    """What is to be done at a table: bots that are to move, by seat, and a time that will be up."""

    bots: dict[int, str]
    together: bool  # whether several seats may act now, people or bots
    ply: int
    task: thinker.Task | None
    due: datetime | None


def find_duty(table: int) -> Duty | None:
    """None if nothing is to be done here until somebody acts."""
    found = Table.objects.filter(pk=table, stage=Table.Stage.PLAYING).first()
    if not found:
        return None
    try:
        now = take_snapshot(found)
    except OtherRules as problem:
        log.warning("table %s is left alone: %s", found.pk, problem)
        return None
    levels = {seat: name for seat in now.match.waiting if (name := now.played_by_bot(seat))}
    bots = {seat: thinker.at_hand(now.match.game, name) for seat, name in levels.items()}
    task = thinker.make_task(now.match, found.seed, found.position, patience(found)) if bots else None
    due = desk.deadline(now)
    return Duty(bots, len(now.match.waiting) > 1, now.ply, task, due) if bots or due else None


def patience(table: Table) -> float:
    """How many seconds a bot may take. Where a deal is shared, all that it needs: one that the level below replaced,
    because a machine was busy, would be another opponent than everybody else has."""
    return math.inf if table.deal_id else PATIENCE


def submit_bot_move(table: int, seat: int, move: str, ply: int) -> None:
    """A bot's move, if the seat is still a bot's."""
    with contextlib.suppress(CamarillaError, Table.DoesNotExist):
        found = Table.objects.get(pk=table)
        if take_snapshot(found).played_by_bot(seat):
            desk.play(found, seat, move, ply)


def settle(errand: Errand) -> None:
    """Bots have moved. What comes next was asked for with their moves; if they did not come about, it is not done."""
    wanted = find_duty(errand.table_id)
    if wanted and wanted.bots:
        errands.let_go(errand)
        return
    if wanted and not Errand.objects.filter(table=errand.table_id, kind=errands.CLOCK).exists():
        write(lambda: errands.ask(errand.table, errands.CLOCK, due=wanted.due))
    errands.finish(errand)


def look_at_clock(errand: Errand) -> None:
    """Who is out of time is; otherwise it is looked at again when that will be so."""
    with contextlib.suppress(CamarillaError):
        desk.run_out_of_time(errand.table)
    wanted = find_duty(errand.table_id)
    if wanted and wanted.due:
        errands.later(errand, wanted.due)
    else:
        errands.finish(errand)


def find_question(errand: Errand) -> thinker.Task | None:
    """What a hint is about, unless the match has gone on."""
    now = take_snapshot(errand.table)
    asked = now.playing and now.ply == errand.ply and errand.seat in now.match.waiting
    return thinker.make_task(now.match, now.table.seed, now.table.position) if asked else None


def make_round() -> None:
    """Now and then it is looked whether anything was forgotten anywhere."""
    write(errands.restore)
    desk.mend_clocks()


# --- The steward ---


class Steward:
    def __init__(self, shows_pages: bool = True) -> None:
        self.name = secrets.token_hex(8)
        self.shows_pages = shows_pages
        self.attending: set[asyncio.Task[None]] = set()
        self.thinking: dict[int, int] = {}  # the ranks of the errands that a thinker is busy with
        self.slots = max(1, THINKERS.number)
        self.rings: asyncio.Queue[int] = asyncio.Queue()
        self.looked = time.monotonic()  # for errands, the last time

    @property
    def alive(self) -> bool:
        return time.monotonic() - self.looked < ALIVE

    async def serve(self) -> None:
        """Do what there is to do, as long as the house is open."""
        await self.retried(in_thread(errands.take_over))
        beside = [asyncio.get_running_loop().create_task(work) for work in (self.hold_on(), self.sweep())]
        round_due = 0.0
        with BELL.heard(EVERY_TABLE) as self.rings:
            try:
                while True:
                    if time.monotonic() >= round_due:
                        await self.retried(in_thread(make_round))
                        round_due = time.monotonic() + ROUND
                    await self.retried(self.take_errands())
                    self.looked = time.monotonic()
                    await self.rung()
            finally:
                for work in beside:
                    work.cancel()

    async def close(self) -> None:
        """Leave what is being done to others, who can go on at once."""
        for task in self.attending:
            task.cancel()
        await asyncio.gather(*self.attending, return_exceptions=True)
        await self.retried(in_thread(errands.let_go_all, self.name))

    async def retried(self, work: Any) -> None:
        """Whatever goes wrong, and be it the database, there is a next time."""
        try:
            await work
        except Exception as problem:
            log.warning("the steward was hindered, and tries again: %s", problem)

    async def rung(self) -> None:
        """Until somebody rings, or it is time to look anyway."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.rings.get(), LOOK)
        while not self.rings.empty():
            self.rings.get_nowait()

    async def hold_on(self) -> None:
        while True:
            await asyncio.sleep(errands.LEASE.total_seconds() / 3)
            if self.attending:
                await self.retried(in_thread(errands.hold_on, self.name))

    async def sweep(self) -> None:
        while True:
            await self.retried(in_thread(sweep.sweep_if_due))
            await asyncio.sleep(sweep.LOOK)

    async def take_errands(self) -> None:
        while errand := await in_thread(errands.claim, self.name, self.ranks):
            self.thinking[errand.pk] = errand.rank
            task = asyncio.get_running_loop().create_task(self.attend(errand))
            self.attending.add(task)
            task.add_done_callback(self.attending.discard)

    @property
    def ranks(self) -> range:
        """What can be taken on now. Of several thinkers one is always left to what is quickly thought out."""
        busy = [rank for rank in self.thinking.values() if rank >= ranks.AT_ONCE]
        if len(busy) >= self.slots:
            return range(ranks.AT_ONCE)
        deep = sum(rank >= ranks.DEEP for rank in busy)
        return range(ranks.DEEP) if deep >= max(1, self.slots - 1) else ANY

    def free(self, errand: Errand) -> None:
        """Its thinker has time for another."""
        if self.thinking.pop(errand.pk, None) is not None:
            self.rings.put_nowait(EVERY_TABLE)

    async def attend(self, errand: Errand) -> None:
        deeds = {
            "move": self.let_move,
            "clock": self.look_at_clock,
            "hint": self.advise,
            "analysis": self.analyse,
            "mail": self.deliver,
            "confirm": self.deliver,
        }
        try:
            if await in_thread(self.has_to_wait, errand):
                await in_thread(errands.later, errand, timezone.now() + SOON)
            else:
                await deeds[errand.kind](errand)
        except Exception:
            log.exception("something went wrong at table %s; it is looked at again", errand.table_id)
            await asyncio.sleep(1)
            await self.retried(in_thread(errands.let_go, errand))
        finally:
            self.free(errand)

    def has_to_wait(self, errand: Errand) -> bool:
        """Whether it needs a search that is not compiled yet. A bot that does has a stand-in, where pages say so."""
        searches = errand.rank >= ranks.HINT and not (errand.kind == errands.MOVE and self.shows_pages)
        return bool(PREPARING) and searches and errand.table.game in PREPARING

    async def let_move(self, errand: Errand) -> None:
        """Every bot that is to move makes one decision, all on the same beat.

        Where all act at the same time nobody can while a bot is in the middle of something, so it goes through with it.
        """
        table, wanted = errand.table_id, await in_thread(find_duty, errand.table_id)
        if wanted and wanted.bots:
            started = time.monotonic()
            moves = await asyncio.gather(*(think(wanted, seat) for seat in wanted.bots))
            self.free(errand)
            beats = max(BEATS.get(name, 1) for name in wanted.bots.values())
            await asyncio.sleep(to_the_beat(time.monotonic() - started, beats))
            for seat, move in zip(wanted.bots, moves, strict=True):
                await in_thread(submit_bot_move, table, seat, move, wanted.ply)
                while wanted.together and (more := await in_thread(find_duty, table)) and in_the_middle(more, seat):
                    await in_thread(submit_bot_move, table, seat, await think(more, seat), more.ply)
        await in_thread(settle, errand)

    async def look_at_clock(self, errand: Errand) -> None:
        await in_thread(look_at_clock, errand)

    async def deliver(self, errand: Errand) -> None:
        """A letter. The mail server is waited for in a thread that no visitor needs."""
        if letter := await in_thread(letters.take, errand):
            fate = await asyncio.to_thread(letters.send, letter)
            await in_thread(letters.settle, errand, fate)

    async def advise(self, errand: Errand) -> None:
        """A hint that nobody can find is answered, too: with nothing."""
        question, found = await in_thread(find_question, errand), []
        try:
            if question:
                found = await asyncio.wrap_future(THINKERS.ask(thinker.advise, question, errand.seat))
        except Exception as problem:
            log.warning("nobody found a hint for table %s: %s", errand.table_id, problem)
        await in_thread(errands.answer, errand, found)

    async def analyse(self, errand: Errand) -> None:
        """A part of an analysis; then others have their turn."""
        until = time.monotonic() + SLICE
        while question := await in_thread(analyst.find_question, errand.table_id):
            try:
                found = await asyncio.wrap_future(THINKERS.ask(question.deed, *question.about))
            except Exception as problem:
                await in_thread(analyst.note_failure, errand.table_id, problem)
            else:
                await in_thread(analyst.note_answer, errand.table_id, question, found)
            if time.monotonic() > until:
                await in_thread(errands.let_go, errand)
                return
        await in_thread(analyst.finish, errand.table_id)
        await in_thread(errands.finish, errand)


SERVING: list[Steward] = []  # of this process: one, or none


async def keep_house(shows_pages: bool = True) -> None:
    """Whatever has to be done beside answering requests, as long as the house is open; errands that it holds then are
    others' at once."""
    carry_rings()
    if not settings.THINKING:
        await go_over()
        return
    PREPARING.update(find_uncompiled())
    house = Steward(shows_pages)
    SERVING.append(house)
    THINKERS.start()
    try:
        await asyncio.gather(house.serve(), go_over())
    finally:
        await house.close()
        THINKERS.close()


def think(wanted: Duty, seat: int) -> asyncio.Future[str]:
    level, started = wanted.bots[seat], time.perf_counter()
    thought = THINKERS.ask(thinker.choose_move, wanted.task, seat, level)
    thought.add_done_callback(lambda _: metrics.THOUGHTS.labels(level).observe(time.perf_counter() - started))
    return asyncio.wrap_future(thought)


def in_the_middle(wanted: Duty, seat: int) -> bool:
    """Whether everybody is waiting for this bot alone."""
    return list(wanted.bots) == [seat] and not wanted.together


def to_the_beat(taken: float, beats: int) -> float:
    """How long to wait after thinking for so long."""
    beat = settings.BEAT * beats
    return math.ceil(max(taken, 1e-9) / beat) * beat - taken if beat else 0.0


# --- From interpreted rules to compiled ones ---


def find_uncompiled() -> set[str]:
    """The games that are played interpreted for now."""
    return {name for name in games() if game(name).runtime == AT_ONCE and not is_whole(game(name))}


async def go_over() -> None:
    """Have one game after the other compiled, those first that are played, and go over to what is ready."""
    left = [name for name in games() if game(name).runtime == AT_ONCE]
    while left:
        name = await in_thread(next_to_compile, left)
        left.remove(name)
        try:
            if not is_whole(game(name)):
                await compile_aside(name)
            await go_over_to(name)
        except Exception:
            log.exception("%s stays interpreted, and its bots cannot search", name)


def next_to_compile(left: Sequence[str]) -> str:
    """What is on disk takes a moment; of the others the one that is played most."""
    return min(left, key=lambda name: (not is_whole(game(name)), -len(tables_in_play(name))))


async def compile_aside(name: str) -> None:
    """In a process that ends, and gives back the memory that it took."""
    with start_aside(compile_game, name_of(kind(name))) as process:
        try:
            failure = await asyncio.to_thread(find_failure, process)
        finally:
            process.terminate()
    if failure:
        raise RuntimeError(failure)


async def go_over_to(name: str) -> None:
    """Thinkers load what is on disk when they need it; this process does so before it goes over."""
    PREPARING.discard(name)
    for table in await in_thread(tables_in_play, name):
        await in_thread(desk.refresh_pages, Table(pk=table))
    await asyncio.to_thread(prepare, game(name))


def tables_in_play(game: str) -> list[int]:
    """The tables where a match of this game is going on."""
    return list(Table.objects.filter(stage=Table.Stage.PLAYING, game=game).values_list("pk", flat=True))
