"""What can be typed besides a move."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

import camarilla
from camarilla.bots import hints
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES
from camarilla.terminal import WORDS, commands
from tests.samples import DUEL, GAME
from tests.terminal.fake import Fake, forever, match, played, to_the_end

# --- Words ---


@pytest.mark.parametrize("name", list(commands.COMMANDS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_are_known(name: str, language: str) -> None:
    word = WORDS(f"typed.{name}").text(language)
    assert commands.find_command(word.upper()) is commands.COMMANDS[name]


def test_accents_may_be_left_out() -> None:
    assert commands.find_command("regles") is commands.rules


@pytest.mark.parametrize("word", ["help", "aide"])
def test_help_lists_every_command(word: str) -> None:
    answer = played(word).after(word)
    for name in commands.COMMANDS:
        assert WORDS(f"typed.{name}").text() in answer
    assert "spies" in answer


# --- Why ---


def test_why_cites_the_clause_and_its_title() -> None:
    answer = played("why H+").after("why H+")
    assert "the hare courtier is not in the hand of A (CTS-10)" in answer
    assert "CTS-10 · Three cards, three places" in answer


def test_why_says_if_a_move_is_allowed() -> None:
    fake = played("why Tg@", "why 1")
    assert "Tg@A is allowed: play the toad guard in your domain." in fake.after("why Tg@")
    assert "is allowed" in fake.after("why 1")
    assert all(step.seat != 0 for step in fake.match.steps)


@pytest.mark.parametrize("line", ["why", "why nonsense", "why 99"])
def test_why_of_nothing_gets_one_line(line: str) -> None:
    assert len(played(line).after(line).strip().splitlines()) == 1


def test_why_in_french() -> None:
    fake = played("pourquoi H+", language="fr")
    assert "CTS-10 · " in fake.text
    assert "n’est pas dans la main de A" in fake.text


# --- Hints ---


@pytest.fixture
def thinking_match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """One that is thought about quickly."""
    game = camarilla.game(GAME, players=2, runtime="compiled")
    monkeypatch.setattr(type(game), "iterations", (300,) * 3)
    return game.new(5)


@pytest.mark.parametrize(
    ("word", "language", "said"),
    [("hint", "en", "The best choices"), ("conseil", "fr", "Les meilleurs choix")],
)
def test_a_hint_shows_the_best_choices_with_their_shares(
    thinking_match: Match, word: str, language: str, said: str
) -> None:
    choices, best = thinking_match.choices(), thinking_match.hint(0)
    fake = Fake(thinking_match, [word], language=language, width=100)
    fake.play()
    head, *lines = fake.text.split(f"): {word}\n" if language == "en" else f"\u00a0: {word}\n")[1].splitlines()
    assert said in head
    for hint, line in zip(best[:3], lines, strict=False):
        number = 1 + [choice.id for choice in choices].index(hint.choice.id)
        assert line.split()[:4] == [f"{100 * hint.win_share:.0f}", "%", str(number), hint.choice.move]
        assert hint.choice.text(language) in line
    assert len(fake.match.steps) == 0


def test_a_hint_has_no_numbers_where_moves_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 7 that is typed is the card; no other number may stand for it."""
    deal = camarilla.game(DUEL).new(0)
    seven = next(choice for choice in deal.choices(0) if choice.move == "7")
    monkeypatch.setattr(Match, "hint", lambda self, seat: [hints.Hint(seven, 0.625, 10)])
    fake = Fake(deal, ["hint"])
    fake.play()
    assert fake.text.split("hint\n")[1].splitlines()[1].split() == ["62", "%", "7", *seven.text().split()]


# --- Undo ---


def test_undo_takes_back_the_last_step() -> None:
    before = played().match.record()
    fake = played("Tg+", "undo")
    assert fake.match.record() == before
    assert "Taken back: Tg+" in fake.text
    assert camarilla.load(fake.kept.read_text()).record() == before


def test_undo_says_why_not() -> None:
    nothing = played("undo")
    assert "seat A has no step to take back" in nothing.after("undo")
    revealed = played("Tg+", "Ba@C", "spare", "annuler")
    assert "brought something hidden to light" in revealed.after("annuler")


