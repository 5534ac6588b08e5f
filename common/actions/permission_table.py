"""The table of permissions, generated from the declared actions: action x role x state."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from django.utils import translation

from common.actions.engine import REGISTRY, Action, Answer, load_services
from common.actions.permissions import ADMINISTRATOR, SELF, SYSTEM

INTRODUCTION = f"""\
# Who may do what, and when

Generated from the declared actions by `manage.py permission_table`; a test fails while it is stale, and another calls
every action with every role and in every state.

A role counts in the event it was given for; `house` (may create events) counts everywhere; `{SELF}` is the account
that is acted on. The `{ADMINISTRATOR}` and the command line (`{SYSTEM}`) may do everything, within the states, and are
not repeated below. Roles that a line does not name may not do it; inactive accounts and visitors who are not signed in
may do nothing.

States: *safe*: allowed; *asks*: allowed with a reason, which is stored; *refused*: not allowed.
"""


def permission_table() -> str:
    """Return the whole document as Markdown, always in English."""
    load_services()
    actions = sorted(REGISTRY.values(), key=attrgetter("subject", "name"))
    with translation.override("en"):
        parts = [_subject_section(subject, list(group)) for subject, group in groupby(actions, attrgetter("subject"))]
    return "\n".join([INTRODUCTION, *parts])


def _subject_section(subject: str, actions: list[Action]) -> str:
    states = list(dict.fromkeys(state for spec in actions for state in spec.states))
    heading = "Without a subject" if subject == "none" else f"Subject: {subject}"
    headings = ["action", "what it does", "who may", *states]
    rows = [headings, ["---"] * len(headings), *(_action_row(spec, states) for spec in actions)]
    return "\n".join([f"## {heading}", "", *_table_lines(rows), ""])


def _action_row(spec: Action, states: Iterable[str]) -> list[str]:
    roles = ", ".join(sorted(spec.roles - {ADMINISTRATOR, SYSTEM}))
    answers = [str(spec.states.get(state, Answer.REFUSED)) if spec.states else "safe" for state in states]
    return [f"`{spec.name}`", str(spec.summary), roles or "no other role", *answers]


def _table_lines(rows: Iterable[list[str]]) -> Iterator[str]:
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
