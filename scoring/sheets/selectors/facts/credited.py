"""The credits of a sheet under given settings."""

from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.rules.comparison import result_of
from scoring.sheets.rules.credits import Credit, credits
from scoring.sheets.selectors.facts.records import SheetFacts


def credits_of(facts: SheetFacts, settings: ScoringSettings) -> list[Credit]:
    """Return the credits of a sheet under ``settings``; none if it has no result."""
    scores = result_of(facts.record(settings.ties))
    if scores is None:
        return []
    return credits(
        facts.game,
        scores,
        facts.sitters,
        forfeited=facts.forfeited,
        ties=settings.ties,
        leaver_result=settings.leaver_result,
    )
