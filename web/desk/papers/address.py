"""The page of the base URL of printed QR codes: choose it, test it, warn if the machine lost it."""

from urllib.parse import urlsplit

import segno
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.events.models.events import Event
from tournament.papers.rules.addresses import AddressState, address_state
from tournament.papers.selectors import address_of
from tournament.papers.services import set_address
from web.shared.access import event_desk, signed_in
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write
from web.shared.requests.phone_address import machine, offered_addresses

OTHER = "other"
WARNINGS: dict[AddressState, str | Promise] = {
    AddressState.GONE: gettext_lazy(
        "The papers' address is %(address)s, but this machine does not have it now: the QR codes do "
        "not work. Give the machine this address again, or choose another one and make the papers "
        "again."
    ),
    AddressState.RESTART: gettext_lazy(
        "The machine got the papers' address %(address)s after the program had started: restart the "
        "program, or it will not answer there."
    ),
    AddressState.INNER: gettext_lazy("The papers' address is %(address)s. Only this machine itself can open it."),
    AddressState.PORT: gettext_lazy(
        "The papers' address is %(address)s, but the program listens at port %(port)d: the QR codes do not work."
    ),
}


def address_warning(request: HttpRequest, event: Event) -> str:
    """Return a warning about the event's address; empty if it works or none is chosen."""
    address = address_of(event)
    if not address:
        return ""
    current = machine(request)
    words = WARNINGS.get(address_state(address, current))
    return str(words) % {"address": address, "port": current.port} if words else ""


class AddressForm(AlternativesForm):
    """One of the machine's addresses, or a typed address."""

    address = forms.ChoiceField(label=gettext_lazy("Address"), widget=forms.RadioSelect)
    other = forms.CharField(
        label=gettext_lazy("Another address"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("If the program has a name in the network, or is reached through another machine."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
    )

    alternatives = (OnlyWith("address", [OTHER], ("other",)),)

    def __init__(self, request: HttpRequest, chosen: str) -> None:
        addresses = offered_addresses(request)
        typed = chosen if chosen and chosen not in addresses else ""
        initial = {"address": OTHER, "other": typed}
        if addresses and not typed:
            initial["address"] = chosen or addresses[0]
        super().__init__(request.POST if request.method == "POST" else None, initial=initial)
        choices = [(address, address) for address in addresses] + [(OTHER, _("Another one, typed below"))]
        set_choices(self, "address", choices)

    def clean(self) -> dict[str, str]:
        """Require the typed address if it is chosen."""
        data: dict[str, str] = super().clean() or {}
        if data.get("address") == OTHER and not data.get("other"):
            self.add_error("other", _("Please type the address."))
        return data

    @property
    def chosen(self) -> str:
        address: str = self.cleaned_data["address"]
        return self.cleaned_data["other"] if address == OTHER else address


@signed_in
def address(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the address, with a QR code to test it; accounts that only make papers see it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_print)
    may_choose = desk.may(set_address, desk.event.ledger)
    if request.method == "POST":
        desk.require(may_choose)
    chosen = address_of(desk.event)
    form = AddressForm(request, chosen)
    payload = {"address": form.chosen} if form.is_valid() else {}
    if write(request, form, set_address, desk.actor, desk.event, **payload).done:
        messages.success(request, _("Saved. Try the code with a phone before you print."))
        return redirect("desk:paper-address", slug)
    if form.errors.get("address") and form.data.get("address") == OTHER:
        # The refused address was typed in the other field, so its error belongs there.
        form.add_error("other", list(form.errors.pop("address")))
    target = f"{chosen}{reverse('pocket:event', args=[slug])}"
    return show(
        request,
        "desk/papers/address.html",
        form,
        desk=desk,
        may_choose=may_choose,
        chosen=chosen,
        plain=urlsplit(chosen).scheme == "http",
        target=target,
        code=segno.make(target, error="m").svg_data_uri(border=4, light="white", scale=4) if chosen else "",
        warning=address_warning(request, desk.event),
    )
