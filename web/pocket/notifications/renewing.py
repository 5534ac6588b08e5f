"""A push service gave a browser another address: the worker of the browser names both."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from common.actions.errors import Refused
from common.actions.permissions import Actor
from scoring.notifications.rules import MOST_CHARACTERS
from scoring.notifications.selectors.subscriptions import subscriptions_at
from scoring.notifications.services.push import renew
from web.shared.requests.methods import post_only
from web.shared.requests.rate_limit import Tries


class RenewalForm(forms.Form):
    """The former address with its secret, and the new one; static/js/offline_worker.js sends it."""

    former = forms.CharField(max_length=MOST_CHARACTERS)
    former_secret = forms.CharField(max_length=100)
    endpoint = forms.CharField(max_length=MOST_CHARACTERS)
    browser_key = forms.CharField(max_length=200)
    secret = forms.CharField(max_length=100)


@csrf_exempt  # a worker has no form with a token; the former secret, which only the browser knows, stands for it
@post_only
@never_cache
def renewed(request: HttpRequest) -> HttpResponse:
    """Move what the browser asked for to its new address. The answer does not say whether the former one is known."""
    tries = Tries("notifications", request)
    if tries.used_up:
        return HttpResponse(status=429)
    tries.count()
    form = RenewalForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    given = dict(form.cleaned_data)
    try:
        for subscription in subscriptions_at(given.pop("former"), given.pop("former_secret")):
            event = subscription.event
            renew(Actor("phone", "", shown=event), event, subscription=subscription.pk, **given)
    except Refused:
        return HttpResponse(status=400)
    return HttpResponse(status=204)
