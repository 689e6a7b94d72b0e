"""How balanced a game is: what is counted, what is made of it, and the page."""

from __future__ import annotations

import re
from argparse import Namespace
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla import cli
from camarilla.bots.bot import Quick, Search
from camarilla.bots.ladder import find_bot
from camarilla.bots.learned import Instinct
from camarilla.engine.playout import DECISIONS, FIRST, MOVES
from camarilla.engine.words import LANGUAGES
from camarilla.games import kind
from camarilla.lab import balance, balance_page, balance_telling, luck, tally
from camarilla.lab.balance import (
    DEAD,
    DOMINANT,
    HARMFUL,
    LEAST,
    Fate,
    Mean,
    Portrait,
    Report,
    effect,
    flag,
    make_fate,
    make_report,
)
from camarilla.lab.observing import observe, tally_thoughts
from camarilla.lab.series import QUICK_CHUNK, series
from camarilla.terminal.balance import INSTANT_GAMES, STRONG_GAMES, name_players, read_series
from tests.samples import GAME, GLASS
from tests.toy.game import PocketCourt


@pytest.fixture(scope="module")
def game() -> Any:
    return camarilla.game(GAME, players=2, runtime="compiled")


@pytest.fixture(scope="module")
def pocket() -> PocketCourt:
    return PocketCourt(runtime="interpreted")


def seats(game: Any, name: str) -> tuple[Any, ...]:
    return (find_bot(game, name),) * game.players


# --- What is counted ---


@pytest.mark.parametrize("name", ["random", "courtier"])
def test_matches_are_those_of_a_series(game: Any, name: str) -> None:
    found, plain = observe(game, seats(game, name), 5, 30).series, series(game, 5, 0, 30, styles=(name,) * 2)
    assert np.array_equal(found.points, plain.points) and np.array_equal(found.places, plain.places)
    assert np.array_equal(found.about[:, [DECISIONS, MOVES, FIRST]], plain.about)


def test_the_number_of_threads_changes_nothing(game: Any) -> None:
    games = 2 * QUICK_CHUNK + 7
    one, other = (observe(game, seats(game, "courtier"), 5, games, threads) for threads in (1, 3))
    assert np.array_equal(one.phases, other.phases) and np.array_equal(one.things, other.things)


def test_a_match_that_was_thought_through_is_counted_like_any_other(game: Any) -> None:
    bots = seats(game, "courtier")
    thought, quick = tally_thoughts(game, bots, 5, 0), observe(game, bots, 5, 1)
    assert np.array_equal(thought.series.about, quick.series.about)
    assert np.array_equal(thought.phases, quick.phases) and np.array_equal(thought.things, quick.things)


def test_searchers_are_observed(game: Any) -> None:
    found = observe(game, seats(game, "search:10"), 5, 2)
    assert found.phases[:, tally.ASKED].sum() == found.series.about[:, MOVES].sum()


def test_interpreted_rules_count_the_same(game: Any) -> None:
    slow = camarilla.game(GAME, players=2, runtime="interpreted")
    one, other = (observe(each, seats(each, "random"), 1, 3) for each in (game, slow))
    assert np.array_equal(one.phases, other.phases) and np.allclose(one.things, other.things)
    assert np.array_equal(one.series.about, other.series.about)


@pytest.mark.parametrize("name", camarilla.games())
def test_every_game_tells_of_its_things(name: str) -> None:
    """Interpreted: what is counted is within what there is, and words are there in both languages."""
    here = camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT)
    found = observe(here, seats(here, "random"), 3, 1)
    part = here.balance
    assert part and len(found.phases) == len(part.phases(here))
    assert found.phases[:, tally.ASKED].sum() == found.series.about[0, MOVES]
    held, used = found.things[:, :, tally.NUMBER]
    assert held.any() and (used <= held).all()
    for language in LANGUAGES:
        texts = [name.text(language) for _, name in part.things(here)]
        assert len(set(texts)) == len(texts) and all(text.text(language) for text in part.phases(here))
        assert all(here.words(f"thing.{one}").text(language) for one, _ in part.things(here))


