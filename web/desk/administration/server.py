"""How the server does: the figures of the monitoring in plain words, for administrators."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from common.backups.running import the_plan
from common.doctor.figures import stored, works
from common.doctor.history import counts_of_the_last
from common.infrastructure.disk import space
from tournament.access.services.backups import choose_backups
from web.desk.administration.backup_labels import backup_state
from web.desk.administration.server_rows import rows_of_checks, rows_of_requests, rows_of_stored
from web.shared.access import desk_of, signed_in
from web.shared.requests.methods import get_only

#: The page tells what happened in this time.
LATELY = timedelta(minutes=10)


@get_only
@signed_in
def server(request: HttpRequest) -> HttpResponse:
    """Show each figure with its state, and what to do."""
    desk = desk_of(request)
    desk.require(desk.may(choose_backups))
    now = timezone.now()
    since, counts = counts_of_the_last(LATELY)
    rows = [*rows_of_checks(works(), space()), *rows_of_stored(stored(now), backup_state(the_plan(), now))]
    if since:
        rows += rows_of_requests(counts)
    context = {"desk": desk, "rows": rows, "since": since, "now": now, "address": settings.METRICS_ADDRESS}
    return render(request, "desk/administration/server.html", context)
