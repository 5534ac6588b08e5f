"""The own applications for pins: applying, where each stands, answering, withdrawing, and their papers."""

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
    beyond,
    calculation,
    counting,
    offers,
    record_for,
)
from ranking.pins.selectors.claim_files import claims_of, file_of
from ranking.pins.services.applications import answer, claim, submit, withdraw
from tournament.access.selectors.roles import actor_of
from tournament.people.models.persons import Person
from tournament.registration.selectors.applications import sends_mail
from web.live.reading import device_of
from web.pocket.record.missing import MissingForm
from web.shared.access import account_of
from web.shared.forms.fields import LinesField, set_choices
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.record.labels import pin_name
from web.shared.record.papers import _pdf, paper_answer, pin_paper
from web.shared.record.pin_labels import calculation_now, claim_tone_of, event_rows, tone_of
from web.shared.requests.methods import get_only


class ApplyForm(forms.Form):
    """Form A10: what the record cannot fill in, the promise, and whether the register may show a pin 9 to 4."""

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

    def __init__(self, found: list[Offer], promise: str, data: Any = None, files: Any = None) -> None:
        initial = {"promise": promise_digest(promise), "pin": _value(found[0]) if found else ""}
        super().__init__(data, files, initial=initial)
        set_choices(self, "pin", [(_value(one), _label(one)) for one in found])
        if not sends_mail():
            self.fields["contact"].help_text = _("A mail address or a telephone number.")

    def facts(self) -> dict[str, Any]:
        """What the service takes; nothing while something is wrong."""
        if not self.is_valid():
            return {}
        kind, level, body = self.cleaned_data["pin"].split("-")
        typed = {name: self.cleaned_data[name] for name in ("document", "contact", "promise", "public")}
        return {"kind": kind, "level": int(level), "body": int(body), "language": get_language() or "en", **typed}


class ApplyWithMissingForm(ApplyForm, MissingForm):
    """Form A10 for a pin that is reached only with a result that the record lacks."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"))
    field_order = ("pin", "event", "day", "text", "files", "document", "contact", "public", "promised", "promise")

    def facts(self) -> dict[str, Any]:
        """What the service takes, the missing result too."""
        missing = self.missing()
        return {**super().facts(), "missing": missing} if missing else {}


class AnswerForm(forms.Form):
    """Words for the body."""

    text = LinesField(label=gettext_lazy("Your answer"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 4}))


def _value(offer: Offer) -> str:
    return f"{offer.kind}-{offer.level}-{offer.body.pk}"


def _label(offer: Offer) -> str:
    return f"{pin_name(offer.level, web=offer.kind == 'web')} · {offer.body.name}"


@get_only
@login_required
@never_cache
def pins(request: HttpRequest) -> HttpResponse:
    """The own applications, and the way to the next."""
    person = _person(request)
    found = [(one, pin_name(one.level, web=one.kind == "web"), tone_of(one)) for one in applications_of(person)]
    reached = offers(person)
    context = {"applications": found, "offers": reached, "beyond": beyond(person, reached)}
    return render(request, "pocket/record/pins.html", context)


@login_required
@never_cache
def apply(request: HttpRequest) -> HttpResponse:
    """Apply, with form A10 filled from the record."""
    person = _person(request)
    found = offers(person)
    promise = promise_of(get_language() or "en")
    form = ApplyForm(found, promise, request.POST if request.method == "POST" else None)
    actor = actor_of(request.user, device_of(request))
    answered = write(request, form, submit, actor, request.user, **form.facts())
    if answered:
        messages.success(request, _("Your application is on its way. This page shows where it stands."))
        return redirect("record:pin", answered["application"])
    events = []
    if found:
        chosen = calculation(record_for(person, found[0].kind, found[0].body), found[0].kind, found[0].level)
        events = [row for row in event_rows(chosen["events"]) if not row.reason]
    web = bool(found) and found[0].kind == "web"
    return show(
        request,
        "pocket/record/pins_apply.html",
        form,
        web=web,
        person=person,
        offers=found,
        events=events,
        promise=promise,
    )


@login_required
@never_cache
def apply_with_missing(request: HttpRequest) -> HttpResponse:
    """Apply for a pin with a result that the record lacks, and the papers that show it."""
    person = _person(request)
    found = beyond(person, offers(person))
    promise = promise_of(get_language() or "en")
    form = ApplyWithMissingForm(found, promise, *_sent(request))
    actor = actor_of(request.user, device_of(request))
    answered = write(request, form, submit, actor, request.user, **form.facts())
    if answered:
        messages.success(request, _("Your application is on its way. This page shows where it stands."))
        return redirect("record:pin", answered["application"])
    return show(request, "pocket/record/pins_apply_missing.html", form, person=person, offers=found, promise=promise)


@login_required
@never_cache
def add_missing(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a result that the record lacks, with an application that is not decided yet."""
    application = _application(request, pk)
    form = MissingForm(*_sent(request))
    actor = actor_of(request.user, device_of(request))
    missing = form.missing() if form.is_bound else None
    if write(request, form, claim, actor, request.user, application=application, missing=missing):
        messages.success(request, _("The result is handed in. This page shows what becomes of it."))
        return redirect("record:pin", pk)
    return show(request, "pocket/record/pins_add_missing.html", form, application=application)


def _sent(request: HttpRequest) -> tuple[Any, ...]:
    """What a form with files is made of."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


@get_only
@login_required
@never_cache
def handed_in(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    """A paper that was handed in."""
    return paper_answer(file_of(_application(request, pk), file))


@login_required
@never_cache
def pin(request: HttpRequest, pk: int) -> HttpResponse:
    """One application: where it stands, what was said; an answer to a question."""
    application = _application(request, pk)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    facts = {"application": application, **form.cleaned_data} if form.is_valid() else {}
    if write(request, form, answer, actor_of(request.user, device_of(request)), request.user, **facts):
        messages.success(request, _("Your answer is handed on."))
        return redirect("record:pin", pk)
    context = {
        "application": application,
        "pin": pin_name(application.level, web=application.kind == "web"),
        "tone": tone_of(application),
        "certificate": getattr(application, "certificate", None),
        "claims": [(one, claim_tone_of(one)) for one in claims_of(application)],
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
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask before the application is withdrawn."""
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
    """Form A10, the calculation, or the certificate in a language, as PDF."""
    return pin_paper(request, _application(request, pk), name)


@get_only
@login_required
@never_cache
def own_calculation(request: HttpRequest, kind: str, level: int) -> HttpResponse:
    """The own calculation of a level as the record stands today, as PDF; ``site`` in the query for a web pin."""
    person = _person(request)
    record = counting(person, kind, request.GET.get("site", ""))
    if kind not in PinKind.values or not 1 <= level <= 9 or (kind == PinKind.WEB and not record.lines):
        raise Http404
    data = calculation_paper(calculation_now(record, kind, level, get_language() or "en"))
    return _pdf(data, f"{kind}-{level}-calculation")


def _person(request: HttpRequest) -> Person:
    person = person_of(account_of(request))
    if person is None:
        raise Http404
    return person


def _application(request: HttpRequest, pk: int) -> PinApplication:
    found = applications_of(_person(request)).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
