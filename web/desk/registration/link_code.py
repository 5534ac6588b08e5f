"""The page that makes a code for linking a player's account to a registration; the code is shown once."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse

from ranking.links.rules import new_code, spaced
from ranking.links.selectors import codes_for
from ranking.links.services.codes import issue_entry_code
from tournament.registration.selectors.entries import registered
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


@signed_in
def link_code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the code; only this response shows it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    entry = registered(desk.event).filter(number=number).first()
    if entry is None:
        raise Http404
    form = forms.Form(request.POST if request.method == "POST" else None)
    code = new_code() if form.is_bound else ""
    done = write(request, form, issue_entry_code, desk.actor, desk.event, entry=entry, code=code).done
    context = {"code": spaced(code) if done else "", "codes": codes_for(entry.person.kept)}
    return show(request, "desk/registration/link_code.html", form, desk=desk, entry=entry, **context)
