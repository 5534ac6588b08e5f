"""The public record of a draw: the list and its hash, the seed and where it comes from, and doing it all again (3.5.1).

A record is what ``manage.py draw_chart --json`` prints (interfaces: draw_chart) with the list that was drawn (``list``)
and what makes the seed: ``list_hash``, ``secret``, ``commitment``, ``public_value``; ``changes`` are the swaps made by
hand afterwards. Everybody can repeat it: write ``list_text`` to a file, hash it, mix the seed, draw.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from io import StringIO
from typing import Any, NamedTuple

from tournament.rules.draws.engine import VERSION, draw
from tournament.rules.draws.quality import quality
from tournament.rules.draws.swaps import swapped
from tournament.rules.draws.types import Draw, DrawError, Entrant

#: What each fault of a record means, for commands.
FAULTS = {
    "shape": "the record is malformed",
    "version": f"it was not drawn by {VERSION} and cannot be repeated here",
    "commitment": "the secret does not have the hash that was shown before",
    "list_hash": "the list does not have its hash",
    "seed": "the seed does not follow from secret, value and list",
    "chart": "drawing again from seed and list gives another chart",
    "quality": "the figures are not those of the chart",
}


class ListLine(NamedTuple):
    """A line of the list: the number that sits on the chart, and what keeps its holder apart from others."""

    number: int
    name: str
    team: str
    country: str
    region: str


def list_text(lines: Iterable[ListLine]) -> str:
    """The list as the CSV file that ``draw_chart --entries`` takes: by number, UTF-8, lines ended by a line feed."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(ListLine._fields)
    writer.writerows(sorted(lines))
    return out.getvalue()


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8, as 64 hexadecimal digits: a list's hash, a secret's commitment."""
    return sha256(text.encode("utf-8")).hexdigest()


def mixed_seed(secret: str, public_value: str, list_hash: str) -> str:
    """The seed of the draw: SHA-256(secret|value|list hash), so that no one of the three decides it alone."""
    return digest(f"{secret}|{public_value}|{list_hash}")


def entrants_of(lines: Iterable[ListLine]) -> list[Entrant]:
    """The list as the engine takes it."""
    return [Entrant(line.number, line.team, line.country, line.region) for line in sorted(lines)]


def drawn_again(lines: Sequence[ListLine], sessions: int, seed: str, changes: Sequence[Mapping[str, Any]]) -> Draw:
    """The draw of this list with this seed, and then the swaps made by hand. DrawError if it cannot be made."""
    entrants = entrants_of(lines)
    drawn = draw(entrants, sessions, seed)
    for change in changes:
        one, other = change["numbers"]
        drawn = swapped(drawn, entrants, change["session"], one, other)
    return drawn


def record_faults(record: Mapping[str, Any]) -> list[str]:
    """What in a published record does not follow from the rest of it; empty: it holds.

    Codes: "shape" (not a record), "version" (drawn by another engine), "commitment", "list_hash", "seed", "chart",
    "quality" (each: is not what it must be).
    """
    try:
        lines = [ListLine(**line) for line in record["list"]]
        found = _mixing_faults(record, lines)
        if record["version"] != VERSION:
            return [*found, "version"]
        drawn = drawn_again(lines, record["sessions"], record["seed"], record["changes"])
    except (KeyError, TypeError, ValueError, DrawError):
        return ["shape"]
    expected = [[list(table) for table in session] for session in drawn.chart]
    same_chart = record["chart"] == expected and record["players"] == len(lines)
    same_quality = record["quality"] == asdict(quality(drawn.chart, entrants_of(lines)))
    found += [] if same_chart and record["fillers"] == drawn.fillers else ["chart"]
    return found + ([] if same_quality else ["quality"])


def _mixing_faults(record: Mapping[str, Any], lines: Sequence[ListLine]) -> list[str]:
    secret, value, list_hash = record["secret"], record["public_value"], record["list_hash"]
    holds = {
        "commitment": record["commitment"] == digest(secret),
        "list_hash": list_hash == digest(list_text(lines)),
        "seed": record["seed"] == mixed_seed(secret, value, list_hash),
    }
    return [name for name, held in holds.items() if not held]
