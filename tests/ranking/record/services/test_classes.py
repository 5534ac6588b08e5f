"""Freezing the official result of an event, and corrections after it."""

import json
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from ranking.levels.models import Qualification
from ranking.levels.selectors.person_records import record_of
from ranking.levels.services import mark_qualified
from ranking.pins.selectors.committee import stale_at
from ranking.pins.selectors.grounds import concerned_bodies
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.official_results import differences, digest_of, is_stale, official_result
from ranking.record.services.classes import ResultChanged, confirm_class, withdraw_class
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings
from tests.support.paths import ROOT
from tests.support.ranking import actor, closed, confirmed, file_event, new_body, result_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from web.shared.record.labels import REASONS

pytestmark = pytest.mark.django_db

DEMO = ROOT / "scoring" / "demo" / "event_open_2018.json"


def imported(document) -> Event:
    slug = import_event(system_actor("test"), document=document)["event"]
    return Event.objects.get(slug=slug)


def raise_public_version(event: Event) -> None:
    """Raise the public version, as every action does that changes a released fact."""
    event.ledger.public += 1
    event.ledger.save()


def line(recorded: RecordedEvent, number: int) -> OfficialResult:
    return recorded.results.get(number=number)


def test_the_event_of_2018_is_class_c_with_every_condition() -> None:
    event = imported(json.loads(DEMO.read_text(encoding="utf-8")))
    official = official_result(event)
    assert (official.players, official.sessions) == (48, 7)
    classification = official.classification(sanctioned=True)
    assert classification.letter == "C"
    # A national event with seven sessions lacks twelve players for class B.
    assert [(condition.letter, condition.what) for condition in classification.conditions if not condition.met] == [
        ("A", "players"),
        ("A", "sessions"),
        ("A", "kind"),
        ("B", "players"),
    ]
    assert official.classification(sanctioned=False).letter is None
    first = official.lines[0]
    assert (first.individual_rank, first.table_points, first.competition_points, first.sessions) == (1, 300, 1023, 7)
    assert first.team_rank is not None


def test_a_closed_event_is_frozen_with_every_figure() -> None:
    event, body = imported(file_event(16, 6)), new_body()
    seen = digest_of(official_result(event))
    with pytest.raises(Refused, match="not closed"):
        confirm_class(actor(), body, event=event, entry=None, seen=seen)
    event = closed(event)
    with pytest.raises(ResultChanged):
        confirm_class(actor(), body, event=event, entry=None, seen="0" * 64)
    recorded = confirmed(event, body)
    assert recorded.digest == digest_of(official_result(event))
    # The audit chains of the body and of the event both have the entry.
    entries = AuditEntry.objects.filter(action="class.confirm").values_list("ledger", "after")
    assert {ledger: after["digest"] for ledger, after in entries} == {
        owner.ledger_id: recorded.digest[:16] for owner in (body, event)
    }
    first = recorded.results.first()
    results = CountedResult.objects.filter(entry__number=first.number)
    assert first.table_points == sum(row.table_points for row in results)
    points = [row.competition_points for row in results]
    assert first.competition_points == sum(points)
    assert first.positive_sessions == sum(max(point, 0) for point in points)
    assert [row.status for row in recorded.results.all()] == ["ranked"] * 16


def test_players_are_all_who_started_without_fillers_and_full_forfeits() -> None:
    event = imported(file_event(16, 2))
    entries = {entry.number: entry for entry in event.entries.all()}
    for result in CountedResult.objects.filter(entry=entries[1]).select_related("sheet"):
        Forfeit.objects.create(sheet=result.sheet, seat=result.seat, valid_from_version=1)
    half = CountedResult.objects.filter(entry=entries[2]).select_related("sheet").first()
    Forfeit.objects.create(sheet=half.sheet, seat=half.seat, valid_from_version=1)
    Entry.objects.filter(pk=entries[3].pk).update(kind="reserve")
    CountedResult.objects.filter(entry=entries[4]).delete()
    Entry.objects.filter(pk=entries[4].pk).update(kind="filler")
    official = official_result(event)
    started = {result_line.number: result_line.sessions for result_line in official.lines}
    assert official.players == 14
    assert {1, 4} & started.keys() == set()
    assert (started[2], started[3]) == (1, 2)


