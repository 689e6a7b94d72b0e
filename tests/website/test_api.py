"""The API: the same tables as on the pages, for programs."""

from __future__ import annotations

import asyncio
import html
import json
import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from camarilla.bots.ladder import LEVELS, parse_bot
from camarilla.bots.play import decide
from camarilla.engine.words import LANGUAGES
from camarilla.games import game, games, kind, load
from camarilla.site import analyst, desk, live, people, tokens
from camarilla.site.models import Errand, Table, Token, hash_key
from camarilla.version import __version__
from tests.samples import DUEL, GAME, few, short, some_sizes
from tests.website.line import Line, ask, scope
from tests.website.parlour import (
    Program,
    Visitor,
    at_once,
    bots_move,
    everything,
    fresh,
    person,
    play_on,
    sit,
    standing,
    visitor,
)

ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "page"}


def at(table: Table, deed: str = "") -> str:
    return f"/tables/{table.slug}{deed}"


@pytest.fixture
def anna() -> Program:
    """Her program has asked before, so that nothing is noted about its token."""
    anna = Program(person("Anna"))
    anna.call("GET", "/me")
    return anna


@pytest.fixture
def duel(anna: Program) -> Table:
    """A match in which Anna's program is to move."""
    return bots_move(sit(DUEL, anna.person, "page"))


# --- Playing ---


@pytest.mark.parametrize("name", games())
def test_a_program_opens_a_table_and_plays_there(anna: Program, name: str) -> None:
    chance, players = Random(name), few(name)
    wanted = {"game": name, "options": {**short(name), "players": players}, "seats": [ME, *[BOT] * (players - 1)]}
    opened = anna.call("POST", "/tables", wanted)
    table, state = Table.objects.get(), opened.json()
    assert opened.status_code == 201 and opened.headers["Location"] == f"/api/v1{at(table)}"
    assert anna.call("GET", at(table, "/record")).json()["error"] == "after"
    for _ in range(6):
        while not state["acts"] and state["stage"] == "playing":
            bots_move(table)
            state = anna.call("GET", at(table)).json()
        if state["stage"] == "playing":
            choice, ply = chance.choice(state["choices"]), state["ply"]
            move = choice[chance.choice(["move", "action"])]
            answer = anna.call("POST", at(table, "/play"), {"move": move, "ply": ply})
            state = answer.json()
            assert answer.status_code == 200 and state["ply"] > ply
            assert state["log"][-1]["text"]
    state = anna.call("GET", at(play_on(table))).json()
    assert state["stage"] == "over" and 1 in state["places"] and len(state["scores"]) == players
    assert load(anna.call("GET", at(table, "/record")).json()).scores == tuple(state["scores"])


def test_a_state_is_what_the_seat_sees(anna: Program, duel: Table) -> None:
    state, match = anna.call("GET", at(duel)).json(), standing(duel).match
    assert state["seat"] == 0 and state["acts"] and state["prompt"]
    assert state["view"]["hand"] == match.view(0)["hand"] != []
    assert state["observation"] == match.observe(0).tolist()
    assert [one["action"] for one in state["choices"]] == [one.id for one in match.choices(0)]
    assert anna.call("GET", at(duel, "/choices")).json()["choices"] == state["choices"]
    other = Visitor().get(f"/api/v1{at(duel)}").json()
    assert other["seat"] is other["observation"] is None and other["choices"] == other["view"]["hand"] == []


def test_a_step_is_taken_back_once(anna: Program, duel: Table) -> None:
    before = anna.call("GET", at(duel)).json()
    state = anna.call("POST", at(duel, "/play"), {"move": before["choices"][0]["move"], "ply": before["ply"]}).json()
    assert state["may_undo"]
    undone = anna.call("POST", at(duel, "/undo")).json()
    assert undone["view"] == before["view"] and undone["ply"] > state["ply"]
    refused = anna.call("POST", at(duel, "/undo"))
    assert refused.status_code == 400 and refused.json()["error"] == "cannot_undo"


def test_a_move_is_made_once(anna: Program, duel: Table) -> None:
    state = anna.call("GET", at(duel)).json()
    sent = {"move": state["choices"][0]["move"], "ply": state["ply"]}
    assert anna.call("POST", at(duel, "/play"), sent).status_code == 200
    before = everything()
    again = anna.call("POST", at(duel, "/play"), sent)
    assert again.status_code == 409 and again.json()["error"] == "twice" and everything() == before


