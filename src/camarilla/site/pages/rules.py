"""The rulebooks as pages and as a panel beside a table, and single cards enlarged."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from camarilla.engine import rulebook
from camarilla.engine.game import Game
from camarilla.engine.picture import Context, cite
from camarilla.games import games, kind
from camarilla.site.drawing import find_art
from camarilla.site.refusals import Refusal

CLAUSE = re.compile(r"([A-Z]+-\d+) · (.+)")
LONGEST_SEARCH = 80
KEPT = "private, max-age=3600"  # a card does not change while somebody plays


# --- A rulebook ---


@dataclass(frozen=True)
class Passage:
    """A clause, or what a chapter has to say outside of its clauses."""

    id: str
    title: Markup
    body: Markup
    folded: str  # as it is searched
    clause: bool

    def has(self, words: Sequence[str]) -> bool:
        return all(word in self.folded for word in words)


@dataclass(frozen=True)
class Chapter:
    id: str
    title: Markup
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Book:
    preface: Markup
    chapters: tuple[Chapter, ...]

    @property
    def passages(self) -> list[Passage]:
        return [passage for chapter in self.chapters for passage in chapter.passages]

    @property
    def clauses(self) -> set[str]:
        return {passage.id for passage in self.passages if passage.clause}


def fold(text: str) -> str:
    """A text as searching sees it: without accents, capitals and markup."""
    bare = unicodedata.normalize("NFD", re.sub(r"<[^>]+>", "", text)).lower()
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).replace("’", "'")


@functools.lru_cache(maxsize=2 * len(games()))
def book_of(name: str, language: str) -> Book:
    """The rulebook of a game, made into markup once."""
    writer = Writer(name, language)
    opening, *chapters = split(writer.tokens, "h2")
    made = tuple(writer.chapter(number, part) for number, part in enumerate(chapters, 1))
    return Book(writer.markup(opening[3:]), made)  # the title of the game stands on the page already


def split(tokens: Sequence[Token], tag: str) -> Iterator[list[Token]]:
    """What stands before the first heading of this rank, and then under each, with the heading."""
    starts = [n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == tag]
    for start, end in zip([0, *starts], [*starts, len(tokens)], strict=True):
        yield list(tokens[start:end])


class Printer(RendererHTML):
    """Makes markup as usual, but for what may be too wide: that scrolls by itself, also with the keyboard."""

    def table_open(self, *_: object) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, *_: object) -> str:
        return "</table></div>\n"

    def fence(self, *given: Any) -> str:
        return super().fence(*given).replace("<pre>", '<pre tabindex="0">')

    def code_block(self, *given: Any) -> str:
        return super().code_block(*given).replace("<pre>", '<pre tabindex="0">')


class Writer:
    """Makes chapters and passages of a rulebook, with clauses that lead to one another."""

    def __init__(self, name: str, language: str) -> None:
        self.reader = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.printer = Printer()
        self.tokens = self.reader.parse(rulebook.text(kind(name), language))
        known = sorted(rulebook.clauses(kind(name), language), key=len, reverse=True)
        self.mention = re.compile(rf"\b({'|'.join(known)})\b")

    def markup(self, tokens: Sequence[Token]) -> Markup:
        made = self.printer.render(tokens, self.reader.options, {})
        return Markup(self.mention.sub(lambda found: cite(found[1], page=""), made))

    def heading(self, tokens: Sequence[Token]) -> Markup:
        return Markup(self.printer.renderInline(tokens[1].children or [], self.reader.options, {}))

    def chapter(self, number: int, tokens: Sequence[Token]) -> Chapter:
        (lead, *clauses), name = split(tokens, "h3"), f"part-{number}"
        passages = [self.passage(part) for part in clauses]
        if body := self.markup(lead[3:]):
            passages.insert(0, Passage(f"{name}-0", Markup(), body, fold(f"{self.heading(lead)} {body}"), False))
        return Chapter(name, self.heading(lead), tuple(passages))

    def passage(self, tokens: Sequence[Token]) -> Passage:
        found = CLAUSE.fullmatch(self.heading(tokens))
        if found is None:
            raise ValueError(f"a heading that names no clause: {self.heading(tokens)}")
        body = self.markup(tokens[3:])
        return Passage(found[1], Markup(found[2]), body, fold(f"{found[0]} {body}"), True)


# --- Its page ---


def known(name: str) -> type[Game]:
    if name not in games():
        raise Refusal("no_game", 404)
    return kind(name)


@require_GET
def book(request: HttpRequest, game: str) -> HttpResponse:
    """The rulebook; what does not fit a search is hidden, and a clause that was asked for is marked.

    A panel gets the book alone, without the page around it.
    """
    title, opened = known(game).words("title"), book_of(game, request.language)
    asked = request.GET.get("clause", "")
    if asked and asked not in opened.clauses:
        raise Refusal("no_clause", 404, clause=asked[:20])
    query = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    words = fold(query).split()
    found = {passage.id for passage in opened.passages if passage.has(words)}
    page = {
        "game": game,
        "title": title,
        "book": opened,
        "query": query,
        "found": found,
        "chapters": {chapter.id for chapter in opened.chapters if any(one.id in found for one in chapter.passages)},
        "all": len(opened.passages),
        "asked": asked,
        "others": [(name, kind(name).words("title")) for name in games()],
    }
    response = render(request, f"camarilla/rules_{'book' if request.htmx else 'page'}.html", page)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    return response


# --- A card ---


@require_GET
def card(request: HttpRequest, game: str, card: str) -> HttpResponse:
    """A card enlarged, to be shown beside the board."""
    shown = usual(game)
    context = Context(shown.words, request.language, (), find_art(game))
    try:
        markup = shown.picture.closeup(shown, card, context)
    except KeyError:
        raise Refusal("no_card", 404, card=card[:20]) from None
    response = render(request, "camarilla/card.html", {"closeup": markup, "game": game})
    response.headers["Cache-Control"] = KEPT
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


@functools.lru_cache
def usual(name: str) -> Game:
    """The game with its usual options: a card looks the same in all of them."""
    return known(name)()
