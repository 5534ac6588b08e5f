"""Pages that open a screen on a television, by the URL of a QR code or by a code of six characters.

Both answer with a redirect, so neither token nor code appears in the URL of a page.
"""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from scoring.display.models.screens import Screen
from scoring.display.selectors.screens import screen_of_letters, screen_of_token
from scoring.sheets.rules.codes import LENGTH, plain_code
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only
from web.shared.requests.rate_limit import Tries
from web.wall.access import open_in_session


class ScreenCodeForm(forms.Form):
    """The code that the Desk shows for a screen."""

    saves_nothing = True
    code = forms.CharField(
        label=gettext_lazy("Code of the screen"),
        max_length=LENGTH * 3,
        help_text=gettext_lazy("The six characters that the Desk shows under Screens."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Ask for the code and redirect to the screen."""
    form = ScreenCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        screen = _screen_of_code(request, form)
        if screen is not None:
            return _open(request, screen)
    return show(request, "wall/opening.html", form)


@get_only
@never_cache
def open_by_url(request: HttpRequest, access: str) -> HttpResponse:
    """Open the screen of the token or code in the URL; redirect to the form if there is none."""
    if len(plain_code(access)) == LENGTH:
        tries = Tries("screen", request)
        screen = None if tries.used_up else screen_of_letters(access)
        if screen is None:
            tries.count()
    else:
        screen = screen_of_token(access)
    return redirect("wall:enter") if screen is None else _open(request, screen)


def _screen_of_code(request: HttpRequest, form: Any) -> Screen | None:
    """Return the screen of the typed code; None, with an error on the form, if it is wrong or over the rate limit."""
    tries = Tries("screen", request)
    if tries.used_up:
        form.add_error("code", _("Too many wrong codes from here: wait 15 minutes, or scan the QR code."))
        return None
    screen = screen_of_letters(form.cleaned_data["code"])
    if screen is None:
        tries.count()
        form.add_error("code", _("No screen has this code now. A new code from the Desk replaces the old one."))
    return screen


def _open(request: HttpRequest, screen: Screen) -> HttpResponse:
    open_in_session(request, screen)
    return redirect("wall:screen", screen.event.slug, screen.slug)
