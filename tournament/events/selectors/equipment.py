"""The equipment of an event as lists and papers show it (3.5.5)."""

from datetime import UTC

from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event

#: An item with its label, and its confirmation if there is one.
Line = tuple[str, str, EquipmentCheck | None]


def equipment_of(event: Event) -> list[Line]:
    """Return every item in the order of the article."""
    checks = {check.item: check for check in EquipmentCheck.objects.filter(event=event)}
    return [(item.value, str(item.label), checks.get(item.value)) for item in EquipmentCheck.Item]


def equipment_documents(event: Event) -> list[dict[str, str]]:
    """Return the confirmations in the form of an event file."""
    return [_document(check) for _item, _label, check in equipment_of(event) if check]


def _document(check: EquipmentCheck) -> dict[str, str]:
    document = {"item": check.item, "by": check.by, "at": f"{check.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"}
    return document | ({"remark": check.remark} if check.remark else {})
