"""The referee of Court of the Medici itself, on small positions made by hand; each test names its clauses."""

import json
import random
from typing import Any

import pytest

from .golden import MEDICI_GOLDEN, MEDICI_WALKS
from .medici import HOUSES, Referee, whole_deck
from .perft import perft


def game(
    edition: str = "english",
    mover: str | None = "R",
    dukes: bool = False,
    stuck: str = "mover",
    jesters: str = "bound",
    **keys: Any,
) -> Referee:
    """A position with a ten of each house in the Inner Circle and two nines in each deck unless told otherwise."""
    chosen = {"edition": edition, "dukes": dukes, "distinct_start": False, "stuck": stuck, "jesters": jesters}
    default = {"inner": ["R10", "G10"], "decks": {"R": "R9 R9", "G": "G9 G9"}, "hands": {"R": "R8", "G": "G8"}}
    return Referee({"game": "medici", "options": {"players": 2, **chosen}, "mover": mover} | default | keys)


def end(edition: str = "english", **keys: Any) -> Referee:
    """A position with both decks empty."""
    return game(edition, decks={}, **keys)


def after(referee: Referee, *moves: str) -> Referee:
    """Another game in which the moves were made."""
    twin = referee.copy()
    for move in moves:
        twin.play(move)
    return twin


def court(referee: Referee) -> str:
    """All stacks, area by area."""
    position = referee.position()
    return " / ".join(" ".join(stacks) for stacks in (position["inner"], *position["outer"].values()))


def offered(referee: Referee, number: int) -> list[int]:
    """The values offered for one jester."""
    return sorted(int(move.split("=")[1]) for move in referee.choices() if move.startswith(f"X{number}="))


def test_the_steps_of_a_turn() -> None:
    """MED-8 to MED-12: a card, its place, and a target; then a card is drawn."""
    start = game(inner=["R3", "G3+R2", "G8"], hands={"R": "R5 R5 R2", "G": "G4"})
    assert start.choices() == {"2", "5"}
    taken = after(start, "5")
    assert taken.choices() == {"send", "plan", "I1", "I2", "I3", "I1!"}
    assert (taken.position()["card"], taken.position()["hands"]["R"]) == ("R5", "R2 R5")
    conspiracy = after(taken, "I1!")
    assert conspiracy.choices() == {"xI3"}
    assert (conspiracy.position()["onto"], conspiracy.position()["inner"][0]) == ("I1", "R3+R5")
    conspiracy.play("xI3")
    position = conspiracy.position()
    assert (position["mover"], position["step"], position["card"], position["onto"]) == ("G", "card", None, None)
    assert (position["inner"], position["hands"]["R"]) == (["R3+R5", "G3+R2"], "R2 R5 R9")
    assert "G8" in position["discards"]["G"].split()
    sent = after(taken, "send").position()
    assert (sent["outer"], sent["hands"]["R"], sent["decks"]["R"]) == ({"R": ["R5"], "G": []}, "R2 R5 R9", "R9")


def test_targets() -> None:
    """MED-13, MED-14: whole stacks, own ones too, of any area; never a part of one, never the conspiracy."""
    outer = {"R": ["R10"], "G": ["G4+R6+R0", "R2"]}
    taken = after(game(inner=["R4", "R8+G2", "G10"], outer=outer, hands={"R": "R6", "G": "G8"}), "6")
    assert {move for move in taken.choices() if move.endswith("!")} == {"I1!"}
    assert after(taken, "I1!").choices() == {"xI2", "xI3", "xR1", "xG1"}
    assert court(after(taken, "I1!", "xG1")) == "R4+R6 R8+G2 G10 / R10 / R2"


def test_zero_equals_zero() -> None:
    """MED-14, MED-24: a minister that conspires is an ordinary card of value 0."""
    taken = after(game(outer={"R": ["R0"], "G": ["G0"]}, hands={"R": "R0", "G": "G8"}), "0")
    assert after(taken, "R1!").choices() == {"xG1"}
    assert court(after(taken, "R1!", "xG1")) == "R10 G10 / R0+R0 / "


