"""Awards and the ceremony: proposed and chosen winners, the steps, and the release by the last step."""

from typing import Any

import pytest

from common.actions.errors import Conflict, Refused
from common.actions.models.audit import AuditEntry
from scoring.display.models.ceremonies import Award, AwardWinner, Ceremony
from scoring.display.selectors.best_hands import best_hands
from scoring.display.selectors.ceremony import against_beginning, held_back, steps_of
from scoring.display.selectors.winners import Winners
from scoring.display.services.awards import add_award, add_usual_awards, change_award, move_award, remove_award
from scoring.display.services.ceremony import begin_ceremony, end_ceremony, step_ceremony
from scoring.releases.services.closing import close_event
from scoring.releases.services.releasing import release_session, retract_session
from scoring.setup.services.timetable import add_session, remove_session
from scoring.sheets.models.sheets import Sheet
from tests.support.action_examples import new_entry
from tests.support.draws import ACTOR
from tests.support.finals import final
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def arranged(**columns: Any) -> Event:
    event = final(**columns)
    add_usual_awards(ACTOR, event)
    return event


def winners_by_award(event: Event, *, frozen: bool = False) -> list[tuple[str, list[tuple[int, str]]]]:
    awards = Winners(event).awards_with_winners(frozen=frozen)
    return [(listed.award.kind, [(winner.place, winner.name) for winner in listed.winners]) for listed in awards]


def stepped(event: Event, times: int) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for at in range(times):
        answer = step_ceremony(ACTOR, event, move="next", seen=at)
    return answer


def test_the_usual_awards_fit_the_event_and_name_the_best_hand() -> None:
    event = arranged()
    assert winners_by_award(event) == [
        ("best-hand", [(1, "李娜")]),
        ("groups", [(1, "西部团")]),
        ("teams", [(1, "龙队"), (2, "虎队")]),
        ("individual", [(1, "李娜"), (2, "欧阳娜娜"), (3, "王伟"), (3, "MÜLLER Eva")]),
    ]
    assert [hand.points for hand in best_hands(event)] == [88, 12]
    assert AwardWinner.objects.get().note == "88"
    assert add_usual_awards(ACTOR, event) == {"awards": 0}


def test_a_member_who_left_without_playing_is_not_named_with_the_team() -> None:
    event = arranged()
    dragons = event.teams.get(name="龙队")
    before = Winners(event).awards_with_winners()[2].winners[0]
    assert (before.name, len(before.members)) == ("龙队", 4)
    new_entry(event, "withdrawn", name="林冲", team=dragons)
    assert Winners(event).awards_with_winners()[2].winners[0].members == before.members


def test_the_ceremony_shows_award_by_award_and_shared_places_together() -> None:
    event = arranged()
    assert begin_ceremony(ACTOR, event) == {"shown": 0, "steps": 8}
    awards = Winners(event).awards_with_winners(frozen=True)
    names = [[winner.name for winner in awards[step.award].at(step.place)] for step in steps_of(awards)]
    assert names[3:] == [["龙队"], ["王伟", "MÜLLER Eva"], ["欧阳娜娜"], ["李娜"]]


def test_only_the_last_step_releases_the_held_back_session() -> None:
    event = arranged()
    begin_ceremony(ACTOR, event)
    public = event.ledger.public
    assert stepped(event, 7) == {"shown": 7, "steps": 8}
    event.ledger.refresh_from_db()
    assert (event.ledger.public, held_back(event).number) == (public, 2)
    step_ceremony(ACTOR, event, move="next", seen=7)
    event.ledger.refresh_from_db()
    assert (event.ledger.public, held_back(event)) == (public + 1, None)
    assert event.sessions.get(number=2).released_at is not None
    last = AuditEntry.objects.filter(action="ceremony.step").latest("pk")
    assert last.after["session"] == 2
    assert last.after["steps_shown"] == 8
    for service, facts in ((begin_ceremony, {}), (end_ceremony, {}), (step_ceremony, {"move": "back", "seen": 8})):
        with pytest.raises(Refused, match="over"):
            service(ACTOR, event, **facts)


def test_a_step_repeated_in_a_second_window_moves_once_and_can_be_undone() -> None:
    event = arranged()
    begin_ceremony(ACTOR, event)
    assert step_ceremony(ACTOR, event, move="next", seen=0)["shown"] == 1
    assert step_ceremony(ACTOR, event, move="next", seen=0)["shown"] == 1
    assert step_ceremony(ACTOR, event, move="back", seen=1)["shown"] == 0
    assert step_ceremony(ACTOR, event, move="back", seen=0)["shown"] == 0
    with pytest.raises(Refused, match="no such step"):
        step_ceremony(ACTOR, event, move="all", seen=0)


def test_the_ceremony_begins_only_if_the_last_session_can_be_released() -> None:
    event = final()
    with pytest.raises(Refused, match="no award"):
        begin_ceremony(ACTOR, event)
    add_usual_awards(ACTOR, event)
    sheet = Sheet.objects.get(table__session__number=2, table__number=2)
    sheet.state = Sheet.State.SIGNED
    sheet.save()
    with pytest.raises(Refused, match="not confirmed yet: 2"):
        begin_ceremony(ACTOR, event)
    with pytest.raises(Refused, match="not begun"):
        step_ceremony(ACTOR, event, move="next", seen=0)


def test_an_unreleased_earlier_session_blocks_the_beginning() -> None:
    event = arranged()
    retract_session(ACTOR, event.sessions.get(number=1), reason="换了桌")
    assert "Release session 1 first" in against_beginning(event)


