"""CTS-31: missions of somebody's own, from a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import BadOption, cli
from camarilla.engine.data_file import OURS, sealed
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.games.courtisans import missions, rules
from camarilla.games.courtisans.game import Courtisans
from camarilla.testing import EVERY, try_out
from camarilla.testing.walks import walk
from tests.terminal.looks import board

OUR_FILE = missions.FILE.read_text(encoding="utf-8")
LIGHT = {"name": "one-in-light", "stack": "rulebook", "condition": "light_at_least", "number": 1}
GUARDS = {"name": "guards", "stack": "rulebook", "condition": "role", "role": "guard", "number": 2}
CARPS = {"name": "carps", "stack": "rulebook", "condition": "disgrace", "families": ["carp"]}
BELOW = {"name": "seven-below", "stack": "rulebook", "condition": "some_below", "number": 7}
NONE = {"name": "dark", "stack": "rulebook", "condition": "light_at_most", "number": 0}
SET = (LIGHT, GUARDS, CARPS, BELOW, NONE)
Reading = Callable[..., str]


def toml(*tables: dict[str, Any], points: str = "") -> str:
    fields = ("".join(f"{field} = {json.dumps(value)}\n" for field, value in table.items()) for table in tables)
    return "\n".join([f"{points}\n", *(f"[[mission]]\n{one}" for one in fields)])


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    def write(*tables: dict[str, Any], points: str = "", text: str | None = None) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(toml(*tables, points=points) if text is None else text, encoding="utf-8")
        return str(path)

    return write


def game(value: str, runtime: str = "interpreted", **chosen: Any) -> Courtisans:
    made = camarilla.game("courtisans", **{"players": 2, "runtime": runtime, "missions": value, **chosen})
    assert isinstance(made, Courtisans)
    return made


# --- What is played with ---


def test_our_file_is_ours_wherever_it_lies(file: Reading) -> None:
    recorded = sealed(missions.write_set(missions.chosen(OURS)))
    assert missions.of_file(file(text=OUR_FILE)) == OURS == missions.of_file(recorded)


def test_what_is_recorded_of_a_match_with_ours_is_as_before() -> None:
    match = camarilla.game("courtisans", runtime="interpreted").new(1)
    assert list(match.record()["options"]) == ["players", "edition", "nobles_count_double_in_missions"]


def test_the_rules_are_told_what_the_file_says(file: Reading) -> None:
    made = game(file(*SET, points="[points]\nrulebook = 3"))
    data = made.data[0]
    assert [mission.name for mission in made.missions] == [mission["name"] for mission in SET]
    assert data["points"] == 3 and data["missions"] == 5
    assert data["condition"][:2].tolist() == [rules.LIGHT_AT_LEAST, rules.ROLE]
    assert data["number"][:2].tolist() == [1, 2]
    assert game(file(*SET)).data[0]["points"] == 2


def test_a_record_holds_the_missions_under_their_hash(file: Reading) -> None:
    match = walk(game(file(*SET)), 1, 1)[-1]
    record = match.record()
    Path(file()).unlink()
    assert camarilla.load(json.dumps(record)).state.tobytes() == match.state.tobytes()
    record["options"]["missions"] = record["options"]["missions"].replace("number = 7", "number = 6")
    with pytest.raises(BadOption, match="sha256"):
        camarilla.load(json.dumps(record))


@pytest.mark.parametrize(("edition", "stacks"), [("rulebook", ["rulebook"]), ("published", ["white", "blue"])])
def test_every_law_is_kept_by_missions_of_ones_own(file: Reading, edition: str, stacks: list[str]) -> None:
    some = [{**mission, "stack": stack, "name": f"{mission['name']}-{stack}"} for mission in SET for stack in stacks]
    made = game(file(*some), "compiled", edition=edition)
    for law in EVERY:
        try_out(law, made, matches=1)


# --- What is seen of them ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_told_in_words(file: Reading, language: str) -> None:
    made = game(file(*SET))
    texts = {mission.name: mission.message.text(language) for mission in made.missions}
    assert len(set(texts.values())) == 5 and not re.search(r"\b[01]\b", " ".join(texts.values()))
    match = made.new(3)
    shown = " ".join(board(match, 0, language).split())
    assert all(texts[name] in shown for name in match.view(0)["missions"][0])


def test_they_are_on_the_page_and_can_be_enlarged(file: Reading) -> None:
    made = game(file(*SET, points="[points]\nrulebook = 1"))
    view = made.new(3).view(0)
    context = Context(made.words, "en", ("Anna", "Bob"))
    page = str(made.picture.picture(made, view, context).board)
    ours = camarilla.game("courtisans", runtime="interpreted")
    for mission in made.missions:
        card = made.picture.write(mission, 1)
        assert (card in page) == (mission.name in view["missions"][0])
        enlarged = str(ours.picture.closeup(ours, card, context))
        assert mission.message.text("en") in enlarged and "brings 1 point;" in enlarged
    for odd in ("x|y|z||plain|1|1", card.replace("dark", "DARK"), card.replace("|0|", "|9|"), "|" * 6):
        with pytest.raises(KeyError):
            ours.picture.closeup(ours, odd, context)


# --- Two of them compared ---


def test_two_files_are_compared(file: Reading, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    other = tmp_path / "other.toml"
    other.write_text(toml(*SET[:4], {**NONE, "number": 3}), encoding="utf-8")
    words = ["compare", file(*SET), str(other), "--players", "2", "--games", "3", "--bots", "random", "--lang", "en"]
    assert cli.main(words) == 0
    assert "Random players" in capsys.readouterr().out


# --- What is wrong ---


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"condition": "light_at_leats"}, ["one-in-light, condition", "light_at_leats", "light_at_least"]),
        ({"stack": "red"}, ["one-in-light, stack", "red", "rulebook", "white", "blue"]),
        ({"number": 7}, ["one-in-light, number", "7", "1", "6"]),
        ({"number": True}, ["one-in-light, number", "True"]),
        ({"number": None}, ["one-in-light, number"]),
        ({"name": "One in light"}, ["One in light", "40"]),
        ({"name": None}, ["1, name"]),
        ({"families": ["carp"]}, ["one-in-light, families", "light_at_least"]),
        ({"colour": "red"}, ["one-in-light, 'colour'", "families"]),
        ({"condition": "fewer", "number": None, "families": ["carp", "toad"]}, ["one-in-light, families", "carp"]),
        ({"condition": "disgrace", "number": None, "families": ["carp", "carp"]}, ["families", "carp"]),
        ({"condition": "disgrace", "number": None, "families": "carp"}, ["families", "carp"]),
        ({"condition": "role", "role": "queen"}, ["one-in-light, role", "queen", "spy"]),
        ({"condition": "role", "role": "spy", "number": 13}, ["one-in-light, number", "13", "12"]),
        ({"name": "guards"}, ["guards, name"]),
        ({"condition": "role", "role": "guard", "number": 2}, ["guards", "one-in-light"]),
    ],
)
def test_a_mission_with_a_mistake_is_refused(file: Reading, wrong: dict[str, Any], said: list[str]) -> None:
    first = {field: value for field, value in {**LIGHT, **wrong}.items() if value is not None}
    refused(file(first, *SET[1:]), *said)


def refused(value: str, *said: str) -> None:
    with pytest.raises(BadOption) as refusal:
        game(value)
    texts = [refusal.value.text(language) for language in LANGUAGES]
    assert texts[0] != texts[1]
    for text in texts:
        assert "CTS-31" in text and all(part in text for part in said), text


@pytest.mark.parametrize("text", ["", "x = 1", "mission = 3", "[[mission]", "[points]\nrulebook = 2"])
def test_what_is_no_file_of_missions_is_refused(file: Reading, text: str) -> None:
    refused(file(text=text))


@pytest.mark.parametrize(
    "points", ["[points]\nrulebook = 4", "[points]\nthird = 1", "points = 3", "[point]\nrulebook = 2"]
)
def test_points_that_cannot_be_are_refused(file: Reading, points: str) -> None:
    refused(file(*SET, points=points))


def test_there_have_to_be_enough_and_not_too_many(file: Reading) -> None:
    refused(file(*SET[:3]), "2", "4", "3", "rulebook")
    with pytest.raises(BadOption, match="10 missions of the stack rulebook"):
        game(file(*SET), players=5)
    with pytest.raises(BadOption, match="stack white"):
        game(file(*SET), edition="published")
    pairs = [{**CARPS, "name": "-".join(two), "families": two} for two in combinations(missions.FAMILIES, 2)]
    some = [{**BELOW, "name": f"below-{n}", "number": n} for n in range(1, 16)]
    alone = [{**CARPS, "name": family, "families": [family]} for family in missions.FAMILIES]
    assert len(game(file(*pairs, *some)).missions) == 30
    refused(file(*pairs, *some, *alone), "36", "32")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_mistakes_are_told_at_once(file: Reading, language: str) -> None:
    wrong = file({**LIGHT, "stack": "red", "number": 9}, {**GUARDS, "role": "queen"}, points="[points]\nrulebook = 9")
    with pytest.raises(BadOption) as refusal:
        game(wrong)
    lines = refusal.value.text(language).splitlines()
    assert len(lines) == 5 and "4" in lines[0] and all("CTS-31" in line for line in lines[1:])
