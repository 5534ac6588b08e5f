"""Export an event as its file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import utf8_text
from common.management.output import write_bytes
from scoring.event_file.exports import event_file
from tournament.events.selectors.events import event_by_slug


class Command(BaseCommand):
    """Write the event's file to standard output."""

    help = "Export a whole event as one JSON document (format mcr-event/1) to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=utf8_text, metavar="EVENT", help="the event's id")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = event_by_slug(options["event"])
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        write_bytes(self.stdout, event_file(event))
