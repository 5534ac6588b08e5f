"""Check a draw by standings, or the record of a session, without a database."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import read_json
from tournament.draws.rules.changes.verify_mended import drawn_parts, record_faults
from tournament.draws.rules.pools import pools_result
from tournament.draws.rules.rounds import VERSION, Demands, RoundError, as_document, draw_round, task_from
from tournament.draws.rules.verify_pools import faults as pool_faults
from tournament.draws.rules.verify_round import faults
from tournament.management.round_files import sentence

Part = Mapping[str, Any]


class Command(BaseCommand):
    """Recount a draw with independent code, then repeat it with the engine."""

    help = (
        "Check a draw by standings. RESULT is the output of draw_round --json, FILE what was drawn. FILE alone is the "
        "record of a session (JSON) from its public page. An independent program recounts tables, vector and bounds, "
        "and what was changed after players left; then the engine draws again."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("result", metavar="RESULT", nargs="?")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print that the draw is correct, or raise CommandError with the faults."""
        first = read_json(options["file"])
        try:
            parts: list[Part]
            if options["result"]:
                wrong, parts = [], [{"document": first, "result": read_json(options["result"])}]
            else:
                wrong, parts = record_faults(first), list(drawn_parts(first))
            pools = [part for part in parts if part["result"].get("method") == "pools"]
            drawn = [part for part in parts if part not in pools]
            wrong += [fault for part in pools for fault in _pool_faults(part["document"], part["result"])]
            wrong += [fault for part in drawn for fault in _faults(part["document"], part["result"])]
        except RoundError as error:
            raise CommandError(sentence(error)) from error
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise CommandError(f"The result is malformed: {error}") from error
        if wrong:
            raise CommandError("The draw is not as stated: " + "; ".join(wrong) + ".")
        for line in _said(pools, drawn):
            self.stdout.write(line)


def _faults(document: Part, result: Part) -> list[str]:
    wrong = faults(document, result)
    if not wrong and result["version"] == VERSION and _repeated(document, result) != result:
        return ["drawing again gives another result"]
    return wrong


def _repeated(document: Any, result: Any) -> dict[str, Any]:
    task = task_from(
        document, result["method"], result["seed"], demands=Demands(**result["demands"]),
        bracket=result["bracket"], numbering=result["numbers"],
    )  # fmt: skip
    return as_document(task, draw_round(task))


def _pool_faults(document: Part, result: Part) -> list[str]:
    wrong = pool_faults(document, result)
    if not wrong and pools_result(document, result["seed"]) != result:
        return ["dealing again gives other pools"]
    return wrong


def _said(pools: list[Part], drawn: list[Part]) -> Iterator[str]:
    """Yield what was found correct, one line for each step."""
    if not pools and not drawn:
        yield "No table was drawn by standings: only the tables of the record were compared."
    if pools:
        yield "Pools and pairs of one country are as stated; dealt again: the same pools."
    versions = {part["result"]["version"] for part in drawn}
    if versions:
        yield "Tables, vector and bounds are as stated."
    if VERSION in versions:
        yield "Drawn again: the same tables."
    for other in sorted(versions - {VERSION}):
        yield f"Not drawn again: made by version {other}, this is {VERSION}."
