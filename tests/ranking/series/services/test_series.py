"""Making and changing series: who may, what is refused and where, what the audit log keeps."""

from typing import Any

import pytest

from common.actions.errors import Conflict, Forbidden, Refused
from common.actions.models.audit import AuditEntry
from ranking.bodies.models import Body, BodyMember
from ranking.series.models import Series, SeriesKeeper
from ranking.series.selectors.series import addable
from ranking.series.selectors.values import series_values
from ranking.series.services.series import (
    NewSeries,
    add_event,
    change_series,
    create_series,
    create_series_of_body,
    set_final,
    set_keeper,
    take_out_event,
)
from tests.support.events import small_event
from tests.support.ranking import actor, new_account, new_body, recorded_event
from tests.support.series import USUAL, new_series
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db(transaction=True)


def organizer_of(*events: Event) -> Account:
    account = new_account()
    for event in events:
        Role.objects.create(account=account, event=event, name=Role.Name.ORGANIZER)
    return account


def league(**values: Any) -> NewSeries:
    return NewSeries(**{"slug": "chiba", "name": "Chiba league", "rule": USUAL, **values})


def refusal(function: Any, *args: Any, **kwargs: Any) -> tuple[str, str]:
    """Return where a write is refused, and its sentence."""
    with pytest.raises(Refused) as refused:
        function(*args, **kwargs)
    return refused.value.where, str(refused.value.message)


def test_an_organizer_makes_a_series_of_own_events_and_events_of_the_record() -> None:
    first, second = small_event("one"), small_event("two")
    past = recorded_event()
    account = organizer_of(first, second)
    answer = create_series(actor_of(account), first, new=league(events=("two", past.slug)))
    series = Series.objects.get(slug=answer["series"])
    assert (series.name, series.body, series.rule, series.final) == ("Chiba league", None, USUAL, "")
    assert list(series.events.values_list("slug", "session", "name")) == [
        ("one", 0, first.name),
        ("two", 0, second.name),
        (past.slug, 0, past.name),
    ]
    assert list(series.keepers.values_list("account", flat=True)) == [account.pk]
    chains = AuditEntry.objects.filter(action="series.create").values_list("ledger__name", "about")
    assert sorted(chains) == [("event:one", "series:chiba"), ("series:chiba", "series:chiba")]


def test_events_of_other_organizers_are_refused_and_nothing_is_kept() -> None:
    own, foreign = small_event("own"), small_event("foreign")
    where, message = refusal(create_series, actor_of(organizer_of(own)), own, new=league(events=(foreign.slug,)))
    assert (where, message.startswith("You can add events of the record")) == ("events", True)
    assert not Series.objects.exists()


def test_only_an_organizer_of_the_event_makes_a_series_from_it() -> None:
    own, foreign = small_event("own"), small_event("foreign")
    with pytest.raises(Forbidden):
        create_series(actor_of(organizer_of(own)), foreign, new=league())


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"rule": {**USUAL, "counting": "best"}}, "best"),
        ({"name": ""}, "name"),
        ({"slug": "Not an id"}, "slug"),
        ({"slug": "taken"}, "slug"),
        ({"events": ("nowhere",)}, "events"),
    ],
)
def test_a_wrong_series_is_refused_at_its_field(values: dict[str, Any], where: str) -> None:
    event = small_event("one")
    create_series(actor(), event, new=league(slug="taken"))
    assert refusal(create_series, actor(), event, new=league(**values))[0] == where
    assert Series.objects.count() == 1


def test_the_committee_of_a_body_keeps_its_series() -> None:
    body, other = new_body(), new_body()
    member, stranger = new_account(), new_account()
    BodyMember.objects.create(account=member, body=body, role=BodyMember.Role.MEMBER)
    BodyMember.objects.create(account=stranger, body=other, role=BodyMember.Role.CHAIR)
    create_series_of_body(actor_of(member), body, new=league(events=(recorded_event().slug,)))
    series = Series.objects.get()
    assert (series.body, series.keepers.count(), series.events.count()) == (body, 0, 1)
    add_event(actor_of(member), series, slug=recorded_event().slug)
    for account in (stranger, new_account(is_staff=True)):
        with pytest.raises(Forbidden):
            add_event(actor_of(account), series, slug=recorded_event().slug)
    assert series.events.count() == 2


def test_a_body_adds_the_events_whose_class_it_may_confirm() -> None:
    body = new_body(Body.Kind.MEMBER, countries=["NL"])
    member = new_account()
    BodyMember.objects.create(account=member, body=body, role=BodyMember.Role.MEMBER)
    series = new_series(body=body)
    for slug, country in (("dutch", "NL"), ("french", "FR")):
        small_event(slug)
        Event.objects.filter(slug=slug).update(country=country)
    add_event(actor_of(member), series, slug="dutch")
    assert refusal(add_event, actor_of(member), series, slug="french")[0] == "slug"


def test_the_rule_changes_with_a_reason_and_the_log_keeps_both() -> None:
    series = new_series(recorded_event().slug)
    base = series_values(series)
    values = {**base, "counting": "best-worst", "best": 3, "worst": 1}
    assert refusal(change_series, actor(), series, base=base, **values)[0] == "reason"
    change_series(actor(), series, reason="The members decided it", base=base, **values)
    series.refresh_from_db()
    assert (series.rule["counting"], series.rule["best"], series.rule["worst"]) == ("best-worst", 3, 1)
    entry = AuditEntry.objects.get()
    assert (entry.actor_name, entry.reason) == ("test", "The members decided it")
    assert entry.before == {"best": 0, "counting": "sum", "worst": 0}
    assert entry.after == {"best": 3, "counting": "best-worst", "worst": 1}


