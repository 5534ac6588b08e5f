"""All groups of an event's settings, by name."""

from common.settings_groups import SettingsGroup
from scoring.settings.models.appeals import AppealSettings
from scoring.settings.models.federation import FederationSettings
from scoring.settings.models.imj import ImjSettings
from scoring.settings.models.penalties import PenaltySettings
from scoring.settings.models.scoring import ScoringSettings
from scoring.settings.models.standings import StandingsSettings
from tournament.events.models.settings import PlaySettings, PrivacySettings
from tournament.registration.models.settings import RegistrationSettings

#: Settings groups by their names in the event file.
SETTINGS_GROUPS: dict[str, type[SettingsGroup]] = {
    "play": PlaySettings,
    "imj": ImjSettings,
    "scoring": ScoringSettings,
    "standings": StandingsSettings,
    "penalties": PenaltySettings,
    "appeals": AppealSettings,
    "privacy": PrivacySettings,
    "registration": RegistrationSettings,
    "federation": FederationSettings,
}
