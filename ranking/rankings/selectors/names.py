"""How the public sees the players of a ranking: by full name, or by initials if they asked not to be shown."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from ranking.levels.selectors.person_records import person_by_id
from ranking.links.selectors import private_persons
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.people.rules import public_name
from tournament.people.selectors import with_merged


@dataclass(frozen=True, slots=True)
class PublicName:
    """A name for the public; ``person`` is the id of the public page, None for initials."""

    name: str
    latin_name: str
    person: int | None

    @property
    def hidden(self) -> bool:
        return self.person is None


class PublicNames:
    """The public names of the persons with these ids; None: of any person, for whole files."""

    def __init__(self, ids: Collection[int] | None) -> None:
        self.hidden = hidden_persons(ids)

    def of(self, person: Person) -> PublicName:
        """Return the name of the person, or of the one it was merged into."""
        kept = person.kept
        if person.pk in self.hidden or kept.pk in self.hidden:
            return PublicName(public_name(kept.name, False), "", None)
        return PublicName(kept.name, kept.latin_name, kept.pk)


def named_person(pk: int) -> Person | None:
    """Return the kept person of ``pk``; None if there is none, or if the person asks not to be shown."""
    person = person_by_id(pk)
    return None if person is None or hidden_persons([person.kept.pk]) else person.kept


def hidden_persons(ids: Collection[int] | None = None) -> set[int]:
    """Return who asks not to be shown, of these persons or of all: with the record, or in an event of the record.

    A refusal in one event hides the name in rankings: their lines tell who played there. One of a merged person hides
    the kept one too.
    """
    own = Q() if ids is None else Q(person__in=with_merged(ids))
    refused = Entry.objects.filter(own, event__recorded__isnull=False, name_consent=False, person__isnull=False)
    persons = refused.values_list("person", "person__merged_into")
    return private_persons(ids) | {kept or person for person, kept in persons}
