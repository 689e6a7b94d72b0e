"""The wheel, installed into an empty environment outside the checkout: a stranger's first minutes with it."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.samples import GAME

pytestmark = pytest.mark.xdist_group("wheel")  # which is built and installed once
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """A function that runs a command where only the wheel is installed."""
    home = tmp_path_factory.mktemp("stranger")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(home), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = home.glob("*.whl")
    venv.create(home / "venv", with_pip=True)
    python = home / "venv" / "bin" / "python"
    pip = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-c",
        ROOT / "constraints.txt",
        wheel,
    ]
    subprocess.run(pip, check=True, capture_output=True)

    def run(*words, **environment):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CAMARILLA"))}
        where = {**clean, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), **environment}
        command = [str(home / "venv" / "bin" / words[0]), *words[1:]]
        return subprocess.run(command, cwd=home, env=where, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    run.home = home
    return run


def package(stranger) -> Path:
    (found,) = (stranger.home / "venv").glob("lib/python*/site-packages/camarilla")
    return found


def test_it_plays_a_game(stranger):
    played = stranger("camarilla", "play", GAME, "--humans", "0", "--bots", "random", "--seed", "7", "--lang", "en")
    assert played.returncode == 0, played.stderr
    assert str(ROOT) not in played.stdout + played.stderr
    assert any((package(stranger) / "__pycache__").glob("rules-*/**/*.nbi")), (
        "compiled rules are kept beside the package"
    )


@pytest.mark.parametrize(("language", "word"), [("en", "assassin"), ("fr", "Assassin")])
def test_it_reads_a_rule_in_both_languages(stranger, language, word):
    read = stranger("camarilla", "rules", GAME, "CTS-16", "--lang", language)
    assert read.returncode == 0, read.stderr
    assert "CTS-16" in read.stdout and word.lower() in read.stdout.lower()


def test_a_read_only_install_keeps_compiled_rules_in_the_users_cache(stranger):
    kept = package(stranger) / "__pycache__"
    kept.rename(kept.with_name("elsewhere"))
    kept.write_text("a file where the folder should be: nothing can be written here, not even by root")
    code = f"import camarilla; print(camarilla.game('{GAME}', runtime='compiled').new(seed=1).waiting)"
    ran = stranger("python", "-B", "-c", code)
    assert ran.returncode == 0, ran.stderr
    assert any((stranger.home / "cache" / "camarilla").glob("rules-*/**/*.nbi"))
