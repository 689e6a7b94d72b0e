"""What the games are like between strong players, for docs/strategy.md and docs/strategy.fr.md.

`python tools/strategy.py measure [GAME...]` plays the matches and writes what they show to docs/strategy.json;
`python tools/strategy.py` fills in the tables of both pages from that file, and draws their pictures.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import camarilla
from camarilla.bots.bot import Bot, chance
from camarilla.bots.ladder import bot_title, find_bot
from camarilla.engine.game import Game
from camarilla.engine.match import Choice
from camarilla.engine.words import LANGUAGES, Message, numeral, of_package
from camarilla.lab.balance import Fate, Portrait
from camarilla.lab.luck import play_apart
from camarilla.lab.observing import observe, prepare_observing
from camarilla.lab.series import Series, victories
from camarilla.lab.summary import Mean
from camarilla.lab.telling import turn

DOCS = Path(__file__).parents[1] / "docs"
FIGURES = DOCS / "strategy.json"
PAGES = {"en": DOCS / "strategy.md", "fr": DOCS / "strategy.fr.md"}
PLACE = re.compile(r"(?<=<!-- measured: )(\w+)( -->\n).*?(?=<!-- /measured -->)", re.DOTALL)
WORDS = of_package(__file__, "strategy.toml")
SEED = 2026
MOST = 10  # rows of a table of openings; as many things from either end of a list
ENOUGH = 500  # matches: with fewer, what a single thing does is lost in the noise
RARE = 50  # matches: what a seldom opening won would tell nothing
SPACE = "\u00a0"
LINE, NAMES, WIDTH, EDGE = 22, 330, 420, 16  # pixels
COLORS = {"below": "#b5533c", "unclear": "#9a8f7a", "above": "#4b7a9b"}
PARTS = {"skill": "#4b7a9b", "turn": "#e0b84f", "cards": "#b5533c", "rest": "#cfc8ba"}  # of what decides

Row = dict[str, Any]
Points = npt.NDArray[np.int16]
Kinds = Mapping[str, str]  # of a decision: what its notation is like, and how its kind is called in strategy.toml


@dataclass(frozen=True)
class Setting:
    """What is measured: who plays among its like, and half as often alone against whom.

    Where nobody is weaker it is a quick player, for its many matches: its openings are habits, and not told.
    """

    game: str
    players: int
    player: str
    matches: int
    weaker: str | None = "courtier"
    options: Mapping[str, str] = field(default_factory=dict)

    def new_game(self) -> Game:
        return camarilla.game(self.game, players=self.players, **self.options)

    @property
    def deals(self) -> int:
        return self.matches // (2 * self.players)


PLAN = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
SETTINGS = tuple(Setting(**one) for one in PLAN["settings"])
# Kinds of the first decisions of a match, where the game's own words of a choice tell more than a kind.
OPENINGS: dict[str, list[Kinds]] = PLAN["openings"]


# --- Measuring ---


def measure(games: Sequence[str]) -> None:
    """Play the matches of these games, and keep what is known of the others."""
    known = {key(row): row for row in read_figures()} if FIGURES.exists() else {}
    for setting in SETTINGS:
        if setting.game in games:
            row = measure_setting(setting)
            known[key(row)] = row
    order = [(one.game, one.players, one.player) for one in SETTINGS]
    write_figures([known[one] for one in order if one in known])


def key(row: Row) -> tuple[str, int, str]:
    return row["game"], row["players"], row["player"]


def measure_setting(setting: Setting) -> Row:
    game = setting.new_game()
    strong = find_bot(game, setting.player)
    prepare_observing(game, [strong])
    portrait = Portrait(strong, observe(game, (strong,) * game.players, SEED, setting.matches))
    return {
        "command": f"python tools/strategy.py measure {setting.game}",
        "game": setting.game,
        "players": setting.players,
        "options": dict(setting.options),
        "player": setting.player,
        "seed": SEED,
        "matches": setting.matches,
        **tell_portrait(portrait),
        "luck": tell_luck(game, strong, setting) if setting.weaker else None,
        "openings": tell_openings(game, strong, portrait.observed.series) if setting.weaker else [],
    }


def tell_portrait(portrait: Portrait) -> Row:
    summary = portrait.summary
    best, second, others = decided(portrait.observed.series)
    return {
        "order": [rounded(chair.wins, 4) for chair in summary.by_order],
        "decisions": [*rounded(summary.decisions.mean, 1), summary.decisions.shortest, summary.decisions.longest],
        "points": [round(float(points.mean()), 1) for points in (best, others)],
        "gap": rounded(Mean.of(best - second), 2),
        "changes": rounded(portrait.changes, 2),
        "settled": rounded(portrait.settled, 3),
        "shared": round(summary.shared, 4),
        "failed": round(portrait.failed.value, 4),
        "things": [tell_fate(fate) for fate in portrait.fates],
    }


def decided(series: Series) -> tuple[Points, Points, Points]:
    """Of the matches that one player won: the best score, the one after it, and all but the best."""
    points = np.sort(series.points[(series.places == 1).sum(axis=1) == 1], axis=1)
    return points[:, -1], points[:, -2], points[:, :-1]


def tell_fate(fate: Fate) -> Row:
    effects = {"when_held": fate.when_held, "when_used": fate.when_used}
    told = {name: rounded(effect, 4) for name, effect in effects.items() if effect}
    return {"held": round(fate.held, 3), "used": round(fate.used, 3), **told}


def tell_luck(game: Game, strong: Bot, setting: Setting) -> Row:
    weak = find_bot(game, setting.weaker or strong)
    luck = play_apart(game, weak, strong, SEED, setting.deals, 1, lambda done, whole: None)
    spread = luck.spread
    return {
        "weaker": setting.weaker,
        "deals": luck.deals,
        "won": [round(share, 4) for share in (spread.value, spread.low, spread.high)],
        **{name: rounded(getattr(luck, name), 4) for name in ("skill", "order", "cards")},
        "rest": round(luck.rest, 4),
        "every": round(luck.every, 4),
        "none": round(luck.none, 4),
    }


def rounded(mean: Mean, digits: int) -> list[float]:
    return [round(mean.value, digits), round(mean.margin, digits)]


# --- Openings ---


def tell_openings(game: Game, bot: Bot, series: Series) -> list[list[Row]]:
    """For each of the first decisions: the most frequent kinds, how often they were there, and what they won."""
    decisions = OPENINGS.get(game.id, [{}])
    offered: list[dict[str, int]] = [{} for _ in decisions]
    shares: list[dict[str, list[float]]] = [{} for _ in decisions]
    names: dict[str, Message] = {}
    for seed, won in zip(series.seeds.tolist(), victories(series.places), strict=True):
        for number, (seat, choices, chosen) in enumerate(first_decisions(game, bot, seed, len(decisions))):
            kinds = {choice.id: kind_of(game, choice, decisions[number]) for choice in choices}
            names |= {message.text(): message for message in kinds.values()}
            for kind in {message.text() for message in kinds.values()}:
                offered[number][kind] = offered[number].get(kind, 0) + 1
            shares[number].setdefault(kinds[chosen].text(), []).append(float(won[seat]))
    return [
        [tell_opening(names[kind], there[kind], won[kind]) for kind in most_frequent(won)]
        for there, won in zip(offered, shares, strict=True)
    ]


def first_decisions(game: Game, bot: Bot, seed: int, number: int) -> Iterator[tuple[int, list[Choice], int]]:
    """Of who begins, among two choices or more, as the bot took them in the match of that seed."""
    match = game.new(seed)
    first = match.waiting[0]
    while number and match.waiting[:1] == (first,):
        choices = match.choices(first)
        action = bot.answer(match, first, chance(seed, first, len(match.steps)))
        if len(choices) > 1:
            yield first, choices, action
            number -= 1
        match.step(action, first)


def kind_of(game: Game, choice: Choice, kinds: Kinds) -> Message:
    """What others would call such a choice; one's own letter says no more than whose domain it is."""
    written = choice.move.replace(f"@{game.letter(choice.seat)}", "@")
    for form, name in kinds.items():
        if found := re.fullmatch(form, written):
            return WORDS(f"opening.{name}", what=found[found.lastindex or 0])
    return choice.message


