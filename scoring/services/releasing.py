"""Releasing a session's results to the public, in order, and taking a release back."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions import LIVE, PUBLIC, Answer, Call, Done, action
from common.errors import Refused
from scoring.selectors.releases import against_release, against_retraction, sheets_of_session
from tournament.models import Role, Session

RELEASERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]


@action(
    "session.release",
    summary=_("Release a session's results"),
    roles=RELEASERS,
    subject="session",
    states={"unreleased": Answer.SAFE, "released": Answer.REFUSED},
)
def release_session(call: Call, session: Session) -> Done:
    """Make the session's results public; the sessions before it are released and all its sheets confirmed.

    Source: rulings "Publication".
    """
    # A sheet is reopened under its own lock only: nobody reopens one while the session is released.
    list(sheets_of_session(session).select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    _refuse(against_release(session))
    session.released_at = timezone.now().replace(microsecond=0)
    session.save(update_fields=["released_at"])
    released = session.released_at.isoformat()
    return Done({"session": session.number, "released": released}, _about(session), None, released, (PUBLIC, LIVE))


@action(
    "session.retract",
    summary=_("Take a session's release back"),
    roles=RELEASERS,
    subject="session",
    states={"released": Answer.ASKS, "unreleased": Answer.REFUSED},
)
def retract_session(call: Call, session: Session) -> Done:
    """Take the session's results out of the public again; later sessions are taken back first."""
    _refuse(against_retraction(session))
    assert session.released_at is not None  # its state says so
    before, session.released_at = session.released_at, None
    session.save(update_fields=["released_at"])
    answer = {"session": session.number, "released": None}
    return Done(answer, _about(session), before.isoformat(), None, (PUBLIC, LIVE))


def _about(session: Session) -> str:
    return f"session:{session.number}"


def _refuse(sentence: str) -> None:
    if sentence:
        raise Refused(sentence)
