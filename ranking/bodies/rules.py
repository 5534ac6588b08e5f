"""A body's interpretation of the parts of A9 that the text leaves open (rulings: Classes and pins)."""

from dataclasses import dataclass
from typing import Literal

#: Whether positive CP are those of the event's total or of each session.
Positive = Literal["competition", "session"]


@dataclass(frozen=True, slots=True)
class A9Interpretation:
    """How a body counts positive CP, and whether registered events below C count for pins."""

    positive_cp: Positive = "competition"
    below_c: bool = False


DEFAULT = A9Interpretation()
