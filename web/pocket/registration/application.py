"""A registrant's page: the state of the registration, correcting and withdrawing it.

The URL with the token only redirects, so that no log and no page's address holds the token; the browser's session
keeps its hash.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from common.states import for_each
from scoring.notifications.selectors.digests import may_ask, offers_digest
from scoring.notifications.selectors.subscriptions import offers_push_in
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application, ApplicationKey
from tournament.registration.selectors.applications import key_of, position_of
from tournament.registration.services.applications import confirm_mail, correct_application, withdraw_application
from web.pocket.registration.forms import CorrectForm
from web.shared.applications import TONES, answer_rows
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import get_only, post_only
from web.shared.requests.rate_limit import WINDOW, Tries
from web.shared.viewer import ViewerContext, viewer_context

State = Application.State
#: State -> its explanation for the player.
MEANS = for_each(
    State,
    {
        State.UNCONFIRMED: gettext_lazy(
            "A mail was sent to the address you gave. Open the link in it and confirm: only then does"
            " the registration count."
        ),
        State.SUBMITTED: gettext_lazy("The organizer is checking it. You will see the answer here."),
        State.ASKED: gettext_lazy("The organizer has a question. Please answer it."),
        State.WAITING: gettext_lazy(
            "All places are taken. If a place becomes free, it goes to the first player on the waiting list."
        ),
        State.APPROVED: gettext_lazy(
            "Your registration is approved. If you cannot come after all, please tell the organizer."
        ),
        State.DECLINED: gettext_lazy("The organizer declined the registration."),
        State.WITHDRAWN: gettext_lazy("You withdrew the registration. Your contact and other private data is deleted."),
    },
)


def remember_application(request: HttpRequest, event: Event, digest: str) -> None:
    """Keep the hash of the token in the session, so that this browser opens the application."""
    request.session[_kept_at(event)] = digest


def _kept_at(event: Event) -> str:
    """Return the key in the session for the token's hash."""
    return f"application:{event.slug}"


def status_context(application: Application) -> dict[str, Any]:
    """Return tone, explanation and position in the waiting list, for the pages of an application."""
    is_waiting = application.state == State.WAITING
    return {
        "tone": TONES[State(application.state)],
        "means": MEANS[State(application.state)],
        "position": position_of(application) if is_waiting else None,
    }


@get_only
@never_cache
def open_by_token(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Keep the hash of a known token and redirect; unknown ones count towards the rate limit."""
    reader = viewer_context(request, slug)
    digest = token_hash(token)
    if key_of(reader.event, digest) is None:
        Tries("application", request).count()
        request.session.pop(_kept_at(reader.event), None)  # nothing new is kept: each session is a row
    else:
        remember_application(request, reader.event, digest)
    return redirect("pocket:my-application", slug)


@get_only
@never_cache
def my_application(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the state of the registration."""
    reader = viewer_context(request, slug)
    key = opened_key(request, reader)
    if key is None:
        return _no_application(request, reader)
    application = key.application
    confirms = key.mailed and application.mail_confirmed_at is None and application.state in Application.OPEN
    context = {
        "reader": reader,
        "application": application,
        "rows": answer_rows(application),
        "open": application.state in Application.OPEN,
        "confirms": confirms,
        "entry": application.entry,
        "notifies": _notifies(application),
    }
    return render(request, "pocket/registration/application.html", context | status_context(application))


def _notifies(application: Application) -> bool:
    """Return whether the registrant can ask for notifications or a mail a day."""
    pushes = offers_push_in(application.event) and application.state not in (State.UNCONFIRMED, State.WITHDRAWN)
    return pushes or (offers_digest(application.event) and may_ask(application))


@never_cache
@post_only
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm the mail address; only the token sent by mail allows it."""
    reader = viewer_context(request, slug)
    key = opened_key(request, reader)
    if key is None:
        return _no_application(request, reader)
    if not key.mailed:
        raise PermissionDenied
    form = forms.Form(request.POST)
    if write(request, form, confirm_mail, _bearer(key), key.application).done:
        messages.success(request, _("Thank you: your mail address is confirmed."))
    _add_error_messages(request, form)
    return redirect("pocket:my-application", slug)


@never_cache
def correct(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the answers before the organizer approves."""
    reader = viewer_context(request, slug)
    key = opened_key(request, reader)
    if key is None:
        return _no_application(request, reader)
    application = key.application
    if application.state not in Application.OPEN:
        return redirect("pocket:my-application", slug)
    data = request.POST if request.method == "POST" else None
    form = CorrectForm(application.event, data, application=application)
    payload = form.payload() if form.is_bound and form.is_valid() else {}
    if write(request, form, correct_application, _bearer(key), application, **payload).done:
        messages.success(request, _("Your registration is changed."))
        return redirect("pocket:my-application", slug)
    teams = reader.event.teams.values_list("name", flat=True)
    return show(
        request,
        "pocket/registration/application_correct.html",
        form,
        reader=reader,
        application=application,
        teams=teams,
    )


@never_cache
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for confirmation, then withdraw the registration."""
    reader = viewer_context(request, slug)
    key = opened_key(request, reader)
    if key is None:
        return _no_application(request, reader)
    form = forms.Form(request.POST if request.method == "POST" else None)
    if write(request, form, withdraw_application, _bearer(key), key.application).done:
        messages.success(request, _("Your registration is withdrawn."))
        return redirect("pocket:my-application", slug)
    _add_error_messages(request, form)
    if form.errors or key.application.state not in Application.OPEN:
        return redirect("pocket:my-application", slug)
    context = {"reader": reader, "application": key.application}
    return show(request, "pocket/registration/application_withdraw.html", form, **context)


def opened_key(request: HttpRequest, reader: ViewerContext) -> ApplicationKey | None:
    """Return the key that this browser opened in this event; None without one."""
    mark = request.session.get(_kept_at(reader.event), "")
    return key_of(reader.event, mark) if mark else None


def _bearer(key: ApplicationKey) -> Actor:
    ref = f"application:{key.application.event_id}.{key.application.number}"
    return Actor(ref=ref, name="", shown=key.application)


def _no_application(request: HttpRequest, reader: ViewerContext) -> HttpResponse:
    must_wait = Tries("application", request).used_up
    context = {"reader": reader, "wait": WINDOW // 60 if must_wait else 0}
    return render(request, "pocket/registration/application_none.html", context, status=429 if must_wait else 404)


def _add_error_messages(request: HttpRequest, form: forms.Form) -> None:
    add_error_messages(request, form)
