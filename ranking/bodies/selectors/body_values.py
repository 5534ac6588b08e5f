"""The values of a body that its form shows and changes."""

from typing import Any

from common.i18n.text_fields import spread_texts
from ranking.bodies.models import Body

SETTINGS = ("positive_cp", "below_c", "unsanctioned")
COLUMNS = ("name", "countries", "site")
#: What the names of the promise's texts start with, such as "promise_en".
PROMISE = "promise_"


def body_values(body: Body) -> dict[str, Any]:
    """Return name, countries, site, the promise in each language, and the settings, by name."""
    columns = {name: getattr(body, name) for name in COLUMNS}
    columns |= spread_texts(body.promise, PROMISE)
    return columns | {name: getattr(body.pin_settings, name) for name in SETTINGS}
