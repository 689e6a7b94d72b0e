"""How likely a trained net holds what others did in a past: the rules of `bots/belief.py`."""

from camarilla.bots.foresight import expect
from camarilla.bots.net import judge, perceive
from camarilla.engine.form import indifferent, legal, play
from camarilla.engine.rule import rule

LEAST = 0.002  # how likely any choice is at least: a net that never saw the like is not to rule a world out
LOG_TWO = 0.6931471805599453


@rule
def logarithm(x):
    """About the natural logarithm of 0 < x <= 1, in arithmetic that is the same on every machine."""
    halvings = 0
    while x < 0.5:
        x *= 2.0
        halvings += 1
    y = (x - 1.0) / (x + 1.0)
    square = y * y
    return 2.0 * y * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square / 7.0))) - halvings * LOG_TWO


@rule
def how_likely(data, states, observer, movers, actions, first, mind, out, worth):
    """The logarithm of how likely the others were to decide as they did on the way on from states[0], each by what it
    knew then; what was before the move of number `first` is left out, and so is what somebody did who had no choice
    that matters."""
    t = data[0]
    s = states[0]
    total = 0.0
    for i in range(len(actions)):
        mover = movers[i]
        if i >= first and mover != observer and indifferent(t, s, mover) < 0:
            choices = legal(t, s, mover, out)
            if choices > 1:
                perceive(t, s, mover, mind[3])
                judge(mind, out, choices, worth)
                expect(worth, choices)
                total += logarithm(max(LEAST, likelihood(worth, out, choices, actions[i])))
        play(t, s, mover, actions[i])
    return total


@rule
def likelihood(worth, out, choices, action):
    for i in range(choices):
        if out[i] == action:
            return float(worth[i])
    return 0.0