def most_frequent(shares: dict[str, list[float]]) -> list[str]:
    return sorted(shares, key=lambda kind: -len(shares[kind]))[:MOST]


def tell_opening(name: Message, offered: int, shares: list[float]) -> Row:
    texts = {language: name.text(language) for language in LANGUAGES}
    return {**texts, "offered": offered, "chosen": len(shares), "won": rounded(Mean.of(np.array(shares)), 4)}


# --- The file ---


def read_figures() -> list[Row]:
    return json.loads(FIGURES.read_text(encoding="utf-8"))["settings"]  # type: ignore[no-any-return]


def write_figures(rows: list[Row]) -> None:
    """A setting after the other, and each of its cards and openings on a line."""
    text = json.dumps({"settings": rows}, ensure_ascii=False, indent=1)
    flat = re.sub(r"\n {4,}(?=[^\s])|\n {3,}(?=[\]}])", " ", text)
    FIGURES.write_text(flat + "\n", encoding="utf-8")


# --- Tables ---


def filled(text: str, language: str) -> str:
    rows = read_figures()
    return PLACE.sub(lambda place: f"{place[1]}{place[2]}{tables(place[1], rows, language)}", text)


def tables(name: str, rows: list[Row], language: str) -> str:
    """What belongs at a place of the page: a table of all games, or those of a game."""
    if name == "order":
        return order_table(rows, language)
    if name == "course":
        return course_table(rows, language)
    if name == "luck":
        return luck_table([row for row in rows if row["luck"]], language)
    return things_table(of_game(name, rows), language) + openings_tables(of_game(name, rows), language)


