"""Write the results of an event in a federation's form."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.actions.errors import Refused
from common.management.input import utf8_text
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import RELEASED, Choice
from scoring.papers.selectors.federation import federation_results
from scoring.papers.selectors.results_report import ResultsReport
from tournament.events.selectors.events import event_by_slug


class Command(BaseCommand):
    """Write the released results; what to check before they are sent goes to standard error."""

    help = (
        "Write the released results of an event as the federation's workbook (XLSX). "
        "What to check before it is sent goes to standard error."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=utf8_text, metavar="EVENT", help="the event's id")
        parser.add_argument("--form", choices=["ema"], required=True, help="the federation's form")
        parser.add_argument("--columns", type=int, choices=[18, 19], default=19, help="18: without the weight (mers)")
        parser.add_argument("file", metavar="FILE.xlsx", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        event = event_by_slug(options["event"])
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        choice = Choice("federation", "en", view=RELEASED, ending="xlsx", weight_column=options["columns"] == 19)
        try:
            made = make_paper(event, choice, total=lambda _parts: None, step=lambda: None)
            options["file"].write_bytes(made.data)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=2) from error
        for doubt in federation_results(ResultsReport(event, live=False)).doubts:
            self.stderr.write(doubt)
