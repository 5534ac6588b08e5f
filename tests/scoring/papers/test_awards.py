"""Read back the list of awards and the diplomas: winners, three languages, all glyphs."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from common.paper import printable
from scoring.display.services.awards import add_award, add_usual_awards, change_award
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.releases.services.releasing import retract_session
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.pdf_reading import assert_clear, runs_of, texts_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
#: A text of the list's size that starts at most this far from the left begins an award.
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
    printed = pages(event, "diplomas", language)
    # One for the best hand, four for the group, eight for two teams, four players, one newcomer.
    assert len(printed) == 18
    assert all(diploma in page and signed in page for page in printed)
    third = [page for page in printed if place in page]
    assert sorted("王伟" in page for page in third) == [False, True]
    assert any("MÜLLER Eva" in page for page in third)
    assert "SATO Shota" in printed[-1]
    assert "最佳新人" in printed[-1]
    assert "〓" not in "".join(printed)


def test_a_refused_name_is_only_on_the_persons_own_diploma(event: Event) -> None:
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


def test_an_award_without_a_winner_is_printed_as_not_awarded(event: Event) -> None:
    assert "Not awarded" not in "".join(pages(event, "awards", "en"))
    add_award(ACTOR, event, kind="own", title="Most courteous player", places=1)
    assert "Most courteous player Not awarded" in " ".join(pages(event, "awards", "en"))


def test_team_members_have_full_names_and_only_the_last_page_is_signed(event: Event) -> None:
    long = "Fernández de la Vega y Ortega María del Carmen"
    for number in range(4, 9):
        event.entries.filter(number=number).update(name=f"{long} {number}")
    for number in range(11):
        add_award(ACTOR, event, kind="own", title=f"特别奖{number}", places=1)
    printed = pages(event, "awards", "en")
    text = " ".join(printed)
    assert len(printed) == 2
    assert all(text.count(f"{long} {number}") >= 1 for number in range(4, 9))
    assert ["Chief referee" in page for page in printed] == [False] * (len(printed) - 1) + [True]


def test_no_page_ends_with_an_award_heading(event: Event) -> None:
    for number in range(14):
        event.awards.filter(kind="teams").delete()
        add_award(ACTOR, event, kind="own", title=f"特别奖{number}", places=1)
        add_award(ACTOR, event, kind="teams", places=2)
        data = make_paper(event, Choice("awards", "en"), total=lambda parts: None, step=lambda: None).data
        for page in PdfReader(BytesIO(data)).pages:
            lowest = min((run for run in runs_of(page) if run.size == SIZE), key=lambda run: run.baseline)
            assert lowest.start > LEFT, lowest


def test_awards_and_diplomas_before_the_release_are_marked_as_draft(event: Event) -> None:
    assert "Draft" not in "".join(pages(event, "diplomas", "en"))
    retract_session(ACTOR, event.sessions.get(number=1), reason="换了桌")
    for paper in ("awards", "diplomas"):
        assert all("Draft" in page for page in pages(event, paper, "en"))