def test_a_stranger_counts_too(pocket: PocketCourt) -> None:
    found = observe(pocket, seats(pocket, "random"), 1, 20)
    held, used = found.things[:, :, tally.NUMBER]
    assert (used <= held).all() and used.sum() == found.phases[0, tally.ASKED]


# --- What is made of it ---


def test_an_effect_is_the_slope_within_tables() -> None:
    """Two seats, one match after another: who has one more wins always, or three times of four. Of a few nothing
    is told."""
    always, mostly = np.zeros((2, 1, tally.OF_THING)), np.zeros((2, 1, tally.OF_THING))
    hands = np.zeros((tally.OF_HANDS, 2, 1), np.int64)
    hands[tally.HELD, 0, 0] = 1
    for match in range(16):
        assert match >= LEAST or effect(always[0, 0]) is None
        tally.sum_up(hands, tally.HELD, 0, np.array([1, 2]), always)
        tally.sum_up(hands, tally.HELD, 0, np.array([1, 2] if match % 4 else [2, 1]), mostly)
    assert effect(always[0, 0]) == Mean(1.0, 0.0)
    found = effect(mostly[0, 0])
    assert found and found.value == pytest.approx(0.5) and found.margin == pytest.approx(1.96 * 0.75**0.5 / 4)
    assert effect(np.zeros(tally.OF_THING)) is None


def test_things_are_flagged() -> None:
    strong, weak, middling = Mean(0.3, 0.1), Mean(-0.3, 0.1), Mean(0.3, 0.2)
    assert flag(500, 400, 400, True, strong, 0.125) == DOMINANT
    assert flag(500, 400, 400, True, weak, 0.125) == HARMFUL
    assert flag(500, 400, 400, True, middling, 0.125) is None
    assert flag(500, 400, 40, True, strong, 0.125) is None
    assert flag(500, 3, 400, True, strong, 0.125) == DEAD
    assert flag(500, 24, 400, True, middling, 0.125) is None, "not a twentieth, but not for certain"
    assert flag(500, 0, 400, False, middling, 0.125) is None


def test_of_many_things_one_has_to_be_clearer_to_be_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is certain of a single thing is not of the greatest of fifty."""
    sums = np.zeros(tally.OF_THING)
    monkeypatch.setattr(balance, "effect", lambda sums: Mean(0.3, 0.15))
    sums[[tally.NUMBER, tally.SEATS]] = 500
    assert make_fate(0, sums, sums, 1000, 0.125, 1, True).flag == DOMINANT
    assert make_fate(0, sums, sums, 1000, 0.125, 50, True).flag is None


def test_the_order_of_play_is_judged_where_enough_is_known() -> None:
    judge = balance_telling.judge_order
    assert judge(Mean(0.5, 0.01), 0.5, 10_000) == "fair"
    assert judge(Mean(0.52, 0.01), 0.5, 10_000) == "nearly"
    assert judge(Mean(0.57, 0.01), 0.5, 10_000) == "unfair"
    assert judge(Mean(0.5, 0.1), 0.5, 100) == "few", "an unfair order would not show"
    assert judge(Mean(0.7, 0.1), 0.5, 100) == "unfair", "but this one does"
    assert judge(Mean(1.0, 0.0), 0.5, 2) == judge(Mean(1.0, float("nan")), 0.5, 1) == "few"


def shares_of(winners: list[list[int]]) -> Any:
    """The shares of a duel: by deal, who wins when the stronger one begins, and when it does not."""
    return np.array([[np.eye(2)[winner] for winner in deal] for deal in winners])


def test_where_the_stronger_always_wins_all_is_skill() -> None:
    assert luck.partition(shares_of([[0, 1]] * 10)) == pytest.approx([1, 0, 0])


def test_where_who_begins_always_wins_all_is_the_order() -> None:
    assert luck.partition(shares_of([[0, 0]] * 10)) == pytest.approx([0, 1, 0])


def test_where_the_deal_decides_all_is_the_cards() -> None:
    assert luck.partition(shares_of([[0, 0], [1, 1]] * 5)) == pytest.approx([0, 0, 1])


def test_seats_are_counted_from_who_begins() -> None:
    won = np.zeros((1, 3, 3))
    won[0, 2, 1] = 1  # the stronger one sits in seat 2, seat 1 wins
    turned = luck.by_order(won, np.array([1]))
    assert turned[0, 1, 0] == 1 and turned.sum() == 1


# --- The report ---


class Outline(HTMLParser):
    """Whether every element is closed, and whether any asks for something from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("meta", "rect", "line"):
            self.open.append(tag)
        self.asked += [value for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "line"):
            assert self.open.pop() == tag

    handle_startendtag = handle_starttag


