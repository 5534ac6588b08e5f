"""The shape of a package's content: the public data of an event (docs/publishing.md).

The hall writes it and the server reads it with these classes. A server ignores what a newer program adds.
"""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

Number = Annotated[int, Field(ge=1, le=100_000)]
Points = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
Text = Annotated[str, Field(max_length=200)]
#: An integer or a fraction: "4", "7/3".
Exact = Annotated[str, Field(pattern=r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8})?$")]
Country = Annotated[str, Field(pattern=r"^[A-Z]{0,3}$")]

MOST_PLAYERS, MOST_SESSIONS, MOST_TABLES = 5_000, 100, 1_500


class EventHead(BaseModel):
    """What the event is."""

    id: Text
    name: Text
    country: Country = ""
    place: Text = ""
    time_zone: Annotated[str, Field(max_length=64)] = ""
    starts: date | None = None
    ends: date | None = None
    rules: Text
    sessions: Number


class Status(BaseModel):
    """Whether the results are official: the fields of `scoring.releases.selectors.status.ReleaseStatus`."""

    last_session: Annotated[int, Field(ge=0, le=1_000)]
    released_at: datetime | None = None
    official_since: datetime | None = None
    appeals_until: datetime | None = None
    undecided: Annotated[int, Field(ge=0, le=10_000)] = 0
    correcting: bool = False


class Player(BaseModel):
    """An entry, by its number."""

    number: Number
    name: Text
    latin_name: Text = ""
    country: Country = ""
    team: Number | None = None
    kind: Literal["player", "filler", "reserve"] = "player"


class Unit(BaseModel):
    """A team or a group."""

    number: Number
    name: Text


class Result(BaseModel):
    """A player's result of one session."""

    session: Number
    table_points: Exact
    competition_points: Points


class PlayerLine(BaseModel):
    """A line of the individual standings; competition points may be a fraction after a stage that carries half."""

    rank: Number | None
    number: Number
    table_points: Exact
    competition_points: Exact
    status: Text
    sessions: Annotated[list[Result], Field(max_length=MOST_SESSIONS)]


class UnitLine(BaseModel):
    """A line of the standings of teams or groups."""

    rank: Number | None
    number: Number
    table_points: Exact
    competition_points: Exact


class Sitter(BaseModel):
    """A person at a seat: the number of an entry, or the name of somebody who is not entered."""

    number: Number | None = None
    name: Text = ""


class Seat(BaseModel):
    """A seat of a table: the starting wind, who sat there one after the other, and the released result."""

    wind: Literal["E", "S", "W", "N"]
    people: Annotated[list[Sitter], Field(max_length=20)]
    table_points: Exact | None = None
    competition_points: Points | None = None


class Table(BaseModel):
    """A table; ``at`` and ``room`` say where it is if it was moved."""

    number: Number
    at: Number | None = None
    room: Text = ""
    seats: Annotated[list[Seat], Field(max_length=4)]


class Session(BaseModel):
    """A session; it has tables once its draw is released, and results once it is released."""

    number: Number
    starts: datetime | None = None
    released: datetime | None = None
    tables: Annotated[list[Table], Field(max_length=MOST_TABLES)]


class PublicData(BaseModel):
    """Everything of an event that a package holds."""

    format: Literal["pinju-public/1"]
    event: EventHead
    status: Status
    players: Annotated[list[Player], Field(max_length=MOST_PLAYERS)]
    teams: Annotated[list[Unit], Field(max_length=MOST_PLAYERS)]
    groups: Annotated[list[Unit], Field(max_length=MOST_PLAYERS)]
    individual: Annotated[list[PlayerLine], Field(max_length=MOST_PLAYERS)]
    team_lines: Annotated[list[UnitLine], Field(max_length=MOST_PLAYERS)]
    group_lines: Annotated[list[UnitLine], Field(max_length=MOST_PLAYERS)]
    sessions: Annotated[list[Session], Field(max_length=MOST_SESSIONS)]

    @model_validator(mode="after")
    def _known_numbers(self) -> "PublicData":
        """Refuse lines about numbers that have no name."""
        players = {player.number for player in self.players}
        named = (
            (self.individual, players),
            (self.team_lines, {unit.number for unit in self.teams}),
            (self.group_lines, {unit.number for unit in self.groups}),
        )
        for lines, numbers in named:
            if not {line.number for line in lines} <= numbers:
                raise ValueError("a line of the standings names an unknown number")
        return self
