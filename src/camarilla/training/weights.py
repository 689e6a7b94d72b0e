"""What was learned as a game keeps it: one array that `camarilla.bots.net` reads, in half precision on disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

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


def save(net: Net, path: Path, about: dict[str, Any]) -> None:
    """For players; `about` says how it was made."""
    shape = net.enter.out_features, len(net.body)
    with path.open("wb") as file:
        np.savez_compressed(file, weights=fold(net).astype(np.float16), shape=shape, about=json.dumps(about))
