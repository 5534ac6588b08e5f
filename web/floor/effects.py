"""Show what an action changes on sheets, in results and in ranks before it is written."""

from typing import Any

from django import forms
from django.http import HttpRequest

from common.actions.engine import Service, dry_run
from common.actions.errors import Refused
from common.actions.permissions import Actor
from scoring.sheets.selectors.facts.effects import SheetEffect, SheetPicture, kept_results, sheet_effects, sheet_picture
from scoring.standings.selectors.effects import Effect, Picture, effects, picture
from tournament.events.models.events import Event
from web.shared.forms.writing import NOT_DONE, write

#: Key of the request that confirms the effect shown before.
SURE = "sure"


class Trial:
    """Show the effect of a form first, and write the form once the effect was confirmed.

    ``written``: the result of the action, once confirmed. ``shown``: the results and ranks that would change (None:
    nothing was tried). ``sheets``: the changes on the sheets. ``kept``: the reasons why results may stay as they are
    meanwhile.
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
        **payload: Any,
    ) -> None:
        self.written = NOT_DONE
        self.shown: list[Effect] | None = None
        self.sheets: list[SheetEffect] = []
        self.kept: set[str] = set()
        if request.method != "POST" or not form.is_valid():
            return
        if SURE in request.POST:
            self.written = write(request, form, service, actor, subject, **payload)
            return

        def look() -> tuple[Picture, SheetPicture]:
            return picture(event, session), sheet_picture(event, session)

        results, sheets = look()
        try:
            reason = form.cleaned_data.get("reason", "")
            new_results, new_sheets = dry_run(service, actor, subject, look, reason=reason, **payload)
        except Refused as refused:
            form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
            return
        self.shown, self.sheets = effects(results, new_results), sheet_effects(sheets, new_sheets)
        self.kept = kept_results(event, session, self.sheets)
