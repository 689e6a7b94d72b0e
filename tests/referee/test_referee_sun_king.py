"""The referee of In the Shadow of the Sun King itself, on small positions made by hand; each test names its clauses."""

import json
import random
from typing import Any

import pytest

from .golden import SUN_KING_GOLDEN, SUN_KING_WALKS
from .perft import perft
from .sun_king import COPIES, LOUIS, QUALITIES, SEAT_LETTERS, Chance, Referee


def game(players: int = 3, options: dict[str, Any] | None = None, **keys: Any) -> Referee:
    """Phase 1 of A unless told otherwise, everybody with 3 power; the next Louis XIV ends the game."""
    given = {"players": players} | (options or {})
    default = {"power": dict.fromkeys(SEAT_LETTERS[:players], 3), "louis": 0 if players == 2 else 1, "turn": "A"}
    return Referee({"game": "sun_king", "options": given} | default | keys)


def after(referee: Referee, *moves: str) -> Referee:
    """Another game in which the moves were made."""
    twin = referee.copy()
    for move in moves:
        twin.play(move)
    return twin


def at(referee: Referee) -> tuple[str | None, int, str]:
    """Who decides, in which phase, and what."""
    position = referee.position()
    return position["mover"], position["phase"], position["step"]


def frames(referee: Referee) -> list[str]:
    """The frames in short: the card, who turned it, who is left; or whose draw it is."""
    return [
        f"draw {frame['draw']}" if "draw" in frame else f"{frame['card']} {frame['by']} {frame['left']}"
        for frame in referee.position()["frames"]
    ]


def having(referee: Referee, key: str) -> str:
    """Gold or power of all seats."""
    return " ".join(str(amount) for amount in referee.position()[key].values())


def test_the_cards() -> None:
    """SUN-1 to SUN-4."""
    assert sum(COPIES.values()) == 84
    assert [QUALITIES[c] + QUALITIES[c + "*"] for c in "bgpry"] == [14, 14, 13, 13, 13]


@pytest.mark.parametrize(
    ("players", "out", "rows", "moves"),
    [
        (3, [], {"A": {"r": "r r"}, "B": {"r": "r"}}, {"power"}),
        (3, [], {"A": {"r": "r"}, "B": {"r": "r"}}, {"next"}),
        (4, [], {"A": {"r": "r"}, "B": {"r": "r"}}, {"power"}),
        (4, [], {"A": {"r": "r"}, "B": {"r": "r r"}}, {"next"}),
        (4, ["C"], {"A": {"r": "r"}, "B": {"r": "r"}}, {"next"}),
        (5, ["C"], {"A": {"r": "r"}, "B": {"r": "r"}}, {"power"}),
    ],
)
def test_majorities(players: int, out: list[str], rows: dict[str, Any], moves: set[str]) -> None:
    """SUN-14 to SUN-16: strictly more with up to three players left, ties share with more."""
    power = {letter: 0 if letter in out else 3 for letter in SEAT_LETTERS[:players]}
    assert game(players, out=out, rows=rows, power=power).choices() == moves


@pytest.mark.parametrize("counted", [True, False])
def test_auction_cards_in_majorities(counted: bool) -> None:
    """SUN-13: by the option; they keep their points and, in an auction, their colour without it."""
    options = {"auction_cards_in_majorities": counted}
    used = after(game(2, options, cards={"A": "Pe"}), "pension")
    assert used.choices() == ({"wealth"} if counted else {"next"})
    start = game(2, options, rows={"A": {"y": "y"}}, cards={"A": "Pe In"}, phase=2, deck="Pe r Lo")
    # 3 power, 3 for the yellow card, 3 for the Pension and 2 for Influence.
    assert after(start, "turn 1").choices() == {"drop"} | {f"bid {bid}" for bid in range(1, 12)}


def test_phase_1() -> None:
    """SUN-17 to SUN-19, SUN-38 to SUN-40: what is obligatory, in any order, once; then `next`."""
    rows = {"A": {"r": "r", "g": "g", "y": "y"}}
    start = game(rows=rows, cards={"A": "Au Ov Pe Pe"})
    duels = {"duel B", "duel C", "duel BC"}
    overlords = {"overlord B", "overlord C"}
    assert start.choices() == duels | overlords | {"power", "wealth", "authority", "pension"}
    used = after(start, "pension", "authority", "power", "wealth")
    assert (having(used, "gold"), having(used, "power")) == ("3 0 0", "5 3 3")
    assert used.position()["used"] == "power wealth authority pension"
    assert used.choices() == duels | overlords
    done = after(used, "duel BC", "overlord C")
    assert (having(done, "power"), done.choices()) == ("5 2 1", {"next"})
    assert at(after(done, "next")) == ("A", 2, "main")