def test_undo_takes_steps_without_a_choice_along() -> None:
    """The last card could go nowhere else; taken back alone, it would only be laid again."""
    hands = {"A": "B T Na", "B": "H S C"}
    position = {"mover": "A", "hands": hands, "above": "", "below": "", "domains": {"A": "Cn", "B": ""}}
    start = camarilla.game(GAME, players=2).at(position)
    fake = Fake(start, ["B+", "T@B", "undo"])
    fake.play()
    assert "Na† is deciding" in fake.text
    assert "Taken back: Na@A, T@B" in fake.text
    assert fake.match.record()["moves"] == ["A B+"]


# --- Reading ---


def test_rules_lists_clauses_and_shows_one() -> None:
    fake = played("rules", "rules 16", "règles cts-18", "rules CTS-99")
    assert "CTS-30 · The Assassin at work" in fake.after("rules")
    assert "On laying an Assassin" in fake.after("rules 16")
    assert "No Assassin can ever remove a Guard." in fake.after("règles cts-18")
    assert "have no clause 'CTS-99'" in fake.after("rules CTS-99")


def test_the_log_is_what_the_seat_saw() -> None:
    fake = played("Tg+", "log")
    answer = fake.after("log")
    for number, sight in enumerate(fake.match.log(0), 1):
        assert f"{number:>3}. {sight.move}" in answer
    first = next(seed for seed in range(20) if match(seed).waiting == (0,))
    assert "Nothing has been played yet." in played("log", seed=first).text


def test_notation_is_explained() -> None:
    assert "`xs7`" in played("notation").after("notation")
    assert "posé au tour 7" in played("notation", language="fr").text


def test_own_spies_are_face_down_unless_wanted() -> None:
    deal = match(3)
    while not (deal.waiting == (0,) and any(card[1:] == "s" for card in deal.view(0)["hand"])):
        deal.play(deal.choices()[0])
    spy = next(choice.move for choice in deal.choices() if choice.move[1:3] == "s+")
    fake = Fake(deal, [spy, "spies", "espions"])
    fake.play()
    turn = deal.view(0)["spies"][-1]["turn"]
    shown, hidden = f"{spy[:2]}{turn}", f"?s{turn}"
    boards = fake.text.split("above  │")[2:]
    assert [(shown in board, hidden in board.split("♚ noble")[0]) for board in boards] == [
        (False, True),
        (True, False),
        (False, True),
    ]
    assert "are face down again" in fake.text


# --- Saving ---


def test_save_writes_the_record_and_nothing_else() -> None:
    fake = played("Tg+", "save my match.json")
    assert camarilla.load(Path("my match.json").read_text()).record() == fake.match.record()
    assert f"Saved in {Path('my match.json').absolute()}" in fake.text
    assert os.listdir(".").count("my match.json") == 1
    assert not [name for name in os.listdir(".") if name.startswith(".")]


def test_save_replaces_a_file_only_if_that_is_wanted() -> None:
    Path("old.json").write_text("old")
    kept = played("save old.json", "n")
    assert Path("old.json").read_text() == "old"
    assert "was left as it is" in kept.text
    played("enregistrer old.json", "oui")
    assert camarilla.load(Path("old.json").read_text())


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("save", "say where to"),
        ("save nowhere/at/all.json", "there is no such folder"),
        ("save .", "that is a folder"),
        ("save a\0b", "that is no file name"),
        (f"save {'x' * 300}", "File name too long"),
    ],
)
def test_what_cannot_be_saved_is_said_and_the_game_goes_on(line: str, complaint: str) -> None:
    fake = Fake(match(), [line, *["1"] * 3])
    fake.play()
    assert complaint in fake.after(line)
    assert [step for step in fake.match.steps if step.seat == 0]


def test_every_command_can_come_at_any_time() -> None:
    """Not one of them changes the course of the match."""
    plain = Fake(match(5), to_the_end())
    plain.play()
    asides = itertools.cycle(["help", "why 1", "why xs1", "rules", "log", "notation", "spies", "nonsense", "", "1"])
    fake = Fake(match(5), forever(lambda sitting: "" if sitting.match.over else next(asides)))
    fake.play()
    assert fake.match.record() == plain.match.record()
