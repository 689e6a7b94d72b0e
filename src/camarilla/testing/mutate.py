"""Mutation testing for the rules of one game: break the rules in one place, and see whether a clause test notices.

    python -m camarilla.testing.mutate my_game

A *mutant* is the rules module with a single change inside one function marked ``@rule``: ``<`` becomes ``<=``, ``3``
becomes ``4``, a condition is forced, a call is left out. Each mutant is tried in a child forked from a parent that has
the heavy libraries loaded but not the game; an import hook in the child hands the mutant to whoever imports the rules
module, so the change is seen everywhere the function is used. A mutant that no test notices is a *survivor*: a rule
that could be wrong without anybody knowing.

Survivors that cannot be told from the original by any test may be listed in ``equivalent.txt`` in the game's folder,
one per line: the survivor's key as printed by this tool, then `` # `` and the reason. They are then left out.

Exit status: 0 when enough mutants are caught, 1 when too few are, 2 when nothing could be measured.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import enum
import gc
import importlib
import importlib.abc
import importlib.metadata
import importlib.util
import io
import multiprocessing
import os
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from camarilla.games import registry

RUNTIME = "CAMARILLA_RUNTIME"
PRELOADED = ("numpy", "hypothesis", "camarilla.engine.runtime")  # imported once, by the parent; never the game itself
PYTEST_ARGUMENTS = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
PYTEST_ARGUMENTS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis is imported before pytest starts

SHORTEST_LIMIT = 20.0  # seconds a mutant may take...
BASELINES = 10.0  # ...or this many times the baseline, if that is longer
BASELINE_LIMIT = 600.0
MEMORY_LIMIT = 2 << 30  # bytes of data a child may hold: a loop that never ends may also never stop allocating
OUTPUT_KEPT = 4000  # characters of pytest's output that a child sends back


Node = ast.expr | ast.stmt
Place = tuple[int, int]  # line and column
N = TypeVar("N", bound=Node)


class Stop(Exception):
    """Nothing can be measured; the message says why."""


# ---------------------------------------------------------------------------------------------------------------------
# Changes: what can be done to one node of the syntax tree
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Change:
    """Put ``replacement`` where ``site`` stands; ``words`` tells a reader what that does, and ``place`` where."""

    site: Node
    replacement: Node
    words: str
    place: Place


# Each comparison to its neighbour at the boundary, where it has one, and to its negation.
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CONNECTIVES: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}
SYMBOLS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.And: "and",
    ast.Or: "or",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}


def arrow(before: object, after: object) -> str:
    return f"`{before}` -> `{after}`"


def start(node: Node) -> Place:
    return node.lineno, node.col_offset


def end(node: Node) -> Place:
    """Where an operator stands, if the node is its left operand."""
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def with_fields(node: N, **fields: object) -> N:
    """A shallow copy of ``node`` with some fields set anew."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def constant(site: ast.expr, value: bool | int, words: str = "") -> Change:
    replacement = ast.copy_location(ast.Constant(value), site)
    return Change(site, replacement, words or arrow(ast.unparse(site), value), start(site))


def comparison_changes(node: ast.Compare) -> Iterator[Change]:
    for nth, (left, old) in enumerate(zip([node.left, *node.comparators], node.ops, strict=False)):
        for new in COMPARISONS[type(old)]:
            ops = [*node.ops[:nth], new(), *node.ops[nth + 1 :]]
            yield Change(node, with_fields(node, ops=ops), arrow(SYMBOLS[type(old)], SYMBOLS[new]), end(left))


def integer_changes(node: ast.Constant) -> Iterator[Change]:
    assert isinstance(node.value, int)
    yield constant(node, node.value + 1)
    if node.value > 0:
        yield constant(node, node.value - 1)


def connective_change(node: ast.BoolOp) -> Change:
    new = CONNECTIVES[type(node.op)]
    words = arrow(SYMBOLS[type(node.op)], SYMBOLS[new])
    return Change(node, with_fields(node, op=new()), words, end(node.values[0]))