def test_an_idle_phase_1_is_passed_over() -> None:
    """SUN-17: nothing can be used, Conspiracy included; a player who cannot use Etiquette has nothing either."""
    keys: dict[str, Any] = {"phase": 3, "deck": "r Lo"}
    assert at(after(game(2, **keys), "end")) == ("B", 2, "main")
    assert at(after(game(2, rows={"B": {"p": "p"}}, **keys), "end")) == ("B", 2, "main")
    assert at(after(game(2, cards={"B": "In Co"}, **keys), "end")) == ("B", 2, "main")
    assert at(after(game(2, cards={"B": "Co"}, rows={"B": {"p": "p"}}, **keys), "end")) == ("B", 1, "main")
    assert at(after(game(2, rows={"B": {"b": "b"}}, **keys), "end")) == ("B", 2, "main")
    assert at(after(game(2, rows={"B": {"b": "b"}}, discard="De", **keys), "end")) == ("B", 2, "main")
    assert at(after(game(2, rows={"B": {"b": "b"}}, discard="y", **keys), "end")) == ("B", 1, "main")


def test_a_majority_is_judged_when_used() -> None:
    """SUN-17: one gained meanwhile may be used at once; one used and lost may not be used again."""
    start = game(rows={"A": {"b": "b b", "y": "y"}, "B": {"y": "y"}}, discard="r")
    spoiled = after(start, "spoil By", "with b")
    assert spoiled.choices() == {"wealth"}
    picked = after(start, "etiquette b", "pick r")
    assert (picked.choices(), picked.position()["used"]) == ({"power"}, "etiquette")


def test_duel() -> None:
    """SUN-18, SUN-22, SUN-37: Diplomacy takes one off; losses happen together; 0 power is enough to give 0."""
    keys: dict[str, Any] = {"rows": {"A": {"g": "g"}, "B": {"b": "b b*", "y": "y"}}, "cards": {"B": "Di Co"}}
    start = game(4, power={"A": 1, "B": 1, "C": 0, "D": 0}, gold={"C": 2}, **keys)
    assert len(start.choices()) == 6
    assert having(after(start, "duel B"), "power") == "1 0 0 0"
    both = after(start, "duel CD")
    assert (both.position()["out"], both.position()["bank"], at(both)) == (
        ["CD"],
        {"gold": 20, "power": 58},
        ("A", 1, "main"),
    )
    one = after(start, "duel BC")
    assert (one.position()["out"], having(one, "power")) == (["C"], "1 1 0 0")
    gone = after(game(4, power={"A": 1, "B": 0, "C": 2, "D": 2}, **keys), "duel B")
    assert gone.position()["discard"] == "b b* y Co Di"
    assert (gone.position()["rows"]["B"], gone.position()["cards"]["B"]) == ({}, "")


def test_four_players_become_three() -> None:
    """SUN-16: at once, within phase 1."""
    start = game(4, rows={"A": {"g": "g g", "r": "r"}, "B": {"r": "r"}}, power={"A": 3, "B": 3, "C": 3, "D": 0})
    assert "power" in start.choices()
    assert after(start, "duel D").choices() == {"next"}
    assert after(start, "power", "duel D").choices() == {"next"}


def test_the_last_one_left_wins() -> None:
    """SUN-22, SUN-39, SUN-42: by Overlord, in spite of Diplomacy; places of the eliminated."""
    start = game(4, cards={"A": "Ov", "C": "Di"}, power={"A": 0, "C": 0}, out=["D", "B"])
    won = after(start, "overlord C")
    assert won.over and (at(won), won.position()["turn"]) == ((None, 1, ""), "A")
    assert (won.position()["out"], won.scores(), won.places()) == (["D", "B", "C"], [0, 0, 0, 0], [1, 3, 2, 4])
    together = game(3, cards={"A": "In"}, rows={"A": {"g": "g"}}, power={"A": 1})
    assert after(together, "duel BC").places() == [1, 2, 2]


