"""Find the entries of an event that a row of a list means."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournament.registration.rules.cells import key


@dataclass(frozen=True)
class Known:
    """A current entry: its values by field (the group is the team's, if it has a team), and whether it withdrew.

    ``numbers`` are all numbers of the person, besides the one among the values.
    """

    number: int
    values: Mapping[str, str]
    withdrawn: bool = False
    numbers: frozenset[str] = frozenset()


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


class Index:
    """The entries by federation number and by name."""

    def __init__(self, event: Registration) -> None:
        self.event = event
        self.merged = Index(Registration(entries=event.merged)) if event.merged else None
        self.by_federation = {number: entry for entry in event.entries for number in entry.numbers} | {
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
        """Return the entries that a row may mean: none, one, or several that cannot be distinguished."""
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
