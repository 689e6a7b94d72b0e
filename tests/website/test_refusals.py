"""Bad input: a clear answer in the visitor's language with the status that fits, and nothing changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import get_resolver, reverse
from markupsafe import escape

from camarilla.engine.words import LANGUAGES
from camarilla.games import games
from camarilla.site import WORDS, desk, people
from camarilla.site.guards import CSP
from camarilla.site.models import NAME_LENGTH, Person, Table
from camarilla.site.refusals import Refusal
from tests.samples import DUEL, GAME, few
from tests.website.parlour import Visitor, bots_move, everything, fresh, key_of, person, play_on, sit, standing, visitor

DEEDS = ("play", "undo", "glass", "say", "join", "fill", "leave", "back", "again", "decline")
ALERT = re.compile(r'<p (?:class="notice"|role="alert")>(.*?)</p>', re.S)


def said(response: HttpResponse) -> str:
    """What the answer says to the visitor."""
    return unescape(ALERT.search(response.content.decode())[1])  # type: ignore[index]


def spoken(key: str, language: str, **parts: Any) -> str:
    text = WORDS(f"refusal.{key}", **parts).text(language)
    return text[:1].upper() + text[1:]


def refused(
    who: Visitor, key: str | None, status: int, url: str, fields: dict[str, Any] | None = None, **parts: Any
) -> None:
    """In either language, as a page and as a notice, the same refusal; and every row stays as it was."""
    before, texts = everything(), []
    for language in LANGUAGES:
        for headers in ({}, {"HX-Request": "true"}):
            answer = who.language(language).post(url, fields or {}, headers=headers)
            assert answer.status_code == status, (answer.status_code, answer.content.decode())
            assert answer.headers["Content-Security-Policy"] == CSP
            assert (f'<html lang="{language}">' in answer.content.decode()) is (not headers)
            assert answer.headers.get("HX-Retarget") == ("#notice" if headers else None)
            texts.append(said(answer))
            assert not key or texts[-1].startswith(spoken(key, language, **parts)), texts[-1]
    assert texts[0] == texts[1] != texts[2] == texts[3], texts
    assert everything() == before


def at(table: Table | str, deed: str) -> str:
    return reverse(deed, args=[table if isinstance(table, str) else table.slug])


@pytest.fixture
def anna() -> Visitor:
    return visitor("Anna")


@pytest.fixture
def table(anna: Visitor) -> Table:
    """A match of Anna (A), Bob (B) and a bot (C) in which it is Anna's turn."""
    made = sit(GAME, anna, person("Bob"), "page", seed=2)
    while standing(made).match.waiting != (0,):
        play_on(made, 1)
    return fresh(made)


def first(table: Table, seat: int = 0) -> str:
    return standing(table).match.choices(seat)[0].move


def move_of(table: Table, **changed: Any) -> dict[str, Any]:
    """The fields of a move that Anna could make now, some of them changed."""
    fields = {"seat": 0, "ply": standing(table).ply, **changed}
    if "move" not in changed:
        fields["move"] = first(table)
    return {name: value for name, value in fields.items() if value is not None}


# --- Whose seat ---


def test_the_move_itself_would_do(anna: Visitor, table: Table) -> None:
    assert anna.post(at(table, "play"), move_of(table)).status_code == 302


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_plays_anothers_seat(anna: Visitor, table: Table, seat: int) -> None:
    while standing(table).match.waiting != (seat,):
        play_on(table, 1)
    refused(anna, "not_yours", 403, at(table, "play"), move_of(table, seat=seat, move=first(table, seat)))
    refused(anna, "not_yours", 403, at(table, "undo"), {"seat": seat})
    refused(anna, "not_yours", 403, at(table, "glass"), {"seat": seat})
    refused(anna, "not_yours", 403, at(table, "say"), {"seat": seat, "phrase": "hello"})


def test_nobody_moves_while_it_is_anothers_turn(anna: Visitor, table: Table) -> None:
    play_on(table, 1)
    while standing(table).match.waiting == (0,):
        play_on(table, 1)
    other = standing(table).match.waiting[0]
    refused(anna, None, 400, at(table, "play"), move_of(table, move=first(table, other)))


