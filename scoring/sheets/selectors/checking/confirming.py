"""What is to be confirmed in a session, and what stands in the way."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class ToConfirm:
    """The numbers of a session's tables: ``ready`` are confirmed at once, the others one by one or later.

    ``contradicting`` and ``disputed`` are signed; ``unsigned`` are not, ``confirmed`` are done.
    """

    ready: Sequence[int]
    contradicting: Sequence[int]
    disputed: Sequence[int]
    unsigned: Sequence[int]
    confirmed: Sequence[int]


def to_confirm(session: Session) -> ToConfirm:
    """How the session's sheets stand; two queries."""
    sheets = (
        Sheet.objects.filter(table__session=session).select_related("table", "comparison").order_by("table__number")
    )
    waiting = set(Hand.objects.current().filter(sheet__table__session=session, disputed=True).values_list("sheet_id"))
    found: dict[str, list[int]] = {name: [] for name in ToConfirm.__dataclass_fields__}
    for sheet in sheets:
        found[_where(sheet, (sheet.pk,) in waiting)].append(sheet.table.number)
    return ToConfirm(**found)


def _where(sheet: Sheet, disputed: bool) -> str:
    if sheet.state == Sheet.State.CONFIRMED:
        return "confirmed"
    if sheet.state != Sheet.State.SIGNED:
        return "unsigned"
    if disputed:
        return "disputed"
    comparison = getattr(sheet, "comparison", None)
    return "contradicting" if comparison and comparison.contradicts else "ready"
