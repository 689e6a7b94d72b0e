"""A tournament as its host, a guest and the wall see it: two people and bots through two rounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.samples import GAME, short
from tests.website.browser.player import DESKTOP, PHONE, Player

pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.sweep]
Enter = Callable[..., Player]


def open_evening(anna: Player) -> str:
    page = anna.go("/").page
    page.locator(f".clubs a[href='/tournament/{GAME}/']").click()
    page.fill("#title", "Thursday")
    page.fill("#name", "Anna")
    page.locator("input[name=option-players][value='3']").check()
    page.select_option("#rounds", "2")
    page.select_option("#level", "page")
    page.select_option("#clock", "0")
    for option, value in short(GAME).items():
        page.locator(f"input[name='option-{option}'][value='{value}']").check()
    page.locator("form.draft button.go").click()
    page.locator("#living").wait_for()
    return anna.path


def play_together(*players: Player) -> None:
    """Until the match is over, whoever is to move."""
    while not all(one.over for one in players):
        for one in players:
            if one.data("turn") == "1":
                one.move()
        players[0].page.wait_for_timeout(50)


def places(page: Page) -> list[str]:
    return page.locator(".ranks .place").all_inner_texts()


def test_two_people_and_bots_play_two_rounds(enter: Enter) -> None:
    anna, bob, wall = enter("Anna", DESKTOP), enter("Bob", PHONE, "fr"), enter("Wall", DESKTOP).page
    evening = open_evening(anna)
    bob.go(evening).page.fill("#name", "Bob")
    bob.page.locator("form.joining button").click()
    wall.goto(f"{anna.house.url}{evening}wall/")
    expect(wall.locator(".ranks b")).to_have_text(["Anna", "Bob"])
    expect(anna.page.locator(".standings th[scope=row]")).to_have_count(2)
    anna.page.locator("form[action$='start/'] button").click()
    bob.page.wait_for_url("**/t/*/")  # by itself
    expect(wall.locator(".seating li")).to_have_count(1)
    play_together(anna, bob)
    for one in (anna, bob):
        one.page.locator(f".ended a[href='{evening}']").click()
        expect(one.page.locator(".standings td.points")).to_have_count(2)
    expect(wall.locator(".ranks .points")).to_have_count(2)
    anna.page.locator("form[action$='start/'] button").click()
    bob.page.wait_for_url("**/t/*/")
    for one in (anna, bob):
        one.go(evening).page.locator("form[action$='leave/'] button").click()
    expect(wall.locator(".winners")).to_contain_text("winner", timeout=60_000)
    assert places(wall) in (["1", "2"], ["1", "1"])
    anna.go(f"{evening}round/2/")
    expect(anna.page.locator(".compared tbody tr")).to_have_count(3)
