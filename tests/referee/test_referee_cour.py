"""The referee of Cour itself, on small positions made by hand; each test names its clauses."""

import json
import random
import tomllib
from collections import Counter
from typing import Any

import pytest

from .cour import OURS, RESOURCES, SEAT_LETTERS, Chance, Referee, read_power, read_set
from .golden import COUR_GOLDEN, COUR_WALKS, GUILD, cour_set, purse
from .perft import perft

RICH = {letter: purse(9, 9, 9) for letter in SEAT_LETTERS}
# Characters to stand beside the one whose power is tried.
PLAIN = """
    Trader    | merchant | merchant | 3 | 1 |
    Smith     | artisan  | artisan  | 3 | 0 |
    Soldier   | warrior  | merchant | 2 | 2 |
    Page      | noble    | neutral  | 2 | 1 |
    Nun       | cleric   | artisan  | 4 | 3 |
    Thief     | rogue    | merchant | 2 | 0 |
    Vagabond  | rogue    | neutral  | 3 | 1 |
    Mimic     | rogue    | neutral  | 2 | 2 | copy
"""


def game(
    players: int = 2, options: dict[str, Any] | None = None, power: str | None = None, more: str = "", **keys: Any
) -> Referee:
    """The turns of round 1 unless told otherwise; a Hero, who is an artisan, has the power. Cards lie in the deck."""
    table = PLAIN + more + (f"\n    Hero | artisan | neutral | 3 | 2 | {power}" if power is not None else "")
    chosen = {"players": players, "base": 4, "characters": cour_set(table)} | (options or {})
    return Referee({"game": "cour", "options": chosen} | keys)


def hero(power: str, **keys: Any) -> Referee:
    """A has nothing but a Hero, at a2, and may activate him unless told otherwise."""
    return game(power=power, **({"pyramids": {"A": {"a2": "Hero"}}} | keys))


def after(referee: Referee, *moves: str) -> Referee:
    """Another game in which the moves were made: "B end", or without a letter by A or the only one who is asked."""
    twin = referee.copy()
    for move in moves:
        lettered = move[:1] in twin.letters and move[1:2] == " "
        seat = twin.letters.index(move[0]) if lettered else twin.waiting[0]
        twin.play(move[2:] if lettered else move, seat)
    return twin


def at(referee: Referee) -> tuple[str | None, str]:
    """Who is in the middle of what."""
    position = referee.position()
    return position["mover"], position["step"]


def seen(referee: Referee, key: str, letter: str = "A") -> Any:
    return referee.position()[key][letter]


def owned(referee: Referee, letter: str = "A") -> str:
    return " ".join(str(amount) for amount in seen(referee, "resources", letter).values())


def running(referee: Referee) -> tuple[str, str, int, int]:
    power = referee.position()["power"]
    return power["card"], power["seat"], power["part"], power["left"]


def offered(referee: Referee, word: str, seat: int = 0) -> set[str]:
    """What can be done, of one kind, without its word."""
    return {move.removeprefix(word + " ") for move in referee.choices(seat) if move.startswith(word + " ")}


# Sets of characters


def test_our_set() -> None:
    """COR-1 to COR-4."""
    ours = read_set(OURS.read_text(encoding="utf-8"))
    assert len(ours) == 49 and sum(who.copies for who in ours.values()) == 98
    assert len({(who.type, who.base) for who in ours.values()}) == 49
    assert sum(who.copies for who in ours.values() if who.power.once) <= 9
    miner = ours["Miner"]
    assert (miner.type, miner.base, miner.cost, miner.resource, miner.prestige) == ("artisan", "warrior", 2, "steel", 1)
    whole = Referee({"game": "cour", "options": {"players": 4}})
    assert len(whole.position()["deck"]) == 98
    assert len(Referee({"game": "cour", "options": {"players": 4, "rogues": False}}).position()["deck"]) == 84


def test_copies_and_a_recorded_set() -> None:
    """COR-5."""
    text = '[[character]]\nen = "Page"\ntype = "noble"\nbase = "neutral"\ncost = 2\nprestige = 1\ncopies = 20\n'
    assert read_set(text)["Page"].copies == 20
    assert read_set("sha256:00\n" + text) == read_set(text)


@pytest.mark.parametrize(
    "text", ["gain 1 silver", "look 2 take 3", "cheaper 1 by 2", "dance 2", "move 1", "end: 1 of 2"]
)
def test_bad_powers_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_power(text)


# The draft


def draft(players: int, **keys: Any) -> Referee:
    whole = Referee({"game": "cour", "options": {"players": players}}).position()
    deck = whole["deck"]
    hands = {letter: deck[8 * seat : 8 * seat + 8] for seat, letter in enumerate(SEAT_LETTERS[:players])}
    options = {"players": players, "turns": keys.pop("turns", "simultaneous")}
    keys |= {"hands": hands, "deck": deck[8 * players :], "round": 0, "phase": "draft", "pick": 1}
    return Referee({"game": "cour", "options": options} | keys)


def test_draft_in_order() -> None:
    """COR-6, COR-9: from seat A, two picks each; packs pass to the left."""
    start = draft(3, turns="in_order")
    assert (start.waiting, at(start)) == ((0,), (None, ""))
    first = after(start, "pick Banker")
    assert (first.waiting, seen(first, "kept")) == ((0,), ["Banker"])
    second = after(first, "pick Banker")
    assert (second.waiting, second.position()["done"]) == ((1,), "A")
    third = second
    while third.position()["pick"] == 1:
        third = after(third, min(third.choices(third.waiting[0])))
    assert third.waiting == (0,)
    assert (seen(third, "reserved"), seen(third, "kept")) == (["Banker", "Banker"], [])
    assert set(seen(third, "hands", "B")) == {"Ironmonger<", "Sutler<", "Jeweller<"}


def test_draft_at_the_same_time() -> None:
    """COR-6, COR-9: everybody who has not picked two is waiting, also one who has picked one."""
    start = after(draft(3), "B pick Bookseller")
    assert start.waiting == (0, 1, 2)
    assert after(start, "B pick Bookseller").waiting == (0, 2)


