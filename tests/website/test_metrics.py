"""What Prometheus is told, and who may ask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from camarilla.site import desk, metrics
from camarilla.site.metrics import House
from camarilla.site.settings import read_networks
from tests.samples import DUEL, GAME
from tests.website.line import get
from tests.website.parlour import do_errands, person, play_on, sit, visitor


def measured() -> dict[str, float]:
    """Every number, by its name and labels."""
    metrics.HOUSE.asked -= metrics.EVERY
    line = get("/metrics")
    assert line.status == 200
    lines = [one for one in line.text.decode().splitlines() if one.startswith("camarilla_")]
    return {name: float(value) for name, _, value in (one.rpartition(" ") for one in lines)}


def grown(before: dict[str, float], name: str) -> float:
    return measured()[name] - before.get(name, 0)


# --- What is told ---


def test_requests_are_counted_by_view_and_status() -> None:
    before = measured()
    get("/")
    get("/t/nowhere/")
    assert grown(before, 'camarilla_request_seconds_count{status="200",view="home"}') == 1
    assert grown(before, 'camarilla_request_seconds_count{status="404",view="table"}') == 1


def test_moves_writes_and_snapshots_are() -> None:
    before = measured()
    play_on(sit(DUEL, person(), "page", seed=1), 2)
    assert grown(before, f'camarilla_moves_total{{game="{DUEL}"}}') >= 2
    assert grown(before, "camarilla_write_seconds_count") >= 3
    now = measured()
    assert now["camarilla_snapshots"] >= 1 and now["camarilla_snapshot_bytes"] > 1000


def test_a_bot_that_decides_is() -> None:
    before, anna = measured(), person()
    desk.leave(sit(DUEL, anna, "page"), anna)  # whoever is to begin, it is a bot
    do_errands(1)
    thought = [name for name in measured() if name.startswith("camarilla_thought_seconds_count")]
    assert sum(grown(before, name) for name in thought) >= 1


def test_open_pages_are_until_they_are_closed() -> None:
    before, anna, table = measured(), visitor("Anna"), sit(GAME, person(), None, None)
    page = anna.get(reverse("events", args=[table.slug]))
    assert grown(before, "camarilla_streams") == 1
    page.close()
    page.close()
    assert grown(before, "camarilla_streams") == 0


def test_tables_and_errands_come_from_the_database() -> None:
    sit(GAME, person(), None, None)
    sit(DUEL, person(), person("Bob"), clock=60)
    now = measured()
    assert now['camarilla_tables{stage="gathering"}'] == now['camarilla_tables{stage="playing"}'] == 1
    assert now['camarilla_tables{stage="over"}'] == 0
    assert now['camarilla_errands{kind="clock"}'] == 0, "it is not due yet"


def test_the_database_is_asked_only_now_and_then() -> None:
    house = House()
    house.collect()
    sit(GAME, person(), None, None)
    kept = [sample.value for sample in next(iter(house.collect())).samples]
    assert sum(kept) == 0
    house.asked -= metrics.EVERY
    assert sum(sample.value for sample in next(iter(house.collect())).samples) == 1


# --- Who may ask ---


@pytest.mark.parametrize(
    ("asking", "status"),
    [
        ({"peer": "127.0.0.1"}, 200),
        ({"peer": "::1"}, 200),
        ({"peer": "192.168.1.20"}, 404),
        ({"peer": "127.0.0.1", "x_forwarded_for": "203.0.113.5"}, 404),
        ({"peer": "127.0.0.1", "x_forwarded_for": "127.0.0.1"}, 404),
        ({"peer": "127.0.0.1", "via": "1.1 somebody"}, 404),
    ],
)
def test_metrics_are_for_this_machine(asking: dict[str, Any], status: int) -> None:
    assert get("/metrics", **asking).status == status


def test_or_for_whom_the_keeper_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_METRICS", "10.0.0.0/8")
    monkeypatch.setattr(settings, "METRICS", read_networks("CAMARILLA_METRICS"))
    assert [get("/metrics", peer=peer).status for peer in ("10.1.2.3", "127.0.0.1")] == [200, 404]
    monkeypatch.setenv("CAMARILLA_PROXIES", "127.0.0.1")
    monkeypatch.setattr(settings, "PROXIES", read_networks("CAMARILLA_PROXIES"))
    through = [get("/metrics", x_forwarded_for=address).status for address in ("10.1.2.3", "203.0.113.5")]
    assert through == [200, 404]


# --- Several processes ---

COUNTING = """
import django, sys
django.setup()
from camarilla.site import desk, metrics
metrics.MOVES.labels("x").inc(int(sys.argv[1]))
metrics.STREAMS.set(int(sys.argv[1]))
print("counted", flush=True)
if sys.argv[2:]:
    metrics.House.collect = lambda house: []
    print(metrics.render().decode())
sys.stdin.read()
"""


def test_processes_that_share_a_folder_are_summed_up(tmp_path: Path) -> None:
    """What a process counted stays when it has ended; what it had open does not."""
    environment = {**os.environ, "CAMARILLA_HOME": str(tmp_path), "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "camarilla.site.settings"
    pipes: dict[str, Any] = {"env": environment, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", COUNTING, "2"], stdin=subprocess.PIPE, **pipes) as other:
        assert other.stdout and other.stdout.readline() == "counted\n"
        both = subprocess.run([sys.executable, "-c", COUNTING, "5", "tell"], input="", **pipes).stdout
        other.communicate("")
    one = subprocess.run([sys.executable, "-c", COUNTING, "1", "tell"], input="", **pipes).stdout
    assert 'camarilla_moves_total{game="x"} 7.0' in both and "camarilla_streams 7.0" in both
    assert 'camarilla_moves_total{game="x"} 8.0' in one and "camarilla_streams 1.0" in one
