"""After the match: the scores explained, the replay, the analysis, the record.

All of it tells what was secret, so before the end none of it can be seen. Afterwards anybody who has the link may look,
unless the deal is one that they might still play themselves (see `deals`).
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods
from markupsafe import Markup

from camarilla.analysis import WORDS as ANALYSIS
from camarilla.analysis import page as report
from camarilla.analysis import percent, telling
from camarilla.analysis.review import Decision, Review
from camarilla.engine import hindsight
from camarilla.engine.match import Match
from camarilla.engine.parts import Line
from camarilla.engine.picture import Context, element, join
from camarilla.engine.words import Message, numeral, signed
from camarilla.engine.words import spoken as in_words
from camarilla.site import WORDS, analyst, deals, drawing, limits, people
from camarilla.site.models import Entry, Seat, Table
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot, get_table, take_snapshot

STEPS = 3  # of a podium
BEFORE, BEYOND = 5, 4  # lines of the log around a moment of the replay
HALF_A_MINUTE = 30


def get_finished(request: HttpRequest, slug: str) -> Snapshot:
    """The table, if its match is over, with how far its analysis has come by now."""
    table, person = get_table(slug), people.person(request)
    deals.check_sight(table, person)
    if table.stage != Table.Stage.OVER:
        raise Refusal("after")
    deals.check_open(table, person)
    return replace(take_snapshot(table), table=table)


@dataclass(frozen=True)
class After:
    """A finished match, for a visitor."""

    now: Snapshot
    language: str

    @property
    def match(self) -> Match:
        return self.now.match

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        return drawing.name_players(self.now.seats, self.language)

    @property
    def context(self) -> Context:
        art = drawing.find_art(self.now.table.game)
        return Context(self.match.game.words, self.language, self.names, art)

    def text(self, message: Message) -> str:
        return drawing.capitalise(message.text(self.language, self.names))

    def page(self) -> dict[str, Any]:
        """What every page of a finished match needs."""
        table = self.now.table
        outcome = drawing.outcome(self.match, self.names, self.language)
        return {"table": table, "game": table.game, "title": self.match.game.title, "outcome": outcome}


def look_back(request: HttpRequest, slug: str) -> After:
    return After(get_finished(request, slug), request.language)


# --- The result ---


@require_GET
def show(request: HttpRequest, slug: str) -> HttpResponse:
    here = look_back(request, slug)
    order = sorted(here.match.game.seats, key=lambda seat: (here.match.places or ())[seat])
    page = {
        "seats": [account(here, seat) for seat in order],
        "podium": order[:STEPS],
        "ties": [here.text(message) for message in ties(here)],
        "clause": here.match.game.tie_breaks,
        "taken": duration(here.now.table),
        "moves": len(here.match.steps),
        "ended": here.now.table.since,
        "options": options(here.match),
        "mine": bool(here.now.of(people.person(request))),
        "link": request.build_absolute_uri(reverse("after", args=[slug])),
        "analysed": analyst.progress(here.now.table).done,
    }
    return render(request, "camarilla/after_result.html", here.page() | page)


def account(here: After, seat: int) -> dict[str, Any]:
    """How a seat's score comes about, line by line."""
    scores, places = here.match.scores or (), here.match.places or ()
    return {
        "seat": seat,
        "name": here.names[seat],
        "place": places[seat],
        "score": numeral(scores[seat]).text(),
        "points": points(scores[seat]),
        "step": seat in sorted(here.match.game.seats, key=lambda one: places[one])[:STEPS],
        "lines": [(sentence(here, line), signed(line.points), line.points) for line in here.match.account()[seat]],
    }


def points(number: int) -> Message:
    key = "none" if not number else "one" if abs(number) == 1 else "many"
    return WORDS(f"after.points.{key}", points=numeral(number))


def sentence(here: After, line: Line) -> str:
    """A line of an account, with its cards as pictures."""
    if not line.cards:
        return here.text(line.message)
    game = here.match.game
    cards = [game.picture.little(game, card, here.context) for card in line.cards]
    return join([here.text(line.what), " ", element("span", *cards, class_=f"cards board {game.id}")])


def ties(here: After) -> list[Message]:
    """For every score that several have: whether they share the place, or something else decided."""
    scores, places = here.match.scores or (), here.match.places or ()
    found = []
    for score in sorted(set(scores), reverse=True):
        seats = [seat for seat in here.match.game.seats if scores[seat] == score]
        if len(seats) > 1:
            shared = len({places[seat] for seat in seats}) == 1
            who = drawing.join_names([here.names[seat] for seat in seats], here.language)
            key = "after.tie.shared" if shared else "after.tie.decided"
            found.append(WORDS(key, names=who, points=numeral(score)))
    return found


