"""After the match: nothing before its end; then the result, the replay, the analysis and the record, for everybody."""

from __future__ import annotations

import re
from concurrent.futures.process import BrokenProcessPool
from html.parser import HTMLParser
from random import Random
from typing import ClassVar

import pytest
from django.http import HttpResponse
from django.urls import reverse

import camarilla
from camarilla.analysis import review as reviewing
from camarilla.engine.words import LANGUAGES
from camarilla.games import games
from camarilla.site import WORDS, analyst, judging, steward
from camarilla.site.models import Errand, Table
from camarilla.site.pages import after
from tests.samples import DUEL, GAME, GLASS, few, short
from tests.website.parlour import Visitor, do_errands, everything, fresh, person, play_on, sit, standing, visitor

PAGES = ("after", "replay", "analysis", "record")
NAME = "<b>Ann & Co</b>"


def finished(name: str, **options: object) -> Table:
    """A match played at random to its end, at a table that is not listed, by somebody whose name is markup and bots."""
    chosen = {**short(name), **options}
    return play_on(sit(name, person(NAME), *["page"] * (few(name) - 1), seed=5, **chosen), luck=2)


def brief() -> Table:
    """The end of a match, from a position on."""
    match, chance = camarilla.game(GAME, players=3).new(5), Random(1)
    for _ in range(60):
        match.play(chance.choice(match.choices()))
    return play_on(sit(GAME, person(NAME), "page", "page", position=match.position()), luck=3)


def get(client: Visitor, table: Table, page: str, **query: object) -> str:
    answer = client.get(reverse(page, args=[table.slug]), query)
    assert answer.status_code == 200, answer.content.decode()
    return str(answer.content.decode())


