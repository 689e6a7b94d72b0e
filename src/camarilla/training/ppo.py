"""Proximal policy optimisation in self-play, on tables that are stepped together."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from camarilla.bots.ladder import USUAL
from camarilla.engine.compiling import Watch, in_silence
from camarilla.training.net import Net
from camarilla.training.plan import Plan, seed_of
from camarilla.training.tables import Group, Tables
from camarilla.training.weights import load

MARGIN = 0.2  # the part of a reward that is how much one won by
LAMBDA, CLIP, EPOCHS = 0.95, 0.2, 2
SELVES = 12  # past selves that are remembered
LONGEST = 4_000  # decisions of one seat in a match by which strength is measured
NOBODY = -1  # instead of the seat of a past self
FLAT = ("observations", "masks", "actions", "advice", "likely", "values", "own", "advantages")


def draw(logits: Tensor) -> Tensor:
    """An action by its probability."""
    return (logits - torch.empty_like(logits).exponential_().clamp_min(1e-20).log()).argmax(-1)


def win_shares(net: Net, plan: Plan, matches: int, tell: Callable[[int, int], object]) -> list[tuple[float, float]]:
    """Of the net's best guess against the game's rules of thumb, for each kind of match: the share of the victories in
    so many matches, none of which it learns from, and its standard error."""
    at_once = max(1, plan.minibatch // len(plan.kinds))
    found = []
    for first in range(0, matches, at_once):
        number = min(at_once, matches - first)
        found.append(play_first(net, plan, number, seed_of("looks", first)))
        tell(first + number, matches)
    return [(won.mean().item(), won.std().item() / matches**0.5) for won in torch.cat(found, 1)]


@torch.no_grad()
def play_first(net: Net, plan: Plan, number: int, seed: int) -> Tensor:
    """What the net wins in the first match at each of so many tables: a row for each kind of match."""
    tables = Tables(plan.game, [Group(kind, number, seed, USUAL) for kind in plan.kinds], plan.on)
    won, still = tables.zeros(torch.float32), torch.arange(tables.number, device=plan.on)
    for _ in range(LONGEST):
        seats, actions = tables.seats[still], tables.masks.argmax(-1)  # where the match is over any action will do
        actions[still] = net(tables.observations[still], tables.masks[still])[0].argmax(-1)
        tables.step(actions)
        won[still] = tables.rewards[still, seats]
        still = still[~tables.ended[still]]
        if not len(still):
            break
    return won.view(len(plan.kinds), number)


class Practice:
    """The tables that are learned at, and what happened there in the last steps."""

    def __init__(self, plan: Plan, decisions: int = 0, watch: Watch = in_silence) -> None:
        groups = make_groups(plan, decisions)
        self.plan, self.tables = plan, Tables(plan.game, groups, plan.on, watch)
        self.observations, self.masks = self.room_for(self.tables.observations), self.room_for(self.tables.masks)
        self.rewards, self.ended = self.room_for(self.tables.rewards), self.room_for(self.tables.ended)
        self.actions, self.seats, self.advice = (self.room_for(self.tables.seats) for _ in range(3))
        one = self.tables.zeros(torch.float32)
        self.likely, self.values, self.own, self.advantages = (self.room_for(one) for _ in range(4))
        self.margin = torch.ones((), device=plan.on)  # by how much a match is won, on the average
        self.rival = seat_past_selves(plan, groups, self.tables)
        self.shared = (self.rival != NOBODY).nonzero().squeeze(1)  # tables where somebody is a past self

    def room_for(self, one: Tensor) -> Tensor:
        return torch.zeros(self.plan.steps, *one.shape, dtype=one.dtype, device=one.device)

    @torch.no_grad()
    def play(self, net: Net, past: Net | None, taught: bool) -> None:
        tables = self.tables
        for step in range(self.plan.steps):
            self.observations[step], self.masks[step] = tables.observations, tables.masks
            self.seats[step] = tables.seats
            if taught:
                self.advice[step] = tables.advise()
            logits, self.values[step] = net(tables.observations, tables.masks)
            likely = logits.log_softmax(-1)
            actions = draw(likely)
            self.own[step] = 1
            if past and len(self.shared):
                self.let_past_act(past, step, actions)
            self.actions[step] = actions
            self.likely[step] = likely.gather(1, actions[:, None]).squeeze(1)
            tables.step(actions)
            self.ended[step] = tables.ended
            self.rewards[step] = self.judge()

    def let_past_act(self, past: Net, step: int, actions: Tensor) -> None:
        """Where it is the turn of a past self, it decides."""
        here, tables = self.shared, self.tables
        theirs = tables.seats[here] == self.rival[here]
        chosen = draw(past(tables.observations[here], tables.masks[here])[0])
        actions[here] = torch.where(theirs, chosen, actions[here])
        self.own[step, here] = (~theirs).float()

    def judge(self) -> Tensor:
        """What the matches that ended were worth to each seat: between -1 and 1, and 0 on the average."""
        tables, n = self.tables, self.tables.players[:, None]
        seated = torch.arange(tables.points.shape[1], device=self.plan.on) < n
        points = tables.points.masked_fill(~seated, -1e6)
        best = points.topk(2, -1).values
        margin = points - torch.where(points == best[:, :1], best[:, 1:2], best[:, :1])
        counted = tables.ended[:, None] & seated
        if bool(counted.any()):
            self.margin.lerp_(margin[counted].abs().mean().clamp_min(1), 0.02)
        won = (tables.rewards * n - 1) / (n - 1)
        return ((1 - MARGIN) * won + MARGIN * torch.tanh(margin / (2 * self.margin))) * counted

    @torch.no_grad()
    def estimate(self, net: Net) -> None:
        """Generalised advantages, along the decisions of each seat."""
        tables, n = self.tables, self.tables.players
        last = net(tables.observations, tables.masks)[1]
        value = (-last / (n - 1))[:, None].repeat(1, tables.rewards.shape[1])
        value.scatter_(1, tables.seats[:, None], last[:, None])
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
    """Begins where so many decisions lie behind: what is dealt and drawn then is not what was at the beginning."""

    def __init__(self, plan: Plan, origin: Path | None = None, decisions: int = 0, watch: Watch = in_silence) -> None:
        torch.manual_seed(seed_of("chance", plan.seed, decisions))
        torch.set_float32_matmul_precision("high")
        self.plan, self.practice = plan, Practice(plan, decisions, watch)
        rules = self.practice.tables.rules
        self.net = Net(rules.OBSERVATION_SPACE, rules.ACTIONS, plan.width, plan.blocks).to(plan.on)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=1e-4, eps=1e-5)
        self.selves: list[Net] = []
        self.warm_up()
        if origin:
            load(self.net, origin)

    @torch.no_grad()
    def warm_up(self, steps: int = 150) -> None:
        """See what observations are like at random play, and spread the tables over the length of a match."""
        seen, tables = [], self.practice.tables
        for step in range(steps):
            if step % 10 == 0:
                seen.append(tables.observations[::16].clone())
            tables.step(draw(tables.masks.float().log()))
        self.net.senses.learn_scale(torch.cat(seen))

    def iterate(self, done: float) -> dict[str, float]:
        """Play, and learn from it; `done` is the part of the training that lies behind."""
        for settings in self.optimiser.param_groups:
            settings["lr"] = self.plan.rate * (1 - 0.95 * done)
        past = self.selves[int(torch.randint(len(self.selves), ()))] if self.selves else None
        lesson = max(0.0, 1 - done / self.plan.schooling) if self.plan.schooling else 0.0
        self.practice.play(self.net, past, lesson > 0)
        self.practice.estimate(self.net)
        return self.learn(self.plan.entropy * (1 - done) + 0.001, lesson)

    def learn(self, curiosity: float, lesson: float) -> dict[str, float]:
        """From all that happened, in batches; what is returned tells how it goes."""
        flat = {name: getattr(self.practice, name).flatten(0, 1) for name in FLAT}
        flat["returns"] = flat["advantages"] + flat["values"]
        flat["wanted"] = (flat["advantages"] - flat["advantages"].mean()) / (flat["advantages"].std() + 1e-6)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(flat["own"]), device=self.plan.on).split(self.plan.minibatch):
                parts = self.losses({name: one[rows] for name, one in flat.items()})
                loss = parts["policy"] + 0.5 * parts["value"] - curiosity * parts["doubt"] + lesson * parts["unlike"]
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimiser.step()
        return {name: part.item() for name, part in parts.items()}

    def losses(self, seen: dict[str, Tensor]) -> dict[str, Tensor]:
        """What is to become small, but for `doubt`; the decisions of past selves do not count."""
        logits, values = self.net(seen["observations"], seen["masks"])
        likely, own = logits.log_softmax(-1), seen["own"]
        chosen = likely.gather(1, seen["actions"][:, None]).squeeze(1)
        ratio, wanted = (chosen - seen["likely"]).exp(), seen["wanted"]
        policy = -torch.min(ratio * wanted, ratio.clamp(1 - CLIP, 1 + CLIP) * wanted)
        value = (values - seen["returns"]).square()
        doubt = -(likely.exp() * likely).masked_fill(seen["masks"] == 0, 0).sum(-1)
        unlike = functional.nll_loss(likely, seen["advice"], reduction="none").clamp_max(20)
        parts = {"policy": policy, "value": value, "doubt": doubt, "unlike": unlike}
        return {name: (part * own).mean() for name, part in parts.items()}

    def remember(self) -> None:
        """Keep the present self as an opponent."""
        self.selves = [*self.selves, copy.deepcopy(self.net).eval()][-SELVES:]

    def state(self) -> dict[str, Any]:
        """All that is needed to go on another day. The matches that are being played are not: others begin then."""
        kept: dict[str, Any] = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict()}
        return {**kept, "selves": [one.state_dict() for one in self.selves], "margin": self.practice.margin}

    def restore(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.practice.margin.copy_(state.get("margin", self.practice.margin))  # which was not kept at first
        self.selves = []
        for one in state["selves"]:
            self.remember()
            self.selves[-1].load_state_dict(one)


def make_groups(plan: Plan, decisions: int) -> list[Group]:
    """Of each kind tables where learners are among themselves, and tables with one learner, where so many decisions lie
    behind."""
    each = plan.number // len(plan.kinds)
    against = int(each * plan.rivals)
    groups = []
    for index, kind in enumerate(plan.kinds):
        among, alone = (seed_of(who, plan.seed, decisions, index) for who in ("among", "alone"))
        groups.append(Group(kind, each - against, among))
        if against:
            groups.append(Group(kind, against, alone, USUAL))
    return groups


def seat_past_selves(plan: Plan, groups: list[Group], tables: Tables) -> Tensor:
    """By table the seat of a past self, each in turn; where there is none, NOBODY."""
    seats = torch.full((tables.number,), NOBODY, device=plan.on)
    for group, rows in zip(groups, tables.rows, strict=True):
        few = 0 if group.opponents else int(group.number * plan.past)
        seats[rows][:few] = torch.arange(few, device=plan.on) % group.kind["players"]
    return seats
