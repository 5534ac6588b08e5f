"""Recording a foul with the penalty that follows from it, and cancelling one (3.11)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.fouls.models import Foul, FoulEvidence, Measure
from scoring.fouls.rules.catalogue import EVENT, FREE, HAND, LATE, SESSION
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Penalty, Regime, in_order, propose
from scoring.fouls.selectors.fouls import catalogue_of, occurrence_of, regime_of, sitter_at
from scoring.fouls.selectors.late import is_booked
from scoring.fouls.services.effects import (
    JUDGES,
    Touched,
    check_penalty,
    conclude_sheets,
    count_anew,
    foul_done,
    foul_words,
    next_number,
    propose_measures,
    put_effects,
    take_effects,
)
from scoring.game.rules.seats import HANDS_PER_SESSION
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import EACH, NOBODY
from scoring.sheets.services.facts.writing import one_line
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.models.accounts import Role

#: Evidence of an event without days is kept so long.
KEPT = timedelta(days=365)


@dataclass(frozen=True)
class Place:
    """Where a foul happened, and whose it is: at a table (sheet, seat, hand), in a session, or in the event."""

    scope: str
    session: Session | None = None
    sheet: Sheet | None = None
    seat: str = ""
    hand_no: int = 0
    entry: Entry | None = None
    name: str = ""


@dataclass(frozen=True)
class FoulFacts:
    """A foul as somebody records it.

    ``kind`` and ``outcome`` are codes of the catalogue. Where: ``seat`` of ``sheet`` in hand ``hand_no`` (0: between
    hands), or ``entry`` in ``session``, or ``entry`` alone for the whole event. ``effects`` None: the penalty is the
    proposed one; otherwise ``effects``, ``points`` and ``payee`` ("nobody", "each", a seat; in a session ``paid_to``)
    are the referee's own. ``occurrence``: the repetition (1 = first) that the form showed. Not ``admissible``: raised
    after play went on, kept without effect (3.11.6.11(7)). ``notes`` and ``witnesses`` are the evidence.
    """

    kind: str
    outcome: str = ""
    sheet: Sheet | None = None
    seat: str = ""
    hand_no: int = 0
    session: Session | None = None
    entry: Entry | None = None
    effects: Collection[str] | None = None
    points: int = 0
    payee: str = NOBODY
    paid_to: Entry | None = None
    article: str = ""
    title: str = ""
    tiles: str = ""
    remark: str = ""
    admissible: bool = True
    occurrence: int | None = None
    notes: str = ""
    witnesses: str = ""


@action("foul.record", summary=gettext_lazy("Record a foul with its penalty"), roles=JUDGES, subject="event")
def record_foul(call: Call, event: Event, *, foul: FoulFacts, acknowledged: Collection[str] = ()) -> Done:
    """Record a foul, and write its points and dead hand on the sheet, which must not be signed.

    A penalty other than the proposed one asks for the action's reason. Refused if the ``occurrence`` is another by now.
    Asked: "off-tariff". The answer: ``foul``, its number; ``changed``, the numbers of the fouls that are another
    repetition now; ``measures``, the numbers of those proposed.
    """
    regime, known = regime_of(event), catalogue_of(event).get(foul.kind)
    if known is None or (foul.outcome and foul.outcome not in {one.code for one in known.outcomes}):
        raise Refused(_("The catalogue has no such foul."), where="kind")
    if foul.kind == FREE and not foul.title.strip():
        raise Refused(_("Write what happened."), where="title")
    row = _row(call, event, foul, known)
    if foul.paid_to is not None and (foul.paid_to.event_id != event.pk or row.scope != SESSION):
        raise Refused(_("These points cannot go there."), where="payee")
    _refuse_late_again(row)
    _decide(call, row, foul, known, regime)
    check_penalty(Penalty(tuple(row.effects), row.points, row.payee), row, regime, acknowledged)
    touched = Touched()
    row.save()
    put_effects(call, row, touched)
    _keep_evidence(row, foul.notes, foul.witnesses)
    changed = count_anew(call, row, known, regime, touched)
    measures = propose_measures(call, row, row.entered_at)
    after = foul_words(row)
    raises = conclude_sheets(call, touched, "foul.record", {"after": after})
    return foul_done(row, None, after, raises, changed=changed, measures=measures)


@action(
    "foul.cancel",
    summary=gettext_lazy("Cancel a foul"),
    roles=JUDGES,
    subject="foul",
    states={"standing": Answer.ASKS, "inadmissible": Answer.ASKS, "cancelled": Answer.REFUSED},
)
def cancel_foul(call: Call, foul: Foul) -> Done:
    """Let a foul stand no longer, with a reason: its points go, and repeated fouls are counted anew.

    Refused where it changes a signed sheet, and while a measure that follows from it is in force. Proposed measures
    fall with it, and so does its public notice. The answer: ``changed``, the fouls that count otherwise now.
    """
    in_force = foul.measures.filter(status=Measure.State.IN_FORCE).first()
    if in_force is not None:
        message = _("%(measure)s follows from this foul: the committee lifts it first.")
        raise Refused(message % {"measure": in_force.get_kind_display()})
    before, touched, stood = foul_words(foul), Touched(), foul.stands
    regime, known = regime_of(foul.event), catalogue_of(foul.event).get(foul.kind)
    if stood:
        take_effects(call, foul, touched)
    foul.cancelled_at, foul.cancelled_by, foul.cancel_reason = _now(), call.actor.name, one_line(call)
    foul.save()
    for measure in foul.measures.filter(status=Measure.State.PROPOSED):
        measure.status, measure.decided_at, measure.decided_by = Measure.State.REJECTED, _now(), call.actor.name
        measure.decision_reason = one_line(call)
        measure.save()
    changed = count_anew(call, foul, known, regime, touched) if known and stood else []
    raises = conclude_sheets(call, touched, "foul.cancel", {"before": before})
    if foul.notice_at is not None:
        raises = tuple(sorted({*raises, "public"}))
    return foul_done(foul, before, {"cancelled": True, "changed": changed}, raises, changed=changed)


@action(
    "foul.publish",
    summary=gettext_lazy("Publish a notice of a foul"),
    roles=[Role.Name.CHIEF_REFEREE, Role.Name.COMMITTEE],
    subject="foul",
    states={"standing": Answer.SAFE, "inadmissible": Answer.REFUSED, "cancelled": Answer.REFUSED},
)
def publish_notice(call: Call, foul: Foul, *, text: str) -> Done:
    """Put a notice (通报) of the foul on the event's public page; an empty ``text`` takes it away (3.11.4)."""
    text = " ".join(text.split())[:500]
    if text == foul.notice:
        return Done({"foul": foul.number}, f"foul:{foul.number}", changed=False)
    before, foul.notice = {"text": foul.notice}, text
    foul.notice_at, foul.notice_by = (_now(), call.actor.name) if text else (None, "")
    foul.save()
    return foul_done(foul, before, {"text": text}, ("live", "public"))


