"""What is written into the log: plain lines for people or JSON for machines, without what would let a reader in.

Secrets are cut from the finished line, so that neither a message nor a traceback can carry one.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase

SECRETS = (
    (re.compile(r"(/me/)[^/\s'\"]+"), r"\1…"),  # the token of a personal link
    (re.compile(r"(/(?:t|tables)/[\w-]{4})[\w-]+"), r"\1…"),  # who knows a table's name whole can look at it
    (re.compile(r"(camarilla_)[\w-]{16,}"), r"\1…"),  # a program's token
    (re.compile(r"(/mail/)[\w-]{16,}"), r"\1…"),  # who knows the key of an address can have it forgotten
    (re.compile(r"((?:postgres(?:ql)?|smtps?)://[^:/\s]{0,99}:)\S{0,300}@"), r"\1…@"),
    (re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"), "…"),  # an address
    (re.compile(r"(?i)(\b(?:password|passwd|secret)['\"]?\s*[=:]\s*)('[^']*'|\"[^\"]*\"|[^\s,;}]+)"), r"\1…"),
    (re.compile(r"(?i)(authorization['\"]?\s*[=:]\s*)[^\n]+"), r"\1…"),
    (re.compile(r"(?i)(\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}"), r"\1…"),
    (re.compile(r"(?i)(\b(?:set-)?cookie['\"]?\s*[=:]\s*)[^\n]+"), r"\1…"),
    (re.compile(r"(?i)(\b(?:sessionid|csrftoken|csrfmiddlewaretoken|adminid)['\"]?\s*[=:]\s*)[^\s;,}&]+"), r"\1…"),
    (re.compile(r"(?<![\w=.-])[\w=.-]+:[\w-]{6}:[\w-]{43}"), "…"),  # whatever the house has signed
)
ACCESS = logging.getLogger("camarilla.access")


def cut_secrets(text: str) -> str:
    for secret, instead in SECRETS:
        text = secret.sub(instead, text)
    return text


class Brief(logging.Filter):
    """What a visitor has done wrong is told in a line: how our code noticed it is nobody's concern."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security"):
            record.exc_info = None
        return True


class Plain(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return cut_secrets(super().format(record))


class Json(logging.Formatter):
    """One object a line. The standard library writes it in a few lines of ours; no package does it in fewer."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": cut_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = cut_secrets(self.formatException(record.exc_info))
        return json.dumps(line | getattr(record, "fields", {}), ensure_ascii=False, default=str)


def note_access(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """One line a request, where that is asked for. Queries are left out: the path says enough."""
    if not ACCESS.isEnabledFor(logging.INFO):
        return
    fields = {
        "method": request.method,
        "path": cut_secrets(request.path),
        "status": response.status_code,
        "milliseconds": round(1000 * seconds, 1),
    }
    ACCESS.info("%s %s %s %s ms", *fields.values(), extra={"fields": fields})
