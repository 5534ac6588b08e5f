"""Which pictures there are: of which page, as whom, how large, and after which step of the story."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from docs.pictures.story import DEMO, Story

LAPTOP, TABLET, PHONE = 1280, 1024, 390


@dataclass(frozen=True)
class Picture:
    """A picture of one page.

    ``path`` may name ``{coming}``, ``{running}``, ``{body}`` and ``{demo}``. ``step`` is the step of the story after
    which it is taken. ``who``: "official", "visitor", or "table 3" for a phone with that table's card. ``height`` cuts
    the page off; ``act`` is what a person does there first.
    """

    name: str
    step: str
    path: str
    who: str = "official"
    width: int = LAPTOP
    height: int = 860
    act: Callable[[Page, Story], None] | None = None

    def address(self, story: Story) -> str:
        return self.path.format(
            coming=f"/e/{story.coming_slug}", running=f"/e/{story.running_slug}", body=story.body_slug, demo=DEMO
        )


def read_list(page: Page, story: Story) -> None:
    """Give a list of players, and stay on its preview."""
    rows = "".join(f"{family},{given},{story.world.country}\n" for family, given in story.world.applicants)
    content = f"family_name,given_name,country\n{rows}".encode()
    page.locator("input[type=file]").set_input_files({"name": "players.csv", "mimeType": "text/csv", "buffer": content})
    page.locator("form:has(input[type=file]) button").last.click()
    page.wait_for_url(lambda address: not address.endswith("/file/"))


def enter_hand(page: Page, _story: Story) -> None:
    """East wins 24 from South, not saved yet."""
    page.locator(".at-seat").nth(0).tap()
    page.locator("[data-from]").nth(1).tap()
    for figure in "24":
        page.locator(f'[data-key="{figure}"]').tap()
    page.evaluate("scrollTo(0, 0)")


def make_chart(page: Page, _story: Story) -> None:
    """Make one of the papers, and come back to the list."""
    papers = page.url
    page.goto(f"{papers}chart/")
    page.locator("main form .btn-go").click()
    page.locator("main a[download], main a[href*='/file']").first.wait_for()
    page.goto(papers)


def name_stick(page: Page, _story: Story) -> None:
    """Type where the stick is, not saved yet."""
    page.locator("main form input[name=folder]").fill("/media/usb-stick")


def create_token(page: Page, story: Story) -> None:
    """Create the token of a device, which the page shows once."""
    form = page.locator("main form:has(input[name=name])")
    form.locator("input[name=name]").fill(story.world.device)
    form.locator(".btn-go").click()
    page.locator("main code").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


PICTURES = (
    Picture("overview", "registered", "{coming}/desk/"),
    Picture("settings", "registered", "{coming}/desk/setup/settings/#play"),
    Picture("registration", "registered", "{coming}/desk/registration/"),
    Picture("preview", "registered", "{coming}/desk/registration/file/", act=read_list),
    Picture("applications", "registered", "{coming}/desk/registration/applications/"),
    Picture("register", "registered", "{coming}/register/", who="visitor", width=PHONE),
    Picture("checkin", "arrived", "{coming}/desk/checkin/", width=TABLET),
    Picture("missing", "arrived", "{coming}/desk/checkin/missing/"),
    Picture("draw", "drawn", "{coming}/desk/draw/candidates/"),
    Picture("seats", "released", "{running}/seats/players/6/", who="visitor", width=PHONE),
    Picture("papers", "released", "{running}/desk/papers/", act=make_chart),
    Picture("helpers", "released", "{running}/desk/setup/helpers/", height=700),
    Picture("sessions", "played", "{running}/desk/sessions/", height=700),
    Picture("standings", "played", "{running}/standings/", who="visitor", width=PHONE),
    Picture("table-hand", "playing", "{running}/table/3/1/", who="table 1", width=PHONE, height=1130, act=enter_hand),
    Picture("table-sign", "playing", "{running}/table/3/2/signing/", who="table 2", width=PHONE),
    Picture("floor", "playing", "{running}/floor/", width=TABLET),
    Picture("clock", "playing", "{running}/floor/clock/", width=TABLET),
    Picture("calls", "playing", "{running}/floor/calls/", width=TABLET, height=420),
    Picture("tray", "playing", "{running}/desk/tray/"),
    Picture("typing", "playing", "{running}/desk/tray/3/5/"),
    Picture("devices", "playing", "{running}/desk/devices/", height=700, act=create_token),
    Picture("contradictions", "playing", "{running}/desk/contradictions/", width=1440, height=640),
    Picture("settle", "playing", "{running}/desk/contradictions/3/4/"),
    Picture("event", "playing", "{running}/", who="visitor", width=PHONE),
    Picture("foul", "judged", "{running}/floor/fouls/new/3/3/?seat=W&kind=false-win", width=TABLET),
    Picture("late", "judged", "{running}/floor/late/3/", width=TABLET, height=480),
    Picture("appeals", "judged", "{running}/floor/appeals/", width=TABLET, height=420),
    Picture("wall", "judged", "{running}/wall/seats/", who="visitor", height=620),
    Picture("ceremony", "judged", "{running}/desk/ceremony/"),
    Picture("backups", "judged", "/desk/backups/", height=640, act=name_stick),
    Picture("class", "closed", "/committee/{body}/events/{demo}/"),
    Picture("committee", "closed", "/committee/{body}/", height=480),
    Picture("me", "recorded", "/me/"),
)
