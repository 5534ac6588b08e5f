"""Compare formats by playing them many times, without a database."""

import json
import secrets
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.standings.rules.formats.checking import StageFault, StagePlan, faults
from scoring.standings.rules.formats.reading import FormatError, stages_from
from scoring.standings.rules.simulation.runs import MINUTES, SPREAD, Figures, simulated

MOST_FILES = 4
SENTENCES = {
    "backwards": "the last session {last} is before the first {first}",
    "overlap": "it begins with session {first}, which is in the stage before; it should begin with {expected}",
    "gap": "it begins with session {first}; it should begin with {expected}",
    "too_few": "{players} play in it; four is the least",
    "advance_all": "{advance} go on, but only {players} play",
    "seats": "{advance} go on from the stage before, but {count} play",
    "freeze_without_cut": "brackets of {size} do not fit {players} players",
    "winners_first": "the first stage cannot seat the winners of a session before",
    "rest_first": "a consolation needs a stage before, and comes before the stage for the best",
}


def sentence(fault: StageFault) -> str:
    return f"stage {fault.stage}: {SENTENCES[fault.code].format(**fault.figures)}"


def read_format(path: Path, players: int) -> list[StagePlan]:
    """Return the stages in a file; CommandError if they are none or do not fit the players."""
    try:
        stages = stages_from(json.loads(path.read_text(encoding="utf-8")))
    except FormatError as error:
        raise CommandError(f"{path.name}: {error}.") from error
    except (OSError, ValueError) as error:
        raise CommandError(f"{path.name} cannot be read: {error}") from error
    wrong = [sentence(fault) for fault in faults(stages, players)]
    wrong += [
        f"stage {at}: {stage.advance} go on, which is no multiple of four"
        for at, stage in enumerate(stages, 1) if (stage.advance or 0) % 4 and at < len(stages)
    ]  # fmt: skip
    wrong += [
        f"stage {at}: only stages for all and for the best can be simulated, not {stage.who.kind}"
        for at, stage in enumerate(stages, 1) if stage.who.kind not in ("all", "best")
    ]  # fmt: skip
    if wrong:
        raise CommandError(f"{path.name}: {'; '.join(wrong)}.")
    return stages


def as_text(names: list[str], figures: list[Figures]) -> str:
    """Return the figures as a table with a column for each format."""
    rows = [["", *names]]
    for key in asdict(figures[0]):
        rows.append(
            [key, *(f"{value:.3f}".rstrip("0").rstrip(".") for value in (getattr(one, key) for one in figures))]
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


class Command(BaseCommand):
    """Simulate up to four formats."""

    help = (
        "Play each format (the stages of an event file, JSON) many times, with hands as in a real event and players of "
        "different strength, and print how often the best wins, the rank correlation, rematches and hours."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--runs", type=int, required=True, metavar="R")
        parser.add_argument("--minutes", type=int, default=MINUTES, metavar="M", help="of a session; default 120")
        parser.add_argument("--spread", type=float, default=SPREAD, metavar="S",
                            help=f"standard deviation of strength; default {SPREAD}")  # fmt: skip
        parser.add_argument("--seed", metavar="TEXT", help="without, one is made and printed")
        parser.add_argument("--json", action="store_true", help="as JSON instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the figures of each format."""
        files, players, runs = options["files"], options["players"], options["runs"]
        if len(files) > MOST_FILES:
            raise CommandError(f"At most {MOST_FILES} formats are compared.", returncode=2)
        if not 4 <= players <= 1000 or players % 4:
            raise CommandError(f"--players must be a multiple of four from 4 to 1000, not {players}.")
        if not 1 <= runs <= 100_000 or options["minutes"] < 1 or not 0 <= options["spread"] <= 3:
            raise CommandError("--runs is from 1 to 100000, --minutes from 1, --spread from 0 to 3.")
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        formats = [read_format(path, players) for path in files]
        figures = [
            simulated(stages, players, runs, seed, minutes=options["minutes"], spread=options["spread"])
            for stages in formats
        ]
        names = [path.name for path in files]
        if options["json"]:
            document = [{"file": name} | asdict(one) for name, one in zip(names, figures, strict=True)]
            self.stdout.write(json.dumps({"players": players, "seed": seed, "formats": document}))
        else:
            self.stdout.write(f"{as_text(names, figures)}\nseed: {seed}")
