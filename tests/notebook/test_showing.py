"""What notebooks show: whole pages that need nothing else, which tell a seat nothing that it may not know."""

from __future__ import annotations

import html
import json
import random
import re
from typing import Any

import pytest

import camarilla
from camarilla import BadOption, Match
from camarilla.engine import hindsight
from camarilla.games import games, kind
from camarilla.lab.series import series
from camarilla.lab.standings import standings
from camarilla.lab.tournament import tournament
from camarilla.notebook.boards import make_context
from tests.samples import DUEL, GAME

HOSTILE = '</script><!--<script>"&'
WORLDS = 2


def begin(name: str, moves: int = 0) -> Match:
    """A short match, played at random for so many moves."""
    match = camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT).new(seed=5)
    chance = random.Random(3)
    while not match.over and len(match.steps) < moves:
        match.play(chance.choice(match.choices(chance.choice(match.waiting))))
    return match


def page(shown: str) -> str:
    """The page within the frame."""
    found = re.fullmatch(r'<iframe [^>]* srcdoc="([^"]*)"></iframe>', shown)
    assert found
    return html.unescape(found[1])


def boards(shown: str) -> tuple[list[str], list[str]]:
    """The boards of a replay as its script puts them together, and what is told beside each."""
    found = re.search(r'<script type="application/json" id="boards">(.*?)</script>', page(shown), re.DOTALL)
    assert found
    kept = json.loads(found[1])
    return ["".join(kept["pieces"][number] for number in ply) for ply in kept["plies"]], kept["told"]


# --- What is hidden ---


@pytest.mark.parametrize("name", games())
def test_whatever_is_dealt_anew_a_seat_is_shown_the_same_bytes(name: str) -> None:
    for moves in (0, 20):
        match = begin(name, moves)
        for seat in (None, *match.game.seats):
            worlds = [match.redeal(seat, seed) for seed in range(WORLDS)]
            assert {world.view(seat)._repr_html_() for world in worlds} == {match.view(seat)._repr_html_()}
            if seat is not None:
                assert {camarilla.show(world, seat).html for world in worlds} == {camarilla.show(match, seat).html}


@pytest.mark.parametrize("name", games())
def test_a_match_is_shown_with_all_hands_open(name: str) -> None:
    for moves in (0, 20):
        match = begin(name, moves)
        world = match.redeal(None, 1)
        differs = any(world.view(seat) != match.view(seat) for seat in match.game.seats)
        assert (world._repr_html_() != match._repr_html_()) == differs


@pytest.mark.parametrize("name", games())
def test_the_replay_of_a_seat_holds_nothing_but_what_the_seat_saw(name: str) -> None:
    match = begin(name)
    seat = match.waiting[0]
    worlds = [match.redeal(seat, seed) for seed in range(WORLDS)]
    for _ in range(2):
        if seat in match.waiting:
            move = match.choices(seat)[0]
            for one in (match, *worlds):
                one.play(move.id, seat)
    seen = {camarilla.show(world.record(), seat).html for world in (match, *worlds)}
    assert len(seen) == 1
    differ = any(world.view(other) != match.view(other) for world in worlds for other in match.game.seats)
    assert (len({camarilla.show(world.record()).html for world in (match, *worlds)}) > 1) == differ


def test_there_is_something_to_hide() -> None:
    for name in (GAME, DUEL):
        match = begin(name)
        assert match.redeal(0, 1)._repr_html_() != match._repr_html_()


# --- Boards ---


@pytest.mark.parametrize("name", games())
def test_a_page_needs_nothing_from_anywhere(name: str) -> None:
    match = begin(name, 20)
    for shown in (match._repr_html_(), match.view(0)._repr_html_(), match.record()._repr_html_()):
        text = page(shown)
        assert not re.search(r'\bsrc=|@import|url\((?!["\']?#)|href="(?!#|\?rules)', text)
        assert set(re.findall(r"https?://[^\"' )]*", text)) <= {"http://www.w3.org/2000/svg"}
        wanted = set(re.findall(r'<use href="#([^"]*)"', text))
        assert wanted and wanted <= set(re.findall(r'<symbol id="([^"]*)"', text))


