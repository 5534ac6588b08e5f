"""``/api/v1/events/EVENT/report`` and ``photos``: the report of an event after its end."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.game.rules.table_points import as_text
from scoring.papers.selectors.event_report import event_report, is_complete
from scoring.photos.selectors import public_captions
from scoring.progress.selectors.podium import Podium
from scoring.standings.selectors.document import whole_or_text
from web.api.public.event.statistics import EntryOut, WonHandOut, won_hand
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import ViewerContext, public_viewer_context


class PodiumLineOut(Schema):
    """A player, team or group on the podium; table points are exact, as text."""

    rank: int
    number: int
    name: str
    table_points: str
    competition_points: int | str


class PodiumOut(Schema):
    """The first three of players, teams and groups; shared ranks can make them more."""

    players: list[PodiumLineOut]
    teams: list[PodiumLineOut]
    groups: list[PodiumLineOut]


class NumbersOut(Schema):
    """The counts of an event; `points`: the sum of the won hands."""

    players: int
    teams: int
    groups: int
    countries: int
    sessions: int
    tables: int
    hands: int
    points: int


class ClosestOut(Schema):
    """The table with the smallest difference between its best and last result, and its players, the best first."""

    session: int
    table: int
    difference: int
    entries: list[EntryOut]


class ClimbOut(Schema):
    """The most ranks that a player gained: from rank `start` after `session` to `end`."""

    entry: EntryOut
    session: int
    start: int
    end: int


class ReportOut(Schema):
    """The report of an event: podium, numbers, highest hands, closest table, biggest climb (null: none)."""

    event: str
    podium: PodiumOut
    numbers: NumbersOut
    hands: list[WonHandOut]
    closest: ClosestOut | None
    climb: ClimbOut | None


class PhotoOut(Schema):
    """A photo (JPEG), its size, and its caption by language."""

    address: str
    width: int
    height: int
    caption: dict[str, str]


class PhotosOut(Schema):
    """The photos of the report, at most 12."""

    event: str
    photos: list[PhotoOut]


router = public_router("events")


@router.get(
    "/events/{event}/report",
    response={200: ReportOut, **Answers},
    summary=gettext_noop("Report of an event"),
    description=gettext_noop(
        "Return podium, numbers, highest hands, closest table and biggest climb, once all results are released."
    ),
)
def report(request: HttpRequest, event: Text) -> Any:
    """Answer with the report; 404 before the last release."""
    reader = public_viewer_context(event)
    if reader is None or not is_complete(reader.event):
        return _no_report(reader)
    event_figures = reader.cached("event report", lambda: event_report(reader.standings))
    return Status(
        200,
        {
            "event": event,
            "podium": _podium(event_figures.podium),
            "numbers": event_figures.numbers,
            "hands": [won_hand(hand, winner) for hand, winner in event_figures.hands],
            "closest": event_figures.closest,
            "climb": event_figures.climb,
        },
    )


@router.get(
    "/events/{event}/photos",
    response={200: PhotosOut, **Answers},
    summary=gettext_noop("Photos of an event"),
    description=gettext_noop("Return the photos of the report with their captions, once all results are released."),
)
def photos(request: HttpRequest, event: Text) -> Any:
    """Answer with the photos of the report; 404 before the last release."""
    reader = public_viewer_context(event)
    if reader is None or not is_complete(reader.event):
        return _no_report(reader)
    rows = [
        {
            "address": request.build_absolute_uri(reverse("pocket:report-photo", args=[event, photo.pk])),
            "width": photo.width,
            "height": photo.height,
            "caption": caption,
        }
        for photo, caption in public_captions(reader.event)
    ]
    return Status(200, {"event": event, "photos": rows})


def _no_report(reader: ViewerContext | None) -> Status[Any]:
    return absent("event" if reader is None else "report")


def _podium(podium: Podium) -> dict[str, Any]:
    return {
        "players": [_line(line.standing, line.entry.name) for line in podium.players],
        "teams": [_line(*line) for line in podium.teams],
        "groups": [_line(*line) for line in podium.groups],
    }


def _line(standing: Any, name: str) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "number": standing.number,
        "name": name,
        "table_points": as_text(standing.table_points),
        "competition_points": whole_or_text(standing.competition_points),
    }
