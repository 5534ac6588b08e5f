"""What is stored of sheets and their facts, counted results and scoring settings."""

from scoring.appeals.models.additions import AppealAttachment, AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealSignature, AppealStep, AppealText
from scoring.display.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.fouls.models import Foul, FoulEvidence, FoulKind, Measure
from scoring.hand_over.models import ChainPart, ForeignRow, HandOver, Installation, LateFile
from scoring.notifications.models import Digest, Notification, PushSubscription
from scoring.photos.models import EventPhoto
from scoring.publishing.models import OwnPackage, Publication, ReceivedPackage
from scoring.releases.models.closings import Closing, EarlyEnd
from scoring.releases.models.releases import OfficialMark
from scoring.settings.models.appeals import AppealSettings
from scoring.settings.models.federation import FederationSettings
from scoring.settings.models.imj import ImjSettings
from scoring.settings.models.penalties import PenaltySettings
from scoring.settings.models.scoring import ScoringSettings
from scoring.settings.models.standings import StandingsSettings
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.codes import CodeTries, LeaderCode, PlayerCode, TableCode, TablePhone
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.desk_work import DeskWork, SecondEntry
from scoring.sheets.models.fact_rows import Fact
from scoring.sheets.models.facts import (
    Adjustment,
    Forfeit,
    Hand,
    RoundSeating,
    Settlement,
    Signature,
    SignedTotal,
    StatedTablePoints,
)
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.site_upload.models import SiteUpload
from scoring.webhooks.models import Delivery, Webhook

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
    "ChainPart",
    "CodeTries",
    "Comparison",
    "Correction",
    "CountedResult",
    "Delivery",
    "DeskWork",
    "Digest",
    "EarlyEnd",
    "EventPhoto",
    "Fact",
    "Forfeit",
    "FederationSettings",
    "ForeignRow",
    "Foul",
    "FoulEvidence",
    "FoulKind",
    "Hand",
    "HandOver",
    "HandRecord",
    "Installation",
    "LateFile",
    "LeaderCode",
    "Measure",
    "Notification",
    "OfficialMark",
    "ImjSettings",
    "OwnPackage",
    "PenaltySettings",
    "PlayerCode",
    "Publication",
    "PushSubscription",
    "ReceivedPackage",
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
    "SiteUpload",
    "StandingsSettings",
    "StatedTablePoints",
    "TableCode",
    "TablePhone",
    "Webhook",
]
