"""The audit of an event: who did what, when and why; and whether the chain is whole."""

from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy
from django_tables2 import Column, RequestConfig, Table

from common import audit
from common.models import AuditEntry
from common.templatetags.pinju import DASH
from places.desk.access import desk_page, event_desk
from places.desk.audit_text import AuditWords
from places.tables import FIGURE, NAMING

PER_PAGE = 50
MOST_FAULTS = 20


class AuditTable(Table):
    """The entries of a chain, the newest first; ``words`` are those of the page it shows."""

    caption = gettext_lazy("Audit")
    words: AuditWords

    seq = Column(verbose_name="#", attrs=FIGURE)
    at = Column(verbose_name=gettext_lazy("When"))
    action = Column(verbose_name=gettext_lazy("What"), attrs=NAMING)
    actor_name = Column(verbose_name=gettext_lazy("Who"))
    before = Column(verbose_name=gettext_lazy("Before"), empty_values=())
    after = Column(verbose_name=gettext_lazy("After"), empty_values=())
    reason = Column(verbose_name=gettext_lazy("Reason"), empty_values=())

    class Meta:
        orderable = False

    def render_at(self, record: AuditEntry) -> SafeString:
        return format_html('<span class="nowrap">{}</span>', date_format(localtime(record.at), "SHORT_DATETIME_FORMAT"))

    def render_action(self, record: AuditEntry) -> SafeString:
        about = self.words.about(record)
        return format_html('{}<br><span class="note">{}</span>', self.words.action(record), about)

    def render_actor_name(self, record: AuditEntry) -> SafeString:
        return format_html('{}<br><span class="note audit-device">{}</span>', self.words.actor(record), record.device)

    def render_before(self, record: AuditEntry) -> SafeString:
        return self._values(record.before)

    def render_after(self, record: AuditEntry) -> SafeString:
        return self._values(record.after)

    def render_reason(self, value: str) -> str:
        return value or DASH

    def _values(self, stored: Any) -> SafeString:
        pairs = self.words.values(stored)
        named = format_html_join("", '<div><span class="muted">{}</span> {}</div>', pairs)
        return named or SafeString(DASH)


@desk_page
def chain(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event's chain; asked by a form, walk it and say whether it is whole."""
    desk = event_desk(request, slug)
    desk.require(desk.may_audit)
    head = desk.event.head
    table = AuditTable(head.audit_entries.select_related("head").order_by("-seq"))
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    table.words = AuditWords([row.record for row in table.page])
    context = {"desk": desk, "head": head, "table": table, "verified": request.method == "POST"}
    if context["verified"]:
        context["faults"] = list(islice(audit.faults(head), MOST_FAULTS))
    return render(request, "desk/audit.html", context)
