"""What is written into the log, without what would let a reader in."""

from __future__ import annotations

import logging
import re

SECRET = re.compile(r"(/me/)[^/\s]+")  # the token of a personal link


class Discreet(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRET.sub(r"\1…", record.getMessage()), ()
        return True
