"""The effects of a write on the players of an event: results of a session and ranks, before and after."""

from dataclasses import dataclass

from scoring.sheets.models.results import CountedResult
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's counted result of the session (twelfths and points, or None) and rank."""

    table_points: int | None
    competition_points: int | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Effect:
    """A player whose result or rank changes."""

    number: int
    name: str
    before: Standing
    after: Standing


NOTHING = Standing(None, None, None)
Picture = dict[int, tuple[str, Standing]]


def picture(event: Event, session: int) -> Picture:
    """Return a live snapshot: number -> name and standing of each line of the standings."""
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
    """Return the players that differ between two snapshots: first those with another result, then by number."""
    changed = []
    for number in sorted({*before, *after}):
        name, was = before.get(number, ("", NOTHING))
        new_name, now = after.get(number, ("", NOTHING))
        if was != now:
            changed.append(Effect(number, name or new_name, was, now))
    return sorted(changed, key=lambda effect: _same_result(effect.before, effect.after))


def _same_result(before: Standing, after: Standing) -> bool:
    old_result = (before.table_points, before.competition_points)
    return old_result == (after.table_points, after.competition_points)
