"""The audit of an event: who did what, when and why; and whether the chain is whole."""

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
from web.shared.tables import paginate


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


@signed_in
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


@signed_in
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
    return render(request, "desk/administration/audit.html", context)
