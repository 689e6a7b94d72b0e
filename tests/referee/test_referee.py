"""The referee itself, on small positions made by hand; each test names its clauses."""

import json
import random
import tomllib
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from .courtisans import BLUE_MISSIONS, DECK, RULEBOOK_MISSIONS, WHITE_MISSIONS, Referee
from .golden import GOLDEN, WALKS
from .perft import perft

DATA = Path(__file__).parents[2] / "src/camarilla/games/courtisans/missions.toml"


def game(
    players: int = 2, edition: str = "rulebook", double: bool = True, mover: str | None = "A", **keys: Any
) -> Referee:
    """A position at turn 20 unless told otherwise; one with mover None is over."""
    options = {"players": players, "edition": edition, "nobles_count_double_in_missions": double}
    return Referee({"game": "courtisans", "options": options, "mover": mover, "turn": 20} | keys)


def missions(*names: str) -> dict[str, list[str]]:
    """Published missions: those named for A and, when four are named, for B; B else has two that it cannot fulfil."""
    given = list(names) + (["three-spies", "every-family-below"] if len(names) == 2 else [])
    return {"A": given[:2], "B": given[2:]}


def test_missions_are_those_of_the_data_file() -> None:
    """CTS-3, CTS-4: same names, same stacks, same order."""
    stacks: dict[str, list[str]] = {"rulebook": [], "white": [], "blue": []}
    for mission in tomllib.loads(DATA.read_text(encoding="utf-8"))["mission"]:
        stacks[mission["stack"]].append(mission["name"])
    assert stacks == {"rulebook": RULEBOOK_MISSIONS, "white": WHITE_MISSIONS, "blue": BLUE_MISSIONS}
    assert [len(stack) for stack in stacks.values()] == [18, 10, 10]


@pytest.mark.parametrize(
    ("own", "left", "double", "points"),
    [
        ("", "", True, 0),  # 0 to 0 is not fewer
        ("H", "H", True, 0),
        ("H", "Hn", True, 3),  # a noble counts 2 ...
        ("H", "Hn", False, 0),  # ... or 1
        ("H", "H Hs/3", True, 3),  # a spy counts with its family
        ("Hn", "H H", True, 0),
        ("Hn", "H H", False, 3),
    ],
)
def test_fewer_than_the_left_neighbour(own: str, left: str, double: bool, points: int) -> None:
    """CTS-5. Nothing lies at the table, so all families are neutral and domains are worth nothing."""
    held = missions("fewer-hare", "two-in-disgrace")
    over = game(2, "published", double, None, domains={"A": own, "B": left}, missions=held, removed="Hn H Hs/1@B")
    assert over.scores() == [points, 0]


def test_left_neighbour_is_next_clockwise() -> None:
    """CTS-5: of three, the left neighbour of C is A."""
    held = {
        "A": ["fewer-toad", "disgrace-toad"],
        "B": ["fewer-hare", "disgrace-hare"],
        "C": ["fewer-carp", "disgrace-carp"],
    }
    assert game(3, "published", mover=None, domains={"A": "C"}, missions=held).scores() == [0, 0, 3]
    assert game(3, "published", mover=None, domains={"B": "C"}, missions=held).scores() == [0, 0, 0]


@pytest.mark.parametrize(
    ("mission", "domain", "points"),
    [
        ("three-nobles", "Tn Bn", 0),  # a noble is one card here
        ("three-nobles", "Tn Bn Cn", 3),
        ("two-assassins", "Ta Ta", 3),
        ("four-guards", "Tg Tg Tg", 0),
        ("four-guards", "Tg Tg Tg Bg", 3),
        ("three-spies", "Ts/1 Ts/2 Bs/4", 3),
    ],
)
def test_missions_that_count_a_role(mission: str, domain: str, points: int) -> None:
    """CTS-5: each card once, whoever laid it."""
    held = missions(mission, "two-in-disgrace", "fewer-stag", "every-family-below")
    assert game(2, "published", mover=None, domains={"A": domain}, missions=held).scores()[0] == points


