"""Import an event from its file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from common.actions.permissions import system_actor
from common.files.json_files import FileErrors
from common.management.input import read_bytes
from scoring.event_file.selectors.import_report import import_report
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.sheets.selectors.checking.findings import finding_line
from tournament.events.selectors.events import event_by_slug


class Command(BaseCommand):
    """Read the file, check all of it, write all of it or nothing; list contradictions on standard error."""

    help = (
        "Import a whole event from a JSON document (format mcr-event/1, schema: manage.py event_schema). "
        "Everything is checked before anything is written. Exit status 1: the file is wrong; each error is named."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file; - for standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Import the event, and report contradictions and known names on standard error."""
        try:
            document = read_event(read_bytes(options["file"]))
            answer = import_event(system_actor("import_event"), document=document)
        except FileErrors as errors:
            for error in errors.errors:
                self.stderr.write(str(error))
            raise SystemExit(1) from None
        if not answer["written"]:
            self.stderr.write(f"{answer['event']}: the event is here already with the same content; nothing changed.")
            return
        self._report(answer["event"])

    def _report(self, slug: str) -> None:
        event = event_by_slug(slug)
        assert event is not None
        report = import_report(event)
        self.stderr.write(f"{slug}: imported; {len(report.discrepancies)} discrepancies.")
        for comparison in report.discrepancies:
            self.stderr.write(finding_line(comparison))
        for name in report.same_names:
            self.stderr.write(f"{name}: a person of this name is known already; they were not merged.")
