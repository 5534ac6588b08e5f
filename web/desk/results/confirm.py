"""Confirming all sheets of a session that are signed and contradict nothing."""

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
    """Show how the sheets of the session stand, and confirm those that can be."""
    desk = event_desk(request, slug)
    found = desk.session(session)
    form = forms.Form(request.POST if request.method == "POST" else None)
    if answer := write(request, form, confirm_session, desk.actor, found):
        count = {"count": len(answer["confirmed"])}
        words = ngettext("%(count)d sheet is confirmed.", "%(count)d sheets are confirmed.", count["count"]) % count
        messages.success(request, words if count["count"] else _("There was nothing to confirm."))
        return redirect("desk:confirm-session", slug, session)
    return show(
        request, "desk/results/confirm.html", form, desk=desk, session=found, tables=to_confirm(found),
        may_confirm=desk.may(confirm_session, desk.event.head),
    )  # fmt: skip
