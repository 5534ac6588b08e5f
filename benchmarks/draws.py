"""The goals of the draw engine, measured: ``python -m benchmarks.draws [PART ...]`` (PARTS below, all without words).

Each part prints a table in Markdown for ``docs/draws.md`` or ``docs/benchmarks.md``. A chart is never taken from an
earlier measurement. Seconds are of the processor; where they are the point, the least of five runs, as others use the
machine too.
"""

import csv
import random
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules import Entrant, after_withdrawal, draw, start
from tournament.draws.rules.bounds import repeat_bound
from tournament.draws.rules.charts.fixed import LIMIT as BEST
from tournament.draws.rules.charts.fixed import first_chart, second_chart
from tournament.draws.rules.charts.winds import with_winds
from tournament.draws.rules.lots import starts
from tournament.draws.rules.lots.areas import area_chart
from tournament.draws.rules.lots.lots import Places, exchanges
from tournament.draws.rules.numbers import SeedNumbers
from tournament.draws.rules.quality import as_positions, common_opponents_min, labels, meetings, table_repeats

#: The sizes of the published charts (ApplySci/aim): 16 to 172 players over 2 to 10 sessions, over more from so many on.
FROM = {11: 36, 12: 40, 13: 40, 14: 44, 15: 48}
PUBLISHED = [(players, sessions) for sessions in range(2, 16) for players in range(FROM.get(sessions, 16), 173, 4)]
REGISTRATIONS = Path(__file__).parents[1] / "tests" / "data" / "registrations_136.csv"
SEEDS = 300
COUNTRIES = (0.16, 0.14, 0.12, 0.11, 0.1, 0.09, 0.08, 0.07, 0.05, 0.04, 0.04)


def fresh() -> None:
    """Nothing of an earlier chart is known any more."""
    first_chart.cache_clear()
    second_chart.cache_clear()
    area_chart.cache_clear()
    starts.make_start.cache_clear()


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def uneven(players: int, chance: random.Random, team: int = 4) -> list[Entrant]:
    """A list in teams of four, and countries of unequal sizes, none larger than a quarter of the players."""
    sizes = [min(players // 4, max(1, round(players * share * chance.uniform(0.7, 1.3)))) for share in COUNTRIES]
    names = [f"C{at}" for at, size in enumerate(sizes) for _ in range(size)][:players]
    small = 0
    while len(names) < players:
        names += [f"S{small}"] * min(chance.randint(1, max(1, players // 16)), players - len(names))
        small += 1
    return [Entrant(at, f"{name}-{names[:at].count(name) // team}", name) for at, name in enumerate(names, 1)]


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
                for block in (chart[at : at + 4] for at in range(0, sessions, 4))
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
            entrants = [Entrant(at + 1, f"T{at // 4}") for at in range(4 * tables)]
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
    """Everything included, with the memory at its highest."""
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


def sevenths(players: int, team: str) -> list[Entrant]:
    """Seven countries of a seventh each; without teams, in teams of four, or in teams of people by chance."""
    order = list(range(players))
    random.Random(players).shuffle(order)
    country = [at * 7 // players for at in range(players)]
    within = [at - country.index(country[at]) for at in range(players)]
    teams = {
        "no teams": [""] * players,
        "teams of four": [f"{country[at]}-{within[at] // 4}" for at in range(players)],
        "teams across the countries": [f"T{order[at] // 4}" for at in range(players)],
    }
    return [Entrant(at + 1, teams[team][at], f"C{country[at]}") for at in range(players)]


def hard() -> None:
    """Lists whose people must meet: seven countries over 16 sessions, the least seconds of five runs."""
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
    found = [table_repeats(first_chart(players // 4, sessions).positions) for players, sessions in PUBLISHED]
    print(f"Needless visits over {len(found)} sizes: {sum(found)}; none in {found.count(0)}.")


def remaining() -> None:
    """Withdrawals after some sessions, drawn anew for fewer tables: meetings of those who remain beyond the first."""
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
            entrants = [Entrant(at) for at in range(1, players + 1)]
            chart = draw(entrants, sessions, "remaining").chart
            begun = time.process_time()
            anew = after_withdrawal(chart, entrants, played, left, "remaining")[1]
            spent = time.process_time() - begun
            found = {figure.name: figure for figure in anew.figures}
            row(
                f"{players} x {sessions}", played, leave, found["repeats"].value, found["repeats"].bound,
                f"{found['winds'].value} ({found['winds'].bound})", found["tables"].value, f"{spent:.1f}",
            )  # fmt: skip


def common() -> None:
    """The least number of common opponents of two who never meet, 16 to 172 players; - where all meet."""
    row("players", *(f"{sessions}" for sessions in range(2, 16)))
    row(*["---"] * 15)
    for tables in range(4, 44):
        charts = [first_chart(tables, sessions).positions for sessions in range(2, 16)]
        found = [common_opponents_min(meetings(chart)) for chart in charts]
        row(4 * tables, *("-" if least is None else least for least in found))


def registered() -> list[Entrant]:
    """The 136 registrations."""
    with REGISTRATIONS.open(encoding="utf-8-sig", newline="") as file:
        return [Entrant(at, one["team"], one["country"]) for at, one in enumerate(csv.DictReader(file), 1)]


def strangers(entrants: list[Entrant]) -> NDArray[np.bool_]:
    """Which two, the first before the second, are of different teams and countries."""
    different = np.ones((len(entrants), len(entrants)), dtype=bool)
    for names in ([one.team for one in entrants], [one.country for one in entrants]):
        label = labels(names, len(entrants))[: len(entrants)]
        different &= label[:, None] != label
    return np.triu(different, 1)


def mixing() -> None:
    """Lots of 300 seeds from one start: who meets whom, who comes to which places, what is taken back."""
    row("list", "meetings of two strangers", "least, most", "spread", "if free", "places", "if free", "taken back")
    row(*["---"] * 8)
    for name, entrants, sessions in (
        ("64 without teams", [Entrant(at) for at in range(1, 65)], 8),
        ("40 in teams of four", [Entrant(at, f"T{(at - 1) // 4}") for at in range(1, 41)], 8),
        ("136 registrations", registered(), 8),
        ("136 registrations", registered(), 10),
        ("172, uneven countries", uneven(172, random.Random(172)), 10),
        ("400, uneven countries", uneven(400, random.Random(400)), 12),
    ):
        begun = start(entrants, sessions).chart
        met, places = np.zeros((2, len(entrants), len(entrants)), dtype=np.int64)
        tried: Counter[tuple[str, bool]] = Counter()
        for seed in range(SEEDS):
            lots = Places(begun, entrants, "apart")
            tried.update(exchanges(lots, entrants, SeedNumbers(f"{seed}|0")))
            who = np.array(lots.who[1:]) - 1
            places[who, np.arange(len(who))] += 1
            met += meetings(who[as_positions(begun)])
        found, size = met[strangers(entrants)], len(entrants)
        mean = found.mean()
        free, visited = size * (1 - (1 - 1 / size) ** SEEDS), (places > 0).sum(axis=1)
        back = {level: tried[level, False] / (tried[level, False] + tried[level, True]) for level, _stands in tried}
        row(
            f"{name}, {sessions} sessions", f"{mean:.1f}", f"{found.min()}, {found.max()}", f"{found.std() / mean:.2f}",
            f"{np.sqrt((1 - mean / SEEDS) / mean):.2f}", f"{visited.min()} to {visited.max()}", f"{free:.0f}",
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
