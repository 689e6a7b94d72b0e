"""What a seat, or a spectator, may know (COR-35), as plain data.

Cards are named as in positions, by the English name of the character; all else about them is in the set, which is
`characters.chosen(view["options"]["characters"])`. Places are named `a1` .. `e1`, seats numbered, steps and phases
called as in positions (notation.md). Lists of cards are in the order of the set.

| key         | what it is                                                                                       |
|-------------|--------------------------------------------------------------------------------------------------|
| `round`     | 0 in the draft, 1 to 40                                                                          |
| `phase`     | "draft", "income", "turns", "between" or "over"                                                  |
| `pick`      | 1 to 4 in the draft, else 0                                                                      |
| `first`     | the seat that begins the round                                                                   |
| `done`      | the seats that are through with the phase                                                        |
| `completed` | whether somebody has completed the pyramid                                                       |
| `mover`     | the seat in the middle of an action, or asked between turns; or None                             |
| `step`      | what is asked of the mover; "" if there is none                                                  |
| `chosen`    | the card being enrolled, or refunded; or None                                                    |
| `price`     | what it costs the mover now, or gives back; or None                                              |
| `place`     | chosen for it, or of the card being moved, or of the Actor; or None                              |
| `victim`    | the seat from which something is taken, or whose effect comes next; or None                      |
| `power`     | being carried out: {"card", "seat" of its user, "part" from 0, "left" to come}; or None          |
| `decider`   | the seat that decides the order of the effects; or None                                          |
| `deck`      | how many cards are in the draw pile                                                              |
| `discard`   | the cards of the discard pile                                                                    |
| `leaving`   | the cards that go there when the turns have ended                                                |
| `looking`   | how many cards are being looked at                                                               |
| `looked`    | these cards, for who looks at them; else []                                                      |
| `seats`     | a dict a seat, below                                                                             |
| `own`       | what only the seat itself knows, below; None for spectators                                      |

Of each seat

| key          | what it is                                                                                      |
|--------------|-------------------------------------------------------------------------------------------------|
| `resources`  | {"gold": 3, "steel": 3, "ruby": 3}                                                              |
| `hand`       | how many cards: in the draft the pack                                                           |
| `kept`       | how many set aside from the hand: in the draft those picked of this pack                        |
| `reserved`   | how many set aside from the draw pile: in the draft those picked before                         |
| `known`      | which of hand and `kept` together the observer knows; nobody else knows where they are. Own: [] |
| `known_reserved` | which of `reserved` the observer knows; own: []                                             |
| `pyramid`    | by place: {"card", "enrolled", "activated" this turn, "used" once a game, "covered", "bonus"}:  |
|              | four truths, and the prestige that it would bring at the end beyond what is printed             |
| `enrolments` | how many this turn                                                                              |
| `discounts`  | [{"less": 2, "for": ["artisan", "warrior"]}] for the next enrolment of one of these types       |
| `anywhere`   | whether the next enrolment may go above any two cards                                           |
| `pending`    | the effects that wait for the end of the turns, by their cards                                  |
| `printed`    | printed prestige of the pyramid                                                                 |
| `prestige`   | with the bonuses                                                                                |

Of the seat itself

| key        | what it is                                                                                        |
|------------|---------------------------------------------------------------------------------------------------|
| `hand`     | [{"card", "mark", "price", "enrol"}]: the mark says who knows of it ("!" all, "<" the right-hand  |
|            | neighbour, "" nobody else), the price is that of now, `enrol` whether it can be enrolled now      |
| `kept`     | [{"card", "mark"}]                                                                                |
| `reserved` | [{"card", "mark"}]                                                                                |
| `passed`   | the two packs passed on first in the draft, as far as their cards have to be somewhere with others: |
|            | [{"card", "gone"}], the seats that have let such a card go since                                  |
| `few`      | by seat, the fewest cards that were ever unknown in its hand, if they were fewer than four        |
| `dismiss`  | the places of cards that can be dismissed now                                                     |
| `activate` | the places of cards that can be activated now                                                     |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from camarilla.engine.record import Records, opened
from camarilla.games.cour import packs, rules
from camarilla.games.cour.position import MARKS, PHASES, STEPS, bits, discounts, filled, group, heap, place_name, purse
from camarilla.games.cour.pyramid import NAMES

if TYPE_CHECKING:
    from camarilla.games.cour.game import Cour

Names = list[str]


def view(game: Cour, state: Records, seat: int | None) -> dict[str, Any]:
    s, t = opened(state)[0], opened(game.data)[0]
    names, observer = [character.en for character in game.characters], -1 if seat is None else seat
    looked = [names[kind] for kind in filled(s.looked)]
    return {
        "round": s.round,
        "phase": PHASES[s.phase],
        "pick": s.pick,
        "first": rules.first_seat(t, s),
        "done": bits(s.done),
        "completed": bool(s.completed),
        "mover": number(s.mover),
        "step": STEPS[s.step],
        "chosen": names[s.chosen] if s.chosen >= 0 else None,
        "price": price(t, s),
        "place": place_name(s.spot),
        "victim": number(s.victim),
        "power": power(s, names),
        "decider": number(s.decider),
        "deck": s.left,
        "discard": [names[kind] for kind in heap(s.discard)],
        "leaving": [names[kind] for kind in heap(s.leaving)],
        "looking": len(looked),
        "looked": looked if s.user == observer else [],
        "seats": [court(t, s, names, owner, observer) for owner in range(t.players)],
        "own": None if seat is None else own(t, s, names, seat),
    }


def number(seat: int) -> int | None:
    return None if seat < 0 else seat


def price(t: Any, s: Any) -> int | None:
    if s.chosen < 0:
        return None
    return int(rules.refund_of(t, s.chosen) if s.step == rules.TO_REFUND else rules.price(t, s, s.mover, s.chosen))


def power(s: Any, names: Names) -> dict[str, Any] | None:
    if s.power < 0:
        return None
    return {"card": names[s.power], "seat": s.user, "part": s.part, "left": s.units}


# --- What all see of a seat ---


def court(t: Any, s: Any, names: Names, owner: int, observer: int) -> dict[str, Any]:
    return {
        "resources": purse(s, owner),
        "hand": rules.size(s, owner, rules.HAND),
        "kept": rules.size(s, owner, rules.KEPT),
        "reserved": rules.size(s, owner, rules.RESERVED),
        "known": known(t, s, names, owner, observer, rules.HAND, rules.KEPT),
        "known_reserved": known(t, s, names, owner, observer, rules.RESERVED),
        "pyramid": {
            NAMES[place]: placed(t, s, names, owner, place)
            for place in range(rules.PLACES)
            if s.pyramid[owner, place] >= 0
        },
        "enrolments": s.enrolments[owner],
        "discounts": discounts(s, owner),
        "anywhere": bool(rules.may_go_anywhere(s, owner)),
        "pending": [names[kind] for kind in filled(s.pending[owner])],
        "printed": rules.printed_prestige(t, s, owner),
        "prestige": rules.prestige_of(t, s, owner),
    }


def known(t: Any, s: Any, names: Names, owner: int, observer: int, *groups: int) -> Names:
    """The cards of another that the observer knows, wherever in these groups they are."""
    codes = sorted(code for which in groups for code in group(s, owner, which))
    shown = [code for code in codes if owner != observer and rules.knows(t, observer, owner, code)]
    return [names[rules.character(code)] for code in shown]


def placed(t: Any, s: Any, names: Names, owner: int, place: int) -> dict[str, Any]:
    return {
        "card": names[s.pyramid[owner, place]],
        "enrolled": bool(s.enrolled[owner] >> place & 1),
        "activated": bool(s.activated[owner] >> place & 1),
        "used": bool(s.used[owner] >> place & 1),
        "covered": bool(rules.is_covered(t, s, owner, place)),
        "bonus": rules.bonus(t, s, owner, place),
    }


# --- What a seat knows of itself ---


def own(t: Any, s: Any, names: Names, seat: int) -> dict[str, Any]:
    choices = legal(t, s, seat)
    return {
        "hand": [
            {
                **marked(names, code),
                "price": rules.price(t, s, seat, rules.character(code)),
                "enrol": rules.ENROL_A + rules.character(code) in choices,
            }
            for code in group(s, seat, rules.HAND)
        ],
        "kept": [marked(names, code) for code in group(s, seat, rules.KEPT)],
        "reserved": [marked(names, code) for code in group(s, seat, rules.RESERVED)],
        "passed": [[passed(t, s, names, seat, i) for i in pack if s.passed[seat, i] >= 0] for pack in packs.PACKS],
        "few": packs.fewest(s, seat, t.players),
        "dismiss": [name for place, name in enumerate(NAMES) if rules.DISMISS_A + place in choices],
        "activate": [name for place, name in enumerate(NAMES) if rules.ACTIVATE_A + place in choices],
    }


def passed(t: Any, s: Any, names: Names, seat: int, i: int) -> dict[str, Any]:
    takers = [taker for taker in range(rules.TAKERS) if packs.has_gone(s, seat, taker, i)]
    return {"card": names[s.passed[seat, i]], "gone": [(seat + 1 + taker) % t.players for taker in takers]}


def marked(names: Names, code: int) -> dict[str, str]:
    return {"card": names[rules.character(code)], "mark": MARKS[code % 4]}


def legal(t: Any, s: Any, seat: int) -> list[int]:
    out = [0] * rules.CHOICES
    return out[: rules.legal(t, s, seat, out)]
