"""What is stored of bodies, the record, and the links between accounts and persons."""

from ranking.models.applications import Certificate, PinApplication, PinApplicationData, PinKind, PinMessage
from ranking.models.bodies import Body, BodyMember, PinSettings
from ranking.models.claims import ClaimFile, MissingResult
from ranking.models.links import CorrectionRequest, LinkCode, PersonRecord
from ranking.models.records import OfficialResult, Qualification, RecordedEvent, ResultList
from ranking.models.sites import SitePlayer, SiteResults, SiteToken

__all__ = [
    "Body",
    "BodyMember",
    "Certificate",
    "ClaimFile",
    "CorrectionRequest",
    "LinkCode",
    "MissingResult",
    "OfficialResult",
    "PersonRecord",
    "PinApplication",
    "PinApplicationData",
    "PinKind",
    "PinMessage",
    "PinSettings",
    "Qualification",
    "RecordedEvent",
    "ResultList",
    "SitePlayer",
    "SiteResults",
    "SiteToken",
]