@pytest.mark.parametrize(("players", "marks"), [(2, ["", "<", "<", "<"]), (3, ["", "", "", "<"])])
def test_what_the_neighbour_knows_of_a_draft(players: int, marks: list[str]) -> None:
    """COR-35: he knows the pack he passed, the last two picks, and of two players all but the first."""
    match = draft(players)
    for pick in (1, 2, 3, 4):
        before = match.copy()
        while match.position()["pick"] == pick:
            seat = match.waiting[0]
            match.play(min(match.choices(seat)), seat)
        if pick == 4:
            break
        new = Counter(seen(match, "reserved")) - Counter(seen(before, "reserved"))
        assert {card[-1] == "<" for card in new} == {marks[pick - 1] == "<"}
        assert all(card[-1] == "<" for card in seen(match, "hands"))
    position = match.position()
    assert (position["round"], position["phase"], position["pick"]) == (1, "income", 0)
    known = sum(card[-1] == "<" for card in position["hands"]["A"])
    assert (len(position["hands"]["A"]), known) == (10, 2 * marks.count("<"))


# Rounds


def test_income() -> None:
    """COR-9, COR-10: cards one each from the first seat, twice, those set aside; one of each and one of choice."""
    deck = ["Nun", "Page", "Smith", "Soldier", "Trader", "Nun", "Page"]
    start = game(3, round=1, done="AB", deck=deck, kept={"B": ["Thief!"]}, reserved={"A": ["Mimic"]})
    dealt = after(start, "C end")
    position = dealt.position()
    assert (position["round"], position["phase"], position["done"], dealt.waiting) == (2, "income", "", (0, 1, 2))
    assert position["hands"] == {
        "A": ["Smith", "Nun", "Mimic"],
        "B": ["Soldier", "Nun", "Thief!"],
        "C": ["Trader", "Page"],
    }
    assert position["reserved"]["A"] == position["kept"]["B"] == []
    assert dealt.choices(1) == {"gold", "steel", "ruby"}
    chosen = after(dealt, "B ruby", "A gold", "C gold")
    assert (owned(chosen), owned(chosen, "B"), chosen.position()["phase"]) == ("2 1 1", "1 1 2", "turns")


def test_whose_turn() -> None:
    """COR-9: in order from the first seat, incomes first; or all at once, alone in the middle of an action."""
    keys: dict[str, Any] = {"round": 2, "phase": "income", "resources": RICH, "hands": {"A": ["Page"], "B": ["Page"]}}
    ordered = game(3, {"turns": "in_order"}, **keys)
    assert ordered.waiting == (1,)
    assert [after(ordered, *["gold"] * times).waiting for times in (1, 2, 3)] == [(2,), (0,), (1,)]
    turns = after(ordered, "gold", "gold", "gold")
    assert after(turns, "enrol Page").waiting == after(turns, "enrol Page", "at a1").waiting == (1,)
    assert after(turns, "end").waiting == (2,)
    together = after(game(3, **keys), "B gold", "A gold", "C gold")
    assert together.waiting == (0, 1, 2)
    busy = after(together, "B enrol Page")
    assert (busy.waiting, busy.choices(0), at(busy)) == ((1,), set(), ("B", "place"))
    assert after(busy, "at a1").waiting == (0, 1, 2)
    assert after(busy, "at a1", "B end").waiting == (0, 2)


def test_refill() -> None:
    """COR-12: only when a card must be drawn; chance orders it unless the cards are alike; while cards last."""
    start = hero("draw 2", done="B", deck=["Nun"], discard=["Page", "Page"], **emptied("Nun", "Page", "Page", "Hero"))
    drawn = after(start, "activate a2")
    assert (seen(drawn, "hands"), drawn.position()["deck"], drawn.position()["discard"]) == (
        ["Page", "Nun"],
        ["Page"],
        [],
    )
    start = hero("draw 2", done="B", deck=["Nun"], discard=["Page", "Smith"], **emptied("Nun", "Page", "Smith", "Hero"))
    with pytest.raises(Chance, match="chance decides the order") as need:
        start.play("activate a2", 0)
    assert (need.value.cards, seen(start, "hands"), start.position()["deck"]) == (["Smith", "Page"], [], ["Nun"])
    with pytest.raises(ValueError, match="right cards"):
        start.copy().play("activate a2", 0, {"reshuffled": ["Page", "Page"]})
    given = start.copy()
    given.play("activate a2", 0, {"reshuffled": ["Page", "Smith"]})
    assert (seen(given, "hands"), given.position()["deck"]) == (["Page", "Nun"], ["Smith"])
    few = after(hero("", done="B", deck=["Nun"], **emptied("Nun", "Hero")), "end")
    assert (seen(few, "hands"), few.position()["deck"]) == ([], [])
    learnt = start.copy()
    learnt.play("activate a2", 0, given.position() | {"stream": "12" * 8})
    assert learnt.position() == given.position() | {"stream": "12" * 8}


def emptied(*used: str) -> dict[str, Any]:
    """All other cards of the usual set, with a Hero, out of the way: set aside by B, who does not mind."""
    names = ["Trader", "Smith", "Soldier", "Page", "Nun", "Thief", "Vagabond", "Mimic", "Hero"]
    left = Counter(dict.fromkeys(names, 2)) - Counter(used)
    return {"reserved": {"B": list(left.elements())}}


def test_hand_limit() -> None:
    """COR-12: down to it when ending the turn; cards set aside do not count."""
    start = game(2, {"hand_limit": 1}, hands={"A": ["Page", "Nun", "Nun!"]}, kept={"A": ["Smith"]})
    asked = after(start, "end")
    assert (at(asked), asked.waiting, asked.position()["done"]) == (("A", "limit"), (0,), "")
    assert asked.choices(0) == {"discard Page", "discard Nun"}
    once = after(asked, "discard Nun")
    assert (seen(once, "hands"), once.position()["leaving"], at(once)) == (["Page", "Nun"], ["Nun"], ("A", "limit"))
    assert (after(once, "discard Nun").position()["done"], at(after(once, "discard Nun"))) == ("A", (None, ""))


