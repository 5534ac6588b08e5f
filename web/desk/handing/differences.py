"""Differences between two states of an event, as lines of a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from common.actions.labels import key_label
from common.i18n.wording import clauses, listed
from common.templatetags.pinju import DASH, signed
from scoring.game.rules.game import Game
from scoring.hand_over.rules.comparing import Difference
from scoring.sheets.rules.documents import points_in
from tournament.wording import WIND_NAMES
from web.desk.sheets.version_labels import hand_text
from web.shared.audit.labels import AuditWords

#: The action whose labels name the values of a table.
LABELLED = "sheet.type"
#: Labels of keys of the event file that no audit entry has.
KEYS = {
    "appeals": gettext_lazy("Appeals"),
    "clock": gettext_lazy("Clock"),
    "corrections": gettext_lazy("Corrections"),
    "draws": gettext_lazy("Draws"),
    "fouls": gettext_lazy("Fouls"),
    "groups": gettext_lazy("Groups"),
    "official": gettext_lazy("Official results"),
    "officials": gettext_lazy("Officials"),
    "players": gettext_lazy("Players"),
    "released": gettext_lazy("Released"),
    "rulings": gettext_lazy("Rulings"),
    "seats": gettext_lazy("Seats"),
    "settings": gettext_lazy("Settings"),
    "state": gettext_lazy("State"),
    "table_points": gettext_lazy("Table points"),
    "teams": gettext_lazy("Teams"),
    "totals": gettext_lazy("Signed totals"),
}
#: One of many -> the words with its number.
NUMBERED = {
    "hand": gettext_lazy("Hand %(no)s"),
    "players": gettext_lazy("Player %(no)s"),
    "teams": gettext_lazy("Team %(no)s"),
    "groups": gettext_lazy("Group %(no)s"),
}


@dataclass(frozen=True)
class DifferenceLine:
    """A line: what differs, the value here, and the value on the other machine."""

    label: str
    here: str
    there: str


def difference_lines(differences: Iterable[Difference], game: Game) -> list[DifferenceLine]:
    """Return the differences as lines."""
    words = AuditWords([])
    return [
        DifferenceLine(_label(each), _text(words, game, each, each.here), _text(words, game, each, each.there))
        for each in differences
    ]


def _label(difference: Difference) -> str:
    if difference.number:
        return str(NUMBERED[difference.key]) % {"no": difference.number}
    return _key(difference.key)


def _text(words: AuditWords, game: Game, difference: Difference, value: Any) -> str:
    if value is None:
        return DASH
    if difference.key == "hand":
        moved = value.get("adjustments", {}).items()
        adjusted = (f"{WIND_NAMES[seat]} {signed(points)}" for seat, points in moved)
        return clauses([hand_text({**value, "points": points_in(value) or 0}, game), *adjusted])
    return _plain(words, value)


def _plain(words: AuditWords, value: Any) -> str:
    """Return any value of the event file as text: seats by their winds, other keys by the labels of the audit."""
    if isinstance(value, dict):
        return clauses(f"{_key(key)} {_plain(words, inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return listed(_plain(words, inner) for inner in value) or DASH
    return "".join(text for _name, text in words.values(LABELLED, value)) or DASH


def _key(key: str) -> str:
    return str(WIND_NAMES[key]) if key in WIND_NAMES else str(KEYS.get(key) or key_label(LABELLED, key) or key)
