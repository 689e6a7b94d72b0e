"""The API as one thing, with its description for programs (`openapi.json`) and for people (`describe`)."""

from __future__ import annotations

import functools
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, errors
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser

from camarilla.site import WORDS
from camarilla.site.api import ROOT, asking, house, tables
from camarilla.site.api.access import SOMEBODY, is_anybody
from camarilla.site.api.errors import refuse_http, refuse_input
from camarilla.site.api.forms import Refused
from camarilla.site.refusals import Refusal
from camarilla.version import __version__

JSON = "application/json"


class Strict(Parser):
    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type != JSON:
            raise Refusal("content_type", 415, wanted=JSON)
        return json.loads(request.body)


class Description(OpenAPISchema):
    """Ninja's, with what is the same everywhere: how something is refused, and what a stranger may look at."""

    def responses(self, operation: Operation) -> dict[Any, Any]:
        self.add_schema_definitions({Refused.__name__: Refused.model_json_schema()})
        refused = {"content": {JSON: {"schema": {"$ref": f"#/components/schemas/{Refused.__name__}"}}}}
        told = {"4XX": {"description": "Refused"} | refused, "503": {"description": "Not now"} | refused}
        return {**super().responses(operation), **told}

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        found: dict[str, Any] = super().operation_details(operation)
        return found | {"description": WORDS(f"api.does.{found['operationId']}").text()}

    def operation_security(self, operation: Operation) -> list[dict[str, Any]]:
        free: list[dict[str, Any]] = [{}] if is_anybody in operation.auth_callbacks else []
        return (super().operation_security(operation) or []) + free


class Service(NinjaAPI):
    @functools.cached_property
    def openapi(self) -> Description:
        return Description(self, ROOT.strip("/"))

    def get_openapi_schema(self, **how: Any) -> OpenAPISchema:
        return self.openapi

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return str(operation.view_func.__name__)


service = Service(
    title="Camarilla",
    version=__version__,
    description="Tables of court intrigue, for programs. docs/api.md tells how to begin.",
    docs_url=None,  # ninja's page takes its scripts from elsewhere
    auth=SOMEBODY,
    parser=Strict(),
    urls_namespace="api",
)
service.add_exception_handler(errors.ValidationError, refuse_input)  # type: ignore[arg-type]  # they always raise
service.add_exception_handler(errors.HttpError, refuse_http)  # type: ignore[arg-type]
for router in (house.router, tables.router, asking.router):
    service.add_router("", router)


@require_safe
def describe(request: HttpRequest) -> HttpResponse:
    """The operations, for people to read."""
    operations = [
        {"method": method.upper(), "path": path, "does": f"api.does.{operation['operationId']}", **operation}
        for path, methods in service.openapi["paths"].items()
        for method, operation in methods.items()
    ]
    return render(request, "camarilla/api.html", {"operations": operations, "version": __version__})