# Enrol


def test_prices() -> None:
    """COR-13, COR-14: a surcharge for each further enrolment, in the card's resource."""
    keys: dict[str, Any] = {"hands": {"A": ["Smith", "Soldier", "Trader"]}, "resources": {"A": purse(2, 6, 9)}}
    start = game(**keys)
    assert offered(start, "enrol") == {"Smith", "Soldier"}
    asked = after(start, "enrol Smith")
    assert (at(asked), asked.position()["chosen"], seen(asked, "hands")) == (
        ("A", "place"),
        "Smith",
        ["Trader", "Soldier"],
    )
    placed = after(asked, "at a2")
    assert (owned(placed), at(placed), placed.position()["chosen"]) == ("2 3 9", (None, ""), None)
    assert (seen(placed, "enrolled"), seen(placed, "enrolments"), seen(placed, "pyramids")) == (
        ["a2"],
        1,
        {"a2": "Smith"},
    )
    assert owned(after(placed, "enrol Soldier", "at a1")) == "2 0 9"
    assert owned(after(game(2, {"surcharge": 0}, **keys), "enrol Smith", "at a2", "enrol Soldier", "at a1")) == "2 1 9"
    assert offered(game(enrolments={"A": 5}, **keys), "enrol") == set()


def test_rogues() -> None:
    """COR-15, COR-17: paid and refunded in one resource; one without prestige gives one less."""
    start = game(hands={"A": ["Thief"]}, resources={"A": purse(2, 1, 5)})
    asked = after(start, "enrol Thief", "at a3")
    assert (at(asked), asked.choices(0), asked.position()["place"]) == (("A", "pay"), {"gold", "ruby"}, "a3")
    assert seen(asked, "pyramids") == {} and seen(asked, "hands") == []
    paid = after(asked, "ruby")
    assert (owned(paid), seen(paid, "pyramids"), at(paid)) == ("2 1 3", {"a3": "Thief"}, (None, ""))
    assert offered(paid, "dismiss") == set()
    fired = after(game(pyramids={"A": {"a3": "Thief"}}), "dismiss a3")
    assert (at(fired), fired.choices(0), fired.position()["chosen"]) == (("A", "refund"), set(RESOURCES), "Thief")
    assert (seen(fired, "pyramids"), fired.position()["leaving"], fired.position()["place"]) == ({}, ["Thief"], None)
    assert (owned(after(fired, "steel")), at(after(fired, "steel"))) == ("0 1 0", (None, ""))


@pytest.mark.parametrize(
    ("inverted", "name", "places"),
    [
        (False, "Soldier", {"a4", "b1"}),  # on a Merchant
        (False, "Nun", {"a4", "b1", "b2"}),  # on an Artisan
        (False, "Page", {"a4", "b1", "b2"}),
        (False, "Thief", {"a4", "b1"}),
        # The lower labels are merchant (Trader), artisan (Smith) and rogue (Thief).
        (True, "Soldier", {"a4"}),
        (True, "Trader", {"a4", "b1"}),
        (True, "Nun", {"a4"}),
        (True, "Smith", {"a4", "b1", "b2"}),
        (True, "Page", {"a4", "b1", "b2"}),
        (True, "Thief", {"a4", "b1"}),
        (True, "Vagabond", {"a4", "b1", "b2"}),
    ],
)
def test_places(inverted: bool, name: str, places: set[str]) -> None:
    """COR-28, COR-31."""
    pyramid = {"a1": "Trader", "a2": "Smith", "a3": "Thief"}
    start = game(2, {"inverted": inverted}, hands={"A": [name]}, resources=RICH, pyramids={"A": pyramid})
    assert offered(after(start, f"enrol {name}"), "at") == places


def test_neutral_cards_upside_down() -> None:
    """COR-31: the lower label of a Neutral card is its type, and of a Rogue too, under which only Neutral cards fit."""
    keys: dict[str, Any] = {"hands": {"A": ["Squire", "Thief", "Page"]}, "resources": RICH}
    squire = "\n    Squire | noble | warrior | 2 | 1 |"
    start = game(2, {"inverted": True}, more=squire, pyramids={"A": {"a1": "Page", "a2": "Vagabond"}}, **keys)
    assert offered(after(start, "enrol Squire"), "at") == {"a3", "a4", "b1"}
    rogues = game(2, {"inverted": True}, more=squire, pyramids={"A": {"a1": "Thief", "a2": "Vagabond"}}, **keys)
    assert offered(after(rogues, "enrol Squire"), "at") == {"a3", "a4"}
    assert offered(after(rogues, "enrol Thief"), "at") == {"a3", "a4"}
    assert offered(after(rogues, "enrol Page"), "at") == {"a3", "a4", "b1"}


# Dismiss


def test_dismiss() -> None:
    """COR-16 to COR-20: without parents, not enrolled this turn, no used mark; one less for no prestige."""
    pyramid = {"a1": "Smith", "a2": "Soldier", "a3": "Hero", "a4": "Hero", "b1": "Page"}
    start = game(power="once: gain 1 any", pyramids={"A": pyramid}, used={"A": ["a4"]}, activated={"A": ["a3"]})
    assert offered(start, "dismiss") == {"b1", "a3"}
    assert offered(game(pyramids={"A": {"a1": "Smith"}}, enrolled={"A": ["a1"]}), "dismiss") == set()
    once = after(start, "dismiss b1", "dismiss a1")
    assert (owned(once), once.position()["leaving"], once.position()["discard"]) == ("2 2 0", ["Smith", "Page"], [])
    assert seen(after(start, "dismiss a3"), "activated") == []
    ended = after(once, "end", "B end")
    assert ended.position()["discard"] == ["Smith", "Page"]


