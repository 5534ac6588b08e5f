"""Check a draw by standings, without a database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.draws.rules.rounds import VERSION, Demands, RoundError, as_document, draw_round, task_from
from tournament.draws.rules.verify_round import faults
from tournament.management.round_files import read_document, sentence


class Command(BaseCommand):
    """Recount a draw with independent code, then repeat it with the engine."""

    help = (
        "Check the result of draw_round --json: RESULT is its output, FILE what was drawn. An independent program "
        "recounts tables, vector and bounds; then the engine draws again."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("result", metavar="RESULT")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print that the draw is correct, or raise CommandError with the faults."""
        document, result = read_document(options["file"]), read_document(options["result"])
        try:
            wrong = faults(document, result)
            if not wrong and result["version"] == VERSION and self._repeated(document, result) != result:
                wrong = ["drawing again gives another result"]
        except RoundError as error:
            raise CommandError(sentence(error)) from error
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise CommandError(f"The result is malformed: {error}") from error
        if wrong:
            raise CommandError("The draw is not as stated: " + "; ".join(wrong) + ".")
        self.stdout.write("Tables, vector and bounds are as stated.")
        if result["version"] == VERSION:
            self.stdout.write("Drawn again: the same tables.")
        else:
            self.stdout.write(f"Not drawn again: made by version {result['version']}, this is {VERSION}.")

    def _repeated(self, document: Any, result: Any) -> dict[str, Any]:
        task = task_from(
            document, result["method"], result["seed"], demands=Demands(**result["demands"]),
            bracket=result["bracket"], numbering=result["numbers"],
        )  # fmt: skip
        return as_document(task, draw_round(task))
