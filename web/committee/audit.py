"""The audit chain of a body."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.actions import audit
from web.committee.access import body_desk
from web.shared.access import signed_in
from web.shared.audit.labels import AuditWords
from web.shared.audit.table import MOST_FAULTS, PER_PAGE, AuditTable
from web.shared.key_pages import paginate_by_key


@signed_in
def chain(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the body's audit chain; a POST verifies it and shows the faults."""
    desk = body_desk(request, slug)
    ledger = desk.body.ledger
    table = AuditTable(ledger.audit_entries.select_related("ledger").order_by("-seq"))
    paginate_by_key(request, table, per_page=PER_PAGE)
    table.words = AuditWords([row.record for row in table.page])
    faults = list(islice(audit.faults(ledger), MOST_FAULTS)) if request.method == "POST" else []
    context = {"desk": desk, "ledger": ledger, "table": table, "verified": request.method == "POST", "faults": faults}
    return render(request, "committee/audit.html", context)
