"""Writes `walks.json` in the folder of each game: walks of a few small positions, for the engine to agree with.

Run from the root of the repository: python -m tests.referee.golden (all games), or with the names of some games.
"""

import hashlib
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import cour, medici, sun_king
from .perft import perft

FOLDERS = Path(__file__).parents[2] / "src" / "camarilla" / "games"
GOLDEN = FOLDERS / "courtisans" / "walks.json"
MEDICI_GOLDEN = FOLDERS / "medici" / "walks.json"
SUN_KING_GOLDEN = FOLDERS / "sun_king" / "walks.json"
COUR_GOLDEN = FOLDERS / "cour" / "walks.json"


def start(players: int, edition: str, nobles_double: bool, **keys: Any) -> dict[str, Any]:
    """A position that leaves out `away`: the cards named nowhere are put away."""
    options = {"players": players, "edition": edition, "nobles_count_double_in_missions": nobles_double}
    return {"game": "courtisans", "options": options, **keys}


def fewer_and_below(nobles_double: bool) -> dict[str, Any]:
    return start(
        3,
        "published",
        nobles_double,
        turn=22,
        mover="B",
        zones="queen other",
        above="Hn H Nn Sn Ts/4",
        below="Cn C C Bn Ss/9",
        domains={"A": "Hn T Bg", "B": "H H Tn Ca", "C": "Tn S Hs/6"},
        hands={"B": "Cs Hn", "C": "H Ta Cn"},
        missions={
            "A": ["fewer-toad", "disgrace-butterfly"],
            "B": ["fewer-hare", "five-below"],
            "C": ["fewer-carp", "at-most-three-in-light"],
        },
        removed="N Bs/2@A",
    )


