"""My applications for pins: apply, follow, answer, withdraw, and their papers."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from ranking.links.selectors import person_of
from ranking.pins.exports.papers import calculation_paper
from ranking.pins.models.applications import PinApplication, PinKind
from ranking.pins.rules.applications import POSSIBLE, of_world
from ranking.pins.selectors.applications import promise_digest, promise_of
from ranking.pins.selectors.calculations import (
    Offer,
    applications_of,
    calculation,
    counted_record,
    offers,
    offers_with_missing_result,
    record_for_body,
)
from ranking.pins.selectors.claim_files import claims_of, file_of
from ranking.pins.services.applications import answer, claim, submit, withdraw
from tournament.access.selectors.roles import actor_of
from tournament.people.models.persons import Person
from tournament.registration.selectors.applications import sends_mail
from web.pocket.record.missing import MissingForm
from web.shared.access import account_of
from web.shared.forms.fields import LinesField, set_choices
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.record.labels import pin_name
from web.shared.record.papers import paper_answer, pdf_download, pin_paper
from web.shared.record.pin_labels import calculation_now, claim_tone_of, event_rows, tone_of
from web.shared.requests.methods import get_only
from web.shared.viewer import device_of


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
        help_text=gettext_lazy("A mail address, and you hear of each step; or a telephone number."),
        widget=forms.TextInput(attrs={"autocomplete": "email"}),
    )
    public = forms.BooleanField(
        label=gettext_lazy("My pin may stand in the public register"),
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

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if something is wrong."""
        if not self.is_valid():
            return {}
        kind, level, body = self.cleaned_data["pin"].split("-")
        typed = {name: self.cleaned_data[name] for name in ("document", "contact", "promise", "public")}
        return {"kind": kind, "level": int(level), "body": int(body), "language": get_language() or "en", **typed}


class ApplyWithMissingForm(ApplyForm, MissingForm):
    """Form A10 for a pin that is reached only with a missing result."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"))
    field_order = ("pin", "event", "day", "text", "files", "document", "contact", "public", "promised", "promise")

    def facts(self) -> dict[str, Any]:
        """Return the arguments of the service, with the missing result."""
        missing = self.missing()
        return {**super().facts(), "missing": missing} if missing else {}


class AnswerForm(forms.Form):
    text = LinesField(label=gettext_lazy("Your answer"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 4}))


def _offer_value(offer: Offer) -> str:
    return f"{offer.kind}-{offer.level}-{offer.body.pk}"


def _offer_label(offer: Offer) -> str:
    return f"{pin_name(offer.level, web=offer.kind == 'web')} · {offer.body.name}"


@get_only
@login_required
@never_cache
def pins(request: HttpRequest) -> HttpResponse:
    person = _linked_person(request)
    applications = [(row, pin_name(row.level, web=row.kind == "web"), tone_of(row)) for row in applications_of(person)]
    reached = offers(person)
    context = {"applications": applications, "offers": reached, "beyond": offers_with_missing_result(person, reached)}
    return render(request, "pocket/record/pins.html", context)


@login_required
@never_cache
def apply(request: HttpRequest) -> HttpResponse:
    """Apply for a pin, with form A10 filled from the record."""
    person = _linked_person(request)
    available = offers(person)
    promise = promise_of(get_language() or "en")
    form = ApplyForm(available, promise, request.POST if request.method == "POST" else None)
    actor = actor_of(request.user, device_of(request))
    answered = write(request, form, submit, actor, request.user, **form.facts())
    if answered:
        messages.success(request, _("Your application is on its way. This page shows where it stands."))
        return redirect("record:pin", answered["application"])
    events = []
    if available:
        first = available[0]
        record = record_for_body(person, first.kind, first.body)
        first_calculation = calculation(record, first.kind, first.level)
        events = [row for row in event_rows(first_calculation["events"]) if not row.reason]
    web = bool(available) and available[0].kind == "web"
    return show(
        request,
        "pocket/record/pins_apply.html",
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
    person = _linked_person(request)
    available = offers_with_missing_result(person, offers(person))
    promise = promise_of(get_language() or "en")
    form = ApplyWithMissingForm(available, promise, *_posted(request))
    actor = actor_of(request.user, device_of(request))
    answered = write(request, form, submit, actor, request.user, **form.facts())
    if answered:
        messages.success(request, _("Your application is on its way. This page shows where it stands."))
        return redirect("record:pin", answered["application"])
    context = {"person": person, "offers": available, "promise": promise}
    return show(request, "pocket/record/pins_apply_missing.html", form, **context)


@login_required
@never_cache
def add_missing(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a missing result to an application that is not decided yet."""
    application = _application(request, pk)
    form = MissingForm(*_posted(request))
    actor = actor_of(request.user, device_of(request))
    missing = form.missing() if form.is_bound else None
    if write(request, form, claim, actor, request.user, application=application, missing=missing):
        messages.success(request, _("The result is handed in. This page shows what becomes of it."))
        return redirect("record:pin", pk)
    return show(request, "pocket/record/pins_add_missing.html", form, application=application)


