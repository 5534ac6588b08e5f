"""``/api/v1/web-events``: an authorised web site sends the results of its events (A9 5.3.3), as JSON or CSV.

The results wait for the site's body; docs/web-results.md explains the interface to the site's programmers.
"""

import hashlib
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from ninja import Query, Router, Status
from ninja.security import HttpBearer
from ninja.throttling import AuthRateThrottle

from common.actions.errors import Refused
from common.actions.permissions import Actor
from ranking.bodies.models import Body
from ranking.record.models.sites import SiteResults, SiteToken
from ranking.record.selectors.result_lists import detect_columns, plan_of
from ranking.record.selectors.site_results import sent_results, sent_to, token_by
from ranking.record.services.site_results import send_results
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.files import sheets_of_file
from web.api.interface import Mistakes, api, mistakes
from web.api.tokens import count_unknown_token
from web.api.web_results_checks import Wrong, check_rows, field_path, results_in
from web.api.web_results_schemas import (
    CSV_BODY,
    FIELDS,
    MOST_LISTED,
    Answers,
    EventId,
    WebEventIn,
    WebResultsOut,
    json_body,
)
from web.shared.record.list_labels import words_of

RATE = "60/m"
THROTTLE = AuthRateThrottle(RATE)


class SiteKey(HttpBearer):
    """`Authorization: Bearer TOKEN`: the token that the site's body made."""

    def authenticate(self, request: HttpRequest, token: str) -> SiteToken | None:
        """Return the token if it is open; clients that try many unknown tokens have to wait."""
        site_token = token_by(token)
        if site_token is None:
            count_unknown_token("site", request)
        return site_token


router = Router(tags=["web events"], auth=SiteKey(), throttle=[THROTTLE], by_alias=True, exclude_none=True)


@api.exception_handler(Wrong)
def refused_with(request: HttpRequest, wrong: Wrong) -> HttpResponse:
    """Answer with all errors at once."""
    return api.create_response(request, wrong.answer, status=wrong.status)


@router.put(
    "/web-events/{event}",
    response=Answers,
    openapi_extra=json_body(),
    summary=gettext_noop("Send or correct the results of a web event"),
    description=gettext_noop(
        "Send all results of one event. They wait until the site's body looks at them.\n\n"
        "Other figures sent for the same event replace the waiting ones, or correct the record. `Idempotency-Key` is "
        "honoured; the same results sent again change nothing anyway."
    ),
)
def send(request: HttpRequest, event: EventId) -> Status[Any]:
    """Keep the results of a JSON document until the body looks at them."""
    document = results_in(request.body)
    names = [name for name in FIELDS if any(_cell(getattr(result, name)) for result in document.results)]
    rows = [names]
    rows += [[_cell(getattr(result, name)) for name in names] for result in document.results]
    mapping = {FIELDS[name]: index for index, name in enumerate(names)}
    return _hand_over(request, event, document.event, [{"name": "", "rows": rows}], 0, mapping, "results[{}]", 2)


@router.put(
    "/web-events/{event}/results.csv",
    response=Answers,
    openapi_extra=CSV_BODY,
    summary=gettext_noop("Send or correct the results of a web event as CSV"),
    description=gettext_noop(
        "Send the results as CSV, with the event's data in the query.\n\n"
        "The columns are found by their headings: `place`, `player id`, `name`, `country`, `web points` …"
    ),
)
def send_csv(request: HttpRequest, event: EventId, event_values: Query[WebEventIn]) -> Status[Any]:
    """Keep the results of a CSV file until the body looks at them."""
    try:
        sheets, _encoding = sheets_of_file(request.body)
    except Unreadable as fault:
        raise Wrong(mistakes("body", words_of(fault.note)), 400) from None
    sheet, heading, mapping = detect_columns(sheets)
    if heading is None:
        raise Wrong(mistakes("body", "no row of headings names a name and web points"))
    return _hand_over(request, event, event_values, [sheets[sheet]], heading, mapping, "rows[{}]", 0)


@router.get(
    "/web-events",
    response={200: list[WebResultsOut], 401: Mistakes, 429: Mistakes},
    summary=gettext_noop("What the site sent last"),
    description=gettext_noop(
        "Return the results that were sent last for each event, the newest first; at most a hundred."
    ),
)
def listed(request: HttpRequest) -> list[dict[str, Any]]:
    """Answer with the latest results of each event."""
    latest: dict[str, SiteResults] = {}
    for results in sent_to(_body_of(request)):
        latest.setdefault(results.event, results)
    return [_state_of(results) for results in list(latest.values())[:MOST_LISTED]]


@router.get(
    "/web-events/{event}",
    response={200: WebResultsOut, 401: Mistakes, 404: Mistakes, 422: Mistakes, 429: Mistakes},
    summary=gettext_noop("What became of the results of a web event"),
    description=gettext_noop("Return whether the results wait, are in the record, or were declined and why."),
)
def told(request: HttpRequest, event: EventId) -> Status[Any]:
    """Answer with the state of an event's results."""
    results = sent_results(_body_of(request), event)
    if results is None:
        return Status(404, mistakes("event", "no results of this event were sent"))
    answer = _state_of(results)
    if results.state == SiteResults.State.WAITING:
        plan = plan_of(results.list)
        answer |= {"undecided": plan.undecided, "class": plan.classification().letter or ""}
        answer["correction"] = plan.corrects is not None
    return Status(200, answer)


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _hand_over(
    request: HttpRequest,
    event: str,
    event_values: WebEventIn,
    sheets: list[dict[str, Any]],
    heading: int,
    mapping: dict[str, int],
    where: str,
    shift: int,
) -> Status[Any]:
    """Check every row, then call the service; ``where`` and ``shift`` turn a row's number into its path."""
    check_rows(sheets[0]["rows"], heading, mapping, where, shift)
    body = _body_of(request)
    header = event_values.model_dump(mode="json")
    content = json.dumps([header, sheets[0]["rows"], mapping], ensure_ascii=False, sort_keys=True)
    try:
        answer = send_results(
            Actor(ref=f"site:{body.pk}", name=body.name, device="API", shown=body),
            body,
            key=request.headers.get("Idempotency-Key", "")[:200],
            slug=event,
            header=header,
            sheets=sheets,
            heading=heading,
            mapping=mapping,
            digest=hashlib.sha256(content.encode()).hexdigest(),
        )
    except Refused as refused:
        raise Wrong(mistakes(field_path(refused.where), str(refused.message)), refused.status) from None
    return Status(200 if answer["unchanged"] else 202, answer)


def _body_of(request: HttpRequest) -> Body:
    token: SiteToken = request.auth  # type: ignore[attr-defined]
    return token.body


def _state_of(sent: SiteResults) -> dict[str, Any]:
    answer: dict[str, Any] = {"event": sent.event, "state": sent.state, "rows": sent.rows}
    if sent.state == SiteResults.State.TAKEN:
        recorded = sent.recorded
        answer |= {"class": recorded.letter, "version": recorded.version} if recorded else {"state": "withdrawn"}
    return answer | ({"reason": sent.reason} if sent.reason else {})
