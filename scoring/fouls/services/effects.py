"""Write a foul's penalty on sheets, remove it, and recount repeated fouls."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from common.actions.engine import LIVE, ActionContext, Done
from common.actions.errors import Refused, Unusual
from common.actions.locking import locked_row
from common.i18n.wording import one_line
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import DEAD_HAND, DISQUALIFICATION, FORFEIT, POINTS, RANK_LOST, SUSPENSION
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Penalty, Regime, faults, off_tariff, propose
from scoring.fouls.selectors.fouls import counted_with
from scoring.fouls.selectors.labels import fault_sentence
from scoring.sheets.models.facts import Adjustment, Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.labels import questions
from scoring.sheets.selectors.people.substitution import seat_from_the_start
from scoring.sheets.services.facts.penalties import TablePenalty, put_penalty
from scoring.sheets.services.facts.session_penalties import PlayerPenalty, open_sheets, put_session_penalty
from scoring.sheets.services.facts.writing import VersionNote, conclude, end, unsettle
from scoring.sheets.services.people.persons import put_forfeit
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

JUDGES = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
#: The effects that need a measure of the committee or the chief referee.
MEASURES = (SUSPENSION, RANK_LOST, DISQUALIFICATION)
#: The form field that shows the error of an invalid penalty.
FIELDS = {"points-missing": "points", "points-without-effect": "points", "payee-missing": "payee"}


@dataclass
class Touched:
    """The sheets that an action changes through fouls, by id; each gets one new version at the end."""

    sheets: dict[int, Sheet] = field(default_factory=dict)


def lock_sheet(touched: Touched, sheet_id: int) -> Sheet:
    """Lock a sheet and return it; Refused if it is signed, since the chief referee must reopen it first."""
    if sheet_id not in touched.sheets:
        sheet = locked_row(Sheet, sheet_id, "table__session__event")
        if sheet.state in Sheet.COUNTED:
            message = _("The sheet of table %(table)d is signed: reopen it first.")
            raise Refused(message % {"table": sheet.table.number})
        touched.sheets[sheet_id] = sheet
    return touched.sheets[sheet_id]


def conclude_sheets(context: ActionContext, touched: Touched, name: str, details: dict[str, Any]) -> tuple[str, ...]:
    """Write the new versions with their results; return the names of the event's versions that rise."""
    raises = {LIVE}
    for sheet in sorted(touched.sheets.values(), key=lambda sheet: sheet.pk):
        unsettle(context, sheet)
        raises |= set(conclude(context, sheet, VersionNote(name, details=details)).raises)
    return tuple(sorted(raises))


def next_number(event: Event) -> int:
    """Return the number of the event's next foul; the event must be locked."""
    return (event.fouls.aggregate(last=Max("number"))["last"] or 0) + 1


def check_penalty(penalty: Penalty, foul: Foul, regime: Regime, acknowledged: Collection[str]) -> None:
    """Raise Refused for an invalid penalty, Unusual for points that are not in the rules."""
    for code in faults(penalty, foul.scope, foul.hand_no):
        raise Refused(fault_sentence(code), where=FIELDS.get(code, "effects"))
    if off_tariff(penalty, regime) and "off-tariff" not in acknowledged:
        raise Unusual(questions(["off-tariff"]), where="points")


def put_effects(context: ActionContext, foul: Foul, touched: Touched) -> None:
    """Write the points, dead hand and forfeit of a stored foul, if it has any; their rows refer to the foul."""
    if foul.scope == "hand" and {POINTS, DEAD_HAND} & set(foul.effects):
        sheet = lock_sheet(touched, foul.sheet_id or 0)
        put_penalty(context, sheet, table_penalty(foul))
    elif POINTS in foul.effects:
        assert foul.session is not None  # the form of a session's foul
        assert foul.entry is not None
        penalty = PlayerPenalty(foul.entry, foul.points, foul.paid_to, foul.article, foul.pk)
        _order, sheets = put_session_penalty(context, foul.session, penalty)
        touched.sheets |= {sheet.pk: sheet for sheet in sheets}
    if FORFEIT in foul.effects:
        _forfeit(context, foul, touched)


def remove_effects(context: ActionContext, foul: Foul, touched: Touched) -> None:
    """Remove the points, dead hand and forfeit of a foul; Refused where a sheet is signed."""
    penalties = SessionPenalty.objects.filter(foul=foul)
    if foul.session is not None and penalties.exists():
        sheets = open_sheets(foul.session, [foul.entry, foul.paid_to])
        touched.sheets |= {sheet.pk: sheet for sheet in sheets}
        penalties.delete()
    for kind in (Adjustment, Forfeit):
        rows = list(kind.objects.current().filter(foul=foul))
        if rows:
            end(context, lock_sheet(touched, rows[0].sheet_id), rows)


