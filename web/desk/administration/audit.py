"""The page of an event's audit log, with the check of its hash chain."""

from itertools import islice
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common import jobs
from common.actions import audit
from common.actions.models.audit import AuditEntry
from common.forms import WholeNumberField
from common.i18n.wording import clauses
from scoring.setup.selectors.audit_entries import Wanted, audit_entries, kinds_in
from tournament.events.models.events import Event
from web.shared.access import event_desk, signed_in
from web.shared.audit.labels import AuditWords
from web.shared.audit.table import MOST_FAULTS, PER_PAGE, AuditTable
from web.shared.key_pages import paginate_by_key


class AuditFilter(forms.Form):
    """The filters of the audit log: table, player, person, kind of action."""

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
        """The filters as a query; invalid values are ignored."""
        values = self.cleaned_data if self.is_valid() else getattr(self, "cleaned_data", {})
        return Wanted(**{name: value for name, value in values.items() if value})

    @property
    def narrowed(self) -> str:
        """The filters as text; empty if there are none."""
        values = self.cleaned_data if self.is_valid() else {}
        kinds = dict(self.fields["kind"].choices)  # type: ignore[attr-defined]
        return clauses(
            f"{self[name].label} {kinds[value] if name == 'kind' else value}" for name, value in values.items() if value
        )


@signed_in
def start_audit_paper(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that prints the filtered audit log."""
    desk = event_desk(request, slug)
    desk.require(desk.may_audit)
    if request.method != "POST":
        return redirect("desk:audit", slug)
    wanted = {name: request.POST.get(name, "") for name in AuditFilter.base_fields}
    parameters = {"event": slug, "language": get_language() or "en", "wanted": wanted}
    job = jobs.start(desk.actor, "audit.paper", ledger=desk.event.ledger, parameters=parameters)
    return redirect("jobs:job", job.pk)


@signed_in
def audit_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the audit log; a POST verifies its hash chain."""
    desk = event_desk(request, slug)
    desk.require(desk.may_audit)
    ledger = desk.event.ledger
    form = AuditFilter(desk.event, request.GET)
    table = AuditTable(audit_entries(desk.event, form.wanted).order_by("-seq"))
    paginate_by_key(request, table, per_page=PER_PAGE)
    table.words = AuditWords([row.record for row in table.page])
    context = {"desk": desk, "ledger": ledger, "table": table, "verified": request.method == "POST", "form": form}
    if context["verified"]:
        context["faults"] = list(islice(audit.faults(ledger), MOST_FAULTS))
    return render(request, "desk/administration/audit.html", context)
