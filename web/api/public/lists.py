"""``/api/v1/record``: players by a statistic, and won hands with recorded tiles."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Schema, Status

from ranking.lists.rules import STATISTICS
from ranking.lists.selectors.hands import GalleryHand, gallery_hands, gallery_ids
from ranking.lists.selectors.players import NamedLines, PlayerLine, player_lines
from ranking.lists.selectors.scopes import Scope
from web.api.public.reading import Answers, ListAnswers, Person, Start, Text, absent, page_of, person_of, public_router

Year = Annotated[int, Field(ge=1, le=9_999)]


class StatisticOut(Person):
    """A line of a list by a statistic; the value is exact, as text."""

    rank: int
    country: str
    value: str


class StatisticsOut(Schema):
    """Players by a statistic."""

    statistic: str
    lines: list[StatisticOut]
    next: int | None


class HandOut(Schema):
    """A won hand: its tiles as `score-hands` takes them, declared and calculated points, and where it was played."""

    id: int
    points: int
    calculated: int
    tiles: dict[str, Any]
    rules: str
    event: str
    session: int
    table: int
    hand: int
    winner: Person


class HandsOut(Schema):
    """Won hands with recorded tiles."""

    hands: list[HandOut]
    next: int | None


router = public_router("lists")


@router.get(
    "/record/players",
    response={200: StatisticsOut, **ListAnswers},
    summary=gettext_noop("Players by a statistic"),
    description=gettext_noop(
        "Return up to 500 players from position `start` on. `event`, `series`, `year` and `country` (of the event) "
        "limit the results; `home` is the country of the players; `least` the fewest sessions or hands."
    ),
)
def players(
    request: HttpRequest,
    by: Literal[*STATISTICS] = "events",  # type: ignore[valid-type]
    event: Text = "",
    series: Text = "",
    year: Year | None = None,
    country: Text = "",
    home: Text = "",
    least: Start | None = None,
    start: Start = 0,
) -> dict[str, Any]:
    """Answer with a page of the list."""
    statistic = STATISTICS[by]
    number = statistic.least if least is None else least
    listed = player_lines(Scope(event, series, year, country), statistic, number, home)
    lines, following = page_of(NamedLines(listed), start)
    return {"statistic": by, "lines": [_line(line) for line in lines], "next": following}


@router.get(
    "/record/hands",
    response={200: HandsOut, **ListAnswers},
    summary=gettext_noop("Hand gallery"),
    description=gettext_noop("Return up to 500 won hands with recorded tiles from position `start` on, by points."),
)
def hands(
    request: HttpRequest,
    event: Text = "",
    series: Text = "",
    year: Year | None = None,
    country: Text = "",
    start: Start = 0,
) -> dict[str, Any]:
    """Answer with a page of the gallery."""
    ids, following = page_of(gallery_ids(Scope(event, series, year, country)), start)
    return {"hands": [_hand(hand) for hand in gallery_hands(ids)], "next": following}


@router.get(
    "/record/hands/{hand}",
    response={200: HandOut, **Answers},
    summary=gettext_noop("Hand of the gallery"),
    description=gettext_noop("Return one won hand of the gallery by its number."),
)
def hand(request: HttpRequest, hand: Annotated[int, Field(ge=1, lt=2**63)]) -> Any:
    """Answer with a hand; 404 if it is not in the gallery."""
    hands = gallery_hands([hand])
    return Status(200, _hand(hands[0])) if hands else absent("hand")


def _line(line: PlayerLine) -> dict[str, Any]:
    return person_of(line.name) | {
        "rank": line.line.rank,
        "country": line.country,
        "value": str(line.line.value),
    }


def _hand(hand: GalleryHand) -> dict[str, Any]:
    names = ("points", "calculated", "tiles", "rules", "session", "table")
    place = {"event": hand.slug, "id": hand.pk, "hand": hand.no, "winner": person_of(hand.winner)}
    return {name: getattr(hand, name) for name in names} | place
