"""Turn an application into an entry with its person, team and private data."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext
from common.actions.errors import Refused
from tournament.events.models.entries import Entry, Team
from tournament.people.models.persons import Person
from tournament.people.services.persons import lock_person
from tournament.registration.models.applications import Application, ApplicationData
from tournament.registration.rules.cells import key
from tournament.registration.selectors.doubts import doubts_of
from tournament.registration.services.checks import NAMES, check_entry, check_texts
from tournament.registration.services.entries import keep_private, next_number
from tournament.registration.services.persons import person_for, write_person
from tournament.registration.services.units import make_team

#: Fields of the person's private data -> fields of the application's private data.
TAKEN_OVER = {"contact": "mail", "document": "document", "birth_date": "birth_date"}


def is_doubtful(application: Application) -> bool:
    """Return whether a person must check the application before automatic approval.

    It is doubtful if the federation number is known or the same person applied before. Equal names alone raise no
    doubt: the answer must not reveal to an applicant whether a person of that name is registered.
    """
    doubts = doubts_of(application.event, [application])[application.pk]
    return bool(doubts.holder or doubts.similar_applications)


def register_applicant(
    context: ActionContext, application: Application, *, person: Person | None = None, team: str | None = None
) -> Entry:
    """Create the application's entry and mark the application approved; the caller saves the application.

    ``person`` is a known one; without it, the person with this federation number or a new one. ``team`` is the name of
    the team in place of the requested one (empty: none); a missing team is created. Mail address, document and date of
    birth are copied to the person. Raises Refused if the person is in the event.
    """
    event = application.event
    names = {column: getattr(application, column) for column in NAMES}
    consents = {"name_consent": application.name_consent, "photo_consent": application.photo_consent}
    entry = Entry(event=event, number=next_number(event), **names, **consents)
    check_texts(entry, application.federation_number)
    entry.team = _team_named(context, application, application.team if team is None else team)
    if person is None:
        entry.person = person_for(context, event, entry, application.federation_number)
    else:
        entry.person = _chosen_person(context, application, person)
        write_person(context, entry, application.federation_number or entry.person.federation_number or "")
    check_entry(entry)
    entry.save()
    _copy_private_data(context, application, entry)
    application.entry, application.state, application.ended_at = entry, Application.State.APPROVED, timezone.now()
    return entry


def _chosen_person(context: ActionContext, application: Application, person: Person) -> Person:
    """Return the current person, after merges. Raises Refused if the person is in the event."""
    kept = lock_person(context, Person.objects.select_related("merged_into").get(pk=person.pk))
    for entry in application.event.entries.select_related("person__merged_into"):
        if entry.person.kept == kept:
            figures = {"name": entry.name, "number": entry.number}
            raise Refused(_("%(name)s is already registered with the number %(number)d.") % figures, where="person")
    return kept


def _team_named(context: ActionContext, application: Application, name: str) -> Team | None:
    """Return the event's team of this name, in any spelling, or a new one; None for an empty name."""
    if not key(name):
        return None
    known = {key(team.name): team for team in application.event.teams.all()}
    return known.get(key(name)) or make_team(context, application.event, name=name)


def _copy_private_data(context: ActionContext, application: Application, entry: Entry) -> None:
    """Copy the application's private data to the person, and delete what mails and the guardian do not need."""
    private = ApplicationData.objects.filter(application=application).first()
    if private is None:
        return
    copied = {name: getattr(private, other) for name, other in TAKEN_OVER.items()}
    keep_private(
        context, application.event, entry.person.kept, {name: value for name, value in copied.items() if value}
    )
    private.document = private.birth_date = ""
    private.save(update_fields=["document", "birth_date"])
