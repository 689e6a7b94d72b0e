"""What cannot be done, as JSON: a key for programs, a sentence for who reads it, and the clause that forbids it."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest, JsonResponse
from ninja import errors

from camarilla.engine.errors import CamarillaError
from camarilla.site import WORDS
from camarilla.site.refusals import Refusal

LONGEST = 40  # characters of a wrong value that are said back
KINDS = {  # what pydantic calls a fault, and how it is said here; `{limit}` is what would be right
    "missing": "missing",
    "extra_forbidden": "unknown",
    "greater_than_equal": "least",
    "less_than_equal": "most",
    "string_too_short": "short",
    "string_too_long": "long",
    "too_long": "many",
    "literal_error": "one_of",
    "enum": "one_of",
    "string_pattern_mismatch": "signs",
    "string_unicode": "signs",
    "signs": "signs",
}
TYPES = {"int": "number", "bool": "yes_or_no", "string": "text", "list": "list", "dict": "object", "model": "object"}
PART = re.compile(r"(?!(int|bool|str)$)[\w-]*\w")  # of the way to a field: not which kind of value was tried there
LIMITS = ("ge", "le", "min_length", "max_length", "expected")


def answer(status: int, key: str, text: str, clause: str | None = None) -> JsonResponse:
    response = JsonResponse({"error": key, "message": text, "clause": clause, "status": status}, status=status)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def name_problem(problem: CamarillaError) -> str:
    """A key that stays the same, whatever the sentence: `illegal_move`, or the site's own for what it refuses."""
    return getattr(problem, "key", "") or re.sub(r"(?<!^)(?=[A-Z])", "_", type(problem).__name__).lower()


# --- What ninja refuses ---


def refuse_input(request: HttpRequest, problem: errors.ValidationError) -> None:
    raise Refusal("input", 422, faults=[describe(fault) for fault in problem.errors])


def describe(fault: dict[str, Any]) -> Any:
    """Which field it is, and what would be right there."""
    limits = fault.get("ctx", {})
    limit = next((limits[name] for name in LIMITS if name in limits), "")
    named = [str(part) for part in fault["loc"][2:] or fault["loc"][-1:] if PART.fullmatch(str(part))]
    field = ".".join(named)[:LONGEST]
    kind = KINDS.get(fault["type"]) or TYPES.get(fault["type"].partition("_")[0], "other")
    return WORDS(f"api.input.{kind}", field=limits.get("field", field), limit=limit)


def refuse_http(request: HttpRequest, problem: errors.HttpError) -> None:
    if isinstance(problem.__cause__, Refusal):
        raise problem.__cause__
    keys = {400: "json", 401: "unauthorized", 403: "csrf"}
    raise Refusal(keys[problem.status_code], problem.status_code)
