"""Redraw the remaining sessions after withdrawals, as a new version of the draw that is released at once."""

from dataclasses import asdict

from django.utils import timezone
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.remaining import against_redraw_remaining, departed_players, ways_to_continue
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.changes.remaining import Remaining
from tournament.draws.services.shared import DRAWERS
from tournament.seating.services import clear_tables, keep_line_ups, seat_everybody, seat_line_ups


@action(
    "draw.anew",
    summary=gettext_lazy("Draw the remaining sessions again"),
    roles=DRAWERS,
    subject="draw",
    states={**dict.fromkeys(Draw.State.values, Answer.REFUSED), Draw.State.RELEASED: Answer.ASKS},
)
def redraw_remaining(context: ActionContext, draw: Draw, *, session: int) -> Done:
    """Redraw the sessions from ``session`` on for fewer tables, without the departed players, and release them.

    The draw's seed, its chart and the departed players decide the result (`tournament.draws.rules.changes`).
    Earlier sessions do not change; the previous version is kept as replaced, with the reason. Refused as by
    `against_redraw_remaining`, and if a redraw is impossible or fillers are missing.
    """
    against = against_redraw_remaining(draw, session)
    if against:
        raise Refused(against, where="session")
    ways, against = ways_to_continue(draw, session)
    if against:
        raise Refused(against, where="session")
    left = list(departed_players(draw, session))
    keep_line_ups(context, draw, session)
    new = _replacement(context, draw, ways[-1], left)
    clear_tables(context, new, session)
    tables = seat_everybody(context, new, session)
    Sheet.objects.bulk_create(Sheet(table=table) for table in tables)
    lost = [{"session": row.session.number, "holder": row.holder.number} for row in seat_line_ups(context, new)]
    answer = {"draw": new.version, "session": session, "tables": len(tables), "left": left, "line_ups_left": lost}
    after = {"draw": new.version, "session": session, "left": left, "tables": len(tables)}
    return Done(answer, f"draw:{new.version}", {"draw": draw.version}, after, (PUBLIC, LIVE))


def _replacement(context: ActionContext, draw: Draw, redraw: Remaining, left: list[int]) -> Draw:
    """Store the next version of the draw, with the new chart, and mark the current one as replaced."""
    now = timezone.now().replace(microsecond=0)
    numbers = list(draw.numbers.all())
    Draw.objects.filter(pk=draw.pk).update(state=Draw.State.REPLACED, ended_at=now, reason=context.reason)
    new = Draw.objects.get(pk=draw.pk)
    new.pk, new.state, new.ended_at, new.reason = None, Draw.State.RELEASED, None, context.reason
    new._state.adding = True
    new.version, new.follows, new.from_session, new.left = draw.version + 1, draw.version, redraw.first, left
    new.chart, new.quality = as_lists(redraw.chart), asdict(redraw.quality)
    new.method = f"{draw.method}; {redraw.method}"
    new.approved_at = new.released_at = now
    new.approved_by = new.released_by = context.actor.name[:150]
    change = {
        "from_session": redraw.first,
        "left": left,
        "way": redraw.way,
        "reason": context.reason,
        "chart": new.chart,
    }
    new.changes = [*draw.changes, change]
    new.save()
    for line in numbers:
        line.pk, line.draw = None, new
    DrawNumber.objects.bulk_create(numbers)
    new.event = draw.event
    return new
