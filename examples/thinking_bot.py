"""A bot that thinks: it has a player of this package decide, which knows no more than the bot's seat.

    python thinking_bot.py http://localhost:8000 TOKEN TABLE search:500        (see docs/api.md)

The house deals a world that fits everything the seat has seen (`/worlds`). A player of `camarilla.bots` deals all that
is hidden anew before it thinks, so one world is as good as any other, and none of them is the truth.
"""

import json
import sys
import urllib.error
import urllib.request

import camarilla
from camarilla.bots.ladder import parse_bot
from camarilla.bots.play import decide


class Table:
    """A table of the house, as its owner's seat sees it."""

    def __init__(self, house, token, table):
        self.address = f"{house}/api/v1/tables/{table}"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path, body=None, method="GET"):
        data = json.dumps(body).encode() if body else None
        return urllib.request.urlopen(urllib.request.Request(self.address + path, data, self.headers, method=method))

    def sit(self):
        if not any(seat["mine"] for seat in json.load(self.ask(""))["seats"]):
            self.ask("/join", method="POST")

    def states(self):
        """The table, whenever something has changed, until the match is over; a line that breaks is taken up again."""
        while True:
            for line in self.ask("/events"):
                if line.startswith(b"data: {"):
                    state = json.loads(line.removeprefix(b"data: "))
                    yield state
                    if state["stage"] == "over":
                        return

    def think(self, state, name):
        """The move of the player of that name: a level, or `search:` and a number of iterations."""
        (world,) = json.load(self.ask(f"/worlds?seed={state['ply']}"))["worlds"]
        game = camarilla.game(state["game"], **state["options"])
        return decide(game.at(world), state["seat"], parse_bot(game, name), seed=state["ply"]).move


def play(table, name):
    table.sit()
    for state in table.states():
        if state["acts"]:
            try:
                table.ask("/play", {"move": table.think(state, name), "ply": state["ply"]}, "POST")
            except urllib.error.HTTPError as refusal:  # others may have been quicker: the next event tells
                print(json.load(refusal)["message"])
    print("The match is over:", state["scores"])


if __name__ == "__main__":
    play(Table(*sys.argv[1:4]), sys.argv[4])
