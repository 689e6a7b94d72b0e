"""What is not possible is refused: with the right error, in words of both languages that say what is wrong and what
would be right, and with nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import camarilla
from camarilla import BadOption, BadPosition, BadRecord, CamarillaError, CannotUndo, IllegalMove, UnknownGame
from camarilla.engine.words import LANGUAGES
from tests.samples import GAME

COURT = camarilla.game(GAME, players=3)


def refusal(kind: type[CamarillaError], act: Callable[..., Any], *arguments: Any, **options: Any) -> CamarillaError:
    with pytest.raises(CamarillaError) as caught:
        act(*arguments, **options)
    assert type(caught.value) is kind
    return caught.value


def assert_says(error: CamarillaError, *parts: str) -> None:
    """In either language the text has all the parts, and it is not the same text."""
    texts = [error.text(language) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES), texts
    for text in texts:
        assert not [part for part in parts if part not in text], text


def opening(moves: int = 0) -> camarilla.Match:
    """A match with seed 7 in which the first choice was taken so many times."""
    match = COURT.new(7)
    for _ in range(moves):
        match.play(match.choices()[0])
    return match


def finished() -> camarilla.Match:
    match = COURT.new(7)
    while not match.over:
        match.play(match.choices()[0])
    return match


def refused_by(match: camarilla.Match, kind: type[CamarillaError], act: str, *arguments: Any) -> CamarillaError:
    """The refusal of a match, which stays as it was."""
    before = match.state.tobytes(), match.record(), match.log()
    error = refusal(kind, getattr(match, act), *arguments)
    assert (match.state.tobytes(), match.record(), match.log()) == before
    return error


# --- Games and options ---


@pytest.mark.parametrize("name", ["chess", "", GAME.title() + " ", None, 3, [GAME]])
def test_an_unknown_game_is_refused(name: Any) -> None:
    assert_says(refusal(UnknownGame, camarilla.game, name), repr(name), GAME)


@pytest.mark.parametrize("name", ["seats", "Players", "self", "name", "game", "chosen"])
def test_an_unknown_option_is_refused(name: str) -> None:
    error = refusal(BadOption, camarilla.game, GAME, **{name: 3})
    assert_says(error, repr(name), "players, edition, nobles_count_double_in_missions")


@pytest.mark.parametrize(
    ("option", "value", "right"),
    [
        ("players", 1, "2, 3, 4, 5"),
        ("players", 6, "2, 3, 4, 5"),
        ("players", "3", "2, 3, 4, 5"),
        ("players", True, "2, 3, 4, 5"),
        ("players", 3.0, "2, 3, 4, 5"),
        ("players", None, "2, 3, 4, 5"),
        ("edition", 1, "rulebook, published"),
        ("edition", "Published", "rulebook, published"),
        ("edition", ["published"], "rulebook, published"),
        ("nobles_count_double_in_missions", 1, "true, false"),
        ("nobles_count_double_in_missions", "true", "true, false"),
    ],
)
def test_an_impossible_value_of_an_option_is_refused(option: str, value: Any, right: str) -> None:
    assert_says(refusal(BadOption, camarilla.game, GAME, **{option: value}), option, repr(value), right)


@pytest.mark.parametrize("name", ["fast", 1, ""])
def test_an_unknown_runtime_is_refused(name: Any) -> None:
    assert_says(refusal(BadOption, camarilla.game, GAME, runtime=name), repr(name), "interpreted, compiled")


@pytest.mark.parametrize("seed", [-1, 2**64, "x", "7", True, 1.0, None])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    assert_says(refusal(BadOption, COURT.new, seed), repr(seed), "0", "2^64 - 1")
    assert_says(refused_by(opening(5), BadOption, "redeal", 0, seed), repr(seed), "0", "2^64 - 1")


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_first_and_the_last_seed_will_do(seed: int) -> None:
    assert COURT.new(seed).redeal(0, seed).waiting


# --- Moves and seats ---


@pytest.mark.parametrize("seat", [7, 3, -1, "A", True, 1.0])
def test_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    match = opening(4)
    for act in ("choices", "view", "log", "observe", "undo"):
        assert_says(refused_by(match, IllegalMove, act, seat), repr(seat), "0", "2")
    assert_says(refused_by(match, IllegalMove, "play", match.choices()[0], seat), repr(seat), "0", "2")
    assert_says(refused_by(match, IllegalMove, "redeal", seat, 1), repr(seat), "0", "2")


def test_a_spectator_has_no_observation() -> None:
    assert_says(refused_by(opening(), IllegalMove, "observe", None), "None", "0", "2")


@pytest.mark.parametrize("text", ["", "pass", "Tg", "Tg*", "Zz+", "Tg+ please", "\x00", "é@Ａ", "xs" + "9" * 5000])
def test_a_move_that_cannot_be_read_is_refused(text: str) -> None:
    assert_says(refused_by(opening(), IllegalMove, "play", text), repr(text), "Tg+")


@pytest.mark.parametrize("move", [None, 1.0, True, ["Tg+"], b"Tg+"])
def test_what_is_no_move_at_all_is_refused(move: Any) -> None:
    assert_says(refused_by(opening(), IllegalMove, "play", move), repr(move), "notation")


@pytest.mark.parametrize("action", [-1, 295, 10**30])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    assert_says(refused_by(opening(), IllegalMove, "play", action), str(action), "0", "294")


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    match = COURT.at({"hands": {"A": "T Ng Bs", "B": "H H H", "C": "C C C"}})
    for move, clause, parts in [
        ("Cn+", "CTS-10", ("A",)),
        ("T@D", "CTS-10", ("D",)),
        ("xH", "CTS-16", ("Assassin".lower(),)),
        ("xs7", "CTS-16", ()),
        ("spare", "CTS-16", ()),
    ]:
        error = refused_by(match, IllegalMove, "play", move)
        assert error.clause == clause
        assert_says_loosely(error, clause, *parts)
    match.play("T+")
    error = refused_by(match, IllegalMove, "play", "Ng-")
    assert_says(error, "CTS-10")


def assert_says_loosely(error: CamarillaError, *parts: str) -> None:
    for language in LANGUAGES:
        assert all(part.lower() in error.text(language).lower() for part in parts)


def test_an_assassin_has_to_decide_first() -> None:
    match = COURT.at({"hands": {"A": "Ta Ng Bs", "B": "H H H", "C": "C C C"}, "above": "Tg H Ns/1", "turn": 4})
    match.play("Ta+")
    for move, clause in [
        ("Ng@A", "CTS-16"),
        ("xTg+", "CTS-18"),
        ("xTa+", "CTS-18"),
        ("xNs+", "CTS-27"),
        ("xs2", "CTS-27"),
        ("xC-", "CTS-16"),
    ]:
        assert_says(refused_by(match, IllegalMove, "play", move), clause)


def test_a_move_out_of_turn_is_refused() -> None:
    match = opening()
    (mover,) = match.waiting
    other = (mover + 1) % 3
    error = refused_by(match, IllegalMove, "play", match.choices()[0].id, other)
    assert_says(error, "ABC"[other], "ABC"[mover])
    assert match.choices(other) == []


def test_nothing_can_be_done_after_the_end() -> None:
    match = finished()
    for move in ("Tg+", 0, "nonsense"):
        error = refused_by(match, IllegalMove, "play", move)
        assert error.text("en") == "the match is over"
        assert error.text("fr") == "la partie est terminée"
    assert match.choices(0) == []
    refused_by(match, IllegalMove, "choices")


def test_where_there_is_nothing_to_take_back_it_is_refused() -> None:
    match = opening()
    for seat in (None, 0, 1, 2):
        assert_says(refused_by(match, CannotUndo, "undo", seat), "ABC"[seat or 0])


def test_what_brought_something_to_light_is_not_taken_back() -> None:
    match = COURT.at({"hands": {"A": "T Ng B", "B": "H H H", "C": "C C C"}, "pile": "S S S"})
    for move in ("T+", "Ng@A", "B@B"):
        match.play(move)
    assert_says(refused_by(match, CannotUndo, "undo"), "B@B")


def test_languages_that_are_not_spoken_are_refused() -> None:
    with pytest.raises(ValueError, match="no language 'de'; there are: en, fr"):
        opening().choices()[0].text("de")


# --- Positions ---


def whole_position() -> dict[str, Any]:
    return opening(10).position()


def edited(**changes: Any) -> dict[str, Any]:
    return {**whole_position(), **changes}


def cards(text: str, *more: str) -> str:
    return " ".join([*text.split(), *more])


def test_a_card_too_many_or_too_few_is_refused() -> None:
    position = whole_position()
    away = position["away"].split()
    many = refusal(BadPosition, COURT.at, edited(away=cards(position["away"], "Ts")))
    few = refusal(BadPosition, COURT.at, edited(away=" ".join(away[1:])))
    swapped = refusal(BadPosition, COURT.at, edited(away=" ".join([*away[1:], "Ts" if away[0] != "Ts" else "Cs"])))
    assert_says(many, "3 x Ts", "2", "CTS-2")
    assert_says(few, away[0], "away", "CTS-2")
    assert_says(swapped, "CTS-2")
    assert_says(refusal(BadPosition, COURT.at, {"hands": {"A": "Ts Ts Ts"}}), "3 x Ts", "2", "CTS-2")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"game": "chess"}, ["chess", GAME]),
        ({"options": {"players": 2}}, ["{'players': 2}", "'players': 3"]),
        ({"deck": "T"}, ["'deck'", "pile"]),
        ({"mover": "D"}, ["mover", "'D'", "ABC"]),
        ({"mover": 0}, ["mover", "0", "ABC"]),
        ({"mover": "AB"}, ["mover", "'AB'", "ABC"]),
        ({"turn": 0}, ["turn", "0", "1"]),
        ({"turn": True}, ["turn", "True"]),
        ({"turn": 31}, ["turn", "31"]),
        ({"zones": "queen queen"}, ["zones", "queen own other"]),
        ({"zones": ""}, ["zones", "queen own other"]),
        ({"zones": 3}, ["zones", "3", "queen own other"]),
        ({"hands": {"D": "T"}}, ["hands", "ABC"]),
        ({"hands": {"AB": "T T T"}}, ["hands", "ABC"]),
        ({"hands": {"": "T T T"}}, ["hands", "ABC"]),
        ({"hands": {1: "T"}}, ["hands", "ABC"]),
        ({"hands": "T T T"}, ["hands", "ABC"]),
        ({"hands": {"A": ["T"]}}, ["hands", "B Tn Cs"]),
        ({"hands": {"A": "Tx"}}, ["hands", "'Tx'", "B Tn Cs"]),
        ({"hands": {"A": "T T T T"}}, ["hands", "3"]),
        ({"domains": []}, ["domains", "ABC"]),
        ({"above": "Ns"}, ["above", "'Ns'", "Ns/3"]),
        ({"above": "Ns/" + "9" * 5000}, ["above", "Ns/3"]),
        ({"above": None}, ["above", "None", "Ns/3"]),
        ({"removed": "Tg"}, ["removed", "'Tg'", "Ns/3+"]),
        ({"removed": "Ns/1"}, ["removed", "'Ns/1'", "Ns/3+"]),
        ({"assassin": "Tg+"}, ["assassin", "'Tg+'", "Ca-"]),
        ({"assassin": 5}, ["assassin", "5", "Ca-"]),
        ({"missions": {"A": ["one-neutral"]}}, ["missions", "one-neutral", "three-in-light"]),
        ({"missions": {"A": ["x", "y"]}}, ["missions", "'x'", "three-in-light"]),
        ({"stream": "12"}, ["stream", "'12'", "16"]),
        ({"stream": 12}, ["stream", "12", "16"]),
        ({"pile": "T"}, ["pile", "'T'"]),
        ({"first": "Z"}, ["first", "'Z'"]),
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any], parts: list[str]) -> None:
    plain = {"hands": {"A": "T Ng B", "B": "H H H", "C": "C C C"}}
    assert COURT.at(plain).waiting == (0,)
    assert_says(refusal(BadPosition, COURT.at, {**plain, **changes}), *parts)


@pytest.mark.parametrize("position", [None, "T", [1], 3])
def test_what_is_no_position_at_all_is_refused(position: Any) -> None:
    assert_says(refusal(BadPosition, COURT.at, position), repr(position), "JSON")


def test_hands_have_to_fit_the_turn() -> None:
    for hands, wrong in [
        ({"A": "T Ng", "B": "H H H", "C": "C C C"}, "Ng T"),
        ({"A": "T Ng B", "B": "H H", "C": "C C C"}, "H H"),
        ({"A": "T Ng B", "C": "C C C"}, "C C C"),
    ]:
        assert_says(refusal(BadPosition, COURT.at, {"hands": hands}), "hands", wrong)


def test_spies_have_to_fit_the_turns() -> None:
    plain = {"hands": {"A": "T Ng B", "B": "H H H", "C": "C C C"}}
    late = refusal(BadPosition, COURT.at, {**plain, "above": "Ns/2"})
    assert_says(late, "2", "1", "CTS-10")
    assert_says(refusal(BadPosition, COURT.at, {**plain, "turn": 4, "above": "Ns/2", "below": "Ts/2"}), "2", "CTS-10")


# --- Records ---


def record(**changes: Any) -> dict[str, Any]:
    return {**opening(8).record(), **changes}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in record().items() if name != key}


def refused(found: Any, kind: type[CamarillaError] = BadRecord) -> CamarillaError:
    """The refusal of a record and, where it has one, of its JSON text."""
    error = refusal(kind, camarilla.load, found)
    if isinstance(found, dict):
        text = refusal(kind, camarilla.load, json.dumps(found))
        assert [text.text(language) for language in LANGUAGES] == [error.text(language) for language in LANGUAGES]
    return error


def test_a_truncated_record_is_refused() -> None:
    text = json.dumps(record(), indent=1)
    for end in range(1, len(text), 7):
        assert_says(refused(text[:end]), "JSON", str(text[:end].count("\n") + 1))
    assert_says(refused(""), "JSON", "1")


@pytest.mark.parametrize("found", [[], None, 3, '"text"', "[]"])
def test_what_is_no_record_at_all_is_refused(found: Any) -> None:
    assert_says(refused(found), "JSON")


@pytest.mark.parametrize("form", [0, 3, "1", True, 1.0, None])
def test_another_format_is_refused(form: Any) -> None:
    assert_says(refused(record(camarilla=form)), repr(form), "1, 2")


@pytest.mark.parametrize("key", ["camarilla", "game", "options", "moves"])
def test_a_record_that_lacks_something_is_refused(key: str) -> None:
    assert_says(refused(without(key)), repr(key))


@pytest.mark.parametrize("key", ["move", "Seed", "", "runtime"])
def test_a_record_with_something_unknown_is_refused(key: str) -> None:
    assert_says(refused(record(**{key: 1})), repr(key), "moves", "position")


@pytest.mark.parametrize(
    ("key", "value"),
    [("game", 3), ("options", [3]), ("options", "x"), ("moves", "A T+"), ("moves", {}), ("moves", None), ("end", 3)],
)
def test_a_part_of_the_wrong_kind_is_refused(key: str, value: Any) -> None:
    assert_says(refused(record(**{key: value})), repr(key), repr(value))


def test_a_record_has_a_seed_or_a_position() -> None:
    both, neither = record(position=opening().position()), without("seed")
    for found in (both, neither):
        assert refused(found).text("en") == "a record has a seed or a position, not both and not neither"
        assert_says(refused(found), "position")


def test_what_a_record_is_about_is_checked_like_anything_else() -> None:
    assert_says(refused(record(game="chess"), UnknownGame), "'chess'", GAME)
    assert_says(refused(record(options={"players": 9}), BadOption), "players", "9", "2, 3, 4, 5")
    for name in ("seats", "self", "name", "runtime", "game"):
        assert_says(refused(record(options={name: "compiled"}), BadOption), repr(name), "players")
    assert_says(refused(record(seed=-1), BadOption), "-1", "2^64")
    assert_says(refused({**without("seed"), "position": {"mover": "Z"}}, BadPosition), "mover", "'Z'")


@pytest.mark.parametrize("move", ["", "A", "T+", "AT+", "a T+", "Z T+", " T+", 3, None, ["A", "T+"]])
def test_a_move_without_its_form_is_refused(move: Any) -> None:
    moves = record()["moves"]
    assert_says(refused(record(moves=[*moves[:4], move, *moves[5:]])), " 5 ", repr(move))


def test_an_illegal_move_of_a_record_is_refused_by_number_and_clause() -> None:
    found = record()
    seat = found["moves"][0][0]
    error = refused({**found, "moves": [f"{seat} spare", *found["moves"][1:]]})
    assert error.clause == "CTS-16"
    assert_says(error, " 1 ", f"'{seat} spare'", "CTS-16")
    held = {move.split()[1][:2].rstrip("+-@") for move in found["moves"][:3]}
    missing = next(card for card in ("T", "B", "N", "H", "S") if card not in held)
    assert_says(refused({**found, "moves": [f"{seat} {missing}+"]}), " 1 ", "CTS-10", seat)


def test_a_move_out_of_turn_in_a_record_is_refused() -> None:
    found = record()
    other = next(letter for letter in "ABC" if letter != found["moves"][0][0])
    error = refused({**found, "moves": [other + found["moves"][0][1:]]})
    assert_says(error, " 1 ", other, found["moves"][0][0])


def test_a_record_that_goes_on_after_the_end_is_refused() -> None:
    found = finished().record()
    error = refused({**found, "moves": [*found["moves"], found["moves"][-1]]})
    assert_says(error, str(len(found["moves"]) + 1))


def test_an_edited_record_does_not_meet_its_end() -> None:
    found = record()
    del found["moves"][-1]
    assert_says(refused(found), found["end"], " 7")
    assert_says(refused(record(end="0" * 16)), "0" * 16, opening(8).fingerprint)
    assert_says(refused(record(moves=changed_place(record()["moves"]))), record()["end"])


def changed_place(moves: list[str]) -> list[str]:
    """The first card that lies above the Queen's table goes below it."""
    number = next(number for number, move in enumerate(moves) if move.endswith("+"))
    return [*moves[:number], moves[number][:-1] + "-", *moves[number + 1 :]]


def test_swapped_moves_are_refused() -> None:
    """The first two belong to one turn and still are legal the other way round; the fourth is another seat's."""
    moves = opening(8).record()["moves"]
    for first, second in ((2, 3), (0, 7)):
        swapped = list(moves)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        assert isinstance(refused(record(moves=swapped)), BadRecord)


def test_a_record_without_an_end_is_taken_at_its_word() -> None:
    found = without("end")
    assert camarilla.load(found).fingerprint == opening(8).fingerprint
    assert len(camarilla.load({**found, "moves": found["moves"][:3]}).steps) == 3
