"""Import a whole event from one checked file, in one transaction (interfaces: import_event)."""

from copy import deepcopy
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.files.json_files import FileError, FileErrors
from scoring.appeals.services.importing import write_appeals
from scoring.display.services.awards import write_awards
from scoring.display.services.screens import write_screens
from scoring.event_file.rules import same, stated
from scoring.event_file.rules.oath import kept_settings, known_oath
from scoring.event_file.selectors.document import event_document
from scoring.fouls.services.importing import write_fouls
from scoring.releases.services.importing import write_releases
from scoring.setup.services.creating import make_event
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.counting import recount
from scoring.sheets.services.facts.importing import write_sheets
from tournament.access.selectors.roles import HOUSE
from tournament.clocks.services.importing import write_clocks
from tournament.draws.services.importing import write_draws
from tournament.events.models.events import Event
from tournament.people.services.accounts import lock_people
from tournament.presence.services.importing import write_presence
from tournament.registration.services.importing import write_entries


@action("event.import", summary=_("Import an event from its file"), roles=[HOUSE], subject="none")
def import_event(context: ActionContext, _subject: None, *, document: dict[str, Any]) -> Done:
    """Write the event of a checked ``document`` (``scoring.event_file.selectors.reading.read_event``).

    An existing event with this id and the same content does not change; with other content FileErrors is raised.
    Persons are matched by federation number only. The actor's account becomes the organizer. The answer: ``event``, the
    id, and ``written``, whether anything was written.
    """
    lock_people(context)
    document = _with_known_choices(document)
    slug = document["event"]["id"]
    existing = Event.objects.filter(slug=slug).first()
    if existing:
        if not _has_the_same(existing, document):
            message = _("an event with this id already exists here, with different content")
            raise FileErrors([FileError("event.id", str(message))])
        return Done({"event": slug, "written": False}, f"event:{slug}", changed=False)
    event = _write(context, document)
    after: dict[str, Any] = {"players": len(document["players"]), "sessions": len(document["sessions"])}
    if context.actor.account is not None:
        after["organizer"] = context.actor.ref
    return Done(
        {"event": slug, "written": True}, f"event:{slug}", after=after, raises=(LIVE, PUBLIC), ledger=event.ledger
    )


def _with_known_choices(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document in the notation of exports; waiting players of earlier versions get fillers."""
    known = deepcopy(document)
    if "settings" not in known["event"]:
        return known
    known["event"]["settings"] = known_oath(known["event"]["settings"])
    play = known["event"]["settings"].get("play", {})
    if play.get("incomplete_tables") == "waiting":
        del play["incomplete_tables"]
    return known


def _has_the_same(event: Event, document: dict[str, Any]) -> bool:
    """Whether the file has the event's content; a release, class or closing that it omits is not a difference."""
    existing = event_document(event)
    for key in {"class", "closed"} - document["event"].keys():
        existing["event"].pop(key, None)
    if not any("released" in session for session in document["sessions"]):
        for session in existing["sessions"]:
            session.pop("released", None)
            session.pop("official", None)
            for table in session["tables"]:
                table.pop("corrections", None)
    return same(existing, document)


def _write(context: ActionContext, document: dict[str, Any]) -> Event:
    event = make_event(context, kept_settings(document["event"].get("settings", {})), **_columns(document))
    numbers = write_entries(context, event, document)
    write_presence(context, event, document, numbers)
    write_sheets(event, document, numbers)
    write_fouls(context, event, document, numbers)
    write_appeals(context, event, document, numbers)
    write_clocks(context, event, document)
    write_draws(context, event, document, numbers)
    write_releases(context, event, document)
    write_screens(context, event, document)
    write_awards(context, event, document)
    recount(context, event, Sheet.objects.filter(table__session__event=event))
    return event


def _columns(document: dict[str, Any]) -> dict[str, Any]:
    event = document["event"]
    sanction = event.get("sanction", {})
    return {
        "slug": event["id"],
        "name": event["name"],
        "country": event.get("country", ""),
        "venue": event.get("place", ""),
        "time_zone": event.get("time_zone", ""),
        "starts": parse_date(event.get("starts", "")),
        "ends": parse_date(event.get("ends", "")),
        "rules": event["rules"],
        "scope": event.get("scope", ""),
        "planned_sessions": event["sessions"],
        "sanction_body": sanction.get("body", ""),
        "sanction_number": sanction.get("number", ""),
        "web_site": event.get("web", {}).get("site", ""),
        "confirmed_class": event.get("class", ""),
        "rehearsal": event.get("rehearsal", False),
        "stated": stated(document),
    }