def arithmetic_changes(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    new = ARITHMETIC.get(type(node.op))
    if new is not None:
        left, tail = (node.target, "=") if isinstance(node, ast.AugAssign) else (node.left, "")
        words = arrow(SYMBOLS[type(node.op)] + tail, SYMBOLS[new] + tail)
        yield Change(node, with_fields(node, op=new()), words, end(left))


def forced(test: ast.expr, *values: bool) -> Iterator[Change]:
    for value in values:
        yield constant(test, value, f"condition {arrow(ast.unparse(test), value)}")


def changes(node: ast.AST) -> Iterator[Change]:
    """Every change this tool makes at ``node`` itself."""
    match node:
        case ast.Compare():
            yield from comparison_changes(node)
        case ast.Constant(value=bool(value)):
            yield constant(node, not value)
        case ast.Constant(value=int()):
            yield from integer_changes(node)
        case ast.BoolOp():
            yield connective_change(node)
        case ast.UnaryOp(op=ast.Not()):
            yield Change(node, node.operand, arrow(ast.unparse(node), ast.unparse(node.operand)), start(node))
        case ast.BinOp() | ast.AugAssign():
            yield from arithmetic_changes(node)
        case ast.If() | ast.IfExp():
            yield from forced(node.test, True, False)
        case ast.While():
            yield from forced(node.test, False)
        case ast.comprehension():
            for test in node.ifs:
                yield from forced(test, True, False)
        case ast.Expr(value=ast.Call()):
            yield Change(node, ast.copy_location(ast.Pass(), node), arrow(ast.unparse(node), "pass"), start(node))


# ---------------------------------------------------------------------------------------------------------------------
# Mutants: every change to every rule of a module
# ---------------------------------------------------------------------------------------------------------------------

NOT_BEHAVIOUR = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True, eq=False)
class Mutant:
    function: str
    line: int
    source: str  # the line as written, stripped
    change: Change
    occurrence: int  # 1 for the first such change to such a line of the function, 2 for the second...

    @property
    def key(self) -> str:
        """A name that stays the same when lines move."""
        return f"{self.function} :: {self.change.words} :: {self.source} :: {self.occurrence}"

    def __str__(self) -> str:
        nth = f" (occurrence {self.occurrence})" if self.occurrence > 1 else ""
        return f"line {self.line}: {self.change.words}{nth}  |  {self.source}"


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it that bears on behaviour."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in NOT_BEHAVIOUR:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from walk(child)


def is_rule(node: ast.AST) -> bool:
    """Whether the node is a function under ``@rule``, ``@rule(...)`` or ``@engine.rule``."""
    if not isinstance(node, ast.FunctionDef):
        return False
    marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list]
    return any(ast.unparse(mark).split(".")[-1] == "rule" for mark in marks)


def rule_changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """The changes to every rule in the tree, each with the name of its rule (the outermost, where rules nest)."""
    if isinstance(node, ast.FunctionDef) and is_rule(node):
        for part in walk(node):
            yield from ((node.name, change) for change in changes(part))
    else:
        for child in ast.iter_child_nodes(node):
            yield from rule_changes(child)


def constant_changes(tree: ast.Module) -> Iterator[tuple[str, Change]]:
    """The changes to integers in the module's own assignments, each with the name assigned to."""
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            name = ast.unparse(statement.targets[0] if isinstance(statement, ast.Assign) else statement.target)
            for part in walk(statement.value):
                if isinstance(part, ast.Constant) and type(part.value) is int:
                    yield from ((name, change) for change in integer_changes(part))


def distinct(named: Iterable[tuple[str, Change]]) -> Iterator[tuple[str, Change]]:
    """Leave out changes that change nothing, and those already made (`while True` to `while False`, say)."""
    seen: set[tuple[Node, str]] = set()
    for name, change in named:
        seen.add((change.site, ast.dump(change.site)))
        made = (change.site, ast.dump(change.replacement))
        if made not in seen:
            seen.add(made)
            yield name, change


class Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


class Subject:
    """A rules module, parsed: what its mutants are, and what each compiles to."""

    def __init__(self, text: str, path: Path) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.tree = ast.parse(text)

    def mutants(self, constants: bool = False) -> list[Mutant]:
        named = [*(constant_changes(self.tree) if constants else ()), *rule_changes(self.tree)]
        occurrences: Counter[tuple[str, str, str]] = Counter()
        found = []
        for function, change in sorted(distinct(named), key=lambda each: each[1].place):
            line, _ = change.place
            source = self.lines[line - 1].strip()
            alike = (function, change.words, source)
            occurrences[alike] += 1
            found.append(Mutant(function, line, source, change, occurrences[alike]))
        return found

    def compile(self, mutant: Mutant | None = None) -> CodeType:
        """The code of one mutant, or of the module as written; the tree is left as it was."""
        if mutant is None:
            return self._code()
        site, replacement = mutant.change.site, mutant.change.replacement
        Swap(site, replacement).visit(self.tree)
        try:
            return self._code()
        finally:
            Swap(replacement, site).visit(self.tree)

    def _code(self) -> CodeType:
        return compile(self.tree, str(self.path), "exec", dont_inherit=True)


# ---------------------------------------------------------------------------------------------------------------------
# The child: one mutant under the tests
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """What is mutated, and what must notice."""

    module: str
    source: Path
    tests: Sequence[str]
    equivalent: Path | None = None


@dataclass(frozen=True)
class Verdict:
    """What a child reports."""

    status: int  # pytest's exit status
    imported: bool  # whether anything imported the module
    output: str


class Stage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An import hook that plays given code under the name of one module."""

    def __init__(self, target: Target, code: CodeType) -> None:
        self.target, self.code, self.imported = target, code, False

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname != self.target.module:
            return None
        return importlib.util.spec_from_file_location(fullname, self.target.source, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        self.imported = True
        exec(self.code, module.__dict__)


def preload() -> None:
    """Import what every child needs, so that each is spared the wait. What is missing, the baseline will show."""
    os.environ[RUNTIME] = "interpreted"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no threads at the time of a fork
    plugins = importlib.metadata.entry_points(group="pytest11")
    for name in (*PRELOADED, *(plugin.module for plugin in plugins)):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def forget(module: str) -> None:
    """If the module came along with something preloaded, have its whole package imported afresh."""
    package = module.partition(".")[0]
    if module in sys.modules:
        for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
            del sys.modules[name]


def settle_hypothesis() -> None:
    """The same examples for every mutant, none remembered, and no time spent on making a failure small."""
    with contextlib.suppress(ImportError):
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutate", derandomize=True, database=None, deadline=None, phases=phases)
        settings.load_profile("mutate")


def limit_resources(seconds: float) -> None:
    """A mutant must not eat the machine, nor run on for ever if its parent is gone."""
    limits = ((resource.RLIMIT_DATA, memory_in_use() + MEMORY_LIMIT), (resource.RLIMIT_CPU, int(seconds) + 10))
    for what, amount in limits:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (amount, amount))


def memory_in_use() -> int:
    """What the child has from its parent, in bytes, as the limit counts it; 0 where that cannot be told."""
    with contextlib.suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        return pages * resource.getpagesize()
    return 0


def perform(report: Connection, target: Target, code: CodeType, limit: float) -> None:
    """The whole life of a child. What it has from its parent is no garbage: pytest would look through it five times."""
    gc.freeze()
    limit_resources(limit)
    settle_hypothesis()
    forget(target.module)
    stage = Stage(target, code)
    sys.meta_path.insert(0, stage)
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = int(pytest.main([*PYTEST_ARGUMENTS, *target.tests]))
    report.send(Verdict(status, stage.imported, output.getvalue()[-OUTPUT_KEPT:]))


# ---------------------------------------------------------------------------------------------------------------------
# The parent: all mutants, a few at a time
# ---------------------------------------------------------------------------------------------------------------------


class Outcome(enum.Enum):
    KILLED = "killed"
    TIMEOUT = "timeouts"
    CRASHED = "crashed"  # the child ended without a report
    SURVIVED = "survivors"


@dataclass(eq=False)
class Child:
    process: ForkProcess
    report: Connection
    deadline: float

    @classmethod
    def start(cls, target: Target, code: CodeType, limit: float) -> Child:
        fork = multiprocessing.get_context("fork")
        mine, its = fork.Pipe(duplex=False)
        process = fork.Process(target=perform, args=(its, target, code, limit), daemon=True)
        process.start()
        its.close()
        return cls(process, mine, time.monotonic() + limit)

    @property
    def overdue(self) -> bool:
        return time.monotonic() >= self.deadline

    def verdict(self) -> Verdict | None:
        """The child's report, once there is something to read; None if it died without one."""
        try:
            verdict = self.report.recv()
        except EOFError:
            return None
        assert isinstance(verdict, Verdict)
        return verdict

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.report.close()


