"""Every kind of paper with long names in three languages: no text is cut, leaves its cell or lacks a glyph."""

from collections.abc import Iterator

import pytest
from django.utils import timezone, translation

from scoring.appeals.exports import appeal_paper, receipt_paper
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import BLANK, PAPERS, Choice
from scoring.papers.exports.score_sheets.labels import BILINGUAL
from tests.support.long_names import ACTOR, OFFICIALS, long_document
from tests.support.pdf_reading import assert_clear, printed_in
from tests.support.workbook_reading import assert_readable
from tournament.events.models.events import Event
from tournament.papers.exports.kinds import Kind, Of
from tournament.papers.exports.order import Order
from tournament.papers.services import set_address
from tournament.seating.selectors.seats import event_seats

LANGUAGES = ["zh-hans", "en", "ja"]
SESSIONS = 12
#: test_long_names tests the papers of results and the dossier.
KINDS = [kind for kind in PAPERS.values() if not kind.results]


@pytest.fixture
def event(db: None) -> Event:
    """Import eight players in twelve sessions with every special case; some have a second name in Latin letters."""
    document = long_document(players=8, sessions=SESSIONS)
    document.pop("draws", None)
    for session in document["sessions"]:
        session["starts"] = f"2024-02-{session['number']:02}T09:30:00Z"
    for player in document["players"][::2]:
        player["latin_name"] = "Abdurahman Mamat'ali Tursunjan"
    event = Event.objects.select_related("ledger").get(slug=import_event(ACTOR, document=document)["event"])
    set_address(ACTOR, event, address="http://mahjong-open.chengdu.example.org:8000")
    return event


def choices(kind: Kind, language: str) -> Iterator[Choice]:
    """Yield every choice of a kind that changes its layout."""
    sessions = [2] if kind.of is Of.SHEETS else []
    for ending in kind.endings:
        for size in kind.sizes if ending == "pdf" else kind.sizes[:1]:
            yield Choice(kind.name, language, size=size, ending=ending, sessions=sessions)
        if kind.blank:
            yield Choice(kind.name, language, ending=ending, which=BLANK)
        if kind.bilingual and language == "zh-hans":
            yield Choice(kind.name, BILINGUAL, ending=ending, sessions=sessions)


def assert_whole(data: bytes, label: object) -> None:
    """Check that every text of a PDF is complete, in its cell, and has all glyphs."""
    for text in assert_clear(data):
        assert not {"…", "〓"} & set(text), (label, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_its_cell_with_all_glyphs(event: Event, language: str) -> None:
    for choice in (choice for kind in KINDS if not kind.lacks(event) for choice in choices(kind, language)):
        made = make_paper(event, choice, total=lambda _units: None, step=lambda: None)
        if choice.ending == "xlsx":
            assert_readable(made.data, forms="sheets" in choice.paper)
        else:
            assert_whole(made.data, choice)


@pytest.mark.parametrize("language", LANGUAGES)
def test_appeals_and_receipts_print_whole_texts(event: Event, language: str) -> None:
    now, name = timezone.now(), OFFICIALS[1]
    event.appeals.update(fee=200, fee_state="returned", paid_at=now, paid_to=name, settled_at=now, settled_by=name)
    order, appeals = Order(event, language, now), list(event.appeals.all())
    assert appeals
    with translation.override(language):
        for appeal in appeals:
            assert_whole(appeal_paper(order, appeal, reads=True), appeal.number)
            assert_whole(receipt_paper(order, appeal), appeal.number)


@pytest.mark.django_db
def test_the_chart_of_a_large_event_shows_guests_and_shared_seats() -> None:
    """The chart of 200 players has narrow cells on A4, and at one table three people share a seat."""
    event = Event.objects.select_related("ledger").get(
        slug=import_event(ACTOR, document=long_document(200, 16))["event"]
    )
    set_address(ACTOR, event, address="http://mahjong-open.chengdu.example.org:8000")
    seats = [seat for seat in event_seats(event, 16) if seat.planned.number is None and seat.planned.name]
    guests = {seat.planned.name for seat in seats}
    assert guests
    for language in LANGUAGES:
        chart = make_paper(event, Choice("chart", language), total=lambda _units: None, step=lambda: None).data
        assert_whole(chart, "chart")
        for page in printed_in(chart):
            assert [run for run in page.runs if run.size < 5.7] == []
            # Each name is either in its cell or in the legend.
            text = " ".join(run.text for run in page.runs)
            assert all(name in text for name in guests)
        choice = Choice("score-sheets", language, sessions=[2])
        assert_whole(make_paper(event, choice, total=lambda _units: None, step=lambda: None).data, choice)
