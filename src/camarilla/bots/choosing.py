"""Bots that are no more than a rule: an algorithm of whole matches can be bound to them, in one compiled loop."""

from __future__ import annotations

from camarilla.bots import net
from camarilla.bots.bot import Bot, Quick
from camarilla.bots.learned import Instinct, the_net
from camarilla.engine.game import Game
from camarilla.engine.parts import Chooser


def find_chooser(game: Game, bot: Bot) -> Chooser | None:
    """The bot as a rule; None if it is more than that."""
    if isinstance(bot, Quick):
        return Chooser(bot.name, game.greedy, lambda: game.styles.index(bot.style))
    if isinstance(bot, Instinct):
        return Chooser(bot.name, net, lambda: the_net(game).style(game))
    return None
