"""The events of a body: those that wait for their class, and those in the record."""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.templatetags.pinju import DASH, state_badge
from ranking.bodies.models import Body
from ranking.pins.selectors.committee import record_of_body, running, stale_at, unconfirmed
from ranking.record.models.records import RecordedEvent
from web.committee.access import BodyDesk, body_desk
from web.committee.events.event import PER_PAGE
from web.shared.access import signed_in
from web.shared.key_pages import paginate_by_key
from web.shared.record.labels import class_state
from web.shared.tables import FIGURE, NAMING, BaseTable


class RecordTable(BaseTable):
    caption = gettext_lazy("Events in the record")

    name = Column(gettext_lazy("Event"), attrs=NAMING)
    starts = Column(gettext_lazy("First day"), default=DASH)
    letter = Column(gettext_lazy("Class"), empty_values=())
    players = Column(gettext_lazy("Players"), attrs=FIGURE)
    sessions = Column(gettext_lazy("Sessions"), attrs=FIGURE)
    body = Column(gettext_lazy("By"), attrs=NAMING)

    class Meta:
        orderable = False

    def __init__(self, *args: Any, body: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.body_slug = body

    def render_name(self, record: RecordedEvent) -> SafeString:
        link = reverse("committee:event", args=[self.body_slug, record.slug])
        return format_html('<a href="{}">{}</a>', link, record.name)

    def render_starts(self, value: date) -> str:
        return date_format(value, "SHORT_DATE_FORMAT")

    def render_letter(self, record: RecordedEvent) -> SafeString:
        return state_badge(*class_state(record.letter or None, sanctioned=record.sanctioned))


@signed_in
def events(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    table = _record_table(request, desk)
    context = {
        "desk": desk,
        "unconfirmed": list(unconfirmed(desk.body)[:PER_PAGE]),
        "running": list(running(desk.body)[:PER_PAGE]),
        "stale": stale_at(desk.body),
        "table": table,
    }
    return render(request, "committee/events/events.html", context)


def _record_table(request: HttpRequest, desk: BodyDesk) -> RecordTable:
    # Only the world body sees events of other bodies.
    exclude = () if desk.body.kind == Body.Kind.WORLD else ("body",)
    table = RecordTable(record_of_body(desk.body), body=desk.body.slug, exclude=exclude)
    paginate_by_key(request, table, per_page=PER_PAGE)
    return table
