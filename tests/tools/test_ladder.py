"""The ladder as measured, in docs/bots.md and as a picture."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import camarilla
from camarilla.bots.ladder import LEVELS
from tests.samples import GAME
from tools import ladder


def test_the_page_and_the_picture_show_what_was_measured() -> None:
    text = (ladder.DOCS / "bots.md").read_text(encoding="utf-8")
    assert ladder.filled(text) == text, "run python tools/ladder.py"
    assert (ladder.DOCS / "bots.svg").read_text(encoding="utf-8") == ladder.picture(), "run python tools/ladder.py"
    ET.fromstring(ladder.picture())


def test_each_step_of_each_ladder_was_measured_or_is_said_not_to_be() -> None:
    known = {(one.game, one.bot, one.against) for one in ladder.measured() if one.players == 2}
    missing = [
        f"{game}: {above} against {below}"
        for game in camarilla.games()
        for below, above in pairwise(LEVELS)
        if (game, above, below) not in known
    ]
    page = (ladder.DOCS / "bots.md").read_text(encoding="utf-8")
    assert all(line in page for line in missing), missing


def test_a_verdict_needs_the_whole_interval() -> None:
    def verdict(low: float, high: float, players: int) -> str:
        return ladder.Measured(GAME, players, "a", "b", 9, (low + high) / 2, low, high).verdict

    assert verdict(51, 60, 2) == "above" and verdict(49, 60, 2) == "unclear" and verdict(40, 49, 2) == "below"
    assert verdict(34, 40, 3) == "above" and verdict(30, 40, 3) == "unclear"
