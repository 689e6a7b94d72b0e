"""What a keeper's machines see: a process that lives, that can serve, and that goes without leaving anything undone."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder

from camarilla.site import desk, errands, operation, steward
from camarilla.site.bell import BELL
from camarilla.site.models import Errand
from camarilla.site.operation import Readiness
from camarilla.site.steward import Steward
from tests.samples import GAME
from tests.website.line import get
from tests.website.parlour import person, sit


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has just begun, and is patient: on a busy machine its database is not gone, but late."""
    monkeypatch.setattr(operation, "READINESS", Readiness())
    monkeypatch.setattr(operation, "PATIENCE", 60.0)


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Steward:
    """The steward of this process."""
    one = Steward()
    monkeypatch.setattr(operation, "SERVING", [one])
    return one


def not_ready() -> list[str]:
    """The parts that are not."""
    line = get("/readyz", host="10.1.2.3")
    told = json.loads(line.text)
    missing = [part for part, ready in told["parts"].items() if not ready]
    assert (line.status, told["ready"]) == ((503, False) if missing else (200, True))
    return missing


def broken(*arguments: Any) -> None:
    raise OperationalError("the database has gone")


# --- Alive and ready ---


def test_a_process_lives_without_its_database_under_any_name() -> None:
    with mock.patch("django.db.backends.utils.CursorWrapper.execute", broken):
        line = get("/healthz", host="10.1.2.3")
    assert line.status == 200 and json.loads(line.text) == {"alive": True}
    assert not line.all_of("set-cookie")


def test_it_is_ready_with_and_without_a_steward(monkeypatch: pytest.MonkeyPatch, serving: Steward) -> None:
    assert not_ready() == []
    monkeypatch.setattr(operation, "SERVING", [])
    assert not_ready() == []


def test_it_says_that_the_database_does_not_answer() -> None:
    assert not_ready() == []
    with mock.patch("django.db.backends.utils.CursorWrapper.execute", broken):
        assert not_ready() == ["database"]


def test_it_says_that_the_database_is_of_yesterday() -> None:
    last = MigrationRecorder.Migration.objects.filter(app="camarilla").latest("pk")
    last.delete()
    try:
        assert not_ready() == ["migrations"]
    finally:
        last.save()
    assert not_ready() == []


def test_it_says_that_its_steward_has_stopped(serving: Steward) -> None:
    serving.looked -= steward.ALIVE
    assert not_ready() == ["steward"]


def test_it_says_that_it_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BELL, "silent", True)
    assert not_ready() == ["open"]


# --- Going ---


def test_a_steward_who_goes_leaves_its_errands_to_others_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = person()
    desk.leave(sit(GAME, anna, anna), anna)  # bots play for both
    thinking = asyncio.Event()

    async def never(*arguments: Any) -> str:
        thinking.set()
        await asyncio.sleep(60)
        return ""

    async def go() -> None:
        house = Steward()
        await house.take_errands()
        await asyncio.wait_for(thinking.wait(), 10)
        await house.close()
        assert not house.attending

    monkeypatch.setattr(steward, "think", never)
    asyncio.run(go())
    assert Errand.objects.get().held_until is None and errands.claim("another", steward.ANY)
