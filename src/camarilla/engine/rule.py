"""The mark of a rule.

`rule` leaves the function as it is: an ordinary Python function, which a debugger can step through and coverage can
see. What is marked keeps to the subset of Python that every runtime understands (`camarilla.engine.runtime`).
"""

import types
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function as part of a rulebook."""
    function.__dict__["rule"] = True
    return function


def is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and "rule" in value.__dict__
