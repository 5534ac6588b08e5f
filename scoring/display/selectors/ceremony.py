"""The awards and the ceremony: who wins what, why it cannot begin, and what the Wall shows of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from scoring.display.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.display.rules.ceremony import Step, awarded, steps
from scoring.releases.selectors.releases import against_release
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.standings.rules.standings import PlayerStanding, UnitStanding
from scoring.standings.selectors.standings import NamedEntry, Standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting

#: So many hands are proposed as the best, or more of the same points.
PROPOSED = 5


@dataclass(frozen=True)
class Winner:
    """Somebody on a place of an award, as shown: a player, a team or a group, by ``number`` of its ``kind``.

    ``members`` are those of a team, or whose results count for a group; points stand for rankings only.
    """

    place: int
    kind: str
    number: int
    name: str
    latin_name: str = ""
    country: str = ""
    team: str = ""
    members: tuple[NamedEntry, ...] = ()
    table_points: Fraction | None = None
    competition_points: int | Fraction | None = None
    note: str = ""

    @property
    def points(self) -> int | None:
        """The points of a hand that an award is for, where the note is a figure."""
        return int(self.note) if self.note.isascii() and self.note.isdecimal() else None


@dataclass(frozen=True)
class Given:
    """An award and who has it, best place first."""

    award: Award
    winners: tuple[Winner, ...] = ()

    def at(self, place: int) -> list[Winner]:
        """Who has this place."""
        return [winner for winner in self.winners if winner.place == place]


@dataclass(frozen=True)
class BestHand:
    """A hand as it stands on a sheet, and who won it."""

    points: int
    session: int
    table: int
    no: int
    entry: Entry = field(compare=False)


def awards_of(event: Event) -> QuerySet[Award]:
    """The event's awards in the ceremony's order."""
    winners = AwardWinner.objects.select_related("entry__team", "team", "group")
    return event.awards.prefetch_related(Prefetch("winners", winners))


def award_by_id(event: Event, award_id: int) -> Award | None:
    """The event's award with this id."""
    award = awards_of(event).filter(pk=award_id).select_related("event__head").first()
    if award is not None:
        award.event = event
    return award


def plain_winners(award: Award) -> list[dict[str, Any]]:
    """Who was chosen for an award, as a form shows and the event file holds it."""
    found = []
    for row in award.winners.select_related("entry"):
        assert row.entry is not None  # teams and groups are never chosen by hand
        found.append({"place": row.place, "number": row.entry.number} | ({"note": row.note} if row.note else {}))
    return sorted(found, key=lambda one: (one["place"], one["number"]))


def award_documents(event: Event) -> list[dict[str, Any]]:
    """The awards for the event file, with who was chosen; who has the first places follows from the standings."""
    return [
        {"kind": award.kind, "places": award.places}
        | ({"title": award.title} if award.title else {})
        | ({} if award.ranked else {"winners": plain_winners(award)})
        for award in awards_of(event)
    ]


def last_session(event: Event) -> Session | None:
    """The last session with tables."""
    return event.sessions.filter(tables__isnull=False).order_by("-number").first()


def held_back(event: Event) -> Session | None:
    """The last session with tables, if it is not released: the one that the ceremony's last step releases."""
    session = last_session(event)
    return session if session is not None and session.released_at is None else None


def against_beginning(event: Event) -> str:
    """Why the ceremony cannot begin, as a sentence; empty if it can."""
    if not event.awards.exists():
        return _("There is no award yet.")
    return against_ending(event, last_session(event))


def against_ending(event: Event, last: Session | None) -> str:
    """Why a ceremony with awards could not make everything public, as a sentence; ``last`` is the last session.

    Everything is released but at most the last session, which could be released too; a rehearsal releases nothing.
    """
    if last is None:
        return _("There are no results yet.")
    if last.released_at is not None or event.rehearsal:
        return ""
    last.event = event
    return against_release(last)


def ceremony_of(event: Event) -> Ceremony | None:
    """The ceremony that has begun, None before."""
    return Ceremony.objects.filter(event=event).first()


