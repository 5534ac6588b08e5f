"""Applications for pins at a body: the queue, one application with its calculation, and the decisions."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.files.workbooks.writing import XLSX
from common.jobs import start
from common.numbers import MOST_KEY, number_in
from ranking.certificates.exports.registers import technical_file
from ranking.pins.models.applications import PinApplication
from ranking.pins.rules.applications import POSSIBLE, grants_at_once, of_world
from ranking.pins.selectors.applications import (
    application_at,
    applications_at,
    granted_at_once,
    has_page,
    mail_address_of,
    private_of,
)
from ranking.pins.selectors.calculations import Check, check
from ranking.pins.selectors.private_files import claims_of
from ranking.pins.services.decisions import ask, grant, refuse, revoke
from tournament.papers.rules.addresses import only_local
from web.committee.access import BodyDesk, body_desk
from web.committee.conduct import conduct
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm, LinesField
from web.shared.forms.writing import show, write
from web.shared.key_pages import key_page
from web.shared.record.form_a10 import sex_label
from web.shared.record.labels import pin_name
from web.shared.record.papers import pin_paper
from web.shared.record.pin_labels import claim_tone_of, event_rows, moved_rows, sum_row, tone_of
from web.shared.record.rows import level_rows
from web.shared.requests.methods import post_only

#: Applications on a page.
PER_PAGE = 50


class QuestionForm(forms.Form):
    text = LinesField(label=gettext_lazy("Your question"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 3}))


class GrantForm(forms.Form):
    """The digest of the calculation that was shown; and, without a public address, why it is issued all the same."""

    seen = forms.CharField(widget=forms.HiddenInput())
    why_local = LinesField(
        label=gettext_lazy("Why without a public address"),
        help_text=gettext_lazy(
            "Nobody outside can check the certificate. Enter the address under “The body”, or give a reason; it is "
            "kept with the change."
        ),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, application: PinApplication, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not only_local(application.body.address):
            del self.fields["why_local"]


def _reason() -> LinesField:
    return LinesField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The player sees it, and it is kept with the change. Write nothing private."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReasonForm(forms.Form):
    """A reason, which the player sees."""

    reason = _reason()


class RevokeForm(ConfirmForm):
    """A reason, which the player sees, and the password: the certificate shows it for ever."""

    reason = _reason()


@signed_in
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """List the waiting applications, or those in one state, page by page."""
    desk = body_desk(request, slug)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in PinApplication.State.values else ""
    page = key_page(applications_at(desk.body, chosen), request.GET.get("page", ""), PER_PAGE)
    rows = [(row, _application_pin(row), tone_of(row), grants_at_once(row.kind, row.level, row.status)) for row in page]
    context = {
        "desk": desk,
        "rows": rows,
        "page": page,
        "chosen": chosen,
        "states": PinApplication.State.choices,
        "at_once": granted_at_once(desk.body).count() if page.has_other_pages else 0,
    }
    return render(request, "committee/pins.html", context)


@signed_in
@post_only
def grant_many(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that grants the ticked applications, or all, if all conditions are met and nothing changed."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    numbers = (number_in(pk, most=MOST_KEY) for pk in request.POST.getlist("application"))
    ticked = [pk for pk in numbers if pk is not None][:PER_PAGE]
    grant_all = request.POST.get("which") == "all"
    if not (ticked or grant_all):
        messages.warning(request, _("No application is selected."))
        return redirect("committee:pins", slug)
    parameters = {"body": slug, "ticked": None if grant_all else ticked}
    job = start(desk.actor, "pins.grant", ledger=desk.body.ledger, parameters=parameters)
    return redirect("jobs:job", job.pk)


def _application_pin(application: PinApplication) -> str:
    return pin_name(application.level, web=application.kind == "web")


@signed_in
def pin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show one application, calculated again; a POST asks a question or grants the pin."""
    desk = body_desk(request, slug)
    application = _application(desk, pk)
    data = request.POST if request.method == "POST" else None
    asks = data is not None and data.get("act") == "ask"
    current = check(application)
    question = QuestionForm(data if asks else None)
    granting = GrantForm(application, None if asks or data is None else data, initial={"seen": current.seen})
    form: forms.Form = question if asks else granting
    service = ask if asks else grant
    values = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, service, desk.actor, application, **values)
    if written.done:
        messages.success(request, _decision_text(written.answer["state"], application))
        return redirect("committee:pin", slug, pk)
    if data is not None and not asks:
        granting.data = {**data.dict(), "seen": current.seen}
    context = _application_context(desk, application, current) | {"question": question}
    return show(request, "committee/pins_detail.html", granting, **context)