def test_the_strongest_of_whom_enough_is_known_speaks_and_the_stronger_say_that_it_is_not() -> None:
    speak = balance_telling.those_who_speak
    assert speak([1, 2, 3], lambda one: one < 3) == [2, 3]
    assert speak([1, 2, 3], lambda one: True) == [3]
    assert speak([1, 2, 3], lambda one: False) == [3]


@pytest.mark.parametrize(("failed", "alarmed"), [(2, False), (5, True)])
def test_a_game_fails_if_that_is_certain(pocket: PocketCourt, failed: int, alarmed: bool) -> None:
    portrait = Portrait(find_bot(pocket, "random"), observe(pocket, seats(pocket, "random"), 1, 20))
    portrait.observed.series.about[:, tally.FAILED] = np.arange(20) < failed
    report = Report(pocket, 1, (portrait,), ())
    assert bool(balance_telling.tell_failures(report, "en")) == alarmed


@pytest.mark.parametrize(
    ("winner", "deals", "told"),
    [
        (1, 200, "wins 100.0 ± 1.5 %. Of what decides there who wins, 100.00 ± 0.00 % is skill"),
        (1, 6, "6 deals are too few to tell luck from skill"),
        (0, 200, "Courtier is the weaker here. Name it first."),
    ],
)
def test_luck_is_told_from_skill_where_enough_is_known(pocket: PocketCourt, winner: int, deals: int, told: str) -> None:
    """Of two, the one that is alone always wins, or never."""
    random, quick = find_bot(pocket, "random"), Quick("courtier")
    won = shares_of([[0, 1] if winner else [1, 0]] * deals)
    found = balance_telling.tell_luck(pocket, luck.share_out(random, quick, won), "en")
    assert told in found.message.text("en"), found.message.text("en")


def test_what_is_cut_is_marked_and_what_is_written_as_nothing_has_no_sign() -> None:
    cut = balance_page.bar(Mean(0.1, 0.3), -0.2, 0.2, 0)
    assert "▸" in cut and "◂" not in cut
    assert "▸" not in balance_page.bar(Mean(0.9, 0.3), 0, 1, 0.5), "there are no shares above one"
    assert balance_telling.points(Mean(0.0004, 0.05), "en") == balance_telling.points(Mean(-0.0004, 0.05), "en")
    assert balance_telling.points(Mean(-0.0004, 0.05), "en") == "0.0 ± 5.0"
    assert balance_telling.points(Mean(0.004, 0.05), "en") == "+0.4 ± 5.0"


def test_bars_reach_as_far_as_the_margins_of_what_enough_seats_held() -> None:
    often, seldom = (
        Fate(0, 1.0, 1.0, seats, Mean(-0.1, margin), None, None) for seats, margin in ((500, 0.05), (20, 9))
    )
    assert balance_page.far_as([often, seldom]) == pytest.approx(0.15)
    assert balance_page.far_as([seldom]) == pytest.approx(9.1)


