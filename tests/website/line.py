"""A request as the server hands it on, for tests of what stands before Django."""

from __future__ import annotations

import asyncio
from typing import Any

from camarilla.site.handler import Handler

Scope = dict[str, Any]


def scope(path: str, method: str = "GET", *, peer: str = "127.0.0.1", at: str = "127.0.0.1", **headers: str) -> Scope:
    """A request from that address, at that address of ours. Headers are written with underscores."""
    named = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "client": (peer, 50_000),
        "server": (at, 8000),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }


class Line:
    """A connection as ASGI sees it: what the visitor sends, and what comes back."""

    def __init__(self, *parts: bytes) -> None:
        self.parts, self.taken, self.gone = list(parts) or [b""], 0, asyncio.Event()
        self.status, self.text = 0, b""
        self.headers: list[tuple[str, str]] = []

    async def receive(self) -> dict[str, Any]:
        if self.taken < len(self.parts):
            self.taken += 1
            body = self.parts[self.taken - 1]
            return {"type": "http.request", "body": body, "more_body": self.taken < len(self.parts)}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.headers += [(name.decode().lower(), value.decode()) for name, value in message.get("headers", ())]
        self.text += message.get("body", b"")

    def all_of(self, header: str) -> list[str]:
        return [value for name, value in self.headers if name == header]


async def ask(line: Line, asked: Scope) -> Line:
    await asyncio.wait_for(Handler()(asked, line.receive, line.send), 30)
    return line


def get(path: str, **how: Any) -> Line:
    """The answer to a request, as it comes from the house's own handler."""
    return asyncio.run(ask(Line(), scope(path, **how)))
