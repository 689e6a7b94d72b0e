"""A cluster of processes, on this machine or on many, through Ray. Needs the extra `camarilla[cluster]`."""

from __future__ import annotations

import functools
import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import ray
from ray import exceptions

from camarilla.engine.errors import BadOption
from camarilla.engine.words import of_package
from camarilla.lab.crew import Crew, Result, Task

WORDS = of_package(__file__, "cluster.toml")
PATIENCE = 5  # seconds


def knock(address: str) -> None:
    """See whether somebody answers at HOST:PORT; Ray would go on asking for minutes."""
    host, _, port = address.rpartition(":")
    if "/" in host or not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError):
        raise BadOption(WORDS("dead", address=address)) from None


def do(work: Any, task: Any) -> Any:
    return work(task)


class Cluster(Crew):
    """All processors of a cluster that runs at an address, or of one that is started here and ends with the work."""

    lost = (
        exceptions.WorkerCrashedError,
        exceptions.NodeDiedError,
        exceptions.OutOfMemoryError,
        exceptions.ObjectLostError,
    )

    def __init__(self, address: str | None = None, processors: int | None = None) -> None:
        if address:
            knock(address)
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns of what will change
        quietly: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if address is None:
                ray.init(address="local", num_cpus=processors, include_dashboard=False, **quietly)
            else:
                ray.init(address=address, **quietly)
        except Exception as problem:  # Ray raises many kinds when it cannot be started or found
            raise BadOption(WORDS("none", address=address or "local", problem=str(problem))) from None
        self.do = ray.remote(max_retries=0)(do)  # `carry_out` counts the losses, of every crew alike
        self.sent = functools.cache(ray.put)  # a work goes to each machine once, however many tasks it has

    @property
    def hands(self) -> int:
        """Also of machines that have joined since."""
        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, work: Callable[[Task], Result], task: Task) -> Future[Result]:
        future: Future[Result] = self.do.remote(self.sent(work), task).future()
        return future

    def dismiss(self) -> None:
        ray.shutdown()
