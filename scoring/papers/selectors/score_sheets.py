"""Score sheets for paper (A5): empty from the chart, or filled with the current entries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from django.utils.translation import gettext as _

from scoring.game.rules.seats import ActualSeating, Seat
from scoring.sheets.models.facts import Signature
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.sheet_lines import HandLine
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.selectors.hand_names import with_hand_name
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.events.rules.timetable import end_of
from tournament.people.models.accounts import Account
from tournament.seating.selectors.seating import Seating
from tournament.seating.selectors.seats import PublicSeat
from tournament.wording import WINDS


@dataclass(frozen=True, slots=True)
class Sitter:
    """The holder of a starting seat, and later players: from which hand, number and name."""

    number: int | None
    name: str
    latin_name: str = ""
    country: str = ""
    later: tuple[tuple[int, str], ...] = ()

    @property
    def lines(self) -> list[str]:
        """The holder's name, with Latin letters if alone on the seat; then "5: 48 Name" for a player from hand 5 on."""
        latin = self.latin_name if self.latin_name != self.name and not self.later else ""
        return [f"{self.name} {latin}".strip(), *(f"{hand}: {name}" for hand, name in self.later)]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A printed sheet of a table in a session; the fields from ``hands`` on are empty on an empty sheet.

    ``scores`` are competition points, ``points`` twelfths of table points; ``signed``: seat or office -> name;
    ``rounds``: the rounds that were not seated by A4.
    """

    session: int
    table: int
    sitters: Mapping[Seat, Sitter]
    starts: datetime | None
    ends: datetime | None
    hands: tuple[HandLine, ...] = ()
    scores: Mapping[Seat, int] = field(default_factory=dict)
    points: Mapping[Seat, int] = field(default_factory=dict)
    penalties: Mapping[Seat, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    signed: Mapping[str, str] = field(default_factory=dict)
    rounds: ActualSeating = field(default_factory=dict)


def score_sheets(
    event: Event, session: int, *, tables: Collection[int] | None = None, filled: bool = False
) -> list[ScoreSheet]:
    """Return the sheets of a session in table order (``tables``: only these numbers), empty or filled.

    Empty for a session without a chart. A constant number of queries.
    """
    wanted = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    if tables is not None:
        wanted = wanted.filter(table__number__in=tables)
    wanted = wanted.select_related("table__session__event__scoring_settings", "table__session__event__play_settings")
    facts = sheet_facts(wanted)
    sheet_ids = [row.sheet.pk for row in facts] if filled else []
    signatures, rulings = _signatures(sheet_ids), _rulings(sheet_ids, event.rules)
    sheets = [
        _score_sheet(row, signatures.get(row.sheet.pk, {}), rulings.get(row.sheet.pk, []), filled) for row in facts
    ]
    return sorted(sheets, key=lambda sheet: sheet.table)


def drafted_sheets(event: Event, seating: Seating, session: int) -> list[ScoreSheet]:
    """Return empty sheets of a session in table order from the seats of a draft, which has no tables yet."""
    starts, ends = _planned(event, seating.starts.get(session))
    return [
        ScoreSheet(
            session,
            table,
            {cast(Seat, seat.wind): _of_seat(seat) for seat in seats},
            starts,
            ends,
        )
        for table, seats in sorted(seating.by_session.get(session, {}).items())
    ]


def sheet_versions_of(event: Event) -> dict[tuple[int, int], int]:
    """Return the versions of the event's sheets, by (session, table)."""
    sheets = Sheet.objects.filter(table__session__event=event)
    rows = sheets.values_list("table__session__number", "table__number", "version")
    return {(session, table): version for session, table, version in rows}


def unconfirmed(event: Event) -> set[tuple[int, int]]:
    """Return (session, table) of every sheet that is not confirmed."""
    sheets = Sheet.objects.filter(table__session__event=event).exclude(state=Sheet.State.CONFIRMED)
    return set(sheets.values_list("table__session__number", "table__number"))