def test_uncovered_children() -> None:
    """COR-20, COR-21, COR-23."""
    pyramid = {"a1": "Hero", "a2": "Hero", "b1": "Page"}
    start = game(power="gain 1 gold", pyramids={"A": pyramid})
    assert offered(start, "activate") == {"a2"}
    assert offered(after(start, "activate a2", "dismiss b1"), "activate") == {"a1"}
    assert offered(game(power="gain 1 gold", pyramids={"A": pyramid}, enrolled={"A": ["a2"]}), "activate") == set()
    apex = {"a1": "Page", "a2": "Page", "a3": "Trader", "a4": "Trader", "b1": "Smith", "b2": "Smith", "b3": "Soldier"}
    apex |= {"c1": "Vagabond", "c2": "Vagabond", "d1": "Hero"}
    assert offered(game(power="gain 1 gold", pyramids={"A": apex}), "activate") == {"d1"}


def test_green_cards() -> None:
    """COR-24."""
    assert offered(hero(""), "activate") == offered(hero("end: 1 per 1 cards"), "activate") == set()


# Powers, one after the other


def test_pay_and_gain() -> None:
    """COR-22: certain resources at once, any ones unit by unit; a cost must be paid."""
    start = hero("pay 1 gold, pay 2 any, gain 1 ruby, gain 2 any", resources={"A": purse(1, 1, 1)})
    asked = after(start, "activate a2")
    assert (at(asked), owned(asked), running(asked)) == (("A", "cost"), "0 1 1", ("Hero", "A", 1, 2))
    assert asked.choices(0) == {"steel", "ruby"}
    paid = after(asked, "ruby", "steel")
    assert (at(paid), owned(paid), running(paid)) == (("A", "gain"), "0 0 1", ("Hero", "A", 3, 2))
    done = after(paid, "gold", "steel")
    assert (at(done), owned(done), done.position()["power"], seen(done, "activated")) == (
        (None, ""),
        "1 1 1",
        None,
        ["a2"],
    )
    assert offered(done, "activate") == set()
    for poor in (purse(0, 3, 3), purse(1, 1, 0)):
        assert offered(hero("pay 1 gold, pay 2 any", resources={"A": poor}), "activate") == set()


def test_draw() -> None:
    """COR-12, COR-22: as many as it says or not at all."""
    drawn = after(hero("draw 2", deck=["Nun", "Page", "Nun"]), "activate a2")
    assert (seen(drawn, "hands"), drawn.position()["deck"][0]) == (["Page", "Nun"], "Nun")
    short = hero("draw 2", deck=["Nun"], **emptied("Nun", "Hero"))
    assert offered(short, "activate") == set()


def test_look() -> None:
    """The others are discarded."""
    start = hero("look 3 take 2", deck=["Nun", "Page", "Nun"])
    asked = after(start, "activate a2")
    assert (at(asked), asked.position()["looked"], running(asked)) == (
        ("A", "look"),
        ["Page", "Nun", "Nun"],
        ("Hero", "A", 0, 2),
    )
    assert asked.choices(0) == {"take Page", "take Nun"}
    one = after(asked, "take Nun")
    assert (one.position()["looked"], seen(one, "hands"), running(one)[3]) == (["Page", "Nun"], ["Nun"], 1)
    done = after(one, "take Nun")
    assert (done.position()["looked"], done.position()["leaving"], seen(done, "hands")) == (
        [],
        ["Page"],
        ["Nun", "Nun"],
    )
    assert at(after(hero("look 3"), "activate a2", "take Trader")) == (None, "")


def test_discard_and_sell() -> None:
    """COR-18, COR-22: cards drawn before count; a Rogue is sold for units of choice."""
    start = hero("draw 1, discard 1, sell 2", deck=["Thief"], hands={"A": ["Nun"]})
    asked = after(start, "activate a2")
    assert (at(asked), asked.choices(0)) == (("A", "discard"), {"discard Nun", "discard Thief"})
    sale = after(asked, "discard Thief")
    assert (at(sale), running(sale), sale.position()["leaving"]) == (("A", "sell"), ("Hero", "A", 2, 1), ["Thief"])
    assert (owned(after(sale, "discard Nun")), at(after(sale, "discard Nun"))) == ("0 0 2", (None, ""))
    rogue = after(asked, "discard Nun", "discard Thief")
    assert (at(rogue), running(rogue), rogue.choices(0)) == (("A", "gain"), ("Hero", "A", 2, 2), set(RESOURCES))
    assert (running(after(rogue, "gold"))[3], owned(after(rogue, "gold", "ruby"))) == (1, "1 0 1")
    assert offered(hero("draw 1, discard 1, sell 2"), "activate") == set()
    assert offered(hero("discard 1"), "activate") == set()


def test_keep() -> None:
    """COR-10: up to so many, until there are no more; they come back with their marks."""
    start = hero("keep 2", done="B", hands={"A": ["Nun", "Nun!", "Page<"]})
    asked = after(start, "activate a2")
    assert (at(asked), asked.choices(0)) == (("A", "keep"), {"keep Nun", "keep Page", "enough"})
    one = after(asked, "keep Nun")
    assert (seen(one, "kept"), seen(one, "hands"), running(one)[3]) == (["Nun!"], ["Page<", "Nun"], 1)
    assert at(after(one, "enough")) == at(after(one, "keep Page")) == (None, "")
    back = after(one, "enough", "end")
    assert (seen(back, "kept"), Counter(seen(back, "hands")) >= Counter(["Nun!", "Nun", "Page<"])) == ([], True)
    assert at(after(hero("keep 2"), "activate a2")) == (None, "")
    assert at(after(hero("keep 2", hands={"A": ["Nun"]}), "activate a2", "keep Nun")) == (None, "")


def test_reserve() -> None:
    """COR-10, COR-35: unseen, in hand at the next income."""
    start = hero("reserve 2", done="B", deck=["Nun", "Page", "Nun"])
    aside = after(start, "activate a2")
    assert (seen(aside, "reserved"), seen(aside, "hands")) == (["Page", "Nun"], [])
    assert seen(after(aside, "end"), "reserved") == []