class Tree(HTMLParser):
    """Checks that the markup is balanced, and gathers ids and text."""

    VOID: ClassVar = {"meta", "link", "input", "br", "img", "use", "path", "hr"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.mains = 0
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        fields = dict(attributes)
        assert "style" not in fields and not any(name.startswith("on") for name in fields)
        self.ids += [fields["id"]] if fields.get("id") else []
        self.mains += tag == "main"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def proper(text: str) -> None:
    """A page as it may be: one main, no id twice, nothing that the policy forbids, no markup out of a name."""
    tree = Tree(text)
    assert tree.mains == 1 and len(tree.ids) == len(set(tree.ids))
    assert NAME not in text


# --- Before the end ---


@pytest.mark.parametrize("where", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_end_nothing_is_told(where: str, language: str) -> None:
    anna = visitor("Anna", language)
    table = play_on(sit(GAME, anna, "page", "page"), 20)
    before = everything()
    answer = anna.get(reverse(where, args=[table.slug]))
    said = WORDS("refusal.after").text(language)
    assert answer.status_code == 409 and said[1:] in answer.content.decode()
    assert str(table.seed) not in answer.content.decode()
    assert anna.post(reverse("analysis", args=[table.slug])).status_code == 409
    assert everything() == before


def test_before_the_beginning_nothing_is_told_either() -> None:
    anna = visitor("Anna")
    table = sit(GAME, anna, None, "page")
    assert [anna.get(reverse(page, args=[table.slug])).status_code for page in PAGES] == [409] * 4
    assert [anna.get(reverse(page, args=["nowhere"])).status_code for page in PAGES] == [404] * 4


# --- The result ---


@pytest.mark.parametrize("name", games())
def test_the_pages_of_a_finished_match(name: str) -> None:
    table = finished(name)
    for language in LANGUAGES:
        stranger = Visitor(None, language)
        for page in ("after", "replay", "analysis"):
            text = get(stranger, table, page)
            proper(text)
            assert f'<html lang="{language}"' in text
            assert page == "analysis" or "&lt;b&gt;Ann &amp; Co&lt;/b&gt;" in text
            assert len(text) < 100_000


@pytest.mark.parametrize("name", games())
def test_accounts_add_up_to_the_scores(name: str) -> None:
    table = finished(name)
    here = after.After(standing(table), "en")
    for seat in here.match.game.seats:
        told = after.account(here, seat)
        assert sum(points for _, _, points in told["lines"]) == (table.scores or [])[seat]
        assert told["place"] == table.places[seat] and str(told["score"]) in get(Visitor(), table, "after")


@pytest.mark.parametrize("name", [GAME, DUEL])
def test_cards_of_an_account_are_pictures_with_names(name: str) -> None:
    text = get(Visitor(), finished(name), "after")
    cards = re.findall(r'<span class="card [^>]* role="img" aria-label="([^"]+)"', text)
    assert len(cards) > 5 and all(len(card) > 3 for card in cards)
    assert not re.search(r": (?:[A-Z][a-z0-9]? )*[A-Z][a-z0-9]?</th>", text)


def test_a_tie_is_explained() -> None:
    anna, bob = person("Anna"), person("Bob")
    for luck in range(200):
        table = play_on(sit(GAME, anna, bob, seed=luck), luck=luck)
        if len(set(table.scores)) == 1:
            break
    here = after.After(standing(table), "en")
    (said,) = after.ties(here)
    key = "shared" if table.places == [1, 1] else "decided"
    assert said.wording == WORDS.entries[f"after.tie.{key}"]
    assert here.text(said) in get(Visitor(), table, "after").replace("&#39;", "'").replace("&#x27;", "'")


def test_options_are_told_where_they_are_not_the_usual_ones() -> None:
    assert "10 white and 10 blue missions" in get(Visitor(), finished(GAME, edition="published"), "after")
    assert "the usual ones" in get(Visitor(), finished(GAME), "after")


@pytest.mark.parametrize(
    ("seconds", "said"), [(41, "41 s"), (61, "1 min"), (3_900, "1 h 05 min"), (100_000, "1 d 3 h"), (0, "0 s")]
)
def test_how_long_it_took(seconds: int, said: str) -> None:
    assert after.say_time(after.timedelta(seconds=seconds)).text().replace("\u00a0", " ") == said


def test_only_who_played_is_offered_a_rematch() -> None:
    anna = visitor("Anna")
    table = play_on(sit(GAME, anna, "page", seed=1))
    url = reverse("again", args=[table.slug])
    assert url in get(anna, table, "after") and url not in get(Visitor(), table, "after")
    anna.post(url)
    again = reverse("table", args=[fresh(table).again.slug])
    assert again in get(anna, table, "after") and again in get(Visitor(), table, "after")


def test_everybody_at_the_table_sees_how_the_offer_of_a_rematch_stands() -> None:
    anna, bob, guest = visitor("Anna"), visitor("Bob"), Visitor()
    table = play_on(sit(DUEL, anna, bob, seed=1))
    accept, decline = reverse("again", args=[table.slug]), reverse("decline", args=[table.slug])
    assert decline not in bob.page(table)
    anna.post(accept)
    room = reverse("table", args=[fresh(table).again.slug])
    for page in (anna.page(table), bob.page(table), guest.page(table)):
        assert "Anna offers a rematch. Waiting for Bob." in page and "data-follow" not in page
    assert accept in bob.page(table) and decline in bob.page(table)
    assert room in anna.page(table) and decline not in anna.page(table) and decline not in guest.page(table)
    bob.post(decline)
    assert "Not this time: Bob." in anna.page(table)
    bob.post(reverse("join", args=[fresh(table).again.slug]), {"name": "Bob"})
    for page in (anna.page(table), bob.page(table), guest.page(table)):
        assert f'href="{room}" data-follow' in page


# --- The record ---


@pytest.mark.parametrize("name", games())
def test_the_record_plays_again_to_the_same_end(name: str) -> None:
    table = finished(name)
    answer = Visitor().get(reverse("record", args=[table.slug]))
    assert answer["Content-Type"] == "application/json" and "attachment" in answer["Content-Disposition"]
    match = camarilla.load(answer.content.decode())
    assert match.fingerprint == standing(table).match.fingerprint and match.scores == tuple(table.scores)


# --- The replay ---


@pytest.mark.parametrize("name", games())
def test_every_ply_can_be_seen(name: str) -> None:
    table = finished(name)
    client, last = Visitor(headers={"HX-Request": "true"}), len(standing(table).match.steps)
    views = ["open", *range(few(name))]
    for ply in range(last + 1):
        seat = views[ply % len(views)]
        answer = client.get(reverse("replay", args=[table.slug]), {"ply": ply, "seat": seat})
        text = answer.content.decode()
        assert answer.status_code == 200 and f'data-ply="{ply}" data-last="{last}" data-seat="{seat}"' in text
        assert text.startswith('<main id="table" class="replay"') and 'id="board"' in text
        if ply % 10 == 0:
            proper(text)


@pytest.mark.parametrize("name", games())
def test_a_seat_sees_what_it_saw(name: str) -> None:
    """The board of a moment is the board that the seat had then, before it knew what came."""
    table = finished(name)
    here = after.After(standing(table), "en")
    twin = here.match.game.new(table.seed)
    for ply, step in enumerate(here.match.steps):
        if ply % 7 == 0:
            for seat in here.match.game.seats:
                shown = after.Frame(here, ply, seat).board()
                assert shown == twin.game.picture.picture(twin.game, twin.view(seat), here.context).board
        twin.play(step.action, step.seat)


@pytest.mark.parametrize("name", [GAME, DUEL, GLASS])
def test_with_open_hands_everybodys_cards_are_shown(name: str) -> None:
    table = finished(name)
    text = get(Visitor(), table, "replay", ply=4, seat="open")
    hands = re.findall(r'<section class="everybody".*', text, re.S)[0]
    assert hands.count('class="plate"') == few(name) and hands.count("data-card=") > 2 * few(name)


NOWHERE = ("ply=9999", "ply=-1", "ply=x", f"ply={'1' * 30}", "ply=²", "seat=7", "seat=A", "seat=")


@pytest.mark.parametrize("query", NOWHERE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_moments_that_are_not_there(query: str, language: str) -> None:
    table = finished(GAME)
    answer = Visitor(None, language).get(f"{reverse('replay', args=[table.slug])}?{query}")
    assert answer.status_code == 404
    assert WORDS("refusal.title").text(language) in answer.content.decode()


# --- The analysis ---


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that is made at once, and takes little thought."""
    monkeypatch.setattr(analyst, "ITERATIONS", 10)
    monkeypatch.setattr(reviewing, "GLANCE", 20)
    monkeypatch.setattr(reviewing, "MEASURE", 100)
    monkeypatch.setattr(reviewing, "WEIGHING", 10)
    monkeypatch.setattr(reviewing, "LEAST", 0.2)  # at random one makes many: only the worst are explained
    monkeypatch.setattr("camarilla.analysis.reasons.MEASURE", 100)


def ask(table: Table, *, errands: int = 100) -> HttpResponse:
    """Somebody asks for the analysis, and so many errands are done."""
    answer = Visitor().post(reverse("analysis", args=[table.slug]))
    do_errands(errands)
    return answer


@pytest.mark.parametrize("name", games())
def test_the_analysis(name: str, quick: None) -> None:
    table = finished(name)
    url = reverse("analysis", args=[table.slug])
    assert "hx-trigger" not in get(Visitor(), table, "analysis")
    answer = ask(table)
    assert answer.status_code == 302 and answer["Location"] == url
    found = fresh(table).analysis
    assert analyst.progress(fresh(table)).done and len(found["decisions"]) == found["whole"] > 9
    for language in LANGUAGES:
        text = get(Visitor(None, language), table, "analysis")
        proper(text)
        assert text.count('class="line"') == 2 * few(name) and "<style" not in text
        assert text.count("<article") == len(found["why"]) and text.count("<tr") > found["whole"]
        for mistake in found["why"]:
            seat = standing(table).match.steps[mistake["number"] - 1].seat
            assert f"?ply={mistake['number'] - 1}&amp;seat={seat}" in text
            assert all(texts.keys() == set(LANGUAGES) for texts in mistake["why"])


def test_the_analysis_is_what_the_review_says(quick: None) -> None:
    table = brief()
    ask(table)
    match = standing(table).match
    again = reviewing.review(match, tuple(match.game.seats), 10, judging.SEED)
    assert analyst.review(match, fresh(table).analysis) == again


def test_the_replay_tells_of_mistakes(quick: None) -> None:
    table = brief()
    ask(table)
    number = fresh(table).analysis["why"][0]["number"]
    assert "A mistake, says the analysis" in get(Visitor(), table, "replay", ply=number)
    assert "A mistake, says the analysis" not in get(Visitor(), table, "replay", ply=0)


def test_it_is_made_once(quick: None) -> None:
    table = brief()
    ask(table)
    found = fresh(table).analysis
    Visitor().post(reverse("analysis", args=[table.slug]))
    assert fresh(table).analysis == found and not Errand.objects.exists()


def test_while_somebody_works_others_watch(quick: None) -> None:
    table = brief()
    for _ in range(3):
        ask(table, errands=0)
    assert Errand.objects.get().table == table
    assert 'hx-trigger="every 1s"' in get(Visitor(), table, "analysis")


def test_it_goes_on_where_a_server_was_stopped(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = brief()
    ask(table)
    whole = fresh(table).analysis
    half = {**whole, "decisions": whole["decisions"][:9], "beat": 0}
    del half["why"], half["numbers"]  # as it was kept until there were errands
    Table.objects.filter(pk=table.pk).update(analysis=half)
    judged: list[int] = []
    judge = judging.judge
    monkeypatch.setattr(analyst, "judge", lambda *given: judged.append(given[1]) or judge(*given))
    ask(table)
    assert len(judged) == whole["whole"] - 9
    assert fresh(table).analysis["decisions"] == whole["decisions"] and fresh(table).analysis["why"] == whole["why"]


def test_others_have_their_turn_in_between(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steward, "SLICE", 0)
    table = brief()
    ask(table, errands=3)
    assert analyst.progress(fresh(table)).judged == 2, "first it is found out which decisions there are"
    waiting = Errand.objects.get()
    assert waiting.held_until is None and not waiting.holder
    do_errands()
    assert analyst.progress(fresh(table)).done and not Errand.objects.exists()


def test_where_it_breaks_off_it_can_be_asked_for_again(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = brief()
    with monkeypatch.context() as broken:
        broken.setattr(analyst, "judge", lambda *given: 1 / 0)
        ask(table)
    assert analyst.progress(fresh(table)).broken and not Errand.objects.exists()
    text = get(Visitor(), table, "analysis")
    assert "broke off" in text and "hx-trigger" not in text
    ask(table)
    assert analyst.progress(fresh(table)).done


def test_a_thinker_that_dies_is_tried_again_some_times(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def dies(*given: object) -> None:
        tried.append(1)
        raise BrokenProcessPool

    monkeypatch.setattr(analyst, "judge", dies)
    table = brief()
    ask(table)
    assert analyst.progress(fresh(table)).broken and len(tried) == analyst.TRIES
