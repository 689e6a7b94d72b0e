"""First games, played by being told. The server remembers nothing of them: an address names the scene and, as `m`, the
moves that the learner has made since the last prepared position; a session may know how far somebody has come."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from camarilla.engine.errors import IllegalMove
from camarilla.engine.lesson import LEARNER, Lesson, Moves, Scene
from camarilla.engine.match import Match
from camarilla.engine.picture import Context
from camarilla.site import WORDS, desk, drawing, people
from camarilla.site.desk import Refusal, Snapshot, Wish
from camarilla.site.drawing import Viewer
from camarilla.site.models import Person, Seat, Table
from camarilla.site.pages.rules import book_of, known
from camarilla.site.pages.table import LONGEST_MOVE, explained, redirected

RIVAL = "page"  # plays the other seats
PROGRESS = "lessons"  # in the session: by game, the scene that was reached
SCENES_A_MINUTE = 1.6
EMPHASIS = re.compile(r"\*([^*]+)\*")


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


def stand(request: HttpRequest, game: str, number: int) -> Stand:
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

    def url(self, name: str) -> str:
        return escape(self.at.url("scene" if name == "play" else name))


def lecture(request: HttpRequest, at: Stand) -> Lecture:
    person, game = people.person(request), at.lesson.game
    name = (person.name if person else "") or WORDS("learn.player").text(request.language)
    learner, table = Person(key="learner", name=name), Table(game=game.id, stage=Table.Stage.PLAYING)
    rivals = (Seat(table=table, number=seat, kind=Seat.Kind.BOT, level=RIVAL) for seat in game.seats if seat != LEARNER)
    me = Seat(table=table, number=LEARNER, kind=Seat.Kind.PERSON, person=learner, name=name)
    now = Snapshot(table, (me, *rivals), at.match, len(at.match.steps))
    return Lecture(now, learner, request.language, at=at)


def living(look: Lecture, said: str = "") -> str:
    """The part of the page that changes from scene to scene: as at a table, so that the same script serves it."""
    at, game = look.at, look.now.match.game
    view, choices = look.now.match.view(LEARNER), look.choices
    paths = {choice.move: game.picture.path(view, choice.move) for choice in choices}
    first = frozenset(path[0] for path in paths.values() if path)
    context = Context(game.words, look.language, look.names, static(f"{game.id}/art.svg"), first, drawing.badges(look))
    prompt = f'<p class="prompt">{game.picture.prompt(view, context)}</p>' if choices else ""
    return (
        f'<main id="table" class="table playing lesson" data-ply="{at.scene.number}" '
        f'data-why="{look.url("scene_why")}" data-points="{escape(" ".join(at.scene.points))}"'
        f'{drawing.asking(look) if choices else ""} tabindex="-1">'
        f'<section class="box panel" aria-label="{look.say("learn.box")}">{progress(look)}'
        f'<div id="telling" aria-live="polite">{told(look)}</div>'
        f'<div id="notice" role="alert">{said}</div>{prompt}'
        f"{drawing.deciding(look, choices, paths)}{steps(look)}</section>"
        f'<div class="board {game.id}" id="board">{game.picture.board(view, context)}</div>'
        f"{happened(look)}</main>"
    )


def progress(look: Lecture) -> str:
    """`Scene 3 of 11`, in words and as a line of candles."""
    number, last = look.at.scene.number, look.at.last
    lit = "".join(f'<i class="{"lit" if one <= number else ""}"></i>' for one in range(1, last + 1))
    return (
        f'<h2 id="progress" tabindex="-1">{look.say("learn.scene", scene=number, scenes=last)}</h2>'
        f'<p class="candles" aria-hidden="true">{lit}</p>'
    )


def told(look: Lecture) -> str:
    """The text of the scene, and where the rules say more."""
    scene, game = look.at.scene, look.now.table.game
    rules = reverse("rules", args=[game])
    links = " ".join(f'<a href="{rules}#{one}" data-clause="{one}">{one}</a>' for one in scene.clauses)
    more = f'<p class="more">{look.say("learn.more")} {links}</p>' if links else ""
    return "".join(f"<p>{emphasised(part)}</p>" for part in scene.text[look.language].strip().split("\n\n")) + more


def emphasised(text: str) -> str:
    return EMPHASIS.sub(r"<em>\1</em>", escape(text))


def steps(look: Lecture) -> str:
    """On, back, or to a real table."""
    at, parts = look.at, []
    if at.before:
        parts.append(step(at.before.url(), look.say("learn.back"), "back"))
    if at.scene.play_on:
        parts.append(
            f'<form method="post" action="{look.url("play_on")}" hx-post="{look.url("play_on")}">'
            f'<button class="tool onward">{look.say("learn.play_on")}</button></form>'
        )
    elif at.scene.wanted == ():
        parts.append(step(at.next(at.moves).url(), look.say("learn.continue"), "onward"))
    return f'<div class="steps">{"".join(parts)}</div>'


def step(url: str, label: str, kind: str) -> str:
    """A link to another scene. It has an id, so that a morph never makes the one out of the other under a finger."""
    return (
        f'<a id="{kind}" class="tool {kind}" href="{escape(url)}" hx-get="{escape(url)}" hx-target="#table" '
        f'hx-swap="outerMorph transition:true" hx-replace-url="true">{label}</a>'
    )


def happened(look: Lecture) -> str:
    return f'<aside class="side">{drawing.log(look)}</aside>' if look.now.match.steps else ""


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
    at = stand(request, game, scene)
    if request.method == "POST":
        return played(request, at)
    return shown(request, at)


def shown(request: HttpRequest, at: Stand, said: str = "") -> HttpResponse:
    """The scene: its living part alone for who is there already."""
    remember(request, at)
    look = lecture(request, at)
    if request.htmx:
        response = HttpResponse(living(look, said))
        response.headers["HX-Replace-Url"] = at.url()
        return response
    page: dict[str, Any] = {"living": living(look, said), "game": at.lesson.game.id, "title": at.lesson.game.title}
    return render(request, "camarilla/learn_scene.html", page)


def remember(request: HttpRequest, at: Stand) -> None:
    reached = dict(request.session.get(PROGRESS, {}))
    if reached.get(at.lesson.game.id) != at.scene.number:
        request.session[PROGRESS] = {**reached, at.lesson.game.id: at.scene.number}


def played(request: HttpRequest, at: Stand) -> HttpResponse:
    """A move: on with it if it is what is wanted, otherwise a word about why not."""
    move = request.POST.get("move", "") + request.POST.get("number", "")
    if not move or len(move) > LONGEST_MOVE:
        raise Refusal("move", 400, value=move[:20])
    if at.scene.wanted == ():
        raise Refusal("no_turn")
    look = lecture(request, at)
    try:
        moves = at.scene.after(at.moves, move)
    except IllegalMove as problem:
        problem.names = look.names  # type: ignore[attr-defined]
        raise
    if moves is None:
        wording = at.scene.otherwise.get(request.language) or look.say("learn.otherwise")
        return shown(request, at, f'<p class="notice">{emphasised(wording)}</p>')
    return shown(request, at.next(moves)) if request.htmx else HttpResponseRedirect(at.next(moves).url())


@require_GET
def why(request: HttpRequest, game: str, scene: int) -> HttpResponse:
    """Why something cannot be done in a scene."""
    at = stand(request, game, scene)
    return explained(request, at.match, LEARNER, lecture(request, at).names)


@require_POST
def play_on(request: HttpRequest, game: str, scene: int) -> HttpResponse:
    """A real table from the last position, against pages. What the learner could not know is dealt anew."""
    at = stand(request, game, scene)
    if not at.scene.play_on:
        raise Refusal("no_scene", 404)
    position = at.match.redeal(LEARNER, secrets.randbits(63)).position()
    arranged = {key: value for key, value in position.items() if key not in ("game", "options")}
    wishes = [Wish("me") if seat == LEARNER else Wish("bot", level=RIVAL) for seat in at.lesson.game.seats]
    table = desk.new_table(people.get_or_create(request), game, at.lesson.game.chosen, wishes, position=arranged)
    return redirected(request, reverse("table", args=[table.slug]))