def baseline(target: Target, subject: Subject) -> float:
    """Run the tests on the rules as written; the seconds it took."""
    started = time.monotonic()
    child = Child.start(target, subject.compile(), BASELINE_LIMIT)
    try:
        verdict = child.verdict() if child.report.poll(BASELINE_LIMIT) else None
    finally:
        child.end()
    if verdict is None:
        raise Stop(f"the baseline crashed, or took over {BASELINE_LIMIT:.0f} s: nothing to measure against")
    if verdict.status != 0:
        raise Stop(f"the baseline is red (pytest status {verdict.status}); mend that first\n\n{verdict.output}")
    if not verdict.imported:
        raise Stop(f"the tests never import {target.module}: no mutant could be noticed")
    return time.monotonic() - started


def judge(child: Child) -> Outcome:
    verdict = child.verdict()
    if verdict is None:
        return Outcome.CRASHED
    return Outcome.SURVIVED if verdict.status == 0 else Outcome.KILLED


def trials(
    target: Target, subject: Subject, mutants: Sequence[Mutant], jobs: int, limit: float
) -> Iterator[tuple[Mutant, Outcome]]:
    """Try every mutant, ``jobs`` at a time; yield each with its outcome as it becomes known."""
    waiting = list(reversed(mutants))
    running: dict[Child, Mutant] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                running[Child.start(target, subject.compile(mutant), limit)] = mutant
            patience = max(0.0, min(child.deadline for child in running) - time.monotonic())
            ready = wait([child.report for child in running], patience)
            for child in [child for child in running if child.report in ready or child.overdue]:
                outcome = judge(child) if child.report in ready else Outcome.TIMEOUT
                child.end()
                yield running.pop(child), outcome
    finally:
        for child in running:
            child.end()


