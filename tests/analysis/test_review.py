"""The review of a match: it finds mistakes, explains them, and knows no more than the seat did."""

from __future__ import annotations

from camarilla.analysis import telling
from camarilla.analysis.reasons import explain, reasons
from camarilla.analysis.review import losses, moments, review, usual_iterations
from camarilla.bots.bot import AtRandom, Bot, Search, ask_bot, chance
from camarilla.bots.ladder import adviser
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES
from camarilla.testing.walks import some, walk
from tests.analysis.blunders import duel, last_card, the_seven


def story(match: Match) -> tuple[str, ...]:
    """The one mistake of a match, in both languages."""
    (mistake,) = explain(review(match, match.game.seats, 50))
    return tuple(" ".join(message.text(language) for message in telling.story(mistake)) for language in LANGUAGES)


# --- Mistakes ---


def test_a_blunder_is_found() -> None:
    (found,) = review(last_card("Bn-"), (0,), 50).decisions
    assert (found.played.move, found.best.move) == ("Bn-", "Bn+")
    assert (found.played_share, found.best_share, found.cost) == (0.0, 1.0, 1.0)


def test_the_best_choice_costs_nothing() -> None:
    (found,) = review(last_card("Bn+"), (0,), 50).decisions
    assert found.best == found.played and found.best_share == found.played_share == 1.0
    assert found.cost == 0 and not found.is_mistake


def test_where_it_makes_no_difference_there_is_no_mistake() -> None:
    won_already = {"above": "Tn", "below": "Bg C", "domains": {"A": "T T T", "B": "C C"}}
    for move in ("Bn+", "Bn-"):
        (found,) = review(last_card(move, **won_already), (0,), 50).decisions
        assert found.best == found.played and not found.is_mistake


def test_what_each_choice_loses_is_nothing_for_the_best_and_the_cost_for_what_was_played() -> None:
    (found,) = review(last_card("Bn-"), (0,), 50).decisions
    names = {choice.id: choice.move for choice in found.moment.match.choices(0)}
    lost = {names[action]: lost for action, lost in losses(found, 0).items()}
    assert lost["Bn-"] == found.cost == 1 and lost["Bn+"] == 0
    assert lost.keys() == set(names.values())


def test_a_blunder_is_explained_by_the_scores() -> None:
    said, french = story(last_card("Bn-"))
    assert said.startswith(
        "A plays the butterfly noble below the Queen’s table. Better: play the butterfly noble above"
    )
    assert "The chances of winning were then 100\u00a0%, with what was played 0\u00a0%" in said
    assert "A has about 8.0 points less" in said
    assert "the butterfly in the light −4.0" in said and "the butterfly in disgrace −4.0" in said
    assert "A a environ 8,0 points de moins" in french and "le papillon dans la lumière −4,0" in french


def test_a_blunder_is_explained_by_the_answer_that_it_invites() -> None:
    said, french = story(the_seven("send"))
    assert said.startswith("Della Rovere sends the Knight (7) to the Outer Court. Better: ally with I")
    assert "always, and after the better choice never: Gonzaga has the Poet (4) conspire with the Painter" in said
    assert "(3) in the Inner Circle" in said
    assert "R has about 7.0 points less" in said
    assert "Gonzaga fait conspirer le Poète (4) avec le Peintre" in french


def test_the_better_player_is_found_to_play_better() -> None:
    bots: tuple[Bot, ...] = (AtRandom(), Search(200))
    match = duel().new(3)
    while not match.over:
        seat = match.waiting[0]
        match.play(ask_bot(bots[seat], match.game, match.state, seat, chance(3, seat, len(match.steps))), seat)
    found = review(match, (0, 1), 100)
    careless, thinker = (sum(one.cost for one in found.of(seat)) for seat in (0, 1))
    assert careless > 3 * thinker and careless > 0.2


# --- What a seat knows ---


def test_what_a_seat_could_not_know_changes_nothing() -> None:
    for number, before in enumerate(some(walk(duel(), 2, 2), 2, 9)[:-1]):
        seat = before.waiting[0]
        truth, other = (before.game.at(one.position()) for one in (before, before.redeal(seat, number)))
        assert truth.fingerprint != other.fingerprint
        for match in (truth, other):
            match.play(match.choices(seat)[-1])
        assert review(truth, (seat,), 30) == review(other, (seat,), 30)


def test_neither_do_its_reasons_go_by_what_a_seat_could_not_know() -> None:
    for before in some(walk(duel(), 4, 4), 4, 4)[:-1]:
        seat = before.waiting[0]
        lines = []
        for match in (before.game.at(before.position()), before.game.at(before.redeal(seat, 1).position())):
            match.play(match.choices(seat)[0])
            lines.append([reasons(one, 7) for one in review(match, (seat,), 30).decisions])
        assert lines[0] == lines[1]


# --- What is looked at ---


def test_every_decision_of_the_seats_that_could_matter_is_looked_at() -> None:
    match = walk(duel(), 1, 1)[-1]
    every = [moment.number for moment in moments(match, (0, 1))]
    by_seat = [[moment.number for moment in moments(match, (seat,))] for seat in (0, 1)]
    assert sorted(by_seat[0] + by_seat[1]) == every
    for moment in moments(match, (0, 1)):
        assert moment.match.steps == match.steps[: moment.number - 1]
        assert len(moment.match.choices(moment.seat)) > 1
    forced = set(range(1, len(match.steps) + 1)) - set(every)
    assert forced, "a match has moves that leave no choice"


def test_seeds_decide_and_threads_do_not() -> None:
    match = walk(duel(), 1, 1)[8]
    first = review(match, (0, 1), 60, seed=1, threads=1)
    assert first == review(match, (0, 1), 60, seed=1, threads=3)
    other = review(match, (0, 1), 60, seed=2)
    assert [one.played_share for one in first.decisions] != [one.played_share for one in other.decisions]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    found = review(walk(duel(), 1, 1)[5], (0, 1), 20, progress=lambda done, whole: told.append((done, whole)))
    whole = len(found.decisions)
    assert told == [(done, whole) for done in range(1, whole + 1)]


def test_the_curve_ends_with_the_result() -> None:
    found = review(last_card("Bn-"), (0, 1), 50)
    assert telling.curve(found, 0) == [(1, 0.0), (1, 0.0)]
    assert telling.curve(found, 1) == [(1, 1.0)]
    unfinished = review(walk(duel(), 1, 1)[3], (0,), 20)
    assert len(telling.curve(unfinished, 0)) == len(unfinished.decisions)


def test_it_thinks_less_than_for_a_hint_but_not_in_a_hurry() -> None:
    assert 300 <= usual_iterations(duel()) < adviser(duel()).iterations
