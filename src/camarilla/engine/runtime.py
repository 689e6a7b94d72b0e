"""One rulebook, three runtimes.

A runtime builds a rule again, with every rule that it names replaced by that runtime's own:

- `INTERPRETED`: Python itself, on records whose fields read as plain integers (`camarilla.engine.record`);
- `COMPILED`: Numba for the processor, kept on disk between runs;
- `camarilla.engine.gpu` does the same for a CUDA device.

They agree bit for bit, on the same memory, so a match may go over from one to another between any two calls: at once
(`AT_ONCE`, unless another is asked for) rules run interpreted, and compiled as soon as they are (`at_once.py`).

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
from typing import TYPE_CHECKING, Any

import numpy as np

from camarilla.engine import cache, form
from camarilla.engine.record import opened
from camarilla.engine.rule import is_call, is_rule

if TYPE_CHECKING:
    from camarilla.engine.game import Game

Function = Callable[..., Any]
Wrap = Callable[[Function, Function], Function]  # a rebuilt rule, and the one that was written
Book = tuple[types.ModuleType, ...]  # the rules of a game, and beside them what else is needed, as its quick player


def named_rules(function: Function, book: Book) -> dict[str, Function]:
    """The rules that a function names, as `legal` or as `form.legal`: those of the game where it names the form."""
    values = {name: look_up(name, function.__globals__) for name in names_in(function.__code__)}
    return {name: of_game(value, book) for name, value in values.items() if is_rule(value)}


@functools.cache
def names_in(code: types.CodeType) -> tuple[str, ...]:
    """Every global that the code reads, as often as it does: `legal`, or `form.legal` if it is an attribute of one."""
    names, before = [], ""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            names.append(step.argval)
        elif before and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            names.append(f"{before}.{step.argval}")
        before = step.argval if step.opname == "LOAD_GLOBAL" else ""
    return tuple(names)


def look_up(name: str, names: dict[str, Any]) -> Any:
    module, _, attribute = name.rpartition(".")
    if not module:
        return names.get(name)
    owner = names.get(module)
    return vars(owner).get(attribute) if isinstance(owner, types.ModuleType) else None


def of_game(rule: Function, book: Book) -> Function:
    """The rule itself, or what the game has in the place of one that only stands for it."""
    if not form.is_form(rule):
        return rule
    return next((vars(part)[rule.__name__] for part in book if rule.__name__ in vars(part)), rule)


def sources(function: Function, book: Book) -> set[str]:
    """The files that a function and all rules it leads to are written in."""
    files = {function.__code__.co_filename}
    return files.union(*(sources(part, book) for part in named_rules(function, book).values()))


def renamed(function: Function, book: Book, build: Callable[[Function], Function]) -> Function:
    """A copy of `function` in which every rule it names is what `build` makes of it."""
    names = dict(function.__globals__)
    for name, part in named_rules(function, book).items():
        module, dot, attribute = name.rpartition(".")
        if not dot:
            names[name] = build(part)
            continue
        if names[module] is function.__globals__[module]:
            names[module] = types.ModuleType(module)
        setattr(names[module], attribute, build(part))
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{book[-1].__name__}.{function.__name__}"  # Numba names its cache files by this
    copy.__module__ = function.__module__
    return copy


def rebuild(function: Function, book: Book, wrap: Wrap, built: dict[Function, Function]) -> Function:
    """`function` with the rules it names, and those they name in turn, each wrapped once and remembered in `built`."""
    if function not in built:
        built[function] = wrap(renamed(function, book, lambda part: rebuild(part, book, wrap, built)), function)
    return built[function]


@functools.cache
def own_book(function: Function, book: Book) -> Book:
    """As much of the book as a rule needs: the rules alone, unless it is the quick player's own or leads to one."""
    if vars(book[0]).get(function.__name__) is function:  # also where the quick player imports it
        return book[:1]
    parts = [part for part in named_rules(function, book).values() if part is not function]
    asks = any(vars(player).get(function.__name__) is function for player in book[1:])
    return book if asks or any(own_book(part, book) == book for part in parts) else book[:1]


def uses(book: Book) -> Counter[Function]:
    """How often each rule is named in the rules of a game and in what they lead to."""
    todo = list({rule: None for part in book for rule in vars(part).values() if is_rule(rule)})
    done, found = set(todo), Counter[Function]()
    while todo:
        function = todo.pop()
        parts = named_rules(function, book)
        found.update(parts[name] for name in names_in(function.__code__) if name in parts)
        todo += [part for part in parts.values() if part not in done]
        done.update(parts.values())
    return found


class Interpreted:
    """Python itself. Arrays are opened first: arithmetic on elements is exact, and what does not fit is an error."""

    name = "interpreted"

    def bind(self, algorithm: Function, book: Book) -> Function:
        run = rebuild(algorithm, book, lambda function, _: function, {})

        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # the random stream is meant to wrap around
                return run(*(opened(value) for value in arguments))

        return call


# Rules divide by no zero and own no memory: without checks for either, and inlined, they run 1.4 times as fast
# (measured on random play: counting references to the list of choices cost more than making it). Nobody calls a rule
# but an entry, and nobody an entry but Python: without the other ways in, compiling takes a fifth less time.
ENTRY: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
RULE: dict[str, Any] = {**ENTRY, "_nrt": False, "no_cpython_wrapper": True}
SHORT = 100  # bytes of bytecode


