"""Make and change series: their rule, their events, their final, and who keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import RecordedEvent
from ranking.series.models import Series, SeriesEvent, SeriesKeeper
from ranking.series.rules.circles import makes_circle
from ranking.series.rules.plain import MOST_EVENTS, RuleError
from ranking.series.rules.rule import read_rule
from ranking.series.selectors.roles import KEEPER, LEDGER_NAME
from ranking.series.selectors.series import links, may_add
from ranking.series.selectors.values import series_values
from ranking.series.services.labels import RULE_ERRORS
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_row

#: Who changes a series.
KEEPERS = [KEEPER, *COMMITTEE]


@dataclass(frozen=True)
class NewSeries:
    """What a new series begins with: id, name, rule as plain data, and the ids of its events."""

    slug: str
    name: str
    rule: Mapping[str, Any]
    events: Sequence[str] = ()


@action("series.create", summary=_("Make a series of events"), roles=[Role.Name.ORGANIZER], subject="event")
def create_series(context: ActionContext, event: Event, *, new: NewSeries) -> Done:
    """Make a series of organizers, with the event and others in it; the actor's account keeps it.

    Refused for a used id, a rule that cannot be applied, and an event that may not be added (`add_event`). The answer:
    ``series``, the id.
    """
    series = _new_series(context, None, new)
    if context.actor.account is not None:
        SeriesKeeper.objects.create(series=series, account=context.actor.account)
    events = list(dict.fromkeys([event.slug, *new.events]))
    return _made(context, series, events)


@action("series.create_for_body", summary=_("Make a series of a body"), roles=COMMITTEE, subject="body")
def create_series_of_body(context: ActionContext, body: Body, *, new: NewSeries) -> Done:
    """Make a series that the body's committee keeps; see `create_series`."""
    return _made(context, _new_series(context, body, new), new.events)


@action("series.change", summary=_("Change the name or the rule of a series"), roles=KEEPERS, subject="series")
def change_series(context: ActionContext, series: Series, *, base: Mapping[str, Any], **values: Any) -> Done:
    """Change the values that differ from ``base``, which the form showed: those of `series_values`.

    Needs a reason once the series has events, as the ranking changes.
    """
    before = series_values(series)
    changed = fields_to_write(base, values, before)
    merged = before | {name: values[name] for name in changed}
    series.name = merged.pop("name")
    series.rule = _plain_rule(merged)
    check_row(series)
    after = series_values(series)
    differing = sorted(name for name in after if before.get(name) != after[name])
    if differing and series.events.exists():
        _ask_reason(context)
    series.save()
    old, new = ({name: row.get(name) for name in differing} for row in (before, after))
    return Done({"series": series.slug}, _about(series), old, new, changed=bool(differing))


@action("series.add_event", summary=_("Let an event count in a series"), roles=KEEPERS, subject="series")
def add_event(context: ActionContext, series: Series, *, slug: str, session: int = 0) -> Done:
    """Let an event count, or one session of it (0: the whole event).

    Refused at ``slug`` or ``session``: an unknown event, one that the actor may not add (`may_add`), one that counts
    already, and the final of the series, also through other series.
    """
    row = _add(context, series, slug, session)
    after = _event_values(row)
    return Done({"series": series.slug}, _about(series), None, after)


@action("series.take_out", summary=_("Remove an event from a series"), roles=KEEPERS, subject="series")
def take_out_event(context: ActionContext, series: Series, *, slug: str, session: int = 0) -> Done:
    """Let an event count no more, with a reason."""
    row = series.events.filter(slug=slug, session=session).first()
    if row is None:
        raise Refused(_("This event does not count in the series."))
    _ask_reason(context)
    before = _event_values(row)
    row.delete()
    return Done({"series": series.slug}, _about(series), before, None)


@action("series.set_final", summary=_("Set the final of a series"), roles=KEEPERS, subject="series")
def set_final(context: ActionContext, series: Series, *, slug: str) -> Done:
    """Name the event that is the final; empty: none. It counts neither here nor, through other series, for this one."""
    _lock_series(context)
    if slug and not _event_of(slug)[0]:
        raise Refused(_("There is no event with this id."), where="slug")
    finals, events = links()
    if slug and makes_circle(finals | {series.slug: slug}, events, series.slug):
        raise Refused(_("This event counts for the series: its own final cannot count."), where="slug")
    before, series.final = series.final, slug
    series.save()
    values = {"final": before or None}, {"final": slug or None}
    return Done({"series": series.slug}, _about(series), *values, changed=before != slug)


