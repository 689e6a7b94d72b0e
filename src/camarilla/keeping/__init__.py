"""The commands of whoever keeps a house: copies of it, another database, a sweep, a password for the admin."""

from __future__ import annotations

from importlib.util import find_spec

from camarilla.engine.errors import BadOption
from camarilla.engine.words import of_package
from camarilla.site import WORDS as OF_SITE
from camarilla.site import server

WORDS = of_package(__file__)


def open_database() -> None:
    """The house's database, brought up to date, whether somebody serves the house or not."""
    if not find_spec("django"):
        raise BadOption(OF_SITE("serve.extra"))
    server.set_up("localhost")
