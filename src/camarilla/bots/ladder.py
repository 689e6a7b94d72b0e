"""The ladder: five levels for each game, and every bot by its name.

The upper three play by the game's net where one was trained on such matches. Elsewhere they search, or play out every
choice by the rules of thumb where the game says that this tells more. A level is a number of iterations, not of
seconds, so it is the same player on every machine. At a table of two, a turn of the strongest takes two cores three
seconds at most; `docs/bots.md` says what each level wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from camarilla.bots.belief import Belief
from camarilla.bots.bot import AtRandom, Bot, Dreamer, Quick, Search, Thinker
from camarilla.bots.learned import Foresight, Instinct, find_net
from camarilla.bots.loading import find_place, load_own
from camarilla.bots.own import STRICT, Player, Terms, make_own
from camarilla.bots.rollout import Rollout
from camarilla.bots.search import MOST, THREADS, WORDS
from camarilla.engine.errors import BadOption
from camarilla.engine.game import Game
from camarilla.engine.words import LANGUAGES, Message, plain

LEVELS = ("page", "courtier", "chamberlain", "minister", "eminence")
USUAL = "courtier"  # who plays unless another is wanted
ATTENTION = 4  # of so many decisions a page thinks about one
SEPARATOR = ","


def title(level: str) -> Message:
    """A level's name, in either language."""
    return WORDS(f"level.{level}")


def level(game: Game, name: str) -> Bot:
    """The bot of that level. In a game without rules of thumb the lower two play by a short search or by chance."""
    number = LEVELS.index(name)
    if number >= 2:
        return upper(game)[number - 2]
    if not game.styles:
        return (AtRandom(), Search(10))[number]
    return (Dreamer(game.styles[0], ATTENTION), Quick(game.styles[0]))[number]


def upper(game: Game) -> list[Bot]:
    """The three that are more than careful: by what was learned, or else by thinking for some time."""
    if find_net(game):
        return [Instinct(), *map(Foresight, game.lookahead)]
    if game.rollouts:
        return [*map(Rollout, game.rollouts)]
    return [*map(Search, game.iterations)]


def adviser(game: Game, iterations: int | None = None, threads: int = THREADS) -> Thinker:
    """Who thinks about hints and about what was played; for so long, if that is said. It is the strongest where a net
    looks ahead, which takes no longer than what the level below it takes elsewhere."""
    bot = level(game, "eminence" if find_net(game) else "minister")
    assert isinstance(bot, Thinker)
    return replace(bot, iterations=bot.iterations if iterations is None else iterations, threads=threads)


def parse_bot(game: Game, text: str) -> Bot:
    """The bot of that name: a level in either language, `random`, a style of the quick player, `search:ITERATIONS`,
    `rollout:PLAYOUTS` where there is such a player, and where there is a trained one `net`, `net:ITERATIONS` or
    `belief:ITERATIONS`."""
    word = plain_name(text)
    for name in LEVELS:
        if word in (name, *(plain_name(title(name).text(language)) for language in LANGUAGES)):
            return level(game, name)
    if word == AtRandom.name:
        return AtRandom()
    if text.strip() in game.styles:
        return Quick(text.strip())
    if kind := re.fullmatch(r"(search|oracle):(.*)", word):
        return Search(parse_iterations(kind[2]), sees_all=kind[1] == "oracle")
    if kind := re.fullmatch(r"(rollout|seer):(.*)", word):
        return parse_rollout(game, kind[1], kind[2])
    if kind := re.fullmatch(r"net|(net|belief):(.*)", word):
        return parse_learned(game, kind[1], kind[2])
    raise BadOption(WORDS("unknown", value=text.strip(), known=bot_names(game)))


def parse_rollout(game: Game, word: str, iterations: str) -> Bot:
    """Who plays choices out by the game's rules of thumb, with what the seat knows or with all there is to know."""
    if not game.greedy:
        raise BadOption(WORDS("no_rules_of_thumb", game=game.title))
    return Rollout(parse_iterations(iterations), sees_all=word == "seer")


def parse_learned(game: Game, word: str | None, iterations: str) -> Bot:
    """The game's trained player: alone, or looking so far ahead, whether it asks what others' moves suggest or not."""
    if not find_net(game):
        raise BadOption(WORDS("no_net", game=game.title))
    if word is None:
        return Instinct()
    return (Belief if word == "belief" else Foresight)(parse_iterations(iterations))


def find_bot(game: Game, bot: Bot | Player | str, terms: Terms = STRICT) -> Bot:
    """A bot that is given itself, as a function or class of one's own, by its name, or by the place of its code.

    Code is run by this: a name that somebody else may have written is for `parse_bot`.
    """
    if isinstance(bot, Bot):
        return bot
    if not isinstance(bot, str):
        return make_own(bot, terms=terms)
    place = find_place(bot)
    return load_own(*place, terms) if place else parse_bot(game, bot)


def write_bot(game: Game, bot: Bot) -> str:
    """A bot as it can be typed: by its level, if it is of one."""
    return next((name for name in LEVELS if level(game, name).name == bot.name), bot.name)


def bot_title(game: Game, bot: Bot | str) -> Message | str:
    """A bot, or who is written like this, as people read it."""
    name = bot if isinstance(bot, str) else write_bot(game, bot)
    if name == AtRandom.name:
        return WORDS("at_random")
    return title(name) if name in LEVELS else name


def bot_names(game: Game) -> list[str]:
    """The names there are, for somebody who typed another."""
    quick = [*game.styles, "rollout:N"] if game.styles else []
    learned = ["net", "net:N", "belief:N"] if find_net(game) else []
    return [*LEVELS, AtRandom.name, *quick, "search:N", *learned, "FILE.py:NAME"]


def parse_iterations(text: str) -> int:
    """The number of a search."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise BadOption(WORDS("iterations", value=text, most=MOST))
    return int(text)


def plain_name(text: str) -> str:
    """What a name is compared by."""
    return plain(text.strip()).replace(" ", "_")


def seat_bots(game: Game, names: str, seats: int, terms: Terms = STRICT) -> tuple[Bot, ...]:
    """The bots of so many seats from what was typed: one for all, or one for each seat, with commas between."""
    bots = tuple(find_bot(game, name, terms) for name in names.split(SEPARATOR))
    if len(bots) not in (1, seats):
        raise BadOption(WORDS("number", number=len(bots), seats=seats))
    return bots if len(bots) > 1 else bots * seats


def stand_in(game: Game, bot: Bot) -> Bot:
    """Who plays for a bot that is not compiled yet: the best below it that need not be."""
    return next(one for one in below(game, bot) if not one.needs_compiling)


def below(game: Game, bot: Bot) -> Sequence[Bot]:
    """Who takes over when a bot fails: the levels below it, the next one first. Of no level: the lowest two."""
    ladder = [level(game, name) for name in LEVELS]
    names = [one.name for one in ladder]
    return ladder[: names.index(bot.name) if bot.name in names else 2][::-1]
