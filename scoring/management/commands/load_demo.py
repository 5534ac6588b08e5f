"""Import the demo events into an empty database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

import scoring.demo
from common.actions.permissions import system_actor
from launcher.texts import gettext as _
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import make_official, release_session
from tournament.events.models.events import Event

FOLDER = Path(scoring.demo.__file__).parent


class Command(BaseCommand):
    """Import the demo events and release all their sessions as official, unless there is any event."""

    help = "Import the demo events if the database has no event."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Import the demo events and print their names; do nothing if there is any event."""
        if Event.objects.exists():
            return
        actor = system_actor("load_demo")
        for file in sorted(FOLDER.glob("*.json")):
            answer = import_event(actor, document=read_event(file.read_bytes()))
            event = Event.objects.get(slug=answer["event"])
            for session in event.sessions.order_by("number"):
                release_session(actor, session)
            make_official(actor, session)
            self.stdout.write(_("Demo event: %s") % event.name)
