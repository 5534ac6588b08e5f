"""Uploads of public pages, for tests of services and pages, and examples of their actions."""

from typing import Any

from scoring.site_upload.models import SiteUpload
from scoring.site_upload.services import choose_folder
from tests.support.publishing import ACTOR
from tests.support.sftp import ACCOUNT, PASSWORD
from tournament.events.models.events import Event

FOLDER = {"address": "sftp://127.0.0.1:9/www", "account": ACCOUNT, "secret": PASSWORD, "region": ""}
NOTE = {"problem": "no-answer", "host_key": "", "sent": {}, "shown": ""}


def uploading(event: Event, /, **changed: str) -> SiteUpload:
    """Upload the pages of the event into the folder."""
    choose_folder(ACTOR, event, **(FOLDER | changed))
    return SiteUpload.objects.get(event=event)


def _uploaded(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    """An event with a folder that was stored without an action."""
    SiteUpload.objects.create(event=event, **FOLDER)
    return event, {}


EXAMPLES = {
    "site_upload.choose": lambda event, state: (event, FOLDER),
    "site_upload.stop": _uploaded,
    "site_upload.note": lambda event, state: (_uploaded(event, state)[0], NOTE),
}