def of_game(name: str, rows: list[Row]) -> list[Row]:
    return [row for row in rows if row["game"] == name]


def order_table(rows: list[Row], language: str) -> str:
    most = max(row["players"] for row in rows)
    turns = [turn(place).text(language) for place in range(most)]
    head = [*(said(f"column.{name}", language) for name in ("game", "player", "matches", "even")), *turns]
    body = [
        [
            *named(row, language),
            percent(1 / row["players"], language),
            *(certain(share, 1 / row["players"], language) for share in row["order"]),
            *[""] * (most - row["players"]),
        ]
        for row in rows
    ]
    return table(head, body)


def course_table(rows: list[Row], language: str) -> str:
    columns = ("game", "player", "matches", "decisions", "points", "gap", "changes", "settled", "shared")
    body = [
        [
            *named(row, language),
            f"{number(row['decisions'][0], language)} ({row['decisions'][2]}–{row['decisions'][3]})",
            " : ".join(number(points, language, 1) for points in row["points"]),
            spread(row["gap"], language),
            spread(row["changes"], language),
            percent(row["settled"][0], language, 0),
            percent(row["shared"], language),
        ]
        for row in rows
    ]
    return table([said(f"column.{name}", language) for name in columns], body)


def luck_table(rows: list[Row], language: str) -> str:
    columns = ("game", "duel", "deals", "won", "skill", "turn", "cards", "rest", "every", "none")
    body = [
        [
            title(row).text(language),
            f"{who(row, language)} – {bot_name(row, row['luck']['weaker'], language)}",
            number(row["luck"]["deals"], language),
            f"**{percent(row['luck']['won'][0], language)}** ({interval(row['luck']['won'][1:], language)})",
            *(share_of(row["luck"][name], language) for name in ("skill", "order", "cards")),
            *(percent(row["luck"][name], language, 0) for name in ("rest", "every", "none")),
        ]
        for row in rows
    ]
    return table([said(f"column.{name}", language) for name in columns], body)


def things_table(rows: list[Row], language: str) -> str:
    """What holding each thing does, sorted by the first setting; of a long list both ends."""
    rows = often_played(rows)
    main = rows[0]
    uses = any(thing["used"] for thing in main["things"])
    columns = ("thing", "held", "used") if uses else ("thing", "held")
    settings = [f"{title(row).text(language)} ({who(row, language)})" for row in rows]
    body = [
        [
            names_of(main)[which].text(language),
            number(main["things"][which]["held"], language, 2),
            *([usage(main["things"][which], language)] if uses else []),
            *(effect(row["things"][which], language) for row in rows),
        ]
        for which in listed(main)
    ]
    return table([*(said(f"column.{name}", language) for name in columns), *settings], body)


