"""The user's own folders, by the custom of each system: what is kept, and what can be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "camarilla"


def house() -> Path:
    """Where the site keeps its tables and the key that signs its sessions."""
    return chosen_home() or customary() / "site"


def matches() -> Path:
    """Where matches that are played in a terminal are kept."""
    home = chosen_home()
    return home / "matches" if home else customary()


def chosen_home() -> Path | None:
    """The folder that somebody has chosen for all that is kept."""
    home = os.environ.get("CAMARILLA_HOME")
    return Path(home) if home else None


def customary() -> Path:
    """Where such things lie on this system, unless somebody has chosen another folder."""
    if chosen := os.environ.get("XDG_STATE_HOME"):
        return Path(chosen) / NAME
    if sys.platform == "win32":
        return local_data() / NAME / "matches"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    return Path.home() / ".local" / "state" / NAME


def cache() -> Path:
    """Where compiled rules lie if not beside the package."""
    if sys.platform == "win32":
        return local_data() / NAME
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / NAME
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / NAME


def local_data() -> Path:
    return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