def _row(call: Call, event: Event, facts: FoulFacts, kind: CatalogueEntry) -> Foul:
    """The foul with its place and texts, not decided and not stored yet."""
    place = _place(event, kind, facts)
    foul = Foul(event=event, number=next_number(event), kind=facts.kind)
    foul.outcome = facts.outcome or kind.outcomes[0].code
    foul.scope, foul.session, foul.sheet, foul.seat = place.scope, place.session, place.sheet, place.seat
    foul.hand_no, foul.entry, foul.name = place.hand_no, place.entry, place.name
    foul.article = _line(facts.article, 30) or kind.article
    foul.title, foul.tiles = _line(facts.title, 200), _line(facts.tiles, 60)
    foul.remark = _line(facts.remark, 200)
    foul.admissible, foul.change_reason = facts.admissible, one_line(call)
    foul.entered_at, foul.entered_by, foul.entered_ref = _now(), call.actor.name, call.actor.ref
    return foul


def _place(event: Event, kind: CatalogueEntry, facts: FoulFacts) -> Place:
    """The place as the rules have it: at a table a hand's foul, without one a session's or the event's."""
    sheet, session, entry = facts.sheet, facts.session, facts.entry
    if sheet is not None:
        if sheet.table.session.event_id != event.pk:
            raise Refused(_("This is a table of another event."), where="sheet")
        sitting = sitter_at(sheet, facts.seat, facts.hand_no)
        if sitting is None:
            raise Refused(_("Nobody plays on this seat."), where="seat")
        if not 0 <= facts.hand_no <= HANDS_PER_SESSION:
            raise Refused(_("A session has 16 hands."), where="hand_no")
        scope = kind.scope if sitting.entry or kind.scope == HAND else HAND
        return Place(scope, sheet.table.session, sheet, facts.seat, facts.hand_no, sitting.entry, sitting.name)
    if entry is None or entry.event_id != event.pk or (session is not None and session.event_id != event.pk):
        raise Refused(_("This is a player of another event."), where="entry")
    scope = EVENT if session is None or kind.scope == EVENT else SESSION
    return Place(scope, session, entry=entry)


