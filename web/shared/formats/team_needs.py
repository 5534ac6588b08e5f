"""The words of what teams need in the last session before a cut, or in their match."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.formats.selectors.team_needs import TeamStake, team_stakes
from scoring.game.rules.table_points import in_points, rounded
from scoring.standings.rules.formats.team_needs import TeamNeed
from scoring.standings.selectors.standings import Standings
from web.shared.formats.cuts import VERDICTS, team_rule


@dataclass(frozen=True)
class TeamNeedRow:
    """A team at a stake: what it has, and what it needs in this session."""

    number: int
    name: str
    points: str
    sure: str
    possible: str


@dataclass(frozen=True)
class TeamNeedTable:
    """A stake as a table: its rule, and its teams, those with most points first."""

    rule: str
    rows: list[TeamNeedRow]


def stake_rule(stake: TeamStake) -> str:
    """Return in a sentence which teams of a cut or of a match go on."""
    values: dict[str, int | str] = {"count": stake.places, "stage": str(stake.stage)}
    if stake.match is None and stake.of_each and stake.places == 1:
        return _("The best team of each pool goes on to “%(stage)s”.") % values
    if stake.match is None and stake.of_each:
        return _("The best %(count)d teams of each pool go on to “%(stage)s”.") % values
    if stake.match is None:
        return team_rule(stake.stage, stake.places)
    if stake.match.match.third:
        return _("The better team is third.")
    if stake.final:
        return _("The best team wins the final.")
    values["number"] = stake.match.match.number
    if stake.places == 1:
        return _("Match %(number)d: the winner goes on.") % values
    return _("Match %(number)d: the best %(count)d go on.") % values


def team_need_tables(standings: Standings) -> list[TeamNeedTable]:
    """Return a table for each cut or match that the session decides."""
    return [TeamNeedTable(stake_rule(stake), _rows(standings, stake)) for stake in team_stakes(standings)]


def _rows(standings: Standings, stake: TeamStake) -> list[TeamNeedRow]:
    order = sorted(stake.needs, key=lambda number: (-stake.points[number], number))
    return [
        TeamNeedRow(
            number,
            standings.team_names.get(number, str(number)),
            _points(stake.points[number]),
            *_figures(stake.needs[number]),
        )
        for number in order
    ]


def _figures(need: TeamNeed) -> tuple[str, str]:
    """Return from how many table points on a team is sure, and from how many on it is possible."""
    if need.verdict != "possible":
        word = str(VERDICTS[need.verdict][1])
        return word, word
    sure = "–" if need.sure_from is None else _points(need.sure_from)
    return sure, _points(need.possible_from or 0)


def team_need_text(standings: Standings, team: int) -> str:
    """Return what a team needs in this session, for its page; empty if nothing is at stake for it."""
    stake = next((stake for stake in team_stakes(standings) if team in stake.needs), None)
    if stake is None:
        return ""
    need = stake.needs[team]
    if stake.final and need.verdict != "possible":
        return f"{stake_rule(stake)} – {VERDICTS[need.verdict][1]}"
    if need.verdict == "sure":
        return f"{stake_rule(stake)} {_('Sure, whatever happens in this session.')}"
    if need.verdict == "impossible":
        return f"{stake_rule(stake)} {_('Out of reach, whatever happens in this session.')}"
    parts = [stake_rule(stake)]
    if need.sure_from is not None:
        parts.append(
            _("With %(points)s table points or more in this session: sure.") % {"points": _points(need.sure_from)}
        )
    else:
        parts.append(_("No result of this session alone is enough."))
    if need.possible_from:
        parts.append(_("With fewer than %(points)s: out of reach.") % {"points": _points(need.possible_from)})
    return " ".join(parts)


def _points(twelfths: int) -> str:
    return rounded(in_points(twelfths))
