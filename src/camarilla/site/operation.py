"""What a keeper's machines ask of a process: whether it lives, whether it can serve, and how it fares.

They ask often and under any name, so they are answered before everything else, without session, language or page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from camarilla.site import metrics, proxies
from camarilla.site.bell import BELL
from camarilla.site.steward import SERVING
from camarilla.site.threads import in_thread

PATIENCE = 2.0  # seconds in which the database has to answer
Answer = Callable[[dict[str, Any]], Awaitable[HttpResponse]]


class Readiness:
    """Whether this process can serve, part by part."""

    def __init__(self) -> None:
        self.migrated = False

    async def parts(self) -> dict[str, bool]:
        database = await self.ask_database()
        found = {"open": not BELL.silent, "database": database, "migrations": self.migrated}
        return found | ({"steward": SERVING[0].alive} if SERVING else {})

    async def ask_database(self) -> bool:
        try:
            return await asyncio.wait_for(in_thread(self.look), PATIENCE)
        except (DatabaseError, TimeoutError):
            return False

    def look(self) -> bool:
        """A database that is up to date stays so, while this process runs."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not self.migrated:
            wanted = MigrationExecutor(connection)
            self.migrated = not wanted.migration_plan(wanted.loader.graph.leaf_nodes())
        return True


READINESS = Readiness()


async def healthz(scope: dict[str, Any]) -> HttpResponse:
    return JsonResponse({"alive": True})


async def readyz(scope: dict[str, Any]) -> HttpResponse:
    parts = await READINESS.parts()
    ready = all(parts.values())
    return JsonResponse({"ready": ready, "parts": parts}, status=200 if ready else 503)


async def show_metrics(scope: dict[str, Any]) -> HttpResponse:
    if not may_see_metrics(scope):
        return HttpResponse(status=404)
    return HttpResponse(await in_thread(metrics.render), content_type=CONTENT_TYPE_LATEST)


def may_see_metrics(scope: dict[str, Any]) -> bool:
    """Who asks from one of these addresses, and not for another through a proxy that nobody vouches for."""
    if proxies.is_forwarded(scope) and not proxies.belongs(proxies.peer(scope), settings.PROXIES):
        return False
    return proxies.belongs(proxies.peer(proxies.see_through(scope)), settings.METRICS)


ANSWERS: dict[str, Answer] = {"/healthz": healthz, "/readyz": readyz, "/metrics": show_metrics}
