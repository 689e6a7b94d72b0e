"""Learning from one's own mistakes: which are told first, and each played again until a good choice is found."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.urls import reverse

import camarilla
from camarilla.analysis.review import moments
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.site import WORDS, analyst, judging
from camarilla.site.models import Person, Seat, Table
from camarilla.site.pages import after, retry
from tests.samples import DUEL, GAME
from tests.website.parlour import Visitor, fresh, person, play_on, sit, standing, visitor
from tests.website.verdict import find_fault

BEGUN = 36  # moves, before anybody sat down


def analysed(*seats: Person | Visitor | str, game: str = GAME, **changed: Any) -> Table:
    """The end of a match, and an analysis that finds fault with every decision."""
    match, chance = camarilla.game(game, players=len(seats), **kind(game).at_table).new(5), Random(1)
    while len(match.steps) < BEGUN:
        match.play(chance.choice(match.choices(match.waiting[0])))
    table = play_on(sit(game, *seats, position=match.position()), luck=3)
    now = standing(table)
    people = [seat.number for seat in now.seats if seat.kind == Seat.Kind.PERSON]
    Table.objects.filter(pk=table.pk).update(analysis={**find_fault(now.match, people), **changed})
    return fresh(table)


def told(client: Visitor, table: Table) -> list[int]:
    """The numbers of the moves that the analysis tells of, from top to bottom."""
    page = client.get(reverse("analysis", args=[table.slug])).content.decode()
    return [int(number) for number in re.findall(r'<h3 id="mistake-(\d+)"', page)]


def seats_of(table: Table, numbers: list[int]) -> list[int]:
    return [standing(table).match.steps[number - 1].seat for number in numbers]


def address(table: Table, number: int) -> str:
    return reverse("retry", args=[table.slug, number])


def choices(table: Table, number: int) -> tuple[list[str], str, str]:
    """The choices before a move, the good one, and the one that was made."""
    match = standing(table).match
    then, step = match.after(number - 1), match.steps[number - 1]
    losses = {one["number"]: dict(one["losses"]) for one in table.analysis["why"]}[number]
    listed = then.choices(step.seat)
    return [one.move for one in listed], next(one.move for one in listed if not losses[one.id]), step.move


# --- Whose come first ---


def test_the_viewers_own_mistakes_come_first() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = analysed("page", anna, bob)
    for client, mine in ((anna, 1), (bob, 2)):
        numbers = told(client, table)
        seats = seats_of(table, numbers)
        first = seats.count(mine)
        assert set(seats) == {0, 1, 2} and set(seats[:first]) == {mine}
        people = seats.count(3 - mine)
        assert set(seats[first : first + people]) == {3 - mine}, "other people come before bots"
        assert numbers[:first] == sorted(numbers[:first], reverse=True), "the costliest first"


def test_who_plays_for_a_friend_too_finds_both_first_and_who_watches_people_before_bots() -> None:
    anna = visitor("Anna")
    table = analysed("page", anna, anna)
    seats = seats_of(table, told(anna, table))
    assert set(seats[: -seats.count(0)]) == {1, 2}
    watched = seats_of(table, told(Visitor(), table))
    assert set(watched[: -watched.count(0)]) == {1, 2}


def test_what_was_better_is_not_told_of_ones_own_mistakes_before_one_asks() -> None:
    anna = visitor("Anna")
    table = analysed(anna, "page")
    page = anna.get(reverse("analysis", args=[table.slug])).content.decode()
    own, others = page.split('id="h-own"')[1].split('id="h-others"')
    assert "<details><summary>" in own and "<details open>" not in own
    assert (
        "<details open>" in others and "<details><summary>" not in others.split('id="h-summary"')[0].split("graph")[0]
    )


def test_who_made_no_mistake_is_told_so() -> None:
    anna = visitor("Anna")
    table = analysed(anna, "page")
    table.analysis["why"] = [one for one in table.analysis["why"] if seats_of(table, [one["number"]]) != [0]]
    table.save()
    assert "Well played!" in anna.get(reverse("analysis", args=[table.slug])).content.decode()


def test_every_mistake_of_people_is_explained_and_of_bots_the_costliest() -> None:
    table = analysed("page", person("Anna"), person("Bob"))
    found = analyst.review(standing(table).match, table.analysis)
    chosen = [int(one[0]) for one in analyst.choose_mistakes(table.analysis)]
    seats = seats_of(table, chosen)
    assert seats.count(0) == analyst.COSTLIEST < len(found.of(0))
    assert seats.count(1) == len(found.of(1)) and seats.count(2) == len(found.of(2))
    assert chosen == [one.moment.number for one in found.mistakes if one.moment.number in chosen]


@pytest.mark.parametrize("game", games())
def test_decisions_are_sorted_by_what_they_were_about(game: str) -> None:
    table = analysed(person("Anna"), "page", game=game)
    found = analyst.review(standing(table).match, table.analysis)
    for seat, themes in analyst.sort_by_theme(found).items():
        numbers, mistakes, lost = (sum(column) for column in zip(*themes.values(), strict=True))
        assert numbers == mistakes == len(found.of(int(seat)))
        assert lost == pytest.approx(sum(one.cost for one in found.of(int(seat))))
        assert all(found.match.game.words(f"theme.{theme}").text("fr") for theme in themes)


# --- Playing it again ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [GAME, DUEL])
def test_it_is_played_until_a_good_choice_is_found(game: str, language: str) -> None:
    anna = visitor("Anna", language)
    table = analysed(anna, "page", game=game)
    number = told(anna, table)[0]
    moves, good, played = choices(table, number)
    url = address(table, number)
    page = anna.get(url).content.decode()
    assert 'id="board"' in page and f'action="{url}"' in page and "for a reason" not in page.lower()
    for move in moves:
        answer = anna.post(url, {"move": move})
        if move == good:
            assert answer.status_code == 302
            found = anna.get(answer["Location"]).content.decode()
            assert WORDS("retry.found").text(language) in found and "For a reason." in found
            assert 'id="choices"' not in found
        else:
            words = WORDS("retry.same" if move == played else "retry.worse", share="#", better=75).text(language)
            assert words.split("#")[0] in answer.content.decode()


def test_after_one_mistake_comes_the_next_of_the_same_list() -> None:
    anna = visitor("Anna")
    table = analysed(anna, "page")
    own = [number for number in told(anna, table) if seats_of(table, [number]) == [0]]
    for number, following in zip(own, [*own[1:], None], strict=True):
        url = anna.post(address(table, number), {"move": choices(table, number)[1]})["Location"]
        page = anna.get(url).content.decode()
        assert re.findall(r'<a id="onward"[^>]*href="([^"]+)"', page) == (
            [address(table, following)] if following else []
        )


def test_a_position_shows_what_the_seat_knew_and_nothing_else() -> None:
    """Whatever was hidden from the seat at that moment, the page is the same."""
    anna = visitor("Anna")
    table = analysed(anna, "page")
    number = told(anna, table)[0]
    request = anna.get(address(table, number)).wsgi_request
    here = after.look_back(request, table.slug)
    at = retry.find_mistake(here, number)
    shown = set()
    for world in (at.decision.moment.match, *(at.decision.moment.match.redeal(0, seed) for seed in range(3))):
        moment = replace(at.decision.moment, match=world)
        trial = retry.try_out(request, here, replace(at, decision=replace(at.decision, moment=moment)))
        shown.add((str(trial.draw().board), *(choice.move for choice in trial.choices)))
    assert len(shown) == 1


def test_what_the_rules_forbid_is_refused_with_the_reason() -> None:
    anna = visitor("Anna")
    table = analysed(anna, "page")
    url = address(table, told(anna, table)[0])
    answer = anna.post(url, {"move": "nonsense"})
    assert answer.status_code == 400 and "nonsense" in answer.content.decode()
    assert anna.post(url).status_code == 400 and anna.post(url, {"move": "x" * 99}).status_code == 400
    assert anna.get(url, {"m": "nonsense"}).status_code == 400


def test_only_mistakes_of_a_finished_analysis_can_be_played_again() -> None:
    anna = visitor("Anna")
    table = analysed(anna, "page")
    number = told(anna, table)[0]
    bad = next(move for move in choices(table, number)[0] if move != choices(table, number)[1])
    assert anna.get(address(table, number), {"m": bad}).status_code == 404, "that was not found to be good"
    assert anna.get(address(table, 9999)).status_code == 404
    for one in table.analysis["why"]:
        del one["losses"]  # as analyses were kept before
    table.save()
    assert address(table, number) not in anna.get(reverse("analysis", args=[table.slug])).content.decode()
    assert anna.get(address(table, number)).status_code == 404
    playing = play_on(sit(GAME, anna, "page"), 4)
    assert anna.get(address(playing, 1)).status_code == 409


# --- How long it takes ---


def test_decisions_are_judged_in_an_order_in_which_the_first_ones_are_like_the_others() -> None:
    table = analysed(person("Anna"), "page")
    order = judging.find_decisions(json.dumps(standing(table).match.record()))
    assert sorted(order) == [numbers[0] for numbers in table.analysis["decisions"]]
    whole = sum(order) / len(order)
    for some in (6, 12):
        assert abs(sum(order[:some]) / some - whole) < whole / 5


@pytest.mark.parametrize("usual", [None, {"decisions": 2.5, "lessons": 9.0}])
def test_the_time_left_is_right_within_a_third(monkeypatch: pytest.MonkeyPatch, usual: dict[str, float] | None) -> None:
    """A hundred judgements of which every third takes much longer, then the mistakes, every eighth, are explained."""
    clock = [1000.0]
    monkeypatch.setattr(analyst.time, "time", lambda: clock[0])
    kept: dict[str, Any] = {**analyst.FRESH, "decisions": [], "whole": 100, "people": range(100), "usual": usual}
    said: list[tuple[float, int]] = []

    def answer(part: str, seconds: float) -> None:
        clock[0] += seconds
        analyst.note_time(kept, part)
        said.append((clock[0], analyst.Progress(kept).left))

    for number in range(100):
        cost = 0.3 if number % 8 == 0 else 0
        kept["decisions"] = [*kept["decisions"], [number, 0, 0.5, 0.5 + cost, 0.01]]
        answer("decisions", (1.0, 1.0, 4.0)[number % 3])
    for number in range(0, 100, 8):
        kept["lessons"] = {**kept["lessons"], str(number): {}}
        answer("lessons", 10.0)
    told_from = next(number for number, (_, left) in enumerate(said) if left)
    assert told_from == (0 if usual else analyst.ENOUGH)
    for at, left in said[told_from:-1]:
        assert abs(left - (clock[0] - at)) <= (clock[0] - at) / 3


def test_the_time_is_told_beforehand_by_what_such_matches_took_here() -> None:
    anna = visitor("Anna")
    done = analysed(anna, "page", paces={"decisions": 3.0, "lessons": 20.0})
    analysed(anna, "page", "page", paces={"decisions": 50.0, "lessons": 50.0})
    table = play_on(sit(GAME, anna, "page"))
    assert analyst.usual_paces(table) == {"decisions": 3.0, "lessons": 20.0}
    seconds = analyst.expect_seconds(standing(table))
    assert seconds == round(sum(1 for _ in moments(standing(table).match, (0, 1))) * (3.0 + analyst.MISTAKES * 20.0))
    said = after.about_seconds(seconds)
    assert said and said.text() in anna.get(reverse("analysis", args=[table.slug])).content.decode()
    Table.objects.filter(pk=done.pk).update(analysis=None)
    assert "told once the first decisions" in anna.get(reverse("analysis", args=[table.slug])).content.decode()


@pytest.mark.parametrize(
    ("seconds", "said"), [(3, "5 s"), (31, "40 s"), (60, "1 min"), (61, "1 min 10 s"), (119, "2 min"), (0, "")]
)
def test_a_rough_time_is_told_roughly(seconds: int, said: str) -> None:
    found = after.about_seconds(seconds)
    assert (found.text().replace("\u00a0", " ") if found else "") == said
