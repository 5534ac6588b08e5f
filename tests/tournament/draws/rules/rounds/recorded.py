"""Recorded draws that the engine and the browser both repeat: name -> document and result.

``python -m tests.tournament.draws.rules.rounds.recorded`` writes ``tests/data/recorded_rounds.json`` again, for a new
version of the solver.
"""

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.tournament.draws.rules.rounds.histories import drawn_event, random_history
from tournament.draws.rules.rounds import Demands, Round, Task, as_document, draw_round, task_from
from tournament.draws.rules.rounds.types import Method, Numbering

FILE = Path("tests/data/recorded_rounds.json")


@dataclass(frozen=True)
class Field:
    """A field to draw; ``sessions`` by lot were played, every ``tie`` players share a rank."""

    method: Method
    players: int
    sessions: int
    demands: Demands = Demands("avoid", "avoid", "allow")
    bracket: int | None = None
    numbering: Numbering = "top"
    tie: int = 1


FIELDS = {
    "fours in order": Field("fours", 24, 3, Demands("allow", "allow", "allow")),
    "fours, every partition": Field("fours", 16, 2),
    "fours, fresh table numbers": Field("fours", 60, 7, numbering="fresh"),
    "fours, rematches refuted": Field("fours", 20, 7, Demands("avoid", "allow", "allow")),
    "fours, shared ranks": Field("fours", 48, 6, tie=4),
    "swiss": Field("swiss", 48, 6),
    "swiss in brackets": Field("swiss", 48, 5, Demands("forbid", "avoid", "allow", "avoid"), bracket=16),
    "swiss, pairs of one country": Field("swiss", 32, 4, Demands("avoid", "avoid", "avoid")),
    "snake": Field("snake", 32, 4, Demands("allow", "allow", "allow")),
    "snake, rematches avoided": Field("snake", 40, 6, numbering="fresh"),
    "split": Field("split", 32, 3, bracket=16),
    "winners": Field("winners", 32, 4, bracket=16),
    "winners, teams forbidden": Field("winners", 24, 3, Demands("avoid", "forbid", "allow")),
    "lots": Field("lots", 40, 5, Demands("avoid", "avoid", "avoid")),
}


def drawn(name: str, field: Field) -> dict[str, Any]:
    """Return a field with a random standing as document, and its draw."""
    chance = random.Random(name)
    numbers = chance.sample(range(1, field.players + 1), field.players)
    points = sorted((chance.randint(0, 4 * field.sessions) for _number in numbers), reverse=True)
    entries = [
        {
            "number": number, "rank": 1 + at - at % field.tie,
            "table_points": chance.choice([str(points[at]), f"{3 * points[at]}/3", f"{points[at]}.0"]),
            "competition_points": chance.randint(-300, 300), "team": number % 9 or None,
            "country": chance.choice(["CN", "FR", "JP", "NL", ""]),
            "place_before": 1 + number % 4, "floats": number % 3,
        } for at, number in enumerate(numbers)
    ]  # fmt: skip
    played = [[list(four) for four in session] for session in random_history(field.players, field.sessions, len(name))]
    document = {"entries": entries, "played": played, "apart": [chance.sample(numbers, 2) for _pair in range(2)]}
    task = task_from(
        document, field.method, name, demands=field.demands, bracket=field.bracket, numbering=field.numbering
    )
    return {"document": document, "result": as_document(task, draw_round(task))}


def of_event(task: Task, result: Round) -> dict[str, Any]:
    entries = [asdict(entry) | {"table_points": str(entry.table_points)} for entry in task.entries]
    return {"document": {"entries": entries, "played": task.played}, "result": as_document(task, result)}


def main() -> None:
    parts = {name: drawn(name, field) for name, field in FIELDS.items()}
    parts["session 7 of an event of 104"] = of_event(*drawn_event(104, 7, 4)[-1])
    parts["session 4 of an event of 248, in rows"] = of_event(*drawn_event(248, 4, 1)[-1])
    FILE.write_text(json.dumps(parts, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
