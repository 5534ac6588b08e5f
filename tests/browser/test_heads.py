"""The head of a page on a phone: two events of one organizer can be told apart."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.support.draws import planned
from tests.support.long_names import EVENT
from tests.support.ranking import new_account, new_body, new_person

#: Whether a line is cut; glyphs may be some pixels higher than their line.
CUT = "element => element.scrollHeight > element.clientHeight + 8"


def test_the_name_of_an_event_takes_two_lines_and_the_menu_has_it_whole(
    page: Page, live_server, transactional_db
) -> None:
    event = planned("open", players=8, sessions=1)
    page.set_viewport_size(SIZES["phone"])
    for name, is_cut in (("European Championship of Nations 2026, Warsaw", False), (EVENT, True)):
        type(event).objects.update(name=name)
        page.goto("/e/open/players/")
        head = page.locator(".masthead")
        assert head.evaluate("element => element.offsetHeight") <= 66
        assert head.locator(".masthead-event").evaluate(CUT) is is_cut
        menu = page.locator("#reader")
        expect(menu).to_be_hidden()
        page.get_by_role("button", name="Language, display and account").click()
        expect(menu.get_by_text(name, exact=True)).to_be_visible()


def test_a_long_name_in_a_path_is_cut_and_the_names_around_it_are_whole(
    page: Page, live_server, signed_in, transactional_db
) -> None:
    body = new_body("world", name="Fédération Française de Mahjong de Compétition")
    person = new_person("Alexandra-Konstantina Papadimitriou-van den Heuvel")
    signed_in(new_account(is_superuser=True))
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"/committee/{body.slug}/persons/{person.pk}/numbers/")
    crumbs = page.locator(".crumbs a")
    cut = crumbs.evaluate_all("names => names.map(name => name.scrollWidth > name.clientWidth)")
    assert (crumbs.all_inner_texts(), cut) == (["Committee", "Persons", person.name], [False, False, True])
    expect(page.locator(".crumbs [aria-current]")).to_be_hidden()  # the heading names the page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Numbers of federations")
