"""Booking what coming late costs, from the session's start and the arrival at the door (3.11.2.1)."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions import Answer, Call, Done, action
from common.errors import Refused
from scoring.models import Sheet
from scoring.selectors.late import ARTICLE, start_of
from scoring.services.sheets.penalties import PUNISHERS, conclude_sheets, put_session_penalty
from scoring.services.sheets.persons import put_forfeit
from scoring.services.sheets.writing import conclude
from tournament.models import Entry, Session, Sitting
from tournament.rules.lateness import lateness


@action(
    "session.late",
    summary=gettext_lazy("Book that a player came late"),
    roles=PUNISHERS,
    subject="session",
    states={"unreleased": Answer.ASKS, "released": Answer.REFUSED},
)
def book_lateness(call: Call, session: Session, *, entry: Entry, arrived: datetime) -> Done:
    """Who ``arrived`` up to 10 minutes after the start loses 10, up to 15 loses 20, later forfeits the session.

    The points are a penalty of the session; a forfeited seat brings 0 and 0. The answer says which.
    """
    start = start_of(session)
    if start is None:
        raise Refused(_("Nobody knows when this session started: start its clock or plan it."))
    points = lateness(start, arrived).points
    if points == 0:
        raise Refused(_("%(name)s was in time.") % {"name": entry.name}, where="arrived")
    if session.penalties.filter(entry=entry, article=ARTICLE).exists():
        raise Refused(_("The lateness of %(name)s is booked already.") % {"name": entry.name})
    after: dict[str, Any] = {"number": entry.number, "arrived_at": arrived.isoformat()}
    if points is not None:
        order, sheets = put_session_penalty(call, session, entry, -points, None, ARTICLE)
        answer = {"points": points, "forfeited": False, "penalty": order}
        return conclude_sheets(call, session, sheets, "session.late", None, after | {"points": points}, answer)
    return _forfeited(call, session, entry, after)


def _forfeited(call: Call, session: Session, entry: Entry, after: dict[str, Any]) -> Done:
    seat = Sitting.objects.filter(table__session=session, entry=entry, from_hand=0).select_related("table").first()
    sheet = Sheet.objects.select_for_update(of=("self",)).filter(table=seat.table_id).first() if seat else None
    if seat is None or sheet is None:
        raise Refused(_("%(name)s does not sit in this session.") % {"name": entry.name}, where="entry")
    if sheet.state in Sheet.COUNTED:
        message = _("The sheet of table %(table)d is signed: reopen it first.")
        raise Refused(message % {"table": seat.table.number})
    if not put_forfeit(call, sheet, seat.seat):
        raise Refused(_("The lateness of %(name)s is booked already.") % {"name": entry.name})
    done = conclude(call, sheet, "session.late", after=after, details={"before": None, "after": after})
    return Done({"points": None, "forfeited": True}, f"session:{session.number}", None, after, done.raises)
