"""The page for programmers: what a program may ask, with an example, from the description of the interface."""

import json
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.calculators.rules.registry import CALCULATORS, scored_document
from web.api.interface import RATE, api
from web.shared.requests.methods import get_only

#: The hand of the example, and its rule set.
EXAMPLE = {"hand": "123m 123p 123s 99m EE", "win": "E", "self_drawn": True}
RULES = "wmo-2014"


class Operation(NamedTuple):
    """An operation of the interface: method, address, and what it does.

    A paragraph of the description is a list of parts: words of the language and code in turn.
    """

    method: str
    address: str
    summary: str
    description: list[list[str]]


@get_only
def programmers(request: HttpRequest) -> HttpResponse:
    """Show every operation, and the files that a program may fetch."""
    minute = RATE.partition("/")[0]
    context = {
        "operations": operations(),
        "per_minute": minute,
        "example": json.dumps(EXAMPLE),
        "example_url": request.build_absolute_uri(reverse("api-1:score_hands")),
        "events_url": request.build_absolute_uri(reverse("api-1:events")),
        "base_url": request.build_absolute_uri("/api/v1/"),
        "registries_url": request.build_absolute_uri(reverse("api-1:registries")),
        "answer": json.dumps(scored_document(EXAMPLE, CALCULATORS[RULES]), ensure_ascii=False, indent=1),
    }
    return render(request, "api/page.html", context)


def operations() -> list[Operation]:
    """Return the operations of the interface by address, in the reader's language.

    The description of the interface itself (OpenAPI) is English; its texts are message ids of the catalogs.
    """
    paths: dict[str, dict[str, Any]] = api.get_openapi_schema()["paths"]
    return [
        Operation(method.upper(), address, _(operation["summary"]), _paragraphs(_(operation["description"])))
        for address, methods in sorted(paths.items())
        for method, operation in methods.items()
    ]


def _paragraphs(text: str) -> list[list[str]]:
    return [paragraph.split("`") for paragraph in text.split("\n\n")]
