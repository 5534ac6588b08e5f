"""The list of events, and the home page of each."""

from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import may
from common.states import for_each
from common.templatetags.pinju import country, state_badge
from scoring.event_file.services.importing import import_event
from scoring.progress.selectors.missing import Waiting
from scoring.progress.selectors.overview import event_overview
from scoring.sheets.selectors.checking.findings import MARKS
from scoring.standings.selectors.lines import UnitLine, team_lines
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.events.selectors.event_list import EventState, event_state, listed_events
from tournament.registration.selectors.applications import opening_of
from web.live.clock import latest_clock
from web.live.fragments import calls, fragment, live
from web.pocket.own_cards import my_next_seat
from web.pocket.results.standings_tables import WIDE
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only
from web.shared.tables import BaseTable, paginate
from web.shared.viewer import ViewerContext, viewer_context

ROWS = 25
#: The last rank on the podium.
PODIUM = 3

#: State of an event -> its tone and label.
STATES = for_each(
    EventState,
    {
        EventState.OVER: ("ok", gettext_lazy("Results complete")),
        EventState.RUNNING: ("live", gettext_lazy("Running")),
        EventState.COMING: ("idle", gettext_lazy("Upcoming")),
        EventState.WAITING: ("wait", gettext_lazy("Results awaited")),
    },
)


class Events(BaseTable):
    """All events, the newest first."""

    name = tables.Column(gettext_lazy("Event"), attrs={"td": {"scope": "row"}})
    players = tables.Column(gettext_lazy("Players"), attrs=WIDE)
    state = tables.Column(gettext_lazy("State"), empty_values=())

    class Meta:
        orderable = False

    @property
    def caption(self) -> str:
        return _("Events")

    def render_name(self, record: Event) -> SafeString:
        link = reverse("pocket:event", args=[record.slug])
        details = " · ".join(filter(None, (where(record), when(record))))
        note = format_html('<br><span class="note">{}</span>', details) if details else ""
        return format_html('<a href="{}">{}</a>{}', link, record.name, note)

    def render_state(self, record: Any) -> SafeString:
        tone, label = STATES[event_state(record, record.released, timezone.localdate())]
        counted = _("%(released)d of %(planned)d sessions") % {
            "released": record.released,
            "planned": record.planned_sessions,
        }
        return format_html('{}<br><span class="note">{}</span>', state_badge(tone, str(label)), counted)


def where(event: Event) -> str:
    """Return venue and country as far as they are known."""
    return ", ".join(filter(None, (event.venue, country(event.country))))


def when(event: Event) -> str:
    """Return the first and last day as far as they are known."""
    days = [event.starts, event.ends if event.ends != event.starts else None]
    return " – ".join(date_format(day) for day in days if day)


@get_only
def events(request: HttpRequest) -> HttpResponse:
    """List all events, or those matching a name or venue."""
    query = request.GET.get("q", "")[:100].strip()
    table = Events(listed_events(query))
    paginate(request, table, per_page=ROWS)
    imports = may(actor_of(request.user, device_of(request)), import_event, None)
    return render(request, "pocket/events.html", {"table": table, "q": query, "imports": imports})


@get_only
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the home page of an event."""
    reader = viewer_context(request, slug)
    context = {
        "reader": reader,
        "event": reader.event,
        "where": where(reader.event),
        "when": when(reader.event),
        "mine": my_next_seat(request, reader),
        "live": live(request, reader, "event"),
        "clock": live(request, reader, "clock"),
        "announcements": live(request, reader, "announcements"),
        "opening": opening_of(reader.event),
    }
    return render(request, "pocket/events_detail.html", context)


def _calls_and_begun(reader: ViewerContext) -> str:
    """Add whether a clock began, which begins another phase of the page; other changes of clocks are not shown."""
    return f"{calls(reader)}.{int(latest_clock(reader) is not None)}"


def _phase(reader: ViewerContext, released: int) -> str:
    """Return whether the viewer's event is "before" its first clock, "during", or "after" its last release."""
    if released and released == reader.event.planned_sessions:
        return "after"
    return "during" if released or latest_clock(reader) else "before"


def _first_teams(reader: ViewerContext) -> list[UnitLine]:
    lines = team_lines(reader.standings)[: 2 * PODIUM]
    return [line for line in lines if (line.standing.rank or PODIUM + 1) <= PODIUM]


@fragment("event", extra_version=_calls_and_begun, shows_status=True)
def event_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the progress of the event and the leaders."""
    overview = event_overview(reader.standings)
    marks = overview.findings.marks if overview.findings else {}
    released = sum(session.released_at is not None for session in overview.sessions)
    phase = _phase(reader, released)
    after = phase == "after"
    context = {
        "reader": reader,
        "event": reader.event,
        "overview": overview,
        "released": released,
        "phase": phase,
        "podium": [line for line in overview.leaders if (line.standing.rank or PODIUM + 1) <= PODIUM] if after else [],
        "teams": _first_teams(reader) if after and overview.teams else [],
        "timetable": overview.timetable,
        "called": Waiting(reader.event).called,
        "hall": hasattr(reader.event, "hall"),
        "closing": getattr(reader.event, "closing", None),
        "marks": [(marks[mark], label) for mark, label in MARKS.items() if marks.get(mark)],
    }
    return render_to_string("pocket/_event.html", context)
