"""The data of result certificates: results, the referees who can sign, and the address in the QR codes (A9 7.2)."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ranking.pins.selectors.signing import seal_of
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.official_results import official_result, recorded_of
from scoring.releases.selectors.closing import closing_of
from scoring.releases.selectors.releases import last_results_kept
from tournament.events.models.events import Event, Official
from tournament.events.selectors.events import officials_of
from tournament.papers.selectors import address_of


def against_certificates(event: Event) -> str:
    """Return why no certificates can be made now, as a sentence; empty if they can."""
    if event.rehearsal:
        return _("This is a rehearsal: its results get no certificates.")
    if event.is_set_aside:
        return _("This copy was set aside: its results get no certificates.")
    if closing_of(event) is None:
        return _("The event is not closed yet. Certificates are made after it is closed.")
    if last_results_kept(event):
        return _("The last session is held back for the ceremony. Certificates would show its results too early.")
    return ""


def certified_event(event: Event) -> RecordedEvent:
    """Return the event as certificates state it: as in the record, else a row that is not saved, without a class."""
    recorded = recorded_of(event)
    if recorded:
        return recorded
    official = official_result(event)
    columns = {name: getattr(event, name) for name in ("slug", "name", "country", "venue", "starts", "ends", "scope")}
    return RecordedEvent(event=event, players=official.players, sessions=official.sessions, **columns)


def certificate_lines(recorded: RecordedEvent, row: int | None = None) -> list[OfficialResult]:
    """Return the results of an event in their order: all of them, or the one in ``row``."""
    if recorded.pk:
        lines = list(recorded.results.select_related("person__merged_into").order_by("row"))
    else:
        assert recorded.event
        lines = official_result(recorded.event).lines
    return [line for line in lines if row in (None, line.row)]


def qualified_officials(event: Event | None) -> QuerySet[Official]:
    """Return the officials whose qualification is recorded (2.3.4): only they sign certificates."""
    return officials_of(event).exclude(qualification="") if event else Official.objects.none()


def signer_text(event: Event | None, official: int | None) -> str:
    """Return name, function and qualification of the official with this id; empty for any other: signed by hand."""
    signer = qualified_officials(event).filter(pk=official).first() if official else None
    if signer is None:
        return ""
    parts = (signer.name, signer.function, signer.qualification, signer.qualification_number)
    return " · ".join(filter(None, parts))


def seal_of_event(recorded: RecordedEvent) -> bytes | None:
    """Return the seal (JPEG) of the body that confirmed the event; None without one."""
    return seal_of(recorded.body) if recorded.confirmed_at else None


def address_for(recorded: RecordedEvent, requested: str) -> str:
    """Return the start of the QR codes' addresses: the confirming body's, else that of papers, else ``requested``."""
    body_address = recorded.body.address if recorded.confirmed_at else ""
    event_address = address_of(recorded.event) if recorded.event else ""
    return (body_address or event_address or requested).rstrip("/")
