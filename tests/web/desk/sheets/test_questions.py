"""Tests of questions while typing a paper: answers are kept until the paper is signed."""

from collections.abc import Collection
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.progress.selectors.progress import progress_of
from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.models.facts import SignedTotal
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.confirming import to_confirm
from scoring.sheets.selectors.paper.tray import Step, papers
from tests.support.form_reading import form_with
from tests.web.desk.conftest import half_played
from tournament.events.models.events import Event

HANDS = {f"h{no}": typed for no, typed in enumerate(["1324", "2016", "4110", "3248"] * 4, 1)}
QUESTIONS = ("over-88", "gap", "short", "total-missing", "totals-sum", "contradiction")
#: They exclude each other: a missing total is filled so that the sum is right.
EITHER = {"total-missing", "totals-sum"}


@pytest.fixture
def event(db) -> Event:
    return half_played()


@pytest.fixture
def client(event: Event, signed_in) -> Client:
    return signed_in("scorekeeper", event)


def sheet_of(event: Event, table: int = 1) -> Sheet:
    return Sheet.objects.get(table__session__event=event, table__session__number=2, table__number=table)


def page(name: str = "typing", table: int = 1) -> str:
    return reverse(f"desk:{name}", args=["event-1", 2, table])


def paper_with(client: Client, questions: Collection[str]) -> dict[str, str]:
    """Return a paper that raises these questions: its hands and totals as typed."""
    hands = dict(HANDS)
    if "over-88" in questions:
        hands["h1"] = "1390"
    if "gap" in questions:
        del hands["h5"]
    if "short" in questions:
        del hands["h16"]
    check = client.get(page("typing-check"), {"mode": "words", "seen": "1", **hands}).json()
    sums = check["rows"][max(check["rows"], key=int)]["totals"]
    totals = dict(zip("ESWN", sums, strict=True))
    if "totals-sum" in questions:
        totals["E"] += 10
    if "contradiction" in questions:
        totals["E"], totals["S"] = totals["E"] + 2, totals["S"] - 2
    typed = {f"total{seat}": str(points) for seat, points in totals.items()}
    if "total-missing" in questions:
        typed["totalN"] = ""
    return hands | typed


def answered(client: Client, address: str, data: dict[str, Any], do: dict[str, str]) -> tuple[Any, list[str]]:
    """Send the form, then confirm the questions one after the other as the page shows them.

    Returns the last response and the codes of the questions in order.
    """
    questions: list[str] = []
    answer = client.post(address, data | do)
    while answer.status_code == 409 and len(questions) < 10:
        form = form_with(answer.content.decode(), "acknowledged")
        code = form.boxes["acknowledged"][0]
        form.sent.setdefault("acknowledged", []).append(code)
        questions.append(code)
        answer = client.post(form.action or address, form.sent | do)
    return answer, questions


@pytest.mark.parametrize(
    "questions",
    [found for size in (1, 2, 3) for found in combinations(QUESTIONS, size) if not set(found) >= EITHER],
    ids="+".join,
)
def test_a_paper_with_several_questions_is_signed(event: Event, client: Client, questions: tuple[str, ...]) -> None:
    form = form_with(client.get(page()).content.decode(), "h1")
    typed = paper_with(client, questions)
    answer, codes = answered(client, page(), form.sent | typed | {"referee": "赵敏"}, {"do": "sign"})
    assert (answer.status_code, len(codes)) == (302, len(set(codes)))
    # A calculated total cannot contradict.
    assert set(questions) - ({"contradiction"} if "total-missing" in questions else set()) <= set(codes)
    assert sheet_of(event).state == "signed"


def test_an_acknowledgement_does_not_cover_values_typed_later(event: Event, client: Client) -> None:
    form = form_with(client.get(page()).content.decode(), "h1")
    typed = form.sent | paper_with(client, ["totals-sum", "short"]) | {"referee": "赵敏"}
    answer = client.post(page(), typed | {"do": "save"})
    form = form_with(answer.content.decode(), "acknowledged")
    form.sent["acknowledged"] = form.boxes["acknowledged"]
    form.sent["totalS"] = ["77"]
    answer = client.post(page(), form.sent | {"do": "save"})
    assert answer.status_code == 409
    assert "The totals add up to" in answer.content.decode()
    assert not SignedTotal.objects.current().filter(sheet=sheet_of(event)).exists()


def test_every_hand_above_the_highest_fan_value_raises_a_question(event: Event, client: Client) -> None:
    form = form_with(client.get(page()).content.decode(), "h1")
    typed = form.sent | {"h1": "1390", "h2": "0", "h3": "2491"}
    assert "Hand 1, 3: more than 88 points." in client.post(page(), typed | {"do": "save"}).content.decode()


