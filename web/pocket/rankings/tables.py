"""The lists of a ranking: players, countries, and the rankings themselves."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import DASH, country, country_code
from ranking.rankings.models import RankedCountry, RankedEvent, Ranking
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.lines import NamedLine
from ranking.rankings.selectors.wording import name_of, points_text, short_text
from web.pocket.rankings.access import Shown
from web.shared.scores import movement
from web.shared.tables import FIGURE, NAMING, WIDE, BaseTable, linked_with_body, person_cell

#: The headings of a rating where they differ.
RATING_HEADINGS = {
    "part_a": gettext_lazy("Estimate"),
    "part_b": gettext_lazy("Deviation"),
    "results": gettext_lazy("Tables"),
}
#: What the events of a rating do not have.
UNWEIGHTED = ("qualification", "weight", "factor")


class PlayerTable(BaseTable):
    """The players of a ranking; an own formula has no parts."""

    rank = tables.Column(gettext_lazy("Rank"), accessor="line__rank", attrs=FIGURE, default=DASH)
    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    points = tables.Column(gettext_lazy("Points"), accessor="line__points", attrs=FIGURE, default=DASH)
    part_a = tables.Column(gettext_lazy("Part A"), accessor="line__part_a", attrs=WIDE)
    part_b = tables.Column(gettext_lazy("Part B"), accessor="line__part_b", attrs=WIDE)
    results = tables.Column(gettext_lazy("Results"), accessor="line__results", attrs=WIDE)

    class Meta:
        orderable = False

    def __init__(self, data: Any, shown: Shown) -> None:
        super().__init__(data, exclude=() if shown.rule.kind is not Kind.OWN else ("part_a", "part_b"))
        if shown.rule.kind is Kind.RATING:
            for name, heading in RATING_HEADINGS.items():
                self.columns[name].column.verbose_name = heading
        start, _number, end = shown.address("player", 0).rpartition("0/")
        self._address = f"{start}{{}}/{end}"

    @property
    def caption(self) -> str:
        return _("Ranking")

    def render_rank(self, value: int, record: NamedLine) -> SafeString:
        return format_html("{} {}", value, movement(record.movement))

    def render_name(self, record: NamedLine) -> SafeString:
        shown = record.name
        address = self._address.format(shown.person) if shown.person else ""
        return person_cell(shown.name, shown.latin_name, address, record.line.country)

    def render_points(self, value: Any) -> SafeString:
        return format_html("<b>{}</b>", points_text(value))

    def render_part_a(self, value: Any) -> str:
        return points_text(value)

    def render_part_b(self, value: Any) -> str:
        return points_text(value)


class CountryTable(BaseTable):
    """The countries of a ranking."""

    rank = tables.Column(gettext_lazy("Rank"), attrs=FIGURE)
    country = tables.Column(gettext_lazy("Country"), attrs=NAMING)
    points = tables.Column(gettext_lazy("Points"), attrs=FIGURE)
    players = tables.Column(gettext_lazy("Ranked players"), attrs=FIGURE)
    above = tables.Column(gettext_lazy("Above 700 points"), attrs=WIDE)

    class Meta:
        orderable = False

    def __init__(self, data: Any, shown: Shown) -> None:
        super().__init__(data, exclude=() if shown.rule.kind is Kind.MERS else ("above",))
        self._address = shown.address("ranking")

    @property
    def caption(self) -> str:
        return _("Countries")

    def render_country(self, record: RankedCountry) -> SafeString:
        page = reverse("teams:country", args=[record.country])
        return format_html('<a href="{}">{}</a>', page, country(record.country))

    def render_players(self, value: int, record: RankedCountry) -> SafeString:
        sign = "&" if "?" in self._address else "?"
        return format_html('<a href="{}{}country={}">{}</a>', self._address, sign, record.country, value)

    def render_points(self, value: Any) -> str:
        return points_text(value)


class EventTable(BaseTable):
    """The events of a snapshot with their weights."""

    name = tables.Column(gettext_lazy("Event"), attrs={"td": {"class": "name full", "scope": "row"}})
    days = tables.Column(gettext_lazy("Days"), attrs=FIGURE)
    players = tables.Column(gettext_lazy("Players"), attrs=FIGURE)
    countries = tables.Column(gettext_lazy("Countries"), attrs=FIGURE)
    qualification = tables.Column(gettext_lazy("Qualification"), attrs=WIDE)
    weight = tables.Column(gettext_lazy("Weight"), attrs=FIGURE)
    factor = tables.Column(gettext_lazy("Age factor"), attrs=FIGURE)

    class Meta:
        orderable = False
        attrs = {"class": "table stacked"}

    def __init__(self, data: Any, shown: Shown) -> None:
        super().__init__(data, exclude=UNWEIGHTED if shown.rule.kind is Kind.RATING else ())

    @property
    def caption(self) -> str:
        return _("Events")

    def render_name(self, record: RankedEvent) -> SafeString:
        code = format_html(' <span class="muted note">{}</span>', country_code(record.country))
        day = date_format(record.ends, "SHORT_DATE_FORMAT")
        of = code if record.country else ""
        return format_html('{}{}<br><span class="note">{}</span>', record.name, of, day)

    def render_qualification(self, value: bool) -> str:
        return _("Yes") if value else DASH

    def render_weight(self, value: Any, record: RankedEvent) -> SafeString | str:
        if not record.stated:
            return short_text(value)
        return format_html('{}<br><span class="note">{}</span>', short_text(value), _("as published"))

    def render_factor(self, value: Any) -> str:
        return short_text(value)


class RankingsTable(BaseTable):
    """The rankings of all bodies, each with the body below its name."""

    name = tables.Column(gettext_lazy("Ranking"), empty_values=(), attrs=NAMING)
    day = tables.Column(gettext_lazy("As of"), empty_values=(), attrs={"td": {"class": "nowrap"}})
    players = tables.Column(gettext_lazy("Players"), empty_values=(), attrs=FIGURE)

    class Meta:
        orderable = False

    @property
    def caption(self) -> str:
        return _("Rankings")

    def render_name(self, record: Ranking) -> SafeString:
        return linked_with_body(reverse("rankings:ranking", args=[record.slug]), name_of(record), record.body.name)

    def render_day(self, record: Any) -> str:
        return date_format(record.computed[0].day, "SHORT_DATE_FORMAT")

    def render_players(self, record: Any) -> str:
        return str(record.computed[0].size)
