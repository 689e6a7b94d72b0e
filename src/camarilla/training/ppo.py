"""Proximal policy optimisation in self-play, on tables that are stepped together."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from camarilla.lockstep.vector import Vector, vector
from camarilla.training.net import Net

MARGIN = 0.2  # the part of a reward that is how much one won by
LAMBDA, CLIP, EPOCHS, MINIBATCH = 0.95, 0.2, 2, 65_536


@dataclass
class Plan:
    """How to train."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    number: int = 16_384  # tables
    steps: int = 64  # decisions at each before the net learns from them
    rate: float = 5e-4
    past: float = 0.2  # the part of the tables where somebody is a past self
    seed: int = 1


class Tables:
    """Tables on a device, as tensors."""

    def __init__(self, plan: Plan, number: int, seed: int, opponents: str | None = None) -> None:
        self.vector: Vector = vector(
            plan.game, number=number, on="cuda", opponents=opponents, seed=seed, **plan.options
        )
        names = ("observations", "masks", "seats", "rewards", "ended", "points")
        self.observations, self.masks, self.seats, self.rewards, self.ended, self.points = (
            torch.from_dlpack(getattr(self.vector, name)) for name in names
        )
        self.players = self.rewards.shape[1]

    def step(self, actions: Tensor) -> None:
        self.vector.step(actions.to(torch.int32).contiguous())


def draw(logits: Tensor) -> Tensor:
    """An action by its probability."""
    return (logits - torch.empty_like(logits).exponential_().clamp_min(1e-20).log()).argmax(-1)


@torch.no_grad()
def win_share(net: Net, plan: Plan, number: int, seed: int, most: int = 4000) -> tuple[float, float]:
    """Of the net's best guess against the game's rules of thumb, each table's first match; and its standard error."""
    tables = Tables(plan, number, seed, "courtier")
    rows = torch.arange(number, device="cuda")
    won, done = torch.zeros(number, device="cuda"), torch.zeros(number, dtype=torch.bool, device="cuda")
    for step in range(most):
        seats = tables.seats.long().clone()
        tables.step(net(tables.observations, tables.masks)[0].argmax(-1))
        first = (tables.ended > 0) & ~done
        won += torch.where(first, tables.rewards[rows, seats], 0)
        done |= first
        if step % 25 == 0 and bool(done.all()):
            break
    return won[done].mean().item(), won[done].std().item() / int(done.sum()) ** 0.5


class Rollout:
    """What happened in some steps at all tables."""

    def __init__(self, tables: Tables, steps: int) -> None:
        number, make = len(tables.seats), torch.zeros
        on = {"device": "cuda"}
        self.observations = make(steps, *tables.observations.shape, dtype=torch.int16, **on)
        self.masks = make(steps, *tables.masks.shape, dtype=torch.uint8, **on)
        self.actions = make(steps, number, dtype=torch.int64, **on)
        self.likely, self.values, self.own = (make(steps, number, **on) for _ in range(3))
        self.seats = make(steps, number, dtype=torch.int64, **on)
        self.rewards = make(steps, number, tables.players, **on)
        self.ended = make(steps, number, dtype=torch.bool, **on)
        self.advantages = make(steps, number, **on)


