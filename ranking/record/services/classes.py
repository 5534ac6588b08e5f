"""Confirming the class of an event, which freezes its official result (A9 4.4, 5; rulings: Classes and pins)."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Call, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import may_confirm
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.classes import Classification
from ranking.record.selectors.closings import against_confirming
from ranking.record.selectors.official_results import Official, digest_of, official_result
from ranking.record.services.hooks import results_changed
from tournament.events.models.events import Event
from tournament.events.services.event_class import note_class

COPIED = (
    "slug", "name", "country", "place", "starts", "ends", "rules", "scope", "sanction_body", "sanction_number",
    "web_site",
)  # fmt: skip


class ResultChanged(Refused):
    """The event is not what the official who confirms saw."""

    status = 409


@action("class.confirm", summary=_("Confirm the class of an event"), roles=COMMITTEE, subject="body")
def confirm_class(call: Call, body: Body, *, event: Event, sanctioned: bool, seen: str) -> Done:
    """Freeze the official result of a closed event with its class; confirmed again, the new one takes its place.

    It stands on the chains of the body and of the event. ``sanctioned``: the WMCC runs, registers or authorises it
    (A9 4.4), as this official says; ``seen`` is the digest of the result that was shown. Refused for an event that is
    not closed or not the body's.
    """
    event = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    if not may_confirm(body, event):
        raise Refused(_("This event is not one of those that this body confirms."))
    if sentence := against_confirming(event):
        raise Refused(sentence)
    official = official_result(event)
    if digest_of(official) != seen:
        raise ResultChanged(_("The result changed since this page was made. Look at it again."))
    before = RecordedEvent.objects.filter(event=event).first()
    told = _told(before) if before else None
    recorded = _freeze(call, body, official, before, official.classification(sanctioned=sanctioned))
    note_class(call, event, recorded.letter if recorded.letter and sanctioned else Event.Class.NONE)
    answer = {"event": recorded.slug, "letter": recorded.letter, "version": recorded.version}
    about = f"event:{recorded.slug}"
    return Done(answer, about, told, _told(recorded), raises=(LIVE, PUBLIC), beside=event.head)


@action("class.withdraw", summary=_("Take an event out of the record"), roles=COMMITTEE, subject="body")
def withdraw_class(call: Call, body: Body, *, recorded: RecordedEvent) -> Done:
    """Take back a class that this body confirmed, or a list of results that it took in, with a reason.

    The event's chain says it too.
    """
    kept = RecordedEvent.objects.filter(pk=recorded.pk, body=body).first()
    if kept is None:
        raise Refused(_("This event is not in the record of this body."))
    if not call.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    told, event = _told(kept), kept.event
    persons = sorted(set(kept.results.values_list("person", flat=True)))
    kept.delete()
    if event:
        note_class(call, event, "")
    results_changed(call, persons)
    beside = event.head if event else None
    return Done({"event": told["event"]}, f"event:{told['event']}", told, None, (LIVE, PUBLIC), beside=beside)


def _freeze(
    call: Call, body: Body, official: Official, before: RecordedEvent | None, found: Classification
) -> RecordedEvent:
    event = official.event
    recorded = before or RecordedEvent(event=event)
    recorded.version = before.version + 1 if before else 1
    for name in COPIED:
        setattr(recorded, name, getattr(event, name))
    recorded.body = body
    recorded.players, recorded.sessions = official.players, official.sessions
    recorded.departures = official.departures
    recorded.revision, recorded.digest = event.head.public, digest_of(official)
    write_class(call, recorded, found)
    recorded.results.all().delete()
    for line in official.lines:
        line.recorded = recorded
    OfficialResult.objects.bulk_create(official.lines, batch_size=500)
    return recorded


def write_class(call: Call, recorded: RecordedEvent, found: Classification) -> None:
    """Save a recorded event with its class, who confirmed it and when; its players are to be evaluated anew."""
    recorded.letter = found.reached or ""
    recorded.sanctioned, recorded.rules_met = found.sanctioned, found.rules_met
    recorded.conditions = [condition.plain() for condition in found.conditions]
    recorded.confirmed_at, recorded.confirmed_by = timezone.now(), call.actor.name[:150]
    recorded.evaluated_at = None
    recorded.save()


def _told(recorded: RecordedEvent) -> dict[str, Any]:
    """What the audit keeps of a recorded event."""
    return {
        "event": recorded.slug,
        "class": recorded.letter,
        "sanctioned": recorded.sanctioned,
        "players": recorded.players,
        "sessions": recorded.sessions,
        "digest": recorded.digest[:16],
        "version": recorded.version,
    }
