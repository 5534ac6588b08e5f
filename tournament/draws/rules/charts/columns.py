"""Charts whose players form four columns that never meet: difference matrices and fields.

Player (x, c) is position c x m + x. In session t table y holds (y + f_c(t), c) for each column c; two players meet at
most once if for any two columns the differences f_c - f_c' are all distinct over the sessions. A fifth row f_4 with the
same property numbers the tables, y + f_4(t), so that no player visits a table twice (a difference matrix over Z_m, for
12 tables over Z_2 x Z_6; rows a_c t over GF(m) are one with m sessions).
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from tournament.draws.rules.charts.fields import ORDERS, addition, multiplication
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import FixedChart, Positions

STORED = Path(__file__).parent / "data" / "difference_matrices.json"
VARIANTS = STORED.with_name("column_variants.json")
NUMBERED, PLAIN = 5, 4
ATTEMPTS, RESTARTS = 40, 20


def _turned(taken: int, shift: int, tables: int) -> int:
    """Return the set of numbers modulo ``tables`` (as bits) with ``by`` added to each."""
    return (taken << shift | taken >> (tables - shift)) & ((1 << tables) - 1)


def _one_session(tables: int, taken: list[list[int]], numbers: Numbers) -> list[int] | None:
    """Return a random row entry per column whose differences are all free; None at a dead end."""
    session = [0]
    for row in range(1, len(taken)):
        closed = 0
        for before, entry in enumerate(session):
            closed |= _turned(taken[before][row], entry, tables)
        free = [entry for entry in range(tables) if not closed >> entry & 1]
        if not free:
            return None
        session.append(free[numbers.below(len(free))])
    return session


def greedy_matrix(tables: int, rows: int, sessions: int, numbers: Numbers) -> list[list[int]]:
    """Return sessions (each with an entry per row) of a difference matrix over Z_tables, at most ``sessions``."""
    taken = [[0] * rows for _ in range(rows)]
    matrix: list[list[int]] = []
    while len(matrix) < sessions:
        tries = (_one_session(tables, taken, numbers) for _ in range(ATTEMPTS))
        session = next((candidate for candidate in tries if candidate), None)
        if session is None:
            break
        matrix.append(session)
        for row in range(rows):
            for before in range(row):
                taken[before][row] |= 1 << (session[row] - session[before]) % tables
    return matrix


@cache
def _stored() -> dict[str, dict[str, list[list[int]]]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def difference_matrix(tables: int, sessions: int, spare: int = 0, variant: int = 0) -> list[list[int]]:
    """Return the longest known difference matrix up to ``sessions + spare``.

    It includes a row of table numbers if that has enough sessions: ``sessions``, or as many as there are without the
    row. Sources: fields up to 25 tables, then stored finds of a long random search, then a deterministic random search
    here. Another ``variant`` takes other sessions, as far as there are others.
    """
    if tables in ORDERS:
        rows = min(tables, NUMBERED)
        every = multiplication(tables)[:, :rows].tolist()
        return [every[index] for index in _order(tables, len(every), variant)][: sessions + spare]
    stored = _stored().get(str(tables))
    if stored:
        numbered, plain = stored[str(NUMBERED)], stored[str(PLAIN)]
        enough = len(numbered) >= min(sessions, len(plain))
        every = numbered if enough else plain
        return [every[index] for index in _order(tables, len(every), variant)][: sessions + spare]
    best: list[list[int]] = [[0] * PLAIN]
    for restart in range(RESTARTS):
        numbers = Numbers("difference matrix", str(tables), str(restart), *([str(variant)] if variant else []))
        matrix = greedy_matrix(tables, NUMBERED, sessions + spare, numbers)
        best = max(best, matrix, key=len)
        if len(best) >= sessions + spare:
            break
    return best


@cache
def stored_variants() -> dict[str, int]:
    """Return "players x sessions" -> the variant with the most common opponents (research)."""
    return json.loads(VARIANTS.read_text(encoding="utf-8"))


def _order(tables: int, sessions: int, variant: int) -> list[int]:
    """Return the order in which sessions of a long matrix are taken."""
    return Numbers("sessions", str(tables), str(variant)).permutation(sessions) if variant else list(range(sessions))


def spread_out(matrix: Sequence[Sequence[int]], add: Positions) -> Positions:
    """Return the chart of positions for a difference matrix over the group with this table of sums."""
    tables = len(add)
    chart = np.empty((len(matrix), tables, 4), dtype=np.int64)
    for session, entries in enumerate(matrix):
        number = add[:, entries[PLAIN]] if len(entries) == NUMBERED else np.arange(tables)
        for column in range(4):
            chart[session, number, column] = column * tables + add[:, entries[column]]
    return chart


def column_chart(tables: int, sessions: int, fours: bool = False, variant: int = 0) -> FixedChart | None:
    """Return a chart without repeats in columns, or None if there is none of this length.

    If one more session is possible, the first is left out and its tables are the quads; ``fours`` requires this, even
    at the cost of the row of table numbers.
    """
    matrix = difference_matrix(tables, sessions + fours, not fours, variant)
    if len(matrix) < sessions + fours:
        return None
    field = "field" if tables in ORDERS else "difference matrix"
    return in_columns(matrix, addition(tables), sessions, f"{field} over {tables}")


def in_columns(matrix: Sequence[Sequence[int]], add: Positions, sessions: int, method: str) -> FixedChart:
    """Return the chart of a difference matrix; a spare session comes first and its tables are the quads."""
    columns = np.arange(4 * len(add)).reshape(4, len(add))
    spare = len(matrix) > sessions
    chart = spread_out(matrix, add)
    return FixedChart(
        positions=chart[1:] if spare else chart,
        groups=tuple(map(tuple, columns.tolist())),
        method=method,
        quads=tuple(map(tuple, chart[0].tolist())) if spare else (),
    )
