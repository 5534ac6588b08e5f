"""``/api/v1/hand-over``: a laptop fetches the event of a hand-over, and sends it back in parts.

The token is made from the key of the hand-over and opens this one event, whose file the key itself decrypts. So the
laptop needs no account here.
"""

from tempfile import TemporaryFile
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from ninja import Field, Router, Schema, Status
from ninja.security import HttpBearer

from common.actions.errors import Refused
from common.actions.permissions import Actor
from scoring.hand_over.exports import write_file
from scoring.hand_over.models import HandOver
from scoring.hand_over.rules.fetching import fetched_until
from scoring.hand_over.rules.parts import MOST_PARTS, PART
from scoring.hand_over.selectors.package import opened
from scoring.hand_over.selectors.status import hand_over_of_token
from scoring.hand_over.services.giving import note_arrival
from scoring.hand_over.services.late import keep_late_file
from scoring.hand_over.services.parts import delete_parts, joined_parts, keep_part, received_parts
from scoring.hand_over.services.taking import take_back
from web.api.interface import Mistakes, mistakes
from web.api.tokens import THROTTLE, TokenRefused, count_unknown_token
from web.shared.requests.devices import device_of

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class HandOverKey(HttpBearer):
    """`Authorization: Bearer TOKEN`: the token made from the key of a hand-over."""

    def authenticate(self, request: HttpRequest, token: str) -> HandOver:
        """Return the hand-over of the token; clients that try many unknown ones have to wait."""
        row = hand_over_of_token(token)
        if row is not None and row.side == HandOver.Side.GIVEN:
            return row
        count_unknown_token("token", request)
        raise TokenRefused(401, "this key is not known here")


class PartsOut(Schema):
    """How many parts of the file are here, from the first on without a gap; `taken`: the event was taken from them."""

    parts: int
    taken: bool


class WholeIn(Schema):
    """The number of parts of the whole file."""

    parts: Annotated[int, Field(ge=1, le=MOST_PARTS)]


class BackOut(Schema):
    """The event is back."""

    event: str


Answers = {400: Mistakes, 401: Mistakes, 409: Mistakes, 422: Mistakes, 429: Mistakes}
router = Router(tags=["hand-over"], auth=HandOverKey(), throttle=[THROTTLE])


@router.get(
    "/hand-over/file",
    response={200: None, **Answers},
    summary=gettext_noop("The event of a hand-over"),
    description=gettext_noop("Return the file of the hand-over, encrypted with its key."),
)
def file(request: HttpRequest) -> HttpResponseBase | Status[Any]:
    """Answer with the file."""
    row = _row(request)
    if not row.held_elsewhere:
        return Status(409, mistakes("", _("this event was taken back: %(state)s") % {"state": row.state_name}))
    if timezone.now() > fetched_until(row.began_at, row.fetched_at):
        text = _("the key no longer opens the event over the network. Bring the file, or take the event back.")
        return Status(409, mistakes("", text))
    content = TemporaryFile()  # noqa: SIM115  # the answer closes it
    write_file(row, content)
    content.seek(0)
    note_arrival(_actor(request), row)
    return FileResponse(content, content_type="application/octet-stream")


@router.get(
    "/hand-over/back/{digest}",
    response={200: PartsOut, **Answers},
    summary=gettext_noop("Which parts of a file are here"),
    description=gettext_noop("Return how many parts of the file with this SHA-256 are here, to resume sending it."),
)
def parts(request: HttpRequest, digest: Digest) -> dict[str, Any]:
    """Answer with the number of parts."""
    return _parts(_row(request), digest)


@router.put(
    "/hand-over/back/{digest}/{number}",
    response={200: PartsOut, **Answers},
    summary=gettext_noop("Send a part of the file"),
    description=gettext_noop(
        "Keep a part of at most 1,000,000 bytes; the first has number 0. Repeating it is safe. Parts of another file "
        "are deleted."
    ),
)
def part(request: HttpRequest, digest: Digest, number: Annotated[int, Field(ge=0, lt=MOST_PARTS)]) -> Any:
    """Keep a part."""
    content = request.body
    if not 0 < len(content) <= PART:
        return Status(422, mistakes("body", f"a part has 1 to {PART} bytes"))
    row = _row(request)
    if row.state == HandOver.State.BACK:
        return Status(409, mistakes("", _("this event was taken back: %(state)s") % {"state": row.state_name}))
    keep_part(row, digest, number, content)
    return _parts(row, digest)


@router.post(
    "/hand-over/back/{digest}",
    response={200: BackOut, **Answers},
    summary=gettext_noop("Take the event back"),
    description=gettext_noop(
        "Join the parts and take the event back from them. Repeating it is safe. 409 with the reason: it was taken "
        "back already, or by decision; then the file is kept to be compared."
    ),
)
def whole(request: HttpRequest, digest: Digest, sent: WholeIn) -> Any:
    """Take the event back."""
    row = _row(request)
    refusal = "" if row.package == digest else _refusal_of_taking(_actor(request), row, digest, sent.parts)
    if refusal:
        return Status(409, mistakes("", refusal))
    delete_parts(row)
    return {"event": row.event.slug}


def _refusal_of_taking(actor: Actor, row: HandOver, digest: str, count: int) -> str:
    """Take the event back from the parts; return why it is not taken, empty if it is."""
    try:
        with joined_parts(row, digest, count) as file:
            package = opened(file)
            if row.state == HandOver.State.DECIDED:
                keep_late_file(actor, row, package=package)
                return _("it was taken back by decision. The file is kept there to be compared.")
            take_back(actor, row, package=package)
    except Refused as refused:
        row.refresh_from_db()
        # Another request with this file may have been faster.
        return "" if row.package == digest else str(refused.message)
    return ""


def _parts(row: HandOver, digest: str) -> dict[str, Any]:
    return {"parts": received_parts(row, digest), "taken": row.package == digest}


def _row(request: HttpRequest) -> HandOver:
    row: HandOver = request.auth  # type: ignore[attr-defined]
    return row


def _actor(request: HttpRequest) -> Actor:
    row = _row(request)
    return Actor(ref=f"hand_over:{row.pk}", name=row.other, device=device_of(request), shown=row)
