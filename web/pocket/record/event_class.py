"""The public page of an event's class: every condition, and the official result once it is frozen."""

from collections.abc import Collection, Iterable
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import DASH, country_code, signed
from ranking.links.selectors import private_persons
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.event_classes import class_of_event
from ranking.record.selectors.official_results import recorded_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.rules import public_name
from web.shared.record.labels import class_conditions, class_state, departure_words
from web.shared.requests.methods import get_only
from web.shared.scores import points
from web.shared.tables import FIGURE, NAMING, WIDE, BaseTable, paginate
from web.shared.viewer import viewer_context

ROWS = 50
#: Attributes of a column of text that only wide screens show.
WIDE_TEXT = {"th": {"class": "wide"}, "td": {"class": "wide"}}


class Results(BaseTable):
    """The official result of an event in the record; names that may not be public are shown as initials."""

    individual_rank = tables.Column(gettext_lazy("Rank"), attrs=FIGURE, default=DASH)
    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    country = tables.Column(gettext_lazy("Country"), attrs=WIDE_TEXT, default="")
    table_points = tables.Column(gettext_lazy("Table points"), attrs=FIGURE)
    competition_points = tables.Column(gettext_lazy("Competition points"), attrs=FIGURE)
    team_rank = tables.Column(gettext_lazy("Team"), attrs=WIDE, default=DASH)
    group_rank = tables.Column(gettext_lazy("Group"), attrs=WIDE, default=DASH)
    sessions = tables.Column(gettext_lazy("Sessions"), attrs=WIDE)

    class Meta:
        orderable = False

    def __init__(self, *args: Any, hidden: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hidden = hidden

    @property
    def caption(self) -> str:
        return _("Official result")

    def render_name(self, record: OfficialResult) -> SafeString | str:
        if record.pk in self.hidden:
            return public_name(record.name, False)
        address = reverse("record:person", args=[record.person.kept.pk])
        return format_html('<a href="{}">{}</a>', address, record.name)

    def render_country(self, value: str) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("teams:country", args=[value]), country_code(value))

    def render_team_rank(self, value: int, record: OfficialResult) -> SafeString | str:
        if not record.team:
            return str(value)
        return format_html('{} <a href="{}">{}</a>', value, reverse("teams:team", args=[record.team]), record.team)

    def render_table_points(self, value: int) -> SafeString | str:
        return points(value)

    def render_competition_points(self, value: int) -> str:
        return signed(value)


@get_only
def event_class(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the confirmed class, or the class that the released results reach now."""
    reader = viewer_context(request, slug)
    recorded = recorded_of(reader.event)
    shown = class_of_event(reader.event, recorded)
    context = {
        "reader": reader,
        "recorded": recorded,
        "state": class_state(shown.reached or None, sanctioned=shown.sanctioned),
        "conditions": class_conditions(shown.conditions),
        "departures": departure_words(shown.departures),
        "players": shown.players,
        "sessions": shown.sessions,
    }
    if recorded:
        context["table"] = _results_table(request, recorded, reader.event)
    return render(request, "pocket/record/event_class.html", context)


def _results_table(request: HttpRequest, recorded: RecordedEvent, event: Event) -> Results:
    results = recorded.results.select_related("person__merged_into")
    table = Results(results, hidden=_hidden(results, event))
    paginate(request, table, per_page=ROWS)
    return table


def _hidden(results: Iterable[OfficialResult], event: Event) -> set[int]:
    """Return the results of those who ask not to be shown, in this event or with the whole record."""
    refused = set(Entry.objects.filter(event=event, name_consent=False).values_list("number", flat=True))
    private = private_persons({result.person.kept.pk for result in results})
    return {result.pk for result in results if result.number in refused or result.person.kept.pk in private}
