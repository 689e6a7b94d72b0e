"""Compiling what bots go by: rules of thumb, the search or both; before the first move, or aside, while people play."""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence

from camarilla.bots import foresight, likelihood, net, tree
from camarilla.bots.belief import Belief
from camarilla.bots.bot import Bot, Dreamer, Quick, Search
from camarilla.bots.ladder import LEVELS, level
from camarilla.bots.learned import Foresight, Instinct, find_net
from camarilla.bots.rehearsal import rehearse
from camarilla.bots.rollout import Rollout
from camarilla.bots.search import guide
from camarilla.engine import at_once, calls
from camarilla.engine.aside import find_failure, name_of, start_aside
from camarilla.engine.compiling import Watch, compiled, in_silence, is_compiled, prepare, warm_up
from camarilla.engine.game import Game
from camarilla.engine.runtime import make_book

GLANCE = 10  # iterations of a search that is only made ready


def prepare_bots(game: Game, bots: Sequence[Bot], watch: Watch = in_silence) -> None:
    """Have ready all that these bots go by."""
    styles = [bot.style for bot in bots if isinstance(bot, Quick | Dreamer)]
    if styles:
        warm_up(game, lambda here: try_out(Quick(styles[0]), here), watch, "bots", calls.choose, game.greedy)
    if any(isinstance(bot, Search) for bot in bots):
        prepare_search(game, watch)
    if any(isinstance(bot, Rollout) for bot in bots):
        warm_up(game, lambda here: try_out(Rollout(GLANCE), here), watch, "bots", rehearse, game.greedy)
    if any(isinstance(bot, Instinct) for bot in bots):
        warm_up(game, lambda here: try_out(Instinct(), here), watch, "bots", net.decide)
    if any(isinstance(bot, Foresight) for bot in bots):
        warm_up(game, lambda here: try_out(Foresight(GLANCE), here), watch, "bots", foresight.foresee, guide(game))
    if any(isinstance(bot, Belief) for bot in bots):
        warm_up(game, lambda here: try_out(Belief(GLANCE), here), watch, "bots", likelihood.how_likely)


def prepare_search(game: Game, watch: Watch = in_silence) -> None:
    warm_up(game, lambda here: try_out(Search(GLANCE), here), watch, "bots", tree.search, guide(game))


def try_out(bot: Bot, game: Game) -> None:
    """Ask a bot about the first choice that matters."""
    match = game.new(0)
    while match.indifferent(seat := match.waiting[0]) or len(match.choices(seat)) == 1:
        match.play(match.choices(seat)[0])
    bot.answer(match, seat, 0)


# --- Aside ---


def compile_game(name: str) -> None:
    """Leave on disk all that people and bots need, of the game whose class has that name."""
    game = compiled(pkgutil.resolve_name(name))
    prepare(game)
    prepare_bots(game, all_bots(game))


def is_whole(game: Game) -> bool:
    """Whether all of that is on disk."""
    quick = not game.styles or is_compiled(game, calls.choose, game.greedy)
    learned = not find_net(game) or (
        is_compiled(game, net.decide) and is_compiled(game, foresight.foresee, guide(game))
    )
    rehearsed = not game.rollouts or is_compiled(game, rehearse, game.greedy)
    return quick and rehearsed and learned and is_compiled(game) and is_compiled(game, tree.search, guide(game))


def all_bots(game: Game) -> list[Bot]:
    """One of each kind. Searches with playouts are wanted everywhere: of some matches nothing has been learned, and
    what follows a choice is measured by them."""
    return [*(level(game, one) for one in LEVELS), Search(GLANCE)]


class Compilation:
    """Of a whole game, aside, while people already play it."""

    def __init__(self, game: Game) -> None:
        self.process = None if is_whole(game) else start_aside(compile_game, name_of(type(game)))
        if self.process:
            for player in (None, game.greedy):
                at_once.transition(type(game), make_book(game.rules, player)).rely_on(self.process)

    @property
    def done(self) -> bool:
        return self.process is None or self.process.poll() == 0

    def wait(self, watch: Watch) -> None:
        if self.process and self.process.poll() is None:
            with watch("bots", True):
                find_failure(self.process)
