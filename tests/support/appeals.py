"""Appeals in every state, and an example of every action on them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep, AppealText
from scoring.appeals.services.filing import AppealFiling
from scoring.sheets.models.codes import LeaderCode
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.table_codes import leader_code_digest
from tests.support.sheets import CODE, at, give_code, made_sheet
from tournament.clocks.models import SessionClock
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event

#: When the session of `appealed` ended; its appeals are in time until 12:30.
ENDED = datetime(2026, 5, 1, 12, tzinfo=UTC)


def ended(sheet: Sheet, at_time: datetime = ENDED) -> Sheet:
    """Let the chief referee end the session of the sheet at this time."""
    started = at_time - timedelta(hours=2)
    SessionClock.objects.create(session=sheet.table.session, started_at=started, ended_at=at_time, minutes=120)
    return sheet


def appeal_of(
    event: Event,
    state: str = "unsigned",
    *,
    team: bool = False,
    instance: str = "chief-referee",
    decided: datetime | None = None,
    sheet: Sheet | None = None,
    **columns: Any,
) -> Appeal:
    """Return an appeal of the player in the East against a sheet, in this state, at its first step."""
    sheet = sheet or made_sheet(event)
    entry = at(sheet, "E")
    if team:
        led(entry)
    values: dict[str, Any] = {"by": "player", "entry": entry, "team": entry.team, "fee": 200, "fee_currency": "USD"}
    values |= {"fee_state": "due", "filed_at": timezone.now(), "against": "sheet", "sheet": sheet} | columns
    number = Appeal.objects.filter(event=event).count() + 1
    appeal = Appeal.objects.create(event=event, number=number, session=sheet.table.session, status=state, **values)
    step = AppealStep.objects.create(appeal=appeal, order=1, instance=instance, began_at=timezone.now())
    if instance == "department":
        AppealStep.objects.filter(pk=step.pk).update(department="场地部")
    AppealText.objects.create(step=step, text="第3盘和牌人记错。")
    if state not in ("unsigned", "open"):
        AppealStep.objects.filter(pk=step.pk).update(outcome=state, decided_at=decided or timezone.now(), names="赵敏")
    return appeal


def led(entry: Entry, leader: str = "周芷若") -> Team:
    """Create a team with a leader, and return it with the player in it."""
    team = Team.objects.create(event=entry.event, number=entry.event.teams.count() + 1, name="峨眉队", leader=leader)
    entry.team = team
    entry.save()
    return team


def give_leader_code(team: Team, code: str = CODE) -> LeaderCode:
    """Give the team's leader this personal code."""
    return LeaderCode.objects.create(team=team, digest=leader_code_digest(team.pk, code), issued_at=timezone.now())


def _filing(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    sheet = made_sheet(event)
    session, text = sheet.table.session, "第3盘和牌人记错。"
    return event, {"appeal": AppealFiling(at(sheet, "E"), "player", session, text, sheet=sheet)}


def _identifying(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    entry = at(made_sheet(event), "E")
    give_code(entry)
    return event, {"entry": entry.pk, "code": "0000"}


def _on(facts: dict[str, Any], state: str = "open", **columns: Any) -> Callable[..., tuple[Appeal, dict[str, Any]]]:
    def example(event: Event, asked: str) -> tuple[Appeal, dict[str, Any]]:
        return appeal_of(event, asked or state, **columns), dict(facts)

    return example


def _expired(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    appeal_of(event)
    Event.objects.filter(pk=event.pk).update(ends="2020-01-01")
    return None, {}


def _leader(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    return event, {"team": led(at(made_sheet(event), "E")), "code": CODE}


DECISION = {"outcome": "inadmissible", "names": "赵敏"}
EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "appeal.attach": _on({"kind": "jpeg", "data": b"x", "digest": "0" * 64}),
    "appeal.decide": _on(DECISION),
    "appeal.decide_department": _on(DECISION, instance="department"),
    "appeal.decide_second": _on(DECISION, instance="arbitration"),
    "appeal.file": _filing,
    "appeal.hear": _on({}),
    "appeal.identify": _identifying,
    "appeal.link": _on({"note": "改正了第3盘"}, "upheld"),
    "appeal.pay": _on({}),
    "appeal.route": _on({"matter": "other", "department": "场地部"}),
    "appeal.settle_fee": _on({}, "upheld", fee_state="paid", decided=ENDED),
    "appeal.sign": _on({"signer": "player"}, "unsigned"),
    "appeal.take_further": _on({"text": "请仲裁。"}, "rejected"),
    "appeal.unpay": _on({}, fee_state="paid"),
    "appeal.withdraw": _on({}),
    "appeals.delete_expired": _expired,
    "team.leader_code": _leader,
}
