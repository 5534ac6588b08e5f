"""The plan of the hall."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.numbers import number_in
from tournament.events.models.halls import HallPlan
from tournament.events.selectors.events import hall_of
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

WINDS: tuple[str | Promise, ...] = (_("East"), _("South"), _("West"), _("North"))
#: The sides of a plan seen from above, clockwise.
SIDES = ("top", "right", "bottom", "left")


@get_only
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the plan of the hall; ``?table=12`` marks that table."""
    reader = viewer_context(request, slug)
    plan = hall_of(reader.event)
    typed_number = request.GET.get("table", "").strip()[:10]
    wanted = number_in(typed_number)
    grid = _grid(plan) if plan else []
    context = {
        "reader": reader,
        "event": reader.event,
        "plan": plan,
        "grid": grid,
        "sides": _sides(plan) if plan else {},
        "typed_number": typed_number,
        "wanted": wanted,
        "found": any(wanted == number for row in grid for number in row if number),
    }
    return render(request, "pocket/seating/hall.html", context)


def _grid(plan: HallPlan) -> list[list[int | None]]:
    """Return the table number at each position, row by row; None where there is no table."""
    number_at = {(table.row, table.column): table.number for table in plan.tables.all()}
    return [[number_at.get((row, column)) for column in range(1, plan.columns + 1)] for row in range(1, plan.rows + 1)]


def _sides(plan: HallPlan) -> dict[str, str | Promise]:
    """Return side -> the compass direction on that side."""
    first = SIDES.index(plan.east)
    return {side: WINDS[(number - first) % 4] for number, side in enumerate(SIDES)}
