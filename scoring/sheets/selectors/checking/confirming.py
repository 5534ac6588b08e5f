"""The sheets of a session that can be confirmed, and those that cannot yet."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class ToConfirm:
    """Table numbers of a session by state; the sheets of ``ready`` can be confirmed together.

    ``contradicting`` and ``disputed`` sheets are signed.
    """

    ready: Sequence[int]
    contradicting: Sequence[int]
    disputed: Sequence[int]
    unsigned: Sequence[int]
    confirmed: Sequence[int]


def to_confirm(session: Session) -> ToConfirm:
    """Return the session's tables by state, in two queries."""
    sheets = (
        Sheet.objects.filter(table__session=session).select_related("table", "comparison").order_by("table__number")
    )
    hands = Hand.objects.current().filter(sheet__table__session=session, disputed=True)
    disputed = set(hands.values_list("sheet_id", flat=True))
    numbers: dict[str, list[int]] = {field.name: [] for field in fields(ToConfirm)}
    for sheet in sheets:
        numbers[_field_of(sheet, sheet.pk in disputed)].append(sheet.table.number)
    return ToConfirm(**numbers)


def _field_of(sheet: Sheet, disputed: bool) -> str:
    if sheet.state == Sheet.State.CONFIRMED:
        return "confirmed"
    if sheet.state != Sheet.State.SIGNED:
        return "unsigned"
    if disputed:
        return "disputed"
    comparison = getattr(sheet, "comparison", None)
    return "contradicting" if comparison and comparison.contradicts else "ready"
