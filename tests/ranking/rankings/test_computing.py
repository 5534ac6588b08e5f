"""Computing a ranking from the record by its job: points, ranks, countries, scope, merged persons, repeated jobs."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from common.jobs.models import Job
from ranking.rankings.models import Ranking, RankingLine, RankingSnapshot
from ranking.rankings.selectors.rankings import snapshot_on
from ranking.record.rules.mers import Result, Tournament
from ranking.record.rules.mers import ranking as mers_ranking
from ranking.tasks.rankings import rankings_due
from scoring.settings.models.federation import FederationSettings
from tests.support.events import small_event
from tests.support.ranking import new_person, recorded_event, result_of
from tests.support.rankings import DAY, begun, career, compute, computed, lines, new_ranking, placed, snapshot_of

pytestmark = pytest.mark.django_db


def test_mers_from_the_record_is_that_of_the_command():
    players = [new_person(f"P{at}", country="NL" if at % 2 else "DK") for at in range(6)]
    tournaments = []
    for at, (ends, days, field) in enumerate(
        [(DAY, 3, 90), (date(2026, 1, 4), 2, 44), (date(2024, 12, 1), 1, 16), (date(2023, 1, 1), 2, 60)]
    ):
        places = {player: 1 + (at * 3 + number * 5) % 16 for number, player in enumerate(players) if number != at}
        placed(places, ends, starts=ends - timedelta(days=days - 1), players=field)
        results = [Result(str(player.pk), player.country, place) for player, place in places.items()]
        tournaments.append(Tournament(str(at), ends, field, days, 2, False, None, results))
    expected = mers_ranking(tournaments, DAY)
    snapshot = snapshot_of(new_ranking())
    found = snapshot.lines.filter(rank__isnull=False).order_by("position")
    assert [(line.rank, str(line.person_id), float(line.points)) for line in found] == [
        (line.rank, line.player, pytest.approx(float(line.points), abs=1e-4)) for line in expected
    ]
    assert snapshot.size == len(expected) == 6
    assert snapshot.events.count() == 3


def test_equal_points_share_a_rank_and_a_single_result_has_none():
    first, second, third, once = (new_person(name) for name in ("A", "B", "C", "D"))
    for places in ({first: 1, second: 1, third: 2}, {first: 2, second: 2, third: 2, once: 1}):
        placed(places)
    snapshot = snapshot_of(new_ranking())
    points = [line.points for line in snapshot.lines.order_by("position", "person") if line.rank]
    assert points[0] == points[1] > points[2]
    assert [(rank, name) for rank, name, _points in lines(snapshot) if rank] == [(1, "A"), (1, "B"), (3, "C")]
    alone = snapshot.lines.get(person=once)
    assert (alone.rank, alone.position, alone.results) == (None, None, 1)


def test_countries_have_the_mean_of_their_best_three():
    dutch = [new_person(f"N{at}", country="NL") for at in range(4)]
    dane = new_person("D", country="DK")
    for _event in range(2):
        placed({player: at + 1 for at, player in enumerate(dutch)} | {dane: 1})
    snapshot = snapshot_of(new_ranking())
    of = {line.person.name: Fraction(line.points) for line in snapshot.lines.all()}
    found = [(one.country, one.rank, one.players) for one in snapshot.countries.all()]
    assert found == [("NL", 1, 4), ("DK", 2, 1)]
    points = {one.country: one.points for one in snapshot.countries.all()}
    assert float(points["NL"]) == pytest.approx(float(sum(of[f"N{at}"] for at in range(3)) / 3), abs=1e-3)
    assert float(points["DK"]) == pytest.approx(float(of["D"] / 3), abs=1e-3)


def test_a_merged_person_is_counted_once_with_all_results():
    kept = new_person("王伟", country="CN")
    other = new_person("WANG Wei", country="CN", merged_into=kept)
    placed({kept: 1})
    placed({other: 3})
    # Both in one event by mistake: the better place counts.
    placed({kept: 9, other: 2})
    snapshot = snapshot_of(new_ranking())
    [line] = snapshot.lines.all()
    assert (line.person, line.results) == (kept, 3)
    assert [word.split(":")[1] for word in line.counted.split()] == ["1", "3", "2"]


@pytest.mark.parametrize(
    ("scope", "names"),
    [
        ({}, {"plain", "unsanctioned", "guobiao", "dutch"}),
        ({"scopes": ["web"]}, {"web"}),
        ({"letters": ["A"]}, {"plain", "guobiao", "dutch"}),
        ({"countries": ["NL"]}, {"dutch"}),
        ({"rule_sets": ["guobiao"]}, {"guobiao"}),
        ({"first_year": 2027}, set()),
        ({"last_year": 2025}, set()),
    ],
)
def test_the_scope_limits_the_events(scope, names):
    person = new_person()
    columns = {
        "plain": {},
        "unsanctioned": {"sanctioned": False},
        "web": {"scope": "web"},
        "guobiao": {"rules": "guobiao"},
        "dutch": {"country": "NL"},
        "future": {"ends": DAY + timedelta(days=1)},
    }
    for name, given in columns.items():
        placed({person: 1}, **{"slug": name, **given})
    result_of(person, recorded_event(slug="without-a-day", starts=None))
    snapshot = snapshot_of(new_ranking(**scope))
    assert set(snapshot.events.values_list("slug", flat=True)) == names


def test_taken_and_unranked_results_do_not_count():
    person = new_person()
    for columns in ({"status": "disqualified"}, {"individual_rank": None}, {"status": "rank-lost"}, {}):
        result_of(person, placed({}), **columns)
    assert [line.results for line in snapshot_of(new_ranking()).lines.all()] == [1]


def test_an_event_for_which_players_had_to_qualify_weighs_one_more():
    event = small_event("qualified")
    FederationSettings.objects.update_or_create(event=event, defaults={"entry": "qualified"})
    placed({new_person(): 1}, event=event)
    [row] = snapshot_of(new_ranking()).events.all()
    assert (row.qualification, float(row.weight)) == (True, 4.5)


def test_a_weight_that_the_federation_published_counts_in_place_of_the_computed_one():
    person = new_person("A")
    stated, plain = placed({person: 1}, stated_weight="5.25"), placed({person: 80})
    snapshot = snapshot_of(new_ranking())
    weights = {row.slug: (row.stated, float(row.weight)) for row in snapshot.events.all()}
    assert weights == {stated.slug: (True, 5.25), plain.slug: (False, 3.5)}
    # 1000 in the first event, 0 in the second; three missing results of weight 1 in part A, two in part B.
    part_a, part_b = 5250 / (5.25 + 3.5 + 3), 5250 / (5.25 + 3.5 + 2)
    assert float(snapshot.lines.get().points) == pytest.approx((part_a + part_b) / 2, abs=1e-4)
    unweighted = snapshot_of(new_ranking(kind="own", weighted=False))
    assert {(row.stated, float(row.weight)) for row in unweighted.events.all()} == {(False, 1)}


def test_only_players_of_the_named_countries_are_ranked_by_their_newest_country():
    moved, stayed = new_person("moved", country="NL"), new_person("stayed", country="DK")
    earlier = placed({moved: 1, stayed: 1}, DAY - timedelta(days=9))
    earlier.results.filter(person=moved).update(country="DK")
    placed({moved: 1, stayed: 1})
    assert [name for _rank, name, _points in lines(snapshot_of(new_ranking(players_of=["NL"])))] == ["moved"]


def test_an_own_formula_with_points_by_place():
    first, second = new_person("A"), new_person("B")
    for places in ({first: 1, second: 2}, {first: 3, second: 1}, {second: 1}):
        placed(places)
    rule = {"kind": "own", "value": "placing", "placing": ["10", "6.5"], "weighted": False, "total": "sum", "best": 2}
    assert lines(snapshot_of(new_ranking(**rule, least=1))) == [(1, "B", "20.00"), (2, "A", "10.00")]


def test_a_ranking_of_the_same_day_is_replaced_and_other_days_stay():
    person, ranking = new_person(), new_ranking()
    career(person, 1, 2, ends=DAY - timedelta(days=40))
    computed(ranking, DAY - timedelta(days=30))
    first = snapshot_of(ranking)
    career(person, 1)
    second = snapshot_of(ranking)
    assert not RankingSnapshot.objects.filter(pk=first.pk).exists()
    assert not RankingLine.objects.filter(snapshot=first.pk).exists()
    assert [(one.day, one.lines.get().results) for one in ranking.snapshots.all()] == [
        (DAY, 3), (DAY - timedelta(days=30), 2),
    ]  # fmt: skip
    assert snapshot_on(ranking) == second
    assert snapshot_on(ranking, DAY - timedelta(days=1)).day == DAY - timedelta(days=30)
    assert snapshot_on(ranking, DAY - timedelta(days=31)) is None


def test_nobody_sees_a_computation_that_did_not_end_and_it_is_deleted():
    ranking = new_ranking()
    lost = begun(ranking, begun_at=timezone.now() - timedelta(hours=7))
    running = begun(ranking)
    assert snapshot_on(ranking) is None
    Ranking.objects.update(renewal="hand")
    assert rankings_due() == {"lost computations of rankings": 1}
    assert list(RankingSnapshot.objects.all()) == [running]
    assert lost.pk != running.pk


def test_a_removed_ranking_ends_its_job():
    ranking = new_ranking()
    slug = ranking.slug
    ranking.delete()
    ranking.slug = slug
    assert compute(ranking).state == Job.State.FAILED


@pytest.mark.parametrize("renewal", ["month", "week"])
def test_a_due_ranking_is_started_once(renewal):
    Ranking.objects.filter(pk=new_ranking().pk).update(renewal=renewal)
    assert rankings_due() == {"rankings to compute": 1}
    today = timezone.localdate()
    days = {"month": today.replace(day=1), "week": today - timedelta(days=today.weekday())}
    assert Job.objects.get().parameters["day"] == days[renewal].isoformat()
    assert rankings_due() == {}


def test_a_ranking_that_is_computed_by_hand_or_newer_is_not_due():
    Ranking.objects.filter(pk=new_ranking().pk).update(renewal="hand")
    computed(new_ranking())
    Job.objects.all().delete()
    assert rankings_due() == {}
