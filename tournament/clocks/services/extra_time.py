"""Extra minutes for one table."""

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actions.engine import CLOCK, LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from tournament.clocks.models import ExtraTime
from tournament.clocks.services.clocks import GIVERS, MOST, WITH_REASON, unchanged
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table


@action(
    "table.add_time",
    summary=_("Give one table more time"),
    roles=GIVERS,
    subject="session",
    states=WITH_REASON,
)
def add_time(context: ActionContext, session: Session, *, table: int, minutes: int) -> Done:
    """Give the table extra minutes, with the action's reason. The answer holds the row's order."""
    if not 1 <= minutes <= MOST:
        raise Refused(_("Give a table 1 to %(most)d more minutes at a time.") % {"most": MOST}, where="minutes")
    table_row = _table_numbered(session, table)
    last = table_row.extra_times.aggregate(last=Max("order"))["last"] or 0
    reason = one_line(context.reason, 300)
    row = ExtraTime(table=table_row, order=last + 1, minutes=minutes, reason=reason, by=context.actor.name[:150])
    row.save()
    after = {"table": table, "minutes": minutes}
    return Done({"order": row.order}, f"session:{session.number}", None, after, (CLOCK, LIVE))


@action(
    "table.take_time_back",
    summary=_("Undo a table's extra time"),
    roles=GIVERS,
    subject="session",
    states=WITH_REASON,
)
def remove_extra_time(_context: ActionContext, session: Session, *, table: int, order: int) -> Done:
    """Remove the extra minutes with this order."""
    row = ExtraTime.objects.filter(table=_table_numbered(session, table), order=order).first()
    if row is None:
        return unchanged(session)
    row.delete()
    before = {"table": table, "minutes": row.minutes}
    return Done({"order": order}, f"session:{session.number}", before, None, (CLOCK, LIVE))


def _table_numbered(session: Session, number: int) -> Table:
    table = session.tables.filter(number=number).first()
    if table is None:
        raise Refused(_("There is no table %(number)d in this session.") % {"number": number}, where="table")
    return table
