"""Replace the members of a registry as a whole; the actions that load a list call it."""

from collections.abc import Sequence
from datetime import date

from django.utils import timezone

from common.actions.engine import ActionContext
from tournament.people.rules import number_key
from tournament.registry.models import Registry, RegistryMember, RegistryNumber
from tournament.registry.rules.comparing import Changes, compare_lists
from tournament.registry.rules.members import Member, name_key
from tournament.registry.selectors.members import ids_of, searched_text
from tournament.registry.services.filling import fill_members

BATCH = 1_000


def replace_members(context: ActionContext, registry: Registry, members: Sequence[Member], dated: date) -> Changes:
    """Write a list of one day in place of the earlier one, in the transaction of the action; return what changed.

    A new registry is saved. Members who stay as they are keep their rows, so that a list with few changes is written
    quickly. Persons who are new or changed members get the numbers that they lack. The caller has locked the ledger of
    people, and checked that no number is in the list twice.
    """
    registry.dated = dated
    registry.loaded_at = timezone.now()
    registry.save()
    present = ids_of(registry)
    changes = compare_lists(list(present), members)
    replaced = [*changes.gone, *(change.before for change in changes.changed)]
    _delete_members([present[member] for member in replaced])
    written = [*changes.added, *(change.after for change in changes.changed)]
    _write_members(registry, written)
    fill_members(context, written)
    return changes


def _delete_members(ids: Sequence[int]) -> None:
    for start in range(0, len(ids), BATCH):
        RegistryMember.objects.filter(pk__in=ids[start : start + BATCH]).delete()


def _write_members(registry: Registry, members: Sequence[Member]) -> None:
    rows = RegistryMember.objects.bulk_create((_row(registry, member) for member in members), batch_size=BATCH)
    numbers = (
        RegistryNumber(
            member=row, registry=registry, kind=number.kind, number=number.number, key=number_key(number.number)
        )
        for row, member in zip(rows, members, strict=True)
        for number in member.numbers
    )
    RegistryNumber.objects.bulk_create(numbers, batch_size=BATCH)


def _row(registry: Registry, member: Member) -> RegistryMember:
    return RegistryMember(
        registry=registry,
        name=member.name,
        family_name=member.family_name,
        given_name=member.given_name,
        latin_name=member.latin_name,
        country=member.country,
        club=member.club,
        name_key=name_key(member.name),
        latin_key=name_key(member.latin_name),
        search=searched_text(member),
    )
