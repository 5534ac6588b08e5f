"""What result certificates need beside the results: the referee who signs, and what their QR codes begin with."""

from ranking.record.models.records import OfficialResult, RecordedEvent
from tournament.events.selectors.events import officials_of
from tournament.papers.selectors import address_of


def certificate_lines(recorded: RecordedEvent, row: int | None = None) -> list[OfficialResult]:
    """The results of an event as certificates state them, all or one row."""
    results = recorded.results.select_related("person__merged_into").order_by("row")
    return list(results if row is None else results.filter(row=row))


def referee_of(recorded: RecordedEvent) -> str:
    """The first official with a qualification, with it and its number; empty: nobody is named."""
    if recorded.event is None:
        return ""
    found = officials_of(recorded.event).exclude(qualification="").first()
    if found is None:
        return ""
    return " · ".join(filter(None, (found.name, found.function, found.qualification, found.qualification_number)))


def address_for(recorded: RecordedEvent, asked: str) -> str:
    """What the QR code begins with: the event's address for papers, else the one that was asked at."""
    chosen = address_of(recorded.event) if recorded.event else ""
    return (chosen or asked).rstrip("/")
