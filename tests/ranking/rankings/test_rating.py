"""A rating from the stored tables: computed by the job, explained, compared, and who is in it."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from ranking.links.models import PersonRecord
from ranking.opponents.selectors.tables import stored_tables
from ranking.rankings.rules.rating import Strength, after_table, chance_ahead, rate
from ranking.rankings.rules.rule import Kind, Rule
from ranking.rankings.selectors.explanation import rating_steps
from ranking.rankings.selectors.preview import preview_of
from ranking.rankings.selectors.rating import points_of, strength_of
from ranking.rankings.selectors.wording import points_text
from tests.support.ranking import new_person
from tests.support.rankings import career, new_ranking, snapshot_of
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
EN = Client(headers={"accept-language": "en"})


@pytest.fixture
def people() -> list[Person]:
    """Eight players of two events of three sessions, the second one a month later."""
    first = stored_event(starts="2026-01-01", ends="2026-01-02")
    stored_event(people_of(first), starts="2026-02-01", ends="2026-02-02")
    return people_of(first)


def expected(people: list[Person]) -> dict[int, Strength]:
    """Rate the tables as each of the players has them on the page of opponents."""
    tables = {}
    for person in people:
        for table in stored_tables(person):
            scores = {person.pk: table.own.points, **{pk: score.points for pk, score in table.others.items()}}
            tables[table.starts, table.session, table.number] = dict(sorted(scores.items()))
    strengths: dict[int, Strength] = {}
    for key in sorted(tables):
        rate(strengths, tables[key])
    return strengths


def test_the_job_rates_the_tables_in_the_order_of_play(people):
    career(new_person("Without a table"), 1, 2)
    snapshot = snapshot_of(new_ranking(kind="rating"))
    strengths = expected(people)
    found = {line.person_id: (float(line.points), line.results) for line in snapshot.lines.all()}
    assert found == {pk: (pytest.approx(float(points_of(one).total), abs=0.011), 6) for pk, one in strengths.items()}
    points = [line.points for line in snapshot.lines.order_by("position")]
    assert points == sorted(points, reverse=True)


def test_the_explanation_has_the_points_after_each_event(people):
    snapshot = snapshot_of(new_ranking(kind="rating", slug="rating"))
    line = snapshot.lines.order_by("position").first()
    steps = rating_steps(line)
    assert [(event.ends.isoformat(), tables) for event, tables, _points in steps] == [
        ("2026-02-02", 3),
        ("2026-01-02", 3),
    ]
    assert float(steps[0][2]) == float(line.points)
    page = EN.get(reverse("rankings:player", args=["rating", line.person_id])).text
    assert "Points after it" in page
    assert "What would a result do?" not in page
    assert "What would a table do?" in page


def test_a_table_that_a_player_may_sit_at_gives_new_points_and_a_new_rank(people):
    snapshot = snapshot_of(new_ranking(kind="rating", slug="rating"))
    lines = list(snapshot.lines.order_by("position"))
    own = lines[4]
    page = reverse("rankings:what-if", args=["rating", own.person_id])
    assert "After this table" not in EN.get(page).text
    assert [EN.get(page).context["form"][name].initial for name in ("best", "middle", "last")] == [3, 4, 6]
    table = {"place": "2", "best": "1", "middle": "8", "last": "3"}
    answer = EN.get(page, table)
    strengths = [strength_of(lines[at]) for at in (0, 4, 7, 2)]
    after = points_of(after_table(strengths, [4, 3, 2, 1])[1]).total
    assert answer.context["points"] == points_text(after)
    assert answer.context["rank"] == 1 + sum(line.points > after for line in lines if line != own)
    first = EN.get(page, table | {"place": "1"}).context
    assert float(first["points"]) > float(after)
    assert first["rank"] <= answer.context["rank"]


@pytest.mark.parametrize(
    ("typed", "where", "message"),
    [
        ({"best": "9"}, "best", "The ranking has only 8 players."),
        ({"middle": "5"}, "middle", "This player sits at the table already."),
        ({"last": "1"}, "last", "This player sits at the table already."),
        ({"place": "5"}, "place", "At most 4."),
    ],
)
def test_a_table_that_cannot_be_is_refused_beside_its_field(people, typed, where, message):
    snapshot = snapshot_of(new_ranking(kind="rating", slug="rating"))
    own = snapshot.lines.get(position=5)
    page = reverse("rankings:what-if", args=["rating", own.person_id])
    answer = EN.get(page, {"place": "1", "best": "1", "middle": "2", "last": "3"} | typed)
    assert answer.context["form"].errors == {where: [message]}


def test_the_others_at_a_table_are_named_as_the_public_sees_them(people):
    snapshot = snapshot_of(new_ranking(kind="rating", slug="rating"))
    hidden = snapshot.lines.get(position=1).person
    PersonRecord.objects.create(person=hidden, public=False)
    own = snapshot.lines.get(position=5)
    answer = EN.get(
        reverse("rankings:what-if", args=["rating", own.person_id]),
        {"place": "1", "best": "1", "middle": "2", "last": "3"},
    )
    assert "After this table" in answer.text
    assert hidden.name not in answer.text


def test_tables_after_the_day_and_beyond_the_scope_do_not_count(people):
    day = date(2026, 1, 15)
    assert set(snapshot_of(new_ranking(kind="rating"), day).lines.values_list("results", flat=True)) == {3}
    assert not snapshot_of(new_ranking(kind="rating", first_year=2027)).lines.exists()
    assert not snapshot_of(new_ranking(kind="rating", players_of=["XX"])).lines.exists()


def test_a_merged_player_is_rated_once(people):
    kept, merged = new_person("Kept"), people[0]
    Person.objects.filter(pk=merged.pk).update(merged_into=kept)
    snapshot = snapshot_of(new_ranking(kind="rating"))
    assert snapshot.lines.get(person=kept).results == 6
    assert not snapshot.lines.filter(person=merged).exists()


def test_two_players_are_compared_by_their_chance_and_hidden_ones_are_not_named(people):
    snapshot = snapshot_of(new_ranking(kind="rating", slug="rating"))
    first, second = (line.person for line in snapshot.lines.order_by("position")[:2])
    page = EN.get(reverse("rankings:compare", args=["rating", first.pk, second.pk])).text
    strengths = expected(people)
    chance = round(100 * chance_ahead(strengths[first.pk], strengths[second.pk]))
    assert f"{first.name} is ahead of {second.name} at a table with a chance of {chance} %" in page
    PersonRecord.objects.create(person=first, public=False)
    page = EN.get(reverse("rankings:ranking", args=["rating"])).text
    assert first.name not in page
    assert "Estimate" in page


def test_a_rating_is_tried_before_it_is_saved(people, monkeypatch):
    assert preview_of(Rule(kind=Kind.RATING)).players == 8
    monkeypatch.setattr("ranking.rankings.selectors.preview.MOST_RESULTS", 9)
    shown = preview_of(Rule(kind=Kind.RATING))
    assert (shown.events, shown.all_events, {line.ranked.player.results for line in shown.lines}) == (1, 2, {3})


def test_a_rating_has_only_events_with_tables_and_says_nothing_of_weights(people):
    career(new_person("Without a table"), 1, 2)
    preview = preview_of(Rule(kind=Kind.RATING))
    assert (preview.events, preview.all_events) == (2, 2)
    assert snapshot_of(new_ranking(kind="rating", slug="rating")).events.count() == 2
    page = EN.get(reverse("rankings:events", args=["rating"])).text
    assert "All tables of these events count that are stored here." in page
    assert "Weight" not in page
