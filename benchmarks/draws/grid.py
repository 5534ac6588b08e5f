"""The full grid: ``python -m benchmarks.draws.grid FILE [MOST [FEWEST [STEP]]]`` draws for every n = 4m, r = 4 to 16.

The default is 16 to 1000 players; a STEP of 16 takes every fourth size.

Two lists for each size: all players in teams of four, and teams of four in uneven countries of at most n / 4 players.
Each draw is a line of FILE (JSON). Draws that are in FILE already are skipped, so that a run can be interrupted and
continued. At the end it prints a table in Markdown for ``docs/benchmarks.md``. Times are processor seconds, with the
chart made from scratch.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.draws.kit import fresh, row, uneven
from tournament.draws.rules import Entrant, draw

SESSIONS = range(4, 17)
SIZES = [(16, 36), (40, 92), (96, 200), (204, 500), (504, 1000)]
LENGTHS = [(4, 8), (9, 12), (13, 16)]


def lists(players: int) -> dict[str, list[Entrant]]:
    """Return the two lists of a size."""
    return {
        "teams": [Entrant(index + 1, f"T{index // 4}") for index in range(players)],
        "countries": uneven(players, random.Random(players)),
    }


def measured(entrants: Sequence[Entrant], sessions: int) -> dict[str, Any]:
    """Return the figures of a draw and its processor seconds."""
    fresh()
    begun = time.process_time()
    drawn = draw(entrants, sessions, "grid")
    return {**asdict(drawn.quality), "seconds": round(time.process_time() - begun, 4)}


def grid(path: Path, sizes: range) -> None:
    """Draw what FILE has not yet."""
    done = {(result["list"], result["players"], result["sessions"]) for result in lines(path)}
    with path.open("a", encoding="utf-8") as out:
        for players in sizes:
            for name, entrants in lists(players).items():
                for sessions in SESSIONS:
                    if (name, players, sessions) not in done:
                        what = {"list": name, "players": players, "sessions": sessions}
                        out.write(json.dumps(what | measured(entrants, sessions)) + "\n")
                        out.flush()


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the draws so far, without the incomplete line of an interrupted run."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.endswith("}"):
            yield json.loads(line)


def summary(path: Path) -> None:
    """Print the table, one line for each list, range of sizes and range of lengths."""
    row("list", "players", "sessions", "draws", "repeats at bound", "no repeats", "no team meets", "teams at bound",
        "no country meets", "countries at bound", "winds", "no table needlessly", "slowest, s")  # fmt: skip
    row(*["---"] * 13)
    results = list(lines(path))
    for name in ("teams", "countries"):
        for low, high in SIZES:
            for short, long in LENGTHS:
                band = [
                    result for result in results
                    if result["list"] == name
                    and low <= result["players"] <= high
                    and short <= result["sessions"] <= long
                ]  # fmt: skip
                if band:
                    row(name, f"{low} to {high}", f"{short} to {long}", len(band), *_counts(band))


def _counts(band: Sequence[dict[str, Any]]) -> list[object]:
    def at_bound(figure: str) -> int:
        return sum(result[figure] == result[f"{figure}_bound"] for result in band)

    def none(figure: str) -> int:
        return sum(not result[figure] for result in band)

    return [
        at_bound("repeat_pairs"), none("repeat_pairs"), none("team_meetings"), at_bound("team_meetings"),
        none("country_meetings"), at_bound("country_meetings"),
        sum(result["seat_spread"] == (result["sessions"] % 4 > 0) for result in band), none("table_repeats"),
        f"{max(result['seconds'] for result in band):.2f}",
    ]  # fmt: skip


def main() -> None:
    path = Path(sys.argv[1])
    given = [int(word) for word in sys.argv[2:5]]
    most, fewest, step = [*given, *(1000, 16, 4)[len(given) :]]
    grid(path, range(fewest, most + 1, step))
    summary(path)


if __name__ == "__main__":
    main()
