"""The pages of a country and of a team on a phone and a large screen, in three languages, light and dark."""

from datetime import date

import pytest
from playwright.sync_api import Page

from ranking.record.models.records import OfficialResult
from scoring.sheets.models.results import CountedResult
from tests.browser.conftest import SIZES
from tests.browser.reading import small_targets, too_low, too_wide
from tests.support.ranking import new_person, result_of
from tests.support.rankings import placed
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.entries import Entry, Team

TEAM = "Bamboo and Dots of the North Sea Coast 龙队"
OTHER_TEAM = "Characters of the Alpine Lakes and Valleys 万队"
PAGES = ("/record/countries/NL/", f"/record/teams/{TEAM}/")


@pytest.fixture
def record(transactional_db) -> None:
    """Twelve events over six years of the country and the team, with a long name, and opponents of one stored event."""
    people = [new_person(name, country="NL") for name in ("Anna Blum", "Cleo Vázquez-Montalbán de los Ángeles", "王伟")]
    for number in range(12):
        event = placed({}, date(2020 + number // 2, 3 + 6 * (number % 2), 4), name=f"Open of the city no. {number}")
        for at, person in enumerate(people):
            place = 1 + (7 * number + 29 * at) % 80
            result_of(person, event, individual_rank=place, team=TEAM, team_rank=1 + number % 20)
    event = stored_event(starts="2026-05-01", ends="2026-05-02")
    sides = [
        (country, Team.objects.create(event=event, number=at + 90, name=name))
        for at, (country, name) in enumerate([("NL", TEAM), ("GB", OTHER_TEAM), ("BA", "竹")])
    ]
    for at, player in enumerate(people_of(event)):
        country, team = sides[at % 3]
        Entry.objects.filter(person=player).update(country=country)
        CountedResult.objects.filter(entry__person=player).update(team=team)
        OfficialResult.objects.filter(person=player).update(country=country, team=team.name, team_rank=at % 3 + 1)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_they_fit_and_are_accessible(page: Page, record: None, axe, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    for address in PAGES:
        for language in ("en", "zh-hans", "ja"):
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.goto(f"{address}?lang={language}")
                assert page.locator("svg.plot").count() == 6
                assert page.locator("table").count() == 5
                assert too_wide(page) + axe(page) == [], (address, language, scheme)
                assert size == "laptop" or too_low(page) + small_targets(page) == [], (address, language)
