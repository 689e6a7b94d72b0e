"""Games by correspondence: clocks of hours and days, what they say, and where it is my turn."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from camarilla.site import clocks, desk, drawing, sweep
from camarilla.site.clocks import DAY, HOUR, MINUTE
from camarilla.site.drawing import Viewer
from camarilla.site.models import Errand, Seat, Table
from tests.samples import DUEL, GAME, GLASS
from tests.website.parlour import (
    Program,
    Visitor,
    do_errands,
    fresh,
    person,
    play_on,
    sit,
    standing,
    visitor,
)


def wait(table: Table, **time: float) -> Table:
    """As if the last move had been made so long ago."""
    ago = timedelta(**time)
    Table.objects.filter(pk=table.pk).update(since=F("since") - ago, revision=F("revision") + 1)
    Errand.objects.filter(table=table).update(due=F("due") - ago)
    return fresh(table)


# --- How the rest is said ---


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (14 * DAY, "14 days left", "encore 14 jours"),
        (2 * DAY + 3 * HOUR + 59 * MINUTE, "2 days 3 h left", "encore 2 jours 3 h"),
        (DAY + 30 * MINUTE, "1 day left", "encore 1 jour"),
        (5 * HOUR + 29 * MINUTE, "5 h 20 min left", "encore 5 h 20 min"),
        (HOUR - 1, "59 min left", "encore 59 min"),
        (59, "less than a minute left", "moins d’une minute"),
    ],
)
def test_the_rest_of_a_long_clock_is_said_in_words(seconds: int, english: str, french: str) -> None:
    said = clocks.say_left(clocks.round_down(seconds))
    assert [said.text(language).replace("\u00a0", " ") for language in ("en", "fr")] == [english, french]


def test_more_is_never_promised_than_there_is() -> None:
    for seconds in range(0, 3 * DAY, 517):
        assert 0 <= seconds - clocks.round_down(seconds) < HOUR


def test_a_long_clock_needs_no_drawing_for_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    table = wait(sit(DUEL, person("Anna"), person("Bob"), clock=3 * DAY), minutes=5)
    slow, quick = standing(table), standing(sit(DUEL, person("Anna"), person("Bob"), clock=900))
    times, drawn = [timezone.now() + timedelta(seconds=late) for late in range(0, 600, 60)], set()
    for time in times:
        monkeypatch.setattr(drawing.timezone, "now", lambda time=time: time)
        drawn |= {(now.table.pk, Viewer(now, None, "en").audience) for now in (slow, quick)}
    assert len(drawn) == 1 + len(times)


def test_a_page_that_stays_open_asks_how_much_is_left() -> None:
    anna, bob = visitor("Anna"), person("Bob")
    table = wait(sit(DUEL, anna, bob, clock=3 * DAY), hours=20.5)
    shown = re.search(r'<span class="deadline".*?</span>', anna.page(table))
    assert shown and "2\u00a0days 3\u00a0h left" in shown[0] and "data-seconds" not in shown[0]
    assert anna.get(f"/t/{table.slug}/clock/").content.decode() == shown[0]
    assert b"encore" in anna.language("fr").get(f"/t/{table.slug}/clock/").content
    for one in (anna.person, bob):
        desk.leave(table, one)
    assert anna.get(f"/t/{table.slug}/clock/").content == b"", "bots have no clock"


# --- What it does ---


def test_when_days_are_over_a_bot_stands_in_and_one_may_come_back() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = sit(DUEL, anna, bob, clock=14 * DAY)
    (mover,) = standing(table).match.waiting
    do_errands()
    assert not Seat.objects.filter(away=True).exists(), "nobody is late yet"
    wait(table, days=14)
    do_errands(1)
    assert Seat.objects.get(away=True).number == mover
    late = (anna, bob)[mover]
    assert late.post_to(table, "back").status_code == 302
    assert not Seat.objects.filter(away=True).exists()


@pytest.mark.parametrize("clock", [HOUR, 14 * DAY])
def test_nobody_by_correspondence_is_hurried_by_an_hourglass(clock: int) -> None:
    anna = visitor("Anna")
    fields = {"name": "Anna", "option-players": 2, "seat-1": "page", "clock": clock, "sand": 60}
    assert anna.post(f"/new/{GLASS}/", fields).status_code == 302
    assert Table.objects.get().sand == 0


def test_the_sweep_leaves_games_by_correspondence_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep.settings, "KEEP_PLAYING", 7)
    slow = wait(sit(DUEL, person("Anna"), person("Bob"), clock=14 * DAY), days=13)
    quick = wait(sit(DUEL, person("Anna"), person("Bob"), clock=900), days=13)
    assert sweep.sweep()["playing"] == 1
    assert fresh(slow).stage == Table.Stage.PLAYING and fresh(quick).stage == Table.Stage.OVER


def test_programs_know_long_clocks() -> None:
    bot = Program(person("Anna"))
    body = {"game": DUEL, "seats": [{"kind": "me"}, {"kind": "bot", "level": "page"}], "clock": 7 * DAY}
    made = bot.call("POST", "/tables", body).json()
    assert made["clock"] == 7 * DAY
    play_until_turn(fresh(Table.objects.get()), bot)
    (listed,) = bot.call("GET", "/tables?which=mine").json()
    due = desk.deadline(standing(Table.objects.get()))
    assert listed["acts"] and listed["deadline"][:19] == due.isoformat()[:19]
    assert bot.call("POST", "/tables", body | {"clock": 15 * DAY}).status_code == 400


def play_until_turn(table: Table, bot: Program) -> None:
    while standing(table).of(bot.person)[0] not in standing(table).match.waiting:
        play_on(table, 1)


# --- My turn, at the head of the home page ---


def to_move(anna: Visitor, clock: int, **left: float) -> Table:
    """A table where it is Anna's turn, with so much time left."""
    table = sit(DUEL, anna, person("Bob"), clock=clock)
    while standing(table).match.waiting != (0,):
        play_on(table, 1)
    Table.objects.filter(pk=table.pk).update(
        since=timezone.now() + timedelta(**left) - timedelta(seconds=clock), revision=F("revision") + 1
    )
    return fresh(table)


