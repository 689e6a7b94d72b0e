"""Short code for a CUDA device.

What limits rules there is how fast their code is fetched: every warp is at another place in it, and a multiprocessor
keeps little of it at hand. As the compiler likes it, with loops unrolled and all that fits inlined, the rules of a game
came to half a megabyte and more; asked for small code it makes a quarter or a third of that, in half the time, and
matches are played about twice as fast (measured on an H200: docs/compiled_algorithms.md). This goes by how numba-cuda
works inside, which has no option for it: with a version that works otherwise, code is as long as ever.
"""

from __future__ import annotations

from typing import Any

import numba.cuda.compiler
import numba.cuda.lowering

compiler: Any = numba.cuda.compiler  # numba-cuda has no types
Lower: Any = getattr(numba.cuda.lowering, "CUDALower", object)


class ConciseLower(Lower):  # type: ignore[misc]
    """Translates a function for the compiler, and says that it shall be small."""

    def setup_function(self, *arguments: Any) -> None:
        super().setup_function(*arguments)
        self.function.attributes.add("optsize")


def keep_code_short() -> None:
    """From now on, of all that is compiled for a device."""
    if hasattr(compiler, "CUDANativeLowering"):
        compiler.CUDANativeLowering.lowering_class = ConciseLower
