"""Lessons: how they are read and checked, and all of them taken to the end in both languages, as a browser would."""

import html
import re
from pathlib import Path

import pytest
from django.urls import reverse

from camarilla.engine.lesson import LEARNER, BadLesson, Lesson, read
from camarilla.engine.words import LANGUAGES
from camarilla.games import games, kind
from camarilla.site.models import Entry, Table
from camarilla.site.pages.learn import Stand
from camarilla.site.pages.rules import book_of
from tests.samples import GAME, few
from tests.website import parlour

HTMX = {"HX-Request": "true"}
OPENING = """
options = { players = 2 }
[[scene]]
position = '''{"turn": 5, "mover": "A", "first": "A", "above": "Sn T", "below": "H C",
  "domains": {"A": "S N", "B": "T T"}, "hands": {"A": "S H Ca", "B": "Bn Bg Ns"}, "pile": "Bn Sg Ca Sa N Hn Sn Hs N"}'''
text = { en = "Look at the *medals*.", fr = "Regardez les *médaillons*." }
wanted = []
points = ["of-stag"]
clauses = ["CTS-1"]
[[scene]]
text = { en = "Play <your> stag.", fr = "Jouez votre cerf." }
wanted = ["S@A", "S@B"]
otherwise = { en = "Rather the *stag*.", fr = "Plutôt le *cerf*." }
"""
FREE = """
[[scene]]
text = { en = "Anything goes.", fr = "Tout est permis." }
"""
LAST = """
[[scene]]
text = { en = "Play on.", fr = "À vous." }
play_on = true
"""


@pytest.fixture
def write(tmp_path):
    """A lesson from such a text."""
    written = iter(range(100))

    def lesson(text):
        path = tmp_path / f"{next(written)}.toml"
        path.write_text(text, encoding="utf-8")
        return read(kind(GAME), path)

    return lesson


@pytest.fixture
def short(write, monkeypatch):
    """The lesson that the site gives."""
    lesson = write(OPENING + FREE + LAST)
    monkeypatch.setattr(Lesson, "of", lambda kind: lesson)
    return lesson


def scene_url(number, game=GAME):
    return reverse("scene", args=[game, number])


# --- Reading ---


def test_a_scene_has_a_beginning_for_every_choice_of_the_one_before(write):
    lesson = write(OPENING + FREE + LAST)
    assert [len(scene.beginnings) for scene in lesson.scenes[:3]] == [1, 1, 2]
    assert list(lesson.scene(3).beginnings) == [("S@A",), ("S@B",)]
    assert len(lesson.scene(4).beginnings) == sum(
        len(match.choices(LEARNER)) for match in lesson.scene(3).beginnings.values()
    )


def test_one_steps_on_and_back(write):
    lesson = write(OPENING + FREE + LAST)
    first, second, third = lesson.scenes[:3]
    assert lesson.following(first, ()) == (second, ())
    assert second.after((), "S@B") == ("S@B",) and second.after((), "H@A") is None
    assert lesson.following(second, ("S@B",)) == (third, ("S@B",))
    assert lesson.before(third, ("S@B",)) == (second, ())
    assert lesson.before(second, ()) == (first, ())
    with pytest.raises(LookupError):
        lesson.scene(5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OPENING, "`play_on = true`"),
        (OPENING + LAST + LAST, "`play_on = true`"),
        (OPENING.replace('"S@A", ', '"N@A", ') + LAST, "scene 2"),
        (
            OPENING.replace('fr = "Jouez votre cerf."', 'fr = " "') + LAST,
            "scene 2: `text` has to be there in en and fr",
        ),
        (OPENING.replace("wanted = []", "wnated = []") + LAST, "scene 1: unknown keys: wnated"),
        (OPENING.replace("position =", "place =") + LAST, "scene 1: unknown keys: place"),
        (OPENING + 'replies = ["Z Tn+"]' + LAST, "does not begin with the letter of a seat"),
        (OPENING + 'replies = ["B Tn+"]' + LAST, "scene 2: it is not for seat B to act now"),
        ("[[scene]]\n" + LAST.partition("]]")[2], "the first scene needs a position"),
        (OPENING + FREE * 5 + LAST, "scene 6: after ['S@A', 'H+', 'Ca@B', 'spare'] nothing that is wanted can be done"),
    ],
)
def test_a_bad_lesson_is_refused_with_the_scene_and_the_reason(write, text, said):
    with pytest.raises(BadLesson, match=re.escape(said)):
        write(text)


