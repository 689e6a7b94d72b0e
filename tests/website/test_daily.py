"""The deal of the day: the same for everybody, closed until one has finished it, and counted once."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable
from contextlib import aclosing
from datetime import date, datetime, timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from camarilla.engine.words import LANGUAGES
from camarilla.games import game, games, kind
from camarilla.site import daily, deals, live, steward, sweep, urls
from camarilla.site.daily import SEAT
from camarilla.site.models import Daily, Deal, Person, Table, Try
from camarilla.site.refusals import Refusal
from camarilla.testing.walks import walk
from tests.samples import DUEL, GAME
from tests.website.parlour import Program, Visitor, at_once, bots_move, fresh, moves, person, play_on, standing, visitor

Clock = Callable[..., None]
NOON = datetime(2026, 3, 10, 12, tzinfo=daily.UTC)
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|data-token="[^"]*"')
LATER = [GAME, DUEL]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It is noon of a certain day, or so much later."""

    def put(**later: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(**later))

    put()
    return put


def begin(who: Person | Visitor, name: str = DUEL) -> Table:
    one = who.person if isinstance(who, Visitor) else who
    assert one
    return daily.begin(daily.today(), name, one)


def finish(table: Table, points: int = 5) -> Table:
    """As if it had been played to the end, with so many points for the seat."""
    scores = [points, *[3] * (table.seats.count() - 1)]
    places = [1 + sum(other > one for other in scores) for one in scores]
    ended = {"stage": Table.Stage.OVER, "scores": scores, "places": places, "since": timezone.now()}
    Table.objects.filter(pk=table.pk).update(**ended, revision=table.revision + 100)
    return fresh(table)


def url_of(name: str = DUEL, day: date | None = None) -> str:
    return daily.address(day or daily.today(), name)


# --- The same for everybody ---


@pytest.mark.parametrize("name", games())
def test_the_same_moves_get_the_same_answers(name: str) -> None:
    """Though others play meanwhile, and one's bots are asked much later."""
    tables = [begin(person(who), name) for who in ("Anna", "Bob")]
    chosen: list[str] = []
    while len(chosen) < 2 or not any(seat != SEAT for _, seat, *_ in moves(tables[0])):
        choices = standing(bots_move(tables[0])).match.choices(SEAT)
        chosen.append(Random(len(chosen)).choice(choices).move)
        play_as_chosen(tables[0], chosen[-1])
    for move in chosen:
        play_as_chosen(bots_move(tables[1]), move)
    first, second = (moves(bots_move(table, 2)) for table in tables)
    assert first == second and {seat for _, seat, *_ in first} > {SEAT}


def play_as_chosen(table: Table, move: str) -> None:
    now = standing(table)
    steward.desk.play(now.table, SEAT, move, now.ply)


@pytest.mark.parametrize("name", games())
def test_nobody_acts_at_the_same_time_as_another(name: str) -> None:
    """Whose move is written down first must not hang on who was quicker."""
    assert {len(match.waiting) for match in walk(game(name, **kind(name).daily), 3, 40)} <= {0, 1}


def test_a_slow_bot_is_not_replaced_by_another() -> None:
    table = begin(person())
    assert all(steward.patience(one) == math.inf for one in (table, Daily.objects.get().bots))
    play_on(table, 1)
    duty = steward.find_duty(table.pk) or steward.find_duty(Daily.objects.get().bots.pk)
    assert duty and duty.task and duty.task.patience == math.inf


def test_every_day_and_every_game_has_a_deal_of_its_own(clock: Clock) -> None:
    anna, bob = person("Anna"), person("Bob")
    for hours in (0, 24):
        clock(hours=hours)
        for name in LATER:
            assert begin(anna, name).seed == begin(bob, name).seed
    assert len({deal.seed for deal in Deal.objects.all()}) == 4
    assert Table.objects.filter(host=None).count() == 4  # where the bots play


def test_the_bots_play_it_too_from_the_same_seat() -> None:
    begin(person())
    bots = bots_move(Daily.objects.get().bots, 3)
    assert len(moves(bots)) >= 3 and bots.seed == Deal.objects.get().seed
    assert daily.result_of_bots(Daily.objects.get()) is None
    bots = finish(bots)
    result = daily.result_of_bots(Daily.objects.get())
    assert result and (result.points, result.places) == (bots.scores[SEAT], bots.places)


# --- One try ---


