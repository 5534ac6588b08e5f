"""Who acts on an appeal in which state, and what such an action answers."""

from typing import Any

from common.actions.engine import LIVE, PUBLIC, Answer, Done
from scoring.appeals import rules
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import State
from tournament.people.models.accounts import Role

#: The roles that file appeals for players and read their texts.
ENTITLED = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE, Role.Name.ARBITRATION]
NEVER: dict[str, Answer] = dict.fromkeys(State, Answer.REFUSED)
UNDECIDED: dict[str, Answer] = NEVER | dict.fromkeys(rules.UNDECIDED, Answer.SAFE)


def done_on(appeal: Appeal, **values: Any) -> Done:
    """Return the result of an action on an appeal: its number and state, and ``values`` for the audit log.

    The public version rises too, since an open appeal keeps released results provisional.
    """
    answer = {"appeal": appeal.number, "state": str(appeal.status)}
    return Done(answer, f"appeal:{appeal.number}", **{"raises": (PUBLIC, LIVE), **values})
