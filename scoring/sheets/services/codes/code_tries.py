"""Limit wrong tries of personal codes by growing waits, which an official can lift (rate limit)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.sheets.models.codes import CodeTries, LeaderCode, PlayerCode
from scoring.sheets.rules.codes import FREE_TRIES
from scoring.sheets.selectors.codes.code_waits import wait_text
from scoring.sheets.services.codes.cards import ISSUERS
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

Code = PlayerCode | LeaderCode


@dataclass(frozen=True)
class Tried:
    """The result of a try: whether it was ``right``, else the free tries ``left`` and when the next one is possible."""

    right: bool
    left: int = 0
    next_at: datetime | None = None

    @property
    def answer(self) -> dict[str, Any]:
        """``tries`` (free ones left, None after a right code) and ``next_at`` (ISO time or None), as plain data."""
        return {
            "tries": None if self.right else self.left,
            "next_at": self.next_at.isoformat() if self.next_at else None,
        }


def try_code(_context: ActionContext, stored: Code | None, digest: str, use: str, source: str = "") -> Tried:
    """Compare ``digest`` with that of the ``stored`` code, which the caller locked; count a wrong try of this ``use``.

    ``source``: the digest of the network address if tries are counted for each network too. A right code resets the
    count. Refused, without counting, if there is no code or during a wait.
    """
    if stored is None:
        raise Refused(_("This player has no personal code: sign on paper."), where="code")
    now = timezone.now()
    counters = {row.source: row for row in stored.tries.filter(use=use, source__in={"", source})}
    waits = [row.next_at for row in counters.values() if row.next_at and row.next_at > now]
    if waits:
        raise Refused(wait_text(max(waits)), where="code")
    if digest == stored.digest:
        stored.tries.filter(use=use).delete()
        return Tried(True)
    counted = [_count_wrong(stored, counters.get(origin), use, origin, now) for origin in sorted({"", source})]
    return Tried(
        False,
        max(0, FREE_TRIES - counted[-1].wrong),
        max((row.next_at for row in counted if row.next_at), default=None),
    )


def reset_tries(code: Code) -> None:
    """Delete the wrong tries of the code."""
    code.tries.all().delete()


@action(
    "player_code.lift_wait",
    summary=gettext_lazy("Unblock a personal code"),
    roles=ISSUERS,
    subject="event",
)
def lift_wait(_context: ActionContext, event: Event, *, entry: Entry) -> Done:
    """Let the player try the code again at once, for signing and for appeals; without wrong tries nothing changes."""
    code = PlayerCode.objects.select_for_update().filter(entry=entry, entry__event=event).first()
    wrong = {f"wrong_{row.use}": row.wrong for row in code.tries.filter(source="")} if code else {}
    if code:
        reset_tries(code)
    answer = {"player": entry.number}
    return Done(answer, f"entry:{entry.number}", before=wrong, raises=(), changed=bool(wrong))


def _count_wrong(code: Code, row: CodeTries | None, use: str, source: str, now: datetime) -> CodeTries:
    if row is None:
        row = CodeTries(use=use, source=source, wrong=0, first_at=now)
        row.player_code = code if isinstance(code, PlayerCode) else None
        row.leader_code = code if isinstance(code, LeaderCode) else None
    row.wrong += 1
    row.last_at = now
    row.save()
    return row
