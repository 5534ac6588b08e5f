"""Keeping what is derived from sheets in step with their facts: counted results and comparisons.

Called by every service that changes a sheet.
"""

from collections.abc import Sequence
from dataclasses import asdict

from django.db.models import QuerySet

from common.actions.engine import Call
from scoring.settings.models import ScoringSettings
from scoring.sheets.models.facts import Settlement
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import compare, marks
from scoring.sheets.selectors.facts.credited import credits_of
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from tournament.events.models.events import Event


def recount(call: Call, event: Event, sheets: QuerySet[Sheet]) -> None:
    """Write the counted results and the comparison of ``sheets`` of ``event`` anew."""
    recount_facts(call, event, sheet_facts(sheets))


def recount_facts(call: Call, event: Event, facts: Sequence[SheetFacts]) -> None:
    """The same where the sheets' facts, as they hold now, were read already."""
    settings = event.scoring_settings
    chosen = [one.sheet.pk for one in facts]
    CountedResult.objects.filter(sheet__in=chosen).delete()
    Comparison.objects.filter(sheet__in=chosen).delete()
    seated = (sitting.entry for one in facts for sitting in one.sittings)
    teams = {entry.pk: entry.team_id for entry in seated if entry is not None}
    results = [result for one in facts for result in _results(one, settings, teams)]
    CountedResult.objects.bulk_create(results)
    Comparison.objects.bulk_create(found for one in facts if (found := _comparison(one, settings)))


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
    known = marks(record)
    if not known and not record.hands and record.totals is None:
        return None
    settled = facts.settlement is not None and facts.settlement.way == Settlement.Way.KEEP_TOTALS
    found = Comparison(sheet=facts.sheet, marks=sorted(known))
    for discrepancy in compare(record):
        found.contradicts = not settled
        found.settled = Settlement.Way.KEEP_TOTALS if settled else ""
        found.kinds = list(discrepancy.kinds)
        found.order_changes = discrepancy.order_changes
        found.cause = {name: value for name, value in asdict(discrepancy.cause).items() if value not in (None, ())}
        found.difference = dict(discrepancy.difference)
    return found