@action("series.set_keeper", summary=_("Set who keeps a series"), roles=KEEPERS, subject="series")
def set_keeper(_context: ActionContext, series: Series, *, account: Account, on: bool) -> Done:
    """Let an account keep the series, or no more. Refused for the last one of a series without a body."""
    keeper = series.keepers.filter(account=account).first()
    before = keeper is not None
    if keeper and not on:
        if series.body is None and series.keepers.count() == 1:
            raise Refused(_("A series without a body needs at least one account."), where="account")
        keeper.delete()
    if on and keeper is None:
        SeriesKeeper.objects.create(series=series, account=account)
    values = (
        {"keeper": f"account:{account.pk}" if before else None},
        {"keeper": f"account:{account.pk}" if on else None},
    )
    return Done({"series": series.slug}, _about(series), *values, raises=(), changed=before != on)


def _new_series(context: ActionContext, body: Body | None, new: NewSeries) -> Series:
    _lock_series(context)
    if Series.objects.filter(slug=new.slug).exists():
        raise Refused(_("This id is already used."), where="slug")
    series = Series(slug=new.slug, name=new.name, body=body, rule=_plain_rule(new.rule))
    series.ledger = Ledger(name=LEDGER_NAME.format(new.slug))
    check_row(series, exclude=("ledger",))
    series.ledger.save()
    series.save()
    return series


def _made(context: ActionContext, series: Series, events: Sequence[str]) -> Done:
    """Add the first events, and note the new series in its own chain too."""
    for slug in events:
        try:
            _add(context, series, slug, 0)
        except Refused as refused:
            raise Refused(refused.message, where="events") from None
    after = {**series_values(series), "events": list(events)}
    return Done({"series": series.slug}, _about(series), None, after, raises=(), second_ledger=series.ledger)


def _add(context: ActionContext, series: Series, slug: str, session: int) -> SeriesEvent:
    _lock_series(context)
    event, recorded = _event_of(slug)
    if event is None and recorded is None:
        raise Refused(_("There is no event with this id."), where="slug")
    if event and event.rehearsal:
        raise Refused(_("This is a rehearsal: its results do not count."), where="slug")
    if event and event.is_set_aside:
        raise Refused(_("This copy was set aside: its results do not count."), where="slug")
    if context.actor.account is not None and not may_add(context.actor.account, series, event, recorded):
        message = _("You can add events of the record, and those that you organize. Ask the organizer of this one.")
        raise Refused(message, where="slug")
    _check_session(series, event, slug, session)
    if series.events.count() >= MOST_EVENTS:
        raise Refused(_("A series has at most %(most)s events.") % {"most": MOST_EVENTS}, where="slug")
    finals, events = links()
    if makes_circle(finals, events | {series.slug: {*events.get(series.slug, ()), slug}}, series.slug):
        raise Refused(_("This event is the final of the series, or leads to it through other series."), where="slug")
    name = event.name if event else recorded.name  # type: ignore[union-attr]
    return SeriesEvent.objects.create(series=series, slug=slug, session=session, name=name)


def _check_session(series: Series, event: Event | None, slug: str, session: int) -> None:
    if session and (event is None or session > event.planned_sessions):
        raise Refused(_("The event has no such session here."), where="session")
    counted = set(series.events.filter(slug=slug).values_list("session", flat=True))
    if session in counted:
        raise Refused(_("This counts in the series already."), where="slug")
    if counted and (session == 0 or 0 in counted):
        raise Refused(_("Either the whole event counts, or single sessions of it."), where="session")


def _event_of(slug: str) -> tuple[Event | None, RecordedEvent | None]:
    return Event.objects.filter(slug=slug).first(), RecordedEvent.objects.filter(slug=slug).first()


def _plain_rule(values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return read_rule(values).plain()
    except RuleError as error:
        raise Refused(RULE_ERRORS[error.code], where=error.where) from None


def _lock_series(context: ActionContext) -> None:
    """Let writers of all series wait: a circle can go through several."""
    lock_people(context)


def _ask_reason(context: ActionContext) -> None:
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")


def _event_values(row: SeriesEvent) -> dict[str, Any]:
    return {"event": row.slug} | ({"session": row.session} if row.session else {})


def _about(series: Series) -> str:
    return f"series:{series.slug}"
