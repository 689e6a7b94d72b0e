"""The command line, called as a shell would call it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import camarilla
from camarilla import cli
from camarilla.engine import folders, rulebook
from camarilla.games import kind
from camarilla.terminal import files
from camarilla.terminal.flags import choose_game, whole_number
from camarilla.terminal.parser import choose_language, use_hyphens
from camarilla.terminal.screen import Screen
from tests.samples import DUEL, GAME

TITLE = kind(GAME).words("title").text()


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("CAMARILLA_HOME", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def run(line: str, typed: str = "") -> tuple[int, str, str]:
        """The exit status, and what was said on either stream."""
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            status = cli.main(line.split())
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# --- Asking for help ---


@pytest.mark.parametrize("name", camarilla.games())
@pytest.mark.parametrize("command", ["play", "simulate", "generate --out a.jsonl", "arena --bots random", "puzzles"])
def test_the_usual_options_are_those_of_the_help_and_of_python(command: str, name: str) -> None:
    words = f"{command} {name}".split()
    told = {option.name: option.default for option in kind(name).options}
    assert choose_game(name, cli.parser(words, "en").parse_args(words)).chosen == told
    assert camarilla.game(name).chosen == told


@pytest.mark.parametrize("line", ["", "--help", "play --help", "rules --help", "games --help"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_help(call, line: str, language: str) -> None:  # type: ignore[no-untyped-def]
    status, out, err = call(f"{line} --lang {language}")
    assert (status, err) == (0, "")
    assert out.startswith({"en": "usage: camarilla", "fr": "usage\u00a0: camarilla"}[language])
    assert ("montrer cette aide" in out) == (language == "fr")


def test_the_help_of_play_comes_from_the_options_of_the_games(call) -> None:  # type: ignore[no-untyped-def]
    out = " ".join(call("play --help --lang fr")[1].split())
    assert "--players 2|3|4|5" in out
    assert "--edition english|french|rulebook|published" in out
    assert "--nobles-count-double-in-missions true|false" in out
    assert "quelles missions sont distribuées" in out
    assert "10 missions blanches et 10 bleues" in out


def test_version(call) -> None:  # type: ignore[no-untyped-def]
    assert call("--version")[1] == f"camarilla {camarilla.__version__}\n"


def test_games(call) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call("games")
    assert status == 0
    assert f"{TITLE} ({GAME}), 2 to 5 players\nWhom does the Queen smile on tonight?" in out
    assert "2 à 5 joueurs" in call("games --lang fr")[1]


def test_nothing_heavy_is_imported_for_help() -> None:
    heavy = "[name for name in ('numba', 'rich.console') if name in sys.modules]"
    code = f"import sys; from camarilla.cli import main\ntry: main(['play', '--help'])\nfinally: print({heavy})"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip().endswith("[]")


# --- Rules ---


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_are_plain_markdown_in_a_pipe(call, language: str) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call(f"rules {GAME} --lang {language}")
    assert status == 0
    assert out == rulebook.text(kind(GAME), language)


def test_one_clause(call) -> None:  # type: ignore[no-untyped-def]
    for name in ("CTS-16", "cts-16", "16"):
        assert call(f"rules {GAME} {name}")[1].startswith("### CTS-16 · The Assassin\n\nOn laying")


# --- Mistakes: one line, status 2 ---


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("rules chess", f"no game 'chess'; there are: {', '.join(camarilla.games())}"),
        (f"rules {GAME} CTS-99", "no clause 'CTS-99'"),
        (f"rules {GAME} CTS-99 --lang fr", "n’ont pas d’article 'CTS-99'"),
        ("rules", "the following arguments are required: game"),
        ("rules --lang fr", "il manque\u00a0: jeu"),
        ("dance", "invalid choice: 'dance'"),
        ("dance --lang fr", "choix impossible\u00a0: 'dance'"),
        ("play chess", "no game 'chess'"),
        (f"play {GAME} --players 9", "'9' is not possible; choose one of: 2, 3, 4, 5"),
        (f"play {GAME} --edition x --lang fr", "'x' n’est pas possible"),
        (f"play {GAME} --nobles_count_double_in_missions maybe", "choose one of: true, false"),
        (f"play {GAME} --seed abc", "--seed: 'abc' is not a whole number"),
        (f"play {GAME} --seed 1.55e1", "--seed: '1.55e1' is not a whole number"),
        (f"simulate {GAME} --games 1e99", "--games is at most 1,000,000,000,000, not 1e99"),
        (f"simulate {GAME} --games 1e99 --lang fr", "--games vaut au plus"),
        (f"simulate {GAME} --games 1e10 --out a.csv", "--games is at most 1,000,000,000, not 1e10"),
        (f"simulate {GAME} --threads 1e9", "--threads is at most 10,000"),
        (f"simulate {GAME} --out nowhere/x.csv --lang fr", "'nowhere/x.csv'\u00a0: ce dossier n’existe pas"),
        (f"balance {GAME} --html nowhere/x.html", "cannot write 'nowhere/x.html': there is no such folder"),
        (f"compare {GAME} nothing.toml --lang fr", "impossible de lire nothing.toml\u00a0: ce fichier n’existe pas"),
        (f"arena {GAME} --bots random,page --deals 1e99", "--deals is at most 100,000,000, not 1e99"),
        (f"play {GAME} --seed -1", "a seed is a whole number from 0"),
        (f"play {GAME} --seed {2**64}", "a seed is a whole number from 0"),
        (f"play {GAME} --humans 4", "with 3 players, choose 0 to 3"),
        (f"play {GAME} --humans x", "is not a whole number"),
        (f"play {GAME} --humans -1 --lang fr", "choisir de 0 à 3"),
        ("play --bogus", "unrecognized arguments: --bogus"),
        ("play --seed", "expected one argument"),
        ("play --seed --lang fr", "il faut une valeur"),
        ("games --lang de", "no language 'de'; there are: en, fr"),
        ("play --resume", "there is no match to resume in"),
        ("play --resume nothing.json", "cannot read nothing.json: there is no such file"),
        ("play --resume nothing.json --lang fr", "ce fichier n’existe pas"),
        ("play --resume .", "that is a folder"),
        ("play --resume x --seed 3", "--seed cannot be chosen here"),
        ("play --resume x --players 3", "--players cannot be chosen here"),
        ("play", "no game ''"),
    ],
)
def test_a_mistake_gets_one_clear_line(call, line: str, complaint: str) -> None:  # type: ignore[no-untyped-def]
    status, _, err = call(line)
    assert status == 2
    assert complaint in err
    assert err.count("\n") == 1
    assert err.startswith("camarilla")


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("-7", -7), ("1e3", 1000), ("1E3", 1000), ("1.5e3", 1500), ("1.50e+1", 15)]
)
def test_a_large_number_may_be_typed_in_short(text: str, number: int) -> None:
    assert whole_number("games", text) == number


@pytest.mark.parametrize("text", ["1.5", "1.55e1", "1e-3", "1e999", "e3", "1,5e3", "nan", ""])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(camarilla.BadOption):
        whole_number("games", text)


# --- Results in a file ---


@pytest.mark.parametrize(
    ("line", "file"),
    [
        (f"simulate {GAME} --players 2 --games 2 --out", "a.csv"),
        (f"balance {GAME} --players 2 --bots random --games 2 --html", "a.html"),
        (f"arena {GAME} --players 2 --bots random,greedy --deals 1 --out", "a.csv"),
    ],
)
def test_a_file_is_written_though_nobody_listens_any_more(
    line: str, file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As with `| head -1`: the first word that is said of the results fails."""

    def leave(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Screen, "show", leave)
    with pytest.raises(BrokenPipeError):
        cli.run([*line.split(), file], "en")
    assert (tmp_path / file).stat().st_size
    assert line.startswith("arena") or not [*tmp_path.glob("*.journal")]


