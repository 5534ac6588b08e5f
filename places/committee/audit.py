"""The audit of a body."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_tables2 import RequestConfig

from common import audit
from places.committee.access import body_desk, desk_page
from places.desk.audit import MOST_FAULTS, PER_PAGE, AuditTable
from places.desk.audit_text import AuditWords


@desk_page
def chain(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the body's chain; asked by a form, walk it and say whether it is whole."""
    desk = body_desk(request, slug)
    head = desk.body.head
    table = AuditTable(head.audit_entries.select_related("head").order_by("-seq"))
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    table.words = AuditWords([row.record for row in table.page])
    faults = list(islice(audit.faults(head), MOST_FAULTS)) if request.method == "POST" else []
    context = {"desk": desk, "head": head, "table": table, "verified": request.method == "POST", "faults": faults}
    return render(request, "committee/audit.html", context)
