"""What link previews say in words: the state of the results, the first three, a player's rank and points."""

from django.utils.translation import gettext as _

from scoring.game.rules.table_points import rounded
from scoring.settings.selectors import gives_table_points
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.selectors.lines import player_lines
from scoring.standings.selectors.standings import NamedEntry
from web.pocket.events import when, where
from web.shared.labels.game_words import score_heading
from web.shared.scores import competition
from web.shared.viewer import ViewerContext

#: The players in the text and on the picture of standings, and of an event after its end.
FIRST = 3


def event_text(reader: ViewerContext) -> str:
    """Return the days and the venue of the event, after its end also the first three."""
    winners = _names(reader) if is_over(reader) else ""
    return " · ".join(filter(None, (when(reader.event), where(reader.event), winners)))


def results_text(reader: ViewerContext) -> str:
    """Return the state of the results and the first three; empty without results."""
    return " · ".join(filter(None, (state_of_results(reader), _names(reader))))


def player_text(reader: ViewerContext, number: int) -> str:
    """Return the event, and with results the player's rank and points."""
    figures = [f"{label} {figure}" for label, figure in player_figures(reader, number)]
    return " · ".join([reader.event.name, *figures])


def is_over(reader: ViewerContext) -> bool:
    """Return whether the results of all sessions are shown."""
    return reader.status.last_session >= reader.event.planned_sessions


def state_of_results(reader: ViewerContext, *, short: bool = False) -> str:
    """Return after which session the results are, and whether they are official; empty without results.

    ``short``: without times and reasons.
    """
    if not reader.after:
        return ""
    figures = {"session": reader.after, "total": reader.event.planned_sessions}
    text = _("after session %(session)s of %(total)s") % figures
    word = reader.status.word if short else reader.status.label
    return " · ".join(filter(None, (text, str(word))))


def first_places(reader: ViewerContext) -> list[tuple[PlayerStanding, NamedEntry]]:
    """Return the first three of the standings, without movement, which needs the standings before; or nothing."""
    standings = reader.standings
    first = standings.individual()[:FIRST] if standings.last else []
    return [(standing, standings.names[standing.number]) for standing in first]


def player_figures(reader: ViewerContext, number: int) -> list[tuple[str, str]]:
    """Return rank and points of a player with their labels; nothing without results."""
    line = next((line for line in player_lines(reader.standings) if line.entry.number == number), None)
    if line is None or not line.standing.results:
        return []
    event, standing = reader.event, line.standing
    table_points = [(_("Table points"), rounded(standing.table_points))] if gives_table_points(event) else []
    return [
        (_("Rank"), str(standing.rank or "–")),
        *table_points,
        (score_heading(event), competition(standing.competition_points)),
    ]


def _names(reader: ViewerContext) -> str:
    return " · ".join(f"{standing.rank or '–'} {entry.name}" for standing, entry in first_places(reader))
