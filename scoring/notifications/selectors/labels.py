"""The sentences of messages, in the current language."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.i18n.wording import listed
from scoring.notifications.models import Notification
from tournament.wording import WIND_NAMES

Kind = Notification.Kind


def sentence_of(kind: str, figures: Mapping[str, Any]) -> str:
    """Return the sentence of a message. It holds nothing that is not public, except that there is a decision."""
    if kind == Kind.DECISION:
        if figures["about"] == "appeal":
            return _("There is a decision about your appeal.")
        return _("There is news about your registration.")
    if kind == Kind.RESULT:
        return _("The results of session %(session)d are released.") % figures
    return {Kind.SEAT: _seat, Kind.START: _start, Kind.CALL: _call}[Kind(kind)](figures)


def _seat(figures: Mapping[str, Any]) -> str:
    named = {"session": figures["session"], "seat": _place(figures)}
    if not figures["starts"]:
        return _("Session %(session)d: %(seat)s") % named
    return _("Session %(session)d at %(time)s: %(seat)s") % (named | {"time": _time(figures["starts"])})


def _start(figures: Mapping[str, Any]) -> str:
    if figures["begun"]:
        sentence = _("Session %(session)d has begun.") % {"session": figures["session"]}
    else:
        named = {"session": figures["session"], "time": _time(figures["starts"])}
        sentence = _("Session %(session)d begins at %(time)s.") % named
    return f"{sentence} {_place(figures)}".strip()


def _call(figures: Mapping[str, Any]) -> str:
    sentence = _("You are being called for session %(session)d.") % {"session": figures["session"]}
    return f"{sentence} {_place(figures)}".strip()


def _place(figures: Mapping[str, Any]) -> str:
    if "table" not in figures:
        return ""
    table = _("Table %(number)d") % {"number": figures["table"]}
    return listed(filter(None, [figures["room"], table, str(WIND_NAMES[figures["wind"]])]))


def _time(text: str) -> str:
    return time_format(localtime(datetime.fromisoformat(text)), "H:i")
