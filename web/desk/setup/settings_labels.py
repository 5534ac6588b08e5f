"""Labels of settings: their values, and the effect of changing each of them."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.text_fields import labelled_texts
from common.settings_groups import value_text

_TIME = gettext_lazy("The timetable, clocks started later, and the times on sheets and pages change with it.")
_FLOOR = gettext_lazy("Applies to what the referees decide from now on; earlier records do not change.")
_RANKS = gettext_lazy("All ranks change at once, the public ones too.")
_APPEAL = gettext_lazy("Applies to appeals from now on; earlier decisions do not change.")
_COUNTED = gettext_lazy("Every sheet of the event is counted again.")
_REGISTRATION = gettext_lazy("Applies to players who register from now on; registered players stay.")
_TERMS = gettext_lazy("Agreed before play: it cannot change once a hand is recorded.")
_APPROVAL = gettext_lazy("Only printed and shown; no result changes.")

#: Setting name -> effect of a change.
MEANS: Mapping[str, str | Promise] = {
    "session_minutes": _TIME,
    "break_minutes": _TIME,
    "notice_minutes": _TIME,
    "at_time": gettext_lazy("Applies from the next gong on; hands already played do not change."),
    "aborted_hand": _FLOOR,
    "late_start": _FLOOR,
    "incomplete_tables": gettext_lazy("Applies to tables drawn from now on; tables already drawn do not change."),
    "sign_in": gettext_lazy("The lists of missing and late players change at once; check-ins stay."),
    "lowest_fans": _TERMS,
    "highest_fans": _TERMS,
    "start_mados": _TERMS,
    "ranking": _TERMS,
    "equipment": gettext_lazy("Printed on the score sheets; no result changes."),
    "attachment_rules": gettext_lazy("Printed on the score sheets and shown to players; no result changes."),
    "ties": _COUNTED,
    "leaver_result": _COUNTED,
    "electronic_approved_by": _APPROVAL,
    "electronic_approved_on": _APPROVAL,
    "second_entry": gettext_lazy("Sheets that are typed but not signed yet wait for it; signed sheets do not change."),
    "last_tie": _RANKS,
    "team_sessions": _RANKS,
    "team_incomplete": _RANKS,
    "group_best": _RANKS,
    "reserve_rank": _RANKS,
    "cut_tie": gettext_lazy("Applies to the next cut; players who already advanced stay."),
    "draw_results": gettext_lazy("Applies to the next draw by standings; released seats stay."),
    "last_session": gettext_lazy("Applies to the release of the last session; what is public stays public."),
    "false_win": _FLOOR,
    "repetition": _FLOOR,
    "flower_discard": _FLOOR,
    "appeal_minutes": _APPEAL,
    "fee": _APPEAL,
    "fee_currency": _APPEAL,
    "fee_inadmissible": _APPEAL,
    "second_minutes": _APPEAL,
    "opens": gettext_lazy("The event's page links to the form from that time on."),
    "closes": gettext_lazy("The form closes at that time; registrations already received stay."),
    "capacity": gettext_lazy("No registered player loses a place; free places go to the waiting list."),
    "approval": _REGISTRATION,
    "mail_confirmation": _REGISTRATION,
    "guardian_age": _REGISTRATION,
    "document": _REGISTRATION,
    "consents": _REGISTRATION,
    "oath": _REGISTRATION,
    "entry": gettext_lazy("The weight in the federation's workbook changes; no result changes."),
    "country_codes": gettext_lazy("The federation's next workbook has the new letters; no result changes."),
    "keep_months": gettext_lazy("Private data is deleted on the new date."),
}


def setting_text(column: Any, value: Any) -> str:
    """Return a setting's value as text."""
    text = labelled_texts(value) if isinstance(value, dict) else value_text(column, value)
    return text or _("empty")
