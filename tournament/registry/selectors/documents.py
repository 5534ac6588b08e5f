"""A registry as plain data: the file that travels without network, and pages of its members."""

from typing import Any

from tournament.registry.models import Registry
from tournament.registry.rules.members import Member
from tournament.registry.selectors.members import list_of, member_of, members_of
from tournament.registry.selectors.reading import FORMAT


def header_document(registry: Registry) -> dict[str, Any]:
    """Return id, name, date and version."""
    return {
        "id": str(registry.uid),
        "name": registry.name,
        "dated": registry.dated.isoformat(),
        "version": registry.version,
    }


def registry_document(registry: Registry) -> dict[str, Any]:
    """Return the whole registry, as `selectors.reading.RegistryDocument` reads it."""
    members = [member_document(member) for member in list_of(registry)]
    return {"format": FORMAT, **header_document(registry), "members": members}


def page_documents(registry: Registry, start: int, most: int) -> list[dict[str, Any]]:
    """Return at most ``most`` members from position ``start`` on, in the order of their rows."""
    rows = members_of(registry).order_by("pk")[start : start + most]
    return [member_document(member_of(row)) for row in rows]


def member_document(member: Member) -> dict[str, Any]:
    """Return a member as plain data, without empty values."""
    names = ("name", "family_name", "given_name", "latin_name", "country", "club")
    values = {name: getattr(member, name) for name in names if getattr(member, name)}
    numbers = [{"kind": number.kind, "number": number.number} for number in member.numbers]
    return {**values, "numbers": numbers}
