"""Walk through the story of each language, and take each picture when its step has happened."""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from docs.pictures.shots import PHONE, PICTURES, Picture
from docs.pictures.story import Story
from docs.pictures.world import WORLDS
from launcher.console import say

#: So many colours show a page well, in a third of the bytes.
COLOURS = 128
MILLISECONDS = 60_000
#: After so many milliseconds what a page asks for by itself is there.
SETTLED = 700


def take(chromium: str, address: str, shown: str, folder: Path, names: set[str]) -> None:
    """Take the pictures called ``names`` (all where it is empty) of the server at ``address`` into ``folder``.

    ``shown``: the address in the QR codes.
    """
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    if unknown := names - {picture.name for picture in wanted}:
        sys.exit(f"There is no picture of this name: {', '.join(sorted(unknown))}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for key, world in WORLDS.items():
            story = Story(world, key, shown)
            steps = list(story.steps)
            last = max(steps.index(picture.step) for picture in wanted)
            for step in steps[: last + 1]:
                story.steps[step]()
                for picture in wanted:
                    if picture.step == step:
                        take_one(browser, address, story, picture, folder / key)
            say(f"{folder / key}: {len(wanted)} pictures")
        browser.close()


def take_one(browser: Browser, address: str, story: Story, picture: Picture, folder: Path) -> None:
    """Open the page as the picture says, and keep what is seen."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": picture.width, "height": picture.height},
        locale=story.world.locale,
        has_touch=picture.width == PHONE,
        color_scheme="light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    _come_as(picture.who, context, page, story, address)
    answer = page.goto(picture.address(story))
    if answer is None or answer.status != 200:
        sys.exit(f"The page of the picture {picture.name} did not open: {picture.address(story)}")
    if picture.act:
        picture.act(page, story)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(SETTLED)
    folder.mkdir(parents=True, exist_ok=True)
    small(page.screenshot(animations="disabled", caret="hide")).save(folder / f"{picture.name}.png", optimize=True)
    context.close()


def _come_as(who: str, context: BrowserContext, page: Page, story: Story, address: str) -> None:
    if who == "official":
        context.add_cookies([_session_cookie(story, address)])
    elif who.startswith("table"):
        page.goto(f"/t/{story.cards[int(who.split()[1])].token}/")


def _session_cookie(story: Story, address: str) -> Any:
    session, account = SessionStore(), story.account
    session["_auth_user_id"] = str(account.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session.save()
    return {"name": "sessionid", "value": session.session_key, "url": address}


def small(png: bytes) -> Image.Image:
    """The picture in few colours."""
    return Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