def test_etiquette_with_the_pile() -> None:
    """SUN-20: the choice is made first; any other quality card, also one like the card given."""
    start = game(rows={"A": {"b": "b b*"}, "B": {"r": "r"}}, discard="Ca b* y In y*")
    assert start.choices() == {"etiquette b", "spoil Br", "next"}
    given = after(start, "etiquette b")
    assert (at(given), given.position()["discard"]) == (("A", 1, "pick"), "Ca b* y In y* b*")
    assert given.choices() == {"pick b*", "pick y", "pick y*"}
    assert after(given, "pick b*").position()["discard"] == "Ca y In y* b*"
    assert after(game(rows={"A": {"b": "b", "y": "y"}}, discard="r"), "etiquette y").choices() == {"pick r"}


def test_spoil() -> None:
    """SUN-20: the other's card first; auction cards are no part of it."""
    start = game(rows={"A": {"b": "b b", "p": "p*"}, "B": {"r": "r r*"}}, cards={"C": "In"})
    assert start.choices() == {"spoil Br", "next"}
    spoiled = after(start, "spoil Br")
    assert (at(spoiled), spoiled.choices()) == (("A", 1, "with"), {"with b", "with p"})
    assert after(spoiled, "with p").position()["discard"] == "r* p*"
    assert game(rows={"B": {"r": "r r*"}}, cards={"A": "In"}, discard="y").choices() == {"next"}


def test_turning() -> None:
    """SUN-23 to SUN-25: others wait and are resolved in order; the rest is discarded as turned."""
    start = game(phase=2, deck="De r Ca b* y p Lo", gold={"A": 1})
    asked = after(start, "turn 3")
    assert (at(asked), asked.position()["open"], asked.position()["waiting"]) == (("A", 2, "take"), "r b* y", "")
    assert asked.position()["discard"] == "De Ca"
    taken = after(asked, "take b*")
    assert (at(taken), taken.position()["discard"]) == (("A", 3, "main"), "De Ca r y")
    assert (taken.position()["lower"], len(taken.position()["deck"].split())) == (79, 79)


def test_gold_actions() -> None:
    """SUN-26: what each needs; a card exchanged goes on top of its new row; the turn is over then."""
    rows = {"A": {"b": "b", "r": "r*"}, "B": {"b": "b b*"}, "C": {"g": "g"}}
    start = game(phase=3, rows=rows, gold={"A": 2}, deck="y Lo")
    strikes, swaps = {"strike B", "strike C"}, {"swap b", "swap r"}
    assert start.choices() == strikes | swaps | {"ruin Bb", "ruin Cg", "draw", "end"}
    assert game(phase=3, rows=rows, gold={"A": 1}).choices() == strikes | swaps | {"end"}
    assert game(phase=3, rows={"A": {"b": "b"}}, gold={"A": 2}).choices() == strikes | {"draw", "end"}
    asked = after(start, "swap r")
    assert (at(asked), asked.choices(), having(asked, "gold")) == (("A", 3, "for"), {"for Bb", "for Cg"}, "1 0 0")
    swapped = after(asked, "for Bb")
    assert swapped.position()["rows"] == {"A": {"b": "b b*"}, "B": {"b": "b", "r": "r*"}, "C": {"g": "g"}}
    assert swapped.mover == 1
    assert Referee(asked.position()).position() == asked.position()
    drawn = after(start, "draw")
    assert (drawn.position()["rows"]["A"]["y"], drawn.mover, having(drawn, "gold")) == ("y", 1, "0 0 0")
    struck = after(game(3, phase=3, gold={"A": 1}, power={"A": 1, "B": 0, "C": 1}), "strike B")
    assert (struck.position()["out"], struck.position()["turn"]) == (["B"], "C")


def test_cardinal() -> None:
    """SUN-27: everybody with the majority, from the one who turned it; a card, or two tokens while the bank lasts."""
    rows = {"A": {"p": "p"}, "C": {"p": "p"}, "D": {"p": "p"}}
    power = {"A": 20, "B": 20, "C": 18, "D": 1}
    start = game(4, turn="C", phase=2, rows=rows, deck="Ca b g Lo", gold={"A": 10, "B": 10}, power=power)
    first = after(start, "turn 1")
    assert (at(first), frames(first), first.choices()) == (("C", 2, "cardinal"), ["Ca C CDA"], {"draw", "token p"})
    # The bank had one power point: nothing else is asked, and the others have nothing but the draw.
    second = after(first, "token p")
    assert (at(second), frames(second)) == (("D", 2, "cardinal"), ["Ca C DA"])
    assert second.choices() == {"draw", "none"}
    third = after(second, "draw")
    assert (frames(third), third.position()["rows"]["D"]) == (["Ca C A"], {"g": "g", "p": "p"})
    assert at(after(third, "none")) == ("C", 2, "take")
    assert after(third, "none").position()["discard"] == "Ca"


