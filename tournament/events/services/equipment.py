"""Confirm the equipment and the site of an event, item by item (3.5.5)."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event
from tournament.events.services.officials import EDITORS
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

CONFIRMERS = [*EDITORS, Role.Name.COMMITTEE]


@action("equipment.confirm", summary=_("Confirm an item of the equipment"), roles=CONFIRMERS, subject="event")
def confirm_equipment(_context: ActionContext, event: Event, *, item: str, by: str, remark: str = "") -> Done:
    """Note that ``by`` confirmed ``item`` (of EquipmentCheck.Item) now; an earlier confirmation is replaced."""
    before = EquipmentCheck.objects.filter(event=event, item=item).first()
    check = EquipmentCheck(event=event, item=item, by=by, remark=remark, at=timezone.now().replace(microsecond=0))
    if before:
        check.pk = before.pk
    check_row(check, exclude=("event",))
    check.save()
    return _done(event, before, check)


@action("equipment.undo", summary=_("Undo the confirmation of an item"), roles=CONFIRMERS, subject="event")
def undo_equipment(_context: ActionContext, event: Event, *, item: str) -> Done:
    """Remove the confirmation of ``item``; nothing changes if there is none."""
    before = EquipmentCheck.objects.filter(event=event, item=item).first()
    if before:
        before.delete()
    return _done(event, before, None)


def _done(event: Event, before: EquipmentCheck | None, after: EquipmentCheck | None) -> Done:
    old, new = (_values(check) if check else None for check in (before, after))
    return Done({"event": event.slug}, f"event:{event.slug}", old, new, (LIVE,), changed=old != new)


def _values(check: EquipmentCheck) -> dict[str, str]:
    return {
        "equipment": check.item,
        "confirmed_by": check.by,
        "remark": check.remark,
        "confirmed_at": check.at.isoformat(),
    }
