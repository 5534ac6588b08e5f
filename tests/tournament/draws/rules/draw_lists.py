"""Lists to draw for, and counts of a chart that are independent of the engine."""

import csv
import json
from collections import Counter
from dataclasses import asdict
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from tests.support.paths import DATA
from tournament.draws.rules import Chart, Entrant
from tournament.draws.rules.records import (
    ListLine,
    counted_figures,
    described_start,
    digest,
    list_text,
    mixed_seed,
    repeated_draw,
    terms_text,
)

REGISTRATIONS = DATA / "registrations_136.csv"


def registrations() -> list[Entrant]:
    """Return the 136 registrations: 11 countries, 34 teams."""
    with REGISTRATIONS.open(encoding="utf-8-sig", newline="") as file:
        return [Entrant(number, row["team"], row["country"]) for number, row in enumerate(csv.DictReader(file), 1)]


@st.composite
def entrants(draw: st.DrawFn, most: int = 44) -> list[Entrant]:
    """Generate at least 4 people, with and without team, country and region."""
    count = draw(st.integers(4, most))
    names = st.sampled_from(["", "A", "B", "C", "队"])
    return [Entrant(at, draw(names), draw(names), draw(names)) for at in range(1, count + 1)]


def everybody_sits(chart: Chart, players: int) -> bool:
    """Return whether each session seats each number, including fillers, exactly once."""
    size = -(-players // 4) * 4
    return all(sorted(number for four in session for number in four) == list(range(1, size + 1)) for session in chart)


def meetings(chart: Chart) -> Counter[tuple[int, int]]:
    """Return how often each pair sits together."""
    return Counter(tuple(sorted(pair)) for session in chart for four in session for pair in combinations(four, 2))


def wind_twice_in_a_block(chart: Chart) -> list[tuple[int, int]]:
    """Return number and wind of each player with one wind twice within sessions 1-4, 5-8, ..."""
    blocks = [chart[at : at + 4] for at in range(0, len(chart), 4)]
    starts = [
        Counter((number, wind) for session in block for four in session for wind, number in enumerate(four))
        for block in blocks
    ]
    return [start for block in starts for start, times in block.items() if times > 1]


def table_twice(chart: Chart) -> list[tuple[int, int]]:
    """Return number and table of each player who sits at one table twice."""
    visits = Counter((number, table) for session in chart for table, four in enumerate(session) for number in four)
    return [visit for visit, times in visits.items() if times > 1]


def record_of(
    lines: list[ListLine],
    sessions: int,
    *,
    rule: str = "apart",
    candidate: int = 0,
    changes: list[dict[str, Any]] | None = None,
    secret: str = "ab" * 32,
    value: str = "骰子 3 5",
) -> dict[str, Any]:
    """Return the record of a draw of two candidates, as read from a file."""
    list_hash, terms = digest(list_text(lines)), terms_text(lines, sessions, rule, 2)
    seed, changes = mixed_seed(secret, value, list_hash, terms), changes or []
    record = asdict(repeated_draw(lines, sessions, seed, changes, rule=rule, candidate=candidate))
    record |= {"quality": counted_figures(record["quality"]), "list": list_text(lines), "list_hash": list_hash}
    record |= {"secret": secret, "commitment": digest(secret), "public_value": value}
    record |= {"changes": changes, "terms": terms}
    record |= {"rule": rule, "candidate": candidate, "start": described_start(lines, sessions, rule, candidate)}
    return json.loads(json.dumps(record))
