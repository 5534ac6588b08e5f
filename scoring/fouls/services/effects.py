"""Write what a foul's penalty does to sheets, take it back, and count repeated fouls again."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from common.actions.engine import LIVE, Call, Done, locked_row
from common.actions.errors import Refused, Unusual
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import DEAD_HAND, DISQUALIFICATION, FORFEIT, POINTS, RANK_LOST, SUSPENSION
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Penalty, Regime, faults, off_tariff, propose
from scoring.fouls.selectors.fouls import counted_with, sheet_where
from scoring.fouls.selectors.labels import fault_sentence
from scoring.sheets.models.facts import Adjustment, Forfeit, SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.labels import questions
from scoring.sheets.services.facts.penalties import (
    PlayerPenalty,
    TablePenalty,
    open_sheets,
    put_penalty,
    put_session_penalty,
)
from scoring.sheets.services.facts.writing import VersionNote, begin, conclude, end, one_line, unsettle
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

JUDGES = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
#: The effects that a measure of the committee or the chief referee carries out.
MEASURES = (SUSPENSION, RANK_LOST, DISQUALIFICATION)
#: The field that a fault of a penalty stands beside.
FIELDS = {"points-missing": "points", "points-without-effect": "points", "payee-missing": "payee"}


@dataclass
class Touched:
    """The sheets that an action changes through fouls, by id; each becomes one new version at the end."""

    sheets: dict[int, Sheet] = field(default_factory=dict)


def lock_sheet(touched: Touched, sheet_id: int) -> Sheet:
    """The sheet, locked and open; Refused if it is signed: then the chief referee reopens it first."""
    if sheet_id not in touched.sheets:
        sheet = locked_row(Sheet, sheet_id, "table__session__event")
        if sheet.state in Sheet.COUNTED:
            message = _("The sheet of table %(table)d is signed: reopen it first.")
            raise Refused(message % {"table": sheet.table.number})
        touched.sheets[sheet_id] = sheet
    return touched.sheets[sheet_id]


def conclude_sheets(call: Call, touched: Touched, name: str, details: dict[str, Any]) -> tuple[str, ...]:
    """Write the new versions with their results; the versions of the head that rise."""
    raises = {LIVE}
    for sheet in sorted(touched.sheets.values(), key=lambda one: one.pk):
        unsettle(call, sheet)
        raises |= set(conclude(call, sheet, VersionNote(name, details=details)).raises)
    return tuple(sorted(raises))


def next_number(event: Event) -> int:
    """The number of the event's next foul; the event is locked."""
    return (event.fouls.aggregate(last=Max("number"))["last"] or 0) + 1


def check_penalty(penalty: Penalty, foul: Foul, regime: Regime, acknowledged: Collection[str]) -> None:
    """Raise Refused for a penalty that cannot be, Unusual for points that the rules do not know."""
    for code in faults(penalty, foul.scope, foul.hand_no):
        raise Refused(fault_sentence(code), where=FIELDS.get(code, "effects"))
    if off_tariff(penalty, regime) and "off-tariff" not in acknowledged:
        raise Unusual(questions(["off-tariff"]), where="points")


def put_effects(call: Call, foul: Foul, touched: Touched) -> None:
    """Write the points, dead hand and forfeit of a stored foul, if it has any; they name the foul as theirs."""
    if foul.scope == "hand" and {POINTS, DEAD_HAND} & set(foul.effects):
        sheet = lock_sheet(touched, foul.sheet_id or 0)
        put_penalty(call, sheet, table_penalty(foul))
    elif POINTS in foul.effects:
        assert foul.session is not None  # the form of a session's foul
        assert foul.entry is not None
        penalty = PlayerPenalty(foul.entry, foul.points, foul.paid_to, foul.article, foul.pk)
        _order, sheets = put_session_penalty(call, foul.session, penalty)
        touched.sheets |= {sheet.pk: sheet for sheet in sheets}
    if FORFEIT in foul.effects:
        _forfeit(call, foul, touched)


def take_effects(call: Call, foul: Foul, touched: Touched) -> None:
    """Take back the points, dead hand and forfeit of a foul; Refused where a sheet is signed."""
    penalties = SessionPenalty.objects.filter(foul=foul)
    if foul.session is not None and penalties.exists():
        sheets = open_sheets(foul.session, [foul.entry, foul.paid_to])
        touched.sheets |= {sheet.pk: sheet for sheet in sheets}
        penalties.delete()
    for kind in (Adjustment, Forfeit):
        rows = list(kind.objects.current().filter(foul=foul))
        if rows:
            end(call, lock_sheet(touched, rows[0].sheet_id), rows)