@pytest.mark.parametrize(
    ("mission", "above", "below", "double", "points"),
    [
        ("five-below", "", "Cn Cn C", True, 3),
        ("five-below", "", "Cn Cn C", False, 0),
        ("five-below", "", "C C Cg Cg Cs/2", False, 3),
        ("every-family-below", "", "B T N H S Cs/2", True, 3),
        ("every-family-below", "Cs/2", "B T N H S", True, 0),
        ("at-most-three-in-light", "B T N H", "H", True, 3),  # the hares are neutral, so not in the light
        ("at-most-three-in-light", "B T N H", "", True, 0),
        ("two-in-disgrace", "B", "B Bn Ts/4", True, 3),
        ("two-in-disgrace", "Bn", "B B Ts/4", True, 0),
        ("disgrace-carp", "", "", True, 0),
    ],
)
def test_missions_at_the_table(mission: str, above: str, below: str, double: bool, points: int) -> None:
    """CTS-4, CTS-5."""
    held = missions("fewer-stag", mission, "three-spies", "disgrace-nightingale")
    over = game(2, "published", double, None, above=above, below=below, missions=held)
    assert over.scores()[0] == points


def test_an_assassin_is_offered_its_whole_zone() -> None:
    """CTS-16, CTS-17, CTS-18, CTS-27, CTS-28: both sides, no guard, each spy apart, equal cards once, not itself."""
    table = game(zones="queen", hands={"A": "Ta"}, above="H H Ns/3 Tg", below="H Ns/5 Sn", domains={"A": "C", "B": "C"})
    table.play("Ta+")
    assert table.mover == 0
    assert table.choices() == {"spare", "xH+", "xH-", "xSn-", "xs3", "xs5"}
    assert table.position()["assassin"] == "Ta+"


def test_an_assassin_in_a_domain() -> None:
    """CTS-16: that one domain, and before the next card. CTS-17: a removed spy keeps turn and place."""
    turn = game(zones="queen other", hands={"A": "Ta Hn"}, above="C", domains={"A": "N", "B": "Ss/2 B"})
    turn.play("Ta@B")
    assert turn.choices() == {"spare", "xs2", "xB"}
    turn.play("xs2")
    assert turn.position()["removed"] == "Ss/2@B"
    assert turn.position()["domains"]["B"] == "B Ta"
    assert turn.choices() == {"Hn+", "Hn-"}


def test_the_twin_may_go_but_not_the_assassin_itself() -> None:
    """CTS-18."""
    alone = game(zones="queen", hands={"A": "Ta"}, above="H", below="")
    alone.play("Ta+")
    assert alone.choices() == {"spare", "xH+"}
    twins = game(zones="queen", hands={"A": "Ta"}, above="Ta")
    twins.play("Ta+")
    assert twins.choices() == {"spare", "xTa+"}
    twins.play("xTa+")
    assert (twins.position()["above"], twins.position()["removed"]) == ("Ta", "Ta")


@pytest.mark.parametrize("others", ["", "Hg Tg"])
def test_with_guards_only_an_assassin_is_not_asked(others: str) -> None:
    """CTS-29: the turn goes on; after the last card the game is over (CTS-19)."""
    turn = game(zones="queen own", hands={"A": "Ta H"}, domains={"A": others})
    turn.play("Ta@A")
    assert turn.choices() == {"H+", "H-"}
    turn.play("H-")
    assert turn.over and turn.choices() == set()
    assert (turn.position()["mover"], turn.position()["zones"], turn.position()["turn"]) == (None, "", 20)


def test_the_last_assassin_decides_before_the_end() -> None:
    """CTS-19, CTS-20: and a removed spy counts no more."""
    turn = game(zones="own", hands={"A": "Ta"}, above="C T", domains={"A": "Cs/8"})
    turn.play("Ta@A")
    assert not turn.over and turn.position()["zones"] == ""
    spared = turn.copy()
    spared.play("spare")
    turn.play("xs8")
    assert spared.over and turn.over
    assert (spared.scores(), turn.scores()) == ([2, 0], [1, 0])


def test_a_turn_has_one_card_for_each_zone() -> None:
    """CTS-10 to CTS-13: then three cards are drawn and the next player begins."""
    turn = game(3, hands={"A": "T T Bs", "B": "N N N", "C": "S S S"}, pile="Ha H Hn C C C")
    assert turn.choices() == {card + place for card in ("T", "Bs") for place in ("+", "-", "@A", "@B", "@C")}
    turn.play("Bs@C")
    assert turn.choices() == {"T+", "T-", "T@A"}
    turn.play("T@A")
    turn.play("T-")
    position = turn.position()
    assert (position["mover"], position["turn"], position["zones"]) == ("B", 21, "queen own other")
    assert (position["hands"]["A"], position["pile"]) == ("H Hn Ha", "C C C")
    assert position["domains"] == {"A": "T", "B": "", "C": "Bs/20"}