def test_a_spectator_does_nothing(table: Table) -> None:
    for who in (visitor("Chiara"), Visitor()):
        refused(who, "not_yours", 403, at(table, "play"), move_of(table))
        refused(who, "not_yours", 403, at(table, "undo"), {"seat": 0})
        refused(who, "not_yours", 403, at(table, "glass"), {"seat": 0})
        refused(who, "not_yours", 403, at(table, "say"), {"seat": 0, "phrase": "hello"})
        refused(who, "not_seated", 403, at(table, "leave"))
        assert who.get(at(table, "hint"), {"seat": 0}).status_code == 403
        assert who.get(at(table, "why"), {"seat": 0, "things": "above"}).status_code == 403
    refused(visitor("Dario"), "not_away", 409, at(table, "back"))
    refused(visitor("Dario"), "not_host", 403, at(table, "fill"), {"level": "page"})
    refused(visitor("Dario"), "begun", 409, at(table, "join"), {"name": "Dario"})


def test_a_seat_at_one_table_is_no_seat_at_another(anna: Visitor, table: Table) -> None:
    elsewhere = sit(GAME, person("Chiara"), person("Dario"), "page", seed=2)
    while standing(elsewhere).match.waiting != (0,):
        play_on(elsewhere, 1)
    refused(anna, "not_yours", 403, at(elsewhere, "play"), move_of(elsewhere))
    refused(anna, "not_seated", 403, at(elsewhere, "leave"))
    refused(anna, "not_seated", 403, at(elsewhere, "again"))
    refused(anna, "no_offer", 409, at(elsewhere, "decline"))


def test_a_forged_session_is_nobody(table: Table) -> None:
    forged = Visitor()
    for value in (
        str(table.host_id),
        table.host.key_hash,
        f"{table.host_id}:1:x",
        '{"person":"x"}',
        "\x00",
        "é" * 3000,
    ):
        forged.cookies["sessionid"] = value
        refused(forged, "not_yours", 403, at(table, "play"), move_of(table))


@pytest.mark.parametrize("seat", ["3", "99", "999999999"])
def test_a_seat_that_does_not_exist(anna: Visitor, table: Table, seat: str) -> None:
    refused(anna, "no_seat", 400, at(table, "play"), move_of(table, seat=seat))
    refused(anna, "no_seat", 400, at(table, "undo"), {"seat": seat})


# --- When ---


def test_a_move_twice(anna: Visitor, table: Table) -> None:
    fields = move_of(table)
    anna.post(at(table, "play"), fields)
    refused(anna, "twice", 409, at(table, "play"), fields)


def test_a_move_from_an_old_page_and_from_none(anna: Visitor, table: Table) -> None:
    ply = standing(table).ply
    anna.play(table)
    play_on(table, 1)
    while standing(table).match.waiting != (0,):
        play_on(table, 1)
    refused(anna, "twice", 409, at(table, "play"), move_of(table, ply=ply))
    refused(anna, "ply", 400, at(table, "play"), move_of(table, ply=standing(table).ply + 1))
    refused(anna, "ply", 400, at(table, "play"), move_of(table, ply=999_999_999))


def test_before_and_after_the_match(anna: Visitor) -> None:
    early = sit(GAME, anna, None, "page")
    refused(anna, "not_begun", 409, at(early, "play"), {"seat": 0, "ply": 0, "move": "Tg+"})
    refused(anna, "not_over", 409, at(early, "again"))
    refused(anna, "not_away", 409, at(early, "back"))
    refused(anna, "seated", 409, at(early, "join"))
    late = play_on(sit(DUEL, anna, "page"))
    refused(anna, "over", 409, at(late, "play"), {"seat": 0, "ply": standing(late).ply, "move": "x"})
    refused(anna, "over", 409, at(late, "undo"), {"seat": 0})
    refused(anna, "over", 409, at(late, "leave"))


# --- What ---


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("slug", ["nowhere", "A" * 500, "%00", "a%2Fb", "été", "<b>"])
def test_a_table_that_does_not_exist(anna: Visitor, deed: str, slug: str) -> None:
    url = f"/t/{slug}/{deed}/"
    refused(anna, "no_table" if "%2F" not in slug else None, 404, url, {"seat": "0", "ply": "0", "move": "x"})


@pytest.mark.parametrize("where", ["", "events/", "hint/?seat=0", "why/?seat=0"])
def test_a_page_of_a_table_that_does_not_exist(client: Visitor, where: str) -> None:
    for language in LANGUAGES:
        answer = client.language(language).get(f"/t/nowhere/{where}")
        assert answer.status_code == 404 and said(answer) == spoken("no_table", language)


