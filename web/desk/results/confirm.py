"""The page that confirms all signed sheets of a session that add up."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sheets.selectors.checking.confirming import to_confirm
from scoring.sheets.services.checking.confirming import confirm_session
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


@signed_in
def confirm(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the states of the session's sheets, and confirm all that can be confirmed."""
    desk = event_desk(request, slug)
    chosen = desk.session(session)
    form = forms.Form(request.POST if request.method == "POST" else None)
    written = write(request, form, confirm_session, desk.actor, chosen)
    if written.done:
        count = len(written.answer["confirmed"])
        words = ngettext("%(count)d sheet is confirmed.", "%(count)d sheets are confirmed.", count) % {"count": count}
        messages.success(request, words if count else _("There was nothing to confirm."))
        return redirect("desk:confirm-session", slug, session)
    return show(
        request, "desk/results/confirm.html", form, desk=desk, session=chosen, tables=to_confirm(chosen),
        may_confirm=desk.may(confirm_session, desk.event.ledger),
    )  # fmt: skip
