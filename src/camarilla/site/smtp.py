"""The mail server of an installation, as CAMARILLA_SMTP and CAMARILLA_SENDER name it.

What is wrong with an address is said without repeating it: it holds a password.
"""

from __future__ import annotations

from email.utils import parseaddr
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from camarilla.engine.errors import BadOption
from camarilla.site import WORDS

PORTS = {"smtps": 465, "smtp": 25}
SUBMISSION = 587  # where a mail server expects STARTTLS
SECONDS = 20  # after which one that does not answer is away


def read_server(url: str) -> dict[str, Any]:
    """What Django's `EmailBackend` is told. A password goes by TLS, unless `?starttls=no` says that it need not."""
    try:
        given, asked = urlsplit(url), dict(parse_qsl(urlsplit(url).query, strict_parsing="?" in url))
        port = given.port
    except ValueError:
        raise BadOption(WORDS("serve.smtp")) from None
    starttls = asked.pop("starttls", "yes" if given.username else "no")
    known = given.scheme in PORTS and starttls in ("yes", "no") and not asked
    if not known or not given.hostname or not unquote(given.netloc).isascii():  # which no mail server understands
        raise BadOption(WORDS("serve.smtp"))
    upgrade = given.scheme == "smtp" and starttls == "yes"
    return {
        "host": given.hostname,
        "port": port or (SUBMISSION if upgrade else PORTS[given.scheme]),
        "username": unquote(given.username or ""),
        "password": unquote(given.password or ""),
        "use_ssl": given.scheme == "smtps",
        "use_tls": upgrade,
        "timeout": SECONDS,
    }


def read_sender(text: str) -> str:
    _, address = parseaddr(text)
    name, _, domain = address.partition("@")
    if not name or not domain or not text.isprintable():
        raise BadOption(WORDS("serve.sender"))
    return text
