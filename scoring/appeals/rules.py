"""Rules of appeals: deadlines, deciding instances, states and fees (3.12, 3.13)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

#: The article that limits what the arbitration committee may overturn; therefore it states a finding.
REVIEW_ARTICLE = "3.13.3"


class State(StrEnum):
    """The states of an appeal."""

    UNSIGNED = "unsigned"
    OPEN = "open"
    UPHELD = "upheld"
    REJECTED = "rejected"
    INADMISSIBLE = "inadmissible"
    WITHDRAWN = "withdrawn"


class Instance(StrEnum):
    """The instance that decides a step."""

    CHIEF_REFEREE = "chief-referee"
    DEPARTMENT = "department"
    ARBITRATION = "arbitration"


#: The states before a decision.
UNDECIDED = (State.UNSIGNED, State.OPEN)
#: The outcomes that an instance may choose.
OUTCOMES = (State.UPHELD, State.REJECTED, State.INADMISSIBLE)
#: The outcomes that can be taken to the arbitration committee.
DISPUTABLE = (State.REJECTED, State.INADMISSIBLE)


@dataclass(frozen=True)
class Standing:
    """The facts about an appeal that the rules need; ``instance`` and ``decided_at`` are those of its last step."""

    state: State
    instance: Instance
    decided_at: datetime | None = None
    late: bool = False


def deadline(ended_at: datetime | None, minutes: int) -> datetime | None:
    """Return the deadline of appeals: ``minutes`` after the chief referee ended the session (3.12.2).

    None if the session has not ended: the appeal time has not begun, and every appeal is in time.
    """
    return ended_at + timedelta(minutes=minutes) if ended_at else None


def is_late(filed_at: datetime, deadline: datetime | None) -> bool:
    """Whether an appeal was filed after its deadline; exactly at the deadline is in time."""
    return deadline is not None and filed_at > deadline


def first_state(*, late: bool) -> State:
    """Return the first state: a late appeal is inadmissible; any other needs its signatures."""
    return State.INADMISSIBLE if late else State.UNSIGNED


def first_instance(*, about_rules: bool) -> Instance:
    """Return the chief referee for matters of rules or regulations (3.13.1), else a named department (3.13.2)."""
    return Instance.CHIEF_REFEREE if about_rules else Instance.DEPARTMENT


def signers(*, has_leader: bool) -> tuple[str, ...]:
    """Return who must sign: player and leader, or the player alone without a leader (3.12.3)."""
    return ("player", "leader") if has_leader else ("player",)


def state_when_signed(signed: set[str], wanted: tuple[str, ...]) -> State:
    """Return the state by its signatures: an appeal is valid once all wanted signers have signed (3.12.3)."""
    return State.OPEN if set(wanted) <= signed else State.UNSIGNED


def second_until(standing: Standing, minutes: int) -> datetime | None:
    """Return the deadline for taking a decision to the arbitration committee; None if that is not possible.

    It is possible only if the chief referee did not uphold the appeal (3.13.1), and never for a late appeal.
    """
    disputable = standing.instance is Instance.CHIEF_REFEREE and standing.state in DISPUTABLE and not standing.late
    return standing.decided_at + timedelta(minutes=minutes) if disputable and standing.decided_at else None


def is_decided(standing: Standing, minutes: int, now: datetime) -> bool:
    """Whether the decision is final at ``now``, so that results may become official."""
    if standing.state in UNDECIDED:
        return False
    deadline = second_until(standing, minutes)
    return deadline is None or now > deadline


def asks_finding(instance: Instance, outcome: State) -> bool:
    """Whether the committee overturns the chief referee and must state a finding (3.13.3); any finding is accepted."""
    return instance is Instance.ARBITRATION and outcome is State.UPHELD


def fee_goes(state: State, *, heard: bool, returns_inadmissible: bool, first: State | None = None) -> str:
    """Return how the fee ends: "returned" or "kept"; "" without a decision (3.12.2).

    Upheld at any step: returned. Rejected, or withdrawn after a hearing began: kept. Inadmissible, or withdrawn
    before the hearing: by the event's settings (``returns_inadmissible``). ``first`` is the decision of the first step,
    if there was a second one: a rejection stands if the second step is inadmissible or withdrawn.
    """
    if state in UNDECIDED:
        return ""
    if state is State.UPHELD:
        return "returned"
    if State.REJECTED in (state, first) or (state is State.WITHDRAWN and heard):
        return "kept"
    return "returned" if returns_inadmissible else "kept"
