"""The public page on which players register themselves."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from tournament.access.rules import token_hash
from tournament.registration.models.applications import Application
from tournament.registration.rules.applying import Window
from tournament.registration.selectors.applications import oath_digest, oath_of, opening_of, sends_mail, vacancies_of
from tournament.registration.services.applications import submit_application
from web.pocket.registration.application import opened_key, remember_application, status_context
from web.pocket.registration.forms import RegisterForm
from web.shared.forms.writing import show, write
from web.shared.requests.rate_limit import Tries
from web.shared.viewer import ViewerContext, viewer_context


@never_cache
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form while registration is open, write it, and show the registrant's personal URL once."""
    reader = viewer_context(request, slug)
    opening = opening_of(reader.event)
    if opening.state != Window.OPEN:
        return render(request, "pocket/registration/register_closed.html", {"reader": reader, "opening": opening})
    language = get_language() or settings.LANGUAGE_CODE
    oath = oath_of(reader.event, language)
    form = RegisterForm(reader.event, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        attempts = Tries("registrations", request)
        if attempts.used_up:
            form.add_error(None, _("Too many forms came from your network. Please send it again in a few minutes."))
        attempts.count()
    payload = form.payload() if form.is_bound and form.is_valid() else {}
    token = form.cleaned_data["token"] if payload else ""
    # The open page shows the event, which is the right to register; no device is logged for registrants.
    registrant = Actor(ref="registrant", name="", shown=reader.event)
    written = write(
        request, form, submit_application, registrant, reader.event,
        token=token, language=language, address=request.build_absolute_uri("/")[:-1],
        oath=request.POST.get("oath_text", ""), **payload,
    )  # fmt: skip
    if written.done:
        return _registered(request, reader, written.answer["application"], token)
    context = {
        "reader": reader,
        "opening": opening,
        "vacancies": vacancies_of(reader.event),
        "oath_text": oath,
        "oath_digest": oath_digest(oath),
        "mails": sends_mail(),
        "has_one": opened_key(request, reader) is not None,
        "teams": reader.event.teams.values_list("name", flat=True),
    }
    return show(request, "pocket/registration/register.html", form, **context)


def _registered(request: HttpRequest, reader: ViewerContext, number: int, token: str) -> HttpResponse:
    """Show the state of the registration and its personal URL; the token is shown only now."""
    remember_application(request, reader.event, token_hash(token))
    application = Application.objects.select_related("event").get(event=reader.event, number=number)
    address = request.build_absolute_uri(reverse("pocket:application", args=[reader.event.slug, token]))
    context = {"reader": reader, "application": application, "address": address}
    return render(request, "pocket/registration/register_done.html", context | status_context(application))
