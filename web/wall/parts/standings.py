"""Pages of standings on a screen: 20 lines in a block; larger letters and more columns where the names leave room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from scoring.display.models.screens import ScreenPart
from web.shared.viewer import ViewerContext
from web.wall.names import (
    FITS_BARS,
    FITS_LARGE,
    FITS_LARGE_BARS,
    FITS_LARGE_TEAM,
    FITS_LARGEST,
    FITS_RANKS,
    FITS_TEAM,
    FITS_TEAM_NAME,
    FITS_TEAM_NAME_LARGE,
    widest,
)
from web.wall.parts.cuts import coming_with_rule

#: The lines of a block, with letters of 3% of the screen's height.
RANKS = 20
#: The most lines of standings that fit with larger letters, and with the largest.
FEW, FEWEST = 13, 8
#: The most lines of two blocks that fit with larger letters on an upright screen, where they are below each other.
SHORT = 30
#: Ranks that standings mark.
PODIUM = (1, 2, 3)
#: Kind of a part with standings -> heading of the names.
WHOSE: Mapping[str, Any] = {
    ScreenPart.Kind.STANDINGS: gettext_lazy("Player"),
    ScreenPart.Kind.TEAMS: gettext_lazy("Team"),
    ScreenPart.Kind.GROUPS: gettext_lazy("Group"),
}


@dataclass(frozen=True)
class StandingsPages:
    """The released standings of players, teams or groups (``lines``), on pages of one or two blocks."""

    reader: ViewerContext
    part: ScreenPart
    lines: Sequence[Any]

    @property
    def players(self) -> bool:
        return self.part.kind == ScreenPart.Kind.STANDINGS

    @cached_property
    def blocks(self) -> int:
        return 1 if len(self.lines) <= RANKS or self._widest(self.lines) > FITS_RANKS else 2

    @property
    def pages(self) -> int:
        return ceil(len(self.lines) / (RANKS * self.blocks))

    def page(self, number: int) -> str:
        """Render a page, from 1."""
        size, event = RANKS * self.blocks, self.reader.event
        lines = self.lines[(number - 1) * size : number * size]
        columns = self._columns(lines)
        coming, rule = coming_with_rule(self.reader.standings, self.part.kind)
        rows = [(line, self._widest([line]) > columns["fits"]) for line in lines]
        context: dict[str, Any] = {"blocks": [rows[start : start + RANKS] for start in range(0, len(rows), RANKS)]}
        context |= {"wide": self.blocks == 1, "short": self.blocks == 2 and len(lines) <= SHORT}
        context |= {"title": self.part.get_kind_display(), "after": self.reader.after, "players": self.players}
        context |= {"whose": WHOSE[self.part.kind], "podium": PODIUM, "event": event}
        context |= {"provisional": not self.reader.status.official, "coming": coming, "rule": rule}
        return render_to_string("wall/_standings.html", context | columns | {"page": number, "pages": self.pages})

    def _widest(self, lines: Sequence[Any]) -> float:
        return widest(line.entry.name if self.players else line.name for line in lines)

    def _columns(self, lines: Sequence[Any]) -> dict[str, Any]:
        """Return the size of letters, the columns for which the names of a page leave room, and what fits in a line."""
        longest = self._widest(lines)
        teams = widest(line.entry.team_name or "" for line in lines) if self.players else 0
        if len(self.lines) <= FEW:
            team = self.players and longest <= FITS_LARGE_TEAM and teams <= FITS_TEAM_NAME_LARGE
            bars = self.players and not team and longest <= FITS_LARGE_BARS
            fewest = not self.players and len(self.lines) <= FEWEST
            fits = FITS_LARGEST if fewest else FITS_LARGE
            return {"few": True, "fewest": fewest, "team": team, "bars": bars, "fits": fits}
        team = self.players and self.blocks == 1 and longest <= FITS_TEAM and teams <= FITS_TEAM_NAME
        return {"few": False, "team": team, "bars": self.players and longest <= FITS_BARS, "fits": inf}
