"""Draw one session by standings, without a database."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import read_json, utf8_text
from common.management.output import write_json
from tournament.draws.rules.rounds import (
    DEMANDS,
    METHODS,
    NUMBERINGS,
    Demands,
    Round,
    RoundError,
    Task,
    as_document,
    draw_round,
    task_from,
)
from tournament.draws.rules.rounds.documents import default_demands
from tournament.management.round_files import KINDS, sentence


def as_text(drawn: Round) -> str:
    """Return the tables, then the vector with its bounds."""
    lines = ["Table: E S W N"]
    lines += [f"{table:>4}:" + "".join(f"{number:>5}" for number in four) for table, four in enumerate(drawn.tables, 1)]
    lines += [f"{part.what}: {part.value} ({_least(part.bound)})" for part in drawn.vector]
    state = "proved: no draw is better" if drawn.proved else "best found"
    return "\n".join([*lines, state, f"seed: {drawn.seed}", f"version: {drawn.version}"])


def _least(bound: int | None) -> str:
    return "no bound is known" if bound is None else f"at least {bound}"


class Command(BaseCommand):
    """Draw by standings for a list with history."""

    help = (
        "Draw one session by standings: fours (1-4, 5-8, …), swiss, snake, split, winners or lots, whole or in "
        "brackets by rank. FILE is JSON (docs/draws.md); - reads standard input. Swiss and lots avoid rematches, "
        "team-mates and compatriots unless told otherwise; the other methods allow them. Declared pairs stay apart."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--method", choices=METHODS, required=True)
        for name in KINDS:
            parser.add_argument(f"--{name}", choices=DEMANDS)
        parser.add_argument("--bracket", type=int, metavar="K", help="size of the brackets by rank; default: frozen")
        parser.add_argument("--numbers", choices=NUMBERINGS, default="top",
                            help="top: the best at table 1; fresh: no player returns to a table")  # fmt: skip
        parser.add_argument("--seed", type=utf8_text, metavar="TEXT", help="without, one is made and printed")
        parser.add_argument("--json", action="store_true", help="as JSON instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the drawn session; CommandError says what is wrong or impossible."""
        try:
            task = self._task(options)
            drawn = draw_round(task)
        except RoundError as error:
            raise CommandError(sentence(error)) from error
        if options["json"]:
            write_json(self.stdout, as_document(task, drawn))
        else:
            self.stdout.write(as_text(drawn))

    def _task(self, options: dict[str, Any]) -> Task:
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        usual = default_demands(options["method"])
        demands = Demands(*(options[name] or getattr(usual, name) for name in KINDS))
        return task_from(
            read_json(options["file"]), options["method"], seed,
            demands=demands, bracket=options["bracket"], numbering=options["numbers"],
        )  # fmt: skip