def order(page: str, *tables: Table) -> list[int]:
    found = [page.find(f"/t/{table.slug}/") for table in tables]
    assert -1 not in found
    return sorted(range(len(tables)), key=found.__getitem__)


def test_where_it_is_my_turn_comes_first_and_the_most_urgent_before_the_others() -> None:
    anna = visitor("Anna")
    at_leisure = to_move(anna, 0)
    days, hours = to_move(anna, 3 * DAY, days=2, hours=3, seconds=30), to_move(anna, 7 * DAY, hours=5, seconds=30)
    others = sit(GAME, anna, person("Bob"), None)
    for url in ("/", "/lobby/mine/"):
        page = anna.get(url).content.decode()
        assert order(page, at_leisure, days, hours, others) == [2, 1, 0, 3]
        assert "2\u00a0days 3\u00a0h left" in page and "5\u00a0h left" in page
        assert page.index("Your turn") < page.index(hours.slug) < page.index("Your other tables")
    page = anna.language("fr").get("/").content.decode()
    assert page.index("À vous de jouer") < page.index(hours.slug) < page.index("Vos autres tables")


def test_an_old_table_where_it_is_my_turn_is_not_crowded_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from camarilla.site.pages import lobby

    monkeypatch.setattr(lobby, "MINE", 2)
    anna = visitor("Anna")
    urgent = wait(to_move(anna, 7 * DAY, hours=5), minutes=1)
    newer = [sit(GAME, anna, person("Bob"), None) for _ in range(3)]
    page = anna.get("/lobby/mine/").content.decode()
    assert urgent.slug in page and sum(table.slug in page for table in newer) == 1
