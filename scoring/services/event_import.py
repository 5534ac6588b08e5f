"""Taking in a whole event from one file (interfaces: import_event): checked first, then written in one transaction."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _

from common.actions import LIVE, PUBLIC, Call, Done, action
from common.json_files import FileError, FileErrors, check, limited, load, place
from scoring.models import Comparison, Sheet
from scoring.rules.event_file import problems, same, schema, stated
from scoring.selectors.event_document import event_document
from scoring.selectors.findings import contradictions
from scoring.services.counting import recount
from scoring.services.event_messages import sentence
from scoring.services.events import make_event
from scoring.services.sheet_import import write_sheets
from tournament.models import Event, Person
from tournament.selectors.roles import HOUSE
from tournament.services.entry_import import write_entries


def read_event(raw: bytes) -> dict[str, Any]:
    """The event that a file's bytes describe, wholly checked.

    Raises FileErrors naming each error by its path; nothing is read from or written to the database.
    """
    document = load(raw)
    errors = check(document, schema())
    if not errors:
        errors = limited(
            FileError(place(found.path), sentence(found.code, found.params)) for found in problems(document)
        )
    if errors:
        raise FileErrors(errors)
    return document


@action("event.import", summary=_("Import an event from its file"), roles=[HOUSE], subject="none")
def import_event(call: Call, subject: None, *, document: dict[str, Any]) -> Done:
    """Write the event of a checked ``document`` (:func:`read_event`).

    An event with this id and the same content is left alone; with other content FileErrors is raised. Persons are
    matched by federation number only. The answer holds the id and whether anything was written.
    """
    slug = document["event"]["id"]
    existing = Event.objects.filter(slug=slug).select_related("head").first()
    if existing:
        if not _has_the_same(existing, document):
            message = _("an event with this id exists here and its content is different")
            raise FileErrors([FileError("event.id", str(message))])
        return Done({"event": slug, "written": False}, f"event:{slug}", raises=(), head=existing.head)
    event = _write(document)
    after = {"players": len(document["players"]), "sessions": len(document["sessions"])}
    return Done({"event": slug, "written": True}, f"event:{slug}", after=after, raises=(LIVE, PUBLIC), head=event.head)


def _has_the_same(event: Event, document: dict[str, Any]) -> bool:
    """Whether the file brings nothing new; releasing sessions is no content that a file without releases denies."""
    existing = event_document(event)
    if not any("released" in session for session in document["sessions"]):
        for session in existing["sessions"]:
            session.pop("released", None)
    return same(existing, document)


def _write(document: dict[str, Any]) -> Event:
    event = make_event(document["event"].get("settings"), **_columns(document))
    numbers = write_entries(event, document)
    write_sheets(event, document, numbers)
    recount(event, Sheet.objects.filter(table__session__event=event))
    return event


def _columns(document: dict[str, Any]) -> dict[str, Any]:
    event = document["event"]
    sanction = event.get("sanction", {})
    return {
        "slug": event["id"],
        "name": event["name"],
        "country": event.get("country", ""),
        "place": event.get("place", ""),
        "starts": parse_date(event.get("starts", "")),
        "ends": parse_date(event.get("ends", "")),
        "rules": event["rules"],
        "scope": event.get("scope", ""),
        "planned_sessions": event["sessions"],
        "sanction_body": sanction.get("body", ""),
        "sanction_number": sanction.get("number", ""),
        "web_site": event.get("web", {}).get("site", ""),
        "stated": stated(document),
    }


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
