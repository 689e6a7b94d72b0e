"""No click is lost, however busy the table: others change the page ten times a second while somebody plays."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from itertools import cycle

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.samples import GAME, GLASS
from tests.website.browser.player import DESKTOP, FREE_POINT, PATIENCE, PHONE, Player, revision_of
from tests.website.caller import Caller, Game
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("games")
BEAT = 0.1  # seconds between two changes of the page
REACTION, HELD = 150, 60  # milliseconds from aiming to clicking, and for which a mouse button is down
BOX = """selector => {
  document.querySelector(selector)?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""
LIES_STILL = """name => {
  const cards = [...document.querySelectorAll(`#board [data-thing="${CSS.escape(name)}"]`)];
  return cards.length && !cards.some((one) => one.getAnimations().some(({ id }) => id === "glide"));
}"""
SHIFTED = """name => {
  const board = document.getElementById("board"), card = board.querySelector(`[data-thing="${CSS.escape(name)}"]`);
  document.dispatchEvent(new CustomEvent("htmx:before:swap", { detail: { ctx: { text: "", target: board } } }));
  card.parentElement.prepend(card);
}"""  # as if news had come that put this card in the place of the first
SIZES = {"mouse": DESKTOP, "touch": PHONE}
Enter = Callable[..., Player]


class Rivals:
    """Friends who share a device, and lay cards down and take them back for as long as they like."""

    def __init__(self, house: House, number: int) -> None:
        self.caller, self.seats, self.changes = Caller(house), range(number), 0
        who = {f"seat-{seat}": "friend" if seat else "me" for seat in self.seats} | {f"seat-{number}": "open"}
        named = {f"name-{seat}": f"Bob {seat}" for seat in self.seats[1:]}
        self.caller.post(f"/new/{GLASS}/", **{"name": "Bob", "option-players": number + 1, **who, **named})
        self.table = self.caller.at

    def look(self, seat: int) -> Game:
        return Game(self.caller.get(f"{self.table}?seat={seat}"))

    def play(self, seat: int, now: Game, move: str) -> None:
        self.caller.send(f"{self.table}play/", seat=seat, ply=now.number("ply"), move=move)
        self.changes += 1

    def fidget(self, done: threading.Event) -> None:
        for seat in cycle(self.seats):
            now = self.look(seat)
            cards = re.findall(r'value="([^"]+)" data-path="hand-', now.page)
            if done.is_set():
                return
            if cards:
                self.play(seat, now, unescape(cards[0]))
                time.sleep(BEAT)
                self.caller.send(f"{self.table}undo/", seat=seat)
                self.changes += 1
            time.sleep(BEAT)

    @contextmanager
    def fidgeting(self) -> Iterator[None]:
        done = threading.Event()
        busy = threading.Thread(target=self.fidget, args=[done])
        busy.start()
        try:
            yield
        finally:
            done.set()
            busy.join()


def aim(anna: Player, one: str) -> list[float]:
    """Where a card or a button is shown now: nobody aims at a card in flight."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if one.startswith("#"):
            point = anna.page.evaluate(BOX, one)
        else:
            anna.page.wait_for_function(LIES_STILL, arg=one)
            point = anna.page.evaluate(FREE_POINT, one)
        if point:
            return point
    raise TimeoutError(f"{one} is nowhere to be clicked")


def click(anna: Player, one: str) -> None:
    """As a hand does it: down for a moment at what was aimed at, and up again wherever that may be then."""
    point, page = aim(anna, one), anna.page
    page.wait_for_timeout(REACTION)
    if anna.touches:
        page.touchscreen.tap(*point)
        return
    page.mouse.move(*point)
    page.mouse.down()
    page.wait_for_timeout(HELD)
    page.mouse.up()


def counts(anna: Player, one: str, deed: str) -> bool:
    """Whether a click does something."""
    try:
        with anna.page.expect_response(re.compile(f"/{deed}/"), timeout=1000 * PATIENCE) as answer:
            click(anna, one)
        anna.await_revision(revision_of(answer.value.text()))
    except TimeoutError:
        return False
    return bool(answer.value.ok)


SOME, MANY = 16, 200


@pytest.mark.parametrize(
    ("way", "rivals", "clicks"),
    [
        ("mouse", 5, SOME),
        ("touch", 4, SOME),
        *(pytest.param(way, rivals, MANY, marks=pytest.mark.sweep) for way in SIZES for rivals in (4, 5)),
    ],
)
def test_no_click_is_lost_while_others_move(enter: Enter, house: House, way: str, rivals: int, clicks: int) -> None:
    others = Rivals(house, rivals)
    anna = enter("Anna", SIZES[way], motion="no-preference")
    anna.go(anna.post(f"{others.table}join/", {"name": anna.name}))
    (card,) = anna.choices()[0]
    before, lost = others.changes, []
    with others.fidgeting():
        for number in range(clicks):
            one, deed = (card, "play") if number % 2 == 0 else ("#table .undo", "undo")
            if not counts(anna, one, deed):
                lost.append(f"click {number}, on {one}")
    assert others.changes - before > clicks // 2, "the page has to change while somebody clicks"
    assert not lost, f"{len(lost)} of {clicks}: {lost}"


def sit_with_a_rival(anna: Player, house: House) -> Rivals:
    rivals = Rivals(house, 1)
    anna.go(anna.post(f"{rivals.table}join/", {"name": anna.name}))
    return rivals


def test_nothing_changes_under_a_pointer_that_is_down(enter: Enter, house: House) -> None:
    anna = enter(motion="no-preference")
    rivals = sit_with_a_rival(anna, house)
    (card,), before, now = anna.choices()[0], int(anna.data("revision")), rivals.look(0)
    anna.page.mouse.move(*aim(anna, card))
    anna.page.mouse.down()
    rivals.play(0, now, now.moves[0])
    anna.page.wait_for_timeout(300)
    assert int(anna.data("revision")) == before
    with anna.page.expect_response(re.compile("/play/")) as answer:
        anna.page.mouse.up()
    assert answer.value.ok
    anna.await_revision(before + 2)


def test_a_second_click_of_somebody_in_a_hurry_is_not_a_second_move(enter: Enter, house: House) -> None:
    anna = enter()
    sit_with_a_rival(anna, house)
    (card,), before = anna.choices()[0], int(anna.data("ply"))
    with anna.page.expect_response(re.compile("/play/")) as answer:
        anna.page.mouse.dblclick(*aim(anna, card), delay=50)
    anna.await_revision(revision_of(answer.value.text()))
    anna.page.wait_for_timeout(300)
    assert int(anna.data("ply")) == before + 1


def test_a_click_counts_for_what_lay_there_when_it_was_aimed(enter: Enter) -> None:
    anna = enter().sit(GAME, "page")
    anna.await_turn()
    cards = [card.get_attribute("data-thing") for card in anna.page.locator("#board [data-thing^='hand-']").all()]
    name, other = cards[0], next(card for card in cards if card != cards[0])  # two may be alike
    point = aim(anna, str(name))
    anna.page.mouse.move(*point)
    anna.page.evaluate(SHIFTED, other)
    anna.page.mouse.down()
    anna.page.mouse.up()
    expect(anna.page.locator("#board .chosen").first).to_have_attribute("data-thing", str(name))
