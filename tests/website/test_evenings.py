"""Tournaments: everybody is seated, every table of a round has the same cards, and nothing of it is told too early."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from camarilla.engine.words import LANGUAGES
from camarilla.site import desk, evenings, sweep
from camarilla.site.evenings import find_stage, get_evening, list_rounds, list_tables, rank_guests
from camarilla.site.models import Evening, Guest, Round, Seat, Table
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import SNAPSHOTS
from tests.samples import DUEL, GAME
from tests.website.parlour import Visitor, at_once, bots_move, fresh, person, play_on, standing, visitor
from tests.website.test_daily import CHANGING, answers_about, first_event, told_to_programs

AFTER = ("after/", "replay/", "analysis/", "record.json")


def gather(*names: str, game: str = DUEL, players: int = 2, **fields: Any) -> tuple[Evening, list[Visitor]]:
    """An evening where these people are, the first of them as host."""
    who = [visitor(name) for name in names]
    fields = {"kind": Evening.Kind.SWISS, "planned": 3, "level": "page", "title": "Club"} | fields
    evening = evenings.open_evening(who[0].person, game, {"players": players}, **fields)
    for one in who:
        evenings.join(evening, one.person)
    return again(evening), who


def again(evening: Evening) -> Evening:
    return get_evening(evening.slug)


def start(evening: Evening) -> list[Table]:
    """The next round, by the host."""
    evenings.start_round(evening, evening.host, again(evening).round + 1)
    return list(list_tables(again(evening)))


def finish(table: Table, scores: Sequence[int] = (5, 3)) -> Table:
    """As if it had been played to the end."""
    places = [1 + sum(other > one for other in scores) for one in scores]
    fields = {"stage": Table.Stage.OVER, "scores": list(scores), "places": places, "since": timezone.now()}
    Table.objects.filter(pk=table.pk).update(**fields, revision=table.revision + 100)
    return fresh(table)


def names_at(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def of(table: Table, who: Sequence[Visitor], seat: int = 0) -> Visitor:
    """Who sits there."""
    sitting = table.seats.get(number=seat).person
    return next(one for one in who if one.person == sitting)


def look(evening: Evening, one: Visitor, page: str = "page") -> str:
    return one.get(reverse("wall" if page == "wall" else "evening", args=[evening.slug])).content.decode()


# --- Rounds ---


def test_every_table_of_a_round_gets_the_same_cards_and_every_round_others() -> None:
    evening, who = gather("Anna", "Bob", "Chiara", "Dario", "Emil", game=GAME, players=3)
    first = start(evening)
    assert len(first) == 2 and {table.stage for table in first} == {Table.Stage.PLAYING}
    assert len({json.dumps(standing(table).match.position()) for table in first}) == 1
    assert sorted(name for table in first for name in names_at(table) if name) == sorted(one.person.name for one in who)
    assert [table.seats.filter(kind=Seat.Kind.BOT, level="page").count() for table in first] == [0, 1]
    for table in first:
        finish(table, (3, 2, 1))
    assert start(evening)[0].seed != first[0].seed


def test_a_round_that_is_started_twice_at_the_same_moment_is_one_round() -> None:
    evening, who = gather("Anna", "Bob", "Chiara", "Dario")
    answers = at_once([lambda: evenings.start_round(evening, who[0].person, 1) for _ in range(6)])
    assert answers == [None] * 6
    assert Round.objects.count() == 1 and Table.objects.count() == 2 and again(evening).round == 1


def test_guests_who_come_while_a_round_is_laid_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, _ = gather("Anna", "Bob")
    seat_guests, late = evenings.seat_guests, [person("Chiara"), person("Dario")]

    def meanwhile(now: Evening) -> Any:
        seated = seat_guests(now)
        if late:
            evenings.join(now, late.pop())
        return seated

    monkeypatch.setattr(evenings, "seat_guests", meanwhile)
    assert len(start(evening)) == 2
    assert Seat.objects.filter(kind=Seat.Kind.PERSON).count() == 4


def test_a_round_has_to_be_over_before_the_next() -> None:
    evening, (anna, *_) = gather("Anna", "Bob", "Chiara", "Dario")
    tables = start(evening)
    finish(tables[0])
    with pytest.raises(Refusal, match="being played"):
        evenings.start_round(evening, anna.person, 2)
    finish(tables[1])
    assert find_stage(again(evening)) == evenings.BETWEEN
    assert start(evening)


def test_whoever_starts_too_late_or_alone_is_told_so() -> None:
    evening, _ = gather("Anna", planned=1)
    with pytest.raises(Refusal, match="at least 2"):
        start(evening)
    evenings.join(evening, person("Bob"))
    for table in start(evening):
        finish(table)
    assert find_stage(again(evening)) == evenings.OVER
    for late in (lambda: start(evening), lambda: evenings.join(evening, person("Chiara"))):
        with pytest.raises(Refusal, match="is over"):
            late()


def test_bots_play_the_seats_that_are_left() -> None:
    evening, _ = gather("Anna", "Bob", "Chiara", level="courtier")
    lone = next(table for table in start(evening) if table.seats.filter(kind=Seat.Kind.BOT).exists())
    assert lone.seats.get(kind=Seat.Kind.BOT).level == "courtier"
    assert standing(bots_move(lone)).match.waiting != (lone.seats.get(kind=Seat.Kind.BOT).number,)


def test_everybody_against_everybody() -> None:
    evening, _ = gather("Anna", "Bob", "Chiara", "Dario", kind=Evening.Kind.ALL)
    met = []
    for _ in range(3):
        for table in start(evening):
            met.append(frozenset(names_at(finish(table))))
    assert len(set(met)) == 6


def test_a_clock_of_the_evening_is_one_of_its_tables() -> None:
    evening, _ = gather("Anna", "Bob", clock=60)
    assert [table.clock for table in start(evening)] == [60]


# --- Coming and going ---


def test_late_arrivals_are_seated_in_the_next_round() -> None:
    evening, _ = gather("Anna", "Bob")
    (table,) = start(evening)
    late = visitor("Chiara")
    assert late.post(reverse("join_evening", args=[evening.slug]), {"name": "Chiara"}).status_code == 302
    assert "Chiara" in look(evening, late) and "Chiara" not in names_at(table)
    finish(table)
    assert "Chiara" in [name for table in start(evening) for name in names_at(table)]


def test_a_bot_plays_for_who_leaves_and_there_is_no_seat_for_them_any_more() -> None:
    evening, (_, bob, _) = gather("Anna", "Bob", "Chiara", game=GAME, players=3)
    (table,) = start(evening)
    assert bob.post(reverse("leave_evening", args=[evening.slug])).status_code == 302
    assert table.seats.get(name="Bob").away and table.errands.exists()
    finish(table, (3, 2, 1))
    (table,) = start(evening)
    assert "Bob" not in names_at(table) and table.seats.filter(kind=Seat.Kind.BOT).count() == 1
    ranks = rank_guests(list(evening.guests.all()), list_rounds(evening))
    assert {rank.guest.name for rank in ranks if rank.rounds != (None,)} == {"Anna", "Bob", "Chiara"}
    evenings.join(evening, bob.person)
    finish(table, (3, 2, 1))
    assert "Bob" in names_at(start(evening)[0])


def test_the_host_takes_somebody_out_and_nobody_else_does() -> None:
    evening, (anna, _, chiara) = gather("Anna", "Bob", "Chiara")
    guest, url = Guest.objects.get(name="Bob").pk, reverse("take_out", args=[evening.slug])
    for other in (chiara, Visitor()):
        assert other.post(url, {"guest": guest}).status_code == 403
    assert anna.post(url, {"guest": guest}).status_code == 302
    assert list(evening.guests.filter(gone=False).values_list("name", flat=True)) == ["Anna", "Chiara"]
    assert anna.post(url, {"guest": 10**8}).status_code == 404


def test_guests_of_another_evening_are_out_of_reach() -> None:
    mine, (anna, *_) = gather("Anna", "Bob")
    gather("Chiara", "Dario")
    with pytest.raises(Refusal):
        evenings.take_out(mine, anna.person, Guest.objects.get(name="Dario").pk)


def test_any_guest_starts_the_next_round_if_the_host_has_vanished() -> None:
    evening, (anna, bob, _) = gather("Anna", "Bob", "Chiara")
    stranger, url = visitor("Eve"), reverse("start_round", args=[evening.slug])
    assert bob.post(url, {"round": 1}).status_code == 403, "before the first round everybody waits"
    for table in start(evening):
        finish(table)
    assert bob.post(url, {"round": 2}).status_code == 403 and "any player" not in look(evening, bob)
    Table.objects.update(since=timezone.now() - evenings.PATIENCE - timedelta(seconds=1))
    assert stranger.post(url, {"round": 2}).status_code == 403
    assert "any player" in look(evening, bob) and "any player" not in look(evening, anna)
    assert bob.post(url, {"round": 2}).status_code == 302 and again(evening).round == 2


def test_the_host_ends_it_and_a_round_that_is_played_still_counts() -> None:
    evening, (anna, bob) = gather("Anna", "Bob")
    (table,) = start(evening)
    url = reverse("end_evening", args=[evening.slug])
    assert bob.post(url).status_code == 403
    assert anna.post(url).status_code == 302 and find_stage(again(evening)) == evenings.PLAYING
    finish(table)
    assert find_stage(again(evening)) == evenings.OVER
    winner = of(table, (anna, bob)).person.name
    assert f"The winner: {winner}" in look(evening, bob)


def test_no_two_guests_are_called_alike() -> None:
    evening, _ = gather("Anna", "Bob")
    eve = visitor("Eve")
    answer = eve.post(reverse("join_evening", args=[evening.slug]), {"name": "ÁNNA"})
    assert answer.status_code == 409 and 'id="name-problem"' in answer.content.decode()
    assert evening.guests.count() == 2 and "Eve" in eve.get("/me/").content.decode()


def test_there_is_an_end_to_guests_and_to_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "GUESTS", 2)
    evening, (anna, bob) = gather("Anna", "Bob")
    with pytest.raises(Refusal, match="full"):
        evenings.join(evening, person("Chiara"))
    evenings.leave(evening, bob.person)
    evenings.join(evening, bob.person)
    fields = {"kind": "all", "planned": 1, "level": "page", "title": "More"}
    for _ in range(evenings.COMING - 1):
        evenings.open_evening(anna.person, DUEL, {}, **fields)
    with pytest.raises(Refusal) as caught:
        evenings.open_evening(anna.person, DUEL, {}, **fields)
    assert caught.value.status == 429


def test_an_evening_that_came_to_nothing_is_swept() -> None:
    gather("Anna", "Bob")
    begun, _ = gather("Chiara", "Dario")
    start(begun)
    Evening.objects.update(created=timezone.now() - timedelta(days=8))
    assert sweep.sweep()["evenings"] == 1
    assert list(Evening.objects.all()) == [begun]


def test_a_name_that_the_keeper_changes_is_changed_here_too() -> None:
    evening, (anna, bob) = gather("Anna", "Bob")
    start(evening)
    desk.rename_everywhere(bob.person, "Bob", "Robert")
    assert "Robert" in look(evening, anna) and "Bob" not in look(evening, anna)


# --- Standings ---


def test_points_come_from_who_held_the_same_cards() -> None:
    evening, who = gather("Anna", "Bob", "Chiara", "Dario", "Emil", "Flora")
    tables = start(evening)
    for table, scores in zip(tables, [(9, 1), (6, 4), (2, 7)], strict=True):
        finish(table, scores)
    (course,) = list_rounds(evening)
    assert [[int(one.points) for one in row] for row in course.comparisons] == [[100, 0], [50, 50], [0, 100]]
    ranks = rank_guests(list(evening.guests.all()), [course])
    first = {of(tables[0], who).person.name, of(tables[2], who, 1).person.name}
    assert {rank.guest.name for rank in ranks[:2]} == first
    assert [int(rank.points) for rank in ranks] == [100, 100, 50, 50, 0, 0]
    assert [rank.place for rank in ranks] == [1, 1, 3, 4, 5, 5], "of those in the middle one has won"
    assert ranks[2].guest.person == of(tables[1], who).person


def test_the_page_of_a_round_tells_how_its_points_came_about() -> None:
    evening, (anna, *_) = gather("Anna", "Bob", "Chiara", "Dario", "Emil", "Flora")
    url = reverse("round", args=[evening.slug, 1])
    assert anna.get(url).status_code == 404
    tables = start(evening)
    assert anna.get(url).status_code == 403
    for table in tables[:2]:
        finish(table)
    assert anna.get(url).status_code == 403
    finish(tables[2], (4, 5))
    page = anna.get(url).content.decode()
    assert "better than 1 of 2, equal with 1" in page and "(1 + 1 × ½) ÷ 2 × 100 = 75" in page
    assert all(reverse("after", args=[table.slug]) in page for table in tables)
    french = anna.language("fr").get(url).content.decode()
    assert "mieux que 1 sur 2, à égalité avec 1" in french


def test_a_single_table_counts_by_place_and_a_match_without_result_in_the_middle() -> None:
    evening, (anna, *_) = gather("Anna", "Bob", "Chiara", game=GAME, players=3)
    (table,) = start(evening)
    finish(table, (7, 2, 4))
    assert "There was a single table" in anna.get(reverse("round", args=[evening.slug, 1])).content.decode()
    (table,) = start(evening)
    desk.end_by_keeper(table)
    ranks = rank_guests(list(evening.guests.all()), list_rounds(evening))
    assert sorted(rank.points for rank in ranks) == [50, 100, 150]
    assert "ended without a result" in anna.get(reverse("round", args=[evening.slug, 2])).content.decode()


# --- The page follows ---


def part(evening: Evening, one: Visitor, page: str = "page", mark: str = "") -> Any:
    return one.get(reverse("evening_part", args=[evening.slug, page]), {"seen": mark}, HTTP_HX_REQUEST="true")


def mark_of(text: str) -> str:
    return text.split('name="seen" value="')[1].split('"')[0]


def test_nothing_new_costs_next_to_nothing() -> None:
    evening, (anna, *_) = gather("Anna", "Bob", "Chiara", "Dario")
    tables = start(evening)
    for page in ("page", "wall"):
        mark = mark_of(look(evening, anna, page))
        with CaptureQueriesContext(connection) as asked:
            assert part(evening, anna, page, mark).status_code == 204
        assert len([one for one in asked if "session" not in one["sql"]]) <= 3
        finish(tables.pop())
        assert part(evening, anna, page, mark).status_code == 200


def test_who_has_a_seat_in_a_new_round_is_taken_there() -> None:
    evening, (_, bob) = gather("Anna", "Bob")
    mark, watching = mark_of(look(evening, bob)), mark_of(part(evening, bob, "wall").content.decode())
    (table,) = start(evening)
    assert part(evening, bob, mark=mark).headers["HX-Redirect"] == reverse("table", args=[table.slug])
    assert "HX-Redirect" not in part(evening, visitor("Eve"), mark=mark).headers
    assert "HX-Redirect" not in part(evening, bob, "wall", watching).headers
    back = look(evening, bob)
    assert reverse("table", args=[table.slug]) in back
    finish(table)
    assert "HX-Redirect" not in part(evening, bob, mark=mark_of(back)).headers


def test_the_wall_shows_where_one_can_join_and_who_stands_where() -> None:
    evening, _ = gather("Anna", "Bob")
    start(evening)
    page = Visitor().get(reverse("wall", args=[evening.slug])).content.decode()
    assert (
        reverse("evening_code", args=[evening.slug]) in page and "Anna" in page and "<form" not in page.split("main")[2]
    )
    assert Visitor().get(reverse("evening_code", args=[evening.slug])).headers["Content-Type"] == "image/svg+xml"


def test_home_leads_to_ones_evenings_and_a_table_back() -> None:
    evening, (anna, bob) = gather("Anna", "Bob", planned=1)
    url = reverse("evening", args=[evening.slug])
    (table,) = start(evening)
    for one in (anna, bob):
        assert url in one.get("/").content.decode() and url in one.page(table)
    assert url not in visitor("Eve").get("/").content.decode()
    finish(table)
    assert url not in anna.get("/").content.decode()


def test_opening_an_evening_by_the_form() -> None:
    anna = visitor("Anna")
    url = reverse("new_evening", args=[GAME])
    assert anna.get(url).status_code == 200
    fields = {"title": "Thursday", "name": "Anna", "kind": "all", "rounds": "5", "option-players": "3", "level": "page"}
    wrong = anna.post(url, fields | {"title": " ", "rounds": "99", "plays": "perhaps"})
    assert wrong.status_code == 400 and wrong.content.decode().count('class="problem"') == 3
    where = anna.post(url, fields | {"plays": "yes", "clock": "300"}).headers["Location"]
    evening = Evening.objects.get()
    assert where == reverse("evening", args=[evening.slug]) and list(evening.guests.values_list("name")) == [("Anna",)]
    assert (evening.title, evening.kind, evening.planned, evening.clock) == ("Thursday", "all", 5, 300)
    assert evening.options["players"] == 3
    anna.post(url, fields | {"plays": "no"})
    assert Guest.objects.count() == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_can_be_seen(language: str) -> None:
    evening, (anna, bob) = gather("Anna", "Bob", planned=2)
    eve = visitor("Eve", language)

    def look() -> None:
        for one in (anna, bob, eve):
            for name in ("evening", "wall"):
                assert one.language(language).get(reverse(name, args=[evening.slug])).status_code == 200

    look()
    for _ in range(2):
        (table,) = start(evening)
        look()
        finish(table)
        look()


# --- Nothing is told too early ---


def test_nobody_but_those_seated_sees_a_table_of_a_round_and_afterwards_all_do() -> None:
    evening, who = gather("Anna", "Bob", "Chiara", "Dario")
    first, second = start(evening)
    inside, outside = of(first, who), of(second, who)
    assert inside.get(f"/t/{first.slug}/").status_code == 200
    for one in (outside, visitor("Eve"), Visitor()):
        for url in ("", "events/", *AFTER):
            assert one.get(f"/t/{first.slug}/{url}").status_code == 403
    first = play_on(first)
    for one in (inside, outside, Visitor()):
        for url in AFTER:
            answer = one.get(f"/t/{first.slug}/{url}")
            assert answer.status_code == 403 and "same cards" in answer.content.decode()
    assert inside.get(f"/t/{first.slug}/").status_code == 200
    page = inside.page(first)
    assert reverse("after", args=[first.slug]) not in page and reverse("evening", args=[evening.slug]) in page
    finish(second)
    for one in (inside, outside, Visitor()):
        assert {one.get(f"/t/{first.slug}/{url}").status_code for url in ("", *AFTER)} == {200}


@pytest.mark.parametrize("deed", ["undo", "hint", "leave"])
def test_nobody_gets_help_at_a_table_of_a_round(deed: str) -> None:
    evening, who = gather("Anna", "Bob")
    (table,) = start(evening)
    mover = of(table, who, standing(table).match.waiting[0])
    seat = standing(table).of(mover.person)[0]
    assert mover.play(table, seat).status_code == 302
    assert f'class="tool {deed}"' not in mover.page(table)
    assert mover.post_to(table, deed, seat=seat).status_code == 409


def all_seen(evening: Evening, one: Visitor, table: Table | None) -> list[str]:
    """Everything that tells of an evening or of one's own table, as pages, parts, events and to programs."""
    found = []
    for language in LANGUAGES:
        one.language(language)
        names = ("evening", "wall")
        urls = ["/lobby/mine/", "/me/games/", *(reverse(name, args=[evening.slug]) for name in names)]
        urls += [reverse("evening_part", args=[evening.slug, page]) for page in ("page", "wall")]
        urls += ["/", reverse("round", args=[evening.slug, 1])]
        urls += [reverse("table", args=[table.slug])] if table else []
        found += [CHANGING.sub("", one.get(url).content.decode()) for url in urls]
        found += [asyncio.run(first_event(table, one.person, language))] if table else []
    return found + (told_to_programs(table, one.person) if table and one.person else [])