def _refuse_late_again(foul: Foul) -> None:
    """Raise Refused for a second lateness of the player in the session (3.11.2.1)."""
    if foul.kind == LATE and foul.admissible and foul.session and foul.entry and is_booked(foul.session, foul.entry):
        raise Refused(_("The lateness of %(name)s is booked already.") % {"name": foul.entry.name}, where="kind")


def _decide(call: Call, foul: Foul, facts: FoulFacts, kind: CatalogueEntry, regime: Regime) -> None:
    """Set the penalty: the proposed one, or the referee's own, which asks for a reason where it differs."""
    if not foul.admissible:
        foul.effects, foul.points, foul.payee, foul.times = [], 0, NOBODY, None
        return
    foul.times = occurrence_of(foul, kind, regime)
    if foul.times is not None and facts.occurrence not in (None, foul.times):
        message = _("Meanwhile this is the player's foul no. %(times)d of this kind: look at the penalty again.")
        raise Refused(message % {"times": foul.times}, where="kind")
    penalty = proposal = propose(kind, foul.outcome, times=foul.times or 1, regime=regime)
    if facts.effects is not None:
        penalty = Penalty(in_order(facts.effects), facts.points, facts.payee)
    if foul.scope == SESSION and penalty.payee == EACH:
        raise Refused(_("In a session, say which player receives the points."), where="payee")
    foul.effects, foul.points, foul.payee = list(penalty.effects), penalty.points, penalty.payee
    foul.paid_to = facts.paid_to
    foul.proposed = _as_proposed(kind, proposal, penalty)
    if not foul.proposed and not call.reason:
        raise Refused(_("Say why the penalty is another than the rules propose."), where="reason")


def _as_proposed(kind: CatalogueEntry, proposal: Penalty, penalty: Penalty) -> bool:
    """Whether this is what the rules propose; points and payee that they leave to the referee are no departure."""
    if kind.code == FREE:
        return True
    if kind.choice and penalty.effects == proposal.effects:
        return proposal.payee in (penalty.payee, "one")
    return penalty == proposal or (proposal.payee == "one" and penalty.effects == proposal.effects)


def _keep_evidence(foul: Foul, notes: str, witnesses: str) -> None:
    if not notes.strip() and not witnesses.strip():
        return
    until = last_day_kept(foul.event) or timezone.localdate() + KEPT
    FoulEvidence.objects.create(foul=foul, notes=notes.strip(), witnesses=witnesses.strip(), delete_after=until)


def _line(text: str, most: int) -> str:
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())[:most]


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
