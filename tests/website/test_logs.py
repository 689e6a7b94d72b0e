"""The log: for people and for machines, and without secrets for either."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core import signing

from camarilla.engine.errors import BadOption
from camarilla.site.logs import ACCESS, Json, Plain
from camarilla.site.settings import read_word
from camarilla.site.tokens import make_token
from tests.samples import GAME
from tests.website.line import get
from tests.website.parlour import person, sit, visitor

SECRET = "Zx9-very_secret-41"
LINES = [
    f"Not Found: /me/{SECRET}/",
    f"no database at postgresql://house:{SECRET}@db.example/camarilla",
    f"no mail server at smtps://house:{SECRET}@mail.example",
    f"Not Found: /mail/{SECRET}/stop/",
    f"{SECRET}@club.example refused",
    f"connecting with host=db password={SECRET} dbname=x",
    f"connecting with {{'user': 'house', 'password': '{SECRET}'}}",
    f"Authorization: Bearer {SECRET}",
    f"[(b'authorization', b'Bearer {SECRET}')]",
    f"sent Bearer {SECRET} away",
    f"Cookie: language=fr; sessionid={SECRET}",
    f"{{'sessionid': '{SECRET}'}}",
    f"set-cookie: csrftoken={SECRET}; Path=/",
    f"name=Anna&csrfmiddlewaretoken={SECRET}",
    f"/t/{SECRET}/play/ was refused",
    f"/api/v1/tables/{SECRET}/play was refused",
    f"a program showed camarilla_{SECRET}",
]


@pytest.fixture(params=[Plain, Json])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What the log says, in either form, of whatever is worth a line to anybody."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(request.param())
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.mark.parametrize("line", LINES)
def test_no_secret_is_written(written: io.StringIO, line: str) -> None:
    logging.getLogger("x").warning("%s", line)
    assert "…" in written.getvalue() and SECRET not in written.getvalue()


@pytest.mark.parametrize("line", LINES)
def test_nor_in_a_traceback(written: io.StringIO, line: str) -> None:
    try:
        raise ValueError(line)
    except ValueError:
        logging.getLogger("x").exception("something broke")
    assert "ValueError" in written.getvalue() and "…" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_nor_the_token_of_a_program(written: io.StringIO) -> None:
    token = make_token(person(), "bot")
    logging.getLogger("x").warning("somebody sent %s to us", token)
    assert "somebody sent camarilla_… to us" in written.getvalue() and token not in written.getvalue()


@pytest.mark.parametrize("salt", ["camarilla.personal-link", "django.contrib.sessions.backends.signed_cookies"])
def test_nothing_that_the_house_signed_is_written(written: io.StringIO, salt: str) -> None:
    signed = signing.dumps({"person": SECRET}, salt=salt, compress=True)
    logging.getLogger("x").warning("a token: %s", signed)
    assert signed.partition(":")[0] not in written.getvalue() and signed[-20:] not in written.getvalue()


def test_what_is_no_secret_is_written_as_it_is(written: io.StringIO) -> None:
    line = "table 7 is left alone: move 3, at 12:30:45, of /rules/x/ by Anna"
    logging.getLogger("x").warning(line)
    assert line in written.getvalue()


def test_a_refused_personal_link_is_cut(written: io.StringIO) -> None:
    assert visitor().get(f"/me/{SECRET}/").status_code == 404
    assert "/me/…/" in written.getvalue() and SECRET not in written.getvalue()


# --- For machines ---


def test_a_line_of_json_holds_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.LogRecord("camarilla.x", logging.ERROR, "", 0, "%d tables", (3,), None)
    told = json.loads(Json().format(record))
    assert told.pop("time").endswith("+00:00")
    assert told == {"level": "error", "logger": "camarilla.x", "message": "3 tables"}
    assert "\n" not in Json().format(record)


def test_a_word_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_LOG", "xml")
    with pytest.raises(BadOption, match="plain"):
        read_word("CAMARILLA_LOG", "plain", "json")
    monkeypatch.delenv("CAMARILLA_LOG")
    assert read_word("CAMARILLA_LOG", "plain", "json") == "plain"


# --- A line a request ---


def test_a_request_is_a_line_only_where_that_is_asked_for(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ACCESS, "level", logging.INFO)
    table = sit(GAME, person(), None, None)
    get(f"/t/{table.slug}/")
    assert written.getvalue() == ""
    monkeypatch.setattr(settings, "ACCESS_LOG", True)
    get(f"/t/{table.slug}/", cookie=f"sessionid={SECRET}", authorization=f"Bearer {SECRET}")
    assert f"GET /t/{table.slug[:4]}…/ 200" in written.getvalue()
    assert table.slug not in written.getvalue() and SECRET not in written.getvalue()


@pytest.mark.parametrize(
    "part", ["a-", ":", "cookie ", "password ", "postgresql://a:", "bearer ", "/t/abcd", "a:abcdef:"]
)
def test_a_line_that_somebody_made_long_does_not_hold_up_the_house(part: str) -> None:
    """A pattern that looks again from every letter would take minutes."""
    started = time.perf_counter()
    Plain().format(logging.LogRecord("x", logging.ERROR, "", 0, part * 20_000, (), None))
    assert time.perf_counter() - started < 5