def test_what_the_rules_forbid_is_refused_with_the_clause(anna: Program, duel: Table) -> None:
    ply, can = standing(duel).ply, {choice.id for choice in standing(duel).match.choices(0)}
    forbidden = next(number for number in range(standing(duel).match.game.actions) if number not in can)
    for language in LANGUAGES:
        refused = anna.call("POST", at(duel, f"/play?language={language}"), {"move": forbidden, "ply": ply})
        said = refused.json()
        assert refused.status_code == said["status"] == 400 and said["error"] == "illegal_move"
        assert re.fullmatch(r"[A-Z]+-\d+\w*", said["clause"] or "X-1") and said["message"][0].isupper()


def test_who_has_several_seats_says_which(anna: Program) -> None:
    table = sit(DUEL, anna.person, anna.person)
    (mover,) = standing(table).match.waiting
    ply = standing(table).ply
    move = standing(table).match.choices(mover)[0].move
    refused = anna.call("POST", at(table, "/play"), {"move": move, "ply": ply})
    assert refused.status_code == 400 and refused.json()["error"] == "which_seat"
    assert anna.call("GET", at(table)).json()["seat"] is None
    assert anna.call("GET", at(table, f"?seat={1 - mover}")).json()["seat"] == 1 - mover
    assert anna.call("POST", at(table, f"/play?seat={mover}"), {"move": move, "ply": ply}).status_code == 200


# --- Tables ---


def test_people_and_programs_sit_at_the_same_tables(anna: Program) -> None:
    bob, table = visitor("Bob"), sit(GAME, anna.person, None, None, listed=True)
    carla = Program(person("Carla"))
    assert [one["table"] for one in carla.call("GET", "/tables").json()] == [table.slug]
    state = carla.call("POST", at(table, "/join?seat=2")).json()
    assert [seat["kind"] for seat in state["seats"]] == ["person", "open", "person"] and state["view"] is None
    assert [one["table"] for one in carla.call("GET", "/tables?which=mine").json()] == [table.slug]
    assert carla.call("POST", at(table, "/leave")).status_code == 204
    assert not carla.call("GET", "/tables?which=mine").json()
    bob.post_to(table, "join", name="Bob")
    assert carla.call("POST", at(table, "/fill"), {"level": "page"}).json()["error"] == "not_host"
    assert anna.call("POST", at(table, "/fill"), {"level": "page"}).json()["stage"] == "playing"
    assert anna.call("POST", at(table, "/leave")).status_code == 204 and standing(table).played_by_bot(0)
    assert not anna.call("POST", at(table, "/back")).json()["seats"][0]["away"]


@pytest.mark.parametrize(
    ("changes", "status", "told"),
    [
        ({"game": "chess"}, 404, "no such game"),
        ({"options": {"players": 99}}, 400, "99"),
        ({"options": {"colour": "red"}}, 400, "“options.colour”: "),
        ({"seats": [ME]}, 400, "1 seats were given for 3 players"),
        ({"seats": [BOT] * 3}, 400, "you need a seat, too"),
        ({"seats": [ME, ME, BOT]}, 400, "“seats.1”: you can sit on one seat only"),
        ({"seats": [ME, {"kind": "bot", "level": "me"}, BOT]}, 400, "there are: page"),
        ({"seats": [ME, {"kind": "friend", "name": "\u3164"}, BOT]}, 400, "signs that can be seen"),
        ({"seats": [ME, {"kind": "friend", "name": "Anna"}, BOT]}, 400, "already called"),
        ({"clock": 7}, 400, "'7' cannot be chosen"),
        ({"clock": 10**30}, 400, "cannot be chosen"),
    ],
)
def test_a_table_that_cannot_be(anna: Program, changes: dict[str, Any], status: int, told: str) -> None:
    before = everything()
    wanted = {"game": GAME, "seats": [ME, BOT, BOT], "options": {"players": 3}}
    refused = anna.call("POST", "/tables", wanted | changes)
    assert refused.status_code == status and told in refused.json()["message"], refused.content
    assert everything() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_described_with_what_can_be_chosen(language: str) -> None:
    found = {one["game"]: one for one in Visitor().get(f"/api/v1/games?language={language}").json()}
    assert tuple(found) == games()
    for name, one in found.items():
        made = kind(name)
        assert one["title"] == made.words("title").text(language) and one["actions"] == made.rules.ACTIONS
        assert [option["name"] for option in one["options"]] == [option.name for option in made.options]
        assert all(value["meaning"] for option in one["options"] for value in option["values"])
        assert Visitor().get(f"/api/v1/games/{name}?language={language}").json() == one
    assert [one["level"] for one in Visitor().get("/api/v1/levels").json()] == list(LEVELS)


