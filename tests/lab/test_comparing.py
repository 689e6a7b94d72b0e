"""Two variants on the same deals: what differs, how sure that is, and what is said of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camarilla import cli
from camarilla.bots.ladder import find_bot
from camarilla.engine.errors import BadOption
from camarilla.games import kind
from camarilla.lab.balance import effect
from camarilla.lab.comparing import (
    ALIKE,
    DIFFERS,
    OPEN,
    WORDS,
    check_pair,
    compare,
    figures,
    judge,
    slope,
    slope_difference,
    stands_out,
)
from camarilla.lab.observing import observe
from camarilla.lab.summary import Mean
from tests.samples import DUEL, GAME, GLASS
from tests.toy.game import PocketCourt


@pytest.fixture(scope="module")
def games() -> tuple[PocketCourt, PocketCourt]:
    return PocketCourt(runtime="interpreted"), PocketCourt(runtime="interpreted", free_lots=True)


def test_the_same_deals_are_played_by_both(games: Any) -> None:
    """Free lots change nothing that random players do, but the points: each lot that was drawn is a point more."""
    found = compare(*games, find_bot(games[0], "random"), 1, 120)
    one, other = found.one.observed.series, found.other.observed.series
    assert np.array_equal(one.about[:, :3], other.about[:, :3])
    assert (other.points >= one.points).all() and (other.points > one.points).any()
    lines = {line.key: line for line in found.lines}
    assert lines["moves"].difference == Mean(0.0, 0.0) and lines["moves"].verdict == ALIKE
    assert lines["points"].difference.value == pytest.approx((other.points - one.points).mean())
    assert lines["points"].verdict == DIFFERS == found.verdict
    assert 0.5 < found.same.value < 1
    assert len(found.changes) == 4


def test_of_a_few_deals_nothing_is_certain(games: Any) -> None:
    found = compare(*games, find_bot(games[0], "random"), 1, 30)
    assert found.verdict == OPEN == judge(Mean(-1.0, 0.0), 0.01, 1, 2) and found.changes == ()


def test_of_two_players_who_begins_is_one_figure(games: Any) -> None:
    keys = [figure.key for figure in figures(games[0])]
    assert keys.count("order") == games[0].players - 1 == 1


def test_scores_are_alike_by_how_far_they_are_spread(games: Any) -> None:
    """Not by their mean, which may well be about zero."""
    seen = observe(games[0], (find_bot(games[0], "random"),) * 2, 1, 10)
    seen.series.points[:] = [-50, 50]
    (points,) = (figure for figure in figures(games[0]) if figure.key == "points")
    numbers = points.measure(seen)
    assert numbers.mean() == 0 and points.small(seen, numbers) == pytest.approx(1)


def test_what_chance_does_to_both_effects_alike_falls_out(games: Any) -> None:
    """Of a variant and the same once more nothing is left; of others the margin is no wider than if they were apart."""
    one, other = (observe(game, (find_bot(game, "random"),) * 2, 1, 300) for game in games)
    assert slope_difference(one, 0, one, 0) == Mean(0.0, 0.0)
    before, after = (effect(seen.things[0, 0]) for seen in (one, other))
    assert before and after
    found = slope_difference(one, 0, other, 0)
    assert found.value == pytest.approx(after.value - before.value)
    assert 0 < found.margin < 0.8 * (before.margin**2 + after.margin**2) ** 0.5


def test_deals_one_by_one_are_as_sure_as_in_an_effect(games: Any) -> None:
    seen = observe(games[0], (find_bot(games[0], "random"),) * 2, 1, 150)
    value, missed = slope(seen, 1)
    found = effect(seen.things[0, 1])
    assert found and len(missed) == 150
    assert found.value == pytest.approx(value) and found.margin == pytest.approx(1.96 * (missed**2).sum() ** 0.5)


def test_a_verdict_goes_by_the_whole_interval() -> None:
    assert judge(Mean(0.002, 0.003), 0.01, 1, 500) == ALIKE
    assert judge(Mean(0.02, 0.01), 0.01, 1, 500) == DIFFERS
    assert judge(Mean(0.02, 0.03), 0.01, 1, 500) == OPEN


def test_of_many_figures_one_that_differs_has_to_be_clearer() -> None:
    assert judge(Mean(0.012, 0.01), 0.01, 1, 500) == DIFFERS and judge(Mean(0.012, 0.01), 0.01, 10, 500) == OPEN
    assert judge(Mean(0.02, 0.01), 0.01, 10, 500) == DIFFERS


def test_of_many_things_a_change_has_to_be_clearer() -> None:
    assert stands_out(Mean(0.1, 0.07), 1) and not stands_out(Mean(0.1, 0.07), 50)


def test_what_has_nothing_in_common_is_refused() -> None:
    duel, table = kind(DUEL)(runtime="interpreted"), kind(GAME)(runtime="interpreted", players=2)
    for one, other in ((duel, table), (table, kind(GAME)(runtime="interpreted", players=3)), (duel, duel)):
        with pytest.raises(BadOption):
            check_pair(one, other)


# --- The command ---


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_tells_what_differs(
    language: str, capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    variant = tmp_path / "variant.toml"
    variant.write_text(f'game = "{GAME}"\nnobles_count_double_in_missions = false\n')
    words = ["compare", GAME, str(variant), "--players", "2", "--games", "300", "--lang", language]
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert "B − A" in said and {"en": "The same seats win", "fr": "Les mêmes places gagnent"}[language] in said
    told = len(said.splitlines())
    assert cli.main([*words, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > told + 30  # a line for every card and mission, at least


def test_a_set_with_which_the_game_does_not_work_is_warned_of(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All want a cleric below them, so that hardly anybody completes a pyramid."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "compiled")
    ours, mine = kind(GLASS).folder() / "characters.toml", tmp_path / "mine.toml"
    mine.write_text(re.sub(r'base = "\w+"', 'base = "cleric"', ours.read_text(encoding="utf-8")), encoding="utf-8")
    said = []
    for words in (["compare", GLASS, str(mine)], ["balance", GLASS, "--characters", str(mine), "--bots", "courtier"]):
        assert cli.main([*words, "--players", "2", "--games", "100"]) == 0
        said.append(" ".join(capsys.readouterr().out.split()))
    assert "of the matches come to nothing. The game does not work like this." in said[0]
    assert "of the matches come to nothing. With these cards and options the game does not work." in said[1]


def test_variants_are_named_by_what_was_typed_for_them_and_for_both() -> None:
    from camarilla.terminal.compare import name

    assert name(DUEL, {"players": "2"}) == WORDS("usual")
    assert name(DUEL, {"edition": "french"}) == "edition=french"
    assert name(f"{DUEL}:stuck=either", {"edition": "french"}) == "edition=french, stuck=either"
    assert name("mine.toml", {}) == "mine.toml"


def test_a_player_has_to_know_both_variants(capsys: Any) -> None:
    assert cli.main(["compare", DUEL, f"{DUEL}:dukes=true", "--bots", "net"]) == 2
    assert "no player that was trained" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_where_the_trained_player_knows_one_variant_only_a_level_plays_both_without_it(
    language: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two stands first."""
    from camarilla.terminal import compare as command

    played: list[str] = []

    def note(one: Any, other: Any, bot: Any, *others: Any) -> Any:
        played.append(bot.name)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "compare", note)
    monkeypatch.setattr(command, "prepare_observing", lambda *_: None)
    variants = [DUEL, f"{DUEL}:stuck=either"]
    for one, other in (variants, variants[::-1]):
        assert cli.main(["compare", one, other, "--bots", "chamberlain", "--lang", language]) == 130
        said = " ".join(capsys.readouterr().out.split())
        told = {"en": "Chamberlain plays as search:", "fr": "Chambellan joue comme search:"}[language]
        assert told in said and "{" not in said
    assert len(played) == 2 and len(set(played)) == 1 and played[0].startswith("search:")


