"""The audit of an event: who did what, when and why; and whether the chain is whole."""

from itertools import islice
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django_tables2 import Column, Table

from common import jobs
from common.actions import audit
from common.actions.models.audit import AuditEntry
from common.forms import WholeNumberField
from common.i18n.wording import clauses
from common.templatetags.pinju import DASH
from scoring.setup.selectors.audit_entries import Wanted, audit_entries, kinds_in
from tournament.events.models.events import Event
from web.desk.access import desk_page, event_desk
from web.desk.administration.audit_labels import AuditWords
from web.shared.devices import short_device
from web.shared.tables import FIGURE, NAMING, paginate

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
        who, short = self.words.actor(record), short_device(record.device)
        if short == record.device:
            return format_html('{}<br><span class="note audit-device">{}</span>', who, short)
        whole = '{}<details class="note audit-device"><summary>{}</summary>{}</details>'
        return format_html(whole, who, short, record.device)

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


class AuditFilter(forms.Form):
    """Which entries: of a table, a player, somebody who did it, a kind of action."""

    session = WholeNumberField(label=gettext_lazy("Session"), required=False, min_value=1)
    table = WholeNumberField(label=gettext_lazy("Table"), required=False, min_value=1)
    player = WholeNumberField(label=gettext_lazy("Number of the player"), required=False, min_value=1)
    person = forms.CharField(label=gettext_lazy("Who"), required=False, max_length=100)
    kind = forms.ChoiceField(label=gettext_lazy("What"), required=False)

    def __init__(self, event: Event, data: Any) -> None:
        super().__init__(data)
        words = AuditWords([])
        named = [(kind, words.action(AuditEntry(action=kind))) for kind in kinds_in(event)]
        everything = [("", _("everything")), *sorted(named, key=lambda pair: pair[1])]
        self.fields["kind"] = forms.ChoiceField(label=_("What"), required=False, choices=everything)

    @property
    def wanted(self) -> Wanted:
        """What is asked for; a value that is none asks for nothing."""
        found = self.cleaned_data if self.is_valid() else getattr(self, "cleaned_data", {})
        return Wanted(**{name: value for name, value in found.items() if value})

    @property
    def narrowed(self) -> str:
        """What is asked for, in words; empty: everything."""
        found = self.cleaned_data if self.is_valid() else {}
        kinds = dict(self.fields["kind"].choices)  # type: ignore[attr-defined]
        return clauses(
            f"{self[name].label} {kinds[value] if name == 'kind' else value}" for name, value in found.items() if value
        )


@desk_page
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the audit be made on paper, all of it or what is looked at."""
    desk = event_desk(request, slug)
    desk.require(desk.may_audit)
    if request.method != "POST":
        return redirect("desk:audit", slug)
    wanted = {name: request.POST.get(name, "") for name in AuditFilter.base_fields}
    parameters = {"event": slug, "language": get_language() or "en", "wanted": wanted}
    job = jobs.start(desk.actor, "audit.paper", head=desk.event.head, parameters=parameters)
    return redirect("jobs:job", job.pk)


@desk_page
def chain(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event's chain; asked by a form, walk it and say whether it is whole."""
    desk = event_desk(request, slug)
    desk.require(desk.may_audit)
    head = desk.event.head
    form = AuditFilter(desk.event, request.GET)
    table = AuditTable(audit_entries(desk.event, form.wanted).order_by("-seq"))
    paginate(request, table, per_page=PER_PAGE)
    table.words = AuditWords([row.record for row in table.page])
    context = {"desk": desk, "head": head, "table": table, "verified": request.method == "POST", "form": form}
    if context["verified"]:
        context["faults"] = list(islice(audit.faults(head), MOST_FAULTS))
    return render(request, "desk/audit.html", context)