def test_cheaper() -> None:
    """COR-14: what fits applies together, at least 1 is paid, and it is used up by the first enrolment it fits."""
    artisans = {"less": 2, "for": ["artisan", "warrior"]}
    anybody = {"less": 1, "for": ["merchant", "artisan", "warrior", "noble", "cleric", "scholar", "rogue"]}
    given = after(hero("cheaper 2 for warrior or artisan, cheaper 1"), "activate a2")
    assert seen(given, "discounts") == [artisans, anybody]
    keys: dict[str, Any] = {"hands": {"A": ["Page", "Smith", "Soldier"]}, "resources": {"A": purse(1, 2, 0)}}
    start = game(discounts={"A": [artisans, anybody]}, **keys)
    assert offered(start, "enrol") == {"Page", "Smith", "Soldier"}
    page = after(start, "enrol Page", "at a1")
    assert (owned(page), seen(page, "discounts")) == ("0 2 0", [artisans])
    assert owned(after(page, "enrol Smith", "at a2")) == "0 0 0"
    smith = after(start, "enrol Smith", "at a1")
    assert (owned(smith), seen(smith, "discounts")) == ("1 1 0", [])
    lapsed = after(start, "end", "B end")
    assert seen(lapsed, "discounts") == []


def test_anywhere() -> None:
    """Used up by the next enrolment, wherever it goes."""
    pyramid = {"a1": "Nun", "a2": "Hero", "a3": "Nun"}
    keys: dict[str, Any] = {"hands": {"A": ["Soldier", "Thief"]}, "resources": RICH}
    given = after(game(power="anywhere", pyramids={"A": pyramid}, **keys), "activate a2")
    assert given.position()["anywhere"] == "A"
    assert offered(after(given, "enrol Soldier"), "at") == {"a4", "b1", "b2"}
    used = after(given, "enrol Soldier", "at a4")
    assert (used.position()["anywhere"], offered(used, "enrol")) == ("", set())
    assert offered(after(given, "enrol Thief", "at b1", "gold", "enrol Soldier"), "at") == {"a4"}


def test_recover() -> None:
    """COR-18, COR-35: from the pile as it is, known to all; what leaves this turn is not yet there."""
    start = hero("recover 2", discard=["Nun", "Page", "Nun"], leaving=["Smith"])
    asked = after(start, "activate a2")
    assert (at(asked), asked.choices(0)) == (("A", "recover"), {"take Nun", "take Page"})
    taken = after(asked, "take Nun", "take Page")
    assert (seen(taken, "hands"), taken.position()["discard"], at(taken)) == (["Page!", "Nun!"], ["Nun"], (None, ""))
    assert offered(hero("recover 2", discard=["Nun"], leaving=["Smith"]), "activate") == set()
    # A refill in the same power leaves nothing to recover.
    keys = emptied("Hero", "Nun", "Page", "Page")
    refilled = hero("draw 2, recover 1", deck=["Nun"], discard=["Page", "Page"], **keys)
    assert offered(refilled, "activate") == set()
    assert offered(hero("draw 1, recover 1", deck=["Nun"], discard=["Page", "Page"], **keys), "activate") == {"a2"}


def test_move() -> None:
    """COR-29: an own card without parents, itself included, where it could be enrolled once taken out; marks move."""
    pyramid = {"a1": "Trader", "a2": "Smith", "a3": "Nun", "b1": "Soldier", "b2": "Hero"}
    start = game(power="move", pyramids={"A": pyramid}, enrolled={"A": ["b1"]}, anywhere="A")
    asked = after(start, "activate b2")
    assert (at(asked), asked.choices(0), running(asked)) == (("A", "move"), {"move b1", "move b2"}, ("Hero", "A", 0, 1))
    soldier = after(asked, "move b1")
    assert (at(soldier), soldier.position()["place"], soldier.choices(0)) == (("A", "to"), "b1", {"at a4"})
    moved = after(soldier, "at a4")
    assert (seen(moved, "enrolled"), seen(moved, "pyramids")["a4"], "b1" in seen(moved, "pyramids")) == (
        ["a4"],
        "Soldier",
        False,
    )
    assert (moved.position()["anywhere"], moved.position()["place"], seen(moved, "activated")) == ("A", None, ["b2"])
    itself = after(asked, "move b2", "at a4")
    assert (seen(itself, "activated"), seen(itself, "enrolments")) == (["a4"], 0)
    # The Soldier stands on the only Merchant; with another one he could go there.
    full = {"a1": "Trader", "a2": "Hero", "a3": "Nun", "a4": "Thief", "b1": "Soldier"}
    assert offered(game(power="move", pyramids={"A": full}), "activate") == set()
    assert offered(after(game(power="move", pyramids={"A": full | {"a4": "Trader"}}), "activate a2"), "move") == {"b1"}


def test_copy() -> None:
    """COR-25: as if printed on itself, also of a covered or used child; not another's copy, not a passive."""
    pyramid = {"a1": "Hero", "a2": "Mimic", "a3": "Page", "b1": "Mimic"}
    keys: dict[str, Any] = {"power": "once: gain 1 gold", "pyramids": {"A": pyramid}}
    start = game(used={"A": ["a1"]}, **keys)
    assert offered(start, "activate") == {"b1"}
    asked = after(start, "activate b1")
    assert (at(asked), asked.choices(0), asked.position()["place"]) == (("A", "copy"), {"copy a1"}, "b1")
    assert running(asked) == ("Mimic", "A", 0, 1)
    copied = after(asked, "copy a1")
    assert (owned(copied), seen(copied, "used"), seen(copied, "activated")) == ("1 0 0", ["a1", "b1"], ["b1"])
    assert (at(copied), copied.position()["place"]) == ((None, ""), None)
    # A used mark stops it from copying what is once a game, and nothing else.
    assert offered(game(used={"A": ["b1"]}, **keys), "activate") == set()
    again = game(power="gain 1 gold", pyramids={"A": pyramid}, used={"A": ["b1"]})
    assert offered(again, "activate") == {"b1"}
    assert offered(game(power="pay 1 gold", pyramids={"A": pyramid}), "activate") == set()
    assert offered(game(power="gain 1 gold", pyramids={"A": {"a1": "Mimic"}}), "activate") == set()


