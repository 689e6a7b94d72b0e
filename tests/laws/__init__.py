"""The laws that every game keeps.

A law is a plain function that takes a game or a match and asserts. The tests call each law for every game, number of
players and combination of options (`cases`); `test_planted_leaks` calls it for games that break it on purpose. What a
law has to know of a game beyond its form is in the game's hooks (`hooks`): a new game writes those and gets the laws.
"""