def test_two_tabs_at_once_find_one_table() -> None:
    anna, bob = person("Anna"), person("Bob")
    found = at_once([lambda who=who: begin(who) for who in (anna, bob) for _ in range(4)])
    assert {one.pk for one in found[:4]} == {Try.objects.get(person=anna).table_id}
    assert {one.pk for one in found[4:]} == {Try.objects.get(person=bob).table_id}
    assert Daily.objects.count() == Deal.objects.count() == 1 and Table.objects.count() == 3


def test_who_comes_back_goes_on_where_they_were() -> None:
    anna = visitor("Anna")
    table = play_on(begin(anna), 3)
    answer = anna.post(daily.address(daily.today(), DUEL, "play_deal"))
    assert answer.headers["Location"] == reverse("table", args=[table.slug])
    assert f'href="/t/{table.slug}/"' in anna.get("/").content.decode()


def test_a_stranger_can_play_without_an_account(client: Visitor) -> None:
    answer = client.post(daily.address(daily.today(), DUEL, "play_deal"), follow=True)
    assert answer.status_code == 200 and Try.objects.get().person == Person.objects.get()


def test_a_second_try_does_not_count() -> None:
    anna = visitor("Anna")
    finish(begin(anna), 7)
    assert anna.post(daily.address(daily.today(), DUEL, "play_deal")).headers["Location"] == url_of()
    where = anna.post(daily.address(daily.today(), DUEL, "practise_deal")).headers["Location"]
    again = Table.objects.get(slug=where.split("/")[2])
    assert again.seed == Deal.objects.get().seed and not again.unaided
    finish(again, 50)
    assert [one.points for one in daily.list_results(Daily.objects.get())] == [7]


def test_nobody_practises_before_they_have_finished(clock: Clock) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    begin(anna)
    for one in (anna, bob, Visitor()):
        assert one.post(daily.address(daily.today(), DUEL, "practise_deal")).status_code == 403
    clock(days=1)
    assert bob.post(daily.address(NOON.date(), DUEL, "practise_deal")).status_code == 302


def test_what_is_finished_too_late_does_not_count(clock: Clock) -> None:
    anna = visitor("Anna")
    table = begin(anna)
    clock(hours=12)
    finish(table)
    assert daily.list_results(Daily.objects.get()) == [] and daily.streak(anna.person) == 0
    page = anna.get(url_of(day=NOON.date())).content.decode()
    assert "does not count" in page and "Nobody finished" in page


def test_only_the_deal_of_today_is_begun(clock: Clock) -> None:
    anna = visitor("Anna")
    for day in (NOON.date() - daily.A_DAY, NOON.date() + daily.A_DAY):
        assert anna.post(daily.address(day, DUEL, "play_deal")).status_code == 409
    assert not Table.objects.exists()


# --- Nobody helps ---


@pytest.mark.parametrize("deed", ["undo", "hint", "leave"])
def test_who_plays_for_the_result_plays_alone(deed: str) -> None:
    anna = visitor("Anna")
    table = bots_move(begin(anna, GAME))
    anna.play(table)
    table = bots_move(table)
    page = anna.page(table)
    assert f'class="tool {deed}"' not in page and "this game counts" in page
    before = moves(table)
    assert anna.post_to(table, deed, seat=SEAT).status_code == 409
    assert moves(table) == before and not standing(table).seats[SEAT].away


def test_a_program_gets_no_worlds_to_search() -> None:
    anna = person("Anna")
    table = bots_move(begin(anna))
    bot = Program(anna)
    assert bot.call("GET", f"/tables/{table.slug}/worlds").status_code == 409
    assert bot.call("GET", f"/tables/{table.slug}").json()["may_undo"] is False


# --- Nothing can be learned before ---


def addresses_at(table: Table) -> list[str]:
    numbered = {pattern.name: "<int:number>" in str(pattern.pattern) for pattern in urls.at_table}
    return [reverse(name, args=[table.slug, *([1] if number else [])]) for name, number in numbered.items()]


def answers_about(table: Table, who: Visitor) -> dict[str, str]:
    """What every address of a table answers, looked at and asked to do something."""
    found = {}
    for url in addresses_at(table):
        for ask in (who.get, who.post):
            answer = ask(url)
            assert not answer.streaming, url
            found[f"{ask.__name__} {url}"] = f"{answer.status_code} {CHANGING.sub('', answer.content.decode())}"
    return found


