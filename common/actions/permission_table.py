"""The table of rights, written from the declared actions: who may do what, in which state."""

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

A role counts in the event it was given for; `house` (whoever may create events) everywhere; `{SELF}` is the account
that is acted on. The `{ADMINISTRATOR}` and the command line (`{SYSTEM}`) may do everything, within the states, and are
not repeated below. Who is not named in a line may not; nor may an account that is not active, nor somebody who is not
logged in.

States: *safe* goes on, *asks* wants a reason, which is kept, *refused* does not go on.
"""


def permission_table() -> str:
    """The whole document in Markdown, in English whatever the language of now."""
    load_services()
    actions = sorted(REGISTRY.values(), key=attrgetter("subject", "name"))
    with translation.override("en"):
        parts = [_subject(subject, list(group)) for subject, group in groupby(actions, attrgetter("subject"))]
    return "\n".join([INTRODUCTION, *parts])


def _subject(subject: str, actions: list[Action]) -> str:
    states = list(dict.fromkeys(state for spec in actions for state in spec.states))
    heading = "Without a subject" if subject == "none" else f"Subject: {subject}"
    head = ["action", "what it does", "who may", *states]
    rows = [head, ["---"] * len(head), *(_row(spec, states) for spec in actions)]
    return "\n".join([f"## {heading}", "", *_lines(rows), ""])


def _row(spec: Action, states: Iterable[str]) -> list[str]:
    roles = ", ".join(sorted(spec.roles - {ADMINISTRATOR, SYSTEM}))
    answers = [str(spec.states.get(state, Answer.REFUSED)) if spec.states else "safe" for state in states]
    return [f"`{spec.name}`", str(spec.summary), roles or "nobody else", *answers]


def _lines(rows: Iterable[list[str]]) -> Iterator[str]:
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
