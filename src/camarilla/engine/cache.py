"""Where compiled rules are kept between runs.

Numba notices a change in a cached function's own file, but not in a rule that it calls. So the folder's name is a hash
of every source file that the compiled code comes from, of Numba's version and of how it was compiled: other rules,
another folder. It lies beside the package, or, where that cannot be written, in the user's cache.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from camarilla.engine import folders

PACKAGE = Path(__file__).parents[1]
QUICK = os.environ.get("CAMARILLA_COMPILE") == "quick"  # sooner, for code that is a little slower (see `linking`)
TURNS = threading.RLock()  # Numba's setting is one for all threads: they take turns with it


@contextmanager
def folder(sources: Iterable[str]) -> Iterator[Path]:
    """Within this context Numba sets up caches in the folder for code from these files."""
    import numba.core.config

    config: Any = numba.core.config
    path = find_folder(sources)
    with TURNS:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(path)
        try:
            yield path
        finally:
            config.CACHE_DIR = before


def find_folder(sources: Iterable[str]) -> Path:
    return place(fingerprint(frozenset(sources)))


@contextmanager
def only_one() -> Iterator[None]:
    """Within this context nobody else on this machine is: who comes later finds on disk what was compiled here."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (place("turns") / "lock").open("w") as claim:
        fcntl.flock(claim, fcntl.LOCK_EX)
        yield


@functools.cache
def fingerprint(sources: frozenset[str]) -> str:
    digest = hashlib.sha256(f"{version('numba')} {sys.version_info[:2]} {QUICK}".encode())
    for source in sorted(sources):
        digest.update(Path(source).read_bytes() if Path(source).exists() else source.encode())
    return digest.hexdigest()[:16]


@functools.cache
def place(key: str) -> Path:
    """The first of the possible folders that can be written."""
    for parent in (os.environ.get("CAMARILLA_CACHE"), PACKAGE / "__pycache__", folders.cache()):
        if parent and writable(Path(parent) / f"rules-{key}"):
            return Path(parent) / f"rules-{key}"
    return Path(tempfile.mkdtemp(prefix="camarilla-"))


def writable(path: Path) -> bool:
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False
