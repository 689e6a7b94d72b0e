"""What was learned as a game keeps it: one array that `camarilla.bots.net` reads, in half precision on disk. A training
may begin with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from camarilla.bots.net import TRAITS
from camarilla.training.net import Net

Array = npt.NDArray[Any]


def fold(net: Net) -> Array:
    """All weights in their order. Scales of what is known, and gains of the normalisations, are multiplied into the
    layer that follows them, and what name 0 contributes is added to what is added always."""
    part = {name: value.detach().cpu().double().numpy() for name, value in net.state_dict().items()}
    flat = enter(net, part)
    for i in range(len(net.body)):
        inner, bias = after_norm(part, f"body.{i}.norm", f"body.{i}.inner")
        flat += [inner.T, bias, part[f"body.{i}.outer.weight"].T, part[f"body.{i}.outer.bias"]]
    for end in ("value", "policy"):
        weight, bias = after_norm(part, "norm", end)
        flat.append(np.concatenate([weight, bias[:, None]], axis=1))
    return np.concatenate([one.ravel() for one in flat]).astype(np.float32)


def enter(net: Net, part: dict[str, Array]) -> list[Array]:
    """The tables, the rows in the order of the observation, and the last row."""
    weight, bias = part["enter.weight"].T, part["enter.bias"].copy()
    tables, rows = [], dict[int, Array]()
    measures = net.senses.measures.cpu().tolist()
    for column, number in enumerate(measures):
        rows[number] = weight[column : column + 1] * part["senses.scale"][column]
        bias -= part["senses.mean"][column] * rows[number][0]
    column = len(measures)
    for i, numbers in enumerate(net.space.names.values()):
        table = part[f"senses.tables.{i}.weight"]
        tables.append(table - table[0])
        for number in numbers:
            rows[number] = weight[column : column + TRAITS]
            bias += table[0] @ rows[number]
            column += TRAITS
    return [*tables, *(rows[number] for number in sorted(rows)), bias]


def after_norm(part: dict[str, Array], norm: str, layer: str) -> tuple[Array, Array]:
    """A layer's weights and bias, with the gain and the offset of the normalisation before it."""
    weight, gain, offset = part[f"{layer}.weight"], part[f"{norm}.weight"], part[f"{norm}.bias"]
    return weight * gain, part[f"{layer}.bias"] + weight @ offset


# --- The way back ---


class Kept:
    """An array of weights, taken from its beginning on."""

    def __init__(self, weights: Array) -> None:
        self.weights, self.at = weights.astype(np.float64), 0

    def take(self, *shape: int) -> Array:
        first, self.at = self.at, self.at + int(np.prod(shape))
        if self.at > len(self.weights):
            raise ValueError("there are fewer weights than such a net has")
        return self.weights[first : self.at].reshape(shape)


def load(net: Net, path: Path) -> None:
    """Let a net know what another of the same size has learned. What was multiplied out stays so: normalisations have
    no gain of their own at first. Scales of what is known are the net's, so that it learns as well as a new one."""
    with np.load(path) as file:
        if tuple(file["shape"]) != (net.enter.out_features, len(net.body)):
            raise ValueError(f"{path} is of another size")
        kept = Kept(file["weights"])
    width, actions = net.enter.out_features, net.policy.out_features
    part = unfold_enter(net, kept)
    for i in range(len(net.body)):
        for layer in ("inner", "outer"):
            part[f"body.{i}.{layer}.weight"] = kept.take(width, width).T
            part[f"body.{i}.{layer}.bias"] = kept.take(width)
    for end, number in (("value", 1), ("policy", actions)):
        rows = kept.take(number, width + 1)
        part[f"{end}.weight"], part[f"{end}.bias"] = rows[:, :-1], rows[:, -1]
    if kept.at < len(kept.weights):
        raise ValueError("there are more weights than such a net has")
    found = {name: torch.from_numpy(np.ascontiguousarray(value)).float() for name, value in part.items()}
    net.load_state_dict({**net.state_dict(), **found})


def unfold_enter(net: Net, kept: Kept) -> dict[str, Array]:
    """The first layer, from what `enter` makes of one."""
    width, names = net.enter.out_features, net.space.names
    part = {f"senses.tables.{i}.weight": kept.take(piece.most + 1, TRAITS) for i, piece in enumerate(names)}
    of_names = {number for numbers in names.values() for number in numbers}
    rows = {number: kept.take(TRAITS if number in of_names else 1, width) for number in range(net.space.size)}
    bias = kept.take(width).copy()
    mean, scale = (getattr(net.senses, name).cpu().double().numpy() for name in ("mean", "scale"))
    columns = []
    for column, number in enumerate(net.senses.measures.cpu().tolist()):
        bias += mean[column] * rows[number][0]
        columns.append(rows[number] / scale[column])
    columns += [rows[number] for numbers in names.values() for number in numbers]
    return {**part, "enter.weight": np.concatenate(columns).T, "enter.bias": bias}


def save(net: Net, path: Path, about: dict[str, Any]) -> None:
    """For players; `about` says how it was made."""
    shape = net.enter.out_features, len(net.body)
    with path.open("wb") as file:
        np.savez_compressed(file, weights=fold(net).astype(np.float16), shape=shape, about=json.dumps(about))
