"""A person's opponents and records over the stored tables, two players head to head, and who is never named there."""

from collections import Counter
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ranking.links.models import PersonRecord
from ranking.opponents.rules import Score
from ranking.opponents.selectors.bests import HandEnds, bests
from ranking.opponents.selectors.tables import opponents, stored_tables
from ranking.record.models.persons import RecordedPerson
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.facts import Forfeit, Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from tests.support.event_generator import make_event
from tests.support.ranking import actor, confirmed, file_event, new_account, new_person, recorded_event, result_of
from tests.support.series import new_series
from tests.web.pocket.conftest import page_text
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
NOT_FOUND = "No opponent at the stored tables has this name."


def stored_event(people: list[Person] | None = None, **columns) -> Event:
    """Import an event of eight players and three sessions into the record; number n is ``people[n - 1]``."""
    document = file_event(8, 3, **columns)
    import_event(actor(), document=document)
    event = Event.objects.get(slug=document["event"]["id"])
    people = people or [new_person(f"Player {letter}") for letter in "ABCDEFGH"]
    for person, entry in zip(people, event.entries.order_by("number"), strict=True):
        Entry.objects.filter(pk=entry.pk).update(person=person, name=person.name)
    confirmed(event)
    return event


def people_of(event: Event) -> list[Person]:
    return [entry.person for entry in event.entries.order_by("number").select_related("person")]


def both(first: Person, second: Person) -> str:
    return reverse("record:head-to-head", args=[first.pk, second.pk])


def record_page(person: Person) -> str:
    return reverse("record:person", args=[person.pk])


def scores(first: Person, second: Person) -> list[tuple[int, int]]:
    """Return the points of both at each of their tables, read sheet by sheet."""
    found = []
    for sheet in Sheet.objects.order_by("pk"):
        points = dict(CountedResult.objects.filter(sheet=sheet).values_list("entry__person", "competition_points"))
        if {first.pk, second.pk} <= points.keys():
            found.append((points[first.pk], points[second.pk]))
    return found


def met(event: Event) -> tuple[Person, Person]:
    """Return the first player, and the opponent that the page lists first."""
    first = people_of(event)[0]
    return first, opponents(stored_tables(first))[0].person


@pytest.fixture
def event() -> Event:
    return stored_event()


def test_the_balance_is_that_of_the_sheets_from_both_sides(event) -> None:
    first, second = met(event)
    pairs = scores(first, second)
    assert pairs
    client = Client()
    for sign, page in ((1, client.get(both(first, second))), (-1, client.get(both(second, first)))):
        balance = page.context["balance"]
        ahead = sum(sign * (own - other) > 0 for own, other in pairs)
        assert (balance.tables, balance.ahead) == (len(pairs), ahead)
        assert balance.difference == sign * sum(own - other for own, other in pairs)
        rows = [(own.points, other.points) for _table, own, other, _lead in page.context["rows"]]
        assert Counter(rows) == Counter(pairs if sign > 0 else [pair[::-1] for pair in pairs])
    assert f'href="{both(first, second)}"' in client.get(record_page(first)).text


def test_two_persons_who_never_met_and_one_person_alone(event) -> None:
    first = people_of(event)[0]
    stranger = new_person("Stranger")
    result_of(stranger)
    assert "They have not met yet" in page_text(Client(), both(first, stranger))
    for address in (both(first, first), both(first, new_person("Without a record"))):
        assert Client().get(address).status_code == 404


