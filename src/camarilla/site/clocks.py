"""Clocks: how long one may think about a decision, from seconds to weeks, and how the rest of it is said."""

from __future__ import annotations

from camarilla.engine.words import Message
from camarilla.site import WORDS
from camarilla.site.models import Table

MINUTE, HOUR, DAY = 60, 3600, 86400
CLOCKS = (0, 30, 60, 120, 300, 900, HOUR, 6 * HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)  # seconds for a decision
CORRESPONDENCE = HOUR  # from here on nobody stays at the table until it is their turn


def is_by_correspondence(table: Table) -> bool:
    return bool(table.clock >= CORRESPONDENCE)


def round_down(seconds: int) -> int:
    """To hours while days are left, then to ten minutes, then to minutes: never to more than there is."""
    step = HOUR if seconds >= DAY else 10 * MINUTE if seconds >= HOUR else MINUTE
    return seconds // step * step


def say_left(seconds: int) -> Message:
    """`2 days 3 h left`."""
    if seconds < MINUTE:
        return WORDS("time.moment")
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    units = {"days" if days > 1 else "day": days, "hours": hours, "minutes": 0 if days else minutes}
    said = [WORDS(f"time.{unit}", number=number) for unit, number in units.items() if number]
    return WORDS("time.left", time=said[0] if len(said) == 1 else WORDS("time.two", first=said[0], second=said[1]))
