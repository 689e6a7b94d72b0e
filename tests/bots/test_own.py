"""Bots of one's own: a function of what a seat knows. Whatever is wrong with one is a sentence that names it."""

from __future__ import annotations

import json
import math
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla import BadOption, BotFault, Knowledge, cli
from camarilla.bots.bot import Bot, chance, open_actions
from camarilla.bots.ladder import find_bot, parse_bot
from camarilla.bots.own import STRICT, Own, Player, Terms, make_own
from camarilla.bots.play import decide, play_match
from camarilla.engine.game import Game
from camarilla.engine.match import Match, Memory
from camarilla.engine.record import Records
from camarilla.games import kind
from camarilla.lab.series import series
from camarilla.lab.tournament import tournament
from camarilla.terminal import files
from tests.samples import GAME
from tests.toy.game import PocketCourt

TOY = PocketCourt(runtime="interpreted")
FOR_TWO = camarilla.game(GAME, players=2, runtime="interpreted")
FORGIVING = Terms(patience=0.2, forfeits=True)


def wild(known: Knowledge) -> int:
    return known.chance.choice(known.legal)


class Wild:
    def __call__(self, known: Knowledge) -> camarilla.Choice:
        return known.chance.choice(known.choices)


def wild_in_writing(known: Knowledge) -> str:
    return known.chance.choice(known.choices).move


def wild_in_numpy(known: Knowledge) -> Any:
    return np.int32(known.chance.choice(known.mask.nonzero()[0]))


# --- What it is given ---


def somewhere(game: Game, seed: int = 3) -> tuple[Match, int]:
    """A match in the middle, and a seat that has to decide."""
    match, lots = game.new(seed), random.Random(seed)
    while len(match.steps) < 12 or len(open_actions(game, match.state, match.waiting[0])) == 1:
        match.step(lots.choice(match.legal(match.waiting[0])), match.waiting[0])
    return match, match.waiting[0]


def given(match: Match, seat: int, seed: int = 7) -> Knowledge:
    """What a bot is given there."""
    got: list[Knowledge] = []

    def look(known: Knowledge) -> int:
        got.append(known)
        return known.legal[0]

    make_own(look).answer(match, seat, seed)
    return got[0]


