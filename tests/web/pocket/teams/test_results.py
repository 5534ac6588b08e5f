"""The pages of countries and teams over the record: figures, links that lead there, and hidden persons."""

from datetime import date

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from common.actions.models.ledgers import Ledger
from ranking.links.models import PersonRecord
from ranking.lists.selectors.figures import figures_of
from ranking.lists.selectors.scopes import Scope
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.services.taken_lists import assign_result
from ranking.teams.selectors import country_results, team_results
from scoring.sheets.models.facts import Hand
from tests.support.gallery import ORPHANS, won_with
from tests.support.ranking import actor, new_body, new_person, recorded_event, result_of
from tests.support.rankings import computed, new_ranking, placed
from tests.web.pocket.conftest import page_text
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
DRAGONS = "Dragons / 龙队"


@pytest.fixture
def people() -> list[Person]:
    """Two of China, the second hidden, one of Spain, with results of three events; the Dragons played in two."""
    people = [new_person("王伟", country="CN"), new_person("MÜLLER Eva", country="CN"), new_person("Ana", country="ES")]
    PersonRecord.objects.create(person=people[1], public=False)
    for ends, places in (
        (date(2024, 5, 4), (2, 1, 3)),
        (date(2025, 5, 4), (9, None, 1)),
        (date(2026, 1, 4), (33, 4, 2)),
    ):
        event = placed({}, ends, name=f"Open {ends.year}", players=40)
        for person, place in zip(people, places, strict=True):
            if place:
                result_of(person, event, individual_rank=place, country=person.country)
    rows = OfficialResult.objects.filter(person__in=people[:2], recorded__starts__year__lt=2026)
    rows.update(team=DRAGONS, team_rank=2)
    return people


def test_a_country_has_figures_of_all_its_players(people: list[Person], public: Client) -> None:
    text = page_text(public, "/record/countries/CN/")
    assert "China" in text
    assert "Events 3 Members 2 Victories 1 Places 1 to 3 2" in text
    assert "Open 2025 2 May 2025 · 王伟 9 40 1" in text
    assert "2024 2 1 2 2025 1 1 0 2026 2 1 0" in text
    assert "1 1 2 1 3 0 4–8 1 9–16 1 17–32 0 33+ 1" in text


def test_who_asks_not_to_be_shown_stands_as_initials(people: list[Person], public: Client) -> None:
    for page in ("/record/countries/CN/", "/record/teams/Dragons%20/%20龙队/"):
        html = public.get(page).content.decode()
        assert "M. E." in html
        assert "MÜLLER" not in html
        assert f"/p/{people[1].pk}/" not in html
        assert f"/p/{people[0].pk}/" in html


def test_a_team_has_its_places_and_members(people: list[Person], public: Client) -> None:
    text = page_text(public, "/record/teams/Dragons%20/%20龙队/")
    assert DRAGONS in text
    assert "Events 2 Members 2 Victories 0 Places 1 to 3 2" in text
    assert "王伟 9" not in text
    assert public.get("/record/teams/Nobody/").status_code == 404


def test_every_code_of_a_country_leads_to_one_page(people: list[Person], public: Client) -> None:
    OfficialResult.objects.filter(person=people[2], individual_rank=1).update(country="ESP")
    assert public.get("/record/countries/ESP/")["Location"] == "/record/countries/ES/"
    assert public.get("/record/countries/es/")["Location"] == "/record/countries/ES/"
    assert "Events 3 Members 1 Victories 1" in page_text(public, "/record/countries/ES/")
    assert "No results in the record yet" in page_text(public, "/record/countries/PT/")
    assert public.get("/record/countries/QQ/").status_code == 404


def test_taken_results_web_events_and_merged_persons(people: list[Person]) -> None:
    twin = new_person("Wang Wei", country="CN")
    result_of(twin, placed({}, date(2026, 2, 1), players=8), individual_rank=1, country="CN")
    taken = placed({}, date(2026, 3, 1))
    result_of(people[0], taken, individual_rank=1, country="CN", status="disqualified")
    web = recorded_event(scope=Event.Scope.WEB, starts=date(2026, 4, 1))
    result_of(people[0], web, individual_rank=1, country="CN")
    assert len(country_results(["CN"]).members) == 3
    Person.objects.filter(pk=twin.pk).update(merged_into=people[0])
    results = country_results(["CN"])
    assert len(results.members) == 2
    assert (len(results.events), results.wins) == (4, 2)
    assert results.members[0].person == people[0].pk
    assert results.members[0].results == 4


