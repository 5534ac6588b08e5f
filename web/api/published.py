"""``/api/v1/published/EVENT``: the laptop of a hall sends the public data of its event, package by package.

Needs a token with `publish` that was made for this event. docs/publishing.md describes the packages.
"""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from ninja import Field, Router, Schema

from common.actions.errors import Refused
from scoring.publishing.selectors.packages import newest_received
from scoring.publishing.services.receiving import Unfit, receive_package
from tournament.access.models import ApiToken
from tournament.access.selectors.roles import actor_of
from web.api.interface import Mistakes, api, mistakes
from web.api.tokens import THROTTLE, AccountToken, event_of, token_of
from web.shared.requests.devices import device_of

#: Characters of the longest content; an event of 1,000 players and 10 sessions has 1.4 million.
MOST_CONTENT = 5_000_000


class StateOut(Schema):
    """What is here of the event: the number that is expected next, and the digest of the package before it."""

    event: str
    name: str
    next: int
    digest: str


class PackageIn(Schema):
    """A package; `content` is empty if a later package replaced it before it could be sent."""

    header: Annotated[str, Field(max_length=2_000)]
    signature: Annotated[str, Field(max_length=200)]
    content: Annotated[str, Field(max_length=MOST_CONTENT)] = ""


class ReceivedOut(Schema):
    """The number that is expected next."""

    next: int


class UnfitOut(Mistakes):
    """Why the package does not follow, and the number that is expected."""

    next: int


@api.exception_handler(Unfit)
def does_not_follow(request: HttpRequest, unfit: Unfit) -> HttpResponse:
    """Answer 409 with the number that is expected."""
    sentence = {
        "gap": "packages are missing before this one",
        "other-chain": "this package does not follow the ones that are here",
    }
    answer = mistakes("header", sentence[unfit.code]) | {"next": unfit.expected}
    return api.create_response(request, answer, status=409)


router = Router(tags=["published results"], auth=AccountToken(ApiToken.Scope.PUBLISH), throttle=[THROTTLE])
Answers = {401: Mistakes, 403: Mistakes, 404: Mistakes, 429: Mistakes}


@router.get(
    "/published/{event}",
    response={200: StateOut, **Answers},
    summary=gettext_noop("What is here of an event that is played in a hall"),
    description=gettext_noop("Return the number of the package that is expected next."),
)
def state(request: HttpRequest, event: str) -> dict[str, Any]:
    """Answer with the number that is expected next."""
    row = event_of(token_of(request), event, receive_package)
    latest = newest_received(row)
    return {
        "event": row.slug,
        "name": row.name,
        "next": latest.number + 1 if latest else 1,
        "digest": latest.digest if latest else "",
    }


@router.put(
    "/published/{event}/{number}",
    response={200: ReceivedOut, 400: Mistakes, 409: UnfitOut, 422: Mistakes, **Answers},
    summary=gettext_noop("Send a package of public data"),
    description=gettext_noop(
        "Keep a package and show its content to everybody. Packages are sent in order; one that is here already "
        "changes nothing, and a gap is answered with 409 and the number that is expected."
    ),
)
def receive(request: HttpRequest, event: str, number: Annotated[int, Field(ge=1)], package: PackageIn) -> Any:
    """Keep a package."""
    row = event_of(token_of(request), event, receive_package)
    actor = actor_of(token_of(request).account, device_of(request))
    try:
        return receive_package(actor, row, number=number, **package.dict())
    except Unfit:
        raise
    except Refused as refused:
        return api.create_response(request, mistakes(refused.where, str(refused.message)), status=422)
