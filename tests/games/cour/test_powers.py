"""The language of powers: what can be written, how it is said, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from camarilla.engine.words import LANGUAGES
from camarilla.games.cour import characters, powers
from camarilla.games.cour.powers import BadPower, Part, Power

DIGITS = some.integers(1, 9)
MASKS = some.integers(1, 127)
NOW = some.one_of(
    some.builds(Part, some.just("gain"), DIGITS, some.integers(0, 3)),
    some.builds(Part, some.sampled_from(["draw", "discard", "sell", "reserve", "recover"]), DIGITS),
    DIGITS.flatmap(lambda n: some.builds(Part, some.just("look"), some.just(n), some.integers(1, n))),
    some.builds(Part, some.just("cheaper"), DIGITS, some.just(0), MASKS),
    some.builds(Part, some.sampled_from(["anywhere", "move"])),
)
LATER = some.one_of(
    some.builds(Part, some.just("gain"), DIGITS, some.integers(0, 3), later=some.just(True)),
    some.builds(Part, some.just("levy"), DIGITS, some.integers(0, 2), later=some.just(True)),
    some.builds(Part, some.sampled_from(["steal", "purge"]), DIGITS, later=some.just(True)),
    some.builds(Part, some.just("remove"), some.integers(0, 5), later=some.just(True)),
)
BONUS = some.one_of(
    some.builds(Part, some.sampled_from(["cards", "on", "parents", "children"]), DIGITS, DIGITS, MASKS),
    some.builds(Part, some.sampled_from(["types", "bases", "rows", "height"]), DIGITS, DIGITS),
    some.builds(Part, some.just("resources"), DIGITS, DIGITS, some.sampled_from([1, 2, 4, 7])),
)
KEEP = Part("keep", 2)


@some.composite
def activated(draw: some.DrawFn) -> Power:
    """Costs first, `keep` last, then what comes between turns."""
    costs = draw(some.lists(some.integers(0, 3), max_size=2).map(sorted))
    parts = [
        *(Part("pay", draw(DIGITS), of) for of in costs),
        *draw(some.lists(NOW, max_size=2, unique_by=lambda part: part.word)),
    ]
    parts += [KEEP] * draw(some.integers(0, 1))
    parts += draw(some.lists(LATER, min_size=0 if parts else 1, max_size=1))
    return Power(tuple(parts), draw(some.booleans()))


POWERS = some.one_of(
    activated(), some.lists(BONUS, max_size=6).map(lambda parts: Power(tuple(parts))), some.just(Power((Part("copy"),)))
)


@given(POWERS)
def test_what_is_written_is_read_again(power: Power) -> None:
    text = powers.write(power)
    assert powers.read(text) == power
    assert powers.read(f" {text.upper().replace(' ', '  ')} ") == power, "capitals and spaces do not matter"


@given(POWERS)
def test_every_power_can_be_said(power: Power) -> None:
    for language in LANGUAGES:
        said = powers.say(power).text(language)
        assert said and "{" not in said and "\n" not in said


# fmt: off
TOKENS = [*powers.FORMS, *powers.MEASURES, *powers.UNITS, "once:", "between turns:", "end:", ";", ",", "1", "9", "per",
          "or", "of", "on", "for", "take", "noble"]
# fmt: on


@given(some.lists(some.sampled_from(TOKENS), max_size=12).map(" ".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        power = powers.read(text)
    except BadPower as refusal:
        assert all("\n" not in refusal.text(language) for language in LANGUAGES)
    else:
        assert powers.read(powers.write(power)) == power


def test_our_powers_are_written_as_they_would_be_by_the_program() -> None:
    for character in characters.chosen(characters.OURS):
        assert powers.read(powers.write(character.power)) == character.power
    canonical = characters.recorded(characters.OURS).split("\n", 1)[1]
    assert characters.FILE.read_text(encoding="utf-8").endswith(f"\n\n{canonical}")


def test_what_may_be_left_out_is_understood() -> None:
    assert powers.read("look 3") == powers.read("look 3 take 1")
    assert powers.read("cheaper 2") == powers.read(f"cheaper 2 for {' or '.join(powers.TYPES)}")
    assert powers.read("cheaper 1 for warrior or artisan") == powers.read("cheaper 1 for artisan or warrior")
    assert powers.read("end: 1 per 2 cards") == powers.read(f"end: 1 per 2 cards of {' or '.join(powers.TYPES)}")


def test_green_powers_are_none_and_bonuses() -> None:
    assert powers.read("").green and powers.read("  ").green and powers.read("end: 1 per 1 rows, 2 per 3 gold").green
    assert not any(powers.read(text).green for text in ("move", "copy", "once: draw 1", "between turns: gain 1 any"))


# fmt: off
SAID = [
    ("", "no power", "aucun pouvoir"),
    ("pay 1 gold, gain 2 steel", "−1 gold, +2 steel", "−1 or, +2 acier"),
    ("pay 2 ruby, pay 1 any, gain 3 any", "−2 rubies, −1 of choice, +3 of choice",
     "−2 rubis, −1 au choix, +3 au choix"),
    ("pay 1 gold; between turns: gain 3 gold", "−1 gold; between turns: +3 gold", "−1 or ; entre deux tours : +3 or"),
    ("draw 1", "draw 1 card", "piochez 1 carte"),
    ("draw 2, discard 1", "draw 2 cards, discard 1 card from hand", "piochez 2 cartes, défaussez 1 carte de la main"),
    ("discard 2", "discard 2 cards from hand", "défaussez 2 cartes de la main"),
    ("look 1", "look at the top card and take it", "regardez la carte du dessus et prenez-la"),
    ("look 2", "look at the top 2 cards, take one, discard the other",
     "regardez les 2 cartes du dessus, prenez-en une, défaussez l’autre"),
    ("look 3", "look at the top 3 cards, take one, discard the others",
     "regardez les 3 cartes du dessus, prenez-en une, défaussez les autres"),
    ("look 3 take 2", "look at the top 3 cards, take 2, discard the other",
     "regardez les 3 cartes du dessus, prenez-en 2, défaussez l’autre"),
    ("look 5 take 2", "look at the top 5 cards, take 2, discard the others",
     "regardez les 5 cartes du dessus, prenez-en 2, défaussez les autres"),
    ("look 2 take 2", "look at the top 2 cards and take them all",
     "regardez les 2 cartes du dessus et prenez-les toutes"),
    ("sell 2", "discard a card from hand: +2 of its resource (a Rogue: of choice)",
     "défaussez une carte de la main : +2 de sa ressource (Roublard : au choix)"),
    ("keep 1", "set aside up to 1 card from hand", "mettez de côté jusqu’à 1 carte de la main"),
    ("keep 3", "set aside up to 3 cards from hand", "mettez de côté jusqu’à 3 cartes de la main"),
    ("reserve 1", "set the top card of the draw pile aside until the next income",
     "mettez de côté la carte du dessus de la pioche jusqu’au prochain revenu"),
    ("reserve 2", "set the top 2 cards of the draw pile aside until the next income",
     "mettez de côté les 2 cartes du dessus de la pioche jusqu’au prochain revenu"),
    ("cheaper 1", "the next card enrolled this turn costs 1 less",
     "la prochaine carte enrôlée ce tour coûte 1 de moins"),
    ("cheaper 2 for rogue", "the next Rogue enrolled this turn costs 2 less",
     "le prochain Roublard enrôlé ce tour coûte 2 de moins"),
    ("cheaper 2 for scholar or cleric or merchant",
     "the next Merchant, Cleric or Scholar enrolled this turn costs 2 less",
     "le prochain Marchand, Religieux ou Savant enrôlé ce tour coûte 2 de moins"),
    ("anywhere", "the next card enrolled this turn may go above any two cards",
     "la prochaine carte enrôlée ce tour peut aller sur deux cartes quelconques"),
    ("recover 1", "take 1 card from the discard pile", "prenez 1 carte dans la défausse"),
    ("recover 2", "take 2 cards from the discard pile", "prenez 2 cartes dans la défausse"),
    ("move", "move one of your cards without parents to where it could be enrolled",
     "déplacez une de vos cartes sans parent là où elle pourrait être enrôlée"),
    ("copy", "copy the power of one of its two children", "copiez le pouvoir de l’un de ses deux enfants"),
    ("between turns: steal 1", "between turns: take 1 resource of your choice from the others",
     "entre deux tours : prenez 1 ressource de votre choix aux autres"),
    ("between turns: steal 2", "between turns: take 2 resources of your choice from the others",
     "entre deux tours : prenez 2 ressources de votre choix aux autres"),
    ("once: between turns: levy 1 steel", "once a game: between turns: every other player gives you 1 steel",
     "une fois par partie : entre deux tours : chaque autre joueur vous donne 1 acier"),
    ("between turns: purge 1", "between turns: every other player with cards in hand discards one",
     "entre deux tours : chaque autre joueur qui a des cartes en main en défausse une"),
    ("between turns: purge 5", "between turns: every other player with 5 or more cards in hand discards one",
     "entre deux tours : chaque autre joueur qui a 5 cartes ou plus en main en défausse une"),
    ("between turns: remove 0",
     "between turns: a card of another player, without parents or prestige, is discarded and refunded",
     "entre deux tours : une carte d’un autre joueur, sans parent ni prestige, est défaussée et remboursée"),
    ("between turns: remove 2",
     "between turns: a card of another player, without parents and of at most 2 prestige, is discarded and refunded",
     "entre deux tours : une carte d’un autre joueur, sans parent et d’au plus 2 prestige,"
     " est défaussée et remboursée"),
    ("end: 1 per 1 cards", "end: +1 for each card in the pyramid", "fin : +1 par carte dans la pyramide"),
    ("end: 1 per 3 cards", "end: +1 for every 3 cards in the pyramid",
     "fin : +1 par tranche de 3 cartes dans la pyramide"),
    ("end: 1 per 1 cards of noble", "end: +1 for each card of type Noble", "fin : +1 par carte de type Noble"),
    ("end: 2 per 3 cards of noble or cleric", "end: +2 for every 3 cards of type Noble or Cleric",
     "fin : +2 par tranche de 3 cartes de type Noble ou Religieux"),
    ("end: 1 per 1 cards on neutral", "end: +1 for each card of base Neutral", "fin : +1 par carte de base Neutre"),
    ("end: 1 per 2 cards on noble or neutral", "end: +1 for every 2 cards of base Noble or Neutral",
     "fin : +1 par tranche de 2 cartes de base Noble ou Neutre"),
    ("end: 1 per 1 types, 1 per 2 types", "end: +1 for each different type, +1 for every 2 different types",
     "fin : +1 par type différent, +1 par tranche de 2 types différents"),
    ("end: 1 per 1 bases, 1 per 2 bases", "end: +1 for each different base, +1 for every 2 different bases",
     "fin : +1 par base différente, +1 par tranche de 2 bases différentes"),
    ("end: 1 per 1 rows, 3 per 2 rows", "end: +1 for each complete row, +3 for every 2 complete rows",
     "fin : +1 par rangée complète, +3 par tranche de 2 rangées complètes"),
    ("end: 1 per 1 height", "end: +1 for each row it stands above the base row",
     "fin : +1 par rangée dont elle s’élève au-dessus de la base"),
    ("end: 3 per 2 height", "end: +3 for every 2 rows it stands above the base row",
     "fin : +3 par tranche de 2 rangées dont elle s’élève au-dessus de la base"),
    ("end: 1 per 1 parents, 1 per 2 parents", "end: +1 for each parent, +1 for every 2 parents",
     "fin : +1 par parent, +1 par tranche de 2 parents"),
    ("end: 1 per 1 parents of rogue, 1 per 2 parents of rogue",
     "end: +1 for each parent of type Rogue, +1 for every 2 parents of type Rogue",
     "fin : +1 par parent de type Roublard, +1 par tranche de 2 parents de type Roublard"),
    ("end: 1 per 1 children, 1 per 2 children", "end: +1 for each child, +1 for every 2 children",
     "fin : +1 par enfant, +1 par tranche de 2 enfants"),
    ("end: 1 per 1 children of artisan, 1 per 2 children of artisan",
     "end: +1 for each child of type Artisan, +1 for every 2 children of type Artisan",
     "fin : +1 par enfant de type Artisan, +1 par tranche de 2 enfants de type Artisan"),
    ("end: 1 per 1 resources, 1 per 4 resources", "end: +1 for each resource left, +1 for every 4 resources left",
     "fin : +1 par ressource restante, +1 par tranche de 4 ressources restantes"),
    ("end: 1 per 1 gold, 1 per 2 gold", "end: +1 for each gold left, +1 for every 2 gold left",
     "fin : +1 par unité d’or restante, +1 par tranche de 2 unités d’or restantes"),
    ("end: 1 per 1 steel, 1 per 2 steel", "end: +1 for each steel left, +1 for every 2 steel left",
     "fin : +1 par unité d’acier restante, +1 par tranche de 2 unités d’acier restantes"),
    ("end: 1 per 1 ruby, 1 per 2 ruby", "end: +1 for each ruby left, +1 for every 2 rubies left",
     "fin : +1 par unité de rubis restante, +1 par tranche de 2 unités de rubis restantes"),
]
# fmt: on


@pytest.mark.parametrize(("text", "english", "french"), SAID, ids=[text or "none" for text, _, _ in SAID])
def test_powers_are_said_in_both_languages(text: str, english: str, french: str) -> None:
    said = powers.say(powers.read(text))
    assert said.text("en") == english
    assert said.text("fr").replace("\u00a0", " ").replace("\u202f", " ") == french
    assert " :" not in said.text("fr") and " ;" not in said.text("fr"), "a no-break space belongs there"


def test_every_word_has_been_said_above() -> None:
    parts = [part for text, _, _ in SAID for part in powers.read(text).parts]
    assert {part.word for part in parts} == {*powers.FORMS, *powers.BONUSES}


REFUSED = {
    "gian 1 gold": ("'gian'", "gain", "remove"),
    "1 gold": ("'1'", "gain"),
    "gain 1": ("'gain 1'", "gain N gold/steel/ruby/any"),
    "gain 1 silver": ("'gain 1 silver'", "gain N gold/steel/ruby/any"),
    "gain gold 1": ("gain N gold/steel/ruby/any",),
    "gain 0 gold": ("'0'", "1", "9"),
    "gain 10 gold": ("'10'", "1", "9"),
    "gain -1 gold": ("'-1'",),
    "gain ten gold": ("'ten'",),
    "gain ² gold": ("'²'",),
    "draw": ("draw N",),
    "draw 1 2": ("draw N",),
    "look 2 take 3": ("'3'", "2"),
    "look 2 of 3": ("look N [take M]",),
    "cheaper 1 for": ("cheaper N [for TYPE [or TYPE ...]]",),
    "cheaper 1 for knight": ("'knight'", "warrior"),
    "cheaper 1 for noble or": ("'noble or'",),
    "cheaper 1 for noble cleric": ("'noble cleric'",),
    "move 1": ("`move`",),
    "gain 1 gold,, draw 1": (),
    "gain 1 gold,": (),
    "once:": (),
    "end:": (),
    "between turns:": (),
    "; between turns: gain 1 gold": (),
    "gain 1 gold;": ("once: PART, PART; between turns: PART",),
    "gain 1 gold; draw 1": ("once: PART, PART; between turns: PART",),
    "gain 1 gold, between turns: gain 1 gold": ("once: PART, PART; between turns: PART",),
    "between turns: gain 1 gold; between turns: steal 1": ("once: PART, PART; between turns: PART",),
    "between turns: gain 1 gold; draw 1": ("once: PART, PART; between turns: PART",),
    "between turns: draw 1": ("'draw 1'", "gain, steal, levy, purge, remove"),
    "between turns: copy": ("'copy'", "gain, steal, levy, purge, remove"),
    "between turns: levy 1 any": ("levy N gold/steel/ruby",),
    "between turns: remove 6": ("'6'", "0", "5"),
    "steal 1": ("'steal 1'", "between turns:"),
    "gain 1 gold, pay 1 steel": (),
    "pay 1 any, pay 1 gold, gain 3 ruby": (),
    "keep 1, discard 1": ("keep", "discard"),
    "keep 1, draw 1, sell 1": ("keep", "sell"),
    "cheaper 1, cheaper 2": ("cheaper",),
    "move, gain 1 gold, move": ("move",),
    "copy, draw 1": ("copy",),
    "once: copy": ("copy",),
    "copy; between turns: gain 1 gold": ("copy",),
    "gain 1 gold; end: 1 per 3 cards": ("'gain 1 gold; end: 1 per 3 cards'", "end:"),
    "end: 1 per 3 cards; between turns: gain 1 gold": ("end:",),
    "end: 1 per 3 cards, gain 1 gold": ("'gain 1 gold'", "end:"),
    "gain 1 gold, 1 per 3 cards": ("'1 per 3 cards'", "end:"),
    "once: end: 1 per 3 cards": ("once:",),
    "end: 1 per 3 towers": ("'towers'", "height"),
    "end: 1 for 3 cards": ("N per M MEASURE",),
    "end: 1 per 3": ("N per M MEASURE",),
    "end: 0 per 3 cards": ("'0'",),
    "end: 1 per 0 cards": ("'0'",),
    "end: 1 per 3 cards of": ("N per M cards",),
    "end: 1 per 3 types of noble": ("N per M types",),
    "end: 1 per 3 parents on noble": ("N per M parents",),
    "end: 1 per 3 cards of neutral": ("'neutral'",),
    "end: 1 per 3 cards on rogue": ("'rogue'", "neutral"),
    ", ".join(["draw 1"] * 7): ("7", "6"),
    ", ".join(["draw 1"] * 5) + "; between turns: gain 1 gold, steal 1": ("7", "6"),
    "end: " + ", ".join(["1 per 1 rows"] * 7): ("7", "6"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_power_is_refused_precisely(text: str) -> None:
    with pytest.raises(BadPower) as refusal:
        powers.read(text)
    english, french = (refusal.value.text(language) for language in LANGUAGES)
    assert english != french
    for said in (english, french):
        assert "\n" not in said and all(expected in said for expected in REFUSED[text]), said


def test_a_refusal_is_short_and_on_one_line_whatever_was_written() -> None:
    for text in ("x" * 100_000, "gain 1 gold, " * 50_000, "gain 1 " + "gold " * 50_000, "a\n\x1b[31mb"):
        with pytest.raises(BadPower) as refusal:
            powers.read(text)
        assert len(str(refusal.value)) < 400 and str(refusal.value).isprintable()
