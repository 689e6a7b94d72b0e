"""The desk: the log and what is replayed from it, moves at the same moment, clocks, coming and going."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from camarilla.engine.errors import CamarillaError, CannotUndo, IllegalMove
from camarilla.engine.match import Match
from camarilla.games import game, games
from camarilla.site import WORDS, desk, errands, steward
from camarilla.site.bell import BELL
from camarilla.site.desk import Wish
from camarilla.site.models import Entry, Errand, Seat, Table
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import (
    SNAPSHOTS,
    STAND_IN,
    WHILE,
    Snapshot,
    Snapshots,
    begin_match,
    find_snapshot,
    played_on,
    take_snapshot,
)
from camarilla.site.snapshots import play_on as play_on_as_told
from tests.samples import DUEL, GAME, GLASS, few
from tests.website.parlour import (
    at_once,
    bots_move,
    do_errands,
    everything,
    fresh,
    moves,
    person,
    play_on,
    sit,
    standing,
    visitor,
)


def table_of(name: str, **options: object) -> Table:
    """A table where Anna plays with bots, which nobody lets move."""
    return sit(name, person(), *["page"] * (few(name) - 1), seed=11, **options)


def replayed(table: Table) -> tuple[Match, int]:
    """As a server that has just been started would find it."""
    return played_on(fresh(table), None)


def refusal(key: str, status: int, act: object, *arguments: object) -> None:
    """It is refused for this reason, and nothing has changed."""
    before = everything()
    with pytest.raises(Refusal) as caught:
        act(*arguments)  # type: ignore[operator]
    assert (caught.value.message.wording, caught.value.status) == (WORDS.entries[f"refusal.{key}"], status)
    assert everything() == before


# --- The log ---


@pytest.mark.parametrize("name", games())
def test_a_match_is_the_replay_of_its_log(name: str) -> None:
    table = table_of(name)
    for _ in range(12):
        table = play_on(table, 7, luck=3)
        match, ply = replayed(table)
        now = standing(table)
        assert match.state.tobytes() == now.match.state.tobytes() and ply == now.ply
        assert [(step.seat, step.move) for step in match.steps] == [(s.seat, s.move) for s in now.match.steps]


@pytest.mark.parametrize("name", games())
def test_the_log_counts_every_ply_once_from_zero(name: str) -> None:
    table = play_on(table_of(name), 40, luck=1)
    assert [ply for ply, *_ in moves(table)] == list(range(standing(table).ply))


def test_no_two_entries_have_the_same_ply() -> None:
    table = play_on(table_of(GAME), 3)
    with pytest.raises(IntegrityError):
        Entry.objects.create(table=table, ply=1, seat=0, move="Tg+")
    assert replayed(table)[1] == standing(table).ply


@pytest.mark.parametrize("name", games())
def test_a_finished_match_is_kept_with_its_result(name: str) -> None:
    table = play_on(table_of(name), luck=2)
    match = replayed(table)[0]
    assert table.stage == Table.Stage.OVER and match.over
    assert (tuple(table.scores), tuple(table.places)) == (match.scores, match.places)
    refusal("over", 409, desk.check_seat, standing(table), table.host, 0)


def test_a_table_that_begins_from_a_position_is_replayed_from_it() -> None:
    position = game(GAME, players=2).new(4).position()
    table = play_on(sit(GAME, person(), "page", position=position), 6)
    assert replayed(table)[0].state.tobytes() == standing(table).match.state.tobytes()
    assert begin_match(table).fingerprint == game(GAME, players=2).new(4).fingerprint


def test_what_is_kept_of_matches_has_a_limit() -> None:
    tables = [sit(DUEL, person(), "page") for _ in range(6)]
    size = standing(tables[0]).size
    kept = Snapshots(room=3 * size)
    for table in tables:
        kept.keep(standing(table))
    assert len(kept) == 3 and kept.taken <= kept.room
    assert kept.get(tables[0].slug) is None and kept.get(tables[-1].slug) is not None


def test_what_nobody_has_asked_for_in_a_while_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, kept, now = person(), Snapshots(room=10**9), time.monotonic()
    old, seen, new = (standing(sit(DUEL, anna, "page")) for _ in range(3))
    for one in (old, seen):
        kept.keep(one)
    for later, one in ((WHILE - 1, seen), (WHILE + 1, new)):
        monkeypatch.setattr("camarilla.site.snapshots.time", SimpleNamespace(monotonic=lambda at=now + later: at))
        kept.get(one.table.slug)
    kept.keep(new)
    assert [kept.get(one.table.slug) for one in (old, seen, new)] == [None, seen, new]
    assert kept.taken == seen.size + new.size


def test_one_alone_is_kept_however_big_it_is() -> None:
    kept = Snapshots(room=1)
    first, second = (kept.keep(standing(table_of(GAME))) for _ in range(2))
    assert kept.get(second.table.slug) is second and kept.get(first.table.slug) is None


def test_who_was_asked_for_last_is_kept_longest() -> None:
    tables = [sit(DUEL, person(), "page") for _ in range(3)]
    kept = Snapshots(room=2 * standing(tables[0]).size)
    for table in tables[:2]:
        kept.keep(standing(table))
    kept.get(tables[0].slug)
    kept.keep(standing(tables[2]))
    assert kept.get(tables[0].slug) and not kept.get(tables[1].slug)


def test_an_old_match_never_takes_the_place_of_a_new_one() -> None:
    table = table_of(GAME)
    old = take_snapshot(table)
    play_on(table, 4)
    SNAPSHOTS.keep(old)
    assert standing(table).ply > old.ply and standing(table).match.steps


def test_how_a_table_stands_is_looked_up_once_until_it_changes() -> None:
    table = table_of(GAME)
    assert standing(table) is standing(table)
    before = standing(table)
    play_on(table, 1)
    assert standing(table) is not before and standing(table) is standing(table)


# --- Undo ---


@pytest.mark.parametrize("name", games())
def test_a_step_back_and_the_same_step_again_leads_to_the_same_state(name: str) -> None:
    table, tried = table_of(name), 0
    for number in range(60):
        table = play_on(table, 1, luck=number)
        now = standing(table)
        if not now.playing or not (back := [seat for seat in now.match.game.seats if desk.may_undo(now.match, seat)]):
            continue
        tried += 1
        desk.undo(table, back[0])
        after = standing(table)
        assert replayed(table)[0].state.tobytes() == after.match.state.tobytes()
        assert after.ply > now.ply, "the log only grows"
    assert tried > 3


def with_forced_steps(name: str) -> tuple[Table, int]:
    """A table where a move has just been made that was followed by a step of the same seat that nobody was asked for,
    and which can be taken back."""
    for luck in range(200):
        table = table_of(name)
        for _ in range(30):
            before = standing(table)
            if not before.playing:
                break
            play_on(table, 1, luck=luck)
            now = standing(table)
            last = moves(table)[before.ply :]
            if len(last) > 1 and len({seat for _, seat, *_ in last}) == 1 and desk.may_undo(now.match, last[0][1]):
                return table, before.ply
    raise AssertionError("no such moment")


def test_a_step_that_was_not_asked_for_is_taken_back_with_the_one_that_was() -> None:
    table, ply = with_forced_steps(DUEL)
    seat = moves(table)[-1][1]
    asked = replayed(table)[0].steps[: ply - standing(table).ply]
    desk.undo(table, seat)
    now = standing(table)
    assert now.match.steps == asked, "all that the seat did not choose is gone"
    assert now.match.forced(seat) is None and len(now.match.choices(seat)) > 1
    assert [kind for _, _, kind, _ in moves(table)[-2:]] == ["undo", "undo"]
    assert replayed(table)[0].state.tobytes() == now.match.state.tobytes()


def test_what_was_brought_to_light_is_not_taken_back() -> None:
    table = table_of(GAME)
    while desk.may_undo(standing(table).match, 0) or not standing(table).match.steps:
        play_on(table, 1)
    before = everything()
    with pytest.raises(CannotUndo):
        desk.undo(table, 0)
    assert everything() == before


def test_a_page_from_before_an_undo_is_out_of_date() -> None:
    table = table_of(GAME)
    seat = standing(table).match.waiting[0]
    first, second = (choice.move for choice in standing(table).match.choices(seat)[:2])
    desk.play(table, seat, first, 0)
    desk.undo(table, seat)
    refusal("moved_on", 409, desk.play, table, seat, second, 0)
    desk.play(table, seat, second, standing(table).ply)
    assert standing(table).match.steps[0].move == second


# --- Steps that are not asked for ---


@pytest.mark.parametrize("name", games())
def test_nobody_is_left_with_a_step_that_all_can_see_is_forced(name: str) -> None:
    table = table_of(name)
    while (now := standing(table)).playing:
        assert not [seat for seat in now.match.waiting if now.match.forced(seat)]
        play_on(table, 1, luck=now.ply)


# --- Two at once ---


def test_of_two_moves_at_once_for_one_ply_one_counts() -> None:
    for _ in range(5):
        table = table_of(GAME)
        now = standing(table)
        (seat,) = now.match.waiting
        wanted = [choice.move for choice in now.match.choices(seat)[:2]]
        answers = at_once([partial(desk.play, table, seat, move, 0) for move in wanted])
        problems = [one for one in answers if isinstance(one, Exception)]
        assert len(problems) == 1 and isinstance(problems[0], Refusal), answers
        assert problems[0].message.wording == WORDS.entries["refusal.twice"] and problems[0].status == 409
        (counts,) = [move for move, answer in zip(wanted, answers, strict=True) if not isinstance(answer, Exception)]
        assert moves(table)[0][3] == counts
        assert replayed(table)[0].state.tobytes() == standing(table).match.state.tobytes()


def test_where_all_play_at_the_same_time_moves_at_once_all_count() -> None:
    anna, bob, chiara = person("Anna"), person("Bob"), person("Chiara")
    for _ in range(3):
        table = sit(GLASS, anna, bob, chiara)
        now = standing(table)
        assert len(now.match.waiting) == 3
        wanted = {seat: now.match.choices(seat)[-1].move for seat in now.match.waiting}
        answers = at_once([partial(desk.play, table, seat, move, now.ply) for seat, move in wanted.items()])
        assert not [one for one in answers if isinstance(one, Exception)]
        made = {seat: move for ply, seat, _, move in moves(table) if ply >= now.ply}
        assert made.items() >= wanted.items()
        assert [ply for ply, *_ in moves(table)] == list(range(standing(table).ply))
        assert replayed(table)[0].state.tobytes() == standing(table).match.state.tobytes()


def test_undo_and_a_move_at_once_leave_a_log_that_can_be_replayed() -> None:
    for _ in range(5):
        table = table_of(GAME)
        (seat,) = standing(table).match.waiting
        desk.play(table, seat, standing(table).match.choices(seat)[0].move, 0)
        ply = standing(table).ply
        move = standing(table).match.choices(seat)[0].move
        answers = at_once([partial(desk.undo, table, seat), partial(desk.play, table, seat, move, ply)])
        assert all(isinstance(one, Snapshot | Refusal) for one in answers), answers
        assert replayed(table)[0].state.tobytes() == standing(table).match.state.tobytes()


def test_one_open_seat_is_taken_by_one() -> None:
    for _ in range(3):
        table = sit(GAME, person(), None, "page")
        answers = at_once([partial(desk.join, table, person(name), 1) for name in ("Bob", "Chiara", "Dario")])
        assert sorted(one is None for one in answers) == [False, False, True], answers
        assert fresh(table).stage == Table.Stage.PLAYING


def test_who_gets_up_while_the_last_seat_is_taken_does_not_break_the_match() -> None:
    for leaver in ("host", "guest"):
        anna, bob = person("Anna"), person("Bob")
        table = sit(GAME, anna, bob, None)
        old = fresh(table)
        desk.join(table, person("Chiara"))
        desk.leave(old, anna if leaver == "host" else bob)
        now = standing(table)
        assert now.playing and [seat.kind for seat in now.seats] == ["person"] * 3
        assert [seat.away for seat in now.seats] == [leaver == "host", leaver == "guest", False]
        refusal("begun", 409, desk.fill, old, anna, "page")
        refusal("begun", 409, desk.join, old, person("Dario"))


def test_a_rematch_asked_for_by_all_at_once_is_one_table() -> None:
    people = [person(name) for name in ("Anna", "Bob")]
    table = play_on(sit(DUEL, *people))
    answers = at_once([partial(desk.rematch, fresh(table), one) for one in people])
    assert all(isinstance(one, Table) for one in answers), answers
    assert len({one.pk for one in answers}) == 1
    assert Table.objects.count() == 2


# --- A move that is too late, or out of place ---


def test_a_move_is_made_once_only() -> None:
    table = table_of(GAME)
    (seat,) = standing(table).match.waiting
    move = standing(table).match.choices(seat)[0].move
    desk.play(table, seat, move, 0)
    refusal("twice", 409, desk.play, table, seat, move, 0)


def test_a_move_from_a_page_of_the_past_counts_only_if_the_seat_has_done_nothing_since(monkeypatch: Any) -> None:
    monkeypatch.setattr(desk, "GLANCE", 0)
    table = play_on(table_of(GAME), 4)
    while (now := standing(table)).match.waiting[0] == now.match.steps[-1].seat:
        play_on(table, 1)
    (seat,) = now.match.waiting
    other = now.match.steps[-1].seat
    move = now.match.choices(seat)[0].move
    refusal("twice", 409, desk.play, table, other, move, now.ply - 1)
    refusal("moved_on", 409, desk.play, table, ({0, 1, 2} - {seat, other}).pop(), move, now.ply - 1)
    refusal("ply", 400, desk.play, table, seat, move, now.ply + 1)
    refusal("ply", 400, desk.play, table, seat, move, -1)
    desk.play(table, seat, move, now.ply - 1)
    assert moves(table)[now.ply][1:] == (seat, "move", move)


def test_where_all_act_at_once_nobody_is_hindered_by_what_another_takes_back() -> None:
    table = table_of(GLASS)
    now = standing(table)
    mover, other = now.match.waiting[:2]
    desk.play(table, other, now.match.choices(other)[0].move, 0)
    desk.undo(table, other)
    desk.play(table, mover, now.match.choices(mover)[0].move, 1)
    refusal("moved_on", 409, desk.play, table, other, now.match.choices(other)[1].move, 1)


def test_who_is_not_to_move_cannot() -> None:
    table = table_of(GAME)
    (seat,) = standing(table).match.waiting
    before = everything()
    with pytest.raises(IllegalMove):
        desk.play(table, (seat + 1) % 3, standing(table).match.choices(seat)[0].move, 0)
    assert everything() == before


# --- Clocks ---


def later(table: Table, seconds: float) -> None:
    """As if so much time had gone by."""
    table, gone = fresh(table), timedelta(seconds=seconds)
    runs_out = table.runs_out and table.runs_out - gone
    desk.touch(table, since=table.since - gone, runs_out=runs_out)
    Errand.objects.filter(table=table, kind=Errand.Kind.CLOCK).update(due=F("due") - gone)


def test_when_a_clock_has_run_out_a_bot_plays_until_its_owner_is_back() -> None:
    anna = person()
    table = bots_move(sit(GAME, anna, "page", "page", clock=30, seed=1))
    assert standing(table).match.waiting == (0,)
    later(table, 29)
    desk.run_out_of_time(table)
    assert not standing(table).seats[0].away, "there is a second left"
    later(table, 2)
    do_errands(1)
    now = standing(table)
    assert now.seats[0].away and now.played_by_bot(0) == STAND_IN
    assert desk.deadline(now) is None, "bots have no clock"
    table = bots_move(table, most=6)
    assert any(seat == 0 for _, seat, *_ in moves(table))
    desk.come_back(table, anna)
    refusal("not_away", 409, desk.come_back, table, anna)
    now = standing(bots_move(table))
    assert not now.seats[0].away and now.match.waiting == (0,)
    left = (desk.deadline(now) - timezone.now()).total_seconds()
    assert 25 < left <= 30, "who comes back has all the time again"


def test_only_who_is_late_is_replaced() -> None:
    anna, bob = person("Anna"), person("Bob")
    table = sit(GAME, anna, bob, clock=10)
    (seat,) = standing(table).match.waiting
    later(table, 11)
    desk.run_out_of_time(table)
    assert [one.away for one in standing(table).seats] == [number == seat for number in (0, 1)]


def test_a_move_starts_the_clock_anew() -> None:
    table = sit(GAME, person(), person("Bob"), clock=10)
    later(table, 9)
    play_on(table, 1)
    assert desk.deadline(standing(table)) > timezone.now() + timedelta(seconds=8)


def test_without_a_clock_nobody_is_ever_late() -> None:
    table = sit(GAME, person(), person("Bob"))
    later(table, 10**6)
    desk.run_out_of_time(table)
    assert desk.deadline(standing(table)) is None and not any(one.away for one in standing(table).seats)


# --- The hourglass ---


def finished_first() -> tuple[Table, int]:
    """A table where one seat has ended its turn and the other has not."""
    table = sit(GLASS, person("Anna"), person("Bob"), sand=20, base=4, seed=5)
    for _ in range(300):
        now = standing(table)
        if desk.may_turn_glass(now, 0):
            return table, 0
        seat = 0 if 0 in now.match.waiting else now.match.waiting[0]
        desk.play(table, seat, now.match.choices(seat)[0].move, now.ply)
    raise AssertionError("nobody finished")


def test_who_has_finished_may_turn_the_hourglass_and_the_others_must_hurry() -> None:
    table, seat = finished_first()
    refusal("hourglass", 409, desk.turn_glass, table, 1 - seat)
    this_round = int(standing(table).match.state["round"][0])
    desk.turn_glass(table, seat)
    refusal("hourglass", 409, desk.turn_glass, table, seat)
    now = standing(table)
    assert now.table.turned_by == seat and 15 < (desk.deadline(now) - timezone.now()).total_seconds() <= 20
    desk.run_out_of_time(table)
    assert standing(table).ply == now.ply, "there is sand left"
    later(table, 21)
    desk.run_out_of_time(table)
    after = standing(table)
    assert after.ply > now.ply and int(after.match.state["round"][0]) == this_round + 1
    assert after.table.turned_by is None and after.table.runs_out is None
    assert replayed(table)[0].state.tobytes() == after.match.state.tobytes()


def test_the_hourglass_is_put_back_when_all_have_finished_in_time() -> None:
    table, seat = finished_first()
    desk.turn_glass(table, seat)
    while (now := standing(table)).table.turned_by is not None:
        desk.play(table, 1 - seat, now.match.choices(1 - seat)[0].move, now.ply)
    assert now.table.runs_out is None and desk.deadline(now) is None


def test_no_hourglass_is_turned_in_a_game_without_one() -> None:
    table = sit(GAME, person(), "page", sand=20)
    refusal("no_hourglass", 409, desk.turn_glass, table, 0)


# --- Coming and going ---


def test_a_match_begins_when_the_last_seat_is_taken() -> None:
    anna, bob = person(), person("Bob")
    table = sit(GAME, anna, None, None)
    assert table.stage == Table.Stage.GATHERING
    refusal("not_begun", 409, desk.check_seat, standing(table), anna, 0)
    desk.join(table, bob)
    refusal("seated", 409, desk.join, fresh(table), bob)
    refusal("taken", 409, desk.join, fresh(table), person("Chiara"), 1)
    refusal("not_host", 403, desk.fill, fresh(table), bob, "page")
    refusal("level", 400, desk.fill, fresh(table), anna, "king")
    desk.fill(fresh(table), anna, "page")
    assert fresh(table).stage == Table.Stage.PLAYING
    assert [seat.kind for seat in standing(table).seats] == ["person", "person", "bot"]
    refusal("begun", 409, desk.join, fresh(table), person("Dario"))
    refusal("begun", 409, desk.fill, fresh(table), anna, "page")


def test_who_gets_up_before_the_match_leaves_the_seat_open() -> None:
    anna, bob = person(), person("Bob")
    table = sit(GAME, anna, bob, None)
    desk.leave(table, bob)
    assert standing(table).seats[1].kind == Seat.Kind.OPEN and not standing(table).seats[1].name
    refusal("not_seated", 403, desk.leave, fresh(table), bob)
    desk.leave(fresh(table), anna)
    assert not Table.objects.exists(), "without its host there is no table"


def test_for_who_gets_up_in_the_match_a_bot_plays_on() -> None:
    anna = person()
    table = bots_move(sit(GAME, anna, "page", "page"))
    desk.leave(table, anna)
    table = bots_move(table)
    assert table.stage == Table.Stage.OVER
    refusal("over", 409, desk.leave, table, anna)
    refusal("not_seated", 403, desk.leave, table, person("Bob"))


def test_a_bot_that_has_thought_for_too_long_does_not_move_for_who_is_back() -> None:
    anna = person()
    table = bots_move(sit(GAME, anna, "page", "page"))
    desk.leave(table, anna)
    duty = steward.find_duty(table.pk)
    assert duty and duty.bots == {0: STAND_IN}
    desk.come_back(table, anna)
    before = everything()
    steward.submit_bot_move(table.pk, 0, standing(table).match.choices(0)[0].move, duty.ply)
    assert everything() == before


# --- Once more ---


def test_a_rematch_has_the_same_company_one_seat_further_on_and_another_deal() -> None:
    anna, bob = person(), person("Bob")
    table = sit(GAME, anna, "page", bob, clock=60, edition="published")
    refusal("not_over", 409, desk.rematch, table, anna)
    table = play_on(table)
    refusal("not_seated", 403, desk.rematch, table, person("Chiara"))
    again = desk.rematch(table, bob)
    assert again.stage == Table.Stage.GATHERING and desk.rematch(fresh(table), bob) == again
    again = desk.rematch(fresh(table), anna)
    assert again.stage == Table.Stage.PLAYING and again.seed != table.seed
    assert (again.options, again.clock, again.game) == (table.options, 60, table.game)
    assert [(one.name, one.level) for one in standing(again).seats] == [("", "page"), ("Bob", ""), ("Anna", "")]
    assert desk.rematch(fresh(table), anna) == again


def test_bots_alone_accept_a_rematch_at_once() -> None:
    anna = person()
    assert desk.rematch(play_on(sit(GAME, anna, "page", anna)), anna).stage == Table.Stage.PLAYING


def test_a_seat_of_a_rematch_is_kept_until_its_owner_answers() -> None:
    anna, bob = person(), person("Bob")
    table = play_on(sit(DUEL, anna, bob))
    again = desk.rematch(table, anna)
    refusal("taken", 409, desk.join, again, person("Chiara"))
    seen = fresh(table).revision
    desk.join(again, bob)
    assert fresh(again).stage == Table.Stage.PLAYING and fresh(table).revision > seen


def test_where_somebody_declines_a_rematch_anybody_may_sit_down() -> None:
    anna, bob = person(), person("Bob")
    table = play_on(sit(DUEL, anna, bob))
    again = desk.rematch(table, anna)
    desk.leave(again, bob)
    refusal("not_seated", 403, desk.leave, again, bob)
    desk.join(again, person("Chiara"))
    assert [one.name for one in standing(again).seats] == ["Chiara", "Anna"]
    assert desk.rematch(fresh(table), bob) == again, "who comes too late finds the match, and watches it"


def test_a_rematch_can_be_taken_back_and_offered_anew() -> None:
    anna, bob = person(), person("Bob")
    table = play_on(sit(DUEL, anna, bob))
    desk.leave(desk.rematch(table, anna), anna)
    assert fresh(table).again is None
    again = desk.rematch(fresh(table), bob)
    desk.fill(again, bob, "page")
    assert [(one.name, one.level) for one in standing(again).seats] == [("Bob", ""), ("", "page")]


# --- New tables ---


@pytest.mark.parametrize(
    ("key", "wishes"),
    [
        ("seats", [Wish("me")]),
        ("seats", [Wish("me")] * 4),
        ("level", [Wish("me"), Wish("bot", level="king"), Wish("open")]),
        ("wish", [Wish("me"), Wish("throne"), Wish("open")]),
    ],
)
def test_a_table_that_cannot_be_is_not_made(key: str, wishes: list[Wish]) -> None:
    refusal(key, 400, desk.new_table, person(), GAME, {}, wishes)


def test_options_are_those_on_offer_and_no_files() -> None:
    assert desk.read_options(GLASS, {"base": "4", "rogues": "false"})["base"] == 4
    for name, option, value in [
        (GLASS, "characters", "/etc/passwd"),
        (GAME, "missions", "/etc/passwd"),
        (GAME, "players", "9"),
    ]:
        before = everything()
        with pytest.raises(CamarillaError):
            desk.new_table(person(), name, {option: value}, [Wish("me")] * 4)
        assert [row for row in everything() if row["model"] != "Person"] == [
            row for row in before if row["model"] != "Person"
        ]


# --- The steward ---


def test_the_steward_lets_bots_play_to_the_end_and_then_leaves_the_table() -> None:
    anna = person()
    table = sit(GAME, anna, "page", "page")
    desk.leave(table, anna)
    do_errands()
    assert fresh(table).stage == Table.Stage.OVER and not Errand.objects.exists()


def test_every_table_where_a_match_goes_on_is_attended_to_from_the_start() -> None:
    anna = person()
    going_on, waiting, over = (
        sit(DUEL, anna, "page"),
        sit(DUEL, anna, None),
        play_on(sit(DUEL, anna, "page")),
    )
    Errand.objects.all().delete()  # as if the house were of a time before there were any
    errands.restore()
    assert [one.table for one in Errand.objects.all()] == [going_on] and waiting.pk and over.pk


def test_a_move_is_made_though_something_else_has_changed_since_the_last_one() -> None:
    """What is kept of the match is as new as it can be, but of the table it is not: that shows when it is written."""
    table = play_on(sit(GAME, person("Anna"), person("Bob")), 1)
    now = standing(table)
    (seat,) = now.match.waiting
    chosen = {"seat": seat, "ply": now.ply, "move": now.match.choices(seat)[0].move}
    desk.say(table, seat, "hello")
    assert SNAPSHOTS.get(table.slug) is now, "nobody has looked since"
    assert visitor(now.seats[seat].person).post_to(table, "play", **chosen).status_code == 302
    after = standing(table)
    assert after.ply > now.ply and [remark.phrase for remark in after.remarks] == ["hello"]


def test_moves_are_told_with_their_revision_and_find_the_snapshot_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever hears the bell need not ask the database."""
    if connection.vendor != "sqlite":
        pytest.skip("rings travel through the database server, and nobody listens there")
    told: list[tuple[int, bool]] = []
    table = sit(GAME, person("Anna"), person("Bob"))

    def hear(number: int, duty: bool, revision: int) -> None:
        kept = SNAPSHOTS.get(table.slug)
        told.append((revision, kept is not None and kept.table.revision == revision))

    monkeypatch.setattr(BELL, "ring", hear)
    after = play_on(table, 1)
    assert told == [(after.revision, True)]


