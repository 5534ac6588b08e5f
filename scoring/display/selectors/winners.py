"""The winners of awards, by the results or as chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scoring.display.models.ceremonies import Award, AwardWinner
from scoring.display.models.screens import ScreenPicture
from scoring.display.rules.ceremony import awarded
from scoring.display.selectors.awards import awards_of
from scoring.display.selectors.screens import player_photos
from scoring.sheets.rules.view import View
from scoring.standings.rules.standings import MemberShare, PlayerStanding, UnitStanding
from scoring.standings.selectors.standings import NamedEntry, Standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


@dataclass(frozen=True)
class Winner:
    """The winner of a place as shown: a player, team or group, by ``kind`` and ``number``.

    ``members``: the members of a team or group whose results count, ``shares``: what each brings, in the same order.
    Points are set for rankings only. ``photo``: the version of the player's photo; empty without one.
    """

    place: int
    kind: str
    number: int
    name: str
    latin_name: str = ""
    country: str = ""
    team: str = ""
    members: tuple[NamedEntry, ...] = ()
    shares: tuple[MemberShare, ...] = ()
    table_points: Fraction | None = None
    competition_points: int | Fraction | None = None
    note: str = ""
    photo: str = ""

    @property
    def member_lines(self) -> list[tuple[NamedEntry, MemberShare]]:
        """Return each member with its share."""
        return list(zip(self.members, self.shares, strict=True))

    @property
    def points(self) -> int | None:
        """The points of the hand that won the award, if the note is a number."""
        return int(self.note) if self.note.isascii() and self.note.isdecimal() else None


@dataclass(frozen=True)
class AwardWithWinners:
    """An award and its winners, best place first."""

    award: Award
    winners: tuple[Winner, ...]

    def at(self, place: int) -> list[Winner]:
        """Return the winners of this place."""
        return [winner for winner in self.winners if winner.place == place]


class Winners:
    """The winners of the event's awards: by the results confirmed so far for rankings, otherwise as chosen.

    It includes results that are not public yet: only for officials, papers and the steps of the ceremony. With
    ``own_names`` it has the real names of players who refused public names, for papers that they receive themselves;
    with ``photos`` the photos of players.
    """

    def __init__(self, event: Event, *, own_names: bool = False, photos: bool = False) -> None:
        self.event, self.own_names, self.photos = event, own_names, photos

    @cached_property
    def names(self) -> Mapping[int, NamedEntry]:
        """The entries with their names, by number."""
        return Standings(self.event, View(True, 0)).names if self.own_names else self.standings.names

    @cached_property
    def standings(self) -> Standings:
        """The standings after all sessions, as they will be public."""
        return Standings(self.event, View(False, self.event.planned_sessions))

    def of_ranking(self, award: Award) -> list[Winner]:
        """Return the winners of the award's ranking, best first."""
        if award.kind == Award.Kind.INDIVIDUAL:
            lines = ((line.rank, line.number) for line in self.standings.individual())
        else:
            units = self.standings.teams() if award.kind == Award.Kind.TEAMS else self.standings.groups()
            lines = ((line.rank, line.number) for line in units)
        kind = {Award.Kind.TEAMS: "team", Award.Kind.GROUPS: "group"}.get(Award.Kind(award.kind), "player")
        return [self._winner(kind, number, place, ranked=True) for place, number in awarded(lines, award.places)]

    @cached_property
    def awards(self) -> list[Award]:
        """The event's awards with stored winners: chosen ones, and the snapshot of rankings."""
        return list(awards_of(self.event))

    def awards_with_winners(self, *, frozen: bool = False) -> list[AwardWithWinners]:
        """Return the awards with their winners; ``frozen``: with the snapshot of rankings from the first step."""
        awards = []
        for award in self.awards:
            if award.ranked and not frozen:
                winners = self.of_ranking(award)
            else:
                winners = [self._stored(row, award.ranked) for row in award.winners.all()]
            awards.append(AwardWithWinners(award, tuple(winners)))
        return awards

    def _stored(self, row: AwardWinner, ranked: bool) -> Winner:
        if row.entry is not None:
            return self._winner("player", row.entry.number, row.place, row.note, ranked=ranked)
        unit = row.team or row.group
        assert unit is not None  # a constraint
        return self._winner("team" if row.team else "group", unit.number, row.place, row.note, ranked=ranked)

    def _winner(self, kind: str, number: int, place: int, note: str = "", *, ranked: bool) -> Winner:
        if kind == "player":
            return self._player(number, place, note, ranked=ranked)
        lines = self._team_lines if kind == "team" else self._group_lines
        names = self.standings.team_names if kind == "team" else self.standings.group_names
        line = lines.get(number)
        shares = tuple(member for member in line.members if self._is_shown(member)) if line else ()
        return Winner(
            place,
            kind,
            number,
            names[number],
            members=tuple(self.names[share.number] for share in shares),
            shares=shares,
            table_points=line.table_points if line else None,
            competition_points=line.competition_points if line else None,
            note=note,
        )

    def _is_shown(self, member: MemberShare) -> bool:
        """Whether a member's results count; one who left without playing, such as for a substitute, has none."""
        has_left = self.names[member.number].status == Entry.Status.WITHDRAWN
        return member.counts and not (has_left and not member.results)

    def _player(self, number: int, place: int, note: str, *, ranked: bool) -> Winner:
        entry = self.names[number]
        line = self._player_lines.get(number) if ranked else None
        return Winner(
            place,
            "player",
            number,
            entry.name,
            entry.latin_name,
            entry.country,
            entry.team_name or "",
            table_points=line.table_points if line else None,
            competition_points=line.competition_points if line else None,
            note=note,
            photo=self._photos[number].digest[:8] if number in self._photos else "",
        )

    @cached_property
    def _photos(self) -> dict[int, ScreenPicture]:
        return player_photos(self.event) if self.photos else {}

    @cached_property
    def _player_lines(self) -> dict[int, PlayerStanding]:
        return {line.number: line for line in self.standings.individual()}

    @cached_property
    def _team_lines(self) -> dict[int, UnitStanding]:
        return {line.number: line for line in self.standings.teams()}

    @cached_property
    def _group_lines(self) -> dict[int, UnitStanding]:
        return {line.number: line for line in self.standings.groups()}
