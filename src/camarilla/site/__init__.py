"""The site: tables in the browser. The database holds the truth, the page shows what the server sends."""

from camarilla.engine.words import of_package

FILES = ("words.toml", "lobby.toml", "learn.toml", "after.toml", "daily.toml", "admin.toml", "post.toml")
WORDS = of_package(__file__, *FILES)