def contents(value: Any) -> Any:
    """All that lies in an object, and in what lies in it, byte by byte."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, Game):
        return value.id
    if isinstance(value, Memory):
        return contents([value.seat, value.sights])
    if isinstance(value, list | tuple):
        return [contents(one) for one in value]
    if isinstance(value, dict):
        return {repr(key): contents(one) for key, one in value.items()}
    return contents(vars(value)) if hasattr(value, "__dict__") else repr(value)


@pytest.mark.parametrize("name", camarilla.games())
def test_what_it_is_given_is_the_same_in_every_world(name: str) -> None:
    match, seat = somewhere(camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT))
    known = [given(one, seat) for one in (match, match.redeal(seat, 1), match.redeal(seat, 2))]
    for one in known:
        assert one.view and one.log and one.choices and one.mask.any() and one.observation.any()
    assert contents(known[0]) == contents(known[1]) == contents(known[2])
    assert contents(Knowledge(match, seat, 7)) != contents(Knowledge(match.redeal(seat, 1), seat, 7))


@pytest.mark.parametrize("name", camarilla.games())
def test_it_is_given_all_that_its_seat_knows(name: str) -> None:
    match, seat = somewhere(camarilla.game(name, runtime="interpreted", **kind(name).testing.SHORT))
    known = given(match, seat)
    assert known.view == match.view(seat) and known.log == match.log(seat)
    assert known.choices == match.choices(seat) and known.legal == match.legal(seat)
    assert (known.observation == match.observe(seat)).all() and (known.mask == match.mask(seat)).all()
    world = known.world(5)
    assert world.view(seat) == known.view and world.log(seat) == known.log
    assert world.state.tobytes() == match.redeal(seat, 5).state.tobytes()


def test_it_is_not_told_from_what_the_match_was_dealt() -> None:
    match, seat = somewhere(FOR_TWO)
    seed = chance(3, seat, len(match.steps))
    assert given(match, seat, seed).seed != seed
    assert given(match, seat, seed).chance.random() == given(match, seat, seed).chance.random()


# --- How it answers ---


def test_a_move_is_answered_in_any_way_that_a_match_takes() -> None:
    for player in (Wild, Wild(), wild_in_writing, wild_in_numpy):
        assert play_match(TOY, 5, [make_own(player), find_bot(TOY, "random")]) == play_match(
            TOY, 5, [make_own(wild), find_bot(TOY, "random")]
        )


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    one, many = (tournament(TOY, [wild, "random"], 6, threads=threads) for threads in (1, 3))
    assert (one.points == many.points).all() and (one.places == many.places).all()
    one_series, many_series = (series(TOY, 1, 0, 8, threads, styles=(wild, "random")) for threads in (1, 3))
    assert (one_series.points == many_series.points).all()
    assert one_series.styles == ("wild", "random")


def illegal(known: Knowledge) -> int:
    return next(action for action in range(known.game.actions) if action not in known.legal)


def ill_typed(known: Knowledge) -> Any:
    return {"move": 1.5}


def crash(known: Knowledge) -> int:
    return known.view["no such key"]


def leave(known: Knowledge) -> int:
    raise SystemExit(3)


def spin(known: Knowledge) -> int:
    while True:
        pass


FAULTS: list[tuple[Player, str]] = [
    (illegal, "answered"),
    (ill_typed, "{'move': 1.5}"),
    (crash, "KeyError: 'no such key' (test_own.py:"),
    (leave, "SystemExit: 3"),
    (spin, "more than 0.2 s"),
]


@pytest.mark.parametrize(("player", "said"), FAULTS)
def test_a_fault_names_the_bot_and_the_move(player: Player, said: str) -> None:
    bots = [make_own(player, terms=Terms(patience=0.2)), find_bot(FOR_TWO, "random")]
    with pytest.raises(BotFault) as fault:
        play_match(FOR_TWO, 2, bots)
    text = str(fault.value)
    assert player.__name__ in text and "seat A" in text and "move " in text and said in text  # type: ignore[attr-defined]
    assert fault.value.text("fr") != text


def test_what_is_illegal_is_refused_with_its_clause() -> None:
    with pytest.raises(BotFault) as fault:
        play_match(FOR_TWO, 2, [make_own(illegal)] * 2)
    assert fault.value.clause and f"({fault.value.clause})" in str(fault.value)


@pytest.mark.parametrize(("player", "said"), FAULTS)
def test_on_these_terms_a_fault_loses_the_match(player: Player, said: str) -> None:
    bad = make_own(player, terms=FORGIVING)
    found = play_match(FOR_TWO, 2, [find_bot(FOR_TWO, "random"), bad])
    assert found.places == (1, 2) and found.points == (0, 0)
    assert [said in str(fault) for fault in bad.faults] == [True]


def test_who_turns_in_circles_is_stopped() -> None:
    match, seat = somewhere(FOR_TWO)
    before = set(threading.enumerate())
    with pytest.raises(BotFault):
        make_own(spin, terms=Terms(patience=0.1)).answer(match, seat, 1)
    ends = time.monotonic() + 5
    while set(threading.enumerate()) - before and time.monotonic() < ends:
        time.sleep(0.01)
    assert not set(threading.enumerate()) - before


def test_who_is_asked_again_thinks_in_the_same_thread() -> None:
    match, seat = somewhere(FOR_TWO)
    threads: set[int] = set()

    def note(known: Knowledge) -> int:
        threads.add(threading.get_ident())
        return known.legal[0]

    for _ in range(3):
        make_own(note).answer(match, seat, 1)
    assert len(threads) == 1 and threading.get_ident() not in threads


@dataclass(frozen=True)
class Cheat(Bot):
    name = "cheat"

    def action(self, game: Game, world: Records, seat: int, seed: int, until: float = math.inf) -> int:
        return game.actions + 5


def test_no_bot_whatever_plays_what_it_may_not() -> None:
    with pytest.raises(BotFault, match=r"cheat in seat . answered \d+ in move \d+"):
        tournament(TOY, [Cheat(), "random"], 1)


def test_at_a_table_of_people_its_faults_are_raised_too() -> None:
    match, seat = somewhere(FOR_TWO)
    assert decide(match, seat, make_own(wild)) in match.choices(seat)
    with pytest.raises(BotFault):
        decide(match, seat, make_own(illegal))


# --- Where it is found ---

CODE = """
from dataclasses import dataclass
from neighbour import pick

@dataclass
class Mine:
    greed: float = 1.0

    def __call__(self, known):
        return pick(known)

def worst(known):
    return 10**6

class Needy:
    def __init__(self, weights):
        self.weights = weights

