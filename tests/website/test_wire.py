"""Nothing secret on the wire: what a seat is sent is the same, byte for byte, whatever is hidden from it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from camarilla.engine.game import Game
from camarilla.engine.match import Match
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.games import game, games
from camarilla.site import desk, drawing, errands, live, steward, thinker
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person, Table
from camarilla.site.snapshots import Snapshot
from camarilla.testing.walks import observers, walk
from tests.laws.cases import every_game_of_ours
from tests.samples import GAME, GLASS, some_sizes
from tests.website.parlour import Visitor, at_once, bots_move, fresh, key_of, person, play_on, sit, standing, visitor

COMPANY = [(name, players) for name in games() for players in some_sizes(name)]
WORLDS = 3  # in which a page is drawn again


def people_at(name: str, players: int, **options: Any) -> Table:
    """A table where everybody is a person."""
    return sit(name, *(person(f"Player {number}") for number in range(players)), **options)


def viewers(now: Snapshot) -> list[tuple[int | None, Person | None]]:
    """Every seat with its person, and a spectator."""
    return [*((seat.number, seat.person) for seat in now.seats), (None, None)]


def assert_alike(now: Snapshot, luck: int) -> int:
    """Whoever looks, in every language, sees the same in all worlds that look alike to them. How much was compared."""
    compared = 0
    for seat, one in viewers(now):
        for language in LANGUAGES:
            truth = drawing.table(Viewer(now, one, language))
            for world in range(WORLDS):
                other = replace(now, match=redealt(now.match, seat, luck + world))
                assert drawing.table(Viewer(other, one, language)) == truth, (now.match.game, seat, language)
                compared += 1
    return compared


def redealt(match: Match, seat: int | None, seed: int) -> Match:
    """Another world for this seat. What may be taken back depends on who did what, which a redealt match has forgotten:
    that is asked of the true one, as all saw when something came to light."""
    world = match.redeal(seat, seed)
    world.copy = match.copy  # type: ignore[method-assign]
    return world


@pytest.mark.parametrize(("name", "players"), COMPANY)
def test_a_page_shows_nothing_that_is_hidden(name: str, players: int) -> None:
    table, chance = people_at(name, players), Random(f"{name} {players}")
    compared = assert_alike(standing(table), 0)
    while standing(table).playing and compared < 150:
        play_on(table, chance.randint(1, 12), luck=chance.randrange(1000))
        compared += assert_alike(standing(table), chance.randrange(2**40))


@every_game_of_ours
def test_no_option_makes_a_board_show_what_is_hidden(game: Game) -> None:
    """The board alone, of every combination of options, without a table in the database."""
    context = Context(game.words, "fr", tuple(f"N{seat}" for seat in game.seats))
    line = walk(game, 5, 5)
    for match in Random(repr(game)).sample(line, min(6, len(line))):
        for seat in observers(game):
            world = match.redeal(seat, 17)
            shown, again = (game.picture.picture(game, one.view(seat), context) for one in (match, world))
            assert shown == again


def positions(name: str, players: int, luck: int) -> Iterator[Match]:
    """A match as it goes on the site, at every moment just after somebody has chosen something."""
    match, chance = game(name, players=players).new(luck), Random(luck)
    while not match.over:
        yield match.copy()
        desk.Change(match).with_forced_steps()
        if not match.over:
            match.play(chance.choice(match.choices(chance.choice(match.waiting))))


def skipped_next(match: Match, seat: int | None) -> int | None:
    """Whose step the seat sees to be made by itself, if it sees one now."""
    match = match.copy()
    while choice := next(filter(None, map(match.forced, match.waiting)), None):
        match.play(choice)
        if match.steps[-1].sights[0 if seat is None else 1 + seat]:
            return choice.seat
    return None


@pytest.mark.parametrize(("name", "players"), COMPANY)
def test_steps_that_are_not_asked_for_give_nothing_away(name: str, players: int) -> None:
    """A step is skipped, or not, alike in all worlds that somebody could take the true one for."""
    line, skipped = list(positions(name, players, 9)), 0
    for match in Random(players).sample(line, min(40, len(line))):
        for seat in observers(match.game):
            truth = skipped_next(match, seat)
            skipped += truth is not None
            for seed in range(WORLDS):
                assert skipped_next(match.redeal(seat, seed), seat) == truth, (match, seat)
    assert skipped or name == GLASS


def test_the_button_for_undo_is_drawn_for_its_owner_only() -> None:
    table = bots_move(sit(GAME, person(), "page", "page", seed=3))
    host = table.host
    play_on(table, 1)
    assert 'class="tool undo"' in drawing.table(Viewer(standing(table), host, "en"))
    assert 'class="tool undo"' not in drawing.table(Viewer(standing(table), None, "en"))


# --- The seed ---


def everything_sent(table: Table, *who: Visitor) -> Iterator[str]:
    """Pages, events, hints, refusals with all their headers, as everybody gets them."""
    now = standing(table)
    for one in who:
        for language in LANGUAGES:
            one.language(language)
            for url in (
                "",
                "?seat=0",
                "hint/?seat=0",
                "why/?seat=0&things=above",
                "play/",
                "after/",
                "replay/",
                "analysis/",
                "record.json",
                "clock/",
            ):
                answer = one.get(f"/t/{table.slug}/{url}")
                yield f"{answer.headers}{answer.cookies}{answer.content.decode()}"
            yield asyncio.run(first_event(table, one.person, language))
            home = one.get("/")
            yield f"{home.headers}{home.content.decode()}"
        yield one.post(f"/t/{table.slug}/play/", {"seat": 0, "ply": now.ply, "move": "nonsense"}).content.decode()


async def first_event(table: Table, one: Person | None, language: str) -> str:
    async with aclosing(live.stream(table.slug, one, language, None, "")) as sent:
        return "".join([await anext(sent), await anext(sent)])


@pytest.mark.parametrize("name", games())
def test_the_seed_is_nowhere_before_the_end(name: str) -> None:
    seed = 7_310_045_562_918_273_645
    anna = visitor("Anna")
    table = bots_move(sit(name, anna, *["page"] * (some_sizes(name)[-1] - 1), seed=seed, listed=True))
    play_on(table, 5)
    forms = [str(seed), f"{seed:x}", f"{seed:_}", f"{seed:,}", str(seed)[:9]]
    for text in everything_sent(table, anna, visitor("Bob"), Visitor()):
        assert not [form for form in forms if form in text], text[:300]


def test_the_key_of_a_person_is_on_no_page() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = play_on(sit(GAME, anna, bob, "page"), 5)
    for text in everything_sent(table, bob, Visitor()):
        assert key_of(anna.person) not in text and anna.person.key_hash not in text


@pytest.mark.parametrize("where", ["after/", "replay/", "analysis/", "record.json"])
def test_what_comes_afterwards_is_not_shown_before(where: str) -> None:
    anna = visitor("Anna")
    table = play_on(sit(GAME, anna, "page"), 5)
    for who in (anna, Visitor()):
        assert who.get(f"/t/{table.slug}/{where}").status_code in (403, 404, 409)


# --- Events ---


@pytest.mark.parametrize("name", games())
def test_an_event_is_the_living_part_of_the_page(name: str) -> None:
    anna = visitor("Anna")
    table = play_on(sit(name, anna, *["page"] * (some_sizes(name)[-1] - 1), seed=4), 9)
    for who in (anna, Visitor()):
        for language in LANGUAGES:
            page = re.search(r'<main id="table".*</main>', who.language(language).page(table), re.S)
            sent = asyncio.run(first_event(table, who.person, language))
            lines = [line.removeprefix("data: ") for line in sent.split("\n") if line.startswith("data: ")]
            assert page and "\n".join(lines) == page[0]
            assert f"id: {fresh(table).revision}\n" in sent


async def next_news(sent: AsyncIterator[str]) -> str:
    """What comes next but signs of life."""
    while (text := await anext(sent)) == live.PULSE:
        pass
    return text


def test_what_a_page_has_seen_is_not_sent_again() -> None:
    table = sit(GAME, person(), "page")

    async def waited() -> list[str]:
        sent = live.stream(table.slug, None, "en", None, str(table.revision))
        async with aclosing(sent):
            first = await anext(sent)
            more = asyncio.ensure_future(next_news(sent))
            done, _ = await asyncio.wait([more], timeout=0.3)
            assert not done, more.result()
            play = asyncio.to_thread(at_once, [lambda: play_on(table, 1)])
            await play
            return [first, await asyncio.wait_for(more, 30)]

    first, news = asyncio.run(waited())
    assert first.startswith("retry:") and f'data-revision="{fresh(table).revision}"' in news


def test_an_event_comes_by_the_bell_and_does_not_wait_for_the_next_look(monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "LOOK", 60)
    test_what_a_page_has_seen_is_not_sent_again()


def test_without_a_bell_a_page_looks_by_itself(monkeypatch: Any) -> None:
    """Another process may have made the move."""
    monkeypatch.setattr(live, "LOOK", 0.1)
    monkeypatch.setattr(live.BELL, "ring", lambda *told: None)
    test_what_a_page_has_seen_is_not_sent_again()


def test_the_stream_of_a_table_that_is_gone_ends() -> None:
    anna = person()
    table = sit(GAME, anna, None)

    async def all_sent() -> list[str]:
        sent = []
        async for text in live.stream(table.slug, None, "en", None, ""):
            sent.append(text)
            if len(sent) == 2:
                await asyncio.to_thread(at_once, [lambda: desk.leave(table, anna)])
        return sent

    assert table.slug not in asyncio.run(asyncio.wait_for(all_sent(), 30))[-1]


def test_several_on_one_device_are_shown_no_cards_until_they_ask() -> None:
    anna = person()
    table = bots_move(sit(GAME, anna, anna, "page", seed=6))
    now = standing(table)
    (mover,) = now.match.waiting
    public = drawing.table(Viewer(now, None, "en"))
    hidden = drawing.table(Viewer(now, anna, "en"))
    board = re.compile(r'id="board">.*?<aside', re.S)
    assert board.search(hidden)[0] == board.search(public)[0]  # type: ignore[index]
    assert 'data-turn="1"' in drawing.table(Viewer(now, anna, "en", mover))
    assert board.search(drawing.table(Viewer(now, anna, "en", 1 - mover)))[0] == board.search(public)[0]  # type: ignore[index]


# --- Time ---


@pytest.mark.parametrize(
    ("taken", "beats", "waits"),
    [(0.0, 1, 0.6), (0.1, 1, 0.5), (0.59, 1, 0.01), (0.61, 1, 0.59), (1.3, 1, 0.5), (0.1, 3, 1.7), (2.0, 3, 1.6)],
)
def test_a_bot_answers_on_the_beat(monkeypatch: Any, taken: float, beats: int, waits: float) -> None:
    monkeypatch.setattr(settings, "BEAT", 0.6)
    assert steward.to_the_beat(taken, beats) == pytest.approx(waits, abs=1e-6)


def test_without_a_beat_a_bot_answers_at_once() -> None:
    assert steward.to_the_beat(0.4, 3) == 0


def test_a_bot_that_needs_longer_answers_a_whole_beat_later(monkeypatch: Any) -> None:
    """As seen from the table: the move comes at a multiple of the beat, however long it took to find."""
    monkeypatch.setattr(settings, "BEAT", 0.2)
    waited: list[float] = []
    quick, thought = thinker.choose_move, [0.03, 0.23]
    clock = 0.0

    async def note(seconds: float) -> None:
        waited.append(seconds)

    def slow(*arguments: Any) -> str:
        nonlocal clock
        clock += thought[len(waited)]
        return quick(*arguments)

    anna = person()
    table = bots_move(sit(GAME, anna, "page", "page"))
    desk.leave(table, anna)
    for _ in thought:
        monkeypatch.setattr(steward.asyncio, "sleep", note)
        monkeypatch.setattr(thinker, "choose_move", slow)
        monkeypatch.setattr(steward, "time", SimpleNamespace(monotonic=lambda: clock, perf_counter=lambda: clock))
        house = steward.Steward()
        errand = errands.claim(house.name, steward.ANY)
        assert errand
        async_to_sync(house.let_move)(errand)
        monkeypatch.undo()
        monkeypatch.setattr(settings, "BEAT", 0.2)
    assert waited == pytest.approx([0.17, 0.17])
