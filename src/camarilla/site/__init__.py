"""The site: tables in the browser. The database holds the truth, the page shows what the server sends."""

from camarilla.engine.words import of_package

PARTS = ("words", "lobby", "learn", "puzzles", "after", "daily", "evening", "player", "admin", "api", "post")
WORDS = of_package(__file__, *(f"{part}.toml" for part in PARTS))
