"""The pages that apply for a pin."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from ranking.pins.selectors.applications import promise_digest, promise_of
from ranking.pins.selectors.calculations import Offer, calculation, offers, offers_with_missing_result, record_for_body
from ranking.pins.services.applications import PinRequest, submit
from tournament.access.selectors.roles import actor_of
from tournament.registration.selectors.applications import sends_mail
from web.pocket.record.access import linked_person
from web.pocket.record.missing import MissingForm, posted_with_files
from web.shared.forms.fields import set_choices
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.record.labels import pin_name
from web.shared.record.pin_labels import event_rows
from web.shared.requests.devices import device_of


class ApplyForm(forms.Form):
    """Form A10: what the record does not hold, the promise, and the consent to the register for pins 9 to 4."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"), widget=forms.RadioSelect)
    document = forms.CharField(
        label=gettext_lazy("ID document number"),
        max_length=60,
        help_text=gettext_lazy("Encrypted; only the body that decides sees it. Deleted a year after the last step."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=200,
        help_text=gettext_lazy("A mail address (you get a mail about each step) or a telephone number."),
        widget=forms.TextInput(attrs={"autocomplete": "email"}),
    )
    public = forms.BooleanField(
        label=gettext_lazy("My pin may appear in the public register"),
        required=False,
        help_text=gettext_lazy("Pins 3 to 1 are always published (A9 7.4)."),
    )
    promised = forms.BooleanField(label=gettext_lazy("I promise this."))
    promise = forms.CharField(widget=forms.HiddenInput())

    def __init__(self, choices: list[Offer], promise: str, data: Any = None, files: Any = None) -> None:
        first = _offer_value(choices[0]) if choices else ""
        super().__init__(data, files, initial={"promise": promise_digest(promise), "pin": first})
        set_choices(self, "pin", [(_offer_value(offer), _offer_label(offer)) for offer in choices])
        if not sends_mail():
            self.fields["contact"].help_text = _("A mail address or a telephone number.")

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if something is wrong."""
        if not self.is_valid():
            return {}
        kind, level, body = self.cleaned_data["pin"].split("-")
        typed = {name: self.cleaned_data[name] for name in ("document", "contact", "promise", "public")}
        return {"pin": PinRequest(kind, int(level), int(body), language=get_language() or "en", **typed)}


class ApplyWithMissingForm(ApplyForm, MissingForm):
    """Form A10 for a pin that is reached only with a missing result."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"))
    field_order = ("pin", "event", "day", "text", "files", "document", "contact", "public", "promised", "promise")

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service, with the missing result."""
        missing = self.missing()
        payload = super().payload()
        return {"pin": replace(payload["pin"], missing=missing)} if payload and missing else {}


def _offer_value(offer: Offer) -> str:
    return f"{offer.kind}-{offer.level}-{offer.body.pk}"


def _offer_label(offer: Offer) -> str:
    return f"{pin_name(offer.level, web=offer.kind == 'web')} · {offer.body.name}"


@login_required
@never_cache
def apply(request: HttpRequest) -> HttpResponse:
    """Apply for a pin, with form A10 filled from the record."""
    person = linked_person(request)
    available = offers(person)
    promise = promise_of(get_language() or "en")
    form = ApplyForm(available, promise, request.POST if request.method == "POST" else None)
    actor = actor_of(request.user, device_of(request))
    written = write(request, form, submit, actor, request.user, **form.payload())
    if written.done:
        messages.success(request, _("Your application is sent. This page shows its status."))
        return redirect("record:pin", written.answer["application"])
    events = []
    if available:
        first = available[0]
        record = record_for_body(person, first.kind, first.body)
        first_calculation = calculation(record, first.kind, first.level)
        events = [row for row in event_rows(first_calculation["events"]) if not row.reason]
    web = bool(available) and available[0].kind == "web"
    return show(
        request,
        "pocket/record/apply.html",
        form,
        web=web,
        person=person,
        offers=available,
        events=events,
        promise=promise,
    )


@login_required
@never_cache
def apply_with_missing(request: HttpRequest) -> HttpResponse:
    """Apply for a pin with a missing result, and the papers that show it."""
    person = linked_person(request)
    available = offers_with_missing_result(person, offers(person))
    promise = promise_of(get_language() or "en")
    form = ApplyWithMissingForm(available, promise, *posted_with_files(request))
    actor = actor_of(request.user, device_of(request))
    written = write(request, form, submit, actor, request.user, **form.payload())
    if written.done:
        messages.success(request, _("Your application is sent. This page shows its status."))
        return redirect("record:pin", written.answer["application"])
    context = {"person": person, "offers": available, "promise": promise}
    return show(request, "pocket/record/apply_missing.html", form, **context)
