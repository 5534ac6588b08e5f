"""``/api/v1/web-events``: an authorised web site sends the results of its events (A9 5.3.3), as JSON or CSV.

The results wait for the site's body; docs/web-results.md explains the interface to the site's programmers.
"""

import hashlib
import json
from datetime import date
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Field, Query, Router, Schema, Status
from ninja.errors import Throttled
from ninja.security import HttpBearer
from ninja.throttling import AuthRateThrottle
from pydantic import ConfigDict, ValidationError

from common.actions.errors import Refused
from common.actions.permissions import Actor
from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from common.numbers import MOST
from ranking.bodies.models import Body
from ranking.record.models.sites import SiteResults, SiteToken
from ranking.record.rules.result_lists import Row, check_web, read_results
from ranking.record.selectors.result_lists import detect_columns, plan_of
from ranking.record.selectors.site_results import sent_results, sent_to, token_by
from ranking.record.services.site_results import send_results
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.countries import country_names
from tournament.registration.selectors.files import sheets_of_file
from web.api.interface import Mistakes, api, mistakes
from web.shared.record.list_labels import words_of
from web.shared.requests.rate_limit import WINDOW, Tries

MOST_ROWS, MOST_LISTED = 5_000, 100
RATE = "60/m"
THROTTLE = AuthRateThrottle(RATE)
#: Field in JSON -> column of the sheet that the results become.
FIELDS = {
    "place": "place", "player": "site_player", "name": "name", "latin_name": "latin_name", "country": "country",
    "federation_number": "federation_number", "web_points": "web_points", "table_points": "table_points",
    "competition_points": "competition_points",
}  # fmt: skip
JSON_NAMES = {column: name for name, column in FIELDS.items()}
EventId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


class SiteKey(HttpBearer):
    """`Authorization: Bearer TOKEN`: the token that the site's body made."""

    def authenticate(self, request: HttpRequest, token: str) -> SiteToken | None:
        """Return the token if it is open; clients that try many unknown tokens have to wait."""
        site_token = token_by(token)
        if site_token is None:
            tries = Tries("site", request)
            if tries.used_up:
                raise Throttled(WINDOW)
            tries.count()
        return site_token


router = Router(tags=["web events"], auth=SiteKey(), throttle=[THROTTLE], by_alias=True, exclude_none=True)


class WebEventIn(Schema):
    """An event on the web site."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=200)
    starts: date
    ends: date
    sessions: int = Field(ge=1, le=99, description="sessions played; a class needs six (A9 5.3.1)")
    players: int | None = Field(None, ge=1, le=9_999, description="who started; left out: as many as results")
    country: str = Field("", pattern="^([A-Z]{2})?$")
    place: str = Field("", max_length=200)
    rules: Literal["wmo-2014", "guobiao", "gb-1998", "imj-0702"] = "wmo-2014"
    sanctioned: bool = Field(True, description="registered or authorised by the WMCC (A9 5.3.3)")
    sanction_number: str = Field("", max_length=60)


class WebResultIn(Schema):
    """A player's result."""

    model_config = ConfigDict(extra="forbid")

    place: Annotated[int, Field(ge=1, le=MOST)] | Literal["withdrawn", "disqualified", "rank-lost", "unranked"]
    player: str = Field("", max_length=100, description="the site's own name for the player, always the same")
    name: str = Field(min_length=1, max_length=200, description="the player's real name, as on a certificate")
    latin_name: str = Field("", max_length=200)
    country: str = Field("", pattern="^([A-Z]{2})?$")
    federation_number: str = Field("", max_length=30)
    web_points: int = Field(ge=0, le=10_000_000)
    table_points: int | str = Field("", description='such as "25", "7/3"; counts for no pin')
    competition_points: int | None = Field(None, ge=-MOST, le=MOST, description="counts for no pin")


class WebResultsIn(Schema):
    """An event with all its results."""

    model_config = ConfigDict(extra="forbid")

    event: WebEventIn
    results: list[WebResultIn] = Field(min_length=1, max_length=MOST_ROWS)


class WebResultsOut(Schema):
    """The state of results that were sent.

    `state`: waiting, taken (in the record), declined (with `reason`), lapsed (not looked at in time), withdrawn
    (removed from the record). `undecided` rows wait for a decision on their person; `class` is empty below class C.
    """

    event: str
    state: str
    rows: int
    unchanged: bool | None = None
    correction: bool | None = None
    undecided: int | None = None
    letter: str | None = Field(None, alias="class")
    reason: str | None = None
    version: int | None = None


class Wrong(Exception):
    """The request is refused: ``answer`` as `Mistakes`, with the status."""

    def __init__(self, answer: dict[str, list[dict[str, str]]], status: int = 422) -> None:
        super().__init__(status)
        self.answer = answer
        self.status = status


@api.exception_handler(Wrong)
def refused_with(request: HttpRequest, wrong: Wrong) -> HttpResponse:
    """Answer with all errors at once."""
    return api.create_response(request, wrong.answer, status=wrong.status)


Answers = {
    200: WebResultsOut, 202: WebResultsOut, 400: Mistakes, 401: Mistakes, 409: Mistakes, 422: Mistakes, 429: Mistakes
}  # fmt: skip
CSV_BODY = {"requestBody": {"required": True, "content": {"text/csv": {"schema": {"type": "string"}}}}}


