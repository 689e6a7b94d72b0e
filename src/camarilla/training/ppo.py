"""Proximal policy optimisation in self-play, on tables that are stepped together."""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from camarilla.bots.ladder import USUAL
from camarilla.training.net import Net
from camarilla.training.plan import Plan
from camarilla.training.tables import Tables

MARGIN = 0.2  # the part of a reward that is how much one won by
LAMBDA, CLIP, EPOCHS = 0.95, 0.2, 2
SELVES = 12  # past selves that are remembered
FLAT = ("observations", "masks", "actions", "advice", "likely", "values", "own", "advantages")


def draw(logits: Tensor) -> Tensor:
    """An action by its probability."""
    return (logits - torch.empty_like(logits).exponential_().clamp_min(1e-20).log()).argmax(-1)


@torch.no_grad()
def win_share(net: Net, plan: Plan, players: int, number: int, seed: int, most: int = 4000) -> tuple[float, float]:
    """Of the net's best guess against the game's rules of thumb, each table's first match; and its standard error."""
    tables = Tables(plan, players, number, seed, USUAL)
    rows = torch.arange(number, device=plan.on)
    won, done = torch.zeros(number, device=plan.on), torch.zeros(number, dtype=torch.bool, device=plan.on)
    for step in range(most):
        seats = tables.seats.long().clone()
        tables.step(net(tables.observations, tables.masks)[0].argmax(-1))
        first = (tables.ended > 0) & ~done
        won += torch.where(first, tables.rewards[rows, seats], 0)
        done |= first
        if step % 25 == 0 and bool(done.all()):
            break
    return won[done].mean().item(), won[done].std().item() / int(done.sum()) ** 0.5


class Practice:
    """Tables of one kind, and what happened there in the last steps."""

    def __init__(self, plan: Plan, players: int, number: int, seed: int, opponents: str | None = None) -> None:
        self.plan, self.tables = plan, Tables(plan, players, number, seed, opponents)
        steps, tables, on = plan.steps, self.tables, plan.on
        self.observations = torch.zeros(steps, *tables.observations.shape, dtype=torch.int8, device=on)
        self.masks = torch.zeros(steps, *tables.masks.shape, dtype=torch.int8, device=on)
        self.actions, self.seats, self.advice = (
            torch.zeros(steps, number, dtype=torch.int64, device=on) for _ in range(3)
        )
        self.likely, self.values, self.own, self.advantages = (torch.zeros(steps, number, device=on) for _ in range(4))
        self.rewards = torch.zeros(steps, number, players, device=on)
        self.ended = torch.zeros(steps, number, dtype=torch.bool, device=on)
        self.margin = torch.ones((), device=on)  # by how much a match is won, on the average
        self.few = 0 if opponents else int(number * plan.past)  # tables where somebody is a past self
        self.rival = torch.arange(self.few, device=on) % players

    @torch.no_grad()
    def play(self, net: Net, past: Net | None, taught: bool) -> None:
        tables, few = self.tables, self.few if past else 0
        for step in range(self.plan.steps):
            self.observations[step], self.masks[step] = tables.observations, tables.masks
            self.seats[step] = tables.seats
            if taught:
                self.advice[step] = tables.advise()
            logits, self.values[step] = net(tables.observations, tables.masks)
            likely = logits.log_softmax(-1)
            actions = draw(likely)
            self.own[step] = 1
            if past and few:
                others = draw(past(tables.observations[:few], tables.masks[:few])[0])
                theirs = tables.seats[:few] == self.rival
                actions[:few] = torch.where(theirs, others, actions[:few])
                self.own[step, :few] = (~theirs).float()
            self.actions[step] = actions
            self.likely[step] = likely.gather(1, actions[:, None]).squeeze(1)
            tables.step(actions)
            self.ended[step] = tables.ended > 0
            self.rewards[step] = self.judge()

    def judge(self) -> Tensor:
        """What the matches that ended were worth to each seat: between -1 and 1, and 0 on the average."""
        tables, n = self.tables, self.tables.players
        points, ended = tables.points.float(), (tables.ended > 0)[:, None]
        best = points.topk(2, -1).values
        margin = points - torch.where(points == best[:, :1], best[:, 1:2], best[:, :1])
        if bool(ended.any()):
            self.margin.lerp_(margin[ended.expand_as(margin)].abs().mean().clamp_min(1), 0.02)
        won = (tables.rewards * n - 1) / (n - 1)
        return ((1 - MARGIN) * won + MARGIN * torch.tanh(margin / (2 * self.margin))) * ended

    @torch.no_grad()
    def estimate(self, net: Net) -> None:
        """Generalised advantages, along the decisions of each seat."""
        tables, n = self.tables, self.tables.players
        rows = torch.arange(tables.number, device=self.plan.on)
        last = net(tables.observations, tables.masks)[1]
        value = (-last / (n - 1))[:, None].repeat(1, n)
        value[rows, tables.seats.long()] = last
        advantage, reward = torch.zeros_like(value), torch.zeros_like(value)
        for step in range(self.plan.steps - 1, -1, -1):
            ended = self.ended[step][:, None]
            reward = torch.where(ended, self.rewards[step], reward)
            value, advantage = value.masked_fill(ended, 0), advantage.masked_fill(ended, 0)
            seat = self.seats[step][:, None]
            now = self.values[step][:, None]
            delta = reward.gather(1, seat) + value.gather(1, seat) - now
            found = delta + LAMBDA * advantage.gather(1, seat)
            self.advantages[step] = found.squeeze(1)
            advantage, value, reward = (
                kept.scatter(1, seat, new) for kept, new in ((advantage, found), (value, now), (reward, now * 0))
            )


