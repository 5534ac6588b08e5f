"""The page of one application, and the organizer's decisions."""

from collections.abc import Callable

import segno
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from common.actions.engine import Service
from tournament.access.rules import new_token
from tournament.registration.models.applications import Application, ApplicationMail
from tournament.registration.selectors.applications import position_of, sends_mail, vacancies_of
from tournament.registration.selectors.doubts import doubts_of
from tournament.registration.selectors.registry import registry_fact
from tournament.registration.services.application_decisions import (
    approve_application,
    ask_back,
    decline_application,
    make_key,
    put_on_waiting_list,
)
from tournament.registration.services.application_mails import mail_again
from tournament.registry.rules.matching import SPELLING, Typed
from web.desk.registration.access import organizers_desk
from web.desk.registration.application_forms import PersonForm, QuestionForm, ReasonForm
from web.shared.access import EventAccess, signed_in
from web.shared.applications import TONES, answer_rows
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only
from web.shared.requests.phone_address import address_for_phones


@signed_in
def application(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show an application: answers, doubts, mails and possible decisions."""
    desk = organizers_desk(request, slug)
    return _application_page(request, desk, _application(desk, number))


@signed_in
@post_only
def approve(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Approve the application, with the person and the team of the form."""
    desk = organizers_desk(request, slug)
    chosen = _application(desk, number)
    form = PersonForm(request.POST, chosen, doubts_of(desk.event, [chosen])[chosen.pk])
    written = write(request, form, approve_application, desk.actor, chosen, **form.payload())
    if not written.done:
        return _application_page(request, desk, chosen, approve=form)
    payload = {"name": chosen.name, "number": written.answer["number"]}
    messages.success(request, _("%(name)s is registered with the number %(number)d.") % payload)
    return redirect("desk:applications", slug)


@signed_in
@post_only
def move_to_waiting_list(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Put the application on the waiting list."""
    message = _("%(name)s is on the waiting list.")
    return _decide(request, slug, number, forms.Form, "", put_on_waiting_list, message)


@signed_in
@post_only
def ask_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask the player a question."""
    return _decide(request, slug, number, QuestionForm, "ask", ask_back, _("The question to %(name)s is sent."))


@signed_in
@post_only
def decline(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Decline the application, with a reason for the player."""
    return _decide(request, slug, number, ReasonForm, "decline", decline_application, _("%(name)s is declined."))


@signed_in
@post_only
def resend_mail(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send the mail of one kind again."""
    desk = organizers_desk(request, slug)
    kind = request.POST.get("kind", "")
    if kind not in ApplicationMail.Kind.values:
        raise Http404
    form = forms.Form(request.POST)
    if write(request, form, mail_again, desk.actor, _application(desk, number), kind=kind).done:
        messages.success(request, _("The mail is on its way."))
    return redirect("desk:application", slug, number)


@signed_in
@post_only
def new_application_key(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a new address of the application for a player who lost it, and show it once."""
    desk = organizers_desk(request, slug)
    chosen = _application(desk, number)
    token = request.POST.get("token", "")
    form = forms.Form(request.POST)
    if len(token) < 20 or not write(request, form, make_key, desk.actor, chosen, token=token).done:
        return redirect("desk:application", slug, number)
    address = address_for_phones(request, reverse("pocket:application", args=[slug, token]), desk.event)
    code = segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4)
    return show(
        request,
        "desk/registration/application_address.html",
        form,
        desk=desk,
        application=chosen,
        address=address,
        code=code,
    )


def _decide(
    request: HttpRequest,
    slug: str,
    number: int,
    form_class: Callable[..., forms.Form],
    name: str,
    service: Service,
    message: str,
) -> HttpResponse:
    """Run the service with the fields of its form; show errors on the application's page."""
    desk = organizers_desk(request, slug)
    chosen = _application(desk, number)
    form = form_class(request.POST)
    payload = {key: value for key, value in form.cleaned_data.items() if key != "reason"} if form.is_valid() else {}
    if write(request, form, service, desk.actor, chosen, **payload).done:
        messages.success(request, message % {"name": chosen.name})
        return redirect("desk:applications", slug)
    if not name:
        add_error_messages(request, form)
    return _application_page(request, desk, chosen, **({name: form} if name else {}))


def _application_page(request: HttpRequest, desk: EventAccess, chosen: Application, **sent: forms.Form) -> HttpResponse:
    doubts = doubts_of(desk.event, [chosen])[chosen.pk]
    context = {
        "application": chosen,
        "tone": TONES[Application.State(chosen.state)],
        "rows": answer_rows(chosen),
        "doubts": doubts,
        "registry_fact": registry_fact(_typed_of(chosen)),
        "open": chosen.state in Application.OPEN,
        "position": position_of(chosen) if chosen.state == Application.State.WAITING else None,
        "vacancies": vacancies_of(desk.event),
        "mails": list(chosen.mails.all()),
        "sends": sends_mail(),
        "teams": desk.event.teams.values_list("name", flat=True),
        "approve_form": sent.get("approve") or PersonForm(None, chosen, doubts),
        "ask_form": sent.get("ask") or QuestionForm(auto_id="ask_%s"),
        "decline_form": sent.get("decline") or ReasonForm(auto_id="decline_%s"),
        "token": new_token(),
    }
    answer = show(request, "desk/registration/application.html", forms.Form(), desk=desk, **context)
    if any(form.errors for form in sent.values()):
        answer.status_code = 400
    return answer


def _typed_of(chosen: Application) -> Typed:
    return Typed(**{name: getattr(chosen, name) for name in SPELLING}, number=chosen.federation_number)


def _application(desk: EventAccess, number: int) -> Application:
    matches = desk.event.applications.select_related("entry").filter(number=number)[:1]
    if not matches:
        raise Http404
    matches[0].event = desk.event
    return matches[0]