def _application_context(desk: BodyDesk, application: PinApplication, current: Check) -> dict[str, Any]:
    private = private_of(application)
    possible = {act for act, states in POSSIBLE.items() if application.status in states}
    return {
        "desk": desk,
        "application": application,
        "pin": _application_pin(application),
        "tone": tone_of(application),
        "certificate": getattr(application, "certificate", None),
        "private": private,
        "sex": sex_label(private["sex"]),
        "scans": list(application.scans.all()),
        "no_mail": not mail_address_of(application),
        "no_page": not has_page(application),
        "claims": [(claim, claim_tone_of(claim)) for claim in claims_of(application)],
        "application_messages": application.messages.all(),
        "levels": level_rows([current.level]),
        "events": event_rows(current.now["events"]),
        "sums": sum_row(current.now["events"], application.kind),
        "moved": moved_rows(current.moved),
        "stale": current.stale,
        "conduct": conduct(application.person) if desk.may_confirm else None,
        "two": of_world(application.kind, application.level),
        "languages": settings.LANGUAGES,
        "may": possible if desk.may_confirm else set(),
        "met": current.level.met,
        "web": application.kind == "web",
    }


@signed_in
def refuse_pin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _decide_with_reason(request, slug, pk, refuse, "committee/pins_refuse.html")


@signed_in
def revoke_pin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _decide_with_reason(request, slug, pk, revoke, "committee/pins_revoke.html")


def _decide_with_reason(request: HttpRequest, slug: str, pk: int, service: Service, template: str) -> HttpResponse:
    """Ask for the reason that the player sees; revoking asks for the password too."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    application = _application(desk, pk)
    data = request.POST if request.method == "POST" else None
    form = RevokeForm(request, ask_password=True) if service is revoke else ReasonForm(data)
    written = write(request, form, service, desk.actor, application)
    if written.done:
        messages.success(request, _decision_text(written.answer["state"], application))
        return redirect("committee:pin", slug, pk)
    return show(request, template, form, desk=desk, application=application)


@signed_in
def paper(request: HttpRequest, slug: str, pk: int, name: str) -> HttpResponse:
    return pin_paper(request, _application(body_desk(request, slug), pk), name)


@signed_in
def technical(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the body's workbook of pins and the events that they rest on (A9 7.4)."""
    desk = body_desk(request, slug)
    rows = applications_at(desk.body, "granted") | applications_at(desk.body, "revoked")
    headers = {"Content-Disposition": f'attachment; filename="{slug}-pins.xlsx"'}
    return HttpResponse(technical_file(rows.order_by("pk")), content_type=XLSX, headers=headers)


def _decision_text(state: str, application: PinApplication) -> str:
    texts = {
        "asked": _("The question is sent; the player sees it."),
        "approved": _("Approved. Another person has to grant it."),
        "granted": _("The pin is granted and its certificate issued."),
        "refused": _("The application is refused; the player sees the reason."),
        "revoked": _("The pin is revoked; its certificate says so."),
    }
    if not has_page(application):
        texts["asked"] = _("The question is in the letter to the player: send it.")
        texts["refused"] = _("The application is refused; the reason is in the letter to the player: send it.")
    return texts[state]


def _application(desk: BodyDesk, pk: int) -> PinApplication:
    application = application_at(desk.body, pk)
    if application is None:
        raise Http404
    return application
