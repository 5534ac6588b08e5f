"""Print an event's standings."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import utf8_text
from common.management.output import write_json
from scoring.standings.selectors.document import standings_document
from tournament.events.selectors.events import event_by_slug


class Command(BaseCommand):
    """Print the live counted results, or the released ones."""

    help = "Print the standings of an event as JSON: the live counted results, or with --released the public ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=utf8_text, metavar="EVENT", help="the event's id")
        parser.add_argument("--json", action="store_true", required=True, help="as JSON (the one format there is)")
        parser.add_argument("--released", action="store_true", help="only what is released")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = event_by_slug(options["event"])
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        document = standings_document(event, live=not options["released"])
        if options["released"] and not document["sessions"]:
            self.stderr.write(f"No session of {event.slug} is public yet.")
        write_json(self.stdout, document)
