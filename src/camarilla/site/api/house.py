"""What the house offers: its games with their options, the bots, and who I am in it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from camarilla.engine.options import Option
from camarilla.engine.words import Message
from camarilla.games import games, kind
from camarilla.site.api import forms
from camarilla.site.api.access import ANYBODY
from camarilla.site.draft import levels, meaning
from camarilla.site.models import Person
from camarilla.site.pages.lobby import house_game

router = Router(tags=["house"])  # what its operations do is said in `api.toml`


@router.get("/games", auth=ANYBODY, response=list[forms.GameInfo])
def list_games(request: HttpRequest, asked: Query[forms.Query]) -> list[dict[str, Any]]:
    return [describe(name, request.language) for name in games()]


@router.get("/games/{game}", auth=ANYBODY, response=forms.GameInfo)
def show_game(request: HttpRequest, game: str, asked: Query[forms.Query]) -> dict[str, Any]:
    return describe(house_game(game), request.language)


def describe(name: str, language: str) -> dict[str, Any]:
    made = kind(name)
    return {
        "game": name,
        "title": made.words("title").text(language),
        "about": made.words("lobby.line").text(language),
        "version": made.rules.VERSION,
        "hourglass": made.hourglass is not None,
        "actions": made.rules.ACTIONS,
        "observation": made.rules.OBSERVATION,
        "options": [describe_option(option, language) for option in made.table_options()],
    }


def describe_option(option: Option, language: str) -> dict[str, Any]:
    said = {value: meaning(option, value) for value in option.values}
    values = [
        {"value": value, "meaning": one.text(language) if isinstance(one, Message) else one}
        for value, one in said.items()
    ]
    question = option.question.text(language)
    return {"name": option.name, "question": question, "default": option.default, "values": values}


@router.get("/levels", auth=ANYBODY, response=list[forms.Level])
def list_levels(request: HttpRequest, asked: Query[forms.Query]) -> list[dict[str, Any]]:
    spoken = request.language
    return [
        {"level": name, "title": title.text(spoken), "about": about.text(spoken)} for name, title, about in levels()
    ]


@router.get("/me", response=forms.Me)
def show_me(request: HttpRequest, asked: Query[forms.Query]) -> Person:
    return request.auth
