"""Rules that only compiled code calls, compiled in less than half the time.

Numba optimises every function and makes machine code of it, and does both again in all that the function is linked
into. Of a rule by itself nobody has use for either: it is left as it is, and what Python calls is optimised as a whole,
once. The code is as fast, and the same matches come of it. This goes by how Numba works inside: with a version in which
nobody has tried it rules are compiled as everything else.
"""

from __future__ import annotations

from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Nowhere:
    """Where the environment of a function is noted that cannot be called from Python: it has none."""

    def set_env(self, name: str, environment: object) -> None:
        pass


class Unfinished(JITCodeLibrary):
    """Code to be linked into other code, and no more."""

    codegen = Nowhere()

    def _optimize_final_module(self) -> None:
        pass

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


TRIED = "0.68."
OPTIONS: dict[str, Any] = {"pipeline_class": RuleCompiler} if numba.__version__.startswith(TRIED) else {}
