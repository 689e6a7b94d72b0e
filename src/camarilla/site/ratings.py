"""Ratings: how strong somebody is in a game, by OpenSkill's Plackett-Luce model, from the places of their matches.

Bots are the anchors. How strong each level is was measured (`Game.strengths`: between two that lie d apart, the odds
are exp(d / 5.9) to one; the figures are in `docs/bots.md`), and no match changes it: a number means the same in all
houses. A match is rated in the transaction that ends it, once; `camarilla ratings` reckons all of them again.

What counts is a match from a deal, with every person in one seat. What does not: a position from a lesson or a puzzle,
a deal that was known, a record from elsewhere (`practice`), friends on one device, who may undo for each other, and a
match without a result. Who was helped by a hint may lose by the match, but not gain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from camarilla.bots.ladder import LEVELS
from camarilla.games import kind
from camarilla.site.models import Person, Rating, Seat, Table

MODEL = PlackettLuce()
MIDDLE = MODEL.mu  # of a Courtier, in every game
CERTAIN = 1.0  # sigma of a bot: it has played hundreds of matches
COURTIER, A_STEP = 1000, 30  # what people read: a Courtier's number, and steps so that 400 are odds of ten to one
DOUBTS = 2  # sigmas to either side
SETTLED = 250  # points of doubt; with more a rating is a first guess


@dataclass(frozen=True)
class Strength:
    """As people read it: a number, and by how much it may be wrong."""

    points: int
    doubt: int

    @property
    def settled(self) -> bool:
        return self.doubt <= SETTLED


def tell(mu: float, sigma: float) -> Strength:
    return Strength(round(COURTIER + A_STEP * (mu - MIDDLE)), round(A_STEP * DOUBTS * sigma))


# --- Who is how strong ---


def bot_rating(game: str, level: str) -> PlackettLuceRating:
    return MODEL.rating(MIDDLE + kind(game).strengths[LEVELS.index(level)], CERTAIN)


def newcomer(game: str) -> PlackettLuceRating:
    """Nobody knows: half-way between the two lowest levels, give or take both."""
    return MODEL.rating(MIDDLE + sum(kind(game).strengths[:2]) / 2, MODEL.sigma)


def find_rating(person: Person | None, game: str) -> PlackettLuceRating:
    latest = Rating.objects.filter(person=person, game=game).last() if person else None
    return MODEL.rating(latest.mu, latest.sigma) if latest else newcomer(game)


# --- Rating a match ---


def counts(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether the match is one to be rated by."""
    people = [seat.person_id for seat in seats if seat.person_id]
    return bool(people) and len(people) == len(set(people)) and not table.practice and not table.position


def rate(table: Table) -> None:
    """The ratings of all people at a table whose match has just ended; within the transaction that ends it."""
    seats = list(table.seats.select_related("person"))
    if not counts(table, seats):
        return
    people = [seat.person_id for seat in seats if seat.person_id]
    list(
        Person.objects.select_for_update().filter(pk__in=people).order_by("pk")
    )  # their other matches may end just now
    before = [rating_at(table.game, seat) for seat in seats]
    after = MODEL.rate([[one] for one in before], ranks=list(table.places))
    about = {"game": table.game, "table": table, "made": table.since}
    rows = [
        Rating(person=seat.person, mu=mu_after(seat, old, new), sigma=new.sigma, **about)
        for seat, old, [new] in zip(seats, before, after, strict=True)
        if seat.person
    ]
    Rating.objects.bulk_create(rows, ignore_conflicts=True)


def rating_at(game: str, seat: Seat) -> PlackettLuceRating:
    return bot_rating(game, seat.level) if seat.kind == Seat.Kind.BOT else find_rating(seat.person, game)


def mu_after(seat: Seat, old: PlackettLuceRating, new: PlackettLuceRating) -> float:
    return float(min(old.mu, new.mu) if seat.helped else new.mu)


def reckon_again(progress: Callable[[int, int], object] = lambda done, whole: None) -> int:
    """All ratings anew, from all matches in the order in which they ended; how many were rated."""
    Rating.objects.all().delete()
    ended = Table.objects.filter(stage=Table.Stage.OVER, scores__isnull=False).order_by("since", "pk")
    whole = ended.count()
    for number, table in enumerate(ended.defer("analysis").iterator(), 1):
        rate(table)
        progress(number, whole)
    return Rating.objects.values("table").distinct().count()
