"""For whoever writes a game: the laws that every game keeps, golden records, walk counts and mutation.

    from camarilla.testing import check_game
    check_game("my_game")

or `python -m camarilla.testing my_game`. What a law has to know of a game beyond its form is in the game's modules
`testing` and `history` (`camarilla.engine.parts`). `camarilla.testing.mutate` tells whether tests of one's own would
notice a change in the rules. Needs `camarilla[testing]`.
"""

from camarilla.testing.check import check_game
from camarilla.testing.examples import example
from camarilla.testing.laws import EVERY, LAWS, Law, check_law, try_out
from camarilla.testing.perft import perft

__all__ = ["EVERY", "LAWS", "Law", "check_game", "check_law", "example", "perft", "try_out"]