def test_who_knows_both_variants_plays_as_ever() -> None:
    """A level that goes by no net, or by one that knows both, is left as it is, and nothing is said of it."""
    from camarilla.terminal.compare import read_players

    table = [kind(GAME)(runtime="interpreted", players=2, edition=edition) for edition in ("rulebook", "published")]
    for one, other in (table, (kind(DUEL)(runtime="interpreted"), kind(DUEL)(runtime="interpreted"))):
        bots, notes = read_players(one, other, "courtier,chamberlain")
        assert bots == [find_bot(one, name) for name in ("courtier", "chamberlain")] and not notes


def test_a_file_that_an_option_takes_is_a_variant(tmp_path: Path) -> None:
    from camarilla.terminal.compare import read_variant

    ours = kind(GLASS).folder() / "characters.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(ours.read_text(encoding="utf-8").replace("cost = 2", "cost = 3", 1), encoding="utf-8")
    game = read_variant(str(mine), {})
    assert game.id == GLASS and game.chosen["characters"] != read_variant(GLASS, {}).chosen["characters"]


@pytest.mark.parametrize(
    ("one", "other", "problem"),
    [
        (GAME, DUEL, "only variants of one game"),
        (GAME, GAME, "the two variants are the same"),
        (GAME, f"{GAME}:players=5", "the same number of players"),
        (GAME, f"{GAME}:edition=seventh", "seventh"),
        (GAME, f"{GAME}:luck=none", "luck"),
        ("chess", GAME, "chess"),
        (GAME, "nowhere.toml", "cannot read nowhere.toml: there is no such file"),
    ],
)
def test_what_cannot_be_is_refused(one: str, other: str, problem: str, capsys: Any) -> None:
    assert cli.main(["compare", one, other]) == 2
    assert problem in capsys.readouterr().err


