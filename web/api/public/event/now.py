"""``/api/v1/events/EVENT/now`` and ``registration``: the clock, announcements and calls, and the registration."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.progress.selectors.missing import Waiting
from scoring.progress.selectors.progress import session_to_come
from tournament.clocks.selectors.clocks import SessionTime, announcements_of, current_announcements, latest
from tournament.registration.rules.applying import Window
from tournament.registration.selectors.applications import Vacancies, opening_of, vacancies_of
from tournament.seating.selectors.called import CalledPlayer
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import public_viewer_context


class ClockOut(Schema):
    """The clock of a session: the one in play, else the one that ended last.

    `state` is "seats" (players take their seats), "running", "pause", "break", "over" (the time is over) or "ended".
    `ends_at`: when the time is over if the clock runs from now on. `seconds_left` and `ends_at` are null before the
    start and after the end. `resumes_at`: when a break ends (null: no break, or its end is open).
    """

    session: int
    state: str
    minutes: int
    started_at: datetime | None
    ended_at: datetime | None
    ends_at: datetime | None
    seconds_left: int | None
    resumes_at: datetime | None


class AnnouncementOut(Schema):
    """An announcement that is shown now: its text by language, and from when until when (null: open)."""

    number: int
    text: dict[str, str]
    from_at: datetime
    until_at: datetime | None


class CallOut(Schema):
    """A player who is called to a table; `table` and `seat` are null before the draw is released."""

    number: int
    name: str
    table: int | None
    seat: str | None


class NowOut(Schema):
    """What happens in the hall: the session in play or next (null: all are played) and its planned start.

    `clock` is null before the first clock began; `at` is the time of the server.
    """

    event: str
    at: datetime
    session: int | None
    starts: datetime | None
    clock: ClockOut | None
    announcements: list[AnnouncementOut]
    called: list[CallOut]


class VacanciesOut(Schema):
    """The places of an event: `capacity` (null: no limit), `taken` and `free` ones.

    `waiting` players wait for a place (null while one is free).
    """

    capacity: int | None
    taken: int
    free: int | None
    waiting: int | None


class RegistrationOut(Schema):
    """The registration of players by themselves: `state` is "none", "coming", "open" or "over".

    `places` are null unless it is open.
    """

    event: str
    state: str
    opens: datetime | None
    closes: datetime | None
    places: VacanciesOut | None


router = public_router("events")


@router.get(
    "/events/{event}/now",
    response={200: NowOut, **Answers},
    summary=gettext_noop("Current session of an event"),
    description=gettext_noop(
        "Return the session in play or next, its clock, the announcements that are shown, and the players who are "
        "called to their tables."
    ),
)
def now(request: HttpRequest, event: Text) -> Any:
    """Answer with clock, announcements and calls at the time of the request."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    at, time, coming = timezone.now(), latest(reader.event), session_to_come(reader.event)
    answer = {
        "event": event,
        "at": at,
        "session": coming.number if coming else None,
        "starts": coming.starts if coming else None,
        "clock": _clock(time, at) if time else None,
        "announcements": [
            {"number": row.number, "text": row.texts, "from_at": row.from_at, "until_at": row.until_at}
            for row in current_announcements(announcements_of(reader.event), at)
        ],
        "called": [_call(called) for called in Waiting(reader.event).called],
    }
    return Status(200, answer)


@router.get(
    "/events/{event}/registration",
    response={200: RegistrationOut, **Answers},
    summary=gettext_noop("Registration of an event"),
    description=gettext_noop("Return when players may register themselves, and how many places are left."),
)
def registration(request: HttpRequest, event: Text) -> Any:
    """Answer with the period of registration and the vacancies."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    opening = opening_of(reader.event)
    places = _places(vacancies_of(reader.event)) if opening.state == Window.OPEN else None
    period = {"state": opening.state, "opens": opening.opens, "closes": opening.closes}
    return Status(200, {"event": event} | period | {"places": places})


def _clock(time: SessionTime, at: datetime) -> dict[str, Any]:
    clock = time.clock
    left, stop, over = clock.left(at), clock.current_stop(at), clock.ended is not None
    return {
        "session": time.session,
        "state": clock.state(at),
        "minutes": clock.minutes,
        "started_at": clock.started,
        "ended_at": clock.ended,
        "ends_at": None if over else clock.ends(at),
        "seconds_left": None if over or left is None else int(left.total_seconds()),
        "resumes_at": stop.ends_at if stop and not over else None,
    }


def _call(called: CalledPlayer) -> dict[str, Any]:
    seat = called.seat
    place = {"table": seat.at if seat else None, "seat": seat.wind if seat else None}
    return {"number": called.entry.number, "name": called.entry.public_name} | place


def _places(vacancies: Vacancies) -> dict[str, Any]:
    waiting = vacancies.waiting if vacancies.full else None
    return {name: getattr(vacancies, name) for name in ("capacity", "taken", "free")} | {"waiting": waiting}
