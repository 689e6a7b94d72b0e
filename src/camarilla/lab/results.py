"""Results as a file: of a series, a row a match. Parquet for tools (needs `camarilla[lab]`), CSV for anybody."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from camarilla.engine.errors import BadOption, trouble
from camarilla.engine.game import Game
from camarilla.engine.parts import Report
from camarilla.engine.playout import DECISIONS, FIRST, MOVES
from camarilla.engine.words import of_package
from camarilla.lab.series import Played, Series
from camarilla.lab.summary import summary
from camarilla.version import __version__

WORDS = of_package(__file__)

Forms = dict[str, Callable[[Any, Path], object]]


def columns(series: Series) -> dict[str, Any]:
    """The columns by name. A match can be dealt again from its `seed`."""
    letters = [series.game.letter(seat) for seat in series.game.seats]
    return {
        "game": range(len(series)),
        "seed": series.seeds,
        "first": [letters[seat] for seat in series.about[:, FIRST]],
        "decisions": series.about[:, DECISIONS],
        "moves": series.about[:, MOVES],
        **{f"points_{letter}": series.points[:, seat] for seat, letter in enumerate(letters)},
        **{f"place_{letter}": series.places[:, seat] for seat, letter in enumerate(letters)},
    }


def writer(path: Path, forms: Forms | None = None) -> Callable[[Any], None]:
    """What will write to that file: everything that can be wrong with it is found out before any match is played.

    `forms` are the ways to write by the ends of names; if none are given, those of a series.
    """
    forms = forms or SERIES
    write = forms.get(path.suffix)
    if write is None:
        raise BadOption(WORDS("out.suffix", path=str(path), known=list(forms)))
    if path.suffix == ".parquet":
        require_pyarrow()
    if path.is_dir():
        raise BadOption(WORDS("out.unwritable", path=str(path), problem=WORDS("out.folder")))
    try:
        temporary = tempfile.NamedTemporaryFile(dir=path.parent, prefix=".camarilla-", delete=False)  # noqa: SIM115
    except OSError as problem:
        raise BadOption(WORDS("out.unwritable", path=str(path), problem=trouble(problem, "no_folder"))) from None
    temporary.close()
    os.unlink(temporary.name)

    def carry_out(results: Any) -> None:
        """Write beside the file and move into its place, so that it is never half there."""
        try:
            write(results, Path(temporary.name))
            os.replace(temporary.name, path)
        except OSError as problem:
            raise BadOption(WORDS("out.unwritable", path=str(path), problem=trouble(problem, "no_folder"))) from None
        finally:
            Path(temporary.name).unlink(missing_ok=True)

    return carry_out


def require_pyarrow() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadOption(WORDS("out.pyarrow")) from None


def write_parquet(series: Series, path: Path) -> None:
    parquet(columns(series), {**about(series.game, series.seed), "players": list(series.styles)}, path)


def write_csv(series: Series, path: Path) -> None:
    plain(columns(series), path)


def write_json(played: Played, path: Path) -> None:
    """What the series shows, without a row a match: there is room for any number of them."""
    whose = {**about(played.game, played.seed), "players": list(played.styles), "matches": len(played)}
    path.write_text(json.dumps({**whose, **asdict(summary(played))}, indent=1) + "\n", encoding="utf-8")


FIGURES = ".json"  # the one form that needs no rows
SERIES: Forms = {".parquet": write_parquet, ".csv": write_csv, FIGURES: write_json}


def report_forms(game: Game, part: Report, seed: int) -> Forms:
    """The ways to write a game's own report."""

    def write_parquet(report: Any, path: Path) -> None:
        parquet(part.columns(game, report), {**about(game, seed), **part.about(game, report)}, path)

    return {
        ".csv": lambda report, path: plain(part.columns(game, report), path),
        ".parquet": write_parquet,
        ".svg": lambda report, path: path.write_text(part.picture(game, report), encoding="utf-8"),
    }


def about(game: Game, seed: int | None) -> dict[str, Any]:
    """What a reader has to know to get the same results."""
    return {"game": game.id, "options": game.chosen, "seed": seed, "version": __version__}


def parquet(named: dict[str, Any], about_: dict[str, Any], path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({name: pyarrow.array(column) for name, column in named.items()})
    pyarrow.parquet.write_table(table.replace_schema_metadata({"camarilla": json.dumps(about_)}), path)


def plain(named: dict[str, Any], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(named)
        each = (column.tolist() if hasattr(column, "tolist") else column for column in named.values())
        rows.writerows(zip(*each, strict=True))
