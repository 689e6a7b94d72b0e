"""How a world that was dealt anew for a seat may have come about: from the deal, or from the last shuffle of the
discard pile, since COR-35 does not go into what lay there."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from typing import Any

from camarilla.engine.match import Match
from camarilla.engine.past import states
from camarilla.engine.record import opened
from camarilla.games.cour import characters, rules
from camarilla.games.cour.past_draft import Draft, Picks, picked_by
from camarilla.games.cour.past_hands import LOOKED, Cards, Groups, Hand, Told, What, codes, groups_of, past_of
from camarilla.games.cour.position import GROUPS, MARKS
from camarilla.games.cour.rules import HAND, KEPT, RESERVED

Position = dict[str, Any]
UNSEEN = (What.SET_ASIDE, What.TAKEN)  # actions with a card that nobody else sees


def retrace(match: Match, world: Match, seat: int | None) -> tuple[Position, list[int]]:
    """COR-35 does not go into when, within a turn, a card was set aside from a hand: if those set aside in the world
    cannot all have been there in time, the history begins later in that turn."""
    story = Story(match, world, -1 if seat is None else seat)
    if not story.is_found():
        raise AssertionError(f"for {seat}, this world cannot have come about: {world.position()}")
    return story.position(), story.actions()


def truth(position: Position) -> Position:
    """What others know of cards may differ, and the stream says only what is to come."""
    plain = {key: value for key, value in position.items() if key not in ("stream", "passed", "fewest")}
    for key in GROUPS:
        plain[key] = {letter: sorted(map(bare, names)) for letter, names in position[key].items()}
    return plain


def bare(name: str) -> str:
    """The name of a card without its mark."""
    return name.rstrip("".join(MARKS))


class Story:
    """What led to a match, and what may have led to a world."""

    def __init__(self, match: Match, world: Match, observer: int) -> None:
        self.match, self.world, self.observer = match, world, observer
        self.names = [character.en for character in characters.chosen(str(match.game.chosen["characters"]))]
        self.past, self.draft = past_of(match), Draft(match, observer)
        self.others = [seat for seat in match.game.seats if seat != observer]
        self.hands = {seat: self.hand(seat) for seat in self.others}
        self.may_be = functools.cache(self.may_have_picked)
        self.tell = functools.cache(lambda seat, picked, first: self.hands[seat].tell(Counter(picked), first))
        self.first, self.picks, self.told = 0, Picks(), dict[int, Told]()

    def hand(self, seat: int) -> Hand:
        known = Counter(code // 4 for code in self.known_codes(self.draft.begins, seat, HAND, KEPT))
        return Hand(groups_of(self.world.state, seat), self.past.events[seat], known)

    def known_codes(self, moves: int, seat: int, *groups: int) -> list[int]:
        """The cards of another, with their marks, that the observer knew when so many moves had been made."""
        t, state = opened(self.match.game.data)[0], states(self.match)[moves]
        found = [code for which in groups for code in codes(state, seat, which)]
        return [code for code in found if rules.knows(t, self.observer, seat, code)]

    # --- What others may have done ---

    def is_found(self) -> bool:
        """Whether there is a history, of which the rest then tells."""
        ways = ((first, picks) for first in self.beginnings() for picks in self.possible_picks())
        return any(self.is_told(first, picks) for first, picks in ways)

    def is_told(self, first: int, picks: Picks) -> bool:
        told = {seat: self.tell(seat, picked_by(seat, picks), first) for seat in self.others}
        self.first, self.picks, self.told = first, picks, {seat: one for seat, one in told.items() if one}
        return len(self.told) == len(told)

    def beginnings(self) -> list[int]:
        """The numbers of moves after which the history may begin, the earliest one first."""
        earliest = max(self.draft.begins, self.past.shuffled)
        later = {move + 1 for hand in self.hands.values() for move in hand.moves_with_cards_aside()}
        return [earliest, *sorted(moves for moves in later if moves > earliest)]

    def possible_picks(self) -> Iterator[Picks]:
        """What others may have picked of packs that the observer had passed on, with all that it has seen since."""
        for picks in self.draft.known_picks(self.world.state):
            if all(self.may_be(seat, picked_by(seat, picks)) for seat in self.others):
                yield picks

    def may_have_picked(self, seat: int, picked: tuple[int, ...]) -> bool:
        if self.draft.is_over:
            return self.hands[seat].may_have_picked(Counter(picked))
        return not Counter(picked) - self.hands[seat].groups[RESERVED]

    def actions(self) -> list[int]:
        """The moves that were made, with the cards that the observer did not see."""
        unseen = {event.move: card for told in self.told.values() for event, card in told.cards if event.what in UNSEEN}
        if self.begins_with_deal():
            unseen |= self.draft.cards_picked(self.all_picks(), self.world.state)
        actions = [step.action for step in self.match.steps]
        for move, card in unseen.items():
            actions[move] += card - (actions[move] - rules.PICK_A) % rules.CHARACTERS
        return actions[self.first :]

    def begins_with_deal(self) -> bool:
        return self.first == 0 and self.draft.is_whole

    def all_picks(self) -> Picks:
        """Those that the observer knows of, and all others."""
        picks = Picks()
        for seat in self.others:
            hand, _, reserved, _ = self.told[seat].groups
            picks |= self.draft.picks_of(seat, self.picks, hand if self.draft.is_over else reserved)
        return picks

    # --- Where it begins ---

    def position(self) -> Position:
        """The true position of that time, with this world's cards where the observer does not know them."""
        position, letters = self.match.after(self.first).position(), self.match.game.letter
        for seat, groups in self.groups().items():
            known = self.known_codes(self.first, seat, HAND, KEPT)
            position["hands"][letters(seat)] = self.written(groups[HAND], known)
            position["kept"][letters(seat)] = self.written(groups[KEPT], known)
            known = self.known_codes(self.first, seat, RESERVED)
            position["reserved"][letters(seat)] = self.written(groups[RESERVED], known)
            del position["passed"][letters(seat)], position["fewest"][letters(seat)]
            if groups[LOOKED]:
                position["looked"] = self.written(groups[LOOKED], [])
        position["deck"] = self.deck(position["deck"])
        return position

    def groups(self) -> dict[int, Groups]:
        """The cards of the others."""
        if not self.begins_with_deal():
            return {seat: told.groups for seat, told in self.told.items()}
        packs = self.draft.dealt(self.all_picks(), self.world.state)
        return {seat: (packs[seat], Cards(), Cards(), Cards()) for seat in self.others}

    def written(self, cards: Cards, known: list[int]) -> list[str]:
        """The names of cards; with the marks of those known, which are then used up."""
        names = []
        for card in cards.elements():
            code = next((code for code in known if code // 4 == card), card * 4 + rules.KNOWN_TO_OWNER)
            if code in known:
                known.remove(code)
            names.append(self.names[card] + MARKS[code % 4])
        return names

    def deck(self, true: list[str]) -> list[str]:
        """What is drawn later, in its order, and what is left in the world."""
        s = opened(self.world.state)[0]
        drawn = dict(enumerate(true[: len(true) - s.left], self.past.drawn_before(self.first)))
        for told in self.told.values():
            drawn |= {event.nth: self.names[card] for event, card in told.cards if event.what == What.DRAWN}
        return [*drawn.values(), *(self.names[s.deck[i]] for i in range(s.left - 1, -1, -1))]
