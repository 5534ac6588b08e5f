"""The result of one check for the operator."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class State(StrEnum):
    """How a check ended; OFF is a part that is not set up and need not be."""

    OK = "ok"
    OFF = "off"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True)
class Diagnosis:
    """What a check found, one sentence, and what to do about it (empty: nothing)."""

    state: State
    finding: str
    advice: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the three fields by name."""
        return {name: str(value) for name, value in asdict(self).items()}


def worst(diagnoses: dict[str, Diagnosis]) -> State:
    """Return FAILED, WARNING or OK for all checks together."""
    states = {diagnosis.state for diagnosis in diagnoses.values()}
    return next((state for state in (State.FAILED, State.WARNING) if state in states), State.OK)
