"""Release sessions' results to the public, in order, retract a release, and declare results official."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from scoring.releases.models.releases import OfficialMark
from scoring.releases.selectors.releases import (
    against_release,
    against_retraction,
    kept_for_ceremony,
    sheets_of_session,
)
from scoring.releases.selectors.status import against_making_official
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.corrections import begin_corrections, end_corrections
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role

#: A hook: functions of later rooms that run when a session was released or withdrawn, in its action.
RELEASES_CHANGED: list[Callable[[ActionContext, Event], None]] = []
RELEASERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]
ALREADY = {"released": gettext_lazy("The results of this session are already released.")}
NOT_YET = {"unreleased": gettext_lazy("The results of this session are not released.")}


@action(
    "session.release",
    summary=gettext_lazy("Release a session's results"),
    roles=RELEASERS,
    subject="session",
    states={"unreleased": Answer.SAFE, "released": Answer.REFUSED},
    refusals=ALREADY,
)
def release_session(context: ActionContext, session: Session) -> Done:
    """Make the session's results public (rulings: Publication).

    A last session that the event keeps for the ceremony needs a reason. Refused as by `against_release`.
    """
    if kept_for_ceremony(session) and not context.reason:
        raise Refused(
            _("This session is held back for the ceremony: give a reason to release it earlier."), where="reason"
        )
    return release_within(context, session)


def release_within(context: ActionContext, session: Session) -> Done:
    """Release a locked session as part of another action, such as the ceremony's last step."""
    _lock_sheets(session)
    _refuse_if(against_release(session))
    session.released_at = timezone.now().replace(microsecond=0)
    session.save(update_fields=["released_at"])
    end_corrections(context, sheets_of_session(session))
    _tell(context, session)
    released = session.released_at.isoformat()
    answer = {"session": session.number, "released": released}
    return Done(answer, _audit_subject(session), None, released, (PUBLIC, LIVE))


@action(
    "session.retract",
    summary=gettext_lazy("Withdraw a session's results"),
    roles=RELEASERS,
    subject="session",
    states={"released": Answer.ASKS, "unreleased": Answer.REFUSED},
    refusals=NOT_YET,
)
def retract_session(context: ActionContext, session: Session) -> Done:
    """Hide the session's results from the public again. Refused if a later session is released or the event closed.

    The published results are kept, so that the next release can list what changed.
    """
    refuse_if_closed(session.event)
    _refuse_if(against_retraction(session))
    assert session.released_at is not None  # its state says so
    begin_corrections(context, _lock_sheets(session))
    OfficialMark.objects.filter(session=session).delete()
    before, session.released_at = session.released_at, None
    session.save(update_fields=["released_at"])
    _tell(context, session)
    answer = {"session": session.number, "released": None}
    return Done(answer, _audit_subject(session), before.isoformat(), None, (PUBLIC, LIVE))


@action(
    "session.make_official",
    summary=gettext_lazy("Declare a session's results official"),
    roles=RELEASERS,
    subject="session",
    states={"released": Answer.SAFE, "unreleased": Answer.REFUSED},
    refusals=NOT_YET,
)
def make_official(context: ActionContext, session: Session) -> Done:
    """Declare that the appeal time is over, where no clock says when the session ended (3.12.2), else Refused."""
    _refuse_if(against_making_official(session))
    now = timezone.now().replace(microsecond=0)
    OfficialMark.objects.create(session=session, at=now, by=context.actor.name[:200])
    official = {"official": now.isoformat()}
    return Done(official, _audit_subject(session), None, official, (PUBLIC, LIVE))


def _tell(context: ActionContext, session: Session) -> None:
    for function in RELEASES_CHANGED:
        function(context, session.event)


def _lock_sheets(session: Session) -> QuerySet[Sheet]:
    """Lock the session's sheets and return them: a sheet is reopened only under its own lock."""
    list(sheets_of_session(session).select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    return sheets_of_session(session)


def _audit_subject(session: Session) -> str:
    return f"session:{session.number}"


def _refuse_if(sentence: str) -> None:
    if sentence:
        raise Refused(sentence)
