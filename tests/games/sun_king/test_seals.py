"""SUN-4: which quality cards bear a seal, by our reconstruction or by somebody's file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import BadOption
from camarilla.engine.game import Game
from camarilla.engine.words import LANGUAGES
from camarilla.games.sun_king import seals

OURS = seals.FILE.read_text(encoding="utf-8")
RECORDED = "blue 0, green 5, purple 4, red 4, yellow 4"


def game(chosen: Any) -> Game:
    return camarilla.game("sun_king", runtime="interpreted", seals=chosen)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "seals.toml"
    path.write_text(OURS.replace("blue = 5", "blue = 0"), encoding="utf-8")
    return path


def sealed(game: Game) -> list[int]:
    return [int(n) for n in game.data["total"][0][1:10:2]]


def test_ours_are_5_of_the_larger_colours_and_4_of_the_others() -> None:
    assert sealed(game("ours")) == [5, 5, 4, 4, 4]
    assert [int(n) for n in game("ours").data["total"][0][0:10:2]] == [9, 9, 9, 9, 9]


def test_a_file_is_read_and_recorded_with_what_it_says(file: Path) -> None:
    made = game(str(file))
    assert sealed(made) == [0, 5, 4, 4, 4] and made.chosen["seals"] == RECORDED
    match = made.new(1)
    match.play(match.choices()[0])
    file.unlink()
    assert camarilla.load(json.dumps(match.record())).state.tobytes() == match.state.tobytes()
    assert game(RECORDED).at(match.position()).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("red = 4", "red = 4\ngrey = 1", "'grey'"),
        ("red = 4", "", "red"),
        ("red = 4", "red = 14", "14"),
        ("red = 4", "red = -1", "-1"),
        ("red = 4", "red = true", "True"),
        ("red = 4", "red = 4.0", "4.0"),
        ("red = 4", "red 4", "TOML"),
        ("[sealed]", "[seals]", "[sealed]"),
        ("[sealed]", "[[sealed]]", "[sealed]"),
    ],
)
def test_a_file_with_a_fault_is_refused(file: Path, old: str, new: str, said: str) -> None:
    file.write_text(OURS.replace(old, new), encoding="utf-8")
    with pytest.raises(BadOption) as refusal:
        game(str(file))
    texts = [refusal.value.text(language) for language in LANGUAGES]
    assert texts[0] != texts[1] and all(said in text and "SUN-4" in text for text in texts), texts


@pytest.mark.parametrize("chosen", ["", "theirs", ".", "/dev/zero", "a\0b", "x" * 5000, RECORDED.replace("4", "44")])
def test_what_is_no_file_is_refused(chosen: str) -> None:
    with pytest.raises(BadOption, match="SUN-4"):
        game(chosen)


def test_a_file_that_is_not_text_is_refused(file: Path) -> None:
    for content in (b"\xff\xfe\x00", b"#" * 200_000):
        file.write_bytes(content)
        with pytest.raises(BadOption, match="SUN-4"):
            game(str(file))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_mistakes_are_told_at_once(file: Path, language: str) -> None:
    file.write_text("[sealed]\nblue = 15\ngreen = 5\npurple = 4\nred = -1\ngrey = 2\n", encoding="utf-8")
    with pytest.raises(BadOption) as refusal:
        game(str(file))
    lines = refusal.value.text(language).splitlines()
    assert len(lines) == 5 and "4" in lines[0]
    assert all(word in line for word, line in zip(("grey", "blue", "red", "yellow"), lines[1:], strict=True))
