"""The limit of a hand (COR-12): none, or a number of cards."""

from camarilla.engine.errors import BadOption
from camarilla.games.cour import rules
from camarilla.games.cour.powers import WORDS


def checked(text: str) -> int:
    """The number that the text means."""
    if text.isdecimal() and len(text) < 9 and int(text) <= rules.CARDS:
        return int(text)
    raise BadOption(WORDS("option.hand_limit.wrong", value=text, most=rules.CARDS), "COR-12")