# --- Play ---


def test_play_in_a_pipe(call) -> None:  # type: ignore[no-untyped-def]
    status, out, err = call(f"play {GAME} --seed 7 --edition published", "1\n" * 100)
    assert (status, err) == (0, "")
    assert f"{TITLE}, 3 players, seed 7" in out
    assert "\x1b" not in out
    assert "The game is over" in out


def test_watching(call) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = call(f"play {GAME} --humans 0 --bots random --players 2 --seed 7 --lang fr")
    assert status == 0
    assert "La partie est terminée" in out
    assert not folders.matches().exists()
    assert out == call(f"play {GAME} --humans 0 --bots=random --players=2 --seed=7 --lang=fr")[1]
    assert "\x1b[" in call(f"play {GAME} --humans 0 --bots random --seed 7 --color")[1]


def test_without_a_seed_matches_differ(call) -> None:  # type: ignore[no-untyped-def]
    assert len({call(f"play {GAME} --humans 0 --players 2 --bots random")[1] for _ in range(3)}) == 3


def test_without_a_game_there_is_a_list(call) -> None:  # type: ignore[no-untyped-def]
    out = call("play --humans 0 --bots random", "chess\n7\n\n")[1]
    assert f"1 {kind(DUEL).words('title')} ({DUEL}), 2 players\n2 {TITLE} ({GAME}), 2 to 5 players" in out
    assert "no game 'chess'" in out
    assert "The game is over" in out
    assert "The game is over" in call("play --humans 0 --bots random", f"{TITLE}\n")[1]


