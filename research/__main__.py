"""Search further: ``python -m research KIND [MOVES [SEED [PLAYERSxSESSIONS …]]]``; needs a C compiler as ``cc``.

The kinds: ``repeats`` anneals each chart beyond the limits (8 to 48 players, up to 16 sessions), starting from the
constructions; ``fewest`` does the same for 12 players, where some must meet three times; ``numbers`` anneals the table
numbers of those charts and of the charts within the limits; ``common`` takes the one of MOVES variants of the columns
(up to 200 players) in which players who never meet have the most common opponents; ``matrices`` searches longer
difference matrices with MOVES restarts each.

A result replaces the stored one only if an independent count finds it better. The same moves and seed give the same
result on every machine (``anneal.c``).
"""

import json
import string
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from tournament.draws.rules.bounds import repeat_bound
from tournament.draws.rules.charts import beyond, columns, table_numbers
from tournament.draws.rules.charts.chosen import chosen_chart
from tournament.draws.rules.charts.columns import column_chart
from tournament.draws.rules.charts.fixed import LIMIT, searched_chart
from tournament.draws.rules.charts.starters import starter_chart
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import common_opponents_min, meetings, table_repeats
from tournament.draws.rules.types import Positions

Size = tuple[int, int]
# Found by research.orthomorphisms, which none can be longer than.
ORTHOMORPHISMS = (12, 15)
MOST_SESSIONS, MOST_PLAYERS = 16, 52
BEYOND = [(players, sessions) for players in range(8, 49, 4) for sessions in range(LIMIT[players // 4] + 1, 17)]


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
    positions = " ".join(map(str, chart.ravel().tolist()))
    out = subprocess.run(words, input=positions, check=True, capture_output=True, text=True).stdout
    return np.array(out.split(), dtype=np.int64).reshape(chart.shape)


def figures(chart: Positions) -> tuple[int, int, int]:
    """Repeats, the sum of C(meetings, 2) and needless visits, each counted one by one."""
    sessions, tables, _ = chart.shape
    everybody = list(range(4 * tables))
    assert all(sorted(player for four in session for player in four) == everybody for session in chart.tolist())
    met = Counter(
        tuple(sorted(pair)) for session in chart.tolist() for four in session for pair in combinations(four, 2)
    )
    visits = Counter((player, at) for session in chart.tolist() for at, four in enumerate(session) for player in four)
    allowed = -(-sessions // tables)
    return (
        sum(times - 1 for times in met.values()),
        sum(times * (times - 1) // 2 for times in met.values()),
        sum(max(0, times - allowed) for times in visits.values()),
    )


def as_letters(chart: Positions) -> list[str]:
    """A session a word, a letter for each position."""
    return [
        "".join(string.ascii_letters[position] for position in session)
        for session in chart.reshape(len(chart), -1).tolist()
    ]


def kept(path: Path, name: str, words: list[str]) -> None:
    """Write a find into its file, a line for each, smaller sizes first."""
    stored = json.loads(path.read_text(encoding="utf-8")) | {name: words}

    def size(key: str) -> list[int]:
        return [int(word) for word in key.split() if word.isdecimal()]

    lines = [f" {json.dumps(key)}: {json.dumps(stored[key])}" for key in sorted(stored, key=size)]
    written(path, lines)


def written(path: Path, lines: list[str]) -> None:
    """Write the file atomically, so that a concurrent reader gets the old or the new content."""
    new = path.with_suffix(".new")
    new.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    new.replace(path)


def size_of(name: str) -> Size:
    """Players and sessions of a stored chart."""
    players, _x, sessions = name.split()[-3:]
    return int(players), int(sessions)


def search_beyond(program: str, kind: str, size: Size, moves: int, seed: int) -> None:
    players, sessions = size
    stored = beyond.stored_chart(players // 4, sessions)
    start = searched_chart(players // 4, sessions).positions if stored is None else stored
    chart = annealed(program, kind, start, moves, seed)
    before, after = figures(start), figures(chart)
    if after < before or stored is None:
        best = chart if after < before else start
        kept(beyond.STORED, f"{players} x {sessions}", as_letters(best))
    print(f"{players} x {sessions} {kind}: {before} {after}, bound {repeat_bound(players // 4, sessions)}", flush=True)


def without_numbers() -> Iterator[tuple[str, Positions]]:
    """The charts within the limits whose tables are numbered by a search, each under its name."""
    for tables in range(4, 26):
        for sessions in range(2, LIMIT.get(tables, 16) + 1):
            variant = columns.stored_variants().get(f"{4 * tables} x {sessions}", 0)
            first = column_chart(tables, sessions, variant=variant)
            kinds = {"chosen": chosen_chart(tables, sessions), "columns": first}
            fours = column_chart(tables, sessions, fours=True)
            if first is None or not (first.quads or fours):
                kinds["starter"] = starter_chart(tables, sessions)
            if first and not first.quads:
                kinds["fours"] = fours
            for kind, chart in kinds.items():
                if chart and table_repeats(chart.positions):
                    yield f"{kind} {4 * tables} x {sessions}", chart.positions


def search_within(program: str, name: str, chart: Positions, moves: int, seed: int) -> None:
    numbered = table_numbers.with_table_numbers(chart, name.split()[0])
    improved = annealed(program, "numbers", numbered, moves, seed)
    before, after = figures(numbered), figures(improved)
    stored = json.loads(table_numbers.STORED.read_text(encoding="utf-8"))
    if after < before or name not in stored:
        kept(table_numbers.STORED, name, numbers_of(chart, min(improved, numbered, key=figures)))
    print(f"{name}: {before[2]} {after[2]}", flush=True)


def search_common(tables: int, tries: int) -> None:
    """Take the variant of the columns in which players who never meet have the most common opponents."""
    numbered = json.loads(table_numbers.STORED.read_text(encoding="utf-8"))
    for sessions in range(2, 17):
        size = f"{4 * tables} x {sessions}"
        if column_chart(tables, sessions) is None or f"columns {size}" in numbered:
            continue
        best, most = 0, (-1, 0)
        for variant in range(tries):
            chart = column_chart(tables, sessions, variant=variant)
            assert chart is not None
            common = common_opponents_min(meetings(chart.positions))
            figures_of_variant = (-1 if common is None else common, -table_repeats(chart.positions))
            if figures_of_variant > most:
                best, most = variant, figures_of_variant
        if best:
            stored = json.loads(columns.VARIANTS.read_text(encoding="utf-8")) | {size: best}
            written(columns.VARIANTS, [f" {json.dumps(key)}: {value}" for key, value in stored.items()])
        print(size, best, most, flush=True)


def search_matrices(tries: int) -> None:
    """Search each stored difference matrix over Z_m by random greedy; a longer one replaces it."""
    stored = json.loads(columns.STORED.read_text(encoding="utf-8"))
    for name, kinds in stored.items():
        for rows, matrix in kinds.items() if int(name) not in ORTHOMORPHISMS else ():
            best: list[list[int]] = []
            for restart in range(tries):
                numbers = Numbers("difference matrix", name, str(restart))
                best = max(best, columns.greedy_matrix(int(name), int(rows), len(matrix) + 1, numbers), key=len)
                if len(best) > len(matrix):
                    kinds[rows] = best
                    break
            print(f"{name} tables, {rows} rows: stored {len(matrix)} sessions, found {len(best)}", flush=True)
    lines = []
    for name, kinds in stored.items():
        inner = [f'  "{rows}": {json.dumps(matrix, separators=(",", ":"))}' for rows, matrix in kinds.items()]
        lines.append(f' "{name}": {{\n' + ",\n".join(inner) + "\n }")
    written(columns.STORED, lines)


def numbers_of(chart: Positions, numbered: Positions) -> list[str]:
    """Where the tables of the chart are in the numbered one: a session a word, a letter for each table."""
    words = []
    for plain, session in zip(chart.tolist(), numbered.tolist(), strict=True):
        index_of_table = {frozenset(four): at for at, four in enumerate(session)}
        words.append("".join(string.ascii_lowercase[index_of_table[frozenset(four)]] for four in plain))
    return words


def main() -> None:
    kind, moves, seed = sys.argv[1], int(float((sys.argv[2:3] or ["1e9"])[0])), int((sys.argv[3:4] or ["1"])[0])
    if kind == "matrices":
        search_matrices(moves)
        return
    if kind == "common":
        for tables in range(4, 51):
            search_common(tables, moves)
        return
    wanted_sizes = {(int(a), int(b)) for a, b in (word.split("x") for word in sys.argv[4:])}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for size in BEYOND:
            if not wanted_sizes or size in wanted_sizes:
                search_beyond(program, kind, size, moves, seed)
        for name, chart in without_numbers() if kind == "numbers" else ():
            if not wanted_sizes or size_of(name) in wanted_sizes:
                search_within(program, name, chart, moves, seed)


if __name__ == "__main__":
    main()
