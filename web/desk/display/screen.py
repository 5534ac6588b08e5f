"""The page of one screen: its parts, and what opens and closes it."""

from collections.abc import Sequence
from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.display.models.screens import Screen
from scoring.display.selectors.screens import plain_parts, screen_at
from scoring.display.services.screens import add_screen, change_screen, close_screen, open_screen, remove_screen
from scoring.sheets.rules.codes import new_screen_access, spaced
from web.desk.display.access import base_url, screens_desk
from web.desk.display.screen_forms import SECONDS, NewScreenForm, ScreenForm
from web.shared.access import EventAccess, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write

#: Kinds of the parts of a new screen.
USUAL = ("clock", "announcements", "calls", "seats", "standings", "ceremony")


@signed_in
def new_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a screen."""
    desk = screens_desk(request, slug)
    parts = [{"shows": kind, "seconds": SECONDS} for kind in USUAL]
    values: dict[str, Any] = {"name": "", "language": Screen.Language.ALL, "parts": parts}
    form = NewScreenForm(desk.event, request.POST if request.method == "POST" else None, values)
    written = write(request, form, add_screen, desk.actor, desk.event, **_payload(form, "slug"))
    if written.done:
        messages.success(request, _("The screen is set up. Now create its code."))
        return redirect("desk:screen", slug, written.answer["screen"])
    return show(request, "desk/display/screen.html", form, desk=desk, screen=None)


@signed_in
def screen(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show and change a screen."""
    desk = screens_desk(request, slug)
    chosen = _screen(desk, name)
    values = {"name": chosen.name, "language": chosen.language, "parts": plain_parts(chosen.parts.all())}
    form = ScreenForm(desk.event, request.POST if request.method == "POST" else None, values)
    if write(request, form, change_screen, desk.actor, chosen, **_payload(form, "base")).done:
        messages.success(request, _("The screen is set up. Open screens show the change within seconds."))
        return redirect("desk:screen", slug, name)
    return show(request, "desk/display/screen.html", form, desk=desk, screen=chosen)


@signed_in
def make_screen_access(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Make a new URL, QR code and letter code of a screen, shown only in this response; earlier ones are revoked."""
    desk = screens_desk(request, slug)
    chosen = _screen(desk, name)
    form = ButtonForm(request.POST)
    if request.method != "POST":
        return redirect("desk:screen", slug, name)
    access = new_screen_access()
    # No idempotency key: a repeated request makes a second access, and the one shown last is valid.
    open_screen(desk.actor, chosen, access=access)
    hall_url = base_url(request, desk.event)
    address = hall_url + reverse("wall:opened", args=[access.token])
    context = {
        "desk": desk,
        "screen": chosen,
        "qr": segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4),
        "address": hall_url + reverse("wall:enter"),
        "letters": spaced(access.code),
    }
    return show(request, "desk/display/screen_opened.html", form, **context)


@signed_in
def close(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Revoke every access to the screen."""
    return _run_button(request, slug, name, close_screen, _("The screen's code no longer works."), "desk:screen")


@signed_in
def remove(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    return _run_button(request, slug, name, remove_screen, _("The screen is removed."), "desk:screens")


def _run_button(request: HttpRequest, slug: str, name: str, service: Any, message: str, page: str) -> HttpResponse:
    """Run the service of a button and redirect to ``page``."""
    desk = screens_desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, service, desk.actor, _screen(desk, name)).done:
            messages.success(request, message)
        add_error_messages(request, form)
    return redirect(page, slug, name) if page == "desk:screen" else redirect(page, slug)


def _payload(form: ScreenForm, *extra: str) -> dict[str, Any]:
    names: Sequence[str] = ("name", "language", "parts", *extra)
    return {name: form.cleaned_data[name] for name in names} if form.is_bound and form.is_valid() else {}


def _screen(desk: EventAccess, name: str) -> Screen:
    screen = screen_at(desk.event, name)
    if screen is None:
        raise Http404
    return screen
