"""A federation of five years: rankings, series and players' pages agree with a short second implementation.

The second implementation reads the generated plain data and the text of the rules, and none of the program's rules.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ranking.levels.selectors.person_records import record_of
from ranking.opponents.selectors.tables import shown_persons, stored_tables
from ranking.rankings.models import RankingSnapshot
from ranking.series.selectors.progress import steps_of
from ranking.series.selectors.ranked import Rankings
from ranking.series.selectors.table import series_table
from tests.support.federation import LAST, Federation, Meeting, federation, store
from tests.support.rankings import compute, new_ranking, snapshot_of
from tests.support.series import new_series
from tournament.people.models.persons import Person
from tournament.people.selectors import merges

pytestmark = [pytest.mark.django_db, pytest.mark.database]
EN = Client(headers={"accept-language": "en"})
DAYS = (date(2022, 6, 1), date(2023, 12, 31), date(2025, 2, 28), LAST)
Exact = int | Fraction


@pytest.fixture
def made() -> Federation:
    return federation(26)


@pytest.fixture
def persons(made: Federation) -> dict[int, Person]:
    return store(made)


def weight(meeting: Meeting) -> Exact:
    """The federation's table: days up to 3; half a point above 40 and 80 players, above 5 and 9 countries."""
    if meeting.weight is not None:
        return Fraction(meeting.weight)
    lands = len({outcome.player.country_on(meeting.ends) for outcome in meeting.outcomes})
    steps = (meeting.size > 40) + (meeting.size > 80) + (lands > 5) + (lands > 9)
    return min(meeting.days, 3) + Fraction(steps, 2)


def whole_years(first: date, day: date) -> int:
    return day.year - first.year - ((day.month, day.day) < (first.month, first.day))


def careers(made: Federation, day: date) -> dict[int, list[tuple[int, Exact]]]:
    """Return player -> (base rank, weight with age) of each result that counts, best first."""
    counted = defaultdict(list)
    for meeting in made.meetings:
        if meeting.ends <= day and whole_years(meeting.ends, day) < 2:
            aged = Fraction(weight(meeting)) / (1 + whole_years(meeting.ends, day))
            for outcome in meeting.outcomes:
                base = round(Fraction(1000 * (meeting.size - outcome.place), meeting.size - 1))
                counted[outcome.player.number].append((base, aged))
    return {player: sorted(results, reverse=True) for player, results in counted.items()}


