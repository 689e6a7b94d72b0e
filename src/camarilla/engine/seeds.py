"""Many seeds from one, for Python: the rules draw them one by one (`stream.nth`)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from camarilla.engine.stream import nth


def draw_seeds(seed: int, count: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """The seeds number `first` and on of a series with the given seed."""
    with np.errstate(over="ignore"):  # the random stream is meant to wrap around
        drawn: npt.NDArray[np.uint64] = nth(np.uint64(seed), np.arange(first, first + count, dtype=np.uint64))
        return drawn
