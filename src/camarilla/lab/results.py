"""The results of a series as a file, a row a match: Parquet for tools (needs `camarilla[lab]`), CSV for anybody."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from camarilla import __version__
from camarilla.engine.errors import BadOption
from camarilla.engine.playout import DECISIONS, FIRST, MOVES
from camarilla.engine.words import of_package
from camarilla.lab.series import Series

WORDS = of_package(__file__)


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


def writer(path: Path) -> Callable[[Series], None]:
    """What will write to that file: everything that can be wrong with it is found out before any match is played."""
    write = {".parquet": write_parquet, ".csv": write_csv}.get(path.suffix)
    if write is None:
        raise BadOption(WORDS("out.suffix", path=str(path)))
    if path.suffix == ".parquet":
        require_pyarrow()
    if path.is_dir():
        raise BadOption(WORDS("out.unwritable", path=str(path), problem=WORDS("out.folder")))
    try:
        temporary = tempfile.NamedTemporaryFile(dir=path.parent, prefix=".camarilla-", delete=False)  # noqa: SIM115
    except OSError as problem:
        raise BadOption(WORDS("out.unwritable", path=str(path), problem=problem.strerror)) from None
    temporary.close()
    os.unlink(temporary.name)

    def carry_out(series: Series) -> None:
        """Write beside the file and move into its place, so that it is never half there."""
        try:
            write(series, Path(temporary.name))
            os.replace(temporary.name, path)
        except OSError as problem:
            raise BadOption(WORDS("out.unwritable", path=str(path), problem=problem.strerror)) from None
        finally:
            Path(temporary.name).unlink(missing_ok=True)

    return carry_out


def require_pyarrow() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadOption(WORDS("out.pyarrow")) from None


def write_parquet(series: Series, path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    about = {"game": series.game.id, "options": series.game.chosen, "seed": series.seed, "version": __version__}
    table = pyarrow.table({name: pyarrow.array(column) for name, column in columns(series).items()})
    pyarrow.parquet.write_table(table.replace_schema_metadata({"camarilla": json.dumps(about)}), path)


def write_csv(series: Series, path: Path) -> None:
    named = columns(series)
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(named)
        plain = (column.tolist() if hasattr(column, "tolist") else column for column in named.values())
        rows.writerows(zip(*plain, strict=True))
