"""The house on a phone's home screen, but for what only a browser can show (`browser.test_games`)."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders

from camarilla.engine.words import LANGUAGES
from camarilla.site import WORDS
from tests.website.parlour import Visitor


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_phone_is_told_is_in_the_language_of_the_page(language: str) -> None:
    page = Visitor(language=language).get("/").content.decode()
    link = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert link
    told = json.loads(Visitor().get(link[1]).content)
    assert told["lang"] == language and told["description"] == WORDS("home_screen.description").text(language)
    assert told["display"] == "standalone" and told["start_url"] == "/"


def test_every_icon_is_there_in_its_size() -> None:
    told = json.loads(Visitor().get("/manifest.webmanifest").content)
    for icon in told["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path, icon
        if icon["type"] == "image/png":
            with open(path, "rb") as file:
                head = file.read(24)
            assert f"{int.from_bytes(head[16:20])}x{int.from_bytes(head[20:24])}" == icon["sizes"]
    assert {icon["sizes"] for icon in told["icons"]} >= {"192x192", "512x512"}


def test_what_a_worker_keeps_is_there_and_the_same_for_everybody() -> None:
    script = Visitor().get("/worker.js").content.decode()
    names = re.findall(r'"([a-z_]+\.(?:css|js|svg))"', script)
    assert names and all(finders.find(f"camarilla/{name}") for name in names)
    anna = Visitor()
    anna.post("/me/", {"name": "Anna"})
    assert anna.get("/offline/?language=fr").content == Visitor().get("/offline/?language=fr").content
    assert 'lang="fr"' in anna.get("/offline/?language=fr").content.decode()
