"""The API does what its schema says, whatever it is sent, and never breaks: Schemathesis makes the requests up."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from camarilla.site import limits
from camarilla.site.models import Table
from tests.samples import DUEL, GAME
from tests.website.parlour import Program, bots_move, person, play_on, sit

HERE = {"base_url": "http://localhost"}
SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), **HERE)
CALM = SCHEMA.exclude(operation_id="follow_table")  # of which WSGI would wait for the end
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]
unhurried: dict[str, Any] = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def furnish() -> Program:
    """A program, and tables of every stage where it sits."""
    bot = Program(person("Anna"))
    sit(GAME, bot.person, None, "page")
    bots_move(sit(DUEL, bot.person, "page"))
    play_on(sit(DUEL, bot.person, person("Bob")))
    return bot


def ask(case: schemathesis.Case) -> None:
    """Of the tables that are asked for, most are there."""
    bot = furnish() if not Table.objects.exists() else BOTS[-1]
    BOTS.append(bot)
    limits.BUCKETS.clear()
    if "table" in (case.path_parameters or {}):
        slugs = list(Table.objects.values_list("slug", flat=True))
        case.path_parameters["table"] = [*slugs, case.path_parameters["table"]][len(BOTS) % (len(slugs) + 1)]
    case.call_and_validate(headers={"Authorization": f"Bearer {bot.token}"}, checks=CHECKS)


BOTS: list[Program] = []


@CALM.parametrize()
@settings(max_examples=1, **unhurried)
def test_the_api_keeps_to_its_schema(case: schemathesis.Case) -> None:
    ask(case)


@pytest.mark.sweep
@CALM.parametrize()
@settings(max_examples=500, **unhurried)
def test_the_api_keeps_to_its_schema_for_long(case: schemathesis.Case) -> None:
    ask(case)
