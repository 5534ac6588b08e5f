"""The bracket of a knock-out, from the Desk to a phone and a screen, live."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.releases.services.releasing import release_session
from tests.browser.reading import too_wide
from tests.scoring.formats.test_knockouts import knocked, team_of
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, play
from tournament.access.services.roles import grant_role
from tournament.people.models.accounts import Account


@pytest.mark.django_db(transaction=True)
def test_the_bracket_is_planned_at_the_desk_and_follows_the_releases(
    page: Page, signed_in: Callable[[Account], None], axe: Callable[[Page], list[str]]
) -> None:
    event = knocked()
    organizer = Account.objects.create_user("organizer")
    grant_role(ACTOR, event, account=organizer, name="organizer")
    signed_in(organizer)
    page.goto("/e/team-pairs/desk/format/")
    page.get_by_role("link", name="Bracket of stage 2").click()
    page.get_by_label("Rank at position 2").fill("3")
    page.get_by_label("Rank at position 3").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The bracket is saved.")).to_be_visible()
    assert axe(page) == []
    draw_next(event, 3)
    for session in event.sessions.order_by("number")[:2]:
        release_session(ACTOR, session)
    page.goto("/e/team-pairs/standings/teams/")
    page.get_by_role("link", name="Bracket").click()
    semi = page.locator(".bracket-match").nth(1)
    expect(semi.get_by_role("listitem")).to_have_text(["3队", "2队"])
    play(event, 3, lambda number, _place: (24, 10 * team_of(number)))
    release_session(ACTOR, event.sessions.get(number=3))
    expect(page.locator(".bracket-through")).to_have_text(["1 4队 8 +160", "1 3队 8 +120"], timeout=30_000)
    assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert too_wide(page) == []
