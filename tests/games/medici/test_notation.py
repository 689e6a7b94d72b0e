"""Moves as they are written, said and refused (the game's notation.md)."""

from __future__ import annotations

import pytest

import camarilla
from camarilla import IllegalMove, Match
from camarilla.engine.words import LANGUAGES
from tests.games.medici.positions import moves, played, refusal, starting, table

COURT = "R6 G6+RX=3 G9|R4|G5+R0"


def said(match: Match, seat: int | None) -> tuple[str, list[str]]:
    """The last move as somebody saw it, in notation and in both languages."""
    sight = match.log(seat)[-1]
    return sight.move, [sight.message.text(language) for language in LANGUAGES]


# --- Reading ---


@pytest.mark.parametrize("text", ["7", " 7 ", "R7", "r 7"])
def test_a_card_is_taken_by_its_value(text: str) -> None:
    assert played(table(COURT, "R7 R10"), text).position()["card"] == "R7"


@pytest.mark.parametrize(("text", "label"), [("i 2", "I2"), ("I2!", "I2!"), ("g1", "G1"), ("SEND", "send")])
def test_capitals_and_spaces_do_not_matter(text: str, label: str) -> None:
    assert played(table(COURT, "R3 RX"), "x", text).steps[-1].move == label


def test_longer_moves_read_as_written() -> None:
    match = played(table(COURT, "RX"), "X", "R1 !", "x i 3", "x 1 = 10")
    assert [step.move for step in match.steps] == ["X", "R1!", "xI3", "X1=10"]
    assert played(starting("R5 R5 R0 R1 G2 G3 G4 G5"), " SWAP5 ").steps[-1].move == "swap 5"


