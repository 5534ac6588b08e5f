"""Labels of settings: their values, and the effect of changing each of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_TIME = gettext_lazy("The timetable and the clock follow it, and what sheets and pages say of the time.")
_FLOOR = gettext_lazy("It holds for what the referees decide from now on; what was recorded stays.")
_RANKS = gettext_lazy("Ranks are worked out anew at once, the public ones too.")
_APPEAL = gettext_lazy("It holds for appeals from now on; what was decided stays.")
_COUNTED = gettext_lazy("Every sheet of the event is counted anew.")
_REGISTRATION = gettext_lazy("It holds for players who register from now on; who is in stays.")
_APPROVAL = gettext_lazy("It is printed and shown; nothing is counted otherwise.")

#: Setting name -> effect of a change.
MEANS: Mapping[str, str | Promise] = {
    "session_minutes": _TIME,
    "break_minutes": _TIME,
    "notice_minutes": _TIME,
    "at_time": gettext_lazy("It holds from the next gong on; hands that were played stay."),
    "aborted_hand": _FLOOR,
    "late_start": _FLOOR,
    "incomplete_tables": gettext_lazy("It holds for tables drawn from now on; those drawn stay."),
    "ties": _COUNTED,
    "leaver_result": _COUNTED,
    "electronic_approved_by": _APPROVAL,
    "electronic_approved_on": _APPROVAL,
    "second_entry": gettext_lazy("Papers that are typed and not signed yet wait for it; what is signed stays."),
    "last_tie": _RANKS,
    "team_sessions": _RANKS,
    "team_incomplete": _RANKS,
    "group_best": _RANKS,
    "reserve_rank": _RANKS,
    "cut_tie": gettext_lazy("It holds for the next cut; who went on stays."),
    "last_session": gettext_lazy("It holds for the release of the last session; what is public stays public."),
    "false_win": _FLOOR,
    "repetition": _FLOOR,
    "flower_discard": _FLOOR,
    "appeal_minutes": _APPEAL,
    "fee": _APPEAL,
    "fee_currency": _APPEAL,
    "fee_inadmissible": _APPEAL,
    "second_minutes": _APPEAL,
    "opens": gettext_lazy("The event's page leads to the form from then on."),
    "closes": gettext_lazy("The form is not offered from then on; what came in stays."),
    "capacity": gettext_lazy("Nobody who is in loses a place; free places go to the waiting list."),
    "approval": _REGISTRATION,
    "mail_confirmation": _REGISTRATION,
    "guardian_age": _REGISTRATION,
    "document": _REGISTRATION,
    "consents": _REGISTRATION,
    "oath": _REGISTRATION,
    "keep_months": gettext_lazy("Private data is deleted by the new date."),
}


def setting_text(column: Any, value: Any) -> str:
    """Return a setting's value as text."""
    if value in (None, ""):
        return _("empty")
    if column.choices:
        return str(dict(column.flatchoices)[value])
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    return date_format(value) if hasattr(value, "isoformat") else str(value)
