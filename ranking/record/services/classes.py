"""Confirm the class of an event, which freezes its official result (A9 4.4, 5; rulings: Classes and pins)."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import may_confirm, oversees
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.rules.classes import Classification
from ranking.record.selectors.closings import against_confirming
from ranking.record.selectors.official_results import CALCULATION, Official, digest_of, official_result
from ranking.record.selectors.sanctions import entry_of, key_of_event
from ranking.record.services.hooks import results_changed
from ranking.record.services.recorded_persons import hold_persons, note_results
from tournament.events.models.events import Event
from tournament.events.services.event_class import note_class

COPIED = (
    "slug", "name", "country", "venue", "starts", "ends", "rules", "scope", "sanction_body", "sanction_number",
    "web_site",
)  # fmt: skip


class ResultChanged(Refused):
    """The data differs from what the deciding official saw."""

    status = 409


@action("class.confirm", summary=_("Confirm the class of an event"), roles=COMMITTEE, subject="body")
def confirm_class(context: ActionContext, body: Body, *, event: Event, entry: int | None, seen: str) -> Done:
    """Freeze the official result of a closed event with its class; a new confirmation replaces the earlier one.

    The audit chains of the body and of the event both get an entry. A class needs an entry of the register of
    sanctioned events (A9 4.4): ``entry`` is the id of the one that was shown (None: there is none, and the result is
    frozen without a class), ``seen`` the digest of the result that was shown. Refused for an event that is not closed
    or not one of the body's.
    """
    event = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    if not may_confirm(body, event):
        raise Refused(_("This body does not confirm the class of this event."))
    reason = against_confirming(event)
    if reason:
        raise Refused(reason)
    official = official_result(event)
    sanction = entry_of(key_of_event(event))
    if digest_of(official) != seen or (sanction.pk if sanction else None) != entry:
        raise ResultChanged(_("The result changed after this page was loaded. Please check it again."))
    before = RecordedEvent.objects.filter(event=event).first()
    old = _audit_values(before) if before else None
    recorded = _freeze(context, body, official, before, sanction)
    note_class(context, event, recorded.valid_letter or Event.Class.NONE)
    answer = {"event": recorded.slug, "letter": recorded.letter, "version": recorded.version}
    target = f"event:{recorded.slug}"
    return Done(answer, target, old, _audit_values(recorded), raises=(LIVE, PUBLIC), second_ledger=event.ledger)


@action(
    "class.withdraw", summary=_("Remove an event from the record"), roles=COMMITTEE, subject="body", while_held=True
)
def withdraw_class(context: ActionContext, body: Body, *, recorded: RecordedEvent) -> Done:
    """Remove a class that this body confirmed, or an event that it took in from a list, with a reason.

    The world body may remove those of every body. The audit chain of the event, or of the body that took the list in,
    gets an entry too, and the event loses its class. Neither is changed while another installation holds the event.
    """
    own_recorded = RecordedEvent.objects.select_related("body__ledger", "event__ledger").filter(pk=recorded.pk).first()
    if own_recorded is None or not oversees(body, own_recorded.body):
        raise Refused(_("This event is not in the record of this body."))
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    old = _audit_values(own_recorded)
    event = own_recorded.event
    persons = sorted(set(own_recorded.results.values_list("person", flat=True)))
    hold_persons(persons)
    own_recorded.delete()
    if event and event.ledger.held_since is None:
        note_class(context, event, "")
    results_changed(context, persons)
    owner_ledger = own_recorded.body.ledger if own_recorded.body_id != body.pk else None
    second_ledger = event.ledger if event else owner_ledger
    return Done(
        {"event": old["event"]}, f"event:{old['event']}", old, None, (LIVE, PUBLIC), second_ledger=second_ledger
    )


def _freeze(
    context: ActionContext,
    body: Body,
    official: Official,
    earlier: RecordedEvent | None,
    sanction: SanctionedEvent | None,
) -> RecordedEvent:
    event = official.event
    recorded = earlier or RecordedEvent(event=event)
    recorded.version = earlier.version + 1 if earlier else 1
    for name in COPIED:
        setattr(recorded, name, getattr(event, name))
    recorded.body = body
    recorded.players, recorded.sessions = official.players, official.sessions
    recorded.departures = official.departures
    recorded.revision, recorded.digest = event.ledger.public, digest_of(official)
    recorded.calculation = CALCULATION
    recorded.register_entry = sanction
    write_class(context, recorded, official.classification(sanctioned=sanction is not None))
    before = set(recorded.results.values_list("person", flat=True))
    recorded.results.all().delete()
    for line in official.lines:
        line.recorded = recorded
    OfficialResult.objects.bulk_create(official.lines, batch_size=500)
    note_results(context, [*before, *(line.person_id for line in official.lines)])
    return recorded


def write_class(context: ActionContext, recorded: RecordedEvent, classification: Classification) -> None:
    """Save a recorded event with its class, who confirmed it and when; its players are to be evaluated again."""
    recorded.letter = classification.reached or ""
    recorded.sanctioned, recorded.rules_met = classification.sanctioned, classification.rules_met
    recorded.conditions = [condition.plain() for condition in classification.conditions]
    recorded.confirmed_at, recorded.confirmed_by = timezone.now(), context.actor.name[:150]
    recorded.evaluated_at = None
    recorded.save()


def _audit_values(recorded: RecordedEvent) -> dict[str, Any]:
    """Return the values of a recorded event for the audit log."""
    return {
        "event": recorded.slug,
        "class": recorded.letter,
        "sanctioned": recorded.sanctioned,
        "players": recorded.players,
        "sessions": recorded.sessions,
        "digest": recorded.digest[:16],
        "version": recorded.version,
    }
