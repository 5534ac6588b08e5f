"""Past events from a list: what is read, whom rows mean, what comes into the record, and how it is undone."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from common.actions.errors import Refused
from ranking.pins.models.qualifications import Qualification
from ranking.pins.selectors.person_records import record_of
from ranking.pins.services.qualifications import mark_qualified
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.result_lists import LISTS_KEPT, NEW, plan_of
from ranking.record.services.result_lists import assign_result, map_list, match_rows, take_list
from ranking.tasks import expired
from tests.support.ranking import actor, new_body, result_of, taken_list
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


def plan(body, kept):
    return plan_of(body.result_lists.get(pk=kept))


def take(body, kept):
    return take_list(actor(), body, kept=kept, seen=plan(body, kept).version)


def test_a_list_of_strangers_comes_in_with_its_class() -> None:
    body = new_body()
    kept = taken_list(body, players=64)
    assert take(body, kept)["letter"] == "B"
    recorded = RecordedEvent.objects.get()
    assert (recorded.players, recorded.sessions, recorded.country, str(recorded.starts)) == (64, 8, "NL", "2019-02-01")
    rows = OfficialResult.objects.values_list("individual_rank", "name", "table_points", "competition_points", "team")
    assert list(rows) == [(1, "DE JONG Mattheu", 304, 1023, "Reds"), (2, "王伟", 252, -48, "Blues")]
    person = Person.objects.get(name="DE JONG Mattheu")
    assert (person.family_name, person.given_name, person.country) == ("DE JONG", "Mattheu", "NL")
    [line] = record_of(person, public=True).lines
    assert (line.positive, line.reason) == (1023, None)


def test_places_of_teams_are_worked_out_where_the_event_ranked_them() -> None:
    rows = [["Place", "Name", "Country", "Team", "Group", "TP", "CP"]]
    rows += [[str(at), f"Player {at}", "NL", "AB"[at % 2], "G", str(30 - at), "10"] for at in range(1, 9)]
    body = new_body()
    for facts, expected in (({}, (None, None)), ({"teams_ranked": True, "groups_ranked": True}, (2, 1))):
        kept = taken_list(body, [{"name": "", "rows": rows}], **facts)
        match_rows(actor(), body, kept=kept, people={str(at): NEW for at in range(2, 10)})
        take(body, kept)
        line = OfficialResult.objects.filter(name="Player 2").order_by("pk").last()
        assert (line.team_rank, line.group_rank) == expected
    assert [one.team_rank for one in line.recorded.results.all()] == [1, 2] * 4


def test_a_federation_number_is_its_person_and_an_equal_name_is_asked_about() -> None:
    known = Person.objects.create(name="Jansen Piet", country="NL", federation_number="08010001")
    same = Person.objects.create(name="王伟", country="CN")
    rows = [
        ["Place", "Name", "EMA number", "Country", "TP", "CP"],
        ["1", "P. Jansen", "08010001", "NL", "25", "100"],
        ["2", "王伟", "", "CN", "21", "90"],
        ["3", "Novel Nora", "", "FR", "20", "80"],
    ]
    body = new_body()
    kept = taken_list(body, [{"name": "", "rows": rows}])
    first, second, third = plan(body, kept).matches
    assert (first.chosen, first.sure) == (str(known.pk), True)
    assert (second.chosen, [person for person, _why in second.candidates]) == ("", [same])
    assert (third.chosen, third.candidates) == (NEW, [])
    with pytest.raises(Refused, match="nobody said"):
        take(body, kept)
    match_rows(actor(), body, kept=kept, people={"3": NEW})
    take(body, kept)
    assert Person.objects.filter(name="王伟").count() == 2
    assert known.official_results.get().individual_rank == 1


def test_one_person_under_two_spellings_is_chosen_and_given_back() -> None:
    known = Person.objects.create(name="Mattheu de Jong", country="NL")
    body = new_body()
    kept = taken_list(body, players=64)
    [match] = [one for one in plan(body, kept).matches if one.candidates]
    assert match.undecided
    match_rows(actor(), body, kept=kept, people={"2": str(known.pk)})
    take(body, kept)
    line = known.official_results.get()
    mark_qualified(actor(), persons=[known.pk])
    assert Qualification.objects.get().person == known
    assert assign_result(actor(), body, result=line, person=None)["before"] == known.pk
    line.refresh_from_db()
    assert line.person != known
    assert Qualification.objects.get().person == line.person
    assign_result(actor(), body, result=line, person=known)
    assert known.official_results.count() == 1


def test_merged_persons_have_one_record_and_two_again_once_parted() -> None:
    kept, other = (Person.objects.create(name=name, country="NL") for name in ("A", "B"))
    for person in (kept, other):
        result_of(person, table_points=240)
    Person.objects.filter(pk=other.pk).update(merged_into=kept)
    assert record_of(kept, public=True).table_points == 480
    Person.objects.filter(pk=other.pk).update(merged_into=None)
    assert record_of(kept, public=True).table_points == 240


def test_rows_that_cannot_be_read_keep_the_list_out() -> None:
    rows = [["Name", "TP", "CP", "Place"], ["Ann", "many", "1", "1"], ["Bob", "7/3", "x", "first"]]
    body = new_body()
    kept = taken_list(body, [{"name": "", "rows": rows}])
    assert [[one.code for one in match.row.problems] for match in plan(body, kept).matches] == [
        ["no_figure"],
        ["no_figure", "no_figure"],
    ]
    with pytest.raises(Refused, match="cannot be read"):
        take(body, kept)
    assert not RecordedEvent.objects.exists()


def test_columns_are_said_otherwise() -> None:
    body = new_body()
    kept = taken_list(body, [{"name": "", "rows": [["a", "b"], ["Ann", "20"]]}])
    assert plan(body, kept).fault.code == "no_points_column"
    map_list(actor(), body, kept=kept, sheet=0, heading=0, mapping={"name": 0, "table_points": 1, "evil": 3})
    assert [one.row.table_points for one in plan(body, kept).matches] == [240]
    assert body.result_lists.get().mapping == {"name": 0, "table_points": 1}


def test_an_event_is_taken_in_once() -> None:
    body = new_body()
    take(body, taken_list(body, slug="once"))
    with pytest.raises(Refused, match="already"):
        taken_list(body, slug="once")


def test_the_list_is_kept_encrypted() -> None:
    taken_list(new_body())
    with connection.cursor() as cursor:
        cursor.execute("SELECT sheets FROM ranking_resultlist")
        [(stored,)] = cursor.fetchall()
    assert "JONG" not in stored


def test_a_list_that_nobody_took_over_goes_after_a_month() -> None:
    body = new_body()
    taken_list(body)
    assert expired() == {}
    body.result_lists.update(made_at=timezone.now() - LISTS_KEPT - timedelta(minutes=1))
    assert expired() == {"lists of results": 1}
    assert not body.result_lists.exists()
