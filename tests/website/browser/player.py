"""Somebody at a browser, who sees only what is on the page and does only what can be done there.

Nothing is read from a page that is behind: what one did, a `Company` has seen before it is asked anything.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, TimeoutError

from tests.samples import few, short
from tests.website.house import House

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
FREE_POINT = """async (name) => {
  const shown = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const free = (one) => {
    const box = one.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) for (const right of [0.5, 0.3, 0.7, 0.1, 0.9]) {
      const x = box.left + right * box.width, y = box.top + down * box.height;
      if (document.elementFromPoint(x, y)?.closest(".thing") === one) return [x, y];
    }
  };
  await shown();
  for (const one of document.querySelectorAll(`#board [data-thing="${CSS.escape(name)}"]`)) {
    if (free(one)) return free(one);
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    await shown();
    if (free(one)) return free(one);
  }
}"""  # where a card or place can be clicked that others may cover in part
PATIENCE = 30  # seconds until a thing must lie open, however busy the machine is
THERE = 4_000  # milliseconds until a button that was there is found; if not, another's move has taken it away
ANSWER = 8_000  # milliseconds until a click was answered; if not, it met what another's move has changed
TURN = "#table[data-turn='1'], #table .ended"
NOTE_CHANGES = """addEventListener("htmx:after:swap", () => { window.changed = performance.now(); }, true)"""
SINCE_CHANGE = "() => performance.now() - (window.changed ?? -Infinity)"
SEEN, HURRY, NEAR = 210, 0.41, 12  # nobody reacts within so many milliseconds, nor plays twice within so many seconds


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
        self.noted: list[str] = []
        self.forgiven: list[str] = []

    def forgive(self, pattern: str) -> None:
        """What fits is no fault; it may have been noted already."""
        self.forgiven.append(pattern)

    @property
    def faults(self) -> list[str]:
        return [fault for fault in self.noted if not any(re.search(pattern, fault) for pattern in self.forgiven)]

    def over(self, context: BrowserContext, house: House) -> None:
        context.on("console", lambda said: self.hear(said))
        context.on("weberror", lambda problem: self.noted.append(f"uncaught: {problem.error}"))
        context.on("request", lambda request: self.check(request, house))

    def hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.noted.append(f"{said.type}: {said.text}")

    def check(self, request: Request, house: House) -> None:
        if urlparse(request.url).netloc != f"localhost:{house.port}":
            self.noted.append(f"another host: {request.url}")


class Player:
    def __init__(self, context: BrowserContext, house: House, name: str, watch: Watch) -> None:
        self.context, self.house, self.name, self.watch = context, house, name, watch
        context.add_init_script(NOTE_CHANGES)
        self.page: Page = context.new_page()
        self.chance = Random(name)
        self.pressed: list[tuple[float, float, float]] = []  # where and when
        self.touches = bool(self.page.evaluate("navigator.maxTouchPoints"))
        self.clicks = 0

    # --- Getting there ---

    def go(self, path: str) -> Player:
        self.page.goto(self.house.url + path)
        return self

    def sit(self, game: str, *seats: str, **options: Any) -> Player:
        """At a new table, with others: "page" or another level, "open"."""
        fields = {"name": self.name, "option-players": len(seats) + 1, "seat-0": "me"}
        fields |= {f"seat-{number}": kind for number, kind in enumerate(seats, 1)}
        fields |= {f"option-{name}": value for name, value in options.items()}
        return self.go(self.post(f"/new/{game}/", fields))

    def first_game(self, game: str) -> Player:
        """A short one, against pages."""
        return self.sit(game, *["page"] * (few(game) - 1), **short(game))

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
        self.page.wait_for_load_state("domcontentloaded")
        return self.page.evaluate(CHOICES)

    # --- Doing ---

    def await_turn(self) -> bool:
        """Until it is my turn, or all is over; False if it is over."""
        self.page.locator(TURN).first.wait_for(state="attached", timeout=60_000)
        self.page.wait_for_load_state("domcontentloaded")  # a click before the script runs would be lost
        return not self.over

    def move(self) -> None:
        """Something at random that can be done now, by clicking the things on the board.

        It must be possible, unless another was quicker meanwhile, where all act at the same time.
        """
        before = int(self.data("revision"))
        if choices := self.choices():
            try:
                self.choose(self.chance.choice(choices))
            except (AssertionError, TimeoutError) as missed:
                self.await_another(before, missed)
                self.watch.forgive("status of 4(00|09)")
                self.lay_down()

    def await_another(self, before: int, missed: Exception) -> None:
        """Until the page shows what somebody else did. Where nobody did, what was missed is what is wrong."""
        try:
            self.await_revision(before + 1)
        except TimeoutError:
            raise missed from None

    def lay_down(self) -> None:
        """Whatever has been picked."""
        while self.page.locator("#board .chosen").count():
            self.page.keyboard.press("Escape")

    def choose(self, path: list[str]) -> None:
        *first, last = path
        for one in first:
            self.click(one)
        with self.page.expect_response(re.compile("/(play|why)/"), timeout=ANSWER) as answer:
            self.click(last)
        assert "/play/" in answer.value.url and answer.value.ok, f"{path}: {answer.value.text()}"
        self.await_revision(revision_of(answer.value.text()))

    def click(self, one: str) -> None:
        """A card or a place, where nothing else covers it, or a button."""
        if one.startswith("#"):
            self.aim(one, self.middle_of)
            self.page.click(one, timeout=THERE)
            return
        point = self.aim(one, self.free_point)
        if self.touches:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)
        self.clicks += 1

    def free_point(self, one: str) -> tuple[float, float]:
        """Where a thing on the board can be clicked."""
        point, until, standing = None, time.monotonic() + PATIENCE, self.data("revision")
        while not point:  # not while it travels
            waiting = time.monotonic() < until and self.data("revision") == standing
            assert waiting, f"{one} cannot be clicked anywhere: it is covered, or not there"
            point = self.page.evaluate(FREE_POINT, one)
        return point

    def middle_of(self, one: str) -> tuple[float, float]:
        box = self.page.locator(one).bounding_box(timeout=THERE)
        assert box, one
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def aim(self, one: str, where: Callable[[str], tuple[float, float]]) -> tuple[float, float]:
        """Where to press, no sooner than a person can; it is looked for again after every pause, for it may travel."""
        point = where(one)
        while (pause := self.reaction(*point)) > 0:
            self.page.wait_for_timeout(1000 * pause)
            point = where(one)
        self.pressed.append((*point, time.monotonic()))
        return point

    def reaction(self, x: float, y: float) -> float:
        """Seconds until a person can press here: not at what has just changed, nor twice at the same spot."""
        pauses = [(SEEN - self.page.evaluate(SINCE_CHANGE)) / 1000]
        for there_x, there_y, when in self.pressed[-2:]:
            if abs(x - there_x) < NEAR and abs(y - there_y) < NEAR:
                pauses.append(when + HURRY - time.monotonic())
        return max(pauses)

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


class Company:
    """People at one table, each with a browser of their own, who take turns."""

    def __init__(self, host: Player, *guests: Player) -> None:
        self.players = (host, *guests)

    def sit(self, game: str) -> Company:
        """At a new table of the first, which the others join."""
        host, *guests = self.players
        host.sit(game, *["open"] * len(guests))
        for guest in guests:
            guest.go(guest.post(f"{host.path}join/", {"name": guest.name}))
        host.page.locator("#board").wait_for()  # without a reload
        return self

    def catch_up(self) -> None:
        """Until every page shows what the newest of them shows."""
        newest = max(int(one.data("revision")) for one in self.players)
        for one in self.players:
            one.await_revision(newest)

    @property
    def mover(self) -> Player:
        """Whose turn it is, now that all have seen the last move."""
        self.catch_up()
        (mover,) = (one for one in self.players if one.data("turn") == "1")
        return mover
