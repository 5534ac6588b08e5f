"""Derive counted results and comparisons from the facts of sheets.

Every service that changes a sheet calls this.
"""

from collections.abc import Sequence
from dataclasses import asdict

from django.db.models import QuerySet

from common.actions.engine import ActionContext
from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.models.facts import Settlement
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import compare, marks
from scoring.sheets.selectors.facts.credited import credits_of
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.events import Event


def recount(context: ActionContext, event: Event, sheets: QuerySet[Sheet]) -> None:
    """Replace the counted results and the comparisons of ``sheets`` of ``event``."""
    recount_facts(context, event, sheet_facts(sheets))


def recount_facts(_context: ActionContext, event: Event, facts: Sequence[SheetFacts]) -> None:
    """Do the same as `recount` for sheets whose current ``facts`` are already read."""
    settings = event.scoring_settings
    sheet_ids = [table_facts.sheet.pk for table_facts in facts]
    CountedResult.objects.filter(sheet__in=sheet_ids).delete()
    Comparison.objects.filter(sheet__in=sheet_ids).delete()
    sitters = (sitting.entry for table_facts in facts for sitting in table_facts.sittings)
    teams = {entry.pk: entry.team_id for entry in sitters if entry is not None}
    results = [result for table_facts in facts for result in _results(table_facts, settings, teams)]
    CountedResult.objects.bulk_create(results)
    comparisons = (_comparison(table_facts, settings) for table_facts in facts)
    Comparison.objects.bulk_create(comparison for comparison in comparisons if comparison is not None)


def _results(facts: SheetFacts, settings: ScoringSettings, teams: dict[int, int | None]) -> list[CountedResult]:
    return [
        CountedResult(
            sheet=facts.sheet,
            session_id=facts.sheet.table.session_id,
            entry_id=credit.entry,
            team_id=teams[credit.holder],
            seat=credit.seat,
            table_points=credit.table_points,
            competition_points=credit.competition_points,
            provisional=facts.sheet.state not in Sheet.COUNTED,
        )
        for credit in credits_of(facts, settings)
    ]


def _comparison(facts: SheetFacts, settings: ScoringSettings) -> Comparison | None:
    record = facts.record(settings.ties)
    record_marks = marks(record)
    if not record_marks and not record.hands and record.totals is None:
        return None
    settled = facts.settlement is not None and facts.settlement.way == Settlement.Way.KEEP_TOTALS
    comparison = Comparison(sheet=facts.sheet, marks=sorted(record_marks))
    for discrepancy in compare(record):
        cause = asdict(discrepancy.cause)
        comparison.contradicts = not settled
        comparison.settled = Settlement.Way.KEEP_TOTALS if settled else ""
        comparison.kinds = list(discrepancy.kinds)
        comparison.order_changes = discrepancy.order_changes
        comparison.cause = {name: value for name, value in cause.items() if value not in (None, ())}
        comparison.difference = dict(discrepancy.difference)
    return comparison