def table_penalty(foul: Foul) -> TablePenalty:
    """Return the penalty of a stored foul of a hand, in the form that the sheet takes."""
    dead = DEAD_HAND in foul.effects
    return TablePenalty(foul.seat, foul.points, foul.hand_no, foul.payee, foul.article, dead, foul.pk)


def recount_repetitions(
    context: ActionContext, foul: Foul, kind: CatalogueEntry, regime: Regime, touched: Touched
) -> list[int]:
    """Recount the other fouls that repeat together with ``foul``; return the numbers of those whose penalty changed.

    Where the referee departed from the proposed penalty, only the repetition changes. ``foul`` itself does not change.
    """
    changed = []
    for times, other in enumerate(counted_with(foul, kind, regime), start=1):
        if other.times == times or other.pk == foul.pk:
            continue
        other.times = times
        proposal = propose(kind, other.outcome, times=times, regime=regime)
        if other.proposed and (tuple(other.effects), other.points) != (proposal.effects, proposal.points):
            remove_effects(context, other, touched)
            other.effects, other.points = list(proposal.effects), proposal.points
            put_effects(context, other, touched)
            changed.append(other.number)
        other.save()
    return changed


def propose_measures(context: ActionContext, foul: Foul, proposed_at: Any) -> list[int]:
    """Propose the measures that the foul's effects require; return their numbers."""
    numbers = []
    for kind in MEASURES:
        if kind not in foul.effects or foul.entry is None:
            continue
        pending = Measure.objects.filter(entry=foul.entry, kind=kind, status__in=["proposed", "in-force"])
        if pending.exists():
            continue
        last = foul.event.measures.aggregate(last=Max("number"))["last"] or 0
        Measure.objects.create(
            event=foul.event,
            number=last + 1,
            entry=foul.entry,
            foul=foul,
            kind=kind,
            status=Measure.State.PROPOSED,
            reason=one_line(context.reason) or foul.remark or foul.article,
            proposed_at=proposed_at,
            proposed_by=context.actor.name,
            proposed_ref=context.actor.ref,
        )
        numbers.append(last + 1)
    return numbers


def foul_words(foul: Foul) -> dict[str, Any]:
    """Return the foul for the audit log, without names and evidence."""
    values: dict[str, Any] = {"foul": foul.number, "offence": foul.kind, "article": foul.article}
    values["where"] = _location_code(foul)
    if foul.entry is not None:
        values["number"] = foul.entry.number
    values |= {"effects": foul.effects, "points": foul.points, "payee": foul.payee}
    return values


def foul_done(foul: Foul, before: Any, after: Any, raises: tuple[str, ...], **answer: Any) -> Done:
    """Return the result of an action on a foul; ``answer`` is added to its number."""
    return Done({"foul": foul.number, **answer}, f"foul:{foul.number}", before, after, raises)


def _location_code(foul: Foul) -> str:
    """Return the session, table, seat and hand that the foul has: "3/12 W 5"."""
    session = str(foul.session.number) if foul.session else ""
    if foul.sheet is None:
        return session
    return f"{session}/{foul.sheet.table.number} {foul.seat} {foul.hand_no}"


def _forfeited_seat(foul: Foul) -> tuple[int | None, str]:
    """Return the id of the sheet and the seat that the player of the foul has from hand 1 on; (None, "") without."""
    if foul.sheet_id or foul.session is None or foul.entry is None:
        return foul.sheet_id, foul.seat
    sitting = seat_from_the_start(foul.session, foul.entry)
    sheet = Sheet.objects.filter(table=sitting.table_id).first() if sitting else None
    return (sheet.pk, sitting.seat) if sitting and sheet else (None, "")


def _forfeit(context: ActionContext, foul: Foul, touched: Touched) -> None:
    """Record that the player gets nothing for the session (3.11.2.1); a forfeit that is there now belongs to the foul.

    Refused as by `put_forfeit`.
    """
    sheet_id, seat = _forfeited_seat(foul)
    if sheet_id is None:
        raise Refused(_("This player has no seat in the session."), where="entry")
    locked = lock_sheet(touched, sheet_id)
    reason = one_line(context.reason) or foul.article
    if not put_forfeit(context, locked, seat, reason=reason, foul=foul.pk):
        Forfeit.objects.current().filter(sheet=locked, seat=seat, foul=None).update(foul=foul)
