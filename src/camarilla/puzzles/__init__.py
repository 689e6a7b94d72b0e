"""Puzzles: positions in which one choice is clearly the best for what a seat can know. Found, checked, kept, solved."""

from camarilla.engine.words import of_package

WORDS = of_package(__file__)
