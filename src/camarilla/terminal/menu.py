"""The choices of a seat as something to read, each with its number and its notation."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from camarilla.engine.match import Choice
from camarilla.engine.words import spoken

GAP = 3
MANY = 6  # choices that make a list long


def menu(choices: Sequence[Choice], language: str, console: Console) -> Table:
    """A table if the choices differ in two things, such as which card and where to; else a list."""
    if differ_in_two(choices):
        table = crossed(choices, language)
        if console.measure(table).maximum <= console.width:
            return table
    return listed(choices, language, console)


def differ_in_two(choices: Sequence[Choice]) -> bool:
    first = choices[0].saying
    return len(first.parts) == 2 and all(choice.saying.wording == first.wording for choice in choices)


def crossed(choices: Sequence[Choice], language: str) -> Table:
    """What has fewer values goes across, what has more goes down."""
    pairs = [tuple(spoken(part, language) for part in choice.saying.parts.values()) for choice in choices]
    values = [list(dict.fromkeys(pair[which] for pair in pairs)) for which in (0, 1)]
    across = int(len(values[1]) < len(values[0]))
    cells = {pair: f"{number:>2} {choice}" for number, (pair, choice) in enumerate(zip(pairs, choices, strict=True), 1)}
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="bold")
    table.add_column()
    for column in values[across]:
        table.add_column(folded(column), no_wrap=True, vertical="bottom")
    for row in values[1 - across]:
        table.add_row(row, *(cells.get((row, column) if across else (column, row), "") for column in values[across]))
    return table


def folded(heading: str) -> str:
    """A heading in two lines of about equal length."""
    words = heading.split(" ")
    folds = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return "\n".join(min(folds, key=lambda fold: max(map(len, fold)))) if folds else heading


def listed(choices: Sequence[Choice], language: str, console: Console) -> Table:
    """One below the other, or in two columns if there are many and they fit."""
    lines = [(str(number), choice.move, choice.text(language)) for number, choice in enumerate(choices, 1)]
    if len(lines) > MANY:
        half = (len(lines) + 1) // 2
        left, right = lines[:half], [*lines[half:], ("", "", "")]
        wide = rows([one + other for one, other in zip(left, right, strict=False)])
        if console.measure(wide).maximum <= console.width:
            return wide
    return rows(lines)


def rows(lines: Sequence[tuple[str, ...]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in range(len(lines[0])):
        table.add_column(justify="left" if column % 3 else "right", no_wrap=column % 3 < 2)
    for line in lines:
        table.add_row(*line)
    return table
