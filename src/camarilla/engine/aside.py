"""Work in a process of its own, which ends when it is done, and gives back the memory that it took.

Compiling a game takes half a minute of a processor. Of several who would do it on this machine one does, and the others
find what it has left on disk.
"""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from camarilla.engine import cache

MODEST = 10  # how far it stands back where others want the processor


def start_aside(deed: Callable[..., object], *words: str) -> subprocess.Popen[bytes]:
    """A function, called with these words in a new process, which does not outlive this one."""
    return subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()", name_of(deed), *words],
        stdin=subprocess.PIPE,  # it closes when this process ends, however it does
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CAMARILLA_QUIET": "1"},
    )


def find_failure(process: subprocess.Popen[bytes]) -> str:
    """What went wrong, or "", when it has ended. Its input stays open until then, which `communicate` would close."""
    said = process.stderr.read() if process.stderr else b""
    return said.decode(errors="replace") or "it was ended" if process.wait() else ""


def name_of(thing: Any) -> str:
    """What another process finds a function or a class by."""
    return f"{thing.__module__}:{thing.__qualname__}"


def main() -> None:
    deed, *words = sys.argv[1:]
    threading.Thread(target=end_with_parent, daemon=True).start()
    if sys.platform != "win32":
        os.nice(MODEST)
    with cache.only_one():
        pkgutil.resolve_name(deed)(*words)


def end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)
