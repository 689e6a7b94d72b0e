"""A flat Monte-Carlo of your own, for any game, compiled for the processor or for a CUDA device.

    python examples/flat_monte_carlo.py courtisans
    python examples/flat_monte_carlo.py medici --playouts 1000000 --on cuda

`docs/compiled_algorithms.md` reads it from top to bottom.
"""

import argparse

import numpy as np

import camarilla
from camarilla import bind, rule
from camarilla.engine.form import legal, play, redeal, score, waiting
from camarilla.engine.playout import lowest
from camarilla.engine.stream import STEP, mix, nth, scaled, start


@rule
def play_on(t, s, chance, out):
    """Everybody plays at random until the match is over."""
    seats = waiting(t, s)
    while seats:
        seat = lowest(seats)
        choices = legal(t, s, seat, out)
        chance += STEP
        play(t, s, seat, out[scaled(mix(chance), choices)])
        seats = waiting(t, s)


@rule
def share(places, seat):
    """Of the victory, which may be shared."""
    winners = 0
    for place in range(len(places)):
        winners += places[place] == 1
    return 1.0 / winners if places[seat] == 1 else 0.0


@rule
def try_action(t, s, seat, action, seed, out, points, places):
    """What the action brings to the seat in a world that it cannot tell from the true one."""
    redeal(t, s, seat, seed)
    play(t, s, seat, action)
    play_on(t, s, start(seed), out)
    score(t, s, points, places)
    return share(places, seat)


# --- On the processor ---


@rule
def try_actions(data, states, seat, actions, seed, worlds, out, points, places, shares):
    """A playout for each row of `shares`, the actions in turn, and each of them in the same worlds."""
    for i in range(len(shares)):
        worlds[0] = states[0]
        world, action = nth(seed, i // len(actions)), actions[i % len(actions)]
        shares[i] = try_action(data[0], worlds[0], seat, action, world, out, points, places)


def run_on_processor(game, state, seat, actions, seed, playouts):
    worlds, out = np.zeros(1, game.rules.State), np.zeros(game.rules.CHOICES, np.int64)
    points, places = np.zeros((2, game.players), np.int64)
    shares = np.zeros(playouts)
    run = bind(try_actions, game)
    run(game.data, state, seat, actions, np.uint64(seed), worlds, out, points, places, shares)
    return shares


# --- On a CUDA device: a playout a thread ---


def make_kernel(game):
    import numba
    from numba import cuda

    try_one, seed_of = bind(try_action, game, on="cuda"), bind(nth, game, on="cuda")
    state, choices, players = numba.from_dtype(game.rules.State), game.rules.CHOICES, game.players

    def kernel(data, states, seat, actions, seed, shares):
        worlds, out = cuda.local.array(1, state), cuda.local.array(choices, np.int16)
        points, places = cuda.local.array(players, np.int32), cuda.local.array(players, np.int32)
        for i in range(cuda.grid(1), len(shares), cuda.gridsize(1)):
            worlds[0] = states[0]
            world, action = seed_of(seed, i // len(actions)), actions[i % len(actions)]
            shares[i] = try_one(data[0], worlds[0], seat, action, world, out, points, places)

    return kernel


def run_on_device(game, state, seat, actions, seed, playouts, blocks=1024, threads=64):
    from numba import cuda

    shares = cuda.device_array(playouts)
    arrays = cuda.to_device(game.data), cuda.to_device(state), seat, cuda.to_device(actions)
    cuda.jit(make_kernel(game))[blocks, threads](*arrays, np.uint64(seed), shares)
    return shares.copy_to_host()


# --- What it is for ---


def judge(match, seat, playouts=20_000, seed=0, on="cpu"):
    """The choices of the seat, each with the share of the victory that it brings on average, the best first."""
    choices = match.choices(seat)
    actions = np.array([choice.id for choice in choices])
    run = run_on_device if on == "cuda" else run_on_processor
    shares = run(match.game, match.state, seat, actions, seed, -(-playouts // len(actions)) * len(actions))
    worth = shares.reshape(-1, len(actions)).mean(axis=0)
    return sorted(zip(worth.tolist(), choices, strict=True), key=lambda one: -one[0])


def main():
    parser = argparse.ArgumentParser(description="What to do at the beginning of a match.")
    parser.add_argument("game", choices=camarilla.games())
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--on", choices=["cpu", "cuda"], default="cpu")
    asked = parser.parse_args()
    match = camarilla.game(asked.game).new(asked.seed)
    for worth, choice in judge(match, match.waiting[0], asked.playouts, asked.seed, asked.on):
        print(f"{worth:6.1%}  {choice.text()}")


if __name__ == "__main__":
    main()
