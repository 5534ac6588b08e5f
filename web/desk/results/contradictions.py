"""The page of tables that do not add up, and of marked tables, for officials."""

from collections import Counter
from functools import cached_property
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column, Table

from common.templatetags.pinju import DASH, signed, state_badge
from scoring.settings.selectors import in_mados
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import HANDS_TOTALS, TABLE_POINTS
from scoring.sheets.selectors.checking.findings import (
    KINDS,
    MARKS,
    cause_text,
    contradictions_shown,
    has_comparisons,
    kinds_text,
    marked,
    settlements,
)
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.services.checking.settling import settle
from tournament.events.models.events import Event
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.contradictions import seats_of, winds_text
from web.shared.requests.methods import get_only
from web.shared.scores import wind_name
from web.shared.seats_now import seat_namer
from web.shared.tables import NAMING, BaseTable, paginate

PER_PAGE = 25
#: Attributes of columns of sentences, which keep a minimum width on narrow screens.
WORDS = {"td": {"class": "words"}}


class FilterForm(forms.Form):
    """The filters of the contradictions."""

    session = forms.TypedChoiceField(label=gettext_lazy("Session"), required=False, coerce=int, empty_value=None)
    kind = forms.ChoiceField(label=gettext_lazy("What does not add up"), required=False)

    def __init__(self, request: HttpRequest, event: Event) -> None:
        super().__init__(request.GET)
        numbers = event.sessions.values_list("number", flat=True)
        session: Any = self.fields["session"]
        session.choices = [("", _("all")), *((str(number), str(number)) for number in numbers)]
        kinds = [(kind, label) for kind, label in KINDS.items() if kind != TABLE_POINTS or not in_mados(event)]
        kind: Any = self.fields["kind"]
        kind.choices = [("", _("everything")), *kinds]


class TableOfSheet(BaseTable):
    """Rows that each name a table."""

    table = Column(verbose_name=gettext_lazy("Table"), accessor="sheet__table", attrs=NAMING)

    def __init__(self, *args: object, event: Event, decides: bool, **options: object) -> None:
        super().__init__(*args, **options)
        self.event, self.decides = event, decides

    def render_table(self, record: Comparison) -> SafeString:
        table = record.sheet.table
        address = reverse("pocket:table", args=[self.event.slug, table.session.number, table.number])
        label = _("Session %(session)d, table %(table)d") % {"session": table.session.number, "table": table.number}
        return format_html('<a href="{}">{}</a>', address, label)

    def _button(self, page: str, record: Comparison, label: str) -> SafeString:
        table = record.sheet.table
        address = reverse(page, args=[self.event.slug, table.session.number, table.number])
        return format_html('<a class="btn nowrap" href="{}">{}</a>', address, label)


class ContradictionTable(TableOfSheet):
    """The contradictions in four columns, which fit a tablet: where, whose points, what is wrong, the way out."""

    caption = gettext_lazy("Discrepancies")

    table = TableOfSheet.base_columns["table"]
    players = Column(verbose_name=gettext_lazy("Totals minus hands"), empty_values=())
    kinds = Column(verbose_name=gettext_lazy("What does not add up"), attrs=WORDS)
    way = Column(verbose_name=gettext_lazy("Resolve"), empty_values=())

    class Meta:
        orderable = False
        sequence = ("table", "players", "kinds", "way")

    @cached_property
    def facts(self) -> dict[int, SheetFacts]:
        """Sheet id -> facts, of the rows of this page."""
        sheets = Sheet.objects.filter(pk__in=[row.record.sheet_id for row in self.paginated_rows])
        return {facts.sheet.pk: facts for facts in sheet_facts(sheets)}

    def render_players(self, record: Comparison) -> SafeString:
        facts = self.facts[record.sheet_id]
        seats = seats_of(facts, record)
        lines = [_line(wind, record.difference.get(seat, 0), people) for seat, wind, people in seats]
        note = winds_text(facts, record)
        return format_html('<ul class="seats">{}</ul><p class="note">{}</p>', SafeString("".join(lines)), note)

    def render_kinds(self, record: Comparison) -> SafeString:
        """Say what is wrong, its likely cause, and whether the hands would change the order."""
        cause = cause_text(record, seat_namer(self.facts[record.sheet_id].sittings))
        likely = format_html('<p class="note">{} {}</p>', _("Likely cause:"), cause) if cause else ""
        return format_html("<p>{}</p>{}{}", kinds_text(record), likely, _order(record))

    def render_way(self, record: Comparison) -> SafeString:
        if self.decides:
            return self._button("desk:settle", record, _("Resolve…"))
        return self._button("desk:sheet", record, _("Versions"))


class MarkTable(TableOfSheet):
    """Tables that add up but whose record is incomplete."""

    caption = gettext_lazy("Marked tables")

    marks = Column(verbose_name=gettext_lazy("Mark"))

    class Meta:
        orderable = False

    def render_marks(self, value: list[str]) -> SafeString:
        return format_html_join(" ", "{}", ((state_badge("note", str(MARKS[mark])),) for mark in value))


def _order(record: Comparison) -> SafeString | str:
    """Return whether the order at the table changes if the hands count."""
    if HANDS_TOTALS not in record.kinds:
        return ""
    if record.order_changes:
        return state_badge("stop", _("with the hands, the order changes"))
    return state_badge("idle", _("with the hands, the order stays"))


def _line(wind: str, difference: int, people: str) -> SafeString:
    """Return a wind with its difference and everybody who sat there."""
    points = signed(difference) if difference else DASH
    line = '<li><span class="muted">{}</span><b class="nowrap">{}</b><span>{}</span></li>'
    return format_html(line, wind_name(wind), points, people)


@get_only
@signed_in
def contradictions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the contradictions, then the marked tables."""
    desk = event_desk(request, slug)
    form = FilterForm(request, desk.event)
    chosen = form.cleaned_data if form.is_valid() else {}
    rows = contradictions_shown(desk.event, session=chosen.get("session"), kind=chosen.get("kind", ""))
    context = {
        "desk": desk,
        "form": form,
        "settled": settlements(desk.event).count(),
        "chosen": any(chosen.values()),
        "compared": has_comparisons(desk.event),
        "table": _paginated(request, desk, ContradictionTable, rows, ""),
        "marks": _paginated(request, desk, MarkTable, marked(desk.event), "m-"),
        "mark_counts": _mark_counts(desk.event),
    }
    return render(request, "desk/results/contradictions.html", context)


def _paginated(request: HttpRequest, desk: EventAccess, kind: type[TableOfSheet], rows: object, prefix: str) -> Table:
    table = kind(rows, event=desk.event, decides=desk.may(settle, desk.event.ledger), prefix=prefix)
    paginate(request, table, per_page=PER_PAGE)
    return table


def _mark_counts(event: Event) -> list[tuple[str, int]]:
    """Return each mark that occurs with its number of tables."""
    counter: Counter[str] = Counter()
    for marks in marked(event).values_list("marks", flat=True):
        counter.update(marks)
    return [(str(label), counter[mark]) for mark, label in MARKS.items() if counter[mark]]
