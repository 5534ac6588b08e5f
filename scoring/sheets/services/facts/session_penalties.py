"""Enter and remove penalty points of a player for a session."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.game.rules.games import game_of
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.writing import VersionNote, conclude, refuse_if_owned, unsettle
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Role

PUNISHERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]


@dataclass(frozen=True)
class PlayerPenalty:
    """Points that ``entry`` loses in a session to ``paid_to`` (None: burnt); ``foul`` as in `TablePenalty`."""

    entry: Entry
    points: int
    paid_to: Entry | None
    article: str
    foul: int | None = None


@action(
    "session.penalty",
    summary=gettext_lazy("Enter penalty points of a player for a session"),
    roles=PUNISHERS,
    subject="session",
    states={"unreleased": Answer.ASKS, "released": Answer.REFUSED},
)
def give_session_penalty(
    context: ActionContext,
    session: Session,
    *,
    entry: Entry,
    points: int,
    paid_to: Entry | None = None,
    article: str = "",
) -> Done:
    """Take ``points`` (above 0) from a player for this session at any seat, for ``paid_to`` (None: burnt).

    Lateness (3.11.2.1) is such a penalty. Refused if an affected sheet is signed. The answer has ``penalty``: its
    order in the session.
    """
    order, sheets = put_session_penalty(context, session, PlayerPenalty(entry, points, paid_to, article))
    after = _audit_data(entry, -points, paid_to, article)
    return conclude_sheets(context, session, sheets, "session.penalty", None, after, {"penalty": order})


def put_session_penalty(context: ActionContext, session: Session, penalty: PlayerPenalty) -> tuple[int, list[Sheet]]:
    """Write a penalty of the session; return its order and the affected, locked sheets for the caller to conclude."""
    if not 0 < penalty.points < game_of(session.event.rules).terms.most_total:
        raise Refused(_("Enter how many points are lost."), where="points")
    if penalty.paid_to == penalty.entry:
        raise Refused(_("These points cannot be paid to this recipient."), where="payee")
    sheets = open_sheets(session, [penalty.entry, penalty.paid_to])
    last = session.penalties.aggregate(last=Max("order"))["last"]
    order = 0 if last is None else last + 1
    SessionPenalty.objects.create(
        session=session,
        entry=penalty.entry,
        order=order,
        paid_to=penalty.paid_to,
        points=-penalty.points,
        article=one_line(penalty.article, 30),
        reason=one_line(context.reason),
        foul_id=penalty.foul,
    )
    return order, sheets


@action(
    "session.remove_penalty",
    summary=gettext_lazy("Undo penalty points of a session"),
    roles=PUNISHERS,
    subject="session",
    states={"unreleased": Answer.ASKS, "released": Answer.REFUSED},
)
def remove_session_penalty(context: ActionContext, session: Session, *, order: int) -> Done:
    """Remove the session's penalty with this order, with a reason; refused if an affected sheet is signed."""
    penalty = session.penalties.select_related("entry", "paid_to").filter(order=order).first()
    if penalty is None:
        return Done({"penalty": order}, f"session:{session.number}", changed=False)
    refuse_if_owned([penalty])
    sheets = open_sheets(session, [penalty.entry, penalty.paid_to])
    before = _audit_data(penalty.entry, penalty.points, penalty.paid_to, penalty.article)
    penalty.delete()
    return conclude_sheets(context, session, sheets, "session.remove_penalty", before, None, {"penalty": order})


def _audit_data(entry: Entry, points: int, paid_to: Entry | None, article: str) -> dict[str, Any]:
    return {"number": entry.number, "points": points, "to": paid_to and paid_to.number, "article": article}


def open_sheets(session: Session, entries: list[Entry | None]) -> list[Sheet]:
    """Lock the sheets where these people sit, in the order of their ids; Refused if one is signed."""
    sheets: list[Sheet] = []
    for entry in filter(None, entries):
        if entry.event_id != session.event_id:
            raise Refused(_("This is a player of another event."), where="entry")
        seated = Q(table__sittings__entry=entry, table__session=session)
        sheets_of_entry = Sheet.objects.filter(pk__in=Sheet.objects.filter(seated).values("pk"))
        if not sheets_of_entry.exists():
            raise Refused(_("%(name)s has no seat in this session.") % {"name": entry.name}, where="entry")
        sheets += sheets_of_entry
    locked = list(Sheet.objects.select_for_update().filter(pk__in={sheet.pk for sheet in sheets}).order_by("pk"))
    for sheet in locked:
        if sheet.state in Sheet.COUNTED:
            message = _("The sheet of table %(table)d is signed: reopen it first.")
            raise Refused(message % {"table": sheet.table.number})
    return locked


def conclude_sheets(
    context: ActionContext,
    session: Session,
    sheets: list[Sheet],
    name: str,
    before: Any,
    after: Any,
    answer: dict[str, Any],
) -> Done:
    """Write a new version of every affected sheet and return the result of the action on the session."""
    done = Done({}, "")
    note = VersionNote(name, before=before, after=after, details={"before": before, "after": after})
    for sheet in sheets:
        unsettle(context, sheet)
        done = conclude(context, sheet, note)
    return Done(answer, f"session:{session.number}", before, after, done.raises)
