"""A mistake of a finished match, played again from its position until a good choice is found.

As in a lesson the server remembers nothing: an address names the move, and, as `m`, the choice that was found. What
each choice loses was worked out with the analysis, for what the seat could know at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods
from markupsafe import Markup

from camarilla.analysis import percent, telling
from camarilla.analysis.review import Decision
from camarilla.engine.match import Match
from camarilla.engine.picture import element, items
from camarilla.engine.words import Message
from camarilla.site import analyst, drawing, people
from camarilla.site.drawing import Viewer
from camarilla.site.models import Table
from camarilla.site.pages.after import After, get_review, group_mistakes, look_back
from camarilla.site.pages.learn import read_move, step
from camarilla.site.pages.table import LONGEST_MOVE, by_name, explain
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot

NOTHING = Markup()


# --- The mistake ---


@dataclass(frozen=True)
class Mistake:
    """A decision that can be made again, with what each choice loses and why the one that was made was a mistake."""

    decision: Decision
    losses: dict[int, float]
    why: list[analyst.Texts]

    @property
    def seat(self) -> int:
        return self.decision.moment.seat

    def after(self, move: str) -> Match:
        """How it stands after another choice; IllegalMove if the rules forbid it."""
        match = self.decision.moment.match.copy()
        match.play(move, self.seat)
        return match


def find_mistake(here: After, number: int) -> Mistake:
    if analyst.progress(here.now.table).done:
        for lesson in here.now.table.analysis["why"]:
            if lesson["number"] == number and "losses" in lesson:
                decision = next(one for one in get_review(here).decisions if one.moment.number == number)
                return Mistake(decision, dict(lesson["losses"]), lesson["why"])
    raise Refusal("no_retry", 404)


# --- How it looks ---


@dataclass(frozen=True)
class Trial(Viewer):
    """A mistake as a table is seen: by whose it was, before the choice, or after the one that was found."""

    at: Mistake = field(kw_only=True)
    here: After = field(kw_only=True)
    found: str = ""

    @property
    def mine(self) -> list[int]:
        return [self.at.seat]

    hands = mine

    @property
    def acts(self) -> bool:
        return not self.found

    def url(self, name: str) -> str:
        """The address of the mistake, or of something to be asked about it."""
        slug, number = self.here.now.table.slug, self.at.decision.moment.number
        return reverse("retry" if name == "play" else name, args=[slug, number])


def try_out(request: HttpRequest, here: After, at: Mistake, found: str = "") -> Trial:
    match = at.after(found) if found else at.decision.moment.match
    table = Table(game=here.now.table.game, stage=Table.Stage.PLAYING)
    now = Snapshot(table, here.now.seats, match, len(match.steps))
    return Trial(now, people.person(request), request.language, at=at, here=here, found=found)


def living(viewer: Trial, onward: str, notice: Markup) -> Markup:
    """The part of the page that changes: as at a table, so that the same script serves it."""
    picture = viewer.draw()
    return element(
        "main",
        box(viewer, picture.prompt, onward, notice),
        drawing.board(viewer.now.table.game, picture),
        element("aside", drawing.log(viewer), class_="side") if viewer.now.match.steps else "",
        id="table",
        class_="table playing lesson",
        data_ply=viewer.now.ply,
        data_why=viewer.url("retry_why"),
        data_mine=viewer.asker if viewer.choices else None,
        tabindex="-1",
    )


def box(viewer: Trial, prompt: Message, onward: str, notice: Markup) -> Markup:
    """What happened, what is asked for, and the ways on."""
    return element(
        "section",
        element("h2", viewer.say("retry.found" if viewer.found else "retry.title"), id="progress", tabindex="-1"),
        element("div", *(praise(viewer) if viewer.found else ask(viewer)), id="telling", aria_live="polite"),
        element("div", notice, id="notice", role="alert"),
        element("p", viewer.text(prompt), class_="prompt") if viewer.choices else "",
        drawing.choices(viewer),
        element("div", *steps(viewer, onward), class_="steps") if viewer.found else "",
        class_="box panel",
        aria_label=viewer.say("retry.box"),
    )


def ask(viewer: Trial) -> Iterator[Markup]:
    decision = viewer.at.decision
    name, number = viewer.names[viewer.at.seat], decision.moment.number
    yield element("p", viewer.say("retry.asked", name=name, number=number, played=decision.told))
    yield element("p", viewer.say("retry.better", **telling.shares(decision)))


def praise(viewer: Trial) -> Iterator[Markup]:
    """That a good choice was found, and what there was against the one that was made."""
    decision = viewer.at.decision
    best = viewer.now.match.steps[-1].action == decision.best.id
    parts = telling.shares(decision) | {"best": decision.best.message}
    yield element("p", viewer.say("retry.best" if best else "retry.good", **parts))
    yield element("ul", items(drawing.capitalise(reason[viewer.language]) for reason in viewer.at.why))


def steps(viewer: Trial, onward: str) -> Iterator[Markup]:
    """To the next mistake of the same list, back to the analysis, or once more."""
    analysis = reverse("analysis", args=[viewer.here.now.table.slug])
    if onward:
        yield step(onward, viewer.say("retry.next"), "onward")
    yield element("a", viewer.say("retry.done"), class_="tool" if onward else "tool onward", href=analysis)
    yield step(viewer.url("retry"), viewer.say("retry.restart"), "back")


def refuse(viewer: Trial, action: int) -> Markup:
    """A gentle word about a choice that is not good enough, with what it gives away."""
    decision = viewer.at.decision
    share = percent(decision.best_share - viewer.at.losses[action])
    key = "same" if action == decision.played.id else "worse"
    said = viewer.say(f"retry.{key}", share=share, better=percent(decision.best_share))
    return element("p", said, class_="notice")


# --- The pages ---


@require_http_methods(["GET", "HEAD", "POST"])
def retry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    here = look_back(request, slug)
    at = find_mistake(here, number)
    if request.method == "POST":
        return play(request, here, at)
    found = request.GET.get("m", "")
    if found and not is_good(at, at.after(found[:LONGEST_MOVE])):
        raise Refusal("no_retry", 404)
    return show(request, try_out(request, here, at, found))


def show(request: HttpRequest, viewer: Trial, notice: Markup = NOTHING) -> HttpResponse:
    """The position: its living part alone for who is there already."""
    here = viewer.here
    markup = living(viewer, find_next(here, viewer), notice)
    if request.htmx:
        response = HttpResponse(markup)
        response.headers["HX-Replace-Url"] = address(viewer)
        return response
    return render(request, "camarilla/retry.html", here.page() | {"living": markup})


def play(request: HttpRequest, here: After, at: Mistake) -> HttpResponse:
    """A choice: well found, or a word about what it gives away."""
    with by_name(here.now, request.language):
        match = at.after(read_move(request))
    if not is_good(at, match):
        viewer = try_out(request, here, at)
        return show(request, viewer, refuse(viewer, match.steps[-1].action))
    viewer = try_out(request, here, at, match.steps[-1].move)
    return show(request, viewer) if request.htmx else HttpResponseRedirect(address(viewer))


def is_good(at: Mistake, after: Match) -> bool:
    """Whether what was just played is as good as the best choice, as far as that can be told."""
    return not at.losses[after.steps[-1].action]


def address(viewer: Trial) -> str:
    return viewer.url("retry") + (f"?{urlencode({'m': viewer.found})}" if viewer.found else "")


def find_next(here: After, viewer: Trial) -> str:
    """The address of the next mistake in the list of the analysis; "" after the last one."""
    for group in group_mistakes(here, here.now.of(viewer.person)):
        numbers = [one["number"] for one in group["mistakes"] if one["playable"]]
        if viewer.at.decision.moment.number in numbers[:-1]:
            following = numbers[numbers.index(viewer.at.decision.moment.number) + 1]
            return reverse("retry", args=[here.now.table.slug, following])
    return ""


@require_GET
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Why something cannot be done there."""
    here = look_back(request, slug)
    at = find_mistake(here, number)
    return explain(request, at.decision.moment.match, at.seat, here.names)
