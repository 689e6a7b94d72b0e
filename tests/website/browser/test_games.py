"""Whole games, clicked to the end; two at one table; a power cut in the middle; the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle, product

import pytest
from playwright.sync_api import Page, expect

from camarilla.engine.words import LANGUAGES
from camarilla.games import games
from tests.samples import DUEL, GAME
from tests.website.browser.player import DESKTOP, PHONE, Company, Player, Watch, revision_of
from tests.website.house import House

pytestmark = pytest.mark.xdist_group("games")
SIZES = {"phone": PHONE, "desktop": DESKTOP}
ALL = [(game, size, language) for game, size, language in product(games(), SIZES, LANGUAGES)]
SOME = list(zip(games(), cycle(SIZES), cycle([*LANGUAGES, *reversed(LANGUAGES)]), strict=False))
Enter = Callable[..., Player]


def cases() -> list[object]:
    """Each game once; all that there are in a sweep."""
    rest = [case for case in ALL if case not in SOME]
    return [*SOME, *(pytest.param(*case, marks=pytest.mark.sweep) for case in rest)]


@pytest.mark.parametrize(("game", "size", "language"), cases())
def test_a_whole_game_is_clicked_to_the_end(enter: Enter, game: str, size: str, language: str) -> None:
    anna = enter("Anna", SIZES[size], language).first_game(game)
    expect(anna.page.locator("html")).to_have_attribute("lang", language)
    anna.play_to_the_end()
    expect(anna.page.locator(".ended h2")).not_to_be_empty()
    assert anna.clicks > 0  # how many is up to the deal: a duke may be eliminated after four
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"


def test_two_clicks_lead_from_the_door_to_a_game_against_bots(enter: Enter) -> None:
    anna = enter()
    anna.go("/").page.locator(f"form[action='/now/{GAME}/'] button").first.click()
    anna.await_turn()
    assert re.fullmatch(r"/t/[\w-]+/", anna.path)
    anna.play(2)


def test_a_rematch_is_one_click_away(enter: Enter) -> None:
    anna = enter().sit(DUEL, "page").play(1)
    before = anna.path
    anna.page.click(".tool.leave")  # a bot plays on, quickly
    anna.page.locator("#table .ended").wait_for(timeout=60_000)
    anna.page.click(".ended .again")
    anna.page.wait_for_url(lambda url: before not in url)
    anna.play(1)


# --- Two at one table ---


def test_two_browsers_at_one_table_see_each_others_moves_and_not_each_others_cards(enter: Enter) -> None:
    anna, bob = enter("Anna"), enter("Bob", PHONE, "fr")
    both = Company(anna, bob).sit(GAME)
    for _ in range(10):
        mover = both.mover
        assert anna.hand | bob.hand  # a last card may be an assassin that is still deciding
        for one, another in ((anna, bob), (bob, anna)):
            for card in one.hand - another.hand:
                assert f'"{card}"' not in another.page.content()
        mover.move()
    expect(anna.page.locator(".log li").first).to_contain_text(re.compile("Anna|Bob"))
    anna.post(f"{anna.path}say/", {"seat": 0, "phrase": "hello"})
    expect(bob.page.locator("#heard")).to_contain_text("Anna")
    expect(anna.page.locator("#heard")).to_be_hidden()


def test_whose_turn_it_is_stands_in_the_title(enter: Enter) -> None:
    anna, bob = enter("Anna"), enter("Bob")
    both = Company(anna, bob).sit(DUEL)
    for _ in range(4):
        mover = both.mover
        for one in both.players:
            expect(one.page).to_have_title(re.compile(r"^● " if one is mover else r"^(?!●)"))
        mover.move()


def test_several_tabs_of_one_player_show_the_same(enter: Enter) -> None:
    anna = enter().first_game(GAME)
    again = Player(anna.context, anna.house, anna.name, anna.watch).go(anna.path)
    anna.page.bring_to_front()
    anna.play(3).await_turn()
    again.await_turn()
    again.await_revision(int(anna.data("revision")))
    assert again.hand == anna.hand
    anna.page.locator("#phrases summary").click()
    anna.page.click("#phrases button[value=hello]")
    expect(again.page.locator(".said li")).to_have_count(1)


def test_a_spectator_follows_and_can_do_nothing(enter: Enter) -> None:
    anna, chiara = enter("Anna").first_game(GAME), enter("Chiara")
    anna.await_turn()
    chiara.go(anna.path)
    assert not chiara.hand and not chiara.choices()
    expect(chiara.page.locator("#prompt .watching")).to_be_visible()
    for _ in range(3):
        anna.play(1)
        anna.await_turn()
        chiara.await_revision(int(anna.data("revision")))
    assert chiara.page.locator("#table form:not(.talk *)").count() == 0, "but talk among spectators"


# --- Going wrong, and going on ---


def test_all_goes_on_after_the_server_was_killed(enter: Enter, new_house: Callable[[], House], watch: Watch) -> None:
    """In the same page; a move made while the line was broken is made again by hand; and who opens a page meanwhile is
    told, and comes in as soon as the house is open."""
    house = new_house()
    anna = enter(at=house).first_game(GAME).play(3)
    anna.await_turn()
    bob = enter("Bob", at=house).first_game(DUEL)
    bob.await_turn()
    bob.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    anna.page.evaluate("window.same = true")
    ply = anna.data("ply")
    watch.forgive("ERR_|Failed to fetch|network error|Failed to load resource|NetworkError")
    house.kill()
    for one in bob.choices()[0]:
        bob.click(one)
    late = bob.page.context.new_page()
    late.goto(f"{house.url}/rules/{GAME}/")
    expect(late.locator("h1")).to_have_text("The house cannot be reached")
    for one in (anna, bob):
        expect(one.page.locator("#lost")).to_be_visible()
    house.open()
    for one in (anna, bob):
        expect(one.page.locator("#lost")).to_be_hidden()
    expect(late.locator("#main .clause").first).to_be_visible()
    bob.play(2)
    anna.play(3)
    anna.await_turn()
    assert int(anna.data("ply")) > int(ply) and anna.page.evaluate("window.same")
    anna.play_to_the_end()
    assert anna.page.evaluate("window.same"), "without a reload"


def test_a_step_back(enter: Enter) -> None:
    anna = enter().first_game(GAME)
    anna.await_turn()
    cards = anna.page.locator("#board [data-thing^='hand-']")
    hand, held = anna.hand, cards.count()  # of two cards alike the hand has one name
    anna.move()
    with anna.page.expect_response(re.compile("/undo/")) as answer:
        anna.page.locator(".tool.undo").click()
    anna.await_revision(revision_of(answer.value.text()))
    expect(cards).to_have_count(held)
    assert anna.hand == hand
    anna.play(2)


def test_what_cannot_be_done_is_explained(enter: Enter) -> None:
    anna = enter().first_game(DUEL)
    anna.await_turn()
    first = {path[0] for path in anna.choices()}
    things = anna.page.locator("#board .thing").evaluate_all("all => all.map(one => one.dataset.thing)")
    other = next(name for name in things if name not in first)
    anna.click(other)
    expect(anna.page.locator("#notice")).not_to_be_empty()


def test_a_hint(enter: Enter) -> None:
    anna = enter().first_game(DUEL)
    anna.await_turn()
    anna.page.click(".tool.hint")
    expect(anna.page.locator("#notice li").first).to_be_visible(timeout=240_000)


def test_at_a_shared_device_cards_are_shown_to_who_asks(enter: Enter) -> None:
    anna = enter()
    anna.go(
        anna.post(
            f"/new/{GAME}/",
            {"name": "Anna", "option-players": 2, "seat-0": "me", "seat-1": "friend", "name-1": "Bob"},
        )
    )
    for _ in range(4):
        assert not anna.hand
        anna.click("#table .curtain a")
        expect(anna.table).to_have_attribute("data-turn", "1")
        assert anna.hand
        seat = anna.page.locator("#choices [name=seat]").input_value()
        while anna.data("turn") == "1" and anna.page.locator("#choices [name=seat]").input_value() == seat:
            anna.move()


# --- The keyboard alone ---


class Typist:
    """Somebody who has a keyboard only."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page

    def tab_to(self, selector: str) -> None:
        for _ in range(400):
            if self.page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector}")

    def press(self, selector: str) -> None:
        self.tab_to(selector)
        self.page.keyboard.press("Enter")

    def move(self) -> None:
        *first, last = self.player.chance.choice(self.player.choices())
        for one in first:
            self.press(selector(one))
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            self.press(selector(last))
        self.player.await_revision(revision_of(answer.value.text()))


def selector(one: str) -> str:
    return one if one.startswith("#") else f"#board [data-thing='{one}']"


def test_a_whole_game_with_the_keyboard_alone(enter: Enter) -> None:
    anna = enter()
    typist = Typist(anna.go("/"))
    typist.press(f"form[action='/now/{GAME}/'] button")
    while anna.await_turn():
        typist.move()
        anna.page.wait_for_function("() => document.activeElement !== document.body")  # the focus stays at the table
    before = anna.path
    typist.press(".ended .again")
    anna.page.wait_for_url(lambda url: before not in url)


# --- Motion ---

COUNTED = """
    window.travels = 0;
    const begin = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      window.travels += 1;
      return begin.apply(this, how);
    };
"""


def moving(enter: Enter, motion: str) -> Page:
    """A page on which some moves have been made."""
    anna = enter(motion=motion)
    anna.context.add_init_script(COUNTED)
    anna.first_game(GAME).play(4)
    anna.await_turn()
    return anna.page


def test_cards_travel(enter: Enter) -> None:
    moving(enter, "no-preference").wait_for_function("() => window.travels > 0")


def test_nothing_travels_where_somebody_wants_less_motion(enter: Enter) -> None:
    assert moving(enter, "reduce").evaluate("window.travels") == 0
