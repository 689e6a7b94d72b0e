"""A real browser for tests: Chromium, driven by Playwright.

enter("Anna", PHONE, "fr")      somebody's own browser (no cookies yet), as a `player.Player`
watch                           everything that went wrong in any of them; a test fails if something did
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect, sync_playwright

from tests.website.browser.player import DESKTOP, PATIENCE, Player, Watch
from tests.website.house import House

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(autouse=True)
def empty() -> None:
    """These tests know the site only from outside: the database of the process itself is left alone."""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """No longer than these tests last: while it runs, there is an event loop here, in which Django refuses to work."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
        except Error as problem:
            if "Executable doesn't exist" not in str(problem):
                raise
            pytest.skip("there is no browser here: neither `chromium` nor Playwright's own")
        yield browser
        browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    seen = Watch()
    yield seen
    assert not seen.faults, "\n".join(seen.faults)


@pytest.fixture
def enter(chromium: Browser, house: House, watch: Watch) -> Iterator[Callable[..., Player]]:
    opened: list[BrowserContext] = []

    def somebody(
        name: str = "Anna",
        size: dict[str, object] = DESKTOP,
        language: str = "en",
        *,
        at: House = house,
        motion: str = "reduce",
    ) -> Player:
        context = chromium.new_context(**size, locale=language, reduced_motion=motion)
        context.set_default_timeout(PATIENCE * 1000)
        opened.append(context)
        watch.over(context, at)
        return Player(context, at, name, watch)

    yield somebody
    for context in opened:
        context.close()
