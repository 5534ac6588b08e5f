"""Appeals and rulings as the event file has them.

What an appeal says, its attachments, signatures, and the reasons and names of decisions never travel: they are of
people. What it was against, who decided it when and how, the fee and what was corrected do.
"""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from scoring.appeals.models import Appeal, AppealStep
from scoring.sheets.models.rulings import Ruling
from tournament.events.models.events import Event


def table_rulings(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Sheet id -> the rulings at that table."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for one in Ruling.objects.filter(event=event).order_by("number"):
        texts = _present(decision=one.decision, article=one.article, reason=one.reason, by=one.by)
        found[one.sheet_id].append(
            {"number": one.number} | _present(hand=one.hand_no or None) | texts | {"at": _moment(one.at)}
        )
    return dict(found)


def appeal_documents(event: Event) -> list[dict[str, Any]]:
    """The appeals of the event by number."""
    rows = Appeal.objects.filter(event=event).select_related("session", "sheet__table", "ruling", "foul", "entry")
    rows = rows.prefetch_related("steps", "corrections__sheet__table__session", "corrections__foul")
    return [_appeal(one) for one in rows.order_by("number")]


def _appeal(one: Appeal) -> dict[str, Any]:
    return _present(
        number=one.number,
        session=one.session.number,
        against=one.against,
        table=one.sheet and one.sheet.table.number,
        ruling=one.ruling and one.ruling.number,
        foul=one.foul and one.foul.number,
        matter=None if one.matter == Appeal.Matter.RULES else one.matter,
        by=one.by,
        player=one.entry and one.entry.number,
        filed=_moment(one.filed_at),
        until=_moment(one.deadline),
        late=one.late or None,
        state=one.status,
        steps=[_step(step) for step in one.steps.all()],
        fee=_fee(one),
        corrections=_corrections(one),
    )


def _step(step: AppealStep) -> dict[str, Any]:
    return _present(
        order=step.order,
        instance=step.instance,
        department=step.department,
        since=_moment(step.since),
        heard=_moment(step.heard_at),
        decided=_moment(step.decided_at),
        outcome=step.outcome,
        finding=step.finding,
    )


def _fee(one: Appeal) -> dict[str, Any]:
    times = _present(paid=_moment(one.paid_at), settled=_moment(one.settled_at))
    return {"amount": one.fee, "currency": one.fee_currency, "state": one.fee_state} | times if one.fee else {}


def _corrections(one: Appeal) -> list[dict[str, Any]]:
    """Sheets and fouls that were corrected, each once: versions of sheets do not travel, nor what stands in words."""
    found: list[dict[str, Any]] = []
    for made in one.corrections.all():
        table = made.sheet and made.sheet.table
        line = {"session": table.session.number, "table": table.number} if table else {}
        line |= {"foul": made.foul.number} if made.foul else {}
        if line and line not in found:
            found.append(line)
    return sorted(found, key=lambda line: (line.get("session", 0), line.get("table", 0), line.get("foul", 0)))


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None


def _present(**values: Any) -> dict[str, Any]:
    """The values that say something; what is empty is left out of a file."""
    return {key: value for key, value in values.items() if value not in (None, "", {}, [])}
