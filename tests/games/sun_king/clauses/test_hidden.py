"""What is hidden: SUN-43."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from camarilla import BadPosition, CannotUndo
from tests.games.sun_king.positions import asked, at, at_random, game, played, sphere, table

PLAYERS = pytest.mark.parametrize("players", range(2, 7))


def test_sun_43_only_the_order_of_the_deck_is_hidden() -> None:
    one = table("b", "g", "", phase=2, top="b* g* p*")
    other = table("b", "g", "", phase=2, top="y Ca r")
    for seat in (0, 1, 2, None):
        assert one.view(seat) == other.view(seat)
    assert all((one.observe(seat) == other.observe(seat)).all() for seat in range(3))
    assert one.view()["deck"] == 82


def test_sun_43_the_pile_is_in_every_view_and_observation() -> None:
    match = table("b", "g", "", phase=2, discard="y* In De y")
    assert all(match.view(seat)["discard"] == ["y*", "In", "De", "y"] for seat in (0, 1, 2, None))
    other = table("b", "g", "", phase=2, discard="y* De In y")
    assert (match.observe(1) == other.observe(1)).all()  # by kind, and its top card
    assert (match.observe(1) != table("b", "g", "", phase=2, discard="y* In De").observe(1)).any()
    assert match.observe(1)[587:608].tolist() == [0] * 8 + [1, 1, 1] + [0] * 6 + [1, 0, 0, 9]


@PLAYERS
def test_sun_43_every_seat_sees_the_same(players: int) -> None:
    match = at_random(game(players).new(43), 43, 80)
    views = [match.view(seat) for seat in range(players)]
    private = {"seat", "log"}
    assert all(view[key] == views[0][key] for view in views for key in view if key not in private)


@PLAYERS
def test_sun_43_a_redeal_changes_the_order_of_the_deck_alone(players: int) -> None:
    match = at_random(game(players).new(3), 3, 12)
    assert not match.over
    before = match.position()
    for seed in range(4):
        dealt = match.redeal(0, seed)
        after = dealt.position()
        assert Counter(after["deck"].split()) == Counter(before["deck"].split())
        assert after["deck"] != before["deck"]
        assert {key: after[key] for key in after if key not in ("deck", "stream")} == {
            key: before[key] for key in before if key not in ("deck", "stream")
        }
        assert dealt.view(0) == match.view(0) and (dealt.observe(0) == match.observe(0)).all()


@pytest.mark.parametrize("seed", range(3))
def test_sun_43_a_redeal_keeps_the_cards_put_under_and_where_louis_can_be(seed: int) -> None:
    match = game(6).new(seed)
    bottom, lower = at(match, "bottom"), at(match, "lower")
    places = set()
    for other in range(20):
        deck = at(match.redeal(1, other), "deck").split()
        places.add(deck[::-1].index("Lo"))
        deck.remove("Lo")
        known = at(match, "deck").split()
        known.remove("Lo")
        assert deck[len(deck) - bottom :] == known[len(known) - bottom :]
    assert max(places) < lower and len(places) > lower // 4


def test_sun_43_a_redeal_does_not_depend_on_the_deck_as_it_is() -> None:
    one = table("b", "g", "", phase=2, top="b* g* p*", bottom=0, lower=20)
    other = table("b", "g", "", phase=2, top="y Ca r", bottom=0, lower=20)
    for seed in range(3):
        assert at(one.redeal(0, seed), "deck") == at(other.redeal(0, seed), "deck")
    assert len({at(one.redeal(0, seed), "deck") for seed in range(5)}) == 5


def test_sun_43_louis_may_be_anywhere_among_the_known_bottom_cards() -> None:
    match = table("", "", "", phase=2, bottom=4, lower=3)
    places = {at(match.redeal(0, seed), "deck").split()[::-1].index("Lo") for seed in range(30)}
    assert places == {0, 1, 2}
    assert match.view()["bottom"] == ["Ca"] * 4


def test_sun_43_after_the_first_louis_nothing_is_known_of_the_bottom() -> None:
    with pytest.raises(BadPosition):
        table("", "", "", phase=2, bottom=4, louis=1)
    match = played(table("", "", "", phase=2, top="Lo b"), "turn 1")
    assert at(match, "bottom") == 0 and match.view()["bottom"] == [] and match.view()["lower"] > 40


def test_sun_43_known_cards_are_those_of_the_bottom_until_they_are_turned() -> None:
    rest = " ".join(["b"] * 2 + ["De", "Ca", "Lo", "In"])
    match = table("", "", "", phase=2, deck=rest, bottom=3, lower=4)
    assert match.view()["bottom"] == ["De", "Ca", "In"]
    played(match, "turn 1", "take b")
    assert (match.view()["deck"], match.view()["bottom"], match.view()["lower"]) == (5, ["De", "Ca", "In"], 4)
    assert match.observe(0)[46:49].tolist() == [5, 3, 4] and match.observe(0)[608:612].tolist() == [11, 19, 18, 0]


def test_sun_43_fewer_places_for_louis_as_the_deck_goes() -> None:
    match = table("", "", "", phase=2, deck="b De g r Lo In", lower=5, bottom=1)
    played(match, "turn 2")
    assert (at(match, "deck"), at(match, "lower"), at(match, "bottom")) == ("r Lo In", 3, 1)
    match = table("", "", "", phase=2, deck="b De Ca Lo", lower=4, bottom=2)
    assert at(played(match, "turn 1"), "bottom") == 2
    match = table("p", "", "", phase=2, deck="b b De Ca Lo", lower=4, bottom=2)
    assert asked(played(match, "turn 2")) == "A2 take" and at(match, "lower") == 3


def test_sun_43_a_card_turned_cannot_be_taken_back() -> None:
    match = played(table("r", "", "", top="b g"), "power", "next")
    match.undo()
    assert asked(match) == "A1 main"
    played(match, "next", "turn 1")
    with pytest.raises(CannotUndo):
        match.undo()


@PLAYERS
def test_sun_43_observations_are_small_integers(players: int) -> None:
    match = at_random(game(players).new(7), 7, 12)
    observed = match.observe(players - 1)
    assert observed.dtype == np.int8 and observed.min() >= 0 and observed[0] == players
    assert sum(observed[11:24]) == sum(observed[24:30]) == sum(observed[30:36]) == 1


def test_sun_43_an_observation_shows_each_sphere_from_the_observer() -> None:
    match = table("b b* Co", "y* Pe", "", phase=3, gold="4 5 6", power="1 2 3")
    for seat in range(3):
        observed = match.observe(seat)
        own = 71 + (0 - seat) % 3 * 86
        assert observed[own : own + 9].tolist() == [0, 4, 1, 1, 1, 0, 0, 0, 0]
        assert observed[own + 9 : own + 16].tolist() == [0, 0, 0, 0, 0, 1, 0]
        assert observed[own + 16 : own + 19].tolist() == [1, 2, 0]
        other = 71 + (1 - seat) % 3 * 86
        assert observed[other : other + 4].tolist() == [0, 5, 2, 1]
        assert observed[other + 16 + 56] == 2


def test_sun_43_positions_of_a_match_can_be_set_up_again() -> None:
    match = game(4).new(11)
    while not match.over:
        at_random(match, len(match.log()), 7)
        again = match.game.at(match.position())
        assert again.state.tobytes() == match.state.tobytes()
    assert sphere(match, "A") == sphere(again, "A")


def test_sun_43_a_known_card_that_is_turned_is_no_longer_at_the_bottom() -> None:
    match = played(table("", "", "", phase=3, gold="2 0 0", deck="In De Lo", bottom=2), "draw")
    assert (asked(match), at(match, "deck"), at(match, "bottom"), at(match, "lower")) == ("A3 bid", "De Lo", 1, 2)
    assert match.view()["bottom"] == ["De"]


# --- What all can tell that somebody has to do ---


def test_sun_43_whoever_has_one_choice_has_it_for_all_to_see() -> None:
    for match in (table("", "", "", phase=3, gold="0 1 1"), table("Me", "", phase=2), table("r", "", "")):
        assert [match.forced(0)] == match.choices() and match.forced(1) is None
    assert table("", "", "", phase=3).forced(0) is None
