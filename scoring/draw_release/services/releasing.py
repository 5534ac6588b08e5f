"""Releasing a draw, which opens the sheets of its tables, and taking it back while nothing is written on them."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.played import against_taking_back
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import against_releasing
from tournament.draws.services.draws import DRAWERS, NEVER, close_draw
from tournament.seating.services import clear_tables, keep_line_ups, seat_everybody, seat_line_ups


@action(
    "draw.release",
    summary=_("Release a draw"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.APPROVED: Answer.SAFE},
)
def release_draw(call: Call, draw: Draw) -> Done:
    """Make the approved chart public: write its tables with who sits there, each with an open sheet."""
    if against := against_releasing(draw):
        raise Refused(against)
    tables = seat_everybody(call, draw)
    Sheet.objects.bulk_create(Sheet(table=table) for table in tables)
    # What was said before there were seats and cannot be any more; whoever releases is told.
    left = [{"session": row.session.number, "holder": row.holder.number} for row in seat_line_ups(call, draw)]
    close_draw(call, draw, Draw.State.RELEASED)
    after = {"sessions": draw.sessions, "tables": len(tables), "seed": draw.seed}
    if left:
        after["line_ups_left"] = left
    answer = {"draw": draw.version, "tables": len(tables), "line_ups_left": left}
    return Done(answer, f"draw:{draw.version}", None, after, (PUBLIC, LIVE))


@action(
    "draw.retract",
    summary=_("Take a released draw back"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.RELEASED: Answer.ASKS},
)
def retract_draw(call: Call, draw: Draw) -> Done:
    """Take the draw out of the public again, with its tables; refused once anything is written on a sheet."""
    if against := against_taking_back(draw):
        raise Refused(against)
    keep_line_ups(call, draw)
    clear_tables(call, draw)
    close_draw(call, draw, Draw.State.RETRACTED)
    return Done({"draw": draw.version}, f"draw:{draw.version}", "released", "retracted", (PUBLIC, LIVE))