def told_to_programs(table: Table, owner: Person) -> list[str]:
    bot = Program(owner)
    paths = [f"/tables/{table.slug}{end}" for end in ("", "/choices", "/record", "/analysis", "/worlds")]
    return [bot.call("GET", path).content.decode() for path in [*paths, "/tables"]]


@pytest.mark.parametrize("began", [False, True], ids=["not begun", "in the middle"])
def test_the_table_of_another_says_the_same_whatever_is_done_there(began: bool) -> None:
    """Every address that there is, now and in future, for a person who could still play the deal."""
    anna, bob = person("Anna"), visitor("Bob")
    theirs = begin(anna)
    bots = Daily.objects.get().bots
    if began:
        begin(bob)
    before = [answers_about(one, bob) for one in (theirs, bots)], told_to_programs(theirs, bob.person)
    for one in (theirs, bots):
        finish(play_on(one, 5))
    after = [answers_about(one, bob) for one in (theirs, bots)], told_to_programs(theirs, bob.person)
    assert before == after
    assert all(answer[:3] in ("403", "405", "400", "409", "200") for answer in after[0][0].values())
    assert after[0][0][f"get /t/{theirs.slug}/"].startswith("403")


def seen_by(who: Visitor, table: Table | None) -> list[str]:
    """All pages on which somebody might look for the deal, with the stream of their own table."""
    pages = []
    for language in LANGUAGES:
        who.language(language)
        for url in ("/", "/daily/", url_of(), "/lobby/mine/", *([f"/t/{table.slug}/"] if table else [])):
            pages.append(CHANGING.sub("", who.get(url).content.decode()))
        pages += [asyncio.run(first_event(table, who.person, language))] if table else []
    return pages


async def first_event(table: Table, one: Person | None, language: str) -> str:
    async with aclosing(live.stream(table.slug, one, language, None, "")) as sent:
        return "".join([await anext(sent), await anext(sent)])


@pytest.mark.parametrize("began", [False, True], ids=["not begun", "in the middle"])
def test_ones_own_pages_are_the_same_whatever_others_did(began: bool) -> None:
    anna = visitor("Anna")
    table = play_on(begin(anna), 4) if began else None
    before = seen_by(anna, table)
    others = [play_on(begin(person(name)), 4, luck) for luck, name in enumerate(("Bob", "Chiara"))]
    assert seen_by(anna, table) == before
    for other, points in zip(others, (9, -2), strict=True):
        finish(other, points)
    finish(Daily.objects.get().bots)
    assert seen_by(anna, table) == before
    finish(table or begin(anna))
    assert all(name in "".join(seen_by(anna, None)) for name in ("Bob", "3 players"))


def test_the_seed_is_drawn_and_on_no_page_before_the_end() -> None:
    anna = visitor("Anna")
    table = play_on(begin(anna), 2)
    seed = str(table.seed)
    sent = [
        *seen_by(anna, table),
        *answers_about(table, visitor("Bob")).values(),
        *told_to_programs(table, anna.person),
    ]
    assert not [text for text in sent if seed in text]
    finish(begin(other := visitor("Bob")))
    assert seed not in "".join(seen_by(other, None))  # results tell of moves; the record has the seed, for who finished
    assert other.get(f"/t/{Try.objects.get(person=other.person).table.slug}/record.json").json()["seed"] == table.seed


def test_an_open_line_to_the_table_of_another_is_refused() -> None:
    theirs = begin(person("Anna"))
    bob = visitor("Bob")
    begin(bob)
    assert bob.get(f"/t/{theirs.slug}/events/").status_code == 403
    assert Program(bob.person).call("GET", f"/tables/{theirs.slug}/events").status_code == 403


def test_when_the_day_is_over_all_may_look(clock: Clock) -> None:
    table = play_on(begin(person("Anna")))
    bob = visitor("Bob")
    for url in ("", "after/", "replay/", "record.json"):
        assert bob.get(f"/t/{table.slug}/{url}").status_code == 403
    clock(hours=12)
    for url in ("", "after/", "replay/", "record.json"):
        assert bob.get(f"/t/{table.slug}/{url}").status_code == 200
    assert bob.get(url_of(day=NOON.date())).status_code == 200
    assert url_of(day=NOON.date()) in bob.get("/daily/").content.decode()


# --- Results ---


