"""Tournaments: every bot gets every seat of every deal, and the standings say what came of it."""

from __future__ import annotations

import csv
import itertools
import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import camarilla
from camarilla import BadOption, cli
from camarilla.bots.play import play_match
from camarilla.lab import ratings, tournament
from camarilla.lab.crew import Threads
from camarilla.lab.standings import Share, standings
from camarilla.lab.tournament import Plan, Tournament, plan
from tests.samples import GAME, GLASS

DUEL = camarilla.game(GAME, players=2, runtime="compiled")
TRIO = camarilla.game(GAME, players=3, runtime="compiled")


# --- Who sits where ---


def test_with_as_many_bots_as_seats_all_orders_are_played():
    assert set(plan(TRIO, ["greedy", "page", "random"], 1).seatings) == set(itertools.permutations(range(3)))


def test_with_more_bots_than_seats_every_party_plays_in_all_orders():
    seatings = plan(DUEL, ["greedy", "page", "random"], 1).seatings
    assert sorted(seatings) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_with_fewer_bots_than_seats_each_is_alone_in_each_seat_against_each_other():
    what = plan(TRIO, ["greedy", "random"], 1)
    assert sorted(what.seatings) == [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    alone = Counter(seating[seat] for seating, seat in zip(what.seatings, what.counted.argmax(axis=1), strict=True))
    assert alone == {0: 3, 1: 3}
    assert (what.counted.sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    "bots", [["greedy", "random"], ["greedy", "random", "page"], ["greedy", "page", "random", "search:9"]]
)
def test_everybody_counts_equally_often_in_each_seat(bots):
    what = plan(TRIO, bots, 1)
    sat = Counter(
        (bot, seat)
        for s, seating in enumerate(what.seatings)
        for seat, bot in enumerate(seating)
        if what.counted[s, seat]
    )
    assert len(sat) == 3 * len(bots) and len(set(sat.values())) == 1


# --- Playing ---


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament.tournament(DUEL, ["search:20", "greedy", "random"], deals=6, seed=4)


def test_every_match_is_the_one_that_can_be_played_again(played):
    what = played.plan
    for deal, seating in ((0, 0), (2, 3), (5, 5)):
        bots = [what.bots[bot] for bot in what.seatings[seating]]
        again = play_match(DUEL, what.seed_of(deal), bots)
        assert (*again.points,) == (*played.points[deal, seating],)
        assert (*again.places,) == (*played.places[deal, seating],)


def test_threads_change_nothing_and_a_shorter_tournament_is_the_beginning_of_a_longer_one(played):
    short = tournament.tournament(DUEL, ["search:20", "greedy", "random"], deals=4, seed=4, threads=3)
    assert np.array_equal(short.points, played.points[:4]) and np.array_equal(short.places, played.places[:4])
    other = tournament.tournament(DUEL, ["search:20", "greedy", "random"], deals=4, seed=5)
    assert not np.array_equal(short.points, other.points)


def test_progress_counts_every_match():
    told: list[tuple[int, int]] = []
    bots, tell = ["greedy", "random"], lambda done, whole: told.append((done, whole))
    tournament.tournament(DUEL, bots, deals=5, threads=2, progress=tell)
    assert told == [(done, 10) for done in range(11)]


# --- Standings ---


def made_up(victors: list[list[list[int]]], bots: tuple[str, ...] = ("greedy", "random")) -> Tournament:
    """With these winners' seats, by deal and seating; the winners of a match have 10 points, the others 4."""
    what = plan(DUEL, bots, len(victors))
    won = np.array([[[seat in seats for seat in range(2)] for seats in deal] for deal in victors])
    return Tournament(what, np.where(won, 10, 4).astype(np.int16), np.where(won, 1, 2).astype(np.int16))


def test_a_shared_victory_counts_in_parts():
    found = standings(made_up([[[0], [1]], [[0, 1], [1]]]))
    best, other = found.ranked
    assert (best.bot.name, other.bot.name) == ("greedy", "random")
    assert (best.share.value, other.share.value) == (0.875, 0.125)
    assert (best.points, other.points) == (10, (4 + 4 + 10 + 4) / 4)


def test_the_interval_is_that_of_a_bootstrap_over_deals():
    """Half of the deals won in both seats, half lost in both: twice the matches do not make it any surer."""
    deals = np.repeat([0.0, 1.0], 200)
    share = Share.of(deals)
    error = deals.std() / len(deals) ** 0.5
    assert share.value == 0.5
    assert (share.low, share.high) == pytest.approx((0.5 - 1.96 * error, 0.5 + 1.96 * error), abs=0.005)
    resampled = np.random.default_rng(1).choice(deals, (10_000, len(deals))).mean(axis=1)
    assert (share.low, share.high) == pytest.approx(np.percentile(resampled, (2.5, 97.5)), abs=0.005)


def test_duplicate_deals_that_split_evenly_leave_little_doubt():
    split, luck = Share.of(np.array([0.5] * 99 + [1.0])), Share.of(np.repeat([0.0, 1.0], 50))
    assert split.margin < luck.margin / 4


def test_who_won_every_deal_may_still_lose_the_next():
    for deals in (1, 10, 1000):
        share = Share.of(np.ones(deals))
        assert share.value == share.high == 1
        assert share.low**deals == pytest.approx(0.05)
        assert Share.of(np.zeros(deals)).high == pytest.approx(1 - share.low)


def test_duels_are_between_two(played):
    found = standings(played)
    assert len(found.duels) == 6
    for (one, other), share in found.duels.items():
        assert share.value + found.duels[other, one].value == pytest.approx(1)
    against = [found.duels["greedy", other].value for other in ("random", "search:20")]
    mine = next(one for one in found.ranked if one.bot.name == "greedy")
    assert mine.share.value == pytest.approx(np.mean(against))
    three = tournament.tournament(TRIO, ["greedy", "random", "page"], 2)
    assert standings(three).duels == {}


def test_alone_against_a_table_an_even_share_is_one_of_three():
    found = standings(tournament.tournament(TRIO, ["greedy", "random"], 20))
    assert found.tournament.plan.even == pytest.approx(1 / 3)
    assert found.ranked[0].bot.name == "greedy" and found.ranked[0].share.value > 0.8
    assert found.ranked[1].share.value < 0.2


# --- The command ---


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str, str]:
        try:
            status = cli.main(["arena", *line.split()])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_fits_and_says_everything(call, language):
    status, out, err = call(f"{GAME} --players 2 --bots courtier,page,random --deals 8 --lang {language}")
    assert (status, err) == (0, "")
    title, even = {"en": ("Courtier (greedy)", "even: 50.0 %"), "fr": ("Courtisan (greedy)", "égalité : 50,0 %")}[
        language
    ]
    assert title in out and even.replace(" :", "\u00a0:") in out.replace("\u00a0%", " %")
    table = [line for line in out.splitlines() if line[:1].isdigit()]  # two tables, and "48 matches"
    assert [line[0] for line in table] == list("1231234")
    assert all(len(line) <= 80 for line in table)


