"""The tone of the badge for each state of a model."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from common.states import for_each
from ranking.links.models import CorrectionRequest
from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from tournament.access.models import Invitation
from tournament.registration.models.applications import ApplicationMail

#: Enumeration of states -> the tone of each.
TONES: Mapping[type[Enum], Mapping[Any, str]] = {
    Sheet.State: for_each(
        Sheet.State,
        {
            Sheet.State.OPEN: "live",
            Sheet.State.CHECKED: "wait",
            Sheet.State.SIGNED: "wait",
            Sheet.State.CONFIRMED: "ok",
        },
    ),
    TableCode.State: for_each(
        TableCode.State,
        {TableCode.State.VALID: "ok", TableCode.State.EXPIRED: "wait", TableCode.State.REVOKED: "wait"},
    ),
    Invitation.State: for_each(
        Invitation.State,
        {
            Invitation.State.OPEN: "wait",
            Invitation.State.USED: "ok",
            Invitation.State.EXPIRED: "idle",
            Invitation.State.REVOKED: "idle",
        },
    ),
    CorrectionRequest.State: for_each(
        CorrectionRequest.State,
        {
            CorrectionRequest.State.OPEN: "wait",
            CorrectionRequest.State.DONE: "idle",
            CorrectionRequest.State.DECLINED: "idle",
        },
    ),
    ApplicationMail.State: for_each(
        ApplicationMail.State,
        {
            ApplicationMail.State.QUEUED: "wait",
            ApplicationMail.State.SENT: "ok",
            ApplicationMail.State.FAILED: "stop",
        },
    ),
}


def shown_state(row: Any) -> tuple[str, str]:
    """Return the tone and the label of ``row.state``, a member of the row's own enumeration ``State``."""
    state = row.State(row.state)
    return TONES[row.State][state], str(state.label)