@pytest.mark.parametrize("over", [False, True], ids=["playing", "finished"])
def test_what_others_do_with_the_same_cards_changes_not_a_byte(over: bool) -> None:
    """For those who still play the deal, for those who have finished it, and for who only looks on: whatever happens
    at another table, every page, event and answer stays the same, but for how many tables have finished."""
    evening, who = gather("Anna", "Bob", "Chiara", "Dario", "Emil", "Flora")
    mine, other, _ = start(evening)
    me, eve = of(mine, who), visitor("Eve")
    mine, other = play_on(mine, 4), play_on(other, 6)
    other = finish(other) if over else other

    now = timezone.now()

    @mock.patch.object(timezone, "now", lambda: now)  # a page may tell the time
    def told() -> list[Any]:
        return [
            *all_seen(evening, me, mine),
            *all_seen(evening, eve, None),
            *answers_about(other, me).items(),
            *told_to_programs(other, me.person),
        ]

    before = told()
    play_otherwise(other, over)
    assert [one for one, then in zip(told(), before, strict=True) if one != then] == []


def play_otherwise(table: Table, over: bool) -> None:
    """Another history of a table: other moves, other scores, at another time."""
    before = fresh(table)
    SNAPSHOTS.drop(table.slug)
    table.entries.all().delete()
    fields = {"stage": Table.Stage.PLAYING, "scores": None, "places": None, "since": timezone.now()}
    Table.objects.filter(pk=table.pk).update(**fields, revision=before.revision + 1000)
    after = play_on(fresh(table), 9, luck=5)
    if over:
        finish(after, [2, 8])


