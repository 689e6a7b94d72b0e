"""Opening an evening: the form for a tournament of a game."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from camarilla.bots.ladder import LEVELS, USUAL
from camarilla.site import WORDS, evenings, limits, people
from camarilla.site.draft import Draft, levels, players
from camarilla.site.models import NAME_LENGTH, TITLE_LENGTH, Evening
from camarilla.site.pages.lobby import game_title, house_game
from camarilla.site.writing import write

ROUNDS = 4  # usually
YES, NO = "yes", "no"


class EveningDraft(Draft):
    """What a host chooses for all tables of an evening."""

    clocks: ClassVar = (0, 30, 60, 120, 300, 900)
    usual_clock: ClassVar = 120  # nobody waits for somebody who has gone home

    def plan(self) -> dict[str, Any] | None:
        """The fields of an evening; None if something is wrong, and `problems` says what."""
        plan: dict[str, Any] = {"options": {"players": players(self.game).default, **self.options()}}
        with self.at("name"):
            people.check_name(self.value("name", self.name))
        with self.at("title"):
            plan["title"] = people.check_name(self.value("title", ""), TITLE_LENGTH)
        plan["kind"] = self.one_of("kind", Evening.Kind.values, Evening.Kind.SWISS)
        plan["planned"] = int(self.one_of("rounds", self.rounds, ROUNDS))
        plan["level"] = self.one_of("level", LEVELS, USUAL)
        self.one_of("plays", (YES, NO), YES)
        plan |= self.chosen_times()
        return None if self.problems else plan

    @property
    def rounds(self) -> range:
        return range(1, evenings.ROUNDS + 1)

    @property
    def kinds(self) -> list[tuple[str, Any, Any]]:
        return [
            (kind, WORDS(f"evening.kind.{kind}"), WORDS(f"evening.kind.{kind}_help")) for kind in Evening.Kind.values
        ]

    @property
    def chosen(self) -> dict[str, str]:
        """What stands in the form."""
        usual = {"kind": Evening.Kind.SWISS, "rounds": ROUNDS, "level": USUAL, "plays": YES, "name": self.name}
        return {name: self.value(name, value) for name, value in usual.items()}


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    here, title = people.person(request), game_title(house_game(game))
    draft = EveningDraft(game, request.POST.dict(), here.name if here else "")
    if request.method == "POST" and (plan := draft.plan()):
        limits.spend(request, "evening")
        evening = write(lambda: open_evening(request, game, plan, draft.chosen))
        return HttpResponseRedirect(reverse("evening", args=[evening.slug]))
    page = {
        "draft": draft,
        "game": game,
        "title": title,
        "called": draft.value("title", WORDS("evening.new.usual", game=title).text(request.language)),
        "levels": levels(),
        "most": NAME_LENGTH,
        "longest": TITLE_LENGTH,
    }
    return render(request, "camarilla/evening_new.html", page, status=400 if draft.problems else 200)


def open_evening(request: HttpRequest, game: str, plan: dict[str, Any], chosen: dict[str, str]) -> Evening:
    """Who is refused an evening has not changed their name either."""
    host = people.rename(request, chosen["name"])
    evening = evenings.open_evening(host, game, **plan)
    if chosen["plays"] == YES:
        evenings.join(evening, host)
    return evening
