"""A match at the terminal, from the first decision to the end."""

from __future__ import annotations

import json
import random
import re
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

import camarilla
from camarilla.engine import folders
from camarilla.engine.match import Choice
from camarilla.terminal import files
from camarilla.terminal.screen import WIPE, WIPE_HISTORY
from camarilla.terminal.sitting import hold_interrupts
from tests.terminal.fake import CTRL_C, CTRL_D, Fake, forever, match, played, to_the_end
from tests.toy.game import PocketCourt

# --- Whole games ---


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_can_be_played_by_number(players: int, language: str) -> None:
    fake = Fake(match(players=players), to_the_end(), language=language)
    assert fake.play() == 0
    assert fake.match.over
    assert {"en": "The game is over", "fr": "La partie est terminée"}[language] in fake.text


def test_a_whole_game_can_be_played_in_notation() -> None:
    chance = random.Random(3)
    fake = Fake(match(), forever(lambda s: "" if s.match.over else chance.choice(s.match.choices()).move))
    assert fake.play() == 0
    assert fake.match.over


def test_without_people_the_others_play_to_the_end() -> None:
    fake = Fake(match(), humans=0)
    assert fake.play() == 0
    assert "plays" in fake.text
    assert "share the victory" in fake.text or "wins." in fake.text


def test_the_same_match_brings_the_same_moves_of_the_others() -> None:
    first, second = Fake(match(), to_the_end()), Fake(match(), to_the_end())
    first.play(), second.play()
    assert first.match.record() == second.match.record()


def test_the_end_explains_every_score() -> None:
    fake = Fake(match(), to_the_end())
    fake.play()
    end = fake.text.split("The game is over")[1]
    scores, places = fake.match.scores or (), fake.match.places or ()
    for seat, letter in enumerate("ABC"):
        total = f"+{scores[seat]}" if scores[seat] > 0 else f"−{-scores[seat]}" if scores[seat] else "0"
        assert f"{letter}: {('', '1st', '2nd', '3rd')[places[seat]]}, {total} in all" in end
    assert end.count("mission fulfilled") + end.count("mission missed") == 6


def test_the_record_can_be_saved_at_the_end() -> None:
    last = iter(["1", "y", "end.json"])
    fake = Fake(match(), forever(lambda s: next(last) if s.match.over else "1"))
    assert fake.play() == 0
    assert camarilla.load(Path("end.json").read_text()).over


def test_any_game_can_be_played() -> None:
    toy = PocketCourt(runtime="interpreted").new(1)
    fake = Fake(toy, to_the_end(), humans=2)
    assert fake.play() == 0
    assert toy.over
    assert "favourite" in fake.text


# --- One decision ---


def test_what_the_others_did_is_told() -> None:
    fake = played()
    assert [step.seat for step in fake.match.steps] == [1, 1, 1, 2, 2, 2]
    for sight in fake.match.log(0):
        assert sight.message.text() in fake.text


def test_a_step_without_a_choice_is_not_asked_but_told() -> None:
    """Tg to the Queen and Ba to B leave only Sa, and only the own domain."""
    fake = played("Tg+", "Ba@C", "spare")
    mine = [step.move for step in fake.match.steps if step.seat == 0]
    assert mine == ["Tg+", "Ba@C", "spare", "Sa@A"]
    last = fake.text.split("What happened:")[-1]
    assert "A plays the stag assassin in their own domain." in last
    assert "A plays the toad guard" not in last


@pytest.mark.parametrize(
    "nonsense", ["foo", "Tg", "0", "16", "-1", "9" * 5000, "x" * 5000, "[bold]", "²", "\x1b[2J", "Tg@D", "quitter?"]
)
def test_nonsense_gets_one_line_and_changes_nothing(nonsense: str) -> None:
    before = played().match.fingerprint
    fake = played(nonsense)
    assert fake.match.fingerprint == before
    answer = fake.after(nonsense)
    assert len(answer.strip().splitlines()) == 1
    assert len(answer) < 250
    assert "\x1b" not in answer


def test_enter_shows_the_board_again() -> None:
    assert played("").text.count("Turn 3") == 2


def test_spaces_and_capitals_do_not_matter() -> None:
    assert [step.move for step in played("  tG + ").match.steps][-1] == "Tg+"


# --- Several people ---