def test_two_tokens() -> None:
    """SUN-27: one by one, the first excludes the card."""
    start = after(game(turn="B", phase=2, rows={"A": {"p": "p"}}, deck="Ca b Lo"), "turn 1")
    one = after(start, "token g")
    assert (at(one), frames(one), one.choices()) == (("A", 2, "cardinal token"), ["Ca B A"], {"token g", "token p"})
    assert at(after(one, "token p")) == ("B", 2, "take")
    assert (having(after(one, "token p"), "gold"), having(after(one, "token p"), "power")) == ("1 0 0", "4 3 3")
    unlimited = game(options={"bank": "unlimited"}, phase=2, rows={"A": {"p": "p"}}, deck="Ca b Lo", power={"A": 99})
    assert unlimited.position()["bank"] == {"gold": None, "power": None}
    assert after(unlimited, "turn 1").choices() == {"draw", "token g", "token p"}


def test_debts() -> None:
    """SUN-28: seals that are visible, auction cards too; who has fewer than the most owes."""
    rows = {"A": {"b": "b* b", "y": "y"}, "B": {"g": "g g*"}, "C": {"p": "p*"}}
    start = game(5, turn="B", phase=2, rows=rows, cards={"A": "Di", "D": "Me"}, deck="De r Lo")
    asked = after(start, "turn 1")
    assert (at(asked), frames(asked)) == (("E", 2, "debt"), ["De B EA"])
    assert asked.choices() == {"token p"}
    twice = after(asked, "token p")
    assert (at(twice), frames(twice)) == (("E", 2, "debt token"), ["De B EA"])
    paid = after(twice, "token p")
    assert (at(paid), paid.choices()) == (("A", 2, "debt"), {"give b", "give y", "give Di", "token p"})
    assert after(paid, "give Di").position()["discard"] == "Di De"
    nobody = game(phase=2, rows={"A": {"b": "b* b"}, "B": {"g": "g"}}, deck="De r Lo")
    assert at(after(nobody, "turn 1")) == ("A", 2, "take")


def test_debts_of_the_poor() -> None:
    """SUN-28: fewer than two tokens buy nobody out; with no card either, what there is goes, and he stays in."""
    keys: dict[str, Any] = {"phase": 2, "cards": {"A": "Au"}, "deck": "De r Lo", "power": {"A": 5}}
    poor = after(game(2, gold={"B": 1}, **keys), "turn 1")
    assert (at(poor), having(poor, "gold"), poor.position()["out"]) == (("A", 2, "take"), "0 0", [])
    card = after(game(2, gold={"B": 1}, rows={"B": {"y": "y"}}, **keys), "turn 1")
    assert (at(card), card.choices()) == (("B", 2, "debt"), {"give y"})


def test_auction() -> None:
    """SUN-31, SUN-32: raise or drop; who cannot raise is not asked; the last one left is."""
    start = game(phase=2, turn="B", power={"A": 2, "B": 4, "C": 1}, deck="Di r Lo")
    asked = after(start, "turn 1")
    assert (at(asked), frames(asked)) == (("B", 2, "bid"), ["Di B BCA"])
    assert asked.choices() == {"drop", "bid 1", "bid 2", "bid 3", "bid 4"}
    opened = after(asked, "bid 1")
    assert opened.position()["frames"] == [
        {"card": "Di", "by": "B", "left": "AB", "bid": 1, "bidder": "B", "paid": None},
    ]
    assert opened.choices() == {"drop", "bid 2"}
    again = after(opened, "bid 2")
    assert (frames(again), again.choices()) == (["Di B BA"], {"drop", "bid 3", "bid 4"})
    won = after(again, "drop")
    assert won.position()["frames"] == [{"card": "Di", "by": "B", "left": "A", "bid": 2, "bidder": "A", "paid": 0}]
    assert at(after(won, "pay power", "pay power")) == ("B", 2, "take")
    last = after(asked, "drop", "drop")
    assert (at(last), last.choices()) == (("A", 2, "bid"), {"drop", "bid 1", "bid 2"})
    assert after(last, "drop").position()["discard"] == "Di"


