"""Releasing a session's results to the public, in order, and taking a release back."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
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
from tournament.events.models.stages import Session
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role

RELEASERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]


@action(
    "session.release",
    summary=gettext_lazy("Release a session's results"),
    roles=RELEASERS,
    subject="session",
    states={"unreleased": Answer.SAFE, "released": Answer.REFUSED},
)
def release_session(call: Call, session: Session) -> Done:
    """Make the session's results public; the sessions before it are released and all its sheets confirmed.

    The last session, where the event keeps it for the ceremony, needs a reason. Source: rulings "Publication".
    """
    if kept_for_ceremony(session) and not call.reason:
        raise Refused(
            _("This session is held back for the ceremony: give a reason to release it before."), where="reason"
        )
    return release_within(call, session)


def release_within(call: Call, session: Session) -> Done:
    """Release a locked session as part of another action, such as the ceremony's last step."""
    _lock_sheets(session)
    _refuse(against_release(session))
    session.released_at = timezone.now().replace(microsecond=0)
    session.save(update_fields=["released_at"])
    end_corrections(call, sheets_of_session(session))
    released = session.released_at.isoformat()
    return Done({"session": session.number, "released": released}, _about(session), None, released, (PUBLIC, LIVE))


@action(
    "session.retract",
    summary=gettext_lazy("Take a session's release back"),
    roles=RELEASERS,
    subject="session",
    states={"released": Answer.ASKS, "unreleased": Answer.REFUSED},
)
def retract_session(call: Call, session: Session) -> Done:
    """Take the session's results out of the public again; later sessions are taken back first.

    What was public is kept: where the next release shows something else, a note says so.
    """
    refuse_if_closed(call, session.event)
    _refuse(against_retraction(session))
    assert session.released_at is not None  # its state says so
    begin_corrections(call, _lock_sheets(session))
    OfficialMark.objects.filter(session=session).delete()
    before, session.released_at = session.released_at, None
    session.save(update_fields=["released_at"])
    answer = {"session": session.number, "released": None}
    return Done(answer, _about(session), before.isoformat(), None, (PUBLIC, LIVE))


@action(
    "session.make_official",
    summary=gettext_lazy("Declare a session's results official"),
    roles=RELEASERS,
    subject="session",
    states={"released": Answer.SAFE, "unreleased": Answer.REFUSED},
)
def make_official(call: Call, session: Session) -> Done:
    """Declare, by name, that the appeal time is over, where no clock says when the session ended (3.12.2)."""
    _refuse(against_making_official(session))
    now = timezone.now().replace(microsecond=0)
    OfficialMark.objects.create(session=session, at=now, by=call.actor.name[:200])
    return Done({"official": now.isoformat()}, _about(session), None, {"official": now.isoformat()}, (PUBLIC, LIVE))


def _lock_sheets(session: Session) -> QuerySet[Sheet]:
    """The session's sheets, locked: a sheet is reopened under its own lock only."""
    list(sheets_of_session(session).select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    return sheets_of_session(session)


def _about(session: Session) -> str:
    return f"session:{session.number}"


def _refuse(sentence: str) -> None:
    if sentence:
        raise Refused(sentence)