def test_withdrawn_and_disqualified_players_are_frozen_without_ranks() -> None:
    event = imported(file_event(16, 2))
    Entry.objects.filter(event=event, number=1).update(status="withdrawn")
    Entry.objects.filter(event=event, number=2).update(status="disqualified")
    recorded = confirmed(event)
    assert [(line(recorded, number).status, line(recorded, number).individual_rank) for number in (1, 2)] == [
        ("withdrawn", None),
        ("disqualified", None),
    ]
    assert recorded.players == 16


def test_a_lost_rank_takes_the_result_and_has_its_own_status() -> None:
    event = imported(file_event(16, 2, scope="world"))
    Entry.objects.filter(event=event, number__in=(2, 3)).update(rank_lost=True)
    Entry.objects.filter(event=event, number=3).update(status="disqualified")
    recorded = confirmed(event)
    lines = [line(recorded, number) for number in (2, 3)]
    assert [(result.get_status_display(), result.individual_rank) for result in lines] == [
        ("Loss of rank", None),
        ("Disqualified", None),
    ]
    [shown] = record_of(line(recorded, 2).person, public=False).lines
    assert (shown.reason, str(REASONS[shown.reason])) == (
        "rank_lost",
        "Loss of rank: nothing from this event counts (3.11.5).",
    )


def test_two_equal_players_share_a_rank() -> None:
    event = imported(file_event(16, 1))
    pair = CountedResult.objects.filter(entry__number__in=(1, 2))
    pair.update(table_points=48, competition_points=1_000)
    recorded = confirmed(event)
    assert [line(recorded, number).individual_rank for number in (1, 2)] == [1, 1]
    assert sorted(recorded.results.values_list("individual_rank", flat=True))[2] == 3


def test_a_reserve_has_the_rank_of_the_team_it_played_for() -> None:
    event = imported(file_event(16, 2))
    [first, second] = event.teams.order_by("number")[:2]
    entry = event.entries.filter(team=first).first()
    CountedResult.objects.filter(entry=entry).update(team=second)
    recorded = confirmed(event)
    mate = recorded.results.filter(team=second.name).exclude(number=entry.number).first()
    assert line(recorded, entry.number).team_rank == mate.team_rank


def test_a_player_without_a_session_for_the_team_has_no_team_rank() -> None:
    event = imported(file_event(16, 2))
    entry = event.entries.filter(team__isnull=False).first()
    CountedResult.objects.filter(entry=entry).update(team=None)
    assert line(confirmed(event), entry.number).team_rank is None


def test_departing_settings_are_kept_in_the_record() -> None:
    event = imported(file_event(16, 1, settings={"play": {"at_time": "finish"}, "penalties": {"false_win": "burnt"}}))
    assert confirmed(event).departures == [
        {"group": "play", "setting": "at_time", "value": "finish", "against": True},
        {"group": "penalties", "setting": "false_win", "value": "burnt", "against": True},
    ]


