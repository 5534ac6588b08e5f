"""Several numbers of one person: filled from registries, changed by hand, kept when persons are merged."""

from typing import Any

import pytest

from common.actions.errors import Conflict, Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from ranking.record.selectors.persons import persons_of_body
from ranking.record.services.persons import set_numbers
from tests.support.events import small_event
from tests.support.ranking import actor, new_body, new_person, recorded_event, result_of
from tests.support.registries import ROWS, import_rows, load
from tests.tournament.registration.services.test_registration import change, registered
from tournament.events.models.events import Event
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person
from tournament.people.selectors import numbers_of
from tournament.registration.rules.comparing import Verdict, compare
from tournament.registration.rules.rows import Candidate
from tournament.registration.selectors.duplicates import duplicates_of
from tournament.registration.selectors.entries import registration_of
from tournament.registration.services.numbers import set_entry_numbers
from tournament.registration.services.persons import merge_persons, unmerge_person
from tournament.registry.rules.members import Member, Number

SYSTEM = system_actor("test")
pytestmark = [pytest.mark.django_db, pytest.mark.database]
ROSSI = Member(
    "ROSSI Lucia",
    "ROSSI",
    "Lucia",
    country="IT",
    numbers=(Number("ema", "07010002"), Number("jmsa", "JM-0200"), Number("national", "77")),
)
LISTED = {"country": "IT", "family_name": "ROSSI", "given_name": "Lucia"}


@pytest.fixture
def event(db) -> Event:
    return small_event()


def held(person: Person) -> dict[str, str]:
    """Return who gave a number -> the number, of a kept person."""
    rows = numbers_of([person]).get(person.pk, [])
    return {f"{row.kind} {row.country}".strip(): row.number for row in rows}


def write(event: Event, person: Person, base: dict[str, str] | None = None, **numbers: str) -> dict[str, Any]:
    entry = event.entries.get(person=person)
    named = {name.replace("_", "-"): number for name, number in numbers.items()}
    return set_entry_numbers(SYSTEM, event, entry=entry, numbers=named, base=base or {})


def test_who_registers_under_one_number_gets_all_that_the_registry_knows(event) -> None:
    load([ROSSI])
    entry = registered(event, "ROSSI Lucia", **LISTED, federation_number="JM-0200")
    assert held(entry.person) == {"ema": "07010002", "jmsa": "JM-0200", "national IT": "77"}


def test_a_new_registry_fills_what_is_missing_and_replaces_nothing() -> None:
    known = new_person("ROSSI Lucia", country="IT", federation_number="07010002")
    PersonNumber.objects.create(person=known, kind="jmsa", number="JM-1", key="jm1")
    namesake = new_person("VERDI Lucia", country="IT", federation_number="JM-0123")
    import_rows(new_body("member"), ROWS)
    assert held(known) == {"ema": "07010002", "jmsa": "JM-1"}
    assert held(namesake) == {}  # the registry has this number for another name
    load([Member(ROSSI.name, country="IT", numbers=(Number("ema", "07010002"), Number("national", "78")))])
    assert held(known) == {"ema": "07010002", "jmsa": "JM-1", "national IT": "78"}


def test_each_number_finds_the_person_but_a_national_one(event) -> None:
    load([ROSSI])
    person = registered(event, "ROSSI Lucia", **LISTED, federation_number="07010002").person
    other = small_event(slug="other")
    assert registered(other, "ROSSI Lucia", **LISTED, federation_number="JM-0200").person == person
    third = small_event(slug="third")
    answers = ["registry-other-person", "registry-known"]
    national = registered(third, "NOIR Paul", country="FR", federation_number="77", acknowledged=answers)
    assert national.person != person
    with pytest.raises(Refused) as refused:
        registered(other, "BIANCHI Ada", federation_number="JM-0200", acknowledged=answers)
    assert refused.value.where == "federation_number"


def test_a_list_with_another_number_of_the_player_keeps_the_shown_one(event) -> None:
    load([ROSSI])
    entry = registered(event, "ROSSI Lucia", **LISTED, federation_number="07010002")
    row = Candidate(1, {"name": "Lucia R.", "federation_number": "JM-0200"})
    (line,) = compare([row], registration_of(event, ["JM-0200"]))
    assert (line.number, line.verdict) == (entry.number, Verdict.CHANGED)
    assert line.changes == {"name": ("ROSSI Lucia", "Lucia R.")}
    assert line.values["federation_number"] == "07010002"


def test_an_organizer_adds_corrects_and_removes_numbers(event) -> None:
    person = registered(event, "ROSSI Lucia", country="IT").person
    write(event, person, ema="7010002", jmsa="JM-0200", national_IT="77", national_FR="1")
    assert held(person) == {"ema": "07010002", "jmsa": "JM-0200", "national FR": "1", "national IT": "77"}
    write(event, person, {"jmsa": "JM-0200", "national-FR": "1"}, jmsa="JM-0201", national_FR="")
    assert held(person) == {"ema": "07010002", "jmsa": "JM-0201", "national IT": "77"}
    last = AuditEntry.objects.filter(action="registration.numbers").latest("pk")
    assert last.before == {"numbers": ["ema 07010002", "jmsa JM-0200", "national-FR 1", "national-IT 77"]}


