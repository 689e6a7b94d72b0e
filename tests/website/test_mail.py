"""Mails: addresses that are confirmed and forgotten, and that it is one's turn, told once by a real mail server."""

from __future__ import annotations

import logging
import re
import ssl
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from typing import Any
from urllib.parse import quote

import pytest
import trustme
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from camarilla.engine.errors import BadOption
from camarilla.games import kind
from camarilla.site import addresses, desk, errands, letters, live, logs, own_data, reminders, steward, sweep
from camarilla.site.clocks import DAY
from camarilla.site.models import Address, Confirmation, Errand, Person, Seat, Table
from camarilla.site.smtp import read_sender, read_server
from tests.samples import DUEL, GLASS
from tests.website.parlour import (
    Visitor,
    at_once,
    do_errands,
    fresh,
    person,
    play_on,
    sit,
    standing,
    visitor,
)
from tests.website.post_office import NAME, PASSWORD, Office, open_office, way_to, with_password

EMAIL = "anna@club.example"
TITLE = kind(DUEL).words("title")
LINK = re.compile(r"http://localhost(/\S+)")


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """A house with a mail server."""
    here = Office()
    counter = open_office(here)
    monkeypatch.setattr(settings, "SMTP", way_to(counter))
    monkeypatch.setattr(settings, "SENDER", "Camarilla <house@club.example>")
    yield here
    counter.stop()


def give(anna: Visitor, email: str = EMAIL) -> int:
    return anna.post("/mail/", {"email": email}).status_code


def links(letter: EmailMessage) -> list[str]:
    """The paths of the links in a letter."""
    return LINK.findall(letter.get_content())


def reachable(who: Visitor | Person, language: str = "en", email: str = EMAIL) -> Address:
    """Somebody with a confirmed address."""
    one = who.person if isinstance(who, Visitor) else who
    how = {"email": email, "language": language, "origin": "http://localhost", "confirmed": timezone.now()}
    return Address.objects.create(person=one, **how)


def later(**time: float) -> None:
    """As if all errands were so much older."""
    age = timedelta(**time)
    Errand.objects.update(due=F("due") - age, asked=F("asked") - age)
    Seat.objects.update(seen=F("seen") - age)


def at_turn(anna: Visitor, clock: int = 3 * DAY) -> Table:
    """Bob has just moved, and it is Anna's turn. She is not here."""
    table = sit(DUEL, person("Bob"), anna, clock=clock)
    while standing(table).match.waiting != (1,):
        play_on(table, 1)
    return fresh(table)


# --- Without a mail server nothing is said of it ---


def test_a_house_without_a_mail_server_does_not_speak_of_mail() -> None:
    anna = visitor("Anna")
    assert "e-mail" not in (page := anna.get("/me/").content.decode()) and 'id="mail"' not in page
    assert give(anna) == 404 and not Address.objects.exists()
    reachable(anna)
    at_turn(anna)
    assert not Errand.objects.filter(kind=errands.MAIL).exists()


