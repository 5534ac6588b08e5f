"""Penalty points on a sheet, inside a hand or between hands, with who receives them; and those of a session."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused, Unusual
from scoring.game.rules.seats import HANDS_PER_SESSION
from scoring.sheets.models.facts import Adjustment, SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import NOBODY, penalty_rows
from scoring.sheets.selectors.facts.records import sheet_facts
from scoring.sheets.selectors.labels import questions
from scoring.sheets.services.facts.whole import MOST
from scoring.sheets.services.facts.writing import (
    TYPISTS,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    one_line,
    refuse_if_owned,
    unchanged,
    unsettle,
)
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Role

#: Penalties want a reason in every state in which they can be entered.
WITH_REASON: dict[str, Answer] = {
    Sheet.State.OPEN: Answer.ASKS,
    Sheet.State.CHECKED: Answer.ASKS,
    Sheet.State.SIGNED: Answer.REFUSED,
    Sheet.State.CONFIRMED: Answer.REFUSED,
}
PUNISHERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]


@dataclass(frozen=True)
class TablePenalty:
    """Points that ``seat`` loses in hand ``hand_no`` (0: between hands), as `give_penalty` takes them.

    ``foul``: the id of the foul that the penalty follows from.
    """

    seat: str
    points: int
    hand_no: int = 0
    payee: str = NOBODY
    article: str = ""
    dead: bool = False
    foul: int | None = None


@dataclass(frozen=True)
class PlayerPenalty:
    """Points that ``entry`` loses in a session, for ``paid_to`` or nobody; ``foul`` as in `TablePenalty`."""

    entry: Entry
    points: int
    paid_to: Entry | None = None
    article: str = ""
    foul: int | None = None


@action(
    "sheet.penalty",
    summary=gettext_lazy("Enter penalty points at a table"),
    roles=TYPISTS,
    subject="sheet",
    states=WITH_REASON,
)
def give_penalty(
    call: Call,
    sheet: Sheet,
    *,
    seen: int,
    seat: str,
    points: int,
    hand_no: int = 0,
    payee: str = NOBODY,
    article: str = "",
    dead: bool = False,
    acknowledged: Collection[str] = (),
) -> Done:
    """Take ``points`` (0 or more) from ``seat`` in hand ``hand_no`` (0: between hands), for ``payee``.

    ``payee``: "nobody", "each" (every other seat gets ``points``) or a seat. ``dead``: the player may not win this hand
    any more; that alone may be the penalty, of 0 points. The action's reason stands on the sheet. A penalty stands
    whether the hand is won, drawn, aborted or void (3.11). Asked: "off-tariff". The answer: ``penalty``, its order.
    """
    guard(call, sheet, seen)
    penalty = TablePenalty(seat, points, hand_no, payee, article, dead)
    if points % 5 and "off-tariff" not in acknowledged:
        _check(penalty, sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0].seats)
        raise Unusual(questions(["off-tariff"]), where="points")
    order, moved = put_penalty(call, sheet, penalty)
    unsettle(call, sheet)
    after = {"no": hand_no, "points_by_seat": moved, "article": article, "dead": dead}
    return conclude(call, sheet, VersionNote("sheet.penalty", after=after, answer={"penalty": order}))


def put_penalty(call: Call, sheet: Sheet, penalty: TablePenalty) -> tuple[int, dict[Any, int]]:
    """Write the rows of a penalty from the sheet's next version on: its order in the hand, and seat -> points moved.

    Refused as `give_penalty`. The caller concludes the version.
    """
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    _check(penalty, facts.seats)
    moved = _moved(penalty, facts.played_seats)
    winners = [hand.winner for hand in facts.hands if hand.no == penalty.hand_no]
    if penalty.dead and penalty.seat in winners:
        raise Refused(_("This player's hand is dead: it cannot win. Correct the hand first."), where="dead")
    orders = Adjustment.objects.filter(sheet=sheet, hand_no=penalty.hand_no).aggregate(last=Max("order"))
    order = 0 if orders["last"] is None else orders["last"] + 1
    for seat, points in moved.items():
        row = Adjustment(seat=seat, hand_no=penalty.hand_no, order=order, points=points, foul_id=penalty.foul)
        row.article, row.reason = penalty.article, one_line(call)
        row.dead = penalty.dead and seat == penalty.seat
        begin(call, sheet, row)
    return order, moved


def _moved(penalty: TablePenalty, seats: Collection[str]) -> dict[Any, int]:
    try:
        return penalty_rows(penalty.seat, penalty.points, penalty.payee, seats)  # type: ignore[arg-type]
    except ValueError:
        raise Refused(_("These points cannot go there."), where="payee") from None


@action(
    "sheet.remove_penalty",
    summary=gettext_lazy("Take penalty points back"),
    roles=TYPISTS,
    subject="sheet",
    states=WITH_REASON,
)
def remove_penalty(call: Call, sheet: Sheet, *, seen: int, hand_no: int, order: int) -> Done:
    """Take the penalty with this order in this hand off the sheet, with a reason; its trace stays."""
    guard(call, sheet, seen)
    rows = list(Adjustment.objects.current().filter(sheet=sheet, hand_no=hand_no, order=order))
    if not rows:
        return unchanged(call, sheet)
    refuse_if_owned(rows)
    end(call, sheet, rows)
    unsettle(call, sheet)
    before = {"no": hand_no, "points_by_seat": {row.seat: row.points for row in rows}, "article": rows[0].article}
    return conclude(call, sheet, VersionNote("sheet.remove_penalty", before=before))


def _check(penalty: TablePenalty, seats: Collection[str]) -> None:
    if penalty.seat not in seats:
        raise Refused(_("Nobody plays on this seat."), where="seat")
    if not 0 <= penalty.hand_no <= HANDS_PER_SESSION:
        raise Refused(_("A session has 16 hands."), where="hand_no")
    if not 0 <= penalty.points < MOST or (penalty.points == 0 and not penalty.dead):
        raise Refused(_("Say how many points are lost."), where="points")
    if penalty.dead and not penalty.hand_no:
        raise Refused(_("Say in which hand the player cannot win."), where="hand_no")


@action(
    "session.penalty",
    summary=gettext_lazy("Enter penalty points of a player for a session"),
    roles=PUNISHERS,
    subject="session",
    states={"unreleased": Answer.ASKS, "released": Answer.REFUSED},
)
def give_session_penalty(
    call: Call,
    session: Session,
    *,
    entry: Entry,
    points: int,
    paid_to: Entry | None = None,
    article: str = "",
) -> Done:
    """Take ``points`` (above 0) from a player for this session wherever he or she sits, for ``paid_to`` or nobody.

    Lateness (3.11.2.1) is such a penalty. Refused once a sheet that it changes is signed. The answer holds its order.
    """
    order, sheets = put_session_penalty(call, session, PlayerPenalty(entry, points, paid_to, article))
    after = _words(entry, -points, paid_to, article)
    return conclude_sheets(call, session, sheets, "session.penalty", None, after, {"penalty": order})


def put_session_penalty(call: Call, session: Session, penalty: PlayerPenalty) -> tuple[int, list[Sheet]]:
    """Write a penalty of the session: its order, and the locked sheets it changes, which the caller concludes."""
    if not 0 < penalty.points < MOST:
        raise Refused(_("Say how many points are lost."), where="points")
    if penalty.paid_to == penalty.entry:
        raise Refused(_("These points cannot go there."), where="payee")
    sheets = open_sheets(session, [penalty.entry, penalty.paid_to])
    last = session.penalties.aggregate(last=Max("order"))["last"]
    order = 0 if last is None else last + 1
    SessionPenalty.objects.create(
        session=session,
        entry=penalty.entry,
        order=order,
        paid_to=penalty.paid_to,
        points=-penalty.points,
        article=penalty.article,
        reason=one_line(call),
        foul_id=penalty.foul,
    )
    return order, sheets


@action(
    "session.remove_penalty",
    summary=gettext_lazy("Take penalty points of a session back"),
    roles=PUNISHERS,
    subject="session",
    states={"unreleased": Answer.ASKS, "released": Answer.REFUSED},
)
def remove_session_penalty(call: Call, session: Session, *, order: int) -> Done:
    """Take the session's penalty with this order back, with a reason; before the sheets it changes are signed."""
    penalty = session.penalties.select_related("entry", "paid_to").filter(order=order).first()
    if penalty is None:
        return Done({"penalty": order}, f"session:{session.number}", changed=False)
    refuse_if_owned([penalty])
    sheets = open_sheets(session, [penalty.entry, penalty.paid_to])
    before = _words(penalty.entry, penalty.points, penalty.paid_to, penalty.article)
    penalty.delete()
    return conclude_sheets(call, session, sheets, "session.remove_penalty", before, None, {"penalty": order})


