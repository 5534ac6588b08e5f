"""The id of this installation, and references that are valid on every installation.

A row that travels has the identity "installation:number": the installation that made it, and its number there. So it
keeps its identity on its way through several installations, and each of them can number it by itself.
"""

import re
from typing import NamedTuple
from uuid import UUID

from scoring.hand_over.models import Installation

#: A reference to an account of another installation, as columns for actors store it.
FOREIGN_ACCOUNT = re.compile(r"([0-9a-f]{32}):(account:\d+)")


class Identity(NamedTuple):
    """The identity of a row: the installation that made it, as 32 hexadecimal figures, and its number there."""

    installation: str
    number: int

    def __str__(self) -> str:
        return f"{self.installation}:{self.number}"


def identity_in(text: str) -> Identity:
    """Return the identity in a text; ValueError if it is none."""
    installation, _colon, number = text.partition(":")
    return Identity(UUID(installation).hex, int(number))


def own_installation() -> str:
    """Return the id of this installation; `scoring.hand_over.services.installing` makes it."""
    return Installation.objects.get().uid.hex
