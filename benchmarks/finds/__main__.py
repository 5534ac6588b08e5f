"""Search on: ``python -m benchmarks.finds repeats|fewest|numbers [MOVES [SEED [PLAYERSxSESSIONS …]]]``; needs ``cc``.

``repeats`` begins each chart beyond the limits (8 to 48 players, up to 16 sessions) with what the constructions give
and anneals it, ``fewest`` likewise for 12 players, where some must meet three times; ``numbers`` anneals table numbers,
of those charts and of the charts within the limits. What is better than what is stored takes its place, checked by a
count that shares nothing with the search. The same moves and seed find the same on every machine (``anneal.c``).
"""

import json
import string
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np

from tournament.rules.draws import beyond, table_numbers
from tournament.rules.draws.bounds import repeat_bound
from tournament.rules.draws.columns import column_chart
from tournament.rules.draws.fixed import LIMIT, searched_chart
from tournament.rules.draws.starters import starter_chart
from tournament.rules.draws.types import Positions

Size = tuple[int, int]
MOST_SESSIONS, MOST_PLAYERS = 16, 52
BEYOND = [(players, sessions) for players in range(8, 49, 4) for sessions in range(LIMIT[players // 4] + 1, 17)]
WITHIN = [(16, 2), (16, 3), (16, 4), (16, 5), (24, 5), (24, 6), (24, 7), (28, 8), (28, 9), (32, 8), (32, 9), (32, 10),
          (36, 9), (36, 10), (36, 11), (40, 10), (40, 11), (40, 12), (40, 13), (44, 12), (44, 13), (44, 14), (48, 13),
          (48, 14), (48, 15), (52, 13), (52, 14), (52, 15), (52, 16), (56, 13), (56, 14), (60, 16)]  # fmt: skip


def compiled(folder: str) -> str:
    """The annealing program, made from its source."""
    program = f"{folder}/anneal"
    source = Path(__file__).with_name("anneal.c")
    subprocess.run(["cc", "-O2", "-ffp-contract=off", "-o", program, str(source)], check=True)
    return program


def annealed(program: str, kind: str, chart: Positions, moves: int, seed: int) -> Positions:
    """The best chart that the program sees."""
    sessions, tables, _ = chart.shape
    words = [program, kind, str(tables), str(sessions), str(seed), str(moves)]
    given = " ".join(map(str, chart.ravel().tolist()))
    out = subprocess.run(words, input=given, check=True, capture_output=True, text=True).stdout
    return np.array(out.split(), dtype=np.int64).reshape(chart.shape)


def figures(chart: Positions) -> tuple[int, int, int]:
    """Repeats, the sum of C(meetings, 2) and needless visits, each counted one by one."""
    sessions, tables, _ = chart.shape
    everybody = list(range(4 * tables))
    assert all(sorted(one for four in session for one in four) == everybody for session in chart.tolist())
    met = Counter(
        tuple(sorted(pair)) for session in chart.tolist() for four in session for pair in combinations(four, 2)
    )
    visits = Counter((one, at) for session in chart.tolist() for at, four in enumerate(session) for one in four)
    allowed = -(-sessions // tables)
    return (
        sum(times - 1 for times in met.values()),
        sum(times * (times - 1) // 2 for times in met.values()),
        sum(max(0, times - allowed) for times in visits.values()),
    )


def as_letters(chart: Positions) -> list[str]:
    """A session a word, a letter for each position."""
    return ["".join(string.ascii_letters[one] for one in session) for session in chart.reshape(len(chart), -1).tolist()]


def kept(path: Path, name: str, words: list[str]) -> None:
    """Write a find into its file, a line for each, smaller sizes first."""
    stored = json.loads(path.read_text(encoding="utf-8")) | {name: words}

    def size(key: str) -> list[int]:
        return [int(word) for word in key.split() if word.isdecimal()]

    lines = [f" {json.dumps(key)}: {json.dumps(stored[key])}" for key in sorted(stored, key=size)]
    new = path.with_suffix(".new")
    new.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    new.replace(path)


def search_beyond(program: str, kind: str, size: Size, moves: int, seed: int) -> None:
    players, sessions = size
    stored = beyond.stored_chart(players // 4, sessions)
    start = searched_chart(players // 4, sessions).positions if stored is None else stored
    found = annealed(program, kind, start, moves, seed)
    before, after = figures(start), figures(found)
    if after < before or stored is None:
        best = found if after < before else start
        kept(beyond.STORED, f"{players} x {sessions}", as_letters(best))
    print(f"{players} x {sessions} {kind}: {before} {after}, bound {repeat_bound(players // 4, sessions)}", flush=True)


def search_within(program: str, size: Size, moves: int, seed: int) -> None:
    players, sessions = size
    tables = players // 4
    column = column_chart(tables, sessions)
    chart = column or starter_chart(tables, sessions)
    assert chart is not None
    name = f"{'columns' if column else 'starter'} {players} x {sessions}"
    numbered = table_numbers.with_table_numbers(chart.positions, name.split()[0])
    found = annealed(program, "numbers", numbered, moves, seed)
    before, after = figures(numbered), figures(found)
    if after < before or (before[2] and name not in json.loads(table_numbers.STORED.read_text(encoding="utf-8"))):
        kept(table_numbers.STORED, name, numbers_of(chart.positions, found))
    print(f"{name}: {before[2]} {after[2]}", flush=True)


def numbers_of(chart: Positions, numbered: Positions) -> list[str]:
    """Where the tables of the chart are in the numbered one: a session a word, a letter for each table."""
    words = []
    for plain, session in zip(chart.tolist(), numbered.tolist(), strict=True):
        place = {frozenset(four): at for at, four in enumerate(session)}
        words.append("".join(string.ascii_lowercase[place[frozenset(four)]] for four in plain))
    return words


def main() -> None:
    kind, moves, seed = sys.argv[1], int(float((sys.argv[2:3] or ["1e9"])[0])), int((sys.argv[3:4] or ["1"])[0])
    asked = {(int(a), int(b)) for a, b in (word.split("x") for word in sys.argv[4:])}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for size in BEYOND:
            if not asked or size in asked:
                search_beyond(program, kind, size, moves, seed)
        for size in WITHIN if kind == "numbers" else []:
            if not asked or size in asked:
                search_within(program, size, moves, seed)


if __name__ == "__main__":
    main()