@pytest.mark.parametrize("released", [True, False])
def test_a_planned_session_without_tables_blocks_the_beginning_until_it_is_removed(released: bool) -> None:
    """The ceremony would say that everything is public, before the last session is played."""
    event = arranged()
    if released:
        release_session(ACTOR, event.sessions.get(number=2))
    add_session(ACTOR, event)
    with pytest.raises(Refused, match="Session 3 is not drawn yet"):
        begin_ceremony(ACTOR, event)
    remove_session(ACTOR, event)
    assert begin_ceremony(ACTOR, event)["shown"] == 0


def test_a_closed_event_has_its_ceremony_although_a_planned_session_was_not_played() -> None:
    event = arranged(starts="2024-05-01", ends="2024-05-02")
    release_session(ACTOR, event.sessions.get(number=2))
    add_session(ACTOR, event)
    close_event(ACTOR, event, reason="a storm", by="赵敏")
    assert begin_ceremony(ACTOR, event)["shown"] == 0


def test_a_rehearsal_has_its_ceremony_although_a_planned_session_is_not_drawn() -> None:
    event = arranged()
    event.rehearsal = True
    event.save()
    add_session(ACTOR, event)
    assert against_beginning(event) == ""


def test_winners_are_frozen_at_the_beginning_until_it_begins_again() -> None:
    event = arranged()
    begin_ceremony(ACTOR, event)
    before = winners_by_award(event, frozen=True)
    event.entries.filter(number=2).update(status="withdrawn")
    assert winners_by_award(event, frozen=True) == before
    assert winners_by_award(event)[3] == ("individual", [(1, "欧阳娜娜"), (2, "王伟"), (2, "MÜLLER Eva")])
    begin_ceremony(ACTOR, event)
    assert winners_by_award(event, frozen=True) == winners_by_award(event)
    assert Ceremony.objects.get().steps == 7


def test_awards_cannot_be_changed_during_the_ceremony() -> None:
    event = arranged()
    award = event.awards.get(kind="best-hand")
    begin_ceremony(ACTOR, event)
    for service, subject, facts in (
        (add_award, event, {"kind": "own", "title": "最佳新人"}),
        (add_usual_awards, event, {}),
        (change_award, award, {"title": "", "places": 1}),
        (move_award, award, {"place": 2}),
        (remove_award, award, {}),
    ):
        with pytest.raises(Refused, match="has begun"):
            service(ACTOR, subject, **facts)
    end_ceremony(ACTOR, event)
    assert not AwardWinner.objects.filter(award__kind__in=Award.RANKED).exists()
    remove_award(ACTOR, award)


def test_winners_of_a_special_award_are_chosen_and_errors_are_named() -> None:
    event = final()
    add_award(ACTOR, event, kind="own", title="最佳新人", places=2)
    award = event.awards.get()
    winners = [{"place": 1, "number": 3, "note": "首次参赛"}, {"place": 2, "number": 4}]
    change_award(ACTOR, award, title="最佳新秀", places=2, winners=winners)
    assert winners_by_award(event) == [("own", [(1, "佐藤 翔太"), (2, "GARCÍA Luis")])]
    for title, places, wrong, message in (
        ("", 2, winners, "needs a title"),
        ("新", 1, winners, "1 places"),
        ("新", 2, [{"place": 1, "number": 3}, {"place": 2, "number": 3}], "each player once"),
        ("新", 2, [{"place": 1, "number": 99}], "each player once"),
    ):
        with pytest.raises(Refused, match=message):
            change_award(ACTOR, award, title=title, places=places, winners=wrong)


def test_concurrent_changes_of_the_winners_conflict() -> None:
    event = final()
    add_award(ACTOR, event, kind="own", title="最佳新人", places=1)
    award = event.awards.get()
    base = {"title": "最佳新人", "places": 1, "winners": []}
    change_award(ACTOR, award, title="最佳新人", places=1, winners=[{"place": 1, "number": 3}], base=base)
    with pytest.raises(Conflict) as caught:
        change_award(ACTOR, award, title="新", places=1, winners=[{"place": 1, "number": 4}], base=base)
    assert caught.value.theirs == {"winners": [{"place": 1, "number": 3}]}
    change_award(ACTOR, award, title="新", places=1, winners=[], base=base)
    award.refresh_from_db()
    assert (award.title, AwardWinner.objects.get().entry.number) == ("新", 3)


def test_awards_are_moved() -> None:
    event = arranged()
    move_award(ACTOR, event.awards.get(kind="individual"), place=1)
    assert [award.kind for award in event.awards.all()] == ["individual", "best-hand", "groups", "teams"]


def test_the_ceremony_of_a_rehearsal_releases_nothing() -> None:
    event = final()
    event.rehearsal = True
    event.save()
    add_usual_awards(ACTOR, event)
    answer = begin_ceremony(ACTOR, event)
    stepped(event, answer["steps"])
    assert Ceremony.objects.get().over
    assert event.sessions.get(number=2).released_at is None
    begin_ceremony(ACTOR, event)
    assert Ceremony.objects.get().shown == 0


def test_the_best_hand_skips_fillers() -> None:
    event = final()
    filler = event.entries.get(number=2)
    filler.kind = "filler"
    filler.save()
    assert [hand.entry.number for hand in best_hands(event)] == [6]


def test_the_audit_log_has_its_own_key_for_the_places_of_an_award() -> None:
    event = final()
    add_award(ACTOR, event, kind="own", title="最佳新人", places=2)
    change_award(ACTOR, event.awards.get(), title="最佳新人", places=3, winners=[{"place": 1, "number": 3}])
    added, changed = AuditEntry.objects.filter(action__startswith="award.").order_by("seq")
    assert added.after == {"award": "own", "name": "最佳新人", "award_places": 2}
    assert (changed.before["award_places"], changed.after["award_places"]) == (2, 3)
    assert changed.after["winners"] == ["1: 3"]
