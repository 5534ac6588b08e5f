"""Registering by hand and by file: refusals, stored data, concurrent writers, merged persons."""

import json
from functools import partial

import pytest

from common.actions.errors import Conflict, Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from tests.support.events import small_event
from tests.support.registrations import LIST
from tests.support.threads import together
from tournament.draws.models.draws import Draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
from tournament.presence.selectors.presence import arrival_of
from tournament.presence.services.arrivals import arrive
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.selectors.duplicates import double_registrations, duplicates_of, kept_apart, merged_in
from tournament.registration.selectors.entries import (
    columns_of,
    groups_with_counts,
    teams_with_counts,
    teams_without_players,
    values_of,
)
from tournament.registration.selectors.files import sheets_of_file
from tournament.registration.selectors.plans import plan_of
from tournament.registration.services.double_registration import merge_entries, unmerge_entries
from tournament.registration.services.entries import add_entry, change_entry, set_private_data
from tournament.registration.services.lists import PlanChanged, import_registrations, keep_preview
from tournament.registration.services.persons import mark_distinct, merge_persons, unmark_distinct, unmerge_person
from tournament.registration.services.units import (
    add_group,
    add_team,
    change_team,
    merge_team,
    remove_group,
    remove_team,
)

SYSTEM = system_actor("test")
pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db) -> Event:
    return small_event()


def registered(event: Event, name: str, **facts) -> Entry:
    return event.entries.get(number=add_entry(SYSTEM, event, name=name, **facts)["number"])


def change(event: Event, entry: Entry, **facts):
    entry = event.entries.get(pk=entry.pk)
    return change_entry(SYSTEM, event, entry=entry, base=columns_of(entry), **facts)


def test_numbers_are_given_in_order_and_refused_if_taken(event):
    first, second = registered(event, "BAKKER Ans"), registered(event, "王伟", number=7)
    assert (first.number, second.number, registered(event, "李芳").number) == (1, 7, 8)
    with pytest.raises(Refused) as refused:
        change(event, first, number=7)
    assert refused.value.where == "number"
    change(event, first, number=3)
    assert event.entries.get(pk=first.pk).number == 3


def test_drawn_number_cannot_be_changed(event):
    entry = registered(event, "BAKKER Ans")
    Draw.objects.create(event=event, version=1, players=1, sessions=1, frozen_at="2026-11-20T10:00:00Z")
    with pytest.raises(Refused) as refused:
        change(event, entry, number=2)
    assert refused.value.where == "number"
    change(event, entry, country="NL")


def test_concurrent_edits_of_different_fields_merge_and_of_one_field_conflict(event):
    entry = registered(event, "BAKKER Ans", country="BE")
    base = columns_of(entry)
    typed = {"name": "BAKKER Ans", "given_name": "Ans", "country": "BE", "team": None}
    change(event, entry, country="NL")
    # The form contains the old country, which was not edited.
    change_entry(SYSTEM, event, entry=entry, base=base, **typed)
    entry = event.entries.get()
    assert (entry.country, entry.given_name) == ("NL", "Ans")
    with pytest.raises(Conflict) as conflict:
        change_entry(SYSTEM, event, entry=entry, base=base, **typed | {"country": "FR"})
    assert (conflict.value.theirs, conflict.value.yours) == ({"country": "NL"}, {"country": "FR"})
    # Equal concurrent values are not a conflict.
    change_entry(SYSTEM, event, entry=entry, base=base, **typed | {"country": "NL"})
    assert event.entries.get().country == "NL"


@pytest.mark.django_db(transaction=True)
def test_two_organizers_change_one_country_concurrently():
    event = small_event()
    entry = registered(event, "BAKKER Ans")
    tasks = [
        partial(change_entry, SYSTEM, event, entry=entry, base=columns_of(entry), country=code) for code in ("NL", "FR")
    ]
    answers = together(*tasks, holding=Event.objects.filter(pk=event.pk))
    [conflict] = [answer for answer in answers if isinstance(answer, Conflict)]
    assert event.entries.get().country == conflict.theirs["country"]


