"""How often a visitor may have something done: nobody takes the house for themselves, and others are served."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.urls import reverse

from camarilla.engine.words import LANGUAGES
from camarilla.site import limits
from camarilla.site.limits import ADDRESS, PERSON, Buckets, Rate
from camarilla.site.models import Table
from tests.samples import DUEL
from tests.website.parlour import Program, Visitor, bots_move, everything, person, sit, visitor

KEY = ("x", "y")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A time that passes when the test says so."""
    now = SimpleNamespace(time=100.0)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now.time))
    return now


def allow(monkeypatch: pytest.MonkeyPatch, name: str, **rates: Rate) -> None:
    monkeypatch.setitem(limits.RATES, name, rates)


# --- Buckets ---


def test_a_bucket_is_emptied_and_fills_again(clock: SimpleNamespace) -> None:
    buckets = Buckets()
    rates = {KEY: Rate(3, 0.5)}
    assert [buckets.take(rates) for _ in range(4)] == [0, 0, 0, 2]
    clock.time += 1.5
    assert buckets.take(rates) == 0.5
    clock.time += 0.5
    assert buckets.take(rates) == 0 and buckets.take(rates) == 2
    clock.time += 1000
    assert [buckets.take(rates) for _ in range(4)] == [0, 0, 0, 2], "it does not overflow"


def test_who_is_refused_by_one_bucket_takes_nothing_from_the_other(clock: SimpleNamespace) -> None:
    buckets = Buckets()
    small, large = {("small", ""): Rate(1, 1)}, {("large", ""): Rate(2, 1)}
    assert buckets.take(small) == 0
    assert buckets.take(small | large) > 0
    assert buckets.take(large, 2) == 0


def test_who_wants_more_than_there_ever_is_waits_for_a_full_bucket(clock: SimpleNamespace) -> None:
    buckets = Buckets()
    assert buckets.take({KEY: Rate(3, 1)}, 5) == 0
    assert buckets.take({KEY: Rate(3, 1)}, 5) == 5, "what was taken in advance is waited for"


def test_of_many_visitors_the_latest_are_remembered() -> None:
    buckets = Buckets(kept=10)
    for number in range(1000):
        buckets.take({("x", str(number)): Rate(1, 0.001)})
    assert len(buckets) == 10
    assert buckets.take({("x", "999"): Rate(1, 0.001)}) > 0 and buckets.take({("x", "0"): Rate(1, 0.001)}) == 0


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_an_address_is_what_nobody_chooses_anew(given: str, known: str) -> None:
    assert limits.address(RequestFactory().get("/", REMOTE_ADDR=given)) == known


# --- What is limited ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [f"/now/{DUEL}/", f"/new/{DUEL}/"])
def test_new_tables(monkeypatch: pytest.MonkeyPatch, path: str, language: str) -> None:
    allow(monkeypatch, "table", person=Rate(2, 0.1), address=Rate(3, 0.1))
    anna, fields = visitor("Anna", language), {"level": "page", "name": "Anna"}
    assert [anna.post(path, fields).status_code for _ in range(3)] == [302, 302, 429]
    before = everything()
    refused = anna.post(path, fields)
    assert (
        1 <= int(refused.headers["Retry-After"]) <= 10
        and {"en": "too often", "fr": "trop souvent"}[language] in refused.content.decode()
    )
    assert everything() == before and anna.get("/").status_code == 200, "looking is free"
    assert visitor("Bob").post(path, fields | {"name": "Bob"}).status_code == 302, "another person"
    assert visitor("Eve").post(path, fields | {"name": "Eve"}).status_code == 429, "of the same address"
    assert visitor("Eve", REMOTE_ADDR="192.0.2.1").post(path, fields | {"name": "Eve"}).status_code == 302
    assert Table.objects.count() == 4


