"""Keep who has official results, and the newest event of each."""

from collections.abc import Iterable, Sequence
from datetime import date

from common.actions.engine import ActionContext
from ranking.record.models.persons import RecordedPerson
from ranking.record.models.records import OfficialResult
from tournament.people.models.persons import Person


def note_results(_context: ActionContext, persons: Sequence[int]) -> None:
    """Write the rows of persons whose results were written, deleted or reassigned, or who were merged or separated.

    Two actions may write results of one person at once: the later one waits, and reads what the earlier one wrote.
    """
    touched = hold_persons(persons)
    RecordedPerson.objects.filter(person__in=touched).delete()
    kept = Person.objects.filter(pk__in=touched, merged_into=None).values_list("pk", flat=True)
    RecordedPerson.objects.bulk_create(newest_of(kept), batch_size=1_000)


def hold_persons(persons: Sequence[int]) -> set[int]:
    """Lock persons, and those whom they were merged into, until the action ends; return the ids of all.

    Lock them before a recorded event is deleted: another action that is storing this event as a person's newest one
    would wait for the deletion, and the deletion for that person.
    """
    kept_ids = Person.objects.filter(pk__in=persons, merged_into__isnull=False).values_list("merged_into", flat=True)
    touched = {*persons, *filter(None, kept_ids)}
    list(Person.objects.filter(pk__in=touched).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    return touched


def newest_of(kept: Iterable[int]) -> list[RecordedPerson]:
    """Return the rows of those of the persons who have results, as they are to be written."""
    person_of = {pk: pk for pk in kept}
    merged = Person.objects.filter(merged_into__in=person_of).values_list("pk", "merged_into")
    person_of |= {pk: into for pk, into in merged if into is not None}
    results = OfficialResult.objects.filter(person__in=person_of)
    newest: dict[int, tuple[date, int]] = {}
    for person, event, day in results.values_list("person", "recorded", "recorded__starts"):
        dated_event = (day or date.min, event)
        newest[person_of[person]] = max(newest.get(person_of[person], dated_event), dated_event)
    return [
        RecordedPerson(person_id=person, last_event_id=event, last_day=None if day == date.min else day)
        for person, (day, event) in newest.items()
    ]