def test_minister() -> None:
    """MED-23, MED-24: he discards an alliance and takes its place; on a single noble, or conspiring, he does not."""
    start = game(inner=["R10", "R3+G4", "G10"], outer={"G": ["R2+G5+G0"]}, hands={"R": "R0", "G": "G8"})
    taken = after(start, "0")
    assert court(after(taken, "I2")) == "R10 R0 G10 /  / R2+G5+G0"
    assert court(after(taken, "G1")) == "R10 R3+G4 G10 /  / R0"
    assert court(after(taken, "I1")) == "R10+R0 R3+G4 G10 /  / R2+G5+G0"
    assert court(after(taken, "I2!", "xG1")) == "R10 R3+G4+R0 G10 /  / "
    before, now = start.position()["discards"], after(taken, "G1").position()["discards"]
    assert sorted(now["R"].split()) == sorted([*before["R"].split(), "R2"])
    assert sorted(now["G"].split()) == sorted([*before["G"].split(), "G0", "G5"])


def test_lady() -> None:
    """MED-25, MED-26: she separates a stack in its place, herself last; conspiring she does nothing."""
    start = game(inner=["R10", "R3+G4+R2", "G10"], outer={"G": ["G5"]}, hands={"R": "R1", "G": "G8"})
    taken = after(start, "1")
    assert court(after(taken, "I2")) == "R10 R3 G4 R2 R1 G10 /  / G5"
    assert court(after(taken, "G1")) == "R10 R3+G4+R2 G10 /  / G5 R1"
    assert after(taken, "I2!").choices() == {"xI1", "xI3"}
    assert court(after(taken, "I2!", "xI1")) == "R3+G4+R2+R1 G10 /  / G5"


def test_a_planned_card_is_known() -> None:
    """MED-16, MED-37: it goes under the deck; what is drawn from the top is known only when nothing else is left."""
    start = game(hands={"R": "R2", "G": "G2"}, decks={"R": "R3", "G": "G3"})
    once = after(start, "2", "plan")
    assert (once.position()["decks"]["R"], once.position()["known"]) == ("R2", {"R": 1, "G": 0})
    assert (once.position()["plans"], once.position()["run"]) == ({"R": 1, "G": 0}, 1)
    twice = after(once, "2", "send", "3", "plan")
    assert (twice.position()["decks"]["R"], twice.position()["hands"]["R"]) == ("R3", "R2")
    assert (twice.position()["known"]["R"], twice.position()["run"]) == (1, 1)


def test_english_draw_by_plans() -> None:
    """MED-17, MED-36: six in a row, whatever the points, and nothing is drawn; any other play breaks the run."""
    start = game(run=5, plans={"R": 7, "G": 3}, outer={"R": ["R7"]})
    drawn = after(start, "8", "plan")
    assert drawn.over and (drawn.position()["winner"], drawn.position()["step"]) == ("draw", "")
    assert (drawn.scores(), drawn.places()) == ([17, 10], [1, 1])
    assert (drawn.position()["hands"]["R"], drawn.position()["decks"]["R"]) == ("", "R9 R9 R8")
    assert after(start, "8", "send").position()["run"] == 0
    assert not after(game(run=4), "8", "plan").over


def test_french_draw_by_plans() -> None:
    """MED-17: three of each in the game, and no player may plan a fourth time."""
    assert after(game("french", plans={"R": 2, "G": 3}), "8", "plan").position()["winner"] == "draw"
    assert not after(game("french", plans={"R": 2, "G": 2}, run=5), "8", "plan").over
    assert "plan" not in after(game("french", plans={"R": 3, "G": 0}), "8").choices()
    assert "plan" in after(game("english", plans={"R": 3, "G": 0}), "8").choices()


def test_the_last_card_is_the_limit() -> None:
    """MED-18, MED-19: shown, then no higher card may be played, and there is no more planning or drawing."""
    start = game(hands={"R": "R2 R6 R7", "G": "G8"}, decks={"R": "R6", "G": "G9"})
    drawn = after(start, "7", "send")
    assert drawn.position()["shown"] == {"R": "R6", "G": None}
    assert drawn.position()["limits"] == {"R": 6, "G": None}
    mine = after(drawn, "8", "plan")
    assert mine.choices() == {"2", "6"}
    assert "plan" not in after(mine, "6").choices()
    assert after(mine, "6", "send").position()["hands"]["R"] == "R2 R6"
    assert after(start, "7", "plan").position()["limits"]["R"] is None


def test_a_duke_as_the_last_card() -> None:
    """MED-2, MED-18: a limit of 15 forbids nothing; a limit of 10 forbids the duke."""
    start = game(dukes=True, hands={"R": "R3", "G": "G8 GD"}, decks={"R": "RD", "G": "G9"}, limits={"G": 10})
    assert after(start, "3", "send").position()["limits"]["R"] == 15
    assert after(start, "3", "send").choices() == {"8"}


