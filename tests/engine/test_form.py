"""A game that is not of the form is refused as soon as it is made, with everything that is wrong, by name."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla.engine import form, parts
from camarilla.engine.errors import BadGame
from camarilla.engine.rule import rule
from camarilla.games import GROUP, by_id, check, kind
from tests.toy import notation, rules
from tests.toy.game import PocketCourt


def rulebook(without: str = "", **changes: Any) -> ModuleType:
    """The rules of the toy, less one name, or with some changed."""
    module = ModuleType("some.rules")
    vars(module).update({name: value for name, value in vars(rules).items() if name != without} | changes)
    vars(module)["__name__"] = "some.rules"
    return module


@rule
def legal_without_a_seat(t, s, out):
    return 0


def test_the_rulebooks_of_all_games_are_of_the_form() -> None:
    for name in camarilla.games():
        form.check(kind(name).rules)


@pytest.mark.parametrize("name", [*form.CONSTANTS, *(name for name in form.functions() if name not in form.OPTIONAL)])
def test_what_a_rulebook_lacks_is_named(name: str) -> None:
    with pytest.raises(BadGame, match=rf"some\.rules is not a rulebook: .*\b{name}\b"):
        form.check(rulebook(without=name))


@pytest.mark.parametrize("name", form.OPTIONAL)
def test_some_rules_need_not_be_there(name: str) -> None:
    form.check(rulebook(without=name))


def test_all_faults_are_told_at_once() -> None:
    broken = rulebook(without="score", legal=legal_without_a_seat, waiting=print, ACTIONS=7)
    with pytest.raises(BadGame) as caught:
        form.check(broken)
    said = str(caught.value)
    assert "it has no rule score" in said
    assert "legal takes (t, s, out) instead of (t, s, seat, out)" in said
    assert "waiting is not marked as a rule" in said
    assert "ACTIONS is not the size of ACTION_SPACE" in said


def test_a_state_without_a_stream_is_refused() -> None:
    with pytest.raises(BadGame, match="no field random"):
        form.check(rulebook(State=np.dtype([("mover", "i1")])))


def test_a_game_is_refused_when_its_class_is_made() -> None:
    with pytest.raises(BadGame, match="it has no rule redeal"):
        type("Broken", (PocketCourt,), {"rules": rulebook(without="redeal"), "__module__": __name__})


# --- The other parts ---


def test_a_part_that_lacks_a_function_is_refused_by_name() -> None:
    module = ModuleType("some.notation")
    vars(module).update({name: value for name, value in vars(notation).items() if name != "tell"})
    module.offer = lambda state, mover, action: None  # type: ignore[attr-defined]
    with pytest.raises(BadGame) as caught:
        parts.check(module, parts.Notation)
    said = str(caught.value)
    assert "it lacks tell" in said
    assert "offer takes (state, mover, action) instead of (game, state, mover, action)" in said


def test_a_part_that_is_not_there_is_named() -> None:
    with pytest.raises(BadGame, match=r"tests\.toy\.picture"):
        assert PocketCourt().picture


def test_a_game_may_do_without_some_parts() -> None:
    assert PocketCourt().greedy is None and PocketCourt().hourglass is None


@pytest.mark.parametrize("name", camarilla.games())
def test_the_parts_of_every_game_are_of_the_form(name: str) -> None:
    game = camarilla.game(name, runtime="interpreted")
    for part, value in vars(camarilla.Game).items():
        if isinstance(value, parts.Part) and getattr(game, part) is not None:
            parts.check(getattr(game, part), value.form)


# --- Entry points ---


@pytest.mark.parametrize("names", ["tests.toy.game:WORDS", "tests.toy.game:PocketCourt"])
def test_an_entry_point_names_a_class_with_its_id(names: str) -> None:
    with pytest.raises(BadGame, match=r"the entry point chess .* with the id 'chess'"):
        check("chess", EntryPoint("chess", names, GROUP).load())


def test_two_packages_cannot_bring_the_same_game() -> None:
    first, second = (EntryPoint("chess", f"{package}.game:Chess", GROUP) for package in ("ours", "theirs"))
    assert by_id([first, first]) == {"chess": first}
    with pytest.raises(BadGame, match=r"ours\.game:Chess and theirs\.game:Chess"):
        by_id([first, second])