class Winners:
    """Who has the event's awards: of rankings by the results confirmed so far, else who was chosen.

    What the public may not know yet is in it: for officials, for papers, and step by step for the ceremony. With
    ``own_names`` those who refused their name in public stand with it too, for what is handed to themselves.
    """

    def __init__(self, event: Event, *, own_names: bool = False) -> None:
        self.event, self.own_names = event, own_names

    @cached_property
    def names(self) -> Mapping[int, NamedEntry]:
        """Number -> the entry with its names."""
        return Standings(self.event, View(True, 0)).names if self.own_names else self.standings.names

    @cached_property
    def standings(self) -> Standings:
        """The standings after all sessions, as they will be public."""
        return Standings(self.event, View(False, self.event.planned_sessions))

    def of_ranking(self, award: Award) -> list[Winner]:
        """Who has the first places of the award's ranking, best first."""
        if award.kind == Award.Kind.INDIVIDUAL:
            lines = ((line.rank, line.number) for line in self.standings.individual())
        else:
            units = self.standings.teams() if award.kind == Award.Kind.TEAMS else self.standings.groups()
            lines = ((line.rank, line.number) for line in units)
        kind = {Award.Kind.TEAMS: "team", Award.Kind.GROUPS: "group"}.get(Award.Kind(award.kind), "player")
        return [self._winner(kind, number, place, ranked=True) for place, number in awarded(lines, award.places)]

    @cached_property
    def awards(self) -> list[Award]:
        """The event's awards with who was chosen, or had the first places when the ceremony began."""
        return list(awards_of(self.event))

    def given(self, *, frozen: bool = False) -> list[Given]:
        """The awards with their winners; ``frozen``: those of rankings too as the ceremony began with them."""
        found = []
        for award in self.awards:
            if award.ranked and not frozen:
                winners = self.of_ranking(award)
            else:
                winners = [self._stored(row, award.ranked) for row in award.winners.all()]
            found.append(Given(award, tuple(winners)))
        return found

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
        members = [one.number for one in line.members if one.counts] if line else []
        return Winner(
            place,
            kind,
            number,
            names[number],
            members=tuple(self.names[one] for one in members),
            table_points=line.table_points if line else None,
            competition_points=line.competition_points if line else None,
            note=note,
        )

    def _player(self, number: int, place: int, note: str, *, ranked: bool) -> Winner:
        entry, line = self.names[number], self._player_lines.get(number) if ranked else None
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
        )

    @cached_property
    def _player_lines(self) -> dict[int, PlayerStanding]:
        return {line.number: line for line in self.standings.individual()}

    @cached_property
    def _team_lines(self) -> dict[int, UnitStanding]:
        return {line.number: line for line in self.standings.teams()}

    @cached_property
    def _group_lines(self) -> dict[int, UnitStanding]:
        return {line.number: line for line in self.standings.groups()}


def steps_of(given: Sequence[Given]) -> list[Step]:
    """The ceremony's steps that bring names; the last step of all, which brings the results, is not among them."""
    return steps([[winner.place for winner in one.winners] for one in given])


def best_hands(event: Event) -> list[BestHand]:
    """The highest won hands on confirmed sheets, best first, all of the same points; a filler's are left out."""
    confirmed = Hand.objects.current().filter(
        sheet__table__session__event=event, sheet__state=Sheet.State.CONFIRMED, result=Hand.Result.WON
    )
    hands = confirmed.select_related("sheet__table__session").order_by("-points", "sheet__table__session__number", "no")
    found: list[BestHand] = []
    for hand, entry in _with_winners(hands[: PROPOSED * 10]):
        if entry is None or entry.kind == Entry.Kind.FILLER or hand.points is None:
            continue
        if len(found) >= PROPOSED and hand.points != found[-1].points:
            break
        table = hand.sheet.table
        found.append(BestHand(hand.points, table.session.number, table.number, hand.no, entry))
    return found


def _with_winners(hands: Iterable[Hand]) -> Iterable[tuple[Hand, Entry | None]]:
    """Each hand with the entry that sat on the winner's seat then."""
    hands = list(hands)
    sittings: dict[tuple[int, str], list[Sitting]] = {}
    rows = Sitting.objects.filter(table__in={hand.sheet.table_id for hand in hands}).select_related("entry")
    for row in rows.order_by("from_hand"):
        sittings.setdefault((row.table_id, row.seat), []).append(row)
    for hand in hands:
        sat = [row for row in sittings.get((hand.sheet.table_id, hand.winner), []) if row.from_hand <= hand.no]
        yield hand, sat[-1].entry if sat else None
