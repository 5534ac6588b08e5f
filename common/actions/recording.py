"""Record what an action did: its audit entry and the versions that it raises."""

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.actions import audit
from common.actions.errors import HeldElsewhere
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import Actor

if TYPE_CHECKING:
    from common.actions.engine import Action, Done


def record(spec: "Action", actor: Actor, reason: str, ledger: Ledger | None, done: "Done") -> None:
    """Write the audit entry last, under the lock of its ledger (two ledgers by id), and raise the versions.

    The lock decides between a write and a hand-over at the same time: the later one finds the event held. The chain of
    a held event goes on where it is held: an action with a second ledger is audited on that one only.
    """
    if ledger is None:
        raise ValueError(f"{spec.name} has no ledger to be audited on")
    raises = {ledger.pk: done.raises}
    if done.second_ledger:
        raises.setdefault(done.second_ledger.pk, ("live",))
    now = timezone.now()
    for row in Ledger.objects.select_for_update().filter(pk__in=raises).order_by("pk"):
        if not spec.while_held:
            refuse_if_held(row, actor)
        entry = AuditEntry(
            at=now,
            action=spec.name,
            actor_ref=actor.ref,
            actor_name=actor.name,
            device=actor.device[:200],
            about=done.about,
            before=done.before,
            after=done.after,
            reason=reason,
        )
        goes_on_elsewhere = row.held_since is not None and done.second_ledger is not None
        if done.audited and not goes_on_elsewhere:
            audit.append(row, entry)
        for version in raises[row.pk]:
            setattr(row, version, getattr(row, version) + 1)
        row.save()


def refuse_if_held(ledger: Ledger | None, actor: Actor) -> None:
    """Raise HeldElsewhere while another installation holds the event; only its officials are told which one."""
    if ledger is None or ledger.held_since is None:
        return
    since = date_format(timezone.localtime(ledger.held_since), "SHORT_DATETIME_FORMAT")
    if actor.roles(ledger):
        text = _("%(holder)s has held this event since %(since)s, so nothing can be changed here. See “Hand over”.")
    else:
        text = _("This event has been run in its hall since %(since)s, so nothing can be changed here.")
    raise HeldElsewhere(text % {"holder": ledger.holder, "since": since})
