"""First games, played by being told. The server remembers nothing of them: an address names the scene and, as `m`, the
moves that the learner has made since the last prepared position; a session may know how far somebody has come."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from markupsafe import Markup

from camarilla.engine.errors import IllegalMove
from camarilla.engine.lesson import LEARNER, Lesson, Moves, Scene
from camarilla.engine.match import Match
from camarilla.engine.picture import cite, classes, element, join
from camarilla.engine.words import Message
from camarilla.site import WORDS, desk, drawing, limits, people
from camarilla.site.desk import Wish
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person, Seat, Table
from camarilla.site.pages.rules import book_of, known
from camarilla.site.pages.table import LONGEST_MOVE, explain, redirect
from camarilla.site.refusals import Refusal
from camarilla.site.snapshots import Snapshot

RIVAL = "page"  # plays the other seats
PROGRESS = "lessons"  # in the session: by game, the scene that was reached
SCENES_A_MINUTE = 1.6
EMPHASIS = re.compile(r"\*([^*]+)\*")
NOTHING = Markup()


def lesson_of(name: str) -> Lesson:
    kind = known(name)
    try:
        return Lesson.of(kind)
    except FileNotFoundError:
        raise Refusal("no_lesson", 404) from None


# --- Where somebody is in a lesson ---


@dataclass(frozen=True)
class Stand:
    """A scene of a lesson, and how the learner came there."""

    lesson: Lesson
    scene: Scene
    moves: Moves

    @property
    def match(self) -> Match:
        return self.scene.beginnings[self.moves]

    @property
    def last(self) -> int:
        return len(self.lesson.scenes)

    def url(self, name: str = "scene") -> str:
        """The address of the scene, or of something to be asked about it."""
        usual = self.moves == self.scene.usual
        query = "" if usual else "?" + urlencode([("m", move) for move in self.moves])
        return reverse(name, args=[self.lesson.game.id, self.scene.number]) + query

    def next(self, moves: Moves) -> Stand:
        return Stand(self.lesson, *self.lesson.following(self.scene, moves))

    @property
    def before(self) -> Stand | None:
        return Stand(self.lesson, *self.lesson.before(self.scene, self.moves)) if self.scene.number > 1 else None


def find_stand(request: HttpRequest, game: str, number: int) -> Stand:
    """Where the address says that somebody is, if the lesson leads there."""
    lesson = lesson_of(game)
    try:
        scene = lesson.scene(number)
    except LookupError:
        raise Refusal("no_scene", 404) from None
    moves = tuple(request.GET.getlist("m")) or scene.usual
    if moves not in scene.beginnings:
        raise Refusal("no_way", 404)
    return Stand(lesson, scene, moves)


# --- How it looks ---


@dataclass(frozen=True)
class Lecture(Viewer):
    """A scene as a table is seen: by the learner, who sits there with pages."""

    at: Stand = field(kw_only=True)

    @property
    def acts(self) -> bool:
        return self.at.scene.wanted != () and super().acts

    @property
    def taught(self) -> Moves:
        return self.at.scene.wanted or ()

    @property
    def sights(self) -> list[str]:
        """The things that are only to be looked at, not clicked."""
        clicks = {thing for move, path in self.paths.items() if move in self.taught for thing in path}
        return [thing for thing in self.at.scene.points if thing not in clicks]

    def url(self, name: str) -> str:
        return self.at.url("scene" if name == "play" else name)


def give_lecture(request: HttpRequest, at: Stand) -> Lecture:
    now, learner = sit_alone(request, at.match, LEARNER, RIVAL)
    return Lecture(now, learner, request.language, at=at)


def sit_alone(request: HttpRequest, match: Match, seat: int, rival: str) -> tuple[Snapshot, Person]:
    """A table that is kept nowhere, where whoever asks has the seat and bots have the others; and who that is there."""
    person = people.person(request)
    name = (person.name if person else "") or WORDS("learn.player").text(request.language)
    me, table = Person(pk=0, name=name), Table(game=match.game.id, stage=Table.Stage.PLAYING)
    seats = [Seat(table=table, number=one, kind=Seat.Kind.BOT, level=rival) for one in match.game.seats]
    seats[seat] = Seat(table=table, number=seat, kind=Seat.Kind.PERSON, person=me, name=name)
    return Snapshot(table, tuple(seats), match, len(match.steps)), me


def living(viewer: Lecture, notice: Markup) -> Markup:
    """The part of the page that changes from scene to scene: as at a table, so that the same script serves it."""
    at, picture = viewer.at, viewer.draw()
    return element(
        "main",
        box(viewer, picture.prompt, notice),
        drawing.board(at.lesson.game.id, picture),
        element("aside", drawing.log(viewer), class_="side") if viewer.now.match.steps else "",
        id="table",
        class_=classes("table playing lesson", bool(viewer.taught) and "guided"),
        data_ply=at.scene.number,
        data_why=viewer.url("scene_why"),
        data_points=" ".join(viewer.sights),
        data_mine=viewer.asker if viewer.choices else None,
        tabindex="-1",
    )


def box(viewer: Lecture, prompt: Message, notice: Markup) -> Markup:
    """What the lesson says, what it asks for, and the ways on."""
    return element(
        "section",
        progress(viewer),
        element("div", text(viewer), id="telling", aria_live="polite"),
        element("div", notice, id="notice", role="alert"),
        element("p", viewer.text(prompt), class_="prompt") if viewer.choices else "",
        drawing.choices(viewer),
        legend(viewer),
        element("div", *steps(viewer), class_="steps"),
        class_="box panel",
        aria_label=viewer.say("learn.box"),
    )


def progress(viewer: Lecture) -> Markup:
    """`Scene 3 of 11`, in words and as a line of candles."""
    number, last = viewer.at.scene.number, viewer.at.last
    words = element("h2", viewer.say("learn.scene", scene=number, scenes=last), id="progress", tabindex="-1")
    candles = [element("i", class_="lit" if one <= number else "") for one in range(1, last + 1)]
    return words + element("p", *candles, class_="candles", aria_hidden="true")


def text(viewer: Lecture) -> Markup:
    """The text of the scene, and where the rules say more."""
    scene, rules = viewer.at.scene, reverse("rules", args=[viewer.now.table.game])
    told = [element("p", emphasise(part)) for part in scene.text[viewer.language].strip().split("\n\n")]
    if scene.clauses:
        links = Markup(" ").join(cite(clause, rules) for clause in scene.clauses)
        told.append(element("p", viewer.say("learn.more"), " ", links, class_="more"))
    return join(told)


def emphasise(text: str) -> Markup:
    """Words between stars stand out."""
    return join(element("em", part) if number % 2 else part for number, part in enumerate(EMPHASIS.split(text)))


def legend(viewer: Lecture) -> Markup:
    """What the two marks on the board mean."""
    shown = ["click"] if viewer.taught else []
    shown += ["look"] if viewer.sights else []
    marks = [
        element("span", element("i", class_=f"mark {kind}"), " ", viewer.say(f"learn.mark.{kind}")) for kind in shown
    ]
    return element("p", *marks, class_="legend") if marks else NOTHING


def steps(viewer: Lecture) -> Iterator[Markup]:
    """On, back, or to a real table."""
    at = viewer.at
    if at.before:
        yield step(at.before.url(), viewer.say("learn.back"), "back")
    if at.scene.play_on:
        url, label = viewer.url("play_on"), viewer.say("learn.play_on")
        yield element("form", element("button", label, class_="tool onward"), method="post", action=url, hx_post=url)
    elif at.scene.wanted == ():
        yield step(at.next(at.moves).url(), viewer.say("learn.continue"), "onward")


def step(url: str, label: str, kind: str) -> Markup:
    """A link to another scene. It has an id, so that a morph never makes the one out of the other under a finger."""
    going = {"href": url, "hx_get": url, "hx_target": "#table", "hx_swap": drawing.SWAP, "hx_replace_url": "true"}
    return element("a", label, id=kind, class_=f"tool {kind}", **going)


# --- The pages ---


@require_GET
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """What it is about, how long it takes, and where one left off."""
    kind, found = known(game), None
    with suppress(Refusal):
        found = lesson_of(game)
    reached = min(request.session.get(PROGRESS, {}).get(game, 1), len(found.scenes)) if found else 1
    page = {
        "game": game,
        "title": kind.words("title"),
        "about": book_of(game, request.language).preface,
        "scenes": len(found.scenes) if found else 0,
        "minutes": round(len(found.scenes) / SCENES_A_MINUTE) if found else 0,
        "reached": reached,
    }
    return render(request, "camarilla/learn_start.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
def scene(request: HttpRequest, game: str, scene: int) -> HttpResponse:
    at = find_stand(request, game, scene)
    if request.method == "POST":
        return play(request, at)
    return show(request, at)


def show(request: HttpRequest, at: Stand, notice: Markup = NOTHING) -> HttpResponse:
    """The scene: its living part alone for who is there already."""
    remember(request, at)
    markup = living(give_lecture(request, at), notice)
    if request.htmx:
        response = HttpResponse(markup)
        response.headers["HX-Replace-Url"] = at.url()
        return response
    page: dict[str, Any] = {"living": markup, "game": at.lesson.game.id, "title": at.lesson.game.title}
    return render(request, "camarilla/learn_scene.html", page)


def remember(request: HttpRequest, at: Stand) -> None:
    reached = dict(request.session.get(PROGRESS, {}))
    if reached.get(at.lesson.game.id) != at.scene.number:
        request.session[PROGRESS] = {**reached, at.lesson.game.id: at.scene.number}


def play(request: HttpRequest, at: Stand) -> HttpResponse:
    """A move: on with it if it is what is wanted, otherwise a word about why not."""
    move = read_move(request)
    if at.scene.wanted == ():
        raise Refusal("no_turn")
    viewer = give_lecture(request, at)
    try:
        moves = at.scene.after(at.moves, move)
    except IllegalMove as problem:
        problem.names = viewer.names  # type: ignore[attr-defined]
        raise
    if moves is None:
        wording = at.scene.otherwise.get(request.language) or viewer.say("learn.otherwise")
        return show(request, at, element("p", emphasise(wording), class_="notice"))
    return show(request, at.next(moves)) if request.htmx else HttpResponseRedirect(at.next(moves).url())


def read_move(request: HttpRequest) -> str:
    """The move that was sent: as a choice, or as its beginning and a number."""
    move: str = request.POST.get("move", "") + request.POST.get("number", "")
    if not move or len(move) > LONGEST_MOVE:
        raise Refusal("move", 400, value=move[:20])
    return move


@require_GET
def why(request: HttpRequest, game: str, scene: int) -> HttpResponse:
    """Why something cannot be done in a scene."""
    viewer = give_lecture(request, find_stand(request, game, scene))
    if request.GET.get("things", "").split()[-1:] in [[thing] for thing in viewer.sights]:
        return render(request, "camarilla/notice.html", {"text": viewer.say("learn.only_look")})
    return explain(request, viewer.now.match, LEARNER, viewer.names)


@require_POST
def play_on(request: HttpRequest, game: str, scene: int) -> HttpResponse:
    """A real table from the last position, against pages. What the learner could not know is dealt anew."""
    at = find_stand(request, game, scene)
    if not at.scene.play_on:
        raise Refusal("no_scene", 404)
    limits.spend(request, "table")
    position = at.match.redeal(LEARNER, secrets.randbits(63)).position()
    arranged = {key: value for key, value in position.items() if key not in ("game", "options")}
    wishes = [Wish("me") if seat == LEARNER else Wish("bot", level=RIVAL) for seat in at.lesson.game.seats]
    table = desk.new_table(people.get_or_create(request), game, at.lesson.game.chosen, wishes, position=arranged)
    return redirect(request, reverse("table", args=[table.slug]))
