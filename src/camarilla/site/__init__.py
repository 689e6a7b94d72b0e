"""The site: tables in the browser. The database holds the truth, the page shows what the server sends."""

from camarilla.engine.words import of_package

WORDS = of_package(
    __file__,
    "words.toml",
    "lobby.toml",
    "learn.toml",
    "puzzles.toml",
    "after.toml",
    "daily.toml",
    "admin.toml",
    "api.toml",
)