# --- Thinking ---


def test_a_hint_is_asked_for_and_then_looked_for(anna: Program, duel: Table) -> None:
    assert anna.call("GET", at(duel, "/hint")).json()["error"] == "hint_unasked"
    asked = anna.call("POST", at(duel, "/hint"))
    assert asked.status_code == 202 and asked.headers["Location"] == f"/api/v1{at(duel, '/hint')}"
    assert anna.call("GET", at(duel, "/hint")).status_code == 202
    Errand.objects.filter(kind=Errand.Kind.HINT).update(answer=[[standing(duel).match.choices(0)[0].move, 0.5]])
    found = anna.call("GET", at(duel, "/hint"))
    assert found.status_code == 200 and found.json()["hints"][0]["share"] == 0.5 and found.json()["hints"][0]["text"]
    assert Program(person("Eve")).call("POST", at(duel, "/hint")).json()["error"] == "not_seated"


def test_an_analysis_is_asked_for_after_the_end(anna: Program, duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "ITERATIONS", 10)
    assert anna.call("POST", at(duel, "/analysis")).json()["error"] == "after"
    play_on(duel)
    assert anna.call("GET", at(duel, "/analysis")).json()["error"] == "analysis_unasked"
    asked = anna.call("POST", at(duel, "/analysis"))
    assert asked.status_code == 202 and not asked.json()["done"]
    assert anna.call("GET", at(duel, "/analysis")).status_code == 202
    decision = [1, standing(duel).match.steps[0].action, 0.5, 0.5, 0.1]
    kept = fresh(duel).analysis | {"decisions": [decision], "whole": 1, "why": [], "pace": None}
    Table.objects.update(analysis=kept)
    found = anna.call("GET", at(duel, "/analysis"))
    assert found.status_code == 200 and found.json()["done"]
    assert found.json()["decisions"][0]["played"] == standing(duel).match.steps[0].move


@pytest.mark.parametrize("name", games())
def test_a_player_that_starts_from_a_world_decides_as_one_at_the_table(anna: Program, name: str) -> None:
    table = play_on(sit(name, anna.person, *["page"] * (some_sizes(name)[0] - 1)), 8)
    now = standing(bots_move(table))
    answer = anna.call("GET", at(table, "/worlds?number=3&seed=11")).json()
    assert len(answer["worlds"]) == 3 and answer["worlds"][0] != answer["worlds"][1]
    made = game(name, **anna.call("GET", at(table)).json()["options"])
    for world in answer["worlds"]:
        match = made.at(world)
        assert match.redeal(0, 4).state.tobytes() == now.match.redeal(0, 4).state.tobytes()
        quick = parse_bot(made, "courtier")
        assert decide(match, 0, quick, seed=3).move == decide(now.match, 0, quick, seed=3).move


# --- Events ---


def test_events_are_the_whole_state_and_go_on_from_what_was_seen(anna: Program, duel: Table) -> None:
    async def first(response: Any, number: int) -> str:
        return b"".join([await anext(response.streaming_content) for _ in range(number)]).decode()

    answer = anna.call("GET", at(duel, "/events"))
    assert answer.headers["Content-Type"] == "text/event-stream"
    sent = asyncio.run(first(answer, 2))
    assert f"id: {fresh(duel).revision}\n" in sent
    data = json.loads(re.search(r"^data: (.*)$", sent, re.M)[1])  # type: ignore[index]
    assert data == anna.call("GET", at(duel)).json()
    answer.close()
    seen = anna.call("GET", at(duel, "/events"), HTTP_LAST_EVENT_ID=str(fresh(duel).revision))
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(first(seen, 2), 0.3))
    seen.close()
    assert not live.PAGES._open


def test_events_of_a_table_that_is_closed_end(anna: Program) -> None:
    table = sit(GAME, anna.person, None, None)
    answer = anna.call("GET", at(table, "/events"))

    async def all_sent() -> list[str]:
        sent = []
        async for part in answer.streaming_content:
            sent.append(part.decode())
            if len(sent) == 2:
                await asyncio.to_thread(at_once, [lambda: desk.leave(table, anna.person)])
        return sent

    sent = asyncio.run(asyncio.wait_for(all_sent(), 30))
    assert [one.partition(":")[0] for one in sent] == ["retry", "id", "event"] and sent[-1] == live.CLOSED
    assert anna.call("GET", at(table, "/events")).json()["error"] == "no_table"
    answer.close()


