"""How often a visitor may have something done: by person and by address, so that nobody takes the house for themselves.

Each may do so many things at once and then so many a second: a bucket that fills by itself (`Rate`). The buckets are in
the memory of this process; of more visitors than fit, those that came longest ago begin anew.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest

from camarilla.site import people
from camarilla.site.refusals import TooOften

KEPT = 20_000  # buckets
NETWORK = 64  # bits of an IPv6 address that a provider gives to one visitor


class Rate(NamedTuple):
    burst: float
    refill: float  # a second


PERSON, ADDRESS = "person", "address"
RATES: dict[str, dict[str, Rate]] = {
    "table": {PERSON: Rate(60, 0.2), ADDRESS: Rate(300, 1)},
    "evening": {PERSON: Rate(10, 1 / 300), ADDRESS: Rate(50, 1 / 30)},
    "hint": {PERSON: Rate(20, 0.2), ADDRESS: Rate(100, 1)},
    "analysis": {PERSON: Rate(10, 0.05), ADDRESS: Rate(50, 0.5)},
    "record": {PERSON: Rate(10, 0.05), ADDRESS: Rate(50, 0.5)},  # brought along, or all that is kept about somebody
    "world": {PERSON: Rate(200, 10), ADDRESS: Rate(1000, 50)},
    "answer": {PERSON: Rate(60, 1), ADDRESS: Rate(300, 5)},  # to a puzzle
    "rename": {PERSON: Rate(10, 0.1), ADDRESS: Rate(1000, 5)},
    "token": {PERSON: Rate(20, 0.1), ADDRESS: Rate(50, 0.2)},
    "mail": {PERSON: Rate(5, 1 / 600), ADDRESS: Rate(20, 1 / 180)},  # to be asked whether an address is theirs
    "chat": {PERSON: Rate(10, 1 / 6), ADDRESS: Rate(60, 1)},
    "remark": {ADDRESS: Rate(200, 2)},
    "password": {ADDRESS: Rate(5, 1 / 180)},  # of the admin
    "guess": {ADDRESS: Rate(30, 0.2)},  # at a personal link, or at a token
}


class Buckets:
    def __init__(self, kept: int = KEPT) -> None:
        self._lock = threading.Lock()
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # how much there was, and when
        self._kept = kept

    def take(self, rates: Mapping[tuple[str, str], Rate], amount: float = 1) -> float:
        """Take this much from each of these buckets, or nothing if one has too little: seconds until it has enough."""
        with self._lock:
            now = time.monotonic()
            left = {key: self._fill(key, rate, now) for key, rate in rates.items()}
            wait = max((min(amount, rate.burst) - left[key]) / rate.refill for key, rate in rates.items())
            if wait > 0:
                return wait
            for key in rates:
                self._left[key] = (left[key] - amount, now)
                self._left.move_to_end(key)
            while len(self._left) > self._kept:
                self._left.popitem(last=False)
            return 0.0

    def _fill(self, key: tuple[str, str], rate: Rate, now: float) -> float:
        there, since = self._left.get(key, (rate.burst, now))
        return min(rate.burst, there + (now - since) * rate.refill)

    def clear(self) -> None:
        with self._lock:
            self._left.clear()

    def __len__(self) -> int:
        return len(self._left)


BUCKETS = Buckets()


def spend(request: HttpRequest, name: str, amount: float = 1) -> None:
    """Let a visitor do this much of something, unless they did too much of it."""
    who = {ADDRESS: address(request)}
    if person := people.person(request):
        who[PERSON] = str(person.pk)
    rates = {(f"{name} {kind}", who[kind]): scale(rate) for kind, rate in RATES[name].items() if kind in who}
    if wait := BUCKETS.take(rates, amount):
        raise TooOften(math.ceil(wait))


def scale(rate: Rate) -> Rate:
    return Rate(rate.burst * settings.RATE, rate.refill * settings.RATE)


def address(request: HttpRequest) -> str:
    """Where a visitor comes from: of an IPv6 address the part that is not theirs to choose."""
    given = str(request.META.get("REMOTE_ADDR", ""))
    try:
        known = ipaddress.ip_address(given)
    except ValueError:
        return given
    return given if known.version == 4 else str(ipaddress.ip_network((known, NETWORK), strict=False))
