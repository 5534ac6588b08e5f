"""The plan of the hall."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from tournament.events.models.events import Event
from tournament.events.models.halls import HallPlan, HallTable
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row


@action("event.plan_hall", summary=_("Plan the positions of the tables"), roles=[Role.Name.ORGANIZER], subject="event")
def plan_hall(
    _context: ActionContext, event: Event, *, rows: int, columns: int, east: str, places: dict[int, tuple[int, int]]
) -> Done:
    """Save the whole plan: its grid, the side of East, and the (row, column) of each table by its number.

    Raises Refused for a position off the grid or one that two tables share.
    """
    hall = HallPlan.objects.filter(event=event).first() or HallPlan(event=event)
    before = _plan_texts(hall) if hall.pk else None
    hall.rows, hall.columns, hall.east = rows, columns, east
    check_row(hall)
    for number, (row, column) in places.items():
        if number < 1 or not (1 <= row <= rows and 1 <= column <= columns):
            raise Refused(_("Table %(number)d is outside the plan.") % {"number": number})
    if len(set(places.values())) < len(places):
        raise Refused(_("Two tables have the same position."))
    hall.save()
    hall.tables.all().delete()
    HallTable.objects.bulk_create(
        HallTable(hall=hall, number=number, row=row, column=column) for number, (row, column) in sorted(places.items())
    )
    after = _plan_texts(hall)
    answer = {"event": event.slug, "tables": len(places)}
    return Done(answer, f"event:{event.slug}", before, after, (LIVE, PUBLIC), changed=before != after)


def _plan_texts(hall: HallPlan) -> dict[str, str]:
    tables = (f"{table.number}: {table.row}/{table.column}" for table in hall.tables.order_by("number"))
    return {"hall": f"{hall.rows} × {hall.columns}", "east": hall.east, "tables": ", ".join(tables)}
