"""Find the sheet of a table by session and number, as a viewer may see it."""

from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.corrections import released_version, under_way
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.selectors.facts.versions import facts_at
from tournament.events.models.events import Event
from tournament.events.models.tables import Table


def table_sheet(event: Event, view: View, session: int, table: int) -> TableSheet | None:
    """Return the table of this number and session; None if there is none or ``view`` hides it."""
    if session > view.last_session:
        return None
    wanted = Sheet.objects.filter(table__session__event=event, table__session__number=session, table__number=table)
    wanted = wanted.select_related(
        "comparison", "table__session__event__scoring_settings", "table__session__event__imj_settings"
    )
    sheet = _with_neighbours(wanted).first()
    if sheet is None:
        return None
    if sheet.correcting and not view.live:  # type: ignore[attr-defined]
        released = facts_at(sheet, released_version(sheet))
        return TableSheet(replace(released, sheet=sheet), correcting=True)
    facts = facts_of(sheet)
    if not view.live and sheet.state not in Sheet.COUNTED:
        # An event file can hold an open sheet in a released session: its facts are not public.
        facts = replace(facts, hands=[], totals={}, stated={}, adjustments=[])
    return TableSheet(facts)


def live_sheet(event: Event, session: int, number: int) -> Sheet | None:
    """Return the sheet of this table in whatever state, with ``event`` as its event; None if there is no such table."""
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session, table__number=number)
    sheet = sheets.select_related("table__session").first()
    if sheet is not None:
        sheet.table.session.event = event
    return sheet


def _with_neighbours(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    session_numbers = Table.objects.filter(session=OuterRef("table__session")).values("number")
    before = session_numbers.filter(number__lt=OuterRef("table__number")).order_by("-number")
    after = session_numbers.filter(number__gt=OuterRef("table__number")).order_by("number")
    correcting = Exists(under_way().filter(sheet=OuterRef("pk")))
    return sheets.annotate(previous=Subquery(before[:1]), next=Subquery(after[:1]), correcting=correcting)
