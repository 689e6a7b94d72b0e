"""Moves as people write them (notation.md), as choices and in the log."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from camarilla.engine.errors import IllegalMove
from camarilla.engine.game import SEAT_LETTERS
from camarilla.engine.record import Records, opened
from camarilla.engine.words import ENGINE, Message
from camarilla.games.sun_king import cards, rules
from camarilla.games.sun_king.cards import COLOUR_LETTERS, WORDS

if TYPE_CHECKING:
    from camarilla.games.sun_king.game import SunKing

EXAMPLES = "duel B, power, turn 2, take b*, swap b, for Cr, bid 5, pay gold, end"
ALONE = ("power", "wealth", "authority", "pension", "next", "enough", "draw", "end", "none", "drop")
GAINS = ("3", "g")  # of a conspiracy
TOKENS = ("g", "p")
PURSE = ("gold", "power")  # what is paid at an auction, where `g` and `p` are rows


def sort_of(action: int) -> tuple[str, int]:
    """What sort of action it is, and its number among those."""
    return rules.ACTION_SPACE.locate(action)


# --- Writing ---


def write(game: SunKing, state: Records, mover: int, sight: int) -> str:
    name, which = sort_of(sight)
    if name in ALONE:
        return name
    if name == "turn_one":
        return "turn"
    return f"{name.partition('_')[0]} {object_of(name, which)}"


def object_of(name: str, which: int) -> str:
    """What the move is about, as it is written."""
    if name == "duel":
        one, other = divmod(which, rules.SEATS)
        return SEAT_LETTERS[one] if one == other else SEAT_LETTERS[one] + SEAT_LETTERS[other]
    if name in ("overlord", "strike"):
        return SEAT_LETTERS[which]
    if name in ("spoil", "for", "ruin"):
        return SEAT_LETTERS[which // rules.COLOURS] + COLOUR_LETTERS[which % rules.COLOURS]
    if name in ("pick", "take"):
        return cards.letters(which)
    if name == "conspire":
        return f"{COLOUR_LETTERS[which // 2]} {GAINS[which % 2]}"
    if name in ("turn", "bid"):
        return str(which + 1)
    if name in ("token", "pay_token"):
        return (TOKENS if name == "token" else PURSE)[which]
    return cards.auction_letters(which) if name in ("give_card", "pay_card") else COLOUR_LETTERS[which]


# --- Reading ---

SEAT, ROW = f"([{SEAT_LETTERS.lower()}])", f"([{COLOUR_LETTERS}])"
AUCTION = f"({'|'.join(cards.OTHERS[: rules.AUCTIONS]).lower()})"
FORMS = {
    "duel": re.compile(f"duel{SEAT}{SEAT}?"),
    "overlord": re.compile(f"overlord{SEAT}"),
    "strike": re.compile(f"strike{SEAT}"),
    "spoil": re.compile(f"spoil{SEAT}{ROW}"),
    "for": re.compile(f"for{SEAT}{ROW}"),
    "ruin": re.compile(f"ruin{SEAT}{ROW}"),
    "etiquette": re.compile(f"etiquette{ROW}"),
    "with": re.compile(f"with{ROW}"),
    "swap": re.compile(f"swap{ROW}"),
    "give": re.compile(f"give{ROW}"),
    "pay": re.compile(f"pay{ROW}"),
    "pick": re.compile(rf"pick{ROW}(\*?)"),
    "take": re.compile(rf"take{ROW}(\*?)"),
    "conspire": re.compile(f"conspire{ROW}([3g])"),
    "turn": re.compile("turn([1-3])"),
    "turn_one": re.compile("turn"),
    "bid": re.compile("bid([0-9]{1,9})"),
    "token": re.compile("token([gp])"),
    "pay_token": re.compile("pay(gold|power)"),
    "give_card": re.compile(f"give{AUCTION}"),
    "pay_card": re.compile(f"pay{AUCTION}"),
}


def read(game: SunKing, state: Records, mover: int, text: str) -> int:
    """The action that the text means. Capitals and spaces do not matter; in an auction a number alone is a bid."""
    typed = re.sub(r"\s", "", text).lower()
    if typed in ALONE:
        return rules.ACTION_SPACE.base(typed)
    if typed.isdecimal() and state["step"][0] == rules.BID:
        typed = f"bid{typed}"
    for name, form in FORMS.items():
        if match := form.fullmatch(typed):
            return rules.ACTION_SPACE.base(name) + number_of(
                name, [part or "" for part in match.groups()], game.players
            )
    raise IllegalMove(ENGINE("move.unreadable", text=text, examples=EXAMPLES))


def number_of(name: str, parts: list[str], players: int) -> int:
    """The number of an action among those of its sort."""
    if name == "duel":
        one, other = sorted(read_seat(letter, players) for letter in (parts[0], parts[1] or parts[0]))
        if parts[1] == parts[0]:
            raise IllegalMove(WORDS("why.duel_twice", seat=SEAT_LETTERS[one]), "SUN-18")
        return one * rules.SEATS + other
    if name in ("overlord", "strike"):
        return read_seat(parts[0], players)
    if name in ("spoil", "for", "ruin"):
        return read_seat(parts[0], players) * rules.COLOURS + COLOUR_LETTERS.index(parts[1])
    if name in ("pick", "take"):
        return COLOUR_LETTERS.index(parts[0]) * 2 + len(parts[1])
    if name == "conspire":
        return COLOUR_LETTERS.index(parts[0]) * 2 + GAINS.index(parts[1])
    if name == "turn":
        return int(parts[0]) - 1
    if name == "bid":
        if not 1 <= int(parts[0]) <= rules.HIGHEST_BID:
            clause = "SUN-32" if int(parts[0]) else "SUN-31"
            raise IllegalMove(WORDS("why.no_bid", bid=int(parts[0]), most=rules.HIGHEST_BID), clause)
        return int(parts[0]) - 1
    if name == "turn_one":
        return 0
    if name in ("token", "pay_token"):
        return (TOKENS if name == "token" else PURSE).index(parts[0])
    if name in ("give_card", "pay_card"):
        return cards.OTHERS.index(parts[0].capitalize())
    return COLOUR_LETTERS.index(parts[0])


def read_seat(letter: str, players: int) -> int:
    seat = SEAT_LETTERS.index(letter.upper())
    if seat >= players:
        raise IllegalMove(WORDS("why.no_seat", seat=letter.upper(), last=SEAT_LETTERS[players - 1]), "SUN-6")
    return seat


# --- Sentences ---


def offer(game: SunKing, state: Records, mover: int, action: int) -> Message:
    """The action as a choice."""
    key, parts = sentence(action, opened(state)[0], mover)
    if key in ("spoil", "for", "ruin"):  # named by their colour alone they make a table of players and rows
        parts["card"] = cards.top_of(sort_of(action)[1] % rules.COLOURS)
    return WORDS(f"offer.{key}", **parts)


def tell(game: SunKing, state: Records, mover: int, sight: int) -> Message:
    """The move as a sentence in the log."""
    key, parts = sentence(sight, opened(state)[0], mover)
    return WORDS(f"told.{key}", mover=SEAT_LETTERS[mover], **parts)


def sentence(action: int, s: Any, mover: int) -> tuple[str, dict[str, Any]]:
    """Which sentence says it, and with which parts."""
    name, which = sort_of(action)
    if name == "duel":
        one, other = divmod(which, rules.SEATS)
        if one == other:
            return "duel", {"seat": SEAT_LETTERS[one]}
        return "duel_two", {"seat": SEAT_LETTERS[one], "other": SEAT_LETTERS[other]}
    if name in ("overlord", "strike"):
        return name, {"seat": SEAT_LETTERS[which]}
    if name in ("spoil", "for", "ruin"):
        other, colour = divmod(which, rules.COLOURS)
        return name, {"card": top_card(s, other, colour), "seat": SEAT_LETTERS[other]}
    if name in ("etiquette", "with", "swap", "give", "pay"):
        return name, {"card": top_card(s, mover, which)}
    if name == "conspire":
        return name, {"card": top_card(s, mover, which // 2), "gain": WORDS(f"gain.{GAINS[which % 2]}")}
    if name in ("pick", "take"):
        return ("take_second" if s.step == rules.SECOND else name), {"card": cards.name(which)}
    if name in ("give_card", "pay_card"):
        return name, {"card": cards.auction_name(which)}
    if name == "turn":
        return ("turn_alone" if which == 0 else name), ({"number": which + 1} if which else {})
    if name in ("bid", "drop"):
        return name, {"amount": which + 1} if name == "bid" else {}
    if name in ("token", "pay_token"):
        return token_sentence(name, which, s)
    return circumstances(name, s), {}


def token_sentence(name: str, which: int, s: Any) -> tuple[str, dict[str, Any]]:
    paying = name == "token" and s.step in (rules.DEBT, rules.DEBT_TOKEN)
    return ("debt_token" if paying else name), {"token": WORDS(f"token.{PURSE[which]}")}


def circumstances(name: str, s: Any) -> str:
    """The same word may mean something else at another moment."""
    if name == "draw" and s.frames:
        return "draw_free"
    if name == "enough" and s.step == rules.SECOND:
        return "enough_taken"
    return name


def top_card(s: Any, seat: int, colour: int) -> Message:
    """The top card of a row that has one."""
    return cards.name(rules.top(s, seat, colour) if s.row[seat, colour] else colour * 2)
