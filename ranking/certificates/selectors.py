"""Data of result certificates: the results, the referee who signs, and the address in their QR codes."""

from ranking.record.models.records import OfficialResult, RecordedEvent
from tournament.events.selectors.events import officials_of
from tournament.papers.selectors import address_of


def certificate_lines(recorded: RecordedEvent, row: int | None = None) -> list[OfficialResult]:
    """The results of an event in their order: all of them, or the one in ``row``."""
    results = recorded.results.select_related("person__merged_into").order_by("row")
    return list(results if row is None else results.filter(row=row))


def referee_of(recorded: RecordedEvent) -> str:
    """Name, function and qualification of the first official who has one; empty if there is none."""
    if recorded.event is None:
        return ""
    found = officials_of(recorded.event).exclude(qualification="").first()
    if found is None:
        return ""
    return " · ".join(filter(None, (found.name, found.function, found.qualification, found.qualification_number)))


def address_for(recorded: RecordedEvent, asked: str) -> str:
    """The start of the QR codes' address: the event's address for papers, else ``asked``, the requested one."""
    chosen = address_of(recorded.event) if recorded.event else ""
    return (chosen or asked).rstrip("/")
