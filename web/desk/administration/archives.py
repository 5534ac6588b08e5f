"""Past years of all audits, in files: archive them, bring one back."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.models.archives import AuditArchive
from common.archives.services import FEWEST_YEARS, archive_years, bring_back
from common.forms import WholeNumberField
from common.jobs import start
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only


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
    rows = AuditArchive.objects.select_related("ledger").order_by("ledger__name", "first_seq")
    return show(request, "desk/administration/archives.html", form, desk=desk, archives=rows)


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


def _desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may(archive_years))
    return desk
