"""The random stream inside every match.

SplitMix64 in 64-bit arithmetic that wraps around, the same on every runtime: a seed and the moves give the whole
match. Seeds are mixed before use, so neighbouring seeds, 0 included, give unrelated matches.
"""

import numpy as np

from camarilla.engine.rule import rule

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF, S30, S27, S31 = np.uint64(32), np.uint64(30), np.uint64(27), np.uint64(31)


@rule
def mix(x):
    """A one-to-one scrambling of 64 bits."""
    x = (x ^ (x >> S30)) * FIRST
    x = (x ^ (x >> S27)) * SECOND
    return x ^ (x >> S31)


@rule
def start(seed):
    """The state that a stream with this seed begins in."""
    return mix(np.uint64(seed) + STEP)


@rule
def nth(seed, index):
    """The seed of the match number `index` in a series with the given seed."""
    return mix(start(seed) + np.uint64(index) * STEP)


@rule
def scaled(bits, n):
    """64 random bits as a number 0..n-1, each as likely as another to within n / 2^32."""
    return np.int64(((bits >> HALF) * np.uint64(n)) >> HALF)


@rule
def below(s, n):
    """A uniform number 0..n-1 from the stream of the match."""
    s.random = np.uint64(s.random) + STEP
    return scaled(mix(np.uint64(s.random)), n)


@rule
def shuffle(s, cards, n):
    """Bring the first n cards into a uniformly random order."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
