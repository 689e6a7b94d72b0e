"""The chat in a browser: what one is typing stays, what others say comes, and by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.samples import DUEL
from tests.website.browser.player import PHONE, Company, Player

pytestmark = pytest.mark.xdist_group("pages")


def say(who: Player, text: str) -> None:
    who.page.fill("#chat-text", text)
    who.page.press("#chat-text", "Enter")


def test_what_one_is_typing_stays_whatever_happens_at_the_table(enter: Callable[..., Player]) -> None:
    anna, bob = enter("Anna", motion="no-preference"), enter("Bob", PHONE, "fr")
    table = Company(anna, bob).sit(DUEL)
    field, said = anna.page.locator("#chat-text"), anna.page.locator("#chat-log li")
    field.press_sequentially("I had a th")
    before = int(anna.data("revision"))
    say(bob, "Bonsoir <b>Anna</b>")
    expect(said).to_have_text(["Bob Bonsoir <b>Anna</b>×"])
    table.mover.play(1)
    anna.await_revision(before + 2)
    expect(field).to_be_focused()
    anna.page.keyboard.type("ought")
    expect(field).to_have_value("I had a thought")
    anna.page.keyboard.press("Enter")
    expect(bob.page.locator("#chat-log li")).to_have_text(["Bob Bonsoir <b>Anna</b>", "Anna I had a thought"])
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def test_who_is_muted_is_not_shown_until_heard_again(enter: Callable[..., Player]) -> None:
    anna, bob = enter("Anna"), enter("Bob")
    Company(anna, bob).sit(DUEL)
    say(bob, "first")
    visible = anna.page.locator("#chat-log li:visible")
    expect(visible).to_have_count(1)
    anna.page.locator("#chat-tools summary").press("Enter")
    anna.page.locator("[data-mute]").press("Enter")
    expect(visible).to_have_count(0)
    say(bob, "second")
    expect(anna.page.locator("#chat-log li")).to_have_count(2)
    expect(visible).to_have_count(0)
    expect(anna.page.locator("#heard")).not_to_contain_text("second")
    expect(anna.page.locator("[data-mute]")).to_be_visible()  # what was opened stays open
    anna.page.reload()
    anna.page.locator("#chat-tools summary").click()
    expect(anna.page.locator("[data-mute]")).to_have_attribute("aria-pressed", "true")
    anna.page.locator("[data-mute]").click()
    expect(visible).to_have_count(2)
