"""Markup is a type of its own: words become part of it only escaped, and things keep account of themselves."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from camarilla.engine.picture import Context, Painter, cite, classes, element, items, join
from camarilla.engine.words import ENGINE

HOSTILE = "<b>&\"'"
TAMED = "&lt;b&gt;&amp;&#34;&#39;"


def painter(can: frozenset[str] = frozenset(), taken: frozenset[str] = frozenset()) -> Painter:
    return Painter({}, Context(ENGINE, "en", (HOSTILE,), "/art.svg", can, taken=taken))


def test_words_are_escaped_as_content_and_as_attributes() -> None:
    assert element("p", HOSTILE, title=HOSTILE) == f'<p title="{TAMED}">{TAMED}</p>'
    assert join([HOSTILE, 3, element("i", HOSTILE)]) == f"{TAMED}3<i>{TAMED}</i>"
    assert items([HOSTILE]) == f"<li>{TAMED}</li>"


def test_markup_stays_as_it_is() -> None:
    inner = element("b", "bold")
    assert isinstance(inner, Markup)
    assert element("p", inner, " ", inner) == "<p><b>bold</b> <b>bold</b></p>"


def test_text_that_was_markup_is_text_again() -> None:
    assert element("p", f"{element('b', 'bold')}") == "<p>&lt;b&gt;bold&lt;/b&gt;</p>"


@pytest.mark.parametrize(
    ("value", "written"), [(None, ""), (False, ""), (True, " for"), (0, ' for="0"'), (1, ' for="1"'), ("", ' for=""')]
)
def test_attributes(value: str | int | None, written: str) -> None:
    assert element("label", for_=value) == f"<label{written}></label>"


def test_attributes_are_spelled_with_hyphens() -> None:
    assert element("a", data_thing="x", class_="y", hx_get="z") == '<a data-thing="x" class="y" hx-get="z"></a>'


def test_what_has_no_content_has_no_end() -> None:
    assert element("input", name="a") == '<input name="a">'
    assert element("use", href="#a") == '<use href="#a"/>'


def test_classes_that_do_not_apply_are_left_out() -> None:
    assert classes("card", False, None, "", "new") == "card new"


def test_a_clause_is_cited_by_a_link() -> None:
    assert cite("ABC-1") == '<a href="?rules#ABC-1" data-clause="ABC-1">ABC-1</a>'


def test_things_are_told_as_they_are_drawn() -> None:
    at_work = painter(can=frozenset({"hand"}))
    drawn = at_work.thing("hand", HOSTILE, element("i", "x"), "card", card=HOSTILE, mark="c1")
    assert drawn == (
        f'<button type="button" id="c1" class="thing card can" data-thing="hand" data-card="{TAMED}" '
        f'aria-label="{TAMED}"><i>x</i></button>'
    )
    picture = at_work.finish(drawn, Markup(), ENGINE("seat", seat=0, last=1))
    assert picture.things == (("hand", HOSTILE, HOSTILE, "c1"),)
    assert picture.names == {"hand"} and picture.ids == {"c1"}


def test_an_id_that_the_page_has_is_not_given_again() -> None:
    at_work = painter(taken=frozenset({"c1"}))
    assert "id=" not in at_work.thing("hand", "label", "", mark="c1") and not at_work.ids
    assert 'id="c2"' in at_work.thing("hand", "label", "", mark="c2")


def test_the_name_of_a_player_is_no_markup() -> None:
    plate = painter().context.plate(0)
    assert plate == f'<span class="plate"><b>{TAMED}</b></span>'


def test_an_attribute_that_is_markup_is_not_taken_for_the_same_words() -> None:
    """Tags are looked up, and markup equals the text that it is made of."""
    assert element("p", title=HOSTILE) == f'<p title="{TAMED}"></p>'
    assert element("p", title=Markup(HOSTILE)) == f'<p title="{HOSTILE}"></p>'
    assert element("p", title=HOSTILE) == f'<p title="{TAMED}"></p>'


def test_what_boards_have_in_common_is_drawn_once_for_the_same_words_names_and_art() -> None:
    drawn = []

    def draw(context: Context, card: str) -> Markup:
        assert not context.can, "what can be done now is nothing that boards have in common"
        drawn.append((context.language, context.names, context.art, card))
        return element("i", card, *context.names)

    for language, names in [("en", ("Anna",)), ("fr", ("Anna",)), ("en", ("Bob",))] * 2:
        context = Context(ENGINE, language, names, "/art.svg", frozenset(["hand"]))
        assert context.once(draw, "x") == f"<i>x{names[0]}</i>"
    assert len(drawn) == len(set(drawn)) == 3
