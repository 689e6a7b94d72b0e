"""A table as a program sees it: what its page shows, as plain data, made of the seat's own view and of nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.functional import cached_property

from camarilla.engine.match import Choice
from camarilla.site import desk
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person, Seat, Table
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot

TOLD_ELSEWHERE = ("game", "options", "seat", "waiting", "log", "scores", "places")  # what every view has besides


@dataclass(frozen=True)
class Reader(Viewer):
    """A viewer that is a program: nobody looks over its shoulder, so each of its seats is shown when asked for."""

    def check(self) -> Reader:
        """Refuse to look for a seat that is another's."""
        if self.wanted is not None and self.wanted not in self.mine:
            raise Refusal("not_yours", 403)
        return self

    @cached_property
    def seat(self) -> int | None:
        """Who has only one need not say which."""
        asked = self.mine if self.wanted is None else [seat for seat in self.mine if seat == self.wanted]
        return asked[0] if len(asked) == 1 else None

    @cached_property
    def begun(self) -> bool:
        return bool(self.now.table.stage != Table.Stage.GATHERING)

    @property
    def prompt(self) -> str:
        if self.begun:
            return self.sentence(self.draw().prompt)
        return self.say("lobby.room.waiting", seats=sum(seat.kind == Seat.Kind.OPEN for seat in self.now.seats))


def choose_seat(now: Snapshot, person: Person | None, wanted: int | None) -> int:
    """The seat that somebody acts for: who has only one need not say which."""
    mine = now.of(person)
    if wanted is None and len(mine) > 1:
        raise Refusal("which_seat", 400, seats=mine)
    if not mine:
        raise Refusal("not_seated", 403)
    return desk.check_seat(now, person, mine[0] if wanted is None else wanted)


def write_json(data: Any) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


# --- The whole of it ---


def tell(reader: Reader) -> dict[str, Any]:
    return tell_table(reader) | (tell_match(reader) if reader.begun else tell_nothing())


def tell_table(reader: Reader) -> dict[str, Any]:
    now, table = reader.now, reader.now.table
    return {
        "table": table.slug,
        "game": table.game,
        "version": table.version,
        "options": dict(now.match.game.chosen),
        "stage": table.stage,
        "listed": table.listed,
        "clock": table.clock,
        "sand": table.sand,
        "chat": table.chat,
        "revision": table.revision,
        "ply": now.ply,
        "seat": reader.seat,
        "seats": [tell_seat(reader, seat) for seat in now.seats],
        "deadline": desk.deadline(now),
        "prompt": reader.prompt,
        "acts": reader.acts,
        "choices": tell_choices(reader, reader.choices),
        "again": table.again.slug if table.again else None,
    }


def tell_seat(reader: Reader, seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "letter": str(reader.now.match.game.letter(seat.number)),
        "kind": seat.kind,
        "name": reader.names[seat.number],
        "level": seat.level,
        "away": seat.away,
        "mine": seat.number in reader.mine,
    }


def tell_choices(reader: Reader, choices: Iterable[Choice]) -> list[dict[str, Any]]:
    return [tell_choice(reader, choice) for choice in choices]


def tell_choice(reader: Reader, choice: Choice) -> dict[str, Any]:
    return {"move": choice.move, "action": choice.id, "text": reader.sentence(choice.message)}


def tell_match(reader: Reader) -> dict[str, Any]:
    match, seat = reader.now.match, reader.seat
    sights, aided = match.log(seat), not reader.now.table.unaided
    return {
        "waiting": list(match.waiting) if reader.now.playing else [],
        "may_undo": aided and reader.asker is not None and desk.may_undo(match, reader.asker),
        "view": {name: part for name, part in reader.view.items() if name not in TOLD_ELSEWHERE},
        "observation": None if seat is None else match.observe(seat).tolist(),
        "log": [
            {"seat": sight.seat, "move": sight.move, "text": sight.text(reader.language, reader.names)}
            for sight in sights
        ],
        "scores": reader.view["scores"],
        "places": reader.view["places"],
    }


def tell_nothing() -> dict[str, Any]:
    """Before the match there is nothing to be known of it."""
    nothing: dict[str, Any] = {"view": None, "observation": None, "may_undo": False}
    return nothing | {name: [] for name in ("waiting", "log", "scores", "places")}
