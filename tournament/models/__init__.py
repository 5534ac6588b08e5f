"""What is stored of persons, accounts, events, sessions, entries and tables."""

from tournament.models.accounts import PEOPLE, Account, Role
from tournament.models.applications import Application, ApplicationData, ApplicationKey, ApplicationMail
from tournament.models.calls import PlayerCall
from tournament.models.clocks import Announcement, ClockStop, ExtraTime, SessionClock
from tournament.models.draws import Draw, DrawNumber, SeatWish
from tournament.models.entries import Entry, Group, Lot, Team
from tournament.models.events import Event, Official
from tournament.models.halls import HallPlace, HallPlan
from tournament.models.invitations import Invitation
from tournament.models.line_ups import LineUp
from tournament.models.lot_shows import LotShow
from tournament.models.papers import PaperAddress, Printed
from tournament.models.persons import DistinctPersons, Person, PrivateData
from tournament.models.presence import Arrival, Withdrawal
from tournament.models.registration import RegistrationPreview
from tournament.models.registration_settings import RegistrationSettings
from tournament.models.settings import PlaySettings, PrivacySettings
from tournament.models.stages import Session, Stage, StageEntry
from tournament.models.tables import Sitting, Table

__all__ = [
    "PEOPLE",
    "Account",
    "Announcement",
    "Application",
    "ApplicationData",
    "ApplicationKey",
    "ApplicationMail",
    "Arrival",
    "ClockStop",
    "DistinctPersons",
    "Draw",
    "DrawNumber",
    "Entry",
    "Event",
    "ExtraTime",
    "Group",
    "HallPlace",
    "HallPlan",
    "Invitation",
    "LineUp",
    "Lot",
    "LotShow",
    "Official",
    "PaperAddress",
    "Person",
    "PlaySettings",
    "PlayerCall",
    "PrivacySettings",
    "Printed",
    "PrivateData",
    "RegistrationPreview",
    "RegistrationSettings",
    "Role",
    "SeatWish",
    "Session",
    "SessionClock",
    "Sitting",
    "Stage",
    "StageEntry",
    "Table",
    "Team",
    "Withdrawal",
]
