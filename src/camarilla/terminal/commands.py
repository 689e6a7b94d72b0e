"""What can be typed at the prompt besides a move. Both languages' words are known in both."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from camarilla.engine import rulebook
from camarilla.engine.errors import CamarillaError, CannotUndo, IllegalMove, UnknownClause
from camarilla.engine.game import Game
from camarilla.engine.words import LANGUAGES, Message, plain
from camarilla.terminal import WORDS, files

if TYPE_CHECKING:
    from camarilla.terminal.sitting import Sitting

Command = Callable[["Sitting", int, str], bool]  # sitting, seat, what follows the word -> whether the match has changed
QUIT = "quit"
HINTS = 3  # choices that are recommended


class Leave(Exception):
    """Somebody leaves the table; the match is kept."""


def find_command(word: str, game: Game | None = None) -> Command | None:
    """The command that the word names; a game's display settings are commands too."""
    wanted = plain(word)
    for name, command in COMMANDS.items():
        if wanted in spellings(WORDS(f"typed.{name}")):
            return command
    for setting in game.settings if game else ():
        if game and wanted in spellings(game.words(f"setting.{setting}.typed")):
            return functools.partial(switch, setting)
    return None


def spellings(message: Message) -> list[str]:
    return [plain(message.text(language)) for language in LANGUAGES]


# --- About the game ---


def explain(sitting: Sitting, seat: int, rest: str) -> bool:
    """The list of commands."""
    from rich.table import Table

    game, language = sitting.match.game, sitting.screen.language
    table = Table.grid(padding=(0, 2, 0, 0))
    example, clause = sitting.match.choices(seat)[0].move, first_clause(game)
    table.add_row("…", WORDS("help.move").text(language))
    for name in COMMANDS:
        meaning = WORDS(f"help.{name}", example=example, clause=clause)
        table.add_row(WORDS(f"typed.{name}").text(language), meaning.text(language))
    for setting in game.settings:
        table.add_row(*(game.words(f"setting.{setting}.{part}").text(language) for part in ("typed", "help")))
    sitting.screen.show(table)
    return False


def why(sitting: Sitting, seat: int, rest: str) -> bool:
    """Whether a move is allowed, and by which clause it is not."""
    from camarilla.terminal.sitting import read_choice

    match, screen = sitting.match.copy(), sitting.screen
    choices = match.choices(seat)
    if not rest:
        screen.object(WORDS("why.usage", example=choices[0].move))
        return False
    try:
        match.play(read_choice(rest, choices), seat)
        move = match.steps[-1].move
        allowed = next(choice for choice in choices if choice.move == move)
        screen.say(WORDS("why.allowed", move=move, text=allowed.message))
    except IllegalMove as problem:
        screen.object(problem.message, problem.clause)
        if problem.clause:
            clause = rulebook.clause(type(match.game), problem.clause, screen.language)
            screen.say(WORDS("why.clause", id=clause.id, title=clause.title))
    return False


def rules(sitting: Sitting, seat: int, rest: str) -> bool:
    """A clause, or the titles of all."""
    game, screen = sitting.match.game, sitting.screen
    if rest:
        try:
            screen.markdown(str(rulebook.clause(type(game), rest, screen.language)))
        except UnknownClause as problem:
            screen.object(problem.message)
        return False
    for clause in rulebook.clauses(type(game), screen.language).values():
        screen.show(f"{clause.id:>7} · {clause.title}")
    screen.say(WORDS("rules.more", clause=first_clause(game)))
    return False


def first_clause(game: Game) -> str:
    return next(iter(rulebook.clauses(type(game))))


def notation(sitting: Sitting, seat: int, rest: str) -> bool:
    """How cards and moves are written."""
    sitting.screen.markdown(sitting.match.game.words("notation").text(sitting.screen.language).strip())
    return False


def log(sitting: Sitting, seat: int, rest: str) -> bool:
    """Every move so far, as the seat saw it."""
    sights = sitting.match.log(seat)
    for number, sight in enumerate(sights, 1):
        sitting.screen.show(f"{number:>3}. {sight.move:<8} {sight.message.text(sitting.screen.language)}")
    if not sights:
        sitting.screen.say(WORDS("log.empty"))
    return False