def test_all_mistakes_of_a_variant_are_told_at_once(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "variant.toml"
    path.write_text(f'game = "{GAME}"\nplayers = 9\nedition = "seventh"\nluck = "none"\n')
    for variant in (str(path), f"{GAME}:players=9,edition=seventh,luck=none"):
        assert cli.main(["compare", GAME, variant]) == 2
        said = capsys.readouterr().err
        assert "3 options are not possible" in said
        assert all(f"'{wrong}'" in said for wrong in ("9", "seventh", "luck")) and said.count("\n") == 4


def test_a_file_that_a_variant_names_is_looked_for_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever folder somebody stands in; and only else in that one."""
    from camarilla.terminal.compare import read_variant

    ours = (kind(GLASS).folder() / "characters.toml").read_text(encoding="utf-8")
    for name, cost in (("mine", 3), ("here", 4)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "set.toml").write_text(ours.replace("cost = 2", f"cost = {cost}", 1), encoding="utf-8")
    for variant in ("mine/variant.toml", "variant.toml"):
        (tmp_path / variant).write_text(f'game = "{GLASS}"\ncharacters = "set.toml"\n')
    monkeypatch.chdir(tmp_path / "here")
    for variant, folder in (("mine/variant.toml", "mine"), ("variant.toml", "here")):
        expected = read_variant(f"{GLASS}:characters={tmp_path / folder / 'set.toml'}", {})
        assert read_variant(str(tmp_path / variant), {}).chosen == expected.chosen


@pytest.mark.parametrize(
    ("name", "option", "right", "wrong"),
    [(GLASS, "characters", "cost = 2", "cost = 99"), (GAME, "missions", 'condition = "', 'condition = "un')],
)
def test_what_is_wrong_with_a_set_that_is_given_directly_is_told(
    name: str, option: str, right: str, wrong: str, tmp_path: Path, capsys: Any
) -> None:
    path, ours = tmp_path / "mine.toml", kind(name).folder() / f"{option}.toml"
    path.write_text(ours.read_text(encoding="utf-8").replace(right, wrong, 1), encoding="utf-8")
    assert cli.main(["compare", name, str(path)]) == 2
    field, said = wrong.split()[0], capsys.readouterr().err
    assert "no variant" not in said and field in said


@pytest.mark.parametrize(("text", "problem"), [("game = ", "not a TOML file"), ("x = 1", "is no variant")])
def test_a_file_that_is_no_variant_is_refused(text: str, problem: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    assert cli.main(["compare", GAME, str(path)]) == 2
    assert problem in capsys.readouterr().err
