"""The account's page of its person: the record, the pins, and the link between account and person."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.permissions import system_actor
from common.jobs import start
from ranking.bodies.selectors.roles import bodies_of
from ranking.levels.selectors.person_records import record_of
from ranking.links.selectors import is_public, person_of, requests_of
from ranking.links.services.codes import ask_code, link_account, unlink_account
from ranking.links.services.own_record import show_record
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.rules.applications import OPEN
from ranking.pins.selectors.applications import certificates_of
from ranking.pins.selectors.calculations import Offer, applications_of, offers
from tournament.access.selectors.roles import actor_of
from tournament.registration.selectors.applications import sends_mail
from web.pocket.plots.climbs import climb_of
from web.shared.access import account_of
from web.shared.forms.kept import login_required
from web.shared.forms.writing import key_of, show, write
from web.shared.record.labels import pin_name
from web.shared.record.pin_labels import tone_of
from web.shared.record.rows import ladder, record_context
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only, post_only

#: The committee waits for an answer.
ASKED = PinApplication.State.ASKED


class CodeForm(forms.Form):
    """A code from an official, or from a mail."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("Ten letters and digits; spaces and lowercase letters make no difference."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )


class MailForm(forms.Form):
    """The confirmed mail address of a registration."""

    mail = forms.EmailField(label=gettext_lazy("Mail address"), max_length=200)


@get_only
@login_required
@never_cache
def me(request: HttpRequest) -> HttpResponse:
    """Show my record and my pins; without a linked person, show how to link one."""
    person = person_of(account_of(request))
    if person is None:
        return _unlinked_page(request, CodeForm(), MailForm())
    record = record_of(person, public=False)
    applications = applications_of(person)
    certificates = list(certificates_of(person, public=False))
    context = {
        **record_context(record),
        "certificates": [(row, _pin(row)) for row in certificates],
        "asked": [(row, _pin(row)) for row in applications if row.status == ASKED],
        "waiting": [
            (row, _pin(row), tone_of(row)) for row in applications if row.status in OPEN and row.status != ASKED
        ],
        "offers": [_pin(offer) for offer in offers(person)][:1],
        "ladder": ladder(record.evaluation, certificates),
        "climb": climb_of(record),
        "person": person,
        "papers": True,
        "public": is_public(person),
        "requests": requests_of(person),
        "bodies": bodies_of(account_of(request)),
    }
    return render(request, "pocket/record/me.html", context)


def _pin(row: Certificate | PinApplication | Offer) -> str:
    return pin_name(row.level, web=row.kind == "web")


@login_required
@never_cache
def link(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, link_account, actor_of(request.user, device_of(request)), request.user, **values).done:
        messages.success(request, _("Your account is linked to your results."))
        return redirect("record:me")
    return _unlinked_page(request, form, MailForm())


@login_required
@never_cache
def ask_by_mail(request: HttpRequest) -> HttpResponse:
    """Mail a code to a confirmed address; the answer is the same if no registration has it."""
    form = MailForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, ask_code, actor_of(request.user, device_of(request)), request.user, **values)
    if not written.done:
        return _unlinked_page(request, CodeForm(), form)
    if written.answer["code"] and sends_mail():
        start(system_actor("Mail"), "record.mail_code", parameters={"kept": written.answer["code"]})
    messages.success(request, _("If a registration was confirmed with this address, a code is on its way to it."))
    return redirect("record:me")


def _unlinked_page(request: HttpRequest, form: CodeForm, mail_form: MailForm) -> HttpResponse:
    if person_of(account_of(request)):
        return redirect("record:me")
    context = {"mail_form": mail_form if sends_mail() else None, "bodies": bodies_of(account_of(request))}
    response = show(request, "pocket/record/me_unlinked.html", form, **context)
    if mail_form.errors:
        response.status_code = 400
    return response


@login_required
@post_only
def unlink(request: HttpRequest) -> HttpResponse:
    unlink_account(actor_of(request.user, device_of(request)), request.user, key=key_of(request))
    messages.success(request, _("Your account is no longer linked to a person."))
    return redirect("record:me")


@login_required
@post_only
def shown(request: HttpRequest) -> HttpResponse:
    """Set whether everybody may see the record."""
    public = request.POST.get("public") == "yes"
    write(
        request,
        forms.Form(request.POST),
        show_record,
        actor_of(request.user, device_of(request)),
        request.user,
        public=public,
    )
    return redirect("record:me")
