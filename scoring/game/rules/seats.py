"""Seats of a table.

The *starting seat* identifies a player: the player's wind in the first round by the table draw.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Seat = Literal["E", "S", "W", "N"]
#: The starting seats that sit East, South, West, North in a round.
SeatOrder = tuple[Seat, ...]
#: Round -> its seat order, for rounds that were not seated as planned; dealer and winds of the round follow.
ActualSeating = Mapping[int, SeatOrder]

SEATS: tuple[Seat, Seat, Seat, Seat] = ("E", "S", "W", "N")
AS_PLANNED: ActualSeating = MappingProxyType({})
