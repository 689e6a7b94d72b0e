"""Sets of random characters with random powers, judged move for move by the referee: every word beside every other."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import camarilla
from camarilla.games.cour.powers import BASES, RESOURCES, TYPES
from camarilla.testing.walks import walk
from tests.games.test_against_referee import judge

SETS, FEW = 12, 4  # in a sweep, and otherwise
CHARACTERS = 30


def power(chance: random.Random) -> str:
    """A power in the words of a set file."""
    kind = chance.randrange(8)
    if kind == 0:
        return ""
    if kind == 1:
        return "copy"
    if kind == 2:
        return "end: " + ", ".join(bonus(chance) for _ in range(chance.randint(1, 2)))
    now = ", ".join([*costs(chance), *parts(chance)])
    later = ", ".join(effect(chance) for _ in range(chance.randint(1, 2)))
    once = "once: " if chance.random() < 0.2 else ""
    if kind == 3:
        return f"{once}between turns: {later}"
    return once + (f"{now}; between turns: {later}" if kind == 4 else now)


def costs(chance: random.Random) -> list[str]:
    written = [f"pay {chance.randint(1, 2)} {chance.choice(RESOURCES)}"] if chance.random() < 0.4 else []
    return written + ([f"pay {chance.randint(1, 2)} any"] if chance.random() < 0.3 else [])


def parts(chance: random.Random) -> list[str]:
    """One or two parts; what may not come before another comes last."""
    number, resource = str(chance.randint(1, 3)), chance.choice([*RESOURCES, "any"])
    simple = [f"gain {number} {resource}", f"draw {number}", "look 3 take 2", f"look {number}", f"discard {number}"]
    simple += [f"sell {number}", f"reserve {number}", "anywhere", f"recover {number}", f"cheaper {number}"]
    simple += [f"cheaper 2 for {chance.choice(TYPES)}", f"gain {number} any", "move", f"keep {number}"]
    chosen = chance.sample(simple, chance.randint(1, 2))
    if sum(part.startswith("cheaper") for part in chosen) > 1:
        chosen = chosen[:1]
    return sorted(chosen, key=lambda part: part.startswith("keep"))


def effect(chance: random.Random) -> str:
    effects = ["gain 2 ruby", "gain 1 any", "steal 2", "levy 1 gold", "levy 3 steel", "purge 4", "remove 2", "remove 5"]
    return chance.choice(effects)


def bonus(chance: random.Random) -> str:
    one, other = chance.sample(TYPES, 2)
    measures = ["cards", f"cards of {one}", f"cards of {one} or {other}", f"cards on {chance.choice(BASES)}", "types"]
    measures += ["bases", "rows", "height", "parents", f"parents of {one}", "children", f"children of {one} or {other}"]
    measures += ["resources", *RESOURCES]
    return f"{chance.randint(1, 3)} per {chance.randint(1, 4)} {chance.choice(measures)}"


def character(chance: random.Random, number: int, copies: int | None = None) -> str:
    kind = chance.choice(TYPES)
    fields = {"en": f"Courtier {number}", "type": kind, "base": chance.choice(BASES), "cost": chance.randint(2, 5)}
    fields |= {"prestige": chance.randint(0, 5), "power": power(chance), "copies": copies or chance.randint(2, 4)}
    return "[[character]]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in fields.items())


@pytest.mark.parametrize(
    "number", [*range(FEW), *(pytest.param(number, marks=pytest.mark.sweep) for number in range(FEW, SETS))]
)
def test_the_referee_agrees_about_any_set(number: int, tmp_path: Path) -> None:
    chance, path = random.Random(number), tmp_path / "set.toml"
    path.write_text("\n".join(character(chance, i) for i in range(CHARACTERS)), encoding="utf-8")
    game = camarilla.game(
        "cour",
        characters=str(path),
        players=2 + number % 3,
        base=4 + number % 2,
        inverted=number % 4 == 3,
        hand_limit=7 * (number % 3 == 1),
        surcharge=int(number % 5 != 4),
        turns="in_order" if number % 2 else "simultaneous",
        runtime="compiled",
    )
    judge(game, chance, 2)


def test_the_largest_set_is_played_to_the_last_character(tmp_path: Path) -> None:
    """COR-5: 128 characters and 250 cards."""
    chance, path = random.Random(128), tmp_path / "set.toml"
    tables = [character(chance, i, 1 if i < 6 else 2) for i in range(128)]
    path.write_text("\n".join(tables), encoding="utf-8")
    game = camarilla.game("cour", characters=str(path), players=6, turns="in_order", runtime="compiled")
    assert game.data["copies"].sum() == 250
    judge(game, chance, 1)
    played = camarilla.load(walk(game, 3, 3)[-1].record())
    assert played.over and played.game.chosen == game.chosen
