"""Move a row within a list whose rows have a unique ``order``."""

from typing import Any

from django.db.models import QuerySet

from common.actions.engine import ActionContext


def move_row(_context: ActionContext, rows: QuerySet[Any], row: Any, position: int) -> tuple[int, int]:
    """Move a row of the list to a position (1 = first; beyond the end: the end); return its positions before and after.

    Numbers the rows twice, because no order may stand twice at any moment: above the highest order, then from 1.
    """
    ordered = list(rows.order_by("order"))
    before = ordered.index(row) + 1
    ordered.remove(row)
    after = min(max(position, 1), len(ordered) + 1)
    ordered.insert(after - 1, row)
    if before != after:
        for start in (max(other.order for other in ordered) + 1, 1):
            for order, other in enumerate(ordered, start=start):
                other.order = order
                other.save(update_fields=["order"])
    return before, after
