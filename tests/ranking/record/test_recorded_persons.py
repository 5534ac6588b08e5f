"""Who is in the record, with the newest event: after every write of results, merging, and two writers at once."""

import pytest

from ranking.record.models.persons import RecordedPerson
from ranking.record.models.records import OfficialResult
from ranking.record.services.classes import withdraw_class
from ranking.record.services.persons import join_records, split_records
from ranking.record.services.recorded_persons import newest_of
from ranking.record.services.taken_lists import assign_result
from tests.support.ranking import actor, new_body, new_person, recorded_event, result_of
from tests.support.threads import together
from tournament.people.models.persons import Person

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def kept_rows() -> dict[int, tuple[str, str | None]]:
    rows = RecordedPerson.objects.select_related("last_event")
    return {row.person_id: (row.last_event.name, row.last_day and str(row.last_day)) for row in rows}


def computed() -> dict[int, tuple[str, str | None]]:
    """Return the same, from the results."""
    rows = newest_of(Person.objects.filter(merged_into=None).values_list("pk", flat=True))
    return {row.person_id: (row.last_event.name, row.last_day and str(row.last_day)) for row in rows}


@pytest.fixture
def events():
    body = new_body("world")
    days = {"Old": "2024-01-01", "New": "2025-01-01", "Dateless": None}
    return {name: recorded_event(body, name=name, starts=day) for name, day in days.items()}


def test_the_newest_event_follows_merging_separating_moving_and_withdrawing(events) -> None:
    body = events["Old"].body
    wang, other = new_person("WANG Wei"), new_person("Wei WANG")
    result_of(wang, events["Dateless"])
    assert kept_rows() == {wang.pk: ("Dateless", None)}
    result_of(wang, events["Old"])
    moved = result_of(other, events["New"])
    by_alone = {wang.pk: ("Old", "2024-01-01"), other.pk: ("New", "2025-01-01")}
    assert kept_rows() == by_alone
    join_records(actor(), body, kept=wang, merged=other, reason="the same")
    assert kept_rows() == computed() == {wang.pk: ("New", "2025-01-01")}
    split_records(actor(), body, merged=Person.objects.get(pk=other.pk), reason="not the same")
    assert kept_rows() == computed() == by_alone
    assign_result(actor(), body, result=moved, person=wang, reason="wrong person")
    assert kept_rows() == computed() == {wang.pk: ("New", "2025-01-01")}
    withdraw_class(actor(), body, recorded=events["New"], reason="never played")
    assert kept_rows() == computed() == {wang.pk: ("Old", "2024-01-01")}
    withdraw_class(actor(), body, recorded=events["Old"], reason="never played")
    withdraw_class(actor(), body, recorded=events["Dateless"], reason="never played")
    assert kept_rows() == computed() == {}


@pytest.mark.django_db(transaction=True)
def test_two_events_of_one_person_are_withdrawn_at_once(events) -> None:
    body, second = events["Old"].body, new_body("world")
    person = new_person("WANG Wei")
    for event in events.values():
        result_of(person, event)
    events["New"].body = second
    events["New"].save()
    together(
        lambda: withdraw_class(actor(), body, recorded=events["Old"], reason="never played"),
        lambda: withdraw_class(actor(), second, recorded=events["New"], reason="never played"),
        holding=Person.objects.filter(pk=person.pk),
    )
    assert OfficialResult.objects.count() == 1
    assert kept_rows() == computed() == {person.pk: ("Dateless", None)}
