"""Compare a list with an event: each row is new, changed, the same or wrong."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any

from tournament.registration.rules.cells import key
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


@dataclass(frozen=True)
class Known:
    """A current entry: its values by field (the group is the team's, if it has a team), and whether it withdrew."""

    number: int
    values: Mapping[str, str]
    withdrawn: bool = False


@dataclass(frozen=True)
class Registration:
    """The state of an event with which a list is compared.

    ``teams`` maps names to the names of their groups (empty: none); ``holders`` maps federation numbers of persons
    outside the event to their names; ``drawn`` forbids number changes. ``merged`` are merged second registrations with
    their original values and the number of the remaining entry: a row that matches one changes nothing.
    """

    entries: Sequence[Known] = ()
    merged: Sequence[Known] = ()
    teams: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)
    drawn: bool = False


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
    index = _Index(event)
    lines = [_compared_line(candidate, index) for candidate in candidates]
    registering = [line for line in lines if not line.merged]
    _check_twice(registering)
    _check_teams(registering, event)
    _give_numbers(registering, event)
    for line in lines:
        if line.problems:
            line.verdict = Verdict.WRONG
    return lines


class _Index:
    """The entries by federation number and by name."""

    def __init__(self, event: Registration) -> None:
        self.event = event
        self.merged = _Index(Registration(entries=event.merged)) if event.merged else None
        self.by_federation = {
            entry.values["federation_number"]: entry for entry in event.entries if entry.values.get("federation_number")
        }
        self.by_name: dict[str, list[Known]] = defaultdict(list)
        for entry in event.entries:
            for name in _name_keys(entry.values):
                self.by_name[name].append(entry)

    def merged_into(self, values: Mapping[str, str]) -> int | None:
        """Return the number of the entry into which the row's registration was merged; None if there is none."""
        if self.merged is None:
            return None
        identical = [entry for entry in self.event.merged if _repeats(entry.values, values)]
        matches = identical or ([] if self.find(values) else self.merged.find(values))
        return matches[0].number if matches else None

    def find(self, values: Mapping[str, str]) -> list[Known]:
        """Return the entries that a row may mean: none, one, or several that cannot be told apart."""
        number = values.get("federation_number", "")
        if number in self.by_federation:
            return [self.by_federation[number]]
        named: dict[int, Known] = {}
        for name in _name_keys(values):
            named |= {entry.number: entry for entry in self.by_name.get(name, ())}
        matches = [entry for _number, entry in sorted(named.items()) if not _contradict(entry.values, values)]
        for name in ("country", "number", "team"):
            agreeing = [entry for entry in matches if values.get(name) and entry.values.get(name) == values[name]]
            if len(matches) > 1 and agreeing:
                matches = agreeing
        return matches


def name_key(values: Mapping[str, str]) -> str:
    """Return the words of the name, ignoring case, accents, punctuation and order."""
    return "|".join(sorted(filter(None, map(key, values.get("name", "").split()))))


def _name_keys(values: Mapping[str, str]) -> set[str]:
    """Return the keys that find a name: its words, its letters, the letters of its parts ("王 伟" is "王伟")."""
    parts = key(values.get("family_name", "") + values.get("given_name", ""))
    return {name_key(values), key(values.get("name", "")), parts} - {""}


def _contradict(entry: Mapping[str, str], row: Mapping[str, str]) -> bool:
    """Return whether a federation number or a country on both sides proves two persons."""
    return any(
        entry.get(name) and row.get(name) and entry[name] != row[name] for name in ("federation_number", "country")
    )


def _repeats(entry: Mapping[str, str], row: Mapping[str, str]) -> bool:
    """Return whether every value of the row, except the number, equals that of the entry."""
    return all(entry.get(name, "") == value for name, value in row.items() if name != "number")


def _compared_line(candidate: Candidate, index: _Index) -> Line:
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
    given = line.values
    line.number = entry.number
    line.values = {**entry.values, **given}
    if given.get("team") and not given.get("group"):
        # A row without a group means the group of the (new) team.
        line.values["group"] = event.teams.get(given["team"], "")
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
    _inherit_groups(lines, {team: group for team, (group, _row) in groups.items()}, event)


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
