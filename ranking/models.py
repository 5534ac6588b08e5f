"""Collect the models of the rooms for Django."""

from ranking.bodies.models import Body, BodyInvitation, BodyMember, PinSettings
from ranking.levels.models import Qualification
from ranking.links.models import CorrectionRequest, LinkCode, PersonRecord
from ranking.member_lists.models import MemberList
from ranking.pins.models.applications import Certificate, PinApplication, PinApplicationData, PinKind, PinMessage
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.models.files import ApplicationScan
from ranking.rankings.models import RankedCountry, RankedEvent, Ranking, RankingLine, RankingSnapshot
from ranking.record.models.persons import RecordedPerson
from ranking.record.models.records import OfficialResult, RecordedEvent, ResultList
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.models.sites import SitePlayer, SiteResults, SiteToken
from ranking.series.models import Series, SeriesEvent, SeriesKeeper

__all__ = [
    "ApplicationScan",
    "Body",
    "BodyInvitation",
    "BodyMember",
    "Certificate",
    "ClaimFile",
    "CorrectionRequest",
    "LinkCode",
    "MemberList",
    "MissingResult",
    "OfficialResult",
    "PersonRecord",
    "PinApplication",
    "PinApplicationData",
    "PinKind",
    "PinMessage",
    "PinSettings",
    "Qualification",
    "RankedCountry",
    "RankedEvent",
    "Ranking",
    "RankingLine",
    "RankingSnapshot",
    "RecordedEvent",
    "RecordedPerson",
    "ResultList",
    "SanctionedEvent",
    "Series",
    "SeriesEvent",
    "SeriesKeeper",
    "SitePlayer",
    "SiteResults",
    "SiteToken",
]
