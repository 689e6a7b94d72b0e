"""Both languages say everything, with the same parts, and French keeps its typography."""

from __future__ import annotations

import re
import string

import pytest

from camarilla.engine.words import LANGUAGES
from camarilla.games.cour.powers import WORDS as COUR
from camarilla.games.courtisans.cards import WORDS as COURTISANS
from camarilla.games.medici.cards import WORDS as MEDICI
from camarilla.games.sun_king.cards import WORDS as SUN_KING
from camarilla.terminal import WORDS

OURS = {
    key: entry
    for key, entry in COURTISANS.entries.items()
    if key.split(".")[0] in ("board", "account", "setting", "notation")
}
EVERY = [*WORDS.entries.items(), *OURS.items()]
EVERY += [entry for game in (MEDICI, COUR, SUN_KING) for entry in game.entries.items()]


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(("key", "entry"), EVERY, ids=[key for key, _ in EVERY])
def test_both_languages(key: str, entry: dict[str, str]) -> None:
    assert set(entry) == set(LANGUAGES)
    assert parts(entry["en"]) == parts(entry["fr"])
    if not key.startswith("argparse."):
        assert not re.search(r"(?<=\w) [:;?!»](\s|$)|« ", entry["fr"]), "a plain space where a no-break space belongs"
        assert "'" not in entry["fr"].replace("!r", "")
