"""Personal codes that have to wait after wrong tries: the messages, and the waits for officials."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sheets.models.codes import CodeTries


@dataclass(frozen=True)
class CodeWait:
    """Wrong tries of a code for one ``use``: how many, since when, and when the next one is possible."""

    use: str
    wrong: int
    since: datetime
    until: datetime

    @property
    def waits(self) -> bool:
        """Whether the next try still has to wait."""
        return self.until > timezone.now()


def wait_text(until: datetime) -> str:
    """Return the message for a player whose next try has to wait until then."""
    return _("Too many wrong codes: the next try is possible at %(time)s. A referee can lift the wait.") % {
        "time": f"{localtime(until):%H:%M:%S}"
    }


def wrong_code_text(answer: Mapping[str, Any]) -> str:
    """Return the message after a wrong code; ``answer`` has ``tries`` and ``next_at`` (`code_tries.Tried.answer`)."""
    if answer["next_at"]:
        return wait_text(datetime.fromisoformat(answer["next_at"]))
    left = answer["tries"]
    text = ngettext("This is not the code: %(left)d try left.", "This is not the code: %(left)d tries left.", left)
    return text % {"left": left}


def player_waits(entries: Iterable[int]) -> dict[int, list[CodeWait]]:
    """Id of a player of ``entries`` -> the waits of the code; players who have all free tries are left out."""
    rows = CodeTries.objects.filter(player_code__entry__in=list(entries)).select_related("player_code")
    return _by_owner((row.player_code.entry_id, row) for row in rows if row.player_code)


def leader_waits(teams: Iterable[int]) -> dict[int, list[CodeWait]]:
    """The same for the leaders of these teams (ids)."""
    rows = CodeTries.objects.filter(leader_code__team__in=list(teams)).select_related("leader_code")
    return _by_owner((row.leader_code.team_id, row) for row in rows if row.leader_code)


def _by_owner(rows: Iterable[tuple[int, CodeTries]]) -> dict[int, list[CodeWait]]:
    counted: dict[tuple[int, str], list[CodeTries]] = {}
    for owner, row in rows:
        counted.setdefault((owner, row.use), []).append(row)
    found: dict[int, list[CodeWait]] = {}
    for (owner, use), tries in sorted(counted.items()):
        until = max((row.next_at for row in tries if row.next_at), default=None)
        # Of appeals the count of all networks together, which is the largest.
        total = max(tries, key=lambda row: row.wrong)
        if until:
            found.setdefault(owner, []).append(CodeWait(use, total.wrong, total.first_at, until))
    return found
