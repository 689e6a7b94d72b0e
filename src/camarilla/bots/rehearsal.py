"""Playing every choice out in the same worlds, for every game and runtime; `rollout.py` has the player that does it."""

import numpy as np

from camarilla.bots.tree import ALWAYS, deal_world, play_out, reward, share
from camarilla.engine.form import play, score
from camarilla.engine.rule import rule
from camarilla.engine.stream import nth


@rule
def rehearse(data, states, seat, observer, actions, out, points, places, rewards, seed, first, results):
    """Play out every action in as many worlds as there are rows, number `first` and on. states[1] is the world,
    states[2] scratch. Of each playout `results` has the reward, and the share of the victory."""
    t = data[0]
    for i in range(len(results)):
        chance = deal_world(t, states, observer, nth(seed, first + np.uint64(i)))
        for j in range(len(actions)):
            states[2] = states[1]
            play(t, states[2], seat, actions[j])
            play_out(t, states[2], out, ALWAYS, chance)
            score(t, states[2], points, places)
            reward(points, places, rewards)
            results[i, j, 0] = rewards[seat]
            results[i, j, 1] = share(places, seat)
