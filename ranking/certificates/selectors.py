"""The data of result certificates: results, the signing referee, and the address in the QR codes."""

from ranking.record.models.records import OfficialResult, RecordedEvent
from tournament.events.selectors.events import officials_of
from tournament.papers.selectors import address_of


def certificate_lines(recorded: RecordedEvent, row: int | None = None) -> list[OfficialResult]:
    """Return the results of an event in their order: all of them, or the one in ``row``."""
    results = recorded.results.select_related("person__merged_into").order_by("row")
    return list(results if row is None else results.filter(row=row))


def referee_of(recorded: RecordedEvent) -> str:
    """Return name, function and qualification of the first qualified official; empty if there is none."""
    if recorded.event is None:
        return ""
    official = officials_of(recorded.event).exclude(qualification="").first()
    if official is None:
        return ""
    parts = (official.name, official.function, official.qualification, official.qualification_number)
    return " · ".join(filter(None, parts))


def address_for(recorded: RecordedEvent, requested: str) -> str:
    """Return the start of the QR codes' addresses: the event's address for papers, else ``requested``."""
    event_address = address_of(recorded.event) if recorded.event else ""
    return (event_address or requested).rstrip("/")
