"""The same results from a cluster of two nodes, one of whose workers dies."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import camarilla
from camarilla.bots.ladder import seat_bots
from camarilla.lab.chunks import Job, play_series
from camarilla.lab.crew import Threads, carry_out
from camarilla.lab.lineup import LineUp
from camarilla.lab.series import CHUNK
from camarilla.lab.summary import summary
from camarilla.lab.tournament import plan, play
from tests.samples import DUEL, GAME

pytest.importorskip("ray", reason="needs camarilla[cluster]")


@pytest.fixture(scope="module")
def crew() -> Iterator[Any]:
    from ray.cluster_utils import Cluster as Nodes

    from camarilla.lab.cluster import Cluster

    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    with Cluster(nodes.address) as crew:
        yield crew
    nodes.shutdown()


def test_where_nobody_answers_is_said_at_once() -> None:
    """Of a port that was free a moment ago; Ray is not even asked."""
    from camarilla.lab.cluster import Cluster

    with socket.create_server(("127.0.0.1", 0)) as once:
        address = f"127.0.0.1:{once.getsockname()[1]}"
    with pytest.raises(camarilla.BadOption, match=f"nobody answers at {address}") as problem:
        Cluster(address)
    assert "personne ne répond" in problem.value.text("fr")


@pytest.mark.parametrize("address", ["auto", "local", "ray://10.0.0.1:10001"])
def test_other_addresses_are_left_to_ray(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from camarilla.lab.cluster import knock

    monkeypatch.setattr(socket, "create_connection", None)
    knock(address)


def die_once(path: Path) -> int:
    """The first who is asked is killed, and leaves a mark."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def test_all_nodes_work(crew: Any) -> None:
    assert crew.hands == 2


def test_a_series_is_the_same(crew: Any) -> None:
    game = camarilla.game(GAME, players=2, runtime="compiled")
    job = Job(LineUp(game, seat_bots(game, "random", 2)), 5)
    with Threads(1) as here:
        expected = play_series(job, 2 * CHUNK + 1, here)
    assert summary(play_series(job, 2 * CHUNK + 1, crew, rows=False)) == summary(expected)


def test_a_tournament_is_the_same(crew: Any) -> None:
    what = plan(camarilla.game(GAME, players=2, runtime="compiled"), ["search:10", "page"], 2)
    with Threads(1) as here:
        assert (play(what, crew).points == play(what, here).points).all()


def test_a_killed_worker_costs_a_task(crew: Any, tmp_path: Path) -> None:
    assert list(carry_out(crew, die_once, [tmp_path / "mark"])) == [(tmp_path / "mark", 7)]


@pytest.mark.parametrize("bots", ["net,courtier", f"{__file__}:last,courtier"])
def test_trained_bots_and_own_ones_play_the_same(crew: Any, bots: str) -> None:
    game = camarilla.game(DUEL, runtime="compiled")
    job = Job(LineUp(game, seat_bots(game, bots, 2)), 5)
    with Threads(1) as here:
        expected = play_series(job, 4, here)
    assert summary(play_series(job, 4, crew, rows=False)) == summary(expected)


def last(known: Any) -> Any:
    """A bot of one's own: takes the last choice."""
    return known.choices[-1]
