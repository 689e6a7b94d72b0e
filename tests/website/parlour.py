"""People, tables and what is done at them, for tests, in the process of the test itself."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any
from unittest import mock

from django.conf import settings
from django.db import connection
from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.test.client import Client, ClientHandler
from django.urls import reverse

from camarilla.site import desk, errands, models, people, steward, thinker, tokens
from camarilla.site.desk import Wish
from camarilla.site.guards import LANGUAGE_COOKIE
from camarilla.site.models import (
    Address,
    Attempt,
    Confirmation,
    Daily,
    Deal,
    Entry,
    Errand,
    Evening,
    Guest,
    Note,
    Person,
    Rating,
    Remark,
    Round,
    Seat,
    Table,
    Token,
    Try,
)
from camarilla.site.snapshots import Snapshot, take_snapshot

MODELS = (
    Attempt,
    Note,
    Token,
    Address,
    Confirmation,
    Rating,
    Errand,
    Remark,
    Entry,
    Seat,
    Try,
    Daily,
    Table,
    Round,
    Guest,
    Evening,
    Deal,
    Person,
)  # in an order in which they can be emptied


# --- Who ---


HANDLERS: dict[tuple[bool | str, ...], ClientHandler] = {}  # shared: each looks at every static file when it begins


class Visitor(Client):
    """A browser without script. `visitor.post_to(table, "play", seat=0, ply=0, move="x")` does something at a table."""

    def __init__(self, one: Person | None = None, language: str = "en", **how: Any) -> None:
        super().__init__(**{"SERVER_NAME": "localhost", **how})
        self.handler = HANDLERS.setdefault((self.handler.enforce_csrf_checks, *settings.MIDDLEWARE), self.handler)
        self.person = one
        self.language(language)
        if one is not None:
            session = import_module(settings.SESSION_ENGINE).SessionStore()
            session[people.KEY] = key_of(one)
            session.save()
            self.cookies[settings.SESSION_COOKIE_NAME] = session.session_key

    def language(self, language: str) -> Visitor:
        """From now on the site speaks this language to the visitor."""
        self.cookies[LANGUAGE_COOKIE] = language
        return self

    def page(self, table: Table, **query: Any) -> str:
        return self.get(reverse("table", args=[table.slug]), query).content.decode()

    def post_to(self, table: Table | str, deed: str, **fields: Any) -> HttpResponse:
        slug = table if isinstance(table, str) else table.slug
        return self.post(reverse(deed, args=[slug]), fields)

    def play(
        self, table: Table, seat: int | None = None, move: str | None = None, ply: int | None = None
    ) -> HttpResponse:
        """A move: without further words the first of what my first seat can do now."""
        now = standing(table)
        seat = now.of(self.person)[0] if seat is None else seat
        move = now.match.choices(seat)[0].move if move is None else move
        return self.post_to(table, "play", seat=seat, move=move, ply=now.ply if ply is None else ply)


KEYS: dict[int, str] = {}  # of the people that tests made: the site itself forgets them


def person(name: str = "Anna") -> Person:
    one, KEYS[one.pk] = people.new_person(name)
    return one


def key_of(one: Person | None) -> str:
    assert one
    return KEYS[one.pk]


def visitor(who: Person | str = "Anna", language: str = "en", **how: Any) -> Visitor:
    """Somebody's browser; of a new person if it is a name that is given."""
    return Visitor(person(who) if isinstance(who, str) else who, language, **how)


class Program(Client):
    """Somebody's program, with a token: `bot.call("POST", "/tables/x/play", {"move": "y", "ply": 0})`."""

    def __init__(self, owner: Person, language: str = "en") -> None:
        super().__init__(SERVER_NAME="localhost")
        self.person, self.language = owner, language
        self.token = tokens.make_token(owner, "bot")

    def call(self, method: str, path: str, body: Any = None, **more: Any) -> HttpResponse:
        headers = {"HTTP_AUTHORIZATION": f"Bearer {self.token}", "HTTP_ACCEPT_LANGUAGE": self.language}
        sent = json.dumps(body) if body is not None else ""
        return self.generic(method, f"/api/v1{path}", sent, "application/json", **headers | more)


