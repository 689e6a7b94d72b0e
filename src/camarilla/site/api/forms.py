"""What programs send, and what they are sent."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from camarilla.bots.ladder import LEVELS
from camarilla.engine.words import LANGUAGES
from camarilla.games import games
from camarilla.site.clocks import CLOCKS
from camarilla.site.models import NAME_LENGTH

LARGEST = 2**31 - 1  # number that a database keeps in such a column
SEATS = 10  # more than any game has
WORLDS = 16  # at once


def check_signs(text: str) -> str:
    """A database takes everything but this one."""
    if "\0" in text:
        raise PydanticCustomError("signs", "no NUL")
    return text


Name = Annotated[str, StringConstraints(max_length=NAME_LENGTH), AfterValidator(check_signs)]
Word = Annotated[str, StringConstraints(max_length=40), AfterValidator(check_signs)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(check_signs)]
Language = StrEnum("Language", LANGUAGES)  # type: ignore[misc]
SeatNumber = Annotated[int, Field(ge=0, le=SEATS - 1)]


class Query(Schema):
    """What stands behind the question mark. What is not known there is refused."""

    language: Language | None = Field(None, description="of all sentences; else the header Accept-Language")

    @model_validator(mode="before")
    @classmethod
    def refuse_unknown(cls, data: Any, info: ValidationInfo) -> Any:
        for name in (info.context or {})["request"].GET:
            if name not in cls.model_fields:
                raise PydanticCustomError("extra_forbidden", "unknown", {"field": name[:40]})
        return data


class SeatQuery(Query):
    seat: SeatNumber | None = Field(None, description="one of mine: needed only by who has several")


class EventQuery(SeatQuery):
    seen: str = Field("", description="the revision that was seen last")


class ListQuery(Query):
    which: Literal["open", "mine"] = Field("open", description="those with open seats, or those where I sit")


class WorldQuery(SeatQuery):
    number: int = Field(1, ge=1, le=WORLDS)
    seed: int = Field(0, ge=0, le=2**63 - 1)


class Body(Schema):
    model_config = ConfigDict(extra="forbid", strict=True)


# --- What programs send ---


class SeatWish(Body):
    kind: Literal["me", "friend", "open", "bot"] = "open"
    name: Name = Field("", description="of a friend")
    level: Word = Field("", description="of a bot", examples=list(LEVELS))


class NewTable(Body):
    game: Word = Field(examples=list(games()))
    options: dict[Word, int | bool | Word] = Field(
        default_factory=dict, description="by name; those left out are as usual", max_length=40
    )
    seats: list[SeatWish] = Field(description="who is to sit where; one of them is me", max_length=SEATS)
    listed: bool = Field(False, description="whether all who visit the house can find it")
    clock: int = Field(
        0, description="seconds for a decision: 0 for no clock, or one that a table may have", examples=list(CLOCKS)
    )
    sand: int | None = Field(None, description="seconds of the hourglass, where the game has one")
    chat: bool = Field(False, description="whether people at the table, and those who watch, may write to each other")


class Fill(Body):
    level: Word = Field(examples=list(LEVELS))


class Play(Body):
    move: Move | Annotated[int, Field(ge=0, le=LARGEST)] = Field(description="in notation, or the number of the action")
    ply: int = Field(ge=0, le=LARGEST, description="as it was where the move was chosen: so nothing is done twice")


# --- What they are sent ---


class Refused(Schema):
    """Nothing was changed. `error` is for programs, `message` for people."""

    error: str
    message: str
    clause: str | None = Field(description="of the rulebook that forbids it")
    status: int


class Value(Schema):
    value: int | bool | str
    meaning: str


class GameOption(Schema):
    name: str
    question: str
    default: int | bool | str
    values: list[Value]


class GameInfo(Schema):
    game: str
    title: str
    about: str
    version: int = Field(description="of the rules")
    hourglass: bool
    actions: int = Field(description="so many are numbered, from 0")
    observation: int = Field(description="so many numbers tell a learner what a seat knows")
    options: list[GameOption]


class Level(Schema):
    level: str
    title: str
    about: str


class Me(Schema):
    name: str


class Listed(Schema):
    table: str
    game: str
    title: str
    stage: Literal["gathering", "playing", "over"]
    seats: int
    free: int
    acts: bool = Field(description="whether I am to decide something")
    deadline: datetime | None = Field(description="when a clock will have run out")


class SeatState(Schema):
    seat: int
    letter: str
    kind: Literal["open", "person", "bot"]
    name: str
    level: str
    away: bool = Field(description="a bot plays until the person returns")
    mine: bool


class ChoiceState(Schema):
    move: str = Field(description="in notation: what `play` takes")
    action: int = Field(description="the number of the action, which `play` takes as well")
    text: str


class LogLine(Schema):
    seat: int
    move: str
    text: str


class State(Schema):
    """A table as one of its seats, or a spectator, sees it: all of it, and nothing that may not be known."""

    table: str
    game: str
    version: int = Field(description="of the rules")
    options: dict[str, int | bool | str]
    stage: Literal["gathering", "playing", "over"]
    listed: bool
    clock: int
    sand: int
    chat: bool
    revision: int = Field(description="grows with every change")
    ply: int = Field(description="entries in the log, undos too; `play` wants to know it")
    seat: int | None = Field(description="who sees this; null: a spectator")
    seats: list[SeatState]
    waiting: list[int] = Field(description="the seats that may act now")
    acts: bool = Field(description="whether this seat is to decide something now, by itself")
    deadline: datetime | None = Field(description="when a clock will have run out")
    prompt: str = Field(description="what is asked of the seat, or what others are about to do")
    choices: list[ChoiceState]
    may_undo: bool
    view: dict[str, Any] | None = Field(description="the game's own; null before the match begins")
    observation: list[int] | None = Field(description="the same for a learner: the game's spaces.md says what it means")
    log: list[LogLine] = Field(description="what happened, as this seat saw it")
    scores: list[int]
    places: list[int]
    again: str | None = Field(description="the table of the rematch")


class Choices(Schema):
    seat: int
    ply: int
    choices: list[ChoiceState]


class HintState(ChoiceState):
    share: float = Field(description="of the victory, that is to be expected of it")


class Hints(Schema):
    seat: int
    ply: int
    done: bool
    hints: list[HintState] = Field(description="the best first; none while it is being thought about")


class Worlds(Schema):
    """Positions that the seat cannot tell from the true one. They tell nothing but what the seat knows."""

    seat: int
    ply: int
    worlds: list[dict[str, Any]]


class DecisionState(Schema):
    number: int = Field(description="of the move in the record, from 1")
    seat: int
    played: str
    best: str
    played_share: float = Field(description="of the victory, as the seat could expect it")
    best_share: float
    mistake: bool
    why: list[str]


class Analysis(Schema):
    done: bool
    judged: int
    whole: int = Field(description="decisions in all; 0 while that is not known")
    left: int = Field(description="seconds that it may still take; 0 while that is not known")
    decisions: list[DecisionState]