WALKS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "two-players-last-round",
        "Two players, the last turn of each, with every role and one assassin; rulebook missions.",
        start(
            2,
            "rulebook",
            True,
            turn=19,
            mover="A",
            above="Tn H N",
            below="C Sg B",
            domains={"A": "Bn S", "B": "N Hg"},
            hands={"A": "T Bs Ng", "B": "Hn C Sa"},
            missions={"A": ["three-in-light", "disgrace-toad-hare"], "B": ["one-neutral", "three-in-disgrace"]},
        ),
    ),
    (
        "two-players-draw",
        "Two players, from the last card of a turn on: each draws once more, the next card of the pile being the first "
        "one written; default missions.",
        start(
            2,
            "published",
            False,
            turn=4,
            mover="B",
            zones="other",
            above="Ts/3",
            domains={"A": "H", "B": "Bn B"},
            hands={"A": "B B B", "B": "Bs"},
            pile="T Ts T Bs N Ba",
        ),
    ),
    (
        "three-players-nobles-double",
        "Three players in the middle of a turn, missions that count cards of a family, nobles count 2 in them.",
        fewer_and_below(True),
    ),
    (
        "three-players-nobles-single",
        "The same position, but nobles count 1 in missions.",
        fewer_and_below(False),
    ),
    (
        "three-players-rulebook",
        "Three players, the last two turns; spies just laid may be removed, and the last card may be an assassin.",
        start(
            3,
            "rulebook",
            True,
            turn=23,
            mover="B",
            above="Bs/3 C",
            below="N S",
            domains={"A": "T", "B": "Cn", "C": "Ts/9 Hn"},
            hands={"B": "Hs Ba N", "C": "Bs Bn Ca"},
            missions={
                "A": ["disgrace-butterfly-hare", "three-in-disgrace"],
                "B": ["disgrace-nightingale-stag", "three-in-light"],
                "C": ["disgrace-butterfly-carp", "disgrace-hare-stag"],
            },
            removed="Ss/1- Ta",
        ),
    ),
    (
        "three-players-draw",
        "Three players, from the last card of a turn on: the mover draws the last three cards and has the last turn.",
        start(
            3,
            "published",
            True,
            turn=21,
            mover="C",
            zones="own",
            above="T Ss/20",
            below="Nn Nn",
            domains={"A": "Ns/19", "B": "Sg", "C": "Sg Sn Sn"},
            hands={"C": "Sn", "A": "N N N", "B": "T T T"},
            missions={
                "A": ["fewer-toad", "five-below"],
                "B": ["fewer-nightingale", "disgrace-toad"],
                "C": ["three-nobles", "two-in-disgrace"],
            },
            pile="S Sa S",
        ),
    ),
    (
        "four-players-twin-decides",
        "Four players, an assassin decides at the Queen's table with its twin beside it, spies on both sides, two of "
        "them of one family, and a guard; a second assassin follows.",
        start(
            4,
            "rulebook",
            True,
            turn=26,
            mover="D",
            zones="own",
            assassin="Ca-",
            above="Ca Ns/3 Hn S S",
            below="Ca Ns/12 Bs/25 Sn Tg",
            domains={"A": "Tg Tg Hg", "B": "N Ss/7 Bn", "C": "Cn H", "D": "Sg"},
            hands={"D": "Hs", "A": "Ta T Bn"},
            missions={
                "A": ["disgrace-toad-carp", "three-in-light"],
                "B": ["disgrace-butterfly-nightingale", "one-neutral"],
                "C": ["disgrace-hare-stag", "disgrace-butterfly-toad"],
                "D": ["three-in-disgrace", "disgrace-nightingale-carp"],
            },
            removed="B Ss/11@D Hs/2+",
        ),
    ),
    (
        "four-players-last-card-decides",
        "Four players, the last card of a turn, an assassin, decides in a domain with two spies of one family; two "
        "turns follow.",
        start(
            4,
            "published",
            True,
            turn=25,
            mover="C",
            zones="",
            assassin="Ba@A",
            above="Bn Hs/25",
            below="N S Bn H",
            domains={"A": "Ba Ba Ns/8 Ns/10 Tn Hg", "B": "Nn Cg", "C": "Bs/3 S Sa", "D": "T Tn"},
            hands={"D": "C C C", "A": "Ca T T"},
            missions={
                "A": ["fewer-nightingale", "disgrace-stag"],
                "B": ["fewer-carp", "two-in-disgrace"],
                "C": ["two-assassins", "every-family-below"],
                "D": ["fewer-toad", "disgrace-toad"],
            },
        ),
    ),
    (
        "five-players-every-condition",
        "Five players in the middle of a turn, one mission of every published condition.",
        start(
            5,
            "published",
            True,
            turn=29,
            mover="D",
            zones="own other",
            above="T T H Sn Nn Hs/6",
            below="Bn B Bn N S C Ts/13",
            domains={
                "A": "Hn Tn C Ns/1",
                "B": "Nn Hn T Bg",
                "C": "Sa Cg H",
                "D": "Bg Tg Hg Sn",
                "E": "Ss/10 Cs/14 Cn",
            },
            hands={"D": "Hg Ns", "E": "Sn Ha Bs"},
            missions={
                "A": ["fewer-hare", "disgrace-stag"],
                "B": ["three-nobles", "every-family-below"],
                "C": ["two-assassins", "five-below"],
                "D": ["four-guards", "at-most-three-in-light"],
                "E": ["three-spies", "two-in-disgrace"],
            },
        ),
    ),
    (
        "five-players-rulebook",
        "Five players, the last turn of the game with two assassins, one of which may be the very last card.",
        start(
            5,
            "rulebook",
            True,
            turn=30,
            mover="E",
            above="Tn Nn Ss/4 Ca",
            below="B H Ns/17 Sg",
            domains={"A": "Tn B N", "B": "Hs/9 Bs/11", "C": "C C Sn", "D": "Hg Hg", "E": "Bs/22 Nn Ha"},
            hands={"E": "Ha Sa Cs"},
            missions={
                "A": ["three-in-light", "disgrace-stag-carp"],
                "B": ["one-neutral", "disgrace-butterfly-stag"],
                "C": ["disgrace-toad-nightingale", "disgrace-nightingale-hare"],
                "D": ["disgrace-toad-stag", "three-in-disgrace"],
                "E": ["disgrace-hare-carp", "disgrace-butterfly-carp"],
            },
        ),
    ),
    (
        "twin-assassins",
        "Two players with five assassins in hand, twins among them, and guards that nobody can remove.",
        start(
            2,
            "rulebook",
            False,
            turn=19,
            mover="A",
            above="Tg",
            below="Bs/2",
            domains={"A": "Sg Cg", "B": "H"},
            hands={"A": "Ta Ta Sn", "B": "Ba Ba Ca"},
        ),
    ),
]


def medici_start(
    edition: str, dukes: bool = False, stuck: str = "mover", jesters: str = "bound", **keys: Any
) -> dict[str, Any]:
    """A complete position of Court of the Medici: the cards named nowhere are discarded."""
    chosen = {"edition": edition, "dukes": dukes, "distinct_start": False, "stuck": stuck, "jesters": jesters}
    return medici.Referee({"game": "medici", "options": {"players": 2, **chosen}, **keys}).position()