def duration(table: Table) -> Message:
    """From the first move to the last."""
    times = Entry.objects.filter(table=table).order_by("ply").values_list("made", flat=True)
    first, last = times.first(), times.last()
    return say_time(last - first if first and last else timedelta())


def say_time(time: timedelta) -> Message:
    minutes, seconds = divmod(round(time.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    key = "days" if days else "hours" if hours else "minutes" if minutes else "seconds"
    parts = {"days": days, "hours": hours, "minutes": f"{minutes:02}" if hours else minutes, "seconds": seconds}
    return WORDS(f"after.lasted.{key}", **parts)


def options(match: Match) -> list[tuple[Message, Message]]:
    """The options that were not the usual ones."""
    return [(option.help, option.meaning(value)) for option, value in match.game.unusual]


# --- The record ---


@require_GET
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The match as `camarilla.load`, and every command of the house, reads it."""
    here = look_back(request, slug)
    text = json.dumps(here.match.record(), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    name = f"{here.now.table.game}-{here.now.table.since:%Y-%m-%d}-{slug}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# --- The replay ---


@dataclass(frozen=True)
class Frame:
    """A match after so many moves, as a seat saw it, or with all hands open."""

    here: After
    ply: int
    seat: int | None

    @property
    def last(self) -> int:
        return len(self.here.match.steps)

    def url(self, ply: int, seat: int | None) -> str:
        return f"{reverse('replay', args=[self.here.now.table.slug])}?ply={ply}&seat={'open' if seat is None else seat}"

    # --- The board ---

    def board(self) -> Markup:
        return hindsight.draw(self.here.match.after(self.ply), self.seat, self.here.context).board

    # --- What happened ---

    def tell(self, number: int) -> str:
        return self.here.text(hindsight.tell(self.here.match, number, self.seat))

    def lines(self) -> list[dict[str, Any]]:
        """The moves around this moment."""
        first, last = max(1, self.ply - BEFORE), min(self.last, self.ply + BEYOND)
        return [self.line(number) for number in range(first, last + 1)]

    def line(self, number: int) -> dict[str, Any]:
        return {
            "number": number,
            "text": self.tell(number),
            "url": self.url(number, self.seat),
            "current": number == self.ply,
            "mistake": number in {decision.moment.number for decision in self.mistakes},
        }

    # --- What the analysis says ---

    @functools.cached_property
    def mistakes(self) -> list[Decision]:
        progress = analyst.progress(self.here.now.table)
        return get_review(self.here).mistakes if progress.done else []

    def mistake(self) -> str:
        """Whether the last move was one, or, where somebody decides now, the next."""
        for decision in self.mistakes:
            if decision.moment.number == self.ply:
                shares = telling.shares(decision)
                return self.here.text(WORDS("after.replay.mistake", best=decision.best.message, **shares))
        return ""

    def marks(self) -> list[tuple[int, str]]:
        """Where on the timeline mistakes are, in thousandths, with whose they were."""
        return [(round(1000 * one.moment.number / self.last), f"seat{one.moment.seat}") for one in self.mistakes]


@require_GET
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    here = look_back(request, slug)
    moment = Frame(here, ply_asked(request, len(here.match.steps)), seat_asked(request, here.match.game.players))
    ply, seat, last = moment.ply, moment.seat, moment.last
    page = {
        "moment": moment,
        "board": moment.board(),
        "told": moment.tell(ply) if ply else "",
        "mistake": moment.mistake(),
        "lines": moment.lines(),
        "buttons": [
            {"name": name, "url": moment.url(to, seat), "ply": to, "off": to == ply}
            for name, to in {"first": 0, "back": max(0, ply - 1), "forward": min(last, ply + 1), "last": last}.items()
        ],
        "views": [
            {"seat": one, "url": moment.url(ply, one), "current": one == seat}
            | {"name": WORDS("after.replay.open").text(here.language) if one is None else here.names[one]}
            for one in (None, *here.match.game.seats)
        ],
        "marks": moment.marks(),
        "shared": request.build_absolute_uri(moment.url(ply, seat)),
    }
    template = "after_moment" if request.htmx else "after_replay"
    return render(request, f"camarilla/{template}.html", here.page() | page)


def ply_asked(request: HttpRequest, last: int) -> int:
    given = request.GET.get("ply", "0")
    if not given.isdecimal() or len(given) > 6 or int(given) > last:
        raise Refusal("after_ply", 404, value=given[:20], last=last)
    return int(given)


def seat_asked(request: HttpRequest, players: int) -> int | None:
    given = request.GET.get("seat", "open")
    if given == "open":
        return None
    if not given.isdecimal() or len(given) > 2 or int(given) >= players:
        raise Refusal("no_seat", 404)
    return int(given)


# --- The analysis ---


@require_http_methods(["GET", "POST"])
def analysis(request: HttpRequest, slug: str) -> HttpResponse:
    """A POST sees to it that the analysis is being made; the page repeats it while it waits."""
    here = look_back(request, slug)
    if request.method == "POST":
        ask_for_analysis(request, here.now)
        if not request.htmx:
            return HttpResponseRedirect(request.path)
        here = look_back(request, slug)
    progress = analyst.progress(here.now.table)
    page = here.page() | {"progress": progress, "left": about_seconds(progress.left)}
    if progress.done:
        page |= findings(here, here.now.of(people.person(request)))
    elif not progress.begun:
        page |= {"expected": about_seconds(analyst.expect_seconds(here.now))}
    return render(request, f"camarilla/after_{'findings' if request.htmx else 'analysis'}.html", page)


def about_seconds(seconds: int) -> Message | None:
    """A time as one tells it that is only known roughly; None for none."""
    if not seconds:
        return None
    grain = 5 if seconds < HALF_A_MINUTE else 10
    minutes, rest = divmod(grain * math.ceil(seconds / grain), 60)
    key = "minutes" if minutes and not rest else "both" if minutes else "seconds"
    return WORDS(f"after.analysis.about.{key}", minutes=minutes, seconds=rest)


def ask_for_analysis(request: HttpRequest, now: Snapshot) -> None:
    """Let it be made, unless that is being done: who only waits for it asks for nothing new."""
    progress = analyst.progress(now.table)
    if not progress.begun or progress.broken:
        limits.spend(request, "analysis")
    analyst.see_to(now.table, people.person(request))


def findings(here: After, mine: Sequence[int]) -> dict[str, Any]:
    review, language = get_review(here), here.language
    return {
        "curve": report.curve(review, language, here.names),
        "last": len(here.match.steps),
        "groups": group_mistakes(here, mine),
        "summary": [
            [in_words(cell, language, here.names) for cell in telling.summary(review, seat)] for seat in review.seats
        ],
        "decisions": [row(here, decision) for decision in review.decisions],
        "measured": telling.method(review).text(language),
        "said": {key.replace(".", "_"): ANALYSIS(key).text(language) for key in HEADS},
    }


HEADS = (
    "curve.title", "decisions.title", "decisions.about",
    *(f"summary.{name}" for name in ("decisions", "mistakes", "lost", "mean")),
    *(f"decisions.{name}" for name in ("number", "played", "best", "cost", "same")),
)  # fmt: skip


def get_review(here: After) -> Review:
    return recall(here.now.table.slug, here.match)


@functools.lru_cache(maxsize=16)
def recall(slug: str, match: Match) -> Review:
    """The review of a table whose analysis is done, which will not change any more."""
    return analyst.review(match, Table.objects.get(slug=slug).analysis)


def group_mistakes(here: After, mine: Sequence[int]) -> list[dict[str, Any]]:
    """What was explained: first the viewer's own mistakes, then those of the others, people before bots. In each the
    costliest comes first. Who only watches finds them in one list."""
    decisions = {decision.moment.number: decision for decision in get_review(here).decisions}
    explained = [(decisions[one["number"]], one) for one in here.now.table.analysis["why"]]
    own = [found for found in explained if found[0].moment.seat in mine]
    rest = [found for found in explained if found[0].moment.seat not in mine]
    bots = [seat.number for seat in here.now.seats if seat.kind == Seat.Kind.BOT]
    rest.sort(key=lambda found: (found[0].moment.seat in bots, -found[0].cost))
    kinds = {"own" if len(mine) == 1 else "ours": own, "others": rest} if mine else {"all": rest}
    return [
        {"kind": kind, "own": kind in ("own", "ours"), "mistakes": [tell_mistake(here, *one) for one in found]}
        for kind, found in kinds.items()
        if found or kind != "others"
    ]


def tell_mistake(here: After, decision: Decision, lesson: dict[str, Any]) -> dict[str, Any]:
    number, seat = decision.moment.number, decision.moment.seat
    return {
        "number": number,
        "seat": seat,
        "name": here.names[seat],
        "playable": "losses" in lesson,  # an older analysis did not keep them
        "played": here.text(decision.told),
        "better": here.text(telling.better(decision)),
        "shares": telling.shares(decision),
        "why": [drawing.capitalise(one[here.language]) for one in lesson["why"]],
        "before": Frame(here, number, seat).url(number - 1, seat),
        "after": Frame(here, number, seat).url(number, seat),
    }


def row(here: After, decision: Decision) -> dict[str, Any]:
    number, seat = decision.moment.number, decision.moment.seat
    return {
        "number": number,
        "seat": seat,
        "name": here.names[seat],
        "url": Frame(here, number, seat).url(number, seat),
        "played": here.text(decision.played.message),
        "played_share": percent(decision.played_share),
        "best": "" if decision.best == decision.played else here.text(decision.best.message),
        "best_share": percent(decision.best_share),
        "cost": percent(decision.cost) if decision.is_mistake else None,
    }
