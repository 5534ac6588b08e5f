"""The officials' list (2.3.4) as printed on papers."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from tournament.events.models.events import Official


def official_text(official: "Official") -> str:
    """A line of the list: function, name, qualification with its number, tables covered."""
    qualification = " ".join(filter(None, [official.qualification, official.qualification_number]))
    tables = _("tables %(tables)s") % {"tables": official.tables} if official.tables else ""
    return " · ".join(filter(None, [f"{official.function} {official.name}", qualification, tables]))