def test_statuses_compare_counted_values() -> None:
    """CTS-21, with a spy in its family's column (CTS-20)."""
    over = game(mover=None, above="Bn T Ns/2 S", below="B B Tn N Cs/4")
    assert list(over.statuses().values()) == [0, -1, 0, 0, 1, -1]


def test_domains_may_cost_points() -> None:
    """CTS-22, CTS-24: nobles twice, neutral families nothing, equal totals share a place."""
    held = {
        "A": ["disgrace-butterfly-hare", "disgrace-butterfly-stag"],
        "B": ["disgrace-toad-hare", "disgrace-toad-stag"],
        "C": ["three-in-light", "three-in-disgrace"],
    }
    over = game(3, mover=None, above="S", below="C", missions=held, domains={"A": "Cn Cs/1 S", "B": "H Hn", "C": ""})
    assert over.scores() == [-2, 0, 0]
    assert over.places() == [3, 1, 1]


def test_worked_example() -> None:
    """CTS-25: 3 + 3 + 5 in the light, -3 in disgrace, carp neutral, one mission of two fulfilled: 10 points."""
    over = game(
        mover=None,
        above="B B T Sn Cn H",
        below="B N N Hn C C",
        domains={"A": "Bn B Tn T Sn Sn S Nn N C Cg", "B": ""},
        missions={
            "A": ["disgrace-nightingale-carp", "three-in-disgrace"],
            "B": ["disgrace-stag-carp", "disgrace-toad-carp"],
        },
    )
    assert list(over.statuses().values()) == [1, 1, -1, -1, 1, 0]
    assert over.scores() == [10, 0]
    assert over.places() == [1, 2]


def test_positions_that_leave_things_out() -> None:
    """the game's notation.md: the defaults, and the rest of the deck is put away."""
    position = game(hands={"A": "Ns B Ta", "B": "T T T"}).position()
    assert position["hands"]["A"] == "B Ta Ns"
    assert len(position["away"].split()) == 84
    assert position["missions"] == {"A": RULEBOOK_MISSIONS[:2], "B": RULEBOOK_MISSIONS[2:4]}
    assert (position["zones"], position["stream"]) == ("queen own other", "0" * 16)
    assert (position["removed"], position["pile"], position["assassin"]) == ("", "", None)


@pytest.mark.parametrize(
    "keys",
    [
        {"hands": {"A": "T T"}},  # not as many cards as zones
        {"hands": {"A": "T T T"}, "above": "T T"},  # five toads without a role
        {"hands": {"A": "T T T"}, "above": "Bs/21"},  # laid after this turn
        {"hands": {"A": "T T T"}, "above": "Bs/3", "below": "Cs/3"},  # two spies in one zone on one turn
        {"hands": {"A": "T T T"}, "pile": "C C C"},  # B's hand is empty, the pile is not
        {"zones": "", "assassin": "Ta+", "above": "Ta Tg"},  # never asked
    ],
)
def test_impossible_positions_are_refused(keys: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        game(**keys)


@pytest.mark.parametrize(("players", "put_away", "turns"), [(2, 30, 10), (3, 18, 8), (4, 6, 7), (5, 0, 6)])
def test_whole_games(players: int, put_away: int, turns: int) -> None:
    """CTS-6, CTS-7, CTS-19: random games last as long as they should, and every position reads back as written."""
    chance = random.Random(players)
    names = [card.name for card in DECK]
    chance.shuffle(names)
    away, names = names[:put_away], names[put_away:]
    hands = {letter: " ".join(names[3 * seat : 3 * seat + 3]) for seat, letter in enumerate("ABCDE"[:players])}
    pile = " ".join(names[3 * players :])
    match = game(players, "published", turn=1, hands=hands, pile=pile, away=" ".join(away))
    movers = cycle(range(players))
    turn = 0
    while not match.over:
        if match.turn != turn:
            turn += 1
            assert (match.turn, match.mover) == (turn, next(movers))
        match.play(chance.choice(sorted(match.choices())))
        assert Referee(match.position()).position() == match.position()
    assert match.turn == turns * players
    assert len(match.scores()) == players


def test_golden_file_is_of_these_walks() -> None:
    """The file is the one that golden.py writes; its smallest walk is done again here."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert [(walk["name"], walk["comment"], walk["position"]) for walk in golden] == WALKS
    smallest = min(golden, key=lambda walk: walk["leaves"])
    walk = perft(smallest["position"])
    assert vars(walk) == {key: smallest[key] for key in vars(walk)}
