"""A committee declares a ranking on a phone, tries its rule and computes it; everybody reads, compares and tries."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from ranking.bodies.models import BodyMember
from ranking.links.models import PersonRecord
from ranking.rankings.models import Ranking
from tests.browser.conftest import SIZES
from tests.browser.looking import fits, fits_everywhere
from tests.support.ranking import new_account, new_body, new_person
from tests.support.rankings import computed, new_ranking, placed
from tournament.people.models.persons import Person

#: What the browser's console says of a page with an error at a field.
REFUSED = "console: Failed to load resource: the server responded with a status of 400 (Bad Request)"
LONG = "Cleo Vázquez-Montalbán de los Ángeles"


@pytest.fixture
def people(transactional_db) -> list[Person]:
    """Six players with two to four results in the last months; the third asks not to be shown."""
    names = ["Anna Blum", "欧阳娜娜", "DE JONG Mattheu", "Ben Okri", "王伟", LONG]
    countries = ["ES", "CN", "NL", "NL", "CN", "ES"]
    people = [new_person(name, country=country) for name, country in zip(names, countries, strict=True)]
    PersonRecord.objects.create(person=people[2], public=False)
    today = timezone.localdate()
    places = [[1, 20, 7], [30, 9, None], [7, 7, 10], [55, 10, 5], [60, None, 2], [9, 30, 12]]
    for at, days in enumerate((200, 90, 20)):
        field = {one: row[at] for one, row in zip(people, places, strict=True) if row[at]}
        ends = today - timedelta(days=days)
        placed(field, ends, name=f"Open of the city no. {at + 1}", players=64 + 20 * at, country="ES")
    return people


def asks_what_the_formula_uses(page: Page) -> None:
    """Expect the fields of other formulas to be hidden."""
    years, placing = page.locator("#id_years"), page.locator("#id_placing")
    parts = page.get_by_text("Values of the formula")
    expect(years).to_be_visible()
    expect(parts).to_be_hidden()
    page.get_by_label("A rating from the tables").check()
    expect(years).to_be_hidden()
    page.get_by_label("A formula of its own").check()
    expect(years).to_be_visible()
    expect(page.locator("#id_factors")).to_be_visible()
    expect(placing).to_be_hidden()
    page.get_by_label("Value of a result").select_option("placing")
    expect(placing).to_be_visible()
    page.get_by_label("Value of a result").select_option("rank")
    page.get_by_label("MERS").check()
    expect(parts).to_be_hidden()


def test_a_committee_declares_and_computes_a_ranking(
    live_server, page: Page, axe, faults, signed_in, worker, people
) -> None:
    body = new_body(name="European Mahjong Association", slug="ema")
    account = new_account(name="赵敏")
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.MEMBER)
    signed_in(account)
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{live_server.url}/committee/ema/")
    page.get_by_role("link", name="Rankings").click()
    fits(page, axe, "committee-none")
    page.get_by_role("link", name="Declare a ranking").click()
    asks_what_the_formula_uses(page)
    page.get_by_label("From the year").fill("2030")
    page.get_by_label("To the year").fill("2020")
    page.get_by_role("button", name="Declare the ranking").click()
    expect(page.locator("#id_name_zh_error")).to_contain_text("Write the name in at least one language.")
    faults.remove(REFUSED)
    page.get_by_label("Name in English").fill("MERS")
    page.get_by_role("button", name="Declare the ranking").click()
    expect(page.locator("#id_last_year_error")).to_contain_text("The last year is before the first one.")
    faults.remove(REFUSED)
    fits(page, axe, "committee-error")
    page.get_by_label("From the year").fill("")
    page.get_by_label("To the year").fill("")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing is saved yet. 3 events count today.")).to_be_visible()
    expect(page.get_by_role("row", name="Anna Blum")).to_be_visible()
    assert not Ranking.objects.exists()
    fits(page, axe, "committee-preview")
    page.get_by_role("button", name="Declare the ranking").click()
    expect(page.get_by_text("Not computed yet: nothing is public.")).to_be_visible()
    fits(page, axe, "committee-declared")
    page.get_by_role("button", name="Compute the ranking").click()
    expect(page.get_by_text("6 players are ranked.")).to_be_visible(timeout=20_000)
    fits(page, axe, "job")
    page.get_by_role("link", name="To the ranking").click()
    rows = page.get_by_role("region", name="Ranking").get_by_role("row")
    expect(rows).to_have_count(7)
    expect(page.get_by_text("D. J. M.")).to_be_visible()
    fits(page, axe, "public-phone")


def test_everybody_reads_compares_and_tries(live_server, page: Page, axe, faults, people) -> None:
    ranking = new_ranking(new_body(name="European Mahjong Association"), slug="mers")
    Ranking.objects.filter(pk=ranking.pk).update(name={"en": "MERS", "zh": "欧洲排名", "ja": "欧州ランキング"})
    today = timezone.localdate()
    for days in (60, 30, 0):
        computed(ranking, today - timedelta(days=days))
    page.set_viewport_size(SIZES["phone"])
    page.goto(live_server.url)
    page.get_by_role("link", name="Rankings").click()
    fits(page, axe, "overview")
    page.get_by_role("link", name="MERS").click()
    page.get_by_role("navigation", name="MERS").get_by_role("link", name="Countries").click()
    page.get_by_label("Spots at the championship").fill("12")
    page.get_by_role("button", name="Show the quotas").click()
    expect(page.get_by_role("region", name="Quotas").get_by_role("row")).to_have_count(4)
    fits(page, axe, "countries")
    tabs = page.get_by_role("navigation", name="MERS")
    tabs.get_by_role("link", name="Events").click()
    fits(page, axe, "events")
    tabs.get_by_role("link", name="Players").click()
    page.get_by_role("link", name="Anna Blum").click()
    expect(page.get_by_role("heading", name="Where the points come from")).to_be_visible()
    fits(page, axe, "player")
    page.get_by_role("link", name="What would a result do?").click()
    page.get_by_label("Rank in the event").fill("90")
    page.get_by_role("button", name="Try the result").click()
    expect(page.locator("#id_place_error")).to_contain_text("The event has only 80 players.")
    expect(page.get_by_label("Rank in the event")).to_have_value("90")
    faults.remove(REFUSED)
    page.get_by_label("Rank in the event").fill("1")
    page.get_by_role("button", name="Try the result").click()
    expect(page.get_by_role("heading", name="With this result")).to_be_visible()
    fits(page, axe, "what-if")
    page.get_by_role("link", name="Anna Blum").click()
    page.get_by_role("link", name="Compare with another player").click()
    page.get_by_label("Name of the other player").fill("jong")
    page.get_by_role("button", name="Compare both players").click()
    expect(page.locator("#id_name_error")).to_contain_text("No other player of the ranking has this name.")
    faults.remove(REFUSED)
    page.get_by_label("Name of the other player").fill("Cleo")
    page.get_by_role("button", name="Compare both players").click()
    expect(page.get_by_role("heading", name=f"Anna Blum and {LONG}")).to_be_visible()
    fits(page, axe, "compare")
    player = f"/rankings/mers/players/{people[0].pk}/"
    for name, address in {
        "ranking": "/rankings/mers/",
        "player": player,
        "compare": f"{player}with/{people[5].pk}/",
        "countries": "/rankings/mers/countries/?spots=12",
    }.items():
        fits_everywhere(page, axe, f"{live_server.url}{address}", name)
