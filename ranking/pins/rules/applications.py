"""From the application for a pin to the certificate: who may do what when (A9 7; rulings: Classes and pins)."""

from typing import Literal

Act = Literal["answer", "claim", "withdraw", "ask", "grant", "refuse", "revoke"]

#: From the highest pin down to this one the world body issues, and two persons decide (A9 7.4).
WORLD_LEVELS = 3
#: Still undecided: one may be open for each kind and person.
OPEN = ("submitted", "asked", "answered", "approved")
STATES = (*OPEN, "granted", "refused", "withdrawn", "revoked")
#: In which states an act is possible.
POSSIBLE: dict[Act, tuple[str, ...]] = {
    "answer": ("asked",),
    "claim": ("submitted", "asked", "answered"),
    "withdraw": OPEN,
    "ask": ("submitted", "answered", "approved"),
    "grant": ("submitted", "answered", "approved"),
    "refuse": OPEN,
    "revoke": ("granted",),
}


def of_world(kind: str, level: int) -> bool:
    """Whether the world body decides: pins 3 to 1 (A9 7.4); 9 to 4 are the member organisations' (A9 7.3)."""
    return kind == "pin" and level <= WORLD_LEVELS


def deciders(kind: str, level: int) -> int:
    """How many different persons have to decide for it."""
    return 2 if of_world(kind, level) else 1


def grants_at_once(kind: str, level: int, state: str) -> bool:
    """Whether one person's decision grants it from this state on: such can be granted many together."""
    return state in POSSIBLE["grant"] and deciders(kind, level) == 1


def against_deciding(kind: str, level: int, *, person: int | None, applicant: int, first: int | None) -> str:
    """Why this person cannot decide for an application; empty: may.

    ``person`` is whose account decides (None: linked to nobody), ``first`` who decided before. Answers "own" (nobody
    decides for the own pin), "unknown" (where two persons decide each must be known), "same" (decided before).
    """
    if person is not None and person == applicant:
        return "own"
    if deciders(kind, level) == 1:
        return ""
    if person is None:
        return "unknown"
    return "same" if person == first else ""


def serial(body: str, number: int) -> str:
    """The number of a certificate as people read it: the body's id and its running number."""
    return f"{body.upper()}-{number:05d}"


def is_published(kind: str, level: int, *, agreed: bool) -> bool:
    """Whether the register shows it: pins 3 to 1 always (A9 7.4), the others if the player agrees."""
    return agreed or of_world(kind, level)