def test_the_rule_of_a_series_without_events_needs_no_reason_and_the_same_rule_leaves_no_entry() -> None:
    series = new_series()
    base = series_values(series)
    change_series(actor(), series, base=base, **base)
    assert not AuditEntry.objects.exists()
    change_series(actor(), series, base=base, **{**base, "name": "Winter league"})
    assert Series.objects.get().name == "Winter league"


def test_two_people_change_the_same_value() -> None:
    series = new_series()
    base = series_values(series)
    change_series(actor(), series, base=base, **{**base, "finalists": 8})
    with pytest.raises(Conflict) as conflict:
        change_series(actor(), series, base=base, **{**base, "finalists": 4})
    assert (conflict.value.theirs, conflict.value.yours) == ({"finalists": 8}, {"finalists": 4})


def test_an_event_counts_once_as_a_whole_or_by_sessions() -> None:
    series = new_series()
    small_event("night")
    Event.objects.filter(slug="night").update(planned_sessions=3)
    add_event(actor(), series, slug="night", session=1)
    add_event(actor(), series, slug="night", session=3)
    assert refusal(add_event, actor(), series, slug="night", session=3)[0] == "slug"
    assert refusal(add_event, actor(), series, slug="night", session=4)[0] == "session"
    assert refusal(add_event, actor(), series, slug="night") == (
        "session",
        "Either the whole event counts, or single sessions of it.",
    )
    take_out_event(actor(), series, reason="rained off", slug="night", session=1)
    take_out_event(actor(), series, reason="rained off", slug="night", session=3)
    add_event(actor(), series, slug="night")
    assert refusal(add_event, actor(), series, slug="night", session=1)[0] == "session"
    past = recorded_event()
    assert refusal(add_event, actor(), series, slug=past.slug, session=1)[0] == "session"


def test_a_rehearsal_does_not_count() -> None:
    small_event("rehearsed")
    Event.objects.filter(slug="rehearsed").update(rehearsal=True)
    assert refusal(add_event, actor(), new_series(), slug="rehearsed")[0] == "slug"


def test_an_event_is_taken_out_with_a_reason() -> None:
    past = recorded_event()
    series = new_series(past.slug)
    assert refusal(take_out_event, actor(), series, slug=past.slug)[0] == "reason"
    take_out_event(actor(), series, reason="Only members played", slug=past.slug)
    assert not series.events.exists()
    assert AuditEntry.objects.get().before == {"event": past.slug}
    assert refusal(take_out_event, actor(), series, reason="again", slug=past.slug)[0] == ""


def test_an_event_may_count_in_two_series() -> None:
    past = recorded_event()
    first, second = new_series(past.slug), new_series()
    add_event(actor(), second, slug=past.slug)
    assert (first.events.count(), second.events.count()) == (1, 1)


def test_the_final_of_a_series_does_not_count_for_it() -> None:
    small_event("final")
    past = recorded_event()
    series = new_series(past.slug)
    set_final(actor(), series, slug="final")
    assert refusal(add_event, actor(), series, slug="final")[0] == "slug"
    other = new_series("final")
    assert refusal(set_final, actor(), other, slug="final")[0] == "slug"
    assert refusal(set_final, actor(), series, slug="nowhere")[0] == "slug"
    set_final(actor(), series, slug="")
    add_event(actor(), series, slug="final")


def test_finals_do_not_lead_back_through_other_series() -> None:
    """The final of the region counts for the nation, so the final of the nation cannot count for the region."""
    small_event("regional-final")
    small_event("national-final")
    region, nation = new_series(recorded_event().slug), new_series()
    set_final(actor(), region, slug="regional-final")
    add_event(actor(), nation, slug="regional-final")
    set_final(actor(), nation, slug="national-final")
    assert refusal(add_event, actor(), region, slug="national-final")[0] == "slug"
    set_final(actor(), nation, slug="")
    add_event(actor(), region, slug="national-final")
    assert refusal(set_final, actor(), nation, slug="national-final")[0] == "slug"


def test_a_series_holds_two_hundred_events() -> None:
    series = new_series(*(f"event-{number}" for number in range(200)))
    assert refusal(add_event, actor(), series, slug=recorded_event().slug) == (
        "slug",
        "A series has at most 200 events.",
    )


def test_keepers_come_and_go_and_one_stays() -> None:
    series = new_series()
    first, second = new_account(), new_account()
    set_keeper(actor(), series, account=first, on=True)
    set_keeper(actor_of(first), series, account=second, on=True)
    set_keeper(actor_of(second), series, account=first, on=False)
    with pytest.raises(Forbidden):
        set_keeper(actor_of(first), series, account=first, on=True)
    assert refusal(set_keeper, actor_of(second), series, account=second, on=False)[0] == "account"
    assert SeriesKeeper.objects.get().account == second
    of_body = new_series(body=new_body())
    set_keeper(actor(), of_body, account=first, on=True)
    set_keeper(actor(), of_body, account=first, on=False)
    assert not of_body.keepers.exists()


def test_proposed_events_of_one_name_have_their_ids() -> None:
    for slug in ("first", "second", "third"):
        small_event(slug)
    Event.objects.exclude(slug="third").update(name="Club night")
    Event.objects.filter(slug="third").update(name="Open")
    proposed = dict(addable(new_account(is_superuser=True), None))
    assert proposed == {"first": "Club night (first)", "second": "Club night (second)", "third": "Open"}
