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
    bounds: list[Mapping[str, int | None]] = []
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
    total = {what: _total(what, counts) or 0 for what in counts[0]} | {"table_repeats": visits}
    least = {what: _total(what, bounds) for what in counts[0]}
    least["table_repeats"] = visits if (exact and task.numbering == "top") or not visits else None
    vector = [Part(what, total[what], least[what]) for what in PARTS]
    proved = all(part.value == part.bound for part in vector)
    order = [entry.number for entry in in_order(task)]
    distance = total["pattern_distance"]
    return Round(task.method, VERSION, task.seed, order, tables, vector, proved, distance, certificates)


def _solution(task: Task, bracket: Bracket) -> Solution:
    if task.method in ("fours", "swiss"):
        return solved(bracket, task.demands, task.numbering == "top")
    return patterned(task, bracket)


def _numbers(bracket: Bracket, tables: Tables) -> list[tuple[int, ...]]:
    return [tuple(bracket.entries[position].number for position in four) for four in tables]


def _bounds(bracket: Bracket, count: Mapping[str, int], solution: Solution) -> dict[str, int | None]:
    """Return the proven bounds of a bracket: the values of an exact solution, else the best bound known.

    None where no bound is known, except that nothing is less than 0.
    """
    if solution.exact:
        return dict(count)
    known: Mapping[str, int] = plain_bounds(bracket)
    bounds: dict[str, int | None] = {what: None if value else 0 for what, value in count.items()}
    for what in {*known, *solution.bounds} & count.keys():
        bounds[what] = max(known.get(what, 0), solution.bounds.get(what, 0))
    if bounds["rematch_pairs"]:
        bounds["most_meetings"] = max(2, bounds["most_meetings"] or 0)
    return bounds


def _total(what: str, parts: Sequence[Mapping[str, int | None]]) -> int | None:
    """Return the sum over the brackets (of the meetings of one pair, the most); None if no bracket has a bound."""
    known = [value for value in (part[what] for part in parts) if value is not None]
    total = max(known, default=0) if what == "most_meetings" else sum(known)
    return total if total or len(known) == len(parts) else None


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
