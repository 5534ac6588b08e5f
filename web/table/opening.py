"""How a phone comes to a table: the address of the card's QR, or its six characters typed by hand.

The address with the token answers nothing but a redirect, so that the token stands in no log and in no page's address.
"""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.errors import Refused
from common.actions.full_disk import DiskFull
from common.actions.permissions import Actor
from scoring.sheets.models.codes import TableCode
from scoring.sheets.rules.codes import LENGTH, plain_code
from scoring.sheets.selectors.codes.table_codes import code_of_letters, code_of_token, opened_by
from scoring.sheets.services.codes.cards import open_table
from web.live.reading import device_of
from web.shared.at_table import PHONE, kept_phone
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only
from web.shared.requests.rate_limit import Tries


class CodeForm(forms.Form):
    """The characters under the QR of the table's card."""

    saves_nothing = True
    code = forms.CharField(
        label=gettext_lazy("Code of the table"),
        max_length=LENGTH * 3,
        help_text=gettext_lazy("Six letters and figures under the code on the table's card."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@get_only
@never_cache
def opened(request: HttpRequest, token: str) -> HttpResponse:
    """Take the card's token for a phone's cookie, and lead on; what is no valid card leads to typing."""
    code = code_of_token(token)
    if code is None or code.state != TableCode.State.VALID:
        return redirect("table:enter")
    _come_in(request, code)
    return redirect("table:enter")


@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Lead a phone to its table's sheet, or say what it waits for; without a table ask for the code."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _typed(request, form):
        return redirect("table:enter")
    phone = kept_phone(request)
    if phone is None or form.is_bound:
        return show(request, "table/opening.html", form)
    found = opened_by(phone.code)
    sheet = found.sheet or found.waiting
    if sheet is None:
        return render(request, "table/opening_none.html", {"code": phone.code})
    session = sheet.table.session
    return redirect("table:page", phone.code.event.slug, session.number, sheet.table.number)


def _typed(request: HttpRequest, form: Any) -> bool:
    """Open the table of the typed code, if it is one and not too many wrong ones came from this address.

    Cards open always.
    """
    tries = Tries("table", request)
    if tries.used_up:
        form.add_error(
            "code", _("Too many wrong codes from here. Scan the card instead, or wait a quarter of an hour.")
        )
        return False
    code = code_of_letters(plain_code(form.cleaned_data["code"]))
    if code is None or code.state != TableCode.State.VALID:
        tries.count()
        form.add_error("code", _("No table has this code now. A new card makes the old one void: ask a referee."))
        return False
    _come_in(request, code)
    return True


def _come_in(request: HttpRequest, code: TableCode) -> None:
    """Keep in the browser's session which phone it is, until the card ends."""
    known = kept_phone(request)
    if known is not None and known.code_id == code.pk:
        return
    bearer = Actor(ref=f"table_code:{code.pk}", name=str(code.number), device=device_of(request), shown=code)
    try:
        answer = open_table(bearer, code)
    except DiskFull:
        raise
    except Refused:
        return  # revoked this very moment
    request.session[PHONE] = answer["phone"]
    if not request.user.is_authenticated:  # an account's own session ends when it would
        request.session.cycle_key()
        request.session.set_expiry(code.expires)
