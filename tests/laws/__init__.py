"""The laws of `camarilla.testing` on every game, and on games that break them on purpose (`test_planted_leaks`)."""
