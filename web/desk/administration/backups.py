"""Backups to a second folder: how they stand, on every page of the Desk; where they go, for administrators."""

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

from common.backups.running import ask_now, place_of, the_plan
from common.forms import WholeNumberField
from tournament.access.selectors.roles import events_of
from tournament.access.services.backups import FEWEST, MOST, choose_backups
from web.desk.administration.backup_labels import standing
from web.shared.access import Desk, desk_of, signed_in
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only, post_only
from web.shared.requests.operations import notices


class BackupsForm(forms.Form):
    """Where to, and how many."""

    folder = forms.CharField(
        label=gettext_lazy("Folder"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Of a USB stick or another disk, as a whole path on the machine that runs the program."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )
    keep = WholeNumberField(
        label=gettext_lazy("Keep the newest"),
        min_value=FEWEST,
        max_value=MOST,
        help_text=gettext_lazy(
            "One is made after sheets are confirmed, and every ten minutes; older ones are deleted."
        ),
    )


@signed_in
def backups(request: HttpRequest) -> HttpResponse:
    """Say how backups stand, and choose where they go."""
    desk = _administrators_desk(request)
    plan = the_plan()
    initial = {"folder": plan.folder, "keep": plan.keep}
    form = BackupsForm(request.POST if request.method == "POST" else None, initial=initial)
    facts: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    if write(request, form, choose_backups, desk.actor, **facts) is not None:
        ask_now()
        messages.success(request, _("Saved. The first backup is being made."))
        if _same_disk(facts["folder"]):
            messages.warning(
                request, _("This folder is on the same disk as the data: if the disk dies, both are gone.")
            )
        return redirect("desk:backups")
    context = {"plan": plan, "place": place_of(plan) if plan.folder else ""}
    return show(request, "desk/administration/backups.html", form, desk=desk, **context, **_standing())


@post_only
@signed_in
def now(request: HttpRequest) -> HttpResponse:
    """Have a backup made now."""
    _administrators_desk(request)
    ask_now()
    return redirect("desk:backups")


@get_only
@signed_in
def state(request: HttpRequest) -> HttpResponse:
    """Answer a poll: 204 while backups stand as the page says, else how they stand now; for officials and the house.

    Whoever is neither has pages that ask too, and is told nothing.
    """
    desk = desk_of(request)
    if not (desk.may_create or events_of(desk.actor.account).exists()):
        return HttpResponse(status=204)
    found = _standing()
    if request.GET.get("v") == found["version"]:
        return HttpResponse(status=204)
    return render(request, "desk/administration/_backup.html", {"desk": desk, **found})


def _standing() -> dict[str, Any]:
    """How backups and the machines stand, with a version that a poll compares."""
    found, wrong = standing(the_plan(), timezone.now()), notices()
    version = f"{found.version}{wrong}"
    return {"backup": found, "notices": wrong, "version": salted_hmac("backup", version).hexdigest()[:12]}


def _administrators_desk(request: HttpRequest) -> Desk:
    desk = desk_of(request)
    desk.require(desk.may(choose_backups))
    return desk


def _same_disk(folder: str) -> bool:
    return bool(folder) and Path(folder).stat().st_dev == settings.HOME.stat().st_dev
