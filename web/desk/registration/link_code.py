"""A code with which a player links an account to the own results; it is shown once."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse

from ranking.links.rules import new_code, spaced
from ranking.links.selectors import codes_for
from ranking.links.services import issue_entry_code
from tournament.registration.selectors.entries import registered
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


@signed_in
def link_code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the code; the page that answers is the only one that says it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    entry = registered(desk.event).filter(number=number).first()
    if entry is None:
        raise Http404
    form = forms.Form(request.POST if request.method == "POST" else None)
    code = new_code() if form.is_bound else ""
    issued = write(request, form, issue_entry_code, desk.actor, desk.event, entry=entry, code=code) if code else None
    context = {"code": spaced(code) if issued else "", "codes": codes_for(entry.person.kept)}
    return show(request, "desk/registration/link_code.html", form, desk=desk, entry=entry, **context)