def mers(results: Sequence[tuple[int, Exact]]) -> Fraction | None:
    """Return the points: the mean of part A (five, and 80 % of the further ones) and part B (four)."""
    if len(results) < 2:
        return None
    filled = [*results, *[(0, 1)] * (5 - len(results))]
    further = max(0, len(results) - 5)
    part_a, part_b = filled[: 5 + -(-4 * further // 5)], filled[:4]
    means = [Fraction(sum(base * of for base, of in part)) / sum(of for _base, of in part) for part in (part_a, part_b)]
    return (means[0] + means[1]) / 2


def newest_country(made: Federation, number: int, day: date) -> str:
    last = max(
        meeting.ends
        for meeting in made.meetings
        if meeting.ends <= day and number in {outcome.player.number for outcome in meeting.outcomes}
    )
    return made.players[number].country_on(last)


@pytest.mark.parametrize("day", DAYS)
def test_mers_of_players_and_countries_on_each_day(made: Federation, persons: dict[int, Person], day: date) -> None:
    points = {number: mers(results) for number, results in careers(made, day).items()}
    ranked = {number: value for number, value in points.items() if value is not None}
    snapshot = snapshot_of(new_ranking(), day)
    assert snapshot.size == len(ranked) > 60
    lines = {line.person_id: line for line in snapshot.lines.all()}
    for number, value in points.items():
        line = lines.pop(persons[number].pk)
        if value is None:
            assert (line.rank, line.results) == (None, 1)
            continue
        better = sum(other > value for other in ranked.values())
        assert (line.rank, float(line.points)) == (1 + better, pytest.approx(float(value), abs=1e-4))
    assert not lines
    teams = defaultdict(list)
    for number, value in ranked.items():
        teams[newest_country(made, number, day)].append(value)
    best = {country: sorted(values)[-3:] for country, values in teams.items()}
    means = {country: sum(values) / len(values) for country, values in best.items() if len(values) == 3}
    found = {row.country: row for row in snapshot.countries.all() if row.country in means}
    assert found.keys() == means.keys()
    for country, mean in means.items():
        assert float(found[country].points) == pytest.approx(float(mean), abs=1e-4)


def season_points(rule: str, values: list[int]) -> Exact:
    ordered = sorted(values)
    if rule == "best":
        return sum(ordered[-4:])
    if rule == "best-worst":
        return sum(ordered[-3:]) + sum(ordered[: min(1, max(0, len(ordered) - 3))])
    return Fraction(sum(ordered), len(ordered)) if rule == "average" else sum(ordered)


@pytest.mark.parametrize(
    ("year", "rule", "parts"),
    [
        (2021, "sum", {}),
        (2022, "best", {"best": 4}),
        (2023, "best-worst", {"best": 3, "worst": 1}),
        (2024, "average", {"least": 3}),
        (2025, "best-worst", {"best": 3, "worst": 1, "least": 2}),
    ],
)
def test_the_series_of_each_year(
    made: Federation, persons: dict[int, Person], year: int, rule: str, parts: dict[str, int]
) -> None:
    series = new_series(*(meeting.slug for meeting in made.season(year)), counting=rule, ties=[], **parts)
    values: dict[int, list[int]] = defaultdict(list)
    for meeting in made.season(year):
        for outcome in meeting.outcomes:
            values[outcome.player.number].append(outcome.competition_points)
    expected = {persons[number].pk: season_points(rule, played) for number, played in values.items()}
    least = {persons[number].pk for number, played in values.items() if len(played) >= parts.get("least", 1)}
    hidden = {persons[player.number].pk for player in made.players if player.hidden}
    table = series_table(series)
    assert len(table.lines) == len(expected)
    shown = {line.person: line for line in table.lines if line.person}
    assert shown.keys() == expected.keys() - hidden
    for pk, line in shown.items():
        better = sum(expected[other] > expected[pk] for other in least)
        assert line.points == expected[pk]
        assert line.rank == (1 + better if pk in least else None)
    player = next(iter(shown))
    steps = steps_of(Rankings(table.rule, table.counting, merges()), player)
    assert len(steps) == min(12, len(made.season(year)))
    assert (steps[-1].rank, steps[-1].points) == (shown[player].rank, expected[player])


def test_a_very_long_series_has_no_steps(made: Federation, persons: dict[int, Person]) -> None:
    series = new_series(*(meeting.slug for meeting in made.meetings))
    table = series_table(series)
    assert steps_of(Rankings(table.rule, table.counting, merges()), persons[0].pk) == []


def test_the_pages_of_players_show_the_same_numbers(made: Federation, persons: dict[int, Person]) -> None:
    ranking = new_ranking(slug="five-years")
    for day in DAYS:
        compute(ranking, day)
    assert RankingSnapshot.objects.filter(ranking=ranking).count() == len(DAYS)
    results = careers(made, LAST)
    for player in made.players[:40]:
        person, own = persons[player.number], results.get(player.number, [])
        address = f"/rankings/five-years/players/{person.pk}/"
        if player.hidden:
            assert EN.get(f"/p/{person.pk}/").status_code == 404
            assert EN.get(address).status_code == 404
            continue
        page = EN.get(address).context
        rows = [(float(row["event"].weight) * float(row["event"].factor), row["place"]) for row in page["rows"]]
        assert sorted(weight for weight, _place in rows) == pytest.approx(sorted(float(aged) for _base, aged in own))
        value = mers(own)
        assert page["figures"]["points"] == ("" if value is None else f"{float(value):.2f}")
        record = EN.get(f"/p/{person.pk}/").context
        played = [meeting for meeting in made.meetings if player in {one.player for one in meeting.outcomes}]
        assert {line.recorded.slug for line in record["ranked"]} == {meeting.slug for meeting in played}


def test_hidden_players_are_nowhere_on_the_pages_of_five_years(made: Federation, persons: dict[int, Person]) -> None:
    compute(new_ranking(slug="five-years"), LAST)
    series = new_series(*(meeting.slug for meeting in made.season(2025)))
    hidden = [player.name for player in made.players if player.hidden]
    assert hidden
    addresses = ["/rankings/five-years/", "/rankings/five-years/ranking.csv", f"/series/{series.slug}/"]
    addresses += [f"/series/{series.slug}/feed.json", "/rankings/five-years/?page=2", "/record/players/"]
    for address in addresses:
        answer = EN.get(address)
        text = b"".join(answer).decode() if answer.streaming else answer.text
        assert answer.status_code == 200, address
        assert [name for name in hidden if name in text] == [], address


def test_the_results_of_a_person_are_found_by_index(made: Federation, persons: dict[int, Person]) -> None:
    """A condition on the person or the person's merger reads every result, on both databases."""
    number = next(player.number for player in made.players if not player.hidden)
    with CaptureQueriesContext(connection) as queries:
        assert record_of(persons[number], public=True).lines
        assert shown_persons([person.pk for person in persons.values()][:20])
        stored_tables(persons[number])
    texts = [query["sql"] for query in queries if "person" in query["sql"]]
    assert len(texts) > 4
    assert [sql for sql in texts if ' OR "tournament_person"."merged_into_id"' in sql] == []
