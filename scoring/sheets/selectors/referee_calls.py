"""The queue of tables that call a referee."""

from django.db.models import F, QuerySet

from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event
from tournament.events.models.tables import Table

#: Number of answered calls on the Floor's page.
MOST_ANSWERED = 20


def waiting(event: Event) -> QuerySet[RefereeCall]:
    """Return the open calls with table and session: first those not taken, then by waiting time."""
    return _calls(event).filter(ended_at=None).order_by(F("taken_at").asc(nulls_first=True), "called_at", "pk")


def answered(event: Event) -> QuerySet[RefereeCall]:
    """Return the latest answered calls, newest first, without withdrawn ones."""
    return _calls(event).exclude(ended_at=None).filter(taken_back=False).order_by("-ended_at")[:MOST_ANSWERED]


def open_call(table: Table) -> RefereeCall | None:
    """Return the table's call that is neither answered nor withdrawn."""
    return RefereeCall.objects.filter(table=table, ended_at=None).first()


def disputes(event: Event) -> QuerySet[Hand]:
    """Return the disputed hands that wait for a ruling, with their sheet's table and session."""
    rows = Hand.objects.current().filter(sheet__table__session__event=event, disputed=True)
    hands: QuerySet[Hand] = rows.select_related("sheet__table__session").order_by(
        "sheet__table__session__number", "sheet__table__number", "no"
    )
    return hands


def rulings_in(event: Event) -> QuerySet[Ruling]:
    """Return all rulings of the event, newest first, with table and session."""
    return Ruling.objects.filter(event=event).select_related("sheet__table__session").order_by("-number")


def rulings_of(sheet: Sheet) -> QuerySet[Ruling]:
    """Return the rulings on the sheet, by number."""
    return Ruling.objects.filter(sheet=sheet).order_by("number")


def _calls(event: Event) -> QuerySet[RefereeCall]:
    return RefereeCall.objects.filter(event=event).select_related("table__session")
