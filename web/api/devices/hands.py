"""Read the sheet of a table, and write its hands one by one: what a scoring device may do.

Needs a token with `hands` that was made for this event. docs/scoring-devices.md explains it to programmers.
"""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from ninja import Field, Router

from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.services.facts.hands import record_hand, remove_hand
from tournament.access.models import ApiToken
from web.api.devices.refusals import etag
from web.api.devices.schemas import Answers, LiveSheetOut, QuestionsOut, WriteAnswers, hand_body, hand_in
from web.api.devices.table import DeviceTable, table_of
from web.api.interface import Mistakes
from web.api.public.reading import Text
from web.api.tokens import THROTTLE, AccountToken

HANDS = "/events/{event}/sessions/{session}/tables/{table}/hands"
HandNumber = Annotated[int, Field(ge=1, le=9_999)]
#: Headers of every write; they are read from the request, so that a missing version is answered with 428.
HEADERS = [
    {"name": "If-Match", "in": "header", "required": True, "schema": {"type": "string"}}
    | {"description": 'the version that you have read, as in `ETag`: "5"'},
    {"name": "Idempotency-Key", "in": "header", "required": False, "schema": {"type": "string"}}
    | {"description": "your name for this request: sent again it changes nothing and has the same answer"},
]

router = Router(tags=["scoring devices"], auth=AccountToken(ApiToken.Scope.HANDS), throttle=[THROTTLE])


@router.get(
    HANDS,
    response={200: LiveSheetOut, **Answers},
    summary=gettext_noop("Sheet of a table as it stands"),
    description=gettext_noop(
        "Return the hands of a table before and after their release, the hand to write next, and the version of the "
        "sheet, also as `ETag`. The token needs `hands`."
    ),
)
def sheet(request: HttpRequest, response: HttpResponse, event: Text, session: int, table: int) -> dict[str, Any]:
    """Answer with the sheet."""
    device = table_of(request, event, session, table)
    response["ETag"] = etag(device.sheet.version)
    response["Cache-Control"] = "private, no-store"
    return {"event": event, "session": session, "table": table} | _document(device)


@router.put(
    HANDS + "/{no}",
    response=WriteAnswers | {400: Mistakes, 409: QuestionsOut},
    openapi_extra=hand_body() | {"parameters": HEADERS},
    summary=gettext_noop("Write a hand"),
    description=gettext_noop(
        "Write or correct a hand of an open sheet. `If-Match` has the version that you have read; hands that others "
        "wrote meanwhile are kept.\n\n"
        "412 with the current value if this hand was changed since; 409 with questions about an unlikely value, to be "
        "confirmed by their codes in `acknowledged`."
    ),
)
def write(
    request: HttpRequest, response: HttpResponse, event: Text, session: int, table: int, no: HandNumber
) -> dict[str, Any]:
    """Write the hand."""
    device = table_of(request, event, session, table)
    sent = hand_in(request.body, no, device.game)
    facts = sent.facts(no)
    answer = device.write(request, record_hand, no, hand=facts, acknowledged=sorted(set(sent.acknowledged)))
    response["ETag"] = etag(answer["version"])
    return answer | {"hand": device.shown(facts.value)}


@router.delete(
    HANDS + "/{no}",
    response=WriteAnswers,
    openapi_extra={"parameters": HEADERS},
    summary=gettext_noop("Remove a hand"),
    description=gettext_noop(
        "Remove a hand from an open sheet, with the headers and refusals of writing. A hand that is not there changes "
        "nothing."
    ),
)
def remove(
    request: HttpRequest, response: HttpResponse, event: Text, session: int, table: int, no: HandNumber
) -> dict[str, Any]:
    """Remove the hand."""
    answer = table_of(request, event, session, table).write(request, remove_hand, no, no=no)
    response["ETag"] = etag(answer["version"])
    return answer | {"hand": None}


def _document(device: DeviceTable) -> dict[str, Any]:
    facts = device.facts.facts
    following = device.facts.course.next
    return {
        "rules": facts.sheet.table.session.event.rules,
        "version": device.sheet.version,
        "state": device.sheet.state,
        "seats": {row.seat: row.entry.number for row in facts.sittings if row.entry and not row.from_hand},
        "hands": [device.shown(hand_value(hand)) for hand in facts.hands],
        "totals": facts.totals,
        "sums": device.facts.hands_sum,
        "next": following and {name: getattr(following, name) for name in ("no", "period", "round", "dealer", "winds")},
    }