def _of_seat(seat: PublicSeat) -> Sitter:
    sitter = seat.sitter
    return Sitter(sitter.number, sitter.name, sitter.latin_name, sitter.country)


def _signatures(sheets: list[int]) -> dict[int, dict[str, str]]:
    """Return signer -> name by sheet id. The user name of an account without a name is not a name of a person."""
    names: dict[int, dict[str, str]] = {}
    rows = list(Signature.objects.current().filter(sheet__in=sheets, step=Signature.Step.SIGN))
    by_account = {row.name for row in rows if row.how == Signature.How.ACCOUNT}
    user_names = set(Account.objects.filter(name="", username__in=by_account).values_list("username", flat=True))
    for row in rows:
        if row.how != Signature.How.ACCOUNT or row.name not in user_names:
            names.setdefault(row.sheet_id, {})[row.signer] = row.name
    return names


def _rulings(sheets: list[int], rules: str) -> dict[int, list[str]]:
    """Return the rulings at each table, one line with its referee each, by sheet id (3.9.1.4)."""
    lines: dict[int, list[str]] = {}
    for ruling in Ruling.objects.filter(sheet__in=sheets).order_by("number"):
        words = ruling.decision or _("The hand counts as written.")
        hand = []
        if ruling.hand_no:
            hand.append(with_hand_name(_("Hand %(no)s") % {"no": ruling.hand_no}, ruling.hand_no, rules))
        line = " · ".join(filter(None, [*hand, words, ruling.article, ruling.by]))
        lines.setdefault(ruling.sheet_id, []).append(line)
    return lines


def _score_sheet(facts: SheetFacts, signed: dict[str, str], rulings: list[str], filled: bool) -> ScoreSheet:
    sheet = TableSheet(facts)
    sitters = {seat: _sitter([sitting for sitting in facts.sittings if sitting.seat == seat]) for seat in facts.seats}
    table: Table = facts.sheet.table
    starts, ends = _planned(table.session.event, table.session.starts)
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
        points=sheet.record.points(scores) if scores else {},
        penalties=sheet.penalties_outside if sheet.rounds else sheet.penalties,
        remarks=(*_remarks(facts), *rulings),
        signed=signed,
        rounds=facts.actual_seating,
    )


def _planned(event: Event, starts: datetime | None) -> tuple[datetime | None, datetime | None]:
    """Return a session's planned start, and its end as in the timetable; None each if it has no start."""
    play = event.play_settings
    return starts, end_of(starts, play.session_minutes, play.break_minutes) if starts else None


def _sitter(sittings: list[Sitting]) -> Sitter:
    """Return the seat's holder with the later players."""
    first, *later_sittings = sorted(sittings, key=lambda sitting: sitting.from_hand)
    later = tuple((other.from_hand, _name(other)) for other in later_sittings)
    entry = first.entry
    if entry is None:
        return Sitter(None, first.name, later=later)
    return Sitter(entry.number, entry.name, entry.latin_name, entry.country, later)


def _name(sitting: Sitting) -> str:
    entry = sitting.entry
    return f"{entry.number} {entry.name}" if entry else sitting.name


def _remarks(facts: SheetFacts) -> tuple[str, ...]:
    """Return the reasons of penalties and forfeits, each once, and rounds that were not seated by A4.

    A game with periods has no planned seats in rounds: its form has a line for the order of each period.
    """
    reasons = [row.reason for row in facts.adjustments] + [row.reason for row in facts.forfeits]
    reasons += [row.reason for row in facts.session_penalties]
    departing = facts.actual_seating if facts.game.terms.periods == 1 else {}
    for number, seats in sorted(departing.items()):
        words = _("Real seating in round %(round)d, East to North: %(places)s.")
        reasons.append(words % {"round": number, "places": " ".join(str(WINDS[seat]) for seat in seats)})
    return tuple(dict.fromkeys(reason for reason in reasons if reason))
