"""The card of one table: who came in by it, a new one on the spot, revoking it."""

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


class CardForm(forms.Form):
    """A tap: a new card, or none any more."""

    do = forms.ChoiceField(choices=[("new", "new"), ("revoke", "revoke")])


@never_cache
def card(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show what the table's card is at; a new one is shown this once, and the old opens nothing any more."""
    at = at_table(request, slug, session, number)
    if not at.official or not may(at.actor, issue_table_codes, at.event.head):
        raise PermissionDenied
    form = CardForm(request.POST if request.method == "POST" else None)
    known = table_codes(at.event).get(at.number)
    context: dict[str, Any] = {"at": at, "form": form, "code": known}
    if form.is_valid() and form.cleaned_data["do"] == "revoke" and known:
        if write(request, form, revoke_table_code, at.actor, known):
            messages.success(request, _("The card opens nothing any more."))
            return redirect("table:card", slug, session, number)
    elif form.is_valid():
        context |= _new(request, at, form)
    context["phones"] = _phones(known)
    return render(request, "table/card.html", context, status=400 if form.errors else 200)


def _new(request: HttpRequest, at: AtTable, form: CardForm) -> dict[str, Any]:
    """The address, its QR and the code of a new card: seen by nobody again."""
    access: TableAccess = new_table_access([at.number])[at.number]
    # Without a client key: sent twice it makes two cards, of which the one that is seen last is valid.
    if issue_table_codes(at.actor, at.event, codes={at.number: access}):
        address = request.build_absolute_uri(reverse("table:opened", args=[access.token]))
        qr = segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4)
        return {"qr": qr, "letters": spaced(access.code), "address": request.build_absolute_uri(reverse("table:enter"))}
    return {}


def _phones(code: TableCode | None) -> list[tuple[int, bool]]:
    """Number of each phone that came in by the card, and whether it writes."""
    if code is None:
        return []
    return [(phone.number, phone.pk == code.pen_id) for phone in code.phones.order_by("number")]
