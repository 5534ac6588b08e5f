"""What to know after an event was imported."""

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
    """What to know after an import: contradictions with their place, and persons of the same name."""

    discrepancies: list[Comparison]
    same_names: list[str]


def import_report(event: Event) -> ImportReport:
    """The report on a just imported event."""
    return ImportReport(list(contradictions(event)), list(_same_names(event)))


def _same_names(event: Event) -> Iterator[str]:
    names = event.entries.values("name")
    others = Person.objects.filter(name__in=names, merged_into=None).exclude(entries__event=event)
    return iter(others.order_by("name").values_list("name", flat=True).distinct())


def imported_at(events: Iterable[Event]) -> dict[int, datetime]:
    """Id -> when the event was last imported, for those of ``events`` that were."""
    imports = AuditEntry.objects.filter(head__event__in=list(events), action="event.import").order_by()
    return dict(imports.values_list("head__event").annotate(last=Max("at")))
