"""The choice between two versions of a hand, for a page without script."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from common.actions.errors import Conflict
from common.i18n.wording import clauses
from web.shared.at_table import AtTable
from web.shared.hand_extras import ending_text, extra_text, points_text
from web.shared.table_rows import sitter_name

#: The fields of a write that are sent again if its author chooses it.
SENT = ("no", "winner", "discarder", "points", "robbed", "bound", "false_wins", "acknowledged")


@dataclass(frozen=True)
class Choice:
    """Both versions of hand ``no`` as text; ``fields`` are posted to ``action`` to replace the saved version."""

    no: int
    message: str
    yours: str
    theirs: str
    removes: bool
    action: str
    fields: list[tuple[str, str]]

    @classmethod
    def of(cls, request: HttpRequest, table: AtTable, conflict: Conflict) -> "Choice | None":
        """Return the choice of a conflict about one hand; None for any other conflict."""
        hands = conflict.theirs.get("hand", {})
        if len(hands) != 1 or conflict.version is None:
            return None
        [(no, theirs)] = hands.items()
        yours = conflict.yours["hand"][no]
        sent = [(name, value) for name in SENT for value in request.POST.getlist(name)]
        return cls(
            no=int(no),
            message=str(conflict.message),
            yours=hand_text(table, int(no), yours) if yours else _("removed"),
            theirs=hand_text(table, int(no), theirs) if theirs else _("nothing"),
            removes=yours is None,
            action=request.path,
            fields=[*sent, ("seen", str(conflict.version))],
        )


def hand_text(table: AtTable, no: int, value: dict[str, Any]) -> str:
    """Return a hand (in the shape of the event file) in one line, with the names of its players."""
    extras = [
        extra_text(
            [sitter_name(table.facts.sitter(seat, no)) for seat in value.get("false_wins", ())],
            sitter_name(table.facts.sitter(value["bound"], no)) if value.get("bound") else "",
            robbed=value.get("robbed", False),
        )
    ]
    if not value["winner"]:
        ending = "" if any(extras) else ending_text(table.facts.game, aborted=value.get("aborted", False))
        return clauses(filter(None, [ending, *extras]))
    name = sitter_name(table.facts.sitter(value["winner"], no))
    discarder = value.get("discarder")
    source = f"← {sitter_name(table.facts.sitter(discarder, no))}" if discarder else _("self-drawn")
    points = points_text(table.facts.game, table.facts.game.declared(value["points"]) or 0)
    return " · ".join(filter(None, [f"{name} {source}", points, *extras]))
