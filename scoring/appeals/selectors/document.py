"""Appeals and rulings for the event file.

Texts, attachments, signatures, and reasons and names of decisions are private data: the file never has them. It has
the target, the instance, time and outcome of each decision, the fee and the corrections.
"""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from common.files.json_files.writing import present
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.sheets.models.rulings import Ruling
from tournament.events.models.events import Event


def table_rulings(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return the rulings at each table, by sheet id."""
    rulings: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in Ruling.objects.filter(event=event).order_by("number"):
        texts = present(decision=row.decision, article=row.article, reason=row.reason, by=row.by)
        rulings[row.sheet_id].append(
            {"number": row.number} | present(hand=row.hand_no or None) | texts | {"at": _moment(row.at)}
        )
    return dict(rulings)


def appeal_documents(event: Event) -> list[dict[str, Any]]:
    """Return the appeals of the event, by number."""
    rows = Appeal.objects.filter(event=event).select_related("session", "sheet__table", "ruling", "foul", "entry")
    rows = rows.prefetch_related("steps", "corrections__sheet__table__session", "corrections__foul")
    return [_appeal(row) for row in rows.order_by("number")]


def _appeal(appeal: Appeal) -> dict[str, Any]:
    return present(
        number=appeal.number,
        session=appeal.session.number,
        against=appeal.against,
        subject=appeal.subject,
        table=appeal.sheet and appeal.sheet.table.number,
        ruling=appeal.ruling and appeal.ruling.number,
        foul=appeal.foul and appeal.foul.number,
        matter=None if appeal.matter == Appeal.Matter.RULES else appeal.matter,
        by=appeal.by,
        player=appeal.entry and appeal.entry.number,
        filed=_moment(appeal.filed_at),
        until=_moment(appeal.deadline),
        late=appeal.late or None,
        state=appeal.status,
        steps=[_step(step) for step in appeal.steps.all()],
        fee=_fee(appeal),
        corrections=_corrections(appeal),
    )


def _step(step: AppealStep) -> dict[str, Any]:
    return present(
        order=step.order,
        instance=step.instance,
        department=step.department,
        since=_moment(step.began_at),
        heard=_moment(step.heard_at),
        decided=_moment(step.decided_at),
        outcome=step.outcome,
        finding=step.finding,
    )


def _fee(appeal: Appeal) -> dict[str, Any]:
    if not appeal.fee:
        return {}
    times = present(paid=_moment(appeal.paid_at), settled=_moment(appeal.settled_at))
    return {"amount": appeal.fee, "currency": appeal.fee_currency, "state": appeal.fee_state} | times


def _corrections(appeal: Appeal) -> list[dict[str, Any]]:
    """Return corrected sheets and fouls, each once; the file has no versions of sheets and no notes."""
    lines: list[dict[str, Any]] = []
    for correction in appeal.corrections.all():
        table = correction.sheet and correction.sheet.table
        line = {"session": table.session.number, "table": table.number} if table else {}
        line |= {"foul": correction.foul.number} if correction.foul else {}
        if line and line not in lines:
            lines.append(line)
    return sorted(lines, key=lambda line: (line.get("session", 0), line.get("table", 0), line.get("foul", 0)))


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None
