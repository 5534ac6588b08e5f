"""What a write changes for the players of an event: results of a session and ranks, before and after."""

from dataclasses import dataclass

from scoring.sheets.models.results import CountedResult
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has from the session (twelfths and points; None: nothing counts) and where that puts him or her."""

    table_points: int | None
    competition_points: int | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """A player for whom something changes."""

    number: int
    name: str
    before: Standing
    after: Standing


NOTHING = Standing(None, None, None)
Picture = dict[int, tuple[str, Standing]]


def picture(event: Event, session: int) -> Picture:
    """Number -> name and standing of everybody with a result or a rank, live."""
    standings = Standings(event, view_of(event, live=True))
    ranks = {line.number: line.rank for line in standings.individual()}
    rows = CountedResult.objects.filter(session__event=event, session__number=session)
    results = {row.entry.number: row for row in rows.select_related("entry")}
    return {
        number: (standings.names[number].name, _standing(results.get(number), ranks.get(number))) for number in ranks
    }


def _standing(result: CountedResult | None, rank: int | None) -> Standing:
    if result is None:
        return Standing(None, None, rank)
    return Standing(result.table_points, result.competition_points, rank)


def effects(before: Picture, after: Picture) -> list[Effect]:
    """Everybody for whom the two pictures differ, by number; those with another result first."""
    found = []
    for number in sorted({*before, *after}):
        name, was = before.get(number, ("", NOTHING))
        new_name, now = after.get(number, ("", NOTHING))
        if was != now:
            found.append(Effect(number, name or new_name, was, now))
    return sorted(found, key=lambda one: _same_result(one.before, one.after))


def _same_result(before: Standing, after: Standing) -> bool:
    results = [(one.table_points, one.competition_points) for one in (before, after)]
    return results[0] == results[1]
