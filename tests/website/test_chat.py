"""The chat of a table: who hears whom, what may be said, and what its host may do."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from camarilla.site import chat, deals, desk, drawing, live, own_data
from camarilla.site.drawing import Viewer
from camarilla.site.models import Remark, Table
from camarilla.site.refusals import Refusal
from tests.samples import DUEL, short
from tests.website.parlour import Program, Visitor, everything, fresh, person, play_on, sit, standing, visitor

SECRET, ASIDE = "meet me behind the arras", "her hand is full of spies"


def table_with_chat(*seats: Visitor | str) -> Table:
    table = sit(DUEL, *seats, **short(DUEL))
    Table.objects.filter(pk=table.pk).update(chat=True, revision=F("revision") + 1)
    return fresh(table)


def say(who: Visitor, table: Table, text: str) -> int:
    return who.post_to(table, "chat", text=text).status_code


async def event(table: Table, who: Visitor) -> str:
    async with aclosing(live.stream(table.slug, who.person, "en", None, "")) as sent:
        await anext(sent)
        return await anext(sent)


def sent_to(who: Visitor, table: Table) -> list[str]:
    """All that tells somebody of a table."""
    urls = ("", "?seat=0", "?seat=1", "clock/", "after/", "replay/", "record.json", "qr.svg")
    pages = [who.get(f"/t/{table.slug}/{url}").content.decode() for url in urls]
    home = who.get("/").content.decode()
    token = [Program(who.person).call("GET", f"/tables/{table.slug}").content.decode()] if who.person else []
    return [*pages, home, asyncio.run(event(table, who)), *token]


def hears(who: Visitor, table: Table, text: str) -> bool:
    return any(text in one for one in sent_to(who, table))


# --- Who hears whom ---


def test_players_and_spectators_hear_their_own_kind_until_the_end() -> None:
    anna, bob, eve, zoe = (visitor(name) for name in ("Anna", "Bob", "Eve", "Zoe"))
    table = table_with_chat(anna, bob)
    assert say(anna, table, SECRET) == say(eve, table, ASIDE) == 302
    for player in (anna, bob):
        assert hears(player, table, SECRET) and not hears(player, table, ASIDE)
    for watching in (eve, zoe, Visitor()):
        assert hears(watching, table, ASIDE) and not hears(watching, table, SECRET)
    play_on(table)
    for one in (anna, bob, eve, zoe, Visitor()):
        assert SECRET in one.page(table) and ASIDE in one.page(table)


def test_a_player_alone_among_bots_hears_no_spectator_either() -> None:
    anna, eve = visitor("Anna"), visitor("Eve")
    table = table_with_chat(anna, "page")
    say(eve, table, ASIDE)
    assert not hears(anna, table, ASIDE) and 'id="chat"' not in anna.page(table), "there is nobody to talk to"
    assert hears(eve, table, ASIDE) and 'id="chat"' in eve.page(table)


def test_what_spectators_say_changes_nothing_of_what_players_are_sent() -> None:
    """But for the number of the revision: byte for byte, whatever is said."""
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = table_with_chat(anna, bob)

    def drawn(who: Visitor | None) -> str:
        now = standing(table)
        markup = drawing.table(Viewer(now, who.person if who else None, "en"))
        return markup.replace(f'data-revision="{now.table.revision}"', "")

    players, watching = [drawn(anna), drawn(bob)], drawn(None)
    say(eve, table, ASIDE)
    assert [drawn(anna), drawn(bob)] == players and drawn(None) != watching
    watching = drawn(None)
    say(anna, table, SECRET)
    assert drawn(None) == watching and drawn(bob) != players[1]


def test_phrases_are_for_everybody_as_ever() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = table_with_chat(anna, bob)
    anna.post_to(table, "say", seat=0, phrase="hello")
    for one in (anna, bob, Visitor()):
        assert "Good evening to all!" in one.page(table).split('id="chat-log"')[1].split("</ul>")[0]


def test_a_table_without_a_chat_takes_no_free_words() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = sit(DUEL, anna, bob)
    assert say(anna, table, SECRET) == 409 and not Remark.objects.exists()
    assert 'id="chat"' not in anna.page(table) and "chat.js" not in anna.page(table)


def test_neither_crowds_out_the_other_and_the_last_lines_stay_in_view() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = table_with_chat(anna, bob)
    say(anna, table, SECRET)
    watching = [Remark(table=table, person=eve.person, name="Eve", text=f"aside {n:03}") for n in range(40)]
    Remark.objects.bulk_create(watching)
    desk.refresh_pages(table)
    page = Visitor().page(table)
    assert [n for n in range(40) if f"aside {n:03}" in page] == list(range(10, 40))
    assert SECRET in bob.page(table)


def test_what_somebody_said_is_taken_along_and_goes_with_them() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = table_with_chat(anna, bob)
    say(anna, table, SECRET)
    say(eve, table, ASIDE)
    for who, watching, text in ((eve, Visitor(), ASIDE), (anna, bob, SECRET)):
        assert [one["text"] for one in own_data.gather(who.person)["said"]] == [text] and hears(watching, table, text)
        own_data.forget(who.person)
        assert not hears(watching, table, text)


# --- What may be said ---


BAD = ["", "  \n", "\u200b", "a\u0000b", "x" * 201, "\u202eright to left", "z" + "\u0301" * 9, "\u3164"]


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_shown_cannot_be_said(text: str) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = table_with_chat(anna, bob)
    before = everything()
    assert say(anna, table, text) == 400 and everything() == before


def test_words_are_words_and_no_markup() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = table_with_chat(anna, bob)
    say(anna, table, "<img src=x onerror=alert(1)> & \n two   lines")
    page = bob.page(table)
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; two lines" in page and "<img src=x" not in page


def test_nobody_talks_without_end() -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    table = table_with_chat(anna, bob)
    said = [say(anna, table, f"word {number}") for number in range(desk.REMARKS_A_MINUTE + 1)]
    assert said == [302] * desk.REMARKS_A_MINUTE + [429]
    with pytest.raises(Refusal, match="one at a time"):
        chat.say(table_with_chat(anna, visitor("Clara")), anna.person, "at another table")
    assert say(bob, table, "and I?") == 302


# --- Nobody speaks for others ---


def test_nobody_speaks_for_another_and_a_stranger_is_a_spectator() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = table_with_chat(anna, bob)
    eve.post_to(table, "chat", text=ASIDE, seat=0, name="Anna", person=anna.person.pk)
    stranger = Visitor()
    assert say(stranger, table, "who am I?") == 302
    first, second = Remark.objects.order_by("pk")
    assert (first.seat, first.name, first.person) == (None, "Eve", eve.person)
    assert second.seat is None and second.name and second.person not in (anna.person, bob.person, eve.person)


def test_a_player_of_another_table_is_a_spectator_here() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table, other = table_with_chat(anna, bob), table_with_chat(eve, person("Carl"))
    say(eve, table, ASIDE)
    assert Remark.objects.get().seat is None and not hears(anna, table, ASIDE)
    assert not hears(eve, other, ASIDE)


def test_who_may_not_look_at_a_table_cannot_speak_there_either() -> None:
    """The answer to what one says is the table: of a deal that others are still to play it tells nothing."""
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = table_with_chat(anna, bob)
    deal = deals.draw(DUEL, {}, timezone.now() + timedelta(hours=1))
    Table.objects.filter(pk=table.pk).update(deal=deal, revision=F("revision") + 1)
    for one in (eve, Visitor()):
        said = one.post(f"/t/{table.slug}/chat/", {"text": ASIDE}, headers={"HX-Request": "true"})
        assert said.status_code == one.get(f"/t/{table.slug}/clock/").status_code == 403
        assert b"data-thing" not in said.content
    assert not Remark.objects.exists() and say(anna, table, SECRET) == 302


def test_a_request_from_elsewhere_says_nothing() -> None:
    anna = visitor("Anna", enforce_csrf_checks=True)
    table = table_with_chat(anna, visitor("Bob"))
    for deed, fields in (("chat", {"text": SECRET}), ("close_chat", {}), ("remove_remark", {"remark": 1})):
        assert anna.post_to(table, deed, **fields).status_code == 403
    assert not Remark.objects.exists() and fresh(table).chat


def test_before_the_match_there_is_nobody_to_overhear() -> None:
    anna = visitor("Anna")
    table = table_with_chat(anna, None)
    assert say(anna, table, SECRET) == 409
    assert "With a chat" in anna.page(table)


# --- The host ---


def test_the_host_removes_what_the_host_may_hear_and_nobody_else_does() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table, other = table_with_chat(anna, bob), table_with_chat(bob, anna)
    say(bob, table, SECRET)
    say(eve, table, ASIDE)
    anna.post_to(table, "say", seat=0, phrase="hello")
    line, aside, phrase = Remark.objects.order_by("pk")
    assert 'class="remove"' in anna.page(table) and 'class="remove"' not in bob.page(table)

    def remove(who: Visitor, where: Table, what: Remark) -> int:
        return who.post_to(where, "remove_remark", remark=what.pk).status_code

    assert [remove(one, table, line) for one in (bob, eve, Visitor())] == [403, 403, 403]
    assert remove(bob, other, line) == 404, "of another table"
    assert remove(anna, table, aside) == remove(anna, table, phrase) == 404
    assert Remark.objects.count() == 3
    assert remove(anna, table, line) == 302 and not hears(bob, table, SECRET)
    assert remove(anna, table, line) == 404


def test_the_host_ends_the_chat_and_nobody_else_does() -> None:
    anna, bob, eve = visitor("Anna"), visitor("Bob"), visitor("Eve")
    table = table_with_chat(anna, bob)
    say(bob, table, SECRET)
    say(eve, table, ASIDE)
    assert [one.post_to(table, "close_chat").status_code for one in (bob, eve, Visitor())] == [403, 403, 403]
    assert fresh(table).chat
    assert anna.post_to(table, "close_chat").status_code == 302
    assert say(bob, table, "still there?") == 409
    for one, text in ((anna, SECRET), (bob, SECRET), (eve, ASIDE)):
        assert not hears(one, table, text)


def test_a_host_who_only_watches_shares_no_drawing_with_those_who_watch() -> None:
    anna, bob, host = visitor("Anna"), visitor("Bob"), person("Host")
    table = table_with_chat(anna, bob)
    Table.objects.filter(pk=table.pk).update(host=host, revision=F("revision") + 1)
    say(visitor("Eve"), table, ASIDE)
    assert 'class="remove"' in visitor(host).page(table) and 'class="remove"' not in Visitor().page(table)


@pytest.mark.parametrize(("chosen", "kept"), [("yes", True), ("no", False), (None, True)])
def test_the_host_chooses_when_the_table_is_made(chosen: str | None, kept: bool) -> None:
    fields = {"name": "Anna", "option-players": 2, "seat-1": "open"} | ({"chat": chosen} if chosen else {})
    visitor("Anna").post(f"/new/{DUEL}/", fields)
    table = Table.objects.get()
    assert table.chat == kept
    desk.join(table, person("Bob"))
    play_on(fresh(table), 1)
    Table.objects.filter(pk=table.pk).update(stage="over", scores=[1, 0], places=[1, 2], revision=F("revision") + 1)
    assert desk.rematch(fresh(table), table.host).chat == kept


def test_programs_choose_too() -> None:
    bot = Program(person("Anna"))
    body = {"game": DUEL, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert bot.call("POST", "/tables", body | {"chat": True}).json()["chat"] is True
    assert bot.call("POST", "/tables", body).json()["chat"] is False


# --- Muting ---


def test_a_browser_can_tell_speakers_apart_whatever_they_call_themselves() -> None:
    anna, eve, mallory = visitor("Anna"), visitor("Eve"), visitor("Eve")
    table = table_with_chat(anna, visitor("Bob"))
    for who in (anna, eve, mallory, eve):
        say(who, table, "well")
    speakers = [chat.name_speaker(one) for one in Remark.objects.order_by("pk")]
    assert speakers[0] == "s0" and speakers[1] == speakers[3] != speakers[2]
    elsewhere = table_with_chat(anna, visitor("Bob"))
    say(eve, elsewhere, "well")
    assert chat.name_speaker(Remark.objects.get(table=elsewhere)) != speakers[1], "tables cannot be compared"
    page = Visitor().page(table)
    assert all(f'data-mute="{by}"' in page for by in speakers[1:]) and 'data-mute="s0"' not in page