@pytest.mark.parametrize("name", ["seat", "ply"])
@pytest.mark.parametrize(
    "value", [None, "", "-1", "1.0", "1e3", "0x1", "x", "9" * 10, "9" * 5000, "\x00", "²", "<b>", " 1"]
)
def test_a_field_that_is_no_number(anna: Visitor, table: Table, name: str, value: str | None) -> None:
    refused(
        anna, "number", 400, at(table, "play"), move_of(table, **{name: value}), name=name, value=(value or "")[:20]
    )


@pytest.mark.parametrize("value", [None, "", "9" * 81, "Tg+" * 3000])
def test_a_field_that_is_no_move(anna: Visitor, table: Table, value: str | None) -> None:
    refused(anna, "move", 400, at(table, "play"), move_of(table, move=value), value=(value or "")[:20])


@pytest.mark.parametrize(
    "value", ["pass", "\x00", "é@Ａ", "<script>", "Tg+ Tg+", "0", "-1", "{0.__class__}", "'; --", "\ud83d"]
)
def test_a_move_that_cannot_be_read(anna: Visitor, table: Table, value: str) -> None:
    fields = move_of(table, move=value.encode("utf-8", "surrogatepass"))
    refused(anna, None, 400, at(table, "play"), fields)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize(
    "value", ["zz", "\x00", "9" * 80, "-" * 80, "*", "@", "+", "A", "¹", "𝟙", "१", "1" * 40 + "@A", "(((("]
)
def test_no_game_stumbles_over_what_is_no_move(name: str, value: str) -> None:
    anna = visitor("Anna")
    made = bots_move(sit(name, anna, *["page"] * (few(name) - 1), seed=3))
    answer = anna.post(at(made, "play"), {"seat": 0, "ply": standing(made).ply, "move": value})
    assert answer.status_code == 400, answer.content.decode()


def test_an_illegal_move_is_answered_with_the_clause_and_the_names(anna: Visitor, table: Table) -> None:
    held = {choice.move[:1] for choice in standing(table).match.choices(0)}
    missing = next(card for card in ("C", "T", "N", "B", "H", "S") if card not in held)
    answer = anna.post(at(table, "play"), move_of(table, move=f"{missing}+"))
    assert answer.status_code == 400 and "CTS-" in answer.content.decode()
    assert "Anna" in said(answer)


@pytest.mark.parametrize(
    "phrase", [None, "", "rude", "hello ", "HELLO", "<b>hello</b>", "phrase.hello", "x" * 5000, "\x00"]
)
def test_a_phrase_that_does_not_exist(anna: Visitor, table: Table, phrase: str | None) -> None:
    fields = {"seat": 0} | ({} if phrase is None else {"phrase": phrase})
    refused(anna, "phrase", 400, at(table, "say"), fields, value=(phrase or "")[:20])


def test_who_talks_without_end_is_asked_to_wait(anna: Visitor, table: Table) -> None:
    for _ in range(desk.REMARKS_A_MINUTE):
        assert anna.post_to(table, "say", seat=0, phrase="hello").status_code == 302
    refused(anna, "too_much", 429, at(table, "say"), {"seat": 0, "phrase": "bye"})


@pytest.mark.parametrize("level", [None, "", "king", "page ", "x" * 5000, "<b>"])
def test_a_level_that_does_not_exist(anna: Visitor, level: str | None) -> None:
    made = sit(GAME, anna, None, "page")
    refused(anna, None, 400, at(made, "fill"), {} if level is None else {"level": level})


# --- Names ---


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("name_empty", ""),
        ("name_empty", "  \t "),
        ("name_long", "x" * (NAME_LENGTH + 1)),
        ("name_long", "é" * 20_000),
        ("name_signs", "An\x00na"),
        ("name_signs", "An\u202ena"),
        ("name_signs", "An\u200bna"),
        ("name_signs", "\ufffe"),
    ],
)
def test_a_name_that_cannot_be_shown(key: str, name: str) -> None:
    made = sit(GAME, person("Bob"), None, "page")
    parts = {"length": len(name), "most": NAME_LENGTH} if key == "name_long" else {}
    refused(visitor("Anna"), key, 400, at(made, "join"), {"name": name}, **parts)
    refused(Visitor(), key, 400, at(made, "join"), {"name": name}, **parts)