def test_results_stand_beside_everybodys() -> None:
    anna, others = visitor("Anna"), [person(name) for name in ("Bob", "Chiara", "Dario")]
    for who, points in zip((anna, *others), (5, 9, 5, -2), strict=True):
        finish(begin(who), points)
    page = anna.get(url_of()).content.decode()
    assert "Bob: 9 points" in page and "4 players" in page
    assert "Better than you: 1. As good: 1. Not as good: 1." in page
    picture = re.search(r'<svg[^>]*class="spread".*?</svg>', page, re.S)
    assert picture and re.findall(r"<text[^>]*>([^<]*)</text>", picture[0])[:1] == ["1"]
    assert picture[0].count('class="mine"') == 1


def test_where_ways_parted_is_told_with_counts() -> None:
    """All make the same first decision; then one does something else."""
    tables = [begin(person(name), GAME) for name in ("Anna", "Bob", "Chiara")]
    for number, table in enumerate(tables):
        for last in (False, True):
            choices = standing(bots_move(table)).match.choices(SEAT)
            play_as_chosen(table, choices[-1 if last and number == 2 else 0].move)
    anna, ply = Visitor(tables[0].host), max(ply for ply, seat, *_ in moves(tables[0]) if seat == SEAT)
    for points, table in enumerate(tables):
        finish(table, points)
    parting = deals.find_parting(Table.objects.filter(pk__in=[one.pk for one in tables]), SEAT)
    assert parting and parting.ply == ply
    assert [parting.moves[one.pk] == parting.moves[tables[0].pk] for one in tables] == [True, True, False]
    page = anna.get(url_of(GAME)).content.decode()
    told = re.findall(r"<li( class=\"mine\")?><span>.*?<span class=\"dim\">(.*?)</span>", page, re.S)
    assert told == [(' class="mine"', "2 players, 0.5 points on average"), ("", "1 player, 2 points")]
    assert f"?ply={ply}&amp;seat=0" in page


def test_who_goes_the_same_way_parts_from_nobody() -> None:
    tables = [play_on(begin(person(name)), 3) for name in ("Anna", "Bob")]
    assert deals.find_parting(Table.objects.filter(pk__in=[one.pk for one in tables]), SEAT) is None


# --- Days in a row ---


@pytest.mark.parametrize(
    ("played", "length"),
    [([], 0), ([0], 1), ([-1], 1), ([-2], 0), ([0, -1, -2], 3), ([-1, -2], 2), ([0, -2, -3], 1), ([0, -1, -3], 2)],
)
def test_a_streak_is_of_days_in_a_row(clock: Clock, played: list[int], length: int) -> None:
    anna = visitor("Anna")
    for days in played:
        clock(days=days)
        for name in LATER if days == 0 else LATER[:1]:
            finish(begin(anna, name))
    clock()
    assert daily.streak(anna.person) == length
    shown = {0: "in a row", 1: "1 day in a row"}.get(length, f"{length} days in a row")
    assert (shown in anna.get("/").content.decode()) is bool(length)


# --- What is left behind ---


def test_an_abandoned_table_is_swept_and_hinders_nobody(clock: Clock) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    left = begin(anna)
    finish(begin(bob))
    clock(days=100)
    sweep.sweep()
    assert fresh(left).stage == Table.Stage.OVER and fresh(left).scores is None
    assert [one.name for one in daily.list_results(Daily.objects.get())] == ["Bob"]
    for who in (anna, bob):
        for url in ("/", "/daily/", url_of(day=NOON.date())):
            assert who.get(url).status_code == 200
    assert "not finished in time" in anna.get("/daily/").content.decode()


def test_there_are_as_many_days_on_a_page_as_one_can_read(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("camarilla.site.pages.daily.DAYS", 2)
    for days in range(-4, 0):
        clock(days=days)
        begin(person("Anna"))
    clock()
    page = visitor("Bob").get("/daily/").content.decode()
    assert page.count("<h3><time") == 2 and "?before=2026-03-08" in page
    earlier = visitor("Bob").get("/daily/?before=2026-03-08").content.decode()
    assert re.findall(r"<h3><time datetime=\"([^\"]*)\"", earlier) == ["2026-03-07", "2026-03-06"]


@pytest.mark.parametrize("url", [f"/daily/2026-03-09/{DUEL}/", f"/daily/soon/{DUEL}/", "/daily/2026-03-10/chess/"])
def test_there_is_no_page_of_a_deal_that_never_was(client: Visitor, url: str) -> None:
    assert client.get(url).status_code == 404


def test_who_may_not_practise_is_told_why() -> None:
    begin(anna := person("Anna"))
    with pytest.raises(Refusal, match="play yourself"):
        daily.practise(Daily.objects.get(), anna)
