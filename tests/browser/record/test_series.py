"""An organizer makes a series of three events on a phone, tries its rule, and everybody reads the ranking."""

from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from ranking.links.models import PersonRecord
from ranking.series.models import Series, SeriesKeeper
from scoring.event_file.services.importing import import_event
from tests.browser.conftest import SIZES
from tests.browser.looking import fits, fits_everywhere, keep_picture
from tests.support.events import chinese_document, small_event
from tests.support.ranking import new_account, new_person
from tests.support.screens import new_screen
from tests.support.series import new_series, season
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role


def asks_what_the_rule_uses(page: Page) -> None:
    """Expect fields of other choices to be hidden, and what is typed in one to stay in sight."""
    best, worst, shared = (page.locator(f"#id_{name}") for name in ("best", "worst", "shared"))
    for field in (best, worst, shared, page.locator("#id_placing"), page.locator("#id_tie3")):
        expect(field).to_be_hidden()
    expect(page.locator("#id_tie2")).to_be_visible()
    page.get_by_label("Events that count").select_option("best")
    expect(best).to_be_visible()
    expect(worst).to_be_hidden()
    best.fill("4")
    page.get_by_label("Events that count").select_option("sum")
    expect(best).to_be_visible()
    best.fill("")
    expect(best).to_be_hidden()
    page.get_by_label("Bonus by place").fill("3 2 1")
    expect(shared).to_be_visible()
    page.get_by_label("Bonus by place").fill("")
    expect(shared).to_be_hidden()


def test_an_organizer_makes_a_series_on_a_phone(
    live_server, page: Page, axe, faults, signed_in, transactional_db
) -> None:
    names = ["Anna Blum", "欧阳娜娜", "DE JONG Mattheu", "Ben Okri", "王伟", "Cleo Vázquez-Montalbán de los Ángeles"]
    people = [new_person(name, country="ES") for name in names]
    PersonRecord.objects.create(person=people[2], public=False)
    points = [[120, -40, 88], [30, 96, None], [77, 77, 10], [-20, 10, 5], [60, None, 200], [-90, -30, -12]]
    events = season(dict(zip(people, points, strict=True)))
    account = new_account(name="赵敏")
    Role.objects.create(account=account, event=small_event("opening"), name=Role.Name.ORGANIZER)
    signed_in(account)
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{live_server.url}/desk/")
    page.get_by_role("link", name="Series of events").click()
    fits(page, axe, "list")
    page.get_by_role("link", name="New series").click()
    fits(page, axe, "new")
    page.get_by_label("Name of the series").fill("Chiba league 2026")
    for event in events:
        page.get_by_role("checkbox", name=event.name).check()
    asks_what_the_rule_uses(page)
    page.get_by_label("Events that count").select_option("best-worst")
    page.get_by_label("Number of best events").fill("1")
    page.get_by_label("Places in the final").fill("2")
    page.get_by_role("button", name="Create the series").click()
    expect(page.locator("#id_worst_error")).to_contain_text("Needed for this rule.")
    expect(page.locator("#id_events_error")).to_contain_text("Choose at least one event that you organize.")
    faults.remove("console: Failed to load resource: the server responded with a status of 400 (Bad Request)")
    page.get_by_role("checkbox", name="opening").check()
    page.get_by_label("Number of worst events").fill("1")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    expect(page.get_by_role("row", name="王伟")).to_contain_text("260")
    assert not Series.objects.exists()
    fits(page, axe, "new-phone")
    page.get_by_role("button", name="Create the series").click()
    expect(page.get_by_text("The series is created.")).to_be_visible()
    fits(page, axe, "one-phone")
    page.get_by_role("link", name="Public page with the ranking").click()
    rows = page.get_by_role("region", name="Ranking").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("王伟")
    expect(rows.nth(1)).to_contain_text("In, +173")
    expect(rows.nth(3)).to_contain_text("D. J. M.")
    expect(rows.nth(3)).to_contain_text("Out, −39")
    fits(page, axe, "public")
    page.get_by_role("link", name="Ranking after this event (1)").click()
    expect(page.get_by_text("Ranking after event 1 of 3")).to_be_visible()
    fits_everywhere(page, axe, f"{live_server.url}/series/chiba-league-2026/", "series")


def test_the_final_and_the_screen_of_a_series(live_server, page: Page, axe, signed_in, transactional_db) -> None:
    import_event(system_actor("test"), document=chinese_document())
    event = Event.objects.get()
    people = [new_person(f"Player {number}", country="ES") for number in range(12)]
    past = season({person: [500 - 40 * number] for number, person in enumerate(people)})[0]
    series = new_series(past.slug, event.slug, finalists=4)
    account = new_account(name="赵敏")
    SeriesKeeper.objects.create(series=series, account=account)
    Role.objects.create(account=account, event=event, name=Role.Name.ORGANIZER)
    screen = new_screen(event, parts=[{"shows": "series", "seconds": 60}], language="zh-hans")
    signed_in(account)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}/e/{event.slug}/wall/{screen.slug}/")
    expect(page.get_by_text("Player 11")).to_be_visible()
    keep_picture(page, "wall")
    page.set_viewport_size(SIZES["phone"])
    expect(page.get_by_text("Player 11")).to_be_visible()
    fits(page, axe, "wall-phone")
    page.goto(f"{live_server.url}/e/{event.slug}/desk/night/")
    fits(page, axe, "night")
    page.get_by_role("button", name="Create the club night").click()
    expect(page.get_by_text("The club night is created, with its players.")).to_be_visible()
    page.goto(f"{live_server.url}/desk/series/{series.slug}/")
    fits(page, axe, "series-desk")
    page.get_by_role("link", name="Open the final as an event").click()
    fits(page, axe, "final")
    page.get_by_role("button", name="Open the final").click()
    expect(page.get_by_text("The final is an event now, with its players.")).to_be_visible()
    assert [entry.name for entry in Event.objects.get(slug=f"{series.slug}-final").entries.all()] == [
        f"Player {number}" for number in range(4)
    ]
    # One of them withdraws: the next of the ranking comes.
    page.goto(f"{live_server.url}/e/{series.slug}-final/desk/registration/")
    expect(page.get_by_text("0 places are free.")).to_be_visible()
    page.get_by_role("link", name="Player 2").click()
    page.get_by_label("Reason").fill("ill")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Player 2 is withdrawn.")).to_be_visible()
    page.goto(f"{live_server.url}/e/{series.slug}-final/desk/registration/")
    fits(page, axe, "final-players")
    page.get_by_role("link", name="Next in the ranking").click()
    fits(page, axe, "next")
    expect(page.get_by_role("checkbox", name="5. Player 4")).to_be_checked()
    page.get_by_role("button", name="Enter in the final").click()
    expect(page.get_by_text("1 line of the ranking is entered.")).to_be_visible()
    expect(page.get_by_role("link", name="Player 4")).to_be_visible()
