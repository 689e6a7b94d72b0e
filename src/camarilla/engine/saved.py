"""Loading records of play. What is wrong with one is said exactly: what, and where."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any

from camarilla.engine import runtime
from camarilla.engine.errors import BadRecord, CamarillaError, IllegalMove, OtherRules
from camarilla.engine.game import Game
from camarilla.engine.match import FORMAT, Match
from camarilla.engine.options import Value, checked
from camarilla.engine.words import ENGINE

REQUIRED = {"camarilla": None, "game": str, "options": Mapping, "moves": list}
OPTIONAL = {"version": int, "seed": None, "position": Mapping, "players": list, "end": str}
WANTED = {str: "text", Mapping: "object", list: "list", int: "number"}
FORMATS = (1, FORMAT)
FIRST_VERSION = 1  # of the rules of all games, when records did not name it


def load(record: Mapping[str, Any] | str, kind: Callable[[str], type[Game]]) -> Match:
    """The match that a record, or its JSON text, describes. `kind` is the class of the game with an id."""
    fields = parsed(record) if isinstance(record, str) else record
    check(fields)
    played = kind(fields["game"])
    version = fields.get("version", FIRST_VERSION)
    if not played.replays(version):
        raise other_rules(played, version)
    try:
        chosen = checked(played.id, played.options, fields["options"])
        return replay(make_game(played, runtime.default(), *chosen.items()), fields)
    except BadRecord as problem:
        if version == played.rules.VERSION:
            raise
        raise other_rules(played, version) from problem


@functools.lru_cache(maxsize=64)
def make_game(kind: type[Game], runtime: str, *chosen: tuple[str, Value]) -> Game:
    """A game with its options, which the records of a collection share."""
    return kind(runtime=runtime, **dict(chosen))


def other_rules(kind: type[Game], version: int) -> OtherRules:
    parts = {"game": kind.words("title"), "version": version, "ours": kind.rules.VERSION}
    return OtherRules(ENGINE("record.other_rules", **parts))


def replay(game: Game, fields: Mapping[str, Any]) -> Match:
    match = begin(game, fields)
    for number, move in enumerate(fields["moves"], 1):
        try:
            play(match, move)
        except CamarillaError as problem:
            said = ENGINE("record.move", number=number, move=move, problem=problem.message)
            raise BadRecord(said, problem.clause) from problem
    check_end(match, fields)
    return match


def check_end(match: Match, fields: Mapping[str, Any]) -> None:
    """Whether it leads where it says. Format 1 said so by the bytes of memory, which may be laid out anew."""
    if fields["camarilla"] == FORMAT and "end" in fields and fields["end"] != (found := match.fingerprint):
        where = {"number": len(fields["moves"]), "found": found, "wanted": fields["end"]}
        raise BadRecord(ENGINE("record.end", **where))


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadRecord(ENGINE("record.json", line=problem.lineno, column=problem.colno, problem=problem.msg)) from None
    except (ValueError, RecursionError):
        raise BadRecord(ENGINE("record.too_much")) from None


def check(fields: Any) -> None:
    """Everything about the form of a record; its moves are checked by playing them."""
    if not isinstance(fields, Mapping):
        raise BadRecord(ENGINE("record.object", value=fields))
    if "camarilla" in fields and (type(fields["camarilla"]) is not int or fields["camarilla"] not in FORMATS):
        raise BadRecord(ENGINE("record.version", version=fields["camarilla"], known=list(FORMATS)))
    for key in REQUIRED:
        if key not in fields:
            raise BadRecord(ENGINE("record.missing", key=key))
    for key, value in fields.items():
        check_field(key, value)
    if ("seed" in fields) == ("position" in fields):
        raise BadRecord(ENGINE("record.both"))


def check_field(key: str, value: object) -> None:
    forms = {**REQUIRED, **OPTIONAL}
    if key not in forms:
        raise BadRecord(ENGINE("record.unknown", key=key, known=list(forms)))
    form = forms[key]
    if form and (not isinstance(value, form) or isinstance(value, bool)):
        raise BadRecord(ENGINE("record.kind", key=key, wanted=ENGINE(f"wanted.{WANTED[form]}"), value=value))


def begin(game: Game, fields: Mapping[str, Any]) -> Match:
    return game.new(fields["seed"]) if "seed" in fields else game.at(fields["position"])


def play(match: Match, move: object) -> None:
    letter, space, text = move.partition(" ") if isinstance(move, str) else ("", "", "")
    if not space or len(letter) != 1 or letter not in match.game.letters:
        raise IllegalMove(ENGINE("record.move_form"))
    match.play(text, match.game.letters.index(letter))
