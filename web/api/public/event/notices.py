"""``/api/v1/events/EVENT/notices`` and ``appeals``: public notices of fouls, and until when appeals may be filed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.appeals.selectors.appeals import running_times
from scoring.fouls.models import Foul
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import catalogue_of, published
from web.api.public.reading import Answers, Start, Text, absent, page_of, public_router
from web.shared.viewer import public_viewer_context


class NoticeOut(Schema):
    """A notice of a foul. `number` is null if the foul is not that of a player.

    `foul` is the name in the catalogue by language; `title` is the name that an official gave instead.
    """

    at: datetime
    number: int | None
    name: str
    foul: dict[str, str]
    title: str
    article: str
    notice: str


class NoticesOut(Schema):
    """Public notices, the newest first."""

    event: str
    notices: list[NoticeOut]
    next: int | None


class AppealTimeOut(Schema):
    """An ended session, and until when appeals about it are admissible."""

    session: int
    deadline: datetime


class AppealsOut(Schema):
    """The minutes after a session and after a decision, the fee (0: none), and the times that run now."""

    event: str
    minutes: int
    second_minutes: int
    fee: int
    currency: str
    times: list[AppealTimeOut]


router = public_router("events")


@router.get(
    "/events/{event}/notices",
    response={200: NoticesOut, **Answers},
    summary=gettext_noop("Public notices of an event"),
    description=gettext_noop(
        "Return up to 500 notices of fouls that the officials made public, from position `start` on, the newest first."
    ),
)
def notices(request: HttpRequest, event: Text, start: Start = 0) -> Any:
    """Answer with a page of the notices."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    kinds = catalogue_of(reader.event)
    rows, following = page_of(published(reader.event), start)
    return Status(200, {"event": event, "notices": [_notice(row, kinds) for row in rows], "next": following})


@router.get(
    "/events/{event}/appeals",
    response={200: AppealsOut, **Answers},
    summary=gettext_noop("Appeal times of an event"),
    description=gettext_noop(
        "Return until when appeals about the ended sessions may be filed, and the fee. Appeals are not public."
    ),
)
def appeals(request: HttpRequest, event: Text) -> Any:
    """Answer with the appeal times."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    settings = reader.event.appeals_settings
    terms = {"minutes": settings.appeal_minutes, "second_minutes": settings.second_minutes, "fee": settings.fee}
    times = running_times(reader.event)
    return Status(200, {"event": event, **terms, "currency": settings.fee_currency, "times": times})


def _notice(foul: Foul, kinds: Mapping[str, CatalogueEntry]) -> dict[str, Any]:
    kind = kinds.get(foul.kind)
    return {
        "at": foul.notice_at,
        "number": foul.entry.number if foul.entry else None,
        "name": foul.entry.public_name if foul.entry else "",
        "foul": kind.name if kind else {},
        "title": foul.title,
        "article": foul.article,
        "notice": foul.notice,
    }
