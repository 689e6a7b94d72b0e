"""A match looked at again: what each decision cost, judged by what its seat could know, and why."""

from camarilla.engine.words import of_package

WORDS = of_package(__file__)


def percent(share: float) -> int:
    return round(100 * share)