# --- Tables ---


DEALT = 918_273_645  # the deal of tables for which a test asks for none: no test may be red by the luck of the cards


def sit(
    game: str,
    *seats: Person | Visitor | str | None,
    seed: int = DEALT,
    clock: int = 0,
    sand: int = 0,
    listed: bool = False,
    position: dict[str, Any] | None = None,
    **options: Any,
) -> Table:
    """A table where seat by seat sit: a person (or visitor), a bot of that level ("page"), or nobody yet (None).

    The first person is the host. A person named twice shares the device with a friend. `players` need not be given.
    The match begins, as on the site, when no seat is open.
    """
    sitting = [one.person if isinstance(one, Visitor) else one for one in seats]
    host = next(one for one in sitting if isinstance(one, Person))
    wishes = [wished(one, host, number > sitting.index(host)) for number, one in enumerate(sitting)]
    with mock.patch.object(models.secrets, "randbits", lambda bits: seed):
        table = desk.new_table(
            host,
            game,
            {"players": len(seats), **options},
            wishes,
            listed=listed,
            clock=clock,
            sand=sand,
            position=position,
        )
    for number, one in enumerate(sitting):
        if isinstance(one, Person) and one != host:
            desk.join(table, one, number)
    return fresh(table)


def wished(one: Person | str | None, host: Person, friend: bool) -> Wish:
    if isinstance(one, str):
        return Wish("bot", level=one)
    if one == host:
        return Wish("friend", name=f"{host.name}’s friend") if friend else Wish("me")
    return Wish("open")


def fresh(table: Table) -> Table:
    """The table as it is in the database now."""
    return Table.objects.get(pk=table.pk)


def standing(table: Table) -> Snapshot:
    return take_snapshot(fresh(table))


# --- Playing without a browser ---


def play_on(table: Table, moves: int | None = None, luck: int = 0) -> Table:
    """So many moves at random, whoever is to make them; without a number, to the end."""
    chance, made = Random(luck), 0
    while (now := standing(table)).playing and (moves is None or made < moves):
        seat = chance.choice(now.match.waiting)
        desk.play(now.table, seat, chance.choice(now.match.choices(seat)).move, now.ply)
        made += 1
    return fresh(table)


def bots_move(table: Table, most: int = 10_000) -> Table:
    """What the steward would do: every bot that is to move moves, until somebody else has to, or so many times."""
    while most and (duty := steward.find_duty(table.pk)) and duty.bots:
        for seat, level in duty.bots.items():
            steward.submit_bot_move(table.pk, seat, thinker.choose_move(duty.task, seat, level), duty.ply)
        most -= 1
    return fresh(table)


def do_errands(most: int = 10_000) -> None:
    """All that the steward would do now, one errand after the other."""
    house = steward.Steward()

    while most and (errand := errands.claim(house.name, steward.ANY)):
        asyncio.run(house.attend(errand))
        most -= 1


def moves(table: Table) -> list[tuple[int, int, str, str]]:
    """The log as it is written."""
    return list(Entry.objects.filter(table=table).values_list("ply", "seat", "kind", "move"))


def everything() -> list[dict[str, Any]]:
    """Every row that there is, to compare."""
    return [{"model": model.__name__, **model_to_dict(row)} for model in MODELS for row in model.objects.order_by("pk")]


def at_once(deeds: Sequence[Callable[[], Any]]) -> list[Any]:
    """All of them at the same moment, each in a thread of its own; what each gave, or the exception that it raised."""
    ready, answers = threading.Barrier(len(deeds)), [None] * len(deeds)

    def do(number: int) -> None:
        try:
            ready.wait(10)
            answers[number] = deeds[number]()
        except Exception as problem:
            answers[number] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=[number]) for number in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers
