"""A fake terminal: what is typed comes from a list, what is shown goes into a text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rich.console import Console

import camarilla
from camarilla.engine.match import Match
from camarilla.terminal import files
from camarilla.terminal.company import gather
from camarilla.terminal.screen import Screen
from camarilla.terminal.sitting import Sitting
from tests.samples import GAME

Typed = str | type[BaseException] | Callable[[Sitting], str]

CTRL_C, CTRL_D = KeyboardInterrupt, EOFError


class Fake:
    """A sitting and everything it shows. Typing ends with Ctrl-D when the list does."""

    def __init__(
        self,
        match: Match,
        typed: Iterable[Typed] = (),
        humans: int = 1,
        language: str = "en",
        terminal: bool = False,
        width: int = 80,
        kept: Path | None = None,
        bots: str = "random",
    ) -> None:
        self.typed: Iterator[Typed] = iter(typed)
        self.out = io.StringIO()
        console = Console(file=self.out, width=width, height=50, force_terminal=terminal, no_color=True, _environ={})
        self.kept = kept or files.new_path(match.game.id)
        company = gather(match.game, str(humans), bots if humans < match.game.players else None)
        self.sitting = Sitting(match, Screen(language, console, self.read), company, self.kept)

    def read(self, prompt: str) -> str:
        self.out.write(prompt)
        typed = next(self.typed, CTRL_D)
        if isinstance(typed, type):
            raise typed
        line = typed if isinstance(typed, str) else typed(self.sitting)
        self.out.write(f"{line}\n")
        return line

    def play(self) -> int:
        return self.sitting.play()

    @property
    def text(self) -> str:
        return self.out.getvalue()

    @property
    def match(self) -> Match:
        return self.sitting.match

    def after(self, line: str) -> str:
        """What was shown after a line was typed, up to the next prompt."""
        return self.text.rsplit(f"): {line}\n", 1)[1].split("A, your move")[0]


def match(seed: int = 7, **options: object) -> Match:
    return camarilla.game(GAME, **options).new(seed)


def played(*typed: Typed, seed: int = 7, **wishes: object) -> Fake:
    """A fake that has been played until the typing ends."""
    fake = Fake(match(seed), typed, **wishes)  # type: ignore[arg-type]
    fake.play()
    return fake


def forever(typed: Typed) -> Iterator[Typed]:
    while True:
        yield typed


def to_the_end(line: str = "1") -> Iterator[Typed]:
    """The same line at every decision, then nothing to save."""
    return forever(lambda sitting: "" if sitting.match.over else line)
