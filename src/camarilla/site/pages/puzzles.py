"""Puzzles: choose some, solve them by clicking as at a table, see why. The first answer that somebody gives is kept.

All that leaves the house before an answer is the seat's view. The position that a game's file holds is only one of the
worlds that the seat could be in, and the page is the same whichever it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from markupsafe import Markup

from camarilla.analysis import percent
from camarilla.engine.errors import IllegalMove
from camarilla.engine.picture import cite, element, items, join
from camarilla.engine.words import numeral
from camarilla.puzzles.puzzle import DIFFICULTIES, Collection, Hand, Puzzle, difficulty_title, name_seats
from camarilla.site import WORDS, drawing, limits, people
from camarilla.site.drawing import Viewer
from camarilla.site.models import Attempt, Person
from camarilla.site.pages.learn import NOTHING, read_move, sit_alone, step
from camarilla.site.pages.rules import known
from camarilla.site.pages.table import explain
from camarilla.site.refusals import Refusal
from camarilla.site.writing import write

RIVAL = "courtier"  # who sat in the other seats when the puzzle was found

Results = dict[str, bool]  # by the id of a puzzle: whether the first answer was right


def collection_of(game: str) -> Collection:
    found = Collection.of(known(game))
    if not found.puzzles:
        raise Refusal("no_puzzles", 404)
    return found


@dataclass(frozen=True)
class Selection:
    """The puzzles of a game among which somebody solves: of one theme, of one difficulty, or all."""

    collection: Collection
    theme: str
    difficulty: str

    @property
    def game(self) -> str:
        return self.collection.kind.id

    @property
    def puzzles(self) -> list[Puzzle]:
        return self.collection.choose(self.theme, self.difficulty)

    def url(self, name: str, *names: str) -> str:
        chosen = {"theme": self.theme, "difficulty": self.difficulty}
        query = urlencode({key: value for key, value in chosen.items() if value})
        return reverse(name, args=[self.game, *names]) + (f"?{query}" if query else "")

    def number(self, puzzle: Puzzle) -> int:
        """Of the puzzle among those of the game, from 1: it has the same number in every selection."""
        return list(self.collection.puzzles).index(puzzle.id) + 1

    def after(self, puzzle: Puzzle | None, results: Results) -> Puzzle | None:
        """The next one that has not been answered; of those that were, the next that was missed."""
        found = self.puzzles
        at = found.index(puzzle) + 1 if puzzle in found else 0
        ahead = [one for one in (*found[at:], *found[:at]) if one != puzzle]
        fresh = [one for one in ahead if one.id not in results]
        return next(iter(fresh or [one for one in ahead if not results[one.id]]), None)


def select(request: HttpRequest, game: str) -> Selection:
    """What the address asks for; what there is none of is not asked for."""
    collection = collection_of(game)
    theme, difficulty = request.GET.get("theme", ""), request.GET.get("difficulty", "")
    wanted = (theme if theme in collection.themes else "", difficulty if difficulty in DIFFICULTIES else "")
    return Selection(collection, *wanted)


# --- What is remembered ---


def results_of(person: Person | None, game: str) -> Results:
    attempts = Attempt.objects.filter(person=person, game=game) if person else Attempt.objects.none()
    return dict(attempts.values_list("puzzle", "solved"))


def remember(request: HttpRequest, game: str, puzzle: Puzzle, solved: bool) -> None:
    """Only the first answer counts."""
    person = people.get_or_create(request)
    which = {"person": person, "game": game, "puzzle": puzzle.id}
    write(lambda: Attempt.objects.get_or_create(**which, defaults={"solved": solved}))


# --- How it looks ---


@dataclass(frozen=True)
class Solver(Viewer):
    """A puzzle as a table is seen: by whoever solves it, who sits there with courtiers."""

    among: Selection = field(kw_only=True)
    puzzle: Puzzle = field(kw_only=True)
    answered: bool = field(default=False, kw_only=True)

    @property
    def acts(self) -> bool:
        return not self.answered

    def url(self, name: str) -> str:
        return self.among.url("puzzle" if name == "play" else name, self.puzzle.id)

    def describe(self, move: str) -> str:
        """A choice in words."""
        choices = self.now.match.choices(self.puzzle.seat)
        return self.text(next(choice.message for choice in choices if choice.move == move))


def sit_down(request: HttpRequest, among: Selection, puzzle: Puzzle, answered: bool = False) -> Solver:
    now, solver = sit_alone(request, puzzle.begin(among.collection.kind), puzzle.seat, RIVAL)
    return Solver(now, solver, request.language, among=among, puzzle=puzzle, answered=answered)


def living(viewer: Solver, told: Markup) -> Markup:
    """The part of the page that changes, as at a table, so that the same script serves it."""
    picture, game = viewer.draw(), viewer.now.match.game
    prompt = NOTHING if viewer.answered else element("p", viewer.text(picture.prompt), class_="prompt")
    best = game.picture.path(game, viewer.view, viewer.puzzle.best) if viewer.answered else ()
    return element(
        "main",
        element("section", heading(viewer), prompt, told, class_="box panel", aria_label=viewer.say("puzzles.box")),
        drawing.board(viewer.among.game, picture),
        id="table",
        class_="table playing lesson puzzle",
        data_ply=0,
        data_why=viewer.url("puzzle_why"),
        data_points=" ".join(best) or None,
        data_mine=viewer.asker if viewer.choices else None,
        tabindex="-1",
    )


def heading(viewer: Solver) -> Markup:
    """Which puzzle it is, and what it is about."""
    number = viewer.say("puzzles.number", number=viewer.among.number(viewer.puzzle))
    title = element("h2", number, id="progress", tabindex="-1")
    about = [theme_title(viewer), viewer.text(difficulty_title(viewer.puzzle.difficulty)), *other_data(viewer)]
    return title + element("p", " · ".join(about), class_="about")


def other_data(viewer: Solver) -> list[str]:
    """What a set of cards is called that is not the one of today: they may do something else there."""
    game = viewer.now.match.game
    return [viewer.text(option.meaning(value)) for option, value in game.unusual if game.recorded[option.name] != value]


def theme_title(viewer: Solver) -> str:
    return viewer.text(viewer.now.match.game.words(f"theme.{viewer.puzzle.theme}"))


def ask(viewer: Solver, notice: Markup = NOTHING) -> Markup:
    """What is to be done, the choices, and a way out for who gives up."""
    url = viewer.url("solution")
    sending = {"action": url, "hx_post": url, "hx_target": "#table", "hx_swap": drawing.SWAP}
    giving_up = element("button", viewer.say("puzzles.give_up"), class_="tool")
    return join(
        [
            element("p", viewer.say("puzzles.task"), id="telling"),
            element("div", notice, id="notice", role="alert"),
            drawing.choices(viewer),
            element("form", giving_up, method="post", class_="steps", **sending),
        ]
    )


def tell_solution(viewer: Solver, verdict: str, following: Puzzle | None) -> Markup:
    """How it was answered, what is best, why, what may be hidden, and the ways on."""
    puzzle = viewer.puzzle
    rules, clause = reverse("rules", args=[viewer.among.game]), viewer.among.collection.clauses[puzzle.theme]
    return join(
        [
            element("p", viewer.say(f"puzzles.{verdict}"), class_=f"verdict {verdict}", role="status"),
            element("p", element("b", drawing.capitalise(viewer.describe(puzzle.best))), class_="best"),
            *(element("p", sentence) for sentence in gains(viewer)),
            element("h3", viewer.say("puzzles.after", choice=viewer.describe(puzzle.rivals[0].move))),
            element("ul", items(name_seats(why, viewer.language, viewer.names) for why in puzzle.why), class_="why"),
            *(hand(viewer, one) for one in puzzle.hands if one.cards),
            element("p", viewer.say("puzzles.more"), " ", cite(clause, rules), class_="more"),
            element("div", *ways_on(viewer, following), class_="steps"),
        ]
    )


def gains(viewer: Solver) -> list[str]:
    """What the best choice wins, and how much more than the next best."""
    puzzle = viewer.puzzle
    parts = {"loss": percent(puzzle.margin), "error": numeral(100 * puzzle.error, 1)}
    won = viewer.say("puzzles.wins", share=percent(puzzle.share))
    return [won, viewer.say("puzzles.second", choice=viewer.describe(puzzle.rivals[0].move), **parts)]


def hand(viewer: Solver, held: Hand) -> Markup:
    """What may lie in a hidden place, the likeliest first."""
    title = viewer.say("puzzles.hidden", where=name_seats(held.where, viewer.language, viewer.names))
    named = [(drawing.capitalise(card[viewer.language]), f"{percent(often)}\u00a0%") for card, often in held.cards]
    rows = items(element("span", card) + " " + element("b", often) for card, often in named)
    return element("h3", title) + element("ul", rows, class_="hidden-cards")


def ways_on(viewer: Solver, following: Puzzle | None) -> list[Markup]:
    chosen = element("a", viewer.say("puzzles.choose"), class_="tool back", href=viewer.among.url("puzzles"))
    if following is None:
        return [element("p", viewer.say("puzzles.all_done")), chosen]
    return [step(viewer.among.url("puzzle", following.id), viewer.say("puzzles.next"), "onward"), chosen]


# --- The pages ---


@require_GET
def choose(request: HttpRequest, game: str) -> HttpResponse:
    """The puzzles of a game by theme and difficulty, and which of them one has solved."""
    among, results = select(request, game), results_of(people.person(request), game)
    kind = among.collection.kind
    first = among.after(None, results)
    page = {
        "game": game,
        "title": kind.words("title"),
        "among": among,
        "themes": [(theme, kind.words(f"theme.{theme}")) for theme in among.collection.themes],
        "difficulties": [(one, difficulty_title(one)) for one in DIFFICULTIES],
        "puzzles": [describe(among, puzzle, results) for puzzle in among.puzzles],
        "solved": sum(results.get(puzzle.id, False) for puzzle in among.puzzles),
        "first": among.url("puzzle", first.id) if first else "",
    }
    return render(request, "camarilla/puzzles.html", page)


def describe(among: Selection, puzzle: Puzzle, results: Results) -> dict[str, Any]:
    """A puzzle in the list: nothing that gives it away."""
    result = {True: "solved", False: "missed", None: "open"}[results.get(puzzle.id)]
    return {
        "url": among.url("puzzle", puzzle.id),
        "number": among.number(puzzle),
        "theme": among.collection.kind.words(f"theme.{puzzle.theme}"),
        "difficulty": difficulty_title(puzzle.difficulty),
        "result": result,
        "result_text": WORDS(f"puzzles.result.{result}"),
    }


def find_puzzle(request: HttpRequest, game: str, puzzle: str) -> tuple[Selection, Puzzle]:
    among = select(request, game)
    if puzzle not in among.collection.puzzles:
        raise Refusal("no_puzzle", 404)
    return among, among.collection.puzzles[puzzle]


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, game: str, puzzle: str) -> HttpResponse:
    among, found = find_puzzle(request, game, puzzle)
    if request.method == "POST":
        return answer(request, among, found)
    viewer = sit_down(request, among, found)
    return show(request, viewer, ask(viewer))


def answer(request: HttpRequest, among: Selection, found: Puzzle) -> HttpResponse:
    """The solution, if it was found; otherwise a word about what the answer would cost, and another try."""
    move = read_move(request)
    viewer = sit_down(request, among, found)
    played = viewer.now.match.copy()
    try:
        played.play(move, found.seat)
    except IllegalMove as problem:
        problem.names = viewer.names  # type: ignore[attr-defined]
        raise
    chosen = played.steps[-1].move
    limits.spend(request, "answer")
    remember(request, among.game, found, chosen == found.best)
    if chosen == found.best:
        return show_solution(request, among, found, "right")
    return show(request, viewer, ask(viewer, object_to(viewer, chosen)))


def object_to(viewer: Solver, move: str) -> Markup:
    """What an answer that is not the best costs, where that was measured."""
    rival, choice = viewer.puzzle.find_rival(move), drawing.capitalise(viewer.describe(move))
    if rival:
        text = viewer.say("puzzles.loses", choice=choice, loss=percent(rival.loss))
    else:
        text = viewer.say("puzzles.wrong", choice=choice)
    return element("p", text, class_="notice")


@require_POST
def solution(request: HttpRequest, game: str, puzzle: str) -> HttpResponse:
    """For who gives up."""
    among, found = find_puzzle(request, game, puzzle)
    limits.spend(request, "answer")
    remember(request, game, found, solved=False)
    return show_solution(request, among, found, "given_up")


def show_solution(request: HttpRequest, among: Selection, found: Puzzle, verdict: str) -> HttpResponse:
    viewer = sit_down(request, among, found, answered=True)
    following = among.after(found, results_of(people.person(request), among.game))
    return show(request, viewer, tell_solution(viewer, verdict, following))


def show(request: HttpRequest, viewer: Solver, told: Markup) -> HttpResponse:
    """The puzzle: its living part alone for who is there already."""
    markup = living(viewer, told)
    if request.htmx:
        response = HttpResponse(markup)
        response.headers["HX-Replace-Url"] = viewer.url("puzzle")
        return response
    page = {"living": markup, "game": viewer.among.game, "title": viewer.now.match.game.title, "among": viewer.among}
    return render(request, "camarilla/puzzle.html", page)


@require_GET
def why(request: HttpRequest, game: str, puzzle: str) -> HttpResponse:
    """Why something cannot be done in a puzzle."""
    viewer = sit_down(request, *find_puzzle(request, game, puzzle))
    return explain(request, viewer.now.match, viewer.puzzle.seat, viewer.names)
