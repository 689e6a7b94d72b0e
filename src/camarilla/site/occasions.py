"""What a deal that several tables share was drawn for: a round of an evening, or a day."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from camarilla.engine.words import Message
from camarilla.site import WORDS, daily
from camarilla.site.models import Round, Table


@dataclass(frozen=True)
class Occasion:
    url: str  # where its results are
    note: Message  # for who plays
    onward: Message  # for who has finished
    is_round: bool


def find_occasion(table: Table) -> Occasion | None:
    """None for a table of its own."""
    if table.deal_id is None:
        return None
    if round := Round.objects.filter(deal=table.deal_id).select_related("evening").first():
        url = reverse("evening", args=[round.evening.slug])
        return Occasion(url, WORDS("evening.table.note"), WORDS("evening.table.onward"), True)
    note = WORDS(f"daily.table.{'counts' if table.unaided else 'practice'}")
    return Occasion(daily.address(table.deal.daily.day, table.game), note, WORDS("daily.everybody.title"), False)
