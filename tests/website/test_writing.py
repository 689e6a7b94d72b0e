"""Writing: what is asked for together is kept together, and whatever goes wrong with one thing spoils no other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest import mock

import pytest
from django.db import IntegrityError, OperationalError

from camarilla.site import people, writing
from camarilla.site.models import Person
from camarilla.site.refusals import Refusal
from camarilla.site.writing import write
from tests.website.parlour import Visitor, at_once, everything, visitor


def add(name: str) -> str:
    people.new_person(name)
    return name


def names() -> set[str]:
    return set(Person.objects.values_list("name", flat=True))


@contextmanager
def writer_held() -> Iterator[list[int]]:
    """The writer is busy until the end; gives the numbers of deeds in each transaction from then on."""
    begun, release, together = threading.Event(), threading.Event(), []

    def wait() -> None:
        begun.set()
        assert release.wait(10)

    def hold() -> None:
        with suppress(Refusal):
            write(wait)

    held = threading.Thread(target=hold)
    held.start()
    assert begun.wait(10)
    real = writing.write_together
    with mock.patch.object(writing, "write_together", lambda orders: (together.append(len(orders)), real(orders))):
        threading.Timer(0.3, release.set).start()
        yield together
    held.join(10)


def refuse() -> None:
    add("nobody")
    raise Refusal("seats", 400, seats=1, players=2)


def collide() -> None:
    add("nobody")
    Person.objects.create(key_hash=Person.objects.first().key_hash)  # type: ignore[union-attr]


def test_what_is_asked_for_while_the_disk_is_busy_is_kept_together() -> None:
    with writer_held() as together:
        answers = at_once([lambda name=name: write(lambda: add(name)) for name in "abcdef"])
    assert answers == [*"abcdef"] and names() >= {*"abcdef"}
    assert together == [6], "one transaction, and so one wait for the disk"


@pytest.mark.parametrize(("bad", "raised"), [(refuse, Refusal), (collide, IntegrityError)])
def test_what_is_refused_spoils_nothing_beside_it(bad: Any, raised: type[Exception]) -> None:
    add("first")
    with writer_held():
        answers = at_once([lambda: write(lambda: add("a")), lambda: write(bad), lambda: write(lambda: add("b"))])
    assert answers[0] == "a" and isinstance(answers[1], raised) and answers[2] == "b"
    assert names() == {"first", "a", "b"}


def test_a_deed_within_a_deed_is_part_of_it() -> None:
    def both() -> None:
        write(lambda: add("inner"))
        raise Refusal("seats", 400, seats=1, players=2)

    with pytest.raises(Refusal):
        write(both)
    assert not names()


def test_when_the_disk_is_full_all_are_told_and_nothing_is_kept() -> None:
    full = OperationalError("database or disk is full")
    with writer_held(), mock.patch("django.db.backends.base.base.BaseDatabaseWrapper._commit", side_effect=full):
        answers = at_once([lambda: write(lambda: add("a")), lambda: write(lambda: add("b"))])
    assert all(isinstance(one, Refusal) and one.status == 503 and "disk" in str(one) for one in answers), answers
    assert not names()
    assert write(lambda: add("later")) == "later", "and then it goes on"


def test_who_has_waited_too_long_is_told_so_and_nothing_happens_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "PATIENCE", 0.05)
    with writer_held():
        (answer,) = at_once([lambda: write(lambda: add("late"))])
    assert isinstance(answer, Refusal) and answer.status == 503
    monkeypatch.setattr(writing, "PATIENCE", 15.0)
    write(lambda: None)
    assert not names()


@pytest.mark.parametrize(
    ("said", "language", "told"),
    [
        ("database or disk is full", "en", "no room left on its disk"),
        ("database is locked", "fr", "ne peut rien inscrire pour l’instant"),
    ],
)
def test_a_visitor_is_told_when_the_database_fails(said: str, language: str, told: str) -> None:
    anna: Visitor = visitor("Anna", language)
    before = everything()
    with mock.patch.object(writing, "write_together", lambda orders: fail(orders, said)):
        answer = anna.post("/me/", {"name": "Berta"})
    assert answer.status_code == 503 and told in answer.content.decode()
    assert everything() == before


def fail(orders: list[Any], said: str) -> None:
    for _, answer in orders:
        answer.set_exception(OperationalError(said))


def test_a_database_that_cannot_be_read_is_no_riddle_either() -> None:
    anna = visitor("Anna")
    with mock.patch("camarilla.site.people.find_person", side_effect=OperationalError("unable to open database file")):
        answer = anna.get("/me/")
    assert answer.status_code == 503 and "try again in a moment" in answer.content.decode()
