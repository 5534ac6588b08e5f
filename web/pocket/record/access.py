"""The person and the applications of the signed-in account."""

from django.http import Http404, HttpRequest

from ranking.links.selectors import person_of
from ranking.pins.models.applications import PinApplication
from ranking.pins.selectors.calculations import applications_of
from tournament.people.models.persons import Person
from web.shared.access import account_of


def linked_person(request: HttpRequest) -> Person:
    person = person_of(account_of(request))
    if person is None:
        raise Http404
    return person


def own_application(request: HttpRequest, pk: int) -> PinApplication:
    application = applications_of(linked_person(request)).filter(pk=pk).first()
    if application is None:
        raise Http404
    return application
