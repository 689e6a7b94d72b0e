"""Errands: taken in turn and in fair shares, taken over from who died, asked for by what makes them necessary."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from camarilla.site import desk, errands, ranks, steward
from camarilla.site.desk import Wish
from camarilla.site.models import Errand, Person, Table
from camarilla.site.refusals import Refusal
from camarilla.site.steward import ANY
from tests.samples import DUEL, GAME, GLASS
from tests.website.parlour import bots_move, do_errands, everything, fresh, person, play_on, sit, standing

STRONG, WEAK = "eminence", "page"


def bots_to_move(host: Person, level: str) -> Table:
    """A table where nobody but bots of that level plays on."""
    table = sit(DUEL, host, level)
    desk.leave(table, host)
    errands.plan(table, [level], None)
    return table


def claimed(*, holder: str = "somebody", ranks: range = ANY) -> Errand:
    found = errands.claim(holder, ranks)
    assert found
    return found


# --- In what order ---


def test_who_fills_the_house_with_strong_bots_does_not_keep_others_waiting() -> None:
    mallory, anna = person("Mallory"), person("Anna")
    for _ in range(12):
        bots_to_move(mallory, STRONG)
    table = bots_to_move(anna, WEAK)
    assert claimed().table == table, "what is quickly thought out comes first"
    other = bots_to_move(anna, STRONG)
    assert claimed().person == mallory, "Anna has one being thought about already"
    assert {claimed().table, claimed().table} >= {other}, "now each has one"


def test_who_waited_longest_comes_first() -> None:
    tables = [bots_to_move(person(), WEAK) for _ in range(3)]
    assert [claimed().table for _ in tables] == tables


def test_an_errand_that_was_let_go_waits_behind_the_others() -> None:
    anna = person()
    first, second = bots_to_move(anna, WEAK), bots_to_move(anna, WEAK)
    errand = claimed()
    assert errand.table == first
    errands.let_go(errand)
    assert [claimed().table, claimed().table] == [second, first]


def test_of_several_thinkers_one_is_left_to_what_is_quickly_thought_out() -> None:
    house = steward.Steward()
    house.slots = 3
    assert house.ranks == ANY
    house.thinking = {1: ranks.DEEP, 2: ranks.ANALYSIS}
    assert house.ranks == range(ranks.DEEP)
    house.thinking = {1: ranks.DEEP, 2: ranks.DEEP, 3: ranks.RANKS[WEAK]}
    assert house.ranks == range(ranks.AT_ONCE), "all are busy: only clocks"


def test_where_somebody_leaves_strong_bots_think_as_deeply_as_before() -> None:
    anna = person()
    desk.leave(sit(GAME, anna, WEAK, STRONG), anna)
    assert Errand.objects.get().rank == ranks.DEEP
    Errand.objects.all().delete()
    errands.restore()
    assert Errand.objects.get().rank == ranks.DEEP


def test_a_clock_needs_no_thinker() -> None:
    table = bots_move(sit(GAME, person(), WEAK, WEAK, clock=30, seed=1))
    Errand.objects.update(due=F("due") - timedelta(seconds=31))
    assert claimed(ranks=range(ranks.AT_ONCE)).table == table


# --- Who holds it ---


def test_an_errand_is_one_holders_until_it_is_done() -> None:
    bots_to_move(person(), WEAK)
    errand = claimed(holder="first")
    assert errands.claim("second", ANY) is None
    errands.finish(errand)
    assert not Errand.objects.exists()


@pytest.mark.parametrize("shift", [-errands.LEASE - timedelta(seconds=1), timedelta(hours=1)])
def test_who_died_is_followed_by_another_also_where_a_clock_was_put_back(shift: timedelta) -> None:
    bots_to_move(person(), WEAK)
    dead = claimed(holder="dead")
    Errand.objects.update(held_until=F("held_until") + shift)
    second = claimed(holder="second")
    assert second.pk == dead.pk
    errands.finish(dead)
    assert Errand.objects.exists(), "it is the second's now"


def test_who_is_still_at_it_says_so() -> None:
    bots_to_move(person(), WEAK)
    claimed(holder="slow")
    Errand.objects.update(held_until=timezone.now() + timedelta(seconds=0.1))
    errands.hold_on("slow")
    until = Errand.objects.get().held_until
    assert until and until > timezone.now() + errands.LEASE / 2


def test_a_house_that_closes_lets_go_of_everything() -> None:
    bots_to_move(person(), WEAK)
    claimed(holder="closing")
    errands.let_go_all("closing")
    assert claimed(holder="another")


def test_what_is_asked_for_anew_is_not_finished_with_what_was_asked_before() -> None:
    table = bots_to_move(person(), WEAK)
    before = claimed()
    errands.plan(table, [WEAK], None)
    errands.finish(before)
    assert Errand.objects.get().held_until is None


def test_a_double_answer_is_harmless() -> None:
    table = sit(GAME, person(), WEAK, WEAK, seed=4)
    if not Errand.objects.filter(kind=errands.MOVE).exists():
        play_on(table, 1)
    duty = steward.find_duty(table.pk)
    assert duty and duty.task
    (seat, level), *_ = duty.bots.items()
    move = steward.thinker.choose_move(duty.task, seat, level)
    steward.submit_bot_move(table.pk, seat, move, duty.ply)
    before = everything()
    steward.submit_bot_move(table.pk, seat, move, duty.ply)
    assert everything() == before


# --- When there is one ---


def test_people_alone_need_nobody() -> None:
    table = sit(DUEL, person("Anna"), person("Bob"))
    play_on(table, 3)
    assert not Errand.objects.exists()


def test_a_clock_is_looked_at_when_it_will_be_up() -> None:
    table = sit(DUEL, person("Anna"), person("Bob"), clock=60)
    for _ in range(2):
        errand = Errand.objects.get()
        assert errand.kind == errands.CLOCK and errand.due == fresh(table).since + timedelta(seconds=60)
        play_on(table, 1)


def test_a_clock_that_was_put_back_stops_nobody_for_ever() -> None:
    """As if the machine's clock had gone back by an hour after the last move."""
    anna = person("Anna")
    table = sit(DUEL, anna, person("Bob"), clock=60)
    ahead = timedelta(hours=1)
    Table.objects.filter(pk=table.pk).update(since=F("since") + ahead, revision=F("revision") + 1)
    Errand.objects.update(due=F("due") + ahead)
    steward.make_round()
    assert fresh(table).since <= timezone.now()
    assert Errand.objects.get().due <= timezone.now() + timedelta(seconds=60)


