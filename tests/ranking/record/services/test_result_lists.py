"""Past events from a list: reading, matching persons, taking in, and undoing."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from common.actions.errors import Refused
from ranking.levels.models import Qualification
from ranking.levels.selectors.person_records import record_of
from ranking.levels.services import mark_qualified
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.result_lists import LISTS_KEPT, NEW, plan_of
from ranking.record.services.result_lists import map_list, match_rows
from ranking.record.services.taken_lists import assign_result, take_list
from ranking.tasks import expired
from tests.support.ranking import actor, new_body, result_of, sanctioned_event, taken_list
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


def plan(body, kept):
    return plan_of(body.result_lists.get(pk=kept))


def take(body, kept):
    return take_list(actor(), body, kept=kept, seen=plan(body, kept).version)


def test_a_list_of_unknown_players_is_taken_in_with_its_class() -> None:
    body = new_body()
    sanctioned_event("winter", body)
    kept = taken_list(body, slug="winter", players=64)
    assert take(body, kept)["letter"] == "B"
    recorded = RecordedEvent.objects.get()
    assert (recorded.players, recorded.sessions, recorded.country, str(recorded.starts)) == (64, 8, "NL", "2019-02-01")
    rows = OfficialResult.objects.values_list("individual_rank", "name", "table_points", "competition_points", "team")
    assert list(rows) == [(1, "DE JONG Mattheu", 304, 1023, "Reds"), (2, "王伟", 252, -48, "Blues")]
    person = Person.objects.get(name="DE JONG Mattheu")
    assert (person.family_name, person.given_name, person.country) == ("DE JONG", "Mattheu", "NL")
    [line] = record_of(person, public=True).lines
    assert (line.positive, line.reason) == (1023, None)


def test_team_places_follow_from_points_if_the_event_ranked_teams() -> None:
    rows = [["Place", "Name", "Country", "Team", "Group", "TP", "CP"]]
    for place in range(1, 9):
        rows.append([str(place), f"Player {place}", "NL", "AB"[place % 2], "G", str(30 - place), "10"])
    body = new_body()
    for facts, expected in (({}, (None, None)), ({"teams_ranked": True, "groups_ranked": True}, (2, 1))):
        kept = taken_list(body, [{"name": "", "rows": rows}], **facts)
        match_rows(actor(), body, kept=kept, people={str(place): NEW for place in range(2, 10)})
        take(body, kept)
        line = OfficialResult.objects.filter(name="Player 2").order_by("pk").last()
        assert (line.team_rank, line.group_rank) == expected
    assert [result.team_rank for result in line.recorded.results.all()] == [1, 2] * 4


def test_a_federation_number_decides_the_person_and_an_equal_name_does_not() -> None:
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
    with pytest.raises(Refused, match="not matched to a person"):
        take(body, kept)
    match_rows(actor(), body, kept=kept, people={"3": NEW})
    take(body, kept)
    assert Person.objects.filter(name="王伟").count() == 2
    assert known.official_results.get().individual_rank == 1


def test_a_reviewer_assigns_a_result_and_undoes_it() -> None:
    known = Person.objects.create(name="Mattheu de Jong", country="NL")
    body = new_body()
    sanctioned_event("winter", body)
    kept = taken_list(body, slug="winter", players=64)
    [match] = [row_match for row_match in plan(body, kept).matches if row_match.candidates]
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


def test_merged_persons_share_a_record_until_they_are_separated() -> None:
    kept, other = (Person.objects.create(name=name, country="NL") for name in ("A", "B"))
    for person in (kept, other):
        result_of(person, table_points=240)
    Person.objects.filter(pk=other.pk).update(merged_into=kept)
    assert record_of(kept, public=True).table_points == 480
    Person.objects.filter(pk=other.pk).update(merged_into=None)
    assert record_of(kept, public=True).table_points == 240


def test_unreadable_rows_refuse_the_whole_list() -> None:
    rows = [["Name", "TP", "CP", "Place"], ["Ann", "many", "1", "1"], ["Bob", "7/3", "x", "first"]]
    body = new_body()
    kept = taken_list(body, [{"name": "", "rows": rows}])
    assert [[problem.code for problem in match.row.problems] for match in plan(body, kept).matches] == [
        ["no_figure"],
        ["no_figure", "no_figure"],
    ]
    with pytest.raises(Refused, match="cannot be read"):
        take(body, kept)
    assert not RecordedEvent.objects.exists()


def test_a_reviewer_maps_the_columns() -> None:
    body = new_body()
    kept = taken_list(body, [{"name": "", "rows": [["a", "b"], ["Ann", "20"]]}])
    assert plan(body, kept).fault.code == "no_points_column"
    map_list(actor(), body, kept=kept, sheet=0, heading=0, mapping={"name": 0, "table_points": 1, "evil": 3})
    assert [match.row.table_points for match in plan(body, kept).matches] == [240]
    assert body.result_lists.get().mapping == {"name": 0, "table_points": 1}


def test_the_same_event_id_is_refused() -> None:
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


def test_an_unused_list_is_deleted_after_a_month() -> None:
    body = new_body()
    taken_list(body)
    assert expired() == {}
    body.result_lists.update(made_at=timezone.now() - LISTS_KEPT - timedelta(minutes=1))
    assert expired() == {"lists of results": 1}
    assert not body.result_lists.exists()