def test_known_federation_number_means_that_person(event):
    person = Person.objects.create(name="BAKKER Ans", federation_number="08990001")
    assert registered(event, "Bakker A.", federation_number="08990001").person == person
    with pytest.raises(Refused) as refused:
        registered(event, "Somebody", federation_number="08990001")
    assert refused.value.where == "federation_number"
    assert event.entries.count() == 1


@pytest.mark.parametrize("name", ["=1+1", "@x", "🀄", ""])
def test_invalid_names_are_refused(event, name):
    with pytest.raises(Refused):
        registered(event, name)
    assert not Person.objects.exists()


def test_private_data_is_separate_and_not_in_the_audit_log(event):
    entry = registered(event, "王伟")
    facts = {"document": "E12345678", "contact": "wei@example.org", "birth_date": "1971-03-29"}
    set_private_data(SYSTEM, event, entry=entry, **facts)
    kept = PrivateData.objects.get(person=entry.person)
    assert {name: getattr(kept, name) for name in facts} == facts
    audit = AuditEntry.objects.get(action="registration.private")
    assert sorted(audit.after) == ["birth_date", "contact", "document"]
    written = json.dumps([audit.before, audit.after, audit.about])
    assert [value for value in facts.values() if value in written] == []
    set_private_data(SYSTEM, event, entry=entry, **facts)
    assert AuditEntry.objects.filter(action="registration.private").count() == 1


def test_teams_are_merged_and_have_at_most_one_reserve(event):
    group = event.groups.get(number=add_group(SYSTEM, event, name="NL")["number"])
    first, other = (event.teams.get(number=add_team(SYSTEM, event, name=name)["number"]) for name in ("One", "Two"))
    change_team(SYSTEM, event, team=first, name="Eins", leader="赵敏", group=group)
    registered(event, "BAKKER Ans", team=first, kind="reserve")
    with pytest.raises(Refused):
        registered(event, "KOSTER Annet", team=first, kind="reserve")
    second = registered(event, "KOSTER Annet", team=other, kind="reserve")
    with pytest.raises(Refused):
        merge_team(SYSTEM, event, team=other, into=first)
    change(event, second, kind="player")
    with pytest.raises(Refused):
        remove_team(SYSTEM, event, team=other)
    merge_team(SYSTEM, event, team=other, into=first)
    assert [(team.name, team.leader, team.entries.count()) for team in event.teams.all()] == [("Eins", "赵敏", 2)]
    with pytest.raises(Refused):
        add_team(SYSTEM, event, name="Eins")


def with_merged_registration(event) -> Entry:
    """Register a player in the team One, and again in the team Two of the group NL; merge the second registration."""
    one, two = (event.teams.get(number=add_team(SYSTEM, event, name=name)["number"]) for name in ("One", "Two"))
    group = event.groups.get(number=add_group(SYSTEM, event, name="NL")["number"])
    kept = registered(event, "BAKKER Ans", team=one)
    merged = registered(event, "Ans Bakker", team=two, group=group)
    merge_entries(SYSTEM, event, kept=kept, merged=merged)
    return merged


def test_a_merged_registration_is_not_counted_in_its_team_and_group(event):
    with_merged_registration(event)
    assert [(team.name, team.players) for team in teams_with_counts(event)] == [("One", 1), ("Two", 0)]
    assert [(group.name, group.entry_count) for group in groups_with_counts(event)] == [("NL", 0)]
    assert [team.name for team in teams_without_players(event)] == ["Two"]


def test_a_team_and_a_group_with_only_a_merged_registration_are_removed(event):
    merged = with_merged_registration(event)
    remove_team(SYSTEM, event, team=event.teams.get(name="Two"))
    remove_group(SYSTEM, event, group=event.groups.get())
    unmerge_entries(SYSTEM, event, merged=merged)
    merged.refresh_from_db()
    assert (merged.team, merged.group, event.entries.count()) == (None, None, 2)


