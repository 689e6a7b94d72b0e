"""What is shown, wherever it is shown; and how far a long work is."""

from __future__ import annotations

import pytest

from camarilla.engine.words import Message
from camarilla.terminal.screen import open_screen


def test_a_name_between_colons_is_no_picture(capsys: pytest.CaptureFixture[str]) -> None:
    """A bot may be called so; rich knows a picture of that name."""
    from rich.table import Table

    here = open_screen("en", None)
    said = Message({"en": "search:100: x", "fr": "search:100: x"})
    table = Table("search:100: x")
    here.say(said)
    here.show(table)
    assert capsys.readouterr().out.count("search:100: x") == 2
