"""A replay as a notebook shows it, in a real browser."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

import camarilla
from camarilla import Match
from tests.samples import GAME


@pytest.fixture
def match() -> Match:
    match = camarilla.game(GAME, players=2, runtime="interpreted").new(seed=3)
    chance = random.Random(1)
    while len(match.steps) < 6:
        match.play(chance.choice(match.choices()))
    return match


@pytest.fixture
def page(chromium: Browser) -> Page:
    page = chromium.new_page()
    page.on("pageerror", lambda problem: pytest.fail(str(problem)))
    page.on("request", lambda request: pytest.fail(f"it asks for {request.url}"))
    return page


def test_the_slider_shows_the_board_after_any_move(page: Page, match: Match) -> None:
    page.set_content(match.record()._repr_html_())
    frame = page.frame_locator("iframe")
    first = frame.locator("#board").inner_html()
    frame.locator("#ply").fill("6")
    expect(frame.locator("#at")).to_have_text("Move 6 of 6")
    assert frame.locator("#board").inner_html() != first
    frame.locator("#back").click()
    expect(frame.locator("#at")).to_have_text("Move 5 of 6")
    told = frame.locator("#told").inner_text()
    assert told[1:] == match.steps[4].sights[1 + match.steps[4].seat].message.text()[1:]
    frame.locator("#play").click()
    expect(frame.locator("#at")).to_have_text("Move 6 of 6")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_frame_is_as_high_as_its_board(page: Page, match: Match, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.set_content(match.view(0)._repr_html_())
    body = page.frame_locator("iframe").locator("body")
    expect(body).to_be_visible()
    page.wait_for_timeout(200)
    root = "document.documentElement"
    high, room, too_wide = body.evaluate(f"() => [{root}.scrollHeight, innerHeight, {root}.scrollWidth - innerWidth]")
    assert abs(high - room) <= 1 and too_wide <= 0