def test_choices_in_a_row_must_not_grow_beyond_measure(write, monkeypatch):
    monkeypatch.setattr("camarilla.engine.lesson.BEGINNINGS", 5)
    with pytest.raises(BadLesson, match="scene 4: there are too many ways to come here: give it a position"):
        write(OPENING + FREE + LAST)


# --- The pages of a small lesson ---


def test_the_door(client, short):
    page = client.get(f"/learn/{GAME}/").content.decode()
    assert scene_url(1) in page and "4 scenes" in page and "Begin" in page
    client.get(scene_url(3))
    page = client.get(f"/learn/{GAME}/").content.decode()
    assert "Continue with scene 3" in page and scene_url(3) in page


def test_a_scene_is_a_table_with_a_text(client, short):
    page = client.get(scene_url(2)).content.decode()
    assert "Scene 2 of 4" in page and "Play &lt;your&gt; stag." in page
    assert 'id="board"' in page and 'value="S@A" data-path="hand-S domain-A"' in page and 'data-mine="0"' in page
    assert page.count("<main") == 1 and "style=" not in page and "<script>" not in page
    assert "Look at the <em>medals</em>." in client.get(scene_url(1)).content.decode()


def test_in_a_scene_to_read_there_is_nothing_to_do_but_to_go_on(client, short):
    page = client.get(scene_url(1)).content.decode()
    assert 'id="choices"' not in page and "data-mine" not in page and 'data-points="of-stag"' in page
    assert f'href="{scene_url(2)}"' in page and 'data-clause="CTS-1"' in page
    assert client.post(scene_url(1), {"move": "S@A"}).status_code == 409


def test_what_is_wanted_goes_on_with_what_was_played(client, short):
    answer = client.post(scene_url(2), {"move": "S@B"}, headers=HTMX)
    page = answer.content.decode()
    assert page.startswith("<main") and "Scene 3 of 4" in page and "in the domain of Page" in page
    assert answer.headers["HX-Replace-Url"] == scene_url(3) + "?m=S%40B"
    assert client.get(scene_url(3) + "?m=S%40B", headers=HTMX).content == answer.content
    assert client.post(scene_url(2), {"move": "S@B"}).headers["Location"] == scene_url(3) + "?m=S%40B"


def test_the_usual_way_needs_no_moves_in_the_address(client, short):
    assert client.post(scene_url(2), {"move": "S@A"}).headers["Location"] == scene_url(3)


def test_another_move_is_answered_and_not_made(client, short):
    answer = client.language("fr").post(scene_url(2), {"move": "H@A"}, headers=HTMX).content.decode()
    assert "Plutôt le <em>cerf</em>." in answer and "Scène 2 sur 4" in answer


def test_a_forbidden_move_is_answered_with_the_clause(client, short):
    for language, word in (("en", "hand"), ("fr", "main")):
        answer = client.language(language).post(scene_url(2), {"move": "Tn+"}, headers=HTMX)
        assert answer.status_code == 400 and answer.headers["HX-Retarget"] == "#notice"
        assert word in answer.content.decode() and "data-clause" in answer.content.decode()


@pytest.mark.parametrize("fields", [{}, {"move": ""}, {"move": "x" * 81}, {"move": "?!"}])
def test_malformed_moves(client, short, fields):
    assert client.post(scene_url(2), fields).status_code == 400


