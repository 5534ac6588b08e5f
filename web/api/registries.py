"""``/api/v1/registries``: a federation's server offers its registry of players to the laptops of its organizers.

Numbers, names, countries and clubs, and nothing else of a person; only with a token that has `registry:read`.
"""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Router, Schema, Status

from ranking.member_lists.selectors import registries_for
from tournament.access.models import ApiToken
from tournament.registry.models import Registry
from tournament.registry.rules.members import MOST_MEMBERS, PAGE
from tournament.registry.selectors.documents import header_document, page_documents
from tournament.registry.selectors.reading import MemberDocument, RegistryHeader
from web.api.interface import Mistakes, mistakes
from web.api.tokens import THROTTLE, AccountToken, token_of


class RegistryOut(RegistryHeader):
    """A registry: the day of its list, how often it was replaced (`version`), and its number of members."""

    members: int


class RegistriesOut(Schema):
    """The registries that the token may read."""

    registries: list[RegistryOut]


class MembersOut(Schema):
    """A page of members; `next` is the `start` of the next page, null on the last one."""

    members: list[MemberDocument]
    next: int | None = Field(None)


Answers = {401: Mistakes, 403: Mistakes, 429: Mistakes}
router = Router(
    tags=["registries"],
    auth=AccountToken(ApiToken.Scope.REGISTRY_READ),
    throttle=[THROTTLE],
)


@router.get(
    "/registries",
    response={200: RegistriesOut, **Answers},
    url_name="registries",
    summary=gettext_noop("Registries of players"),
    description=gettext_noop(
        "Return the registries of the bodies that the token's owner works for. The token needs `registry:read`."
    ),
)
def listed(request: HttpRequest) -> dict[str, Any]:
    """Answer with the registries of the token's owner."""
    registries = registries_for(_account_of(request))
    return {"registries": [header_document(row) | {"members": row.members.count()} for row in registries]}


@router.get(
    "/registries/{registry}/members",
    response={200: MembersOut, 404: Mistakes, 409: Mistakes, 422: Mistakes, **Answers},
    summary=gettext_noop("Members of a registry"),
    description=gettext_noop(
        "Return up to 1,000 members from position `start` on: numbers, names, country and club.\n\n"
        "`version` is that of the list of registries: 409 if the list was replaced since. Begin again then."
    ),
)
def members(
    request: HttpRequest,
    registry: UUID,
    version: Annotated[int, Field(ge=1)],
    start: Annotated[int, Field(ge=0, le=MOST_MEMBERS)] = 0,
) -> Status[Any]:
    """Answer with a page of members."""
    row: Registry | None = registries_for(_account_of(request)).filter(uid=registry).first()
    if row is None:
        return Status(404, mistakes("registry", "the token's owner may read no registry with this id"))
    if row.version != version:
        return Status(409, mistakes("version", f"the list was replaced; it is version {row.version} now"))
    page = page_documents(row, start, PAGE)
    return Status(200, {"members": page, "next": start + PAGE if len(page) == PAGE else None})


def _account_of(request: HttpRequest) -> Any:
    return token_of(request).account