def test_the_opponents_that_the_record_does_not_list_are_on_the_page_of_all() -> None:
    document = make_event(1, 32, 6, stages=False, odd=False)
    import_event(actor(), document=document)
    confirmed(Event.objects.get(slug=document["event"]["id"]))
    first = Entry.objects.get(number=1).person
    rows = opponents(stored_tables(first))
    page, every = Client().get(record_page(first)), reverse("record:choose-opponent", args=[first.pk])
    assert len(rows) > len(page.context["opponents"]) == 10
    assert f'<a href="{every}">{len(rows) - 10} more opponent' in page.text
    listed = Client().get(every).text
    assert all(f'href="{both(first, row.person)}"' in listed for row in rows)
    assert Client().get(every, {"page": "2"}).status_code == 200


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_a_hidden_person_is_named_nowhere(event, language: str) -> None:
    first, second = met(event)
    Person.objects.filter(pk=second.pk).update(name="SECRETIVE Sam", latin_name="SECRETIVE")
    client = Client(headers={"accept-language": language})
    choose = reverse("record:choose-opponent", args=[first.pk])
    assert "SECRETIVE" in client.get(record_page(first)).text
    PersonRecord.objects.create(person=second, public=False)
    assert "SECRETIVE" not in client.get(record_page(first)).text
    for address in (both(first, second), both(second, first), reverse("record:choose-opponent", args=[second.pk])):
        for reader in (client, signed_in(second)):
            assert reader.get(address).status_code == 404
    typed, unknown = (client.get(choose, {"name": name}) for name in ("secretive sam", "secretive xam"))
    assert (typed.status_code, "field-errors" in typed.text) == (200, True)
    assert typed.text.replace("sam", "xam") == unknown.text
    own = signed_in(second).get(record_page(second))
    assert (own.status_code, own.context["opponents"]) == (200, [])


def test_a_refusal_of_a_merged_person_and_of_one_event_hide_too(event) -> None:
    first, second = met(event)
    third = opponents(stored_tables(first))[1].person
    twin = new_person("Twin", merged_into=second)
    PersonRecord.objects.create(person=twin, public=False)
    Entry.objects.filter(event=event, person=third).update(name_consent=False)
    page = Client().get(record_page(first)).text
    assert [person.name in page for person in (second, third)] == [False, False]
    assert Client().get(both(first, second)).status_code == 404
    assert Client().get(both(first, third)).status_code == 404


def test_a_merged_persons_tables_and_address_are_those_of_the_kept_one(event) -> None:
    first, second = met(event)
    kept = new_person("Kept")
    Person.objects.filter(pk=second.pk).update(merged_into=kept)
    RecordedPerson.objects.filter(person=second).update(person=kept)
    assert Client().get(both(first, second)).url == both(first, kept)
    assert len(Client().get(both(first, kept)).context["rows"]) == len(scores(first, second))
    choose = reverse("record:choose-opponent", args=[second.pk])
    assert Client().get(choose).url == reverse("record:choose-opponent", args=[kept.pk])


def test_the_other_player_is_chosen_by_name(event) -> None:
    first, second = met(event)
    client = Client(headers={"accept-language": "en"})
    choose = reverse("record:choose-opponent", args=[first.pk])
    assert client.get(choose, {"name": second.name.upper()}).url == both(first, second)
    several = client.get(choose, {"name": "player"})
    assert several.status_code == 200
    assert f'href="{both(first, second)}"' in several.text
    wrong = client.get(choose, {"name": "Nobody"})
    assert (wrong.status_code, NOT_FOUND in wrong.text, 'value="Nobody"' in wrong.text) == (200, True, True)
    assert ["field-errors" in client.get(choose, data).text for data in ({"name": " "}, {})] == [True, False]


def test_only_confirmed_and_released_tables_of_recorded_events_are_read(event) -> None:
    first = people_of(event)[0]
    assert [table.session for table in stored_tables(first)] == [1, 2, 3]
    tables = stored_tables(first)
    Sheet.objects.filter(pk=tables[0].sheet).update(state=Sheet.State.OPEN)
    assert [table.session for table in stored_tables(first)] == [2, 3]
    event.sessions.filter(number=2).update(released_at=None)
    assert [table.session for table in stored_tables(first)] == [3]
    seat = CountedResult.objects.get(sheet=tables[2].sheet, entry__person=first).seat
    Forfeit.objects.create(sheet_id=tables[2].sheet, seat=seat, valid_from_version=1)
    assert stored_tables(first) == []
    Forfeit.objects.all().delete()
    event.recorded.delete()
    assert stored_tables(first) == []