def test_a_page_says_how_it_was_asked_for(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the file by its name and its hash, and without what nobody chose."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    ours = (kind(GLASS).folder() / "characters.toml").read_text(encoding="utf-8")
    mine, path = tmp_path / "mine.toml", tmp_path / "report.html"
    mine.write_text(ours.replace("cost = 2", "cost = 3", 1), encoding="utf-8")
    words = ["balance", GLASS, "--characters", str(mine), "--players", "2", "--bots", "random", "--games", "5"]
    assert cli.main([*words, "--seed", "7", "--html", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    header = re.search("<header>.*?</header>", page, re.DOTALL)
    assert (
        header and re.search(r"characters = mine.toml \(sha256:[0-9a-f]{8}\)", header[0]) and "turns" not in header[0]
    )
    assert f"camarilla balance {GLASS} --players 2 --characters {mine} --bots random --games 5" in page
    assert "--seed 7</code>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_and_asks_nobody(pocket: PocketCourt, language: str) -> None:
    report = make_report(pocket, [find_bot(pocket, name) for name in ("random", "search:5")], 1, 40, 4)
    page = balance_page.page(report, language)
    outline = Outline(re.sub(r"<(rect|line)([^>]*)></\1>", r"<\1\2/>", page))
    assert not outline.open and not outline.asked and "<script" not in page and "http" not in page
    for one in balance_telling.findings(report, language):
        assert one.message.text(language)
    assert page.count("<article>") == 2 * 6 + 1 + 1  # six sections for both, one meeting, and the cards


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "search:5 alone against random players: 2 deals are too few"),
        (
            "fr",
            "à toutes les autres places\N{NO-BREAK SPACE}: 2 donnes ne suffisent pas",
        ),
    ],
)
def test_few_matches_are_said_to_be_few(pocket: PocketCourt, language: str, told: str) -> None:
    report = make_report(pocket, [find_bot(pocket, name) for name in ("random", "search:5")], 1, 40, 4)
    texts = " ".join(one.message.text(language) for one in balance_telling.findings(report, language))
    assert {"en": "4 matches are too few to say", "fr": "4 parties ne suffisent pas pour dire"}[language] in texts
    assert told in texts


def test_how_far_each_player_is_is_told_apart(pocket: PocketCourt) -> None:
    """A match of one who thinks takes as long as thousands of others: together they would tell nothing."""
    told: dict[tuple[str, ...], list[tuple[int, int]]] = {}

    @contextmanager
    def watch(bots: Any) -> Any:
        found = told.setdefault(tuple(bot.name for bot in bots), [])
        yield lambda done, whole: found.append((done, whole))

    make_report(pocket, [find_bot(pocket, name) for name in ("random", "search:5")], 1, 40, 4, watch=watch)
    assert {bots: found[-1] for bots, found in told.items()} == {
        ("random",): (40, 40),
        ("search:5",): (4, 4),
        ("random", "search:5"): (4, 4),
    }


def test_who_plays_now_is_named_beside_the_bar(pocket: PocketCourt) -> None:
    random, search = (find_bot(pocket, name) for name in ("random", "search:5"))
    assert str(name_players(pocket, [search])) == "search:5"
    assert str(name_players(pocket, [random, search])) == "search:5 against random players"


def test_a_game_that_says_nothing_gets_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PocketCourt, "balance", None)
    silent = PocketCourt(runtime="interpreted")
    report = make_report(silent, [find_bot(silent, "random")], 1, 10, 1)
    assert report.portraits[0].fates == () and not report.lucks
    assert balance_page.page(report, "en").count("<section>") == 5


# --- The command ---


def test_the_command_writes_the_page(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    path = tmp_path / "report.html"
    words = ["balance", GAME, "--players", "2", "--bots", "random,courtier", "--games", "200", "--html", str(path)]
    assert cli.main([*words, "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "l’équilibre du jeu" in said and str(path) in said.replace("\n", "")
    assert "Chance et habileté" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("thinkers", "typed", "matches"),
    [
        ([Instinct()], None, INSTANT_GAMES),
        ([Instinct(), Search(20)], None, STRONG_GAMES),
        ([Instinct()], "7", 7),
    ],
)
def test_who_decides_at_once_plays_more_matches(
    game: Any, thinkers: list[Any], typed: str | None, matches: int
) -> None:
    args = Namespace(seed="0", threads="1", games="9", strong_games=typed)
    assert read_series(game, [*seats(game, "courtier"), *thinkers], args) == (0, 9, matches, 1)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--bots", "random,random"], "random is named twice"),
        (["--bots", "nobody"], "nobody"),
        (["--games", "0"], "games"),
        (["--strong-games", "few"], "strong-games"),
        (["--html", "report.pdf"], ".html"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], problem: str, capsys: Any) -> None:
    assert cli.main(["balance", GAME, *words]) == 2
    assert problem in capsys.readouterr().err