NASTY = ["<b>Bob</b>", "<script>x()</script>", '" onload="x()', "{{ 7*7 }}", "{0.seat}", "%s & Co", "</main><p>"]


@pytest.mark.parametrize("name", NASTY)
def test_markup_in_a_name_is_only_text(name: str) -> None:
    bob = visitor("Bob")
    made = sit(GAME, person(), None, "page", seed=1)
    assert bob.post_to(made, "join", name=name).status_code == 302
    play_on(made, 12)
    bob.post_to(made, "say", seat=1, phrase="hello")
    for language in LANGUAGES:
        for page in (bob.language(language).page(made), Visitor(None, language).page(made)):
            shown = [*spans(page, name)]
            assert escape(name) in page and not [one for one in shown if one == name and escape(name) != name], shown
    assert standing(made).seats[1].name == name


def spans(page: str, name: str) -> Iterator[str]:
    """Where the name stands in the page as it was given."""
    yield from (found[0] for found in re.finditer(re.escape(name), page))


def test_a_name_in_a_refusal_is_only_text(anna: Visitor, table: Table) -> None:
    answer = anna.post(at(table, "play"), move_of(table, move="<img src=x>"))
    assert "<img" not in answer.content.decode() and "&lt;img" in answer.content.decode()


# --- The request itself ---


@pytest.mark.parametrize("deed", DEEDS)
def test_a_request_without_the_token_of_our_page(deed: str) -> None:
    careful = visitor("Anna", enforce_csrf_checks=True)
    made = bots_move(sit(GAME, careful, "page", "page"))
    refused(careful, "csrf", 403, at(made, deed), {"seat": 0, "ply": 0, "move": "x"})


def test_with_the_token_of_our_page_it_is_done() -> None:
    careful = visitor("Anna", enforce_csrf_checks=True)
    made = bots_move(sit(GAME, careful, "page", "page"))
    token = re.search(r'data-token="(\w+)"', careful.page(made))[1]  # type: ignore[index]
    fields = {"seat": 0, "ply": standing(made).ply, "move": first(made)}
    assert careful.post(at(made, "play"), fields, headers={"X-CSRFToken": "x" * 64}).status_code == 403
    assert careful.post(at(made, "play"), fields, headers={"X-CSRFToken": token}).status_code == 302


@pytest.mark.parametrize("deed", DEEDS)
def test_a_deed_is_never_done_by_following_a_link(anna: Visitor, table: Table, deed: str) -> None:
    before = everything()
    for method in ("get", "put", "delete", "patch", "head"):
        answer = getattr(anna, method)(at(table, deed) + "?seat=0&phrase=hello&level=page")
        assert answer.status_code == 405
        assert answer.headers["Content-Security-Policy"] == CSP
    assert everything() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_method_is_answered_in_words(anna: Visitor, table: Table, language: str) -> None:
    answer = anna.language(language).get(at(table, "play"))
    assert answer.status_code == 405 and said(answer)
    assert f'<html lang="{language}">' in answer.content.decode()


@pytest.mark.parametrize("where", ["table", "events", "why"])
def test_a_page_that_is_only_read_is_not_written_to(anna: Visitor, table: Table, where: str) -> None:
    before = everything()
    assert anna.post(at(table, where)).status_code == 405
    assert everything() == before


def test_a_body_that_is_too_big(anna: Visitor, table: Table) -> None:
    refused(anna, "bad_request", 400, at(table, "play"), move_of(table, padding="x" * 200_000))


def test_too_many_fields(anna: Visitor, table: Table) -> None:
    refused(anna, "bad_request", 400, at(table, "play"), move_of(table) | {f"f{number}": 1 for number in range(200)})


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"nonsense"),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("application/x-www-form-urlencoded", b"\xff\xfe\x00seat=0"),
        ("application/x-www-form-urlencoded; charset=utf-7", b"seat=0"),
        ("application/x-www-form-urlencoded; charset=nonsense", b"seat=0"),
        ("application/json", b'{"seat": 0}'),
        ("text/plain", b"\x00" * 1000),
    ],
)
def test_a_body_that_is_no_form(anna: Visitor, table: Table, kind: str, body: bytes) -> None:
    before = everything()
    for language in LANGUAGES:
        answer = anna.language(language).generic("POST", at(table, "play"), body, content_type=kind)
        assert answer.status_code == 400, answer.status_code
        assert said(answer) and f'<html lang="{language}">' in answer.content.decode()
        assert answer.headers["Content-Security-Policy"] == CSP
    assert everything() == before


