"""A match looked at again: what each decision cost, judged by what its seat could know, and why."""

from camarilla.engine.words import Message, of_package

WORDS = of_package(__file__)


def decimal(value: float, digits: int = 1, signed: bool = False) -> Message:
    """A number as it is written in each language, with a proper minus."""
    text = f"{value:{'+' if signed else ''},.{digits}f}".replace("-", "−")
    return Message({"en": text, "fr": text.replace(",", "\u202f").replace(".", ",")})


def percent(share: float) -> int:
    return round(100 * share)
