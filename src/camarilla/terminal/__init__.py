"""The command line, and play in a terminal, whatever the game: its board comes from the game, all else from here."""

from camarilla.engine.words import of_package

WORDS = of_package(
    __file__,
    "words.toml",
    "simulate.toml",
    "balance.toml",
    "arena.toml",
    "analyse.toml",
    "puzzles.toml",
    "train.toml",
    "datasets.toml",
    "docs.toml",
)
INTERRUPTED = 130  # the exit status that shells expect after Ctrl-C