def test_open_events_are_counted_as_pages_are(anna: Program, duel: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "OF_PERSON", 2)
    opened = [anna.call("GET", at(duel, "/events")) for _ in range(2)]
    refused = anna.call("GET", at(duel, "/events"))
    assert refused.status_code == 429 and refused.json()["error"] == "too_many_pages"
    for one in opened:
        one.close()


# --- Tokens ---


def test_a_token_is_made_on_the_page_and_shown_once() -> None:
    owner = visitor("Anna")
    page = owner.post(reverse("tokens"), {"token": "my bot"}).content.decode()
    made = re.search(r'id="token-made" readonly value="([^"]+)"', page)[1]  # type: ignore[index]
    assert Token.objects.get().key_hash == hash_key(made) and made.startswith(tokens.PREFIX)
    later = owner.get("/me/").content.decode()
    assert "my bot" in later and made not in later and hash_key(made) not in later
    asked = {"HTTP_AUTHORIZATION": f"Bearer {made}"}
    assert Visitor().get("/api/v1/me", **asked).json() == {"name": "Anna"}
    assert visitor("Eve").post(reverse("revoke", args=[Token.objects.get().pk])).status_code == 404
    assert owner.post(reverse("revoke", args=[Token.objects.get().pk])).status_code == 302
    refused = Visitor().get("/api/v1/me", **asked)
    assert refused.status_code == 401 and refused.headers["WWW-Authenticate"] == "Bearer"


def test_nobody_has_more_tokens_than_they_can_keep_in_mind() -> None:
    owner = visitor("Anna", "fr")
    for number in range(tokens.MOST):
        assert owner.post(reverse("tokens"), {"token": f"bot {number}"}).status_code == 200
    refused = owner.post(reverse("tokens"), {"token": "one more"})
    assert refused.status_code == 429 and "10 jetons" in refused.content.decode()
    assert owner.post(reverse("tokens"), {"token": " "}).status_code == 400
    assert Visitor().post(reverse("tokens"), {"token": "x"}).status_code == 404
    assert Token.objects.count() == tokens.MOST


def test_a_new_key_ends_tokens_too() -> None:
    """Whoever had found a personal link could have made one."""
    owner = visitor("Anna")
    thief = Program(owner.person)
    assert owner.post(reverse("renew")).status_code == 302
    assert thief.call("GET", "/me").status_code == 401
    thief = Program(owner.person)
    people.throw_out(owner.person)
    assert thief.call("GET", "/me").status_code == 401 and owner.get("/api/v1/me").status_code == 401


def test_it_is_noted_seldom_that_a_token_was_used(anna: Program) -> None:
    anna.call("GET", "/me")
    first = Token.objects.get().used
    anna.call("GET", "/me")
    assert first and Token.objects.get().used == first
    Token.objects.update(used=timezone.now() - 2 * tokens.SELDOM)
    anna.call("GET", "/me")
    assert timezone.now() - Token.objects.get().used < timedelta(minutes=1)


# --- Who asks ---


def test_a_session_changes_nothing_from_another_site() -> None:
    owner = visitor("Anna", enforce_csrf_checks=True)
    table = bots_move(sit(DUEL, owner, "page"))
    sent = {"move": standing(table).match.choices(0)[0].move, "ply": standing(table).ply}
    before = everything()
    for path, body in ((at(table, "/play"), sent), (at(table, "/leave"), None), (at(table, "/hint"), None)):
        refused = owner.post(f"/api/v1{path}", body, "application/json")
        assert refused.status_code == 403 and refused.json()["error"] == "csrf"
    assert everything() == before
    owner.get("/")
    proof = owner.cookies["csrftoken"].value
    assert (
        owner.post(f"/api/v1{at(table, '/play')}", sent, "application/json", HTTP_X_CSRFTOKEN=proof).status_code == 200
    )


def test_a_token_counts_more_than_a_session(anna: Program) -> None:
    bob = visitor("Bob")
    assert bob.get("/api/v1/me").json() == {"name": "Bob"}
    assert bob.get("/api/v1/me", HTTP_AUTHORIZATION=f"Bearer {anna.token}").json() == {"name": "Anna"}
    for wrong in ("Bearer x", "Bearer ", f"Bearer {anna.token}x", "Bearer \xe9"):
        assert bob.get("/api/v1/games", HTTP_AUTHORIZATION=wrong).status_code == 401, "not even what is open to all"


