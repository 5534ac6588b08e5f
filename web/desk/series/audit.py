"""The audit chain of a series."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.actions import audit
from web.desk.series.access import series_desk
from web.shared.access import signed_in
from web.shared.audit.labels import AuditWords
from web.shared.audit.table import MOST_FAULTS, PER_PAGE, AuditTable
from web.shared.key_pages import paginate_by_key


@signed_in
def chain(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who changed the series and why; a POST verifies the chain and shows the faults."""
    desk = series_desk(request, slug)
    ledger = desk.series.ledger
    table = AuditTable(ledger.audit_entries.select_related("ledger").order_by("-seq"))
    paginate_by_key(request, table, per_page=PER_PAGE)
    table.words = AuditWords([row.record for row in table.page])
    verified = request.method == "POST"
    faults = list(islice(audit.faults(ledger), MOST_FAULTS)) if verified else []
    context = {"desk": desk, "ledger": ledger, "table": table, "verified": verified, "faults": faults}
    return render(request, "desk/series/audit.html", context)
