"""How a television comes to its screen: the address of its QR, or a short one with six characters.

Both answer nothing but a redirect, so that neither stands in a page's address.
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
from web.wall.access import come_in


class ScreenCodeForm(forms.Form):
    """The characters that the Desk shows for a screen."""

    saves_nothing = True
    code = forms.CharField(
        label=gettext_lazy("Code of the screen"),
        max_length=LENGTH * 3,
        help_text=gettext_lazy("Six letters and figures that the Desk shows under Screens."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Ask for the code and lead to the screen."""
    form = ScreenCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        screen = _typed(request, form)
        if screen is not None:
            return _led(request, screen)
    return show(request, "wall/opening.html", form)


@get_only
@never_cache
def opened(request: HttpRequest, access: str) -> HttpResponse:
    """Take the token of a QR, or the six characters in the address, for a cookie; what is neither leads to typing."""
    if len(plain_code(access)) == LENGTH:
        tries = Tries("screen", request)
        screen = None if tries.used_up else screen_of_letters(access)
        if screen is None:
            tries.count()
    else:
        screen = screen_of_token(access)
    return redirect("wall:enter") if screen is None else _led(request, screen)


def _typed(request: HttpRequest, form: Any) -> Screen | None:
    """The screen of the typed code, if it is one and not too many wrong ones came from this address."""
    tries = Tries("screen", request)
    if tries.used_up:
        form.add_error("code", _("Too many wrong codes from here: wait a quarter of an hour, or scan the QR code."))
        return None
    screen = screen_of_letters(form.cleaned_data["code"])
    if screen is None:
        tries.count()
        form.add_error("code", _("No screen has this code now. A new one made at the Desk ends the one before."))
    return screen


def _led(request: HttpRequest, screen: Screen) -> HttpResponse:
    come_in(request, screen)
    return redirect("wall:screen", screen.event.slug, screen.slug)
