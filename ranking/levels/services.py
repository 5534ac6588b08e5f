"""Mark the level that each person's results reach, so that a list of new qualifications needs no evaluation."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.labels import AuditLabels, declare_labels
from ranking.levels.models import Qualification
from ranking.levels.selectors.evaluations import BulkEvaluator, Reached
from ranking.record.models.records import RecordedEvent
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people

declare_labels(
    __name__,
    AuditLabels(
        keys={"evaluated": _("Evaluated"), "less": _("Qualification lowered"), "more": _("Qualification raised")},
        subjects={"pins": _("Pins")},
    ),
)
PIN, WEB = Qualification.Kind.PIN, Qualification.Kind.WEB


@action("pins.mark", summary=_("Mark which pins persons qualify for"), roles=[], subject="none")
def mark_qualified(
    context: ActionContext, _subject: None, *, persons: Sequence[int] = (), ids: Sequence[int] = ()
) -> Done:
    """Evaluate ``persons``, or all persons in the range ``ids`` (first, last), and keep the highest levels reached.

    The answer holds how many were evaluated, and how many reach more or less than before.
    """
    ledger = lock_people(context)
    evaluator = BulkEvaluator()
    evaluated = _kept_persons(persons, ids)
    more, less = mark(context, evaluator, evaluated)
    answer = {"evaluated": len(evaluated), "more": more, "less": less}
    return Done(answer, "pins", after=answer, raises=(), ledger=ledger, changed=bool(more or less))


@action("pins.evaluated", summary=_("Mark an event's players as evaluated"), roles=[], subject="none")
def note_evaluated(context: ActionContext, _subject: None, *, recorded: Sequence[int], persons: Sequence[int]) -> Done:
    """Evaluate the players of confirmed events, and note it on the events; the answer as of ``pins.mark``."""
    ledger = lock_people(context)
    more, less = mark(context, BulkEvaluator(), _kept_persons(persons, ()))
    RecordedEvent.objects.filter(pk__in=recorded).update(evaluated_at=timezone.now())
    answer = {"evaluated": len(persons), "more": more, "less": less}
    return Done(answer, "pins", after=answer, raises=(), ledger=ledger)


def mark(_context: ActionContext, evaluator: BulkEvaluator, persons: dict[int, str]) -> tuple[int, int]:
    """Write the reached levels of ``persons`` (id -> country) that changed.

    Returns how many levels rose or are new, and how many fell or are lost.
    """
    kept = {(row.person_id, row.kind, row.site): row for row in Qualification.objects.filter(person__in=persons)}
    new: list[Qualification] = []
    changed: list[Qualification] = []
    more = less = 0
    now = timezone.now()
    for person, reached in evaluator.reached(persons).items():
        for kind, site, level, events in _reached_levels(reached):
            marked = kept.pop((person, kind, site), None)
            if marked is None:
                row = Qualification(person_id=person, kind=kind, site=site, level=level, reached_at=now, events=events)
                new.append(row)
                more += 1
            elif (marked.level, marked.events) != (level, events):
                # Level 1 is the highest.
                more += level < marked.level
                less += level > marked.level
                marked.reached_at = marked.reached_at if marked.level == level else now
                marked.level = level
                marked.events = events
                changed.append(marked)
    Qualification.objects.bulk_create(new, batch_size=500)
    Qualification.objects.bulk_update(changed, ["level", "reached_at", "events"], batch_size=500)
    Qualification.objects.filter(pk__in=[row.pk for row in kept.values()]).delete()
    return more, less + len(kept)


def mark_again(context: ActionContext, persons: Sequence[int]) -> None:
    """Evaluate these persons, or those they were merged into, as part of another write."""
    mark(context, BulkEvaluator(), _kept_persons(persons, ()))


def _reached_levels(reached: Reached) -> list[tuple[Any, str, int, list[str]]]:
    """Return kind, site, level and events of every reached level."""
    web = [(WEB, site, level, events) for site, (level, events) in reached.web.items()]
    return [(PIN, "", reached.pin, reached.pin_events), *web] if reached.pin else [*web]


def _kept_persons(persons: Sequence[int], ids: Sequence[int]) -> dict[int, str]:
    """Return id -> country of the kept persons with these ids, or in this range."""
    if ids:
        rows = Person.objects.filter(merged_into=None, pk__range=(ids[0], ids[1]))
    else:
        kept = Person.objects.filter(pk__in=persons).values_list(Coalesce(F("merged_into"), F("pk")), flat=True)
        rows = Person.objects.filter(pk__in=list(kept))
    return dict(rows.order_by("pk").values_list("pk", "country"))
