"""Names, proxies and TLS: what a request says of itself is believed only as far as it can be known."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from django.conf import settings

from camarilla.engine.errors import BadOption
from camarilla.site import server
from camarilla.site.guards import LANGUAGE_COOKIE
from camarilla.site.logs import Brief, Plain
from camarilla.site.proxies import see_through
from camarilla.site.settings import read_networks
from tests.website.line import Line, ask, get, scope
from tests.website.parlour import Visitor

PROXY, STRANGER, VISITOR = "10.0.0.9", "203.0.113.5", "198.51.100.7"


@pytest.fixture
def behind_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_PROXIES", "10.0.0.0/24, 192.0.2.1")
    monkeypatch.setattr(settings, "PROXIES", read_networks("CAMARILLA_PROXIES"))


def forwarded(peer: str, **said: str) -> dict[str, Any]:
    return see_through(scope("/", peer=peer, **{f"x_forwarded_{name}": value for name, value in said.items()}))


def host(seen: dict[str, Any]) -> bytes:
    return dict(seen["headers"])[b"host"]


# --- Whom a proxy speaks for ---


def test_a_trusted_proxy_is_believed(behind_proxy: None) -> None:
    seen = forwarded(PROXY, **{"for": VISITOR, "proto": "https", "host": "club.example"})
    assert (seen["client"][0], seen["scheme"], host(seen)) == (VISITOR, "https", b"club.example")


def test_a_stranger_who_forges_them_is_not(behind_proxy: None) -> None:
    seen = forwarded(STRANGER, **{"for": "127.0.0.1", "proto": "https", "host": "club.example"})
    assert (seen["client"][0], seen.get("scheme"), host(seen)) == (STRANGER, None, b"localhost")
    assert not [name for name, _ in seen["headers"] if name.startswith(b"x-forwarded")], "nobody reads them later"


def test_without_proxies_nobody_is() -> None:
    assert forwarded("127.0.0.1", **{"for": VISITOR})["client"][0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("chain", "found"),
    [
        (f"6.6.6.6, {VISITOR}", VISITOR),  # the visitor wrote the first part
        (f"6.6.6.6, {VISITOR}, 10.0.0.3", VISITOR),  # two proxies of ours
        (f"nonsense, {VISITOR}", VISITOR),
        ("2001:db8::1", "2001:db8::1"),
        ("nonsense", PROXY),
        ("", PROXY),
        ("10.0.0.3, 10.0.0.4", "10.0.0.3"),
    ],
)
def test_the_visitor_is_the_last_who_is_no_proxy_of_ours(behind_proxy: None, chain: str, found: str) -> None:
    assert forwarded(PROXY, **{"for": chain})["client"][0] == found


def test_what_is_no_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMARILLA_PROXIES", "nginx")
    with pytest.raises(BadOption, match="CAMARILLA_PROXIES"):
        read_networks("CAMARILLA_PROXIES")


# --- TLS ---


def cookies(line: Line) -> dict[str, str]:
    return {value.partition("=")[0]: value for value in line.all_of("set-cookie")}


def test_through_tls_every_cookie_is_secure_and_the_browser_keeps_to_it(behind_proxy: None) -> None:
    line = get("/me/", peer=PROXY, x_forwarded_proto="https", x_forwarded_for=VISITOR)
    assert line.all_of("strict-transport-security") == ["max-age=31536000"]
    assert "Secure" in cookies(line)["csrftoken"]


@pytest.mark.parametrize("how", [{}, {"peer": STRANGER, "x_forwarded_proto": "https"}])
def test_without_it_none_is(behind_proxy: None, how: dict[str, str]) -> None:
    line = get("/me/", **how)
    assert not line.all_of("strict-transport-security") and "Secure" not in cookies(line)["csrftoken"]


def test_a_house_can_say_that_it_has_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "TLS", True)
    line = get("/me/")
    assert line.all_of("strict-transport-security") and "Secure" in cookies(line)["csrftoken"]


@pytest.mark.parametrize(
    ("path", "fields", "kept"),
    [("/me/", {"name": "Anna"}, "sessionid"), ("/language/", {"language": "fr", "next": "/"}, LANGUAGE_COOKIE)],
)
def test_session_and_language_are_secure_too(path: str, fields: dict[str, str], kept: str) -> None:
    assert not Visitor().post(path, fields).cookies[kept]["secure"]
    assert Visitor().post(path, fields, secure=True).cookies[kept]["secure"]


def test_a_form_is_taken_through_a_proxy_from_its_own_page_only(behind_proxy: None) -> None:
    through = {"peer": PROXY, "x_forwarded_proto": "https", "host": "localhost"}
    token = cookies(get("/me/", **through))["csrftoken"].partition("=")[2].partition(";")[0]
    fields = f"name=Anna&csrfmiddlewaretoken={token}".encode()

    def send(origin: str) -> int:
        kind = "application/x-www-form-urlencoded"
        asked = scope("/me/", "POST", **through, cookie=f"csrftoken={token}", origin=origin, content_type=kind)
        return asyncio.run(ask(Line(fields), asked)).status

    assert send("https://localhost") == 302
    assert send("http://localhost") == send("https://evil.example") == 403


# --- Under which name ---


@pytest.mark.parametrize(("language", "told"), [("en", "not known by that name"), ("fr", "pas connue sous ce nom")])
def test_an_unknown_name_is_refused_with_the_setting_to_change(
    caplog: pytest.LogCaptureFixture, language: str, told: str
) -> None:
    with caplog.at_level(logging.ERROR):
        line = get("/", host="evil.example", cookie=f"language={language}")
    assert line.status == 400 and told in line.text.decode() and "CAMARILLA_HOSTS" in line.text.decode()
    assert "evil.example" not in line.text.decode()
    assert "asked for as 'evil.example': to allow that, name it in CAMARILLA_HOSTS" in caplog.text
    assert Brief().filter(record := caplog.records[0]) and "Traceback" not in Plain().format(record), "in a line"


def test_a_phone_may_ask_for_the_address_at_which_it_reaches_the_house() -> None:
    assert get("/", at="192.168.1.20", host="192.168.1.20:8000").status == 200
    assert get("/", at="192.168.1.20", host="192.168.1.21:8000").status == 400


@pytest.mark.parametrize(
    ("host", "said", "hosts"),
    [
        ("127.0.0.1", None, None),
        ("127.0.0.1", "club.example", {"club.example"}),
        ("0.0.0.0", None, {"castle", "castle.example", "castle.local", ""}),
        ("0.0.0.0", "club.example", {"castle", "castle.example", "castle.local", "club.example"}),
        ("0.0.0.0", "*", {"castle", "castle.example", "castle.local", "*"}),
    ],
)
def test_a_house_answers_to_its_own_names_and_to_any_only_when_asked(
    monkeypatch: pytest.MonkeyPatch, host: str, said: str | None, hosts: set[str] | None
) -> None:
    monkeypatch.setattr(server.socket, "gethostname", lambda: "Castle")
    monkeypatch.setattr(server.socket, "getfqdn", lambda: "castle.example")
    if said is None:
        monkeypatch.delenv("CAMARILLA_HOSTS", raising=False)
    else:
        monkeypatch.setenv("CAMARILLA_HOSTS", said)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "camarilla.site.settings")
    server.set_up(host)
    found = server.os.environ.get("CAMARILLA_HOSTS")
    assert (set(found.split(",")) if found is not None else None) == hosts
