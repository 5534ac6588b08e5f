"""Tags about the sheet of a table."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from common.actions.engine import may
from common.actions.permissions import Actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet

register = template.Library()


@register.inclusion_tag("components/alert.html")
def signed_sheet(sheet: Sheet, actor: Actor) -> dict[str, Any]:
    """Say that the sheet is signed and who can reopen it; link there if it is the actor."""
    table = sheet.table
    event = table.session.event
    alert = {
        "tone": "note",
        "title": _("This sheet is signed"),
        "text": _("If something on it is wrong, the chief referee can reopen it."),
    }
    if not may(actor, reopen_sheet, event.ledger):
        return alert
    address = reverse("desk:sheet-reopen", args=[event.slug, table.session.number, table.number])
    return alert | {"links": [(address, _("Reopen the sheet…"))]}