def test_why_not(client, short):
    ask = reverse("scene_why", args=[GAME, 2])
    assert "CTS-16" in client.get(ask, {"things": "above-T"}).content.decode()
    assert "first choose" in client.get(ask, {"things": "above"}).content.decode()
    assert client.get(ask, {"things": "nothing"}).status_code == 400
    assert client.get(ask).status_code == 400


def test_what_is_only_to_be_looked_at_says_so(client, short):
    page = client.get(reverse("scene_why", args=[GAME, 1]), {"seat": 0, "things": "of-stag"}).content.decode()
    assert "That is only to look at." in page


@pytest.mark.parametrize("where", ["/learn/chess/", *(f"/learn/{GAME}/{place}" for place in ("9/", "0/", "3/?m=N%2B"))])
def test_places_that_no_lesson_leads_to(client, short, where):
    english, french = (client.language(language).get(where) for language in LANGUAGES)
    assert english.status_code == french.status_code == 404
    assert english.content != french.content


def test_only_from_the_end_one_plays_on(client, short):
    assert client.post(reverse("play_on", args=[GAME, 2])).status_code == 404
    assert client.get(reverse("play_on", args=[GAME, 4])).status_code == 405
    assert not Table.objects.exists()


def test_nothing_is_written_by_taking_a_lesson(client, short):
    client.get(scene_url(1))
    client.post(scene_url(2), {"move": "S@A"})
    assert not Table.objects.exists() and not Entry.objects.exists()


def test_a_game_without_a_lesson_has_a_door_all_the_same(client, monkeypatch, tmp_path):
    monkeypatch.setattr(Lesson, "of", lambda kind: read(kind, Path(tmp_path / "none.toml")))
    assert "still being written" in client.get(f"/learn/{GAME}/").content.decode()
    assert client.get(scene_url(1)).status_code == 404


# --- The real lessons, to the end ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(games()))
def test_a_lesson_to_its_end(client, name, language):
    client.language(language)
    lesson = Lesson.of(kind(name))
    assert 8 <= len(lesson.scenes) <= 14
    stand = Stand(lesson, lesson.scene(1), ())
    while not stand.scene.play_on:
        page = client.get(stand.url(), headers=HTMX).content.decode()
        check_scene(stand, page, language)
        stand = stepped(client, stand, page)
    check_scene(stand, client.get(stand.url(), headers=HTMX).content.decode(), language)
    answer = client.post(stand.url("play_on"))
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("table", args=[table.slug])
    assert table.stage == Table.Stage.PLAYING and "seed" not in table.position
    assert client.get(answer.headers["Location"]).status_code == 200


def check_scene(stand, page, language):
    scene = stand.scene
    said = html.unescape(re.sub(r"</?em>", "", page))
    assert all(part in said for part in scene.text[language].replace("*", "").strip().split("\n\n")), scene.number
    for thing in scene.points:
        assert f'data-thing="{thing}"' in page, (scene.number, thing)
    for clause in scene.clauses:
        assert f'data-clause="{clause}"' in page
    check_marks(scene, page)


def check_marks(scene, page):
    """What is asked for is marked, thing or button; whatever else is pointed at is only to be looked at."""
    buttons = re.findall(r"<button[^>]*>", page.partition('id="board"')[0])
    asked = [button for button in buttons if 'class="wanted"' in button]
    assert bool(asked) is bool(scene.wanted), scene.number
    clicks = " ".join(re.findall(r'data-path="([^"]*)"', " ".join(asked))).split()
    sights = re.search(r'data-points="([^"]*)"', page)[1].split()
    assert set(sights) == set(scene.points) - set(clicks), scene.number


