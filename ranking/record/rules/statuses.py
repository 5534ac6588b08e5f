"""The statuses of results that were taken from a player (3.11.5)."""

from collections.abc import Mapping
from typing import Literal

#: Status of a taken result -> the reason why it does not count.
TAKEN: Mapping[str, Literal["disqualified", "rank_lost"]] = {"disqualified": "disqualified", "rank-lost": "rank_lost"}