def test_programs_and_pages_share_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "table", person=Rate(2, 0.1))
    anna = visitor("Anna")
    bot, wanted = Program(anna.person), {"game": DUEL, "seats": [{"kind": "me"}, {"kind": "bot", "level": "page"}]}
    assert anna.post(f"/now/{DUEL}/", {"level": "page"}).status_code == 302
    assert bot.call("POST", "/tables", wanted).status_code == 201
    refused = bot.call("POST", "/tables", wanted)
    assert refused.status_code == 429 and refused.json()["error"] == "too_often" and refused.headers["Retry-After"]


def ask(who: Visitor, table: Table, deed: str) -> int:
    """What comes of a deed on a page."""
    return int(who.post_to(table, deed, seat=0, phrase="hello").status_code)


@pytest.mark.parametrize(("deed", "name"), [("hint", "hint"), ("say", "remark")])
def test_what_is_asked_at_a_table(monkeypatch: pytest.MonkeyPatch, deed: str, name: str) -> None:
    allow(monkeypatch, name, **{kind: Rate(1, 0.1) for kind in limits.RATES[name]})
    anna = visitor("Anna")
    table = bots_move(sit(DUEL, anna, "page"))
    assert [ask(anna, table, deed) for _ in range(2)] == [302, 429]


def test_hints_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "hint", person=Rate(1, 0.1))
    bot = Program(person("Anna"))
    table = bots_move(sit(DUEL, bot.person, "page"))
    assert [bot.call("POST", f"/tables/{table.slug}/hint").status_code for _ in range(2)] == [202, 429]
    assert bot.call("GET", f"/tables/{table.slug}/hint").status_code == 202, "to look for it is free"


def test_worlds_count_each(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "world", person=Rate(10, 0.1))
    bot = Program(person("Anna"))
    table = bots_move(sit(DUEL, bot.person, "page"))
    asked = f"/tables/{table.slug}/worlds?number=6"
    assert [bot.call("GET", asked).status_code for _ in range(2)] == [200, 429]
    assert bot.call("GET", f"/tables/{table.slug}/worlds?number=4").status_code == 200


def test_an_analysis_counts_when_it_begins_and_not_while_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "analysis", person=Rate(1, 0.01))
    anna = visitor("Anna")
    tables = [sit(DUEL, anna, anna) for _ in range(2)]
    Table.objects.update(stage=Table.Stage.OVER, scores=[1, 0], places=[1, 2])
    assert [ask(anna, tables[0], "analysis") for _ in range(3)] == [302] * 3
    assert ask(anna, tables[1], "analysis") == 429


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "rename", person=Rate(1, 0.1))
    anna = visitor("Anna")
    assert [anna.post("/me/", {"name": name}).status_code for name in ("Bea", "Carla")] == [302, 429]
    assert anna.get("/api/v1/me").json() == {"name": "Bea"}


def test_nobody_guesses_personal_links_or_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, "guess", address=Rate(3, 0.1))
    assert [Visitor().get(reverse("come_in", args=["x"])).status_code for _ in range(2)] == [404, 404]
    wrong = {"HTTP_AUTHORIZATION": "Bearer x"}
    assert [Visitor().get("/api/v1/games", **wrong).status_code for _ in range(2)] == [401, 429]
    bot = Program(person("Anna"))
    assert bot.call("GET", "/games").status_code == 200, "who has a token need not guess"


def test_a_house_may_allow_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "RATE", 2.0)
    allow(monkeypatch, "rename", person=Rate(1, 0.1))
    anna = visitor("Anna")
    assert [anna.post("/me/", {"name": name}).status_code for name in ("Bea", "Carla", "Dora")] == [302, 302, 429]


@pytest.mark.parametrize("name", limits.RATES)
def test_every_rate_is_by_person_or_address(name: str) -> None:
    assert limits.RATES[name] and limits.RATES[name].keys() <= {PERSON, ADDRESS}
    assert all(rate.burst >= 1 and rate.refill > 0 for rate in limits.RATES[name].values())
