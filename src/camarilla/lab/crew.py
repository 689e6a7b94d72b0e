"""Who does a long work: threads of this process, or a cluster (`cluster.py`). The results are the same.

A work is a function of a task. Tasks are independent of each other, and so small that one may be lost.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from types import TracebackType
from typing import Any, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

RETRIES = 5  # of a task whose worker was lost: one that kills whoever takes it is not tried for ever


class Crew(ABC):
    """Those who work, until the context ends."""

    lost: tuple[type[BaseException], ...] = ()  # what a task fails with where it was not its own fault

    @property
    @abstractmethod
    def hands(self) -> int:
        """How many tasks are done at once."""

    @abstractmethod
    def submit(self, work: Callable[[Task], Result], task: Task) -> Future[Result]:
        """Have the task done as soon as somebody is free."""

    @abstractmethod
    def dismiss(self) -> None:
        """Nobody waits for results any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None
    ) -> None:
        self.dismiss()


class Threads(Crew):
    """Of this process."""

    def __init__(self, number: int = os.cpu_count() or 1) -> None:
        self.number, self.pool = number, ThreadPoolExecutor(number)

    @property
    def hands(self) -> int:
        return self.number

    def submit(self, work: Callable[[Task], Result], task: Task) -> Future[Result]:
        return self.pool.submit(work, task)

    def dismiss(self) -> None:
        self.pool.shutdown(cancel_futures=True)


def carry_out(crew: Crew, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Generator[tuple[Task, Result]]:
    """Each task with its result, as soon as it is there. What was lost with a worker is done by another."""
    waiting, running = iter(tasks), dict[Future[Any], Task]()
    losses = Counter[Task]()
    try:
        while True:
            for task in islice(waiting, max(0, 2 * crew.hands - len(running))):
                running[crew.submit(work, task)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                try:
                    result = future.result()
                except crew.lost:
                    losses[task] += 1
                    if losses[task] > RETRIES:
                        raise
                    running[crew.submit(work, task)] = task
                else:
                    yield task, result
    finally:
        for future in running:
            future.cancel()