def _posted(request: HttpRequest) -> tuple[Any, ...]:
    """Return the arguments of a form with files."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


@get_only
@login_required
@never_cache
def handed_in(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    return paper_answer(file_of(_application(request, pk), file))


@login_required
@never_cache
def pin(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one application with its state and messages; a POST answers a question."""
    application = _application(request, pk)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    values = {"application": application, **form.cleaned_data} if form.is_valid() else {}
    if write(request, form, answer, actor_of(request.user, device_of(request)), request.user, **values):
        messages.success(request, _("Your answer is handed on."))
        return redirect("record:pin", pk)
    context = {
        "application": application,
        "pin": pin_name(application.level, web=application.kind == "web"),
        "tone": tone_of(application),
        "certificate": getattr(application, "certificate", None),
        "claims": [(row, claim_tone_of(row)) for row in claims_of(application)],
        "may_claim": application.status in POSSIBLE["claim"],
        "said": application.messages.all(),
        "may_answer": application.status in POSSIBLE["answer"],
        "may_withdraw": application.status in POSSIBLE["withdraw"],
        "two": of_world(application.kind, application.level),
        "languages": settings.LANGUAGES,
    }
    return show(request, "pocket/record/pins_detail.html", form, **context)


@login_required
@never_cache
def withdraw_pin(request: HttpRequest, pk: int) -> HttpResponse:
    application = _application(request, pk)
    form = forms.Form(request.POST if request.method == "POST" else None)
    actor = actor_of(request.user, device_of(request))
    if write(request, form, withdraw, actor, request.user, application=application):
        messages.success(request, _("Your application is withdrawn."))
        return redirect("record:pin", pk)
    return show(request, "pocket/record/pins_withdraw.html", form, application=application)


@login_required
@never_cache
def paper(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Return form A10, the calculation, or the certificate in a language, as PDF."""
    return pin_paper(request, _application(request, pk), name)


@get_only
@login_required
@never_cache
def own_calculation(request: HttpRequest, kind: str, level: int) -> HttpResponse:
    """Return my calculation of a level by today's record, as PDF; ``site`` in the query names a web pin's site."""
    person = _linked_person(request)
    record = counted_record(person, kind, request.GET.get("site", ""))
    if kind not in PinKind.values or not 1 <= level <= 9 or (kind == PinKind.WEB and not record.lines):
        raise Http404
    data = calculation_paper(calculation_now(record, kind, level, get_language() or "en"))
    return pdf_download(data, f"{kind}-{level}-calculation")


def _linked_person(request: HttpRequest) -> Person:
    person = person_of(account_of(request))
    if person is None:
        raise Http404
    return person


def _application(request: HttpRequest, pk: int) -> PinApplication:
    application = applications_of(_linked_person(request)).filter(pk=pk).first()
    if application is None:
        raise Http404
    return application
