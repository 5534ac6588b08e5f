"""The first page of the Desk: my events, and what to do next in each."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access.selectors.roles import events_of
from web.desk.event_rows import EventTable, rows_of
from web.shared.access import desk_of, signed_in
from web.shared.requests.methods import get_only
from web.shared.tables import paginate

PER_PAGE = 20


@get_only
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Show the account's events."""
    desk = desk_of(request)
    table = EventTable(events_of(desk.actor.account))
    paginate(request, table, per_page=PER_PAGE)
    table.rows_by_id = rows_of(desk.actor, [row.record for row in table.page])
    context = {"desk": desk, "table": table, "empty": not table.paginator.count}
    return render(request, "desk/home.html", context)
