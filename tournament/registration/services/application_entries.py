"""From an application to an entry: with its person, its team, its private data."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import Call
from common.actions.errors import Refused
from tournament.events.models.entries import Entry, Team
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.registration.models.applications import Application, ApplicationData
from tournament.registration.rules.cells import key
from tournament.registration.selectors.applications import doubts_of
from tournament.registration.services.entries import (
    NAMES,
    check_entry,
    check_texts,
    keep_private,
    next_number,
    person_for,
    write_person,
)
from tournament.registration.services.units import make_team

#: What the person's private data takes over, by the names of both.
TAKEN_OVER = {"contact": "mail", "document": "document", "birth_date": "birth_date"}


def is_doubtful(call: Call, application: Application) -> bool:
    """Whether somebody has to look before the application may be approved by itself.

    The federation number is one that is known, or the same person applied before. Equal names alone are no doubt:
    whoever registers must not learn from the answer who is registered.
    """
    doubts = doubts_of(application.event, [application])[application.pk]
    return bool(doubts.holder or doubts.others)


def enter(call: Call, application: Application, *, person: Person | None = None, team: str | None = None) -> Entry:
    """Make the application's entry, and the application approved, which the caller saves.

    ``person`` is a known one; without it the one with this federation number, or a new one. ``team`` is the name of the
    team instead of the one wished for (empty: none); a team of that name is made where there is none. The mail address,
    document and date of birth are then the person's. Raises Refused if the person is in the event.
    """
    event = application.event
    lock_people(call)
    names = {column: getattr(application, column) for column in NAMES}
    consents = {"name_consent": application.name_consent, "photo_consent": application.photo_consent}
    entry = Entry(event=event, number=next_number(call, event), **names, **consents)
    check_texts(call, entry, application.federation_number)
    entry.team = _team(call, application, application.team if team is None else team)
    if person is None:
        entry.person = person_for(call, event, entry, application.federation_number)
    else:
        entry.person = _chosen(application, person)
        write_person(call, entry, application.federation_number or entry.person.federation_number or "")
    check_entry(call, entry)
    entry.save()
    _take_over(call, application, entry)
    application.entry, application.state, application.ended_at = entry, Application.State.APPROVED, timezone.now()
    return entry


def _chosen(application: Application, person: Person) -> Person:
    """The person as it stands now, if it is not in the event yet."""
    kept = Person.objects.select_related("merged_into").get(pk=person.pk).kept
    for entry in application.event.entries.select_related("person__merged_into"):
        if entry.person.kept == kept:
            facts = {"name": entry.name, "number": entry.number}
            raise Refused(_("%(name)s is registered with the number %(number)d already.") % facts, where="person")
    return kept


def _team(call: Call, application: Application, name: str) -> Team | None:
    """The event's team called so, however it is spelled, or a new one; None for an empty name."""
    if not key(name):
        return None
    known = {key(team.name): team for team in application.event.teams.all()}
    return known.get(key(name)) or make_team(call, application.event, name=name)


def _take_over(call: Call, application: Application, entry: Entry) -> None:
    """Give the person what the application holds; what is needed no more for mails and the guardian goes from there."""
    private = ApplicationData.objects.filter(application=application).first()
    if private is None:
        return
    given = {name: getattr(private, other) for name, other in TAKEN_OVER.items()}
    keep_private(call, application.event, entry.person.kept, {name: value for name, value in given.items() if value})
    private.document = private.birth_date = ""
    private.save(update_fields=["document", "birth_date"])
