"""Every page: what axe-core says about it, what it weighs, and that nothing sticks out."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, expect

import camarilla
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.puzzles.puzzle import Collection
from tests.samples import DUEL, GAME, GLASS
from tests.website.browser.player import DESKTOP, PHONE, Player, Watch
from tests.website.house import House
from tests.website.verdict import find_fault

pytestmark = pytest.mark.xdist_group("pages")
SIZES = {"phone": PHONE, "desktop": DESKTOP}
LIGHT = 300_000  # bytes of a first view, in all
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
Enter = Callable[..., Player]
FINISHED: dict[int, str] = {}  # a game that is over, by the house


# --- The pages that there are, and how one gets to them ---


def in_the_middle(anna: Player, game: str) -> None:
    anna.first_game(game).play(6)
    anna.await_turn()


def picking(anna: Player) -> None:
    """A card in hand, before its place is chosen."""
    anna.first_game(GAME).await_turn()
    anna.click(next(path[0] for path in anna.choices() if len(path) > 1))


def spectator(anna: Player) -> None:
    in_the_middle(anna, DUEL)
    anna.context.clear_cookies()
    anna.page.reload()


def shared(anna: Player) -> None:
    fields = {"name": "Anna", "option-players": 2, "seat-0": "me", "seat-1": "friend", "name-1": "Bob"}
    anna.go(anna.post(f"/new/{GAME}/", fields))


def phrases(anna: Player) -> None:
    anna.first_game(GAME).await_turn()
    anna.page.locator("#phrases summary").click()
    anna.page.click("#phrases button[value=hello]")
    expect(anna.page.locator(".said li")).to_have_count(1)


def chatting(anna: Player, seated: bool) -> None:
    """Something said in the chat of a table by correspondence, seen by its host or by who watches."""
    fields = {"name": "Anna", "option-players": 2, "seat-1": "open", "clock": 259_200}
    table = anna.post(f"/new/{DUEL}/", fields)
    bob = anna.context.browser.new_context(base_url=anna.house.url)
    Player(bob, anna.house, "Bob", anna.watch).post(f"{table}join/", {"name": "Bob"})
    bob.close()
    if not seated:
        anna.context.clear_cookies()
    anna.go(table).page.fill("#chat-text", "Bonsoir, good evening!")
    anna.page.press("#chat-text", "Enter")
    expect(anna.page.locator("#chat-log li")).to_have_count(1)
    anna.page.click("#chat-tools summary")


def with_address(anna: Player) -> None:
    known(anna)
    anna.page.fill("#email", "anna@club.example")
    anna.page.locator("#email ~ button").click()
    anna.page.locator("section:has(#mail) [role=status]").wait_for()
    anna.page.wait_for_load_state()


def explained(anna: Player) -> None:
    in_the_middle(anna, DUEL)
    anna.page.click(".tool.hint")
    anna.page.locator("#notice [data-hint]").first.wait_for(timeout=240_000)  # first it says that it thinks


def enlarged(anna: Player) -> None:
    anna.first_game(GLASS).await_turn()
    anna.page.locator("#board [data-card]").first.press("e")
    expect(anna.page.locator("#closeup")).to_be_visible()


def finished(anna: Player) -> None:
    """A game that is over, quickly: a bot plays for me."""
    anna.sit(DUEL, "page")
    anna.post(f"{anna.path}leave/", {})
    anna.page.locator("#table .ended").wait_for(timeout=60_000)
    FINISHED[anna.house.port] = anna.path


def afterwards(anna: Player, then: str) -> None:
    """Of a game that is over; any will do."""
    if anna.house.port not in FINISHED:
        finished(anna)
    anna.go(FINISHED[anna.house.port] + then)


def found_fault(anna: Player) -> None:
    """The analysis of a game that is over, made up, so that nobody has to think."""
    afterwards(anna, "analysis/")
    slug = FINISHED[anna.house.port].split("/")[2]
    match = camarilla.load(anna.page.request.get(f"{anna.house.url}/t/{slug}/record.json").text())
    with closing(sqlite3.connect(anna.house.home / "camarilla.sqlite3", timeout=30)) as database, database:
        kept = json.dumps(find_fault(match, [0]))
        database.execute("UPDATE camarilla_table SET analysis = ? WHERE slug = ?", [kept, slug])
    anna.go(f"/t/{slug}/analysis/")


def playing_again(anna: Player) -> None:
    """A mistake, and a choice that is not good enough."""
    found_fault(anna)
    anna.page.locator("article a[href*='/analysis/']").first.click()
    anna.page.locator("#choices button").first.wait_for(state="attached")
    anna.page.wait_for_load_state("domcontentloaded")
    anna.page.locator("#choices button").first.evaluate("button => button.click()")
    anna.page.locator("#notice .notice, #onward").first.wait_for(state="attached")


def player_page(anna: Player) -> None:
    finished(anna)
    anna.go("/me/games/")
    anna.page.locator("#ratings ~ details summary").click()


def rules_beside_the_table(anna: Player) -> None:
    anna.first_game(GAME).page.click("#rulebook")
    expect(anna.page.locator("dialog[open]")).to_be_visible()


def with_problems(anna: Player) -> None:
    anna.go(f"/new/{GAME}/").page.fill("#name", "")
    anna.page.locator("main form button").last.click()
    anna.page.locator(".problems").wait_for()
    anna.page.wait_for_load_state()


def known(anna: Player) -> None:
    anna.post("/me/", {"name": "Anna"})
    anna.go("/me/")


def with_token(anna: Player) -> None:
    known(anna)
    anna.page.fill("#token", "my bot")
    anna.page.locator("#token ~ button").click()
    anna.page.locator("#token-made").wait_for()
    anna.page.wait_for_load_state()


EVENING = {"title": "Thursday", "kind": "swiss", "rounds": 2, "plays": "yes", "level": "page", "option-players": 2}
HELD: dict[int, str] = {}  # an evening after its first round, by the house


def in_an_evening(anna: Player, then: str = "") -> None:
    """Two play a round, quickly: they leave, and bots play on for them."""
    if anna.house.port not in HELD:
        where = HELD[anna.house.port] = anna.post(f"/tournament/{DUEL}/", EVENING | {"name": "Anna"})
        bob = Player(anna.page.context.browser.new_context(), anna.house, "Bob", anna.watch)
        bob.post(f"{where}join/", {"name": "Bob"})
        anna.post(f"{where}start/", {"round": 1})
        for one in (anna, bob):
            one.post(f"{where}leave/", {})
        anna.go(where).page.locator(".stage.between").wait_for(timeout=60_000)
        bob.context.close()
    anna.go(HELD[anna.house.port] + then)


def at_an_evening(anna: Player) -> None:
    """As its host, before the first round."""
    anna.go(anna.post(f"/tournament/{DUEL}/", EVENING | {"name": "Anna"}))


def deal_of(game: str, then: str = "") -> str:
    return f"/daily/{datetime.now(UTC).date()}/{game}/{then}"


def in_a_deal(anna: Player) -> None:
    """The deal of the day, begun; its results are closed."""
    anna.go(anna.post(deal_of(GAME, "play/"), {}))


def compared(anna: Player) -> None:
    """A deal of the day that two have begun in different ways, and ended as far as the house can tell."""
    for choice in ("first", "last"):
        anna.context.clear_cookies(name="sessionid")
        in_a_deal(anna)
        anna.await_turn()
        move = getattr(anna.page.locator("#choices button"), choice).get_attribute("value")
        anna.post(f"{anna.path}play/", {"seat": 0, "ply": anna.data("ply"), "move": move})
    moved = "id IN (SELECT table_id FROM camarilla_entry WHERE seat = 0)"  # others may have begun it without a move
    ended = (
        "UPDATE camarilla_table SET stage='over', scores='[5,1,1]', places='[1,2,2]', revision=99 WHERE unaided AND "
    )
    with contextlib.closing(sqlite3.connect(anna.house.home / "camarilla.sqlite3", 30)) as line, line:
        line.execute(ended + moved)
    anna.go(deal_of(GAME))
    expect(anna.page.locator(".spread")).to_be_visible()
    expect(anna.page.locator(".branches li")).to_have_count(2)


def puzzle(anna: Player) -> None:
    anna.go(f"/puzzles/{DUEL}/").page.click(".onward")
    anna.page.locator("#choices").wait_for()
    anna.page.wait_for_load_state("domcontentloaded")  # before its scripts run a form knows no token


def answered_wrongly(anna: Player) -> None:
    one = next(iter(Collection.of(kind(DUEL)).puzzles.values()))
    anna.go(f"/puzzles/{DUEL}/{one.id}/").page.locator("details.as-list summary").click()
    anna.page.click(f"#choices button[value='{one.rivals[0].move}']")
    anna.page.locator("#notice .notice").wait_for()


def solved(anna: Player) -> None:
    puzzle(anna)
    anna.page.click("form[action*=solution] button")
    anna.page.locator(".verdict").wait_for()


PAGES: dict[str, Callable[[Player], object]] = {
    "home": lambda anna: anna.go("/"),
    "home, known": lambda anna: (finished(anna), anna.sit(DUEL, "page"), anna.go("/")),
    "me": lambda anna: anna.go("/me/"),
    "me, known": known,
    "me, with a token": with_token,
    "me, with an address": with_address,
    "mails ended": lambda anna: anna.go("/mail/nobody/stop/"),
    "for programs": lambda anna: anna.go("/api/v1/"),
    **{f"new {game}": lambda anna, game=game: anna.go(f"/new/{game}/") for game in games()},
    "new, refused": with_problems,
    "waiting room": lambda anna: anna.sit(GAME, "open", "page"),
    **{f"table of {game}": lambda anna, game=game: in_the_middle(anna, game) for game in games()},
    "a card picked": picking,
    "a card enlarged": enlarged,
    "a spectator": spectator,
    "a shared device": shared,
    "something said": phrases,
    "a chat, as its host": lambda anna: chatting(anna, True),
    "a chat, as a spectator": lambda anna: chatting(anna, False),
    "a hint": explained,
    "the end": finished,
    "after": lambda anna: afterwards(anna, "after/"),
    "replay": lambda anna: afterwards(anna, "replay/"),
    "analysis": lambda anna: afterwards(anna, "analysis/"),
    "mistakes": found_fault,
    "a mistake again": playing_again,
    "a player's games": player_page,
    "to be forgotten": lambda anna: (known(anna), anna.go("/me/forget/")),
    **{f"rules of {game}": lambda anna, game=game: anna.go(f"/rules/{game}/") for game in games()},
    "rules beside the table": rules_beside_the_table,
    **{f"lesson of {game}": lambda anna, game=game: anna.go(f"/learn/{game}/") for game in games()},
    **{f"scene of {game}": lambda anna, game=game: anna.go(f"/learn/{game}/1/") for game in games()},
    "new tournament": lambda anna: anna.go(f"/tournament/{GLASS}/"),
    "tournament, hosted": at_an_evening,
    "tournament, between rounds": in_an_evening,
    "tournament on a wall": lambda anna: in_an_evening(anna, "wall/"),
    "points of a round": lambda anna: in_an_evening(anna, "round/1/"),
    "deals of the day": lambda anna: anna.go("/daily/"),
    "a deal, begun": lambda anna: (in_a_deal(anna), anna.await_turn()),
    "a deal, closed": lambda anna: (in_a_deal(anna), anna.go(deal_of(GAME))),
    "a deal, compared": compared,
    "puzzles": lambda anna: anna.go(f"/puzzles/{DUEL}/"),
    "a puzzle": puzzle,
    "a puzzle answered wrongly": answered_wrongly,
    "a puzzle solved": solved,
    "house closed": lambda anna: anna.go("/offline/"),
    "no such page": lambda anna: anna.go("/nowhere/"),
    "no such table": lambda anna: anna.go("/t/nowhere/"),
}


def cases() -> Iterator[object]:
    """Every page once, size and language in turn; all that there are in a sweep."""
    ways = list(product(SIZES, LANGUAGES))
    for number, name in enumerate(PAGES):
        for way in ways:
            marks = () if way == ways[number % len(ways)] else pytest.mark.sweep
            yield pytest.param(name, *way, marks=marks)


@pytest.mark.parametrize(("name", "size", "language"), list(cases()))
def test_a_page_is_for_everybody(enter: Enter, watch: Watch, name: str, size: str, language: str) -> None:
    if name.startswith("no such") or name == "new, refused":
        watch.forgive("status of 40[04]")
    anna = enter("Anna", SIZES[size], language)
    PAGES[name](anna)
    page = anna.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("main")).to_have_count(1)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels stick out sideways"
    found = [one for one in Axe().run(page, options=RULES).response["violations"] if not excused(one)]
    assert not found, "\n".join(described(found))


def excused(violation: dict) -> bool:
    """A card in a stack may show little of itself: what can be done with it can be chosen from a list, too."""
    return violation["id"] == "target-size" and all('class="thing' in node["html"] for node in violation["nodes"])


def described(violations: list[dict]) -> Iterator[str]:
    for one in violations:
        yield f"{one['id']}: {one['help']}"
        for node in one["nodes"][:5]:
            yield f"    {node['target']} {node['html'][:160]} {node['failureSummary'][:300]}"


# --- Weight ---


@pytest.mark.parametrize("game", games())
def test_the_first_view_of_a_table_is_light(
    chromium: Browser, enter: Enter, house: House, game: str, record_property: Callable[[str, object], None]
) -> None:
    anna = enter().first_game(game).play(8)
    anna.await_turn()
    cookies = anna.context.cookies()
    context = chromium.new_context(**DESKTOP)
    context.add_cookies(cookies)
    page = context.new_page()
    weights = weighed(page, anna.page.url)
    context.close()
    record_property("bytes", sum(weights.values()))
    assert 20_000 < sum(weights.values()) < LIGHT, weights
    assert any(url.endswith("art.svg") for url in weights)


def weighed(page: Page, url: str) -> dict[str, int]:
    """Every file that comes with a page, and its bytes on the wire, with headers."""
    asked: list[Request] = []
    done: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.on("requestfinished", lambda request: done.append(request))
    with page.expect_event("requestfinished", lambda request: request.url.endswith("art.svg")):
        page.goto(url)
    while any(one not in done and "/events/" not in one.url for one in asked):  # the line with news stays open
        page.wait_for_event("requestfinished")
    weights: dict[str, int] = {}
    for request in done:
        sizes = request.sizes()
        name = re.sub(r"[?#].*", "", request.url)
        weights[name] = weights.get(name, 0) + sizes["responseBodySize"] + sizes["responseHeadersSize"]
    return weights
