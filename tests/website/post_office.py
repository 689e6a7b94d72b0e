"""A real mail server for tests: aiosmtpd, on this machine, which keeps what it gets."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from camarilla.site.smtp import read_server
from tests.website.house import free_port

NAME, PASSWORD = "house", "p@ss/word?"


@dataclass
class Office:
    """`answer` is what it says to a letter; `come`, from whom and to whom each came, and what it was."""

    answer: str = "250 OK"
    come: list[tuple[str, list[str], EmailMessage]] = field(default_factory=list)
    secured: list[bool] = field(default_factory=list)  # whether each came by TLS

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            letter = message_from_bytes(envelope.content, policy=policy.default)
            self.come.append((envelope.mail_from, envelope.rcpt_tos, letter))
            self.secured.append(session.ssl is not None)
        return self.answer

    @property
    def letters(self) -> list[EmailMessage]:
        return [letter for _, _, letter in self.come]


def check_password(server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: Any) -> AuthResult:
    fits = isinstance(given, LoginPassword) and given == LoginPassword(NAME.encode(), PASSWORD.encode())
    return AuthResult(success=fits, handled=fits)


def open_office(office: Office, **how: Any) -> Controller:
    """At a port of its own, until it is stopped."""
    counter = Controller(office, hostname="localhost", port=free_port(), **how)
    counter.start()
    return counter


def with_password(tls: ssl.SSLContext | None) -> dict[str, Any]:
    """How an office is opened that wants a password, and TLS for it."""
    return {
        "authenticator": check_password,
        "auth_required": True,
        "auth_require_tls": tls is not None,
        "tls_context": tls,
        "require_starttls": tls is not None,
    }


def way_to(counter: Controller, credentials: str = "", query: str = "", scheme: str = "smtp") -> dict[str, Any]:
    return read_server(f"{scheme}://{credentials}localhost:{counter.port}{query}") | {"timeout": 5}
