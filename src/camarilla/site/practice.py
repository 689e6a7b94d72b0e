"""Matches for practice: the deal of a match of one's own once more, and matches that were played elsewhere.

Neither is rated. They lie at tables like all others, so replay and analysis serve them, too.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from camarilla.bots.ladder import USUAL
from camarilla.engine.errors import CamarillaError
from camarilla.engine.match import Match
from camarilla.games import load
from camarilla.site import deals, desk, errands
from camarilla.site.models import SEED_BITS, Entry, Person, Seat, Table
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import game_of
from camarilla.site.writing import in_turn

LARGEST = 200_000  # bytes of a record


@in_turn
def deal_again(table: Table, person: Person) -> Table:
    """The same cards for the same seats, against bots: those that sat there, and usual ones for other people."""
    if not table.seats.filter(person=person).exists():
        raise Refusal("not_seated", 403)
    if table.stage != Table.Stage.OVER:
        raise Refusal("not_over")
    deals.check_open(table, person)
    errands.check_share(person)
    begun = {"seed": table.seed, "position": table.position, "options": table.options, "deal": table.deal}
    new = Table.objects.create(
        host=person, game=table.game, version=game_of(table).version, sand=table.sand, practice=True, **begun
    )
    Seat.objects.bulk_create(sit_again(new, seat, person) for seat in table.seats.all())
    desk.start_if_full(new)
    return new


def sit_again(table: Table, seat: Seat, person: Person) -> Seat:
    if seat.person_id == person.pk:
        return Seat(table=table, number=seat.number, kind=Seat.Kind.PERSON, person=person, name=seat.name)
    return Seat(table=table, number=seat.number, kind=Seat.Kind.BOT, level=seat.level or USUAL)


# --- Matches from elsewhere ---


def read_record(text: bytes) -> Match:
    """The match of a record, replayed by the rules; whatever is wrong with it is refused with the reason."""
    if len(text) > LARGEST:
        raise Refusal("record_large", 413, size=len(text) // 1000, most=LARGEST // 1000)
    try:
        match = load(text.decode())
    except UnicodeDecodeError:
        raise Refusal("record_text", 400) from None
    except CamarillaError as problem:
        raise Refusal("record", 400, problem=problem.message) from problem
    if not match.over:
        raise Refusal("record_unfinished", 400, moves=len(match.steps))
    if match.seed is not None and match.seed >= 2**SEED_BITS:
        raise Refusal("record_seed", 400)
    return match


@in_turn
def bring_in(person: Person, match: Match, mine: int | None) -> Table:
    """A table for a match that is over; one seat may have been the person's own."""
    game, record = match.game, match.record()
    begun: dict[str, Any] = {"position": record["position"]} if match.seed is None else {"seed": match.seed}
    ended = {"stage": Table.Stage.OVER, "scores": match.scores, "places": match.places, "since": timezone.now()}
    table = Table.objects.create(
        host=person, game=game.id, version=game.version, options=game.recorded, practice=True, **begun, **ended
    )
    for seat in game.seats:
        who = {"person": person, "name": person.name} if seat == mine else {"name": game.letter(seat)}
        Seat.objects.create(table=table, number=seat, kind=Seat.Kind.PERSON, **who)
    steps = enumerate(match.steps)
    Entry.objects.bulk_create(Entry(table=table, ply=ply, seat=step.seat, move=step.move) for ply, step in steps)
    return table
