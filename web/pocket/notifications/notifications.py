"""The page on which a player asks for notifications on this phone or a mail a day, and stops them."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from scoring.notifications.models import Digest, PushSubscription
from scoring.notifications.rules import MOST_CHARACTERS
from scoring.notifications.selectors.digests import may_ask, offers_digest
from scoring.notifications.selectors.keys import public_key
from scoring.notifications.selectors.subscriptions import offers_push_in
from scoring.notifications.services.digests import ask_for_digest, stop_digest
from scoring.notifications.services.push import subscribe, unsubscribe
from tournament.registration.models.applications import Application
from web.pocket.notifications.recipients import (
    Recipient,
    forget_subscription,
    own_subscription,
    recipients,
    remember_subscription,
)
from web.pocket.registration.application import opened_key
from web.shared.forms.writing import show, write
from web.shared.requests.rate_limit import Tries
from web.shared.viewer import ViewerContext, viewer_context


class AskForm(forms.Form):
    """What the browser gives for its notifications; static/js/notifications.js fills it."""

    endpoint = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_CHARACTERS)
    browser_key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    secret = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100)


#: The button of the mail a day -> its service, and what is said then.
MAILING = {
    "mail": (ask_for_digest, gettext_lazy("You now get a daily mail.")),
    "no-mail": (stop_digest, gettext_lazy("You no longer get a daily mail.")),
}


@never_cache
def notifications(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the phone is told about whom, and whether a mail a day is sent; begin or stop both."""
    reader = viewer_context(request, slug)
    application = _with_mail(request, reader)
    pushes = offers_push_in(reader.event)
    if not pushes and not offers_digest(reader.event):
        raise Http404
    form, wanted = AskForm(request.POST or None), request.POST.get("do", "")
    people, subscription = recipients(request, reader), own_subscription(request, reader)
    answer = None
    if wanted == "stop":
        answer = _stopped(request, reader, subscription)
    elif application and wanted in MAILING:
        answer = _mailing(request, reader, form, application, wanted)
    elif pushes and form.is_valid():
        asked = next((person for person in people if person.value == wanted), None)
        answer = _subscribed(request, reader, form, asked) if asked else None
    if answer:
        return answer
    context = {"reader": reader, "pushes": pushes, "people": people, "subscription": subscription}
    context |= {"key": public_key() if pushes else "", "application": application}
    context["mailed"] = application is not None and Digest.objects.filter(application=application).exists()
    return show(request, "pocket/notifications/notifications.html", form, **context)


def _with_mail(request: HttpRequest, reader: ViewerContext) -> Application | None:
    """Return the registration that this browser opened, if a mail a day can be sent to it."""
    key = opened_key(request, reader) if offers_digest(reader.event) else None
    return key.application if key and may_ask(key.application) else None


def _mailing(
    request: HttpRequest, reader: ViewerContext, form: AskForm, application: Application, wanted: str
) -> HttpResponse | None:
    """Begin or stop the mail a day; None if the form has an error now."""
    service, sentence = MAILING[wanted]
    if not write(request, form, service, Actor("phone", "", shown=application), application).done:
        return None
    messages.success(request, str(sentence))
    return redirect("pocket:notifications", reader.event.slug)


def _stopped(request: HttpRequest, reader: ViewerContext, subscription: PushSubscription | None) -> HttpResponse:
    if subscription:
        unsubscribe(_phone(reader), reader.event, subscription=subscription.pk)
    messages.success(request, _("This phone gets no more notifications."))
    answer = redirect("pocket:notifications", reader.event.slug)
    forget_subscription(answer, reader)
    return answer


def _subscribed(request: HttpRequest, reader: ViewerContext, form: AskForm, asked: Recipient) -> HttpResponse | None:
    """Subscribe the browser; None if the form has an error now."""
    tries = Tries("notifications", request)
    if tries.used_up:
        form.add_error(None, _("Too many requests came from your network. Please wait a few minutes."))
        return None
    tries.count()
    about = {
        "entry": asked.entry.pk if asked.entry and asked.application is None else None,
        "application": asked.application.pk if asked.application else None,
        "proven": asked.proven,
        "language": get_language() or "en",
    }
    written = write(request, form, subscribe, _phone(reader), reader.event, **about, **form.cleaned_data)
    if not written.done:
        return None
    messages.success(request, _("This phone gets notifications now."))
    answer = redirect("pocket:notifications", reader.event.slug)
    secure = settings.SESSION_COOKIE_SECURE
    remember_subscription(answer, reader, int(written.answer["subscription"]), secure=secure)
    return answer


def _phone(reader: ViewerContext) -> Actor:
    """Return the phone as an actor; what it may ask for is decided by what it showed."""
    return Actor("phone", "", shown=reader.event)
