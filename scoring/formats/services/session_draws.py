"""Release the draw of a session by standings, which opens the sheets of its tables, and retract it."""

from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from scoring.draw_release.selectors.played import session_begun
from scoring.formats.selectors.fields import EMPTY, holders
from scoring.formats.selectors.leavers import How, mended
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import DraftPart, SessionDraft, against_seating, last_seated
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.services.shared import DRAWERS
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session, Stage, StageEntry
from tournament.events.models.tables import SeatChoices, Sitting, Table
from tournament.seating.services import keep_reserves, seat_line_ups


@action("session_draw.release", summary=_("Release the draw of a session"), roles=DRAWERS, subject="event")
def release_session_draw(
    context: ActionContext, event: Event, *, session: int, digest: str, how: How = "whole"
) -> Done:
    """Seat a session by the standings before it, and write who plays in a stage that begins.

    ``how``: after players left a released draw, whether only their seats or tables change. ``digest`` is that of the
    draft that the official saw; Refused if the results have changed since. A draw of the same session that is released
    already is replaced while its sheets are empty. The draft uses signed sheets; the release needs confirmed ones.
    """
    try:
        draft = mended(event, session, how)
    except CannotDraw as error:
        raise Refused(str(error)) from error
    if draft.digest != digest:
        raise Refused(_("The results have changed since this draft was shown. Look at the new draft."))
    objection = against_seating(event, session)
    if objection:
        raise Refused(objection)
    before = _retract_released(context, event, session)
    for part in draft.parts:
        if part.field.new and not part.field.pool:
            _write_players(part)
    last = event.session_draws.filter(session=session).aggregate(last=Max("version"))["last"] or 0
    drawn = SessionDraw.objects.create(
        event=event,
        session=session,
        version=last + 1,
        parts=[_record(part) for part in draft.parts],
        tables=[[0 if number >= EMPTY else number for number in four] for four in draft.tables],
        digest=draft.digest,
        released_at=timezone.now().replace(microsecond=0),
        released_by=context.actor.name[:150],
    )  # fmt: skip
    tables = _seat(event, session, draft)
    Sheet.objects.bulk_create(Sheet(table=table) for table in tables)
    left = [{"session": row.session.number, "holder": row.holder.number} for row in seat_line_ups(context, drawn)]
    after: dict[str, Any] = {"session": session, "draw": drawn.version, "tables": len(tables)}
    answer = {**after, "line_ups_left": left}
    about = f"session_draw:{session}/{drawn.version}"
    return Done(answer, about, before, after, raises=(PUBLIC, LIVE))


def _record(part: DraftPart) -> dict[str, Any]:
    record = {"stage": part.field.stage.number, "document": part.document, "result": part.result}
    return record | ({"pool": part.field.pool} if part.field.pool else {})


@action(
    "session_draw.retract",
    summary=_("Withdraw the draw of a session"),
    roles=DRAWERS,
    subject="session_draw",
    states={SessionDraw.State.RELEASED: Answer.ASKS, SessionDraw.State.RETRACTED: Answer.REFUSED},
)
def retract_session_draw(context: ActionContext, drawn: SessionDraw) -> Done:
    """Hide a session's seats from the public again and delete its tables; Refused once anything is written there."""
    if drawn.session != last_seated(drawn.event):
        raise Refused(_("A later session has tables already."))
    _retract_released(context, drawn.event, drawn.session)
    about = f"session_draw:{drawn.session}/{drawn.version}"
    return Done({"session": drawn.session}, about, "released", "retracted", raises=(PUBLIC, LIVE))


def _retract_released(context: ActionContext, event: Event, session: int) -> dict[str, Any] | None:
    """Retract the released draw of the session, if there is one, with its tables and the players of its stages."""
    drawn = event.session_draws.filter(session=session, state=SessionDraw.State.RELEASED).first()
    if drawn is None:
        return None
    begun = session_begun(event, session)
    if begun:
        raise Refused(
            _("Play has begun: session %(session)d, table %(table)d already has entries. The draw stays.")
            % {"session": session, "table": begun.table.number}
        )
    tables = Table.objects.filter(session__event=event, session__number=session)
    keep_reserves(context, tables)
    tables.delete()
    written = StageEntry.objects.filter(stage__event=event, stage__first_session=session, position__isnull=False)
    written.exclude(stage__who=Stage.Who.NAMED).delete()
    drawn.state, drawn.ended_at = SessionDraw.State.RETRACTED, timezone.now().replace(microsecond=0)
    drawn.reason = context.reason[:500]
    drawn.save(update_fields=["state", "ended_at", "reason"])
    return {"session": session, "draw": drawn.version}


def _write_players(part: DraftPart) -> None:
    """Write the players of a stage that begins, with their ranks and positions, unless all play and nothing is kept."""
    stage = part.field.stage
    everybody = stage.who == Stage.Who.ALL and part.field.players and not _is_cut(part)
    keeps_order = stage.method in ("", Stage.Method.CHART, Stage.Method.KNOCKOUT)
    if everybody and not (stage.frozen or stage.pools or stage.carry == Stage.Carry.BONUS or keeps_order):
        return
    entries = holders(stage.event, set(part.field.players))
    stage.stage_entries.all().delete()
    order = [number for number in part.order if number in entries]
    ranks = {number: rank for rank, number in enumerate(part.field.players, start=1)}
    if stage.method == Stage.Method.KNOCKOUT:
        ranks = {int(number): rank for number, rank in part.document["seeds"].items()}
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=stage, entry=entries[number], rank=ranks[number], position=position,
            pool=part.field.pools.get(number),
        )
        for position, number in enumerate(order, start=1)
    )  # fmt: skip


def _is_cut(part: DraftPart) -> bool:
    """Whether fewer play than could: the players of the stage do not include every entered player."""
    entered = part.field.stage.event.entries.filter(kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED)
    return entered.exclude(number__in=part.field.players).exists()


def _seat(event: Event, number: int, draft: SessionDraft) -> list[Table]:
    session, _made = Session.objects.get_or_create(event=event, number=number)
    entries = holders(event, {number for four in draft.tables for number in four})
    tables = Table.objects.bulk_create(
        Table(session=session, number=table) for table in range(1, len(draft.tables) + 1)
    )
    Sitting.objects.bulk_create(
        Sitting(table=table, seat=seat, entry=entries[number])
        for table, four in zip(tables, draft.tables, strict=True)
        for seat, number in zip(SeatChoices.values, four, strict=True)
        if number in entries
    )
    return tables
