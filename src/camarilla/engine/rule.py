"""The mark of a rule.

`rule` leaves the function as it is: an ordinary Python function, which a debugger can step through and coverage can
see. What is marked keeps to the subset of Python that every runtime understands (`camarilla.engine.runtime`).
"""

import types
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as part of a rulebook, or of an algorithm that is to be compiled with one (`bind`).

    >>> import camarilla
    >>> @camarilla.rule
    ... def double(x):
    ...     return 2 * x
    >>> double(21)
    42
    """
    function.__dict__["rule"] = True
    return function


def call(function: F) -> F:
    """Mark a rule that Python asks for something small. It keeps Python's lock meanwhile: a thread that lets go of it
    for a microsecond waits for it again behind all others."""
    function.__dict__["call"] = True
    return rule(function)


def is_call(function: Callable[..., Any]) -> bool:
    return "call" in function.__dict__


def is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and "rule" in value.__dict__
