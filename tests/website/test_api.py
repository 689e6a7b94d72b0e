"""The API: the same tables as on the pages, for programs."""

from __future__ import annotations

from random import Random

import pytest

from camarilla.games import games
from camarilla.site.models import Table
from tests.samples import some_sizes
from tests.website.parlour import Program, bots_move, person

BOT = {"kind": "bot", "level": "page"}


@pytest.mark.parametrize("name", games())
def test_a_program_plays_a_whole_match(name: str) -> None:
    bot, chance = Program(person("Anna")), Random(name)
    players = some_sizes(name)[0]
    opened = bot.call(
        "POST",
        "/tables",
        {"game": name, "options": {"players": players}, "seats": [{"kind": "me"}, *[BOT] * (players - 1)]},
    )
    assert opened.status_code == 201, opened.content
    table = Table.objects.get()
    assert opened.headers["Location"] == f"/api/v1/tables/{table.slug}"
    state = opened.json()
    while state["stage"] == "playing":
        if state["acts"]:
            move = chance.choice(state["choices"])
            answer = bot.call(
                "POST",
                f"/tables/{table.slug}/play",
                {"move": chance.choice([move["move"], move["action"]]), "ply": state["ply"]},
            )
            assert answer.status_code == 200, answer.content
            state = answer.json()
        else:
            bots_move(table)
            state = bot.call("GET", f"/tables/{table.slug}").json()
    assert sorted(state["places"])[0] == 1 and len(state["scores"]) == players and not state["choices"]
    assert state["log"] and bot.call("GET", f"/tables/{table.slug}/record").json()["end"]