number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_and_tidy: None) -> Path:
    """Where somebody keeps their bots, one beside the other, and works."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    stem = f"mine_{tmp_path.name}".replace("-", "_")
    (tmp_path / "neighbour.py").write_text("def pick(known):\n    return known.chance.choice(known.choices)\n")
    (tmp_path / f"{stem}.py").write_text(CODE)
    return tmp_path / f"{stem}.py"


def test_it_is_found_in_a_file_and_in_a_package(folder: Path) -> None:
    for place in (f"{folder.name}:Mine", f"{folder}:Mine", f"{folder.stem}:Mine", f" {folder.stem}:worst "):
        bot = find_bot(TOY, place)
        assert isinstance(bot, Own) and bot.name == place.strip() and bot.terms == STRICT
    assert play_match(TOY, 1, [find_bot(TOY, f"{folder}:Mine")] * 2) == play_match(TOY, 1, [make_own(wild)] * 2)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("{file}:Nobody", "there are: Mine, worst, Needy"),
        ("{file}:Needy", "cannot be made without arguments"),
        ("{file}:number", "neither a function nor a class"),
        ("nowhere.py:Mine", "there is no file"),
        ("no_such.module:Mine", "ModuleNotFoundError"),
        ("broken.py:Mine", "SyntaxError"),
        ("script.py:Mine", "SystemExit"),
        ("search:Mine", "iterations"),
        ("two words:Mine", "no bot"),
    ],
)
def test_what_cannot_be_found_is_said(folder: Path, place: str, said: str) -> None:
    folder.with_name("broken.py").write_text("def Mine(:\n")
    folder.with_name("script.py").write_text("import sys\nsys.exit()\n")
    with pytest.raises(BadOption) as problem:
        find_bot(TOY, place.format(file=folder.name))
    assert said in str(problem.value) and problem.value.text("fr") != str(problem.value)


def test_a_name_that_somebody_else_wrote_runs_no_code(folder: Path) -> None:
    with pytest.raises(BadOption, match="no bot"):
        parse_bot(TOY, f"{folder}:Mine")


def test_the_results_of_other_code_are_left_alone(folder: Path, tmp_path: Path) -> None:
    journal = tmp_path / "kept.journal"
    tournament(TOY, [f"{folder.name}:Mine", "random"], 2, journal=journal)
    tournament(TOY, [f"{folder.name}:Mine", "random"], 2, journal=journal)
    folder.write_text(f"{CODE}\n# improved\n")
    with pytest.raises(BadOption, match="code"):
        tournament(TOY, [f"{folder.name}:Mine", "random"], 2, journal=journal)


# --- On the command line ---

Call = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(line: str) -> tuple[int, str, str]:
        status = cli.main(line.split())
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_it_plays_wherever_bots_play(folder: Path, call: Call) -> None:
    for line in (
        "arena {game} --players 2 --deals 1",
        "simulate {game} --players 2 --games 2",
        "play {game} --players 2 --humans 0",
    ):
        status, out, err = call(f"{line.format(game=GAME)} --bots {folder.name}:Mine,random")
        assert status == 0 and not err and f"{folder.name}:Mine" in out


@pytest.mark.parametrize("command", ["arena {game} --deals 1", "simulate {game} --games 2", "play {game} --humans 0"])
def test_its_fault_is_a_sentence_and_a_status(folder: Path, call: Call, command: str) -> None:
    line = f"{command.format(game=GAME)} --players 2 --bots random,{folder.name}:worst --lang fr"
    status, _, err = call(line)
    assert status == 2 and len(err.splitlines()) == 1
    assert "a répondu 1000000 au coup" in err


@pytest.mark.parametrize("command", ["arena {game} --deals 1", "simulate {game} --games 2"])
def test_matches_lost_by_faults_are_told(folder: Path, call: Call, command: str) -> None:
    status, out, err = call(f"{command.format(game=GAME)} --players 2 --bots random,{folder.name}:worst --forfeit")
    assert status == 0 and not err
    assert f"{folder.name}:worst lost 2 matches by its own fault" in " ".join(out.split())


def test_patience_is_a_number_above_zero(folder: Path, call: Call) -> None:
    for wrong in ("0", "-1", "soon", "inf", "nan"):
        status, _, err = call(f"arena {GAME} --bots random,{folder.name}:Mine --patience {wrong}")
        assert status == 2 and "--patience is a number above 0" in err


def test_a_match_that_was_kept_here_goes_on_against_it_but_a_stranger_s_record_runs_no_code(
    folder: Path, call: Call
) -> None:
    match, _ = somewhere(FOR_TWO)
    record = json.dumps({**match.record(), "players": [f"{folder}:Mine", "random"]})
    ours, theirs = files.new_path(GAME), folder.with_name("theirs.json")
    ours.parent.mkdir(parents=True, exist_ok=True)
    for path in (ours, theirs):
        path.write_text(record)
    status, out, err = call(f"play --resume {ours}")
    assert status == 0 and not err and f"{folder}:Mine" in out
    status, _, err = call(f"play --resume {theirs}")
    assert status == 2 and "no bot" in err
    assert call(f"play --resume {theirs} --bots {folder}:Mine,random")[0] == 0
