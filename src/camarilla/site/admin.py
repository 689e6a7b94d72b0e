"""Django's admin, for whoever keeps a house: tables and people, behind a password (`camarilla admin`).

Who keeps a house may play in it, too. So nothing is shown that would help: neither seeds nor positions nor what was
played, and no hash of a key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import lazystr
from django.utils.translation import get_language

from camarilla.engine.words import LANGUAGES
from camarilla.site import WORDS, desk, limits, people
from camarilla.site.drawing import name_players
from camarilla.site.models import Person, Table
from camarilla.site.refusals import Refusal

PATH, COOKIE = "/admin/", "adminid"
HOURS = 8  # for which one stays logged in


class Said:
    """Words of ours where Django wants a text: in the language of whoever reads it."""

    def __init__(self, key: str) -> None:
        self.key = f"admin.{key}"

    def __str__(self) -> str:
        return WORDS(self.key).text(spoken())


def spoken() -> str:
    """The language of whoever reads."""
    language = (get_language() or "")[:2]
    return language if language in LANGUAGES else LANGUAGES[0]


def say(key: str) -> Any:
    return lazystr(Said(key))


# --- The door ---


def door(handle: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware for the admin alone: other pages pay nothing for it. Its session is apart from the visitor's, and
    lies in the database, where it can be ended."""
    inside = AuthenticationMiddleware(MessageMiddleware(handle))

    def guarded(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PATH):
            return handle(request)
        outside, request.session = request.session, SessionStore(request.COOKIES.get(COOKIE))
        try:
            response = inside(request)
            keep(request, response)
            return response
        finally:
            request.session = outside

    return guarded


def keep(request: HttpRequest, response: HttpResponse) -> None:
    """What is in the session, and in the browser which one it is."""
    session: SessionStore = request.session
    if session.is_empty():
        if COOKIE in request.COOKIES:
            response.delete_cookie(COOKIE, path=PATH, samesite="Strict")
    elif session.modified:
        session.set_expiry(HOURS * 3600)
        session.save()
        response.set_cookie(COOKIE, session.session_key, HOURS * 3600, path=PATH, httponly=True, samesite="Strict")


class House(admin.AdminSite):
    enable_nav_sidebar = False  # there are two lists, and they need the room
    site_title = site_header = say("title")
    index_title = say("index")

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Nobody tries many passwords: neither to find one, nor to keep the house busy with them."""
        if request.method == "POST":
            limits.spend(request, "password")
        return super().login(request, extra_context)


HOUSE = House("admin")


# --- What is shown, and what can be done ---


class Kept(admin.ModelAdmin):
    """Nothing is made or deleted here: the house does that itself."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def note(self, request: HttpRequest, rows: list[Any], deed: Any) -> None:
        """Who did what, for the others who keep the house."""
        for row in rows:
            self.log_change(request, row, str(deed))
        self.message_user(request, WORDS("admin.done", deed=str(deed), number=len(rows)).text(spoken()))


class ByStage(admin.SimpleListFilter):
    title, parameter_name = say("field.stage"), "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(stage, say(f"stage.{stage}")) for stage in Table.Stage.values]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(stage=self.value()) if self.value() else queryset


@admin.register(Table, site=HOUSE)
class Tables(Kept):
    list_display = ("slug", "game", "told_stage", "host", "players", "listed", "since")
    fields = ("slug", "game", "version", "told_stage", "host", "players", "listed", "clock", "sand", "since", "created")
    list_filter = (ByStage, "game", "listed")
    search_fields = ("slug", "host__name", "seats__name")
    date_hierarchy = "created"
    actions = ("end", "unlist")

    @admin.display(description=say("field.stage"), ordering="stage")
    def told_stage(self, table: Table) -> str:
        return str(say(f"stage.{table.stage}"))

    @admin.display(description=say("field.players"))
    def players(self, table: Table) -> str:
        return ", ".join(name_players(list(table.seats.all()), spoken()))

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).defer("seed", "position", "analysis").prefetch_related("seats")

    @admin.action(description=say("end"))
    def end(self, request: HttpRequest, tables: QuerySet) -> None:
        self.note(request, [table for table in tables if desk.end_by_keeper(table)], say("end"))

    @admin.action(description=say("unlist"))
    def unlist(self, request: HttpRequest, tables: QuerySet) -> None:
        self.note(request, [table for table in tables if desk.unlist(table)], say("unlist"))


class Name(forms.ModelForm):
    """A person's name, as good as those that people choose themselves."""

    def clean_name(self) -> str:
        try:
            return people.check_name(self.cleaned_data["name"])
        except Refusal as refusal:
            raise ValidationError(refusal.text(spoken())) from None


@admin.register(Person, site=HOUSE)
class People(Kept):
    form, fields, readonly_fields = Name, ("name", "created"), ("created",)
    list_display = ("name", "created", "tables")
    search_fields = ("name",)
    date_hierarchy = "created"
    actions = ("renew",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).annotate(sits_at=Count("seats__table", distinct=True))

    @admin.display(description=say("field.tables"), ordering="sits_at")
    def tables(self, person: Person) -> int:
        return int(person.sits_at)

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        desk.rename_everywhere(obj, form.initial["name"], obj.name)

    @admin.action(description=say("renew"))
    def renew(self, request: HttpRequest, found: QuerySet) -> None:
        for person in found:
            people.throw_out(person)  # which nobody is told
        self.note(request, list(found), say("renew"))


def name_things() -> None:
    """In both languages, beside the models and not in them: a word is no reason for a migration."""
    for model, name in ((Table, "table"), (Person, "person")):
        model._meta.verbose_name, model._meta.verbose_name_plural = say(f"{name}.one"), say(f"{name}.all")
        for field in model._meta.fields:
            if (key := f"field.{field.name}") and f"admin.{key}" in WORDS.entries:
                field.verbose_name = say(key)


name_things()
