"""A bot in thirty lines: it sits down at a table and plays whatever chance says, until the match is over.

    python bot.py http://localhost:8000 TOKEN TABLE        (see docs/api.md)
"""

import json
import random
import sys
import urllib.request

house, token, table = sys.argv[1:]


def ask(path, body=None, method="GET"):
    request = urllib.request.Request(f"{house}/api/v1/tables/{table}{path}", method=method)
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    return urllib.request.urlopen(request, json.dumps(body).encode() if body else None)


state = json.load(ask(""))
if not any(seat["mine"] for seat in state["seats"]):
    ask("/join", method="POST")
for line in ask("/events"):  # each event is the whole table as my seat sees it, on one line
    if line.startswith(b"data: {"):
        state = json.loads(line.removeprefix(b"data: "))
        if state["acts"]:
            choice = random.choice(state["choices"])
            print(choice["text"])
            ask("/play", {"move": choice["move"], "ply": state["ply"]}, "POST")
        if state["stage"] == "over":
            print("scores:", state["scores"])
            break
