"""One rulebook, three runtimes.

A runtime builds a rule again, with every rule that it names replaced by that runtime's own:

- `INTERPRETED`: Python itself, on records whose fields read as plain integers (`camarilla.engine.record`);
- `COMPILED`: Numba for the processor, kept on disk between runs;
- `camarilla.engine.gpu` does the same for a CUDA device.

A generic algorithm (a playout, a search) names the rules of no particular game: it imports them from
`camarilla.engine.form`, and the rules of the game at hand are put in their place. Rebuilding functions with other
globals, rather than closing over them, is what lets Numba keep the result on disk.
"""

from __future__ import annotations

import dis
import functools
import os
import types
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from camarilla.engine import cache, form
from camarilla.engine.record import opened
from camarilla.engine.rule import is_rule

Function = Callable[..., Any]
Wrap = Callable[[Function, Function], Function]  # a rebuilt rule, and the one that was written


def named_rules(function: Function, rules: types.ModuleType) -> dict[str, Function]:
    """The rules that a function names: those of the game where it names the form."""
    found: dict[str, Any] = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {
        name: getattr(rules, name, value) if form.is_form(value) else value
        for name, value in found.items()
        if is_rule(value)
    }


def sources(function: Function, rules: types.ModuleType) -> set[str]:
    """The files that a function and all rules it leads to are written in."""
    files = {function.__code__.co_filename}
    return files.union(*(sources(part, rules) for part in named_rules(function, rules).values()))


def renamed(function: Function, rules: types.ModuleType, build: Callable[[Function], Function]) -> Function:
    """A copy of `function` in which every rule it names is what `build` makes of it."""
    parts = {name: build(part) for name, part in named_rules(function, rules).items()}
    names = {**function.__globals__, **parts}
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{rules.__name__}.{function.__name__}"  # Numba names its cache files by this
    copy.__module__ = function.__module__
    return copy


def rebuild(function: Function, rules: types.ModuleType, wrap: Wrap, built: dict[Function, Function]) -> Function:
    """`function` with the rules it names, and those they name in turn, each wrapped once and remembered in `built`."""
    if function not in built:
        built[function] = wrap(renamed(function, rules, lambda part: rebuild(part, rules, wrap, built)), function)
    return built[function]


def uses(rules: types.ModuleType) -> Counter[Function]:
    """How often each rule is named in the rules of a game and in what they lead to."""
    todo = [rule for rule in vars(rules).values() if is_rule(rule)]
    done, found = set(todo), Counter[Function]()
    while todo:
        function = todo.pop()
        parts = named_rules(function, rules)
        found.update(parts[step.argval] for step in dis.get_instructions(function) if step.argval in parts)
        todo += [part for part in parts.values() if part not in done]
        done.update(parts.values())
    return found


class Interpreted:
    """Python itself. Arrays are opened first: arithmetic on elements is exact, and what does not fit is an error."""

    name = "interpreted"

    def bind(self, algorithm: Function, rules: types.ModuleType) -> Function:
        run = rebuild(algorithm, rules, lambda function, _: function, {})

        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # the random stream is meant to wrap around
                return run(*(opened(value) for value in arguments))

        return call


# Rules divide by no zero and own no memory: without checks for either, and inlined, they run 1.4 times as fast
# (measured on random play of Courtisans: counting references to the list of choices cost more than making it).
ENTRY: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
RULE: dict[str, Any] = {**ENTRY, "_nrt": False}
SHORT = 100  # bytes of bytecode


class Compiled:
    """Numba for the processor, without the global lock. What Python calls is kept on disk, with the rules in it."""

    name = "compiled"

    def __init__(self) -> None:
        self.built: dict[types.ModuleType, dict[Function, Function]] = {}

    def bind(self, algorithm: Function, rules: types.ModuleType) -> Function:
        import numba

        wrap, built = self.wrapping(rules), self.built.setdefault(rules, {})
        entry = renamed(algorithm, rules, lambda part: rebuild(part, rules, wrap, built))
        in_file = os.path.exists(algorithm.__code__.co_filename)  # what was typed at a prompt cannot be kept
        with cache.folder(sources(algorithm, rules)):
            ready: Function = numba.njit(cache=in_file, **ENTRY)(entry)
            return ready

    @functools.cache  # noqa: B019
    def wrapping(self, rules: types.ModuleType) -> Wrap:
        """Compile a rule; inline what is short or used once: more would take long to compile, and runs no faster."""
        import numba

        times = uses(rules)

        def wrap(function: Function, original: Function) -> Function:
            inline = times[original] <= 1 or len(function.__code__.co_code) < SHORT
            compiled: Function = numba.njit(forceinline=inline, **RULE)(function)
            return compiled

        return wrap

    def kept(self, algorithm: Function, rules: types.ModuleType) -> bool:
        """Whether the algorithm has been compiled before, and is on disk."""
        with cache.folder(sources(algorithm, rules)) as folder:
            return any(folder.rglob(f"*.{rules.__name__}.{algorithm.__name__}-*.nbi"))


Runtime = Interpreted | Compiled
INTERPRETED, COMPILED = Interpreted(), Compiled()
RUNTIMES: dict[str, Runtime] = {runtime.name: runtime for runtime in (INTERPRETED, COMPILED)}


def default() -> str:
    """The runtime named by the environment variable CAMARILLA_RUNTIME, or else compiled."""
    return os.environ.get("CAMARILLA_RUNTIME", Compiled.name)


def bind(algorithm: Function, rules: types.ModuleType, runtime: str) -> Function:
    """The generic `algorithm`, speaking of the game with the given rules, ready to be called on that runtime."""
    with cache.TURNS:  # or two threads would each compile their own
        return bound(algorithm, rules, runtime)


@functools.cache
def bound(algorithm: Function, rules: types.ModuleType, runtime: str) -> Function:
    return RUNTIMES[runtime].bind(algorithm, rules)
