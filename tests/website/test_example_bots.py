"""The bots in `examples` play whole matches against a real house, through the API."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from camarilla.games import games
from tests.samples import GAME, GLASS, few, short
from tests.website.caller import Caller
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("live")
EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 300


def make_token(house: House, name: str) -> str:
    """As its owner makes it: on the page “Who are you?”."""
    owner = Caller(house)
    owner.post("/me/", name=name)
    page = owner.post("/me/tokens/", token="bot")
    return re.search(r'id="token-made" readonly value="([^"]+)"', page)[1]  # type: ignore[index]


def ask(house: House, token: str, path: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return json.load(urlopen(Request(f"{house.url}/api/v1{path}", body and json.dumps(body).encode(), headers)))


def play(house: House, name: str, programs: Sequence[Sequence[str]]) -> dict[str, Any]:
    """A match among programs, each with a token of its own; the first opens the table."""
    tokens = [make_token(house, f"Bot {number}") for number in range(len(programs))]
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(tokens) - 1)]
    wanted = {"game": name, "options": {**short(name), "players": len(tokens)}, "seats": seats}
    table = ask(house, tokens[0], "/tables", wanted)["table"]
    small = {**os.environ, "CAMARILLA_RUNTIME": "interpreted"}  # nothing to be compiled for so few thoughts
    running = [
        subprocess.Popen(
            [sys.executable, EXAMPLES / program, house.url, token, table, *more], stdout=subprocess.PIPE, env=small
        )
        for token, (program, *more) in zip(tokens, programs, strict=True)
    ]
    said = [one.communicate(timeout=PATIENCE)[0].decode() for one in running]
    assert all("The match is over" in one for one in said), said
    state: dict[str, Any] = ask(house, tokens[0], f"/tables/{table}")
    return state


@pytest.mark.parametrize("name", [GLASS, *(pytest.param(name, marks=pytest.mark.sweep) for name in games())])
def test_simple_bots_play_a_match_among_themselves(house: House, name: str) -> None:
    state = play(house, name, [["bot.py"]] * few(name))
    assert state["stage"] == "over" and len(state["scores"]) == few(name)


@pytest.mark.parametrize("name", [GAME, *(pytest.param(name, marks=pytest.mark.sweep) for name in games())])
def test_a_thinking_bot_plays_against_simple_ones(house: House, name: str) -> None:
    state = play(house, name, [["thinking_bot.py", "search:4"], *[["bot.py"]] * (few(name) - 1)])
    assert state["stage"] == "over" and len(state["scores"]) == few(name)
