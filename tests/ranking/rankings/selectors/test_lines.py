"""What the public reads of a ranking: pages, a search, names, explanations, the way over the days, CSV."""

import csv
import io
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from ranking.links.models import PersonRecord
from ranking.rankings.exports.csv_list import ranking_csv
from ranking.rankings.rules.formula import Counted
from ranking.rankings.rules.rule import Kind, Rule
from ranking.rankings.selectors import lines as selector
from ranking.rankings.selectors import preview
from ranking.rankings.selectors.explanation import explained, prospect
from ranking.rankings.selectors.lines import RankedLines, history_of, line_of, lines_named
from ranking.rankings.selectors.names import hidden_persons
from ranking.rankings.selectors.preview import preview_of
from tests.support.events import small_event
from tests.support.ranking import new_person
from tests.support.rankings import DAY, career, computed, new_ranking, placed, snapshot_of
from tests.support.sheets import player

pytestmark = pytest.mark.django_db


def five(**columns):
    """Return five players with two results each, the first of them the best."""
    countries = {"A": "NL", "B": "NL", "C": "DK", "D": "NL", "E": "DK"}
    people = [new_person(f"Player {name}", country=country) for name, country in countries.items()]
    for _event in range(2):
        placed({person: at + 1 for at, person in enumerate(people)}, **columns)
    return people


def test_a_page_is_read_by_position_and_a_country_by_its_own(django_assert_max_num_queries):
    five()
    snapshot = snapshot_of(new_ranking())
    with django_assert_max_num_queries(5):
        page = RankedLines(snapshot)[1:3]
    assert [(one.line.rank, one.name.name) for one in page] == [(2, "Player B"), (3, "Player C")]
    assert RankedLines(snapshot)[4].name.name == "Player E"
    dutch = RankedLines(snapshot, "NL")
    assert (len(dutch), [one.name.name for one in dutch[1:3]]) == (3, ["Player B", "Player D"])
    assert (len(RankedLines(snapshot)), len(RankedLines(snapshot, "XX"))) == (5, 0)


def test_a_name_of_more_players_than_are_read_by_id_is_found_in_order(monkeypatch):
    five()
    once = new_person("Player once")
    career(once, 1)
    snapshot = snapshot_of(new_ranking())
    few = [one.name.name for one in lines_named(snapshot, "play er")]
    monkeypatch.setattr(selector, "FEW", 2)
    monkeypatch.setattr(selector, "FIRST_PART", 2)
    names = ["Player A", "Player B", "Player C", "Player D", "Player E", "Player once"]
    assert few == [one.name.name for one in lines_named(snapshot, "play er")] == names
    monkeypatch.setattr(selector, "MOST_FOUND", 2)
    assert [one.name.name for one in lines_named(snapshot, "player")] == names[:2]


def test_the_movement_is_that_since_the_ranking_before():
    first, second = five()[:2]
    ranking = new_ranking()
    computed(ranking, DAY)
    career(second, 1, 1, 1, ends=DAY + timedelta(days=1))
    snapshot = snapshot_of(ranking, DAY + timedelta(days=2))
    top = RankedLines(snapshot)[:2]
    assert [(one.name.person, one.movement) for one in top] == [(second.pk, 1), (first.pk, -1)]


def test_who_asks_not_to_be_shown_stands_as_initials_everywhere():
    private, refused, merged, shown, _last = five()
    PersonRecord.objects.create(person=private, public=False)
    entry = player(small_event("refused"))
    entry.person, entry.name_consent = refused, False
    entry.save()
    placed({}, event=entry.event)
    other = new_person("Private name", merged_into=merged)
    PersonRecord.objects.create(person=other, public=False)
    snapshot = snapshot_of(new_ranking())
    names = [(one.name.name, one.name.latin_name, one.name.person) for one in RankedLines(snapshot)[:4]]
    assert names == [("P. A.", "", None), ("P. B.", "", None), ("P. C.", "", None), ("Player D", "", shown.pk)]
    assert hidden_persons() == {private.pk, refused.pk, merged.pk}
    assert [one.name.name for one in lines_named(snapshot, "player")] == ["Player D", "Player E"]
    text = ranking_csv(snapshot).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert [row[1] for row in rows[1:]] == ["P. A.", "P. B.", "P. C.", "Player D", "Player E"]
    assert not any(name in text for name in ("Player A", "Player B", "Player C", "Private"))


def test_a_refusal_in_an_event_that_is_not_in_the_record_hides_nobody():
    entry = player(small_event("other"))
    entry.person, entry.name_consent = new_person(), False
    entry.save()
    assert hidden_persons([entry.person.pk]) == set()


def test_the_explanation_adds_up_to_the_stored_points_also_after_a_correction():
    person = new_person()
    events = career(person, 3, 1, 20, 7, 2, 40)
    snapshot = snapshot_of(new_ranking())
    events[0].results.update(individual_rank=80)
    rows = explained(line_of(snapshot, person), Rule())
    in_a = [row for row in rows if row.use.part_a]
    in_b = [row for row in rows if row.use.part_b]
    assert (len(rows), len(in_a), len(in_b)) == (6, 6, 4)
    means = [sum(row.product for row in part) / sum(row.weight for row in part) for part in (in_a, in_b)]
    assert float(line_of(snapshot, person).points) == pytest.approx(float(sum(means) / 2), abs=1e-4)
    assert sorted(row.place for row in rows) == [1, 2, 3, 7, 20, 40]
    assert [row.value for row in rows][:2] == [1000, 987]


def test_one_more_result_is_tried_without_writing_it():
    people = five()
    once = new_person("Once")
    career(once, 1)
    snapshot = snapshot_of(new_ranking())
    rows = explained(line_of(snapshot, once), Rule())
    better = prospect(snapshot, Rule(), once, rows, Counted(1000, Fraction(4)))
    assert (better.rank, better.use.part_b) == (1, True)
    nothing = prospect(snapshot, Rule(), new_person("New"), [], Counted(1000, Fraction(4)))
    assert (nothing.points, nothing.rank) == (None, None)
    own = explained(line_of(snapshot, people[0]), Rule())
    assert prospect(snapshot, Rule(), people[0], own, Counted(0, Fraction(1))).rank == 1


def test_the_way_of_a_person_goes_on_after_a_merger():
    ranking, old, kept = new_ranking(), new_person("Old"), new_person("Kept")
    career(old, 1, 2)
    computed(ranking, DAY)
    old.merged_into = kept
    old.save()
    computed(ranking, DAY + timedelta(days=1))
    assert [line.snapshot.day for line in history_of(ranking, kept)] == [DAY, DAY + timedelta(days=1)]
    first = ranking.snapshots.get(day=DAY)
    assert line_of(first, kept).person == old
    assert RankedLines(first)[0].name.name == "Kept"


def test_a_preview_compares_with_the_newest_ranking_and_limits_a_large_record(monkeypatch):
    today = timezone.localdate()
    five(ends=today)
    ranking = new_ranking(years="weeks")
    computed(ranking, today)
    rule = Rule(kind=Kind.OWN, least=1)
    shown = preview_of(rule, ranking)
    assert [(line.ranked.rank, line.saved, line.name.name) for line in shown.lines][:2] == [
        (1, 1, "Player A"), (2, 2, "Player B"),
    ]  # fmt: skip
    assert (shown.events, shown.all_events, shown.players) == (2, 2, 5)
    assert [country.country for country in shown.countries] == ["NL", "DK"]
    monkeypatch.setattr(preview, "MOST_RESULTS", 6)
    assert (preview_of(rule).events, preview_of(rule).players) == (1, 5)
