"""Score winning hands, without a database."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from common.management.input import opened
from common.management.output import write_json
from scoring.calculators.rules.calculator import Calculator
from scoring.calculators.rules.registry import CALCULATORS, scored_document
from scoring.fans.rules import DEFAULT


def _document(line: bytes) -> Any:
    """Parse a line of JSON; ValueError if it is invalid or has a key twice."""
    return json.loads(line.decode(), object_pairs_hook=_unique_keys)


def _answer(line: bytes, calculator: Calculator[Any, Any, Any]) -> dict[str, Any]:
    try:
        return scored_document(_document(line), calculator)
    except (ValueError, RecursionError) as error:
        return {"error": f"line: not JSON ({error})"}


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands there twice")
    return dict(pairs)


class Command(BaseCommand):
    """Read hands as JSON lines, write what each scores as JSON lines, in order."""

    help = (
        "Score winning hands: JSON lines from FILE or standard input, one answer a line to standard output. "
        'For example {"hand": "78m99p", "win": "9m", "melds": [{"kind": "chow", "tiles": "123m"}, {"kind": "pung", '
        '"tiles": "EEE"}, {"kind": "kong", "tiles": "1111p", "concealed": true}], "self_drawn": true, "flowers": 2}. '
        'For imj-0702 "flowers" are titles (["B1", "R4"]); "kongs", "first", "special" and "limit" are understood too. '
        'A line that is wrong gives {"error": "where: what"}; the others are answered, and the exit status is 1.'
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", choices=list(CALCULATORS), default=DEFAULT, help=f"default {DEFAULT}")
        parser.add_argument("file", nargs="?", metavar="FILE", default="-", help="- or none: standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Answer line by line, so that a device can keep the pipe open."""
        calculator = CALCULATORS[options["rules"]]
        wrong = False
        with opened(options["file"]) as lines:
            for line in lines:
                answer = _answer(line, calculator)
                wrong |= "error" in answer
                write_json(self.stdout, answer)
        if wrong:
            raise SystemExit(1)
