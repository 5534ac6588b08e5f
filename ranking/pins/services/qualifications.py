"""Marking which level each person's results reach, so that who newly qualifies is found without asking everybody."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import Call, Done, action
from ranking.pins.models.qualifications import Qualification
from ranking.pins.selectors.evaluations import Everybody, Reached
from ranking.record.models.records import RecordedEvent
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people

PIN, WEB = Qualification.Kind.PIN, Qualification.Kind.WEB


@action("pins.mark", summary=_("Mark which pins persons qualify for"), roles=[], subject="none")
def mark_qualified(call: Call, subject: None, *, persons: Sequence[int] = (), ids: Sequence[int] = ()) -> Done:
    """Evaluate ``persons``, or everybody from the first to the second of ``ids``, and keep the highest levels reached.

    The answer holds how many were evaluated, and how many reach more or less than before.
    """
    head = lock_people(call)
    everybody = Everybody()
    found = _persons(call, persons, ids)
    more, less = mark(call, everybody, found)
    answer = {"evaluated": len(found), "more": more, "less": less}
    return Done(answer, "pins", after=answer, raises=(), head=head, changed=bool(more or less))


@action("pins.evaluated", summary=_("Mark that an event's players were evaluated"), roles=[], subject="none")
def note_evaluated(call: Call, subject: None, *, recorded: Sequence[int], persons: Sequence[int]) -> Done:
    """Evaluate the players of events that were confirmed, and note it on these events; the answer as ``pins.mark``."""
    head = lock_people(call)
    more, less = mark(call, Everybody(), _persons(call, persons, ()))
    RecordedEvent.objects.filter(pk__in=recorded).update(evaluated_at=timezone.now())
    answer = {"evaluated": len(persons), "more": more, "less": less}
    return Done(answer, "pins", after=answer, raises=(), head=head)


def mark(call: Call, everybody: Everybody, persons: dict[int, str]) -> tuple[int, int]:
    """Write what ``persons`` (id -> country) reach where it is another than before; how many reach more, and less."""
    kept = {(one.person_id, one.kind, one.site): one for one in Qualification.objects.filter(person__in=persons)}
    new: list[Qualification] = []
    changed: list[Qualification] = []
    more = less = 0
    now = timezone.now()
    for person, reached in everybody.reached(persons).items():
        for kind, site, level, events in _levels(reached):
            before = kept.pop((person, kind, site), None)
            if before is None:
                row = Qualification(person_id=person, kind=kind, site=site, level=level, since=now, events=events)
                new.append(row)
                more += 1
            elif (before.level, before.events) != (level, events):
                more, less = more + (level < before.level), less + (level > before.level)
                before.since = before.since if before.level == level else now
                before.level, before.events = level, events
                changed.append(before)
    Qualification.objects.bulk_create(new, batch_size=500)
    Qualification.objects.bulk_update(changed, ["level", "since", "events"], batch_size=500)
    Qualification.objects.filter(pk__in=[one.pk for one in kept.values()]).delete()
    return more, less + len(kept)


def mark_again(call: Call, persons: Sequence[int]) -> None:
    """Evaluate these persons, or those they were merged into, as part of another write."""
    mark(call, Everybody(), _persons(call, persons, ()))


def _levels(reached: Reached) -> list[tuple[Any, str, int, list[str]]]:
    """Kind, site, level and events of everything reached."""
    web = [(WEB, site, level, events) for site, (level, events) in reached.web.items()]
    return [(PIN, "", reached.pin, reached.pin_events), *web] if reached.pin else [*web]


def _persons(call: Call, persons: Sequence[int], ids: Sequence[int]) -> dict[int, str]:
    """Id -> country of the kept persons who are meant."""
    if ids:
        found = Person.objects.filter(merged_into=None, pk__range=(ids[0], ids[1]))
    else:
        kept = Person.objects.filter(pk__in=persons).values_list(Coalesce(F("merged_into"), F("pk")), flat=True)
        found = Person.objects.filter(pk__in=list(kept))
    return dict(found.order_by("pk").values_list("pk", "country"))
