"""What was measured of the games between strong players, on the pages about strategy and as pictures."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import camarilla
from camarilla.bots.ladder import find_bot
from camarilla.bots.play import play_match
from camarilla.engine.words import LANGUAGES
from camarilla.lab.series import Series, series
from tests.samples import GAME
from tools import strategy


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_its_pictures_show_what_was_measured(language: str) -> None:
    text = strategy.PAGES[language].read_text(encoding="utf-8")
    assert strategy.filled(text, language) == text, "run python tools/strategy.py"
    for name, picture in strategy.pictures(language).items():
        assert (strategy.DOCS / name).read_text(encoding="utf-8") == picture, "run python tools/strategy.py"
        ET.fromstring(picture)
        assert f"]({name})" in text


def test_every_setting_was_measured_and_every_table_has_its_place_on_both_pages() -> None:
    measured = [(*strategy.key(row), row["matches"]) for row in strategy.read_figures()]
    assert measured == [(one.game, one.players, one.player, one.matches) for one in strategy.SETTINGS]
    for page in strategy.PAGES.values():
        places = [place for place, _ in strategy.PLACE.findall(page.read_text(encoding="utf-8"))]
        assert sorted(places) == sorted(["order", "course", "luck", *camarilla.games()])


def test_what_is_measured_is_rounded_and_replaces_what_was_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = strategy.Setting(GAME, 2, "courtier", 8)
    monkeypatch.setattr(strategy, "FIGURES", tmp_path / "strategy.json")
    monkeypatch.setattr(strategy, "SETTINGS", (setting,))
    monkeypatch.setattr(strategy, "SEED", 1)
    strategy.measure([GAME])
    monkeypatch.setattr(strategy, "SETTINGS", (setting, replace(setting, player="random", weaker=None)))
    strategy.measure([GAME])
    known, other = json.loads(strategy.FIGURES.read_text(encoding="utf-8"))["settings"]
    assert known["luck"]["deals"] == 2 and known["luck"]["won"][0] == 0.5 and other["luck"] is None
    assert known["order"][0][0] + known["order"][1][0] == pytest.approx(1)


def test_an_opening_is_what_the_bot_did_in_that_match() -> None:
    game = camarilla.game(GAME, players=2)
    bot = find_bot(game, "courtier")
    for seed in range(5):
        played = play_match(game, seed, (bot, bot))
        seat, choices, chosen = next(strategy.first_decisions(game, bot, seed, 1))
        assert seat == played.first and chosen == played.actions[0] and len(choices) > 1


def test_openings_are_told_by_their_kind_with_what_they_won() -> None:
    game = camarilla.game(GAME, players=2)
    played = series(game, 3, 0, 20, styles=["courtier"] * 2)
    (kinds,) = strategy.tell_openings(game, find_bot(game, "courtier"), played)
    assert sum(kind["chosen"] for kind in kinds) == 20
    assert all(kind["chosen"] <= kind["offered"] <= 20 and 0 <= kind["won"][0] <= 1 for kind in kinds)


def test_only_matches_that_one_player_won_tell_how_close_it_was() -> None:
    points, places = np.array([[5, 9, 7], [4, 4, 1]], np.int16), np.array([[3, 1, 2], [1, 1, 3]], np.int8)
    best, second, others = strategy.decided(
        Series(camarilla.game(GAME, players=3), 0, points, places, np.zeros((2, 3), np.int32))
    )
    assert (best.tolist(), second.tolist(), others.tolist()) == ([9], [7], [[5, 7]])


def test_what_is_certain_is_fat() -> None:
    assert strategy.certain([0.6, 0.05], 0.5, "en") == "**60.0 ± 5.0**"
    assert strategy.certain([0.6, 0.15], 0.5, "fr") == "60,0 ± 15,0"
    assert strategy.effect({"when_held": [-0.02, 0.01]}, "en") == "**−2.0 ± 1.0**"
    assert strategy.effect({}, "en") == "–"
