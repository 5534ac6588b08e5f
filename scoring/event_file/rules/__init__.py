"""Rules of the event file "mcr-event/1": its schema, its canonical form, and the checks beyond the schema."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.appeals import appeal_problems
from scoring.event_file.rules.clocks import announcement_problems
from scoring.event_file.rules.draws import draw_problems
from scoring.event_file.rules.entries import entry_problems, event_problems
from scoring.event_file.rules.fouls import foul_problems
from scoring.event_file.rules.problem import Problem
from scoring.event_file.rules.records import record_problems
from scoring.event_file.rules.releases import release_problems
from scoring.event_file.rules.sessions import session_problems
from scoring.event_file.rules.shape import canonical, published_schema, restate, same, schema, stated
from scoring.event_file.rules.wall import wall_problems

__all__ = ["Problem", "canonical", "problems", "published_schema", "restate", "same", "schema", "stated"]


def problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Yield every problem of an event file beyond its schema; the document must be valid by the schema.

    Contradictions (hands against totals, stated table points) are not problems: they are imported and listed as
    discrepancies.
    """
    yield from event_problems(document)
    yield from entry_problems(document)
    yield from session_problems(document)
    yield from record_problems(document)
    yield from foul_problems(document)
    yield from appeal_problems(document)
    yield from announcement_problems(document)
    yield from release_problems(document)
    yield from draw_problems(document)
    yield from wall_problems(document)