def test_once_a_game() -> None:
    """COR-19, COR-25: the mark goes with the card, and another copy may be used."""
    start = game(power="once: gain 1 gold", pyramids={"A": {"a1": "Hero", "a3": "Hero"}}, used={"A": ["a1"]})
    assert (offered(start, "activate"), offered(start, "dismiss")) == ({"a3"}, {"a3"})
    assert seen(after(start, "activate a3", "end", "B end"), "used") == ["a1", "a3"]


# Between two turns (COR-26)


def pause(power: str, players: int = 2, more: str = "", **keys: Any) -> Referee:
    """A has activated a Hero, and all others have ended their turns."""
    others = SEAT_LETTERS[1:players]
    keys = {"done": others, "pyramids": {}} | keys
    keys["pyramids"] = {"A": {"a1": "Hero"}} | keys["pyramids"]
    return after(game(players, None, power, more, **({"round": 40} | keys)), "activate a1", "end")


def test_gain_between_turns() -> None:
    """COR-26: also if the card has been dismissed meanwhile; parts are numbered through."""
    start = hero("pay 1 gold; between turns: gain 1 steel, gain 2 any", done="B", resources={"A": purse(1)})
    paid = after(start, "activate a2", "dismiss a2")
    assert (owned(paid), seen(paid, "pending")) == ("0 3 0", ["Hero"])
    asked = after(paid, "end")
    position = asked.position()
    assert (at(asked), running(asked), position["phase"]) == (("A", "gain"), ("Hero", "A", 2, 2), "between")
    assert (position["pending"]["A"], position["decider"], position["done"]) == ([], None, "")
    assert (position["discard"], position["leaving"]) == (["Hero"], [])
    assert after(asked, "ruby", "ruby").position()["phase"] == "income"


def test_steal() -> None:
    """COR-26: single resources, each of a kind and from a player of choice; never below 0."""
    start = pause("between turns: steal 3", 3, resources={"B": purse(0, 1, 0), "C": purse(1, 0, 0)})
    assert (at(start), start.choices(0), running(start)) == (("A", "victim"), {"from B", "from C"}, ("Hero", "A", 0, 3))
    spoil = after(start, "from B")
    assert (at(spoil), spoil.position()["victim"], spoil.choices(0)) == (("A", "spoil"), "B", {"steel"})
    rest = after(spoil, "steel")
    assert (rest.choices(0), owned(rest), owned(rest, "B"), running(rest)[3]) == ({"from C"}, "0 1 0", "0 0 0", 2)
    assert after(rest, "from C", "gold").over


def test_levy() -> None:
    """COR-26: what is there."""
    done = pause("between turns: levy 2 ruby", 3, resources={"B": purse(0, 1, 1), "C": purse(0, 0, 5)})
    assert (owned(done), owned(done, "B"), owned(done, "C"), done.over) == ("0 0 3", "0 1 0", "0 0 3", True)


def test_purge() -> None:
    """COR-26: the others clockwise, those with enough cards in hand; discarded at once, with what is known."""
    hands = {"A": ["Nun", "Nun"], "C": ["Page", "Page!", "Smith"], "D": ["Smith", "Thief"], "B": ["Thief"]}
    start = pause("between turns: purge 2", 4, hands=hands, kept={"B": ["Mimic"]})
    assert (at(start), start.choices(2), running(start)) == (
        ("C", "purge"),
        {"discard Page", "discard Smith"},
        ("Hero", "A", 0, 2),
    )
    purged = after(start, "discard Page")
    assert (at(purged), purged.position()["discard"], seen(purged, "hands", "C")) == (
        ("D", "purge"),
        ["Page"],
        ["Smith", "Page"],
    )
    assert after(purged, "discard Thief").over


def test_remove() -> None:
    """COR-26: without parents, of little prestige, refunded to its owner; a used mark does not protect."""
    pyramids = {"B": {"a1": "Page", "a2": "Page", "b1": "Nun"}, "C": {"a1": "Soldier", "a3": "Smith", "a4": "Thief"}}
    start = pause("between turns: remove 1", 3, pyramids=pyramids, used={"C": ["a4"]})
    assert (at(start), start.choices(0)) == (("A", "victim"), {"from C"})
    asked = after(start, "from C")
    assert (at(asked), asked.position()["victim"], running(asked)) == (("A", "remove"), "C", ("Hero", "A", 0, 1))
    assert asked.choices(0) == {"remove a3", "remove a4"}
    smith = after(asked, "remove a3")
    assert (owned(smith, "C"), smith.position()["discard"], smith.over) == ("0 2 0", ["Smith"], True)
    thief = after(asked, "remove a4")
    assert (at(thief), thief.position()["chosen"], thief.position()["victim"]) == (("C", "refund"), "Thief", None)
    assert (running(thief), thief.position()["discard"], seen(thief, "used", "C")) == (
        ("Hero", "A", 0, 1),
        ["Thief"],
        [],
    )
    assert (owned(after(thief, "gold"), "C"), after(thief, "gold").over) == ("1 0 0", True)
    assert pause("between turns: remove 0", pyramids={"B": {"a1": "Nun"}}).over


ROBBERS = """
    Robber | warrior | neutral | 2 | 1 | between turns: steal 1
    Taxman | noble   | neutral | 2 | 1 | between turns: levy 1 gold
"""


