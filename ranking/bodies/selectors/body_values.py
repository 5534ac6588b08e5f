"""What can be changed of a body, as its form shows it."""

from typing import Any

from ranking.bodies.models import Body

SETTINGS = ("positive_cp", "below_c", "unsanctioned")
COLUMNS = ("name", "countries", "site")


def body_values(body: Body) -> dict[str, Any]:
    """Name, countries, site and the settings, by name."""
    own = {name: getattr(body, name) for name in COLUMNS}
    return own | {name: getattr(body.pin_settings, name) for name in SETTINGS}
