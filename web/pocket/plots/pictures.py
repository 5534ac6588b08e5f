"""The pictures of the public pages, from the records that the pages show as tables."""

from collections.abc import Callable, Container, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from django.utils.translation import gettext as _

from common.templatetags.pinju import signed
from scoring.game.rules.table_points import rounded
from scoring.progress.selectors.session_tables import SessionTable
from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.encounters import Encounters
from scoring.standings.selectors.hand_statistics import EventHands, HandFigures, PlayedHand, PlayerHands
from scoring.standings.selectors.lines import PlayerLine
from scoring.standings.selectors.player_record import SessionRecord
from scoring.standings.selectors.rank_history import RankHistory
from web.pocket.plots.columns import Bar, Columns, bars, columns, distribution
from web.pocket.plots.curves import Curves, Series, one_rank_curve, rank_curves, score_curves
from web.pocket.plots.grids import Grid, meeting_grid
from web.shared.table_rows import HandRow

#: The most curves in one picture.
MOST = 10
#: The height of their picture: the names of ten neighbours need two lines each.
TOP_HEIGHT = 440
#: The height of the ranks of one player or unit.
OWN_HEIGHT = 180
#: The points of each step of session scores, and the mados.
STEP, MADOS_STEP = 50, 2_000


def top_ten(lines: Sequence[PlayerLine], ranks: RankHistory) -> Curves | None:
    """Return the ranks of the first players after each session; None below two sessions."""
    first = [line for line in lines if line.standing.rank][:MOST]
    series = [
        Series(line.entry.name, str(line.standing.rank), ranks.get(line.entry.number, ()), _look(index))
        for index, line in enumerate(first)
    ]
    lowest = max((rank for row in series for rank in row.values if rank), default=1)
    return rank_curves(series, lowest, height=TOP_HEIGHT)


def top_points(lines: Sequence[PlayerLine], sessions: int) -> tuple[Curves | None, list[list[int]]]:
    """Return the running competition points of the first players, with the figures of each line for the table."""
    first = [line for line in lines if line.standing.rank][:MOST]
    sums = [_running(line.standing.results, sessions) for line in first]
    series = [
        Series(line.entry.name, signed(sums[index][-1]), sums[index], _look(index)) for index, line in enumerate(first)
    ]
    return (score_curves(series, height=TOP_HEIGHT) if sessions > 1 else None), sums


def _running(results: Sequence[ResultRow], sessions: int) -> list[int]:
    """Return the competition points earned before the first session (0) and after each one."""
    earned = {row.session: row.competition_points for row in results}
    return list(accumulate((earned.get(session, 0) for session in range(1, sessions + 1)), initial=0))


def meetings_of(lines: Sequence[PlayerLine], met: Encounters) -> Grid | None:
    """Return who met whom among the first players; None if none of them met."""
    first = [line for line in lines if line.standing.rank][:MOST]
    points = {
        (line.entry.number, row.session): row.competition_points for line in first for row in line.standing.results
    }

    def pair(row: int, column: int) -> tuple[int, int]:
        return first[row].entry.number, first[column].entry.number

    def lead(row: int, column: int) -> int:
        own, other = pair(row, column)
        differences = [points[own, session] - points[other, session] for session in met[own, other]]
        return sum((difference > 0) - (difference < 0) for difference in differences)

    players = [(str(line.standing.rank), line.entry.name) for line in first]
    return meeting_grid(players, lambda row, column: met.get(pair(row, column), ()), lead)


def _look(index: int) -> str:
    """Return the look of the curve of a place: the first three have colours, others differ by dashes."""
    return ("main", "second", "third")[index] if index < 3 else f"dash-{index % 4}"


def ranks_of(ranks: Sequence[int | None], ranked: int) -> Curves | None:
    """Return the ranks of one player or unit after each session; None below two sessions."""
    known = [rank for rank in ranks if rank]
    if len(known) < 2:
        return None
    return one_rank_curve(Series("", str(known[-1]), ranks, "main"), ranked, height=OWN_HEIGHT)


def session_scores(sessions: Sequence[SessionRecord]) -> Columns | None:
    """Return a player's competition points session by session; None below two sessions."""
    played = [(str(row.number), row.result.competition_points) for row in sessions if row.result]
    return columns(played) if len(played) > 1 else None