def test_the_order_of_effects() -> None:
    """COR-26: the most printed prestige decides while there are different ones; whose, then which."""
    keys: dict[str, Any] = {"round": 40, "done": "BC", "resources": {letter: purse(3) for letter in "ABC"}}
    keys["pyramids"] = {"B": {"a1": "Nun"}}
    pending = {"A": ["Robber", "Robber", "Taxman"], "C": ["Robber"]}
    start = after(game(3, more=ROBBERS, pending=pending, **keys), "end")
    assert (at(start), start.position()["decider"], start.choices(1)) == (("B", "order"), "B", {"first A", "first C"})
    mine = after(start, "first A")
    assert (at(mine), mine.position()["victim"], mine.choices(1)) == (
        ("B", "effect"),
        "A",
        {"effect Robber", "effect Taxman"},
    )
    taxed = after(mine, "effect Taxman")
    assert (owned(taxed), at(taxed), seen(taxed, "pending")) == ("5 0 0", ("B", "order"), ["Robber", "Robber"])
    robbed = after(taxed, "first A")
    assert (at(robbed), running(robbed), seen(robbed, "pending")) == (
        ("A", "victim"),
        ("Robber", "A", 0, 1),
        ["Robber"],
    )
    last = after(robbed, "from B", "gold", "first C", "from A", "gold")
    assert (at(last), last.position()["decider"]) == (("A", "victim"), "B")
    done = after(last, "from C", "gold")
    assert done.over and (done.position()["decider"], done.position()["power"], at(done)) == (None, None, (None, ""))


def test_effects_of_one_seat() -> None:
    """COR-26: two of the same are not different; two different ones of one seat are ordered by the decider."""
    keys: dict[str, Any] = {"round": 40, "done": "B", "pyramids": {"B": {"a1": "Nun"}}, "resources": RICH}
    alike = after(game(more=ROBBERS, pending={"A": ["Robber", "Robber"]}, **keys), "end")
    assert (at(alike), alike.position()["decider"]) == (("A", "victim"), None)
    unlike = after(game(more=ROBBERS, pending={"A": ["Robber", "Taxman"]}, **keys), "end")
    assert (at(unlike), unlike.position()["victim"], unlike.choices(1)) == (
        ("B", "effect"),
        "A",
        {"effect Robber", "effect Taxman"},
    )


def test_a_tie_for_the_decider() -> None:
    """COR-26: drawn at random, for that pause."""
    keys: dict[str, Any] = {"done": "BC", "pyramids": {"B": {"a1": "Nun"}, "C": {"a1": "Nun"}}, "resources": RICH}
    start = game(3, more=ROBBERS, pending={"A": ["Robber"], "B": ["Robber"]}, **keys)
    with pytest.raises(Chance, match="who decides") as need:
        start.play("end", 0)
    assert (need.value.seats, at(start), start.position()["done"]) == (["B", "C"], (None, ""), "BC")
    with pytest.raises(ValueError, match="tied"):
        start.copy().play("end", 0, {"decider": "A"})
    start.play("end", 0, {"decider": "C"})
    assert (at(start), start.position()["decider"]) == (("C", "order"), "C")


def test_an_actor_between_turns() -> None:
    """COR-25, COR-26: the effect has the name of the card copied."""
    pyramid = {"a1": "Robber", "a2": "Page", "b1": "Mimic"}
    start = game(more=ROBBERS, pyramids={"A": pyramid}, done="B")
    copied = after(start, "activate b1", "copy a1")
    assert (seen(copied, "pending"), at(copied)) == (["Robber"], (None, ""))


# What is known


def test_marks_of_cards_that_leave() -> None:
    """COR-35: of cards alike in hand and set aside the best known one is the one that is seen to go."""
    keys: dict[str, Any] = {"resources": RICH}
    both = game(hands={"A": ["Page", "Page!"]}, **keys)
    assert seen(after(both, "enrol Page", "at a1"), "hands") == ["Page"]
    aside = after(game(hands={"A": ["Page"]}, kept={"A": ["Page!"]}, **keys), "enrol Page", "at a1")
    assert (seen(aside, "hands"), seen(aside, "kept")) == ([], ["Page"])
    right = after(game(hands={"A": ["Page<"]}, kept={"A": ["Page!"]}, **keys), "enrol Page", "at a1")
    assert seen(right, "kept") == ["Page<"]
    less = after(game(hands={"A": ["Page!"]}, kept={"A": ["Page<"]}, **keys), "enrol Page", "at a1")
    assert seen(less, "kept") == ["Page<"]


# The end


def test_completing() -> None:
    """COR-27, COR-32: the round is finished, and completed stays completed."""
    names = ["Trader", "Trader", "Soldier", "Soldier", "Nun", "Nun", "Smith", "Page", "Page"]
    pyramid = dict(zip(["a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1", "c2"], names, strict=True))
    keys: dict[str, Any] = {"pyramids": {"A": pyramid}, "hands": {"A": ["Mimic"]}, "resources": RICH}
    start = game(power="between turns: remove 5", pending={"B": ["Hero"]}, **keys)
    done = after(start, "enrol Mimic", "at d1", "gold")
    assert done.position()["completed"] and not done.over
    removing = after(done, "B end", "A end")
    assert at(removing) == ("B", "victim")
    over = after(removing, "from A", "remove d1", "A gold")
    assert over.over and (over.waiting, over.choices(0), len(seen(over, "pyramids"))) == ((), set(), 9)
    assert (over.position()["phase"], over.position()["round"]) == ("over", 1)


def test_the_last_round() -> None:
    """COR-36."""
    assert after(game(round=40, done="A"), "B end").over
    assert after(game(round=39, done="A"), "B end").position()["round"] == 40


def test_prestige() -> None:
    """COR-33: fourteen cards with a Philosopher give 4, and his own 2 count."""
    names = ["Philosopher", *2 * ["Duke", "Knight", "Mercenary", "Miner", "Monk", "Raider"], "Scout"]
    places = ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "d1", "d2"]
    pyramids = {"A": dict(zip(places, names, strict=True))}
    over = Referee({"game": "cour", "options": {"players": 2}, "phase": "over", "pyramids": pyramids})
    printed = {entry["en"]: entry["prestige"] for entry in tomllib.loads(OURS.read_text(encoding="utf-8"))["character"]}
    assert printed["Philosopher"] == 2
    assert over.scores() == [4 + sum(printed[name] for name in names), 0]