# ---------------------------------------------------------------------------------------------------------------------
# The report
# ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    outcomes: dict[Mutant, Outcome]
    excused: dict[str, str] = field(default_factory=dict)  # key of an equivalent mutant -> why it is one
    known: frozenset[str] = frozenset()  # the keys of all mutants, tried or not

    def having(self, outcome: Outcome) -> list[Mutant]:
        found = [mutant for mutant, its in self.outcomes.items() if its is outcome]
        return sorted(found, key=lambda mutant: mutant.line)

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant in self.having(Outcome.SURVIVED) if mutant.key not in self.excused]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.having(Outcome.SURVIVED) if mutant.key in self.excused]

    @property
    def unused(self) -> list[str]:
        """Excuses for no mutant there is, or for one that was caught."""
        caught = {mutant.key for mutant, outcome in self.outcomes.items() if outcome is not Outcome.SURVIVED}
        return [key for key in self.excused if key in caught or key not in self.known]

    @property
    def total(self) -> int:
        return len(self.outcomes) - len(self.equivalent)

    @property
    def share(self) -> float:
        """Percent of the mutants caught."""
        return 100 * (self.total - len(self.survivors)) / self.total if self.total else 100.0

    def rows(self) -> list[tuple[str, str]]:
        crashed = len(self.having(Outcome.CRASHED))
        return [
            ("mutants", str(self.total)),
            (Outcome.KILLED.value, str(len(self.having(Outcome.KILLED)))),
            (Outcome.TIMEOUT.value, str(len(self.having(Outcome.TIMEOUT)))),
            *([(Outcome.CRASHED.value, str(crashed))] if crashed else []),
            (Outcome.SURVIVED.value, str(len(self.survivors))),
            ("share caught", f"{self.share:.1f} %"),
            ("equivalent, not counted", str(len(self.equivalent))),
        ]

    def lists(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Each list under its title: an entry, and a remark on it."""
        yield "Survivors", [(str(mutant), f"key: {mutant.key}") for mutant in self.survivors]
        yield "Equivalent", [(str(mutant), f"why: {self.excused[mutant.key]}") for mutant in self.equivalent]
        yield "Excused as equivalent, but caught or not found", [(key, self.excused[key]) for key in self.unused]


def show(report: Report, title: str, console: Console) -> None:
    say(console, f"\n{title}")
    table = Table("", "", show_header=False)
    table.columns[1].justify = "right"
    for row in report.rows():
        table.add_row(*row)
    console.print(table)
    for heading, entries in report.lists():
        if entries:
            say(console, f"\n{heading}")
        for entry, remark in entries:
            say(console, f"  {entry}\n      {remark}")


def markdown(report: Report, title: str) -> str:
    lines = [f"# {title}", "", "| | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in report.rows())]
    for heading, entries in report.lists():
        if entries:
            lines += ["", f"## {heading}", "", "```text"]
            lines += [f"{entry}\n    {remark}" for entry, remark in entries]
            lines += ["```"]
    return "\n".join(lines) + "\n"


def say(console: Console, text: str) -> None:
    """Print as it stands: source lines are full of brackets that rich would take for markup."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


EXCUSE = re.compile(r"(?P<key>.+? :: \d+) # (?P<why>.+)")


def read_excuses(path: Path | None) -> dict[str, str]:
    """The keys listed as equivalent, each with the reason given."""
    if path is None or not path.exists():
        return {}
    excuses = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            entry = EXCUSE.fullmatch(line.strip())
            if entry is None:
                raise Stop(f"{path.name}, line {number}: not of the form `KEY # why`")
            excuses[entry["key"]] = entry["why"]
    return excuses


@contextlib.contextmanager
def progress(total: int, console: Console) -> Iterator[Callable[[int, int], None]]:
    """A function to call with the numbers of mutants done and of survivors so far."""
    if not console.is_terminal:
        yield lambda done, survivors: plain_progress(total, done, survivors, console)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, auto_refresh=False) as bar:  # a refreshing thread and fork do not mix
        task = bar.add_task("", total=total)

        def advance(done: int, survivors: int) -> None:
            bar.update(task, completed=done, description=f"{survivors} survived", refresh=True)

        yield advance


def plain_progress(total: int, done: int, survivors: int, console: Console) -> None:
    """A line each time another tenth is done."""
    if 10 * done // total > 10 * (done - 1) // total:
        say(console, f"{100 * done // total:3d} %  {done}/{total} mutants, {survivors} survived")


# ---------------------------------------------------------------------------------------------------------------------
# The command
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    constants: bool = False
    only: tuple[int, int] | None = None
    sample: int | None = None
    seed: int = 0
    jobs: int = 2
    timeout: float | None = None


def parse(target: Target) -> Subject:
    try:
        return Subject(target.source.read_text(encoding="utf-8"), target.source)
    except (OSError, SyntaxError) as error:
        raise Stop(f"cannot read the rules of {target.module}: {error}") from error


def chosen(mutants: Sequence[Mutant], options: Options) -> list[Mutant]:
    first, last = options.only or (1, sys.maxsize)
    within = [mutant for mutant in mutants if first <= mutant.line <= last]
    if options.sample is None or options.sample >= len(within):
        return within
    picked = random.Random(options.seed).sample(range(len(within)), options.sample)
    return [within[place] for place in sorted(picked)]