def jester_under_a_limit(jesters: str = "bound") -> dict[str, Any]:
    return medici_start(
        "english",
        jesters=jesters,
        mover="R",
        inner=["R3", "G2+RX=10", "G6"],
        outer={"R": [], "G": ["R0"]},
        hands={"R": "R5 R8", "G": "GX G4"},
        limits={"R": 5, "G": 3},
        shown={"R": "R5", "G": "G3"},
    )


def inner_circle_at_stake(edition: str, stuck: str = "mover") -> dict[str, Any]:
    return medici_start(
        edition,
        stuck=stuck,
        mover="G",
        inner=["R4+G2", "R3"],
        outer={"R": ["R2", "R5+G0"], "G": ["G3"]},
        hands={"R": "R1 R9", "G": "G0 G2 G8"},
        limits={"R": 9, "G": 4},
        shown={"R": "R9", "G": "G4"},
    )


MEDICI_WALKS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "english-powers",
        "English, both decks drawn: ministers and ladies-in-waiting on nobles and alliances of all areas.",
        medici_start(
            "english",
            mover="R",
            inner=["R5", "G3+R2", "G8"],
            outer={"R": ["R6"], "G": ["G5+G0"]},
            hands={"R": "R0 R3", "G": "G1 G5"},
            limits={"R": 6, "G": 5},
            shown={"R": "R6", "G": "G5"},
        ),
    ),
    (
        "english-inner-circle",
        "English, a house may be lost from the Inner Circle, by a minister too; the limits leave cards in the hands.",
        inner_circle_at_stake("english"),
    ),
    (
        "french-inner-circle",
        "The same position in the French edition: only an empty Inner Circle ends it, and players pass.",
        inner_circle_at_stake("french"),
    ),
    (
        "english-either-stuck",
        "The same position if either player who cannot play ends the English game.",
        inner_circle_at_stake("english", stuck="either"),
    ),
    (
        "english-jester-both-sides",
        "English, one jester in an alliance that may conspire or be the target; three more turns at most.",
        medici_start(
            "english",
            mover="R",
            inner=["RX=4+R2", "G7"],
            outer={"R": ["R6"], "G": ["G10+R3"]},
            hands={"R": "R5 R9", "G": "G1 G3"},
            limits={"R": 8, "G": 3},
            shown={"R": "R8", "G": "G3"},
        ),
    ),
    (
        "english-jester-under-a-limit",
        "English, one jester at court in a mixed alliance of the Inner Circle, and the player who is next may play "
        "another one, as 1 to 3.",
        jester_under_a_limit(),
    ),
    (
        "english-free-jester-under-a-limit",
        "The same position if a limit does not bind what jesters are worth in the English game.",
        jester_under_a_limit(jesters="free"),
    ),
    (
        "french-jester-under-a-limit",
        "French, a jester of each player in hand, both under limits, one of which is 0.",
        medici_start(
            "french",
            mover="R",
            inner=["R4", "G9"],
            outer={"R": [], "G": ["G4"]},
            hands={"R": "RX R2", "G": "GX G0 G7"},
            limits={"R": 5, "G": 0},
            shown={"R": "R5", "G": "G0"},
        ),
    ),
    (
        "english-run-of-plans",
        "English, the run of plans is at three; any other play begins it anew, and planned cards come back.",
        medici_start(
            "english",
            mover="G",
            inner=["R7", "G7"],
            hands={"R": "R5", "G": "G2"},
            decks={"R": "R2 R9", "G": "G9"},
            known={"R": 1, "G": 1},
            plans={"R": 2, "G": 5},
            run=3,
        ),
    ),
    (
        "french-plans",
        "French, two plans and one plan made: three are allowed, and three of both are a draw.",
        medici_start(
            "french",
            mover="R",
            inner=["R7", "G5"],
            hands={"R": "R2", "G": "G2"},
            decks={"R": "R8 R1", "G": "G0"},
            known={"R": 1, "G": 0},
            plans={"R": 2, "G": 1},
            run=1,
        ),
    ),
    (
        "french-jester-drawn-last",
        "French, the last card of one deck is a jester, which names the limit; the hand is bound by it.",
        medici_start(
            "french",
            mover="R",
            inner=["R6", "G6"],
            hands={"R": "R5 R1", "G": "G10"},
            decks={"R": "RX", "G": ""},
            limits={"R": None, "G": 4},
            shown={"R": None, "G": "G4"},
            plans={"R": 3, "G": 0},
        ),
    ),
    (
        "english-dukes",
        "English with dukes, one of them drawn last (a limit of 15), totals of 15 against it.",
        medici_start(
            "english",
            dukes=True,
            mover="G",
            inner=["R10+G4", "GD", "R9"],
            outer={"R": ["G5+R10"], "G": []},
            hands={"R": "RD R6", "G": "G1 G6 G8"},
            limits={"R": 15, "G": 6},
            shown={"R": "RD", "G": "G6"},
        ),
    ),
    (
        "english-conspiracy-of-jesters",
        "English, a conspiracy has to choose its target: a jester just played under a limit onto another one; two more "
        "at court, which may be targets.",
        medici_start(
            "english",
            mover="R",
            step="target",
            card="RX",
            onto="I2",
            inner=["R8", "GX=2+RX=1", "GX=7+G2"],
            outer={"R": ["RX=5"], "G": ["G9+R6"]},
            hands={"R": "R2", "G": "G10"},
            limits={"R": 4, "G": 8},
            shown={"R": "R4", "G": "G8"},
        ),
    ),
    (
        "french-values-half-named",
        "French, in the middle of naming values: one jester in the conspiracy and three in its target, one of which is "
        "already named; the opponent has passed, so that another turn of the mover follows.",
        medici_start(
            "french",
            mover="G",
            step="values",
            card="G3",
            onto="G1",
            target="I1",
            named=[1],
            inner=["RX=4+GX=7+GX=6+R1", "R2"],
            outer={"R": ["R9"], "G": ["RX=5+G10+G3"]},
            hands={"R": "R10", "G": "G1 G9"},
            limits={"R": 2, "G": 3},
            shown={"R": "R2", "G": "G3"},
            passed={"R": True, "G": False},
        ),
    ),
]