def test_results_as_csv_and_parquet_agree(call):
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("a.csv", "a.parquet"):
        assert call(f"{GAME} --bots greedy,random --deals 3 --seed 9 --out {name}")[0] == 0
    table = parquet.read_table("a.parquet")
    with Path("a.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    about = json.loads(table.schema.metadata[b"camarilla"])
    assert (about["bots"], about["deals"], about["seed"], about["options"]["players"]) == (
        ["greedy", "random"],
        3,
        9,
        3,
    )
    found = tournament.tournament(TRIO, ["greedy", "random"], 3, 9)
    for row in rows:
        deal, seating = divmod(int(row["match"]), 6)
        assert int(row["deal"]) == deal and int(row["seed"]) == found.plan.seed_of(deal)
        assert [row[f"bot_{seat}"] for seat in "ABC"] == [found.plan.names[bot] for bot in found.plan.seatings[seating]]
        assert [int(row[f"points_{seat}"]) for seat in "ABC"] == found.points[deal, seating].tolist()
        assert [int(row[f"place_{seat}"]) for seat in "ABC"] == found.places[deal, seating].tolist()


def test_the_picture_has_a_bar_for_everybody(call):
    status, out, _ = call(f"{GAME} --players 2 --bots greedy,random,page --deals 4 --plot a.svg --lang fr")
    assert status == 0 and "a.svg" in out
    text = Path("a.svg").read_text(encoding="utf-8")
    drawn = ET.fromstring(text)
    bars = [one for one in drawn.iter("{http://www.w3.org/2000/svg}rect") if one.get("rx")]
    assert len(bars) == 3
    widths = [float(bar.get("width", 0)) for bar in bars]
    assert widths == sorted(widths, reverse=True)
    assert "égalité" in text and "Courtisan (greedy)" in text


def test_without_openskill_the_ratings_are_left_out(call, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    status, out, _ = call(f"{GAME} --players 2 --bots greedy,random --deals 2")
    assert status == 0
    assert "pip install 'camarilla[lab]'" in out and "rating " not in out
    assert ratings.ratings(made_up([[[0], [1]]])) is None


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("chess --bots greedy,random", "no game 'chess'"),
        (GAME, "required: --bots"),
        (f"{GAME} --bots greedy", "two bots or more"),
        (f"{GAME} --bots greedy,grandmaster", "no bot 'grandmaster'; there are: page, courtier"),
        (f"{GAME} --bots greedy,search:0", "1 to"),
        (f"{GAME} --bots courtier,greedy", "courtier and greedy are the same bot (greedy)"),
        (f"{GAME} --bots greedy,random,greedy --lang fr", "nommez chaque bot une fois"),
        (f"{GAME} --bots greedy,random --deals 0", "--deals is at least 1, not 0"),
        (f"{GAME} --bots greedy,random --deals x", "--deals: 'x' is not a whole number"),
        (f"{GAME} --bots greedy,random --threads 0", "--threads is at least 1, not 0"),
        (f"{GAME} --bots greedy,random --seed -1", "a seed is a whole number from 0"),
        (f"{GAME} --bots greedy,random --players 9", "'9' is not possible"),
        (f"{GAME} --bots greedy,random --out a.txt", ".parquet, .csv"),
        (f"{GAME} --bots greedy,random --out missing/a.csv", "cannot write 'missing/a.csv'"),
        (f"{GAME} --bots greedy,random --plot a.png", "one of: .svg"),
        (f"{GAME} --bots greedy,random --plot missing/a.svg --lang fr", "impossible d’écrire"),
    ],
)
def test_a_mistake_gets_one_clear_line_before_anything_is_played(call, monkeypatch, line, complaint):
    monkeypatch.setattr(tournament, "play_match", None)
    status, _, err = call(line)
    assert status == 2
    assert complaint in err and err.count("\n") == 1
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(("deals", "threads", "complaint"), [(0, 1, "at least 1 deal"), (1, 0, "at least 1 thread")])
def test_from_python_too(deals, threads, complaint):
    with pytest.raises(BadOption, match=complaint) as error:
        tournament.tournament(DUEL, ["greedy", "random"], deals, threads=threads)
    assert error.value.text("fr") != error.value.text("en")


