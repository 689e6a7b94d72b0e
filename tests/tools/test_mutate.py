"""The mutation tester, tried on a throw-away module of three rules."""

from __future__ import annotations

import io
import textwrap
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from camarilla.testing import mutate

RULES = """
    def rule(function):
        return function

    LIMIT = 3

    @rule
    def full(hand: int) -> bool:
        '''Whether 3 cards are in hand.'''
        return hand >= LIMIT

    @rule
    def draw(hand: int) -> int:
        if full(hand):
            return hand
        return hand + 1

    @rule
    def fill(hand: int) -> int:
        while not full(hand):
            hand = draw(hand)
        return hand

    def no_rule(hand):
        return hand - 7
"""

STRONG = """
    from toy import draw, fill, full

    def test_full():
        assert [full(hand) for hand in range(5)] == [False, False, False, True, True]

    def test_draw():
        assert [draw(hand) for hand in range(5)] == [1, 2, 3, 3, 4]

    def test_fill():
        assert fill(0) == 3
"""

WEAK = """
    from toy import draw, fill, full

    def test_away_from_the_boundary():
        assert not full(0) and full(4)
        assert draw(0) == 1 and draw(4) == 4
        assert fill(0) >= 3
"""

RED = """
    from toy import draw

    def test_wrong():
        assert draw(0) == 2
"""


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool sets these for its children; put them back afterwards."""
    monkeypatch.setenv("CAMARILLA_RUNTIME", "interpreted")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")


def subject(text: str) -> Any:
    return mutate.Subject(textwrap.dedent(text), Path("toy.py"))


def words(line: str) -> list[str]:
    """The changes to a rule of a single line."""
    mutants = subject(f"@rule\ndef f(a, b, c):\n    {line}\n").mutants()
    return [mutant.change.words for mutant in mutants]


def toy(folder: Path, tests: str, excuses: str = "") -> Any:
    """The toy rules and the given tests, written to a folder."""
    for name, text in (("toy.py", RULES), ("test_toy.py", tests), ("toy.txt", excuses)):
        (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return mutate.Target("toy", folder / "toy.py", [str(folder / "test_toy.py")], folder / "toy.txt")


def measure(target: Any, **options: Any) -> Any:
    return mutate.run(target, mutate.Options(**{"timeout": 60.0, **options}), Console(file=io.StringIO()))


# --- Which mutants there are ---


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return a < b", ["`<` -> `<=`", "`<` -> `>=`"]),
        ("return a >= b", ["`>=` -> `>`", "`>=` -> `<`"]),
        ("return a == b != c", ["`==` -> `!=`", "`!=` -> `==`"]),
        ("return a in b", ["`in` -> `not in`"]),
        ("return a is not b", ["`is not` -> `is`"]),
        ("return range(2)", ["`2` -> `3`", "`2` -> `1`"]),
        ("return 0", ["`0` -> `1`"]),
        ("return True", ["`True` -> `False`"]),
        ("return a and b", ["`and` -> `or`"]),
        ("return not a", ["`not a` -> `a`"]),
        ("return a + b - c", ["`+` -> `-`", "`-` -> `+`"]),
        ("return a * b // c", ["`*` -> `//`", "`//` -> `*`"]),
        ("return a % b", ["`%` -> `*`"]),
        ("return a & b | c", ["`&` -> `|`", "`|` -> `&`"]),
        ("return a ^ b", ["`^` -> `&`"]),
        ("return a << b >> c", ["`<<` -> `>>`", "`>>` -> `<<`"]),
        ("a += b", ["`+=` -> `-=`"]),
        ("a |= b", ["`|=` -> `&=`"]),
        ("return b if a else c", ["condition `a` -> `True`", "condition `a` -> `False`"]),
        ("return [b for b in a if b]", ["condition `b` -> `True`", "condition `b` -> `False`"]),
        ("while a: break", ["condition `a` -> `False`"]),
        ("while True: break", ["condition `True` -> `False`"]),
        ("a(b)", ["`a(b)` -> `pass`"]),
        ("a: Literal[1] = b", []),
        ("'1 < 2'", []),
    ],
)
def test_changes(line: str, expected: list[str]) -> None:
    assert words(line) == expected


def test_only_rules_are_changed() -> None:
    assert {mutant.function for mutant in subject(RULES).mutants()} == {"full", "draw", "fill"}


def test_module_constants_on_request() -> None:
    mutants = subject(RULES).mutants(constants=True)
    assert [mutant.change.words for mutant in mutants if mutant.function == "LIMIT"] == ["`3` -> `4`", "`3` -> `2`"]


def test_every_mutant_differs_and_the_original_is_restored() -> None:
    rules = subject(RULES)
    original = rules.compile()
    codes = [rules.compile(mutant) for mutant in rules.mutants()]
    assert original not in codes
    assert len(set(codes)) == len(codes)
    assert rules.compile() == original


def test_keys_do_not_depend_on_line_numbers() -> None:
    here, lower = subject(RULES).mutants(), subject("\n\n" + RULES).mutants()
    assert [mutant.key for mutant in here] == [mutant.key for mutant in lower]
    assert [mutant.line + 2 for mutant in here] == [mutant.line for mutant in lower]


def test_like_changes_to_one_line_are_told_apart() -> None:
    mutants = subject("@rule\ndef f(a):\n    return a + a + a\n").mutants()
    assert [mutant.key for mutant in mutants] == [f"f :: `+` -> `-` :: return a + a + a :: {n}" for n in (1, 2)]


def test_choice_by_line_and_by_sample() -> None:
    mutants = subject(RULES).mutants()
    line = mutants[0].line
    assert {mutant.line for mutant in mutate.chosen(mutants, mutate.Options(only=(line, line)))} == {line}
    samples = [mutate.chosen(mutants, mutate.Options(sample=4, seed=seed)) for seed in (1, 1, 2, 3, 4)]
    assert samples[0] == samples[1] and len({tuple(sample) for sample in samples}) > 1
    assert all(len(set(sample)) == 4 for sample in samples)


# --- What becomes of them ---


def test_strong_tests_catch_all(tmp_path: Path) -> None:
    report = measure(toy(tmp_path, STRONG))
    assert report.survivors == []
    assert report.share == 100
    assert report.total == len(subject(RULES).mutants())


def test_infinite_loop_is_a_timeout(tmp_path: Path) -> None:
    loop_only = "from toy import fill\n\ndef test_fill():\n    assert fill(0) == 3\n"
    target = toy(tmp_path, loop_only)
    report = measure(target, timeout=1.0)
    timeouts = {mutant.change.words for mutant in report.having(mutate.Outcome.TIMEOUT)}
    assert timeouts >= {"condition `full(hand)` -> `True`", "`+` -> `-`", "`1` -> `0`"}  # more, on a busy machine


def test_weak_tests_leave_the_boundary(tmp_path: Path) -> None:
    report = measure(toy(tmp_path, WEAK))
    survivors = [str(mutant) for mutant in report.survivors]
    assert survivors == ["line 10: `>=` -> `>`  |  return hand >= LIMIT"]
    assert report.share < 100
    assert survivors[0] in mutate.markdown(report, "Toy")


def test_equivalent_mutants_are_not_counted(tmp_path: Path) -> None:
    excuses = """\
        # Nobody can tell these.
        full :: `>=` -> `>` :: return hand >= LIMIT :: 1 # says the test # and so it is
        full :: `>=` -> `<` :: return hand >= LIMIT :: 1 # caught all the same
        gone :: `<` -> `>` :: if a < b: :: 1 # no such rule any more
    """
    report = measure(toy(tmp_path, WEAK, excuses), only=(10, 10))
    assert [mutant.change.words for mutant in report.equivalent] == ["`>=` -> `>`"]
    assert report.survivors == [] and report.total == 1
    assert [key.split(" ")[0] for key in report.unused] == ["full", "gone"]


def test_equivalence_needs_a_reason(tmp_path: Path) -> None:
    target = toy(tmp_path, WEAK, "full :: `>=` -> `>` :: return hand >= LIMIT :: 1\n")
    with pytest.raises(mutate.Stop, match="line 1"):
        measure(target)


def test_red_baseline_stops(tmp_path: Path) -> None:
    with pytest.raises(mutate.Stop, match=r"(?s)baseline is red.*test_wrong"):
        measure(toy(tmp_path, RED))


def test_tests_that_never_import_the_rules_stop(tmp_path: Path) -> None:
    with pytest.raises(mutate.Stop, match="never import"):
        measure(toy(tmp_path, "def test_nothing():\n    pass\n"))


def test_child_that_dies_is_caught(tmp_path: Path) -> None:
    deadly = "import os\nfrom toy import full\n\ndef test_full():\n    full(3) or os._exit(0)\n"
    report = measure(toy(tmp_path, deadly), only=(10, 10))
    assert len(report.having(mutate.Outcome.CRASHED)) == 2 and report.share == 100


def test_exit_status(tmp_path: Path) -> None:
    """0 when enough are caught, 1 when too few are."""
    target, out = toy(tmp_path, WEAK), tmp_path / "report.md"

    def status(*extra: str) -> int:
        asked = mutate.arguments(["toy", "--only", "10", "--out", str(out), *extra])
        result: int = mutate.command(target, asked, Console(file=io.StringIO()))
        return result

    assert status("--at-least", "50") == 0
    assert status() == 1
    assert "| share caught | 50.0 % |" in out.read_text(encoding="utf-8")
