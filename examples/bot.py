"""A bot in thirty lines, for any game: `python bot.py http://localhost:8000 TOKEN TABLE` (see docs/api.md)."""

import json
import random
import sys
import urllib.error
import urllib.request

house, token, table = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def ask(path, body=None, method="GET"):
    data = json.dumps(body).encode() if body else None
    return urllib.request.urlopen(
        urllib.request.Request(f"{house}/api/v1/tables/{table}{path}", data, headers, method=method)
    )


if not any(seat["mine"] for seat in json.load(ask(""))["seats"]):
    ask("/join", method="POST")
for line in ask("/events"):  # each event is the whole table as my seat sees it, on one line
    state = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: {") else {}
    if state.get("acts"):
        choice = random.choice(state["choices"])
        try:
            ask("/play", {"move": choice["move"], "ply": state["ply"]}, "POST")
        except urllib.error.HTTPError as refusal:  # others may have been quicker: the next event tells
            print(json.load(refusal)["message"])
    if state.get("stage") == "over":
        print("The match is over:", state["scores"])
        break
