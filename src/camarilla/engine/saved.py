"""Loading records of play. What is wrong with one is said exactly: what, and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from camarilla.engine.errors import BadRecord, CamarillaError, IllegalMove, OtherRules
from camarilla.engine.game import Game
from camarilla.engine.match import FORMAT, Match
from camarilla.engine.options import checked
from camarilla.engine.words import ENGINE

REQUIRED = {"camarilla": None, "game": str, "options": Mapping, "moves": list}
OPTIONAL = {"version": int, "seed": None, "position": Mapping, "players": list, "end": str}
WANTED = {str: "text", Mapping: "object", list: "list", int: "number"}
FORMATS = (1, FORMAT)
FIRST_VERSION = 1  # of the rules of all games, when records did not name it


def load(record: Mapping[str, Any] | str, game: Callable[..., Game]) -> Match:
    """The match that a record, or its JSON text, describes. `game` makes a game from its id and options."""
    fields = parsed(record) if isinstance(record, str) else record
    check(fields)
    plain = game(fields["game"])
    version = fields.get("version", FIRST_VERSION)
    if not plain.replays(version):
        raise other_rules(plain, version)
    try:
        return replay(game(plain.id, **checked(plain.id, plain.options, fields["options"])), fields)
    except BadRecord as problem:
        if version == plain.version:
            raise
        raise other_rules(plain, version) from problem


def other_rules(game: Game, version: int) -> OtherRules:
    return OtherRules(ENGINE("record.other_rules", game=game.title, version=version, ours=game.version))


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
    if fields["camarilla"] == FORMAT and fields.get("end", match.fingerprint) != match.fingerprint:
        where = {"number": len(fields["moves"]), "found": match.fingerprint, "wanted": fields["end"]}
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
