"""Backups to a second folder: their state on every Desk page, and their settings for administrators."""

from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.backups.running import backup_folder_of, request_backup, the_plan
from common.forms import WholeNumberField
from launcher.paths import PROGRAM
from tournament.access.selectors.roles import events_of
from tournament.access.services.backups import FEWEST, MOST, choose_backups
from web.desk.administration.backup_labels import backup_state
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only, post_only
from web.shared.requests.operations import notices


class BackupsForm(forms.Form):
    """The folder and the number of backups."""

    folder = forms.CharField(
        label=gettext_lazy("Folder"),
        max_length=500,
        required=False,
        help_text=gettext_lazy(
            "A folder on a USB stick or another disk: its full path on the machine that runs the program."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )
    keep = WholeNumberField(
        label=gettext_lazy("Backups to keep"),
        min_value=FEWEST,
        max_value=MOST,
        help_text=gettext_lazy(
            "A backup is made after sheets are confirmed, and every ten minutes; older backups are deleted."
        ),
    )


@signed_in
def backups(request: HttpRequest) -> HttpResponse:
    """Show the state of backups, and choose their folder."""
    desk = _backup_desk(request)
    plan = the_plan()
    initial = {"folder": plan.folder, "keep": plan.keep}
    form = BackupsForm(request.POST if request.method == "POST" else None, initial=initial)
    payload: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    if write(request, form, choose_backups, desk.actor, **payload).done:
        request_backup()
        messages.success(request, _("Saved. The first backup is being made."))
        if _same_disk(payload["folder"]):
            messages.warning(
                request, _("This folder is on the same disk as the data: if the disk fails, both are lost.")
            )
        return redirect("desk:backups")
    context = {"plan": plan, "backup_folder": backup_folder_of(plan) if plan.folder else "", "program": PROGRAM}
    return show(request, "desk/administration/backups.html", form, desk=desk, **context, **_state())


@post_only
@signed_in
def back_up_now(request: HttpRequest) -> HttpResponse:
    """Start a backup."""
    _backup_desk(request)
    request_backup()
    return redirect("desk:backups")


@get_only
@signed_in
def state_poll(request: HttpRequest) -> HttpResponse:
    """Answer a poll with the state of backups, or 204 while it has not changed.

    Only officials and accounts that create events get it; the pages of other accounts poll too and get 204.
    """
    desk = desk_of(request)
    if not (desk.may_create or events_of(desk.actor.account).exists()):
        return HttpResponse(status=204)
    current = _state()
    if request.GET.get("v") == current["version"]:
        return HttpResponse(status=204)
    return render(request, "desk/administration/_backup.html", {"desk": desk, **current})


def _state() -> dict[str, Any]:
    """Return the state of backups and the operator's notices, with the version that a poll compares."""
    backup = backup_state(the_plan(), timezone.now())
    current_notices = notices()
    version = f"{backup.version}{current_notices}"
    return {"backup": backup, "notices": current_notices, "version": salted_hmac("backup", version).hexdigest()[:12]}


def _backup_desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may(choose_backups))
    return desk


def _same_disk(folder: str) -> bool:
    return bool(folder) and Path(folder).stat().st_dev == settings.HOME.stat().st_dev