def test_a_merged_registration_follows_when_its_team_is_merged(event):
    merged = with_merged_registration(event)
    merge_team(SYSTEM, event, team=event.teams.get(name="Two"), into=event.teams.get(name="One"))
    unmerge_entries(SYSTEM, event, merged=merged)
    assert [(entry.name, entry.team.name) for entry in event.entries.all()] == [
        ("BAKKER Ans", "One"),
        ("Ans Bakker", "One"),
    ]


def test_team_of_another_event_is_refused(event):
    other = small_event("other")
    team = other.teams.get(number=add_team(SYSTEM, other, name="One")["number"])
    with pytest.raises(Refused):
        registered(event, "BAKKER Ans", team=team)
    with pytest.raises(Refused):
        remove_team(SYSTEM, event, team=team)
    assert other.teams.count() == 1


def test_merging_persons_moves_no_foreign_key_and_can_be_undone(event):
    earlier = small_event("earlier")
    known = registered(earlier, "WANG Wei", federation_number="08990001").person
    entry = registered(event, "Wei Wang")
    assert [(pair.first, pair.second, pair.evidence) for pair in duplicates_of(event)] == [
        (known, entry.person, ("order",))
    ]
    # The person with the federation number is kept, whichever is requested.
    merge_persons(SYSTEM, event, kept=entry.person, merged=known)
    entry = event.entries.select_related("person__merged_into").get()
    assert entry.person != known
    assert (entry.person.kept, values_of(entry)["federation_number"]) == (known, "08990001")
    assert duplicates_of(event) == []
    assert list(merged_in(event)) == [entry.person]
    unmerge_person(SYSTEM, event, merged=entry.person)
    assert event.entries.get().person.kept == entry.person
    assert len(duplicates_of(event)) == 1


def test_persons_with_two_federation_numbers_or_two_entries_cannot_be_merged(event):
    first, second = registered(event, "BAKKER Ans"), registered(event, "BAKKER Ans")
    with pytest.raises(Refused):
        merge_persons(SYSTEM, event, kept=first.person, merged=second.person)
    numbered = [Person.objects.create(name="A", federation_number=number) for number in ("1", "2")]
    with pytest.raises(Refused):
        merge_persons(SYSTEM, event, kept=numbered[0], merged=numbered[1])


WEI = b"Name\nWei Wang\n"
TWICE = b"Name,Country,Team\nBAKKER Ans,NL,One\nAns Bakker,NL,Two\n"


def taken_in(event: Event, content: bytes) -> None:
    kept = read(event, content)
    import_registrations(SYSTEM, event, preview=kept.pk, seen=plan_of(kept).version)


def test_distinct_persons_are_not_offered_for_merging_until_unmarked(event):
    earlier = small_event("earlier")
    known = registered(earlier, "WANG Wei").person
    taken_in(event, WEI)
    person = event.entries.get().person
    mark_distinct(SYSTEM, event, first=person, second=known)
    assert duplicates_of(event) == []
    assert [(pair.first, pair.second) for pair in kept_apart(event)] == [(known, person)]
    # Nor in the other event, nor in the other order, nor after importing the same list again.
    mark_distinct(SYSTEM, earlier, first=known, second=person)
    assert duplicates_of(earlier) == []
    assert plan_of(read(event, WEI)).counts["same"] == 1
    assert duplicates_of(event) == []
    assert DistinctPersons.objects.count() == 1
    unmark_distinct(SYSTEM, event, first=known, second=person)
    assert len(duplicates_of(event)) == 1
    with pytest.raises(Refused):
        mark_distinct(SYSTEM, small_event("stranger"), first=known, second=person)


