"""Opening a table on a phone: by the URL of the card's QR code, or by its six characters.

The URL with the token only redirects, so that no log and no page's address holds the token.
"""

from pathlib import Path
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.errors import Refused
from common.actions.full_disk import DiskFull
from common.actions.permissions import Actor
from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import LENGTH, plain_code
from scoring.sheets.selectors.codes.table_codes import code_of_letters, code_of_token, opened_by
from scoring.sheets.services.codes.cards import open_table
from web.shared.at_table import PHONE, SCANNED, opened_on_phone, phone_of_browser
from web.shared.forms.writing import show
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only
from web.shared.requests.rate_limit import Tries

VOID = gettext_lazy("No table has this code now. A new card makes the old one void: ask a referee.")


class CodeForm(forms.Form):
    saves_nothing = True
    code = forms.CharField(
        label=gettext_lazy("Code of the table"),
        max_length=LENGTH * 3,
        help_text=gettext_lazy("The six characters under the code on the table's card."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@get_only
@never_cache
def open_by_token(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the token of a card for a cookie and redirect.

    An invalid card leads to the form for the code, also on a phone with a table: its player may have moved.
    """
    code = code_of_token(token)
    if code is None or code.state != TableCode.State.VALID:
        messages.error(request, VOID)
        return redirect(f"{reverse('table:enter')}?another=1")
    _register_phone(request, code)
    return redirect("table:enter")


@get_only
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker; it lies above the pages that it keeps, so the header allows it their address."""
    script = finders.find("js/table/worker.js")
    assert isinstance(script, str)  # part of the program
    headers = {"Service-Worker-Allowed": "/", "Cache-Control": "no-cache"}
    return HttpResponse(Path(script).read_bytes(), content_type="text/javascript; charset=utf-8", headers=headers)


@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Redirect a phone to its table's sheet, or show what it waits for; without a table ask for the code."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _open_by_code(request, form):
        return redirect("table:enter")
    phone = phone_of_browser(request)
    if phone is None or form.is_bound or "another" in request.GET:
        return show(request, "table/opening.html", form)
    opening = opened_on_phone(request, phone)
    sheet = opening.sheet or opening.waiting
    if sheet is None and opened_by(phone.code).sheet:
        return render(request, "table/opening.html", {"form": form, "moved": True})
    if sheet is None:
        return render(request, "table/opening_none.html", {"code": phone.code})
    session = sheet.table.session
    return redirect("table:page", phone.code.event.slug, session.number, sheet.table.number)


def _open_by_code(request: HttpRequest, form: Any) -> bool:
    """Open the table of the typed code; refuse after too many wrong codes from this client address.

    The rate limit does not hold for the QR code.
    """
    tries = Tries("table", request)
    if tries.used_up:
        form.add_error("code", _("Too many wrong codes from here. Scan the card instead, or wait 15 minutes."))
        return False
    code = code_of_letters(plain_code(form.cleaned_data["code"]))
    if code is None or code.state != TableCode.State.VALID:
        tries.count()
        form.add_error("code", VOID)
        return False
    _register_phone(request, code)
    return True


def _register_phone(request: HttpRequest, code: TableCode) -> None:
    """Register the phone for the session in play, and keep it in the browser's session until the card expires."""
    request.session[SCANNED] = _session_of(code)
    phone = phone_of_browser(request)
    if phone is not None and phone.code_id == code.pk:
        return
    bearer = Actor(ref=f"table_code:{code.pk}", name=str(code.number), device=device_of(request), shown=code)
    try:
        answer = open_table(bearer, code)
    except DiskFull:
        raise
    except Refused:
        return  # the card was revoked since it was read
    request.session[PHONE] = answer["phone"]
    if not request.user.is_authenticated:  # the session of an account keeps its own expiry
        request.session.cycle_key()
        request.session.set_expiry(code.expires)


def _session_of(code: TableCode) -> int:
    """Return the number of the session that the card opens now; between sessions that of the next one."""
    opened = opened_by(code)
    sheet = opened.sheet or opened.waiting
    if sheet is not None:
        return sheet.table.session.number
    last = Sheet.objects.filter(table__session__event=code.event_id).aggregate(last=Max("table__session__number"))
    return (last["last"] or 0) + 1