def test_a_view_that_was_kept_as_json_is_shown_as_well() -> None:
    match = begin(GAME, 5)
    kept = json.loads(json.dumps(match.view(0)))
    assert camarilla.show(kept).html == match.view(0)._repr_html_()


def test_it_is_said_in_either_language_what_is_asked() -> None:
    match = begin(GAME)
    for language in ("en", "fr"):
        context = make_context(match.game, language, ())
        asked = context.text(hindsight.draw(match, None, context).prompt)
        text = page(camarilla.show(match, language=language).html)
        assert str(asked) in html.unescape(text) and f'<html lang="{language}">' in text


def test_names_are_no_markup() -> None:
    match = begin(DUEL, 8)
    for thing in (match, match.view(0), match.record()):
        text = page(camarilla.show(thing, names=(HOSTILE, "Bob")).html)
        assert "Bob" in text and "<script>" in text
        assert len(re.findall("<script", text)) == len(re.findall("</script", text))
        assert "<!--<" not in text


@pytest.mark.parametrize("thing", [3, None, {}, {"game": GAME}, [begin(GAME)]])
def test_of_other_things_there_is_no_picture(thing: Any) -> None:
    with pytest.raises(BadOption, match=type(thing).__name__):
        camarilla.show(thing)


def test_views_and_records_stay_plain_data() -> None:
    match = begin(GAME, 5)
    for data in (match.view(0), match.record()):
        assert json.loads(json.dumps(data)) == data == dict(data)


# --- Replays ---


@pytest.mark.parametrize("seat", [None, 0])
def test_a_replay_has_the_board_after_every_move(seat: int | None) -> None:
    match = begin(GAME, 12)
    context = make_context(match.game, "en", ())
    drawn, told = boards(camarilla.show(match.record(), seat).html)
    assert drawn == [hindsight.draw(match.after(ply), seat, context).board for ply in range(len(match.steps) + 1)]
    sentences = [context.text(hindsight.tell(match, number, seat)) for number in range(1, len(drawn))]
    assert [text[1:] for text in told[1:]] == [text[1:] for text in sentences]


def test_the_boards_of_a_replay_share_what_they_have_in_common() -> None:
    match = begin(GAME, 25)
    drawn, _ = boards(match.record()._repr_html_())
    assert len(match.record()._repr_html_()) < sum(map(len, drawn)) / 2


# --- Results ---


@pytest.fixture(scope="module")
def duel() -> camarilla.Game:
    return camarilla.game(DUEL, runtime="interpreted", **{**kind(DUEL).testing.SHORT, "players": 2})


def rows(shown: str) -> list[list[str]]:
    lines = re.findall(r"<tr>(.*?)</tr>", shown)
    return [[html.unescape(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line)] for line in lines]


def test_a_series_is_shown_as_a_table_and_plots(duel: camarilla.Game) -> None:
    played = series(duel, seed=1, first=0, games=8)
    shown = played._repr_html_()
    head, *lines = rows(shown)
    assert head == ["who", "share of victories", "mean score"]
    assert [line[0] for line in lines] == [*(f"seat {duel.letter(seat)}" for seat in duel.seats), "begins", "plays 2nd"]
    assert all(re.fullmatch(r"[\d.]+ ± [\d.]+ %", line[1]) for line in lines)
    assert shown.count("<svg") == 3 and "8 matches, seed 1" in shown
    assert "part des victoires" in camarilla.show(played, language="fr").html


def test_a_single_match_has_no_interval(duel: camarilla.Game) -> None:
    shown = series(duel, seed=1, first=0, games=1)._repr_html_()
    assert "nan" not in shown and "±" not in "".join(cell for row in rows(shown) for cell in row)


def test_a_tournament_is_shown_as_its_standings(duel: camarilla.Game) -> None:
    played = tournament(duel, ["random", "page"], deals=2)
    shown = played._repr_html_()
    assert shown == standings(played)._repr_html_()
    found = standings(played)
    head, *lines = rows(shown)
    assert head[:4] == ["", "bot", "victories", "score"]
    assert [float(line[2].split()[0]) for line in lines] == [round(100 * one.share.value, 1) for one in found.ranked]
    assert "Page" in {word for line in lines for word in line[1].split()} and shown.count("<svg") == 1
