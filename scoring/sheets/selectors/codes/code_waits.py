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
    """Wrong tries of a code for one ``use``: their number, the first one, and the time of the next possible one."""

    use: str
    wrong: int
    first_at: datetime
    ends_at: datetime

    @property
    def waits(self) -> bool:
        return self.ends_at > timezone.now()


def wait_text(ends_at: datetime) -> str:
    """Return the message for a player whose next try has to wait."""
    return _("Too many wrong codes. You can try again at %(time)s. A referee can unblock the code earlier.") % {
        "time": f"{localtime(ends_at):%H:%M:%S}"
    }


def wrong_code_text(answer: Mapping[str, Any]) -> str:
    """Return the message after a wrong code; ``answer`` has ``tries`` and ``next_at`` (`code_tries.Tried.answer`)."""
    if answer["next_at"]:
        return wait_text(datetime.fromisoformat(answer["next_at"]))
    left = answer["tries"]
    text = ngettext("Wrong code: %(left)d try left.", "Wrong code: %(left)d tries left.", left)
    return text % {"left": left}


def player_waits(entries: Iterable[int]) -> dict[int, list[CodeWait]]:
    """Return id of an entry -> waits of its code, without entries that have all free tries."""
    rows = CodeTries.objects.filter(player_code__entry__in=list(entries)).select_related("player_code")
    return _by_owner((row.player_code.entry_id, row) for row in rows if row.player_code)


def leader_waits(teams: Iterable[int]) -> dict[int, list[CodeWait]]:
    """Return id of a team -> waits of its leader's code, without teams that have all free tries."""
    rows = CodeTries.objects.filter(leader_code__team__in=list(teams)).select_related("leader_code")
    return _by_owner((row.leader_code.team_id, row) for row in rows if row.leader_code)


def _by_owner(rows: Iterable[tuple[int, CodeTries]]) -> dict[int, list[CodeWait]]:
    counted: dict[tuple[int, str], list[CodeTries]] = {}
    for owner, row in rows:
        counted.setdefault((owner, row.use), []).append(row)
    waits: dict[int, list[CodeWait]] = {}
    for (owner, use), tries in sorted(counted.items()):
        ends_at = max((row.next_at for row in tries if row.next_at), default=None)
        # For appeals the largest count is that of all networks together.
        total = max(tries, key=lambda row: row.wrong)
        if ends_at:
            waits.setdefault(owner, []).append(CodeWait(use, total.wrong, total.first_at, ends_at))
    return waits