def test_a_jester_as_the_last_card() -> None:
    """MED-20, MED-36: the limit is named at once, by the player who drew it, before the turn passes."""
    drawn = after(game(hands={"R": "R3 R7", "G": "G8"}, decks={"R": "RX", "G": "G9"}), "3", "send")
    assert (drawn.mover, drawn.step, drawn.position()["card"]) == (0, "limit", None)
    assert (drawn.position()["shown"]["R"], drawn.position()["hands"]["R"]) == ("RX", "R7 RX")
    assert drawn.choices() == {f"limit {value}" for value in range(1, 11)}
    named = after(drawn, "limit 6")
    assert (named.mover, named.position()["limits"]["R"]) == (1, 6)
    assert after(named, "8", "send").choices() == {"X"}


def test_a_jester_under_a_limit() -> None:
    """MED-21: the one played is bound, those at court are not; under a limit of 0 it cannot be played."""
    start = end(outer={"G": ["GX=9"]}, hands={"R": "RX R3", "G": "G8"}, limits={"R": 2})
    assert start.choices() == {"X"}
    sent = after(start, "X", "send")
    assert court(sent) == "R10 G10 / RX=1 / GX=9"
    assert (offered(sent, 1), offered(sent, 2)) == ([2], [1, 2, 3, 4, 5, 6, 7, 8, 10])
    low = end(inner=["R3", "G2", "G6"], hands={"R": "RX", "G": "G8"}, limits={"R": 2})
    assert {move for move in after(low, "X").choices() if move.endswith("!")} == {"I2!"}
    assert after(low, "X", "I2!").choices() == {"xI1"}
    assert end(hands={"R": "RX R0", "G": "G8"}, limits={"R": 0}).choices() == {"0"}


def test_a_free_jester_under_a_limit() -> None:
    """MED-21, by the other reading: bound by no limit in the English game, but barred by a limit of 0."""
    given: dict[str, Any] = {"hands": {"R": "RX R3", "G": "G8"}, "limits": {"R": 2}}
    assert offered(after(end(jesters="free", **given), "X", "send"), 1) == [*range(2, 11)]
    assert offered(after(end("french", jesters="free", **given), "X", "send"), 1) == [2]
    low = end(jesters="free", inner=["R3", "G2", "G6"], hands={"R": "RX", "G": "G8"}, limits={"R": 2})
    assert {move for move in after(low, "X").choices() if move.endswith("!")} == {"I1!", "I2!"}
    assert end(jesters="free", hands={"R": "RX R0", "G": "G8"}, limits={"R": 0}).choices() == {"0"}


def test_values_are_named_one_by_one() -> None:
    """MED-27, MED-28: each jester at most once, numbered area by area, and not the value it has."""
    start = game(inner=["R10+GX=3", "G10"], outer={"G": ["R2", "RX=1"]}, hands={"R": "RX", "G": "G8"})
    sent = after(start, "X", "send")
    assert (sent.step, sent.position()["named"]) == ("values", [])
    assert court(sent) == "R10+GX=3 G10 / RX=1 / R2 RX=1"
    assert "done" in sent.choices() and len(sent.choices()) == 28
    third = after(sent, "X3=7", "X1=4")
    assert (court(third), third.position()["named"]) == ("R10+GX=4 G10 / RX=1 / R2 RX=7", [1, 3])
    assert third.choices() == {"done"} | {f"X2={value}" for value in range(2, 11)}
    assert (after(third, "done").mover, after(third, "done").position()["named"]) == (1, [])


def test_no_values_without_a_jester() -> None:
    """MED-28: planning is not playing to court; a minister who discards the only jester leaves none to name."""
    start = game(inner=["R10", "G10+RX=2"], outer={"G": ["G3"]}, hands={"R": "R0", "G": "G8"}, edition="french")
    assert after(start, "0", "plan").mover == 1
    assert after(start, "0", "I2").mover == 1
    assert after(start, "0", "I1").step == "values"