def test_a_correction_makes_the_record_stale_until_it_is_confirmed_again() -> None:
    world, member = new_body(), new_body("member", countries=["ES"])
    document = file_event(16, 6, country="ES")
    winner = next(player for player in document["players"] if player["number"] == 1)
    winner["country"] = "ES"
    event = imported(document)
    recorded = confirmed(event, member)
    event = recorded.event
    assert not is_stale(recorded)
    # Another released fact does not make the result stale.
    raise_public_version(event)
    assert not is_stale(RecordedEvent.objects.get(pk=recorded.pk))
    changed = CountedResult.objects.filter(entry__number=1).first()
    changed.table_points += 12
    changed.save()
    recorded = RecordedEvent.objects.select_related("event__ledger", "body").get(pk=recorded.pk)
    assert is_stale(recorded)
    changed_lines = differences(recorded, official_result(recorded.event))
    assert 1 in [(difference.after or difference.before).number for difference in changed_lines]
    person = line(recorded, 1).person
    Qualification.objects.create(
        person=person, kind="pin", level=3, reached_at="2024-05-01T12:00:00Z", events=[recorded.slug]
    )
    assert set(concerned_bodies(recorded)) == {world, member}
    assert stale_at(world) == stale_at(member) == [recorded]
    assert stale_at(new_body("member", countries=["CN"])) == []
    again = confirmed(event, member)
    assert (again.pk, again.version, is_stale(again)) == (recorded.pk, 2, False)
    assert line(again, 1).table_points == line(recorded, 1).table_points
    assert stale_at(world) == []


def event_with_own_groups() -> Event:
    """Import an event whose players name their own group; their teams name none."""
    document = file_event(16, 6)
    document["groups"] = [{"id": 1, "name": "北京"}, {"id": 2, "name": "天津"}]
    document["teams"] = [{"id": 1, "name": "Reds"}]
    for player in document["players"]:
        player.pop("team", None)
        player["group"] = 1 if player["number"] <= 8 else 2
    document["players"][0]["team"] = 1
    return imported(document)


def test_a_player_has_the_rank_of_the_own_group_in_standings_and_official_result() -> None:
    event = event_with_own_groups()
    ranks = {line.number: line.rank for line in Standings(event, View(live=False, last_session=6)).groups()}
    assert sorted(ranks.values()) == [1, 2]
    frozen = {line.number: (line.group, line.group_rank) for line in confirmed(event).results.all()}
    assert frozen[1] == ("北京", ranks[1])
    assert set(frozen.values()) == {("北京", ranks[1]), ("天津", ranks[2])}


def frozen_without_own_groups(event: Event) -> RecordedEvent:
    """Return the record of the event as calculation 1 froze it, without the ranks of own groups of team members."""
    recorded = confirmed(event)
    recorded.results.filter(number=1).update(group="", group_rank=None)
    recorded.calculation, recorded.digest = 1, "0" * 64
    recorded.save()
    return recorded


def test_a_result_that_lacks_the_rank_of_the_own_group_is_offered_for_correction() -> None:
    event = event_with_own_groups()
    recorded = frozen_without_own_groups(event)
    world = recorded.body
    assert (stale_at(world), is_stale(recorded)) == ([recorded], True)
    [difference] = differences(recorded, official_result(event))
    assert (difference.before.group_rank, difference.after.number) == (None, 1)
    again = confirmed(event, world)
    assert line(again, 1).group_rank == difference.after.group_rank
    assert (stale_at(world), is_stale(again)) == ([], False)


def test_the_update_accepts_results_that_the_first_calculation_froze_correctly() -> None:
    right, affected = confirmed(imported(file_event(16, 6))), frozen_without_own_groups(event_with_own_groups())
    Entry.objects.filter(event=right.event).update(team=None)
    RecordedEvent.objects.update(calculation=1)
    update = import_module("ranking.migrations.0011_add_calculation")
    update.accept_unaffected(apps, SimpleNamespace(connection=connection))
    calculations = dict(RecordedEvent.objects.values_list("pk", "calculation"))
    assert calculations == {right.pk: 2, affected.pk: 1}


def test_a_withdrawn_event_counts_no_longer() -> None:
    person = Person.objects.create(name="王伟")
    recorded = result_of(person, table_points=480).recorded
    mark_qualified(actor(), persons=[person.pk])
    assert Qualification.objects.get().level == 7
    with pytest.raises(Refused) as refused:
        withdraw_class(actor(), recorded.body, recorded=recorded)
    assert refused.value.where == "reason"
    withdraw_class(actor(), recorded.body, recorded=recorded, reason="Another event.")
    assert not Qualification.objects.exists()
    assert not RecordedEvent.objects.exists()
