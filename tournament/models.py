"""The models of all rooms of tournament."""

from tournament.access.models import AccountInvitation, ApiToken, Invitation
from tournament.clocks.models import Announcement, ClockStop, ExtraTime, SessionClock
from tournament.draws.models.draws import Draw, DrawNumber, SeatWish
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.entries import Entry, Group, Lot, Team
from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event, Official
from tournament.events.models.halls import HallPlan, HallTable
from tournament.events.models.settings import PlaySettings, PrivacySettings
from tournament.events.models.stages import Session, Stage, StageEntry
from tournament.events.models.tables import Sitting, Table
from tournament.papers.models import PaperAddress, Printed
from tournament.people.models.accounts import PEOPLE, Account, Role
from tournament.people.models.identities import Identity
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.passkeys import Passkey
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
from tournament.people.models.sessions import AccountSession
from tournament.presence.models.calls import PlayerCall
from tournament.presence.models.line_ups import LineUp
from tournament.presence.models.presence import Arrival, CheckedItems, Withdrawal
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey, ApplicationMail
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.models.settings import RegistrationSettings
from tournament.registration.models.similar import NameKey, SimilarPair
from tournament.registry.models import Registry, RegistryMember, RegistryNumber, RegistrySource

__all__ = [
    "PEOPLE",
    "Account",
    "AccountInvitation",
    "AccountSession",
    "Announcement",
    "AccountInvitation",
    "ApiToken",
    "Application",
    "ApplicationData",
    "ApplicationKey",
    "ApplicationMail",
    "Arrival",
    "CheckedItems",
    "ClockStop",
    "DistinctPersons",
    "Draw",
    "DrawNumber",
    "Entry",
    "EquipmentCheck",
    "Event",
    "ExtraTime",
    "Group",
    "HallTable",
    "HallPlan",
    "Identity",
    "Invitation",
    "LineUp",
    "Lot",
    "LotShow",
    "NameKey",
    "Official",
    "PaperAddress",
    "Passkey",
    "Person",
    "PersonNumber",
    "PlaySettings",
    "PlayerCall",
    "PrivacySettings",
    "Printed",
    "PrivateData",
    "RegistrationPreview",
    "RegistrationSettings",
    "Registry",
    "RegistryMember",
    "RegistryNumber",
    "RegistrySource",
    "Role",
    "SeatWish",
    "Session",
    "SessionClock",
    "SessionDraw",
    "SimilarPair",
    "Sitting",
    "Stage",
    "StageEntry",
    "Table",
    "Team",
    "Withdrawal",
]
