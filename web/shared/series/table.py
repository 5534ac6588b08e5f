"""The ranking of a series as a table."""

from collections.abc import Mapping
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import DASH
from ranking.series.rules.ranking import Chance, Qualification, Worth
from ranking.series.selectors.table import NamedLine, SeriesTable
from ranking.series.selectors.wording import event_name, final_text, points_text
from web.shared.scores import movement
from web.shared.tables import FIGURE, NAMING, WIDE, BaseTable, LinesInOrder, person_cell

#: The newest events with a column; more neither fit a page nor are made in time. The workbook has all.
MOST_COLUMNS = 16
#: An empty cell that need not be escaped: most cells of a long series are empty.
NOTHING = SafeString("")
#: The class of a line that reaches the final.
INSIDE = {"class": lambda record: "in-final" if _is_in(record) else ""}


def _first_line(name: str) -> dict[str, dict[str, str]]:
    """Return the attributes of a column of figures in the first line of a row on a phone (record.css)."""
    return FIGURE | {"td": {"class": f"num {name}"}}


class EventColumn(tables.Column):  # type: ignore[misc]  # django-tables2 has no types
    """What one event is worth; in brackets and grey where it does not count."""

    def __init__(self, at: int, name: str) -> None:
        heading = format_html('<abbr title="{}">{}</abbr>', name, at + 1)
        super().__init__(heading, accessor="cells", attrs=FIGURE)
        self.at = at

    def render(self, value: list[Worth | None]) -> SafeString | str:
        worth = value[self.at]
        if worth is None:
            return NOTHING
        text = points_text(worth.points)
        return text if worth.counted else format_html('<span class="muted">({})</span>', text)


class SeriesRanking(BaseTable):
    """The ranking.

    ``saved`` (key -> rank by the saved rule) adds a column to a preview. ``first``: only so many lines,
    without the columns of events and their number.
    """

    rank = tables.Column(gettext_lazy("Rank"), attrs=_first_line("line-rank"), default=DASH)
    saved = tables.Column(gettext_lazy("Saved rule"), attrs=FIGURE, empty_values=())
    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    points = tables.Column(gettext_lazy("Points"), attrs=_first_line("line-points"))
    final = tables.Column(gettext_lazy("Final"), accessor="qualification", attrs={"td": {"class": "nowrap"}})
    visits = tables.Column(gettext_lazy("Events played"), attrs=WIDE)

    class Meta:
        orderable = False
        row_attrs = INSIDE
        attrs = {"class": "table series-lines"}

    def __init__(
        self, table: SeriesTable, *, saved: Mapping[int | str, int | None] | None = None, first: int | None = None
    ) -> None:
        #: The number of older events without a column.
        self.older = max(0, table.after - MOST_COLUMNS)
        shown = range(self.older, table.after) if first is None else ()
        events = [(f"event{at}", EventColumn(at, event_name(table.counting[at]))) for at in shown]
        used = {"saved": saved is not None, "final": table.rule.finalists, "visits": first is None}
        hidden = [name for name, wanted in used.items() if not wanted]
        lines = LinesInOrder(table.lines) if first is None else table.lines[:first]
        super().__init__(lines, extra_columns=events, exclude=hidden)
        self.saved = saved or {}

    @property
    def caption(self) -> str:
        return _("Ranking")

    def render_rank(self, value: int, record: NamedLine) -> SafeString:
        return format_html("{} {}", value, movement(record.movement))

    def render_saved(self, record: NamedLine) -> str:
        return str(self.saved.get(record.key) or DASH)

    def render_name(self, record: NamedLine) -> SafeString:
        address = reverse("record:person", args=[record.person]) if record.person else ""
        return person_cell(record.name, record.latin_name, address, record.country)

    def render_points(self, record: NamedLine) -> SafeString:
        return format_html("<b>{}</b>", points_text(record.points))

    def render_final(self, value: Qualification) -> str:
        return final_text(value)


def _is_in(record: Any) -> bool:
    return record.qualification is not None and record.qualification.chance is Chance.IN