def test_the_records_are_those_of_the_hands(event) -> None:
    first = people_of(event)[0]
    tables = stored_tables(first)
    seats = dict(CountedResult.objects.filter(entry__person=first).values_list("sheet", "seat"))
    hands = list(Hand.objects.current().filter(sheet__in=seats))
    won = [hand for hand in hands if hand.winner == seats[hand.sheet_id]]
    lost = Counter(hand.sheet_id for hand in hands if hand.discarder == seats[hand.sheet_id])
    found = bests(first, tables)
    assert (found.tables, found.hand_tables, found.hands) == (3, 3, len(hands))
    assert found.best is not None
    assert found.best.points == max(hand.points for hand in won)
    assert (found.dealt_in, found.most and found.most[1]) == (lost.total(), max(lost.values()))
    drawn_by_others = sum(bool(hand.winner) and not hand.discarder for hand in hands if hand not in won)
    expected = HandEnds(
        won_by_discard=sum(bool(hand.discarder) for hand in won),
        won_self_drawn=sum(not hand.discarder for hand in won),
        dealt_in=lost.total(),
        lost_self_drawn=drawn_by_others,
        between_others=sum(bool(hand.winner) for hand in hands) - len(won) - lost.total() - drawn_by_others,
        without_winner=sum(not hand.winner for hand in hands),
    )
    assert found.ends == expected
    [best] = [hand for hand in won if (hand.sheet_id, hand.no) == (found.best.table.sheet, found.best.hand)]
    HandRecord.objects.all().delete()
    fans = {"fans": [{"id": "all-pungs", "count": 1}]}
    columns = {"no": found.best.hand, "winner": best.winner, "record": fans, "valid_from_version": 1}
    HandRecord.objects.create(sheet_id=found.best.table.sheet, **columns)
    text = page_text(Client(headers={"accept-language": "en"}), record_page(first))
    assert f"{best.points} points All Pungs" in text
    assert "Over 3 tables that are stored here, confirmed and released" in text
    assert f"How the hands ended Won by discard {expected.won_by_discard}" in text
    assert f"Discarded the winning tile {expected.dealt_in}" in text


def test_a_run_goes_on_over_events_and_tables_without_hands_have_no_best_hand(event) -> None:
    people = people_of(event)
    stored_event(people, starts="2031-01-01", ends="2031-01-02")
    first = people[0]
    sheets = [table.sheet for table in stored_tables(first)]
    CountedResult.objects.filter(entry__person=first).update(table_points=24)
    CountedResult.objects.filter(entry__person=first, sheet__in=sheets[2:5]).update(table_points=48)
    Hand.objects.all().delete()
    tables = stored_tables(first)
    found = bests(first, tables)
    assert found.run is not None
    assert (found.run.length, found.run.first, found.run.last) == (3, tables[2], tables[4])
    assert (found.best, found.most, found.hand_tables) == (None, None, 0)
    assert tables[2].own == Score(48, tables[2].own.points)
    assert "Highest hand won" not in Client(headers={"accept-language": "en"}).get(record_page(first)).text


def test_the_queries_do_not_grow_with_the_events(event) -> None:
    people = people_of(event)
    first, second = met(event)
    counts = []
    for _round in range(2):
        counts.append([queries(address) for address in (record_page(first), both(first, second))])
        stored_event(people, starts="2031-01-01", ends="2031-01-02")
        stored_event(people, starts="2032-01-01", ends="2032-01-02")
    assert counts[0] == counts[1]


def test_the_record_of_a_player_of_two_series_asks_nothing_twice(event) -> None:
    first = people_of(event)[0]
    for _series in range(2):
        new_series(event.slug)
    assert len(Client().get(record_page(first)).context["series"]) == 2
    assert queries(record_page(first))


def queries(address: str) -> int:
    """Return how many queries the page asks, of which no two are equal."""
    client = Client()
    client.get(address)
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    assert len({query["sql"] for query in found}) == len(found)
    return len(found)


def test_the_ranks_over_the_years_have_a_table() -> None:
    person = new_person("王伟")
    for year, rank in ((2019, 4), (2021, 1)):
        result_of(person, recorded_event(name=f"Open {year}", starts=date(year, 5, 1)), individual_rank=rank)
    page = Client(headers={"accept-language": "en"}).get(record_page(person))
    assert len(page.context["years"].marks) == 2
    assert "Open 2019</th>" in page.text
    assert "bests" not in page.context


def signed_in(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(new_account(person))
    return client
