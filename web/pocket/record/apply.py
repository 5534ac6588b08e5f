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

from ranking.pins.selectors.calculations import Offer, calculation, offers, offers_with_missing_result, record_for_body
from ranking.pins.services.applications import submit
from tournament.access.selectors.roles import actor_of
from tournament.people.models.persons import Person
from tournament.registration.selectors.applications import sends_mail
from web.pocket.record.access import linked_person
from web.pocket.record.missing import MissingForm
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.record.form_a10 import FormA10Fields, digests_of, fees_of
from web.shared.record.pin_labels import event_rows, sum_row
from web.shared.record.private_files import posted_with_files
from web.shared.requests.devices import device_of


class ApplyForm(FormA10Fields):
    """Form A10: what the record does not hold, the promise, and the consent to the register for pins 9 to 4."""

    promised = forms.BooleanField(label=gettext_lazy("I promise this."))
    promise = forms.CharField(widget=forms.HiddenInput())
    field_order: tuple[str, ...] = ("pin", "document", "sex", "contact", "public", "promised", "promise")

    def __init__(self, choices: list[Offer], data: Any = None, files: Any = None) -> None:
        super().__init__(choices, get_language() or "en", data, files)
        self.initial["promise"] = digests_of(self.promises)
        self.fields["document"].help_text = _(
            "Encrypted; only the body that decides sees it. Deleted a year after the last step."
        )
        self.fields["contact"].help_text = (
            _("A mail address (you get a mail about each step) or a telephone number.")
            if sends_mail()
            else _("A mail address or a telephone number.")
        )
        self.fields["public"].label = _("My pin may appear in the public register")

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if something is wrong."""
        if not self.is_valid():
            return {}
        return {"pin": self.pin_request(get_language() or "en", self.cleaned_data["promise"])}


class ApplyWithMissingForm(ApplyForm, MissingForm):
    """Form A10 for a pin that is reached only with a missing result."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"))
    field_order = (
        "pin", "event", "day", "text", "files", "document", "sex", "contact", "public", "promised", "promise"
    )  # fmt: skip

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service, with the missing result."""
        missing = self.missing()
        payload = super().payload()
        return {"pin": replace(payload["pin"], missing=missing)} if payload and missing else {}


@login_required
@never_cache
def apply(request: HttpRequest) -> HttpResponse:
    """Apply for a pin, with form A10 filled from the record."""
    person = linked_person(request)
    available = offers(person)
    form = ApplyForm(available, request.POST if request.method == "POST" else None)
    sent = _submitted(request, form)
    if sent:
        return sent
    counted = _counted_events(person, available[0]) if available else {}
    return show(request, "pocket/record/apply.html", form, **_context(person, available, form), **counted)


def _submitted(request: HttpRequest, form: ApplyForm) -> HttpResponse | None:
    """Submit the application and redirect to its page; None while the form is empty or has errors."""
    actor = actor_of(request.user, device_of(request))
    written = write(request, form, submit, actor, request.user, **form.payload())
    if not written.done:
        return None
    messages.success(request, _("Your application is sent. This page shows its status."))
    return redirect("record:pin", written.answer["application"])


def _context(person: Person, available: list[Offer], form: ApplyForm) -> dict[str, Any]:
    fees = fees_of(available, get_language() or "en")
    return {"person": person, "offers": available, "promises": form.promises, "fees": fees}


def _counted_events(person: Person, offer: Offer) -> dict[str, Any]:
    """Return the events that count for the offered pin, and their sums, for the template."""
    record = record_for_body(person, offer.kind, offer.body)
    events = [event for event in calculation(record, offer.kind, offer.level)["events"] if not event["reason"]]
    return {"web": offer.kind == "web", "events": event_rows(events), "sums": sum_row(events, offer.kind)}


@login_required
@never_cache
def apply_with_missing(request: HttpRequest) -> HttpResponse:
    """Apply for a pin with a missing result, and the papers that show it."""
    person = linked_person(request)
    available = offers_with_missing_result(person, offers(person))
    form = ApplyWithMissingForm(available, *posted_with_files(request))
    return _submitted(request, form) or show(
        request, "pocket/record/apply_missing.html", form, **_context(person, available, form)
    )