@pytest.mark.parametrize(
    ("inner", "card", "onto", "target", "settled"),
    [
        # Equal already: nothing changes, though smaller values would do.
        (["RX=5+R2", "GX=10", "G6"], "R3", "I1", "I2", "RX=5+R2+R3 GX=10 G6"),
        # One must change; the conspiracy is read first, and smaller is better.
        (["RX=5+R2", "GX=9", "G6"], "R3", "I1", "I2", "RX=4+R2+R3 GX=9 G6"),
        # The one in the target cannot stay as it is, and a change of it alone is not enough.
        (["RX=5+R4", "GX=3", "G6"], "R3", "I1", "I2", "RX=1+R4+R3 GX=8 G6"),
        # One changed jester rather than two smaller values.
        (["RX=1+GX=10", "R6+G7"], "R1", "I1", "I2", "RX=2+GX=10+R1 R6+G7"),
        # Both must change: the smallest value at the bottom.
        (["RX=1+GX=1", "R10+G8"], "R1", "I1", "I2", "RX=7+GX=10+R1 R10+G8"),
    ],
)
def test_settled_values(inner: list[str], card: str, onto: str, target: str, settled: str) -> None:
    """MED-28: the fewest jesters changed, then the smallest values from the bottom of the conspiracy up."""
    taken = after(game(inner=inner, hands={"R": card, "G": "G8"}), card[1:])
    assert court(after(taken, f"{onto}!", f"x{target}")) == f"{settled} /  / "


def test_the_jester_just_played_is_no_change() -> None:
    """MED-28: the others keep their values if it alone can make the totals equal; before the target it is 1."""
    start = game(inner=["GX=5", "R7", "G3+RX=10"], hands={"R": "RX", "G": "G8"})
    conspiracy = after(start, "X", "I1!")
    assert court(conspiracy) == "GX=5+RX=1 R7 G3+RX=10 /  / "
    assert conspiracy.choices() == {"xI2", "xI3"}
    assert court(after(conspiracy, "xI2")) == "GX=5+RX=2 R7 G3+RX=10 /  / "
    assert court(after(conspiracy, "xI3")) == "GX=5+RX=8 R7 G3+RX=10 /  / "


def test_values_named_in_a_conspiracy() -> None:
    """MED-28: only values that the others can still match; these are settled anew. The target goes after `done`."""
    start = game(inner=["GX=5+R2", "R3+RX=9", "G4"], outer={"G": ["RX=6"]}, hands={"R": "R5", "G": "G8"})
    asked = after(start, "5", "I1!", "xI2")
    assert (court(asked), asked.position()["target"]) == ("GX=5+R2+R5 R3+RX=9 G4 /  / RX=6", "I2")
    assert offered(asked, 1) == [1, 2, 3, 4, 6]
    assert offered(asked, 2) == [5, 6, 7, 8, 10]
    assert offered(asked, 3) == [1, 2, 3, 4, 5, 7, 8, 9, 10]
    named = after(asked, "X1=2")
    assert court(named) == "GX=2+R2+R5 R3+RX=6 G4 /  / RX=6"
    assert (offered(named, 1), offered(named, 2)) == ([], [])
    assert court(after(named, "X3=1", "done")) == "GX=2+R2+R5 G4 /  / RX=1"


def test_three_jesters_in_a_conspiracy() -> None:
    """MED-28: after one is named the other two have a choice left. A change is one from the value seen before it."""
    start = game(inner=["GX=5+RX=5", "RX=3+G1", "G4", "R4"], hands={"R": "R1", "G": "G8"})
    asked = after(start, "1", "I1!", "xI2")
    assert court(asked) == "GX=5+RX=5+R1 RX=10+G1 G4 R4 /  / "
    named = after(asked, "X1=2")
    assert court(named) == "GX=2+RX=5+R1 RX=7+G1 G4 R4 /  / "
    assert offered(named, 2) == [1, 2, 3, 4, 6, 7, 8]
    assert offered(named, 3) == [3, 4, 5, 6, 8, 9, 10]
    assert court(after(named, "X3=4")) == "GX=2+RX=2+R1 RX=4+G1 G4 R4 /  / "


def test_the_inner_circle_is_lost() -> None:
    """MED-31, MED-34, MED-36: English, one house is enough; French, all must go. Nothing is drawn after it."""
    keys: dict[str, Any] = {"inner": ["R4", "G6"], "outer": {"R": ["R2"], "G": ["R1"]}, "hands": {"R": "R4", "G": "G8"}}
    english = after(game(**keys), "4", "R1!", "xI2")
    assert english.over and english.position()["hands"]["R"] == ""
    assert (english.scores(), english.places()) == ([11, 0], [1, 2])
    assert english.position()["winner"] is None
    french = after(game("french", **keys), "4", "R1!", "xI2")
    assert (french.mover, french.position()["hands"]["R"]) == (1, "R9")
    last = game("french", inner=["R4"], outer={"R": ["R2"]}, hands={"R": "R2", "G": "G8"})
    assert after(last, "2", "R1!", "xI1").over


