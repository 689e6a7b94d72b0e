"""A deal that several tables share: the same cards for everybody, so that luck cancels out and results compare.

Nothing about a deal can be learned before one plays it. It is drawn by chance when it is first needed, so there is
nothing to guess it from, and until it opens a table where it lies is shown to nobody but those who sit there and, of a
deal of the day, those who have finished it themselves. What others do with it changes nothing on anybody's page before
that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from camarilla.site import desk
from camarilla.site.desk import Wish
from camarilla.site.models import Deal, Entry, Person, Seat, Table
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import make_game


def draw(game: str, options: Mapping[str, Any], opens: datetime | None) -> Deal:
    played = make_game(game, json.dumps(dict(options), sort_keys=True))
    return Deal.objects.create(game=game, version=played.version, options=played.recorded, opens=opens)


def lay(deal: Deal, host: Person | None, wishes: Sequence[Wish], **fields: Any) -> Table:
    """A table with these cards, whose match begins at once. The house itself may be the host, where only bots sit."""
    rules = {"game": deal.game, "version": deal.version, "options": deal.options}
    table = Table.objects.create(host=host, deal=deal, seed=deal.seed, **rules, **fields)
    Seat.objects.bulk_create(desk.make_seat(table, host, number, wish) for number, wish in enumerate(wishes))
    desk.start_if_full(table)
    return table


# --- Who may look ---


def is_open(deal: Deal, person: Person | None) -> bool:
    """Whether somebody has nothing to learn any more from what others made of it: who has finished it has not, but
    while a round of an evening is played nobody is told anything."""
    if deal.opens is None:
        return not counting(deal).exclude(stage=Table.Stage.OVER).exists()
    return timezone.now() >= deal.opens or has_finished(deal, person)


def counting(deal: Deal) -> QuerySet[Table]:
    """The tables where it is played to count, not for practice."""
    return Table.objects.filter(deal=deal, unaided=True)


def has_finished(deal: Deal, person: Person | None) -> bool:
    return person is not None and deal.tables.filter(stage=Table.Stage.OVER, seats__person=person).exists()


def lies_open(table: Table, person: Person | None) -> bool:
    """Whether all that was hidden at a table, once it is over, may be shown to somebody."""
    return table.deal_id is None or is_open(table.deal, person)


def may_see(table: Table, person: Person | None) -> bool:
    if lies_open(table, person):
        return True
    return person is not None and table.seats.filter(person=person).exists()


def check_sight(table: Table, person: Person | None) -> None:
    """Refuse to show a table to somebody who might still play what lies there."""
    if not may_see(table, person):
        raise refuse(table.deal)


def check_open(table: Table, person: Person | None) -> None:
    """Refuse what tells all, also to those who sit at the table."""
    if not lies_open(table, person):
        raise refuse(table.deal)


def refuse(deal: Deal) -> Refusal:
    return Refusal("deal_closed" if deal.opens else "round_closed", 403)


# --- What became of it ---


@dataclass(frozen=True)
class Parting:
    """The first decision at which not all who sat in a seat did the same."""

    ply: int
    moves: dict[int, str]  # by table


def find_parting(tables: QuerySet[Table], seat: int) -> Parting | None:
    """None if all have gone the same way. Up to a parting all logs are alike: bots answer the same to the same moves,
    and at an unaided table nothing is taken back, so a ply is the number of a move."""
    made = Entry.objects.filter(table__in=tables.values("pk"), seat=seat)
    first = tables.first()
    for ply in Entry.objects.filter(table=first, seat=seat).values_list("ply", flat=True):
        moves = dict(made.filter(ply=ply).values_list("table_id", "move"))
        if len(set(moves.values())) > 1:
            return Parting(ply, moves)
    return None