@pytest.mark.parametrize(
    ("key", "number", "words"),
    [
        ("ema", "0701", "eight digits"),
        ("ema", "08010039", "DE JONG Mattheu has this number"),
        ("jmsa", "jm 0123", "佐藤 翔太 has this number"),
        ("jmsa", "=1+1", "cannot begin"),
        ("national-IT", "---", "digits or letters"),
    ],
)
def test_a_wrong_number_is_refused_at_its_field(event, key: str, number: str, words: str) -> None:
    person = registered(event, "ROSSI Lucia", country="IT").person
    registered(event, "DE JONG Mattheu", federation_number="08010039")
    write(event, registered(event, "佐藤 翔太").person, jmsa="JM-0123")
    with pytest.raises(Refused, match=words) as refused:
        write(event, person, **{key.replace("-", "_"): number})
    assert refused.value.where == key
    assert held(person) == {}


def test_two_people_who_change_one_number_at_once_are_told(event) -> None:
    person = registered(event, "ROSSI Lucia", country="IT").person
    write(event, person, {"jmsa": ""}, jmsa="JM-1")
    with pytest.raises(Conflict) as conflict:
        write(event, person, {"jmsa": ""}, jmsa="JM-2")
    assert conflict.value.theirs == {"jmsa": "JM-1"}


def test_a_correction_of_the_shown_number_corrects_it_among_the_others(event) -> None:
    load([ROSSI])
    entry = registered(event, "ROSSI Lucia", **LISTED, federation_number="07010002")
    answers = ["registry-other-number", "registry-spelling"]
    change(event, entry, federation_number="07010003", acknowledged=answers)
    assert held(entry.person) == {"ema": "07010003", "jmsa": "JM-0200", "national IT": "77"}
    change(event, entry, federation_number="JM-0200", acknowledged=answers)
    assert held(entry.person) == {"ema": "07010003", "jmsa": "JM-0200", "national IT": "77"}


def test_merged_persons_keep_all_numbers_and_separated_ones_have_their_own_again(event) -> None:
    first = registered(event, "ROSSI Lucia", country="IT", federation_number="07010002").person
    write(event, first, ema="07010002")
    other = small_event(slug="other")
    second = registered(other, "Lucia Rossi", federation_number="JM-0200").person
    write(other, second, jmsa="JM-0200", national_IT="77")
    assert len(duplicates_of(event)) == 1
    merge_persons(SYSTEM, event, kept=first, merged=second)
    assert held(first) == {"ema": "07010002", "jmsa": "JM-0200", "national IT": "77"}
    third = small_event(slug="third")
    assert registered(third, "Rossi L.", federation_number="JM-0200").person == first
    write(event, first, {"jmsa": "JM-0200"}, jmsa="JM-0201")
    unmerge_person(SYSTEM, event, merged=second)
    assert held(first) == {"ema": "07010002"}
    assert held(second) == {"jmsa": "JM-0201", "national IT": "77"}


def test_two_numbers_of_one_federation_mean_two_persons(event) -> None:
    other = small_event(slug="other")
    first, second = registered(event, "ROSSI Lucia").person, registered(other, "ROSSI Lucia").person
    write(event, first, jmsa="JM-1")
    write(other, second, jmsa="JM-2")
    with pytest.raises(Refused, match="number of one federation"):
        merge_persons(SYSTEM, event, kept=first, merged=second)


def test_a_body_finds_a_person_by_each_number_and_by_those_of_a_merged_person() -> None:
    kept, merged = new_person("ROSSI Lucia"), new_person("Rossi L.", federation_number="OLD-1")
    merged.merged_into = kept
    merged.save()
    body = new_body()
    result_of(kept, recorded_event(body))
    PersonNumber.objects.create(person=kept, kind="ema", number="07010002", key="07010002")
    PersonNumber.objects.create(person=merged, kind="national", country="IT", number="77-a", key="77a")
    for query in ("07010002", "old-1", "77A", "77-a", "rossi 07010002"):
        assert list(persons_of_body(body, query)) == [kept], query
    assert not persons_of_body(body, "0701").exists()


def test_a_body_changes_the_numbers_of_its_own_persons_only() -> None:
    person = new_person("ROSSI Lucia", country="IT")
    set_numbers(actor(), new_body("member", countries=["IT"]), person=person, numbers={"jmsa": "JM-1"}, base={})
    assert held(person) == {"jmsa": "JM-1"}
    with pytest.raises(Refused):
        set_numbers(actor(), new_body("member", countries=["NL"]), person=person, numbers={"jmsa": "JM-2"}, base={})
