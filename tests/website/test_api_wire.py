"""Nothing secret in what programs are sent: the same bytes, in as many steps, whatever is hidden from the seat."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from camarilla.engine.words import LANGUAGES
from camarilla.games import games
from camarilla.site.api.state import Reader, tell, write_json
from camarilla.site.api.tables import news
from camarilla.site.snapshots import SNAPSHOTS, Snapshot
from tests.samples import some_sizes
from tests.website.parlour import Program, person, play_on, sit, standing
from tests.website.test_wire import redealt

COMPANY = [(name, players) for name in games() for players in some_sizes(name)]
MOMENTS = 2  # of a match


def moments(name: str, programs: list[Program]) -> Iterator[Snapshot]:
    """A match among programs, at some moments."""
    chance = Random(f"{name} {len(programs)}")
    table = sit(name, *(program.person for program in programs))
    for _ in range(MOMENTS):
        yield standing(table)
        play_on(table, chance.randint(1, 25), luck=chance.randrange(1000))


def pretend(now: Snapshot, **changes: Any) -> None:
    """From here on the table stands like this, for all who ask."""
    SNAPSHOTS._kept[now.table.slug] = replace(now, drawings={}, **changes)


def look(program: Program, now: Snapshot, seat: int, language: str) -> list[bytes]:
    at = f"/tables/{now.table.slug}"
    paths = (
        "",
        "/choices",
        "/worlds?number=2&seed=5",
        "/hint",
        "/record",
        "/analysis",
        "?seat=99",
        f"?seat={seat + 1}",
    )
    answers = [program.call("GET", at + path, HTTP_ACCEPT_LANGUAGE=language) for path in paths]
    event = news(now.table.slug, program.person, language, seat, "")[1] or ""
    return [*(repr(answer.headers).encode() + answer.content for answer in answers), event.encode()]


def try_moves(program: Program, now: Snapshot, language: str) -> list[bytes]:
    """What is said to moves that cannot be made."""
    chance, game, can = Random(now.ply), now.match.game, set()
    for seat in now.of(program.person):
        can |= {choice.id for choice in now.match.choices(seat)} if seat in now.match.waiting else set()
    numbers = [number for number in chance.sample(range(game.actions), min(12, game.actions)) if number not in can]
    sent = [
        program.call("POST", f"/tables/{now.table.slug}/play?language={language}", {"move": move, "ply": now.ply})
        for move in (*numbers, "nonsense")
    ]
    assert all(answer.status_code >= 400 for answer in sent)
    return [answer.content for answer in sent]


def assert_alike(name: str, players: int, worlds: int) -> None:
    programs = [Program(person(f"Player {number}")) for number in range(players)]
    for number, now in enumerate(moments(name, programs)):
        for seat, program in enumerate(programs):
            language = LANGUAGES[(seat + number) % len(LANGUAGES)]
            pretend(now)
            truth, refused = look(program, now, seat, language), try_moves(program, now, language)
            for luck in range(worlds):
                pretend(now, match=redealt(now.match, seat, luck))
                assert look(program, now, seat, language) == truth, (name, seat)
                pretend(now, match=now.match.redeal(seat, luck))
                assert try_moves(program, now, language) == refused, (name, seat)
        pretend(now)


@pytest.mark.parametrize("name", games())
def test_a_program_is_sent_nothing_that_is_hidden(name: str) -> None:
    assert_alike(name, some_sizes(name)[-1] // 2 + 1, 1)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "players"), COMPANY)
def test_a_program_is_sent_nothing_that_is_hidden_in_many_worlds(name: str, players: int) -> None:
    assert_alike(name, players, 10)


def count_steps(now: Snapshot, seat: int, luck: int) -> int:
    """How many functions are called to tell a program how the table stands: what takes longer takes more of them."""
    steps, world = 0, replace(now, match=redealt(now.match, seat, luck))

    def count(frame: Any, event: str, about: Any) -> None:
        nonlocal steps
        steps += event == "call"

    sys.setprofile(count)
    try:
        write_json(tell(Reader(world, now.seats[seat].person, "en", seat)))
    finally:
        sys.setprofile(None)
    return steps


@pytest.mark.parametrize("name", games())
def test_how_long_an_answer_takes_does_not_depend_on_what_is_hidden(name: str) -> None:
    programs = [Program(person(f"Player {number}")) for number in range(some_sizes(name)[0])]
    for now in moments(name, programs):
        for seat in range(len(programs)):
            count_steps(now, seat, 0)  # what is looked up once is looked up now
            steps = [count_steps(now, seat, luck) for luck in range(4)]
            assert max(steps) - min(steps) <= min(steps) / 100, (name, seat)  # Python itself may call something
