"""Puzzles on the site: chosen, solved, explained and remembered; and nothing is told before the answer."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.urls import reverse

from camarilla.engine.game import HEADER
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.puzzles.puzzle import Collection, Puzzle, Rival
from camarilla.site import own_data
from camarilla.site.models import Attempt, Person
from tests.samples import DUEL
from tests.website.parlour import Visitor, visitor

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")


def first(name: str = DUEL) -> Puzzle:
    return next(iter(Collection.of(kind(name)).puzzles.values()))


def url(name: str = "puzzle", puzzle: Puzzle | None = None, game: str = DUEL) -> str:
    return reverse(name, args=[game, (puzzle or first(game)).id])


def page(client: Visitor, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def answered(client: Visitor, move: str, puzzle: Puzzle | None = None) -> str:
    answer = client.post(url(puzzle=puzzle), {"move": move}, headers=HTMX)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


# --- Nothing is told before the answer ---


def all_that_is_sent(client: Visitor, name: str, puzzle: Puzzle) -> Iterator[bytes]:
    """Whatever somebody gets to see of a puzzle without answering it."""
    things = {*re.findall(r'data-thing="([^"]+)"', page(client, url(puzzle=puzzle, game=name)))}
    for language in LANGUAGES:
        client.language(language)
        yield client.get(url(puzzle=puzzle, game=name), headers=HTMX).content
        for thing in sorted(things)[:3]:
            yield client.get(url("puzzle_why", puzzle, name), {"things": thing}, headers=HTMX).content
        yield client.get(reverse("puzzles", args=[name])).content.partition(b"<main")[2]


def show_instead(monkeypatch: pytest.MonkeyPatch, name: str, puzzle: Puzzle) -> None:
    """The site has this one in place of the game's puzzle with the same id."""
    here = Collection.of(kind(name))
    other = Collection(here.kind, {**here.puzzles, puzzle.id: puzzle})
    monkeypatch.setattr(Collection, "of", lambda kind: other if kind is here.kind else None)


@pytest.mark.parametrize("name", games())
def test_a_puzzle_looks_the_same_whatever_is_hidden_and_whatever_is_best(
    name: str, client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = first(name)
    truth = list(all_that_is_sent(client, name, puzzle))
    match = puzzle.begin(kind(name))
    world = match.redeal(puzzle.seat, 4).position()
    other = next(choice.move for choice in match.choices(puzzle.seat) if choice.move != puzzle.best)
    changed = replace(
        puzzle,
        position={key: value for key, value in world.items() if key not in HEADER},
        best=other,
        rivals=(Rival(puzzle.best, 0.5, 0.01),),
        share=0.99,
        why=(dict.fromkeys(LANGUAGES, "Because."),),
        hands=(),
    )
    show_instead(monkeypatch, name, changed)
    assert list(all_that_is_sent(client, name, changed)) == truth


def test_a_wrong_answer_does_not_give_the_right_one_away(client: Visitor) -> None:
    puzzle = first()
    said = answered(client, puzzle.rivals[-1].move)
    assert "there is something better" in said and "data-points" not in said
    assert not any(why["en"] in said for why in puzzle.why)
    assert "verdict" not in said


# --- Solving ---


def test_who_finds_the_best_choice_is_told_why_it_is(client: Visitor) -> None:
    puzzle = first()
    said = answered(client, puzzle.best)
    assert "Well found!" in said and Collection.of(kind(DUEL)).clauses[puzzle.theme] in said
    assert f"wins about {round(100 * puzzle.share)} times out of 100" in said
    assert puzzle.hands[0].cards[0][0]["en"][4:] in said
    assert "Next puzzle" in said and 'name="move"' not in said


def test_the_solution_can_be_asked_for_without_a_script(client: Visitor) -> None:
    answer = client.post(url("solution"))
    assert "The solution" in answer.content.decode() and answer.content.startswith(b"<!doctype html>")
    assert not Attempt.objects.get().solved


@pytest.mark.parametrize("move", ["", "x" * 1000])
def test_a_move_that_is_none_is_refused(client: Visitor, move: str) -> None:
    assert client.post(url(), {"move": move}).status_code == 400
    assert not Attempt.objects.exists()


def test_a_move_that_the_rules_forbid_is_refused_and_does_not_count(client: Visitor) -> None:
    assert client.post(url(), {"move": "swap 3"}, headers=HTMX).status_code == 400
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("address", ["/puzzles/nowhere/", f"/puzzles/{DUEL}/nowhere/"])
def test_what_there_is_not_is_not_found(client: Visitor, address: str) -> None:
    assert client.get(address).status_code == 404


# --- What is remembered ---


def test_only_the_first_answer_counts() -> None:
    anna = visitor("Anna")
    puzzle = first()
    answered(anna, puzzle.rivals[0].move)
    answered(anna, puzzle.best)
    attempt = Attempt.objects.get()
    assert (attempt.person, attempt.puzzle, attempt.solved) == (anna.person, puzzle.id, False)
    assert "✗ missed" in page(anna, reverse("puzzles", args=[DUEL]))


def test_somebody_new_is_remembered_too(client: Visitor) -> None:
    answered(client, first().best)
    assert Attempt.objects.get().person == Person.objects.get()
    assert "1 of " in page(client, reverse("puzzles", args=[DUEL]))


def test_answers_are_part_of_what_is_kept_about_somebody_and_are_forgotten_with_them() -> None:
    anna = visitor("Anna")
    answered(anna, first().best)
    assert anna.person
    (kept,) = own_data.gather(anna.person)["puzzles"]
    assert (kept["game"], kept["puzzle"], kept["solved"]) == (DUEL, first().id, True)
    own_data.forget(anna.person)
    assert not Attempt.objects.exists()


def test_looking_leaves_nothing_behind(client: Visitor) -> None:
    page(client, url())
    assert not Person.objects.exists()


def test_one_goes_on_with_what_is_new_and_then_with_what_was_missed() -> None:
    anna, found = visitor("Anna"), list(Collection.of(kind(DUEL)).puzzles.values())
    for one in found[2:]:
        Attempt.objects.create(person=anna.person, game=DUEL, puzzle=one.id, solved=True)
    assert url(puzzle=found[1]) in answered(anna, found[0].rivals[0].move) + answered(anna, found[0].best)
    assert url(puzzle=found[0]) in answered(anna, found[1].best, found[1]), "which was missed"
    Attempt.objects.update(solved=True)
    assert "You have solved all of these" in answered(anna, found[1].best, found[1])


# --- Choosing ---


def test_puzzles_are_chosen_by_theme_and_difficulty(client: Visitor) -> None:
    puzzle, whole = first(), Collection.of(kind(DUEL))
    wanted = whole.choose(puzzle.theme, puzzle.difficulty)
    shown = page(client, f"{reverse('puzzles', args=[DUEL])}?theme={puzzle.theme}&difficulty={puzzle.difficulty}")
    assert shown.count('<li class="open">') == len(wanted) < len(whole.puzzles)
    assert f"{url()}?theme={puzzle.theme}&difficulty={puzzle.difficulty}" in shown


def test_the_home_page_leads_to_puzzles(client: Visitor) -> None:
    shown = page(client, "/")
    assert all(reverse("puzzles", args=[name]) in shown for name in games())
