"""The class of an event from its numbers and its kind (A9 4.4, 5.1-5.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Letter = Literal["A", "B", "C"]
#: The only rule set whose events have a class (A9 5).
RULE_SET = "wmo-2014"
WEB = "web"
#: The highest class that a kind of event may have.
HIGHEST: Mapping[str, Letter] = {
    "world": "A",
    "continental-championship": "A",
    "continental": "B",
    "multinational": "B",
    "national": "B",
    "regional": "C",
    "friendly": "C",
    WEB: "C",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """What a class asks for: players, sessions, and the articles of its numbers and of its kinds."""

    letter: Letter
    players: int
    sessions: int
    numbers: str
    kinds: str


BARS = (
    Bar("A", 80, 8, "A9 5.1.1", "A9 5.1.2"),
    Bar("B", 60, 6, "A9 5.2.1", "A9 5.2.2"),
    Bar("C", 40, 6, "A9 5.3.1", "A9 5.3.2-4"),
)


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What a class rests on.

    ``players`` are those who started at least one session, without fillers; ``sessions`` those that were played;
    ``kind`` the event's scope (empty: nobody said); ``sanctioned``: the WMCC runs, registers or authorises it.
    """

    players: int
    sessions: int
    kind: str
    rules: str
    sanctioned: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a class (empty ``letter``: of all): what it is about, what it needs, what there is."""

    letter: str
    article: str
    what: Literal["rule_set", "sanction", "players", "sessions", "kind"]
    need: int | str
    have: int | str
    met: bool

    def plain(self) -> dict[str, Any]:
        """As plain data, as it is frozen."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Classification:
    """The class that the numbers and the kind reach under these rules (None: below C), and every condition.

    ``sanctioned`` False: the event reaches the class, and has none, since only registered events have one.
    """

    reached: Letter | None
    sanctioned: bool
    rules_met: bool
    conditions: tuple[Condition, ...]

    @property
    def letter(self) -> Letter | None:
        """The class of a registered event; None for any other."""
        return self.reached if self.sanctioned else None


def classify(facts: EventFacts) -> Classification:
    """The class of an event, with every condition met or missed.

    A higher kind with lower numbers has the class that its numbers reach, a lower kind with higher numbers stays
    (rulings: Classes and pins). An event under another rule set has none.
    """
    rules_met = facts.rules == RULE_SET
    conditions = [
        Condition("", "A9 5", "rule_set", RULE_SET, facts.rules, rules_met),
        Condition("", "A9 4.4", "sanction", "yes", "yes" if facts.sanctioned else "no", facts.sanctioned),
    ]
    reached: Letter | None = None
    for bar in BARS:
        mine = list(_of_bar(bar, facts))
        conditions += mine
        if reached is None and rules_met and all(condition.met for condition in mine):
            reached = bar.letter
    return Classification(reached, facts.sanctioned, rules_met, tuple(conditions))


def _of_bar(bar: Bar, facts: EventFacts) -> Iterator[Condition]:
    yield Condition(bar.letter, bar.numbers, "players", bar.players, facts.players, facts.players >= bar.players)
    yield Condition(bar.letter, bar.numbers, "sessions", bar.sessions, facts.sessions, facts.sessions >= bar.sessions)
    highest = HIGHEST.get(facts.kind)
    # "A" < "B": the letters are in the order of the classes.
    reaches = highest is not None and highest <= bar.letter
    yield Condition(bar.letter, bar.kinds, "kind", kinds_of(bar.letter), facts.kind, reaches)


def kinds_of(letter: Letter) -> str:
    """The kinds of event that may have the class, as words of the scope."""
    return ", ".join(kind for kind, highest in HIGHEST.items() if highest <= letter)


def missed(conditions: Sequence[Mapping[str, Any]], letter: str) -> list[Mapping[str, Any]]:
    """Of frozen conditions those that a class misses."""
    return [one for one in conditions if one["letter"] == letter and not one["met"]]