def running_scores(
    rounds: Sequence[tuple[str, Sequence[HandRow]]],
    names: Sequence[tuple[str, str]],
    text_of: Callable[[int], str] = signed,
) -> Curves | None:
    """Return the running scores of the four seats after each hand; ``names`` has seat and name in order.

    A hand that is not recorded keeps its room, so that the numbers below are those of the hands.
    """
    rows = [row for _name, hands in rounds for row in hands]
    while rows and not _is_recorded(rows[-1]):
        rows.pop()
    first = next((row for row in rows if _is_recorded(row)), None)
    if first is None:
        return None
    series = []
    for index, (seat, name) in enumerate(names):
        start = (first.cells[index].total or 0) - (first.cells[index].score or 0)
        totals = [start, *(row.cells[index].total if _is_recorded(row) else None for row in rows)]
        series.append(Series(name, text_of(rows[-1].cells[index].total or 0), totals, f"seat-{seat}"))
    return score_curves(series)


def _is_recorded(row: HandRow) -> bool:
    return all(cell.total is not None for cell in row.cells)


def points_of_hands(hands: EventHands) -> Columns | None:
    """Return the number of hands in each range of points."""
    return columns([(_range(first, last), count) for first, last, count in hands.steps])


def _range(first: int, last: int | None) -> str:
    if last == first:
        return str(first)
    return f"{first}–{last}" if last else f"{first}+"


def scores_of_session(tables: Iterable[SessionTable], step: int) -> list[tuple[str, int]]:
    """Return the number of players in each range of ``step`` points or mados at these tables, by its first points."""
    results = [seat.result for table in tables for seat in table.seats]
    return distribution([result.competition_points for result in results if result], step)


def hands_of_player(
    hands: PlayerHands, all_hands: Sequence[PlayedHand], drawn: str, results: Container[str]
) -> list[Bar]:
    """Return how a player's hands ended: won, lost, and without the player.

    ``drawn`` is the name of the hands without a winner that are counted, those of the ``results``.
    """
    won_by_others = [hand for hand in all_hands if hand.winner and hand not in hands.won]
    drawn_by_others = sum(hand.self_drawn for hand in won_by_others)
    between_others = len(won_by_others) - drawn_by_others - len(hands.discarded)
    figures = hands.figures
    return bars(
        [
            (_("Won by discard"), "", figures.by_discard),
            (_("Won self-drawn"), "", figures.self_drawn),
            *_robbed(figures),
            (_("Discarded the winning tile"), "lost", len(hands.discarded)),
            (_("Lost to a self-drawn win"), "lost", drawn_by_others),
            (_("Won between two others"), "other", between_others),
            (drawn, "other", sum(hand.result in results for hand in all_hands)),
        ]
    )


def ends_of_hands(figures: HandFigures, replayed: int | None) -> list[tuple[Bar, str]]:
    """Return how the hands of an event ended, each with its share in per cent.

    ``replayed``: the hands without winner that were replayed, in a game in which all the others had a false win.
    """
    rows = [(_("Won by discard"), "", figures.by_discard), (_("Won self-drawn"), "", figures.self_drawn)]
    rows += _robbed(figures)
    if replayed is None:
        rows += [(_("Drawn"), "other", figures.drawn), (_("Aborted by the referee"), "lost", figures.aborted)]
    else:
        with_false_win = figures.without_winner - replayed
        rows += [(_("Aborted and replayed"), "other", replayed), (_("False win, no winner"), "lost", with_false_win)]
    if not rows[-1][2]:
        rows.pop()
    return [(bar, rounded(Fraction(100 * bar.count, figures.hands), 1)) for bar in bars(rows)]


def _robbed(figures: HandFigures) -> list[tuple[str, str, int]]:
    """Return the row of the hands won by robbing a kong; no row without any."""
    return [(_("Won by robbing a kong"), "", figures.robbed)] if figures.robbed else []


def ranks_in_words(ranks: Sequence[int | None]) -> str:
    """Return the ranks of one curve as text, for the label of its picture."""
    return " → ".join(str(rank or "–") for rank in ranks)