def table_penalty(foul: Foul) -> TablePenalty:
    """The penalty of a stored foul of a hand, as the sheet takes it."""
    dead = DEAD_HAND in foul.effects
    return TablePenalty(foul.seat, foul.points, foul.hand_no, foul.payee, foul.article, dead, foul.pk)


def count_anew(call: Call, foul: Foul, kind: CatalogueEntry, regime: Regime, touched: Touched) -> list[int]:
    """Count the other fouls of the same kind again; the numbers of those whose penalty changed.

    A penalty that the referee decided differently stays; only its repetition changes. ``foul`` itself stays as it is.
    """
    changed = []
    for times, other in enumerate(counted_with(foul, kind, regime), start=1):
        if other.times == times or other.pk == foul.pk:
            continue
        other.times = times
        wanted = propose(kind, other.outcome, times=times, regime=regime)
        if other.proposed and (tuple(other.effects), other.points) != (wanted.effects, wanted.points):
            take_effects(call, other, touched)
            other.effects, other.points = list(wanted.effects), wanted.points
            put_effects(call, other, touched)
            changed.append(other.number)
        other.save()
    return changed


def propose_measures(call: Call, foul: Foul, at: Any) -> list[int]:
    """Propose what the foul's effects ask of chief referee and committee; the numbers of what was proposed."""
    numbers = []
    for kind in MEASURES:
        if kind not in foul.effects or foul.entry is None:
            continue
        there = Measure.objects.filter(entry=foul.entry, kind=kind, status__in=["proposed", "in-force"])
        if there.exists():
            continue
        last = foul.event.measures.aggregate(last=Max("number"))["last"] or 0
        Measure.objects.create(
            event=foul.event,
            number=last + 1,
            entry=foul.entry,
            foul=foul,
            kind=kind,
            status=Measure.State.PROPOSED,
            reason=(one_line(call) or foul.remark or foul.article)[:500],
            proposed_at=at,
            proposed_by=call.actor.name,
            proposed_ref=call.actor.ref,
        )
        numbers.append(last + 1)
    return numbers


def foul_words(foul: Foul) -> dict[str, Any]:
    """The foul as the audit keeps it: no names, nothing of the evidence."""
    found: dict[str, Any] = {"foul": foul.number, "offence": foul.kind, "article": foul.article}
    found["where"] = _place(foul)
    if foul.entry is not None:
        found["number"] = foul.entry.number
    found |= {"effects": foul.effects, "points": foul.points, "payee": foul.payee}
    return found


def foul_done(foul: Foul, before: Any, after: Any, raises: tuple[str, ...], **answer: Any) -> Done:
    """What an action on a foul returns."""
    return Done({"foul": foul.number, **answer}, f"foul:{foul.number}", before, after, raises)


def _place(foul: Foul) -> str:
    """Session, table, seat and hand, as far as the foul has them: "3/12 W 5"."""
    session = str(foul.session.number) if foul.session else ""
    if foul.sheet is None:
        return session
    return f"{session}/{foul.sheet.table.number} {foul.seat} {foul.hand_no}"


def _holders_sheet(foul: Foul) -> Sheet | None:
    return foul.sheet or (sheet_where(foul.session, foul.entry) if foul.session and foul.entry else None)


def _seat_of(foul: Foul, sheet: Sheet) -> str:
    holder = sheet.table.sittings.filter(entry=foul.entry_id, from_hand=0).first()
    return foul.seat or (holder.seat if holder else "")


def _forfeit(call: Call, foul: Foul, touched: Touched) -> None:
    """Note that the player gets nothing for the session (3.11.2.1); Refused where hands name the empty seat."""
    sheet = _holders_sheet(foul)
    seat = _seat_of(foul, sheet) if sheet else ""
    if sheet is None or not seat:
        raise Refused(_("This player has no seat in the session."), where="entry")
    locked = lock_sheet(touched, sheet.pk)
    noted = Forfeit.objects.current().filter(sheet=locked, seat=seat)
    if noted.exists():
        noted.filter(foul=None).update(foul=foul)
        return
    replaced = locked.table.sittings.filter(seat=seat, from_hand__gt=0).exists()
    hands = locked.hand_set.current()
    if not replaced and (hands.filter(winner=seat).exists() or hands.filter(discarder=seat).exists()):
        raise Refused(_("This seat stands in a hand already: say first who sits there."), where="seat")
    begin(call, locked, Forfeit(seat=seat, reason=one_line(call) or foul.article, foul=foul))
