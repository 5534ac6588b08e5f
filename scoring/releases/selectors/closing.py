"""Whether an event is closed, and what is still open."""

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy

from scoring.fouls.models import Measure
from scoring.releases.models.closings import Closing
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import contradictions
from tournament.events.models.events import Event

#: The labels of what may be open, in the order of display. "appeals" is only in closings of earlier versions.
WORDS: dict[str, Promise] = {
    "sheets": ngettext_lazy("%(count)d sheet is not confirmed", "%(count)d sheets are not confirmed", "count"),
    "contradictions": ngettext_lazy(
        "%(count)d discrepancy is not resolved", "%(count)d discrepancies are not resolved", "count"
    ),
    "unplayed": ngettext_lazy("%(count)d session has no tables", "%(count)d sessions have no tables", "count"),
    "unreleased": ngettext_lazy("%(count)d session is not released", "%(count)d sessions are not released", "count"),
    "appeals": ngettext_lazy("%(count)d appeal is not decided", "%(count)d appeals are not decided", "count"),
    "measures": ngettext_lazy(
        "%(count)d measure after a foul is not decided", "%(count)d measures after fouls are not decided", "count"
    ),
    "calls": ngettext_lazy(
        "%(count)d call for a referee is not answered", "%(count)d calls for a referee are not answered", "count"
    ),
}


def closing_of(event: Event) -> Closing | None:
    """Return the closing of the event; None while it is open."""
    return Closing.objects.filter(event=event).first()


def still_open(event: Event) -> dict[str, int]:
    """Count what is open and needs a reason to close the event: kind of `WORDS` -> count above 0. Seven queries.

    Appeals are not among them: closing waits for them (`scoring.releases.selectors.waits`).
    """
    played = event.sessions.filter(tables__isnull=False).distinct()
    counts = {
        "sheets": Sheet.objects.filter(table__session__event=event).exclude(state=Sheet.State.CONFIRMED).count(),
        "contradictions": contradictions(event).count(),
        "unplayed": max(0, event.planned_sessions - played.count()),
        "unreleased": played.filter(released_at=None).count(),
    }
    return {kind: count for kind, count in counts.items() if count} | waiting_for_referees(event)


def waiting_for_referees(event: Event) -> dict[str, int]:
    """Count the measures and calls that are open: kind of `WORDS` -> count above 0. Two queries."""
    counts = {
        "measures": Measure.objects.filter(event=event, status=Measure.State.PROPOSED).count(),
        "calls": RefereeCall.objects.filter(event=event, ended_at=None).count(),
    }
    return {kind: count for kind, count in counts.items() if count}


def open_words(counts: dict[str, int]) -> list[str]:
    """Return the labels of what is open, with their counts."""
    return [str(words % {"count": counts[kind]}) for kind, words in WORDS.items() if counts.get(kind)]
