"""The public record of a draw: the list and its hash, the seed and where it comes from, and doing it all again (3.5.1).

A record is what ``manage.py draw_chart --json`` prints (interfaces: draw_chart), without the bounds, with what makes
the draw: ``list``, the text of the list, and ``list_hash``; ``terms``, the text of what was fixed with the list, and
``start``, the chart before lots were drawn, which they name by its hash; ``secret``, ``commitment`` and
``public_value``; ``rule`` and ``candidate``; ``changes``, what was done by hand afterwards (``draw_changes``).
Everybody can repeat it (``verify_draw``): hash list, start and terms, mix the seed, exchange.
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

#: What each fault of a record means, for commands.
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
    """A line of the list: the number that sits on the chart, and what keeps its holder apart from others.

    ``apart`` are numbers that this one must not meet, ``table`` is a table of its own in every session.
    """

    number: int
    name: str
    team: str
    country: str
    region: str
    apart: tuple[int, ...] = ()
    table: int | None = None

    def as_record(self) -> dict[str, Any]:
        """The line as the record has it: wishes only where there are any."""
        values = self._asdict()
        return {name: list(value) if name == "apart" else value for name, value in values.items() if _said(name, value)}


def _said(name: str, value: object) -> bool:
    return name not in ("apart", "table") or value not in ((), None)


def line_of(described: Mapping[str, Any]) -> ListLine:
    """The line that a record describes; TypeError for one that is none."""
    return ListLine(**{**described, "apart": tuple(described.get("apart", ()))})


def list_text(lines: Iterable[ListLine]) -> str:
    """The list as the CSV file that ``draw_chart --entries`` takes: by number, UTF-8, lines ended by a line feed.

    In the column ``apart`` numbers stand with blanks between.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(ListLine._fields)
    for line in sorted(lines):
        writer.writerow([*line[:5], " ".join(map(str, line.apart)), line.table or ""])
    return out.getvalue()


def lines_of(text: str) -> list[ListLine]:
    """The lines of such a file. KeyError or ValueError for another."""
    return [
        ListLine(
            int(row["number"]), row["name"], row["team"], row["country"], row["region"],
            tuple(map(int, row["apart"].split())), int(row["table"]) if row["table"] else None,
        )
        for row in csv.DictReader(StringIO(text))
    ]  # fmt: skip


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8, as 64 hexadecimal digits: a list's hash, a secret's commitment."""
    return sha256(text.encode("utf-8")).hexdigest()


def described_start(lines: Iterable[ListLine], sessions: int, rule: str, candidate: int) -> list[list[list[int]]]:
    """The chart for this list that lots are drawn from, as the record has it. DrawError if there can be none."""
    return as_lists(start(entrants_of(lines), sessions, rule=rule, variant=candidate).chart)


def compact(value: Any) -> str:
    """The value as JSON without blanks, what hashes are of."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def terms_text(lines: Sequence[ListLine], sessions: int, rule: str, candidates: int) -> str:
    """What is fixed with the list before the secret is shown: program, rule, sessions and each candidate's start.

    A text (JSON) that is hashed and mixed into the seed, so that neither how many candidates there are nor what they
    start from can be chosen afterwards.
    """
    starts = [digest(compact(described_start(lines, sessions, rule, number))) for number in range(candidates)]
    named = {"version": VERSION, "rule": rule, "sessions": sessions, "players": len(lines), "starts": starts}
    return compact(named)


def counted_figures(quality: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that anybody can count, without the bounds."""
    return {name: figure for name, figure in quality.items() if not name.endswith("_bound")}


def mixed_seed(secret: str, public_value: str, list_hash: str, terms: str) -> str:
    """The seed of the draw: SHA-256(secret|value|list hash|terms hash), so that no one of them decides it alone."""
    return digest(f"{secret}|{public_value}|{list_hash}|{digest(terms)}")


def entrants_of(lines: Iterable[ListLine]) -> list[Entrant]:
    """The list as the engine takes it."""
    return [
        Entrant(line.number, line.team, line.country, line.region, frozenset(line.apart), line.table)
        for line in sorted(lines)
    ]


def drawn_again(
    lines: Sequence[ListLine],
    sessions: int,
    seed: str,
    changes: Sequence[Mapping[str, Any]],
    *,
    rule: str = APART,
    candidate: int = 0,
) -> Draw:
    """The draw of this list with this seed, and then what was changed by hand. DrawError if it cannot be made."""
    entrants = entrants_of(lines)
    return applied(draw(entrants, sessions, seed, rule=rule, variant=candidate), entrants, changes)[0]


def lines_after(record: Mapping[str, Any]) -> list[ListLine]:
    """The lines of a record's list with who came late and who stands in for whom."""
    lines = {line.number: line for line in lines_of(record["list"])}
    for change in record["changes"]:
        if new := change.get("late") or change.get("instead"):
            lines[new["number"]] = line_of(new)
    return sorted(lines.values())


def record_faults(record: Mapping[str, Any]) -> list[str]:
    """What in a published record does not follow from the rest of it, as codes of FAULTS; empty: it holds."""
    try:
        lines = lines_of(record["list"])
        if record["version"] != VERSION:
            return ["version"]
        found = _mixing_faults(record, lines)
        way = {"rule": record["rule"], "candidate": record["candidate"]}
        drawn = drawn_again(lines, record["sessions"], record["seed"], record["changes"], **way)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        # The chart that stands with a change is not what the engine makes of it; any other draw cannot be made at all.
        return ["chart" if isinstance(error, DrawError) and error.code == "chart" else "shape"]
    same_size = (record["players"], record["fillers"]) == (drawn.players, drawn.fillers)
    found += [] if record["chart"] == as_lists(drawn.chart) and same_size else ["chart"]
    return found + ([] if record["quality"] == counted_figures(asdict(drawn.quality)) else ["quality"])


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