def _words(entry: Entry, points: int, paid_to: Entry | None, article: str) -> dict[str, Any]:
    return {"number": entry.number, "points": points, "to": paid_to and paid_to.number, "article": article}


def open_sheets(session: Session, entries: list[Entry | None]) -> list[Sheet]:
    """The sheets where these people sit, locked by id, none of them signed."""
    sheets: list[Sheet] = []
    for entry in filter(None, entries):
        if entry.event_id != session.event_id:
            raise Refused(_("This is a player of another event."), where="entry")
        here = Q(table__sittings__entry=entry, table__session=session)
        found = Sheet.objects.filter(pk__in=Sheet.objects.filter(here).values("pk"))
        if not found.exists():
            raise Refused(_("%(name)s does not sit in this session.") % {"name": entry.name}, where="entry")
        sheets += found
    locked = Sheet.objects.select_for_update().filter(pk__in={sheet.pk for sheet in sheets}).order_by("pk")
    rows = list(locked)
    for sheet in rows:
        if sheet.state in Sheet.COUNTED:
            message = _("The sheet of table %(table)d is signed: reopen it first.")
            raise Refused(message % {"table": sheet.table.number})
    return rows


def conclude_sheets(
    call: Call, session: Session, sheets: list[Sheet], name: str, before: Any, after: Any, answer: dict[str, Any]
) -> Done:
    """A new version of every sheet that a penalty of the session changes, and what the action returns."""
    done = Done({}, "")
    note = VersionNote(name, before=before, after=after, details={"before": before, "after": after})
    for sheet in sheets:
        unsettle(call, sheet)
        done = conclude(call, sheet, note)
    return Done(answer, f"session:{session.number}", before, after, done.raises)