def test_a_minister_in_the_inner_circle() -> None:
    """MED-15, MED-23, MED-31: he joins it, so his own house is not lost; values are still named before the end."""
    start = game(inner=["R4+G6"], outer={"G": ["GX=3"]}, hands={"R": "R0", "G": "G8"})
    played = after(start, "0", "I1")
    assert (court(played), played.step) == ("R0 /  / GX=3", "values")
    assert after(played, "X1=5", "done").over


def test_english_end_when_the_next_player_cannot_play() -> None:
    """MED-32, MED-33: asked when the turn begins; who lays his own last card does not end the game himself."""
    assert after(end(hands={"R": "R5", "G": "G8"}), "5", "send").mover == 1
    assert after(end(hands={"R": "R5", "G": "G8"}), "5", "send", "8", "send").over
    assert after(end(hands={"R": "R5 R6", "G": "G8"}, limits={"G": 7}), "5", "send").over
    assert after(end(hands={"R": "R5 R6", "G": "GX"}, limits={"G": 0}), "5", "send").over


def test_either_player_ends_the_game() -> None:
    """MED-32, by the other reading: who lays his own last card ends it; by the French rulebook nothing is different."""
    assert after(end(stuck="either", hands={"R": "R5", "G": "G8"}), "5", "send").over
    assert after(end(stuck="either", hands={"R": "R5 R6", "G": "G8"}), "5", "send").mover == 1
    assert after(end("french", stuck="either", hands={"R": "R5", "G": "G8"}), "5", "send").mover == 1


def test_french_passes() -> None:
    """MED-32: automatic and final; the game is over when neither can play."""
    start = end("french", hands={"R": "R5 R6", "G": "G8"}, limits={"G": 7})
    passed = after(start, "5", "send")
    assert (passed.mover, passed.step, passed.position()["passed"]) == (0, "card", {"R": False, "G": True})
    over = after(passed, "6", "send")
    assert over.over and over.position()["passed"] == {"R": True, "G": True}


def test_french_passes_are_no_plans() -> None:
    """MED-17, MED-32: and do not break a run."""
    start = game("french", hands={"R": "R5", "G": ""}, decks={"R": "R6", "G": ""}, plans={"R": 1, "G": 2}, run=2)
    planned = after(start, "5", "plan", "6", "plan")
    assert (planned.position()["plans"], planned.position()["run"]) == ({"R": 3, "G": 2}, 4)
    assert (planned.mover, planned.choices()) == (0, {"5"})
    assert "plan" not in after(planned, "5").choices()


def test_the_count() -> None:
    """MED-30, MED-34, MED-35: every noble of the house at court, jesters 1; more nobles break a tie."""
    assert end(mover=None, inner=["R4+G6"], outer={"R": ["G1"], "G": ["RX=9+R2"]}).scores() == [7, 7]
    assert end(mover=None, inner=["R4+G6"], outer={"R": ["G1"], "G": ["RX=9+R2"]}).places() == [1, 2]
    assert end(mover=None, inner=["R4+G6"], outer={"R": ["G1"], "G": ["R3"]}).places() == [1, 1]
    assert end(mover=None, inner=["R4+G6"], outer={"R": ["G1", "G0"], "G": ["R3"]}).places() == [2, 1]


def deal(chance: random.Random, edition: str, dukes: bool) -> Referee:
    """MED-4, MED-5: a game after the set-up. R begins, whatever the totals."""
    options = {"players": 2, "edition": edition, "dukes": dukes}
    inner: list[str] = []
    decks: dict[str, str] = {}
    hands: dict[str, str] = {}
    for seat, letter in enumerate(HOUSES):
        names = [card.name for card in whole_deck(dukes) if card.house == seat]
        chance.shuffle(names)
        inner += [f"{name}=1" if name.endswith("X") else name for name in names[:4]]
        hands[letter], decks[letter] = " ".join(names[4:9]), " ".join(names[9:])
    position = {"game": "medici", "options": options, "mover": "R", "inner": inner, "decks": decks, "hands": hands}
    return Referee(position)


def distinct(inner: str, top: str = "") -> Referee:
    """A game at its distinct start; the rest of the house comes after the `top` of each deck."""
    rest = [card.name for card in whole_deck(False)]
    for name in [*inner.replace("=1", "").split(), *top.split()]:
        rest.remove(name)
    decks = {letter: " ".join(name for name in [*top.split(), *rest] if name[0] == letter) for letter in HOUSES}
    options = {"players": 2, "distinct_start": True}
    position = {"game": "medici", "options": options, "mover": "R", "step": "start", "inner": inner.split()}
    return Referee(position | {"decks": decks})