def _json_body() -> dict[str, Any]:
    schema = WebResultsIn.model_json_schema()
    parts = schema.pop("$defs")
    schema["properties"]["event"] = parts["WebEventIn"]
    schema["properties"]["results"]["items"] = parts["WebResultIn"]
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.put(
    "/web-events/{event}",
    response=Answers,
    openapi_extra=_json_body(),
    summary="Send or correct the results of a web event",
)
def send(request: HttpRequest, event: EventId) -> Status[Any]:
    """Send all results of one event. They wait until the site's body looks at them.

    Other figures sent for the same event replace the waiting ones, or correct the record. `Idempotency-Key` is
    honoured; the same results sent again change nothing anyway.
    """
    document = _results_in(request.body)
    names = [name for name in FIELDS if any(_cell(getattr(result, name)) for result in document.results)]
    rows = [names]
    rows += [[_cell(getattr(result, name)) for name in names] for result in document.results]
    mapping = {FIELDS[name]: index for index, name in enumerate(names)}
    return _hand_over(request, event, document.event, [{"name": "", "rows": rows}], 0, mapping, "results[{}]", 2)


@router.put(
    "/web-events/{event}/results.csv",
    response=Answers,
    openapi_extra=CSV_BODY,
    summary="Send or correct the results of a web event as CSV",
)
def send_csv(request: HttpRequest, event: EventId, about: Query[WebEventIn]) -> Status[Any]:
    """Send the results as CSV, with the event's data in the query.

    The columns are found by their headings: place, player id, name, country, web points …
    """
    try:
        sheets, _encoding = sheets_of_file(request.body)
    except Unreadable as fault:
        raise Wrong(mistakes("body", words_of(fault.note)), 400) from None
    sheet, heading, mapping = detect_columns(sheets)
    if heading is None:
        raise Wrong(mistakes("body", "no row of headings names a name and web points"))
    return _hand_over(request, event, about, [sheets[sheet]], heading, mapping, "rows[{}]", 0)


@router.get("/web-events", response=list[WebResultsOut], summary="What the site sent last")
def listed(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the results that were sent last for each event, the newest first; at most a hundred."""
    latest: dict[str, SiteResults] = {}
    for results in sent_to(_body_of(request)):
        latest.setdefault(results.event, results)
    return [_state_of(results) for results in list(latest.values())[:MOST_LISTED]]


@router.get(
    "/web-events/{event}",
    response={200: WebResultsOut, 404: Mistakes},
    summary="What became of the results of a web event",
)
def told(request: HttpRequest, event: EventId) -> Status[Any]:
    """Return whether the results wait, are in the record, or were declined and why."""
    results = sent_results(_body_of(request), event)
    if results is None:
        return Status(404, mistakes("event", "no results of this event were sent"))
    answer = _state_of(results)
    if results.state == SiteResults.State.WAITING:
        plan = plan_of(results.list)
        answer |= {"undecided": plan.undecided, "class": plan.classification().letter or ""}
        answer["correction"] = plan.corrects is not None
    return Status(200, answer)


def _results_in(body: bytes) -> WebResultsIn:
    try:
        document = load(body)
    except FileErrors:
        raise Wrong(mistakes("body", "is no JSON"), 400) from None
    try:
        return WebResultsIn.model_validate(document)
    except ValidationError as error:
        errors = [{"where": _path(fault["loc"]), "message": fault["msg"]} for fault in error.errors()]
        raise Wrong({"errors": errors}) from None


def _path(parts: tuple[int | str, ...]) -> str:
    """Return ("results", 3, "web_points") as results[3].web_points."""
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part not in ("int", "str", "constrained-int") and not part.startswith("literal["):
            path += f".{part}" if path else part
    return path or "body"


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
    _check_rows(sheets[0]["rows"], heading, mapping, where, shift)
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
        raise Wrong(mistakes(_field_path(refused.where), str(refused.message)), refused.status) from None
    return Status(200 if answer["unchanged"] else 202, answer)


def _field_path(field: str) -> str:
    return "event" if field in ("", "slug") else f"event.{field}"


def _check_rows(rows: list[list[str]], heading: int, mapping: dict[str, int], where: str, shift: int) -> None:
    """Refuse with all rows that cannot be read, so that no part of a list enters."""
    try:
        results, _skipped = read_results(rows, heading, mapping, country_names())
    except Unreadable as fault:
        raise Wrong(mistakes("body", words_of(fault.note))) from None
    if not results:
        raise Wrong(mistakes("body", "no row can be read"))
    check_web(results)
    errors = [problem for row in results for problem in _problems(row, where.format(row.row - shift))]
    if errors:
        raise Wrong({"errors": errors})


def _problems(row: Row, path: str) -> list[dict[str, str]]:
    problems = []
    for note in row.problems:
        column = dict(note.figures).get("field", "web_points" if note.code == "no_web_points" else "")
        name = JSON_NAMES.get(column, column)
        problems.append({"where": f"{path}.{name}" if name else path, "message": words_of(note)})
    return problems


def _body_of(request: HttpRequest) -> Body:
    token: SiteToken = request.auth  # type: ignore[attr-defined]
    return token.body


def _state_of(sent: SiteResults) -> dict[str, Any]:
    answer: dict[str, Any] = {"event": sent.event, "state": sent.state, "rows": sent.rows}
    if sent.state == SiteResults.State.TAKEN:
        recorded = sent.recorded
        answer |= {"class": recorded.letter, "version": recorded.version} if recorded else {"state": "withdrawn"}
    return answer | ({"reason": sent.reason} if sent.reason else {})