def sun_king_start(players: int, auction_cards: bool = True, bank: str = "limited", **keys: Any) -> dict[str, Any]:
    """A complete position of In the Shadow of the Sun King without chance: when Louis XIV is turned the game ends.

    The cards named nowhere lie under the deck.
    """
    options = {"players": players, "auction_cards_in_majorities": auction_cards, "bank": bank, "seals": "ours"}
    louis = 0 if players == 2 else 1
    return sun_king.Referee({"game": "sun_king", "options": options, "louis": louis, **keys}).position()


SUN_KING_WALKS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "two-players-etiquette",
        "Two players, Etiquette with a small discard pile and against the other's rows, and every gold action.",
        sun_king_start(
            2,
            turn="A",
            rows={"A": {"b": "b b*", "r": "r*"}, "B": {"g": "g", "b": "b*"}},
            gold={"A": 2},
            power={"A": 3, "B": 4},
            deck="y* g Lo",
            discard="p* De r",
        ),
    ),
    (
        "two-players-auction",
        "Two players bid for a Pension that the other one of its kind may pay for.",
        sun_king_start(
            2,
            turn="B",
            phase=2,
            rows={"A": {"y": "y"}, "B": {"r": "r*"}},
            cards={"A": "Pe"},
            gold={"A": 1},
            power={"B": 3},
            deck="Pe g b Lo",
        ),
    ),
    (
        "three-players-debts",
        "Three players, Debts twice in one turn or in two: cards, an auction card or tokens, and seals under cards.",
        sun_king_start(
            3,
            turn="B",
            phase=2,
            rows={"A": {"b": "b*", "y": "y"}, "B": {"g": "g*", "r": "r"}, "C": {"p": "p* p"}},
            cards={"A": "Au", "C": "Di"},
            gold={"A": 1, "B": 1},
            power={"A": 1, "B": 3, "C": 1},
            deck="De r* De y* Lo",
        ),
    ),
    (
        "three-players-cardinal",
        "Three players, a Cardinal whose draw turns up Debts, another Cardinal and an auction; Louis XIV may end it.",
        sun_king_start(
            3,
            turn="C",
            phase=2,
            rows={"A": {"p": "p*"}},
            gold={"B": 1},
            power={"B": 1, "C": 1},
            deck="Ca b De Ca Di p* Lo",
        ),
    ),
    (
        "four-players-duel",
        "Four players with little power: duels, Overlord and gold eliminate one or two, and majorities change at once.",
        sun_king_start(
            4,
            turn="D",
            rows={
                "A": {"b": "b", "g": "g", "p": "p"},
                "B": {"g": "g*", "r": "r r*"},
                "C": {"y": "y", "b": "b*"},
                "D": {"g": "g", "r": "r", "y": "y*"},
            },
            cards={"B": "Di", "D": "Ov"},
            gold={"A": 1, "D": 1},
            power={"A": 1, "C": 1, "D": 2},
            deck="b Lo",
        ),
    ),
    (
        "five-players-shared",
        "Five players, three of whom share the majority in Intrigue; the bank has one gold and two power points.",
        sun_king_start(
            5,
            turn="E",
            phase=2,
            rows={"A": {"p": "p*"}, "B": {"g": "g"}, "C": {"p": "p"}, "E": {"p": "p"}},
            gold={"B": 9, "C": 6, "D": 4},
            power={"A": 20, "B": 10, "C": 9, "D": 10, "E": 9},
            deck="Ca De r Ca Lo",
        ),
    ),
    (
        "three-players-medal",
        "Three players, one with Medal, Influence and Conspiracy: before each card, when taking one or two, and after.",
        sun_king_start(
            3,
            turn="A",
            phase=2,
            rows={"A": {"g": "g"}},
            cards={"A": "In Me Co"},
            power={"A": 1, "B": 1, "C": 1},
            deck="b r b* De b Lo",
        ),
    ),
    (
        "three-players-options",
        "Three players, auction cards do not count for majorities and the bank is unlimited.",
        sun_king_start(
            3,
            auction_cards=False,
            bank="unlimited",
            turn="C",
            rows={"A": {"g": "g"}, "B": {"p": "p*"}, "C": {"b": "b"}},
            cards={"A": "Ov Di", "B": "In", "C": "Au Pe Pe"},
            gold={"B": 1},
            power={"A": 2, "B": 1, "C": 7},
            deck="b b* Lo",
        ),
    ),
    (
        "four-players-gold",
        "Three of four players are left, in phase 3: a draw that turns up a Cardinal and Debts, and Conspiracy.",
        sun_king_start(
            4,
            turn="B",
            phase=3,
            rows={"A": {"p": "p", "r": "r"}, "B": {"g": "g*"}, "C": {"p": "p*"}},
            cards={"B": "Co"},
            out=["D"],
            gold={"A": 1, "B": 2},
            power={"B": 1, "C": 1},
            deck="Ca De p y Lo",
        ),
    ),
    (
        "three-players-paying",
        "Three players, in the middle of paying for a Medal that the draw of a Cardinal turned up; a second Cardinal "
        "follows in the same draw, and Debts are waiting.",
        sun_king_start(
            3,
            turn="A",
            phase=2,
            step="pay",
            rows={"A": {"b": "b b*"}, "B": {"p": "p p*"}, "C": {"r": "r"}},
            cards={"B": "Pe"},
            open="g y*",
            waiting="De",
            frames=[
                {"card": "Ca", "by": "A", "left": "B"},
                {"draw": "B"},
                {"card": "Me", "by": "B", "left": "B", "bid": 5, "bidder": "B", "paid": 1},
            ],
            gold={"A": 1},
            power={"B": 1},
            deck="Ca r* Lo",
            discard="In",
        ),
    ),
]


