"""What a list changes in an event: each row new, changed, the same or wrong."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any

from tournament.registration.rules.cells import key
from tournament.registration.rules.notes import Note, note
from tournament.registration.rules.rows import Candidate

#: What is compared, in the order it is shown; a value that the list does not give stays as it is.
COMPARED = (
    "number", "name", "family_name", "given_name", "latin_name",
    "country", "federation_number", "team", "group", "kind",
)  # fmt: skip


class Verdict(StrEnum):
    """What a row means for the event."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    WRONG = "wrong"


@dataclass(frozen=True)
class Known:
    """An entry as it stands: its values by field (the group is the team's, if it has a team), and whether it plays."""

    number: int
    values: Mapping[str, str]
    withdrawn: bool = False


@dataclass(frozen=True)
class Registration:
    """An event as a list is compared with it.

    ``teams`` leads from names to the names of their groups (empty: none); ``holders`` from federation numbers of
    persons who are not in the event to their names; ``drawn`` forbids other numbers. ``merged`` are second
    registrations as they were, with the number of the one that stays: a row that means one changes nothing.
    """

    entries: Sequence[Known] = ()
    merged: Sequence[Known] = ()
    teams: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)
    drawn: bool = False


@dataclass
class Line:
    """One row compared: the entry's number (given or kept), field -> (before, after), what to know, what is wrong.

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
    """A line for each candidate, in the rows' order.

    An entry is found by its federation number, else by its name (with country, team and number where several have it).
    A federation number that both sides have and that differs means two persons. Every line has ``values`` complete.
    """
    index = _Index(event)
    lines = [_line(candidate, index) for candidate in candidates]
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
        """The number of the registration that a row's own was merged into; None if it had none, or is another's."""
        if self.merged is None:
            return None
        same = [one for one in self.event.merged if _repeats(one.values, values)]
        found = same or ([] if self.find(values) else self.merged.find(values))
        return found[0].number if found else None

    def find(self, values: Mapping[str, str]) -> list[Known]:
        """The entries that a row may mean: none, one, or several that nothing tells apart."""
        number = values.get("federation_number", "")
        if number in self.by_federation:
            return [self.by_federation[number]]
        named = {one.number: one for name in _name_keys(values) for one in self.by_name.get(name, ())}
        found = [one for _number, one in sorted(named.items()) if not _contradict(one.values, values)]
        for name in ("country", "number", "team"):
            agreeing = [one for one in found if values.get(name) and one.values.get(name) == values[name]]
            found = agreeing if len(found) > 1 and agreeing else found
        return found


def name_key(values: Mapping[str, str]) -> str:
    """The words of the name without regard to case, accents, signs and their order."""
    return "|".join(sorted(filter(None, map(key, values.get("name", "").split()))))


def _name_keys(values: Mapping[str, str]) -> set[str]:
    """What one name may be found by: its words, its letters, the letters of its parts ("王 伟" is "王伟")."""
    parts = key(values.get("family_name", "") + values.get("given_name", ""))
    return {name_key(values), key(values.get("name", "")), parts} - {""}


def _contradict(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether a federation number or a country on both sides says that these are two persons."""
    return any(
        one.get(name) and other.get(name) and one[name] != other[name] for name in ("federation_number", "country")
    )


def _repeats(one: Mapping[str, str], row: Mapping[str, str]) -> bool:
    """Whether everything that the row gives, but the number, stands there."""
    return all(one.get(name, "") == value for name, value in row.items() if name != "number")


def _line(candidate: Candidate, index: _Index) -> Line:
    values = dict(candidate.values)
    line = Line(candidate.row, Verdict.NEW, values, notes=list(candidate.notes), problems=list(candidate.problems))
    if kept := index.merged_into(values):
        line.verdict, line.merged = Verdict.SAME, True
        line.notes.append(note("merged_registration", number=kept))
        return line
    found = index.find(values)
    if len(found) > 1:
        numbers = ", ".join(str(one.number) for one in found)
        line.problems.append(note("several_entries", numbers=numbers))
    elif found:
        _compare(line, found[0], index.event)
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
        # Without a word on the group it is that of the (new) team.
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
    """No two rows may mean the same entry or the same new person."""
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
        if earlier is not None and not any(one.code == "no_name" for one in line.problems):
            line.problems.append(note("twice", row=earlier))
        for mark in marks:
            first.setdefault(mark, line.row)


def _check_teams(lines: Sequence[Line], event: Registration) -> None:
    """A team stands in one group, and has one reserve at most."""
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
    """Whoever is in a team is in the team's group, also where only another row names it."""
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
    """New entries get the number the list gives, else the next free one; a taken number is wrong."""
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
    # Counted on from the highest, so that a number given up by somebody never names somebody else.
    free = count(max(taken | leaving, default=0) + 1)
    for line in lines:
        if line.verdict is Verdict.NEW and not line.problems:
            line.values.setdefault("kind", "player")
            given = line.values.get("number")
            line.number = int(given) if given else next(free)
            line.values["number"] = str(line.number)
