"""The address that QR codes begin with: choosing it, trying it, and whether the machine still has it."""

from urllib.parse import urlsplit

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import pinju
from tournament.events.models.events import Event
from tournament.papers.rules.addresses import AddressState, Machine, address_state
from tournament.papers.selectors import address_of
from tournament.papers.services import set_address
from web.shared.access import event_desk, signed_in
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write

OTHER = "other"
WARNINGS: dict[AddressState, str | Promise] = {
    AddressState.GONE: gettext_lazy(
        "The papers' address is %(address)s, and this machine does not have it now: their QR codes lead nowhere. "
        "Give the machine this address again, or choose another one and make the papers anew."
    ),
    AddressState.RESTART: gettext_lazy(
        "The machine has the papers' address %(address)s only since the program started: start the program again, or "
        "it will not answer there."
    ),
    AddressState.INNER: gettext_lazy("The papers' address is %(address)s, which only this machine itself can open."),
    AddressState.PORT: gettext_lazy(
        "The papers' address is %(address)s, but the program listens at port %(port)d: their QR codes lead nowhere."
    ),
}


def machine(request: HttpRequest) -> Machine:
    """Where the program can be reached now, as this request found it."""
    return Machine(pinju.own_addresses(), int(request.META.get("SERVER_PORT") or 80), settings.ALLOWED_HOSTS)


def address_warning(request: HttpRequest, event: Event) -> str:
    """What is wrong with the event's address now, as a sentence; empty if nothing is or none is chosen."""
    address = address_of(event)
    if not address:
        return ""
    here = machine(request)
    words = WARNINGS.get(address_state(address, here))
    return str(words) % {"address": address, "port": here.port} if words else ""


def offered(request: HttpRequest) -> list[str]:
    """The addresses that may be chosen: the one that is open now, then the machine's own."""
    here = machine(request)
    now = f"{request.scheme}://{request.get_host()}"
    own = [f"http://{host}" + ("" if here.port == 80 else f":{here.port}") for host in here.own]
    inner = address_state(now, here) is AddressState.INNER
    return list(dict.fromkeys(own if inner else [now, *own]))


class AddressForm(AlternativesForm):
    """One of the machine's addresses, or another that is typed."""

    address = forms.ChoiceField(label=gettext_lazy("Address"), widget=forms.RadioSelect)
    other = forms.CharField(
        label=gettext_lazy("Another address"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("If the program is reached under a name, or through another machine."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
    )

    alternatives = (OnlyWith("address", [OTHER], ("other",)),)

    def __init__(self, request: HttpRequest, chosen: str) -> None:
        found = offered(request)
        typed = chosen if chosen and chosen not in found else ""
        initial = {"address": OTHER if typed or not found else chosen or found[0], "other": typed}
        super().__init__(request.POST if request.method == "POST" else None, initial=initial)
        choices = [(one, one) for one in found] + [(OTHER, _("Another one, typed below"))]
        set_choices(self, "address", choices)

    def clean(self) -> dict[str, str]:
        """The typed address has to be there where it is chosen."""
        found: dict[str, str] = super().clean() or {}
        if found.get("address") == OTHER and not found.get("other"):
            self.add_error("other", _("Please type the address."))
        return found

    @property
    def chosen(self) -> str:
        """The address that was chosen."""
        found = self.cleaned_data["address"]
        return self.cleaned_data["other"] if found == OTHER else found


@signed_in
def address(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the address, with a code to try it; who only makes papers sees it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_print)
    may_choose = desk.may(set_address, desk.event.head)
    if request.method == "POST":
        desk.require(may_choose)
    chosen = address_of(desk.event)
    form = AddressForm(request, chosen)
    facts = {"address": form.chosen} if form.is_valid() else {}
    if write(request, form, set_address, desk.actor, desk.event, **facts):
        messages.success(request, _("Saved. Try the code with a phone before you print."))
        return redirect("desk:paper-address", slug)
    if form.errors.get("address") and form.data.get("address") == OTHER:
        # What the service refused was typed in the other field.
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
