"""A player finds the record, compares with another player at tables and in a ranking, and shares a link with a picture.

The pages are looked at on a phone and a laptop, light and dark, in three languages.
"""

import io
from datetime import timedelta

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from ranking.opponents.selectors.tables import opponents, stored_tables
from ranking.rankings.models import Ranking
from tests.browser.conftest import SIZES
from tests.browser.looking import fits_everywhere
from tests.support.ranking import new_body
from tests.support.rankings import computed, new_ranking, placed
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.people.models.persons import Person

LONG = "Cleo Vázquez-Montalbán de los Ángeles"


@pytest.fixture
def pair(transactional_db) -> tuple[Person, Person]:
    """Return two persons who met at tables of two events and are in a ranking of four days."""
    today = timezone.localdate()
    event = stored_event(starts=f"{today.year - 1}-05-01", ends=f"{today.year - 1}-05-02")
    people = people_of(event)
    stored_event(people, starts=f"{today.year - 1}-09-01", ends=f"{today.year - 1}-09-02")
    first = people[0]
    second = opponents(stored_tables(first))[0].person
    first.name, first.latin_name, second.name = "王伟", "WANG Wei", LONG
    for person in (first, second):
        person.save()
    ranking = new_ranking(new_body(name="European Mahjong Association"), slug="mers")
    Ranking.objects.filter(pk=ranking.pk).update(name={"en": "MERS", "zh": "欧洲排名", "ja": "欧州ランキング"})
    for number, days in enumerate((200, 150, 100, 50)):
        field = {person: 1 + (place + 3 * number) % 8 for place, person in enumerate(people)}
        placed(field, today - timedelta(days=days), name=f"Open of the city no. {number + 1}")
        computed(ranking, today - timedelta(days=days - 1))
    return Person.objects.get(pk=first.pk), Person.objects.get(pk=second.pk)


def picture_of(page: Page) -> tuple[int, int]:
    """Fetch the picture that the link of the page shows, and return its size."""
    address = page.locator('meta[property="og:image"]').get_attribute("content")
    answer = page.request.get(address or "")
    assert answer.ok, address
    assert answer.headers["content-type"] == "image/png"
    return Image.open(io.BytesIO(answer.body())).size


@pytest.mark.parametrize("size", SIZES)
def test_a_player_finds_the_record_compares_and_shares(live_server, page: Page, axe, pair, size: str) -> None:
    first, second = pair
    page.set_viewport_size(SIZES[size])
    page.goto(live_server.url)
    page.get_by_role("link", name="Players by statistics").first.click()
    page.get_by_role("link", name=first.name, exact=True).click()
    expect(page.get_by_role("heading", name=first.name)).to_be_visible()
    assert picture_of(page) == (1200, 630)
    page.get_by_label("Name of the other player").fill("cleo")
    page.get_by_role("button", name="Compare both players").click()
    heading = page.get_by_role("heading", name=f"{first.name} and {LONG}")
    expect(heading).to_be_visible()
    expect(page.get_by_role("img", name="The running points of both players")).to_be_visible()
    expect(page.get_by_role("region", name="Tables").get_by_role("row")).not_to_have_count(1)
    assert picture_of(page) == (1200, 630)
    assert axe(page) == []
    page.get_by_role("link", name=first.name, exact=True).click()
    page.get_by_role("link", name="MERS").click()
    page.get_by_role("link", name="Compare with another player").click()
    page.get_by_label("Name of the other player").fill("cleo")
    page.get_by_role("button", name="Compare both players").click()
    expect(heading).to_be_visible()
    expect(page.get_by_role("img", name="The ranks of both players in each ranking")).to_be_visible()
    expect(page.get_by_role("region", name="Earlier rankings").get_by_role("row")).to_have_count(5)
    assert picture_of(page) == (1200, 630)
    assert axe(page) == []
    # The browser shows a picture by itself with a style of its own, which the content policy of pages refuses.
    page.goto(page.locator('meta[property="og:image"]').get_attribute("content") or "")
    expect(page.locator("img")).to_be_visible()


def test_both_comparisons_look_right_everywhere(live_server, page: Page, axe, pair) -> None:
    first, second = pair
    pages = {
        "tables": f"/p/{first.pk}/with/{second.pk}/",
        "ranking": f"/rankings/mers/players/{first.pk}/with/{second.pk}/",
    }
    for name, address in pages.items():
        fits_everywhere(page, axe, f"{live_server.url}{address}", f"comparing-{name}")
