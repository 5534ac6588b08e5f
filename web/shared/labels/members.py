"""Labels of registries of players: kinds of numbers, columns of a list of members, and its notes."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from ranking.member_lists.rules.columns import PERSON
from tournament.registration.rules.notes import Note
from tournament.registry.models import RegistryNumber
from tournament.registry.rules.members import Member, Number
from web.shared.labels.registration import COLUMNS, NOTES

MEMBER_COLUMNS: dict[str, str | Promise] = {
    **{name: COLUMNS[name] for name in PERSON},
    "club": gettext_lazy("Club"),
    **{f"{kind.value}_number": kind.label for kind in RegistryNumber.Kind},
}
#: The values of a member, as a change names them.
MEMBER_VALUES: Mapping[str, str | Promise] = {**MEMBER_COLUMNS, "numbers": gettext_lazy("Numbers")}
_NOTES: dict[str, str | Promise] = {
    **NOTES,
    "no_number_column": gettext_lazy("Choose the column with the numbers of the members."),
    "no_member_number": gettext_lazy("The number is missing."),
    "bad_ema_number": gettext_lazy("“%(text)s” is not an EMA number: these have eight digits, such as 08010039."),
    "bad_member_number": gettext_lazy("%(field)s: “%(text)s” has neither digits nor letters."),
}


def member_note(note: Note) -> str:
    """Return the sentence of a note on a list of members or on one of its rows."""
    figures = dict(note.figures)
    if figures.get("field") in MEMBER_COLUMNS:
        figures["field"] = str(MEMBER_COLUMNS[figures["field"]])
    return str(_NOTES[note.code]) % figures


def number_text(number: Number) -> str:
    """Return a number with its kind: "EMA number 08010039"."""
    return f"{RegistryNumber.Kind(number.kind).label} {number.number}"


def numbers_text(numbers: Iterable[Number]) -> str:
    """Return the numbers of a member with their kinds."""
    return " · ".join(map(number_text, numbers))


def value_text(member: Member, name: str) -> str:
    """Return a value of a member as text."""
    value = getattr(member, name)
    return numbers_text(value) if name == "numbers" else str(value)
