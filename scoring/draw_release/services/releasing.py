"""Release a draw, which opens the sheets of its tables, and retract it while they are empty."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.played import against_draw_retraction
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import against_releasing
from tournament.draws.services.pools import clear_pools, write_pools
from tournament.draws.services.shared import DRAWERS, NEVER
from tournament.draws.services.states import close_draw
from tournament.seating.services import clear_tables, keep_line_ups, seat_everybody, seat_line_ups


@action(
    "draw.release",
    summary=_("Release a draw"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.APPROVED: Answer.SAFE},
    refusals={
        Draw.State.FROZEN: _("First draw the chart, look at it and approve it."),
        Draw.State.OFFERED: _("First choose a chart, look at it and approve it."),
        Draw.State.DRAFT: _("First look at the chart and approve it."),
        Draw.State.RELEASED: _("The draw is already released."),
    },
)
def release_draw(context: ActionContext, draw: Draw) -> Done:
    """Make the approved chart public: write its tables with their players and open sheets. Or raise Refused."""
    against = against_releasing(draw)
    if against:
        raise Refused(against)
    tables = seat_everybody(context, draw)
    Sheet.objects.bulk_create(Sheet(table=table) for table in tables)
    # Line-ups that were made before the chart and do not fit it; the answer reports them.
    left = [{"session": row.session.number, "holder": row.holder.number} for row in seat_line_ups(context, draw)]
    write_pools(context, draw)
    close_draw(context, draw, Draw.State.RELEASED)
    after = {"sessions": draw.sessions, "tables": len(tables), "seed": draw.seed}
    if left:
        after["line_ups_left"] = left
    answer = {"draw": draw.version, "tables": len(tables), "line_ups_left": left}
    return Done(answer, f"draw:{draw.version}", None, after, (PUBLIC, LIVE))


@action(
    "draw.retract",
    summary=_("Withdraw a released draw"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.RELEASED: Answer.ASKS},
    refusals=dict.fromkeys(NEVER, _("The draw is not released.")),
)
def retract_draw(context: ActionContext, draw: Draw) -> Done:
    """Hide the draw from the public again and delete its tables; Refused once anything is written on a sheet."""
    against = against_draw_retraction(draw)
    if against:
        raise Refused(against)
    keep_line_ups(context, draw)
    clear_tables(context, draw)
    clear_pools(context, draw)
    close_draw(context, draw, Draw.State.RETRACTED)
    return Done({"draw": draw.version}, f"draw:{draw.version}", "released", "retracted", (PUBLIC, LIVE))