def cour_set(table: str) -> str:
    """A set of characters as it is recorded, from lines "name | type | base | cost | prestige | power"."""
    entries = []
    for line in filter(str.strip, table.splitlines()):
        name, kind, base, cost, prestige, power = (field.strip() for field in line.split("|"))
        entries.append(f'[[character]]\nen = "{name}"\ntype = "{kind}"\nbase = "{base}"\n')
        entries.append(f'cost = {cost}\nprestige = {prestige}\npower = "{power}"\n\n')
    text = "".join(entries)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}\n{text}"


GUILD = cour_set(
    """
    Banker      | merchant | merchant | 4 | 2 | pay 1 gold; between turns: gain 2 any
    Seller      | merchant | cleric   | 2 | 0 | sell 2
    Pedlar      | merchant | neutral  | 2 | 0 | pay 1 any, gain 2 any
    Mason       | artisan  | artisan  | 3 | 3 | cheaper 2 for artisan or warrior
    Miner       | artisan  | warrior  | 2 | 1 | gain 1 steel
    Printer     | artisan  | scholar  | 2 | 1 | draw 2, discard 1
    Carpenter   | artisan  | neutral  | 2 | 1 | anywhere
    Bombardier  | warrior  | artisan  | 4 | 2 | once: between turns: remove 2
    Knight      | warrior  | noble    | 4 | 4 |
    Scout       | warrior  | scholar  | 2 | 1 | look 3 take 2
    Raider      | warrior  | neutral  | 3 | 1 | between turns: steal 2
    Marshal     | noble    | warrior  | 5 | 4 | once: gain 1 any; between turns: levy 1 steel, gain 1 any
    Counsellor  | noble    | scholar  | 3 | 2 | move
    Treasurer   | noble    | neutral  | 3 | 1 | end: 1 per 2 resources, 1 per 3 gold
    Inquisitor  | cleric   | warrior  | 4 | 3 | between turns: purge 2
    Monk        | cleric   | cleric   | 2 | 1 | recover 1, gain 1 ruby
    Pilgrim     | cleric   | neutral  | 3 | 0 | end: 1 per 2 types, 1 per 2 bases, 1 per 1 height
    Strategist  | scholar  | warrior  | 3 | 2 | draw 1, keep 2
    Philosopher | scholar  | noble    | 5 | 2 | end: 1 per 3 cards, 2 per 1 rows
    Librarian   | scholar  | scholar  | 3 | 2 | reserve 2
    Forger      | rogue    | artisan  | 2 | 1 | once: gain 2 any
    Penitent    | rogue    | cleric   | 2 | 2 | end: 1 per 1 parents of noble or cleric, 1 per 2 cards on neutral
    Charlatan   | rogue    | scholar  | 2 | 1 | cheaper 1, discard 1
    Actor       | rogue    | neutral  | 3 | 2 | copy
    """
)