def test_resume_goes_on_with_the_last_match(call) -> None:  # type: ignore[no-untyped-def]
    call(f"play {GAME} --seed 7", "Tg+\n")
    kept = files.find_last()
    status, out, _ = call("play --resume", "undo\n")
    assert status == 0
    assert "Taken back: Tg+" in out
    assert files.find_last() == kept
    assert "To go on: camarilla play --resume" in out


def test_matches_are_kept_where_camarilla_home_says(call, monkeypatch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("CAMARILLA_HOME", str(tmp_path / "mine"))
    call(f"play {GAME} --seed 7", "Tg+\n")
    assert [path.parent.name for path in (tmp_path / "mine").rglob("*.json")] == ["matches"]
    assert not (tmp_path / "state").exists()


def test_who_chooses_a_home_finds_the_matches_from_before(call, monkeypatch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    call(f"play {GAME} --seed 7", "Tg+\n")
    kept = files.find_last()
    monkeypatch.setenv("CAMARILLA_HOME", str(tmp_path / "mine"))
    assert "Taken back: Tg+" in call("play --resume", "undo\n")[1]
    assert files.find_last() == kept and not (tmp_path / "mine").exists()


def test_resume_leaves_the_file_of_the_player_alone(call) -> None:  # type: ignore[no-untyped-def]
    call(f"play {GAME} --seed 7", "Tg+\nsave mine.json\n")
    before = Path("mine.json").read_text()
    status, _, _ = call(f"play {GAME} --resume mine.json --humans 3", "\n1\n")
    assert status == 0
    assert json.loads(files.find_last().read_text())["players"] == ["human"] * 3
    assert Path("mine.json").read_text() == before


def spoilt() -> dict[str, str]:
    match = camarilla.game(GAME, runtime="interpreted").new(7)
    match.play(match.choices()[0])
    record = match.record()
    whole = json.dumps(record)
    return {
        "truncated": whole[: len(whole) // 2],
        "edited": whole.replace(record["moves"][0], "A Bg+"),
        "shortened": json.dumps({**record, "moves": []}),
        "foreign": '{"name": "package", "version": 1}',
        "list": "[1, 2]",
        "empty": "",
        "chess": json.dumps({**record, "game": "chess"}),
        "options": json.dumps({**record, "options": {"name": 3, "self": 4}}),
        "deep": "[" * 100_000,
        "long": "1" * 5000,
        "future": json.dumps({**record, "camarilla": 3}),
    }


@pytest.mark.parametrize("kind", list(spoilt()))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_spoilt_file_gets_one_clear_line(call, kind: str, language: str) -> None:  # type: ignore[no-untyped-def]
    Path("bad.json").write_text(spoilt()[kind])
    status, out, err = call(f"play --resume bad.json --lang {language}")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_a_file_that_is_no_text(call) -> None:  # type: ignore[no-untyped-def]
    Path("bad.json").write_bytes(b"\xff\xfe\x00")
    assert "that is not a text file" in call("play --resume bad.json")[2]


# --- Language ---


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "de_DE"}, "en"),
        ([], {"LC_ALL": "", "LANG": "fr"}, "fr"),
        (["--lang", "fr"], {}, "fr"),
        (["play", "--lang=FR"], {}, "fr"),
        (["--lang", "en"], {"LANG": "fr"}, "en"),
        (["--lang"], {"LANG": "fr"}, "fr"),
    ],
)
def test_language(words: list[str], environment: dict[str, str], language: str) -> None:
    assert choose_language(words, environment) == language


def test_underscores_will_do_in_flags() -> None:
    assert use_hyphens(["a_b", "--c_d", "--e_f=g_h"]) == ["a_b", "--c-d", "--e-f=g_h"]
