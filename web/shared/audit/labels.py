"""Audit entries as people read them: the action's sentence, what it was about, values before and after.

The labels are those that the rooms declare with their actions (`common/actions/labels.py`).
"""

import re
from collections.abc import Iterable
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.actions.labels import (
    action_label,
    code_label,
    key_label,
    reference_kind,
    subject_label,
    subject_names,
    value_text,
)
from common.actions.models.audit import AuditEntry
from common.i18n.wording import clauses, listed
from common.numbers import MOST_KEY, number_in
from common.templatetags.pinju import DASH
from scoring.hand_over.selectors.foreign_entries import refer_to_rows_here
from scoring.papers.exports.papers import PAPERS
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

#: A private value's digest (common.privacy.fields.keyed_digest).
DIGEST = re.compile("[0-9a-f]{16}")


class AuditWords:
    """Words for ``entries``; the accounts, persons and kinds that they name are read at once."""

    def __init__(self, entries: Iterable[AuditEntry]) -> None:
        entries = list(entries)
        elsewhere = refer_to_rows_here(entries)
        texts = [text for entry in entries for text in _texts(entry.about, entry.before, entry.after)]
        self.people = {
            f"{kind}:{pk}": str(row)
            for kind, model in (("account", Account), ("person", Person))
            for pk, row in model._default_manager.in_bulk(_ids(kind, texts)).items()
        }
        self.people |= elsewhere
        self.subjects = self.people | subject_names(entries)

    def action(self, entry: AuditEntry) -> str:
        """Return the label of the action."""
        return str(action_label(entry.action))

    def actor(self, entry: AuditEntry) -> str:
        """Return the name of the actor; it is not stored for a player who registered, as it could not be deleted."""
        return entry.actor_name or _("Registrant")

    def subject(self, entry: AuditEntry) -> str:
        """Return the label of the changed object."""
        kind, _colon, name = entry.about.partition(":")
        label = subject_label(entry.action, kind)
        return entry.about if label is None else str(label) % {"name": self.subjects.get(entry.about, name)}

    def values(self, action: str, stored: Any) -> list[tuple[str, str]]:
        """A value before or after, of an entry of ``action``, as (name, text) pairs.

        A plain value has no name; None gives no pair.
        """
        if stored is None:
            return []
        if isinstance(stored, dict):
            return [(_name(action, key), self._value(action, key, value)) for key, value in stored.items()]
        return [("", self._text(action, stored))]

    def _value(self, action: str, key: str, value: Any) -> str:
        """The value of a key, as the room shows it: a code by its label, a day in the reader's form."""
        subject = f"{reference_kind(action, key)}:{value}"
        if subject in self.subjects:
            return self.subjects[subject]
        shown = value_text(action, key)
        if shown is None or value in (None, "", [], {}):
            return self._text(action, value)
        if callable(shown):
            return shown(value)
        return str(shown[value]) if isinstance(value, str) and value in shown else self._text(action, value)

    def _text(self, action: str, value: Any) -> str:
        if value is None or value == "" or value == []:
            return DASH
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, list):
            return listed(self._text(action, inner) for inner in value)
        if isinstance(value, dict):
            return clauses(f"{_name(action, key)} {self._value(action, key, inner)}" for key, inner in value.items())
        return self._word(action, value) if isinstance(value, str) else str(value)

    def _word(self, action: str, text: str) -> str:
        if text in self.people:
            return self.people[text]
        if DIGEST.fullmatch(text):
            return format_html('<code class="hash" lang="zxx">{}</code>', text)
        label = code_label(action, text)
        if label is not None:
            return str(label)
        return str(PAPERS[text].title) if text in PAPERS else _moment(text)


def _name(action: str, key: str) -> str:
    return str(key_label(action, key) or key)


def _ids(kind: str, texts: Iterable[str]) -> set[int]:
    """The ids in the texts that name a row of the kind ("account:12")."""
    parts = (text.partition(":") for text in texts)
    numbers = {number_in(pk, most=MOST_KEY) for word, _colon, pk in parts if word == kind}
    return {number for number in numbers if number is not None}


def _moment(text: str) -> str:
    """A moment in the reader's form; any other text as it is."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return text
    return date_format(localtime(moment), "DATETIME_FORMAT") if moment and moment.tzinfo else text


def _texts(*values: Any) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _texts(*value.values())
        elif isinstance(value, list):
            yield from _texts(*value)
