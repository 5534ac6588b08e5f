"""The brackets of an event as pictures: boxes with headings, teams and points, for page, wall and paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.game.rules.table_points import TWELFTHS
from scoring.standings.rules.knockout.bracket import Match, Source
from scoring.standings.rules.knockout.picture import Picture, pages, picture
from scoring.standings.rules.knockout.results import PlayedMatch
from scoring.standings.selectors.knockouts import KnockOut, crossing_of, knockouts_of, places_of
from scoring.standings.selectors.standings import Standings
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage


@dataclass(frozen=True)
class BracketTeam:
    """A line of a box. ``team``: its number, None while it is not known; then ``name`` says where it comes from.

    ``through``: it goes on, or won the bracket. ``out``: it does not. ``tied``: the rule for ties decided its place.
    """

    team: int | None
    name: str
    place: int
    table_points: Fraction | None
    competition_points: int | None
    through: bool
    out: bool
    tied: bool


@dataclass(frozen=True)
class BracketBox:
    """A match in the picture: column and top in rows, height in rows, heading and teams."""

    number: int
    column: int
    top: float
    rows: int
    heading: str
    teams: Sequence[BracketTeam]


@dataclass(frozen=True)
class BracketPicture:
    """A bracket: its boxes, the headings of its columns (name, sessions), its size, and lines between boxes."""

    knockout: KnockOut
    title: str
    columns: Sequence[tuple[str, str]]
    boxes: Sequence[BracketBox]
    height: float
    lines: Sequence[tuple[BracketBox, BracketBox]]

    @property
    def champion(self) -> str:
        """The name of the team that won; empty before."""
        final = self.boxes[-1]
        return next((team.name for team in final.teams if team.place == 1), "")


def has_knockout(event: Event) -> bool:
    """Return whether a stage of the event is a knock-out of teams."""
    return event.stages.filter(method=Stage.Method.KNOCKOUT).exists()


def bracket_pictures(standings: Standings) -> list[BracketPicture]:
    """Return the pictures of the event's knock-outs, by the results of this view."""
    return [
        _picture(knockout, picture(_matches(knockout)), standings.team_names) for knockout in knockouts_of(standings)
    ]


def screen_pictures(standings: Standings, rows: int, columns: int) -> list[BracketPicture]:
    """Return the pictures of the event's knock-outs in parts of at most so many rows and columns, for large letters."""
    return [
        _picture(knockout, part, standings.team_names)
        for knockout in knockouts_of(standings)
        for part in pages(_matches(knockout), rows, columns)
    ]


def _matches(knockout: KnockOut) -> list[Match]:
    return [played.match for played in knockout.matches]


def _picture(knockout: KnockOut, drawn: Picture, names: Mapping[int, str]) -> BracketPicture:
    played = {match.match.number: match for match in knockout.matches}
    boxes = {
        box.match.number: BracketBox(
            box.match.number, box.column, box.top, box.rows, heading_of(knockout, box.match),
            teams_of(knockout, played[box.match.number], names),
        )
        for box in drawn.boxes
    }  # fmt: skip
    columns = [
        (round_name(knockout, number), _sessions(knockout, number)) if number else ("", "") for number in drawn.rounds
    ]
    lines = [(boxes[before], boxes[after]) for before, after in drawn.lines if not played[after].match.third]
    title = knockout.stage.name or _("Bracket")
    return BracketPicture(knockout, title, columns, [boxes[number] for number in sorted(boxes)], drawn.height, lines)


def teams_of(knockout: KnockOut, played: PlayedMatch, names: Mapping[int, str]) -> list[BracketTeam]:
    """Return the teams of a match; ``names``: the names of all teams by number."""
    return [_team(knockout, played, at, names) for at in range(len(played.teams))]


def _team(knockout: KnockOut, played: PlayedMatch, at: int, names: Mapping[int, str]) -> BracketTeam:
    team = played.teams[at]
    score = played.scores.get(team) if team is not None else None
    place = played.place(team)
    final = played.match.round == knockout.rounds
    through = bool(place) and place <= (1 if final else knockout.rule.go_on)
    return BracketTeam(
        team,
        names.get(team, str(team)) if team is not None else source_name(knockout, played.match.sources[at]),
        place,
        Fraction(score.table_points, TWELFTHS) if score else None,
        score.competition_points if score else None,
        through,
        bool(place) and not through,
        team in played.tied,
    )


def source_rank(knockout: KnockOut, source: Source) -> tuple[int, str]:
    """Return the rank from which a team comes into the bracket, and its place in a pool such as "A1" (empty: none)."""
    rank = crossing_of(knockout.stage, knockout.rule, knockout.teams)[source.seed - 1]
    places = places_of(knockout.stage, knockout.teams)
    return rank, str(places[rank - 1]) if places else ""


def source_name(knockout: KnockOut, source: Source) -> str:
    """Return where a team that is not known yet comes from."""
    if source.seed:
        rank, place = source_rank(knockout, source)
        return place or _("Rank %(rank)d") % {"rank": rank}
    return _("Match %(match)d, place %(place)d") % {"match": source.match, "place": source.place}


def heading_of(knockout: KnockOut, match: Match) -> str:
    """Return the heading of a match."""
    if match.third:
        return _("Third place")
    if match.round == knockout.rounds:
        return _("Final")
    return _("Match %(number)d") % {"number": match.number}


def round_name(knockout: KnockOut, number: int) -> str:
    """Return the name of a round: by how many teams are left."""
    if number == knockout.rounds:
        return _("Final")
    left = _teams_left(knockout, number)
    if left == 4 and knockout.rule.teams == 2:
        return _("Semi-finals")
    return _("Last %(teams)d teams") % {"teams": left}


def _teams_left(knockout: KnockOut, number: int) -> int:
    """Return how many teams are left at the start of a round, those with a bye included."""
    out = sum(
        len(played.match.sources) - knockout.rule.go_on for played in knockout.matches if played.match.round < number
    )
    return knockout.teams - out


def _sessions(knockout: KnockOut, number: int) -> str:
    sessions = knockout.sessions_of(number)
    if len(sessions) == 1:
        return _("Session %(number)d") % {"number": sessions[0]}
    return _("Sessions %(first)d–%(last)d") % {"first": sessions[0], "last": sessions[-1]}
