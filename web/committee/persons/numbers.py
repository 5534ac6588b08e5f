"""The numbers that federations gave to a person of the record."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from ranking.record.services.persons import set_numbers
from web.committee.access import body_desk
from web.committee.persons.persons import person_of_body
from web.shared.access import signed_in
from web.shared.forms.numbers import NumbersForm
from web.shared.forms.writing import show, write


@signed_in
def numbers(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change the numbers of a person of the body."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    person = person_of_body(desk.body, pk)
    form = NumbersForm(person, request.POST if request.method == "POST" else None)
    if write(request, form, set_numbers, desk.actor, desk.body, person=person, **form.payload()).done:
        messages.success(request, _("%(name)s is changed.") % {"name": person.name})
        return redirect("committee:person", slug, person.pk)
    return show(request, "committee/persons/numbers.html", form, desk=desk, person=person)
