"""What people remember looks as it did: champion, closing page and standings on the Wall, and the home afterwards."""

from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from scoring.display.services.awards import add_usual_awards
from scoring.display.services.ceremony import begin_ceremony, step_ceremony
from scoring.display.services.screens import add_picture, open_screen
from scoring.sheets.rules.codes import new_screen_access
from tests.browser.reference import assert_looks_like
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.long_names import GROUPS, PLAYERS, TEAMS
from tests.support.screens import new_screen

WALL, PHONE = {"width": 1920, "height": 1080}, {"width": 360, "height": 800}
SMALL_WALL, SMALL_PHONE = (240, 135), (120, 267)


def test_great_moments_look_like_their_pictures(live_server, page: Page) -> None:
    event = final()
    add_usual_awards(ACTOR, event)
    steps = begin_ceremony(ACTOR, event)["steps"]
    for seen in range(steps - 1):
        step_ceremony(ACTOR, event, move="next", seen=seen)
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    page.set_viewport_size(WALL)  # type: ignore[arg-type]
    page.goto(f"/e/{event.slug}/wall/ceremony/")
    expect(page.locator(".ceremony-champion")).to_contain_text("李娜")
    assert_looks_like("wall_champion", page.screenshot(), SMALL_WALL)
    step_ceremony(ACTOR, event, move="next", seen=steps - 1)
    page.goto(f"/e/{event.slug}/wall/ceremony/")
    expect(page.locator(".podium li")).to_have_count(4)
    assert_looks_like("wall_closing", page.screenshot(), SMALL_WALL)
    access = new_screen_access()
    open_screen(ACTOR, new_screen(event, language="en", parts=[{"shows": "standings", "seconds": 60}]), access=access)
    page.goto(f"/w/{access.token}/")
    expect(page.locator(".wall-ranks tbody tr")).to_have_count(8)
    assert_looks_like("wall_standings", page.screenshot(), SMALL_WALL)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"/e/{event.slug}/")
    expect(page.locator(".podium li")).to_have_count(4)
    assert_looks_like("home_afterwards", page.screenshot(), SMALL_PHONE)


@pytest.mark.parametrize("photo", [False, True])
def test_a_champion_with_a_long_name_fits_on_the_wall(live_server, page: Page, photo: bool, settings, tmp_path) -> None:
    """Points and earlier places stay on the screen."""
    settings.MEDIA_ROOT = tmp_path
    event = final()
    name = "Marie-Antoinette Saint-Exupéry de la Rochefoucauld"
    event.entries.filter(number=2).update(name=name, latin_name="", photo_consent=True)
    if photo:
        data = BytesIO()
        Image.new("RGB", (600, 800), "navy").save(data, "JPEG")
        add_picture(ACTOR, event, title="Champion", data=data.getvalue(), digest=f"{1:064}", player=2)
    add_usual_awards(ACTOR, event)
    steps = begin_ceremony(ACTOR, event)["steps"]
    for seen in range(steps - 1):
        step_ceremony(ACTOR, event, move="next", seen=seen)
    page.set_viewport_size(WALL)  # type: ignore[arg-type]
    page.goto(f"/e/{event.slug}/wall/ceremony/")
    expect(page.locator(".ceremony-champion")).to_contain_text(name)
    expect(page.locator(".ceremony-photo")).to_have_count(int(photo))
    if photo:
        assert page.locator(".ceremony-photo").evaluate("picture => picture.complete && picture.naturalWidth") == 600
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator(".ceremony-earlier")).to_be_in_viewport(ratio=1)


def test_the_ceremony_fills_an_upright_screen(live_server, page: Page) -> None:
    event = final()
    add_usual_awards(ACTOR, event)
    steps = begin_ceremony(ACTOR, event)["steps"]
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1080, "height": 1920})
    for seen in range(steps):
        step_ceremony(ACTOR, event, move="next", seen=seen)
        page.goto(f"/e/{event.slug}/wall/ceremony/")
        expect(page.locator(f'[data-shown="{seen + 1}"]')).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollHeight") == 1920, seen
        if seen + 1 < steps:
            names = page.locator(".ceremony-newest > li > b")
            assert names.first.evaluate("name => parseFloat(getComputedStyle(name).fontSize)") >= 60, seen


def test_champions_with_long_names_and_their_members_fit_on_the_wall(live_server, page: Page) -> None:
    """Every step of the ceremony of teams and groups ends above the edge of the screen."""
    event = final()
    event.groups.update(name=GROUPS[0])
    event.teams.update(name=TEAMS[0])
    for entry, name in zip(event.entries.order_by("number"), cycle(PLAYERS), strict=False):
        event.entries.filter(pk=entry.pk).update(name=name)
    add_usual_awards(ACTOR, event)
    steps = begin_ceremony(ACTOR, event)["steps"]
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(WALL)  # type: ignore[arg-type]
    for seen in range(steps):
        step_ceremony(ACTOR, event, move="next", seen=seen)
        page.goto(f"/e/{event.slug}/wall/ceremony/")
        expect(page.locator(f'[data-shown="{seen + 1}"]')).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollHeight") == WALL["height"], seen
