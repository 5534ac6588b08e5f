"""``/api/v1/events/EVENT/bracket``: the knock-outs of teams."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.formats.selectors.bracket_pictures import BracketTeam, source_rank, teams_of
from scoring.formats.selectors.team_needs import TeamStake, team_stakes
from scoring.game.rules.table_points import as_text
from scoring.standings.rules.knockout.bracket import Source
from scoring.standings.rules.knockout.results import PlayedMatch
from scoring.standings.selectors.knockouts import KnockOut, knockouts_of
from scoring.standings.selectors.standings import Standings
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import public_viewer_context


class SourceOut(Schema):
    """Where a team comes from: a rank with its place in a pool (such as "A1", or empty), or a place in a match."""

    rank: int | None = None
    pool_place: str = ""
    match: int | None = None
    place: int | None = None


class MatchTeamOut(Schema):
    """A team of a match (null: not known yet); `tied`: the rule for ties decided its place."""

    team: int | None
    name: str
    source: SourceOut
    place: int | None
    table_points: str | None
    competition_points: int | None
    through: bool
    tied: bool


class MatchOut(Schema):
    """A match of a bracket; `third`: it decides third place only."""

    number: int
    round: int
    sessions: list[int]
    third: bool
    teams: list[MatchTeamOut]


class KnockOutOut(Schema):
    """A knock-out of teams; before it begins, its matches have no teams. `champion`: the team that won (null: none)."""

    stage: int
    name: str
    begun: bool
    champion: int | None
    matches: list[MatchOut]


class TeamNeedOut(Schema):
    """What a team needs in this session: from how many table points on it is sure, and possible (null: from none)."""

    team: int
    name: str
    table_points: str
    verdict: str
    sure_from: str | None
    possible_from: str | None


class StakeOut(Schema):
    """Places that this session decides: of a match, or without one of the cut to `stage`; `of_each`: of each pool."""

    stage: int
    match: int | None
    places: int
    of_each: bool
    final: bool
    teams: list[TeamNeedOut]


class BracketOut(Schema):
    """The knock-outs of an event, and what teams need in the session that is played."""

    event: str
    knockouts: list[KnockOutOut]
    stakes: list[StakeOut]


router = public_router("events")


@router.get(
    "/events/{event}/bracket",
    response={200: BracketOut, **Answers},
    summary=gettext_noop("Brackets of an event"),
    description=gettext_noop(
        "Return the matches of the knock-outs of teams by the released results, and what teams need in this session."
    ),
)
def bracket(request: HttpRequest, event: Text) -> Any:
    """Answer with the brackets; 404 for an event without a knock-out."""
    reader = public_viewer_context(event)
    if reader is None or not reader.standings.has_knockout:
        return absent("event" if reader is None else "bracket")
    standings = reader.standings
    knockouts = [_knockout(knockout, standings) for knockout in knockouts_of(standings)]
    stakes = [_stake(stake, standings) for stake in team_stakes(standings)]
    return Status(200, {"event": event, "knockouts": knockouts, "stakes": stakes})


def _knockout(knockout: KnockOut, standings: Standings) -> dict[str, Any]:
    final = knockout.matches[-1]
    return {
        "stage": knockout.stage.number,
        "name": knockout.stage.name,
        "begun": knockout.begun,
        "champion": final.order[0] if final.order else None,
        "matches": [_match(knockout, match, standings) for match in knockout.matches],
    }


def _match(knockout: KnockOut, played: PlayedMatch, standings: Standings) -> dict[str, Any]:
    teams = zip(teams_of(knockout, played, standings.team_names), played.match.sources, strict=True)
    return {
        "number": played.match.number,
        "round": played.match.round,
        "sessions": list(knockout.sessions_of(played.match.round)),
        "third": played.match.third,
        "teams": [_match_team(team) | {"source": _source(knockout, source)} for team, source in teams],
    }


def _match_team(team: BracketTeam) -> dict[str, Any]:
    return {
        "team": team.team,
        "name": "" if team.team is None else team.name,
        "place": team.place or None,
        "table_points": None if team.table_points is None else as_text(team.table_points),
        "competition_points": team.competition_points,
        "through": team.through,
        "tied": team.tied,
    }


def _source(knockout: KnockOut, source: Source) -> dict[str, Any]:
    if not source.seed:
        return {"match": source.match, "place": source.place}
    rank, pool_place = source_rank(knockout, source)
    return {"rank": rank, "pool_place": pool_place}


def _stake(stake: TeamStake, standings: Standings) -> dict[str, Any]:
    order = sorted(stake.needs, key=lambda team: (-stake.points[team], team))
    return {
        "stage": stake.stage.number,
        "match": stake.match.match.number if stake.match else None,
        "places": stake.places,
        "of_each": stake.of_each,
        "final": stake.final,
        "teams": [_team_need(stake, team, standings.team_names.get(team, str(team))) for team in order],
    }


def _team_need(stake: TeamStake, team: int, name: str) -> dict[str, Any]:
    need = stake.needs[team]
    points = {"sure_from": need.sure_from, "possible_from": need.possible_from}
    figures = {key: None if value is None else as_text(value) for key, value in points.items()}
    return {"team": team, "name": name, "table_points": as_text(stake.points[team]), "verdict": need.verdict} | figures
