"""From a suspect to a puzzle: what it is about, how hard it is, why the best choice is the best."""

from __future__ import annotations

from collections import Counter

import numpy as np

from camarilla.analysis.reasons import reasons
from camarilla.analysis.review import Decision, Moment, tell
from camarilla.bots.bot import Bot, ask_bot, on_one_thread
from camarilla.bots.ladder import parse_bot
from camarilla.engine import calls
from camarilla.engine.game import HEADER
from camarilla.engine.match import Match
from camarilla.engine.record import copy_records
from camarilla.engine.seeds import draw_seeds
from camarilla.engine.words import Message
from camarilla.puzzles.checking import Loss, Verdict, check
from camarilla.puzzles.finding import GoOn, Suspect, whatever_comes
from camarilla.puzzles.puzzle import SOLVERS, Hand, Puzzle, Rival, Texts, in_every_language

ATTEMPTS = 24  # of each solver
WORLDS = 300  # in which the others' cards are counted
LIKELIEST = 6  # cards of a place that are named
ATTEMPTS_STREAM, WORLDS_STREAM = 0xA77E, 0x3A2D
DIGITS = 4  # of shares


def make(suspect: Suspect, go_on: GoOn = whatever_comes) -> Puzzle | None:
    """The puzzle that the suspect is, if it is one."""
    verdict = check(suspect, go_on)
    if verdict is None:
        return None
    game, seat = suspect.game, suspect.seat
    match = Match(game, suspect.world, {"position": None})
    notation = {choice.id: choice.move for choice in match.choices(seat)}
    return Puzzle(
        id=match.fingerprint[:8],
        seat=seat,
        options={one.name: game.chosen[one.name] for one in game.options if game.chosen[one.name] != one.default},
        position={key: value for key, value in match.position().items() if key not in HEADER},
        theme=suspect.theme,
        best=notation[suspect.best],
        share=round(verdict.share, DIGITS),
        rivals=tuple(
            Rival(notation[loss.action], round(loss.mean, DIGITS), round(loss.error, DIGITS)) for loss in verdict.losses
        ),
        wrong={name: round(errs(suspect, parse_bot(game, name)), DIGITS) for name in SOLVERS},
        why=tuple(in_every_language(message, game.seats) for message in explain(suspect, match, verdict)),
        hands=count_hands(suspect),
    )


def errs(suspect: Suspect, bot: Bot) -> float:
    """How often the bot chooses something else."""
    seeds, alone = draw_seeds(suspect.seed ^ ATTEMPTS_STREAM, ATTEMPTS).tolist(), on_one_thread(bot)
    chosen = [ask_bot(alone, suspect.game, suspect.world, suspect.seat, seed) for seed in seeds]
    return sum(action != suspect.best for action in chosen) / ATTEMPTS


def explain(suspect: Suspect, match: Match, verdict: Verdict) -> list[Message]:
    """What the second best choice leads to, as the analysis of a match would tell it of a mistake."""
    choices = {choice.id: choice for choice in match.choices(suspect.seat)}
    second: Loss = verdict.losses[0]
    moment = Moment(1, match, suspect.seat, second.action)
    played, best = choices[second.action], choices[suspect.best]
    shares = verdict.share - second.mean, verdict.share
    return reasons(Decision(moment, tell(moment), played, best, *shares, second.error), suspect.seed)


def count_hands(suspect: Suspect) -> tuple[Hand, ...]:
    """What may lie where the seat cannot see it, counted in worlds that it could be in."""
    game, names, where = suspect.game, dict[str, Texts](), dict[str, Texts]()
    counted: dict[str, Counter[str]] = {}
    assert game.puzzles
    for seed in draw_seeds(suspect.seed ^ WORLDS_STREAM, WORLDS):
        world = copy_records(suspect.world)
        game.call(calls.redeal, world, suspect.seat, np.uint64(seed))
        for place, cards in game.puzzles.hidden(game, world, suspect.seat):
            where.setdefault(place.text(), in_every_language(place, game.seats))
            found = {card.text(): card for card in cards}
            names |= {text: in_every_language(card, game.seats) for text, card in found.items() if text not in names}
            counted.setdefault(place.text(), Counter()).update(list(found))
    return tuple(
        Hand(where[place], tuple((names[card], round(n / WORLDS, 2)) for card, n in cards.most_common(LIKELIEST)))
        for place, cards in counted.items()
    )
