"""Compare the names of persons with those of all others, and store which are alike.

Two steps, each with a transaction of its own. The first stores the keys of a person, the second looks for others with
these keys. So of two persons who are written at once, the one that is compared later finds the other.
"""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from tournament.people.models.persons import Comparison, Person
from tournament.registration.models.similar import NameKey, SimilarPair
from tournament.registration.rules.duplicates import pairs, strength_of
from tournament.registration.selectors.similar import keys_of, names_of, persons_with_keys, waiting_persons

#: Persons in one transaction; a change of one of them waits for its end.
BATCH = 500


@action("persons.key", summary=_("Store the search keys of names"), roles=[], subject="none")
def store_keys(_context: ActionContext, _subject: None) -> Done:
    """Store the keys of persons that are new or changed; the answer has their number."""
    persons = list(_locked(waiting_persons().filter(comparison=Comparison.WAITING)))
    NameKey.objects.filter(person__in=persons).delete()
    rows = [NameKey(key=key, person=person) for person in persons for key in keys_of(names_of(person))]
    NameKey.objects.bulk_create(rows, batch_size=5_000)
    return _advanced(persons, Comparison.KEYED)


@action("persons.compare", summary=_("Find persons with similar names"), roles=[], subject="none")
def compare_persons(_context: ActionContext, _subject: None) -> Done:
    """Store the pairs of persons whose keys were stored since; the answer has the number of compared persons."""
    persons = list(_locked(waiting_persons().filter(comparison=Comparison.KEYED)))
    searched = [names_of(person) for person in persons]
    others = {pk: names_of(person) for pk, person in persons_with_keys(searched).items()}
    SimilarPair.objects.filter(Q(first__in=persons) | Q(second__in=persons)).delete()
    rows = [
        SimilarPair(
            first_id=pair.first,
            second_id=pair.second,
            strength=strength_of(pair.evidence),
            first_country=others[pair.first].country,
            second_country=others[pair.second].country,
        )
        for pair in pairs(searched, list(others.values()))
    ]
    SimilarPair.objects.bulk_create(rows, batch_size=5_000, ignore_conflicts=True)
    return _advanced(persons, Comparison.COMPARED)


def _locked(persons: QuerySet[Person]) -> QuerySet[Person]:
    """Lock the first of ``persons``, without those that another process works on."""
    return persons.select_for_update(skip_locked=True)[:BATCH]


def _advanced(persons: list[Person], step: Comparison) -> Done:
    Person.objects.filter(pk__in=[person.pk for person in persons]).update(comparison=step)
    # Nothing that anybody typed or decided changes, so there is no audit entry.
    return Done({"persons": len(persons)}, "persons", changed=False)
