"""Memory of sorting and ranking the players, as the job does: it does not grow with them."""

import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from tempfile import TemporaryFile

from common.sorted_in_file import SortedInFile
from ranking.rankings.rules.formula import Points
from ranking.rankings.selectors.computing import PlayerLine, country_lines, order_of, ranked

PLAYERS = 4_000


def test_four_times_the_players_need_hardly_more_memory():
    peak_of(PLAYERS)  # loads what is loaded once
    few, many = peak_of(PLAYERS), peak_of(4 * PLAYERS)
    # A list of the players would have eight bytes for each, without what it holds.
    assert many - few < 8 * 3 * PLAYERS, (few, many)


def peak_of(players: int) -> int:
    """Rank invented players in their file; return the most bytes that were held."""
    tracemalloc.start()
    with TemporaryFile() as file:
        by_points = SortedInFile(file, invented(players), order_of)
        assert sum(line.rank is not None for line in ranked(by_points)) == players - players // 10
        [country] = country_lines(ranked(by_points))
    assert country.players == players - players // 10
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def invented(players: int) -> Iterator[PlayerLine]:
    for number in range(players):
        points = Points(Fraction(number * 7_919 % players, 7)) if number % 10 else None
        yield PlayerLine(number, "NL", points, 10, "4711:1:1000 " * 20)
