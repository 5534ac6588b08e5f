"""Lists to draw for, and a count of a chart that shares nothing with the engine."""

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
    drawn_again,
    list_text,
    mixed_seed,
    terms_text,
)

REGISTRATIONS = DATA / "registrations_136.csv"


def registrations() -> list[Entrant]:
    """The 136 registrations: 11 countries, 34 teams."""
    with REGISTRATIONS.open(encoding="utf-8-sig", newline="") as file:
        return [Entrant(at, one["team"], one["country"]) for at, one in enumerate(csv.DictReader(file), 1)]


@st.composite
def entrants(draw: st.DrawFn, most: int = 44) -> list[Entrant]:
    """From 4 people, with and without team, country and region."""
    count = draw(st.integers(4, most))
    names = st.sampled_from(["", "A", "B", "C", "队"])
    return [Entrant(at, draw(names), draw(names), draw(names)) for at in range(1, count + 1)]


def everybody_sits(chart: Chart, players: int) -> bool:
    """Whether each session seats each number, fillers too, exactly once."""
    size = -(-players // 4) * 4
    return all(sorted(number for four in session for number in four) == list(range(1, size + 1)) for session in chart)


def meetings(chart: Chart) -> Counter[tuple[int, int]]:
    """How often each two sit together."""
    return Counter(tuple(sorted(pair)) for session in chart for four in session for pair in combinations(four, 2))


def wind_twice_in_a_block(chart: Chart) -> list[tuple[int, int]]:
    """Number and wind of everybody who starts on one wind twice within sessions 1-4, 5-8, ..."""
    blocks = [chart[at : at + 4] for at in range(0, len(chart), 4)]
    starts = [Counter((one, wind) for s in block for four in s for wind, one in enumerate(four)) for block in blocks]
    return [start for block in starts for start, times in block.items() if times > 1]


def table_twice(chart: Chart) -> list[tuple[int, int]]:
    """Number and table of everybody who sits at one table twice."""
    visits = Counter((one, table) for session in chart for table, four in enumerate(session) for one in four)
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
    """The record of a draw of two candidates, as a file gives it back."""
    list_hash, terms = digest(list_text(lines)), terms_text(lines, sessions, rule, 2)
    seed, changes = mixed_seed(secret, value, list_hash, terms), changes or []
    found = asdict(drawn_again(lines, sessions, seed, changes, rule=rule, candidate=candidate))
    found |= {"quality": counted_figures(found["quality"]), "list": list_text(lines), "list_hash": list_hash}
    found |= {"secret": secret, "commitment": digest(secret), "public_value": value, "changes": changes, "terms": terms}
    found |= {"rule": rule, "candidate": candidate, "start": described_start(lines, sessions, rule, candidate)}
    return json.loads(json.dumps(found))
