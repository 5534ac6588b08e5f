"""Compare a list with an event: each row is new, changed, the same or wrong."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any

from tournament.registration.rules.cells import key
from tournament.registration.rules.matching import Index, Known, Registration, name_key
from tournament.registration.rules.notes import Note, note
from tournament.registration.rules.rows import Candidate

#: Compared fields, in display order; a value missing in the list leaves the entry's value unchanged.
COMPARED = (
    "number", "name", "family_name", "given_name", "latin_name",
    "country", "federation_number", "team", "group", "kind",
)  # fmt: skip


class Verdict(StrEnum):
    """The result of comparing a row with the event."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass
class Line:
    """One compared row: the entry's number (given or kept), field -> (before, after), notes and problems.

    ``merged``: the row is a second registration that was merged into another.
    """

    row: int
    verdict: Verdict
    values: dict[str, str]
    number: int | None = None
    changes: dict[str, tuple[str, str]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    problems: list[Note] = field(default_factory=list)
    merged: bool = False


def compare(candidates: Iterable[Candidate], event: Registration) -> list[Line]:
    """Return a line for each candidate, in the order of the rows.

    An entry is found by its federation number, else by its name (with country, team and number where several match).
    Different federation numbers on both sides mean different persons. ``values`` of each line is complete.
    """
    index = Index(event)
    lines = [_compared_line(candidate, index) for candidate in candidates]
    registering = [line for line in lines if not line.merged]
    _check_twice(registering)
    _check_teams(registering, event)
    _give_numbers(registering, event)
    for line in lines:
        if line.problems:
            line.verdict = Verdict.WRONG
    return lines


def _compared_line(candidate: Candidate, index: Index) -> Line:
    values = dict(candidate.values)
    line = Line(candidate.row, Verdict.NEW, values, notes=list(candidate.notes), problems=list(candidate.problems))
    kept = index.merged_into(values)
    if kept:
        line.verdict, line.merged = Verdict.SAME, True
        line.notes.append(note("merged_registration", number=kept))
        return line
    matches = index.find(values)
    if len(matches) > 1:
        numbers = ", ".join(str(entry.number) for entry in matches)
        line.problems.append(note("several_entries", numbers=numbers))
    elif matches:
        _compare(line, matches[0], index.event)
    holder = index.event.holders.get(values.get("federation_number", ""))
    if holder and line.verdict is Verdict.NEW:
        line.notes.append(note("known_person", name=holder))
    elif holder:
        line.problems.append(note("number_of_another_person", name=holder, number=values["federation_number"]))
    return line


def _compare(line: Line, entry: Known, event: Registration) -> None:
    row_values = dict(line.values)
    line.number = entry.number
    if row_values.get("federation_number") in entry.numbers:
        # Another number of the person finds the entry, and does not replace the one that is shown.
        row_values.pop("federation_number")
    line.values = {**entry.values, **row_values}
    if row_values.get("team") and not row_values.get("group"):
        # A row without a group means the group of the (new) team.
        line.values["group"] = event.teams.get(row_values["team"], "")
    for name in COMPARED:
        before, after = entry.values.get(name, ""), line.values.get(name, "")
        if before != after:
            line.changes[name] = (before, after)
    line.verdict = Verdict.CHANGED if line.changes else Verdict.SAME
    if entry.withdrawn:
        line.notes.append(note("withdrawn"))
    if "number" in line.changes and event.drawn:
        line.problems.append(note("numbers_are_drawn"))


def _check_twice(lines: Sequence[Line]) -> None:
    """Add a problem to rows that mean the same entry or the same new person as an earlier row."""
    first: dict[tuple[Any, ...], int] = {}
    for line in lines:
        values = line.values
        marks: list[tuple[Any, ...]] = [("number", values["number"])] if values.get("number") else []
        if line.number:
            marks.append(("entry", line.number))
        if values.get("federation_number"):
            marks.append(("federation", values["federation_number"]))
        elif line.verdict is Verdict.NEW and name_key(values):
            marks.append(("name", name_key(values), values.get("country"), values.get("team")))
        earlier = min((first[mark] for mark in marks if mark in first), default=None)
        if earlier is not None and not any(problem.code == "no_name" for problem in line.problems):
            line.problems.append(note("twice", row=earlier))
        for mark in marks:
            first.setdefault(mark, line.row)


def _check_teams(lines: Sequence[Line], event: Registration) -> None:
    """Check that a team is in one group and has at most one reserve."""
    groups: dict[str, tuple[str, int]] = {}
    reserves: dict[str, int] = {}
    for line in lines:
        team, group = line.values.get("team", ""), line.values.get("group", "")
        if not team or line.problems:
            continue
        if group:
            other, row = groups.setdefault(team, (group, line.row))
            if other != group:
                line.problems.append(note("team_in_two_groups", team=team, group=other, row=row))
        if line.values.get("kind") == "reserve":
            row = reserves.setdefault(team, line.row)
            if row != line.row:
                line.problems.append(note("second_reserve", team=team, row=row))
    _note_teams_spelled_alike(lines, event)
    _inherit_groups(lines, {team: group for team, (group, _row) in groups.items()}, event)


def _note_teams_spelled_alike(lines: Sequence[Line], event: Registration) -> None:
    """Add a note to rows whose new team differs only in case, spaces or signs from another: "Lyon b", "Lyon B"."""
    spellings = {key(team): team for team in event.teams}
    for line in lines:
        team = line.values.get("team", "")
        known = spellings.setdefault(key(team), team)
        if key(team) and team != known and team not in event.teams:
            line.notes.append(note("team_spelled_alike", team=team, other=known))


def _inherit_groups(lines: Sequence[Line], groups: Mapping[str, str], event: Registration) -> None:
    """Put each team member into the team's group, even if only another row names it."""
    for line in lines:
        team = line.values.get("team")
        if not team:
            continue
        group = groups.get(team) or event.teams.get(team, "")
        before = line.changes.get("group", (line.values.get("group", ""),))[0]
        line.values["group"] = group
        if line.verdict is Verdict.NEW or before == group:
            line.changes.pop("group", None)
        else:
            line.changes["group"] = (before, group)
        if line.verdict is not Verdict.NEW:
            line.verdict = Verdict.CHANGED if line.changes else Verdict.SAME


def _give_numbers(lines: Sequence[Line], event: Registration) -> None:
    """Give new entries the number from the list, else the next free one; a taken number is a problem."""
    leaving = {line.number for line in lines if line.number and "number" in line.changes and not line.problems}
    taken = {entry.number for entry in event.entries} - leaving
    for line in lines:
        wanted = int(line.values["number"]) if line.values.get("number") else None
        if line.problems or (line.verdict is not Verdict.NEW and "number" not in line.changes):
            continue
        if wanted in taken:
            line.problems.append(note("number_taken", number=wanted))
        elif wanted:
            taken.add(wanted)
    # Continue after the highest number, so that a released number never refers to another player.
    free = count(max(taken | leaving, default=0) + 1)
    for line in lines:
        if line.verdict is Verdict.NEW and not line.problems:
            line.values.setdefault("kind", "player")
            given = line.values.get("number")
            line.number = int(given) if given else next(free)
            line.values["number"] = str(line.number)