def test_bids_end() -> None:
    """SUN-32: nobody is asked after a bid of 250."""
    rich = game(2, {"bank": "unlimited"}, phase=2, power={"A": 300, "B": 300}, deck="Di r Lo")
    asked = after(rich, "turn 1", "bid 249")
    assert asked.choices() == {"drop", "bid 250"}
    assert (at(after(asked, "bid 250")), frames(after(asked, "bid 250"))) == (("B", 2, "pay"), ["Di A B"])


def test_payment() -> None:
    """SUN-33: item by item, no change, nothing more once the bid is met; the card is laid down afterwards."""
    rows = {"A": {"y": "y y*", "g": "g*"}}
    start = game(2, phase=2, rows=rows, cards={"A": "Pe Co"}, power={"A": 1}, deck="Pe r Lo")
    asked = after(start, "turn 1")
    assert "bid 14" in asked.choices() and "bid 15" not in asked.choices()
    paying = after(asked, "bid 7")
    assert (at(paying), paying.choices()) == (("A", 2, "pay"), {"pay power", "pay y", "pay g", "pay Pe", "pay Co"})
    some = after(paying, "pay y", "pay y")
    assert (some.position()["frames"][0]["paid"], some.position()["discard"]) == (6, "y* y")
    done = after(some, "pay Pe")
    assert (done.position()["cards"]["A"], done.position()["discard"], at(done)) == (
        "Pe Co",
        "y* y Pe",
        ("A", 2, "take"),
    )
    grey = after(game(2, phase=2, rows=rows, cards={"A": "Co"}, power={"A": 1}, deck="Di r Lo"), "turn 1")
    assert "bid 9" in grey.choices() and "bid 10" not in grey.choices()


def test_influence() -> None:
    """SUN-34: two of one colour, never three, or one; judged when taking."""
    start = game(phase=2, cards={"A": "In"}, deck="b r b* b Lo", power={"A": 1})
    asked = after(start, "turn 3", "take b")
    assert (at(asked), asked.choices(), asked.position()["open"]) == (("A", 2, "second"), {"take b*", "enough"}, "r b*")
    assert Referee(asked.position()).position() == asked.position()
    assert after(asked, "take b*").position()["rows"]["A"] == {"b": "b b*"}
    assert after(asked, "enough").position()["discard"] == "r b*"
    assert at(after(start, "turn 3", "take r")) == ("A", 3, "main")
    bought = game(2, phase=2, deck="In b b* Lo", power={"A": 1})
    assert after(bought, "turn 2", "bid 1", "pay power", "take b").step == "second"


def test_medal() -> None:
    """SUN-35: one at a time, up to four, others wait meanwhile; one just bought comes too late."""
    start = game(phase=2, cards={"A": "Me"}, deck="De b De r y Ca g p Lo", power={})
    assert start.choices() == {"turn"}
    one = after(start, "turn")
    assert (at(one), one.choices(), one.position()["waiting"]) == (("A", 2, "medal"), {"turn", "enough"}, "De")
    assert (at(after(one, "enough")), after(one, "enough").position()["open"]) == (("A", 2, "take"), "b")
    three = after(one, "turn", "turn")
    assert (at(three), three.position()["waiting"]) == (("A", 2, "medal"), "De De")
    four = after(three, "turn")
    assert (at(four), frames(four), four.position()["open"]) == (("A", 2, "cardinal"), ["Ca A A"], "b r y g")
    assert four.position()["discard"] == "De De"
    bought = game(2, phase=2, deck="Me b r Lo", power={"A": 1})
    assert at(after(bought, "turn 1", "bid 1", "pay power")) == ("A", 2, "take")


def test_conspiracy() -> None:
    """SUN-36: once a turn, in any phase, whenever the owner decides in his own turn; not inside anything else."""
    start = game(cards={"A": "Co In Me"}, rows={"A": {"g": "g*"}}, deck="y b b* Di Lo", gold={"A": 2})
    offers = {"conspire g 3", "conspire g g"}
    assert offers <= start.choices() and "next" not in start.choices()
    used = after(start, "conspire g g")
    assert (used.choices(), having(used, "gold"), used.position()["discard"]) == ({"next"}, "3 0 0", "g*")
    phase_2 = after(start, "duel B", "next")
    assert phase_2.choices() == offers | {"turn"}
    medal = after(phase_2, "turn", "turn")
    assert medal.choices() == offers | {"turn", "enough"}
    taking = after(medal, "turn", "enough")
    assert taking.choices() == offers | {"take y", "take b", "take b*"}
    second = after(taking, "take b")
    assert second.choices() == offers | {"conspire b 3", "conspire b g", "take b*", "enough"}
    conspired = after(second, "conspire b 3")
    assert (conspired.choices(), having(conspired, "power")) == ({"take b*", "enough"}, "6 1 3")
    assert not any(move.startswith("conspire") for move in after(conspired, "take b*").choices())
    phase_3 = after(second, "enough")
    assert offers <= phase_3.choices()
    auction = after(phase_3, "draw")
    assert (at(auction), frames(auction)) == (("A", 3, "bid"), ["draw A", "Di A ABC"])
    assert not any(move.startswith("conspire") for move in auction.choices())


