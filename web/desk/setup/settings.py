"""The page of an event's data and settings, in sections that are saved one by one.

The effect of a change of settings is explained before it is saved.
"""

import hashlib
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.setup.selectors.settings_effect import settings_effect
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import change_event
from web.desk.setup.event_data import EventForm
from web.desk.setup.settings_form import SECTIONS, SettingsForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import status_of, write

#: The section of the event's own columns.
EVENT = "event"


@signed_in
def event_data(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the event's data, the first section of the settings."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    if request.method != "POST":
        return _back_to(slug, EVENT)
    form = EventForm(request.POST, event=desk.event)
    payload = {name: value for name, value in form.cleaned_data.items() if name != "reason"} if form.is_valid() else {}
    if write(request, form, change_event, desk.actor, desk.event, **payload).done:
        messages.success(request, _("Saved."))
        return _back_to(slug, EVENT)
    return _page(request, desk, EVENT, form)


@signed_in
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all sections; a submission explains a section's changes, a second with the same changes saves them."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    if request.method != "POST":
        return _page(request, desk)
    section = request.POST.get("section", "")
    if section not in SECTIONS:
        raise Http404
    form = SettingsForm(request.POST, desk.event, section)
    changes = form.changes() if form.is_valid() else {}
    if form.is_valid() and not changes:
        messages.info(request, _("Nothing was changed."))
        return _back_to(slug, section)
    seen = hashlib.sha256(repr(changes).encode()).hexdigest()
    payload = {"values": changes, "base": form.cleaned_data["base"]} if changes else {}
    if (
        request.POST.get("seen") == seen
        and write(request, form, change_settings, desk.actor, desk.event, **payload).done
    ):
        messages.success(request, _("The settings are saved."))
        return _back_to(slug, section)
    context: dict[str, Any] = {}
    if changes:
        context |= {"changes": form.described(changes), "seen": seen}
        context["effect"] = settings_effect(desk.event, changes)
    return _page(request, desk, section, form, **context)


def _back_to(slug: str, section: str) -> HttpResponse:
    return redirect(f"{reverse('desk:settings', args=[slug])}#{section}")


def _page(
    request: HttpRequest, desk: EventAccess, section: str = "", form: forms.Form | None = None, **context: Any
) -> HttpResponse:
    """Show all sections; ``form`` is the submitted one of ``section``."""
    submitted = {section: form} if form is not None else {}
    sections = [
        (name, declared, submitted.get(name) or SettingsForm(None, desk.event, name))
        for name, declared in SECTIONS.items()
    ]
    context |= {
        "desk": desk,
        "event_form": submitted.get(EVENT) or EventForm(event=desk.event),
        "sections": sections,
        "submitted": section,
        "form": form,
    }
    status = status_of(form) if form is not None else 200
    return render(request, "desk/setup/settings.html", context, status=status)