class Compiled:
    """Numba for the processor, without the global lock where it takes long. What Python calls is kept on disk, with the
    rules in it."""

    name = "compiled"

    def __init__(self) -> None:
        self.built: dict[Book, dict[Function, Function]] = {}

    def bind(self, algorithm: Function, book: Book) -> Function:
        import numba

        from camarilla.engine.linking import lighten
        from camarilla.engine.notice import NOTICE

        entry = renamed(algorithm, book, lambda part: self.build(part, book))
        in_file = os.path.exists(algorithm.__code__.co_filename)  # what was typed at a prompt cannot be kept
        with cache.folder(sources(algorithm, book)):
            ready: Function = numba.njit(cache=in_file, **{**ENTRY, "nogil": not is_call(algorithm)})(entry)
        lighten(ready)
        NOTICE.follow(ready, game_of(book), self.rules_in(algorithm, book))
        return ready

    def rules_in(self, function: Function, book: Book) -> list[Function]:
        """All compiled rules that a function leads to, each once."""
        found: dict[Function, Function] = {}
        todo = [function]
        while todo:
            new = [part for part in named_rules(todo.pop(), book).values() if part not in found]
            found |= {part: self.build(part, book) for part in new}
            todo += new
        return list(found.values())

    def build(self, function: Function, book: Book) -> Function:
        """A rule, compiled once for all that name it. What asks no quick player is the same with one and without."""
        book = own_book(function, book)
        built = self.built.setdefault(book, {})
        if function not in built:
            copy = renamed(function, book, lambda part: self.build(part, book))
            built[function] = self.wrapping(book)(copy, function)
        return built[function]

    @functools.cache  # noqa: B019
    def wrapping(self, book: Book) -> Wrap:
        """Compile a rule; inline what is short or used once: more would take long to compile, and runs no faster."""
        import numba

        from camarilla.engine.linking import OPTIONS

        times = uses(book)

        def wrap(function: Function, original: Function) -> Function:
            inline = times[original] <= 1 or len(function.__code__.co_code) < SHORT
            compiled: Function = numba.njit(forceinline=inline, **OPTIONS, **RULE)(function)
            return compiled

        return wrap

    def is_on_disk(self, algorithm: Function, book: Book) -> bool:
        """Whether the algorithm has been compiled before, from its file as it is now; found out without Numba."""
        folder = cache.find_folder(sources(algorithm, book))
        written = os.path.getmtime(algorithm.__code__.co_filename)
        kept = folder.rglob(f"*.{book[-1].__name__}.{algorithm.__name__}-*.nbi")
        return any(path.stat().st_mtime >= written for path in kept)


Runtime = Interpreted | Compiled
INTERPRETED, COMPILED = Interpreted(), Compiled()
RUNTIMES: dict[str, Runtime] = {runtime.name: runtime for runtime in (INTERPRETED, COMPILED)}


AT_ONCE = "at-once"  # interpreted, and compiled from when that is ready
READY: set[Book] = set()  # the books whose calls, at once, are compiled ones by now


def default() -> str:
    """The runtime named by the environment variable CAMARILLA_RUNTIME, or else at once."""
    return os.environ.get("CAMARILLA_RUNTIME", AT_ONCE)


def in_use(runtime: str, algorithm: Function, book: Book) -> str:
    """The name of the runtime that runs an algorithm now: calls begin at once, what takes long waits for a compiler."""
    if runtime != AT_ONCE:
        return runtime
    return Interpreted.name if is_call(algorithm) and book not in READY else Compiled.name


def game_of(book: Book) -> str:
    """The game, by the name of its folder."""
    return str(book[0].__package__).rpartition(".")[2]


def make_book(rules: types.ModuleType, player: Any = None) -> Book:
    """The rules, and beside them a quick player, or a tuple of modules; what is None there is left out."""
    beside = player if isinstance(player, tuple) else (player,)
    return (rules, *(module for module in beside if module))


def bind(algorithm: Function, game: Game, player: Any = None, on: str = "cpu") -> Function:
    """The generic `algorithm`, speaking of that game, ready to be called on the game's runtime, as it is written.

    Where it asks a quick player (`form.choose`), `player` is the module with the game's: `game.greedy`. On `"cuda"` it
    is a device function, to be called from a kernel of one's own.

    >>> import camarilla
    >>> from camarilla.engine import form
    >>> @camarilla.rule
    ... def someone_waits(data, states):
    ...     return form.waiting(data[0], states[0]) > 0
    >>> game = camarilla.game(camarilla.games()[0], runtime="interpreted")
    >>> camarilla.bind(someone_waits, game)(game.data, game.new(seed=7).state)
    True
    """
    book = make_book(game.rules, player)
    if on == "cuda":
        from camarilla.engine.gpu import bind_for_device

        return bind_for_device(algorithm, book)
    name = in_use(game.runtime, algorithm, book)
    if name == Interpreted.name:  # nobody waits for who is about to compile
        return bound(algorithm, book, name)
    with cache.TURNS:  # or two threads would each compile their own
        return bound(algorithm, book, name)


@functools.cache
def bound(algorithm: Function, book: Book, runtime: str) -> Function:
    return RUNTIMES[runtime].bind(algorithm, book)