def test_the_bank_runs_out() -> None:
    """SUN-5, SUN-19, SUN-36: a gain takes what is left, and counts as used."""
    keys: dict[str, Any] = {"power": {"A": 30, "B": 28}, "gold": {"A": 10, "B": 10}}
    start = game(2, rows={"A": {"y": "y", "r": "r"}}, cards={"A": "Co Au"}, **keys)
    done = after(start, "wealth", "conspire y 3", "power", "authority")
    assert (having(done, "gold"), having(done, "power"), done.choices()) == ("10 10", "32 28", {"next"})


def test_louis_ends_the_game() -> None:
    """SUN-30: at once; what lies open or waits stays, gold stays spent."""
    start = game(phase=2, deck="De r Ca Lo b", rows={"B": {"b": "b"}}, gold={"C": 2})
    over = after(start, "turn 3")
    assert over.over and (at(over), over.position()["louis"]) == ((None, 2, ""), 2)
    assert (over.position()["open"], over.position()["waiting"], over.position()["discard"]) == ("r", "De Ca", "Lo")
    assert (over.position()["to_turn"], over.scores(), over.places()) == (2, [3, 5, 5], [3, 1, 1])
    drawn = after(game(2, phase=3, gold={"A": 2}, deck="Lo"), "draw")
    assert drawn.over and (having(drawn, "gold"), drawn.position()["louis"]) == ("0 0", 1)
    left = game(3, phase=3, gold={"A": 2}, deck="Lo", louis=0, out=["B"], power={"A": 1, "C": 1})
    assert after(left, "draw").over
    nested = after(game(phase=2, rows={"A": {"p": "p"}}, deck="Ca b Lo"), "turn 1", "draw")
    assert nested.over and (nested.position()["frames"], nested.position()["discard"]) == ([], "Lo Ca")


def test_a_card_in_a_draw() -> None:
    """SUN-45, SUN-46: resolved completely before the replacement; majorities and seals are settled when it begins."""
    rows = {"A": {"p": "p p"}, "B": {"p": "p", "y": "y*"}, "C": {"p": "p"}}
    start = game(turn="B", phase=2, rows=rows, deck="Ca Ca b Di De Ca p y r Lo", power={"A": 1, "B": 2, "C": 2})
    first = after(start, "turn 1")
    assert (at(first), frames(first), first.position()["waiting"]) == (("A", 2, "cardinal"), ["Ca B A"], "Ca")
    auction = after(first, "draw")
    assert (at(auction), frames(auction)) == (("A", 2, "bid"), ["Ca B A", "draw A", "Di A ABC"])
    debts = after(auction, "drop", "drop", "drop")
    assert (at(debts), frames(debts)) == (("A", 2, "debt"), ["Ca B A", "draw A", "De A AC"])
    # A gives up a purple card, which ties A and B: nobody has the next Cardinal, turned in the same draw. A purple card
    # is the replacement, so that A has the one that was waiting.
    last = after(debts, "give p", "give p")
    assert (at(last), frames(last), last.position()["waiting"]) == (("A", 2, "cardinal"), ["Ca B A"], "")
    assert (last.position()["discard"], last.position()["rows"]["A"]) == ("Di p p De Ca Ca", {"p": "p p"})


