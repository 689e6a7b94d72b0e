"""Home and lobby: playing at once, new tables with every option, sitting down, and who one is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from xml.etree import ElementTree

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from camarilla.bots.ladder import LEVELS
from camarilla.engine.options import written
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.site import WORDS, desk, people
from camarilla.site.draft import CLOCKS, OPTION, SANDS, players
from camarilla.site.guards import LANGUAGE_COOKIE
from camarilla.site.live import news
from camarilla.site.models import NAME_LENGTH, Person, Seat, Table
from tests.samples import DUEL, GAME, GLASS
from tests.website.parlour import Visitor, key_of, play_on, standing

Sit = Callable[..., Table]
Come = Callable[..., Visitor]
MARKUP = "<script>a&b"
WRONG_NAMES = {"": "name_empty", "   ": "name_empty", "x" * (NAME_LENGTH + 1): "name_long", "a\u202eb": "name_signs"}


def read(response: HttpResponse) -> str:
    return unescape(response.content.decode())


def said(key: str, language: str = "en", **parts: object) -> str:
    return WORDS(key, **parts).text(language)


def drafted(game: str, visitor: Visitor, **fields: object) -> HttpResponse:
    given = {"name": "Anna", **{name.replace("_", "-", 1): value for name, value in fields.items()}}
    return visitor.post(reverse("new", args=[game]), given)


def made(response: HttpResponse) -> Table:
    assert response.status_code == 302, read(response)
    return Table.objects.get(slug=response.headers["Location"].strip("/").removeprefix("t/"))


def seats(table: Table) -> list[tuple[str, str]]:
    return [(seat.kind, seat.name or seat.level) for seat in table.seats.all()]


# --- Pages ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_for_a_newcomer_and_for_a_guest(language: str, client: Visitor, visitor: Come) -> None:
    addresses = ["/", "/me/", "/lobby/mine/", "/lobby/open/", *(reverse("new", args=[game]) for game in games())]
    for one in (client.language(language), visitor("Anna", language)):
        for address in addresses:
            response = one.get(address)
            assert response.status_code == 200, address
            assert "style=" not in read(response)
            assert "onclick" not in read(response)
    assert Person.objects.count() == 1  # looking makes nobody


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_presents_all_games(language: str, client: Visitor) -> None:
    page = read(client.language(language).get("/"))
    assert f'<html lang="{language}">' in page
    for game in games():
        assert kind(game).words("title").text(language) in page
        assert kind(game).words("lobby.line").text(language) in page
        assert f"/static/{game}/art.svg#crest" in page
        for way in ("now", "new", "learn", "rules"):
            assert reverse(way, args=[game]) in page


def test_every_word_of_the_lobby_is_in_both_languages() -> None:
    for key, wording in WORDS.entries.items():
        if key.startswith("lobby."):
            assert set(wording) == set(LANGUAGES), key
            assert not re.search(r" [:;!?%»]|« |'", wording["fr"]), key


@pytest.mark.parametrize("game", games())
def test_every_option_that_leaves_a_choice_has_a_question(game: str) -> None:
    asked = {option.name for option in kind(game).options if len(option.values) > 1} - {"players"}
    assert {name for name in asked if f"option.{name}.question" in kind(game).words.entries} == asked


def test_there_is_no_such_page(client: Visitor) -> None:
    for address in ("/new/chess/", "/lobby/all/", "/me/nobody/", "/t/nothing/qr.svg", "/me/qr.svg"):
        assert client.get(address).status_code == 404, address
    assert client.post("/now/chess/").status_code == 404
    assert client.get(f"/now/{DUEL}/").status_code == 405
    assert client.get("/language/").status_code == 405
    assert not Table.objects.exists()


# --- Playing at once ---


@pytest.mark.parametrize("game", games())
def test_two_clicks_and_one_plays(game: str, client: Visitor) -> None:
    """Home, then the button: a table against bots, at once."""
    assert f'action="{reverse("now", args=[game])}"' in read(client.get("/"))
    response = client.post(reverse("now", args=[game]), follow=True)
    table = Table.objects.get()
    assert response.status_code == 200
    assert f'class="board {game}"' in read(response)
    assert table.stage == Table.Stage.PLAYING
    assert [kind for kind, _ in seats(table)] == ["person"] + ["bot"] * (int(players(game).default) - 1)


@pytest.mark.parametrize("level", LEVELS)
def test_one_chooses_level_and_number(level: str, visitor: Come) -> None:
    table = made(visitor("Anna").post(f"/now/{GLASS}/", {"level": level, "players": "2"}))
    assert seats(table) == [("person", "Anna"), ("bot", level)]


@pytest.mark.parametrize(
    "fields", [{"level": "god"}, {"level": ""}, {"players": "7"}, {"players": "two"}, {"players": ""}]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_wish_makes_no_table_and_nobody(fields: dict[str, str], language: str, client: Visitor) -> None:
    response = client.language(language).post(f"/now/{GLASS}/", fields)
    assert response.status_code == 400
    assert said("refusal.title", language) in read(response)
    assert not Table.objects.exists()
    assert not Person.objects.exists()


# --- New tables ---


@pytest.mark.parametrize("game", games())
def test_the_form_offers_every_value_of_every_option(game: str, client: Visitor) -> None:
    page = read(client.get(reverse("new", args=[game])))
    for option in kind(game).table_options():
        fields = re.findall(rf'name="{OPTION}{option.name}" value="(.*?)"( checked)?', page)
        if len(option.values) == 1:
            assert not fields
        else:
            assert [value for value, _ in fields] == [written(value) for value in option.values]
            assert [value for value, checked in fields if checked] == [written(option.default)]
    assert len(re.findall(r'<select id="seat-\d"', page)) == max(players(game).values)


@pytest.mark.parametrize("game", games())
def test_every_value_of_every_option_can_be_chosen(game: str, visitor: Come) -> None:
    anna = visitor("Anna")
    for option in kind(game).options:
        for value in option.values:
            table = made(drafted(game, anna, **{f"option_{option.name}": written(value)}))
            recorded = kind(game)(**{option.name: value}).recorded
            assert table.options.get(option.name) == recorded.get(option.name)
            assert table.stage == Table.Stage.GATHERING
            assert table.seats.count() == table.options["players"]
            assert anna.get(reverse("table", args=[table.slug])).status_code == 200


def test_a_table_as_it_was_wished(visitor: Come) -> None:
    anna = visitor("Anna")
    wished = {"seat_0": "minister", "seat_1": "me", "seat_2": "friend", "name_2": " Zoé  du Lac ", "seat_3": "open"}
    table = made(drafted(GLASS, anna, option_players=4, listed="yes", clock=300, sand=90, **wished))
    assert seats(table) == [("bot", "minister"), ("person", "Anna"), ("person", "Zoé du Lac"), ("open", "")]
    assert (table.listed, table.clock, table.sand, table.host) == (True, 300, 90, anna.person)
    assert {seat.person for seat in table.seats.all() if seat.kind == "person"} == {anna.person}


def test_surplus_seats_do_not_count(visitor: Come) -> None:
    table = made(
        drafted(GLASS, visitor("Anna"), option_players=2, seat_1="page", seat_2="me", seat_3="friend", seat_5="x")
    )
    assert seats(table) == [("person", "Anna"), ("bot", "page")]
    assert table.stage == Table.Stage.PLAYING


@pytest.mark.parametrize("clock", CLOCKS)
def test_every_clock_fits(clock: int, visitor: Come) -> None:
    assert made(drafted(DUEL, visitor("Anna"), clock=clock)).clock == clock <= 2**31 - 1


@pytest.mark.parametrize("sand", SANDS)
def test_sand_is_only_for_a_game_with_an_hourglass(sand: int, visitor: Come) -> None:
    anna = visitor("Anna")
    assert made(drafted(GLASS, anna, sand=sand)).sand == sand
    assert made(drafted(DUEL, anna, sand=sand)).sand == 0
    assert made(drafted(GLASS, anna)).sand == 60


def test_the_form_names_me(client: Visitor) -> None:
    table = made(drafted(DUEL, client, name="Bianca"))
    assert table.host.name == "Bianca"
    assert 'value="Bianca"' in read(client.get(f"/new/{DUEL}/"))


BAD_FIELDS = [
    ({"option_players": "7"}, "option-players"),
    ({"option_players": ""}, "option-players"),
    ({"option_rogues": "perhaps"}, "option-rogues"),
    ({"option_hand_limit": "7"}, "option-hand_limit"),
    ({"option_characters": "/etc/passwd"}, "option-characters"),
    ({"option_seed": "1"}, "option-seed"),
    ({"seat_1": "king"}, "seat-1"),
    ({"seat_1": "me"}, "seat-1"),
    ({"seat_0": "open"}, "seat-0"),
    ({"seat_1": "friend"}, "name-1"),
    ({"seat_1": "friend", "name_1": "x" * 25}, "name-1"),
    ({"seat_1": "friend", "name_1": "Anna"}, "name-1"),
    ({"seat_1": "friend", "name_1": "Bob", "seat_2": "friend", "name_2": "Bob"}, "name-2"),
    ({"listed": "perhaps"}, "listed"),
    ({"clock": "31"}, "clock"),
    ({"clock": "-1"}, "clock"),
    ({"clock": "90000"}, "clock"),
    ({"sand": "1"}, "sand"),
    ({"name": ""}, "name"),
    ({"name": "x" * 25}, "name"),
    ({"name": "a\u0000b"}, "name"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("fields", "wrong"), BAD_FIELDS)
def test_what_is_wrong_is_said_at_the_field(
    fields: dict[str, str], wrong: str, language: str, client: Visitor, visitor: Come
) -> None:
    anna = visitor("Old", language)
    for one in (client.language(language), anna):
        response = drafted(GLASS, one, **fields)
        page = read(response)
        assert response.status_code == 400
        assert said("lobby.wrong", language) in page
        assert f'<a href="#{wrong}">' in page
        if wrong != "option-seed":  # which has no field
            assert f'id="{wrong}-problem"' in page
    assert not Table.objects.exists()
    assert [person.name for person in Person.objects.all()] == ["Old"]


def test_the_form_comes_back_as_it_was(visitor: Come) -> None:
    page = read(drafted(GLASS, visitor("Old"), name=MARKUP + "x" * 20, seat_1="eminence", clock="60", option_base="4"))
    assert MARKUP in page
    for mark in (
        '<option value="eminence" selected>',
        '<option value="60" selected>',
        'name="option-base" value="4" checked',
    ):
        assert mark in page


# --- The lobby ---


def test_listed_tables_wait_for_players(visitor: Come, sit: Sit) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    listed, private = made(drafted(GLASS, anna, listed="yes")), made(drafted(GLASS, anna))
    seen = read(bob.get("/lobby/open/"))
    assert listed.slug in seen
    assert private.slug not in seen
    assert "Anna" in seen
    assert said("lobby.open.seats", seats=3, players=4) in seen
    assert listed.slug not in read(anna.get("/lobby/open/"))  # it is among hers
    assert listed.slug in read(anna.get("/lobby/mine/"))
    bob.post_to(listed, "join", name="Bob")
    assert listed.slug not in read(bob.get("/lobby/open/"))
    Table.objects.filter(pk=listed.pk).update(stage=Table.Stage.PLAYING)
    assert listed.slug not in read(visitor("Eve").get("/lobby/open/"))


def test_a_table_of_yesterday_is_not_listed_any_more(visitor: Come) -> None:
    table = made(drafted(GLASS, visitor("Anna"), listed="yes"))
    Table.objects.filter(pk=table.pk).update(created=timezone.now() - timedelta(days=2))
    assert table.slug not in read(visitor("Bob").get("/"))


def test_my_tables_say_whose_turn_it_is_mine_first(visitor: Come, sit: Sit) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    first, second = sit(DUEL, anna, bob, seed=1), sit(DUEL, bob, anna, seed=1)
    my_turn, his_turn = (first, second) if standing(first).match.waiting == (0,) else (second, first)
    gathering = made(drafted(DUEL, anna))
    seen = read(anna.get("/lobby/mine/"))
    assert re.findall(r"/t/(.+?)/", seen) == [my_turn.slug, his_turn.slug, gathering.slug]
    assert said("lobby.mine.turn") in seen
    assert said("lobby.mine.waiting", names="Bob") in seen
    assert said("lobby.mine.open", seats=1) in seen
    desk.leave(his_turn, anna.person)
    assert said("lobby.mine.away") in read(anna.get("/lobby/mine/"))


def test_a_game_that_ends_while_one_looks(visitor: Come, sit: Sit) -> None:
    anna = visitor("Anna")
    table = play_on(sit(DUEL, anna, "page"))
    Table.objects.filter(pk=table.pk).update(stage=Table.Stage.PLAYING)  # as it was read before the last move
    assert said("lobby.mine.over") in read(anna.get("/lobby/mine/"))


def test_on_a_shared_device_the_turn_has_a_name(visitor: Come) -> None:
    anna = visitor("Anna")
    table = made(drafted(DUEL, anna, seat_0="friend", name_0="Zoé", seat_1="me"))
    seen = read(anna.get("/lobby/mine/"))
    assert said("lobby.mine.turn_of", name=("Zoé", "Anna")[standing(table).match.waiting[0]]) in seen
    assert said("lobby.mine.with", names="Zoé") in seen


@pytest.mark.parametrize(
    ("places", "shown"),
    [([1, 2, 3], "Won"), ([1, 1, 3], "Won together"), ([2, 1, 3], "2nd of 3"), ([3, 2, 1], "3rd of 3")],
)
def test_my_finished_games_have_results(places: list[int], shown: str, visitor: Come, sit: Sit) -> None:
    anna = visitor("Anna")
    table = sit(GAME, anna.person, "page", "page")
    Table.objects.filter(pk=table.pk).update(stage=Table.Stage.OVER, places=places, scores=[12, -3, 7])
    for address in ("/", "/me/"):
        seen = read(anna.get(address))
        assert reverse("after", args=[table.slug]) in seen
        assert f">{shown}</span>" in seen
        assert "<strong>Anna: 12</strong>" in seen
        assert "Page 1: −3" in seen
    assert table.slug not in read(visitor("Bob").get("/"))


# --- The waiting room ---


def test_the_waiting_room_tells_all_and_shares_the_link(visitor: Come) -> None:
    anna = visitor("Anna")
    table = made(drafted(GLASS, anna, option_players=2, option_inverted="true", clock=60))
    address = f"http://localhost/t/{table.slug}/"
    for one, may in ((anna, ("fill", "leave")), (visitor("Bob"), ("join",)), (Visitor(), ("join",))):
        page = read(one.get(reverse("table", args=[table.slug])))
        assert '<main id="table" class="table gathering" data-revision=' in page
        assert '<div id="notice" role="alert"></div>' in page
        assert f'value="{address}"' in page
        assert reverse("code", args=[table.slug]) in page
        assert kind(GLASS).words("option.inverted.true").text("en").capitalize() in page
        assert said("lobby.room.clock", time="1 minute") in page
        deeds = {deed for deed in ("fill", "leave", "join") if f'hx-post="{reverse(deed, args=[table.slug])}"' in page}
        assert deeds == set(may)


def test_only_on_this_computer_is_it_said_that_the_link_leads_nowhere(visitor: Come, settings_hosts: None) -> None:
    table = made(drafted(GLASS, visitor("Anna")))
    assert said("lobby.room.local") in visitor("Bob").page(table)
    elsewhere = visitor("Eve", SERVER_NAME="house.example")
    page = elsewhere.page(table)
    assert "http://house.example/t/" in page
    assert "camarilla serve" not in page


@pytest.fixture
def settings_hosts() -> Iterator[None]:
    from django.test.utils import override_settings

    with override_settings(ALLOWED_HOSTS=["*"]):
        yield


def test_the_code_is_a_picture_without_style(visitor: Come) -> None:
    anna = visitor("Anna")
    table = made(drafted(GLASS, anna))
    for address in (reverse("code", args=[table.slug]), reverse("my_code")):
        response = anna.get(address)
        assert response.headers["Content-Type"] == "image/svg+xml"
        assert b"style" not in response.content
        assert ElementTree.fromstring(response.content).tag.endswith("svg")


def test_who_comes_sits_down_and_when_all_sit_it_begins(visitor: Come, client: Visitor) -> None:
    anna = visitor("Anna")
    table = made(drafted(GAME, anna, option_players=3))
    assert visitor("Bob").post_to(table, "join", name="Robert", seat=2).status_code == 302
    table.refresh_from_db()
    assert seats(table) == [("person", "Anna"), ("open", ""), ("person", "Robert")]
    assert table.stage == Table.Stage.GATHERING
    client.post_to(table, "join", name="Clara")
    table.refresh_from_db()
    assert (table.stage, seats(table)[1]) == (Table.Stage.PLAYING, ("person", "Clara"))
    assert f'class="board {GAME}"' in client.page(table)


def test_htmx_is_sent_to_the_page_anew_after_sitting_down(client: Visitor, visitor: Come) -> None:
    table = made(drafted(GAME, visitor("Anna")))
    response = client.post(f"/t/{table.slug}/join/", {"name": "Bob"}, HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    assert response.headers["HX-Redirect"] == f"/t/{table.slug}/"


@pytest.mark.parametrize(("name", "problem"), WRONG_NAMES.items())
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_sits_down_under_a_wrong_name(
    name: str, problem: str, language: str, client: Visitor, visitor: Come
) -> None:
    table = made(drafted(GAME, visitor("Anna")))
    before = seats(table)
    response = client.language(language).post_to(table, "join", name=name)
    text = said(f"refusal.{problem}", language, length=NAME_LENGTH + 1, most=NAME_LENGTH)
    assert response.status_code == 400
    assert text[1:] in read(response)
    assert seats(table) == before
    assert Person.objects.count() == 1


def test_who_is_refused_keeps_the_old_name(visitor: Come) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = made(drafted(GAME, anna))
    assert bob.post_to(table, "join", name="Robert", seat=0).status_code == 409
    assert bob.post_to(table, "join", name="Robert", seat=9).status_code == 409
    assert bob.post_to(table, "join", name="Robert", seat="x").status_code == 400
    assert anna.post_to(table, "join", name="Annette").status_code == 409
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Anna", "Bob"]


def test_the_host_lets_bots_in(visitor: Come) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = made(drafted(GAME, anna))
    assert bob.post_to(table, "fill", level="page").status_code == 403
    assert anna.post_to(table, "fill", level="god").status_code == 400
    assert Visitor().post_to(table, "fill", level="page").status_code == 403
    assert [kind for kind, _ in seats(table)] == ["person", "open", "open"]
    assert anna.post_to(table, "fill", level="page").status_code == 302
    assert seats(table) == [("person", "Anna"), ("bot", "page"), ("bot", "page")]
    assert anna.post_to(table, "fill", level="page").status_code == 409


def test_a_guest_gets_up_and_the_host_closes_the_table(visitor: Come) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = made(drafted(GAME, anna))
    bob.post_to(table, "join", name="Bob", seat=1)
    assert visitor("Eve").post_to(table, "leave").status_code == 403
    assert bob.post_to(table, "leave").headers["Location"] == "/"
    assert seats(table)[1] == ("open", "")
    assert anna.post_to(table, "leave").headers["Location"] == "/"
    assert not Table.objects.exists()
    for language in LANGUAGES:  # and whoever has it open is told
        assert said("lobby.room.closed", language) in unescape(
            news(table.slug, bob.person, language, None, "1")[1] or ""
        )


# --- Who one is ---


def test_a_name_is_changed(client: Visitor) -> None:
    assert client.post("/me/", {"name": "  Bianca "}).headers["Location"] == "/me/"
    assert said("lobby.me.hello", name="Bianca") in read(client.get("/me/"))
    client.post("/me/", {"name": "Margot"})
    assert [person.name for person in Person.objects.all()] == ["Margot"]


@pytest.mark.parametrize(("name", "problem"), WRONG_NAMES.items())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_name_is_refused(name: str, problem: str, language: str, visitor: Come) -> None:
    anna = visitor("Anna", language)
    response = anna.post("/me/", {"name": name})
    assert response.status_code == 400
    assert said(f"refusal.{problem}", language, length=NAME_LENGTH + 1, most=NAME_LENGTH) in read(response)
    assert Person.objects.get().name == "Anna"


def test_markup_in_names_is_only_text(visitor: Come, sit: Sit) -> None:
    mallory, bob = visitor("Mallory"), visitor("Bob")
    mallory.post("/me/", {"name": MARKUP})
    table = made(drafted(GLASS, mallory, name=MARKUP, seat_1="friend", name_1="<img src=x>", listed="yes"))
    over = sit(DUEL, mallory.person, bob.person)
    Table.objects.filter(pk=over.pk).update(stage=Table.Stage.OVER, places=[1, 2], scores=[1, 0])
    over.seats.filter(number=0).update(name=MARKUP)
    looks = [(mallory, "/"), (mallory, "/me/"), (mallory, f"/new/{GLASS}/"), (bob, "/"), (bob, link_of(mallory))]
    for one, address in [*looks, (bob, f"/t/{table.slug}/"), (mallory, f"/t/{table.slug}/")]:
        page = one.get(address).content.decode()
        assert "&lt;script&gt;a&amp;b" in page, address
        assert "<script>a" not in page
        assert "<img src=x" not in page


def link_of(visitor: Visitor) -> str:
    found = re.search(r'value="http://localhost(/me/.+?/)"', read(visitor.get("/me/")))
    assert found
    return found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_personal_link_moves_to_another_device(language: str, visitor: Come) -> None:
    anna, phone = visitor("Anna"), Visitor(language=language)
    table = made(drafted(DUEL, anna))
    link = link_of(anna)
    asked = phone.get(link)
    assert asked.status_code == 200
    assert WORDS("lobby.me.come", name="Anna").text(language, ("Anna",)) in read(asked)
    assert people.KEY not in phone.session  # asking is not coming in
    assert phone.post(link).headers["Location"] == "/"
    assert phone.session[people.KEY] == key_of(anna.person)
    assert table.slug in read(phone.get("/lobby/mine/"))
    assert anna.session[people.KEY] == key_of(anna.person)


def test_who_is_somebody_else_here_is_warned(visitor: Come) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    assert said("lobby.me.come_loss", name="Bob") in read(bob.get(link_of(anna)))
    assert "Bob" not in read(anna.get(link_of(anna)))


def test_a_forged_link_is_refused(visitor: Come) -> None:
    anna = visitor("Anna")
    link = link_of(anna)
    stranger = Visitor()
    for forged in (link[:-4] + "xxx/", f"/me/{key_of(anna.person)}/", "/me/a:b:c/"):
        for ask in (stranger.get, stranger.post):
            assert ask(forged).status_code == 404
    assert people.KEY not in stranger.session
    assert key_of(anna.person) not in read(anna.get("/me/")).replace(link, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_personal_link_ends(language: str, visitor: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, phone = visitor("Anna"), Visitor(language=language)
    link = link_of(anna)
    later = time.time() + people.LINK_DAYS * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: later - 60)
    assert phone.get(link).status_code == 200
    monkeypatch.setattr(time, "time", lambda: later + 60)
    for ask in (phone.get, phone.post):
        response = ask(link)
        assert response.status_code == 410
        assert said("refusal.token_old", language, days=people.LINK_DAYS)[1:] in read(response)
    assert people.KEY not in phone.session


def test_who_renews_the_key_is_alone_with_it(visitor: Come) -> None:
    anna, phone = visitor("Anna"), Visitor()
    table = made(drafted(DUEL, anna))
    link = link_of(anna)
    phone.post(link)
    assert anna.post("/me/renew/").headers["Location"] == "/me/"
    assert table.slug in read(anna.get("/lobby/mine/")) and "Anna" in read(anna.get("/me/"))
    assert table.slug not in read(phone.get("/lobby/mine/"))
    assert Visitor().get(link).status_code == 404
    assert phone.post("/me/renew/").status_code == 404  # who is nobody has nothing to renew
    assert Visitor().get(link_of(anna)).status_code == 200


# --- Languages ---


def test_the_language_is_switched_and_kept(visitor: Come) -> None:
    anna = visitor("Anna")
    response = anna.post("/language/", {"language": "fr", "next": f"/new/{GLASS}/?x=1"})
    assert response.headers["Location"] == f"/new/{GLASS}/?x=1"
    assert response.cookies[LANGUAGE_COOKIE].value == "fr"
    assert '<html lang="fr">' in read(anna.get("/"))
    assert anna.post("/language/", {"language": "en"}).headers["Location"] == "/"


@pytest.mark.parametrize(
    "address",
    [
        "http://evil.example/",
        "https://evil.example",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "evil",
        "",
        "http:///evil.example",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_link_leads_out_of_the_house(address: str, language: str, client: Visitor) -> None:
    response = client.language(language).post("/language/", {"language": "fr", "next": address})
    assert response.status_code == 400
    assert said("refusal.next", language)[1:] in read(response)
    assert LANGUAGE_COOKIE not in response.cookies


@pytest.mark.parametrize("wanted", ["", "de", "en-GB", "x" * 1000])
def test_an_unknown_language_is_refused(wanted: str, client: Visitor) -> None:
    response = client.post("/language/", {"language": wanted, "next": "/"})
    assert response.status_code == 400
    assert len(read(response)) < 10_000
    assert LANGUAGE_COOKIE not in response.cookies


def test_forms_need_their_token(visitor: Come) -> None:
    anna = visitor("Anna", enforce_csrf_checks=True)
    deeds = [(f"/now/{DUEL}/", {}), (f"/new/{DUEL}/", {"name": "Anna"}), ("/me/", {"name": "Eve"}), ("/language/", {})]
    for address, fields in deeds:
        response = anna.post(address, fields)
        assert response.status_code == 403
        assert said("refusal.csrf")[1:] in read(response)
    assert not Table.objects.exists()
    assert Seat.objects.count() == 0
    assert Person.objects.get().name == "Anna"
