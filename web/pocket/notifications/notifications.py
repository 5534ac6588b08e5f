"""The page on which a player asks for notifications on this phone, and stops them."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from scoring.notifications.rules import MOST_CHARACTERS
from scoring.notifications.selectors.keys import public_key
from scoring.notifications.selectors.subscriptions import offers_push_in
from scoring.notifications.services import subscribe, unsubscribe
from web.pocket.notifications.recipients import (
    Recipient,
    forget_subscription,
    own_subscription,
    recipients,
    remember_subscription,
)
from web.shared.forms.writing import show, write
from web.shared.requests.rate_limit import Tries
from web.shared.viewer import ViewerContext, viewer_context


class AskForm(forms.Form):
    """What the browser gives for its notifications; static/js/notifications.js fills it."""

    endpoint = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_CHARACTERS)
    browser_key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    secret = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100)


@never_cache
def notifications(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the phone is told about whom; begin or stop it."""
    reader = viewer_context(request, slug)
    if not offers_push_in(reader.event):
        raise Http404
    form = AskForm(request.POST or None)
    people, subscription = recipients(request, reader), own_subscription(request, reader)
    wanted = request.POST.get("do", "")
    if wanted == "stop":
        if subscription:
            unsubscribe(_phone(reader), reader.event, subscription=subscription.pk)
        messages.success(request, _("This phone gets no more notifications."))
        answer = redirect("pocket:notifications", slug)
        forget_subscription(answer, reader)
        return answer
    asked = next((person for person in people if person.value == wanted), None)
    if asked and form.is_valid():
        number = _subscribed(request, reader, form, asked)
        if number:
            messages.success(request, _("This phone gets notifications now."))
            answer = redirect("pocket:notifications", slug)
            remember_subscription(answer, reader, number, secure=settings.SESSION_COOKIE_SECURE)
            return answer
    context = {"reader": reader, "people": people, "subscription": subscription, "key": public_key()}
    return show(request, "pocket/notifications/notifications.html", form, **context)


def _subscribed(request: HttpRequest, reader: ViewerContext, form: AskForm, asked: Recipient) -> int | None:
    """Subscribe the browser and return the id of its subscription; None if the form has an error now."""
    tries = Tries("notifications", request)
    if tries.used_up:
        form.add_error(None, _("Too many phones asked from your network. Please wait a few minutes."))
        return None
    tries.count()
    of_application = asked.application is not None
    about = {
        "entry": asked.entry.pk if asked.entry and not of_application else None,
        "application": asked.application.pk if asked.application else None,
        "proven": asked.proven,
        "language": get_language() or "en",
    }
    written = write(request, form, subscribe, _phone(reader), reader.event, **about, **form.cleaned_data)
    return int(written.answer["subscription"]) if written.done else None


def _phone(reader: ViewerContext) -> Actor:
    """Return the phone as an actor; what it may ask for is decided by what it showed."""
    return Actor("phone", "", shown=reader.event)
