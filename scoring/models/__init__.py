"""What is stored of sheets and their facts, counted results and scoring settings."""

from scoring.models.appeals import (
    Appeal,
    AppealAttachment,
    AppealCorrection,
    AppealSignature,
    AppealStep,
    AppealText,
)
from scoring.models.calls import RefereeCall
from scoring.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.models.closings import Closing
from scoring.models.codes import CodeTries, LeaderCode, PlayerCode, TableCode, TablePhone
from scoring.models.desk_work import DeskWork, SecondEntry
from scoring.models.facts import (
    Adjustment,
    Fact,
    Forfeit,
    Hand,
    RoundSeating,
    SessionPenalty,
    Settlement,
    Signature,
    SignedTotal,
    StatedTablePoints,
)
from scoring.models.fouls import Foul, FoulEvidence, FoulKind, Measure
from scoring.models.hand_records import HandRecord
from scoring.models.photos import SheetPhoto
from scoring.models.releases import Correction, OfficialMark
from scoring.models.results import Comparison, CountedResult
from scoring.models.rulings import Ruling
from scoring.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.models.settings import AppealSettings, PenaltySettings, ScoringSettings, StandingsSettings
from scoring.models.sheets import Sheet, SheetVersion

__all__ = [
    "Adjustment",
    "Appeal",
    "AppealAttachment",
    "AppealCorrection",
    "AppealSettings",
    "AppealSignature",
    "AppealStep",
    "AppealText",
    "Award",
    "AwardWinner",
    "Ceremony",
    "Closing",
    "CodeTries",
    "Comparison",
    "Correction",
    "CountedResult",
    "DeskWork",
    "Fact",
    "Forfeit",
    "Foul",
    "FoulEvidence",
    "FoulKind",
    "Hand",
    "HandRecord",
    "LeaderCode",
    "Measure",
    "OfficialMark",
    "PenaltySettings",
    "PlayerCode",
    "RefereeCall",
    "RoundSeating",
    "Ruling",
    "ScoringSettings",
    "Screen",
    "ScreenPart",
    "ScreenPicture",
    "SecondEntry",
    "SessionPenalty",
    "Settlement",
    "Sheet",
    "SheetPhoto",
    "SheetVersion",
    "Signature",
    "SignedTotal",
    "StandingsSettings",
    "StatedTablePoints",
    "TableCode",
    "TablePhone",
]
