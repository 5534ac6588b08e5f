"""Copies of registries on an organizer's machine: where they come from, loading and removing them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from tournament.people.services.accounts import lock_people
from tournament.registry.models import Registry, RegistrySource
from tournament.registry.rules.addresses import AddressError, source_address
from tournament.registry.rules.members import Member, repeated_numbers
from tournament.registry.services.replacing import replace_members

WRONG_ADDRESS = {
    "wrong": _("This is not the address of a server. Type only its beginning, such as https://federation.example."),
    "not-encrypted": _("The address must begin with https://, since the token must not be readable on the way."),
}


@dataclass(frozen=True)
class Header:
    """Which registry a copy is of, and the day of its list."""

    uid: str
    name: str
    dated: date
    version: int


@action("registry.set_source", summary=_("Set the server that registries come from"), roles=[], subject="none")
def set_source(context: ActionContext, _subject: None, *, address: str, token: str) -> Done:
    """Keep the address of a federation's server and the token for it; the same address gets the new token.

    The audit log has the address only.
    """
    ledger = lock_people(context)
    try:
        address = source_address(address)
    except AddressError as error:
        raise Refused(WRONG_ADDRESS[error.code], where="address") from None
    if not token.strip():
        raise Refused(_("Paste the token that the federation gave you."), where="token")
    source, made = RegistrySource.objects.update_or_create(address=address, defaults={"token": token.strip()})
    after = {"server": address, "token_kept": "new" if made else "replaced"}
    return Done({"source": source.pk}, f"registry_source:{source.pk}", after=after, raises=(), ledger=ledger)


@action("registry.remove_source", summary=_("Remove a server that registries come from"), roles=[], subject="none")
def remove_source(context: ActionContext, _subject: None, *, source: int) -> Done:
    """Forget a server and its token; the copies stay until they are removed."""
    ledger = lock_people(context)
    row = RegistrySource.objects.filter(pk=source).first()
    if row is None:
        raise Refused(_("This server is removed already."))
    before = {"server": row.address}
    row.delete()
    return Done({}, f"registry_source:{source}", before, raises=(), ledger=ledger)


@action("registry.load", summary=_("Load a copy of a registry"), roles=[], subject="none")
def load_copy(
    context: ActionContext, _subject: None, *, header: Header, members: Sequence[Member], source: int | None = None
) -> Done:
    """Replace the copy of a registry by a newer list; ``source`` is the server that it was read from, None for a file.

    A server's list counts whatever its date. A file that is older than the copy is refused, and so is the registry of a
    body of this program. The answer holds the counts of changes.
    """
    ledger = lock_people(context)
    registry = Registry.objects.filter(uid=header.uid).first() or Registry(uid=header.uid)
    if registry.ledger_id:
        raise Refused(_("This is the registry of a body of this program: its committee imports new lists."))
    if source is None and registry.pk and (registry.dated, registry.version) > (header.dated, header.version):
        figures = {"file": _day(header.dated), "kept": _day(registry.dated)}
        raise Refused(
            _("This file is dated %(file)s, and the copy here is newer: %(kept)s. To go back, remove the copy first.")
            % figures,
            where="file",
        )
    repeated = repeated_numbers(members)
    if repeated:
        raise Refused(_("The list has the number %(number)s twice.") % {"number": repeated[0]}, where="file")
    row = RegistrySource.objects.filter(pk=source).first() if source else None
    registry.name, registry.version, registry.source = header.name, header.version, row
    changes = replace_members(context, registry, members, header.dated)
    if row:
        row.fetched_at = timezone.now()
        row.save(update_fields=["fetched_at"])
    after = {"registry": header.name, "dated": header.dated.isoformat(), "members": len(members), **changes.counts}
    answer = {"registry": registry.pk, "members": len(members), **changes.counts}
    return Done(answer, f"registry:{registry.pk}", after=after, raises=(), ledger=ledger)


@action("registry.remove", summary=_("Remove a copy of a registry"), roles=[], subject="none")
def remove_copy(context: ActionContext, _subject: None, *, registry: int) -> Done:
    """Delete a copy with all its members. The registry of a body of this program is not a copy."""
    ledger = lock_people(context)
    row = Registry.objects.filter(pk=registry, ledger=None).first()
    if row is None:
        raise Refused(_("This copy is removed already."))
    before = {"registry": row.name, "dated": row.dated.isoformat()}
    row.delete()
    return Done({}, f"registry:{registry}", before, raises=(), ledger=ledger)


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")
