"""The public page on which players register themselves."""

import segno
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
from tournament.registration.selectors.applications import oath_digest, oath_of, opening_of, places_of, sends_mail
from tournament.registration.services.applications import submit_application
from web.live.reading import Reading, reading
from web.pocket.registration.application import keep, opened_key, status_words
from web.pocket.registration.forms import RegisterForm
from web.shared.forms.writing import show, write
from web.shared.requests.rate_limit import Tries


@never_cache
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form while registration is open, take it in, and show the registrant's own address once."""
    reader = reading(request, slug)
    opening = opening_of(reader.event)
    if opening.state != Window.OPEN:
        return render(request, "pocket/registration/register_closed.html", {"reader": reader, "opening": opening})
    language = get_language() or settings.LANGUAGE_CODE
    oath = oath_of(reader.event, language)
    form = RegisterForm(reader.event, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        sent = Tries("registrations", request)
        if sent.used_up:
            form.add_error(None, _("Very many forms came from your network. Please send it again in some minutes."))
        sent.count()
    facts = form.facts() if form.is_bound and form.is_valid() else {}
    token = form.cleaned_data["token"] if facts else ""
    # Whoever has the page open shows the event; nothing of the device is kept of people who only ask.
    registrant = Actor(ref="registrant", name="", shown=reader.event)
    answer = write(
        request, form, submit_application, registrant, reader.event,
        token=token, language=language, address=request.build_absolute_uri("/")[:-1],
        oath=request.POST.get("oath_text", ""), **facts,
    )  # fmt: skip
    if answer:
        return _registered(request, reader, answer["application"], token)
    context = {
        "reader": reader,
        "opening": opening,
        "places": places_of(reader.event),
        "oath_text": oath,
        "oath_digest": oath_digest(oath),
        "mails": sends_mail(),
        "has_one": opened_key(request, reader) is not None,
        "teams": reader.event.teams.values_list("name", flat=True),
    }
    return show(request, "pocket/registration/register.html", form, **context)


def _registered(request: HttpRequest, reader: Reading, number: int, token: str) -> HttpResponse:
    """Where the registration stands, and the address that opens it; the token is shown only now."""
    keep(request, reader.event, token_hash(token))
    application = Application.objects.select_related("event").get(event=reader.event, number=number)
    address = request.build_absolute_uri(reverse("pocket:application", args=[reader.event.slug, token]))
    code = segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4)
    context = {"reader": reader, "application": application, "address": address, "code": code}
    return render(request, "pocket/registration/register_done.html", context | status_words(application))
