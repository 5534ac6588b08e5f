"""Past years of all audits, in files: archive them, bring one back."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.models.archives import AuditArchive
from common.actions.models.ledgers import Ledger
from common.archives.services import FEWEST_YEARS, archive_years, bring_back
from common.forms import WholeNumberField
from common.jobs import start
from tournament.people.models.accounts import PEOPLE
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

#: What may own an audit, as attributes of its ledger.
OWNERS = ("event", "series", "body")


@dataclass(frozen=True)
class ArchiveLine:
    """An archived year and what its audit is about; ``may_return``: it is the newest of its audit."""

    archive: AuditArchive
    about: str
    may_return: bool


class ArchiveForm(forms.Form):
    """How many whole past years stay in the database."""

    keep_years = WholeNumberField(
        label=gettext_lazy("Whole past years that stay in the database"),
        min_value=FEWEST_YEARS,
        max_value=100,
        initial=2,
    )


@signed_in
def archives(request: HttpRequest) -> HttpResponse:
    """List the archived years; a POST starts the job that archives what is older."""
    desk = _desk(request)
    form = ArchiveForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        job = start(desk.actor, "audit.archive", parameters=form.cleaned_data)
        return redirect("jobs:job", job.pk)
    return show(request, "desk/administration/archives.html", form, desk=desk, archives=_lines())


@signed_in
@post_only
def bring_archive_back(request: HttpRequest, archive_id: int) -> HttpResponse:
    """Bring one archived year back into the database."""
    desk = _desk(request)
    archive = get_object_or_404(AuditArchive.objects.select_related("ledger"), pk=archive_id)
    form = ButtonForm(request.POST)
    if write(request, form, bring_back, desk.actor, archive=archive).done:
        messages.success(request, _("The entries are in the database again."))
    add_error_messages(request, form)
    return redirect("desk:archives")


def _lines() -> list[ArchiveLine]:
    """Return the archived years by audit, the newest of each first, with what the audit is about."""
    rows = AuditArchive.objects.select_related(*(f"ledger__{owner}" for owner in OWNERS))
    newest: dict[int, int] = {}
    lines = []
    for row in rows.order_by("ledger__name", "-first_seq"):
        may_return = newest.setdefault(row.ledger_id, row.pk) == row.pk
        lines.append(ArchiveLine(row, _audit_name(row.ledger), may_return))
    return lines


def _audit_name(ledger: Ledger) -> str:
    """Return the name of the event, series or body whose audit it is; else that of the chain."""
    if ledger.name == PEOPLE:
        return _("People and accounts")
    owner = next((getattr(ledger, kind) for kind in OWNERS if hasattr(ledger, kind)), None)
    return owner.name if owner else ledger.name


def _desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may(archive_years))
    return desk
