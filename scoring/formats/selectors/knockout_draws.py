"""The draft of a session of a knock-out: its matches, and the players of each team at the tables (3.5.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.formats.selectors.fields import EMPTY, StageField
from scoring.formats.selectors.plans import KNOCKOUT_SENTENCES
from scoring.formats.selectors.pools import in_pool_order, team_pools
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.stage_order import stage_before
from scoring.formats.selectors.team_cuts import team_cut
from scoring.standings.rules.knockout.bracket import bracket, round_sizes
from scoring.standings.rules.knockout.results import PlayedMatch, played_matches
from scoring.standings.rules.knockout.rule import KnockOutError, KnockOutRule, document_of, rule_from
from scoring.standings.rules.knockout.seats import match_tables
from scoring.standings.selectors.knockouts import knockout_of, positioned
from scoring.standings.selectors.standings import Standings
from tournament.draws.selectors.draws import filler_entries
from tournament.events.models.entries import Entry
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Stage
from tournament.presence.selectors.presence import plays_in

#: Empty seats of knock-outs, beyond those of other stages of a session.
EMPTY_SEATS = EMPTY + EMPTY // 2


def knockout_part(
    standings: Standings, stage: Stage, session: int
) -> tuple[StageField, dict[str, Any], dict[str, Any], list[int]]:
    """Return the field of a knock-out in a session, what is drawn, its tables, and the order of its players.

    Raises CannotDraw.
    """
    rule = rule_from(stage.knockout)
    new = session == stage.first_session
    seeds, matches = _begin(standings, stage, rule) if new else _going_on(standings, stage)
    round_index, at = divmod(session - stage.first_session, rule.sessions)
    playing = [match for match in matches if match.match.round == round_index + 1]
    if any(None in match.teams for match in playing):
        raise CannotDraw(_("An earlier match has no result. Confirm its tables first."))
    rosters = _rosters(standings, session, rule, playing)
    members = _members(standings, seeds)
    document: dict[str, Any] = {
        "stage": stage.number,
        "round": round_index + 1,
        "session": at + 1,
        "rule": document_of(rule),
        "seeds": {str(number): rank for number, rank in members.items()} if new else {},
        "matches": [{"match": match.match.number, "teams": list(match.teams)} for match in playing],
        "players": {str(team): rosters[team] for match in playing for team in match.teams if team is not None},
    }
    tables = [
        [number or 0 for number in four]
        for match in playing
        for four in match_tables(rule, [rosters[team] for team in match.teams if team is not None], at)
    ]
    result = {"method": "knockout", "seed": "", "tables": tables}
    order = list(members)
    return StageField(stage, order, order, new), document, result, order


def _begin(standings: Standings, stage: Stage, rule: KnockOutRule) -> tuple[list[int], list[PlayedMatch]]:
    """Return the teams of a knock-out that begins, best first, and its matches."""
    cut = team_cut(standings, stage)
    if cut.line:
        raise CannotDraw(
            _("%(count)d teams are tied at the cut to “%(stage)s”. Decide the tie first.")
            % {"count": len(cut.line), "stage": stage}
        )
    teams = list(cut.through)
    before = stage_before(standings.stage_rows, stage)
    if stage.who == Stage.Who.POOLS and before is not None and before.pools:
        teams = in_pool_order(teams, team_pools(standings, before), before.pools, stage.count or 1)
    try:
        rounds = len(round_sizes(len(teams), rule))
        matches = bracket(len(teams), rule)
    except KnockOutError as error:
        raise CannotDraw(str(KNOCKOUT_SENTENCES[f"knockout_{error.code}"]) % error.figures) from error
    sessions = stage.last_session - stage.first_session + 1
    if rounds * rule.sessions != sessions:
        figures = {"needed": rounds * rule.sessions, "sessions": sessions}
        raise CannotDraw(str(KNOCKOUT_SENTENCES["knockout_sessions"]) % figures)
    return teams, played_matches(matches, positioned(teams, stage, rule), rule, lambda _team, _round: None, 0)


def _going_on(standings: Standings, stage: Stage) -> tuple[list[int], list[PlayedMatch]]:
    knockout = knockout_of(standings, stage)
    if knockout is None or not knockout.begun:
        raise CannotDraw(_("The teams of “%(stage)s” are not known. Draw its first session again.") % {"stage": stage})
    return list(knockout.seeds), list(knockout.matches)


def _members(standings: Standings, teams: Sequence[int]) -> dict[int, int]:
    """Return number -> rank of the team, of all players and reserves of the teams, best team first."""
    ranks = {team: rank for rank, team in enumerate(teams, start=1)}
    members = [
        (ranks[entry.team], number)
        for number, entry in standings.names.items()
        if entry.team in ranks and entry.kind != Entry.Kind.FILLER
    ]
    return {number: rank for rank, number in sorted(members)}


def _rosters(
    standings: Standings, session: int, rule: KnockOutRule, playing: Sequence[PlayedMatch]
) -> Mapping[int, list[int]]:
    """Return team -> its players by number, with fillers or empty seats for those who are missing."""
    event = standings.event
    entries = list(event.entries.filter(kind=Entry.Kind.PLAYER).select_related("team").prefetch_related("withdrawals"))
    teams = [team for match in playing for team in match.teams if team is not None]
    rosters: dict[int, list[int]] = {team: [] for team in teams}
    for entry in sorted(entries, key=lambda entry: entry.number):
        if entry.team and entry.team.number in rosters and plays_in(entry, session):
            rosters[entry.team.number].append(entry.number)
    spare = [entry.number for entry in reversed(filler_entries(event)) if plays_in(entry, session)]
    threes = event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.THREE_PLAYERS
    if threes:
        spare = list(range(EMPTY_SEATS, EMPTY_SEATS + rule.players * len(teams)))
    missing = sum(max(0, rule.players - len(rosters[team])) for team in teams)
    if missing > len(spare):
        raise CannotDraw(
            _("More fillers are needed: enter %(count)d more to complete the tables.") % {"count": missing - len(spare)}
        )
    filled: dict[int, list[int]] = {}
    for team in teams:
        here = rosters[team][: rule.players]
        short = rule.players - len(here)
        filled[team], spare = [*here, *spare[:short]], spare[short:]
    return filled