def run(target: Target, options: Options, console: Console) -> Report:
    """Measure: baseline, every chosen mutant, report."""
    excused = read_excuses(target.equivalent)
    subject = parse(target)
    mutants = subject.mutants(options.constants)
    tried = chosen(mutants, options)
    if not tried:
        raise Stop(f"no mutants to try in {target.module}")
    preload()
    took = baseline(target, subject)
    limit = options.timeout or max(SHORTEST_LIMIT, BASELINES * took)
    say(console, f"baseline green in {took:.1f} s; {len(tried)} of {len(mutants)} mutants, at most {limit:.0f} s each")
    outcomes: dict[Mutant, Outcome] = {}
    survivors = 0
    with progress(len(tried), console) as advance:
        for mutant, outcome in trials(target, subject, tried, options.jobs, limit):
            outcomes[mutant] = outcome
            survivors += outcome is Outcome.SURVIVED
            advance(len(outcomes), survivors)
    return Report(outcomes, excused, frozenset(mutant.key for mutant in mutants))


def game_target(game: str, tests: Sequence[str] | None) -> Target:
    """The rules of the game, which its entry point leads to, and the tests of its clauses, by custom where ours are."""
    if game not in registry():
        raise Stop(f"there is no game {game!r}")
    package = registry()[game].module.rpartition(".")[0]
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise Stop(f"there is no package {package}")
    folder = Path(spec.origin).parent
    return Target(
        module=f"{package}.rules",
        source=folder / "rules.py",
        tests=tests or [str(Path("tests", "games", game, "clauses"))],
        equivalent=folder / "equivalent.txt",
    )


def line_range(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def positive(text: str) -> int:
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break the rules of a game, one place at a time; do the tests notice?")
    add = parser.add_argument
    add("game", help="the id of the game")
    add("--tests", nargs="+", metavar="PATH", help="the tests (default: tests/games/GAME/clauses)")
    add("--constants", action="store_true", help="also change the module's own integer constants")
    add("--only", type=line_range, metavar="LINE[-LINE]", help="only mutants on these lines")
    add("--sample", type=positive, metavar="N", help="only a random sample of N mutants")
    add("--seed", type=int, default=0, metavar="S", help="seed of the sample (default: 0)")
    add("--jobs", type=positive, default=2, metavar="N", help="mutants tried at the same time (default: 2)")
    add("--timeout", type=float, metavar="SECONDS", help="per mutant (default: 20, or 10 times the baseline if longer)")
    add("--at-least", type=float, default=90.0, metavar="PERCENT", help="share that must be caught (default: 90)")
    add("--out", type=Path, metavar="FILE.md", help="also write the report as Markdown")
    add("--list", action="store_true", help="list the mutants and their keys, try none")
    return parser.parse_args(argv)


def list_mutants(mutants: Iterable[Mutant], console: Console) -> None:
    for mutant in mutants:
        say(console, f"{mutant}\n    key: {mutant.key}")


def command(target: Target, asked: argparse.Namespace, console: Console) -> int:
    options = Options(asked.constants, asked.only, asked.sample, asked.seed, asked.jobs, asked.timeout)
    if asked.list:
        list_mutants(chosen(parse(target).mutants(options.constants), options), console)
        return 0
    report = run(target, options, console)
    title = f"Mutants of {target.module}"
    show(report, title, console)
    if asked.out is not None:
        asked.out.write_text(markdown(report, title), encoding="utf-8")
    return 0 if report.share >= asked.at_least else 1


def main(argv: Sequence[str] | None = None) -> int:
    asked, console = arguments(argv), Console()
    try:
        return command(game_target(asked.game, asked.tests), asked, console)
    except Stop as stop:
        say(console, f"mutate: {stop}")
        return 2


if __name__ == "__main__":
    sys.exit(main())
