"""Codes by which players and team leaders identify themselves for appeals."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from scoring.sheets.models.codes import CodeTries, LeaderCode, PlayerCode
from scoring.sheets.selectors.codes.table_codes import address_digest, leader_code_digest, player_code_digest
from scoring.sheets.services.codes.code_tries import reset_tries, try_code
from tournament.events.models.entries import Team
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role


@action(
    "appeal.identify",
    summary=gettext_lazy("Identify by personal code for appeals"),
    roles=[BEARER],
    subject="event",
)
def identify(
    context: ActionContext,
    event: Event,
    *,
    code: str,
    entry: int | None = None,
    team: int | None = None,
    address: str = "",
) -> Done:
    """Check the code of the player ``entry`` or of the leader of ``team`` (ids), from this network ``address``.

    The answer: ``right``, the free ``tries`` left, ``next_at`` (`Tried`), and when a right code was ``issued``. A wrong
    code is recorded as a try and is no error. Refused: no code was issued, or the next try must wait.
    """
    known: PlayerCode | LeaderCode | None
    if team is not None:
        known = LeaderCode.objects.select_for_update().filter(team=team, team__event=event).first()
        digest = leader_code_digest(team, code)
        subject = f"team:{known.team.number}" if known else ""
    else:
        known = PlayerCode.objects.select_for_update().filter(entry=entry, entry__event=event).first()
        digest = player_code_digest(entry or 0, code)
        subject = f"entry:{known.entry.number}" if known else ""
    tried = try_code(context, known, digest, CodeTries.Use.APPEALS, address_digest(address))
    after = None if tried.right else {"tries": tried.left}
    # A repeated request gets this answer again, also after a new code replaced the one that was right.
    issued = known.issued_at.isoformat() if known and tried.right else None
    answer = {"right": tried.right, "issued": issued} | tried.answer
    return Done(answer, subject, after=after, raises=(), changed=not tried.right)


@action(
    "team.leader_code",
    summary=gettext_lazy("Give a team's leader a code for appeals"),
    roles=[Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE],
    subject="event",
)
def issue_leader_code(_context: ActionContext, _event: Event, *, team: Team, code: str) -> Done:
    """Issue a code for the team's leader; it replaces the code before. Refused without a leader."""
    if not team.leader:
        raise Refused(_("This team has no leader."))
    digest = leader_code_digest(team.pk, code)
    known, _made = LeaderCode.objects.update_or_create(
        team=team, defaults={"digest": digest, "issued_at": timezone.now()}
    )
    reset_tries(known)
    return Done({"team": team.number}, f"team:{team.number}", raises=())
