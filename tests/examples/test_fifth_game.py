"""The example in `examples/backstairs` is found, taught, played and checked like our own games, and nothing outside its
folder knows of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.examples.conftest import EXAMPLE, ROOT, Run
from tests.website.browser.player import PHONE, Player

pytestmark = pytest.mark.xdist_group("examples")
GAME = "backstairs"
GUIDE = ROOT / "docs" / "adding_a_game.md"
QUOTED = re.compile(r"^`([\w./]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "\n...\n"
MADE = re.compile(r"__pycache__|/\.")  # by tools, beside the files of the example


# --- At the command line ---


def test_it_is_listed_among_the_games(camarilla: Run) -> None:
    assert "Backstairs (backstairs), 2 to 4 players" in camarilla("games", "--lang", "en").stdout


@pytest.mark.parametrize(("language", "words"), [("en", "Nightfall"), ("fr", "La tombée de la nuit")])
def test_its_rulebook_is_read_by_clause(camarilla: Run, language: str, words: str) -> None:
    assert words in camarilla("rules", GAME, "BST-11", "--lang", language).stdout


def test_it_is_played_at_a_keyboard_to_the_end(camarilla: Run) -> None:
    typed = "7C\nwhy 7C\n" + "1\n" * 6 + "no\n"
    played = camarilla("play", GAME, "--players", "2", "--bots", "page", "--seed", "5", "--lang", "en", typed=typed)
    assert "cannot read the move" in played.stdout
    assert "discretion" in played.stdout and "precedence" in played.stdout


def test_it_is_simulated_and_has_an_arena(camarilla: Run) -> None:
    assert "share of victories" in camarilla("simulate", GAME, "--games", "20", "--lang", "en").stdout
    contest = ("--bots", "greedy,search:20", "--deals", "2", "--players", "2")
    assert "search:20" in camarilla("arena", GAME, *contest, "--lang", "en").stdout


def test_it_is_a_game_of_openspiel(run: Run) -> None:
    game = f"pyspiel.load_game('camarilla_{GAME}(players=3)')"
    run("-c", f"import pyspiel, camarilla.interop.openspiel; pyspiel.random_sim_test({game}, 2, True, False)")


# --- By its author ---


def test_it_keeps_the_laws(run: Run) -> None:
    """Compiled: some of the laws deal thousands of times."""
    code = f"from camarilla.testing import check_game; check_game({GAME!r}, matches=1)"
    run("-c", code, CAMARILLA_RUNTIME="compiled")


def test_its_own_tests_pass(run: Run) -> None:
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"))


# --- By researchers ---

LEARN = f"""
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from camarilla.interop import gymnasium as ours, pettingzoo
api_test(pettingzoo.env({GAME!r}), num_cycles=50)
check_env(gymnasium.make("camarilla/Backstairs-v0").unwrapped)
gymnasium.make_vec("camarilla/Backstairs-v0", num_envs=2).reset(seed=1)
"""


def test_it_is_an_environment_for_learners(run: Run) -> None:
    assert "Passed API test" in run("-c", LEARN).stdout


# --- On the site ---

Enter = Callable[..., Player]


def test_it_is_played_in_a_browser_to_the_end(enter: Enter) -> None:
    anna = enter("Anna", PHONE, "fr").sit(GAME, "page", "page")
    anna.play_to_the_end()
    assert anna.clicks == 2 * 5, "a visitor and a staircase on each of five turns"
    expect(anna.page.locator(".ended")).to_contain_text("Anna")
    anna.go(f"{anna.path}after/")
    expect(anna.page.locator("main")).to_contain_text("Discrétion")


def test_it_is_in_the_lobby_with_its_lesson_and_its_rulebook(enter: Enter) -> None:
    anna = enter().go("/")
    expect(anna.page.locator(f"form[action='/now/{GAME}/']")).to_be_visible()
    anna.go(f"/learn/{GAME}/1/")
    expect(anna.page.locator("#board [data-thing=chamber-C]")).to_be_visible()
    anna.go(f"/rules/{GAME}/")
    expect(anna.page.locator("#BST-18")).to_be_attached()


# --- Nowhere else ---


def test_no_file_of_ours_knows_of_it() -> None:
    ours = [path for folder in ("src", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.*")]
    sources = [path for path in ours if path.suffix in (".py", ".toml", ".html", ".css", ".js", ".svg", ".md")]
    assert sources and not [path for path in sources if GAME in path.read_text(encoding="utf-8").lower()]


def quotations() -> list[tuple[str, str]]:
    return QUOTED.findall(GUIDE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "quoted"), quotations(), ids=lambda text: text.split("\n")[0][:40])
def test_the_guide_quotes_the_example_as_it_is(file: str, quoted: str) -> None:
    written = Path(EXAMPLE / file).read_text(encoding="utf-8")
    assert all(part.strip("\n") in written for part in quoted.split(LEFT_OUT)), f"{file} has changed"


def test_the_guide_speaks_of_every_file_of_the_example() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    lying = [path for path in EXAMPLE.rglob("*.*") if path.is_file()]
    files = [path for path in lying if not MADE.search(f"/{path.relative_to(EXAMPLE)}")]
    named = {path for path in files if path.name in guide or f"`{path.parent.name}/`" in guide}
    assert {path.name for path in files if path not in named} == {"__init__.py"}
