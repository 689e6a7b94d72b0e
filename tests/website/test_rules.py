"""The rulebooks as pages, as a panel and searched; cards enlarged."""

import re
from random import Random

import pytest

from camarilla.engine import rulebook
from camarilla.engine.picture import Context
from camarilla.engine.words import LANGUAGES
from camarilla.games import game, games, kind
from camarilla.site.pages.rules import book_of
from tests.samples import DUEL, GAME, GLASS

PANEL = {"HX-Request": "true"}
everywhere = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("name", list(games()))


def shown(page):
    """The passages that are not hidden."""
    articles = re.findall(r'<article class="passage[^"]*" id="([^"]+)"([^>]*)>', page)
    return [name for name, more in articles if "hidden" not in more]


# --- The book ---


@everywhere
@every_game
def test_every_clause_has_its_anchor_and_its_text(client, name, language):
    page = client.language(language).get(f"/rules/{name}/").content.decode()
    for clause in rulebook.clauses(kind(name), language).values():
        assert page.count(f'<article class="passage" id="{clause.id}"') == 1
        assert f'href="#{clause.id}"' in page
    assert len(set(re.findall(r' id="([^"]+)"', page))) == len(re.findall(r' id="([^"]+)"', page))
    assert page.count("<main") == page.count("<h1") == 1 and f'<html lang="{language}">' in page
    assert "style=" not in page and "<script>" not in page


@every_game
def test_clauses_lead_to_one_another_but_only_to_those_that_there_are(name):
    book = book_of(name, "en")
    leads = re.findall(r'href="#([A-Z]+-\d+)"', "".join(passage.body for passage in book.passages))
    assert leads and set(leads) <= book.clauses == set(rulebook.clauses(kind(name)))


def test_a_table_of_the_rulebook_scrolls_by_itself_and_markup_in_it_would_be_text():
    body = next(passage.body for passage in book_of(GAME, "en").passages if passage.id == "CTS-2")
    assert '<div class="wide" tabindex="0"><table>' in body and "</table></div>" in body
    assert not any("<script" in passage.body for passage in book_of(GLASS, "en").passages)


def test_a_panel_gets_the_book_without_the_page(client):
    whole, panel = client.get(f"/rules/{DUEL}/"), client.get(f"/rules/{DUEL}/", headers=PANEL)
    assert panel.content.decode().startswith('<div class="book"') and b"<main" not in panel.content
    assert shown(panel.content.decode()) == shown(whole.content.decode())
    assert "HX-Request" in panel.headers["Vary"]


# --- Searching ---


def test_a_search_shows_what_has_all_its_words(client):
    page = client.get(f"/rules/{GAME}/", {"q": "  Assassin guard"}).content.decode()
    assert "CTS-18" in shown(page) and "CTS-9" not in shown(page)
    assert f"{len(shown(page))} of {len(book_of(GAME, 'en').passages)} passages" in page
    assert 'value="Assassin guard"' in page


def test_a_search_does_without_accents_and_capitals(client):
    client.language("fr")
    pages = [client.get(f"/rules/{GAME}/", {"q": q}).content.decode() for q in ("lumière", "LUMIERE")]
    assert shown(pages[0]) == shown(pages[1]) != []
    assert " sur 32" in pages[0]


def test_a_search_finds_a_clause_by_its_number_and_nothing_in_nonsense(client):
    assert "MED-17" in shown(client.get(f"/rules/{DUEL}/", {"q": "med-17"}).content.decode())
    nothing = client.get(f"/rules/{DUEL}/", {"q": "xylophone <b>"}).content.decode()
    assert shown(nothing) == [] and "Nothing found" in nothing and "<b>" not in nothing


def test_over_long_searches_are_cut(client):
    page = client.get(f"/rules/{DUEL}/", {"q": "x" * 5000})
    assert page.status_code == 200 and f'name="q" value="{"x" * 80}"' in page.content.decode()


# --- A clause that is asked for ---


def test_a_clause_is_marked(client):
    page = client.get(f"/rules/{GAME}/", {"clause": "CTS-16"}).content.decode()
    assert re.findall(r'class="passage asked" id="([^"]+)"', page) == ["CTS-16"]


@pytest.mark.parametrize(
    ("address", "english", "french"),
    [
        (f"/rules/{GAME}/?clause=CTS-99", "no clause", "pas de clause"),
        (f"/rules/{GAME}/?clause=MED-1", "no clause", "pas de clause"),
        ("/rules/chess/", "", ""),
        ("/cards/chess/K/", "", ""),
        *((f"/cards/{name}/nobody-99/", "no card", "pas de carte") for name in games()),
    ],
)
def test_what_there_is_not_is_said_in_the_language_of_the_visitor(client, address, english, french):
    answers = {language: client.language(language).get(address) for language in LANGUAGES}
    assert [answer.status_code for answer in answers.values()] == [404, 404]
    assert english in answers["en"].content.decode() and french in answers["fr"].content.decode()
    assert answers["en"].content != answers["fr"].content


# --- Cards ---


def cards_on_boards(name):
    """What can be enlarged on the boards of some matches."""
    chance, found = Random(1), set()
    for seed in range(3):
        match = game(name).new(seed)
        while not match.over:
            context = Context(match.game.words, "en", tuple("ABCDEF"))
            if chance.random() < 0.1 or not match.steps:
                drawn = match.game.picture.picture(match.game, match.view(0), context)
                found |= {thing.card for thing in drawn.things if thing.card}
            match.play(chance.choice(match.choices(chance.choice(match.waiting))))
    return sorted(found)


@every_game
def test_every_card_on_a_board_can_be_enlarged(client, name):
    cards = cards_on_boards(name)
    assert len(cards) > 5
    for card in cards[:60]:
        answer = client.get(f"/cards/{name}/{card.replace('?', '%3F')}/")
        assert answer.status_code == 200, card
        assert answer.headers["Cache-Control"] == "private, max-age=3600" and "Cookie" in answer.headers["Vary"]
        page = answer.content.decode()
        assert page.startswith('<div class="enlarged">') and "<html" not in page
        assert set(re.findall(r'data-clause="([^"]+)"', page)) <= book_of(name, "en").clauses


def test_a_card_is_read_in_the_language_of_the_visitor(client):
    english, french = (client.language(one).get(f"/cards/{GAME}/Sn/").content.decode() for one in LANGUAGES)
    assert "stag" in english and "cerf" in french
