"""Every entry of the catalogue is recorded and cancelled with its effects."""

from typing import Any

import pytest

from common.actions.errors import Refused
from scoring.fouls.models import Foul, Measure
from scoring.fouls.rules.catalogue import fouls
from scoring.fouls.services.recording import cancel_foul
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from tests.support.foul_cases import CASES
from tests.support.foul_judging import ANNA, judge, moved, scores, write
from tests.support.sheets import at

pytestmark = pytest.mark.django_db
CASES_OF_MCR = [(code, outcome) for code, outcome in CASES if not code.startswith("imj-")]


@pytest.mark.parametrize(("code", "outcome"), CASES_OF_MCR)
def test_every_entry_can_be_recorded_at_a_table_with_its_effects(sheet: Sheet, code: str, outcome: str) -> None:
    article, scope, effects, points, payee = CASES[code, outcome]
    facts: dict[str, Any] = {"outcome": outcome} | ({"title": "推搡", "article": "2.3.1"} if code == "free" else {})
    if payee == "one":
        facts |= {"effects": effects, "points": points, "payee": "N"}
    foul = judge(sheet, code, **facts)
    assert (foul.article, foul.scope, foul.effects, foul.points) == (article or "2.3.1", scope, effects, points)
    assert (foul.proposed, foul.entry, foul.number) == (True, at(sheet, "W"), 1)
    lost = {"each": 3 * points, "nobody": points, "one": points}[payee]
    received = {"each": dict.fromkeys("ESN", points), "nobody": {}, "one": {"N": points}}[payee]
    in_hand = scope == "hand" and bool(points)
    assert moved(sheet) == ({"W": -lost, **received} if in_hand else {})
    facts_now = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    assert facts_now.dead(1) == ({"W"} if "dead-hand" in effects else set())
    assert facts_now.forfeited == ({"W"} if "forfeit" in effects else set())
    session_points = [-points] if scope == "session" and points else []
    assert list(SessionPenalty.objects.values_list("points", flat=True)) == session_points
    wanted = sorted({"suspension", "rank-lost", "disqualification"} & set(effects))
    assert list(Measure.objects.values_list("kind", "status")) == [(kind, "proposed") for kind in wanted]
    assert Foul.objects.filter(notice_at=None).count() == 1  # a notice is a separate action


@pytest.mark.parametrize(("code", "outcome"), CASES_OF_MCR)
def test_every_entry_is_cancelled_without_a_trace_in_the_results(sheet: Sheet, code: str, outcome: str) -> None:
    write(sheet, 1, winner="E", discarder="S", points=24)
    before = scores(sheet)
    facts: dict[str, Any] = {"outcome": outcome} | ({"title": "推搡"} if code == "free" else {})
    if CASES[code, outcome][4] == "one":
        facts |= {"effects": ["points"], "points": 5, "payee": "N"}
    cancel_foul(ANNA, judge(sheet, code, **facts), reason="看错了")
    assert scores(sheet) == before
    assert moved(sheet) == {}
    assert not SessionPenalty.objects.exists()
    assert not Forfeit.objects.current().exists()
    assert set(Measure.objects.values_list("status", flat=True)) <= {"rejected"}


@pytest.mark.parametrize(("code", "outcome"), [case for case in CASES if case not in CASES_OF_MCR])
def test_a_foul_of_another_game_is_not_in_the_catalogue(sheet: Sheet, code: str, outcome: str) -> None:
    with pytest.raises(Refused, match="catalogue"):
        judge(sheet, code, outcome=outcome)


def test_every_entry_but_the_free_one_has_an_article() -> None:
    assert [foul.code for foul in fouls().values() if not foul.article] == ["free"]