def stepped(client, stand, page):
    """The next scene, by what the page itself offers."""
    if stand.scene.wanted == ():
        following = stand.next(stand.moves)
        assert html.escape(following.url()) in page
        return following
    offered = [choice.move for choice in stand.match.choices(LEARNER)]
    wanted = stand.scene.wanted or offered
    others = [move for move in offered if move not in wanted]
    for other in others[:2]:
        assert 'class="notice"' in client.post(stand.url(), {"move": other}, headers=HTMX).content.decode()
    answer = client.post(stand.url(), {"move": wanted[0]}, headers=HTMX)
    following = stand.next((*stand.moves, wanted[0]))
    assert answer.headers["HX-Replace-Url"] == following.url()
    return following


# --- Why can't I? and hints, at a real table ---


def things(page):
    return sorted(set(re.findall(r'data-thing="([^"]+)"', page)))


@pytest.mark.parametrize("name", list(games()))
def test_everything_on_a_table_can_be_asked_about(visitor, sit, name):
    anna = visitor("Anna")
    table = sit(name, anna, *["page"] * (few(name) - 1), seed=3)
    parlour.play_on(table, 12)
    parlour.bots_move(table)
    page = anna.page(table)
    assert 'data-mine="0"' in page and len(things(page)) > 5
    for thing in things(page):
        answer = anna.get(reverse("why", args=[table.slug]), {"seat": 0, "things": thing})
        said = re.sub(r"<[^>]+>", "", answer.content.decode()).strip()
        assert answer.status_code == 200 and said, thing
        assert set(re.findall(r'data-clause="([^"]+)"', answer.content.decode())) <= book_of(name, "en").clauses


def test_who_only_watches_is_not_led_to_ask_and_not_answered(client, visitor, sit):
    table = sit(GAME, visitor("Anna"), "page", seed=3)
    assert "data-mine" not in client.page(table)
    assert client.get(reverse("why", args=[table.slug]), {"seat": 0, "things": "above"}).status_code == 403


def test_when_it_is_the_turn_of_another_that_is_the_reason(visitor, sit):
    anna, bob = visitor("Anna"), visitor("Bob")
    table = sit(GAME, anna, bob, seed=3)
    (turn,) = parlour.standing(table).match.waiting
    waiting, name = ((bob, "Anna"), (anna, "Bob"))[turn]
    assert f'data-mine="{1 - turn}"' in waiting.page(table)
    ask = reverse("why", args=[table.slug])
    for language, said in (("en", f"It is not your turn yet; first: {name}"), ("fr", f"d’abord : {name}")):
        answer = waiting.language(language).get(ask, {"seat": 1 - turn, "things": "above"})
        assert said in answer.content.decode()


def test_after_the_end_nothing_is_asked(visitor, sit):
    anna = visitor("Anna")
    table = parlour.play_on(sit(GAME, anna, "page", seed=3))
    assert "data-mine" not in anna.page(table)
    assert anna.get(reverse("why", args=[table.slug]), {"seat": 0, "things": "above"}).status_code == 409


@pytest.mark.parametrize("asked", ["", "nonsense", "hand-Zz above", "x" * 5000, "<b>"])
def test_what_does_not_lie_on_the_table_cannot_be_asked_about(visitor, sit, asked):
    anna = visitor("Anna")
    table = sit(GAME, anna, "page", seed=3)
    assert anna.get(reverse("why", args=[table.slug]), {"seat": 0, "things": asked}).status_code == 400


def test_hints_name_what_is_to_glow(visitor, sit):
    anna = visitor("Anna")
    table = parlour.bots_move(sit(GAME, anna, "page", seed=3))
    parlour.bots_move(table)
    anna.post_to(table, "hint", seat=0)
    parlour.do_errands()
    page, advice = anna.page(table), anna.get(reverse("hint", args=[table.slug]), {"seat": 0})
    hints = re.findall(r'data-hint="([^"]*)"', advice.content.decode())
    assert 1 <= len(hints) <= 3
    assert all(f'data-thing="{thing}"' in page for hint in hints for thing in hint.split())
    suggested = html.unescape(re.search(r'name="move" value="([^"]+)"', advice.content.decode())[1])
    anna.play(table, 0, suggested)
    assert parlour.moves(table)[-1][-1] == suggested