def test_a_new_result_changes_the_cached_figures(people: list[Person]) -> None:
    assert team_results(DRAGONS).podiums == 2
    result_of(people[0], placed({}, date(2026, 5, 1)), team=DRAGONS, team_rank=1, country="CN")
    assert team_results(DRAGONS).podiums == 3


def test_a_result_that_is_moved_to_another_person_changes_the_cached_figures() -> None:
    body = new_body("world")
    wrong, right = new_person("Wang Wei", country="CN"), new_person("WANG Wei", country="CN")
    line = result_of(wrong, recorded_event(body), country="CN")
    assert [member.person for member in country_results(["CN"]).members] == [wrong.pk]
    assign_result(actor(), body, result=line, person=right)
    assert [member.person for member in country_results(["CN"]).members] == [right.pk]


def test_names_without_a_result_do_not_fill_the_cache(settings) -> None:
    of_one_entry = {"MAX_ENTRIES": 1, "CULL_FREQUENCY": 0}
    local = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "names", "OPTIONS": of_one_entry}
    settings.CACHES = {**settings.CACHES, "default": local}
    cache.set("kept", True)
    for name in ("Nobody", "No one"):
        assert not team_results(name).events
    assert cache.get("kept")


@pytest.mark.database
def test_a_name_that_no_team_can_have_is_not_found(public: Client) -> None:
    assert public.get("/record/teams/%00/").status_code == 404


def test_the_pages_read_as_many_rows_for_many_players(
    people: list[Person], public: Client, django_assert_max_num_queries
):
    event = RecordedEvent.objects.latest("starts")
    for number in range(60):
        result_of(new_person(f"Player {number}", country="CN"), event, individual_rank=number + 5, country="CN")
    with django_assert_max_num_queries(21):
        page = public.get("/record/countries/CN/")
    assert page.content.decode().count('href="/p/') <= 10 + 50
    assert "Player 59" in page_text(public, "/record/countries/CN/?members-page=2")


def test_hands_and_records_are_those_of_the_members_at_stored_tables(public: Client) -> None:
    event = stored_event(starts="2026-05-01", ends="2026-05-02", country="NL")
    first, second, *others = people_of(event)
    PersonRecord.objects.create(person=second, public=False)
    OfficialResult.objects.update(country="JP", team="")
    OfficialResult.objects.filter(person__in=[first, second]).update(country="CN", team=DRAGONS, team_rank=1)
    Hand.objects.exclude(no=1).delete()
    won_with(event, second, 1, ORPHANS, 88)
    Ledger.objects.update(public=F("public") + 1)
    figures = figures_of(Scope())
    own = [figures[person.pk] for person in (first, second)]
    hands, won, dealt_in = (sum(getattr(one, name) for one in own) for name in ("hands", "won", "dealt_in"))
    assert hands == 6
    for page in ("/record/countries/CN/", "/record/teams/Dragons%20/%20龙队/"):
        text = page_text(public, page)
        assert f"Won {won} Discarded the winning tile {dealt_in} Neither {hands - won - dealt_in}" in text
        assert "Highest hand won 88 P. B." in text
        assert second.name not in text
    assert "88 P. B." not in page_text(public, "/record/countries/JP/")
    Hand.objects.filter(winner__gt="", points=88).update(points=64)
    Ledger.objects.update(public=F("public") + 1)
    assert "Highest hand won 64 P. B." in page_text(public, "/record/countries/CN/")


def test_links_lead_from_persons_rankings_lists_and_events(people: list[Person], public: Client) -> None:
    ranking = computed(new_ranking(new_body(), slug="mers", kind="own", factors=["1"] * 10, least=1), date(2026, 6, 1))
    person = people[0].pk
    for page in (
        f"/p/{person}/",
        f"/rankings/{ranking.slug}/countries/",
        f"/rankings/{ranking.slug}/players/{person}/",
        f"/rankings/{ranking.slug}/?country=CN",
        "/record/players/?home=CN",
    ):
        assert 'href="/record/countries/CN/"' in public.get(page).content.decode(), page
    assert "/record/teams/Dragons%20/%20%E9%BE%99%E9%98%9F/" in public.get(f"/p/{person}/").content.decode()
    country = page_text(public, "/record/countries/CN/")
    assert "Rank 1 · Points 536.94" in country