def test_signing_after_the_second_entry_asks_and_opens_the_next_paper(event: Event, client: Client, signed_in) -> None:
    """Each paper has its own key: the key of the first does not affect the second."""
    ScoringSettings.objects.filter(event=event).update(second_entry="totals")
    for table in (1, 2):
        form = form_with(client.get(page(table=table)).content.decode(), "h1")
        typed = form.sent | paper_with(client, ["short"]) | {"referee": "赵敏"}
        answered(client, page(table=table), typed, {"do": "sign"})
    client.post(page("typing-leave", table=2))
    client.post(page("typing-leave", table=3))
    other = signed_in("referee", event)
    totals = {name: points for name, points in paper_with(client, ["short"]).items() if name.startswith("total")}
    for table, following in ((1, page(table=2)), (2, page(table=3))):
        assert other.get(page(table=table)).url == page("typing-again", table)
        form = form_with(other.get(page("typing-again", table)).content.decode(), "totalE")
        again = other.post(page("typing-again", table), form.sent | totals, follow=True).content.decode()
        assert "Both entries agree" in again
        form = form_with(again, "referee")
        nameless = other.post(form.action, form.sent)
        assert nameless.status_code == 400
        assert "Type the referee" in nameless.content.decode()
        # The returned page has the newest version: a double tap must not sign it.
        assert "data-deliberate" in nameless.content.decode()
        assert "data-deliberate" not in again
        form = form_with(nameless.content.decode(), "referee")
        answer, codes = answered(other, form.action, form.sent | {"referee": "赵敏"}, {})
        assert (answer.status_code, answer.url, codes) == (302, following, ["short"])
        assert sheet_of(event, table).state == "signed"
        shown = other.get(answer.url, follow=True).content.decode()
        assert "This key was used before" not in shown
        assert "No paper of session" not in shown


def contradicting_paper(event: Event, client: Client) -> Sheet:
    """Return a paper that was typed and saved, is not signed, and has a contradiction."""
    form = form_with(client.get(page()).content.decode(), "h1")
    answered(client, page(), form.sent | paper_with(client, ["totals-sum", "short"]), {"do": "save"})
    return sheet_of(event)


@pytest.mark.parametrize(
    ("way", "state"),
    [("take-hands", "signed"), ("keep-totals", "signed"), ("sign-again", "open")],
)
def test_a_settled_sheet_counts_as_signed_unless_it_is_to_be_signed_again(
    event: Event, client: Client, signed_in, way: str, state: str
) -> None:
    sheet = contradicting_paper(event, client)
    assert 1 in to_confirm(sheet.table.session).unsigned
    chief = signed_in("chief-referee", event)
    settling = reverse("desk:settle", args=["event-1", 2, 1])
    form = form_with(chief.get(settling).content.decode(), "way")
    assert "way" not in form.sent  # nothing is preselected
    assert chief.post(settling, form.sent | {"way": way, "reason": "和四位选手看过"}).status_code == 302
    sheet.refresh_from_db()
    assert sheet.state == state
    decided = state == "signed"
    assert (1 in to_confirm(sheet.table.session).ready) == decided
    assert (1 in to_confirm(sheet.table.session).unsigned) == (not decided)
    step = next(paper.step for paper in papers(event, 2) if paper.number == 1)
    assert (step is Step.SIGNED) == decided
    assert progress_of([event])[event.pk].sessions[1].states["signed"] == decided
    confirm = reverse("desk:confirm-session", args=["event-1", 2])
    if decided:
        assert "1 sheet is confirmed" in chief.post(confirm, follow=True).content.decode()


def test_a_settled_sheet_still_waits_for_its_second_entry(event: Event, client: Client, signed_in) -> None:
    ScoringSettings.objects.filter(event=event).update(second_entry="totals")
    sheet = contradicting_paper(event, client)
    chief = signed_in("chief-referee", event)
    settling = reverse("desk:settle", args=["event-1", 2, 1])
    form = form_with(chief.get(settling).content.decode(), "way")
    chief.post(settling, form.sent | {"way": "keep-totals", "reason": "x"})
    sheet.refresh_from_db()
    assert sheet.state == "open"
    paper = next(paper for paper in papers(event, 2) if paper.number == 1)
    assert (paper.step, paper.why) == (Step.SECOND, "missing")


def test_all_questions_are_asked_at_once_after_what_is_wrong(event: Event, client: Client) -> None:
    form = form_with(client.get(page()).content.decode(), "h1")
    typed = form.sent | paper_with(client, ["over-88", "short", "totals-sum"]) | {"referee": "赵敏", "do": "sign"}
    body = client.post(page(), typed).content.decode()
    alert = body[body.index('role="alert"') :]
    questions = form_with(body, "acknowledged").boxes["acknowledged"]
    assert sorted(questions) == ["contradiction", "over-88", "short", "totals-sum"]
    east = sheet_of(event).table.sittings.get(seat="E").entry
    assert alert.index(f"{east} has +10 more") < alert.index("Is it typed exactly as on the signed paper sheet?")
    # Nothing is written before all are answered.
    assert sheet_of(event).version == 1
    assert not SignedTotal.objects.current().filter(sheet=sheet_of(event)).exists()
    answers = form_with(body, "acknowledged").sent | {"acknowledged": questions, "do": "sign"}
    assert client.post(page(), answers).status_code == 302
    assert sheet_of(event).state == "signed"
