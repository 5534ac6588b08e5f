"""Compare formats by playing them many times, without a database."""

import secrets
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import read_json, utf8_text
from common.management.output import write_json
from scoring.standings.rules.formats.checking import StageFault, StagePlan, faults, sizes
from scoring.standings.rules.formats.reading import FormatError, stages_from
from scoring.standings.rules.simulation.pools import TEAM, fills_tables
from scoring.standings.rules.simulation.qualifying import UNITS
from scoring.standings.rules.simulation.runs import MINUTES, SPREAD, Figures, simulated, team_sizes

MOST_FILES = 4
#: Of a session: a day.
MOST_MINUTES = 1440
SENTENCES = {
    "backwards": "the last session {last} is before the first {first}",
    "overlap": "it begins with session {first}, which is in the stage before; it should begin with {expected}",
    "gap": "it begins with session {first}; it should begin with {expected}",
    "too_few": "{players} play in it; four is the least",
    "advance_all": "{advance} go on, but only {players} play",
    "seats": "{advance} go on from the stage before, but {count} play",
    "no_groups": "there are no groups",
    "freeze_without_cut": "brackets of {size} do not fit {players} players",
    "winners_first": "the first stage cannot seat the winners of a session before",
    "rest_first": "a consolation needs a stage before, and comes before the stage for the best",
    "knockout_first": "a knock-out needs a stage before, which ranks the teams",
    "knockout_few": "{teams} teams play in it; {least} is the least",
    "knockout_teams": "{teams} teams do not fit its bracket; {below} or {above} do",
    "knockout_sessions": "it has {sessions} sessions, but its rounds take {needed}",
    "pools_few": "{players} players are too few for {pools} pools; each needs four",
    "pools_frozen": "it has pools and frozen brackets",
    "no_pools": "the stage before has no pools",
    "pools_of_players": "a knock-out needs pools of whole teams before it",
    "cross_pools": "a cross-over needs the best of each pool",
    "cross_sessions": "a cross-over is for one session",
    "cross_tables": "{players} go on, which is not a multiple of four",
    "cross_size": "the cross-over names {places} places, but {players} play",
    "knockout_cross": "it names {positions} positions, but {teams} teams play",
}


def sentence(fault: StageFault) -> str:
    return f"stage {fault.stage}: {SENTENCES[fault.code].format(**fault.figures)}"


def read_format(name: str, players: int, units: int) -> list[StagePlan]:
    """Return the stages in a file; CommandError if they are none or do not fit the players."""
    file = Path(name).name
    try:
        stages = stages_from(read_json(name))
    except FormatError as error:
        raise CommandError(f"{file}: {error}.") from error
    wrong = [sentence(fault) for fault in faults(stages, players, units)]
    wrong += [
        f"stage {at}: {count} play in it, which is not a multiple of four"
        for at, (stage, count) in enumerate(zip(stages, sizes(stages, players, units), strict=True), 1)
        if count % 4 and stage.method != "knockout"
    ]
    size = max(team_sizes(stages), default=TEAM)
    wrong += [
        f"stage {at}: teams of {size} do not fill the tables of its pools"
        for at, (stage, count) in enumerate(zip(stages, sizes(stages, players, units), strict=True), 1)
        if not fills_tables(stage, count, size)
    ]
    if wrong:
        raise CommandError(f"{file}: {'; '.join(wrong)}.")
    return stages


def as_text(names: list[str], figures: list[Figures]) -> str:
    """Return the figures as a table with a column for each format."""
    rows = [["", *names]]
    for key in asdict(figures[0]):
        rows.append(
            [key, *(f"{value:.3f}".rstrip("0").rstrip(".") for value in (getattr(figure, key) for figure in figures))]
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


class Command(BaseCommand):
    """Simulate up to four formats."""

    help = (
        "Play each format (the stages of an event file, JSON) many times, with hands as in a real event and players of "
        "different strength, and print how often the best wins, the rank correlation, rematches and hours. If one has "
        "a knock-out, all are measured by teams of its size: the best team, ranks of teams."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", metavar="FILE", nargs="+", help="- reads standard input")
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--runs", type=int, required=True, metavar="R")
        parser.add_argument("--minutes", type=int, default=MINUTES, metavar="M", help="of a session; default 120")
        parser.add_argument("--spread", type=float, default=SPREAD, metavar="S",
                            help=f"standard deviation of strength; default {SPREAD}")  # fmt: skip
        parser.add_argument("--units", type=int, default=UNITS, metavar="U",
                            help=f"groups or countries of the players, of equal size; default {UNITS}")  # fmt: skip
        parser.add_argument("--seed", type=utf8_text, metavar="TEXT", help="without, one is made and printed")
        parser.add_argument("--json", action="store_true", help="as JSON instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the figures of each format."""
        files, players, runs = options["files"], options["players"], options["runs"]
        if len(files) > MOST_FILES:
            raise CommandError(f"At most {MOST_FILES} formats are compared.", returncode=2)
        if not 4 <= players <= 1000 or players % 4:
            raise CommandError(f"--players must be a multiple of four from 4 to 1000, not {players}.")
        if not 1 <= runs <= 100_000 or not 1 <= options["minutes"] <= MOST_MINUTES or not 0 <= options["spread"] <= 3:
            raise CommandError(f"--runs is from 1 to 100000, --minutes from 1 to {MOST_MINUTES}, --spread from 0 to 3.")
        if not 1 <= options["units"] <= players:
            raise CommandError("--units is from 1 to the number of players.")
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        formats = [read_format(name, players, options["units"]) for name in files]
        sizes_of_teams = {size for stages in formats for size in team_sizes(stages)}
        if len(sizes_of_teams) > 1:
            raise CommandError("The knock-outs have teams of different sizes; they cannot be compared.")
        team_size = max(sizes_of_teams, default=0)
        figures = [
            simulated(
                stages,
                players,
                runs,
                seed,
                minutes=options["minutes"],
                spread=options["spread"],
                units=options["units"],
                team_size=team_size,
            )
            for stages in formats
        ]
        names = [Path(name).name for name in files]
        if options["json"]:
            document = [{"file": name} | asdict(figure) for name, figure in zip(names, figures, strict=True)]
            measured = {"team_size": team_size} if team_size else {}
            write_json(self.stdout, {"players": players, "seed": seed, **measured, "formats": document})
        else:
            measured_text = f"\nmeasured by teams of {team_size}" if team_size else ""
            self.stdout.write(f"{as_text(names, figures)}{measured_text}\nseed: {seed}")
