"""The public record of a draw: the list and its hash, the seed and its sources, and repeating the draw (3.5.1).

A record is the output of ``manage.py draw_chart --json`` (interfaces: draw_chart), without the bounds, plus the inputs
of the draw: ``list``, the text of the list, and ``list_hash``; ``terms``, the text of the options fixed with the list,
and ``start``, the chart before lots were drawn, whose hash the terms contain; ``secret``, ``commitment`` and
``public_value``; ``rule`` and ``candidate``; ``changes``, the changes by hand (``rules.changes``). Anyone can repeat it
(``verify_draw``): hash list, start and terms, mix the seed, exchange.
"""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from io import StringIO
from typing import Any, NamedTuple

from tournament.draws.rules import APART, VERSION, Draw, DrawError, Entrant, draw, start
from tournament.draws.rules.changes.hand_changes import applied, as_lists

#: Messages of the faults of a record, for commands.
FAULTS = {
    "shape": "the record is malformed",
    "version": f"it was not drawn by {VERSION} and cannot be repeated here",
    "commitment": "the secret does not have the hash that was shown before",
    "list_hash": "the list does not have its hash",
    "terms": "the terms that were fixed with the list are not those of the draw",
    "start": "the start is not the one that the terms name",
    "seed": "the seed does not follow from secret, value, list and terms",
    "chart": "drawing again from seed and list gives another chart",
    "seats": "somebody does not sit exactly once in each session, or a table has no four",
    "quality": "the figures are not those of the chart",
}


class ListLine(NamedTuple):
    """A line of the list: a number on the chart, its holder, and the holder's units.

    ``apart`` are numbers that this one must not meet, ``table`` is a fixed table in every session.
    """

    number: int
    name: str
    team: str
    country: str
    region: str
    apart: tuple[int, ...] = ()
    table: int | None = None

    def as_record(self) -> dict[str, Any]:
        """Return the line for a record; wishes are included only if present."""
        values = self._asdict()
        recorded = {name: value for name, value in values.items() if _is_recorded(name, value)}
        return recorded | ({"apart": list(self.apart)} if "apart" in recorded else {})


def _is_recorded(name: str, value: object) -> bool:
    return name not in ("apart", "table") or value not in ((), None)


def line_of(described: Mapping[str, Any]) -> ListLine:
    """Return the line that a record describes; TypeError for invalid fields."""
    return ListLine(**{**described, "apart": tuple(described.get("apart", ()))})


def list_text(lines: Iterable[ListLine]) -> str:
    """Return the list as the CSV file for ``draw_chart --entries``: by number, UTF-8, line feeds.

    Numbers in the column ``apart`` are separated by blanks.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(ListLine._fields)
    for line in sorted(lines):
        writer.writerow([*line[:5], " ".join(map(str, line.apart)), line.table or ""])
    return out.getvalue()


def lines_of(text: str) -> list[ListLine]:
    """Return the lines of such a file; KeyError or ValueError if it is invalid."""
    return [
        ListLine(
            int(row["number"]), row["name"], row["team"], row["country"], row["region"],
            tuple(map(int, row["apart"].split())), int(row["table"]) if row["table"] else None,
        )
        for row in csv.DictReader(StringIO(text))
    ]  # fmt: skip


def digest(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8 as 64 hexadecimal digits: a list's hash, a secret's commitment."""
    return sha256(text.encode("utf-8")).hexdigest()


def described_start(lines: Iterable[ListLine], sessions: int, rule: str, candidate: int) -> list[list[list[int]]]:
    """Return the start for this list in the form of records. Raises DrawError if there is none."""
    return as_lists(start(entrants_of(lines), sessions, rule=rule, variant=candidate).chart)


def compact(value: Any) -> str:
    """Return the value as JSON without blanks, as it is hashed."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def terms_text(lines: Sequence[ListLine], sessions: int, rule: str, candidates: int) -> str:
    """Return the terms that are fixed before the secret is shown.

    They are program, rule, sessions and the hash of each candidate's start, as a text (JSON) that is hashed and mixed
    into the seed, so that neither the number of candidates nor their starts can be chosen afterwards.
    """
    starts = [digest(compact(described_start(lines, sessions, rule, number))) for number in range(candidates)]
    named = {"version": VERSION, "rule": rule, "sessions": sessions, "players": len(lines), "starts": starts}
    return compact(named)


def counted_figures(quality: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures that anyone can count, without the bounds."""
    return {name: figure for name, figure in quality.items() if not name.endswith("_bound")}


def mixed_seed(secret: str, public_value: str, list_hash: str, terms: str) -> str:
    """Return the seed: SHA-256(secret|value|list hash|terms hash), so that none of them decides it alone."""
    return digest(f"{secret}|{public_value}|{list_hash}|{digest(terms)}")


def entrants_of(lines: Iterable[ListLine]) -> list[Entrant]:
    """Return the list as entrants of the engine."""
    return [
        Entrant(line.number, line.team, line.country, line.region, frozenset(line.apart), line.table)
        for line in sorted(lines)
    ]


def repeated_draw(
    lines: Sequence[ListLine],
    sessions: int,
    seed: str,
    changes: Sequence[Mapping[str, Any]],
    *,
    rule: str = APART,
    candidate: int = 0,
) -> Draw:
    """Return the draw of this list with this seed and its changes by hand. Raises DrawError if it is impossible."""
    entrants = entrants_of(lines)
    return applied(draw(entrants, sessions, seed, rule=rule, variant=candidate), entrants, changes)[0]


def record_faults(record: Mapping[str, Any]) -> list[str]:
    """Return the inconsistencies of a published record, as codes of FAULTS; empty if it is valid."""
    try:
        lines = lines_of(record["list"])
        if record["version"] != VERSION:
            return ["version"]
        faults = _mixing_faults(record, lines)
        options = {"rule": record["rule"], "candidate": record["candidate"]}
        drawn = repeated_draw(lines, record["sessions"], record["seed"], record["changes"], **options)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        # Code "chart": the engine makes another chart of a change. Any other DrawError: the record is malformed.
        return ["chart" if isinstance(error, DrawError) and error.code == "chart" else "shape"]
    same_size = (record["players"], record["fillers"]) == (drawn.players, drawn.fillers)
    faults += [] if record["chart"] == as_lists(drawn.chart) and same_size else ["chart"]
    return faults + ([] if record["quality"] == counted_figures(asdict(drawn.quality)) else ["quality"])


def _mixing_faults(record: Mapping[str, Any], lines: Sequence[ListLine]) -> list[str]:
    secret, value, list_hash, terms = (record[key] for key in ("secret", "public_value", "list_hash", "terms"))
    rule, sessions, candidate = record["rule"], record["sessions"], record["candidate"]
    candidates = len(json.loads(terms)["starts"])
    checks: dict[str, Callable[[], bool]] = {
        "commitment": lambda: record["commitment"] == digest(secret),
        "list_hash": lambda: list_hash == digest(record["list"]) == digest(list_text(lines)),
        "terms": lambda: 0 <= candidate < candidates and terms == terms_text(lines, sessions, rule, candidates),
        "start": lambda: record["start"] == described_start(lines, sessions, rule, candidate),
        "seed": lambda: record["seed"] == mixed_seed(secret, value, list_hash, terms),
    }
    return [name for name, holds in checks.items() if not holds()]
