"""The list of awards and the diplomas read back: who is on them, in three languages, every sign printed."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from common.paper import printable
from scoring.display.services.ceremony import add_award, add_usual_awards, change_award
from scoring.papers.exports.papers import Choice, make_paper
from scoring.releases.services.releasing import retract_session
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.pdf_reading import assert_clear, runs_of, texts_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
#: What is written in the size of the list and begins so far left begins an award.
SIZE, LEFT = 9.5, 40
LONG = "欧阳" * 12 + " Wolfeschlegelsteinhausenbergerdorff"


@pytest.fixture
def event() -> Event:
    event = final(name="品局杯" * 20)
    event.entries.filter(number=3).update(name=LONG, name_consent=False)
    add_usual_awards(ACTOR, event)
    add_award(ACTOR, event, kind="own", title="最佳新人", places=1)
    award = event.awards.get(kind="own")
    change_award(ACTOR, award, title="最佳新人", places=1, winners=[{"place": 1, "number": 3, "note": "首次参赛"}])
    return event


def pages(event: Event, paper: str, language: str) -> list[str]:
    made = make_paper(event, Choice(paper, language), total=lambda parts: None, step=lambda: None)
    assert_clear(made.data)
    return [" ".join(text.split()) for text in texts_of(made.data)]


@pytest.mark.parametrize(
    ("language", "diploma", "place", "signed"),
    [
        ("zh-hans", "奖状", "第3名", "裁判长"),
        ("en", "Diploma", "Place 3", "Chief referee"),
        ("ja", "賞状", "第3位", "審判長"),
    ],
)
def test_each_awarded_person_and_each_member_of_a_team_has_a_diploma(
    event: Event, language: str, diploma: str, place: str, signed: str
) -> None:
    found = pages(event, "diplomas", language)
    # One for the best hand, four for the group, eight for two teams, four players, one newcomer.
    assert len(found) == 18
    assert all(diploma in page and signed in page for page in found)
    third = [page for page in found if place in page]
    assert sorted("王伟" in page for page in third) == [False, True]
    assert any("MÜLLER Eva" in page for page in third)
    assert "SATO Shota" in found[-1]
    assert "最佳新人" in found[-1]
    assert "〓" not in "".join(found)


def test_who_refused_the_name_in_public_has_it_on_the_own_diploma_alone(event: Event) -> None:
    name = printable(LONG).split()[-1]
    assert name in pages(event, "diplomas", "en")[-1].replace(" ", "")
    assert name not in "".join(pages(event, "awards", "en")).replace(" ", "")


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_the_list_has_every_award_with_places_and_points(event: Event, language: str) -> None:
    text = " ".join(pages(event, "awards", language))
    assert {"zh-hans": "88分", "en": "88 points", "ja": "88点"}[language] in text
    for words in ("最佳新人", "首次参赛", "龙队", "虎队", "西部团", "王伟", "+25", "+40", "88"):
        assert words in text
    assert "〓" not in text


def test_an_award_that_nobody_has_is_said_to_be_not_awarded(event: Event) -> None:
    assert "Not awarded" not in "".join(pages(event, "awards", "en"))
    add_award(ACTOR, event, kind="own", title="Most courteous player", places=1)
    assert "Most courteous player Not awarded" in " ".join(pages(event, "awards", "en"))


def test_every_member_of_a_team_stands_in_full_and_the_last_page_is_signed(event: Event) -> None:
    long = "Fernández de la Vega y Ortega María del Carmen"
    for number in range(4, 9):
        event.entries.filter(number=number).update(name=f"{long} {number}")
    for number in range(11):
        add_award(ACTOR, event, kind="own", title=f"特别奖{number}", places=1)
    found = pages(event, "awards", "en")
    text = " ".join(found)
    assert len(found) == 2
    assert all(text.count(f"{long} {number}") >= 1 for number in range(4, 9))
    assert ["Chief referee" in page for page in found] == [False] * (len(found) - 1) + [True]


def test_no_award_stands_at_the_foot_of_a_page_without_a_winner(event: Event) -> None:
    for number in range(14):
        event.awards.filter(kind="teams").delete()
        add_award(ACTOR, event, kind="own", title=f"特别奖{number}", places=1)
        add_award(ACTOR, event, kind="teams", places=2)
        data = make_paper(event, Choice("awards", "en"), total=lambda parts: None, step=lambda: None).data
        for page in PdfReader(BytesIO(data)).pages:
            lowest = min((run for run in runs_of(page) if run.size == SIZE), key=lambda run: run.baseline)
            assert lowest.start > LEFT, lowest


def test_what_is_made_before_the_results_stand_is_marked_as_a_draft(event: Event) -> None:
    assert "Draft" not in "".join(pages(event, "diplomas", "en"))
    retract_session(ACTOR, event.sessions.get(number=1), reason="换了桌")
    for paper in ("awards", "diplomas"):
        assert all("Draft" in page for page in pages(event, paper, "en"))