def switch(setting: str, sitting: Sitting, seat: int, rest: str) -> bool:
    """Turn a setting of the display on or off."""
    settings = sitting.settings[seat]
    on = settings[setting] = not settings[setting]
    sitting.draw(seat, sitting.match.choices(seat))
    sitting.screen.say(sitting.match.game.words(f"setting.{setting}.{'on' if on else 'off'}"))
    return False


# --- About the match ---


def hint(sitting: Sitting, seat: int, rest: str) -> bool:
    """The best choices, each with the share of the victory that can be expected of it."""
    from rich.table import Table

    from camarilla.bots.compiling import prepare_search
    from camarilla.terminal.menu import number_choices

    match, screen = sitting.match, sitting.screen
    if sitting.company.compilation:
        sitting.company.compilation.wait(screen.compiling)
    prepare_search(match.game, screen.compiling)
    with screen.busy(WORDS("hint.thinking"), tell=False):
        best = match.hint(seat)[:HINTS]
    numbers = {choice.id: number for number, choice in number_choices(match.choices(seat))}
    table = Table.grid(padding=(0, 2, 0, 0))
    for one in best:
        share = f"{100 * one.win_share:.0f} %"
        table.add_row(share, numbers[one.choice.id], one.choice.move, one.choice.text(screen.language))
    screen.say(WORDS("hint.best"))
    screen.show(table)
    return False


def undo(sitting: Sitting, seat: int, rest: str) -> bool:
    """Take back the seat's last step, and with it those that left no choice."""
    match = sitting.match.copy()
    taken: list[str] = []
    try:
        while not taken or len(match.choices(seat)) == 1:
            before = [step.move for step in match.steps if step.seat == seat]
            match.undo(seat)
            taken.append(before[-1])
    except CannotUndo as problem:
        sitting.screen.object(problem.message)
        return False
    sitting.take_back(match)
    sitting.notices.append(WORDS("undone", moves=taken))
    return True


def save(sitting: Sitting, seat: int, rest: str) -> bool:
    """Write the match to a file."""
    if rest:
        save_to(sitting, rest)
    else:
        sitting.screen.object(WORDS("save.usage"))
    return False


def save_to(sitting: Sitting, name: str) -> bool:
    """Whether the match was saved. An existing file is replaced only if that is wanted."""
    screen = sitting.screen
    try:
        path = Path(name).expanduser()
        if files.exists(path) and ask(sitting, WORDS("save.exists", path=path), "yes", "no") == "no":
            screen.say(WORDS("save.kept_old", path=path))
            return False
        files.write(path, sitting.match, sitting.company.names)
    except CamarillaError as problem:
        screen.object(problem.message)
        return False
    screen.say(WORDS("save.done", path=path.absolute()))
    return True


def leave(sitting: Sitting, seat: int, rest: str) -> bool:
    """Leave the table, after offering to save the match."""
    while True:
        answer = ask(sitting, WORDS("quit.ask"), "yes", "no", "cancel")
        if answer == "cancel":
            return False
        if answer == "no" or save_somewhere(sitting):
            raise Leave


def save_somewhere(sitting: Sitting) -> bool:
    path = f"{sitting.match.game.id}.json"
    return save_to(sitting, sitting.screen.ask(WORDS("save.where", path=path)) or path)


def ask(sitting: Sitting, question: Message, *answers: str, enter: str = "") -> str:
    """One of the answers, by its word in either language or the word's first letters; `enter` is what Enter means."""
    while True:
        said = plain(sitting.screen.ask(question)) or enter
        for answer in answers:
            if said and any(word.startswith(said) for word in spellings(WORDS(f"answer.{answer}"))):
                return answer
        sitting.screen.object(WORDS("answer.again", known=[WORDS(f"answer.{answer}") for answer in answers]))


COMMANDS: dict[str, Command] = {
    "help": explain,
    "hint": hint,
    "undo": undo,
    "why": why,
    "rules": rules,
    "notation": notation,
    "log": log,
    "save": save,
    QUIT: leave,
}