def test_a_stranger_may_look_and_no_more() -> None:
    table = sit(GAME, person("Anna"), None, "page", listed=True)
    before = everything()
    for deed in ("/join", "/leave", "/back", "/undo", "/hint"):
        refused = Visitor().post(f"/api/v1{at(table, deed)}")
        assert refused.status_code == 401 and refused.json()["error"] == "unauthorized", deed
    assert Visitor().get("/api/v1/tables?which=mine").status_code == 401
    assert Visitor().get(f"/api/v1{at(table)}").json()["seat"] is None
    assert everything() == before


# --- What is sent ---


@pytest.mark.parametrize(
    ("sent", "kind", "status", "error"),
    [
        ("{", "application/json", 400, "json"),
        ("\xff", "application/json", 400, "json"),
        ("[" * 90_000, "application/json", 400, "json"),
        ('{"move": "x", "ply": ' + "9" * 5000 + "}", "application/json", 400, "json"),
        ('{"move": "x", "ply": 0}', "text/plain", 415, "content_type"),
        ("move=x&ply=0", "application/x-www-form-urlencoded", 415, "content_type"),
        ("", "application/json", 422, "input"),
        ("[]", "application/json", 422, "input"),
        ('{"move": "x"}', "application/json", 422, "input"),
        ('{"move": "x", "ply": 0, "seed": 1}', "application/json", 422, "input"),
        ('{"move": "x", "ply": "0"}', "application/json", 422, "input"),
        ('{"move": "x", "ply": -1}', "application/json", 422, "input"),
        ('{"move": "x", "ply": 1e400}', "application/json", 422, "input"),
        ('{"move": "x", "ply": 99999999999999999999}', "application/json", 422, "input"),
        ('{"move": "", "ply": 0}', "application/json", 422, "input"),
        ('{"move": "x\\u0000", "ply": 0}', "application/json", 422, "input"),
        ('{"move": "\\ud800", "ply": 0}', "application/json", 422, "input"),
        ('{"move": true, "ply": 0}', "application/json", 422, "input"),
        ('{"move": "' + "x" * 81 + '", "ply": 0}', "application/json", 422, "input"),
        ('{"move": "x", "ply": 2147483647}', "application/json", 400, "ply"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_understood_is_refused(
    anna: Program, duel: Table, sent: str, kind: str, status: int, error: str, language: str
) -> None:
    before = everything()
    asked = {"HTTP_AUTHORIZATION": f"Bearer {anna.token}"}
    refused = anna.generic("POST", f"/api/v1{at(duel, '/play')}?language={language}", sent, kind, **asked)
    assert (refused.status_code, refused.json()["error"]) == (status, error), refused.content
    assert refused.json()["message"] and everything() == before


def test_a_problem_is_said_with_its_field_and_what_would_be_right(anna: Program, duel: Table) -> None:
    said = anna.call("POST", at(duel, "/play?language=fr"), {"move": "x", "ply": -1}).json()["message"]
    assert said == "«\u202fply\u202f» vaut au moins 0"
    assert "“which” is one of 'open' or 'mine'" in anna.call("GET", "/tables?which=x").json()["message"]
    assert "“colour” is not known here" in anna.call("GET", "/tables?colour=red").json()["message"]
    assert "'en' or 'fr'" in anna.call("GET", "/tables?language=tlh").json()["message"]


def test_a_body_that_is_too_big_is_refused_in_json() -> None:
    line = asyncio.run(ask(Line(*[b"x" * 1_000_000] * 10), scope("/api/v1/tables", "POST")))
    assert line.status == 413 and json.loads(line.text)["error"] == "too_big"


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v2/games", "/api/v1/tables/x%00", "/api/v1/games/%F0%9F"])
def test_an_address_that_does_not_exist(path: str) -> None:
    answer = Visitor().get(path)
    assert answer.status_code == 404 and answer.json()["status"] == 404


# --- The description ---


def test_every_answer_tells_the_version() -> None:
    for path in ("/api/v1/games", "/api/v1/openapi.json", "/api/v1/tables/none"):
        assert Visitor().get(path).headers["Camarilla-Version"] == __version__


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_can_read_what_can_be_asked(language: str) -> None:
    page = html.unescape(visitor("Anna", language).get("/api/v1/").content.decode())
    described = Visitor().get("/api/v1/openapi.json").json()
    for path, operations in described["paths"].items():
        assert path in page
        for operation in operations.values():
            assert (operation["description"] in page) == (language == "en")
    assert described["info"]["version"] == __version__ and settings.SESSION_COOKIE_NAME in json.dumps(described)
