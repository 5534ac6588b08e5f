"""Showing what an action does to results and ranks before it is done."""

from typing import Any

from django import forms
from django.http import HttpRequest

from common.actions import Service, tried
from common.errors import Refused
from common.permissions import Actor
from places.desk.writing import write
from scoring.selectors.effects import Effect, effects, picture
from tournament.models import Event

#: What a form sends once its effect was seen.
SURE = "sure"


class Trial:
    """A form whose effect is shown first, and which is written once it was seen.

    ``done``: the action's answer after that; ``shown``: what it would change (None: nothing was tried).
    """

    def __init__(
        self,
        request: HttpRequest,
        form: forms.Form,
        service: Service,
        actor: Actor,
        subject: Any,
        *,
        event: Event,
        session: int,
        **facts: Any,
    ) -> None:
        self.done: dict[str, Any] | None = None
        self.shown: list[Effect] | None = None
        if request.method != "POST" or not form.is_valid():
            return
        if SURE in request.POST:
            self.done = write(request, form, service, actor, subject, **facts)
            return
        before = picture(event, session)
        try:
            reason = form.cleaned_data.get("reason", "")
            after = tried(service, actor, subject, lambda: picture(event, session), reason=reason, **facts)
        except Refused as refused:
            form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
            return
        self.shown = effects(before, after)