def test_the_hourglass_is_looked_at_when_it_will_have_run_out() -> None:
    anna = person("Anna")
    table = sit(GLASS, anna, person("Bob"), sand=30, clock=600)
    for _ in range(200):
        now = standing(table)
        turner = next((seat for seat in now.match.game.seats if desk.may_turn_glass(now, seat)), None)
        if turner is not None:
            break
        play_on(table, 1)
    assert turner is not None
    desk.turn_glass(table, turner)
    assert Errand.objects.get().due == fresh(table).runs_out


def test_when_all_is_over_nothing_is_left_to_do() -> None:
    anna = person("Anna")
    table = sit(GAME, anna, WEAK, WEAK, clock=300)
    desk.leave(table, anna)
    do_errands()
    assert fresh(table).stage == Table.Stage.OVER and not Errand.objects.exists()


# --- How much ---


def test_nobody_has_any_number_of_things_thought_about() -> None:
    mallory = person("Mallory")
    for _ in range(errands.WAITING):
        bots_to_move(mallory, WEAK)
    with pytest.raises(Refusal) as caught:
        desk.new_table(mallory, DUEL, {"players": 2}, [Wish("me"), Wish("bot", level=WEAK)])
    assert caught.value.status == 429
    assert desk.new_table(person("Anna"), DUEL, {"players": 2}, [Wish("me"), Wish("bot", level=WEAK)]).pk