def cour_start(players: int, options: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A complete position of Cour, in the last round unless told otherwise; cards named nowhere lie under the deck."""
    chosen = {"players": players, "base": 4, "characters": GUILD} | options
    return cour.Referee({"game": "cour", "options": chosen, "round": cour.LAST_ROUND, **keys}).position()


def purse(gold: int = 0, steel: int = 0, ruby: int = 0) -> dict[str, int]:
    return {"gold": gold, "steel": steel, "ruby": ruby}


COUR_WALKS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "in-order",
        "Two players in order, B first: enrol, dismiss, the surcharge, any two cards, and a move.",
        cour_start(
            2,
            {"turns": "in_order"},
            resources={"B": purse(0, 5, 0)},
            hands={"B": ["Miner", "Miner<"]},
            pyramids={
                "A": {"a2": "Knight", "a3": "Counsellor", "b2": "Treasurer"},
                "B": {"a1": "Mason", "a2": "Knight", "a3": "Monk", "b2": "Carpenter"},
            },
            enrolled={"B": ["a1", "a3"]},
            enrolments={"B": 2},
        ),
    ),
    (
        "simultaneous",
        "Two players at the same time, from the income on, with Rogues paid for and refunded in any resource.",
        cour_start(
            2,
            {},
            phase="income",
            resources={"A": purse(1, 1, 1), "B": purse(0, 1, 2)},
            hands={"A": ["Forger"], "B": ["Monk"]},
            pyramids={"B": {"a1": "Penitent"}},
        ),
    ),
    (
        "cards",
        "Two players at the same time: drawing, looking, selling and the discard pile, with known cards.",
        cour_start(
            2,
            {},
            hands={"A": ["Knight"], "B": ["Actor<"]},
            kept={"A": ["Knight!"]},
            pyramids={
                "A": {"a2": "Printer", "a3": "Scout", "b2": "Raider"},
                "B": {"a2": "Seller", "a3": "Monk", "b2": "Raider"},
            },
            enrolled={"A": ["b2"], "B": ["b2"]},
            enrolments={"A": 1, "B": 1},
            discard=["Pilgrim", "Philosopher"],
        ),
    ),
    (
        "set-aside",
        "Two players in the last round but one: cards set aside come back, and there is a hand limit.",
        cour_start(
            2,
            {"hand_limit": 2, "surcharge": 0},
            round=cour.LAST_ROUND - 1,
            done="B",
            hands={"A": ["Knight!"]},
            pyramids={"A": {"a1": "Strategist"}},
            deck=["Knight", "Marshal", "Bombardier", "Bombardier", "Marshal", "Inquisitor"],
        ),
    ),
    (
        "reserved",
        "Two players in order, in the last two rounds: reserved cards come to hand, and the first seat moves on.",
        cour_start(
            2,
            {"turns": "in_order"},
            round=cour.LAST_ROUND - 1,
            pyramids={"A": {"a1": "Librarian"}, "B": {"a1": "Librarian"}},
            deck=["Knight", "Marshal", "Bombardier", "Inquisitor", "Marshal", "Strategist"],
        ),
    ),
    (
        "effects",
        "Three players with effects of their own, in the middle of the turns of the last round; C decides their order.",
        cour_start(
            3,
            {},
            done="C",
            resources={"A": purse(1, 0, 0), "B": purse(0, 1, 0), "C": purse(1, 0, 0)},
            hands={"A": ["Knight", "Seller"], "B": ["Marshal"], "C": ["Monk", "Miner"]},
            pyramids={
                "A": {"a1": "Raider", "a3": "Forger"},
                "B": {"a2": "Inquisitor"},
                "C": {"a1": "Marshal", "a2": "Knight", "b1": "Actor"},
            },
            enrolled={"A": ["a3"]},
            enrolments={"A": 1},
            used={"C": ["a1", "b1"]},
            pending={"C": ["Bombardier", "Marshal"]},
        ),
    ),
    (
        "inverted",
        "Two players in order, pyramids that grow downward, Rogues and Neutral cards turned upside down.",
        cour_start(
            2,
            {"turns": "in_order", "inverted": True},
            resources={"A": purse(0, 3, 0), "B": purse(1, 0, 4)},
            hands={"A": ["Forger", "Mason"], "B": ["Charlatan", "Pilgrim"]},
            pyramids={
                "A": {"a1": "Bombardier", "a2": "Mason"},
                "B": {"a1": "Librarian", "a2": "Raider", "a3": "Penitent", "b2": "Pilgrim"},
            },
            enrolled={"B": ["a1", "b2"]},
            enrolments={"B": 2},
            used={"A": ["a1"]},
        ),
    ),
    (
        "actor",
        "Two players, an Actor that may copy a power of each kind, and another one that has copied once already.",
        cour_start(
            2,
            {},
            resources={"A": purse(2, 0, 0), "B": purse(1, 0, 0)},
            pyramids={
                "A": {"a1": "Banker", "a2": "Forger", "b1": "Actor"},
                "B": {"a1": "Marshal", "a2": "Pedlar", "b1": "Actor"},
            },
            used={"A": ["a2"], "B": ["a1", "b1"]},
            activated={"A": ["a1"]},
        ),
    ),
    (
        "complete",
        "Two players without Rogues; one completes the pyramid in the fifth round, and then cards are removed.",
        cour_start(
            2,
            {"rogues": False, "turns": "in_order"},
            round=5,
            done="A",
            completed=True,
            resources={"A": purse(1, 0, 1), "B": purse(0, 3, 1)},
            hands={"B": ["Miner"]},
            pyramids={
                "A": {
                    "a1": "Miner",
                    "a2": "Knight",
                    "a3": "Monk",
                    "a4": "Librarian",
                    "b1": "Inquisitor",
                    "b2": "Monk",
                    "b3": "Librarian",
                    "c1": "Treasurer",
                    "c2": "Pilgrim",
                    "d1": "Carpenter",
                },
                "B": {"a1": "Bombardier", "a2": "Raider", "b1": "Carpenter"},
            },
            enrolled={"A": ["d1"]},
            enrolments={"A": 1},
            used={"B": ["a1"]},
            activated={"B": ["a1"]},
            pending={"B": ["Bombardier"]},
        ),
    ),
]

GAMES = {
    "cour": (COUR_GOLDEN, COUR_WALKS),
    "courtisans": (GOLDEN, WALKS),
    "medici": (MEDICI_GOLDEN, MEDICI_WALKS),
    "sun_king": (SUN_KING_GOLDEN, SUN_KING_WALKS),
}


def main() -> None:
    for game in sys.argv[1:] or GAMES:
        path, walks = GAMES[game]
        golden = []
        for name, comment, position in walks:
            walk = perft(position)
            print(f"{name}: {walk.leaves} leaves, nodes {walk.nodes_by_depth}, sums {walk.sums}")
            golden.append({"name": name, "comment": comment, "position": position, **asdict(walk)})
        path.write_text(json.dumps(golden, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
