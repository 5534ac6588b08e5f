"""``POST /api/v1/score-hands``: the fan calculator for programs, with the shapes of ``manage.py score_hands``."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Field, Router, Schema, Status
from ninja.params.functions import Query

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from scoring.fans.rules import RULE_SETS, HandError, hand_from, score, scored_document
from scoring.fans.rules.documents import answer
from web.api.interface import Mistakes, mistakes

router = Router(tags=["hands"])
MOST = 200
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


class Names(Schema):
    """A fan's name."""

    zh: str
    en: str
    ja: str


class FanOut(Schema):
    """A fan that counts: `points` for one, `count` times."""

    no: int
    id: str
    name: Names
    points: int
    count: int


class ScoreOut(Schema):
    """The score of a hand. A hand that does not win has only `winning`; in a list, a wrong hand has only `error`."""

    winning: bool | None = None
    points: int | None = None
    without_flowers: int | None = None
    minimum_met: bool | None = None
    fans: list[FanOut] | None = None
    error: str | None = None


def _schema_of(schema: type[Schema]) -> dict[str, Any]:
    return schema.model_json_schema(ref_template="#/components/schemas/{model}") | {"additionalProperties": False}


def _request_body() -> dict[str, Any]:
    """Return the request body for OpenAPI: one hand, or a list of hands."""
    hand = _schema_of(HandIn)
    hand["properties"]["melds"]["items"] = _schema_of(MeldIn)
    hand.pop("$defs", None)
    several = {"type": "array", "items": hand, "maxItems": MOST}
    return {"required": True, "content": {"application/json": {"schema": {"oneOf": [hand, several]}}}}


@router.post(
    "/score-hands",
    response={200: ScoreOut | list[ScoreOut], 400: Mistakes, 422: Mistakes, 429: Mistakes},
    exclude_unset=True,
    openapi_extra={"requestBody": _request_body()},
    summary="Score winning hands",
)
def score_hands(
    request: HttpRequest, rules: Literal["wmo-2014", "guobiao", "gb-1998"] = Query("wmo-2014")
) -> Status[Any]:
    """Return the score of one hand, or for a list of hands the list of their scores in the same order.

    A wrong hand is an error of the request; in a list it has `error` in its place and the others are answered.
    """
    try:
        content = load(request.body)
    except FileErrors:
        return Status(400, mistakes("body", "is no JSON"))
    rule_set = RULE_SETS[rules]
    if isinstance(content, list):
        if len(content) > MOST:
            return Status(400, mistakes("body", f"{len(content)} hands; there are at most {MOST}"))
        return Status(200, [scored_document(document, rule_set) for document in content])
    try:
        return Status(200, answer(score(hand_from(content), rule_set)))
    except HandError as error:
        return Status(400, mistakes(error.where, error.message))
