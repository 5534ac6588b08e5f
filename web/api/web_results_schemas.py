"""What an authorised web site sends, and the answers."""

from datetime import date
from typing import Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict

from common.numbers import MOST
from web.api.interface import Mistakes

MOST_ROWS, MOST_LISTED = 5_000, 100
#: Field in JSON -> column of the sheet that the results become.
FIELDS = {
    "place": "place", "player": "site_player", "name": "name", "latin_name": "latin_name", "country": "country",
    "federation_number": "federation_number", "web_points": "web_points", "table_points": "table_points",
    "competition_points": "competition_points",
}  # fmt: skip
EventId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


class WebEventIn(Schema):
    """An event on the web site."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=200)
    starts: date
    ends: date
    sessions: int = Field(ge=1, le=99, description="sessions played; a class needs six (A9 5.3.1)")
    players: int | None = Field(None, ge=1, le=9_999, description="who started; left out: as many as results")
    country: str = Field("", pattern="^([A-Z]{2})?$")
    place: str = Field("", max_length=200)
    rules: Literal["wmo-2014", "guobiao", "gb-1998", "imj-0702"] = "wmo-2014"
    sanctioned: bool = Field(
        False,
        deprecated=True,
        exclude=True,
        description="not read any more: the register of sanctioned events decides (A9 4.4)",
    )
    sanction_number: str = Field("", max_length=60)


class WebResultIn(Schema):
    """A player's result."""

    model_config = ConfigDict(extra="forbid")

    place: Annotated[int, Field(ge=1, le=MOST)] | Literal["withdrawn", "disqualified", "rank-lost", "unranked"]
    player: str = Field("", max_length=100, description="the site's own name for the player, always the same")
    name: str = Field(min_length=1, max_length=200, description="the player's real name, as on a certificate")
    latin_name: str = Field("", max_length=200)
    country: str = Field("", pattern="^([A-Z]{2})?$")
    federation_number: str = Field("", max_length=30)
    web_points: int = Field(ge=0, le=10_000_000)
    table_points: int | str = Field("", description='such as "25", "7/3"; counts for no pin')
    competition_points: int | None = Field(None, ge=-MOST, le=MOST, description="counts for no pin")


class WebResultsIn(Schema):
    """An event with all its results."""

    model_config = ConfigDict(extra="forbid")

    event: WebEventIn
    results: list[WebResultIn] = Field(min_length=1, max_length=MOST_ROWS)


class WebResultsOut(Schema):
    """The state of results that were sent.

    `state`: waiting, taken (in the record), declined (with `reason`), lapsed (not looked at in time), withdrawn
    (removed from the record). `undecided` rows wait for a decision on their person; `class` is empty below class C.
    """

    event: str
    state: str
    rows: int
    unchanged: bool | None = None
    correction: bool | None = None
    undecided: int | None = None
    letter: str | None = Field(None, alias="class")
    reason: str | None = None
    version: int | None = None


Answers = {
    200: WebResultsOut, 202: WebResultsOut, 400: Mistakes, 401: Mistakes, 409: Mistakes, 422: Mistakes, 429: Mistakes
}  # fmt: skip
CSV_BODY = {"requestBody": {"required": True, "content": {"text/csv": {"schema": {"type": "string"}}}}}


def json_body() -> dict[str, Any]:
    schema = WebResultsIn.model_json_schema()
    parts = schema.pop("$defs")
    schema["properties"]["event"] = parts["WebEventIn"]
    schema["properties"]["results"]["items"] = parts["WebResultIn"]
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
