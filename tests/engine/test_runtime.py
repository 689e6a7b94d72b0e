"""How rules are built for a runtime, and where compiled code is kept."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary

import camarilla
from camarilla.engine import cache, calls, playout
from camarilla.engine.record import empty, opened
from camarilla.engine.runtime import COMPILED, Compiled, bind, sources
from tests.samples import GAME


def test_numba_is_imported_only_when_rules_run():
    code = f"import sys, camarilla, camarilla.cli; camarilla.game('{GAME}'); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_other_data_runs_on_the_same_compiled_code():
    game = camarilla.game(GAME, players=2, runtime="compiled")
    run = bind(playout.play_matches, game)
    changed = game.data.copy()
    changed["total"][0, game.rules.SPIES :] = 0  # a deck without spies
    changed["away"] = 30 - 12
    changed.setflags(write=False)

    def play(data):
        points, places, about = np.zeros((50, 2), np.int16), np.zeros((50, 2), np.int8), np.zeros((50, 3), np.int32)
        state = empty(game.rules.State)
        out = np.zeros(game.rules.CHOICES, np.int64)
        styles = np.full(2, playout.RANDOM)
        run(data, state, out, np.uint64(1), np.uint64(0), styles, points, places, about)
        return state["spies"][0], points

    spies, points = play(game.data)
    compiled = len(run.signatures)
    none, others = play(changed)
    assert spies > 0 and none == 0
    assert not np.array_equal(points, others)
    assert len(run.signatures) == compiled


def test_a_games_data_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        camarilla.game(GAME).data["players"] = 3


def test_the_cache_folder_changes_with_the_rules(tmp_path):
    first, second = tmp_path / "a.py", tmp_path / "b.py"
    first.write_text("RULES = 1\n")
    second.write_text("RULES = 2\n")
    assert cache.fingerprint(frozenset({str(first)})) != cache.fingerprint(frozenset({str(second)}))


def test_the_cache_depends_on_every_file_that_rules_come_from():
    names = {Path(file).name for file in sources(playout.play_matches, (camarilla.game(GAME).rules,))}
    assert names == {"playout.py", "rules.py", "stream.py", "form.py"}


def test_the_cache_lies_where_it_can_be_written(tmp_path, monkeypatch):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__pycache__").write_text("no folder")
    monkeypatch.delenv("CAMARILLA_CACHE", raising=False)
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(cache.folders, "cache", lambda: tmp_path / "user")
    assert cache.place("test-key") == tmp_path / "user" / "rules-test-key"


def test_numbas_own_settings_are_left_as_they_were():
    import numba.core.config as config

    before = config.CACHE_DIR
    with cache.folder({"some source"}) as folder:
        assert str(folder) == config.CACHE_DIR
    assert before == config.CACHE_DIR


def test_interpreted_rules_refuse_what_does_not_fit():
    game = camarilla.game(GAME)
    state = opened(empty(game.rules.State))[0]
    with pytest.raises(OverflowError):
        state.turn = 256
    with pytest.raises(OverflowError):
        state.pile[0] -= 1


def test_a_rule_typed_at_a_prompt_compiles_too():
    source = "def one_more(data, states):\n    return seats_waiting(data, states) + 1\n"
    names = {"seats_waiting": calls.waiting}
    exec(compile(source, "<prompt>", "exec"), names)
    game = camarilla.game(GAME, players=2, runtime="compiled")
    match = game.new(seed=1)
    assert bind(names["one_more"], game)(game.data, match.state) == 2 ** match.waiting[0] + 1


def listed(data, states, seat, out):
    return calls.legal(data, states, seat, out)


def test_machine_code_is_made_of_what_python_calls_and_not_of_every_rule_in_it(tmp_path, monkeypatch):
    """If Numba does so in another way some day, this tells why compiling takes twice as long."""
    match = camarilla.game(GAME).new(1)
    rules, seat, out = match.game.rules, match.waiting[0], np.zeros(match.game.rules.CHOICES, np.int64)
    expected = match.game.legal(match.state, seat)
    made, machine_code = [], JITCodeLibrary._finalize_specific
    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", lambda one: (made.append(one.name), machine_code(one)))
    monkeypatch.setattr(cache, "place", lambda key: tmp_path / key)
    found = Compiled().bind(listed, (rules,))(match.game.data, match.state, seat, out)
    assert out[:found].tolist() == expected
    assert [name for name in made if name.startswith("camarilla")] == [f"{rules.__name__}.listed"]


def test_compiled_code_is_kept_between_processes(tmp_path):
    code = f"import camarilla; camarilla.game('{GAME}', runtime='compiled').new(seed=1)"
    environment = {"CAMARILLA_CACHE": str(tmp_path), "CAMARILLA_COMPILE": "quick", "PATH": ""}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        kept = {file: file.stat().st_mtime_ns for file in Path(tmp_path).rglob("*.nb*")}
        assert kept
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert kept == {file: file.stat().st_mtime_ns for file in Path(tmp_path).rglob("*.nb*")}


def test_threads_take_turns_with_the_one_setting_of_numba(tmp_path, monkeypatch):
    """Otherwise one thread would restore it while another compiles, whose code would be kept in the folder at hand."""
    monkeypatch.setattr(cache, "place", lambda key: tmp_path / key)
    monkeypatch.setattr(cache, "fingerprint", lambda sources: next(iter(sources)))
    before = numba.core.config.CACHE_DIR

    def look(name):
        with cache.folder([name]) as path:
            time.sleep(0.01)
            return numba.core.config.CACHE_DIR == str(path) == str(tmp_path / name)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(look, "abcdefgh"))
    assert before == numba.core.config.CACHE_DIR


def test_threads_share_what_is_bound():
    game = camarilla.game(GAME, runtime="compiled")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: bind(playout.play_match, game), range(8)))
    assert len(set(map(id, found))) == 1


def test_what_is_read_from_disk_keeps_nothing_to_link_with() -> None:
    game = camarilla.game(GAME, runtime="compiled")
    for _ in range(2):
        entry = COMPILED.bind(calls.waiting, (game.rules,))
        found = entry(game.data, game.new(0).state)
    assert found and sum(entry.stats.cache_hits.values()) == 1
    assert [one.library._shared_module for one in entry.overloads.values()] == [None]
