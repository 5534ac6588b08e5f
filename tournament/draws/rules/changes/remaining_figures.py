"""The figures of a chart after withdrawals, over the whole event."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.changes.remaining_field import Field, least_repeats
from tournament.draws.rules.charts.winds import least_spread, spread_of
from tournament.draws.rules.figures import Figure, Reason, common_figure, kin_figure
from tournament.draws.rules.quality import common_opponents_min, labels, meetings, repeats, same_at_tables
from tournament.draws.rules.types import Positions


class EventCount:
    """All counts over the whole event, for people by index."""

    def __init__(self, field: Field, rest: Positions) -> None:
        self.field, self.rest = field, rest
        met, starts, visits = field.before()
        self.old_repeats, self.old_starts, self.old_visits = repeats(met), starts[: len(field.players)], visits
        self.fewest = least_repeats(field, met)
        self.met = met + meetings(rest)
        self.starts = starts + np.stack(
            [np.bincount(rest[:, :, wind].ravel(), minlength=len(met)) for wind in range(4)], 1
        )
        self.visits = visits.copy()
        for session in rest:
            self.visits[session, np.arange(field.tables)[:, None]] += 1

    def needless(self, visits: NDArray[np.int64]) -> int:
        """Return the visits of players beyond the number that the number of tables forces."""
        allowed = -(-len(self.field.chart) // self.field.tables)
        return int(np.maximum(visits[: len(self.field.players)] - allowed, 0).sum())

    def among(self, names: Sequence[str]) -> int:
        """Return the meetings, in the new sessions, of people with equal names."""
        return int(same_at_tables(self.rest, labels(names, len(self.met))).sum())


def remaining_figures(count: EventCount, steps: int) -> tuple[Figure, ...]:
    """Return the figures of the remaining event, in the order of ``figures.figures``, and the meetings of fillers."""
    field, sessions = count.field, len(count.rest)
    all_repeats, fewest = repeats(count.met), count.old_repeats + count.fewest
    spread = spread_of(count.starts[: len(field.players)])
    least = least_spread(count.old_starts, sessions, field.tables)
    visits, needed = count.needless(count.visits), count.needless(count.old_visits)

    team_meetings = count.among([player.team for player in field.players])

    def figure(name: str, value: int, bound: int, because: Reason) -> Figure:
        return Figure(name, value, bound, because if bound else Reason("nothing"), _gap(value, bound, steps))

    def kin(name: str, names: list[str]) -> Figure:
        sizes = Counter(filter(None, names)).values()
        counted = kin_figure(name, count.among(names), sizes, field.tables, sessions, all_repeats)
        return figure(name, count.among(names), counted.bound or 0, counted.because)

    return (
        figure("repeats", all_repeats, fewest, Reason("played", {"repeats": count.old_repeats})),
        kin("teams", [player.team for player in field.players]),
        kin("countries", [player.country for player in field.players]),
        kin("regions", [player.region for player in field.players]),
        figure("winds", spread, least, _winds_because(len(field.chart))),
        figure("tables", visits, needed, Reason("played", {"repeats": needed})),
        common_figure(common_opponents_min(count.met), len(count.met), len(field.chart)),
        figure(
            "fillers",
            count.among([person.team for person in field.people]) - team_meetings,
            0,
            Reason("nothing"),
        ),
    )


def _gap(value: int | None, bound: int | None, steps: int) -> Reason:
    if value == bound:
        return Reason("reached")
    return Reason("search", {"steps": steps}) if steps else Reason("kept")


def _winds_because(sessions: int) -> Reason:
    return Reason("sessions", {"sessions": sessions}) if sessions % 4 else Reason("left")
