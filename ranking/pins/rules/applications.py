"""The steps of an application for a pin, and who may take them (A9 7; rulings: Classes and pins)."""

from typing import Literal

Act = Literal["answer", "claim", "withdraw", "ask", "grant", "refuse", "revoke"]

#: The world body issues pins 1 to this level, and two persons decide on them (A9 7.4).
WORLD_LEVELS = 3
#: The undecided states; a person may have one undecided application of each kind.
OPEN = ("submitted", "asked", "answered", "approved")
STATES = (*OPEN, "granted", "refused", "withdrawn", "revoked")
#: Act -> the states in which it is possible.
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
    """Return whether the world body decides: it issues pins 3 to 1 (A9 7.4), member organisations 9 to 4 (A9 7.3)."""
    return kind == "pin" and level <= WORLD_LEVELS


def deciders(kind: str, level: int) -> int:
    """Return how many different persons have to decide for the pin."""
    return 2 if of_world(kind, level) else 1


def grants_at_once(kind: str, level: int, state: str) -> bool:
    """Return whether one person's decision grants the pin from this state, so that many can be granted together."""
    return state in POSSIBLE["grant"] and deciders(kind, level) == 1


def against_deciding(kind: str, level: int, *, person: int | None, applicant: int, first: int | None) -> str:
    """Return why a person cannot decide on an application; empty if they can.

    ``person`` is the person of the deciding account (None: not linked), ``first`` the person who decided before.
    Answers "own" (no one may decide on their own pin), "unknown" (two persons decide, and this one is not known) or
    "same" (this person decided before).
    """
    if person is not None and person == applicant:
        return "own"
    if deciders(kind, level) == 1:
        return ""
    if person is None:
        return "unknown"
    return "same" if person == first else ""


def serial(body: str, number: int) -> str:
    """Return the printed number of a certificate: the body's id and its running number."""
    return f"{body.upper()}-{number:05d}"


def is_published(kind: str, level: int, *, agreed: bool) -> bool:
    """Return whether the register shows the pin: 3 to 1 always (A9 7.4), the others if the player agreed."""
    return agreed or of_world(kind, level)
