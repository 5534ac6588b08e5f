"""Appeals as a pure machine: in time or late, who decides when, what becomes of the fee (3.12, 3.13)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

#: What the arbitration committee may not overturn, and why it is asked for its finding.
REVIEW_ARTICLE = "3.13.3"


class State(StrEnum):
    """Where an appeal stands."""

    UNSIGNED = "unsigned"
    OPEN = "open"
    UPHELD = "upheld"
    REJECTED = "rejected"
    INADMISSIBLE = "inadmissible"
    WITHDRAWN = "withdrawn"


class Instance(StrEnum):
    """Who decides a step."""

    CHIEF_REFEREE = "chief-referee"
    DEPARTMENT = "department"
    ARBITRATION = "arbitration"


#: The states in which somebody still has to do something before there is a decision.
UNDECIDED = (State.UNSIGNED, State.OPEN)
#: What an instance may find.
OUTCOMES = (State.UPHELD, State.REJECTED, State.INADMISSIBLE)
#: What can be taken to the arbitration committee.
DISPUTABLE = (State.REJECTED, State.INADMISSIBLE)


@dataclass(frozen=True)
class Standing:
    """An appeal as its rules see it: ``instance`` of the last step, when that was decided, whether it was late."""

    state: State
    instance: Instance
    decided_at: datetime | None = None
    late: bool = False


def deadline(ended_at: datetime | None, minutes: int) -> datetime | None:
    """Until when an appeal is in time: so many minutes after the chief referee ended the session (3.12.2).

    None while the session is not ended: the time has not begun, and what is handed in is in time.
    """
    return ended_at + timedelta(minutes=minutes) if ended_at else None


def is_late(filed_at: datetime, until: datetime | None) -> bool:
    """Whether it was handed in after its time; at its very end is in time."""
    return until is not None and filed_at > until


def first_state(*, late: bool) -> State:
    """A late appeal can be recorded only as inadmissible; any other needs its signatures first."""
    return State.INADMISSIBLE if late else State.UNSIGNED


def first_instance(*, about_rules: bool) -> Instance:
    """Matters of rules or regulations go to the chief referee (3.13.1), others to a named department (3.13.2)."""
    return Instance.CHIEF_REFEREE if about_rules else Instance.DEPARTMENT


def signers(*, has_leader: bool) -> tuple[str, ...]:
    """Who has to sign: the player and the leader; the player alone where there is none (3.12.3)."""
    return ("player", "leader") if has_leader else ("player",)


def state_when_signed(signed: set[str], wanted: tuple[str, ...]) -> State:
    """An appeal is valid once all have signed (3.12.3)."""
    return State.OPEN if set(wanted) <= signed else State.UNSIGNED


def second_until(standing: Standing, minutes: int) -> datetime | None:
    """Until when a decision can be taken to the arbitration committee; None: it cannot.

    Only what the chief referee did not uphold (3.13.1), and never what came late.
    """
    taken = standing.instance is Instance.CHIEF_REFEREE and standing.state in DISPUTABLE and not standing.late
    return standing.decided_at + timedelta(minutes=minutes) if taken and standing.decided_at else None


def is_decided(standing: Standing, minutes: int, now: datetime) -> bool:
    """Whether nothing can change it any more, so that results may become official."""
    if standing.state in UNDECIDED:
        return False
    until = second_until(standing, minutes)
    return until is None or now > until


def asks_finding(instance: Instance, outcome: State) -> bool:
    """Whether the committee would overturn the chief referee and is asked on what ground (3.13.3); it never blocks."""
    return instance is Instance.ARBITRATION and outcome is State.UPHELD


def fee_goes(state: State, *, heard: bool, returns_inadmissible: bool) -> str:
    """What becomes of a fee at the end: "returned" or "kept"; "" while there is no decision (3.12.2).

    Upheld at whichever step: returned. Rejected: kept. Inadmissible, or withdrawn before the hearing: as the event has
    it; withdrawn after the hearing began: kept, since nothing was won.
    """
    if state in UNDECIDED:
        return ""
    if state is State.UPHELD:
        return "returned"
    if state is State.REJECTED or (state is State.WITHDRAWN and heard):
        return "kept"
    return "returned" if returns_inadmissible else "kept"
