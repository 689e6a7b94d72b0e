"""The choices of a seat as something to read, each with its number and its notation.

Choices that say nothing but an `amount`, such as bids, are named by the amount alone instead of by a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.table import Table

from camarilla.engine.match import Choice
from camarilla.engine.words import spoken

GAP = 3
MANY = 6  # choices that make a list long
FEW = 3  # amounts that are told one by one
UNBOUNDED = 1000

Row = tuple[str, Choice]  # a choice and its number
Cells = tuple[str, str, str]  # of a row in a list: number, notation and words


def menu(choices: Sequence[Choice], language: str, console: Console) -> RenderableType:
    """Choices that differ in two things, such as which card and where to, as a table; the others as a list."""
    lines = number_choices(choices)
    blocks: list[Table] = []
    loose: list[Cells] = []
    for run in (list(run) for _, run in groupby(lines, key=lambda line: line[1].message.wording)):
        table = cross_table(run, language) if len(run[0][1].message.parts) == 2 else None
        if table and helps(table, len(run) == len(lines), len(run), console):
            blocks += [*([lay_out(loose, console)] if loose else []), table]
            loose = []
        else:
            loose += list_choices(run, language)
    if loose:
        blocks.append(lay_out(loose, console))
    return Group(*[part for block in blocks for part in ("", block)][1:])


def helps(table: Table, whole: bool, choices: int, console: Console) -> bool:
    """Whether a table of some choices, or of all, is better than a list."""
    return (whole or table.row_count < choices) and fits(table, console)


def fits(table: Table, console: Console) -> bool:
    """Whether no line has to be broken. Asked about the width of the console, rich would say yes to anything."""
    return console.measure(table, options=console.options.update(width=UNBOUNDED)).maximum <= console.width


def number_choices(choices: Sequence[Choice]) -> list[Row]:
    """Each choice with its number, or without, where the notation would be taken for one."""
    if named_by_notation(choices):
        return [("", choice) for choice in choices]
    return [(str(number), choice) for number, choice in enumerate(choices, 1)]


def named_by_notation(choices: Sequence[Choice]) -> bool:
    """Whether a number that is typed is a move, such as a card of that value, and not the number of a choice."""
    return any(choice.move.isdecimal() or is_amount(choice) for choice in choices)


def is_amount(choice: Choice) -> bool:
    return set(choice.message.parts) == {"amount"}


def list_choices(run: Sequence[Row], language: str) -> list[Cells]:
    """Choices one by one; of many amounts only the first and the last."""
    lines = [(number, choice.move, choice.text(language)) for number, choice in run]
    if len(run) <= FEW or not is_amount(run[0][1]):
        return lines
    (_, least, from_), (_, most, to) = lines[0], lines[-1]
    return [("", f"{least} … {most}", f"{from_} … {to}")]


def cross_table(lines: Sequence[Row], language: str) -> Table:
    """What has fewer values goes across, what has more goes down."""
    pairs = [tuple(spoken(part, language) for part in choice.message.parts.values()) for _, choice in lines]
    values = [list(dict.fromkeys(pair[which] for pair in pairs)) for which in (0, 1)]
    across = int(len(values[1]) < len(values[0]))
    cells = {pair: f"{number:>2} {choice}" for pair, (number, choice) in zip(pairs, lines, strict=True)}
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="bold")
    table.add_column()
    for column in values[across]:
        table.add_column(fold(str(column)), no_wrap=True, vertical="bottom")
    for row in values[1 - across]:
        found = (cells.get((row, column) if across else (column, row), "") for column in values[across])
        table.add_row(str(row), *found)
    return table


def fold(heading: str) -> str:
    """A heading in two lines of about equal length."""
    words = heading.split(" ")
    folds = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return "\n".join(min(folds, key=lambda fold: max(map(len, fold)))) if folds else heading


def lay_out(lines: Sequence[Cells], console: Console) -> Table:
    """One below the other, or in two columns if there are many and they fit."""
    if len(lines) > MANY:
        half = (len(lines) + 1) // 2
        left, right = lines[:half], [*lines[half:], ("", "", "")]
        wide = rows([one + other for one, other in zip(left, right, strict=False)])
        if fits(wide, console):
            return wide
    return rows(lines)


def rows(lines: Sequence[tuple[str, ...]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in range(len(lines[0])):
        table.add_column(justify="left" if column % 3 else "right", no_wrap=column % 3 < 2)
    for line in lines:
        table.add_row(*line)
    return table
