"""The numbers that federations gave to a player."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.registration.selectors.entries import registered
from tournament.registration.services.numbers import set_entry_numbers
from web.desk.registration.access import organizers_desk
from web.shared.access import signed_in
from web.shared.forms.numbers import NumbersForm
from web.shared.forms.writing import show, write


@signed_in
def numbers(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the numbers of an entry's person."""
    desk = organizers_desk(request, slug)
    entry = registered(desk.event).filter(number=number).first()
    if entry is None:
        raise Http404
    form = NumbersForm(entry.person.kept, request.POST if request.method == "POST" else None)
    if write(request, form, set_entry_numbers, desk.actor, desk.event, entry=entry, **form.payload()).done:
        messages.success(request, _("%(name)s is changed.") % {"name": entry.name})
        return redirect("desk:entry", slug, number)
    return show(request, "desk/registration/numbers.html", form, desk=desk, entry=entry)
