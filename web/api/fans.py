"""``POST /api/v1/score-hands``: the fan calculator for programs, with the shapes of ``manage.py score_hands``."""

from typing import Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Router, Schema, Status
from ninja.params.functions import Query

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from scoring.calculators.rules.registry import CALCULATORS, scored_document
from scoring.tiles.rules.errors import HandError
from web.api.interface import Mistakes, mistakes

router = Router(tags=["hands"])
MOST = 200
# Keys that mean something only where they are given.
WITHOUT_DEFAULT = {"kongs", "first", "special"}
TILES = "Digits before m, p or s (characters, dots, bamboos), and E S W N C F P for winds and dragons: 123m 99p EEE"


class MeldIn(Schema):
    """A declared set."""

    kind: Literal["chow", "pung", "kong"]
    tiles: str = Field(description=TILES)
    concealed: bool = Field(False, description="a kong declared face down")


class HandIn(Schema):
    """A hand declared won."""

    hand: str = Field(description="what stands concealed, without the winning tile. " + TILES)
    win: str = Field(description="the winning tile")
    melds: list[MeldIn] = []
    self_drawn: bool = False
    last_of_kind: bool = Field(False, description="the other three of the winning tile lie open")
    wall_last: bool = Field(False, description="the wall is empty")
    kong: bool = Field(False, description="self-drawn: the replacement after a kong; else robbed from a kong")
    seat: Literal["E", "S", "W", "N"] = "E"
    round: Literal["E", "S", "W", "N"] = "E"
    flowers: int = Field(0, ge=0, le=8)


class ElementHandIn(Schema):
    """A hand declared won under `imj-0702`."""

    hand: str = Field("", description="what stands concealed, without the winning tile. " + TILES)
    win: str = Field("", description="the winning tile; a hand won on flowers, kongs or the deal may go without tiles")
    melds: list[MeldIn] = []
    self_drawn: bool = False
    last_of_kind: bool = Field(False, description="without meaning under these rules")
    wall_last: bool = Field(False, description="the wall is empty")
    kong: bool = Field(False, description="self-drawn: the tile after a kong; else robbed from a kong")
    kongs: int = Field(1, ge=1, le=3, description="the kongs formed in the turn of the win")
    first: Literal["heaven", "earth"] = Field("heaven", description="won before the first discard, or on it")
    special: Literal["seven-flowers", "eight-flowers", "kong-to-fourth"] = Field(
        "seven-flowers", description="what the hand is won on instead of tiles"
    )
    seat: Literal["E", "S", "W", "N"] = Field("E", description="seat number 1 to 4, from the dealer")
    round: Literal["E", "S", "W", "N"] = Field("E", description="round number 1 to 4")
    flowers: list[Literal["B1", "B2", "B3", "B4", "R1", "R2", "R3", "R4"]] = []
    limit: int = Field(15, ge=1, le=15, description="the agreed highest rank in fans")


class Names(Schema):
    """A fan's name."""

    zh: str
    en: str
    ja: str


class FanOut(Schema):
    """A fan or grade element that counts: `points` for one, `count` times; `no` of an element is its article."""

    no: int | str
    id: str
    name: Names
    points: int | float
    count: int


class ScoreOut(Schema):
    """The score of a hand. A hand that does not win has only `winning`; in a list, a wrong hand has only `error`."""

    winning: bool | None = None
    points: int | float | None = None
    without_flowers: int | float | None = None
    minimum_met: bool | None = None
    mados: int | None = Field(None, description="of `imj-0702`: what one player pays")
    fans: list[FanOut] | None = None
    error: str | None = None


def _schema_of(schema: type[Schema]) -> dict[str, Any]:
    return schema.model_json_schema(ref_template="#/components/schemas/{model}") | {"additionalProperties": False}


def _hand_schema(schema: type[Schema]) -> dict[str, Any]:
    hand = _schema_of(schema)
    hand["properties"]["melds"]["items"] = _schema_of(MeldIn)
    hand.pop("$defs", None)
    for name in WITHOUT_DEFAULT & set(hand["properties"]):
        hand["properties"][name].pop("default", None)
    return hand


def _request_body() -> dict[str, Any]:
    """Return the request body for OpenAPI: one hand, or a list of hands; first the Chinese rule sets, then IMJ."""
    shapes = []
    for hand in (_hand_schema(HandIn), _hand_schema(ElementHandIn)):
        shapes += [hand, {"type": "array", "items": hand, "maxItems": MOST}]
    return {"required": True, "content": {"application/json": {"schema": {"anyOf": shapes}}}}


@router.post(
    "/score-hands",
    response={200: ScoreOut | list[ScoreOut], 400: Mistakes, 422: Mistakes, 429: Mistakes},
    exclude_unset=True,
    openapi_extra={"requestBody": _request_body()},
    summary=gettext_noop("Score winning hands"),
    description=gettext_noop(
        "Return the score of one hand, or for a list of hands the list of their scores in the same order.\n\n"
        "A wrong hand is an error of the request; in a list it has `error` in its place and the others are answered."
    ),
)
def score_hands(
    request: HttpRequest, rules: Literal["wmo-2014", "guobiao", "gb-1998", "imj-0702"] = Query("wmo-2014")
) -> Status[Any]:
    """Answer with a score, or with a list of scores for a list of hands."""
    try:
        content = load(request.body)
    except FileErrors:
        return Status(400, mistakes("body", "is not JSON"))
    calculator = CALCULATORS[rules]
    if isinstance(content, list):
        if len(content) > MOST:
            return Status(400, mistakes("body", f"{len(content)} hands; there are at most {MOST}"))
        return Status(200, [scored_document(document, calculator) for document in content])
    try:
        return Status(200, calculator.answer(content))
    except HandError as error:
        return Status(400, mistakes(error.where, error.message))
