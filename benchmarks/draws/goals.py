"""Measure the goals of the draw engine: ``python -m benchmarks.draws.goals [PART ...]`` (PARTS below; default: all).

Each part prints a table in Markdown for ``docs/draws.md`` or ``docs/benchmarks.md``. Caches are cleared before each
measurement. Times are processor seconds; where they matter, the least of five runs, as the machine has other work too.
"""

import random
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.draws.kit import fresh, registered, row, sevenths, uneven
from tournament.draws.rules import Entrant, after_withdrawal, draw, start
from tournament.draws.rules.bounds import repeat_bound
from tournament.draws.rules.charts.fixed import LIMIT as BEST
from tournament.draws.rules.charts.fixed import first_chart
from tournament.draws.rules.charts.winds import with_winds
from tournament.draws.rules.lots.lots import Positions, exchanges
from tournament.draws.rules.numbers import SeedNumbers
from tournament.draws.rules.quality import as_positions, common_opponents_min, labels, meetings, table_repeats

#: The sizes of the published charts (ApplySci/aim): 16 to 172 players over 2 to 10 sessions, over more from so many on.
FROM = {11: 36, 12: 40, 13: 40, 14: 44, 15: 48}
PUBLISHED = [(players, sessions) for sessions in range(2, 16) for players in range(FROM.get(sessions, 16), 173, 4)]
SEEDS = 300


def grid() -> None:
    """Every n = 4m from 16 to 1000, r = 1 to min(16, best(n)): repeats, winds, needless visits, the slowest."""
    done, repeating, unfair, visiting, slowest = 0, [], [], [], (0.0, 0, 0)
    for tables in range(4, 251):
        for sessions in range(1, min(16, BEST.get(tables, 16)) + 1):
            fresh()
            begun = time.process_time()
            chart = with_winds(first_chart(tables, sessions).positions)
            slowest = max(slowest, (time.process_time() - begun, 4 * tables, sessions))
            done += 1
            if not (np.sort(chart.reshape(sessions, -1)) == np.arange(4 * tables)).all() or meetings(chart).max() > 1:
                repeating.append((4 * tables, sessions))
            if any(
                len(np.unique(block[:, :, wind])) < len(block) * tables
                for block in (chart[first : first + 4] for first in range(0, sessions, 4))
                for wind in range(4)
            ):
                unfair.append((4 * tables, sessions))
            if table_repeats(chart):
                visiting.append((4 * tables, sessions, table_repeats(chart)))
    row("charts", "with repeats", "with a wind twice in four", "with needless visits", "slowest")
    row(*["---"] * 5)
    row(done, len(repeating), len(unfair), len(visiting), f"{slowest[0]:.2f} s ({slowest[1]} x {slowest[2]})")
    print("\nNeedless visits:", ", ".join(f"{n} x {r}: {visits}" for n, r, visits in visiting))
    print("\nRepeats:", repeating, "winds:", unfair)


