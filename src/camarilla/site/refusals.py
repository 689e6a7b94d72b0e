"""What cannot be done on the site, said with HTTP's word for why."""

from __future__ import annotations

from typing import Any

from camarilla.engine.errors import CamarillaError
from camarilla.site import WORDS
from camarilla.site.models import Table


class Refusal(CamarillaError):
    """Something that cannot be done here; `status` is HTTP's word for why."""

    def __init__(self, key: str, status: int = 409, **parts: Any) -> None:
        self.key, self.status = key, status
        super().__init__(WORDS(f"refusal.{key}", **parts))


class TooOften(Refusal):
    """Something that somebody may do again after so many seconds (see `limits`)."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__("too_often", 429, seconds=seconds)


class OtherRules(Refusal):
    """A table of rules, or of a game, that this house does not have: it is left alone, and says so."""

    page = "other_rules"  # whose words its page has

    def __init__(self, table: Table, key: str, **parts: Any) -> None:
        self.table = table
        super().__init__(f"other_rules.{key}", **parts)


class PutAway(OtherRules):
    """A match that was ended without a result: there is nothing to play on, and what there was lies open."""

    page = "put_away"

    def __init__(self, table: Table) -> None:
        super().__init__(table, "put_away")
