"""What is stored of sheets and their facts, counted results and scoring settings."""

from scoring.models.facts import Adjustment, Forfeit, Hand, SessionPenalty, SignedTotal, StatedTablePoints
from scoring.models.results import Comparison, CountedResult
from scoring.models.settings import AppealSettings, PenaltySettings, ScoringSettings, StandingsSettings
from scoring.models.sheets import Sheet

__all__ = [
    "Adjustment",
    "AppealSettings",
    "Comparison",
    "CountedResult",
    "Forfeit",
    "Hand",
    "PenaltySettings",
    "ScoringSettings",
    "SessionPenalty",
    "Sheet",
    "SignedTotal",
    "StandingsSettings",
    "StatedTablePoints",
]