def test_letters_are_left_to_stewards_with_a_mail_server(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    give(visitor("Anna"))
    with monkeypatch.context() as without:
        without.setattr(settings, "SMTP", None)
        do_errands()
    assert Errand.objects.count() == 1 and not office.come
    do_errands()
    assert len(office.come) == 1


# --- An address is confirmed ---


@pytest.mark.parametrize(
    ("language", "asks", "yes"), [("en", "is this your address?", "Yes, this is"), ("fr", "est-ce votre", "Oui, c’est")]
)
def test_whoever_reads_mail_at_an_address_confirms_it(office: Office, language: str, asks: str, yes: str) -> None:
    anna = visitor("Anna", language)
    assert 'id="mail"' in anna.get("/me/").content.decode()
    assert give(anna) == 302
    assert EMAIL in anna.get("/me/").content.decode()
    do_errands()
    ((sender, to, letter),) = office.come
    assert (sender, to, letter["To"]) == ("house@club.example", [EMAIL], EMAIL)
    assert asks in letter["Subject"] and "Anna" not in letter.as_string(), "nothing of the asker's choosing"
    confirm, stop = links(letter)
    other = Visitor(language=language, enforce_csrf_checks=True)  # whoever reads the mail, on another device
    page = other.get(confirm).content.decode()
    assert yes in page and not Address.objects.get().confirmed, "a link that is merely opened does nothing"
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert other.post(confirm).status_code == 403 and token
    assert other.post(confirm, {"csrfmiddlewaretoken": token[1]}).status_code == 200
    address = Address.objects.get()
    assert address.confirmed and address.language == language and address.person == anna.person
    assert stop.endswith("/stop/") and not Errand.objects.exists() and not Confirmation.objects.exists()


def test_mails_come_in_the_language_in_which_they_were_confirmed(office: Office) -> None:
    give(visitor("Anna"))
    do_errands()
    Visitor(language="fr").post(links(office.letters[0])[0])
    assert Address.objects.get().language == "fr"


def test_a_link_to_confirm_expires(office: Office) -> None:
    give(visitor("Anna"))
    do_errands()
    (confirm, _) = links(office.letters[0])
    Address.objects.update(asked=F("asked") - addresses.VALID - timedelta(minutes=1))
    for ask in (Visitor().get, Visitor().post):
        assert ask(confirm).status_code == 410
    assert not Address.objects.get().confirmed
    assert sweep.sweep()["addresses"] == 1 and Visitor().get(confirm).status_code == 404


def test_another_address_makes_older_links_worthless(office: Office) -> None:
    anna = visitor("Anna")
    for email in (EMAIL, "other@club.example"):
        give(anna, email)
        do_errands()
    first, second = (links(letter)[0] for letter in office.letters)
    assert Visitor().post(first).status_code == 404 and Visitor().post(second).status_code == 200
    assert Address.objects.get().email == "other@club.example"


BAD = ["", "anna", "anna@", "a b@club.example", "anna@club.example\nBcc: all@club.example", "anna@club.example\r\nX: y"]
BAD += ["a@b.example,c@d.example", "Anna <anna@club.example>", "änna@club.example", f"{'x' * 250}@club.example"]


@pytest.mark.parametrize("email", BAD)
def test_what_is_no_address_is_refused_and_cannot_smuggle_headers(office: Office, email: str) -> None:
    answer = visitor("Anna").post("/mail/", {"email": email})
    assert answer.status_code == 400 and 'id="email-problem"' in answer.content.decode()
    assert not Address.objects.exists() and not Errand.objects.exists()


def test_a_head_with_more_than_one_line_is_never_sent(office: Office) -> None:
    with pytest.raises(ValueError, match="newline"):
        letters.compose(letters.Letter("<1@x>", EMAIL, "Turn\nBcc: all@club.example", "text", "link")).message()


# --- Nobody has others bothered ---


def test_one_person_asks_at_few_addresses_a_day(office: Office) -> None:
    anna = visitor("Anna")
    asked = [give(anna, f"victim{number}@club.example") for number in range(addresses.OF_PERSON + 1)]
    assert asked == [302] * addresses.OF_PERSON + [429]
    Confirmation.objects.update(made=F("made") - addresses.A_DAY)
    assert give(anna, "another@club.example") == 302


def test_an_address_gets_few_mails_a_week_and_nobody_is_told(office: Office) -> None:
    spellings = [EMAIL, "Anna@Club.Example", "anna+1@club.example", "anna+2@club.example", EMAIL]
    answers = set()
    for number, email in enumerate(spellings):
        asker = visitor(f"Asker {number}")
        assert give(asker, email) == 302
        answers.add(asker.get("/me/").content.decode().split('role="status">')[1].split("</p>")[0].replace(email, "…"))
        do_errands()
    assert len(office.come) == addresses.TO_ADDRESS and len(answers) == 1
    assert EMAIL not in "".join(Confirmation.objects.values_list("recipient", flat=True))


def test_the_house_asks_so_often_a_day(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "OF_HOUSE", 2)
    asked = [give(visitor(f"Anna {number}"), f"anna{number}@club.example") for number in range(3)]
    assert asked == [302, 302, 429]


def test_a_stranger_gives_no_address(office: Office) -> None:
    assert give(Visitor()) == 404 and not Address.objects.exists()


# --- It ends with one click ---


def test_every_mail_can_be_ended_with_one_click_without_a_session(office: Office) -> None:
    anna = visitor("Anna")
    give(anna)
    do_errands()
    reachable_now = links(office.letters[0])[0]
    Visitor().post(reachable_now)
    at_turn(anna)
    later(minutes=4)
    do_errands()
    for letter in office.letters:
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert letter["List-Unsubscribe"].removeprefix("<http://localhost").removesuffix(">") == links(letter)[-1]
    stop = links(office.letters[-1])[-1]
    mail_program = Visitor(enforce_csrf_checks=True)
    assert "No more mails?" in mail_program.get(stop).content.decode() and Address.objects.exists()
    for _ in range(2):  # a second time is no harm
        answer = mail_program.post(stop, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200 and not Address.objects.exists()
    assert EMAIL not in anna.get("/me/").content.decode()


def test_a_key_that_nobody_has_ends_nothing(office: Office) -> None:
    reachable(visitor("Anna"))
    assert Visitor().post("/mail/AAAAAAAAAAAAAAAAAAAAAAAA/stop/").status_code == 200
    assert Visitor().post("/mail/AAAAAAAAAAAAAAAAAAAAAAAA/confirm/").status_code == 404
    assert Address.objects.count() == 1


def test_one_forgets_ones_own_address_and_nobody_elses(office: Office) -> None:
    anna, bob = visitor("Anna"), visitor("Bob")
    reachable(anna)
    reachable(bob, email="bob@club.example")
    assert bob.post("/mail/forget/").status_code == 302
    assert Address.objects.get().person == anna.person
    assert EMAIL not in bob.get("/me/").content.decode()


def test_an_address_is_taken_along_and_goes_with_its_person(office: Office) -> None:
    anna = visitor("Anna")
    give(anna)
    assert own_data.gather(anna.person)["address"]["email"] == EMAIL
    own_data.forget(anna.person)
    assert not Address.objects.exists() and not Errand.objects.exists()
    do_errands()
    assert not office.come


# --- That it is one's turn ---


def test_a_mail_tells_the_game_the_names_and_the_link_and_nothing_else(office: Office) -> None:
    anna = visitor("Anna")
    key = reachable(anna).key
    table = at_turn(anna)
    later(minutes=4)
    do_errands()
    (letter,) = office.letters
    assert letter["Subject"] == f"{TITLE.text('en')}: it is your turn"
    assert (
        letter.get_content().split()
        == (
            f"Anna, it is your turn at a game of {TITLE.text('en')} with Bob: http://localhost/t/{table.slug}/ "
            f"No more mails like this one: http://localhost/mail/{key}/stop/"
        ).split()
    )
    assert str(table.seed) not in letter.as_string()


def test_a_mail_in_french(office: Office) -> None:
    anna = visitor("Anna")
    reachable(anna, "fr")
    at_turn(anna)
    later(minutes=4)
    do_errands()
    assert office.letters[0]["Subject"] == f"{TITLE.text('fr')}\u00a0: à vous de jouer"
    assert f"c’est à vous dans une partie de {TITLE.text('fr')} avec Bob" in office.letters[0].get_content()


def test_nobody_is_written_to_before_a_while_has_passed(office: Office) -> None:
    anna = visitor("Anna")
    reachable(anna)
    at_turn(anna)
    do_errands()
    assert not office.come
    later(minutes=4)
    do_errands()
    assert len(office.come) == 1


@pytest.mark.parametrize("clock", [0, 900])
def test_only_who_plays_by_correspondence_is_written_to(office: Office, clock: int) -> None:
    anna = visitor("Anna")
    reachable(anna)
    at_turn(anna, clock)
    assert not Errand.objects.filter(kind=errands.MAIL).exists()


def test_an_address_that_is_not_confirmed_hears_nothing(office: Office) -> None:
    anna = visitor("Anna")
    reachable(anna)
    Address.objects.update(confirmed=None)
    at_turn(anna)
    assert not Errand.objects.filter(kind=errands.MAIL).exists()


def test_who_has_moved_or_left_meanwhile_hears_nothing(office: Office) -> None:
    anna, clara = visitor("Anna"), visitor("Clara")
    for who in (anna, clara):
        reachable(who, email=f"{who.person.name}@club.example")
    anna.play(at_turn(anna))
    desk.leave(at_turn(clara), clara.person)
    later(minutes=4)
    do_errands(5)
    assert not office.come


def test_who_has_the_page_open_hears_nothing_until_it_is_closed(office: Office) -> None:
    anna = visitor("Anna")
    reachable(anna)
    table = at_turn(anna)
    later(minutes=4)
    live.news(table.slug, anna.person, "en", None, "")
    do_errands()
    assert not office.come
    later(minutes=6)
    do_errands()
    assert len(office.come) == 1


def test_a_page_of_a_quick_game_is_not_noted(office: Office) -> None:
    anna = visitor("Anna")
    for table in (at_turn(anna, 60), at_turn(anna)):
        live.news(table.slug, anna.person, "en", None, "")
        live.news(table.slug, None, "en", None, "")
    assert list(Seat.objects.exclude(seen=None).values_list("table__clock", "number")) == [(3 * DAY, 1)]


def test_one_turn_is_told_once_however_often_others_take_back_and_move_again(office: Office) -> None:
    anna = visitor("Anna")
    reachable(anna)
    table = at_turn(anna)
    for _ in range(3):
        later(minutes=10)
        do_errands()
        reminders.plan(standing(table), (), ())  # as after a move that was taken back and made again
    assert len(office.come) == 1
    for whose in (1, 0):  # her turn, and then his
        while standing(table).match.waiting == (whose,):
            play_on(table, 1)
    later(minutes=10)
    do_errands()
    assert len(office.come) == 2, "that is another turn"


def test_who_decides_step_by_step_is_not_told_of_each_step(office: Office) -> None:
    """Where several act at once: Anna is in the middle of her turn when another acts."""
    anna, bob = visitor("Anna"), person("Bob")
    table = sit(GLASS, anna, bob, clock=DAY)
    reachable(anna)
    anna.play(table)
    assert set(standing(table).match.waiting) >= {0}
    play_on(table, 1, luck=2)
    later(minutes=10)
    do_errands(5)
    assert not office.come


def test_whose_table_begins_while_they_wait_elsewhere_is_told(office: Office) -> None:
    anna = visitor("Anna")
    reachable(anna)
    table = sit(GLASS, anna, None, clock=DAY)
    desk.join(table, person("Bob"))
    later(minutes=10)
    do_errands(5)
    assert len(office.come) == 1


# --- Once, and not lost ---


def claim(holder: str) -> Errand:
    found = errands.claim(holder, steward.ANY)
    assert found
    return found


def test_of_two_stewards_who_claim_a_letter_one_sends_it(office: Office) -> None:
    give(visitor("Anna"))
    first = claim("first")
    Errand.objects.update(held_until=timezone.now() - timedelta(seconds=1))  # it was too slow
    second = claim("second")
    assert letters.take(first) is None and (letter := letters.take(second))
    Errand.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    assert errands.claim("third", steward.ANY) is None, "nobody knows how far the second came"
    assert letters.send(letter) == letters.Fate.SENT
    letters.settle(second, letters.Fate.SENT)
    assert len(office.come) == 1 and not Errand.objects.exists()


def test_many_stewards_at_once_send_every_letter_once(office: Office) -> None:
    for number in range(6):
        give(visitor(f"Anna {number}"), f"anna{number}@club.example")
    at_once([do_errands] * 4)
    assert sorted(to for _, (to,), _ in office.come) == [f"anna{number}@club.example" for number in range(6)]


def test_a_server_that_is_away_is_tried_again_after_longer_and_longer_pauses(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    open_way = settings.SMTP
    monkeypatch.setattr(settings, "SMTP", open_way | {"port": 9})
    give(visitor("Anna"))
    pauses = []
    for _ in range(6):
        do_errands()
        errand = Errand.objects.get()
        pauses.append((errand.due - timezone.now()).total_seconds() / 60)
        later(seconds=(errand.due - timezone.now()).total_seconds() + 0.1)
    assert pauses == pytest.approx([1, 1, 2, 4, 8, 16], rel=0.2)
    monkeypatch.setattr(settings, "SMTP", open_way)
    do_errands()
    assert len(office.come) == 1 and not Errand.objects.exists()
    monkeypatch.setattr(settings, "SMTP", open_way | {"port": 9})
    give(visitor("Bob"), "bob@club.example")
    later(days=2)
    with caplog.at_level(logging.WARNING):
        do_errands()
    assert not Errand.objects.exists() and "given up" in caplog.text and "bob@" not in caplog.text


@pytest.mark.parametrize(("answer", "left"), [("451 try again later", 1), ("550 no such user anna@club.example", 0)])
def test_what_a_server_refuses_for_now_is_tried_again_and_what_for_good_is_not(
    office: Office, caplog: pytest.LogCaptureFixture, answer: str, left: int
) -> None:
    office.answer = answer
    give(visitor("Anna"))
    with caplog.at_level(logging.DEBUG):
        do_errands()
    assert Errand.objects.filter(answer__isnull=True).count() == left
    assert not [line for line in caplog.records if "camarilla" in line.name and "anna@" in line.getMessage()]
    later(minutes=2)
    office.answer = "250 OK"
    do_errands()
    assert len(office.come) == left


def test_no_address_and_no_key_stands_in_the_log() -> None:
    address = Address(email=EMAIL)
    line = logs.cut_secrets(f"{EMAIL!r} refused, /mail/{address.key}/stop/ smtp://house:secret@mail.example")
    assert "anna" not in line and address.key not in line and "secret" not in line


# --- The way to the server ---


@pytest.fixture
def authority(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> trustme.CA:
    ours = trustme.CA()
    ours.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    return ours


def secured(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    return context


LETTER = letters.Letter("<1@club.example>", EMAIL, "Bonne soirée", "Voilà", "http://localhost/mail/x/stop/")


@pytest.mark.parametrize(("password", "fate"), [(PASSWORD, letters.Fate.SENT), ("wrong", letters.Fate.AGAIN)])
def test_a_password_goes_by_starttls(
    monkeypatch: pytest.MonkeyPatch, authority: trustme.CA, password: str, fate: letters.Fate
) -> None:
    office = Office()
    counter = open_office(office, **with_password(secured(authority)))
    monkeypatch.setattr(settings, "SENDER", "house@club.example")
    monkeypatch.setattr(settings, "SMTP", way_to(counter, f"{NAME}:{quote(password, safe='')}@"))
    try:
        assert letters.send(LETTER) == fate
    finally:
        counter.stop()
    assert office.secured == [True] * len(office.come) and bool(office.come) == (fate == letters.Fate.SENT)


def test_a_server_whose_certificate_nobody_vouches_for_gets_nothing(
    monkeypatch: pytest.MonkeyPatch, authority: trustme.CA
) -> None:
    office = Office()
    counter = open_office(office, **with_password(secured(trustme.CA())))
    monkeypatch.setattr(settings, "SMTP", way_to(counter, f"{NAME}:{quote(PASSWORD, safe='')}@"))
    try:
        assert letters.send(LETTER) == letters.Fate.AGAIN
    finally:
        counter.stop()
    assert not office.come


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp://mail.example?starttls=yes", 587, False, True),
        ("smtp://a:b@mail.example", 587, False, True),
        ("smtp://a:b@mail.example?starttls=no", 25, False, False),
        ("smtp://a%40x:b%2F@mail.example:2525", 2525, False, True),
        ("smtps://a:b@mail.example", 465, True, False),
    ],
)
def test_how_a_server_is_named(url: str, port: int, ssl: bool, tls: bool) -> None:
    found = read_server(url)
    assert (found["host"], found["port"], found["use_ssl"], found["use_tls"]) == ("mail.example", port, ssl, tls)
    assert found["username"] in ("", "a", "a@x") and found["password"] in ("", "b", "b/")


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtp://s3cret@mail:port",
        "smtp://a:s3cret@m?tls=1",
        "smtp://m?starttls=x",
        "smtp://a:ö@m",
    ],
)
def test_what_names_no_server_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_server(url)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("sender", ["", "Camarilla", "Camarilla <house@>", "house@club.example\nBcc: x@y.example"])
def test_mails_come_from_somebody(sender: str) -> None:
    with pytest.raises(BadOption):
        read_sender(sender)