def openings_tables(rows: list[Row], language: str) -> str:
    columns = [said(f"column.{name}", language) for name in ("offered", "chosen", "took")]
    found = ""
    for row in rows:
        for place, kinds in enumerate(row["openings"]):
            body = [opening(kind, row, language) for kind in kinds if kind["chosen"] >= RARE]
            if body:
                head = WORDS(f"decision.{place}", game=title(row), player=row["player"]).text(language)
                found += "\n" + table([head, *columns], body)
    return found


def opening(kind: Row, row: Row, language: str) -> list[str]:
    there = percent(kind["offered"] / row["matches"], language, 0)
    chosen = percent(kind["chosen"] / kind["offered"], language, 0)
    return [kind[language], there, chosen, certain(kind["won"], row["order"][0][0], language)]


def table(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


# --- Words and numbers ---


def said(name: str, language: str, **parts: Any) -> str:
    return WORDS(name, **parts).text(language)


def number(value: float, language: str, digits: int = 0) -> str:
    return numeral(value, digits).text(language)


def percent(share: float, language: str, digits: int = 1) -> str:
    return f"{number(100 * share, language, digits)} %".replace(" ", SPACE)


def spread(mean: Sequence[float], language: str, digits: int = 1) -> str:
    return " ± ".join(number(one, language, digits) for one in mean)


def share_of(mean: Sequence[float], language: str) -> str:
    return f"{spread([100 * one for one in mean], language, 0)} %".replace(" ", SPACE)


def interval(ends: Sequence[float], language: str) -> str:
    return "–".join(number(100 * end, language, 1) for end in ends)


def certain(share: Sequence[float], even: float, language: str) -> str:
    """A share with its margin; fat, if it certainly differs from what would be even."""
    text = spread([100 * one for one in share], language)
    return f"**{text}**" if abs(share[0] - even) > share[1] else text


def effect(thing: Row, language: str) -> str:
    """In points of a hundred, fat if it is certain; nothing where nobody had more of it than another."""
    if "when_held" not in thing:
        return "–"
    value, margin = (100 * one for one in thing["when_held"])
    text = f"{numeral(value, 1, sign=True).text(language)} ± {number(margin, language, 1)}"
    return f"**{text}**" if abs(value) > margin else text


def usage(thing: Row, language: str) -> str:
    return percent(thing["used"] / thing["held"], language, 0) if thing["held"] else "–"


def game_of(row: Row) -> Game:
    return camarilla.game(row["game"], players=row["players"], **row["options"])


def title(row: Row) -> Message:
    return WORDS("setting", title=game_of(row).title, players=row["players"])


def bot_name(row: Row, bot: str, language: str) -> str:
    found = bot_title(game_of(row), bot)
    return f"`{found}`" if isinstance(found, str) else found.text(language)


def who(row: Row, language: str) -> str:
    return bot_name(row, row["player"], language)


def named(row: Row, language: str) -> list[str]:
    return [title(row).text(language), who(row, language), number(row["matches"], language)]


def names_of(row: Row) -> list[Message]:
    game = game_of(row)
    return [name for _, name in game.balance.things(game)] if game.balance else []


def often_played(rows: list[Row]) -> list[Row]:
    """The settings with matches enough to tell what a single thing does."""
    return [row for row in rows if row["matches"] >= ENOUGH]


def listed(row: Row) -> list[int]:
    """The things by what holding one does, the best first."""
    known = [which for which, thing in enumerate(row["things"]) if "when_held" in thing]
    best = sorted(known, key=lambda which: -row["things"][which]["when_held"][0])
    return best if len(best) <= 2 * MOST else [*best[:MOST], *best[-MOST:]]


# --- Pictures ---


def pictures(language: str) -> dict[str, str]:
    """By the names of their files: one of all games, and one for the things of each."""
    rows = read_figures()
    mark = "" if language == LANGUAGES[0] else f".{language}"
    games = dict.fromkeys(row["game"] for row in rows)
    things = {f"strategy_{name}{mark}.svg": draw_things(of_game(name, rows), language) for name in games}
    return {f"strategy{mark}.svg": draw_games(rows, language), **things}


def draw_games(rows: list[Row], language: str) -> str:
    """Who wins by order of play, as dots around an even share; and what decides, as bars of four parts."""
    lines = [
        (
            said("picture.seat", language, who=setting_name(row, language), turn=turn(place)),
            share[0] - 1 / row["players"],
            share[1],
        )
        for row in rows
        for place, share in enumerate(row["order"])
    ]
    order = draw_dots(said("picture.order", language), lines, EDGE)
    top = EDGE + LINE * (len(lines) + 2)
    bars = draw_luck([row for row in rows if row["luck"]], language, top)
    return sheet(top + LINE * (sum(bool(row["luck"]) for row in rows) + 2), [*order, *bars])


def setting_name(row: Row, language: str) -> str:
    return f"{title(row).text(language)} ({who(row, language)})".replace("`", "")


def draw_luck(rows: list[Row], language: str, top: int) -> list[str]:
    found = [heading(said("picture.luck", language), top)]
    x = NAMES
    for part, color in PARTS.items():
        found.append(f'<rect x="{x}" y="{top + 4}" width="12" height="12" fill="{color}"/>')
        found.append(f'<text x="{x + 17}" y="{top + 15}">{escape(said(f"column.{part}", language))}</text>')
        x += WIDTH // len(PARTS)
    for line, row in enumerate(rows, 1):
        y, x_part = top + LINE * line, float(NAMES)
        found.append(label(title(row).text(language), y))
        for part, color in PARTS.items():
            value = row["luck"]["order" if part == "turn" else part]
            wide = WIDTH * (value if part == "rest" else value[0])
            found.append(f'<rect x="{x_part:.1f}" y="{y + 3}" width="{wide:.1f}" height="{LINE - 6}" fill="{color}"/>')
            x_part += wide
    return found


def draw_things(rows: list[Row], language: str) -> str:
    main = often_played(rows)[0]
    names = names_of(main)
    lines = [(names[which].text(language), *main["things"][which]["when_held"]) for which in listed(main)]
    head = WORDS("picture.things", setting=setting_name(main, language), matches=numeral(main["matches"]))
    return sheet(EDGE + LINE * (len(lines) + 2), draw_dots(head.text(language), lines, EDGE))


def draw_dots(head: str, lines: Sequence[tuple[str, float, float]], top: int) -> list[str]:
    """Differences with their intervals, around a line where there is none; the colour says on which side they are."""
    reach = max(abs(value) + margin for _, value, margin in lines)
    middle, foot = NAMES + WIDTH / 2, top + LINE * (len(lines) + 1)
    found = [heading(head, top), f'<path d="M{middle} {top + LINE}V{foot}" stroke="#333333" stroke-dasharray="3 3"/>']
    for line, (name, value, margin) in enumerate(lines, 1):
        y = top + LINE * line
        low, x, high = (middle + WIDTH / 2 * one / reach for one in (value - margin, value, value + margin))
        color = COLORS["unclear" if abs(value) <= margin else "above" if value > 0 else "below"]
        found.append(
            f'{label(name, y)}<path d="M{low:.1f} {y + LINE / 2}H{high:.1f}" stroke="{color}" stroke-width="3"/>'
            f'<circle cx="{x:.1f}" cy="{y + LINE / 2}" r="5" fill="{color}"/>'
            f'<text x="{NAMES + WIDTH + 8}" y="{y + 15}" font-weight="bold">{signed(100 * value)}</text>'
        )
    return found


def signed(points: float) -> str:
    """To whole points, which every language writes alike."""
    return numeral(points, 0, sign=True).text(LANGUAGES[0])


def heading(text: str, top: int) -> str:
    return f'<text x="{EDGE}" y="{top - 2}" font-weight="bold">{escape(text)}</text>'


def label(text: str, y: int) -> str:
    return f'<text x="{NAMES - 8}" y="{y + 15}" text-anchor="end" font-size="11">{escape(text)}</text>'


def sheet(height: int, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {NAMES + WIDTH + 5 * EDGE} {height}" '
        f'font-family="sans-serif" font-size="12" fill="#333333"><rect width="100%" height="100%" fill="#ffffff"/>'
    )
    return "\n".join([head, *parts, "</svg>\n"])


def show() -> None:
    for language, page in PAGES.items():
        page.write_text(filled(page.read_text(encoding="utf-8"), language), encoding="utf-8")
        for name, picture in pictures(language).items():
            (DOCS / name).write_text(picture, encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["measure"]:
        measure(arguments[1:] or camarilla.games())
    else:
        show()


if __name__ == "__main__":
    main(sys.argv[1:])
