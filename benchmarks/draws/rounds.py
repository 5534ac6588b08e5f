"""Measure the draws by standings: ``python -m benchmarks.draws.rounds [PART ...]`` (PARTS below; default: all).

Each part prints a table in Markdown for ``docs/draws.md``. Times are processor seconds of one run.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from benchmarks.draws.kit import row
from tournament.draws.rules.rounds import Demands, Entry, Round, Task, draw_round, floaters
from tournament.draws.rules.rounds.brackets import brackets
from tournament.draws.rules.rounds.refuting import fewest_pairs

Played = list[tuple[tuple[int, ...], ...]]
POINTS = (4, 2, 1, 0)
#: Steps of the search that refutes, far above those of a draw.
STEPS = 2_000_000


def event(count: int, sessions: int, seed: int, kin: bool = False) -> Iterator[tuple[int, float, Task, Round]]:
    """Play an event of Swiss draws, results by lot; yield session, seconds, task and draw.

    ``kin``: teams of four, 40 countries, and no player returns to a table.
    """
    chance = random.Random(seed)
    points, score = dict.fromkeys(range(1, count + 1), 0), dict.fromkeys(range(1, count + 1), 0)
    floats: Counter[int] = Counter()
    played: Played = []
    for session in range(1, sessions + 1):
        order = sorted(points, key=lambda number: (-points[number], -score[number], number))
        entries = tuple(
            Entry(number, rank, Fraction(points[number]), floats=floats[number]) for rank, number in enumerate(order, 1)
        )
        task = Task(entries, "swiss" if session > 1 else "lots", f"{seed}-{session}", Demands(), tuple(played))
        if kin:
            task = replace(task, entries=tuple(map(with_kin, entries)), numbering="fresh")
        begun = time.process_time()
        drawn = draw_round(task)
        yield session, time.process_time() - begun, task, drawn
        played.append(tuple(drawn.tables))
        floats.update(floaters(task, drawn.tables) if session > 1 else ())
        for four in drawn.tables:
            for number, gained in zip(chance.sample(four, 4), POINTS, strict=True):
                points[number] += gained
                score[number] += chance.randrange(-200, 200)


def with_kin(entry: Entry) -> Entry:
    return replace(entry, team=f"T{entry.number // 4}", country=f"C{entry.number % 40}")


def published(task: Task) -> int:
    """Return the rematches of the published pairing: the highest free player opens a table, next to sit is always the
    highest free player who has met the fewest of those who sit there."""
    met = {pair for session in task.played for four in session for pair in combinations(sorted(four), 2)}
    free = [entry.number for entry in sorted(task.entries, key=lambda entry: entry.rank)]
    rematches = 0
    while free:
        table = [free.pop(0)]
        while len(table) < 4:
            fewest = [sum(tuple(sorted((number, other))) in met for other in table) for number in free]
            rematches += min(fewest)
            table.append(free.pop(fewest.index(min(fewest))))
    return rematches


def part(drawn: Round, what: str) -> tuple[int, int]:
    return next((one.value, one.bound) for one in drawn.vector if one.what == what)


def sizes() -> None:
    """Eight sessions at each size, one event: rematches, spread above its bound, time."""
    row(
        "players",
        "rematches",
        "published pairing",
        "spread above its bound (mean, most)",
        "proved",
        "seconds (mean, most)",
    )
    row(*["---"] * 6)
    for count in SIZES:
        rematches, theirs, above, proved, spent = 0, 0, [], 0, []
        for session, seconds, task, drawn in event(count, 8, 0):
            if session == 1:
                continue
            rematches += part(drawn, "rematch_pairs")[0]
            theirs += published(task)
            value, bound = part(drawn, "rank_spread")
            above.append(100 * (value / bound - 1))
            proved += drawn.proved
            spent.append(seconds)
        row(count, rematches, theirs, f"{sum(above) / len(above):.1f} %, {max(above):.1f} %",
            f"{proved} of {len(above)}", f"{sum(spent) / len(spent):.2f}, {max(spent):.2f}")  # fmt: skip


def everything() -> None:
    """1,000 players over eight sessions with teams, countries, floats, winds and fresh table numbers."""
    row("session", "rematches", "pairs of a team", "pairs of a country", "spread above its bound", "seconds")
    row(*["---"] * 6)
    for session, seconds, _task, drawn in event(1000, 8, 0, kin=True):
        if session == 1:
            continue
        counts = [part(drawn, what)[0] for what in ("rematch_pairs", "team_pairs", "country_pairs")]
        value, bound = part(drawn, "rank_spread")
        row(session, *counts, f"{100 * (value / bound - 1):.1f} %", f"{seconds:.2f}")


def histories() -> None:
    """The first half of 1,000 random histories of 16 to 40 players: rematches that a longer exact search avoids."""
    play_histories(1)


def more_histories() -> None:
    """The second half of the random histories."""
    play_histories(2)


def play_histories(seed: int) -> None:
    row(
        "histories",
        "without rematch",
        "rematches proved necessary",
        "not proved",
        "avoidable",
        "published pairing",
        "seconds",
    )
    row(*["---"] * 7)
    clean, needed, unproved, avoidable, theirs = 0, 0, 0, 0, 0
    chance, begun, count = random.Random(seed), time.process_time(), HISTORIES
    for _history in range(count):
        task = random_task(chance)
        drawn = draw_round(task)
        value, bound = part(drawn, "rematch_pairs")
        theirs += published(task)
        if value == 0:
            clean += 1
        elif value == bound:
            needed += 1
        else:
            met, most = brackets(task)[0].met, part(drawn, "most_meetings")[0]
            least, better = fewest_pairs(met > 0, met >= most, value, STEPS)
            avoidable += better is not None
            unproved += better is None and least < value
    row(count, clean, needed, unproved, avoidable, theirs, f"{time.process_time() - begun:.0f}")


def random_task(chance: random.Random) -> Task:
    """Return a round after some sessions by lot, with random ranks."""
    tables = chance.randint(4, 10)
    numbers = list(range(1, 4 * tables + 1))
    played = []
    for _session in range(chance.randint(1, tables)):
        order = chance.sample(numbers, len(numbers))
        played.append(tuple(tuple(order[first : first + 4]) for first in range(0, len(order), 4)))
    entries = tuple(Entry(number, rank) for rank, number in enumerate(chance.sample(numbers, len(numbers)), 1))
    return Task(entries, "fours", "h", Demands(), tuple(played))


HISTORIES = 500
SIZES = (64, 104, 148, 200, 400, 1000)
PARTS: dict[str, Callable[[], None]] = {
    "sizes": sizes,
    "everything": everything,
    "histories": histories,
    "more_histories": more_histories,
}


def main() -> None:
    for name in sys.argv[1:] or PARTS:
        print(f"\n## {name}: {PARTS[name].__doc__}\n")
        PARTS[name]()


if __name__ == "__main__":
    main()
