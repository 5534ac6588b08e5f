"""The way of a team through a series of teams on the page of the team."""

import pytest
from django.test import Client
from django.urls import reverse

from ranking.links.models import PersonRecord
from ranking.record.models.records import OfficialResult
from ranking.series.models import Series
from tests.support.ranking import new_person
from tests.support.series import new_series, season
from tests.web.pocket.conftest import page_text

pytestmark = pytest.mark.django_db
PAGE = "/record/teams/Dragons/"


@pytest.fixture
def league() -> Series:
    """Three events of two teams of two, of whom the second plays the newest two; one player is hidden."""
    players = {new_person(name): values for name, values in (("Anna", [50, 10, 5]), ("MÜLLER Eva", [20, -40, 5]))}
    others = {new_person(name): [None, 60, 40] for name in ("Ben", "Cleo")}
    events = season(players | others)
    PersonRecord.objects.create(person=list(players)[1], public=False)
    OfficialResult.objects.filter(person__in=players).update(team="Dragons", team_rank=2)
    OfficialResult.objects.filter(person__in=others).update(team="Dots", team_rank=1)
    return new_series(*(event.slug for event in events), unit="teams")


def test_a_team_page_shows_the_way_through_the_series_as_picture_and_table(league: Series, public: Client) -> None:
    page = public.get(PAGE)
    [row] = page.context["series"]
    assert row.series == league
    assert [(rank, points) for _event, rank, points in row.steps] == [(2, "50"), (2, "40"), (1, "70")]
    assert row.plot is not None
    assert f'href="{reverse("series:series", args=[league.slug])}"' in page.text
    assert "Rank 2 · Points 50 Rank after each event" in page_text(public, PAGE)
    [other] = public.get("/record/teams/Dots/").context["series"]
    assert [(rank, points) for _event, rank, points in other.steps] == [(1, "200"), (1, "120"), (None, "")]


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_a_hidden_member_stays_hidden(league: Series, public: Client, language: str) -> None:
    page = public.get(PAGE, {"lang": language})
    assert len(page.context["series"]) == 1
    assert "MÜLLER" not in page.text


def test_series_of_players_and_of_other_teams_are_not_on_the_page(league: Series, public: Client) -> None:
    slugs = list(league.events.values_list("slug", flat=True))
    new_series(*slugs)
    new_series(season({new_person("Finn"): [30]})[0].slug, unit="teams")
    assert [row.series for row in public.get(PAGE).context["series"]] == [league]
    assert "series" not in public.get("/record/countries/CN/").context
