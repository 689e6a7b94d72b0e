"""People who play on whatever happens to the house: they write down what was acknowledged to them, and try again."""

from __future__ import annotations

import http.client
import random
import threading
import time
import urllib.error

from tests.website.caller import Caller, Events, Game
from tests.website.house import House

GONE = (urllib.error.URLError, http.client.HTTPException, OSError)  # the line broke, or a refusal came
PAUSE = 0.05


class Player(threading.Thread):
    """Somebody who plays against a bot, table after table, until told to stop; and whose page is open all the time."""

    def __init__(self, house: House, game: str, luck: int) -> None:
        super().__init__(daemon=True)
        self.me, self.game, self.chance = Caller(house), game, random.Random(luck)
        self.acknowledged: list[tuple[str, int, str]] = []  # at which table, when the log had how many entries, what
        self.refused: set[int] = set()  # statuses of answers that were not wanted
        self.table, self.seen, self.stopping = "", 0, False

    def run(self) -> None:
        threading.Thread(target=self.watch, daemon=True).start()
        while not self.stopping:
            try:
                self.play_on()
            except urllib.error.HTTPError as problem:
                self.refused.add(problem.code)
            except GONE:
                pass
            time.sleep(PAUSE * self.chance.random())

    def play_on(self) -> None:
        if not self.table:
            self.me.post(f"/now/{self.game}/", level="page")
            self.table = self.me.at
        now = Game(self.me.get(self.table))
        if now.over:
            self.table = ""
        elif now.my_turn:
            ply, move = now.number("ply"), self.chance.choice(now.moves)
            self.me.post(f"{self.table}play/", seat=0, ply=ply, move=move)
            self.acknowledged.append((self.table, ply, move))

    def watch(self) -> None:
        """The page's stream; a browser opens it again when it breaks."""
        while not self.stopping:
            table = self.table
            try:
                with Events(self.me, table) as events:
                    for event in events:
                        self.seen = int(event.get("id", self.seen))
                        if self.stopping or self.table != table:
                            break
            except (*GONE, AssertionError, ValueError):
                time.sleep(PAUSE)

    def catch_up(self, patience: float) -> bool:
        """Whether the page shows the table as it is, in time."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                if self.table and Game(self.me.get(self.table)).number("revision") <= self.seen:
                    return True
            except GONE:
                pass
            time.sleep(PAUSE)
        return False
