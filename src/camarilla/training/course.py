"""A training from its beginning to its end, which may be stopped at any moment and goes on where it was.

In its folder lie `checkpoint.pt`, all that is needed to go on; `net.npz`, what has been learned so far, as players read
it; `curve.svg`, how it went; and `result.json`, the same in numbers, with everything that made it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from camarilla.engine.errors import BadOption
from camarilla.games import game as make_game
from camarilla.training import WORDS
from camarilla.training.curve import draw_curve
from camarilla.training.plan import Plan
from camarilla.training.ppo import Learner, win_shares
from camarilla.training.weights import save
from camarilla.version import __version__

LOOKS = 20  # at how strong it is, in the whole of a training
MATCHES, LAST = 2_000, 20_000  # by which its strength is measured, and at the end
SEED = 77  # of these matches, which are none of those that it learns from
CHECKPOINT, NET, CURVE, RESULT = "checkpoint.pt", "net.npz", "curve.svg", "result.json"

Point = dict[str, Any]  # of the curve: seconds, decisions, and for each kind of match the share won and its error
Tell = Callable[[float, Point | None], None]  # the part that is done, and what has just been measured


class Course:
    def __init__(self, plan: Plan, seconds: float, folder: Path, origin: Path | None = None) -> None:
        self.plan, self.seconds, self.folder = plan, seconds, folder
        self.passed, self.decisions, self.curve = 0.0, 0, list[Point]()
        folder.mkdir(parents=True, exist_ok=True)
        self.learner = Learner(plan, origin)
        if (folder / CHECKPOINT).exists():
            self.resume()

    @property
    def about(self) -> dict[str, Any]:
        """How it was made."""
        games = [make_game(self.plan.game, **kind) for kind in self.plan.kinds]
        data = sorted({game.digest for game in games})
        known = {"version": __version__, "rules": games[0].version, "data": data}
        passed = {"seconds": round(self.passed), "decisions": self.decisions}
        return {**self.plan.settings, **known, **passed, "curve": self.curve}

    def run(self, tell: Tell) -> None:
        """To the end; there is nothing left to do in one that came there before."""
        if self.passed >= self.seconds:
            return
        due = self.seconds * len(self.curve) / LOOKS
        while self.passed < self.seconds:
            began = time.monotonic()
            self.learner.iterate(self.passed / self.seconds)
            self.decisions += self.plan.number * self.plan.steps
            self.passed += time.monotonic() - began
            tell(self.passed / self.seconds, None)
            if self.passed >= due:
                due += self.seconds / LOOKS
                tell(self.passed / self.seconds, self.look(MATCHES))
        tell(1.0, self.look(LAST))

    def look(self, matches: int) -> Point:
        """Measure how strong it is, and keep all that is needed to go on."""
        shares = win_shares(self.learner.net, self.plan, matches, SEED)
        point = {
            "seconds": round(self.passed),
            "decisions": self.decisions,
            "shares": [[round(number, 4) for number in share] for share in shares],
        }
        self.curve.append(point)
        self.learner.remember()
        self.keep()
        return point

    # --- On disk: always something whole ---

    def keep(self) -> None:
        state = {"plan": self.plan.settings, "passed": self.passed, "decisions": self.decisions, "curve": self.curve}
        self.replace(CHECKPOINT, lambda path: torch.save({**state, "learner": self.learner.state()}, path))
        self.replace(NET, lambda path: save(self.learner.net, path, self.about))
        self.replace(CURVE, lambda path: path.write_text(draw_curve(self.plan, self.curve), encoding="utf-8"))
        self.replace(RESULT, lambda path: path.write_text(json.dumps(self.about, indent=1), encoding="utf-8"))

    def replace(self, name: str, write: Callable[[Path], object]) -> None:
        young = self.folder / f"{name}.new"
        write(young)
        os.replace(young, self.folder / name)

    def resume(self) -> None:
        state = torch.load(self.folder / CHECKPOINT, map_location=self.plan.on, weights_only=False)
        if state["plan"] != self.plan.settings:
            raise BadOption(WORDS("other_plan", folder=str(self.folder)))
        self.passed, self.decisions, self.curve = state["passed"], state["decisions"], state["curve"]
        self.learner.restore(state["learner"])
