"""Who really asks, and how, where a request comes through a proxy.

A proxy says in headers whom it speaks for. Anybody can write such headers, so they are believed only of the addresses
in `CAMARILLA_PROXIES`; of everybody else they are thrown away before anything reads them.
"""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http.request import split_domain_port

from camarilla.site.settings import Network

FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
Scope = dict[str, Any]


def see_through(scope: Scope) -> Scope:
    """The request as the visitor made it: whose address it came from, by which scheme and under which name."""
    said = {name: value.decode("latin-1") for name, value in scope["headers"] if name in FORWARDED}
    headers = [header for header in scope["headers"] if header[0] not in FORWARDED]
    seen = {**scope, "headers": headers, **({"scheme": "https"} if settings.TLS else {})}
    if not said or not belongs(peer(scope), settings.PROXIES):
        return seen
    client, scheme, host = (said.get(name, "") for name in FORWARDED)
    if visitor := find_visitor(client.split(",")):
        seen["client"] = (visitor, 0)
    if scheme in ("http", "https"):
        seen["scheme"] = scheme
    if host:
        others = [header for header in headers if header[0] != b"host"]
        seen["headers"] = [*others, (b"host", host.encode("latin-1"))]
    return seen


def find_visitor(chain: Sequence[str]) -> str:
    """Each proxy adds whom it heard: the last that is no proxy of ours is the visitor; what stands before may be
    invented. "" if none of it is an address."""
    found = ""
    for address in map(str.strip, reversed(chain)):
        with contextlib.suppress(ValueError):
            found = str(ipaddress.ip_address(address))
            if belongs(found, settings.PROXIES):
                continue
        break
    return found


def peer(scope: Scope) -> str:
    """The address at the other end of the line."""
    return str((scope.get("client") or [""])[0])


def is_forwarded(scope: Scope) -> bool:
    """Whether somebody stands between, trusted or not."""
    return any(name in FORWARDED or name in (b"forwarded", b"via") for name, _ in scope["headers"])


def belongs(address: str, networks: Iterable[Network]) -> bool:
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(here in network for network in networks)


class Request(ASGIRequest):
    """A request that may also name the house by the very address at which it came in: a phone in the same network
    knows no other. A name that somebody has let point here is another matter."""

    def get_host(self) -> str:
        host = str(self._get_raw_host())
        if domain(host) == (self.scope.get("server") or [""])[0]:
            return host
        try:
            return str(super().get_host())
        except DisallowedHost:
            raise DisallowedHost(f"asked for as {host!r}: to allow that, name it in CAMARILLA_HOSTS") from None


@lru_cache(maxsize=1024)
def domain(host: str) -> str:
    return split_domain_port(host)[0]
