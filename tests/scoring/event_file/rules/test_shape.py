"""The event file's schema as the limits of settings."""

from scoring.event_file.rules.shape import setting_limits
from scoring.settings.rules import limits_of


def test_a_setting_has_the_limits_of_the_schema() -> None:
    limits = setting_limits("standings", "team_sessions")
    assert (limits["type"], limits["minimum"]) == ("integer", 1)
    assert limits_of("standings", "team_sessions") == limits
