"""The terminal as the rest of the program knows it: something to show things on and to ask."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from threading import Timer
from typing import TYPE_CHECKING, Any

from camarilla.engine.compiling import What
from camarilla.engine.words import Message, numeral
from camarilla.terminal import WORDS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn

Tell = Callable[[int, int], None]  # how much is done, of how much

MINUTE = 60.0  # seconds between two reports where no bar can be seen
WIPE = "\x1b[H\x1b[2J"  # the screen
WIPE_HISTORY = "\x1b[3J"  # and what has scrolled off it


class Screen:
    """A console of rich, a way to read a line, and a language."""

    def __init__(self, language: str, console: Console, read: Callable[[str], str] = input, echo: bool = False) -> None:
        self.language, self.console, self.read, self.echo = language, console, read, echo

    def show(self, *things: Any, style: str = "") -> None:
        """Print things as they are: no text is taken for markup, nor are its lines broken outside a terminal."""
        for thing in things:
            whole = isinstance(thing, str) and not self.console.is_terminal
            self.console.print(thing, style=style or None, markup=False, highlight=False, soft_wrap=whole)

    def say(self, message: Message, style: str = "") -> None:
        self.show(message.text(self.language), style=style)

    def object(self, message: Message, clause: str | None = None) -> None:
        """Say why something cannot be done."""
        said = message.text(self.language)
        self.show(f"{said} ({clause})" if clause else said, style="red")

    def markdown(self, text: str) -> None:
        """Set on a terminal, plain elsewhere."""
        from rich.markdown import Markdown

        self.show(Markdown(text) if self.console.is_terminal else text)

    def ask(self, message: Message) -> str:
        """The line that is typed; EOFError when there is none to come, KeyboardInterrupt after Ctrl-C."""
        try:
            typed = self.read(message.text(self.language))
        except RuntimeError:  # there is no standard input at all
            raise EOFError from None
        if self.echo:
            self.show(typed)
        return typed.strip()

    def clear(self, history: bool = False) -> None:
        """Wipe the terminal, with `history` also what could be scrolled or typed back to; elsewhere leave a line."""
        if not self.console.is_terminal:
            self.show("")
        elif self.console.is_dumb_terminal:  # it can only scroll
            self.show("\n" * self.console.height * history)
        else:
            self.console.file.write(WIPE + WIPE_HISTORY * history)
        if history:
            forget_typing()

    @contextlib.contextmanager
    def busy(self, message: Message, tell: bool, after: float = 0) -> Iterator[None]:
        """While something takes its time, if that is longer than `after` seconds.

        With `tell`, it is also said where nothing can turn.
        """
        if not self.console.is_terminal:
            if tell:
                self.say(message)
            yield
            return
        status = self.console.status(message.text(self.language))
        timer = Timer(after, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    @contextlib.contextmanager
    def compiling(self, what: What, first: bool) -> Iterator[None]:
        """While something is made ready. Once per installation this takes a while, and is told."""
        started = time.monotonic()
        with self.busy(WORDS(f"{'compiling' if first else 'loading'}.{what}"), tell=first):
            yield
        if first:
            self.say(WORDS("compiled", seconds=numeral(time.monotonic() - started, 1)))

    @contextlib.contextmanager
    def progress(self, what: Message | str) -> Iterator[Tell]:
        """A bar on a terminal, for a long work that tells how much is done, of how much; elsewhere a line a minute."""
        from rich.progress import MofNCompleteColumn, TextColumn

        name = what if isinstance(what, str) else what.text(self.language)
        if not self.console.is_terminal:
            yield self.report(name)
            return
        with self.bar(MofNCompleteColumn(), TextColumn("{task.fields[rate]}")) as bar:
            task = bar.add_task(name, total=None, rate="")

            def tell(done: int, whole: int) -> None:
                bar.update(task, completed=done, total=whole, rate=self.rate(bar.tasks[task].speed))

            yield tell

    @contextlib.contextmanager
    def stages(self) -> Iterator[Callable[[Message, float, float], None]]:
        """The same in percent, for a work that does several things in turn, and tells which. It says for itself how far
        it is where no bar can be seen."""
        from rich.progress import TaskProgressColumn

        if not self.console.is_terminal:
            yield lambda message, done, whole: None
            return
        with self.bar(TaskProgressColumn()) as bar:
            task = bar.add_task("", total=None)

            def tell(message: Message, done: float, whole: float) -> None:
                bar.update(task, description=message.text(self.language), completed=done, total=whole)

            yield tell

    def bar(self, *figures: ProgressColumn) -> Progress:
        """What is being done, how far it is, and how long it will still take."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}", markup=False), BarColumn(), *figures, TimeRemainingColumn())
        return Progress(*columns, console=self.console, transient=True)

    def report(self, name: str) -> Tell:
        """What says now and then how far a work is, beside what the command itself says: that goes into a file."""
        told = time.monotonic()

        def tell(done: int, whole: int) -> None:
            nonlocal told
            if time.monotonic() >= told + MINUTE:
                told = time.monotonic()
                said = WORDS("done", what=name, done=numeral(done), whole=numeral(whole))
                print(said.text(self.language), file=sys.stderr, flush=True)

        return tell

    def rate(self, speed: float | None) -> str:
        """How much is done in a second, as soon as that is known."""
        return WORDS("rate", speed=numeral(speed, 1 if speed < 10 else 0)).text(self.language) if speed else ""


def open_screen(language: str, color: bool | None) -> Screen:
    """The terminal at hand. Without a wish about colour, rich decides, and NO_COLOR with it."""
    from rich.console import Console

    system = "standard" if color and not sys.stdout.isatty() else "auto"
    plain = None if color is None else not color
    console = Console(no_color=plain, color_system=system, emoji=False)  # type: ignore[arg-type]  # search:100: is none
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # lines can be edited
    return Screen(language, console, echo=not (sys.stdin and sys.stdin.isatty()))


def forget_typing() -> None:
    """The next person must not find what was typed with the arrow keys."""
    with contextlib.suppress(ImportError, AttributeError):
        import readline

        readline.clear_history()
