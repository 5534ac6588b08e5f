"""Settings and stages of an event as the rules of standings take them."""

from fractions import Fraction
from typing import cast

from scoring.game.rules.table_points import TWELFTHS
from scoring.settings.selectors import in_mados
from scoring.standings.rules.ranks import StandingRules
from scoring.standings.rules.stages import CarryKind, Stage
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage as StageRow


def rules_of(event: Event) -> StandingRules:
    """Return how the event ranks; under IMJ ties share the rank (IMJ 31)."""
    settings = event.standings_settings
    return StandingRules(
        last_tie="same-rank" if in_mados(event) else settings.last_tie,
        reserve_rank=settings.reserve_rank,
        team_sessions=settings.team_sessions,
        team_incomplete=settings.team_incomplete,
        group_best=settings.group_best,
    )


def stage_of(row: StageRow) -> Stage:
    """Return the stage of the rules: its players with the bonus and the frozen bracket that they brought into it."""
    entries = list(row.stage_entries.all())
    bonus = [int(Fraction(points) * TWELFTHS) for points in row.bonus]
    ranked = {chosen.entry.number: chosen.rank for chosen in entries if chosen.rank}
    positions = {chosen.entry.number: chosen.position for chosen in entries if chosen.position}
    return Stage(
        row.first_session,
        row.last_session,
        cast(CarryKind, row.carry),
        frozenset(chosen.entry.number for chosen in entries) or None,
        {number: bonus[rank - 1] for number, rank in ranked.items() if rank <= len(bonus)},
        {number: (position - 1) // row.frozen for number, position in positions.items()} if row.frozen else {},
    )
