"""What `docs/deploy.md` and the files in `deploy/` speak of exists, and all that can be set is spoken of."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from camarilla.cli import COMMANDS

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
DOCUMENTS = [ROOT / "docs" / "deploy.md", ROOT / "docs" / "security.md"]
SETTING = re.compile(r"\b(?:CAMARILLA_[A-Z_]*[A-Z]|DATABASE_URL)\b")


def settings_in(*paths: Path) -> set[str]:
    return {name for path in paths for name in SETTING.findall(path.read_text(encoding="utf-8"))}


def read_unit(path: Path) -> dict[str, list[tuple[str, str]]]:
    """The lines of each section: a key may come twice."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in filter(None, path.read_text().splitlines()):
        if line.startswith("["):
            here = sections.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            here.append((line.partition("=")[0], line.partition("=")[2]))
    return sections


def commands(text: str) -> set[str]:
    return set(re.findall(r"(?:^|`|bin/|… )camarilla ([a-z][\w-]*)", text, re.MULTILINE))


# --- Settings ---


def test_every_setting_is_in_the_guide_and_nothing_else() -> None:
    code = settings_in(*(ROOT / "src" / "camarilla").rglob("*.py"))
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    table = set(re.findall(r"^\| `(\w+)` \|", guide[guide.index("## Every setting") :], re.MULTILINE))
    assert code - table == {"CAMARILLA_COMPILE", "CAMARILLA_QUIET", "CAMARILLA_RUNTIME"}, "not for who keeps a house"
    assert table <= code
    spoken_of = settings_in(*DOCUMENTS, *filter(Path.is_file, DEPLOY.iterdir()))
    assert spoken_of <= code, "these do not exist"


def test_the_settings_module_says_what_it_reads() -> None:
    text = (ROOT / "src" / "camarilla" / "site" / "settings.py").read_text(encoding="utf-8")
    head, _, code = text.removeprefix('"""').partition('"""')
    assert set(SETTING.findall(head)) == set(SETTING.findall(code))


# --- Commands ---


def test_every_command_that_is_written_down_exists() -> None:
    files = [*DOCUMENTS, *UNITS, DEPLOY / "Containerfile"]
    named = {name for file in files for name in commands(file.read_text(encoding="utf-8"))}
    assert {"serve", "think", "backup", "restore", "move-house", "sweep", "admin"} <= named <= set(COMMANDS)


# --- Files ---


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_can_be_read_and_shuts_itself_in(path: Path) -> None:
    configparser.RawConfigParser(strict=False).read_string(path.read_text())
    sections = read_unit(path)
    assert set(sections) <= {"Unit", "Service", "Timer", "Install"}
    if service := dict(sections.get("Service", [])):
        wanted = {"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "UMask": "0077"}
        assert wanted.items() <= service.items()
        assert shlex.split(service["ExecStart"])


def test_the_containers_are_ours_and_set_what_they_need() -> None:
    whole: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = whole["services"]
    assert set(services) == {"site", "think", "postgres", "caddy"}
    for name in ("site", "think"):
        assert services[name]["command"][:2] == ["camarilla", {"site": "serve"}.get(name, name)]
        assert {"DATABASE_URL", "CAMARILLA_SECRET"} <= set(services[name]["environment"])
    assert (DEPLOY / services["site"]["build"]["context"] / services["site"]["build"]["dockerfile"]).is_file()
    subnet = whole["networks"]["house"]["ipam"]["config"][0]["subnet"]
    assert services["site"]["environment"]["CAMARILLA_PROXIES"] == subnet, "the proxy is believed"


def test_the_image_copies_what_there_is() -> None:
    for line in (DEPLOY / "Containerfile").read_text().splitlines():
        if line.startswith("COPY"):
            *sources, _ = line.split()[1:]
            assert all((ROOT / source).exists() for source in sources), line


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([^)#]+)\)", text)
    assert all((path.parent / target).exists() for target in linked), linked
    named = re.findall(r"`((?:deploy|tests|site)/[\w./-]+)`", text)
    assert all(any((top / name).exists() for top in (ROOT, ROOT / "src" / "camarilla")) for name in named), named


def test_both_proxies_keep_the_keepers_pages_from_visitors() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        text = (DEPLOY / name).read_text()
        assert all(page in text for page in ("metrics", "healthz", "readyz")), name
    assert "access_log off" in (DEPLOY / "nginx.conf").read_text()