def test_nobody_sees_the_hand_of_another() -> None:
    """What a terminal shows between two wipes of its history is for one person only."""
    fake = Fake(match(), to_the_end(), humans=3, terminal=True)
    draw = fake.sitting.draw

    def marked(seat: int, choices: Sequence[Choice]) -> None:
        fake.out.write(f"<{'ABC'[seat]}>")
        draw(seat, choices)

    fake.sitting.draw = marked  # type: ignore[method-assign]
    fake.play()
    before, *turns, end = fake.text.split(WIPE + WIPE_HISTORY)
    assert len(turns) == 24
    assert "Your hand" not in before + end
    for turn in turns:
        greeting, _, rest = turn.partition("press Enter when only you can see the screen. ")
        letter = greeting[len("Seat ")]
        assert greeting == f"Seat {letter}: "
        assert set(re.findall("<(.)>", rest)) == set(re.findall("you are (.)", rest)) == {letter}


def test_the_spies_of_another_are_face_down_in_the_news() -> None:
    deal = match(3, players=2)
    while not any(card[1:] == "s" for card in deal.view(deal.waiting[0])["hand"]):
        deal.play(deal.choices()[0])
    seat = deal.waiting[0]
    spy = next(choice for choice in deal.choices() if choice.move[1:3] == "s+")
    other = "AB"[1 - seat]
    fake = Fake(deal, ["", spy.move, *["1"] * 4, "", "log"], humans=2)
    fake.play()
    _, theirs = fake.text.rsplit(f"Seat {other}: press", 1)
    assert "a spy, face down, above" in theirs
    assert spy.move not in theirs


def test_quitting_is_possible_before_one_looks() -> None:
    fake = played("quit", "cancel", CTRL_C, "no", humans=3)
    assert fake.text.count("press Enter") == 2
    assert "Your hand" not in fake.text


# --- Leaving ---


def test_the_match_is_kept_after_every_move() -> None:
    fake = Fake(match(), ["Tg+", lambda s: str(json.loads(files.find_last().read_text())["moves"][-1])])
    fake.play()
    assert "): A Tg+\n" in fake.text


def test_ctrl_d_leaves_without_a_question() -> None:
    fake = Fake(match(), ["Tg+", CTRL_D])
    assert fake.play() == 0
    assert "Save the match" not in fake.text
    assert str(fake.kept) in fake.text
    assert camarilla.load(fake.kept.read_text()).record() == fake.match.record()


def test_ctrl_c_asks_and_the_second_leaves_at_once() -> None:
    fake = Fake(match(), ["Tg+", CTRL_C, "cancel", CTRL_C, CTRL_C, "1"])
    assert fake.play() == 130
    assert fake.text.count("Save the match") == 2
    assert camarilla.load(fake.kept.read_text()).record() == fake.match.record()


def test_ctrl_c_while_a_command_asks_is_a_wish_to_quit() -> None:
    Path("taken.json").write_text("mine")
    fake = played("save taken.json", CTRL_C, "no")
    assert "Save the match" in fake.text
    assert Path("taken.json").read_text() == "mine"


def test_ctrl_c_in_the_middle_of_a_move_waits_for_its_end() -> None:
    done = False
    with pytest.raises(KeyboardInterrupt), hold_interrupts():
        signal.raise_signal(signal.SIGINT)
        done = True
    assert done


def test_quitting_offers_to_save() -> None:
    fake = Fake(match(), ["quit", "what?", "y", "left.json"])
    assert fake.play() == 0
    assert "please answer with one of: yes, no, cancel" in fake.text
    assert camarilla.load(Path("left.json").read_text()).record() == fake.match.record()


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop() -> None:
    (folders.matches().parent).mkdir(parents=True)
    folders.matches().write_text("in the way")
    fake = Fake(match(), to_the_end())
    assert fake.play() == 0
    assert fake.text.count("The match is not being kept") == 1
    assert fake.match.over


def test_a_match_goes_on_where_it_was_left() -> None:
    whole = Fake(match(), to_the_end())
    whole.play()
    part = Fake(match(), ["1"] * 9)
    part.play()
    rest = Fake(camarilla.load(part.kept.read_text()), to_the_end(), kept=part.kept)
    rest.play()
    assert rest.match.record() == whole.match.record()
