"""The user's own folders, by the custom of each system: what is kept, and what can be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "camarilla"


def state() -> Path:
    """Where matches being played and the tables of the site are kept."""
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
