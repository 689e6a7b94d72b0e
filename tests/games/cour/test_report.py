"""The report on characters: what it counts, what a worth is, and the files it is written to."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import camarilla
from camarilla import cli
from camarilla.bots.choosing import find_chooser
from camarilla.bots.ladder import find_bot
from camarilla.bots.play import play_match
from camarilla.engine.parts import Chooser
from camarilla.engine.seeds import draw_seeds
from camarilla.games.cour import census, greedy, report, worth
from camarilla.games.cour.characters import FILE
from camarilla.games.cour.rules import ENROL_A
from camarilla.lab import results
from camarilla.lab.series import series
from camarilla.testing.views import first_table

GAMES = 600


def player_of(game: Any, name: str = greedy.STYLES[0]) -> Chooser:
    found = find_chooser(game, find_bot(game, name))
    assert found
    return found


@pytest.fixture(scope="module")
def game() -> Any:
    return camarilla.game("cour", players=2, base=4, turns="in_order", runtime="compiled")


@pytest.fixture(scope="module")
def found(game: Any) -> worth.Report:
    return report.make(game, 3, GAMES, player_of(game), threads=2, error=1)


def test_its_columns_are_those_that_it_documents(game: Any, found: worth.Report) -> None:
    assert set(report.columns(game, found)) == first_table(report.__doc__ or "")


def test_the_number_of_threads_changes_nothing(game: Any, found: worth.Report) -> None:
    again = report.make(game, 3, GAMES, player_of(game), threads=1, error=1)
    assert again.fates == found.fates and np.array_equal(again.rounds, found.rounds)


def test_worths_are_counted_from_the_average(found: worth.Report) -> None:
    worths = np.array([fate.worth for fate in found.fates])
    victories = np.array([fate.victory for fate in found.fates])
    for one, least in ((worths, 0.1), (victories, 0.005)):
        assert len(one) == 49 and one.mean() == pytest.approx(0, abs=1e-9) and one.std() > least
    assert np.corrcoef(worths, victories)[0, 1] > 0.7


def test_it_plays_as_many_deals_as_the_error_needs(game: Any, found: worth.Report) -> None:
    largest = max(fate.error for fate in found.fates)
    assert found.deals == worth.FIRST_DEALS and largest <= 1
    finer = worth.worth(game, 3, player_of(game), 2, largest / 1.5, lambda done, whole: None)
    assert finer.deals == pytest.approx(worth.FIRST_DEALS * 1.5**2 * 1.1, abs=2)
    assert finer.error[:, census.LEAD].max() <= largest / 1.3


def test_the_same_card_with_more_prestige_is_worth_more(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    begin = text.index('en = "Duke"')
    worse = text[:begin] + text[begin:].replace("prestige = 5", "prestige = 0", 1)
    (tmp_path / "worse.toml").write_text(worse, encoding="utf-8")
    options: dict[str, Any] = {"players": 2, "base": 4, "turns": "in_order", "runtime": "compiled"}
    duke = []
    for value in ("ours", str(tmp_path / "worse.toml")):
        game = camarilla.game("cour", characters=value, **options)
        found = report.make(game, 3, 10, player_of(game), error=5)
        duke += [fate.worth for fate in found.fates if report.character(found, fate).en == "Duke"]
    assert duke[0] > duke[1] + 0.3


def test_every_match_and_every_court_is_counted(found: worth.Report) -> None:
    assert found.rounds.sum() == GAMES and found.types.shape == (7, 2) and (found.types <= 1).all()
    enrolled = sum(fate.enrolled for fate in found.fates)
    assert 2 * 5 < enrolled < 2 * 20  # pyramids of ten, two players
    assert 0.25 < np.mean([fate.drafted for fate in found.fates]) < 0.42  # two of eight, of six and of four
    assert all(0 <= share <= 1 for fate in found.fates for share in (fate.drafted, fate.winners, fate.others))


def test_green_cards_are_never_activated_and_the_miner_is(found: worth.Report) -> None:
    by_name = {report.character(found, fate).en: fate for fate in found.fates}
    assert by_name["Duke"].activated == 0 and by_name["Duke"].enrolled > 0 and by_name["Miner"].activated > 0


def test_without_rogues_there_are_none_in_the_report() -> None:
    game = camarilla.game("cour", players=2, base=4, rogues=False, turns="in_order", runtime="compiled")
    found = report.make(game, 3, 50, player_of(game), error=5)
    assert len(found.fates) == 42 and np.mean([fate.worth for fate in found.fates]) == pytest.approx(0, abs=1e-9)


def test_progress_reaches_the_end(game: Any) -> None:
    told: list[tuple[int, int]] = []
    report.make(game, 3, 10, player_of(game), error=5, progress=lambda done, whole: told.append((done, whole)))
    assert told[0] == (10, 10) and told[-1][0] == told[-1][1] == 10 + worth.FIRST_DEALS * 2 * 49


def test_the_files_agree(game: Any, found: worth.Report, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("report.csv", "report.parquet", "report.svg"):
        results.writer(tmp_path / name, results.report_forms(game, report, 3))(found)
    table = parquet.read_table(tmp_path / "report.parquet")
    with (tmp_path / "report.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    assert json.loads(table.schema.metadata[b"camarilla"])["deals"] == found.deals
    drawn = ElementTree.parse(tmp_path / "report.svg").getroot()
    texts = list(drawn.iter("{http://www.w3.org/2000/svg}text"))
    assert [text.text for text in texts if text.get("text-anchor") == "end"] == [row["character"] for row in rows]
    assert {"0", "+0.5", "−0.5"} <= {text.text for text in texts}


def test_bars_are_as_long_as_worths(found: worth.Report) -> None:
    bars = [report.bar(found, fate) for fate in report.ranked(found)]
    assert max(bar.count("█") for bar in bars) == report.HALF
    assert bars[0].startswith(" " * report.HALF) and bars[-1].endswith("│")


def test_a_trained_player_plays_in_the_report_as_it_plays_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "FIRST_DEALS", 2)
    game = camarilla.game("cour", players=2, turns="in_order", runtime="compiled")
    found = report.make(game, 3, 2, player_of(game, "net"), threads=2, error=100)
    assert found.player == "net" and found.deals == 2 and len(found.fates) == 49
    enrolled = np.zeros(len(game.characters))
    for seed in draw_seeds(3, 2).tolist():
        for move in play_match(game, seed, [find_bot(game, "net")] * 2).actions:
            enrolled += np.arange(len(enrolled)) == move - ENROL_A
    assert [2 * fate.enrolled for fate in found.fates] == enrolled.tolist()


# --- Quick players in a series ---


def test_a_series_of_quick_players_does_not_depend_on_the_threads(game: Any) -> None:
    one, other = (series(game, 5, 0, 1100, threads, styles=("greedy", "random")) for threads in (1, 2))
    assert np.array_equal(one.points, other.points) and np.array_equal(one.about, other.about)
    assert one.styles == ("greedy", "random")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("medici --report", "there is one in: cour"),
        ("cour --bots clever", "random, greedy, engine_first, prestige_first"),
        ("cour --bots greedy,random,greedy", "not 3"),
        ("cour --report --bots random", "the same quick or trained player"),
        ("cour --report --bots greedy,random --players 2", "the same quick or trained player"),
        ("cour --report --bots minister", "the same quick or trained player"),
        ("cour --report --bots net:100 --players 3", "prestige_first, net"),
        ("cour --report --bots net --players 5", "no player that was trained"),
        ("cour --report --out games.csv", "after --report"),
        ("cour --report --on ray", "leave out --on"),
        ("cour --report --address auto", "leave out --on"),
        ("cour --report report.txt", ".csv, .parquet, .svg"),
        ("cour --report --error 0", "above 0"),
        ("cour --report --error much", "above 0"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", *line.split(), "--games", "1", "--lang", "en"]) == 2
    assert part in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_report_fits_into_80_columns(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    assert cli.main(f"simulate cour --players 2 --base 4 --games 20 --error 5 --report --lang {language}".split()) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert len(lines) == 49 and max(map(len, lines)) <= 80 and not any("…" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_shows_and_writes_the_report(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    line = f"simulate cour --players 2 --base 4 --games 20 --error 5 --report {tmp_path / 'r.csv'} --lang {language}"
    assert cli.main(line.split()) == 0
    said = capsys.readouterr().out
    assert ("Relic Seller" if language == "en" else "Marchand de reliques") in said
    assert (tmp_path / "r.csv").exists()


def test_simulated_turns_are_taken_in_order_unless_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    for flags, turns in (("", "in_order"), ("--turns simultaneous", "simultaneous")):
        line = f"simulate cour --players 2 --games 5 --bots greedy,engine_first --out {tmp_path / 'g.parquet'} {flags}"
        assert cli.main(line.split()) == 0
        about = json.loads(parquet.read_table(tmp_path / "g.parquet").schema.metadata[b"camarilla"])
        assert about["options"]["turns"] == turns and about["players"] == ["courtier", "engine_first"]


def test_styles_are_named_in_the_order_of_their_numbers(game: Any) -> None:
    assert game.styles == greedy.STYLES
    assert greedy.STYLES[greedy.ENGINE_FIRST] == "engine_first"
    assert greedy.STYLES[greedy.PRESTIGE_FIRST] == "prestige_first"


def test_a_set_with_which_no_pyramid_is_completed_is_warned_of(game: Any, found: worth.Report) -> None:
    rounds = found.rounds.copy()
    rounds[0], rounds[5] = GAMES // 2, GAMES - GAMES // 2
    rounds[6:] = rounds[1:5] = 0
    assert len(report.notes(game, replace(found, rounds=rounds))) == 3 and len(report.notes(game, found)) == 2
    assert "50.0 %" in report.notes(game, replace(found, rounds=rounds))[-1].text("en")