class Learner:
    def __init__(self, plan: Plan, net: Net | None = None) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.groups = plan, list(make_groups(plan))
        rules = self.groups[0].tables.vector.game.rules
        self.net = (net or Net(rules.OBSERVATION_SPACE, rules.ACTIONS, plan.width, plan.blocks)).to(plan.on)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=1e-4, eps=1e-5)
        self.selves: list[Net] = []
        self.warm_up(learn=net is None)

    @torch.no_grad()
    def warm_up(self, learn: bool, steps: int = 150) -> None:
        """See what observations are like at random play, and spread the tables over the length of a match."""
        seen = []
        for group in self.groups:
            for step in range(steps):
                if step % 10 == 0:
                    seen.append(group.tables.observations[::16].clone())
                group.tables.step(draw(group.tables.masks.float().log()))
        if learn:
            self.net.senses.learn_scale(torch.cat(seen))

    def iterate(self, done: float) -> dict[str, float]:
        """Play, and learn from it; `done` is the part of the training that lies behind."""
        for settings in self.optimiser.param_groups:
            settings["lr"] = self.plan.rate * (1 - 0.95 * done)
        past = self.selves[int(torch.randint(len(self.selves), ()))] if self.selves else None
        lesson = max(0.0, 1 - done / self.plan.schooling) if self.plan.schooling else 0.0
        for group in self.groups:
            group.play(self.net, past, lesson > 0)
            group.estimate(self.net)
        return self.learn(self.plan.entropy * (1 - done) + 0.001, lesson)

    def learn(self, curiosity: float, lesson: float) -> dict[str, float]:
        flat = {name: torch.cat([getattr(group, name).flatten(0, 1) for group in self.groups]) for name in FLAT}
        returns = flat["advantages"] + flat["values"]
        wanted = (flat["advantages"] - flat["advantages"].mean()) / (flat["advantages"].std() + 1e-6)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(returns), device=self.plan.on).split(self.plan.minibatch):
                logits, values = self.net(flat["observations"][rows], flat["masks"][rows])
                likely, own = logits.log_softmax(-1), flat["own"][rows]
                chosen = likely.gather(1, flat["actions"][rows][:, None]).squeeze(1)
                ratio, worth = (chosen - flat["likely"][rows]).exp(), wanted[rows] * own
                policy = -torch.min(ratio * worth, ratio.clamp(1 - CLIP, 1 + CLIP) * worth).mean()
                value = ((values - returns[rows]).square() * own).mean()
                doubt = (-(likely.exp() * likely).masked_fill(flat["masks"][rows] == 0, 0).sum(-1) * own).mean()
                loss = policy + 0.5 * value - curiosity * doubt
                if lesson:
                    unlike = functional.nll_loss(likely, flat["advice"][rows], reduction="none")
                    loss = loss + lesson * (unlike * own).mean()
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimiser.step()
        return {"doubt": doubt.item(), "value": value.item()}

    def remember(self) -> None:
        """Keep the present self as an opponent."""
        self.selves = [*self.selves, copy.deepcopy(self.net).eval()][-SELVES:]

    def state(self) -> dict[str, Any]:
        """All that is needed to go on another day. The matches that are being played are begun anew then."""
        selves = [one.state_dict() for one in self.selves]
        return {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict(), "selves": selves}

    def restore(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.selves = []
        for one in state["selves"]:
            self.remember()
            self.selves[-1].load_state_dict(one)


def make_groups(plan: Plan) -> list[Practice]:
    each = plan.number // len(plan.players)
    against = int(each * plan.rivals)
    groups = []
    for index, players in enumerate(plan.players):
        groups.append(Practice(plan, players, each - against, plan.seed + 2 * index))
        if against:
            groups.append(Practice(plan, players, against, plan.seed + 2 * index + 1, USUAL))
    return groups
