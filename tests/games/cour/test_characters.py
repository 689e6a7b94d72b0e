"""COR-1 to COR-5: our set of characters, and the files of others."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import camarilla
from camarilla import BadOption
from camarilla.engine.data_file import sealed
from camarilla.engine.words import LANGUAGES
from camarilla.games.cour import characters, powers, rules
from camarilla.games.cour.characters import OURS, Character
from camarilla.games.cour.powers import BASES, TYPES
from camarilla.testing.walks import walk

SET = characters.chosen(OURS)
MINER = {"en": "Miner", "fr": "Mineur", "type": "artisan", "base": "warrior", "cost": 2, "prestige": 1}
MINER |= {"power": "gain 1 steel"}


def named(name: str) -> Character:
    return next(character for character in SET if character.en == name)


def facts(name: str) -> tuple[Any, ...]:
    found = named(name)
    return TYPES[found.type], BASES[found.base], found.cost, found.prestige, powers.write(found.power)


def toml(*tables: dict[str, Any]) -> str:
    """A set file; a value that is given as bytes is written as it is."""
    return "\n".join("[[character]]\n" + "".join(f"{k} = {literal(v)}\n" for k, v in table.items()) for table in tables)


def literal(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode()
    return json.dumps(value, ensure_ascii=False)


Reading = Callable[[str | bytes], str]


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    """What becomes of a file with this content."""

    def read(content: str | bytes) -> str:
        path = tmp_path / "set.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return characters.of_file(str(path))

    return read


def refused(action: Callable[[], object], *expected: str, clause: str = "COR-5") -> None:
    """It is refused in both languages, in one line that says all that is expected."""
    with pytest.raises(BadOption) as refusal:
        action()
    texts = [refusal.value.text(language) for language in LANGUAGES]
    assert refusal.value.clause == clause and texts[0] != texts[1], texts
    for text in texts:
        assert text.replace("\u00a0", " ").replace("\u202f", " ").isprintable() and len(text) < 500, text
        assert text.startswith("option characters") and all(part in text for part in expected), text


# --- Our set ---


def test_cor_1_98_cards() -> None:
    assert sum(character.copies for character in SET) == 98
    assert all(2 <= character.cost <= 5 and 0 <= character.prestige <= 5 for character in SET)


def test_cor_2_the_resource_follows_from_the_type() -> None:
    said = {TYPES[character.type]: characters.cost(character).text().split(" ", 1)[1] for character in SET}
    assert said == {
        "merchant": "gold",
        "artisan": "steel",
        "warrior": "steel",
        "noble": "gold",
        "cleric": "rubies",
        "scholar": "rubies",
        "rogue": "of one resource",
    }
    assert characters.cost(named("Actor")).text("fr") == "3 d’une même ressource"


def test_cor_3_one_character_for_each_pair_in_order() -> None:
    assert [(character.type, character.base) for character in SET] == [(t, b) for t in range(7) for b in range(7)]
    assert all(character.copies == 2 for character in SET)


def test_cor_3_the_known_ones_are_as_known() -> None:
    assert facts("Miner") == ("artisan", "warrior", 2, 1, "gain 1 steel")
    assert facts("Ironmonger")[-1] == "pay 1 gold, gain 2 steel"
    assert facts("Philosopher")[0] == "scholar" and facts("Philosopher")[3:] == (2, "end: 1 per 3 cards")
    assert facts("Actor")[:2] == ("rogue", "neutral") and facts("Actor")[-1] == "copy"
    assert facts("Counsellor")[-1] == "move"
    assert {part.word for part in named("Penitent").power.parts} == {"parents"}
    french = {"Miner": "Mineur", "Ironmonger": "Quincailler", "Philosopher": "Philosophe"}
    french |= {"Actor": "Comédien", "Counsellor": "Conseiller", "Penitent": "Repenti"}
    assert {name: named(name).name("fr") for name in french} == french
    assert named("Actor").name("en") == "Actor"


def test_cor_3_costs_and_prestige_are_those_that_were_measured() -> None:
    assert Counter(character.cost for character in SET) == {2: 13, 3: 18, 4: 13, 5: 5}
    assert Counter(character.prestige for character in SET) == {0: 3, 1: 15, 2: 18, 3: 10, 4: 2, 5: 1}


def test_cor_4_every_kind_of_power_is_there() -> None:
    all_powers = [character.power for character in SET]
    words = {part.word for power in all_powers for part in power.parts}
    assert {"gain", "pay", "draw", "keep", "reserve", "cheaper", "recover", "move", "copy"} <= words
    assert {"steal", "levy", "purge", "remove"} <= words, "powers that act on the others"
    assert any(power.green and power.parts for power in all_powers) and any(not power.parts for power in all_powers)
    assert 0 < sum(character.copies for character in SET if character.power.once) <= 9


# --- Other sets ---


def test_cor_5_a_file_is_recorded_with_all_that_it_says(reading: Reading) -> None:
    value = reading(
        "# mine\n" + toml(MINER, {"prestige": 0, "cost": 5, "copies": 20} | rogue("Chat d’or"), green("Tree"))
    )
    head, text = value.split("\n", 1)
    assert head.startswith("sha256:") and len(head) == 71
    assert text.startswith(toml(MINER)) and text.count("copies") == 1 and text.count("power") == 1
    assert characters.of_file(value) == value == characters.recorded(value)
    miner, cat, tree = characters.chosen(value)
    assert miner == named("Miner")
    assert (cat.en, cat.fr, cat.copies, cat.power.green) == ("Chat d’or", "Chat d’or", 20, True)
    assert tree.copies == 2 and tree.power == powers.Power()


def rogue(name: str) -> dict[str, Any]:
    return {"en": name, "type": "rogue", "base": "neutral", "cost": 2, "prestige": 1}


def green(name: str, **fields: Any) -> dict[str, Any]:
    return {"en": name, "type": "noble", "base": "noble", "cost": 5, "prestige": 5} | fields


def test_cor_5_ours_is_ours_wherever_it_lies(reading: Reading) -> None:
    text = characters.FILE.read_text(encoding="utf-8")
    assert reading(text) == OURS
    assert reading("\ufeff" + text.replace("\n", "\r\n")) == OURS, "as some editors save it"
    assert characters.of_file(characters.recorded(OURS)) == OURS
    assert reading(text.replace("cost = 2", "cost = 3", 1)) != OURS


@pytest.mark.parametrize("name", characters.EARLIER)
def test_cor_5_an_earlier_set_is_known_by_its_hash(name: str) -> None:
    recorded = characters.recorded(name)
    whole = recorded.partition("\n")[0]
    assert whole.startswith(f"sha256:{name}") and recorded != characters.recorded(OURS)
    for written in (name, whole, whole.removeprefix("sha256:"), name.upper(), whole[:20], recorded):
        assert characters.of_file(written) == name
    assert characters.of_file(characters.recorded(OURS).partition("\n")[0]) == OURS
    refused(lambda: characters.of_file(whole[7:14]), OURS, name)


@pytest.mark.parametrize("name", characters.EARLIER)
def test_cor_5_what_was_played_with_an_earlier_set_is_replayed(name: str) -> None:
    match = walk(camarilla.game("cour", characters=name, players=2, runtime="interpreted"), 3, 3)[-1]
    again = camarilla.load(match.record())
    assert again.fingerprint == match.fingerprint and again.scores == match.scores
    assert again.game.chosen["characters"] == name and again.game.characters == characters.chosen(name)
    at_a_table = {option.name: (option, value) for option, value in again.game.unusual}
    option, value = at_a_table["characters"]
    assert option.meaning(value).text("fr") != option.meaning(OURS).text("fr")


def test_cor_5_the_order_of_characters_matters_that_of_fields_does_not(reading: Reading) -> None:
    miner, tree = MINER, green("Tree")
    value = reading(toml(miner, tree))
    assert reading(toml(tree, miner)) != value
    assert reading(toml(dict(reversed(miner.items())), tree | {"copies": 2, "power": "", "fr": "Tree"})) == value


def test_cor_5_a_home_folder_is_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "set.toml").write_text(toml(MINER), encoding="utf-8")
    assert characters.of_file("~/set.toml").startswith("sha256:")


def test_cor_5_letters_with_accents_are_the_same_however_they_are_composed(reading: Reading) -> None:
    assert reading(toml(rogue("E\u0301claireur"))) == reading(toml(rogue("Éclaireur")))


@pytest.mark.parametrize(
    "path", ["", "theirs", ".", "/dev/zero", "a\0b", "x" * 5000, "~nobody-at-all/x", "a\nb\x1b[31m"]
)
def test_cor_5_what_is_no_file_is_refused(path: str) -> None:
    refused(lambda: characters.of_file(path), OURS)


def test_cor_5_a_file_that_cannot_be_read_is_refused(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(path: Path) -> bytes:
        raise PermissionError(path)

    monkeypatch.setattr(Path, "read_bytes", locked)
    refused(lambda: reading(toml(MINER)), "set.toml")


def test_cor_5_a_huge_file_is_refused_unread(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail("it was read"))
    refused(lambda: reading(b"#" * 10_000_000), "set.toml", "1000000")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xff\xfe\x00", ["UTF-8"]),
        ("", []),
        (" \n\t\n", []),
        ("# nothing\n", ["[[character]]"]),
        ("character = []", ["[[character]]"]),
        ("character = 3", ["[[character]]"]),
        ("character = [1]", ["[[character]]"]),
        ("[character]\nen = 'Miner'", ["[[character]]"]),
        ("[[character]]\nen = Miner", ["TOML", " 2"]),
        ("[[character]]\nen = 'Miner", ["TOML", " 2"]),
        ("[[character]]\nen = 'Miner'\nen = 'Minor'", ["TOML", " 3"]),
        ("[[character]]\nen = 'Miner'\nen = 'Minor'\n\n", ["TOML", " 3"]),
        ("a = " + "[" * 100_000, ["TOML"]),
        ("a = " + "1" * 100_000, ["TOML"]),
        (toml(MINER) + "\n[[charakter]]", ["'charakter'"]),
        ("title = 'Mine'\n" + toml(MINER), ["'title'"]),
        ('"a\\nb" = 1', ["'a\\nb'"]),
    ],
)
def test_cor_5_a_file_that_is_no_set_is_refused(reading: Reading, content: str | bytes, expected: list[str]) -> None:
    refused(lambda: reading(content), "set.toml", *expected)


CARD = [
    # what is changed (None: left out), the clause, what the refusal says
    ({"en": None}, "COR-5", ["2, en"]),
    ({"type": None}, "COR-5", ["Tree, type"]),
    ({"base": None}, "COR-5", ["Tree, base"]),
    ({"cost": None}, "COR-5", ["Tree, cost"]),
    ({"prestige": None}, "COR-5", ["Tree, prestige"]),
    ({"price": 3}, "COR-5", ["Tree, 'price'", "en, fr, type, base, cost, prestige, power, copies"]),
    ({'"a\\nb"': 3}, "COR-5", ["Tree, 'a\\nb'"]),
    ({"en": 3}, "COR-5", ["2, en", "3"]),
    ({"fr": b"['a']"}, "COR-5", ["Tree, fr", "['a']"]),
    ({"type": True}, "COR-5", ["Tree, type", "True"]),
    ({"base": 1}, "COR-5", ["Tree, base", "1"]),
    ({"power": b"1979-05-27"}, "COR-5", ["Tree, power", "1979"]),
    ({"cost": True}, "COR-5", ["Tree, cost", "True"]),
    ({"cost": 3.0}, "COR-5", ["Tree, cost", "3.0"]),
    ({"cost": "3"}, "COR-5", ["Tree, cost", "'3'"]),
    ({"prestige": b"nan"}, "COR-5", ["Tree, prestige", "nan"]),
    ({"copies": False}, "COR-5", ["Tree, copies", "False"]),
    ({"cost": 1}, "COR-1", ["Tree, cost", "1", "2", "5"]),
    ({"cost": 6}, "COR-1", ["Tree, cost", "6", "2", "5"]),
    ({"cost": b"0x" + b"f" * 10_000}, "COR-1", ["Tree, cost"]),
    ({"prestige": -1}, "COR-1", ["Tree, prestige", "-1", "0", "5"]),
    ({"prestige": 6}, "COR-1", ["Tree, prestige", "6", "0", "5"]),
    ({"copies": 0}, "COR-5", ["Tree, copies", "0", "1", "20"]),
    ({"copies": 21}, "COR-5", ["Tree, copies", "21", "1", "20"]),
    ({"type": "knight"}, "COR-1", ["Tree, type", "'knight'", ", ".join(TYPES)]),
    ({"type": "Noble"}, "COR-1", ["Tree, type", "'Noble'"]),
    ({"type": "neutral"}, "COR-1", ["Tree, type", "'neutral'"]),
    ({"type": "x" * 100_000}, "COR-1", ["Tree, type", "..."]),
    ({"base": "knight"}, "COR-1", ["Tree, base", "'knight'", ", ".join(BASES)]),
    ({"base": "rogue"}, "COR-1", ["Tree, base", "'rogue'", ", ".join(BASES)]),
    ({"power": "gian 1 gold"}, "COR-5", ["Tree, power", "'gian'", "gain"]),
    ({"power": "gain 1"}, "COR-5", ["Tree, power", "gain N gold/steel/ruby/any"]),
    ({"power": "gain 10 gold"}, "COR-5", ["Tree, power", "'10'"]),
    ({"power": "between turns: draw 1"}, "COR-5", ["Tree, power", "'draw 1'"]),
    ({"power": "gain 1 gold, pay 1 gold"}, "COR-5", ["Tree, power"]),
    ({"power": "keep 1, sell 1"}, "COR-5", ["Tree, power", "keep", "sell"]),
    ({"power": "copy, draw 1"}, "COR-5", ["Tree, power", "copy"]),
    ({"power": "gain 1 gold, end: 1 per 1 rows"}, "COR-5", ["Tree, power", "end:"]),
    ({"power": ", ".join(["move"] * 7)}, "COR-5", ["Tree, power", "7", "6"]),
    ({"en": ""}, "COR-5", ["2, en", "''", "24"]),
    ({"en": "x" * 25}, "COR-5", ["2, en", "25", "24"]),
    ({"fr": ""}, "COR-5", ["Tree, fr", "''", "24"]),
    ({"fr": "x" * 25}, "COR-5", ["Tree, fr", "25", "24"]),
    *(({"en": f"Tr{sign}ee"}, "COR-5", ["2, en"]) for sign in "<!?,.:*_/`|²\u00a0\u200b"),
    *(({"fr": f"Tr{sign}ee"}, "COR-5", ["Tree, fr"]) for sign in "<!?,"),
    *(({"en": name}, "COR-5", ["2, en"]) for name in (" Tree", "Tree ", "Tr  ee", "-", "’", "-Tree", "Tree-")),
    ({"en": b'"Tr\\nee"'}, "COR-5", ["2, en", "'Tr\\nee'"]),
    ({"en": b'"Tr\\u001Bee"'}, "COR-5", ["2, en"]),
    ({"en": "Miner"}, "COR-5", ["Miner, en", "'Miner'", "1"]),
    ({"en": "mINER"}, "COR-5", ["mINER, en", "'mINER'"]),
    ({"en": "Mi ner"}, "COR-5", ["Mi ner, en"]),
    ({"en": "Mineur"}, "COR-5", ["Mineur, en"]),
    ({"fr": "Mineur"}, "COR-5", ["Tree, fr", "'Mineur'"]),
    ({"fr": "Miner"}, "COR-5", ["Tree, fr", "'Miner'"]),
]


@pytest.mark.parametrize(("change", "clause", "expected"), CARD, ids=[str(change)[:40] for change, _, _ in CARD])
def test_cor_5_a_bad_card_is_named_with_its_field(
    reading: Reading, change: dict[str, Any], clause: str, expected: list[str]
) -> None:
    table = {field: value for field, value in (green("Tree") | change).items() if value is not None}
    refused(lambda: reading(toml(MINER, table)), *expected, clause=clause)


def test_cor_5_a_card_without_a_name_is_named_by_its_number(reading: Reading) -> None:
    with pytest.raises(BadOption) as refusal:
        reading(toml(MINER, green("Tree"), {"type": "noble"}))
    assert "character 3, en" in refusal.value.text("en") and "personnage 3, en" in refusal.value.text("fr")


def test_cor_5_up_to_128_characters_and_250_cards(reading: Reading) -> None:
    many = [green(f"Tree {number}", copies=1) for number in range(129)]
    assert len(characters.chosen(reading(toml(*many[:128])))) == 128
    refused(lambda: reading(toml(*many)), "129", "128")
    full = [green(f"Tree {number}", copies=10) for number in range(25)]
    assert reading(toml(*full)).startswith("sha256:")
    refused(lambda: reading(toml(*full, MINER)), "252", "250")


def test_cor_5_ten_cards_a_player() -> None:
    characters.check_players(SET, 6, True)
    characters.check_players(SET, 6, False)
    refused(lambda: characters.check_players(SET[-20:], 5, True), "5", "50", "40")
    characters.check_players(SET[-20:], 4, True)
    refused(lambda: characters.check_players(SET[-20:], 3, False), "3", "30", "26", "Ro")
    characters.check_players(SET[-20:], 2, False)
    refused(lambda: characters.check_players(SET[-7:], 2, False), "20", "0")


def test_cor_5_a_recorded_set_that_was_changed_is_refused(reading: Reading) -> None:
    value = reading(toml(MINER))
    for changed in (
        value.replace("cost = 2", "cost = 3"),
        value[:-1],
        value[:40],
        "sha256:",
        value.replace("sha256:", "sha256:0"),
    ):
        for reader in (characters.of_file, characters.chosen, characters.recorded):
            refused(partial(reader, changed), "sha256")


def test_cor_5_a_recorded_set_is_checked_too() -> None:
    forged = sealed(characters.write_set([Character("Miner", "Mineur", 1, 2, 9, 1, powers.Power())]))
    refused(lambda: characters.of_file(forged), "Miner, cost", "9", clause="COR-1")


# --- For the rules ---


def tables(*some: Character) -> Any:
    record = np.zeros(1, rules.Data)[0]
    characters.encode(some, record)
    return record


def encoded(text: str) -> list[tuple[int, ...]]:
    record = tables(SET[0], Character("Tree", "Arbre", 3, 6, 5, 4, powers.read(text), 7))
    fields = ("word", "amount", "of", "mask", "later")
    return [tuple(int(record[field][1, part]) for field in fields) for part in range(record["parts"][1])]


def test_every_character_is_encoded() -> None:
    record = tables(*SET)
    assert record["kinds"] == 49 and not record["copies"][49:].any()
    for index, character in enumerate(SET):
        fields = ("type", "base", "cost", "prestige", "copies")
        assert [int(record[field][index]) for field in fields] == [getattr(character, field) for field in fields]
    assert {SET[i].en for i in range(49) if record["once"][i]} == {"Bombardier", "Marshal", "Inventor", "Forger"}
    assert record["green"][:49].sum() == 14
    banker = [int(record[field][0]) for field in ("once", "green", "parts", "later_parts")]
    assert banker == [0, 0, 2, 1]


def test_128_characters_fit() -> None:
    assert tables(*[named("Miner")] * 128)["kinds"] == 128


def test_words_have_the_numbers_of_the_rules() -> None:
    for word in powers.FORMS:
        assert characters.NUMBERS[word] == getattr(rules, word.upper())
    assert [characters.NUMBERS[word] for word in powers.BONUSES] == list(range(rules.OF_CARDS, rules.BY_RESOURCES + 1))


def test_parts_are_encoded() -> None:
    assert encoded("pay 1 gold, pay 2 any, gain 3 ruby") == [(1, 1, 0, 0, 0), (1, 2, 3, 0, 0), (2, 3, 2, 0, 0)]
    assert encoded("draw 4, look 3, look 5 take 2") == [(3, 4, 0, 0, 0), (4, 3, 1, 0, 0), (4, 5, 2, 0, 0)]
    assert encoded("discard 1, sell 2, keep 3, reserve 4") == [(5 + i, 1 + i, 0, 0, 0) for i in range(4)]
    assert encoded("cheaper 2") == [(9, 2, 0, 127, 0)]
    assert encoded("cheaper 1 for artisan or rogue") == [(9, 1, 0, 0b1000010, 0)]
    assert encoded("anywhere, recover 2, move") == [(10, 0, 0, 0, 0), (11, 2, 0, 0, 0), (12, 0, 0, 0, 0)]
    assert encoded("copy") == [(13, 0, 0, 0, 0)]
    later = "between turns: steal 2, levy 1 steel, purge 5, remove 0, gain 1 any"
    assert encoded(later) == [(14, 2, 0, 0, 1), (15, 1, 1, 0, 1), (16, 5, 0, 0, 1), (17, 0, 0, 0, 1), (2, 1, 3, 0, 1)]


def test_bonuses_are_encoded() -> None:
    assert encoded("end: 1 per 3 cards, 2 per 4 cards of noble") == [(20, 1, 3, 127, 0), (20, 2, 4, 8, 0)]
    assert encoded("end: 1 per 1 cards on neutral or merchant") == [(21, 1, 1, 0b1000001, 0)]
    plain = "end: 1 per 1 types, 1 per 2 bases, 1 per 3 rows, 1 per 4 height"
    assert encoded(plain) == [(22, 1, 1, 0, 0), (23, 1, 2, 0, 0), (24, 1, 3, 0, 0), (25, 1, 4, 0, 0)]
    assert encoded("end: 1 per 1 parents, 1 per 1 children of rogue") == [(26, 1, 1, 127, 0), (27, 1, 1, 64, 0)]
    left = "end: 1 per 1 resources, 1 per 1 gold, 1 per 1 steel, 1 per 1 ruby"
    assert encoded(left) == [(28, 1, 1, 7, 0), (28, 1, 1, 1, 0), (28, 1, 1, 2, 0), (28, 1, 1, 4, 0)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_mistakes_are_told_at_once(language: str, tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    wrong = ({"cost": 99}, {}, {"type": "dragon"}, {"power": "fly 3"})
    path.write_text(toml(*(MINER | {"en": f"Miner {i}"} | one for i, one in enumerate(wrong))), encoding="utf-8")
    with pytest.raises(BadOption) as caught:
        characters.of_file(str(path))
    said = caught.value.text(language).splitlines()
    assert len(said) == 4 and "3" in said[0]
    assert [name for name in ("Miner 0", "Miner 2", "Miner 3") if name in "".join(said)] == [
        "Miner 0",
        "Miner 2",
        "Miner 3",
    ]
    assert "COR-1" in said[1] and "COR-5" in said[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_are_several_within_one_character(language: str, reading: Reading) -> None:
    with pytest.raises(BadOption) as caught:
        reading(toml(MINER, MINER | {"en": "Cat", "cost": 99, "type": "dragon", "power": 3, "colour": "red"}))
    said = caught.value.text(language).splitlines()
    assert len(said) == 5 and "4" in said[0] and all("Cat" in line for line in said[1:])
    assert [field for field in ("colour", "type", "cost", "power") if field in "".join(said)] == [
        "colour",
        "type",
        "cost",
        "power",
    ]
