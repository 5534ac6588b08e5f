"""My applications for pins: the list, one application, withdrawing it, and their papers."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from ranking.pins.exports.calculation import calculation_paper
from ranking.pins.models.applications import PinKind
from ranking.pins.rules.applications import OPEN, POSSIBLE, of_world
from ranking.pins.selectors.calculations import applications_of, counted_record, offers, offers_with_missing_result
from ranking.pins.selectors.private_files import claims_of
from ranking.pins.services.applications import answer, withdraw
from tournament.access.selectors.roles import actor_of
from web.pocket.record.access import linked_person, own_application
from web.shared.forms.fields import LinesField
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.record.labels import pin_name
from web.shared.record.papers import pdf_download, pin_paper
from web.shared.record.pin_labels import calculation_now, claim_tone_of, tone_of
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only


class AnswerForm(forms.Form):
    text = LinesField(label=gettext_lazy("Your answer"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 4}))


@get_only
@login_required
@never_cache
def pins(request: HttpRequest) -> HttpResponse:
    person = linked_person(request)
    applications = [(row, pin_name(row.level, web=row.kind == "web"), tone_of(row)) for row in applications_of(person)]
    reached = offers(person)
    context = {
        "applications": applications,
        "offers": reached,
        "waiting": any(row.status in OPEN for row, _pin, _tone in applications),
        "beyond": offers_with_missing_result(person, reached),
    }
    return render(request, "pocket/record/pins.html", context)


@login_required
@never_cache
def pin(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one application with its state and messages; a POST answers a question."""
    application = own_application(request, pk)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    values = {"application": application, **form.cleaned_data} if form.is_valid() else {}
    if write(request, form, answer, actor_of(request.user, device_of(request)), request.user, **values).done:
        messages.success(request, _("Your answer is sent."))
        return redirect("record:pin", pk)
    context = {
        "application": application,
        "pin": pin_name(application.level, web=application.kind == "web"),
        "tone": tone_of(application),
        "certificate": getattr(application, "certificate", None),
        "claims": [(row, claim_tone_of(row)) for row in claims_of(application)],
        "may_claim": application.status in POSSIBLE["claim"],
        "application_messages": application.messages.all(),
        "may_answer": application.status in POSSIBLE["answer"],
        "may_withdraw": application.status in POSSIBLE["withdraw"],
        "two": of_world(application.kind, application.level),
        "languages": settings.LANGUAGES,
    }
    return show(request, "pocket/record/pins_detail.html", form, **context)


@login_required
@never_cache
def withdraw_pin(request: HttpRequest, pk: int) -> HttpResponse:
    application = own_application(request, pk)
    form = forms.Form(request.POST if request.method == "POST" else None)
    actor = actor_of(request.user, device_of(request))
    if write(request, form, withdraw, actor, request.user, application=application).done:
        messages.success(request, _("Your application is withdrawn."))
        return redirect("record:pin", pk)
    return show(request, "pocket/record/pins_withdraw.html", form, application=application)


@login_required
@never_cache
def paper(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Return form A10, the calculation, or the certificate in a language, as PDF."""
    return pin_paper(request, own_application(request, pk), name)


@get_only
@login_required
@never_cache
def own_calculation(request: HttpRequest, kind: str, level: int) -> HttpResponse:
    """Return my calculation of a level by today's record, as PDF; ``site`` in the query names a web pin's site."""
    person = linked_person(request)
    record = counted_record(person, kind, request.GET.get("site", ""))
    if kind not in PinKind.values or not 1 <= level <= 9 or (kind == PinKind.WEB and not record.lines):
        raise Http404
    data = calculation_paper(calculation_now(record, kind, level, get_language() or "en"))
    return pdf_download(data, f"{kind}-{level}-calculation")