@pytest.mark.parametrize("text", ["", "pass", "77", "I", "I0x", "!I3", "xx", "X=3", "limit", "swap 11", "²", "\x00"])
def test_what_cannot_be_read_is_refused_with_examples(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        table(COURT, "R7").play(text)
    assert all(repr(text) in refused.value.text(language) and "I3!" in str(refused.value) for language in LANGUAGES)


# --- What the other sees ---


def test_a_card_taken_is_seen_only_when_it_is_played() -> None:
    match = played(table(COURT, "R7"), "7")
    assert [len(match.log(seat)) for seat in (0, 1, None)] == [1, 0, 0]
    match.play("send")
    assert said(match, 1)[0] == said(match, None)[0] == "R7>send"
    assert said(match, 0)[1] == said(match, 1)[1]
    assert said(match, 1)[1][0] == "Della Rovere sends the Knight (7) to the Outer Court."


@pytest.mark.parametrize(
    ("card", "place", "seen", "english", "french"),
    [
        (
            "7",
            "I1",
            "R7>I1",
            "allies the Knight (7) to the Banker (6) in the Inner Circle.",
            "allie le Chevalier (7) avec le Banquier (6) au Premier Cercle.",
        ),
        (
            "0",
            "I2",
            "R0>I2",
            "allies the Minister (0) to the Jester (X=3) and another "
            "in the Inner Circle: they are all discarded, and he stays.",
            "allie le Ministre (0) avec le Bouffon (X=3) et un autre "
            "au Premier Cercle\u00a0: tous sont défaussés, et lui reste.",
        ),
        (
            "1",
            "R1",
            "R1>R1",
            "allies the Lady-in-Waiting (1) to the Playwright (4) in the Outer Court "
            "of Della Rovere: they are separated, each stands alone.",
            "allie la Muse (1) avec le Dramaturge (4) dans la Cour extérieure de "
            "Della Rovere\u00a0: tous se séparent et restent isolés.",
        ),
        (
            "5",
            "R1!",
            "R5>R1!",
            "has the Architect (5) conspire with the Playwright (4) in the Outer Court of Della Rovere.",
            "fait conspirer l’Architecte (5) avec le Dramaturge (4) dans la Cour extérieure de Della Rovere.",
        ),
    ],
)
def test_how_a_card_is_played_is_told(card: str, place: str, seen: str, english: str, french: str) -> None:
    match = played(table(COURT, "R7 R0 R1 R5"), card, place)
    assert said(match, 1) == (seen, [f"Della Rovere {english}", f"Della Rovere {french}"])
    assert said(match, 0) == (place, [f"Della Rovere {english}", f"Della Rovere {french}"])


def test_of_a_plan_nobody_is_told_the_card() -> None:
    match = played(table(COURT, "R7"), "7", "plan")
    for seat in (0, 1, None):
        move, texts = said(match, seat)
        assert move == "plan" and not any("7" in text or "Guardi" in text for text in texts)


def test_the_poet_has_no_name() -> None:
    match = table(COURT, "G4", mover="G")
    assert [choice.text() for choice in match.choices()] == ["play the Poet (4)"]


def test_twins_in_one_area_are_told_apart() -> None:
    match = played(table("R6 R6 G9||", "R7"), "7")
    texts = [choice.text(language) for choice in match.choices() for language in LANGUAGES]
    assert len(set(texts)) == len(texts)


# --- Why not ---


@pytest.mark.parametrize(
    ("steps", "move", "clause"),
    [
        ([], "8", "MED-8"),  # not in hand
        ([], "I1", "MED-8"),  # which card?
        ([], "xI1", "MED-11"),
        ([], "X1=4", "MED-28"),
        ([], "done", "MED-28"),
        ([], "limit 4", "MED-20"),
        ([], "stop", "MED-7"),
        (["7"], "3", "MED-8"),  # one card a turn
        (["7"], "I4", "MED-10"),  # no such stack
        (["7"], "G0", "MED-10"),
        (["10"], "I3!", "MED-11"),  # 19: nothing is worth that
        (["3", "I1!"], "xI1", "MED-13"),
        (["3", "I1!"], "xR1", "MED-11"),  # 9 against 4
        (["3", "I1!"], "send", "MED-11"),  # whom?
        (["3", "R1"], "send", "MED-28"),  # values first
        (["3", "R1"], "X1=3", "MED-28"),  # it is 3
        (["3", "R1"], "X2=3", "MED-28"),
        (["3", "R1"], "X9=3", "MED-28"),
        (["3", "R1"], "X1=11", "MED-27"),
        (["3", "R1", "X1=4"], "X1=5", "MED-28"),  # named
        (["3", "I1!", "xI2"], "X1=4", "MED-28"),  # 9 against 6 + 4
    ],
)
def test_what_is_not_possible_is_refused_with_its_clause(steps: list[str], move: str, clause: str) -> None:
    assert refusal(played(table(COURT, "R3 R7 R10"), *steps), move) == clause


def test_limits_and_plans_are_refused_with_their_clauses() -> None:
    spent = {"decks": {"R": ""}, "limits": {"R": 4}}
    assert refusal(table(COURT, "R7 R3", **spent), "7") == "MED-18"
    assert refusal(played(table(COURT, "R7 R3", **spent), "3"), "plan") == "MED-19"
    assert refusal(played(table(COURT, "RX", **spent), "X", "send"), "X2=5") == "MED-21"
    none = {"decks": {"R": ""}, "limits": {"R": 0}}
    assert refusal(table(COURT, "RX R0", **none), "X") == "MED-21"
    assert refusal(played(table(COURT, "R3", edition="french", plans={"R": 3}), "3"), "plan") == "MED-17"
    assert refusal(starting("R5 R5 R0 R1 G2 G3 G4 G5"), "swap 0") == "MED-7"
    assert refusal(starting("R5 R5 R0 R1 G2 G3 G4 G5"), "5") == "MED-7"


def test_the_two_houses_have_letters_of_their_own() -> None:
    match = played(table(COURT, "R7"), "7", "send", "done")
    record = match.record()
    assert record["moves"] == ["R 7", "R send", "R done"]
    assert camarilla.load(record).state.tobytes() == match.state.tobytes()
    assert moves(match) == ["2"]
