"""The list of events."""

from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import may
from common.i18n.days import day_range
from common.states import for_each
from common.templatetags.pinju import country, state_badge
from scoring.setup.services.setting_up import create_event
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.events.selectors.event_list import EventState, event_state, listed_events, running_first
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only
from web.shared.tables import WIDE, BaseTable, paginate

ROWS = 25

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
    """All events: those of today, then the newest first."""

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
    return day_range(event.starts, event.ends)


@get_only
def events(request: HttpRequest) -> HttpResponse:
    """List all events, or those matching a name or venue."""
    query = request.GET.get("q", "")[:100].strip()
    table = Events(running_first(listed_events(query), timezone.localdate()))
    paginate(request, table, per_page=ROWS)
    creates = may(actor_of(request.user, device_of(request)), create_event, None)
    return render(request, "pocket/events.html", {"table": table, "q": query, "creates": creates})
