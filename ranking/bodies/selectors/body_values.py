"""The values of a body that its form shows and changes."""

from typing import Any

from ranking.bodies.models import Body

SETTINGS = ("positive_cp", "below_c", "unsanctioned")
COLUMNS = ("name", "countries", "site")


def body_values(body: Body) -> dict[str, Any]:
    """Return name, countries, site and the settings, by name."""
    columns = {name: getattr(body, name) for name in COLUMNS}
    return columns | {name: getattr(body.pin_settings, name) for name in SETTINGS}
