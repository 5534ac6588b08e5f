"""The other countries and teams that the pages of countries and teams list as met at stored tables."""

from collections import defaultdict
from collections.abc import Callable
from itertools import permutations

import pytest
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django_countries import countries

from common.actions.models.ledgers import Ledger
from common.templatetags.pinju import signed
from ranking.links.models import PersonRecord
from ranking.opponents.rules import Balance, Score, balance
from ranking.record.models.records import OfficialResult
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from tests.support.event_generator import make_event
from tests.support.ranking import actor, confirmed
from tests.web.pocket.conftest import page_text
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db
CHINA = "/record/countries/CN/"
#: At the first table of session 1 and at the second, so that China meets both spellings of Spain.
COUNTRIES = ("CN", "ES", "ESP", "JP", "CN", "ES", "JP", "")
TEAMS = ("Bamboos", "Dots", "Characters")


def play_for(countries: tuple[str, ...] | list[str], event: Event) -> None:
    """Let the players play for these countries, over and over in this order, table by table of session 1."""
    first = CountedResult.objects.filter(entry__event=event, sheet__table__session__number=1)
    for at, result in enumerate(first.order_by("sheet__table__number", "seat").select_related("entry__person")):
        person = result.entry.person
        country = countries[at % len(countries)]
        Entry.objects.filter(person=person).update(country=country)
        OfficialResult.objects.filter(person=person).update(country=country)


def balances_of(side: str, own: str) -> dict[str, Balance]:
    """Return the balances of one country or team against each other one, pair by pair."""
    pairs: dict[str, list[tuple[Score, Score]]] = defaultdict(list)
    results = CountedResult.objects.values_list("sheet", side, "table_points", "competition_points")
    for (sheet, ours, *score), (other_sheet, theirs, *other_score) in permutations(results, 2):
        if sheet == other_sheet and ours == own and theirs not in (own, "", None):
            pairs[theirs].append((Score(*score), Score(*other_score)))
    return {key: balance(scores) for key, scores in pairs.items()}


def listed(page: HttpResponse) -> dict[str, Balance]:
    return {row.record.key: row.record.balance for row in page.context["opponents"].rows}


def changed() -> None:
    """Tell that something public of every event has changed."""
    Ledger.objects.update(public=F("public") + 1)


@pytest.fixture
def met() -> Event:
    """An event of eight: two of China, three of Spain in two spellings, two of Japan, one without a country."""
    event = stored_event()
    play_for(COUNTRIES, event)
    return event


def test_a_country_lists_the_countries_that_it_met(met: Event, public: Client) -> None:
    page = public.get(CHINA)
    expected = balances_of("entry__country", "CN")
    spain = expected.pop("ES") + expected.pop("ESP")
    assert listed(page) == {"ES": spain, "JP": expected["JP"]}
    assert list(listed(page)) == sorted(listed(page), key=lambda key: -listed(page)[key].tables)
    assert '<a href="/record/countries/ES/">Spain</a>' in page.text
    figures = f"{spain.tables} {spain.ahead} {spain.level} {spain.behind} {signed(spain.mean_difference)}"
    assert f"Spain {figures}" in page_text(public, CHINA)
    mirror = listed(public.get("/record/countries/ES/"))["CN"]
    assert (mirror.ahead, mirror.behind, mirror.difference) == (spain.behind, spain.ahead, -spain.difference)


def test_a_forfeited_seat_on_either_side_is_no_meeting(met: Event, public: Client) -> None:
    before = listed(public.get(CHINA))["JP"].tables
    pair = next(
        (own, other)
        for own, other in permutations(CountedResult.objects.select_related("entry"), 2)
        if own.sheet_id == other.sheet_id and (own.entry.country, other.entry.country) == ("CN", "JP")
    )
    for result in pair:
        seat = Forfeit.objects.create(sheet=result.sheet, seat=result.seat, valid_from_version=1)
        changed()
        assert listed(public.get(CHINA))["JP"].tables < before
        seat.delete()


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (Sheet, {"state": Sheet.State.SIGNED}),
        (Session, {"released_at": None}),
        (Event, {"scope": Event.Scope.WEB}),
        (Event, {"rules": Event.Rules.IMJ_0702}),
    ],
)
def test_tables_that_are_not_public_or_not_comparable_are_no_meetings(met, public: Client, model, columns) -> None:
    model.objects.update(**columns)
    changed()
    assert public.get(CHINA).context["opponents"] is None


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_a_hidden_person_is_counted_and_not_named(met: Event, public: Client, language: str) -> None:
    first = people_of(met)[0]
    before = listed(public.get(CHINA))
    PersonRecord.objects.create(person=first, public=False)
    page = public.get(CHINA, {"lang": language})
    assert listed(page) == before
    assert first.name not in page.text
    assert f"/p/{first.pk}/" not in page.text


def test_a_team_lists_the_teams_that_it_met_while_players_sat_for_it(public: Client) -> None:
    event = stored_event()
    people = people_of(event)
    teams = [Team.objects.create(event=event, number=number + 90, name=name) for number, name in enumerate(TEAMS)]
    for at, person in enumerate(people):
        CountedResult.objects.filter(entry__person=person).update(team=teams[at % 3])
        OfficialResult.objects.filter(person=person).update(team=TEAMS[at % 3], team_rank=1)
    # For one session a player of the first team sat for the second one, which got the points.
    CountedResult.objects.filter(entry__person=people[0], session__number=1).update(team=teams[1])
    page = public.get(f"/record/teams/{TEAMS[0]}/")
    assert listed(page) == balances_of("team__name", TEAMS[0])
    assert f'<a href="/record/teams/{TEAMS[1]}/">{TEAMS[1]}</a>' in page.text
    OfficialResult.objects.filter(team=TEAMS[1]).update(status=OfficialResult.Status.DISQUALIFIED)
    page = public.get(f"/record/teams/{TEAMS[0]}/")
    assert f"/record/teams/{TEAMS[1]}/" not in page.text
    assert TEAMS[1] in page.text


def test_many_opponents_are_on_further_pages_and_cost_no_queries(
    public: Client, queries: Callable[[Client, str], int]
) -> None:
    document = make_event(1, 32, 6, stages=False, odd=False)
    import_event(actor(), document=document)
    event = Event.objects.get(slug=document["event"]["id"])
    confirmed(event)
    others = [code for code in countries.countries if code != "CN"][:15]
    play_for(["CN", *others[:1]], event)
    few = queries(public, CHINA)
    play_for(["CN", *others], event)
    assert queries(public, CHINA) == few
    pages = [public.get(CHINA, {"opponents-page": page}) for page in (1, 2)]
    shown = [[row.record.key for row in page.context["opponents"].paginated_rows] for page in pages]
    assert len(shown[0]) == 10
    assert {*shown[0], *shown[1]} == set(balances_of("entry__country", "CN")) > set(shown[0])
    assert "opponents-page=2" in pages[0].text
