"""The page about the characters of Cour shows what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from camarilla.games.cour import tables


def test_the_page_is_filled_in_from_the_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = tables.PAGE.read_text(encoding="utf-8")
    copy = tmp_path / "characters.md"
    copy.write_text(text, encoding="utf-8")
    monkeypatch.setattr(tables, "PAGE", copy)
    tables.fill_in()
    assert copy.read_text(encoding="utf-8") == text and text.count("<!-- measured: ") == 3
    assert tables.draw() == tables.PICTURE.read_text(encoding="utf-8")


@pytest.mark.parametrize("player", tables.PLAYERS)
def test_the_figures_are_of_the_cards_as_they_are(player: str) -> None:
    for name in (tables.BEFORE, tables.OURS):
        found = tables.read(player, name)
        cards = {card.en: card for card in tables.chosen(name)}
        assert {*found} == {*cards}
        for row in found.values():
            card = cards[row["character"]]
            assert (int(row["cost"]), int(row["prestige"])) == (card.cost, card.prestige)
            assert row["power"] == tables.write(card.power)
