"""Store the released results of a table before and after a correction."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils import timezone

from common.actions.engine import ActionContext
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet


def begin_corrections(_context: ActionContext, sheets: QuerySet[Sheet]) -> None:
    """Store the public results of ``sheets`` as those before a correction, unless one is under way."""
    under_way = Correction.objects.filter(corrected_at=None).values("sheet")
    ids = list(sheets.order_by().exclude(pk__in=under_way).values_list("pk", flat=True))
    results, now = _results(ids), timezone.now().replace(microsecond=0)
    Correction.objects.bulk_create(Correction(sheet_id=pk, begun_at=now, before=results[pk]) for pk in ids)


def end_corrections(_context: ActionContext, sheets: QuerySet[Sheet]) -> None:
    """Store the results of the confirmed ``sheets`` as those after; delete a correction that changed nothing."""
    confirmed = sheets.order_by().filter(state=Sheet.State.CONFIRMED).values("pk")
    rows = list(Correction.objects.filter(sheet__in=confirmed, corrected_at=None))
    results, now = _results([row.sheet_id for row in rows]), timezone.now().replace(microsecond=0)
    for row in rows:
        row.after, row.corrected_at = results[row.sheet_id], max(now, row.begun_at)
    Correction.objects.filter(pk__in=[row.pk for row in rows if row.after == row.before]).delete()
    Correction.objects.bulk_update([row for row in rows if row.after != row.before], ["after", "corrected_at"])


def _results(sheets: Iterable[int]) -> dict[int, dict[str, list[int]]]:
    """Sheet id -> player's number -> [table points in twelfths, points]."""
    results: dict[int, dict[str, list[int]]] = defaultdict(dict)
    rows = CountedResult.objects.filter(sheet__in=list(sheets)).order_by("entry__number")
    for sheet, number, *points in rows.values_list("sheet", "entry__number", "table_points", "competition_points"):
        results[sheet][str(number)] = points
    return results
