"""Score sheets for paper (A5): empty ones from the chart, or filled with what their sheet holds now."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from django.utils.translation import gettext as _

from scoring.game.rules.seats import RealPlaces, Seat
from scoring.game.rules.table_points import table_points
from scoring.sheets.models.facts import Signature
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.facts.table_sheet import HandLine, TableSheet
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.seating.selectors.seating import Seating
from tournament.seating.selectors.seats import PublicSeat
from tournament.wording import WINDS


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a starting seat, and who took over: from which hand, number and name."""

    number: int | None
    name: str
    latin_name: str = ""
    country: str = ""
    later: tuple[tuple[int, str], ...] = ()

    @property
    def lines(self) -> list[str]:
        """The name, of who sat alone with the one in Latin letters; "5: 48 Name" for each who took over from hand 5."""
        latin = self.latin_name if self.latin_name != self.name and not self.later else ""
        return [f"{self.name} {latin}".strip(), *(f"{hand}: {name}" for hand, name in self.later)]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One table of one session as it is printed; everything from ``hands`` on is empty on an empty sheet.

    ``scores`` are competition points, ``points`` twelfths of table points; ``signed`` seat or office -> who signed;
    ``rounds`` those that were not seated by A4.
    """

    session: int
    table: int
    sitters: Mapping[Seat, Sitter]
    starts: datetime | None = None
    ends: datetime | None = None
    hands: tuple[HandLine, ...] = ()
    scores: Mapping[Seat, int] = field(default_factory=dict)
    points: Mapping[Seat, int] = field(default_factory=dict)
    penalties: Mapping[Seat, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    signed: Mapping[str, str] = field(default_factory=dict)
    rounds: RealPlaces = field(default_factory=dict)


def score_sheets(
    event: Event, session: int, *, tables: Collection[int] | None = None, filled: bool = False
) -> list[ScoreSheet]:
    """The sheets of a session in table order (``tables``: only these numbers), empty or filled.

    A session without a chart has none. A constant number of queries.
    """
    wanted = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    if tables is not None:
        wanted = wanted.filter(table__number__in=tables)
    wanted = wanted.select_related("table__session__event__scoring_settings", "table__session__event__play_settings")
    facts = sheet_facts(wanted)
    sheets = [one.sheet.pk for one in facts] if filled else []
    signatures, rulings = _signatures(sheets), _rulings(sheets)
    made = [_score_sheet(one, signatures.get(one.sheet.pk, {}), rulings.get(one.sheet.pk, []), filled) for one in facts]
    return sorted(made, key=lambda one: one.table)


def drafted_sheets(event: Event, seating: Seating, session: int) -> list[ScoreSheet]:
    """Empty sheets of a session in table order as the seats have it that no table exists for yet: of a draft."""
    minutes = timedelta(minutes=event.play_settings.session_minutes)
    starts = seating.starts.get(session)
    return [
        ScoreSheet(
            session,
            table,
            {cast(Seat, seat.wind): _of_seat(seat) for seat in seats},
            starts,
            starts + minutes if starts else None,
        )
        for table, seats in sorted(seating.by_session.get(session, {}).items())
    ]


def sheet_versions_of(event: Event) -> dict[tuple[int, int], int]:
    """(session, table) -> the version of its sheet."""
    found = Sheet.objects.filter(table__session__event=event)
    rows = found.values_list("table__session__number", "table__number", "version")
    return {(session, table): version for session, table, version in rows}


def unconfirmed(event: Event) -> set[tuple[int, int]]:
    """(session, table) of every sheet that is not confirmed."""
    found = Sheet.objects.filter(table__session__event=event).exclude(state=Sheet.State.CONFIRMED)
    return set(found.values_list("table__session__number", "table__number"))


def _of_seat(seat: PublicSeat) -> Sitter:
    one = seat.sitter
    return Sitter(one.number, one.name, one.latin_name, one.country)


def _signatures(sheets: list[int]) -> dict[int, dict[str, str]]:
    found: dict[int, dict[str, str]] = {}
    rows = Signature.objects.current().filter(sheet__in=sheets, step=Signature.Step.SIGN)
    for signature in rows:
        found.setdefault(signature.sheet_id, {})[signature.signer] = signature.name
    return found


def _rulings(sheets: list[int]) -> dict[int, list[str]]:
    """Sheet id -> what referees ruled there, each in a line with who did (3.9.1.4)."""
    found: dict[int, list[str]] = {}
    for one in Ruling.objects.filter(sheet__in=sheets).order_by("number"):
        words = one.decision or _("The hand stands as written.")
        hand = [_("Hand %(no)s") % {"no": one.hand_no}] if one.hand_no else []
        found.setdefault(one.sheet_id, []).append(" · ".join(filter(None, [*hand, words, one.article, one.by])))
    return found


def _score_sheet(facts: SheetFacts, signed: dict[str, str], rulings: list[str], filled: bool) -> ScoreSheet:
    sheet = TableSheet(facts)
    sitters = {seat: _sitter([one for one in facts.sittings if one.seat == seat]) for seat in facts.seats}
    table: Table = facts.sheet.table
    starts, ends = _times(table)
    if not filled:
        return ScoreSheet(table.session.number, table.number, sitters, starts, ends)
    scores = {line.seat: line.score for line in sheet.lines if line.score is not None}
    return ScoreSheet(
        table.session.number,
        table.number,
        sitters,
        starts,
        ends,
        hands=tuple(line for _round, lines in sheet.rounds for line in lines),
        scores=scores,
        points=table_points(scores, sheet.record.ties, sheet.record.forfeited) if scores else {},
        penalties=sheet.penalties_outside if sheet.rounds else sheet.penalties,
        remarks=(*_remarks(facts), *rulings),
        signed=signed,
        rounds=facts.real_places,
    )


def _times(table: Table) -> tuple[datetime | None, datetime | None]:
    starts = table.session.starts
    minutes = table.session.event.play_settings.session_minutes
    return starts, starts + timedelta(minutes=minutes) if starts else None


def _sitter(sittings: list[Sitting]) -> Sitter:
    """The seat's holder, with everybody who took over from a hand on."""
    first, *others = sorted(sittings, key=lambda sitting: sitting.from_hand)
    later = tuple((other.from_hand, _name(other)) for other in others)
    entry = first.entry
    if entry is None:
        return Sitter(None, first.name, later=later)
    return Sitter(entry.number, entry.name, entry.latin_name, entry.country, later)


def _name(sitting: Sitting) -> str:
    entry = sitting.entry
    return f"{entry.number} {entry.name}" if entry else sitting.name


def _remarks(facts: SheetFacts) -> tuple[str, ...]:
    """The reasons of penalties and forfeits as written, each once, and rounds seated otherwise than by A4."""
    reasons = [one.reason for one in facts.adjustments] + [one.reason for one in facts.forfeits]
    reasons += [one.reason for one in facts.session_penalties]
    for number, places in sorted(facts.real_places.items()):
        words = _("Round %(round)d was seated East to North: %(places)s.")
        reasons.append(words % {"round": number, "places": " ".join(str(WINDS[seat]) for seat in places)})
    return tuple(dict.fromkeys(reason for reason in reasons if reason))
