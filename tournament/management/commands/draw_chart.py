"""Make a table chart, without a database."""

import secrets
from argparse import ArgumentTypeError
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import utf8_text
from common.management.output import write_json
from tournament.draws.rules import APART, Draw, DrawError, draw, is_rule, plain_chart
from tournament.management.draw_files import read_entries, sentence


def as_text(drawn: Draw) -> str:
    """Return the chart as text: a line for each table, then the figures."""
    lines = []
    for number, session in enumerate(drawn.chart, 1):
        lines.append(f"Session {number} (E S W N)")
        lines += [f"{table:>4}:" + "".join(f"{player:>5}" for player in four) for table, four in enumerate(session, 1)]
    lines += [f"{name}: {figure}" for name, figure in asdict(drawn.quality).items()]
    lines += [f"fillers: {drawn.fillers}", f"seed: {drawn.seed}", f"version: {drawn.version}"]
    return "\n".join([*lines, f"method: {drawn.method}"])


def _rule(text: str) -> str:
    if not is_rule(text):
        raise ArgumentTypeError("it is apart, areas, or pools such as pools-lot-6-6 or teams-snake-4-4-4")
    return text


class Command(BaseCommand):
    """Draw for a list, or make the chart in lot numbers."""

    help = (
        "Make a table chart. With --entries the lot is drawn from the seed and the numbers are the entries'; without, "
        "the numbers are lot numbers, and the chart is the same for every seed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--sessions", type=int, required=True, metavar="R")
        parser.add_argument("--entries", metavar="FILE",
                            help="CSV: number,name,team,country,region; - reads standard input")  # fmt: skip
        parser.add_argument("--seed", type=utf8_text, metavar="TEXT", help="without, one is made and printed")
        parser.add_argument(
            "--rule",
            type=_rule,
            default=APART,
            help="areas: one of each of four regions at every table; pools-lot-6-6, pools-snake-6-6, teams-lot-6-6: "
            "pools of so many tables, dealt by lot or by a snake of the numbers, of players or whole teams",
        )
        parser.add_argument("--candidate", type=int, choices=[1, 2, 3], default=1, help="another draw of the same seed")
        parser.add_argument("--json", action="store_true", help="as JSON instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        try:
            drawn = self._drawn(options, seed)
        except DrawError as error:
            raise CommandError(sentence(error)) from error
        if options["json"]:
            write_json(self.stdout, asdict(drawn))
        else:
            self.stdout.write(as_text(drawn))

    def _drawn(self, options: dict[str, Any], seed: str) -> Draw:
        players, sessions, entries = options["players"], options["sessions"], options["entries"]
        way = {"rule": options["rule"], "variant": options["candidate"] - 1}
        if entries is None:
            if way != {"rule": APART, "variant": 0}:
                raise CommandError("--rule and --candidate need --entries: without a list there are no lots.")
            return plain_chart(players, sessions, seed)
        entrants, not_read = read_entries(entries)
        if not_read:
            self.stderr.write(f"Columns not read: {', '.join(not_read)}.")
        if len(entrants) != players:
            raise CommandError(f"--players says {players}, the file has {len(entrants)}.")
        return draw(entrants, sessions, seed, **way)