def beyond() -> None:
    """Few players, many sessions."""
    row("players x sessions", "repeats", "bound", "most meetings of two", "seconds")
    row(*["---"] * 5)
    for players in range(8, 49, 4):
        for sessions in range(BEST[players // 4] + 1, 17):
            fresh()
            begun = time.process_time()
            met = meetings(first_chart(players // 4, sessions).positions)
            spent = time.process_time() - begun
            repeats = int(np.maximum(met - 1, 0).sum()) // 2
            bound = repeat_bound(players // 4, sessions)
            row(f"{players} x {sessions}", repeats, bound, met.max(), f"{spent:.2f}")


def teams() -> None:
    """Teams of four at the longest chart and one session less, 16 to 76 players."""
    row("players x sessions", "team meetings", "bound", "seconds")
    row(*["---"] * 4)
    for tables in range(4, 20):
        for sessions in range(max(1, BEST.get(tables, 16) - 2), BEST.get(tables, 16) + 1):
            fresh()
            begun = time.process_time()
            entrants = [Entrant(index + 1, f"T{index // 4}") for index in range(4 * tables)]
            figures = draw(entrants, sessions, "teams").quality
            spent = time.process_time() - begun
            row(f"{4 * tables} x {sessions}", figures.team_meetings, figures.team_meetings_bound, f"{spent:.2f}")


def countries() -> None:
    """Uneven countries and teams of four, ten random lists each."""
    row("players x sessions", "lists without meetings", "mean team", "mean country", "seconds at most")
    row(*["---"] * 5)
    for players in (40, 44, 48, 56, 64, 72, 80, 92, 96, 136, 172, 200):
        for sessions in (6, 8, 10, 12):
            clean, team, country, slowest = 0, 0, 0, 0.0
            for seed in range(10):
                fresh()
                begun = time.process_time()
                figures = draw(uneven(players, random.Random(seed)), sessions, str(seed)).quality
                slowest = max(slowest, time.process_time() - begun)
                clean += not figures.team_meetings and not figures.country_meetings
                team, country = team + figures.team_meetings, country + figures.country_meetings
            row(f"{players} x {sessions}", f"{clean} of 10", team / 10, country / 10, f"{slowest:.2f}")


def speed() -> None:
    """Time of a whole draw, and its peak memory."""
    row("players x sessions", "seconds", "MB", "repeats", "team", "country", "table repeats", "common opponents")
    row(*["---"] * 8)
    for players in (28, 40, 52, 64, 80, 104, 136, 172, 200, 400, 1000):
        for sessions in (8, 12, 16):
            entrants = uneven(players, random.Random(players))
            spent = 9.0
            for _run in range(5):
                fresh()
                begun = time.process_time()
                figures = draw(entrants, sessions, "speed").quality
                spent = min(spent, time.process_time() - begun)
            fresh()
            tracemalloc.start()
            draw(entrants, sessions, "speed")
            peak = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            row(
                f"{players} x {sessions}", f"{spent:.2f}", f"{peak:.0f}", figures.repeat_pairs, figures.team_meetings,
                figures.country_meetings, figures.table_repeats, figures.common_opponents_min,
            )  # fmt: skip


def hard() -> None:
    """Lists that force meetings: seven countries over 16 sessions, the least seconds of five runs."""
    row("players x sessions", "list", "seconds", "team", "country")
    row(*["---"] * 5)
    for players in (200, 1000):
        for team in ("no teams", "teams of four", "teams across the countries"):
            entrants = sevenths(players, team)
            spent = 9.0
            for _run in range(5):
                fresh()
                begun = time.process_time()
                figures = draw(entrants, 16, "hard").quality
                spent = min(spent, time.process_time() - begun)
            row(f"{players} x 16", team, f"{spent:.2f}", figures.team_meetings, figures.country_meetings)


def visits() -> None:
    """Needless visits over the 528 sizes of the published charts."""
    needless = [table_repeats(first_chart(players // 4, sessions).positions) for players, sessions in PUBLISHED]
    print(f"Needless visits over {len(needless)} sizes: {sum(needless)}; none in {needless.count(0)}.")


def remaining() -> None:
    """Redraws for fewer tables after withdrawals: repeated meetings of the remaining players."""
    row("players x sessions", "played", "leave", "repeats", "bound", "winds", "needless visits", "seconds")
    row(*["---"] * 8)
    for players, sessions, played in (
        (24, 6, 3),
        (32, 8, 3),
        (40, 8, 4),
        (48, 8, 4),
        (64, 8, 4),
        (136, 10, 5),
        (1000, 10, 5),
    ):
        for leave in (4, 8):
            left = sorted(random.Random(leave).sample(range(1, players + 1), leave))
            entrants = [Entrant(number) for number in range(1, players + 1)]
            chart = draw(entrants, sessions, "remaining").chart
            begun = time.process_time()
            redrawn = after_withdrawal(chart, entrants, played, left, "remaining")[1]
            spent = time.process_time() - begun
            figures = {figure.name: figure for figure in redrawn.figures}
            row(
                f"{players} x {sessions}", played, leave, figures["repeats"].value, figures["repeats"].bound,
                f"{figures['winds'].value} ({figures['winds'].bound})", figures["tables"].value, f"{spent:.1f}",
            )  # fmt: skip


def common() -> None:
    """The least number of common opponents of two players who never meet, 16 to 172 players; - where all meet."""
    row("players", *(f"{sessions}" for sessions in range(2, 16)))
    row(*["---"] * 15)
    for tables in range(4, 44):
        charts = [first_chart(tables, sessions).positions for sessions in range(2, 16)]
        fewest = [common_opponents_min(meetings(chart)) for chart in charts]
        row(4 * tables, *("-" if least is None else least for least in fewest))


def strangers(entrants: list[Entrant]) -> NDArray[np.bool_]:
    """Return a mask of the pairs (first before second) of different teams and countries."""
    different = np.ones((len(entrants), len(entrants)), dtype=bool)
    for names in ([entrant.team for entrant in entrants], [entrant.country for entrant in entrants]):
        label = labels(names, len(entrants))[: len(entrants)]
        different &= label[:, None] != label
    return np.triu(different, 1)


def mixing() -> None:
    """Lots of 300 seeds from one start: meetings of strangers, places of each player, reversed exchanges."""
    row("list", "meetings of two strangers", "least, most", "spread", "if free", "places", "if free", "reversed")
    row(*["---"] * 8)
    for name, entrants, sessions in (
        ("64 without teams", [Entrant(number) for number in range(1, 65)], 8),
        ("40 in teams of four", [Entrant(number, f"T{(number - 1) // 4}") for number in range(1, 41)], 8),
        ("136 registrations", registered(), 8),
        ("136 registrations", registered(), 10),
        ("172, uneven countries", uneven(172, random.Random(172)), 10),
        ("400, uneven countries", uneven(400, random.Random(400)), 12),
    ):
        begun = start(entrants, sessions).chart
        met, places = np.zeros((2, len(entrants), len(entrants)), dtype=np.int64)
        tried: Counter[tuple[str, bool]] = Counter()
        for seed in range(SEEDS):
            lots = Positions(begun, entrants, "apart")
            tried.update(exchanges(lots, entrants, SeedNumbers(f"{seed}|0")))
            who = np.array(lots.who[1:]) - 1
            places[who, np.arange(len(who))] += 1
            met += meetings(who[as_positions(begun)])
        counts, size = met[strangers(entrants)], len(entrants)
        mean = counts.mean()
        free, visited = size * (1 - (1 - 1 / size) ** SEEDS), (places > 0).sum(axis=1)
        back = {level: tried[level, False] / (tried[level, False] + tried[level, True]) for level, _stands in tried}
        row(
            f"{name}, {sessions} sessions", f"{mean:.1f}", f"{counts.min()}, {counts.max()}",
            f"{counts.std() / mean:.2f}", f"{np.sqrt((1 - mean / SEEDS) / mean):.2f}",
            f"{visited.min()} to {visited.max()}", f"{free:.0f}",
            ", ".join(f"{level} {100 * share:.0f}%" for level, share in back.items()),
        )  # fmt: skip


PARTS: dict[str, Callable[[], None]] = {
    "grid": grid, "beyond": beyond, "teams": teams, "countries": countries, "speed": speed, "hard": hard,
    "visits": visits, "remaining": remaining, "common": common, "mixing": mixing,
}  # fmt: skip


def main() -> None:
    for name in sys.argv[1:] or PARTS:
        print(f"\n## {name}: {PARTS[name].__doc__}\n")
        PARTS[name]()


if __name__ == "__main__":
    main()