def test_distinct_start() -> None:
    """MED-7: the later of a pair is replaced, in its place; with two pairs the owner chooses."""
    pairs = distinct("R5 RX=1 R5 RX=1 G2 G3 G4 G5", "R7 R2")
    assert (pairs.mover, pairs.choices()) == (0, {"swap 5", "swap X", "stop"})
    pairs.play("swap X")
    assert pairs.position()["inner"][:4] == ["R5", "RX=1", "R5", "R7"]
    assert (pairs.position()["aside"]["R"], pairs.choices()) == ("RX", {"swap 5", "stop"})
    with pytest.raises(ValueError, match="chance"):
        pairs.copy().play("stop")


def test_distinct_start_ends_without_stop() -> None:
    """MED-5 to MED-7: no pair is left, so the deck is shuffled and the hands are drawn; the higher total begins."""
    pairs = distinct("R5 R6 R5 R8 G2 G3 G4 G5", "R7")
    names = [*pairs.position()["decks"]["R"].split()[1:], "R5"]
    random.Random(1).shuffle(names)
    drawn: dict[str, Any] = {
        "hands": {"R": " ".join(names[:5])},
        "decks": {"R": " ".join(names[5:])},
        "stream": "12" * 8,
    }
    wrong = {"hands": {"R": ""}, "decks": {"R": " ".join(names[1:])}}
    with pytest.raises(ValueError, match="right cards"):
        pairs.copy().play("swap 5", wrong)
    deck = pairs.position()["decks"]["G"].split()
    pairs.play("swap 5", drawn)
    position = pairs.position()
    assert (position["mover"], position["step"], position["stream"]) == ("R", "card", "12" * 8)
    assert (position["decks"]["R"], position["aside"]["R"]) == (drawn["decks"]["R"], "")
    assert sorted(position["hands"]["R"].split()) == sorted(names[:5])
    assert (position["hands"]["G"], position["decks"]["G"]) == (" ".join(deck[:5]), " ".join(deck[5:]))


def test_distinct_start_of_both_and_a_tie() -> None:
    """MED-6, MED-7: seat 0 first; jesters count 1; chance decides who begins."""
    pairs = distinct("RX=1 R2 R2 R4 G3 G3 G2 G1")
    pairs.play("stop")
    assert (pairs.mover, pairs.step, pairs.choices()) == (1, "start", {"swap 3", "stop"})
    with pytest.raises(ValueError, match="who begins"):
        pairs.copy().play("stop")
    pairs.play("stop", {"mover": "G"})
    assert (pairs.mover, pairs.step, [len(hand) for hand in pairs.hands]) == (1, "card", [5, 5])


@pytest.mark.parametrize(
    "keys",
    [
        {"hands": {"R": "R8 R9", "G": "G8"}},  # three nines
        {"hands": {"R": "G8", "G": ""}},  # a card of the other house
        {"hands": {"R": "RD", "G": ""}},  # a duke without the option
        {"hands": {"R": "", "G": "G8"}},  # the mover cannot play
        {"inner": ["R10"]},  # over already
        {"discards": {"R": "R7"}},  # cards are missing
        {"known": {"R": 3}},
        {"step": "limit"},
        {"step": "place"},
    ],
)
def test_impossible_positions_are_refused(keys: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        game(**keys)


@pytest.mark.parametrize("edition", ["english", "french"])
@pytest.mark.parametrize("dukes", [False, True])
def test_whole_games(edition: str, dukes: bool) -> None:
    """Random games come to an end, no card is lost, and every position reads back as written."""
    chance = random.Random(edition)
    for _ in range(8):
        match = deal(chance, edition, dukes)
        while not match.over:
            moves = sorted(match.choices())
            # Naming values all the time would take long.
            match.play("done" if "done" in moves and chance.random() < 0.7 else chance.choice(moves))
            assert Referee(match.position()).position() == match.position()
        assert sum(match.places()) in (2, 3)


def test_golden_file_is_of_these_walks() -> None:
    """The file is the one that golden.py writes; its smallest walk is done again here."""
    golden = json.loads(MEDICI_GOLDEN.read_text(encoding="utf-8"))
    assert [(walk["name"], walk["comment"], walk["position"]) for walk in golden] == MEDICI_WALKS
    smallest = min(golden, key=lambda walk: walk["leaves"])
    walk = perft(smallest["position"])
    assert vars(walk) == {key: smallest[key] for key in vars(walk)}
