"""What a scoring device sends, and the answers."""

from typing import Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict, ValidationError

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from scoring.game.rules.game import Game
from scoring.game.rules.imj.game import IMJ
from scoring.sheets.rules.documents import points_in
from scoring.sheets.services.facts.hands import HandFacts
from web.api.devices.refusals import NotWritten
from web.api.interface import Mistake, Mistakes, mistakes

SeatLetter = Literal["E", "S", "W", "N"]
OF_IMJ, OF_OTHERS = ("fans", "robbed", "bound", "false_wins"), ("points",)


class WrittenHandIn(Schema):
    """A hand as in an event file; seats are the starting seats of the table."""

    model_config = ConfigDict(extra="forbid", strict=True)

    no: int | None = Field(None, description="left out, or the number in the address")
    winner: SeatLetter | None = Field(description="null: a drawn or aborted hand")
    discarder: SeatLetter | None = Field(None, description="left out: self-drawn")
    points: int | None = Field(None, ge=0, description="the winner's points, flowers included")
    fans: float | None = Field(
        None, ge=0.5, le=60, multiple_of=0.5, description="of `imj-0702`, in place of points: the declared rank"
    )
    aborted: bool = Field(False, description="the referee ended the hand")
    robbed: bool = Field(False, description="of `imj-0702`: robbed from the discarder's kong")
    bound: SeatLetter | None = Field(None, description="of `imj-0702`: who is bound to lose and pays for all")
    false_wins: list[SeatLetter] = Field([], max_length=4, description="of `imj-0702`: who declared a false win")
    acknowledged: list[str] = Field(
        [], max_length=20, description="the codes of the questions of a 409 that a person answered with yes"
    )

    def of_other_games(self, game: Game) -> list[str]:
        """Return the names of the given fields that a hand of this game does not have."""
        return [name for name in (OF_OTHERS if game.key == IMJ.key else OF_IMJ) if getattr(self, name)]

    def facts(self, no: int) -> HandFacts:
        """Return the hand with its number, as the service takes it."""
        values = self.model_dump(exclude={"no", "acknowledged", "fans"})
        values["points"] = points_in({"points": self.points, "fans": self.fans})
        return HandFacts(no=no, **values)


def hand_body() -> dict[str, Any]:
    """Return the request body for OpenAPI; it is read from the text, so that each error is at its field."""
    schema = WrittenHandIn.model_json_schema()
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def hand_in(body: bytes, no: int, game: Game) -> WrittenHandIn:
    """Return the hand in the body of a request for hand ``no``; raises NotWritten with every error at its field."""
    try:
        document = load(body)
    except FileErrors:
        raise NotWritten(400, mistakes("body", "is not JSON")) from None
    try:
        hand = WrittenHandIn.model_validate(document)
    except ValidationError as error:
        faults = [
            (".".join(str(part) for part in fault["loc"]) or "body", str(fault["msg"])) for fault in error.errors()
        ]
    else:
        faults = [(name, "no hand has it under the rules of this event") for name in hand.of_other_games(game)]
        if hand.no not in (None, no):
            faults.append(("no", f"the address names hand {no}"))
        if not faults:
            return hand
    raise NotWritten(422, {"errors": [{"where": where, "message": message} for where, message in faults]})


class NextHandOut(Schema):
    """The hand to write next: its dealer, and the wind of each starting seat in it."""

    no: int
    period: int
    round: int
    dealer: str
    winds: dict[str, str]


class LiveSheetOut(Schema):
    """A sheet as it stands: entry numbers by starting seat, hands, signed totals, all as in an event file.

    `version` is that of the header `ETag`. `state` is "open", "checked", "signed" or "confirmed"; hands are written in
    the first two. `sums` is what the hands and penalties give so far by seat. `next` is null if all hands are written.
    """

    event: str
    session: int
    table: int
    rules: str
    version: int
    state: str
    seats: dict[str, int]
    hands: list[dict[str, Any]]
    totals: dict[str, int]
    sums: dict[str, int]
    next: NextHandOut | None


class WrittenOut(Schema):
    """The saved hand (null: it was removed), and the new version of the sheet.

    `merged`: somebody else changed the sheet since the version in `If-Match`, and nothing of that is lost. Read the
    sheet again before you write the next hand.
    """

    version: int
    state: str
    merged: bool
    hand: dict[str, Any] | None


class ChangedOut(Schema):
    """The hand was changed since the version in `If-Match`: its current value (null: removed), and the version now."""

    errors: list[Mistake]
    version: int
    hand: dict[str, Any] | None


class QuestionOut(Schema):
    """A question about an unlikely value, with its code for `acknowledged`."""

    code: str
    message: str


class QuestionsOut(Schema):
    """Questions that a person has to answer before the hand is written."""

    errors: list[Mistake]
    questions: list[QuestionOut]


Answers = {401: Mistakes, 403: Mistakes, 404: Mistakes, 422: Mistakes, 429: Mistakes}
WriteAnswers = {200: WrittenOut, 412: ChangedOut, 428: Mistakes, 507: Mistakes, **Answers}
