"""Rules that only compiled code calls, compiled in less time, and kept in less memory.

Numba makes machine code of every function, and again of all that the function is linked into. Of a rule by itself
nobody has use for it: it is optimised, and then only linked into what Python calls. With `CAMARILLA_COMPILE=quick`, for
whoever tries a rule out or tests, it is not even optimised by itself, and what Python calls only a little: that takes
half the time, and the code is up to an eighth slower. This goes by how Numba works inside: with a version in which
nobody has tried it rules are compiled, and kept, as everything else.
"""

from __future__ import annotations

from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from camarilla.engine.cache import QUICK


class Nowhere:
    """Where the environment of a function is noted that cannot be called from Python: it has none."""

    def set_env(self, name: str, environment: object) -> None:
        pass


class Unfinished(JITCodeLibrary):
    """Code to be linked into other code, and no more."""

    codegen = Nowhere()

    def _optimize_final_module(self) -> None:
        if not QUICK:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class RuleCompiler(Compiler):
    def compile_extra(self, function: Any) -> Any:
        self.state.library = Unfinished(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


def lighten(entry: Any) -> None:
    """Keep no more than the machine code of an entry that is read from disk: nobody will link with the rest, which is a
    fifth of the memory of a process that has read all games."""
    if not IS_TRIED:
        return
    load = entry._cache.load_overload

    def load_overload(signature: Any, context: Any) -> Any:
        try:
            found = load(signature, context)
        except ImportError:  # it was kept by a process that knew the file by a name which nobody here can import
            return None
        if found:
            found.library._shared_module.close()
            found.library._shared_module = None
        return found

    entry._cache.load_overload = load_overload


if QUICK:
    config: Any = numba.config
    config.OPT = type(config.OPT)(1)
    config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0

IS_TRIED = numba.__version__.startswith("0.68.")
OPTIONS: dict[str, Any] = {"pipeline_class": RuleCompiler} if IS_TRIED else {}
