"""A training from its beginning to its end, which may be stopped at any moment and goes on where it was.

In its folder lie `checkpoint.pt`, all that is needed to go on; `net.npz`, what has been learned so far, as players read
it; `curve.svg`, how it went; and `result.json`, the same in numbers, with everything that made it.
"""

from __future__ import annotations

import json
import os
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import torch

from camarilla.engine.compiling import Watch, in_silence
from camarilla.engine.errors import BadOption
from camarilla.engine.words import LANGUAGES
from camarilla.games import game as make_game
from camarilla.training import WORDS
from camarilla.training.curve import draw_curve
from camarilla.training.plan import Plan
from camarilla.training.ppo import Learner, win_shares
from camarilla.training.weights import save
from camarilla.version import __version__

LOOKS = 20  # at how strong it is, in the whole of a training
MATCHES, LAST = 2_000, 20_000  # by which its strength is measured, and at the end
KEEP = 60  # seconds after which what was learned is kept, if nobody looks
CHECKPOINT, NET, CURVE, RESULT = "checkpoint.pt", "net.npz", "curve.svg", "result.json"

Point = dict[str, Any]  # of the curve: seconds, decisions, and for each kind of match the share won and its error
# What is being done, how much of it, of how much; and what has just been measured.
Tell = Callable[[Literal["learning", "measuring"], float, float, Point | None], None]


class Course:
    def __init__(
        self, plan: Plan, seconds: float, folder: Path, origin: Path | None = None, language: str = LANGUAGES[0]
    ) -> None:
        self.plan, self.seconds, self.folder, self.origin, self.language = plan, seconds, folder, origin, language
        self.passed, self.decisions, self.curve = 0.0, 0, list[Point]()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()  # whether anything can be kept there is known before it is learned
        self.left = self.read() if (folder / CHECKPOINT).exists() else None
        self.kept = time.monotonic()

    @property
    def about(self) -> dict[str, Any]:
        """How it was made."""
        games = [make_game(self.plan.game, **kind) for kind in self.plan.kinds]
        data = sorted({game.digest for game in games})
        known = {"version": __version__, "rules": games[0].version, "data": data}
        passed = {"minutes": round(self.seconds / 60, 2), "seconds": round(self.passed), "decisions": self.decisions}
        return {**self.plan.settings, **known, **name_machine(self.plan.on), **passed, "curve": self.curve}

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do: the last look saw all that was learned."""
        last = self.curve[-1] if self.curve else {}
        seen = last.get("matches") == LAST and last["decisions"] == self.decisions
        return seen and self.passed >= self.seconds

    def prepare(self, watch: Watch = in_silence) -> None:
        """Have the rules compiled, and the learner as it was left."""
        self.learner = Learner(self.plan, self.origin, self.decisions, watch)
        if self.left:
            self.learner.restore(self.left)

    def run(self, tell: Tell) -> None:
        """To the end. Whoever interrupts it loses nothing but what is being played."""
        try:
            while self.passed < self.seconds:
                self.go_on(tell)
            if not self.finished:
                self.keep()
                self.look(LAST, tell)
        except KeyboardInterrupt:
            self.keep()
            raise

    def go_on(self, tell: Tell) -> None:
        """Learn once; then look at how strong it is, or at least keep it, if it is time."""
        tell("learning", self.passed, self.seconds, None)
        began, before = time.monotonic(), self.passed
        self.learner.iterate(self.passed / self.seconds)
        self.decisions += self.plan.number * self.plan.steps
        self.passed += time.monotonic() - began
        due = not self.curve or self.passed * LOOKS // self.seconds > before * LOOKS // self.seconds
        if due and self.passed < self.seconds:
            self.look(MATCHES, tell)
        elif time.monotonic() > self.kept + KEEP:
            self.keep()

    def look(self, matches: int, tell: Tell) -> None:
        """Measure how strong it is, and keep it."""
        tell("measuring", 0, matches, None)
        shares = win_shares(
            self.learner.net, self.plan, matches, lambda done, whole: tell("measuring", done, whole, None)
        )
        point = {
            "seconds": round(self.passed),
            "decisions": self.decisions,
            "matches": matches,
            "shares": [[round(number, 4) for number in share] for share in shares],
        }
        self.curve.append(point)
        self.learner.remember()
        self.keep()
        tell("measuring", matches, matches, point)

    # --- On disk: always something whole ---

    def keep(self) -> None:
        state = {"plan": self.plan.settings, "passed": self.passed, "decisions": self.decisions, "curve": self.curve}
        picture = draw_curve(self.plan, self.curve, self.language)
        self.replace(CHECKPOINT, lambda path: torch.save({**state, "learner": self.learner.state()}, path))
        self.replace(NET, lambda path: save(self.learner.net, path, self.about))
        self.replace(CURVE, lambda path: path.write_text(picture, encoding="utf-8"))
        self.replace(RESULT, lambda path: path.write_text(json.dumps(self.about, indent=1), encoding="utf-8"))
        self.kept = time.monotonic()

    def replace(self, name: str, write: Callable[[Path], object]) -> None:
        young = self.folder / f"{name}.new"
        write(young)
        os.replace(young, self.folder / name)

    def read(self) -> dict[str, Any]:
        """How far it had come, and what it had learned."""
        path = self.folder / CHECKPOINT
        try:
            state = torch.load(path, map_location=self.plan.on, weights_only=True)
            plan, learner = state["plan"], state["learner"]
            self.passed, self.decisions, self.curve = state["passed"], state["decisions"], state["curve"]
        except Exception:  # junk makes PyTorch stumble over anything
            raise BadOption(WORDS("checkpoint", path=str(path))) from None
        if plan != self.plan.settings:
            raise BadOption(WORDS("other_plan", folder=str(self.folder)))
        return dict(learner)


def name_machine(on: str) -> dict[str, Any]:
    """What it was made with."""
    device = torch.cuda.get_device_name() if on == "cuda" else platform.machine()
    return {"torch": str(torch.__version__), "device": device, "cores": os.cpu_count()}
