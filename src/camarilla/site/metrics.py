"""What is counted and measured, for Prometheus.

Each process counts for itself. Several that share a folder named by `PROMETHEUS_MULTIPROC_DIR` are summed up by
whichever of them is asked. What the database knows is asked of it, at most every few seconds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path

from django.db import DatabaseError
from django.db.models import Count, Min
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from camarilla.site.models import Errand, Table

EVERY = 15.0  # seconds between two questions to the database
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32)

REQUESTS = Histogram(
    "camarilla_request_seconds", "Requests, until the answer begins", ["view", "status"], buckets=QUICK
)
WRITES = Histogram("camarilla_write_seconds", "Writing into the database, waiting included", buckets=QUICK)
THOUGHTS = Histogram("camarilla_thought_seconds", "Decisions of bots, waiting included", ["level"], buckets=LONG)
MOVES = Counter("camarilla_moves", "Moves and undos written into the log", ["game"])
STREAMS = Gauge("camarilla_streams", "Open pages that follow a table", multiprocess_mode="livesum")
SNAPSHOTS = Gauge("camarilla_snapshots", "Tables kept at hand", multiprocess_mode="livesum")
SNAPSHOT_BYTES = Gauge("camarilla_snapshot_bytes", "Memory that they take, roughly", multiprocess_mode="livesum")


def note_request(request: HttpRequest, status: int, seconds: float) -> None:
    found = request.resolver_match
    REQUESTS.labels(found.view_name if found else "", status).observe(seconds)


# --- What the database knows ---


class House:
    """Tables and errands as they are, kept for a while. Without the database, nothing is said of them."""

    def __init__(self) -> None:
        self.asked, self.known = -EVERY, list[Metric]()

    def describe(self) -> Iterable[Metric]:
        return ()  # nothing is asked before somebody wants to know

    def collect(self) -> Iterable[Metric]:
        if time.monotonic() - self.asked >= EVERY:
            try:
                self.known = [count_tables(), *count_errands()]
            except DatabaseError:
                self.known = []
            self.asked = time.monotonic()
        return self.known


def count_tables() -> Metric:
    family = GaugeMetricFamily("camarilla_tables", "Tables by stage", labels=["stage"])
    found = dict(Table.objects.values_list("stage").annotate(Count("pk")))
    for stage in Table.Stage.values:
        family.add_metric([stage], found.get(stage, 0))
    return family


def count_errands() -> list[Metric]:
    waiting = GaugeMetricFamily("camarilla_errands", "Errands that are due", labels=["kind"])
    oldest = GaugeMetricFamily("camarilla_errand_oldest_seconds", "Age of the oldest of them", labels=["kind"])
    due = Errand.objects.filter(answer__isnull=True, due__lte=Now())
    found = {kind: facts for kind, *facts in due.values_list("kind").annotate(Count("pk"), Min("due"))}
    for kind in Errand.Kind.values:
        number, since = found.get(kind, (0, None))
        waiting.add_metric([kind], number)
        oldest.add_metric([kind], max(0.0, (timezone.now() - since).total_seconds()) if since else 0.0)
    return [waiting, oldest]


HOUSE = House()


REGISTRY.register(HOUSE)


def render() -> bytes:
    """All of it, as Prometheus reads it; of all processes where several share a folder."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return generate_latest(REGISTRY)
    forget_dead(Path(folder))
    together = CollectorRegistry()
    together.register(HOUSE)
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def forget_dead(folder: Path) -> None:
    """What a process had open that was killed is not open any more. What it counted stays."""
    for process in {path.stem.rpartition("_")[2] for path in folder.glob("gauge_live*.db")}:
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            mark_process_dead(process)  # type: ignore[no-untyped-call]
