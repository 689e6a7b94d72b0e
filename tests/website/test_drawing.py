"""How choices become buttons."""

from __future__ import annotations

import pytest

from camarilla.engine.match import Choice
from camarilla.engine.words import Message
from camarilla.site.drawing import LOWEST, NUMBERS, sort_choices


def bids(number: int) -> list[Choice]:
    offered = {amount: Message({"en": f"bid {amount}", "fr": f"offrir {amount}"}) for amount in range(3, 3 + number)}
    return [Choice(amount, 0, f"bid {amount}", message) for amount, message in offered.items()]


@pytest.mark.parametrize(("number", "buttons"), [(1, 1), (NUMBERS, NUMBERS), (NUMBERS + 1, LOWEST), (40, LOWEST)])
def test_a_bid_is_a_button_and_only_high_ones_of_many_are_typed(number: int, buttons: int) -> None:
    drop = Choice(0, 0, "drop", Message({"en": "drop out", "fr": "se retirer"}))
    choices = [*bids(number), drop]
    typed, single = sort_choices(choices, {choice.move: () for choice in choices})
    assert single == [*choices[:buttons], drop]
    assert [choice for found in typed.values() for _, choice in found] == choices[buttons:-1]
