"""The site: how long the server takes for a move, from the request to the page that answers it, and how big that is.

python -m benchmarks.site [--moves N]

A whole table of people, so no time goes into bots; every move is a form posted to the site as the browser posts it, and
its answer is the living part of the page. Measured without the network: Django's own client calls the site directly.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from camarilla.games import games, kind


@dataclass(frozen=True)
class Timing:
    game: str
    players: int
    moves: int
    median: float  # milliseconds
    slowest: float  # of a hundred
    kilobytes: float  # of the largest answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=300, help="at most, a table")
    args = parser.parse_args()
    print(
        "| game | players | moves | median, ms | 99 of 100 within, ms | largest answer, kB |\n|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as home:
        set_up(home)
        for timing in measured(args.moves):
            print(
                f"| {timing.game} | {timing.players} | {timing.moves} | {timing.median:.1f} | {timing.slowest:.1f} "
                f"| {timing.kilobytes:.0f} |",
                flush=True,
            )


def set_up(home: str) -> None:
    os.environ |= {"CAMARILLA_HOME": home, "CAMARILLA_HOSTS": "testserver", "CAMARILLA_THINKERS": "0"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "camarilla.site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def measured(most: int) -> Iterator[Timing]:
    for name in games():
        players = next(option.values for option in kind(name).options if option.name == "players")
        for number in sorted({int(players[0]), int(players[-1])}):
            yield timed(name, number, most)


def timed(name: str, players: int, most: int) -> Timing:
    """A match at random of so many people, all on one device."""
    from django.test import Client

    from camarilla.site import desk, people
    from camarilla.site.desk import Wish
    from camarilla.site.models import Person
    from camarilla.site.snapshots import find_snapshot

    host, client, chance = Person.objects.create(name="Anna"), Client(), random.Random(0)
    client.post(f"/me/{people.personal_token(host)}/")
    wishes = [Wish("me"), *[Wish("friend", "Bob")] * (players - 1)]
    table = desk.new_table(host, name, {"players": players}, wishes)
    taken: list[float] = []
    sizes: list[float] = []
    while len(taken) < most and not (now := find_snapshot(table.slug)).match.over:
        seat = chance.choice(now.match.waiting)
        form = {"seat": seat, "ply": now.ply, "move": chance.choice(now.match.choices(seat)).move}
        seconds, size = posted(client, f"/t/{table.slug}/play/", form)
        taken.append(1000 * seconds)
        sizes.append(size / 1000)
    return Timing(
        name, players, len(taken), statistics.median(taken), statistics.quantiles(taken, n=100)[-1], max(sizes)
    )


def posted(client: Any, url: str, form: dict[str, Any]) -> tuple[float, int]:
    started = time.perf_counter()
    answer = client.post(url, form, headers={"HX-Request": "true"})
    taken = time.perf_counter() - started
    assert answer.status_code == 200, answer.content
    return taken, len(answer.content)


if __name__ == "__main__":
    main()