class Learner:
    def __init__(self, plan: Plan, net: Net | None = None) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.tables = plan, Tables(plan, plan.number, plan.seed)
        rules = self.tables.vector.game.rules
        self.net = (net or Net(rules.OBSERVATION, rules.ACTIONS)).cuda()
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=1e-4, eps=1e-5)
        self.rollout = Rollout(self.tables, plan.steps)
        self.margin = torch.ones((), device="cuda")
        self.selves: list[Net] = []
        rows = torch.arange(plan.number, device="cuda")
        self.rival = torch.where(rows < plan.past * plan.number, rows % self.tables.players, -1)
        if net is None:
            self.warm_up()

    @torch.no_grad()
    def warm_up(self, steps: int = 150) -> None:
        """See what observations are like at random play, and spread the tables over the length of a match."""
        seen = []
        for step in range(steps):
            if step % 10 == 0:
                seen.append(self.tables.observations[::16].clone())
            self.tables.step(draw(self.tables.masks.float().log()))
        self.net.learn_scale(torch.cat(seen))

    def iterate(self, done: float) -> dict[str, float]:
        """Play, and learn from it; `done` is the part of the training that lies behind."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate * (1 - 0.95 * done)
        self.play()
        self.estimate()
        return self.learn(0.02 * (1 - done) + 0.001)

    @torch.no_grad()
    def play(self) -> None:
        tables, rollout = self.tables, self.rollout
        past = self.selves[int(torch.randint(len(self.selves), ()))] if self.selves else None
        few = int(self.plan.past * self.plan.number) if past else 0
        for step in range(self.plan.steps):
            rollout.observations[step], rollout.masks[step] = tables.observations, tables.masks
            rollout.seats[step] = tables.seats
            logits, rollout.values[step] = self.net(tables.observations, tables.masks)
            likely = logits.log_softmax(-1)
            actions = draw(likely)
            rollout.own[step] = 1
            if past:
                others = draw(past(tables.observations[:few], tables.masks[:few])[0])
                theirs = tables.seats[:few] == self.rival[:few]
                actions[:few] = torch.where(theirs, others, actions[:few])
                rollout.own[step, :few] = (~theirs).float()
            rollout.actions[step] = actions
            rollout.likely[step] = likely.gather(1, actions[:, None]).squeeze(1)
            tables.step(actions)
            rollout.ended[step] = tables.ended > 0
            rollout.rewards[step] = self.judge()

    def judge(self) -> Tensor:
        """What the matches that ended were worth to each seat: between -1 and 1, and 0 on the average."""
        tables = self.tables
        n = tables.players
        points, ended = tables.points.float(), (tables.ended > 0)[:, None]
        best = points.topk(2, -1).values
        margin = points - torch.where(points == best[:, :1], best[:, 1:2], best[:, :1])
        if bool(ended.any()):
            self.margin.lerp_(margin[ended.expand_as(margin)].abs().mean().clamp_min(1), 0.02)
        won = (tables.rewards * n - 1) / (n - 1)
        return ((1 - MARGIN) * won + MARGIN * torch.tanh(margin / (2 * self.margin))) * ended

    @torch.no_grad()
    def estimate(self) -> None:
        """Generalised advantages, along the decisions of each seat."""
        tables, rollout = self.tables, self.rollout
        n, rows = tables.players, torch.arange(self.plan.number, device="cuda")
        last = self.net(tables.observations, tables.masks)[1]
        value = (-last / (n - 1))[:, None].repeat(1, n)
        value[rows, tables.seats.long()] = last
        advantage, reward = torch.zeros_like(value), torch.zeros_like(value)
        for step in range(self.plan.steps - 1, -1, -1):
            ended = rollout.ended[step][:, None]
            reward = torch.where(ended, rollout.rewards[step], reward)
            value, advantage = value.masked_fill(ended, 0), advantage.masked_fill(ended, 0)
            seat = rollout.seats[step][:, None]
            now = rollout.values[step][:, None]
            delta = reward.gather(1, seat) + value.gather(1, seat) - now
            found = delta + LAMBDA * advantage.gather(1, seat)
            rollout.advantages[step] = found.squeeze(1)
            advantage, value, reward = (
                kept.scatter(1, seat, new) for kept, new in ((advantage, found), (value, now), (reward, now * 0))
            )

    def learn(self, curiosity: float) -> dict[str, float]:
        flat = {name: getattr(self.rollout, name).flatten(0, 1) for name in ROLLOUT}
        returns = flat["advantages"] + flat["values"]
        wanted = (flat["advantages"] - flat["advantages"].mean()) / (flat["advantages"].std() + 1e-6)
        told: dict[str, float] = {}
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(returns), device="cuda").split(MINIBATCH):
                logits, values = self.net(flat["observations"][rows], flat["masks"][rows])
                likely, own = logits.log_softmax(-1), flat["own"][rows]
                chosen = likely.gather(1, flat["actions"][rows][:, None]).squeeze(1)
                ratio, worth = (chosen - flat["likely"][rows]).exp(), wanted[rows] * own
                policy = -torch.min(ratio * worth, ratio.clamp(1 - CLIP, 1 + CLIP) * worth).mean()
                value = ((values - returns[rows]).square() * own).mean()
                doubt = (-(likely.exp() * likely).masked_fill(flat["masks"][rows] == 0, 0).sum(-1) * own).mean()
                self.optimiser.zero_grad(set_to_none=True)
                (policy + 0.5 * value - curiosity * doubt).backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimiser.step()
        told = {"doubt": doubt.item(), "value": value.item()}
        return told

    def remember(self, most: int = 12) -> None:
        """Keep the present self as an opponent."""
        self.selves = [*self.selves, copy.deepcopy(self.net).eval()][-most:]


ROLLOUT = ("observations", "masks", "actions", "likely", "values", "own", "advantages")


def train(plan: Plan, seconds: float, tell: Callable[[dict[str, Any]], None], net: Net | None = None) -> Net:
    """For so long. `tell` hears now and then how it goes."""
    learner = Learner(plan, net)
    began, decisions, due = time.monotonic(), 0, 0.0
    while (passed := time.monotonic() - began) < seconds:
        stats = learner.iterate(passed / seconds)
        decisions += plan.number * plan.steps
        if passed >= due:
            share, error = win_share(learner.net, plan, 4096, 77)
            learner.remember()
            tell({"seconds": round(passed), "decisions": decisions, "share": share, "error": error, **stats})
            due = passed + seconds / 12
    return learner.net