def test_a_cardinal_in_a_cardinal() -> None:
    """SUN-45: the inner one goes round completely, and then the draw of the outer one goes on."""
    rows = {"A": {"p": "p"}, "B": {"p": "p"}}
    start = game(4, phase=2, turn="B", rows=rows, deck="Ca b Ca De p r y Lo", power={})
    outer = after(start, "turn 1")
    assert (at(outer), frames(outer)) == (("B", 2, "cardinal"), ["Ca B BA"])
    inner = after(outer, "draw")
    assert (at(inner), frames(inner)) == (("B", 2, "cardinal"), ["Ca B BA", "draw B", "Ca B BA"])
    # B's purple card changes nothing for A, who has been settled.
    drawn = after(inner, "draw")
    assert (at(drawn), frames(drawn)) == (("A", 2, "cardinal"), ["Ca B BA", "draw B", "Ca B A"])
    again = after(drawn, "draw")
    assert (at(again), frames(again)) == (("A", 2, "cardinal"), ["Ca B A"])
    assert (again.position()["rows"]["A"], again.position()["rows"]["B"]) == (
        {"p": "p", "r": "r"},
        {"p": "p p", "y": "y"},
    )
    assert again.position()["discard"] == "De Ca"


def test_an_auction_before_a_cardinal_counts() -> None:
    """SUN-13, SUN-46: and so does a card drawn in a Cardinal for the next one, but not for the same."""
    rows = {"A": {"p": "p"}, "B": {"p": "p"}}
    keys: dict[str, Any] = {"phase": 2, "rows": rows, "deck": "Me Ca b Lo", "power": {"A": 1, "B": 1}}
    bought = after(game(2, **keys), "turn 1", "bid 1", "drop", "pay power")
    assert (at(bought), frames(bought)) == (("A", 2, "cardinal"), ["Ca A A"])
    keys["options"] = {"auction_cards_in_majorities": False}
    assert at(after(game(2, **keys), "turn 1", "bid 1", "drop", "pay power")) == ("A", 2, "take")
    shared = game(4, phase=2, rows=rows, deck="Ca b p y Lo", power={})
    drawn = after(shared, "turn 1", "draw")
    assert (at(drawn), frames(drawn)) == (("B", 2, "cardinal"), ["Ca A B"])


def reshuffled(cards: list[str], place: int) -> list[str]:
    """A new deck in this order, with Louis XIV at a place."""
    return [*cards[:place], LOUIS, *cards[place:]]


def test_the_first_louis() -> None:
    """SUN-24, SUN-29, SUN-44: gold from the one who turned him; open and waiting cards are not shuffled in."""
    start = game(louis=0, turn="B", phase=2, deck="r De Lo", gold={"A": 18}, discard="b g", power={})
    with pytest.raises(Chance, match="chance decides") as need:
        start.play("turn 2")
    cards = need.value.cards
    assert len(cards) == 84 - 3 and at(start) == ("B", 2, "main")
    cards.remove("y")
    cards.insert(0, "y")
    order = reshuffled(cards, 60)
    turned = start.copy()
    turned.play("turn 2", {"reshuffled": " ".join(order)})
    position = turned.position()
    assert (having(turned, "gold"), position["louis"], position["discard"]) == ("18 1 1", 1, "De")
    assert (position["open"], position["lower"], position["bottom"], at(turned)) == ("r y", 42, 0, ("B", 2, "take"))
    seen = start.copy()
    seen.play("turn 2", position | {"stream": "12" * 8})
    assert seen.position() == position | {"stream": "12" * 8}
    for bad in (reshuffled(cards, 39), [*order[1:], "y*"]):
        with pytest.raises(ValueError):
            start.copy().play("turn 2", {"reshuffled": " ".join(bad)})
    with pytest.raises(ValueError, match="right cards"):
        start.copy().play("turn 2", position | {"deck": position["deck"] + " De De De De"})


def test_louis_in_the_draw_of_a_cardinal() -> None:
    """SUN-29, SUN-44: the drawer is the one who turned him, the Cardinal stays on the table, the draw goes on."""
    start = game(louis=0, turn="B", phase=2, rows={"C": {"p": "p"}}, deck="Ca b Lo", gold={"A": 18}, power={})
    asked = after(start, "turn 1")
    with pytest.raises(Chance) as need:
        asked.play("draw")
    cards = need.value.cards
    assert cards.count("Ca") == 3
    cards.remove("Di")
    asked.play("draw", {"reshuffled": " ".join(reshuffled(["Di", *cards], 70))})
    assert (having(asked, "gold"), at(asked)) == ("19 0 1", ("C", 2, "bid"))
    assert frames(asked) == ["Ca B C", "draw C", "Di C CAB"]


def test_the_cards_of_the_set_up() -> None:
    """SUN-7, SUN-43: they lie at the bottom, so they are turned last."""
    start = game(2, phase=2, deck="b r Lo", bottom=82)
    turned = after(start, "turn 2")
    assert (turned.position()["bottom"], turned.position()["lower"]) == (81, 82)


