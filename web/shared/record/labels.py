"""Labels of classes, conditions and reasons, for the codes of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import clauses
from common.settings_groups import value_text
from ranking.levels.rules.conditions import Condition
from ranking.levels.rules.evaluation import Level
from ranking.record.models.records import RecordedEvent
from scoring.game.rules.table_points import rounded
from scoring.settings.models.groups import SETTINGS_GROUPS
from tournament.events.models.events import Event
from web.shared.scores import points

CONDITIONS: Mapping[str, str | Promise] = {
    "rule_set": gettext_lazy("Rule set"),
    "sanction": gettext_lazy("Run, registered or authorised by the WMCC"),
    "players": gettext_lazy("Players"),
    "sessions": gettext_lazy("Sessions played"),
    "kind": gettext_lazy("Kind of event"),
    "table_points": gettext_lazy("Table points"),
    "competition_points": gettext_lazy("Positive competition points"),
    "rank": gettext_lazy("Rank"),
    "web_points": gettext_lazy("Web points"),
    "web_rank": gettext_lazy("Rank in a web event"),
}
REASONS: Mapping[str, str | Promise] = {
    "disqualified": gettext_lazy("Disqualified: nothing from this event counts (3.11.5)."),
    "rank_lost": gettext_lazy("Loss of rank: nothing from this event counts (3.11.5)."),
    "rule_set": gettext_lazy("Played under another rule set (A9 5)."),
    "not_registered": gettext_lazy("Not registered with the WMCC (A9 4.4)."),
    "below_c": gettext_lazy("Below class C (A9 5.3)."),
}
KINDS_OF_LETTER: Mapping[str, str | Promise] = {
    "A": gettext_lazy("world or continental championship"),
    "B": gettext_lazy("as for A, or a continental event, an event of several countries, or a national event"),
    "C": gettext_lazy("as for B, or a regional, friendly or web event"),
}


@dataclass(frozen=True)
class ConditionRow:
    """One condition of a class, as text."""

    label: str
    article: str
    need: str
    have: str
    met: bool


def class_word(letter: str) -> str:
    """Return "Class B", or "Below class C" for an empty letter."""
    return _("Class %(letter)s") % {"letter": letter} if letter else _("Below class C")


def class_state(letter: str | None, *, sanctioned: bool) -> tuple[str, str]:
    """Return tone and label of a class for badges; an event that is not registered has no class."""
    if letter and sanctioned:
        return "ok", class_word(letter)
    if letter:
        return "warn", _("Would be class %(letter)s: not registered") % {"letter": letter}
    return "idle", class_word("")


def class_conditions(conditions: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[ConditionRow]]]:
    """Return the conditions of a class, frozen or new, by heading: those of every class, then A, B and C."""
    headings = [("", _("Every class")), *((letter, class_word(letter)) for letter in RecordedEvent.Letter.values)]
    rows = []
    for letter, heading in headings:
        of_letter = [_class_row(condition) for condition in conditions if condition["letter"] == letter]
        rows.append((heading, of_letter))
    return rows


def _class_row(condition: Mapping[str, Any]) -> ConditionRow:
    subject = str(condition["what"])
    needed = str(condition["need"])
    actual = str(condition["have"])
    if subject == "rule_set":
        needed = _rules(needed)
        actual = _rules(actual)
    elif subject == "sanction":
        needed = _yes_or_no(needed)
        actual = _yes_or_no(actual)
    elif subject == "kind":
        needed = str(KINDS_OF_LETTER[condition["letter"]])
        actual = _scope(actual)
    return ConditionRow(str(CONDITIONS[subject]), condition["article"], needed, actual, condition["met"])


def _yes_or_no(value: str) -> str:
    return _("yes") if value == "yes" else _("no")


def _rules(value: str) -> str:
    return str(dict(Event.Rules.choices).get(value, value))


def _scope(value: str) -> str:
    return str(dict(Event.Scope.choices).get(value, "")) or _("not stated")


def departure_words(departures: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, bool]]:
    """Return the settings that depart from the text of the rules: label, value, and whether it is against the rules."""
    return [_departure(departure) for departure in departures]


def _departure(departure: Mapping[str, Any]) -> tuple[str, str, bool]:
    group = SETTINGS_GROUPS[departure["group"]]
    column = group._meta.get_field(departure["setting"])
    value = value_text(column, departure["value"])  # type: ignore[arg-type]
    return capfirst(str(column.verbose_name)), value, departure.get("against", False)  # type: ignore[union-attr]


def level_name(level: Level) -> str:
    """Return the name of a level, such as "Pin 6" or "Web pin 9"."""
    words = _("Web pin %(level)d") if level.kind == "web" else _("Pin %(level)d")
    return words % {"level": level.level}


def pin_name(level: int | None, *, web: bool = False) -> str:
    """Return the name of a level, or "none yet"."""
    if not level:
        return _("none yet")
    text = _("Web pin %(level)d") if web else _("Pin %(level)d")
    return text % {"level": level}


def need_words(condition: Condition) -> str:
    """Return the requirement of a pin's condition."""
    if condition.what == "rank":
        figures = {"rank": condition.individual, "unit": condition.unit}
        if condition.class_a:
            return _("rank %(rank)d or better in a class A event") % figures
        return _("rank %(rank)d or better, or in a team or group of rank %(unit)d or better") % figures
    if condition.what == "web_rank":
        return _("rank %(rank)d or better") % {"rank": condition.individual}
    return str(condition.need)


def have_words(condition: Condition) -> str:
    """Return the value that a person has reached for a condition."""
    if condition.what in ("rank", "web_rank"):
        parts = condition.have.split(", ") if condition.have else []
        return clauses(map(_rank_part, parts)) or _("no rank yet")
    if condition.what == "table_points":
        return str(points(Fraction(condition.have)))
    return condition.have


def _rank_part(part: str) -> str:
    kind, _space, rank = part.rpartition(" ")
    words = _("rank %(rank)s (individual)") if kind == "individual" else _("rank %(rank)s (team or group)")
    return words % {"rank": rank}


def missing_words(condition: Condition) -> str:
    """Return what is missing for a condition, as a sentence."""
    if condition.lacking is None:
        return _("Still needed: %(need)s.") % {"need": need_words(condition)}
    figures = {"number": rounded(condition.lacking), "what": CONDITIONS[condition.what]}
    return _("%(what)s: %(number)s more.") % figures
