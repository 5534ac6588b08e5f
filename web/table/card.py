"""The card of one table: the phones that use it, replacing it, revoking it."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.actions.engine import may
from scoring.sheets.models.codes import TableCode
from scoring.sheets.rules.codes import TableAccess, new_table_access, spaced
from scoring.sheets.selectors.codes.table_codes import table_codes
from scoring.sheets.services.codes.cards import issue_table_codes, revoke_table_code
from web.shared.at_table import AtTable, at_table
from web.shared.forms.writing import write
from web.shared.requests.phone_address import address_for_phones


class CardForm(forms.Form):
    """Issue a new card or revoke it."""

    do = forms.ChoiceField(choices=[("new", "new"), ("revoke", "revoke")])


@never_cache
def card(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the state of the card; a new card is shown once and makes the old one invalid."""
    table = at_table(request, slug, session, number)
    if not table.official or not may(table.actor, issue_table_codes, table.event.ledger):
        raise PermissionDenied
    form = CardForm(request.POST if request.method == "POST" else None)
    code = table_codes(table.event).get(table.number)
    context: dict[str, Any] = {"table": table, "form": form, "code": code}
    if form.is_valid() and form.cleaned_data["do"] == "revoke" and code:
        if write(request, form, revoke_table_code, table.actor, code).done:
            messages.success(request, _("The card no longer works."))
            return redirect("table:card", slug, session, number)
    elif form.is_valid():
        context |= _issue_card(request, table, form)
    context["phones"] = _phones(code)
    return render(request, "table/card.html", context, status=400 if form.errors else 200)


def _issue_card(request: HttpRequest, table: AtTable, _form: CardForm) -> dict[str, Any]:
    """Issue a card; return its URL, QR code and characters, which are shown only now."""
    access: TableAccess = new_table_access([table.number])[table.number]
    # No idempotency key: a repeated request makes a second card, and only the one shown last is valid.
    issue_table_codes(table.actor, table.event, codes={table.number: access})
    address = address_for_phones(request, reverse("table:opened", args=[access.token]), table.event)
    qr = segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4)
    typed = address_for_phones(request, reverse("table:enter"), table.event)
    return {"qr": qr, "letters": spaced(access.code), "address": typed}


def _phones(code: TableCode | None) -> list[tuple[int, bool]]:
    """Return (number, whether it writes) of each phone opened with the card."""
    if code is None:
        return []
    return [(phone.number, phone.pk == code.pen_id) for phone in code.phones.order_by("number")]