def test_turns_are_taken_in_order_unless_asked_for(call):
    status, _, _ = call(f"{GLASS} --players 2 --bots greedy,random --deals 1 --out a.csv")
    assert status == 0
    assert json.loads(Path("a.csv.journal").read_text().splitlines()[0])["turns"] == "in_order"


def test_bots_themselves_can_be_given():
    what: Plan = plan(DUEL, ["greedy", "random"], 3)
    again = tournament.tournament(DUEL, what.bots, 3)
    assert np.array_equal(again.points, tournament.play(what, Threads(1)).points)


# --- Measured by one bot ---


def test_each_bot_is_alone_at_a_table_of_the_one_it_is_measured_by():
    what = plan(TRIO, ["greedy", "page"], 1, against="random")
    assert sorted(what.seatings) == [(0, 2, 2), (1, 2, 2), (2, 0, 2), (2, 1, 2), (2, 2, 0), (2, 2, 1)]
    assert (what.counted.sum(axis=1) == 1).all()


def test_one_bot_is_enough_to_be_measured(capsys):
    assert cli.main(["arena", GAME, "--players", "3", "--bots", "greedy", "--against", "random", "--deals", "5"]) == 0
    told = capsys.readouterr().out
    assert "in each seat, against 2 of random" in told
    assert "greedy" in told and told.count("random") == 1


def test_the_measure_of_two_players_has_a_share_of_its_own():
    found = standings(tournament.tournament(DUEL, ["greedy"], deals=4, against="random"))
    assert [one.bot.name for one in found.ranked] == ["greedy", "random"]
    assert found.ranked[0].share.value + found.ranked[1].share.value == pytest.approx(1)


def test_nobody_is_measured_by_itself():
    with pytest.raises(BadOption, match="same bot"):
        plan(DUEL, ["greedy"], 1, against="courtier")


def test_without_a_device_nothing_is_played_on_one(capsys):
    pytest.importorskip("numba.cuda")
    if tournament_has_device():
        pytest.skip("there is a CUDA device")
    assert cli.main(["arena", GAME, "--bots", "greedy,random", "--gpu", "--lang", "fr"]) == 2
    assert "carte CUDA" in capsys.readouterr().err


def tournament_has_device() -> bool:
    from camarilla.engine.gpu import cuda

    return bool(cuda.is_available())


def test_a_device_is_given_every_match_and_its_bots(monkeypatch):
    given = []

    def play_matches(game, seeds, tables):
        given.extend(zip(seeds, [[bot.name for bot in bots] for bots in tables], strict=True))
        found = [play_match(game, seed, bots) for seed, bots in zip(seeds, tables, strict=True)]
        return [list(one.points) for one in found], [list(one.places) for one in found]

    monkeypatch.setattr("camarilla.bots.device.play_matches", play_matches)
    on_processor = tournament.play(plan(DUEL, ["greedy", "random"], 3), Threads(1))
    on_device = tournament.play(plan(DUEL, ["greedy", "random"], 3, on_device=True), Threads(1))
    assert (on_device.points == on_processor.points).all() and len(given) == 6
    assert given[0] == (on_device.plan.seed_of(0), ["greedy", "random"])