def test_the_count() -> None:
    """SUN-41, SUN-42: 2 for a blue card, Influence included; purple cards, Medal included, break a tie."""
    keys: dict[str, Any] = {"mover": None, "gold": {"A": 1}, "options": {"auction_cards_in_majorities": False}}
    rows = {"A": {"b": "b", "p": "p"}, "B": {"b": "b"}}
    over = game(rows=rows, cards={"B": "In", "C": "Me"}, power={"A": 2, "B": 1, "C": 5}, **keys)
    assert (over.scores(), over.places()) == ([5, 5, 5], [1, 3, 1])


@pytest.mark.parametrize(
    "keys",
    [
        {"rows": {"A": {"p": "p* p* p* p* p*"}}},
        {"rows": {"A": {"p": "g"}}},
        {"cards": {"A": "De"}},
        {"power": {"A": 61}},
        {"bank": {"gold": 20, "power": 50}},
        {"open": "r"},
        {"waiting": "De"},
        {"step": "take", "phase": 2},
        {"step": "pick"},
        {"mover": "B"},
        {"out": ["A"]},
        {"out": ["B"]},
        {"discard": "Lo"},
        {"deck": "Lo", "lower": 20},
        {"deck": "Lo", "bottom": 84},
        {"frames": [{"draw": "A"}], "phase": 3},
        {"frames": [{"card": "Ca", "by": "A", "left": "B"}], "phase": 2, "step": "debt", "open": "b"},
    ],
)
def test_impossible_positions_are_refused(keys: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        game(**keys)


def deal(chance: random.Random, players: int, **options: Any) -> Referee:
    """SUN-6 to SUN-9: a game after the set-up."""
    deck = [card for card, copies in COPIES.items() if card != LOUIS for _ in range(copies)]
    chance.shuffle(deck)
    sizes = {2: [2, 3], 3: [2, 3, 3], 4: [2, 2, 3, 3], 5: [2, 2, 3, 3, 4], 6: [2, 2, 3, 3, 4, 4]}[players]
    rows: dict[str, dict[str, str]] = {letter: {} for letter in SEAT_LETTERS[:players]}
    bottom = 0
    for number in range(4):
        for letter, size in zip(rows, sizes, strict=True):
            if number < size:
                while deck[0] not in QUALITIES:
                    deck.append(deck.pop(0))
                    bottom += 1
                card = deck.pop(0)
                rows[letter][card[0]] = f"{rows[letter].get(card[0], '')} {card}".strip()
    lower = len(deck) - len(deck) // 2 + 1
    deck.insert(chance.randint(len(deck) // 2, len(deck)), LOUIS)
    options |= {"players": players}
    position: dict[str, Any] = {"game": "sun_king", "options": options, "turn": "A", "rows": rows}
    position |= {"gold": dict.fromkeys(rows, 1), "power": dict.fromkeys(rows, 9), "bottom": bottom, "lower": lower}
    return Referee(position | {"deck": " ".join(deck)})


def play_on(match: Referee, move: str, chance: random.Random) -> None:
    """Make a move. If chance is asked, the deck learnt from the position after it must be the one that was given."""
    before = match.copy()
    try:
        match.play(move)
    except Chance as need:
        cards = list(need.cards)
        chance.shuffle(cards)
        order = reshuffled(cards, chance.randint(len(cards) // 2, len(cards)))
        match.play(move, {"reshuffled": " ".join(order)})
        before.play(move, match.position())
        assert before.position() == match.position()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"auction_cards_in_majorities": False, "bank": "unlimited"}])
def test_whole_games(players: int, options: dict[str, Any]) -> None:
    """Random games come to an end, nothing is lost, and every position reads back as written."""
    chance = random.Random(players)
    for _ in range(4):
        match = deal(chance, players, **options)
        while not match.over:
            play_on(match, chance.choice(sorted(match.choices())), chance)
            assert Referee(match.position()).position() == match.position()
        assert min(match.places()) == 1


def test_golden_file_is_of_these_walks() -> None:
    """The file is the one that golden.py writes; its smallest walk is done again here."""
    golden = json.loads(SUN_KING_GOLDEN.read_text(encoding="utf-8"))
    assert [(walk["name"], walk["comment"], walk["position"]) for walk in golden] == SUN_KING_WALKS
    smallest = min(golden, key=lambda walk: walk["leaves"])
    walk = perft(smallest["position"])
    assert vars(walk) == {key: smallest[key] for key in vars(walk)}
