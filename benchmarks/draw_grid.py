"""The full grid: ``python -m benchmarks.draw_grid FILE [MOST [FEWEST [STEP]]]`` draws for every n = 4m, r = 4 to 16.

From 16 to 1000 players unless said otherwise; a STEP of 16 takes every fourth size.

Two lists for each size: everybody in teams of four, and teams of four in uneven countries none of which is over n / 4.
Each draw is a line of FILE (JSON); what stands there already is not drawn again, so that it can be stopped and taken
up. In the end a table in Markdown for ``docs/benchmarks.md``. Seconds are of the processor, the chart from nothing.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.draws import fresh, row, uneven
from tournament.draws.rules import Entrant, draw

SESSIONS = range(4, 17)
SIZES = [(16, 36), (40, 92), (96, 200), (204, 500), (504, 1000)]
LENGTHS = [(4, 8), (9, 12), (13, 16)]


def lists(players: int) -> dict[str, list[Entrant]]:
    """The two lists of a size."""
    return {
        "teams": [Entrant(at + 1, f"T{at // 4}") for at in range(players)],
        "countries": uneven(players, random.Random(players)),
    }


def measured(entrants: Sequence[Entrant], sessions: int) -> dict[str, Any]:
    """The figures of a draw and the seconds it took."""
    fresh()
    begun = time.process_time()
    drawn = draw(entrants, sessions, "grid")
    return {**asdict(drawn.quality), "seconds": round(time.process_time() - begun, 4)}


def grid(path: Path, sizes: range) -> None:
    """Draw what FILE has not yet."""
    done = {(one["list"], one["players"], one["sessions"]) for one in lines(path)}
    with path.open("a", encoding="utf-8") as out:
        for players in sizes:
            for name, entrants in lists(players).items():
                for sessions in SESSIONS:
                    if (name, players, sessions) not in done:
                        what = {"list": name, "players": players, "sessions": sessions}
                        out.write(json.dumps(what | measured(entrants, sessions)) + "\n")
                        out.flush()


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """What was drawn so far; the half line of a run that was stopped is left out."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.endswith("}"):
            yield json.loads(line)


def summary(path: Path) -> None:
    """The table, a line for each list, band of sizes and band of lengths."""
    row("list", "players", "sessions", "draws", "repeats at bound", "no repeats", "no team meets", "teams at bound",
        "no country meets", "countries at bound", "winds", "no table needlessly", "slowest, s")  # fmt: skip
    row(*["---"] * 13)
    found = list(lines(path))
    for name in ("teams", "countries"):
        for low, high in SIZES:
            for short, long in LENGTHS:
                band = [
                    one for one in found
                    if one["list"] == name and low <= one["players"] <= high and short <= one["sessions"] <= long
                ]  # fmt: skip
                if band:
                    row(name, f"{low} to {high}", f"{short} to {long}", len(band), *_counts(band))


def _counts(band: Sequence[dict[str, Any]]) -> list[object]:
    def at_bound(figure: str) -> int:
        return sum(one[figure] == one[f"{figure}_bound"] for one in band)

    def none(figure: str) -> int:
        return sum(not one[figure] for one in band)

    return [
        at_bound("repeat_pairs"), none("repeat_pairs"), none("team_meetings"), at_bound("team_meetings"),
        none("country_meetings"), at_bound("country_meetings"),
        sum(one["seat_spread"] == (one["sessions"] % 4 > 0) for one in band), none("table_repeats"),
        f"{max(one['seconds'] for one in band):.2f}",
    ]  # fmt: skip


def main() -> None:
    path = Path(sys.argv[1])
    given = [int(word) for word in sys.argv[2:5]]
    most, fewest, step = [*given, *(1000, 16, 4)[len(given) :]]
    grid(path, range(fewest, most + 1, step))
    summary(path)


if __name__ == "__main__":
    main()
