"""Compiling what bots go by before the first move needs it: rules of thumb, the search or both."""

from __future__ import annotations

from collections.abc import Sequence

from camarilla.bots import tree
from camarilla.bots.bot import Bot, Dreamer, Quick, Search
from camarilla.bots.search import guide
from camarilla.engine import calls
from camarilla.engine.compiling import Watch, in_silence, warm_up
from camarilla.engine.game import Game

GLANCE = 10  # iterations of a search that is only made ready


def prepare_bots(game: Game, bots: Sequence[Bot], watch: Watch = in_silence) -> None:
    """Have ready all that these bots go by."""
    styles = [bot.style for bot in bots if isinstance(bot, Quick | Dreamer)]
    if styles:
        warm_up(game, lambda: try_out(Quick(styles[0]), game), watch, "bots", calls.choose, game.greedy)
    if any(isinstance(bot, Search) for bot in bots):
        prepare_search(game, watch)


def prepare_search(game: Game, watch: Watch = in_silence) -> None:
    warm_up(game, lambda: try_out(Search(GLANCE), game), watch, "bots", tree.search, guide(game))


def try_out(bot: Bot, game: Game) -> None:
    """Ask a bot about the first choice that matters."""
    match = game.new(0)
    while match.indifferent(seat := match.waiting[0]) or len(match.choices(seat)) == 1:
        match.play(match.choices(seat)[0])
    bot.action(game, match.state, seat, 0)
