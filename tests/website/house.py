"""A real server for tests: `camarilla serve` as a process, with a folder of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

PATIENCE = 240  # seconds until a server must answer: it may have to compile the rules first
FAREWELL = 60  # seconds until it must be gone


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


class House:
    """With `home` and `port` it can be opened again where it was, also after it was killed. Where nobody searches,
    interpreted rules will do: it is open in half the time."""

    def __init__(
        self,
        home: Path,
        *flags: str,
        beat: float = 0,
        thinkers: int | str = 0,
        database: str = "",
        runtime: str = "interpreted",
    ) -> None:
        self.home, self.port, self.flags = home, free_port(), flags
        self.environment = {
            "CAMARILLA_HOME": str(home),
            "CAMARILLA_RUNTIME": runtime,
            "CAMARILLA_BEAT": str(beat),
            "CAMARILLA_THINKERS": str(thinkers),
            "CAMARILLA_SECRET": "the same for all who serve a house",
            "DATABASE_URL": database,
            "CAMARILLA_SMTP": "smtp://127.0.0.1:9",  # which is away, so that pages speak of mail, and none goes out
            "CAMARILLA_SENDER": "house@club.example",
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.said = home.with_suffix(".log")  # what the server wrote: warnings and errors

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def open(self) -> House:
        self.start("serve", "--no-open", "--port", str(self.port), *self.flags)
        self.await_answer()
        return self

    def start(self, *words: str) -> None:
        """A command of the house, as a process."""
        self.home.mkdir(parents=True, exist_ok=True)
        with self.said.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", "from camarilla.cli import main; main()", *words],
                env={**os.environ, **self.environment},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def await_answer(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.url}/static/camarilla/seal.svg", timeout=5)
                return
            except (urllib.error.URLError, OSError):
                assert self.process and self.process.poll() is None, self.said.read_text()
                time.sleep(0.05)
        raise TimeoutError(f"no answer from {self.url}: {self.said.read_text()}")

    def kill(self) -> None:
        """As a power cut would: no word of farewell, to nobody."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        if self.process:
            self.process.wait(20)
            self.process = None

    def close(self, sign: signal.Signals = signal.SIGINT) -> bool:
        """As Ctrl-C does, or the system; whether that was enough."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(sign)
            try:
                self.process.wait(FAREWELL)
            except subprocess.TimeoutExpired:
                self.kill()
                return False
        self.process = None
        return True

    def __enter__(self) -> House:
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
