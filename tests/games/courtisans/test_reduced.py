"""The reduced game is Courtisans with a smaller deck."""

from __future__ import annotations

from collections import Counter

from camarilla.games.courtisans import testing
from camarilla.games.courtisans.reduced import HIDDEN, LAID, Finale, deals
from camarilla.testing.walks import walk

DECK = Counter([*LAID, *HIDDEN])


def test_every_deal_has_the_whole_deck():
    game = Finale(runtime="interpreted")
    for position, chance in deals(game):
        assert testing.cards(game, game.at(position).position()) == DECK
        assert 0 < chance < 1


def test_it_can_be_dealt_and_played_from_the_beginning():
    for seed in range(3):
        end = walk(Finale(runtime="interpreted"), seed, seed)[-1]
        assert testing.cards(end.game, end.position()) == DECK
        assert end.position()["pile"] == "" and len(end.position()["away"].split()) == 1


def test_its_last_two_turns_are_where_such_a_match_may_stand():
    """After two turns and a card: three cards at the Queen's table, and two in each domain (CTS-10)."""
    position = deals(Finale(runtime="interpreted"))[0][0]
    sizes = [
        len(cards.split()) for cards in (f"{position['above']} {position['below']}", *position["domains"].values())
    ]
    assert sizes == [3, 2, 2] and position["turn"] == 3
