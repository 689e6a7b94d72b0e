"""A player's own page: ratings with bots as anchors, old deals once more, matches from elsewhere, one's data."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.urls import reverse

import camarilla
from camarilla.bots.ladder import LEVELS
from camarilla.engine.match import Match
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.site import WORDS, daily, desk, evenings, own_data, practice, ratings
from camarilla.site.models import Entry, Errand, Evening, Person, Rating, Seat, Table
from tests.samples import DUEL, GAME
from tests.website.parlour import Visitor, fresh, person, play_on, sit, standing, visitor

FIGURES = Path(__file__).parents[2] / "docs" / "bots.csv"
NAME = "Melusine"


def ended(table: Table, *places: int) -> None:
    """The match of a table is over, with these places."""
    desk.touch(table, stage=Table.Stage.OVER, scores=[-place for place in places], places=list(places))
    ratings.rate(fresh(table))


def points(one: Person | None, game: str = GAME) -> int:
    now = ratings.find_rating(one, game)
    return ratings.tell(now.mu, now.sigma).points


# --- Ratings ---


@pytest.mark.parametrize("game", games())
def test_the_strengths_of_bots_are_those_that_were_measured(game: str) -> None:
    with FIGURES.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game and row["players"] == "2"]
    levels = [row for row in rows if row["bot"] in LEVELS and row["against"] in LEVELS]
    assert levels
    for row in levels:
        one, other = (kind(game).strengths[LEVELS.index(row[who])] for who in ("bot", "against"))
        foretold = 1 / (1 + math.exp((other - one) / (math.sqrt(2) * ratings.MODEL.beta)))
        assert float(row["low"]) <= 100 * foretold <= float(row["high"]), (row, foretold)


def test_who_beats_a_bot_gains_and_who_loses_loses_and_the_bot_stays() -> None:
    anna, bob = person("Anna"), person("Bob")
    ended(sit(GAME, anna, "courtier"), 1, 2)
    ended(sit(GAME, bob, "courtier"), 2, 1)
    assert points(bob) < points(None) < points(anna)
    courtier = ratings.bot_rating(GAME, "courtier")
    assert ratings.tell(courtier.mu, courtier.sigma).points == ratings.COURTIER


def test_who_wins_half_against_a_courtier_comes_to_be_rated_like_one() -> None:
    anna = person("Anna")
    for number in range(30):
        ended(sit(GAME, anna, "courtier"), 1 + number % 2, 2 - number % 2)
    latest = Rating.objects.filter(person=anna).last()
    assert latest
    strength = ratings.tell(latest.mu, latest.sigma)
    assert abs(strength.points - ratings.COURTIER) < 100 and strength.settled


def test_a_match_is_rated_once_when_it_ends() -> None:
    anna = person("Anna")
    table = play_on(sit(GAME, anna, "page", seed=1))
    assert Rating.objects.filter(person=anna, table=table, game=GAME).count() == 1
    before = Rating.objects.get().mu
    ratings.rate(table)
    assert Rating.objects.get().mu == before


def test_reckoning_again_gives_the_same() -> None:
    anna, bob = person("Anna"), person("Bob")
    ended(sit(GAME, anna, bob), 1, 2)
    ended(sit(GAME, anna, "page", bob), 3, 1, 2)
    ended(sit(DUEL, bob, "minister"), 1, 2)
    kept = list(Rating.objects.values("person", "table", "mu", "sigma").order_by("pk"))
    assert len(kept) == 5
    Rating.objects.filter(person=anna).update(mu=99)
    assert ratings.reckon_again() == 3
    assert list(Rating.objects.values("person", "table", "mu", "sigma").order_by("pk")) == kept


def test_what_does_not_count() -> None:
    anna = person("Anna")
    ended(sit(GAME, anna, anna), 1, 2)  # a friend on the same device
    lesson = camarilla.game(GAME, players=2).new(1)
    ended(sit(GAME, anna, "page", position=lesson.position()), 1, 2)
    known = sit(GAME, anna, "page")
    Table.objects.filter(pk=known.pk).update(practice=True)
    ended(known, 1, 2)
    desk.end_by_keeper(sit(GAME, anna, "page"))
    assert not Rating.objects.exists() and ratings.reckon_again() == 0


def test_who_was_helped_may_lose_but_not_gain() -> None:
    anna, bob = person("Anna"), person("Bob")
    for one, place in ((anna, 1), (bob, 2)):
        table = sit(GAME, one, "courtier")
        desk.order_hint(standing(table), 0, one)
        ended(table, place, 3 - place)
    assert points(anna) == points(None) > points(bob)


def test_asking_for_a_hint_is_noted_at_the_seat() -> None:
    table = sit(GAME, person("Anna"), "page")
    desk.order_hint(standing(table), 0, None)
    assert list(table.seats.values_list("helped", flat=True)) == [True, False]


# --- The page ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_ratings_and_results(language: str) -> None:
    anna = visitor("Anna", language)
    table = play_on(sit(GAME, anna, "page", seed=1))
    page = anna.get(reverse("player")).content.decode()
    assert str(points(anna.person)) in page and reverse("after", args=[table.slug]) in page
    assert WORDS("player.guess").text(language) in page and reverse("deal_again", args=[table.slug]) in page
    assert WORDS("player.nobody").text(language) in Visitor(None, language).get(reverse("player")).content.decode()


def test_strengths_are_told_by_theme_where_matches_were_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = visitor("Anna")
    monkeypatch.setitem(kind(GAME).words.entries, "theme.end", {"en": "The end", "fr": "La fin"})
    monkeypatch.setitem(kind(GAME).words.entries, "theme.middle", {"en": "The middle", "fr": "Le milieu"})
    mine, others = {"end": [4, 1, 0.2], "middle": [6, 0, 0.0], "rare": [1, 1, 0.9]}, {"end": [99, 99, 99.0]}
    for _ in range(2):
        table = play_on(sit(GAME, anna, "page", seed=1))
        Table.objects.filter(pk=table.pk).update(analysis={"themes": {"0": mine, "1": others}})
    page = anna.get(reverse("player")).content.decode()
    told = page.split('id="strengths"')[1].split("</section>")[0]
    assert told.index("The middle") < told.index("The end"), "what goes well comes first"
    assert "<td>8</td><td>2</td><td>5.0</td>" in told and "99" not in told and "rare" not in told


# --- The same deal again ---


def test_the_same_deal_is_played_again_against_bots() -> None:
    anna, bob = visitor("Anna"), person("Bob")
    table = play_on(sit(GAME, "minister", anna, bob, seed=3, edition="published"))
    answer = anna.post_to(table, "deal_again")
    new = Table.objects.latest("pk")
    assert answer["Location"] == reverse("table", args=[new.slug])
    assert (new.seed, new.options, new.practice) == (table.seed, table.options, True) and new.slug != table.slug
    assert [(seat.kind, seat.level, seat.name) for seat in new.seats.all()] == [
        ("bot", "minister", ""),
        ("person", "", "Anna"),
        ("bot", "courtier", ""),
    ]
    assert standing(new).match.after(0).view(1) == standing(table).match.after(0).view(1)
    play_on(new)
    assert not Rating.objects.filter(table=new).exists()


def test_only_ones_own_finished_matches_are_dealt_again() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = sit(GAME, anna, "page", seed=3)
    assert anna.post_to(table, "deal_again").status_code == 409, "the deal is still a secret"
    play_on(table)
    assert bob.post_to(table, "deal_again").status_code == 403
    assert Visitor().post_to(table, "deal_again").status_code == 404
    assert Table.objects.count() == 1


# --- Matches from elsewhere ---


def bring(client: Visitor, text: str | bytes, **fields: Any) -> HttpResponse:
    record = SimpleUploadedFile("match.json", text.encode() if isinstance(text, str) else text)
    return client.post(reverse("bring_in"), {"record": record, **fields})


def played_out(match: Match) -> Match:
    while match.waiting:
        match.play(match.choices()[0])
    return match


@pytest.mark.parametrize("game", [GAME, DUEL])
def test_a_record_is_replayed_and_shown(game: str) -> None:
    anna = visitor("Anna")
    match = standing(play_on(sit(game, anna, "page", seed=5), luck=1)).match
    for mine in ("", "2"):
        answer = bring(anna, json.dumps(match.record()), seat=mine)
        assert answer.status_code == 302, answer.content.decode()
        table = Table.objects.latest("pk")
        assert answer["Location"] == reverse("replay", args=[table.slug])
        assert standing(table).match.fingerprint == match.fingerprint and table.scores == list(match.scores or ())
        assert anna.get(answer["Location"]).status_code == 200
        assert anna.get(reverse("after", args=[table.slug])).status_code == 200
        assert standing(table).of(anna.person) == ([1] if mine else [])
        assert table.practice and not Rating.objects.filter(table=table).exists()


def test_a_record_from_a_position_is_shown_too() -> None:
    match = played_out(camarilla.game(GAME, players=2).at(camarilla.game(GAME, players=2).new(3).position()))
    answer = bring(visitor("Anna"), json.dumps(match.record()))
    assert standing(Table.objects.get()).match.fingerprint == match.fingerprint and answer.status_code == 302


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_record_is_said(language: str) -> None:
    anna = visitor("Anna", language)
    begun = camarilla.game(GAME, players=2).new(3)
    whole, large = played_out(begun.copy()).record(), played_out(camarilla.game(GAME, players=2).new(2**63)).record()
    cases = {
        "record_unfinished": json.dumps(begun.record()),
        "record_large": " " * (practice.LARGEST + 1),
        "record_text": b"\xff\xfe\x00",
        "record_seed": json.dumps(large),
    }
    for key, text in cases.items():
        answer = bring(anna, text)
        said = WORDS.entries[f"refusal.{key}"][language].split("{")[0].strip()
        assert answer.status_code in (400, 413) and said[:20] in answer.content.decode().replace("&#x27;", "'"), key
    changed = whole | {"moves": [*whole["moves"][:3], "A nonsense", *whole["moves"][4:]]}
    for text in ("{", "[]", json.dumps({"game": "whist"}), json.dumps(changed)):
        answer = bring(anna, text)
        assert answer.status_code == 400 and 'id="import-problem"' in answer.content.decode()
    assert bring(anna, json.dumps(whole), seat="3").status_code == 400
    assert anna.post(reverse("bring_in")).status_code == 400
    assert not Table.objects.exists()


# --- One's data ---


def test_ones_data_is_all_there_and_no_secret_of_a_match_that_goes_on() -> None:
    anna = visitor(NAME)
    over = play_on(sit(GAME, anna, "page", seed=1))
    going = play_on(sit(GAME, anna, "page", seed=77_777_777_777), 9)
    desk.say(going, 0, "hello")
    answer = anna.get(reverse("my_data"))
    assert "attachment" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["person"]["name"] == NAME and len(data["ratings"]) == 1
    tables = {one["table"]: one for one in data["tables"]}
    assert camarilla.load(json.dumps(tables[over.slug]["record"])).scores == tuple(over.scores)
    mine = [move for seat, move in Entry.objects.filter(table=going).values_list("seat", "move") if seat == 0]
    assert [move for _, move in tables[going.slug]["moves"]] == mine
    assert tables[going.slug]["said"][0][1] == "hello"
    assert "record" not in tables[going.slug] and "77777777777" not in answer.content.decode()
    assert Visitor().get(reverse("my_data")).status_code == 404


def test_who_is_forgotten_leaves_nothing_behind_that_tells_who_it_was() -> None:
    anna, bob = visitor(NAME), visitor("Bob")
    assert anna.person
    over = play_on(sit(GAME, anna, bob, seed=1))
    Table.objects.filter(pk=over.pk).update(analysis={"why": [{"why": [{"en": f"{NAME} loses."}]}]})
    going, gathering, hers = sit(GAME, anna, "page"), sit(GAME, bob, anna, None), sit(GAME, anna, None)
    anna.post(reverse("tokens"), {"token": f"{NAME}s bot"})
    pk, key = anna.person.pk, anna.person.key_hash
    assert anna.post(reverse("forget"), {"name": "Bob"}).status_code == 400
    assert Person.objects.filter(pk=pk).exists(), "only who types their own name is forgotten"
    assert anna.post(reverse("forget"), {"name": NAME}).status_code == 302
    left = json.dumps([list(model.objects.values()) for model in apps.get_models()], default=str)
    assert NAME not in left and key not in left
    assert not Person.objects.filter(pk=pk).exists() and not Seat.objects.filter(person=pk).exists()
    assert not Rating.objects.filter(person=pk).exists() and not Table.objects.filter(host=pk).exists()
    assert anna.get(reverse("player")).status_code == 200 and NAME not in anna.get(reverse("me")).content.decode()
    for page in ("after", "replay", "table"):
        text = bob.get(reverse(page, args=[over.slug])).content.decode()
        assert NAME not in text and "Somebody" in text
    assert standing(going).played_by_bot(0) == "courtier" and Errand.objects.filter(table=going).exists()
    assert fresh(gathering).seats.filter(kind=Seat.Kind.OPEN).count() == 2
    assert not Table.objects.filter(pk=hers.pk).exists()


def test_who_is_forgotten_in_the_middle_of_a_tournament_or_a_deal_of_the_day_is_nowhere_left() -> None:
    anna, bob = visitor(NAME), visitor("Bob")
    fields = {"kind": Evening.Kind.SWISS, "planned": 2, "level": "page", "title": f"The evening of {NAME}"}
    evening = evenings.open_evening(anna.person, DUEL, {"players": 2}, **fields)
    for one in (anna, bob):
        evenings.join(evening, one.person)
    evenings.start_round(evening, anna.person, 1)
    today = daily.begin(daily.today(), GAME, anna.person)
    data = json.loads(anna.get(reverse("my_data")).content)
    assert [one["game"] for one in data["daily"]] == [GAME] and data["tournaments"][0]["name"] == NAME
    assert not any("record" in one for one in data["tables"])
    assert anna.post(reverse("forget"), {"name": NAME}).status_code == 302
    left = json.dumps([list(model.objects.values()) for model in apps.get_models()], default=str)
    assert NAME not in left
    assert NAME not in bob.get(reverse("evening", args=[evening.slug])).content.decode()
    table = Table.objects.get(deal__round__evening=evening)
    for one in (table, today):
        assert "courtier" in [standing(one).played_by_bot(seat.number) for seat in one.seats.all() if not seat.person]


def test_of_a_round_that_others_still_play_the_cards_are_not_in_ones_data() -> None:
    anna, bob, clara, dora = (visitor(name) for name in (NAME, "Bob", "Clara", "Dora"))
    fields = {"kind": Evening.Kind.SWISS, "planned": 2, "level": "page", "title": "Club"}
    evening = evenings.open_evening(anna.person, DUEL, {"players": 2}, **fields)
    for one in (anna, bob, clara, dora):
        evenings.join(evening, one.person)
    evenings.start_round(evening, anna.person, 1)
    mine, other = (
        Table.objects.filter(seats__person=anna.person).get(),
        Table.objects.exclude(seats__person=anna.person),
    )
    play_on(mine)
    assert "record" not in json.loads(anna.get(reverse("my_data")).content)["tables"][0]
    assert anna.post_to(mine, "deal_again").status_code == 403, "nor can they be studied against bots"
    play_on(other.get())
    assert anna.post_to(mine, "deal_again").status_code == 302
    assert "record" in json.loads(anna.get(reverse("my_data")).content)["tables"][0]


def test_the_others_ratings_and_their_rematch_survive() -> None:
    anna, bob = person(NAME), visitor("Bob")
    table = sit(GAME, anna, bob)
    ended(table, 1, 2)
    before = points(bob.person)
    own_data.forget(anna)
    assert points(bob.person) == before
    assert ratings.reckon_again() == 1 and points(bob.person) == before
    again = desk.rematch(fresh(table), bob.person)
    assert sorted(again.seats.values_list("kind", flat=True)) == ["bot", "person"]


def test_to_be_forgotten_one_is_asked_first() -> None:
    anna = visitor(NAME)
    page = anna.get(reverse("forget")).content.decode()
    assert NAME in page and Person.objects.filter(name=NAME).exists()
    assert Visitor().get(reverse("forget")).status_code == 404
