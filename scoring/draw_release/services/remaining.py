"""Drawing the remaining sessions anew after withdrawals: a new version of the draw, released at once."""

from dataclasses import asdict

from django.utils import timezone
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.remaining import against_redrawing, ways_on, who_left
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.changes.remaining import Remaining
from tournament.draws.services.draws import DRAWERS
from tournament.seating.services import clear_tables, keep_line_ups, seat_everybody, seat_line_ups


@action(
    "draw.anew",
    summary=gettext_lazy("Draw the remaining sessions anew"),
    roles=DRAWERS,
    subject="draw",
    states={**dict.fromkeys(Draw.State.values, Answer.REFUSED), Draw.State.RELEASED: Answer.ASKS},
)
def draw_remaining(call: Call, draw: Draw, *, session: int) -> Done:
    """Draw the sessions from ``session`` on anew for fewer tables, without those who left, and release them.

    Nothing of it can be chosen: the draw's own seed, its chart and who left decide it (rules.draws.remaining). The
    sessions before stay as they are; the version before is kept as replaced, with the reason.
    """
    if against := against_redrawing(draw, session):
        raise Refused(against, where="session")
    found, against = ways_on(draw, session)
    if against:
        raise Refused(against, where="session")
    left = list(who_left(draw, session))
    keep_line_ups(call, draw, session)
    new = _replacement(call, draw, found[-1], left)
    clear_tables(call, new, session)
    tables = seat_everybody(call, new, session)
    Sheet.objects.bulk_create(Sheet(table=table) for table in tables)
    lost = [{"session": row.session.number, "holder": row.holder.number} for row in seat_line_ups(call, new)]
    answer = {"draw": new.version, "session": session, "tables": len(tables), "left": left, "line_ups_left": lost}
    after = {"draw": new.version, "session": session, "left": left, "tables": len(tables)}
    return Done(answer, f"draw:{new.version}", {"draw": draw.version}, after, (PUBLIC, LIVE))


def _replacement(call: Call, draw: Draw, found: Remaining, left: list[int]) -> Draw:
    """The next version of the draw with the chart found; the draw is replaced by it."""
    now = timezone.now().replace(microsecond=0)
    numbers = list(draw.numbers.all())
    Draw.objects.filter(pk=draw.pk).update(state=Draw.State.REPLACED, ended_at=now, reason=call.reason)
    new = Draw.objects.get(pk=draw.pk)
    new.pk, new.state, new.ended_at, new.reason = None, Draw.State.RELEASED, None, call.reason
    new._state.adding = True
    new.version, new.follows, new.from_session, new.left = draw.version + 1, draw.version, found.first, left
    new.chart, new.quality = as_lists(found.chart), asdict(found.quality)
    new.method = f"{draw.method}; {found.method}"
    new.approved_at = new.released_at = now
    new.approved_by = new.released_by = call.actor.name[:150]
    change = {"from_session": found.first, "left": left, "way": found.way, "reason": call.reason, "chart": new.chart}
    new.changes = [*draw.changes, change]
    new.save()
    for line in numbers:
        line.pk, line.draw = None, new
    DrawNumber.objects.bulk_create(numbers)
    new.event = draw.event
    return new
