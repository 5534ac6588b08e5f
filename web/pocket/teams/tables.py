"""The events and the members of a team or a country."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from common.templatetags.pinju import DASH, signed
from common.templatetags.pinju import country as country_name
from ranking.rankings.selectors.names import PublicName
from ranking.teams.rules import EventPlace, Member
from ranking.teams.selectors import (
    MetSide,
    NamedEvent,
    NamedMember,
    named_events,
    named_members,
    teams_with_results,
)
from web.shared.tables import FIGURE, NAMING, BaseTable, LinesInOrder, person_cell


class _Named(Sequence[Any]):
    """Lines whose names are read for a slice at once."""

    def __init__(self, lines: Sequence[Any], named: Any) -> None:
        self._lines, self._named = lines, named

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: Any) -> Any:
        return self._named(list(self._lines[at])) if isinstance(at, slice) else self._named([self._lines[at]])[0]


class EventTable(BaseTable):
    """The events with the best place and who had it, the newest first."""

    name = tables.Column(gettext_lazy("Event"), accessor="recorded__name", attrs=NAMING)
    rank = tables.Column(gettext_lazy("Best rank"), accessor="place__rank", default=DASH, attrs=FIGURE)
    field = tables.Column(gettext_lazy("Players"), accessor="place__field", attrs=FIGURE)
    members = tables.Column(gettext_lazy("Members"), accessor="place__members", attrs=FIGURE)

    class Meta:
        orderable = False
        prefix = "events-"

    def __init__(self, events: Sequence[EventPlace], *, team: bool) -> None:
        super().__init__(LinesInOrder(_Named(events, named_events)))
        if team:
            self.columns["rank"].column.verbose_name = _("Rank")
            self.columns["field"].column.verbose_name = _("Teams")

    @property
    def caption(self) -> str:
        return _("Events")

    def render_name(self, value: str, record: NamedEvent) -> SafeString:
        recorded = record.recorded
        name: SafeString | str = value
        if recorded.event:
            name = format_html('<a href="{}">{}</a>', reverse("record:event-class", args=[recorded.event.slug]), value)
        day = date_format(recorded.starts, "SHORT_DATE_FORMAT") if recorded.starts else ""
        best = format_html(" · {}", _linked(record.best)) if record.best else ""
        return format_html('{}<br><span class="note">{}{}</span>', name, day, best)


class MemberTable(BaseTable):
    """The members, those with most results first."""

    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    results = tables.Column(gettext_lazy("Results"), accessor="member__results", attrs=FIGURE)
    best = tables.Column(gettext_lazy("Best rank"), accessor="member__best", default=DASH, attrs=FIGURE)
    last = tables.Column(gettext_lazy("Last event"), accessor="member__last__year", default=DASH, attrs=FIGURE)

    class Meta:
        orderable = False
        prefix = "members-"

    def __init__(self, members: Sequence[Member]) -> None:
        super().__init__(LinesInOrder(_Named(members, named_members)))

    @property
    def caption(self) -> str:
        return _("Members")

    def render_name(self, record: NamedMember) -> SafeString | str:
        return _linked(record.name)


class OpponentTable(BaseTable):
    """The other countries or teams that were met at tables, most pairs of players first."""

    name = tables.Column(accessor="key", attrs={"td": {"class": "name full", "scope": "row"}})
    meetings = tables.Column(gettext_lazy("Meetings"), accessor="balance__tables", attrs=FIGURE)
    ahead = tables.Column(gettext_lazy("Ahead"), accessor="balance__ahead", attrs=FIGURE)
    level = tables.Column(pgettext_lazy("head to head", "Level"), accessor="balance__level", attrs=FIGURE)
    behind = tables.Column(gettext_lazy("Behind"), accessor="balance__behind", attrs=FIGURE)
    difference = tables.Column(gettext_lazy("Mean difference"), accessor="balance__mean_difference", attrs=FIGURE)

    class Meta:
        orderable = False
        prefix = "opponents-"
        attrs = {"class": "table stacked"}

    def __init__(self, met: Sequence[MetSide], *, team: bool) -> None:
        super().__init__(LinesInOrder(met))
        self.columns["name"].column.verbose_name = _("Team") if team else _("Country")
        self._team = team

    @property
    def caption(self) -> str:
        return _("Opponents")

    @cached_property
    def _with_page(self) -> set[str]:
        return teams_with_results([row.record.key for row in self.paginated_rows])

    def render_name(self, value: str) -> SafeString | str:
        if not self._team:
            return format_html('<a href="{}">{}</a>', reverse("teams:country", args=[value]), country_name(value))
        if value not in self._with_page:
            return value
        return format_html('<a href="{}">{}</a>', reverse("teams:team", args=[value]), value)

    def render_difference(self, value: int) -> str:
        return signed(value)


def _linked(shown: PublicName) -> SafeString:
    """Return the name, with a link to the public page unless the person asks not to be shown."""
    address = reverse("record:person", args=[shown.person]) if shown.person else ""
    return person_cell(shown.name, shown.latin_name, address, "")
