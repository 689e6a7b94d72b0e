"""Write what actions, sights, observations and views mean into `spaces.md` of each game: `python tools/spaces.py`."""

from __future__ import annotations

from camarilla.engine.game import Game
from camarilla.games import games, kind

HEAD = """# {title}: actions, observations and views

Made from `rules.py` and `view.py` by `python tools/spaces.py`. Indices within a piece count from 0, the last one
fastest; a piece of several things has the numbers within one of them beneath it, marked by `+`.

## Actions ({actions})

{action_table}

## Sights ({sights})

What is seen of a move is the action itself, or one of these.

{sight_table}

## The observation ({observation})

{observation_table}

## The view

{view}

These keys come beside those that a view has in every game, which [files and views](../../../../docs/files.md) lists.
"""
OPEN = HEAD.replace(
    """What is seen of a move is the action itself, or one of these.

{sight_table}""",
    "Everybody sees every action as it is.",
)


def page(made: type[Game]) -> str:
    rules = made.rules
    others = rules.SIGHT_SPACE.table(len(rules.ACTION_SPACE.pieces))
    parts = {
        "title": made.words("title").text("en"),
        "actions": rules.ACTIONS,
        "sights": rules.SIGHTS,
        "observation": rules.OBSERVATION,
        "action_table": rules.ACTION_SPACE.table(),
        "sight_table": others,
        "observation_table": rules.OBSERVATION_SPACE.table(ranges=True),
        "view": (made.view.__doc__ or "").strip(),
    }
    return (HEAD if rules.SIGHTS > rules.ACTIONS else OPEN).format(**parts)


def main() -> None:
    for name in games():
        (kind(name).folder() / "spaces.md").write_text(page(kind(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
