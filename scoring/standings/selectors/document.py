"""The standings as a JSON document of the interface."""

from typing import Any

from scoring.game.rules.table_points import as_text
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.events import Event


def standings_document(event: Event, *, live: bool) -> dict[str, Any]:
    """Return the standings of individuals, teams and groups in rank order, with exact table points as text.

    Without a public session the public lists are empty and ``sessions`` is 0.
    """
    view = view_of(event, live=live)
    if not view.last_session:
        return {"event": event.slug, "sessions": 0, "individual": [], "teams": [], "groups": []}
    standings = Standings(event, view)
    names = standings.names
    return {
        "event": event.slug,
        "sessions": standings.last,
        "individual": [
            {
                "rank": line.rank,
                "number": line.number,
                "name": names[line.number].name,
                "team": names[line.number].team,
                "table_points": as_text(line.table_points),
                "competition_points": whole_or_text(line.competition_points),
                "status": line.status,
                "sessions": [
                    {
                        "session": row.session,
                        "table_points": as_text(row.table_points),
                        "competition_points": row.competition_points,
                    }
                    for row in line.results
                ],
            }
            for line in standings.individual()
        ],
        "teams": [_unit("team", line) for line in standings.teams()],
        "groups": [_unit("group", line) for line in standings.groups()],
    }


def _unit(word: str, line: Any) -> dict[str, Any]:
    return {
        "rank": line.rank,
        word: line.number,
        "table_points": as_text(line.table_points),
        "competition_points": whole_or_text(line.competition_points),
    }


def whole_or_text(value: Any) -> Any:
    """Return competition points as an integer; halves (from a stage that carries half) as text."""
    return int(value) if value == int(value) else str(value)