def told_afterwards(table: Table, one: Visitor) -> list[str]:
    answers = [one.get(f"/t/{table.slug}/{url}") for url in AFTER]
    assert {answer.status_code for answer in answers} == {403}
    return [CHANGING.sub("", answer.content.decode()) for answer in answers]


def test_who_has_finished_learns_nothing_of_the_others_either() -> None:
    evening, who = gather("Anna", "Bob", "Chiara", "Dario", "Emil", "Flora")
    mine, other, _ = start(evening)
    one, mine, other = of(mine, who), play_on(mine), finish(play_on(other, 3))
    before = all_seen(evening, one, mine), answers_about(other, one), told_afterwards(mine, one)
    play_otherwise(other, over=True)
    assert (all_seen(evening, one, mine), answers_about(other, one), told_afterwards(mine, one)) == before


def test_the_seed_of_a_round_is_on_no_page_before_its_end() -> None:
    evening, who = gather("Anna", "Bob", "Chiara", "Dario")
    mine, other = start(evening)
    seeds, mine, one = {str(evening.seed), str(mine.seed)}, play_on(mine), of(mine, who)
    sent = [*all_seen(evening, one, mine), *told_afterwards(mine, one), *answers_about(other, one).values()]
    assert not [text for text in sent if any(seed in text for seed in seeds)]
