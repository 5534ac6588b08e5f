"""The words for classes, conditions and reasons, which the rules say in codes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import clauses
from ranking.pins.rules.pins import Condition, Level
from ranking.record.models.records import RecordedEvent
from scoring.game.rules.table_points import rounded
from scoring.settings.models import SETTINGS_GROUPS
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
    "disqualified": gettext_lazy("Disqualified: nothing of this event counts (3.11.5)."),
    "rank_lost": gettext_lazy("Loss of rank: nothing of this event counts (3.11.5)."),
    "rule_set": gettext_lazy("Played under another rule set (A9 5)."),
    "not_registered": gettext_lazy("Not registered with the WMCC (A9 4.4)."),
    "below_c": gettext_lazy("Below class C (A9 5.3)."),
}
KINDS_OF_LETTER: Mapping[str, str | Promise] = {
    "A": gettext_lazy("world or continental championship"),
    "B": gettext_lazy("as for A, or continental, of several countries, national"),
    "C": gettext_lazy("as for B, or regional, friendly, on the web"),
}


@dataclass(frozen=True)
class ConditionRow:
    """One condition in words."""

    what: str
    article: str
    need: str
    have: str
    met: bool


def class_word(letter: str) -> str:
    """ "Class B", or below C."""
    return _("Class %(letter)s") % {"letter": letter} if letter else _("Below class C")


def class_state(letter: str | None, *, sanctioned: bool) -> tuple[str, str]:
    """Tone and words of a class as badges show it: what is not registered has none, whatever it reaches."""
    if letter and sanctioned:
        return "ok", class_word(letter)
    if letter:
        return "warn", _("Would be class %(letter)s: not registered") % {"letter": letter}
    return "idle", class_word("")


def class_conditions(conditions: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[ConditionRow]]]:
    """Frozen or fresh conditions of a class by heading: those of all, then A, B and C."""
    headings = [("", _("Every class")), *((letter, class_word(letter)) for letter in RecordedEvent.Letter.values)]
    return [
        (heading, [_class_row(one) for one in conditions if one["letter"] == letter]) for letter, heading in headings
    ]


def _class_row(one: Mapping[str, Any]) -> ConditionRow:
    what = str(one["what"])
    need, have = str(one["need"]), str(one["have"])
    if what == "rule_set":
        need, have = (_rules(value) for value in (need, have))
    elif what == "sanction":
        need, have = (_("yes") if value == "yes" else _("no") for value in (need, have))
    elif what == "kind":
        need, have = str(KINDS_OF_LETTER[one["letter"]]), _scope(have)
    else:
        need = _("at least %(number)s") % {"number": need}
    return ConditionRow(str(CONDITIONS[what]), one["article"], need, have, one["met"])


def _rules(value: str) -> str:
    return str(dict(Event.Rules.choices).get(value, value))


def _scope(value: str) -> str:
    return str(dict(Event.Scope.choices).get(value, "")) or _("not stated")


def departure_words(departures: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Settings that depart from the text, each as its name and its value."""
    return [_departure(one) for one in departures]


def _departure(one: Mapping[str, Any]) -> tuple[str, str]:
    group = SETTINGS_GROUPS[one["group"]]
    column = group._meta.get_field(one["setting"])
    value = dict(getattr(column, "flatchoices", ())).get(one["value"], one["value"])
    return capfirst(str(column.verbose_name)), str(value)  # type: ignore[union-attr]


def level_name(level: Level) -> str:
    """ "Pin 6" or "Web pin 9"."""
    words = _("Web pin %(level)d") if level.kind == "web" else _("Pin %(level)d")
    return words % {"level": level.level}


def pin_name(level: int | None, *, web: bool = False) -> str:
    """The name of a level, or that there is none."""
    if not level:
        return _("none yet")
    return (_("Web pin %(level)d") if web else _("Pin %(level)d")) % {"level": level}


def need_words(condition: Condition) -> str:
    """What a condition of a pin needs."""
    if condition.what == "rank":
        figures = {"rank": condition.individual, "unit": condition.unit}
        if condition.class_a:
            return _("rank %(rank)d or better in a class A event") % figures
        return _("rank %(rank)d or better, or in a team or group of rank %(unit)d or better") % figures
    if condition.what == "web_rank":
        return _("rank %(rank)d or better") % {"rank": condition.individual}
    return _("at least %(number)s") % {"number": condition.need}


def have_words(condition: Condition) -> str:
    """What there is of it."""
    if condition.what in ("rank", "web_rank"):
        parts = condition.have.split(", ") if condition.have else []
        return clauses(map(_rank_part, parts)) or _("no rank yet")
    if condition.what == "table_points":
        return str(points(Fraction(condition.have)))
    return condition.have


def _rank_part(part: str) -> str:
    kind, _space, rank = part.rpartition(" ")
    words = _("own rank %(rank)s") if kind == "individual" else _("team or group %(rank)s")
    return words % {"rank": rank}


def missing_words(condition: Condition) -> str:
    """What is missing, as a sentence."""
    if condition.lacking is None:
        return _("Still needed: %(need)s.") % {"need": need_words(condition)}
    figures = {"number": rounded(condition.lacking), "what": CONDITIONS[condition.what]}
    return _("%(what)s: %(number)s more.") % figures
