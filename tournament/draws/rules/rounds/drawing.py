"""Draw one session by standings."""

from collections.abc import Mapping, Sequence

from tournament.draws.rules.rounds.brackets import brackets, in_order
from tournament.draws.rules.rounds.counting import plain_bounds, values
from tournament.draws.rules.rounds.patterns import patterned
from tournament.draws.rules.rounds.seating import fresh_numbers, with_winds
from tournament.draws.rules.rounds.solving import solved
from tournament.draws.rules.rounds.types import PARTS, VERSION, Bracket, Part, Round, RoundError, Solution, Tables, Task

FORBIDDEN = (
    ("rematch", "rematch_pairs"), ("teams", "team_pairs"), ("countries", "country_pairs"), ("apart", "apart_pairs"),
)  # fmt: skip


def draw_round(task: Task) -> Round:
    """Draw a session by standings (3.5.4): the partition into tables with the least vector, by the task's method.

    The same task gives the same tables on every machine. RoundError: the field cannot be drawn (``brackets.check``),
    or a demand cannot be met: code "forbidden" with ``kind``, ``pairs``, ``proven`` and the ranks of the bracket.
    """
    numbers: list[tuple[int, ...]] = []
    certificates = []
    counts: list[Mapping[str, int]] = []
    bounds: list[Mapping[str, int]] = []
    exact = True
    for bracket in brackets(task):
        solution = _solution(task, bracket)
        seated = with_winds(task, bracket, solution.tables)
        counts.append(values(task, bracket, seated))
        _refuse(task, bracket, counts[-1], solution)
        bounds.append(_bounds(bracket, counts[-1], solution))
        exact &= solution.exact
        numbers += _numbers(bracket, seated)
        if solution.certificate and not solution.exact:
            certificates.append(solution.certificate)
    tables = numbers if task.numbering == "top" else fresh_numbers(task, numbers)
    visits = table_visits(task, tables)
    total = _summed(counts) | {"table_repeats": visits}
    least = _summed(bounds) | {"table_repeats": visits if exact and task.numbering == "top" else 0}
    vector = [Part(what, total[what], least[what]) for what in PARTS]
    proved = all(part.value == part.bound for part in vector)
    order = [entry.number for entry in in_order(task)]
    return Round(task.method, VERSION, task.seed, order, tables, vector, proved, certificates)


def _solution(task: Task, bracket: Bracket) -> Solution:
    if task.method in ("fours", "swiss"):
        return solved(bracket, task.demands, task.numbering == "top")
    return patterned(task, bracket)


def _numbers(bracket: Bracket, tables: Tables) -> list[tuple[int, ...]]:
    return [tuple(bracket.entries[position].number for position in four) for four in tables]


def _bounds(bracket: Bracket, count: Mapping[str, int], solution: Solution) -> dict[str, int]:
    """Return the proven bounds of a bracket: the values of an exact solution, else the best bound known."""
    if solution.exact:
        return dict(count)
    known = plain_bounds(bracket)
    bounds = {what: max(known.get(what, 0), solution.bounds.get(what, 0)) for what in count}
    if bounds["rematch_pairs"]:
        bounds["most_meetings"] = max(2, bounds["most_meetings"])
    return bounds


def _summed(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums over the brackets; of the meetings of one pair, the most."""
    total = {what: sum(part[what] for part in parts) for what in parts[0]}
    return total | {"most_meetings": max(part["most_meetings"] for part in parts)}


def _refuse(task: Task, bracket: Bracket, count: Mapping[str, int], solution: Solution) -> None:
    for kind, what in FORBIDDEN:
        if getattr(task.demands, kind) == "forbid" and count[what]:
            least = max(plain_bounds(bracket).get(what, 0), solution.bounds.get("forbidden", 0))
            first = 4 * bracket.first_table
            raise RoundError(
                "forbidden", kind=kind, pairs=count[what], proven=solution.exact or least > 0,
                first=first + 1, last=first + bracket.size,
            )  # fmt: skip


def table_visits(task: Task, tables: Sequence[tuple[int, ...]]) -> int:
    """Return how often the players sat at their new table number before."""
    table_of = {number: table for table, four in enumerate(tables) for number in four}
    return sum(
        table_of.get(number) == table
        for session in task.played
        for table, four in enumerate(session)
        for number in four
    )
