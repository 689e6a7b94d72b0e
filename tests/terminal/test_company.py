"""Bots at the terminal: how they are chosen, who sits where, and that they are still there when a match is resumed."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla import cli
from camarilla.bots.bot import Quick
from camarilla.bots.ladder import level
from camarilla.engine import folders
from camarilla.engine.match import Match
from camarilla.terminal import files, sitting
from camarilla.terminal.company import gather, read_players
from tests.samples import GAME
from tests.terminal.fake import Fake, match, to_the_end

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    def run(line: str, typed: str = "") -> tuple[int, str, str]:
        """The exit status, and what was said on either stream."""
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = cli.main(line.split())
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def players() -> Any:
    """Those of the match that was kept last."""
    return json.loads(files.find_last().read_text())["players"]


def nearly_over(**options: Any) -> Match:
    """A match in which some ten steps are left: bots that are interpreted take their time."""
    whole, late = match(**options), match(**options)
    while whole.waiting:
        whole.play(whole.choices()[0])
    for step in whole.steps[:-10]:
        late.play(step.action)
    return late


# --- Choosing ---


@pytest.mark.parametrize(
    ("flags", "who"),
    [
        ("", ["human", "courtier", "courtier"]),
        ("--bots page", ["human", "page", "page"]),
        ("--bots random,minister", ["human", "random", "minister"]),
        ("--bots ministre,éminence_grise --lang fr", ["human", "minister", "eminence"]),
        ("--bots Courtisan,search:30", ["human", "courtier", "search:30"]),
        ("--bots greedy --humans 2", ["human", "human", "courtier"]),
        ("--humans 3", ["human", "human", "human"]),
    ],
)
def test_bots_take_the_seats_that_people_leave(call: Call, flags: str, who: list[str]) -> None:
    assert call(f"play {GAME} --seed 5 {flags}")[0] == 0  # A begins
    assert players() == who


@pytest.mark.parametrize(
    ("flags", "english", "french"),
    [
        ("--bots clever", "no bot 'clever'; there are: page, courtier", "aucun bot 'clever'"),
        ("--bots page,", "no bot ''; there are", "aucun bot ''"),
        ("--bots page,page,page", "one for each of 2 seats, not 3", "chacune des 2 places, et non 3"),
        ("--bots search:0", "1 to", "de 1 à"),
        ("--bots search:many", "not many", "et non many"),
        ("--bots oracle:5", "oracle:5 sees all cards", "oracle:5 voit toutes les cartes"),
        ("--bots page --humans 3", "no seat is left for a bot", "aucune place pour un bot"),
    ],
)
def test_bots_that_cannot_be_are_refused(call: Call, flags: str, english: str, french: str) -> None:
    for language, complaint in (("en", english), ("fr", french)):
        status, out, err = call(f"play {GAME} {flags} --lang {language}")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert complaint in err


@pytest.mark.parametrize(
    ("typed", "who"),
    [("\n", "courtier"), ("1\n", "page"), ("Minister\n", "minister"), ("random\n", "random"), ("", "courtier")],
)
def test_who_picks_a_game_from_the_list_also_picks_opponents(call: Call, typed: str, who: str) -> None:
    _, out, _ = call("play --seed 5 --players 2", f"{GAME}\n" + typed)
    assert "5 Grey Eminence: thinks for seconds" in out
    assert players() == ["human", who]


def test_they_are_asked_for_in_french_until_the_answer_makes_sense(call: Call) -> None:
    _, out, _ = call("play --seed 5 --players 2 --lang fr", f"{GAME}\n6\nfort\nchambellan\n")
    assert "5 Éminence grise\u00a0: réfléchit" in out and "Entrée pour Courtisan" in out
    assert "aucun bot '6'" in out and "aucun bot 'fort'" in out
    assert players() == ["human", "chamberlain"]


@pytest.mark.parametrize("flags", ["--bots page", "--humans 2"])
def test_there_is_no_question_where_nothing_is_left_to_say(call: Call, flags: str) -> None:
    assert "How strong" not in call(f"play --players 2 {flags}", f"{GAME}\n")[1]


# --- Who sits where ---


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "At the table: A (you), B (Courtier), C (random)"),
        ("fr", "À la table\u00a0: A (vous), B (Courtisan), C (au hasard)"),
    ],
)
def test_the_company_is_introduced_and_named_at_the_end(language: str, said: str) -> None:
    fake = Fake(nearly_over(), to_the_end(), bots="courtier,random", language=language)
    fake.play()
    first, rest = fake.text.split({"en": "A, your move", "fr": "A, votre coup"}[language], 1)
    assert said in first.splitlines()[-1]
    assert (
        rest.count(said) == 1
        and said in rest.split({"en": "The game is over", "fr": "La partie est terminée"}[language])[0]
    )


def test_who_watches_is_told_at_once() -> None:
    fake = Fake(nearly_over(players=2), humans=0, bots="page,courtier")
    fake.play()
    assert fake.text.splitlines()[1] == "At the table: A (Page), B (Courtier)"
    assert fake.match.over


@pytest.mark.parametrize(
    ("language", "said"), [("en", "B (Courtier) is thinking…"), ("fr", "B (Courtisan) réfléchit…")]
)
def test_a_bot_that_takes_its_time_is_seen_to_think(monkeypatch: pytest.MonkeyPatch, language: str, said: str) -> None:
    quick = sitting.decide

    def slow(*arguments: Any) -> Any:
        until = time.monotonic() + 30
        while said not in fake.text and time.monotonic() < until:
            time.sleep(0.01)
        return quick(*arguments)

    for moment, shown in ((0.01, True), (3600, False)):
        monkeypatch.setattr(sitting, "MOMENT", moment)
        monkeypatch.setattr(sitting, "decide", slow if shown else quick)
        fake = Fake(match(2, players=2), bots="courtier", language=language, terminal=True)  # B begins
        fake.play()
        assert fake.match.steps[0].seat == 1
        assert (said in fake.text) == shown


# --- Kept and resumed ---


def test_a_resumed_match_goes_on_with_the_same_bots(call: Call) -> None:
    whole = Fake(nearly_over(), to_the_end(), bots="page,courtier")
    whole.play()
    Fake(nearly_over(), ["1"] * 2, bots="page,courtier").play()
    assert call("play --resume", "1\n" * 100)[0] == 0
    assert camarilla.load(files.find_last().read_text()).record() == whole.match.record()
    assert players() == ["human", "page", "courtier"]


def test_what_is_saved_knows_its_players_too(call: Call) -> None:
    Fake(match(), ["save mine.json"], bots="page,random").play()
    call("play --resume mine.json")
    assert players() == ["human", "page", "random"]


@pytest.mark.parametrize(
    ("flags", "who"),
    [
        ("", ["human", "human", "page"]),
        ("--humans 1", ["human", "courtier", "page"]),
        ("--humans 3", ["human", "human", "human"]),
        ("--bots minister", ["human", "human", "minister"]),
        ("--bots random,page --humans 1", ["human", "random", "page"]),
    ],
)
def test_another_company_can_be_asked_for(call: Call, flags: str, who: list[str]) -> None:
    Fake(match(5), humans=2, bots="page").play()
    assert call(f"play --resume {flags}")[0] == 0
    assert players() == who


def test_a_record_need_not_name_players(call: Call) -> None:
    Path("plain.json").write_text(json.dumps(match(5).record()))
    assert call("play --resume plain.json")[0] == 0
    assert players() == ["human", "courtier", "courtier"]


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        (["human", "page"], "a list of 3"),
        (["page", "human", "page"], "people first"),
        (["human", 3, "page"], "then bots by name"),
        ("human", "'human'"),
        (["human", "clever", "page"], "no bot 'clever'"),
        (["human", "oracle:5", "page"], "sees all cards"),
    ],
)
def test_players_that_cannot_be_are_refused(call: Call, named: Any, complaint: str) -> None:
    Path("odd.json").write_text(json.dumps({**match().record(), "players": named}))
    said = []
    for language in ("en", "fr"):
        status, out, err = call(f"play --resume odd.json --lang {language}")
        assert (status, out, err.count("\n")) == (2, "", 1)
        said.append(err)
    assert complaint in said[0] and said[0] != said[1]


def test_a_company_is_written_as_it_can_be_read() -> None:
    game = camarilla.game(GAME, players=4)
    company = gather(game, "1", "random,page,search:12")
    again = gather(game, None, None, read_players(game, company.names))
    assert again == company


# --- Faults ---


def broken(*_: Any) -> int:
    raise RuntimeError("a screw is loose")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "B (Courtier) could not make up its mind"), ("fr", "remplacer B (Courtisan)")]
)
def test_a_bot_that_fails_is_replaced_and_the_screen_stays_clean(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    monkeypatch.setattr(Quick, "action", broken)
    fake = Fake(nearly_over(players=2), to_the_end(), bots="courtier", language=language)
    assert fake.play() == 0
    assert fake.match.over
    log = folders.matches() / "bots.log"
    assert said in fake.text and str(log) in fake.text
    assert "a screw is loose" in log.read_text() and "a screw is loose" not in fake.text
    assert capfd.readouterr() == ("", "")


def test_a_log_that_cannot_be_written_is_no_reason_to_stop(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Quick, "action", broken)
    folders.matches().parent.mkdir(parents=True)
    folders.matches().write_text("in the way")
    fake = Fake(nearly_over(players=2), to_the_end(), bots="courtier")
    assert fake.play() == 0
    assert fake.match.over
    assert capfd.readouterr() == ("", "")


def test_who_does_not_fail_leaves_no_log() -> None:
    fake = Fake(nearly_over(players=2), to_the_end(), bots="courtier")
    fake.play()
    assert not (folders.matches() / "bots.log").exists()
    assert "make up its mind" not in fake.text


# --- While their search is being compiled ---


class Slow:
    """A compilation that is done when a test says so."""

    done = False


@pytest.mark.parametrize(
    ("language", "said", "then"),
    [
        ("en", "For now the Minister plays as a Courtier", "all bots play as strongly as they can"),
        ("fr", "Pour l’instant, Ministre joue au niveau Courtisan", "tous les bots jouent de toute leur force"),
    ],
)
def test_a_courtier_plays_for_a_minister_whose_search_is_not_compiled(language: str, said: str, then: str) -> None:
    slow = Slow()

    def finish(here: sitting.Sitting) -> str:
        assert here.company.bot(1) == Quick(here.match.game.styles[0]) and here.company.names[1] == "minister"
        slow.done = True
        assert here.company.bot(1) == level(here.company.game, "minister")
        return ""

    fake = Fake(match(7, players=2), [finish], language=language, bots="minister", width=200)
    fake.sitting.company = replace(fake.sitting.company, compilation=slow)
    fake.play()
    before, after = fake.text.split(said)
    assert then in after and then not in before
