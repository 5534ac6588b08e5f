"""Entries of an audit chain that another installation wrote: its numbers of accounts and persons mean others here."""

import re
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from common.actions.models.audit import AuditEntry
from scoring.hand_over.models import ChainPart, ForeignRow, Installation
from tournament.people.models.persons import Person

_NUMBERED = re.compile(r"(account|person):(\d+)")


def refer_to_rows_here(entries: Iterable[AuditEntry]) -> dict[str, str]:
    """Let the entries, which are not saved, refer to persons here, and to no account of this installation by mistake.

    Returns the names of the accounts that they mention: "account:3" of another installation becomes
    "account:INSTALLATION:3".
    """
    entries = list(entries)
    own = Installation.objects.first() if entries else None
    parts = ChainPart.objects.filter(ledger__in={entry.ledger_id for entry in entries})
    names: dict[str, str] = {}
    for part in parts.exclude(installation=own.uid) if own else ():
        within = [
            entry for entry in entries if entry.ledger_id == part.ledger_id and part.first <= entry.seq <= part.last
        ]
        if within:
            names |= _rewritten(within, part)
    return names


def _rewritten(entries: list[AuditEntry], part: ChainPart) -> dict[str, str]:
    persons = _persons_here(part.installation, entries)

    def text_here(match: "re.Match[str]") -> str:
        kind, number = match.groups()
        here = persons.get(int(number)) if kind == "person" else None
        return f"person:{here}" if here else f"{kind}:{part.installation.hex}:{number}"

    def here(value: Any) -> Any:
        if isinstance(value, str):
            match = _NUMBERED.fullmatch(value)
            return text_here(match) if match else value
        if isinstance(value, dict):
            return {key: here(inner) for key, inner in value.items()}
        return [here(inner) for inner in value] if isinstance(value, list) else value

    for entry in entries:
        entry.about, entry.before, entry.after = here(entry.about), here(entry.before), here(entry.after)
    return {ref.replace(":", f":{part.installation.hex}:"): str(name) for ref, name in part.accounts.items()}


def _persons_here(installation: UUID, entries: list[AuditEntry]) -> dict[int, int]:
    """Return the number there -> the number here of the persons that the entries mention."""
    texts = repr([(entry.about, entry.before, entry.after) for entry in entries])
    numbers = {int(number) for kind, number in _NUMBERED.findall(texts) if kind == "person"}
    rows = ForeignRow.objects.filter(model=Person._meta.label_lower, installation=installation, foreign__in=numbers)
    return dict(rows.values_list("foreign", "local"))
