"""What is released: the source distribution and the wheel, and a stranger's first minutes with the wheel, installed
into an empty environment outside the checkout."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest
import yaml

import camarilla
from tests.samples import GAME

pytestmark = pytest.mark.xdist_group("wheel")  # which is built and installed once
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of both: the wheel is built out of the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built):
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def metadata(wheel) -> EmailMessage:
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith("/METADATA")]
        return BytesParser(policy=default).parsebytes(files.read(name))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory, wheel):
    """A function that runs a command where only the wheel is installed, and compiles quickly."""
    home = tmp_path_factory.mktemp("stranger")
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
        own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "CAMARILLA_COMPILE": "quick"}
        where = {**clean, **own, **environment}
        command = [str(home / "venv" / "bin" / words[0]), *words[1:]]
        return subprocess.run(command, cwd=home, env=where, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    run.home = home
    return run


# --- What is in them ---


def files_of(folder: Path) -> set[str]:
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_has_every_file_of_the_package_and_no_other(wheel):
    with zipfile.ZipFile(wheel) as files:
        inside = {name for name in files.namelist() if ".dist-info/" not in name}
    assert inside == {f"camarilla/{name}" for name in files_of(ROOT / "src" / "camarilla")}
    assert "camarilla/py.typed" in inside


def test_the_source_distribution_has_what_a_wheel_is_built_from_and_all_that_is_to_be_read(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as files:
        inside = {name.partition("/")[2] for name in files.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff"} <= inside
    assert {f"docs/{name}" for name in files_of(ROOT / "docs")} <= inside
    assert {f"examples/{path.name}" for path in (ROOT / "examples").glob("*.py")} <= inside
    assert not [name for name in inside if "__pycache__" in name or name.startswith(("tests/", ".ci/"))]


def test_every_link_of_the_description_leads_somewhere(metadata):
    description = metadata.get_payload()
    assert metadata.get_content_type() == "text/plain" and metadata["Description-Content-Type"] == "text/markdown"
    assert description.startswith("# Camarilla") and "docs/api.md" in description
    targets = re.findall(r"\]\(([^)]*)\)", description)
    assert not [target for target in targets if not target.startswith("https://")]


def test_it_needs_no_more_than_the_library_and_the_terminal_do(metadata):
    needs = {need for need in metadata.get_all("Requires-Dist") if "extra ==" not in need}
    assert {re.match(r"[\w-]+", need)[0] for need in needs} == {"markupsafe", "numba", "numpy", "rich"}


def test_one_version_is_told_everywhere(metadata):
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    newest = re.search(r"^## (\S+?),", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert camarilla.__version__ == metadata["Version"] == citation["version"] == newest
    assert {"cff-version", "message", "title", "authors", "license"} <= set(citation)


def test_the_pythons_it_is_for_are_named(metadata):
    named = [one.rpartition(" ")[2] for one in metadata.get_all("Classifier") if re.search(r":: 3\.\d+$", one)]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={named[0]}" and named == ["3.11", "3.12", "3.13", "3.14"]


# --- Installed ---


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
