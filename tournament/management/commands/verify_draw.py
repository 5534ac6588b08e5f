"""Check a published draw, without a database."""

from hashlib import sha256
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import read_bytes, read_json
from tournament.draws.rules import VERSION, DrawError, Entrant, draw, how_made, plain_chart
from tournament.draws.rules.changes.hand_changes import applied, as_lists
from tournament.draws.rules.count_draw import counted, seating_faults
from tournament.draws.rules.records import FAULTS, entrants_of, lines_of, record_faults
from tournament.draws.rules.verify_draw import faults
from tournament.management.draw_files import read_entries, sentence


def read_record(name: str) -> dict[str, Any]:
    """Return the record in a file; CommandError if it is not one."""
    record = read_json(name)
    missing = [key for key in ("players", "sessions", "fillers", "seed", "version", "chart", "quality")
               if not isinstance(record, dict) or key not in record]  # fmt: skip
    if missing:
        raise CommandError(f"{name} is not a record of a draw: {', '.join(missing)} missing.")
    return record


def listed(record: dict[str, Any]) -> list[Entrant] | None:
    """Return the list in the record, None if it has none."""
    return entrants_of(lines_of(record["list"])) if "list" in record else None


def figure_faults(record: dict[str, Any], entrants: list[Entrant]) -> list[str]:
    """Return the figures that differ from an independent count."""
    people = {entrant.number: {"team": entrant.team, "country": entrant.country} for entrant in entrants}
    claimed, figures = record["quality"], counted(record["chart"], people)
    return [f"{name}: {claimed.get(name)} claimed, {figure} counted"
            for name, figure in figures.items() if claimed.get(name) != figure]  # fmt: skip


def differs(record: dict[str, Any], entrants: list[Entrant] | None) -> bool:
    """Return whether repeating the draw, from seed, list and changes by hand, gives another chart."""
    if entrants is None:
        repeated = plain_chart(record["players"], record["sessions"], record["seed"])
    else:
        repeated = draw(entrants, record["sessions"], record["seed"], **how_made(record["method"]))
    repeated = applied(repeated, entrants or (), record.get("changes", ()))[0]
    return as_lists(repeated.chart) != record["chart"]


def other_file(record: dict[str, Any], name: str) -> list[str]:
    """Return a fault if the file does not have the published hash, though the list is equal: names decide no seat."""
    same = sha256(read_bytes(name)).hexdigest() == record["list_hash"]
    return [] if same else [f"{name} does not have the hash of the list, though it would be drawn the same"]


class Command(BaseCommand):
    """Recount the figures and derive the chart with code independent of the engine, then repeat the draw."""

    help = (
        "Check the record of a draw (the JSON of draw_chart): seats and figures by an independent count; the record of "
        "an event by an independent program that draws its lots again; then all by drawing again with the engine."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", metavar="FILE")
        parser.add_argument("--entries", metavar="FILE", help="the list that was drawn for, as CSV")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print that the draw is correct, or raise CommandError with the faults."""
        record = read_record(options["record"])
        entries_file = options["entries"]
        try:
            wrong = self._faults(record, read_entries(entries_file)[0] if entries_file else None)
            if entries_file and "terms" in record and not wrong:
                wrong = other_file(record, entries_file)
        except DrawError as error:
            raise CommandError(sentence(error)) from error
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise CommandError(f"The record is malformed: {error}") from error
        if wrong:
            raise CommandError("The draw is not as published: " + "; ".join(wrong) + ".")
        self.stdout.write("Seats and figures are as published.")
        if "terms" in record:
            self.stdout.write("List, start, terms, secret and seed go together; a second program draws the same lots.")
        if record["version"] == VERSION:
            self.stdout.write("Drawn again from seed and list: the same chart.")
        else:
            self.stdout.write(f"Not drawn again: made by version {record['version']}, this is {VERSION}.")

    def _faults(self, record: dict[str, Any], typed_entrants: list[Entrant] | None) -> list[str]:
        if "terms" not in record:
            entrants = typed_entrants or listed(record)
            wrong = seating_faults(record) or figure_faults(record, entrants or [])
            if not wrong and record["version"] == VERSION and differs(record, entrants):
                wrong = ["drawing again from seed and list gives another chart"]
                wrong += [] if entrants else ["no list was given (--entries)"]
            return wrong
        # The record of an event contains the list, the sources of the seed, and the changes by hand.
        if record["version"] != VERSION:
            return [FAULTS["version"]]
        wrong = [FAULTS[code] for code in dict.fromkeys([*faults(record), *record_faults(record)])]
        if typed_entrants is not None and typed_entrants != listed(record):
            wrong.append("the list of the record is not the one of --entries")
        return wrong
