"""The class of an event, from its numbers and its kind (A9 4.4, 5.1-5.3)."""

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
    """The requirements of a class: players, sessions, and the articles of its numbers and of its kinds."""

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
class EventFigures:
    """The values that the class of an event depends on.

    ``players`` are those who started at least one session, without fillers; ``sessions`` those that were played;
    ``kind`` is the event's scope (empty: unknown); ``sanctioned``: the register of sanctioned events has it.
    """

    players: int
    sessions: int
    kind: str
    rules: str
    sanctioned: bool


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a class (empty ``letter``: of every class): its subject, the needed and the actual value."""

    letter: str
    article: str
    what: Literal["rule_set", "sanction", "players", "sessions", "kind"]
    need: int | str
    have: int | str
    met: bool

    def plain(self) -> dict[str, Any]:
        """Return the condition as plain data, to freeze."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Classification:
    """The class that numbers and kind reach under these rules (None: below C), with every condition.

    ``sanctioned`` False: the event is not registered, and has no class even if it reaches one.
    """

    reached: Letter | None
    sanctioned: bool
    rules_met: bool
    conditions: tuple[Condition, ...]

    @property
    def letter(self) -> Letter | None:
        """The class of a registered event; None for any other."""
        return self.reached if self.sanctioned else None


def classify(event: EventFigures) -> Classification:
    """Return the class of an event, with every condition met or missed.

    An event of a higher kind with lower numbers has the class that its numbers reach; one of a lower kind with higher
    numbers has the class of its kind (rulings: Classes and pins). An event under another rule set has none.
    """
    rules_met = event.rules == RULE_SET
    conditions = [
        Condition("", "A9 5", "rule_set", RULE_SET, event.rules, rules_met),
        _sanction_condition(sanctioned=event.sanctioned),
    ]
    reached: Letter | None = None
    for bar in BARS:
        bar_conditions = list(_bar_conditions(bar, event))
        conditions += bar_conditions
        if reached is None and rules_met and all(condition.met for condition in bar_conditions):
            reached = bar.letter
    return Classification(reached, event.sanctioned, rules_met, tuple(conditions))


def _sanction_condition(*, sanctioned: bool) -> Condition:
    return Condition("", "A9 4.4", "sanction", "yes", "yes" if sanctioned else "no", sanctioned)


def with_sanction(conditions: Sequence[Mapping[str, Any]], *, sanctioned: bool) -> list[Mapping[str, Any]]:
    """Return frozen conditions of an event that entered or left the register of sanctioned events (A9 4.4)."""
    new = _sanction_condition(sanctioned=sanctioned).plain()
    return [new if condition["what"] == "sanction" else condition for condition in conditions]


def _bar_conditions(bar: Bar, event: EventFigures) -> Iterator[Condition]:
    yield Condition(bar.letter, bar.numbers, "players", bar.players, event.players, event.players >= bar.players)
    yield Condition(bar.letter, bar.numbers, "sessions", bar.sessions, event.sessions, event.sessions >= bar.sessions)
    highest = HIGHEST.get(event.kind)
    # "A" < "B": the letters are in the order of the classes.
    reaches = highest is not None and highest <= bar.letter
    yield Condition(bar.letter, bar.kinds, "kind", kinds_of(bar.letter), event.kind, reaches)


def kinds_of(letter: Letter) -> str:
    """Return the kinds of event that may have the class, as values of the scope."""
    return ", ".join(kind for kind, highest in HIGHEST.items() if highest <= letter)
