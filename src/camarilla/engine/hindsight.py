"""A match looked at again, by somebody who may know everything: with all hands open, and every move told."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from camarilla.engine.match import Match
from camarilla.engine.picture import Context, Picture, element, items
from camarilla.engine.words import ENGINE, Message


def draw(match: Match, seat: int | None, context: Context) -> Picture:
    """The match as the seat sees it, or, without a seat, with all hands open."""
    picture = match.game.picture.picture(match.game, match.view(seat), context)
    if seat is not None:
        return picture
    return replace(picture, board=picture.board + draw_hands(match, context, picture.ids))


def draw_hands(match: Match, context: Context, taken: frozenset[str]) -> Markup:
    """What everybody holds, as their own boards show it, beside a board that has taken these ids."""
    shown: list[Markup] = []
    for seat in () if match.over else match.game.seats:
        picture = match.game.picture.picture(match.game, match.view(seat), replace(context, taken=taken))
        if picture.holdings:
            taken |= picture.ids
            shown.append(element("h3", context.plate(seat)) + element("div", picture.holdings, class_="holding"))
    if not shown:
        return Markup()
    title = context.text(ENGINE("hindsight.hands"))
    listed = element("ul", items(shown))
    return element("section", element("h2", title), listed, class_="everybody", aria_label=title)


def tell(match: Match, number: int, seat: int | None) -> Message:
    """Move so and so, as the seat saw it; with all hands open, as its mover did."""
    step = match.steps[number - 1]
    sight = step.sights[1 + (step.seat if seat is None else seat)]
    return sight.message if sight else ENGINE("hindsight.unseen", seat=match.game.letter(step.seat))
