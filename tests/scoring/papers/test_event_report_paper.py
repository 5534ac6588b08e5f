"""Read back the report of an event on paper: its contents in three languages, public names, long names."""

import io
import re

import pypdf
import pytest

from common.actions.errors import Refused
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tests.support.cup import taken_in
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.gallery import ORPHANS
from tests.support.imj import imj_document
from tests.support.long_names import long_event
from tests.support.pdf_reading import assert_clear, texts_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
TEXTS = {
    "zh-hans": ("赛事报道", "第一名与最后一名相差30分", "从第1局后的第5名升至第3名", "第2局第2桌"),
    "en": ("Report of the event", "30 points between the first and the last", "From rank 5 after session 1 to rank 3"),
    "ja": ("競技会レポート", "1位と最下位の差は30点", "第1回戦後の5位から3位へ"),
}


def pages(event: Event, language: str) -> list[str]:
    made = make_paper(event, Choice("event-report", language), total=lambda _parts: None, step=lambda: None)
    assert_clear(made.data)
    return [" ".join(text.split()) for text in texts_of(made.data)]


def ended(**head: str) -> Event:
    event = final(**head)
    release_session(ACTOR, event.sessions.get(number=2))
    return event


@pytest.mark.parametrize("language", TEXTS)
def test_one_page_has_podium_numbers_and_the_best(language: str) -> None:
    [page] = pages(ended(), language)
    for text in (*TEXTS[language], "李娜", "+40", "龙队", "西部团", "100", "88", "MÜLLER Eva"):
        assert text in page
    assert "〓" not in page


def test_the_recorded_tiles_of_a_hand_are_drawn() -> None:
    event = ended()
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=2, table__number=1)
    HandRecord.objects.create(
        sheet=sheet, no=1, winner="E", valid_from_version=1, record={"tiles": ORPHANS}, calculated=88
    )
    made = make_paper(event, Choice("event-report", "en"), total=lambda _parts: None, step=lambda: None)
    [page] = pypdf.PdfReader(io.BytesIO(made.data)).pages
    tiles = re.findall(r"/FormXob\.tile-(\w+) Do", page.get_contents().get_data().decode("latin-1"))
    assert sorted(tiles) == sorted(["1m", "9m", "1p", "9p", "1s", "9s", *"EESWNCFP"])


def test_who_refuses_public_names_has_initials() -> None:
    event = ended()
    event.entries.filter(number=6).update(name_consent=False)
    [page] = pages(event, "en")
    assert "M. E." in page
    assert "MÜLLER" not in page


def test_the_report_of_a_rehearsal_is_marked() -> None:
    event = ended()
    event.rehearsal = True
    [page] = pages(event, "en")
    assert "Rehearsal" in page


def test_it_is_refused_before_the_last_release() -> None:
    with pytest.raises(Refused, match="The report comes when the results of all 2 sessions are released"):
        pages(final(), "en")


def test_an_event_of_the_international_rules_has_fans_and_mados() -> None:
    document = imj_document()
    document["event"]["sessions"] = 1
    document["sessions"] = [document["sessions"][0] | {"tables": document["sessions"][0]["tables"][:1]}]
    text = " ".join(pages(taken_in(document, release=1), "en"))
    for words in ("Fans of the won hands", "Mados won or lost", "mados between the first and the last"):
        assert words in text
    assert "Table points" not in text
    assert "Competition points" not in text


@pytest.mark.parametrize("language", TEXTS)
def test_long_names_are_whole(language: str) -> None:
    event = long_event()
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(ACTOR, session)
    [text] = pages(event, language)
    assert not {"…", "〓"} & set(text)
