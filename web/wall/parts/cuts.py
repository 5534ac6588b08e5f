"""The cut line of the standings on a screen."""

from scoring.display.models.screens import ScreenPart
from scoring.formats.selectors.coming_cuts import ComingCut, coming_cut
from scoring.formats.selectors.team_cuts import ComingTeamCut, coming_team_cut
from scoring.standings.selectors.standings import Standings
from web.shared.formats.cuts import rule_of, team_rule


def coming_with_rule(standings: Standings, kind: str) -> tuple[ComingCut | ComingTeamCut | None, str]:
    """Return the next cut of the players or teams of a kind of part, and in words who goes on."""
    if kind == ScreenPart.Kind.STANDINGS:
        coming = coming_cut(standings)
        return coming, rule_of(coming) if coming else ""
    teams = coming_team_cut(standings) if kind == ScreenPart.Kind.TEAMS else None
    return teams, team_rule(teams.stage, teams.places) if teams else ""
