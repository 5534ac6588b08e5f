"""Applications for pins at a body: the queue, one with everything a decision rests on, and the decisions."""

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
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
from ranking.pins.selectors.applications import application_at, applications_at, granted_at_once, private_of
from ranking.pins.selectors.calculations import check
from ranking.pins.selectors.claim_files import claims_of
from ranking.pins.services.decisions import ask, grant, refuse, revoke
from web.committee.access import BodyDesk, body_desk
from web.committee.conduct import conduct
from web.shared.access import signed_in
from web.shared.forms.fields import LinesField
from web.shared.forms.writing import show, write
from web.shared.record.labels import pin_name
from web.shared.record.papers import pin_paper
from web.shared.record.pin_labels import claim_tone_of, event_rows, moved_rows, tone_of
from web.shared.record.rows import level_rows
from web.shared.requests.methods import post_only

#: So many are listed on a page.
PER_PAGE = 50


class QuestionForm(forms.Form):
    """Words for the player."""

    text = LinesField(label=gettext_lazy("Your question"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 3}))


class GrantForm(forms.Form):
    """What the official has seen."""

    seen = forms.CharField(widget=forms.HiddenInput())


class ReasonForm(forms.Form):
    """Why; the player sees it."""

    reason = LinesField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The player sees it, and it is kept with the change. Name nothing private."),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@signed_in
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """The applications that wait, or those in one state, a page at a time."""
    desk = body_desk(request, slug)
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in PinApplication.State.values else ""
    page = Paginator(applications_at(desk.body, chosen), PER_PAGE).get_page(request.GET.get("page"))
    rows = [(one, _pin_of(one), tone_of(one), grants_at_once(one.kind, one.level, one.status)) for one in page]
    context = {
        "desk": desk,
        "rows": rows,
        "page": page,
        "chosen": chosen,
        "states": PinApplication.State.choices,
        "at_once": granted_at_once(desk.body).count() if page.has_other_pages() else 0,
    }
    return render(request, "committee/pins.html", context)


@signed_in
@post_only
def grant_many(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the ticked ones, or all, be granted whose conditions are met and whose figures did not move."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    sent = (number_in(pk, most=MOST_KEY) for pk in request.POST.getlist("application"))
    ticked = [pk for pk in sent if pk is not None][:PER_PAGE]
    every = request.POST.get("which") == "all"
    if not (ticked or every):
        messages.warning(request, _("Nobody is ticked."))
        return redirect("committee:pins", slug)
    parameters = {"body": slug, "ticked": None if every else ticked}
    job = start(desk.actor, "pins.grant", head=desk.body.head, parameters=parameters)
    return redirect("jobs:job", job.pk)


def _pin_of(one: PinApplication) -> str:
    return pin_name(one.level, web=one.kind == "web")


@signed_in
def pin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One application, worked out anew; a question, or the grant."""
    desk = body_desk(request, slug)
    application = _application(desk, pk)
    sent = request.POST if request.method == "POST" else None
    asks = sent is not None and sent.get("act") == "ask"
    found = check(application)
    question = QuestionForm(sent if asks else None)
    granting = GrantForm(None if asks or sent is None else sent, initial={"seen": found.seen})
    form, service = (question, ask) if asks else (granting, grant)
    facts = form.cleaned_data if form.is_valid() else {}
    if done := write(request, form, service, desk.actor, application, **facts):
        messages.success(request, _said(done["state"]))
        return redirect("committee:pin", slug, pk)
    if sent is not None and not asks:
        granting.data = {**sent.dict(), "seen": found.seen}
    context = {
        "desk": desk,
        "application": application,
        "pin": _pin_of(application),
        "tone": tone_of(application),
        "certificate": getattr(application, "certificate", None),
        "private": private_of(application),
        "claims": [(one, claim_tone_of(one)) for one in claims_of(application)],
        "said": application.messages.all(),
        "levels": level_rows([found.level]),
        "events": event_rows(found.now["events"]),
        "moved": moved_rows(found.moved),
        "stale": found.stale,
        "conduct": conduct(application.person) if desk.may_confirm else None,
        "question": question,
        "two": of_world(application.kind, application.level),
        "may": {act for act, states in POSSIBLE.items() if application.status in states} if desk.may_confirm else set(),
        "met": found.level.met,
        "web": application.kind == "web",
    }
    return show(request, "committee/pins_detail.html", granting, **context)


@signed_in
def refuse_pin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Refuse it with a reason."""
    return _with_reason(request, slug, pk, refuse, "committee/pins_refuse.html")


@signed_in
def revoke_pin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a granted pin with a reason."""
    return _with_reason(request, slug, pk, revoke, "committee/pins_revoke.html")


def _with_reason(request: HttpRequest, slug: str, pk: int, service: Service, template: str) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    application = _application(desk, pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if done := write(request, form, service, desk.actor, application):
        messages.success(request, _said(done["state"]))
        return redirect("committee:pin", slug, pk)
    return show(request, template, form, desk=desk, application=application)


@signed_in
def paper(request: HttpRequest, slug: str, pk: int, name: str) -> HttpResponse:
    """A paper of the application."""
    return pin_paper(request, _application(body_desk(request, slug), pk), name)


@signed_in
def technical(request: HttpRequest, slug: str) -> HttpResponse:
    """The body's file on its pins and what they rest on (A9 7.4), as a workbook."""
    desk = body_desk(request, slug)
    rows = applications_at(desk.body, "granted") | applications_at(desk.body, "revoked")
    head = {"Content-Disposition": f'attachment; filename="{slug}-pins.xlsx"'}
    return HttpResponse(technical_file(rows.order_by("pk")), content_type=XLSX, headers=head)


def _said(state: str) -> str:
    return {
        "asked": _("The question is handed on; the player sees it."),
        "approved": _("Approved. Another person has to grant it."),
        "granted": _("The pin is granted and its certificate issued."),
        "refused": _("The application is refused; the player sees the reason."),
        "revoked": _("The pin is revoked; its certificate says so."),
    }[state]


def _application(desk: BodyDesk, pk: int) -> PinApplication:
    found = application_at(desk.body, pk)
    if found is None:
        raise Http404
    return found