@pytest.mark.parametrize(
    ("bonus", "points"),
    [
        ("1 per 1 cards", 5),
        ("2 per 2 cards", 4),
        ("1 per 1 cards of noble or artisan", 3),
        ("1 per 1 cards on neutral or merchant", 4),
        ("1 per 1 types", 4),
        ("1 per 1 bases", 3),
        ("3 per 1 rows", 0),
        ("1 per 1 height", 1),
        ("1 per 1 parents", 0),
        ("1 per 1 children", 2),
        ("1 per 1 children of merchant", 1),
        ("1 per 4 resources", 2),
        ("1 per 2 gold", 1),
        ("1 per 1 steel, 1 per 3 ruby", 3),
    ],
)
def test_bonuses(bonus: str, points: int) -> None:
    """COR-33."""
    pyramid = {"a1": "Page", "a2": "Trader", "a3": "Smith", "b1": "Hero", "b2": "Vagabond"}
    over = game(power=f"end: {bonus}", phase="over", pyramids={"A": pyramid}, resources={"A": purse(3, 2, 4)})
    assert over.scores() == [1 + 1 + 0 + 2 + 1 + points, 0]


def test_bonuses_for_rows_and_parents() -> None:
    """COR-33: complete rows; a base card has parents and no children."""
    pyramid = {"a1": "Page", "a2": "Hero", "a3": "Smith", "a4": "Smith", "b1": "Soldier", "b2": "Page"}
    power = "end: 1 per 1 rows, 1 per 1 parents, 1 per 1 parents of warrior, 5 per 1 children, 5 per 1 height"
    over = game(power=power, phase="over", pyramids={"A": pyramid})
    assert over.scores() == [1 + 2 + 2 + 1 + 1 + 2 + 1, 0]


def test_places_of_players() -> None:
    """COR-34: prestige, then resources, then a shared victory."""
    pyramids = {
        letter: {"a1": name} for letter, name in zip("ABCD", ["Page", "Page", "Soldier", "Soldier"], strict=True)
    }
    resources = {"A": purse(9), "B": purse(3), "C": purse(1, 1), "D": purse(0, 0, 2)}
    over = game(4, phase="over", pyramids=pyramids, resources=resources)
    assert (over.scores(), over.places()) == ([1, 1, 2, 2], [3, 4, 1, 1])


# Positions


@pytest.mark.parametrize(
    "keys",
    [
        {"hands": {"A": ["Bishop"]}},
        {"hands": {"A": ["Page?"]}},
        {"hands": {"A": ["Page"] * 3}},
        {"pyramids": {"A": {"b1": "Page"}}},
        {"pyramids": {"A": {"a5": "Page"}}},
        {"used": {"A": ["a1"]}},
        {"resources": {"A": purse(-1)}},
        {"phase": "supper"},
        {"phase": "draft"},
        {"round": 41},
        {"mover": "A"},
        {"step": "pay"},
        {"mover": "A", "step": "place", "chosen": "Page", "phase": "over"},
        {"mover": "A", "step": "discard", "power": {"card": "Page", "seat": "A", "part": 0, "left": 1}},
        {"done": "AB"},
    ],
)
def test_impossible_positions_are_refused(keys: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        game(**keys)


# Whole games


def deal(chance: random.Random, players: int, **options: Any) -> Referee:
    """COR-6, COR-7: a game after the set-up."""
    options |= {"players": players}
    blank = Referee({"game": "cour", "options": options})
    deck = blank.position()["deck"]
    chance.shuffle(deck)
    start = 3 if options.get("base", 5) == 5 else 2
    return Referee(
        {"game": "cour", "options": options, "round": 0, "phase": "draft", "pick": 1, "deck": deck[8 * players :]}
        | {"hands": {letter: deck[seat : 8 * players : players] for seat, letter in enumerate(blank.letters)}}
        | {"resources": {letter: purse(start, start, start) for letter in blank.letters}}
    )


def play_on(match: Referee, move: str, seat: int, chance: random.Random) -> None:
    """Make a move. What chance decides, if it is asked, must be learnt again from the position after it."""
    before = match.copy()
    try:
        match.play(move, seat)
    except Chance as need:
        if need.cards:
            cards = list(need.cards)
            chance.shuffle(cards)
            match.play(move, seat, {"reshuffled": cards})
        else:
            match.play(move, seat, {"decider": chance.choice(need.seats)})
        before.play(move, seat, match.position())
        assert before.position() == match.position()


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize(
    "options",
    [
        {"turns": "simultaneous"},
        {"turns": "in_order", "base": 4, "inverted": True},
        {"turns": "in_order", "rogues": False, "hand_limit": 6},
        {"characters": GUILD, "base": 4, "surcharge": 0},
    ],
)
def test_whole_games(players: int, options: dict[str, Any]) -> None:
    """Random games come to an end, nothing is lost, and every position reads back as written."""
    chance = random.Random(players)
    if players == 6 and "characters" in options:
        return  # too few cards
    match = deal(chance, players, **options)
    while not match.over:
        seat = chance.choice(match.waiting)
        moves = sorted(match.choices(seat))
        if len(moves) > 1 and "end" in moves and chance.random() < 0.7:
            moves.remove("end")
        play_on(match, chance.choice(moves), seat, chance)
        assert Referee(match.position()).position() == match.position()
    assert min(match.places()) == 1


def test_golden_file_is_of_these_walks() -> None:
    """The file is the one that golden.py writes; its smallest walk is done again here."""
    golden = json.loads(COUR_GOLDEN.read_text(encoding="utf-8"))
    assert [(walk["name"], walk["comment"], walk["position"]) for walk in golden] == COUR_WALKS
    smallest = min(golden, key=lambda walk: walk["leaves"])
    walk = perft(smallest["position"])
    assert vars(walk) == {key: smallest[key] for key in vars(walk)}