def test_double_registration_is_merged_and_restored(event):
    taken_in(event, TWICE)
    kept, double = event.entries.get(name="BAKKER Ans"), event.entries.get(team__name="Two")
    arrive(SYSTEM, double, session=1)
    merge_entries(SYSTEM, event, kept=kept, merged=double)
    assert list(event.entries.all()) == [kept]
    assert [person.name for person in merged_in(event)] == ["Ans Bakker"]
    assert arrival_of(event.entries.get(), 1)
    assert duplicates_of(event) == []
    assert list(double_registrations(event)) == [double]
    # The same list again changes nothing, and the free number now refers to another player.
    plan = plan_of(read(event, TWICE + "王伟,CN,Two\n".encode()))
    assert plan.counts == {"new": 1, "changed": 0, "same": 2, "wrong": 0}
    third = registered(event, "王伟")
    assert third.number == 2
    assert unmerge_entries(SYSTEM, event, merged=double) == {"number": 3}
    assert list(event.entries.values_list("number", "pk")) == [(1, kept.pk), (2, third.pk), (3, double.pk)]
    assert not merged_in(event).exists()


def test_merging_of_registrations_is_refused_for_each_reason(event):
    first, second = registered(event, "BAKKER Ans"), registered(event, "Ans Bakker")
    stranger = registered(small_event("stranger"), "BAKKER Ans")
    for kept, merged in ((first, first), (first, stranger), (stranger, first)):
        with pytest.raises(Refused):
            merge_entries(SYSTEM, event, kept=kept, merged=merged)
    numbered = [registered(event, name, federation_number=number) for name, number in (("A B", "1"), ("B A", "2"))]
    with pytest.raises(Refused, match="two persons"):
        merge_entries(SYSTEM, event, kept=numbered[0], merged=numbered[1])
    Draw.objects.create(
        event=event,
        version=1,
        state="frozen",
        sessions=1,
        players=2,
        list_hash="0" * 64,
        frozen_at="2026-11-20T10:00:00Z",
    )
    with pytest.raises(Refused, match="Withdraw one"):
        merge_entries(SYSTEM, event, kept=first, merged=second)
    assert event.entries.count() == 4
    assert not Person.objects.filter(merged_into__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_two_organizers_merge_a_double_registration_in_both_directions_concurrently():
    event = small_event()
    first, second = registered(event, "BAKKER Ans"), registered(event, "Ans Bakker")
    pairs = [{"kept": first, "merged": second}, {"kept": second, "merged": first}]
    answers = together(*(partial(merge_entries, SYSTEM, event, **pair) for pair in pairs))
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert event.entries.count() == 1
    assert Person.objects.filter(merged_into__isnull=False).count() == 1
    assert AuditEntry.objects.filter(action="registration.merge").count() == 1


def read(event: Event, content: bytes) -> RegistrationPreview:
    sheets, _encoding = sheets_of_file(content)
    answer = keep_preview(SYSTEM, event, file_name="list.csv", file_digest="0" * 64, sheets=sheets)
    return RegistrationPreview.objects.get(pk=answer["preview"])


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_confirmations_of_a_list_write_once():
    event = small_event()
    mine = read(event, LIST.read_bytes())
    theirs = RegistrationPreview.objects.create(
        event=event, actor_ref="account:9", sheets=mine.sheets, heading=mine.heading, mapping=mine.mapping,
        file_name="list.csv", file_digest=mine.file_digest,
    )  # fmt: skip
    tasks = [
        partial(import_registrations, SYSTEM, event, preview=preview.pk, seen=plan_of(preview).version)
        for preview in (mine, theirs)
    ]
    answers = together(*tasks, holding=Event.objects.filter(pk=event.pk))
    assert sorted(type(answer) for answer in answers if isinstance(answer, PlanChanged)) == [PlanChanged]
    assert [answer["new"] for answer in answers if isinstance(answer, dict)] == [136]
    assert (event.entries.count(), event.teams.count(), Person.objects.count()) == (136, 34, 136)


def test_list_can_swap_numbers(event):
    first, second = registered(event, "BAKKER Ans"), registered(event, "KOSTER Annet")
    kept = read(event, b"name,player number\nBAKKER Ans,2\nKOSTER Annet,1\n")
    import_registrations(SYSTEM, event, preview=kept.pk, seen=plan_of(kept).version)
    assert [entry.pk for entry in event.entries.order_by("number")] == [second.pk, first.pk]
