"""What is shown, wherever it is shown; and how far a long work is."""

from __future__ import annotations

import pytest

from camarilla.engine.words import Message
from camarilla.terminal import screen
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


@pytest.mark.parametrize(("language", "said"), [("en", "Page: 1 of 1,000\n"), ("fr", "Page\u00a0: 1 sur 1\u202f000\n")])
def test_where_there_is_no_bar_lines_tell_how_far_a_work_is(
    language: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the results, which may go into a file; and not at once, for most works are done soon."""
    here = open_screen(language, None)
    for minute, heard in ((1e9, ""), (0.0, said)):
        monkeypatch.setattr(screen, "MINUTE", minute)
        with here.progress("Page") as progress:
            progress(1, 1000)
        assert capsys.readouterr() == ("", heard)
