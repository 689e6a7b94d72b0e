"""The page: well-formed, in either language, and complete by itself."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from camarilla.analysis.page import page
from camarilla.analysis.reasons import explain
from camarilla.analysis.review import review
from camarilla.engine.match import Match
from camarilla.testing.walks import walk
from tests.analysis.blunders import duel, last_card


def written(match: Match, language: str, seats: tuple[int, ...] = (0, 1)) -> str:
    found = review(match, seats, 30)
    return page(found, explain(found), language)


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


@pytest.mark.parametrize(("language", "title"), [("en", "a match analysed"), ("fr", "une partie analysée")])
def test_it_is_well_formed_and_in_one_language(language: str, title: str) -> None:
    root = parsed(written(last_card("Bn-"), language))
    assert root.attrib["lang"] == language
    assert title in (root.findtext(".//h1") or "")
    said = "".join(root.itertext())
    assert ("Coup 1, A" in said) == (language == "fr") and ("Move 1, A" in said) == (language == "en")


def test_it_asks_nobody_for_anything() -> None:
    text = written(last_card("Bn-"), "en")
    assert not re.search(r"https?:|//\w|\bsrc\b|href|@import|url\(|<script", text)


def test_every_decision_is_a_row_and_every_seat_a_line() -> None:
    match = walk(duel(), 1, 1)[10]
    found = review(match, (0, 1), 30)
    root = parsed(page(found, explain(found), "en"))
    assert len(root.findall(".//table[@class='decisions']/tbody/tr")) == len(found.decisions) > 5
    assert len(root.findall(".//svg[@class='curve']/g")) == 2
    assert len(root.findall(".//table[@class='summary']/tbody/tr")) == 2
    assert len(root.findall(".//tr[@class='mistake']")) == len(found.mistakes)


def test_the_page_of_a_seat_shows_only_its_decisions() -> None:
    root = parsed(written(walk(duel(), 1, 1)[10], "en", seats=(1,)))
    heads = [head.text or "" for head in root.findall(".//table[@class='decisions']/tbody/tr/th")]
    assert heads and all(head.endswith(" B") for head in heads)
    assert "not finished" in "".join(root.itertext())


def test_without_mistakes_it_says_so() -> None:
    assert "No clear mistake was found." in written(last_card("Bn+"), "en")
