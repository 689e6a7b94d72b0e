"""Somebody at a browser, who sees only what is on the page and does only what can be done there."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import BrowserContext, Locator, Page, Request

from tests.site.house import House

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
FREE_POINT = """async (name) => {
  const shown = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (const one of document.querySelectorAll(`#board [data-thing="${CSS.escape(name)}"]`)) {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    await shown();
    const box = one.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) for (const right of [0.5, 0.3, 0.7, 0.1, 0.9]) {
      const x = box.left + right * box.width, y = box.top + down * box.height;
      if (document.elementFromPoint(x, y)?.closest(".thing") === one) return [x, y];
    }
  }
}"""  # where a card or place can be clicked that others may cover in part
PATIENCE = 5  # seconds until a thing must lie open
TURN = "#table[data-turn='1'], #table .ended"
FIRST: dict[str, tuple[int, dict[str, Any]]] = {
    "medici": (2, {}),
    "courtisans": (3, {}),
    "sun_king": (2, {}),
    "cour": (2, {"base": 4}),
}  # of each game, a short one: players and options


CHOICES = """() => {
  if (document.querySelector("#table")?.dataset.turn !== "1") return [];
  const button = (one) => `#choices button[value="${one.value}"]`;
  const single = [...document.querySelectorAll("#choices button[name=move]")];
  const found = single.map((one) => one.dataset.path ? one.dataset.path.split(" ") : [button(one)]);
  return [...found, ...[...document.querySelectorAll("#table .number")].map(() => ["#table .number button"])];
}"""


def revision_of(markup: str) -> int:
    found = re.search(r'data-revision="(\d+)"', markup)
    assert found, markup
    return int(found[1])


class Watch:
    """Notes what should not happen: errors and warnings of the console, requests to other hosts."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.forgiven = re.compile(r"(?!)")

    def forgive(self, pattern: str) -> None:
        """From now on, what fits is no fault."""
        self.forgiven = re.compile(f"{self.forgiven.pattern}|{pattern}")

    def note(self, fault: str) -> None:
        if not self.forgiven.search(fault):
            self.faults.append(fault)

    def over(self, context: BrowserContext, house: House) -> None:
        context.on("console", lambda said: said.type in ("error", "warning") and self.note(f"{said.type}: {said.text}"))
        context.on("weberror", lambda problem: self.note(f"uncaught: {problem.error}"))
        context.on("request", lambda request: self.check(request, house))

    def check(self, request: Request, house: House) -> None:
        if urlparse(request.url).netloc != f"localhost:{house.port}":
            self.note(f"another host: {request.url}")


class Player:
    def __init__(self, context: BrowserContext, house: House, name: str) -> None:
        self.context, self.house, self.name = context, house, name
        self.page: Page = context.new_page()
        self.chance = Random(name)
        self.touches = bool(self.page.evaluate("navigator.maxTouchPoints"))
        self.clicks = 0
        self.hasty = False  # others act at the same time: what could be done a moment ago may have to wait

    # --- Getting there ---

    def go(self, path: str) -> Player:
        self.page.goto(self.house.url + path)
        return self

    def sit(self, game: str, *seats: str, **options: Any) -> Player:
        """At a new table, with others: "page" or another level, "open"."""
        self.hasty = game == "cour"
        fields = {"name": self.name, "option-players": len(seats) + 1, "seat-0": "me"}
        fields |= {f"seat-{number}": kind for number, kind in enumerate(seats, 1)}
        fields |= {f"option-{name}": value for name, value in options.items()}
        return self.go(self.post(f"/new/{game}/", fields))

    def first_game(self, game: str) -> Player:
        """A short one, against pages."""
        players, options = FIRST[game]
        return self.sit(game, *["page"] * (players - 1), **options)

    def post(self, path: str, fields: dict[str, Any]) -> str:
        """What a form does; where it leads to."""
        request = self.context.request
        request.get(self.house.url + "/me/")
        token = next(cookie["value"] for cookie in self.context.cookies() if cookie["name"] == "csrftoken")
        form = {name: str(value) for name, value in fields.items()}
        answer = request.post(
            self.house.url + path, form=form | {"csrfmiddlewaretoken": token}, headers={"Referer": self.house.url}
        )
        assert answer.ok, answer.text()
        return urlparse(answer.url).path

    @property
    def path(self) -> str:
        return urlparse(self.page.url).path

    # --- Seeing ---

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    def data(self, name: str) -> str:
        return self.table.get_attribute(f"data-{name}") or ""

    @property
    def over(self) -> bool:
        return self.page.locator("#table .ended").count() > 0

    @property
    def hand(self) -> set[str]:
        """The names of the cards that only I can see."""
        things = self.page.locator("#board [data-thing^='hand-']").evaluate_all(
            "all => all.map(one => one.dataset.thing)"
        )
        return set(things)

    def choices(self) -> list[list[str]]:
        """What I can do now: the things and buttons to click, one after the other."""
        return self.page.evaluate(CHOICES)

    # --- Doing ---

    def await_turn(self) -> bool:
        """Until it is my turn, or all is over; False if it is over."""
        self.page.locator(TURN).first.wait_for(state="attached", timeout=60_000)
        return not self.over

    def move(self) -> None:
        """Something at random that can be done now, by clicking the things on the board."""
        if choices := self.choices():
            self.choose(self.chance.choice(choices))

    def choose(self, path: list[str]) -> None:
        *first, last = path
        for one in first:
            self.click(one)
        with self.page.expect_response(re.compile("/(play|why)/")) as answer:
            self.click(last)
        if "/why/" in answer.value.url:
            assert self.hasty, f"{path}: {answer.value.text()}"
            self.page.keyboard.press("Escape")
        elif answer.value.ok:
            self.await_revision(revision_of(answer.value.text()))

    def click(self, one: str) -> None:
        """A card or a place, where nothing else covers it, or a button."""
        if one.startswith("#"):
            self.page.click(one)
            return
        point, until = None, time.monotonic() + PATIENCE
        while not point:  # not while it travels
            assert time.monotonic() < until, f"{one} cannot be clicked anywhere: it is covered, or not there"
            point = self.page.evaluate(FREE_POINT, one)
        if self.touches:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)
        self.clicks += 1

    def await_revision(self, number: int) -> None:
        """Until the page shows what came of it, or something later."""
        newer = "number => Number(document.querySelector('#table').dataset.revision) >= number"
        self.page.wait_for_function(newer, arg=number)

    def play(self, moves: int) -> Player:
        for _ in range(moves):
            if not self.await_turn():
                break
            self.move()
        return self

    def play_to_the_end(self) -> Player:
        while self.await_turn():
            self.move()
        return self
