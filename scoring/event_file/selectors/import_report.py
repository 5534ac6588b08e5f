"""Report contradictions and known names after the import of an event."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from common.actions.models.audit import AuditEntry
from scoring.sheets.models.results import Comparison
from scoring.sheets.selectors.checking.findings import contradictions
from tournament.events.models.events import Event
from tournament.people.models.persons import Person


@dataclass(frozen=True)
class ImportReport:
    """The report after an import: contradicting sheets, and names that other persons already have."""

    discrepancies: list[Comparison]
    same_names: list[str]


def import_report(event: Event) -> ImportReport:
    """Return the report on an event that was just imported."""
    return ImportReport(list(contradictions(event)), list(_same_names(event)))


def _same_names(event: Event) -> Iterator[str]:
    names = event.entries.values("name")
    namesakes = Person.objects.filter(name__in=names, merged_into=None).exclude(entries__event=event)
    return iter(namesakes.order_by("name").values_list("name", flat=True).distinct())


def imported_at(events: Iterable[Event]) -> dict[int, datetime]:
    """Return the last import time by event id, for those of ``events`` that were imported."""
    imports = AuditEntry.objects.filter(ledger__event__in=list(events), action="event.import").order_by()
    return dict(imports.values_list("ledger__event").annotate(last=Max("at")))