def test_another_host_is_not_ours(anna: Visitor, table: Table) -> None:
    answer = anna.get(at(table, "table"), headers={"Host": "evil.example"})
    assert answer.status_code == 400 and answer.headers["Content-Security-Policy"] == CSP


@pytest.mark.parametrize(
    "query", ["?seat=x", "?seat=-1", "?seat=99", "?seat=" + "9" * 5000, "?seat=%00", "?seat=²", "?seat=1"]
)
def test_a_seat_in_the_address_shows_nothing_more(anna: Visitor, table: Table, query: str) -> None:
    """Whatever seat is asked for, Anna sees her own, and who does not sit here sees what all may see."""
    page, plain = anna.get(at(table, "table") + query), anna.get(at(table, "table"))
    assert page.status_code == 200
    assert living(page) == living(plain)
    assert living(Visitor().get(at(table, "table") + query)) == living(Visitor().get(at(table, "table")))
    assert anna.get(at(table, "events") + query).status_code == 200


def living(page: HttpResponse) -> str:
    return re.search(r'<main id="table".*</main>', page.content.decode(), re.S)[0]  # type: ignore[index]


@pytest.mark.parametrize("token", ["x", "x:y:z", "A" * 3000, "%00", "é"])
def test_a_personal_link_that_was_not_made_here(token: str) -> None:
    with pytest.raises(Refusal) as caught:
        people.find_by_token(token)
    assert caught.value.status == 404


def test_a_personal_link_is_for_one_person_who_is_still_here() -> None:
    anna = visitor("Anna")
    token = re.search(r"/me/([^/\"]+:[^/\"]+)/", anna.get("/me/").content.decode())[1]  # type: ignore[index]
    assert people.find_by_token(token) == (anna.person, key_of(anna.person)) and key_of(anna.person) not in token
    Person.objects.all().delete()
    with pytest.raises(Refusal):
        people.find_by_token(token)


# --- Every page ---


def addresses() -> list[str]:
    """The names of all addresses."""
    return sorted(name for name in get_resolver().reverse_dict if isinstance(name, str))


FILLED = {
    "game": GAME,
    "part": "mine",
    "card": "Ca",
    "scene": 1,
    "token": "x",
    "number": 1,
    "day": "2026-02-28",
    "key": "x",
    "page": "wall",
    "puzzle": "x",
}


def every_answer(who: Visitor, tables: list[Table]) -> Iterator[tuple[str, HttpResponse]]:
    """What every address answers when it is only looked at."""
    for name in addresses():
        for _, needed in get_resolver().reverse_dict.getlist(name)[0][0][:1]:
            for slug in [table.slug for table in tables] if "slug" in needed else [""]:
                url = reverse(name, kwargs={one: slug if one == "slug" else FILLED[one] for one in needed})
                yield url, who.get(url)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_has_the_policy_and_no_page_has_inline_script_or_style(language: str) -> None:
    anna = visitor("Anna", language)
    tables = [
        sit(GAME, anna, None, "page"),
        bots_move(sit(DUEL, anna, "page")),
        play_on(sit(DUEL, anna, "page")),
    ]
    answers = dict(every_answer(anna, tables)) | {"/nowhere/": anna.get("/nowhere/")}
    for url, answer in answers.items():
        assert answer.status_code < 500, url
        assert answer.headers["Content-Security-Policy"] == CSP, url
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if answer.streaming or "html" not in answer.headers.get("Content-Type", ""):
            continue
        page = answer.content.decode()
        assert not re.search(r"\sstyle\s*=|<style|\son\w+\s*=|javascript:|<script(?![^>]*\ssrc=)", page), url
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page), url
        assert page.count("<main") <= 1, url


@pytest.mark.parametrize("name", games())
def test_no_board_has_inline_script_or_style_or_an_id_twice(name: str) -> None:
    anna = visitor("Anna")
    made = sit(name, anna, *["page"] * (few(name) - 1), seed=3)
    for number in range(12):
        page = anna.page(play_on(made, 9, luck=number))
        assert not re.search(r"\sstyle\s*=|<style|\son\w+\s*=|<script(?![^>]*\ssrc=)", page)
        ids = re.findall(r'\sid="([^"]*)"', page)
        assert len(ids) == len(set(ids)), sorted({one for one in ids if ids.count(one) > 1})
