"""The values of a body that its form shows and changes."""

from typing import Any

from common.i18n.text_fields import spread_texts
from common.i18n.texts import Texts, text_key
from ranking.bodies.models import Body

SETTINGS = ("positive_cp", "below_c")
COLUMNS = ("name", "countries", "site", "address")
#: The columns with texts; the name of a text starts with that of its column, such as "promise_en".
TEXTS = ("promise", "fees", "mail_end")


def body_values(body: Body) -> dict[str, Any]:
    """Return the columns, the texts in each language, and the settings, by name."""
    columns = {name: getattr(body, name) for name in COLUMNS}
    for name in TEXTS:
        columns |= spread_texts(getattr(body, name), f"{name}_")
    return columns | {name: getattr(body.pin_settings, name) for name in SETTINGS}


def body_text(texts: Texts, language: str) -> str:
    """Return a body's text in the language, else in the first one that it has; empty if it has none."""
    return texts.get(text_key(language)) or next(iter(texts.values()), "")