def told_of_others(monkeypatch: pytest.MonkeyPatch, before: Snapshot, act: Callable[[], object]) -> Any:
    """What another process tells that has done something at a table, and here nobody has heard of it yet."""
    told: list[Any] = []
    monkeypatch.setattr(desk, "ring_on_commit", lambda table, duty=True, revision=0, news=None: told.append(news))
    act()
    SNAPSHOTS.clear()
    SNAPSHOTS.keep(before)
    return json.loads(json.dumps(told[-1]))


@pytest.mark.parametrize("name", games())
def test_a_move_of_another_process_comes_with_its_ring(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit(name, *(person(letter) for letter in "ABCDEF"[: few(name)]), seed=5)
    before = standing(table)
    news = told_of_others(monkeypatch, before, lambda: play_on(table, 1))
    with CaptureQueriesContext(connection) as asked_for:
        play_on_as_told(*news)
        now = find_snapshot(table.slug, told=news[1])
    assert not asked_for.captured_queries
    SNAPSHOTS.clear()
    asked = standing(table)
    assert now.ply == asked.ply > before.ply and now.match == asked.match and not now.drawings
    assert (now.table.revision, now.table.since) == (asked.table.revision, asked.table.since)


def test_what_is_not_the_next_thing_to_have_happened_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit(GAME, person("Anna"), person("Bob"))
    before = standing(table)
    news = told_of_others(monkeypatch, before, lambda: play_on(table, 2))
    play_on_as_told(*news)
    assert SNAPSHOTS.get(table.slug) is before, "there was a move between"
    assert find_snapshot(table.slug, told=news[1]).ply > before.ply + 1


def test_more_than_moves_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_on(sit(GAME, person("Anna"), person("Bob")), 1)
    now = standing(table)
    mover = now.match.steps[-1].seat
    assert told_of_others(monkeypatch, now, lambda: desk.undo(table, mover)) is None
    assert told_of_others(monkeypatch, now, lambda: play_on(table)) is None, "the last move is the end, too"
